"""Undoing what was posted, created or published, on the page of its entry of the log."""

from io import BytesIO, StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import (
    UserFactory,
    a_section,
    as_it_stands,
    played,
)
from tests.html import Element, read, visit
from tests.sign_in import signed_in
from tests.test_changes import images
from tests.views.log_page import entry, section
from tiebreaks.models import FrozenAwards, PostedOrder, Standings
from tournaments.models import Event, LogEntry, PairingDraft, Role, School, Section, Staff, TeamTable
from tournaments.services import (
    backups,
    ceremony,
    check_in,
    drafts,
    finishing,
    orders,
    pairings,
    prizes,
    rosters,
    setup,
    teams,
    visibility,
)

__all__ = ["section"]


@pytest.fixture
def early(kim: User) -> Section:
    """Nobody has played."""
    return a_section(4, 2, by=kim)


def take_back(desk: Client, section: Section, of: LogEntry) -> Element:
    """Undo an entry on its page; the page as it was before."""
    address = at("undo-entry", section, of.pk)
    page = visit(desk, address)
    assert page.form(address).send(desk).status_code == 302
    return page


def test_an_order_posted_before_play_goes_back_to_the_one_before_and_to_none(
    desk: Client, early: Section, kim: User
) -> None:
    orders.post_order(early, "solkoff", by=kim)
    first = entry(verb="order")
    orders.post_order(early, "cumulative", by=kim)
    second = entry(verb="order")
    assert "Another order was posted since." in visit(desk, at("undo-entry", early, first.pk))
    page = take_back(desk, early, second)
    assert "the posted order Cumulative; then Solkoff applies again" in page
    assert "Solkoff" in visit(desk, at("order", early)).text
    assert PostedOrder.objects.get().order == "solkoff"
    page = take_back(desk, early, first)
    assert "then nothing is posted, and the rulebook’s" in page
    assert not PostedOrder.objects.exists()


def test_what_is_posted_stays_once_play_has_begun(desk: Client, section: Section) -> None:
    posted = entry(code="order-posted")
    page = visit(desk, at("undo-entry", section, posted.pk))
    assert "Play has begun, so what was posted stays." in page
    assert desk.post(at("undo-entry", section, posted.pk)).status_code == 409
    assert PostedOrder.objects.exists()


def test_the_order_of_a_team_table_is_undone_in_the_log_of_its_section(
    desk: Client, early: Section, kim: User
) -> None:
    table = teams.make_table(early.event, name="Schools", sections=[early], by=kim)
    orders.post_order(table, "team_cumulative", by=kim)
    posted = entry(code="team-order-posted")
    assert at("undo-entry", early, posted.pk) in visit(desk, at("section-log", early)).links
    assert "then nothing is posted" in take_back(desk, early, posted)
    assert not PostedOrder.objects.exists()


def test_the_frozen_awards_of_a_team_table_are_taken_back_in_the_log_of_its_section(
    desk: Client, section: Section, kim: User
) -> None:
    for player, team in zip(section.players.order_by("number"), ("Elm", "Fir", "Ash", "Oak"), strict=True):
        rosters.edit_player(player, team=team, by=kim)
    played(section, 2, "1 3 WL\n2 4 WL", by=kim)
    table = teams.make_table(
        section.event, name="Schools", sections=[section], minimum=1, place_trophies=1, by=kim
    )
    ceremony.freeze(table, by=kim)
    frozen = entry(code="awards-frozen", standings=table.standings_id)
    there = at("undo-entry", section, frozen.pk)
    assert there in visit(desk, at("section-log", section)).links
    form = visit(desk, there).form(there)
    assert form.send(desk).status_code == 422
    form.send(desk, {"reason": "a school was missing"})
    assert not FrozenAwards.objects.exists()


def test_undoing_a_new_section_asks_whether_to_delete_it(desk: Client, early: Section) -> None:
    created = entry(code="section-created")
    there = at("undo-entry", early, created.pk)
    assert there in visit(desk, at("section-log", early)).links
    for answer in (desk.get(there), desk.post(there)):
        assert answer.headers["Location"] == at("delete-section", early)
    assert "4 entries of the roster" in visit(desk, at("delete-section", early))


def test_undoing_a_new_team_table_removes_it_with_its_order(desk: Client, early: Section, kim: User) -> None:
    table = teams.make_table(early.event, name="Schools", sections=[early], by=kim)
    orders.post_order(table, "team_cumulative", by=kim)
    created = entry(code="table-created")
    page = take_back(desk, early, created)
    assert "the team table Schools, its public address and its log" in page
    assert "1 posted tiebreak order" in page
    assert not TeamTable.objects.exists()
    assert not Standings.objects.filter(pk=table.standings_id).exists()
    undoing = entry(undoes=created)
    assert undoing.summary == "This was undone: Team table created: Schools (Section 0)"
    page = take_back(desk, early, undoing)
    assert page.texts("main li bdi") == ["Schools", "1 posted tiebreak order"]
    assert (TeamTable.objects.get().pk, TeamTable.objects.get().slug) == (table.pk, table.slug)
    assert PostedOrder.objects.get().standings_id == table.standings_id


def test_a_removed_team_table_comes_back_at_its_address(
    desk: Client, client: Client, early: Section, kim: User
) -> None:
    table = teams.make_table(early.event, name="Schools", sections=[early], by=kim)
    orders.post_order(table, "team_cumulative", by=kim)
    public = reverse("teams", args=[early.event.slug, table.slug])
    before = client.get(public).headers["ETag"]
    teams.remove_table(table, by=kim)
    assert client.get(public).status_code == 404
    take_back(desk, early, entry(code="table-removed"))
    assert "Schools" in visit(client, public)
    assert client.get(public).headers["ETag"] != before  # A phone takes it for no page that it has seen.
    take_back(desk, early, LogEntry.objects.latest("pk"))
    assert client.get(public).status_code == 404


def test_a_team_table_goes_back_to_its_sections(desk: Client, early: Section, kim: User) -> None:
    other = a_section(2, event=early.event)
    table = teams.make_table(early.event, name="Schools", sections=[early, other], by=kim)
    teams.edit_table(table, name="Clubs", best=3, sections=[early], by=kim)
    stamp = as_it_stands(other).stamp
    take_back(desk, early, entry(code="table-edited", standings=early.standings_id))
    table.refresh_from_db()
    assert (table.name, table.best, set(table.sections.all())) == ("Schools", 4, {early, other})
    assert as_it_stands(other).stamp != stamp


def test_a_team_table_is_never_left_without_a_section(desk: Client, early: Section, kim: User) -> None:
    other = a_section(2, event=early.event)
    table = teams.make_table(early.event, name="Schools", sections=[early], by=kim)
    teams.edit_table(table, name="Schools", sections=[early, other], by=kim)
    added = entry(code="table-edited", standings=early.standings_id)
    teams.edit_table(table, name="Schools", sections=[other], by=kim)
    there = at("undo-entry", early, added.pk)
    answer = visit(desk, there).form(there).send(desk)
    assert answer.status_code == 422
    assert "A team table needs at least one section." in read(answer)
    assert list(table.sections.all()) == [other]


def test_merged_schools_are_two_again(desk: Client, early: Section, kim: User) -> None:
    for name in ("Elm", "Fir"):
        teams.name_school(early.event, [name], name=f"{name} School", by=kim)
    teams.name_school(early.event, ["Elm", "Fir"], name="Elm and Fir", by=kim)
    merged = entry(verb="schools")
    take_back(desk, early, merged)
    assert set(School.objects.values_list("name", flat=True)) == {"Elm School", "Fir School"}
    take_back(desk, early, entry(undoes=merged))
    assert School.objects.get().name == "Elm and Fir"


def test_frozen_awards_are_taken_back_with_a_reason_and_the_last_version_first(
    desk: Client, client: Client, section: Section, kim: User
) -> None:
    prizes.announce(section, "1st place trophy", by=kim)
    played(section, 2, "1 3 WL\n2 4 WL", by=kim)
    ceremony.freeze(section, by=kim)
    frozen = entry(code="awards-frozen")
    there = at("undo-entry", section, frozen.pk)
    page = visit(desk, there)
    assert "awards list 1, and its public page" in page
    assert "taking them back needs a reason" in page
    public = reverse("announced", args=[section.event.slug, section.slug, 1])
    assert client.get(public).status_code == 200
    assert page.form(there).send(desk, {"reason": " "}).status_code == 422
    assert FrozenAwards.objects.exists()
    page.form(there).send(desk, {"reason": "frozen one round early"})
    assert not FrozenAwards.objects.exists()
    assert client.get(public).status_code == 404
    assert entry(undoes=frozen).reason == "frozen one round early"


def test_awards_of_a_final_section_stay_until_it_is_reopened(
    desk: Client, section: Section, kim: User
) -> None:
    prizes.announce(section, "1st place trophy", by=kim)
    played(section, 2, "1 3 WL\n2 4 WL", by=kim)
    ceremony.freeze(section, by=kim)
    finishing.finish(as_it_stands(section), by=kim)
    assert "reopen it on its Finish page" in visit(
        desk, at("undo-entry", section, entry(code="awards-frozen").pk)
    )
    # Nobody is asked what moves, and why, by what cannot be saved.
    asked = visit(desk, at("undo-entry", section, entry(code="result").pk))
    assert "is final. To undo this, reopen it on its Finish page first." in asked
    assert not asked.all("#reason")
    # To finish is undone where it is done, by the rules of that page.
    there = desk.get(at("undo-entry", section, entry(code="finished").pk))
    assert there.headers["Location"] == at("finish", section)


def test_a_deleted_section_comes_back_with_its_players_and_goes_again(
    desk: Client, client: Client, early: Section, kim: User
) -> None:
    other = a_section(4, 3, event=early.event)
    pairings.pair(other, 1, "1 2", by=kim)
    check_in.check_in(other.event, other.players.get(number=4).pk, by=kim)
    orders.post_order(other, "solkoff", by=kim)
    before = images(other)
    visibility.delete_section(as_it_stands(other), by=kim)
    assert not Section.objects.filter(pk=other.pk).exists()
    deleted = entry(code="section-deleted")
    page = take_back(desk, early, deleted)
    told = [other.name, "4 entries of the roster", "1 paired round", "1 posted tiebreak order"]
    assert page.texts("main li bdi") == told
    assert images(other) == before
    call_command("check_standings", stdout=StringIO())
    call_command("replay", other.event.slug, stdout=StringIO())
    assert client.get(reverse("standings", args=[other.event.slug, other.slug])).status_code == 200
    take_back(desk, early, entry(undoes=deleted))
    assert not Section.objects.filter(pk=other.pk).exists()


def test_a_deleted_section_comes_back_with_the_pairing_that_was_not_published(
    desk: Client, early: Section, kim: User
) -> None:
    other = a_section(4, 3, event=early.event)
    drafts.keep(other, 1, drafts.propose(other, 1), by=kim)
    before = list(PairingDraft.objects.values())
    for _again in range(2):
        visibility.delete_section(as_it_stands(other), by=kim)
        assert not PairingDraft.objects.exists()
        page = take_back(desk, early, entry(code="section-deleted"))
        assert "1 unpublished pairing" in page.texts("main li bdi")
        assert list(PairingDraft.objects.values()) == before
        call_command("check_standings", stdout=StringIO())
        call_command("replay", other.event.slug, stdout=StringIO())
    assert "changed after this was paired" not in visit(desk, at("pairing", other, 1))


def test_an_event_whose_log_has_a_deleted_section_with_a_pairing_is_restored(
    early: Section, kim: User
) -> None:
    other = a_section(4, 3, event=early.event)
    drafts.keep(other, 1, drafts.propose(other, 1), by=kim)
    visibility.delete_section(as_it_stands(other), by=kim)
    file = BytesIO()
    backups.one_event(early.event, file)
    file.seek(0)
    (restored,) = backups.restore(file, backups.Source("x.wallchart"), by=None, replace=True)
    take_back(signed_in(kim), restored.event.sections.get(), entry(code="section-deleted"))
    assert PairingDraft.objects.get().section.name == other.name


def test_a_deleted_section_does_not_push_out_the_one_at_its_address(
    desk: Client, early: Section, kim: User
) -> None:
    other = setup.create_section(early.event, name="Reserve", rounds=3, by=kim)
    visibility.delete_section(other, by=kim)
    deleted = entry(code="section-deleted")
    setup.create_section(early.event, name="Reserve", rounds=3, by=kim)
    there = at("undo-entry", early, deleted.pk)
    assert "Undo them first" in visit(desk, there)
    assert desk.post(there).status_code == 409
    assert Section.objects.filter(name="Reserve").count() == 1


def test_a_published_event_is_hidden_again_with_the_sections_it_showed(
    desk: Client, client: Client, early: Section, kim: User
) -> None:
    other = a_section(2, event=early.event, draft=True)
    Event.objects.update(hidden=True)
    visibility.publish_event(early.event, [other], by=kim)
    published = entry(code="event-published", standings=early.standings_id)
    public = reverse("event", args=[early.event.slug])
    assert client.get(public).status_code == 200
    # In the log of the other section, too.
    told = entry(code="event-published", standings=other.standings_id)
    whole = desk.get(at("undo-entry", other, told.pk))
    assert whole.headers["Location"] == at("undo-entry", early, published.pk)

    page = take_back(desk, early, published)

    assert "hidden: no → yes" in " ".join(page.texts(".plainlist li")).replace(" becomes", "")
    assert client.get(public).status_code == 404
    assert as_it_stands(other).hidden
    assert not as_it_stands(early).hidden


def test_an_archived_section_is_brought_back_from_its_log(desk: Client, early: Section, kim: User) -> None:
    visibility.archive(early, hide=False, by=kim)
    take_back(desk, early, entry(code="archived"))
    assert not as_it_stands(early).archived


def test_the_name_of_an_event_goes_back_on_every_page(desk: Client, early: Section, kim: User) -> None:
    other = a_section(2, event=early.event)
    was = early.event.name
    setup.edit_event(early.event, name="Harvest Open", city="", starts_on=None, by=kim)
    stamp = as_it_stands(other).stamp
    take_back(desk, early, entry(code="event-edited", standings=early.standings_id))
    assert Event.objects.get().name == was
    assert as_it_stands(other).stamp != stamp


@pytest.mark.parametrize("code", ["order-posted", "event-published", "table-created"])
def test_an_assistant_takes_back_nothing_that_only_a_chief_does(early: Section, kim: User, code: str) -> None:
    orders.post_order(early, "solkoff", by=kim)
    teams.make_table(early.event, name="Schools", sections=[early], by=kim)
    visibility.hide_event(early.event, by=kim)
    visibility.publish_event(early.event, [], by=kim)
    pat = UserFactory.create()
    Staff.objects.create(event=early.event, user=pat, role=Role.ASSISTANT)
    answer = signed_in(pat).get(at("undo-entry", early, entry(code=code).pk))
    assert answer.status_code == 403
    assert "Only a chief does this, so only a chief can undo it." in read(answer)
    # Nor does the log lead there.
    shown = visit(signed_in(pat), at("section-log", early))
    assert "Only a chief can undo this." in shown
    assert at("undo-entry", early, entry(code=code).pk) not in shown.links
