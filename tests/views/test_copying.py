"""Copying set-up: only from what one may see, seen before it is done, never over an order in silence."""

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import UserFactory, a_section, as_it_stands, played
from tests.html import read, visit
from tests.sign_in import signed_in
from tiebreaks.models import PostedOrder
from tournaments.models import Role, Section, Staff
from tournaments.services import prizes, setup
from tournaments.services.ceremony import freeze


def a_source(kim: User) -> Section:
    """Five rounds, an order, prizes and terms."""
    source = a_section(2, 5, by=kim, name="Championship", order="solkoff,cumulative")
    prizes.announce(source, "1st place trophy\n1st place $100", in_this_order=True, by=kim)
    prizes.set_terms(source, by=kim, cash_playoff=True)
    return as_it_stands(source)


def orders_of(section: Section) -> list[str]:
    return list(PostedOrder.objects.filter(standings=section.standings_id).values_list("order", flat=True))


def test_a_new_section_gets_the_set_up_of_another_after_a_look_at_it(desk: Client, kim: User) -> None:
    source = a_source(kim)
    section = a_section(0, 3, by=kim)
    page = visit(desk, visit(desk, at("copy-setup", section)).link("Championship"))
    for words in ("rounds: 3", "rounds: 5", "Solkoff → Cumulative", "1st place $100"):
        assert words in page
    sent = page.form(at("copy-from", section, source.pk)).send(desk, follow=True)
    assert "Copied from Championship: Rounds and options; Tiebreak order; Prizes." in read(sent)
    section = as_it_stands(section)
    assert (section.rounds, section.prizes, section.cash_playoff) == (5, source.prizes, True)
    assert orders_of(section) == ["solkoff,cumulative"]
    assert not section.players.exists()


def test_only_what_is_checked_is_copied(desk: Client, kim: User) -> None:
    source, section = a_source(kim), a_section(0, 3, by=kim)
    sent = desk.post(at("copy-from", section, source.pk), {"parts": ["prizes"]}, follow=True)
    assert "Copied from Championship: Prizes." in read(sent)
    section = as_it_stands(section)
    assert (section.rounds, section.prizes) == (3, source.prizes)
    assert orders_of(section) == []


def test_a_posted_order_is_not_checked_and_says_what_becomes_of_it(desk: Client, kim: User) -> None:
    source, section = a_source(kim), a_section(0, 3, by=kim, order="kashdan")
    page = visit(desk, at("copy-from", section, source.pk))
    assert "An order is posted here." in page
    boxes = {box["value"]: box.has("checked") for box in page.all("[name=parts]")}
    assert boxes == {"options": True, "order": False, "prizes": True}


def test_prizes_are_checked_unless_the_awards_are_frozen(desk: Client, kim: User) -> None:
    source, section = a_source(kim), a_section(2, 1, by=kim)
    prizes.announce(section, "1st place trophy", in_this_order=False, by=kim)
    page = visit(desk, at("copy-from", section, source.pk))
    assert "The prizes announced here are replaced." in page
    assert page.one("[name=parts][value=prizes]").has("checked")
    played(section, 1, "1 2 WL")
    freeze(as_it_stands(section), by=kim)
    page = visit(desk, at("copy-from", section, source.pk))
    assert not page.one("[name=parts][value=prizes]").has("checked")


def test_setup_and_log_count_the_same_prizes(desk: Client, kim: User) -> None:
    section = a_section(0, by=kim)
    prizes.announce(section, "1st–3rd trophies\n1st place $100", in_this_order=True, by=kim)
    assert "4 prizes" in visit(desk, reverse("edit-event", args=[section.event.slug]))
    assert "4 prizes announced" in visit(desk, at("section-log", section))


def test_a_locked_order_is_replaced_only_with_a_reason(desk: Client, kim: User) -> None:
    source, section = a_source(kim), a_section(2, 3, by=kim, order="kashdan")
    played(section, 1, "1 2 WL")
    path = at("copy-from", section, source.pk)
    assert "Play has begun, so a change needs a reason that everyone can read." in visit(desk, path)
    answer = desk.post(path, {"parts": ["order", "prizes"]})
    assert answer.status_code == 409
    assert "Play has begun, so a change needs a reason" in read(answer)
    assert as_it_stands(section).prizes == ""
    desk.post(path, {"parts": ["order"], "reason": "as on the flyer"})
    assert orders_of(section) == ["kashdan", "solkoff,cumulative"]


def test_an_assistant_copies_all_but_the_order(kim: User) -> None:
    source, section = a_source(kim), a_section(0, 3, by=kim)
    helper = UserFactory.create()
    for each in (source, section):
        Staff.objects.create(event=each.event, user=helper, role=Role.ASSISTANT)
    client = signed_in(helper)
    page = visit(client, at("copy-from", section, source.pk))
    assert "Only the chief posts a tiebreak order and pairing options." in page
    client.post(at("copy-from", section, source.pk), {"parts": ["options", "order", "prizes"]})
    assert as_it_stands(section).rounds == 5
    assert orders_of(section) == []


def test_the_set_up_of_a_stranger_is_not_there(desk: Client, kim: User) -> None:
    section, strange = a_section(0, by=kim), a_section(0)
    assert strange.name not in visit(desk, at("copy-setup", section))
    assert desk.get(at("copy-from", section, strange.pk)).status_code == 404
    path = reverse("copy-sections-from", args=[section.event.slug, strange.event.pk])
    assert desk.get(path).status_code == 404


def test_the_sections_of_last_years_event_are_created_as_drafts(desk: Client, kim: User) -> None:
    source = a_source(kim)
    event = setup.create_event(name="This Year", by=kim)
    path = visit(desk, reverse("copy-sections", args=[event.slug])).link(source.event.name)
    sent = visit(desk, path).form(path).send(desk, follow=True)
    told = "1 section was created, as a draft with options, tiebreak order and prizes: Championship."
    assert told in read(sent)
    made = event.sections.get()
    assert (made.name, made.rounds, made.prizes, made.is_draft) == ("Championship", 5, source.prizes, True)
    assert orders_of(made) == ["solkoff,cumulative"]
    # Once more: it is here already, and unchecked.
    assert "There is already a section with this name here." in visit(desk, path)
