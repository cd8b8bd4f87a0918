"""The registration desk: a list that finds, marks and counts; moves; codes."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import UserFactory, as_it_stands, played, section_of
from tests.html import read, visit
from tests.sign_in import signed_in
from tests.views.check_in_page import door, helper, listed, section
from tournaments.models import CheckIn, Event, Role, Section, Staff
from tournaments.services import check_in, pairings
from tournaments.services.finishing import finish

__all__ = ["helper", "section"]


def test_a_helper_checks_in_and_undoes_without_a_script(
    helper: Client, event: Event, section: Section
) -> None:
    ann = section.players.get(number=1)
    page = door(helper, event)
    assert "0 of 4 here" in page
    assert listed(page, "missing") == ["Ann", "Bo", "Cy", "García-López, José"]

    answer = helper.post(reverse("mark-check-in", args=[event.slug]), {"here": ann.pk}, follow=True)
    page = read(answer)
    assert "Ann is here." in page
    assert "1 of 4 here" in page
    assert (listed(page, "here"), listed(page, "missing")[0]) == (["Ann"], "Bo")
    assert "Terry Hale" in page.one("[data-list=here] .since").text

    seen = CheckIn.objects.get().pk
    answer = helper.post(reverse("mark-check-in", args=[event.slug]), {"undo": seen}, follow=True)
    assert "Ann is no longer checked in." in read(answer)
    assert not CheckIn.objects.exists()


def test_the_list_has_the_rating_of_each_with_its_games(
    helper: Client, event: Event, section: Section
) -> None:
    section.players.filter(name="Bo").update(rating=871, provisional=12)
    rows = [
        text.partition("·")[2].strip() for text in door(helper, event).texts("[data-list=missing] .who .soft")
    ]
    assert rows == ["unrated · Elm", "871P12 · Fir", "unrated · Elm", "1432 · Fig"]


@pytest.mark.parametrize("sought", ["ga", "jo lo", "lopez", "1234", "fig"])
def test_the_search_shows_those_who_are_meant_and_no_others(
    helper: Client, event: Event, section: Section, sought: str
) -> None:
    assert listed(door(helper, event, q=sought), "missing") == ["García-López, José"]


def test_a_scanner_that_types_a_code_finds_its_player(helper: Client, event: Event, section: Section) -> None:
    code = f"http://192.168.1.5:8000/c/{event.slug}/jose-garcia-lopez"
    assert listed(door(helper, event, q=code), "missing") == ["García-López, José"]


def test_what_is_found_by_nobody_leads_to_a_walk_in_with_what_was_typed(
    helper: Client, event: Event, section: Section
) -> None:
    page = door(helper, event, q="Ngo, Amy 1234")
    assert "No one here has that name." in page.one("#nobody").text
    [way] = [link for link in page.one("#nobody").links if "walk-in" in link]
    form = visit(helper, way).form(way)
    assert form.fields["line"] == ["Ngo, Amy 1234"]


def test_an_id_that_nobody_has_is_said_to_be_one(helper: Client, event: Event, section: Section) -> None:
    said = "#nobody [data-of]:not([hidden])"
    assert door(helper, event, q="99999999").texts(said) == ["No one here has that US Chess ID."]
    assert door(helper, event, q="Quill").texts(said) == ["No one here has that name."]
    alone = door(helper, event, q="99999999", section=section.slug)
    assert alone.texts(said) == ["No one in this section has that US Chess ID."]


def test_sections_are_counted_and_shown_alone(
    helper: Client, event: Event, section: Section, kim: User
) -> None:
    reserve = section_of(event, "Reserve", "Eve/Elm Flo/Fir")
    check_in.check_in(event, reserve.players.get(number=1).pk, by=kim)
    page = door(helper, event, section=reserve.slug)
    assert [" ".join(each.split()) for each in page.texts(".shares a")] == [
        "All sections",
        "Open 0/4",
        "Reserve 1/2",
    ]
    assert (listed(page, "here"), listed(page, "missing")) == (["Eve"], ["Flo"])


def test_another_device_is_told_what_is_new_and_nothing_else(
    helper: Client, event: Event, section: Section, kim: User
) -> None:
    live = reverse("check-in-live", args=[event.slug])
    stamp = door(helper, event).one("#lists")["data-stamp"]
    assert helper.get(live, {"v": stamp}).status_code == 204
    check_in.check_in(event, section.players.get(number=2).pk, by=kim)
    answer = helper.get(live, {"v": stamp})
    assert listed(read(answer), "here") == ["Bo"]
    assert "<html" not in answer.content.decode()


def test_a_script_is_answered_with_the_lists(helper: Client, event: Event, section: Section) -> None:
    ann = section.players.get(number=1).pk
    answer = helper.post(
        reverse("mark-check-in", args=[event.slug]), {"here": ann}, headers={"HX-Request": "true"}
    )
    assert listed(read(answer), "here") == ["Ann"]


@pytest.mark.parametrize("what", [{"here": "0"}, {"here": "x"}, {"undo": "9" * 30}, {}])
def test_what_nobody_can_press_changes_nothing(
    helper: Client, event: Event, section: Section, what: dict[str, str]
) -> None:
    assert helper.post(reverse("mark-check-in", args=[event.slug]), what).status_code == 302
    assert not CheckIn.objects.exists()


def test_a_player_who_is_gone_is_named_as_gone(helper: Client, event: Event, section: Section) -> None:
    answer = helper.post(reverse("mark-check-in", args=[event.slug]), {"here": 10**8})
    assert answer.status_code == 409
    assert "Somebody removed this player. Nobody was checked in." in read(answer)


# --- the helper's role ---------------------------------------------------------------------------


def test_the_page_offers_a_helper_walk_ins_and_no_no_shows(
    helper: Client, event: Event, section: Section, desk: Client
) -> None:
    hers, chiefs = door(helper, event), door(desk, event)
    assert "Add a walk-in" in hers
    assert "No-shows…" not in hers
    assert "No-shows…" in chiefs


def test_once_every_section_has_begun_only_those_who_may_seat_a_late_player_are_offered_a_walk_in(
    desk: Client, helper: Client, event: Event, section: Section, kim: User
) -> None:
    pairings.pair(section, 1, "1 2\n3 4", by=kim)
    assert "Add a walk-in" in door(helper, event)
    pairings.publish(section, 1, by=kim)
    assert "Add a walk-in" not in door(helper, event)
    assert "Add a walk-in" in door(desk, event)


def test_a_scorekeeper_checks_in_and_registers_nobody(event: Event, section: Section) -> None:
    lee = UserFactory.create()
    Staff.objects.create(event=event, user=lee, role=Role.SCOREKEEPER)
    page = door(signed_in(lee), event)
    assert "Add a walk-in" not in page
    assert page.texts("[data-list=missing] button") == ["Here"] * 4
    refused = signed_in(lee).get(reverse("walk-in", args=[event.slug]))
    assert refused.status_code == 403
    assert "for chiefs, assistants and check-in helpers. Your role here: Scorekeeper." in read(refused)


def test_no_parent_and_no_stranger_sees_who_is_here(client: Client, event: Event, section: Section) -> None:
    where = reverse("check-in", args=[event.slug])
    assert client.get(where).status_code == 302
    assert signed_in(UserFactory.create()).get(where).status_code == 404


# --- another section, codes ------------------------------------------------------------------------


def test_a_wrong_name_is_corrected_on_the_roster_by_who_may(
    desk: Client, helper: Client, event: Event, section: Section
) -> None:
    page = reverse("change-section", args=[event.slug, section.players.get(number=1).pk])
    on_the_roster = reverse("edit-player", args=[event.slug, section.slug, 1])
    assert on_the_roster in visit(desk, page).links
    told = "A chief or an assistant corrects it on the roster."
    assert told not in visit(desk, page)
    assert told in visit(helper, page)
    assert on_the_roster not in visit(helper, page).links


def test_a_helper_moves_a_player_before_round_one(helper: Client, event: Event, section: Section) -> None:
    reserve = section_of(event, "Reserve", "Eve/Elm Flo/Fir")
    ann = section.players.get(number=1)
    where = reverse("change-section", args=[event.slug, ann.pk])
    answer = visit(helper, where).form(where).send(helper, {"section": reserve.slug}, follow=True)
    assert "Ann is in Reserve now, number 3." in read(answer)
    ann.refresh_from_db()
    assert ann.section == reserve


def test_the_code_of_a_player_opens_her_row_and_tells_parents_nothing(
    helper: Client, client: Client, event: Event, section: Section
) -> None:
    code = reverse("player-code", args=[event.slug, "jose-garcia-lopez"])
    answer = helper.get(code, follow=True)
    assert listed(read(answer), "missing") == ["García-López, José"]
    page = visit(client, code)
    assert "García" not in page
    assert page.link("See the event") == reverse("event", args=[event.slug])
    assert not client.cookies
    stranger = signed_in(UserFactory.create())
    assert stranger.get(code).headers["Location"] == reverse("event", args=[event.slug])
    assert client.get(reverse("player-code", args=[event.slug, "a" * 300])).status_code == 404


def test_a_list_to_tick_by_hand_has_everybody_of_a_section_from_a_to_z(
    helper: Client, event: Event, section: Section
) -> None:
    """Without a network there was nothing but codes on paper."""
    section.players.filter(number=1).update(team="Elm", grade="4")
    page = visit(helper, visit(helper, reverse("check-in", args=[event.slug])).link("Print the list"))
    (listed,) = page.all(".ticked")
    assert section.name in listed.one("caption").text
    names = listed.texts("tbody th bdi")
    assert names == sorted(names)
    assert len(names) == 4
    assert "Elm · grade 4" in listed
    assert len(listed.all("tbody i")) == 4


def test_codes_are_printed_from_a_to_z_and_survive_a_new_numbering(
    helper: Client, event: Event, section: Section, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.views.desk.check_in.qr", lambda address: address)
    page = visit(helper, reverse("check-in-codes", args=[event.slug]))
    assert [each.rpartition("/")[2] for each in page.texts(".codes .code")] == [
        "ann",
        "bo",
        "cy",
        "jose-garcia-lopez",
    ]


def test_an_archived_event_checks_nobody_in(
    helper: Client, event: Event, section: Section, kim: User
) -> None:
    Event.objects.filter(pk=event.pk).update(archived=True)
    answer = helper.post(
        reverse("mark-check-in", args=[event.slug]), {"here": section.players.get(number=1).pk}
    )
    assert answer.status_code == 422
    assert not CheckIn.objects.exists()


def test_a_final_section_offers_no_check_in_and_refuses_one_with_a_sentence(
    helper: Client, event: Event, section: Section, kim: User
) -> None:
    section_of(event, "Reserve", "Eve/Elm Flo/Fir")
    ann, bo = (section.players.get(number=number).pk for number in (1, 2))
    check_in.check_in(event, ann, by=kim)
    Section.objects.filter(pk=section.pk).update(rounds=1)
    played(section, 1, "1 2 WL\n3 4 WL")
    stale = reverse("check-in-live", args=[event.slug])
    before = door(helper, event).one("#lists")["data-stamp"]
    finish(as_it_stands(section), by=kim)
    page = visit(helper, stale, {"v": before})
    assert page.texts("[data-part=final] p") == ["Open is final: check-in is closed there."]
    assert [button["aria-label"] for button in page.all(".door button")] == ["Eve is here", "Flo is here"]
    mark = reverse("mark-check-in", args=[event.slug])
    answer = helper.post(mark, {"here": bo})
    assert answer.status_code == 422
    assert "Open is final: check-in is closed there. Nothing was saved." in read(answer)
    answer = helper.post(mark, {"undo": CheckIn.objects.get().pk})
    assert answer.status_code == 422
    assert "Open is final: check-in is closed there. Nothing was saved." in read(answer)
    assert CheckIn.objects.get().player_id == ann


def test_a_list_of_any_length_takes_the_same_queries(
    helper: Client, event: Event, section: Section, kim: User
) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            door(helper, event)
        return len(queries)

    asked()
    before = asked()
    section_of(event, "Reserve", "Eve/Elm Flo/Fir Gus/Fir")
    for player in section.players.all():
        check_in.check_in(event, player.pk, by=kim)
    assert asked() == before
