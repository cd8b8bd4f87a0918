"""The page that undoes an entry of the log: what goes back, what stands in the way, who may."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

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
from tests.views.log_page import entry, section
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.formats import wallchart_csv
from tournaments.formats.records import RosterEntry
from tournaments.models import LogEntry, Role, Section, Staff
from tournaments.services import (
    ceremony,
    drafts,
    importing,
    pairings,
    prizes,
    rosters,
)
from tournaments.services.undoing import undo_entry

__all__ = ["section"]


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
    rosters.edit_player(section.players.get(number=2), rating=1234, team="Elm", reason="Typed wrong", by=kim)
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
    assert "Don’t ask anyone to return a trophy or money until the board has a result." in saved
    assert "No one wins it now" not in saved
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
        assert "Awards list 1 was frozen" in page
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


@pytest.mark.parametrize("drafted", [True, False])
def test_to_undo_that_a_publication_was_undone_says_what_phones_show_again_and_asks_why(
    desk: Client, section: Section, kim: User, drafted: bool
) -> None:
    if drafted:
        drafts.keep(section, 2, drafts.propose(section, 2), by=kim)
        drafts.publish(section, 2, by=kim)
    else:
        pairings.pair(section, 2, "1 3\n2 4", by=kim)
        pairings.publish(section, 2, by=kim)
    boards = section.round_set.get(number=2).games.count()
    undo_entry(section.pk, by=kim, entry_id=entry().pk, reason="the wrong round was paired")
    taken_back = entry(verb="undo")
    address = at("undo-entry", section, taken_back.pk)
    page = visit(desk, address)
    assert "Round 2 is published again, so undoing this needs a reason." in page
    told = "round 2 on the public pages"
    if drafted:
        told += f", with its boards of then: {boards} boards"
    assert told in page.texts("main li")
    refused = page.form(address).send(desk)
    assert refused.status_code == 422
    assert not section.round_set.filter(number=2, published_at__isnull=False).exists()
    page.form(address).send(desk, {"reason": "it was right after all"})
    assert section.round_set.get(number=2).published_at
    assert entry(undoes=taken_back).reason == "it was right after all"


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
