"""The page that undoes an entry of the log: what goes back, what stands in the way, who may."""

from io import BytesIO, StringIO
from typing import Any

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
    corrected,
    enter,
    games_of,
    played,
)
from tests.html import Element, read, visit
from tests.sign_in import signed_in
from tests.test_changes import images
from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.models import FrozenAwards, PostedOrder, Standings
from tournaments.formats import wallchart_csv
from tournaments.formats.records import RosterEntry
from tournaments.models import Event, LogEntry, PairingDraft, Role, School, Section, Staff, TeamTable
from tournaments.services import (
    backups,
    ceremony,
    check_in,
    drafts,
    finishing,
    importing,
    orders,
    pairings,
    prizes,
    rosters,
    setup,
    teams,
    visibility,
)


@pytest.fixture
def section(kim: User) -> Section:
    section = a_section(4, 2, by=kim, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL", by=kim)
    return as_it_stands(section)


def entry(**of: Any) -> LogEntry:
    return LogEntry.objects.filter(**of).latest("pk")


def line(page: Element, text: str) -> Element:
    return next(each for each in page.all(".log .done") if text in each.text)


def test_a_line_of_the_log_leads_to_its_undoing_unless_it_was_undone(desk: Client, section: Section) -> None:
    result = entry(verb="result")
    address = at("undo-entry", section, result.pk)
    assert address in visit(desk, at("section-log", section)).links
    assert desk.post(address).headers["Location"] == at("section-log", section)
    page = visit(desk, at("section-log", section))
    assert address not in page.links
    assert at("undo-entry", section, entry(undoes=result).pk) in page.links


def test_a_second_press_in_another_tab_is_told_once_that_it_is_undone(desk: Client, section: Section) -> None:
    address = at("undo-entry", section, entry(verb="result").pk)
    assert desk.post(address).status_code == 302
    answer = desk.post(address)
    assert answer.status_code == 409
    assert read(answer).texts("[role=alert]") == ["This was undone already."]
    assert read(answer).text.count("undone already") == 1


def test_it_shows_each_value_as_it_is_and_as_it_will_be(desk: Client, section: Section, kim: User) -> None:
    rosters.edit_player(section.players.get(number=2), rating=1234, team="Elm", by=kim)
    page = visit(desk, at("undo-entry", section, entry(code="player-edited").pk))
    shown = " ".join(page.texts(".plainlist li"))
    assert "rating: 1234 → 1950" in shown.replace(" becomes", "")
    assert "team or school: Elm" in shown


def test_later_changes_of_the_same_rows_are_named_newest_first(
    desk: Client, section: Section, kim: User
) -> None:
    result = entry(verb="result")
    board = games_of(section, 1)[1]
    enter(board, "DD", by=kim)
    enter(board, "LW", by=kim)
    address = at("undo-entry", section, result.pk)
    page = visit(desk, address)
    named = [text.replace("\u2060", "") for text in page.texts("ol.log .done")]
    assert [text[-3:] for text in named] == ["0–1", "½–½"]
    assert "Undo this entry" not in page.texts("button")
    answer = desk.post(address)
    assert answer.status_code == 409
    assert "Later changes build on this one" in read(answer)
    for later in LogEntry.objects.filter(pk__gt=result.pk).order_by("-pk"):
        assert desk.post(at("undo-entry", section, later.pk)).status_code == 302
    assert desk.post(address).status_code == 302
    assert [seat.kind for seat in games_of(section, 1)[1].seats.all()] == ["?", "?"]


def test_a_player_with_a_seat_is_not_taken_away(desk: Client, section: Section, kim: User) -> None:
    rosters.add_players(section, [RosterEntry(None, "Zoe Zander")], by=kim)
    added = entry(code="player-added")
    pairings.give_bye(section, 2, [5], Kind.HALF_BYE, by=kim)
    page = visit(desk, at("undo-entry", section, added.pk))
    assert "Zoe Zander (half-point bye)" in page.texts("ol.log .done")[0]


def test_undoing_a_correction_asks_for_what_moves_and_for_a_reason(
    desk: Client, section: Section, kim: User
) -> None:
    played(section, 2, "1 3 WL\n2 4 WL", by=kim)
    corrected(games_of(section, 1)[0], "LW", by=kim)
    correction = entry(code="result-corrected")
    address = at("undo-entry", section, correction.pk)
    sheet = desk.post(address)
    assert sheet.status_code == 409
    (form,) = [each for each in read(sheet).forms if each.action == address]
    assert not LogEntry.objects.filter(undoes=correction)
    assert form.send(desk, {"reason": ""}).status_code == 422
    done = form.send(desk, {"reason": "the first slip was right"})
    undoing = entry(undoes=correction)
    assert done.headers["Location"] == at("correction", section, undoing.pk)
    assert undoing.reason == "the first slip was right"
    assert undoing.moved


def test_undoing_a_result_of_an_earlier_round_asks_once(desk: Client, section: Section, kim: User) -> None:
    played(section, 2, "1 3 WL\n2 4 WL", by=kim)
    result = LogEntry.objects.filter(verb="result").earliest("pk")
    address = at("undo-entry", section, result.pk)
    page = visit(desk, address)
    assert "Undo this entry" not in page.texts("button")
    assert page.all("#moves")
    saved = page.form(address).send(desk, {"reason": "slip of another round"})
    undoing = entry(undoes=result)
    assert saved.headers["Location"] == at("correction", section, undoing.pk)
    assert undoing.reason == "slip of another round"


def test_undoing_a_result_of_a_complete_round_says_that_the_board_is_open_again_and_not_who_loses_what(
    desk: Client, section: Section, kim: User
) -> None:
    prizes.announce(section, "1st place trophy", by=kim)
    played(section, 2, "1 3 WL\n2 4 WL", by=kim)
    ceremony.freeze(as_it_stands(section), by=kim)
    result = LogEntry.objects.filter(verb="result").earliest("pk")
    address = at("undo-entry", section, result.pk)
    sheet = read(desk.post(address))
    back = "standings go back to what they were before round 1 was complete."
    assert f"This opens the board again, and {back}" in sheet
    assert "Moves:" in sheet.one("#moves details")
    sheet.drop("#moves details")
    assert "Moves:" not in sheet
    (form,) = [each for each in sheet.forms if each.action == address]
    saved = read(form.send(desk, {"reason": "slip of another round"}, follow=True))
    assert f"The board is open again, and {back}" in saved
    assert "Ask nobody for a trophy or money before the board has a result." in saved
    assert "Nobody wins it now" not in saved
    corrected(games_of(section, 1)[0], "LW", by=kim)
    now = visit(desk, at("correction", section, entry(undoes=result).pk))
    assert "open again" not in now


@pytest.mark.parametrize("code", ["order-posted", "section-created"])
def test_what_play_has_settled_says_why_it_is_not_undone(desk: Client, section: Section, code: str) -> None:
    address = at("undo-entry", section, entry(code=code, standings=section.standings_id).pk)
    page = visit(desk, address)
    assert page.texts("main .notice")
    answer = desk.post(address)
    assert answer.status_code == 409
    assert read(answer).texts("main .notice")


def test_an_entry_of_another_section_is_not_found(desk: Client, section: Section) -> None:
    of = entry(verb="result")
    other = a_section(2, event=section.event)
    assert desk.get(at("undo-entry", other, of.pk)).status_code == 404
    assert desk.post(at("undo-entry", other, of.pk)).status_code == 404


def test_undoing_the_import_of_a_wall_chart_says_what_goes_and_after_the_freeze_asks_why(
    desk: Client, section: Section, kim: User
) -> None:
    other = a_section(0, 1, event=section.event, by=kim)
    file = wallchart_csv.read(b"number,name,r1\n1,Ann,W2w\n2,Ben,L1b\n3,Cy,H\n")
    importing.import_wallchart(other, file, order="solkoff", by=kim)
    prizes.announce(as_it_stands(other), "1st place trophy", by=kim)
    ceremony.freeze(as_it_stands(other), by=kim)
    imported = entry(verb="import")
    goes = ["3 entries of the roster: Ann; Ben; Cy", "1 board of round 1", "1 result", "1 bye or absence"]
    for address in (at("undo-entry", other, imported.pk), at("undo-import", other)):
        page = visit(desk, address)
        lines = page.texts("main li")
        assert [line for line in lines if line in goes] == goes
        assert "Awards were frozen" in page
        form = page.form(address)
        assert form.send(desk).status_code == 422
        assert other.players.count() == 3
    assert form.send(desk, {"reason": "the wrong file"}).status_code == 302
    assert not other.players.exists()
    assert entry(undoes=imported).reason == "the wrong file"


def test_undoing_a_publication_says_that_the_round_leaves_the_public_pages(
    desk: Client, section: Section, kim: User
) -> None:
    pairings.pair(section, 2, "1 3\n2 4", by=kim)
    pairings.publish(section, 2, by=kim)
    page = visit(desk, at("undo-entry", section, entry(verb="publish").pk))
    assert "round 2 on the public pages" in page.texts("main li")


@pytest.mark.parametrize("blank", ["", "  "])
def test_undoing_a_publication_asks_why_since_phones_have_shown_the_round(
    desk: Client, client: Client, section: Section, kim: User, blank: str
) -> None:
    pairings.pair(section, 2, "1 3\n2 4", by=kim)
    pairings.publish(section, 2, by=kim)
    address = at("undo-entry", section, entry(verb="publish").pk)
    page = visit(desk, address)
    assert "Round 2 is published, so undoing this needs a reason." in page
    refused = page.form(address).send(desk, {"reason": blank})
    assert refused.status_code == 422
    assert section.round_set.get(number=2).published_at
    page.form(address).send(desk, {"reason": "the wrong round was paired"})
    assert section.round_set.get(number=2).published_at is None
    assert entry(verb="undo").reason == "the wrong round was paired"


def test_undoing_a_bye_of_a_published_round_asks_why_as_the_page_of_the_round_does(
    desk: Client, section: Section, kim: User
) -> None:
    rosters.add_players(section, [RosterEntry(None, "Zoe Zander")], by=kim)
    pairings.give_bye(section, 1, [5], Kind.HALF_BYE, by=kim, reason="came late")
    bye = entry(verb="bye")
    address = at("undo-entry", section, bye.pk)
    page = visit(desk, address)
    assert "Round 1 is published, so undoing this needs a reason." in page
    form = page.form(address)
    refused = form.send(desk, {"reason": "1"})
    assert refused.status_code == 422
    assert "Round 1 is published" in read(refused)
    assert section.players.get(number=5).seats.exists()
    assert form.send(desk, {"reason": "was not there"}).status_code == 302
    assert not section.players.get(number=5).seats.exists()
    # And the undoing of the undoing, which gives the bye again.
    again = at("undo-entry", section, entry(undoes=bye).pk)
    assert visit(desk, again).form(again).send(desk).status_code == 422


def test_undoing_a_bye_of_a_round_that_is_not_published_asks_no_reason(
    desk: Client, section: Section, kim: User
) -> None:
    pairings.give_bye(section, 2, [4], Kind.HALF_BYE, by=kim)
    address = at("undo-entry", section, entry(verb="bye").pk)
    page = visit(desk, address)
    assert "Optional" in page
    assert page.form(address).send(desk).status_code == 302


def test_only_a_chief_undoes_the_import_of_a_wall_chart(section: Section, kim: User) -> None:
    lee = UserFactory.create(first_name="Lee")
    Staff.objects.create(event=section.event, user=lee, role=Role.ASSISTANT)
    other = a_section(0, 1, event=section.event)
    file = wallchart_csv.read(b"number,name,r1\n1,Ann,W2w\n2,Ben,L1b\n")
    importing.import_wallchart(other, file, order="solkoff", by=kim)
    address = at("undo-entry", other, entry(verb="import").pk)
    assert signed_in(lee).get(address).status_code == 403
    assert signed_in(lee).post(address).status_code == 403
    assert signed_in(kim).get(address).status_code == 200


# --- what is posted, created, published ------------------------------------------------------------


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
    assert "the posted order Cumulative; then Solkoff holds again" in page
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
    assert "version 1 of the frozen awards, and its public page" in page
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
