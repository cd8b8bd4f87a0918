"""Finishing a section: what it waits for, what it freezes, that it is read only then, and reopening."""

from datetime import timedelta
from typing import Any

import pytest

from tests.factories import a_section, as_it_stands, corrected, director_of, games_of, played
from tiebreaks import final, frozen
from tiebreaks.models import FinalSheet, FrozenAwards
from tiebreaks.selectors import players_document
from tournaments import zones
from tournaments.errors import Conflict, NoReason, Refused
from tournaments.models import Player, Section
from tournaments.selectors.awards.final import final_page
from tournaments.selectors.awards.finishing import finish_page
from tournaments.selectors.history.later import refusal
from tournaments.services import ceremony, decisions, numbering, pairings, prizes, rosters, setup
from tournaments.services.epochs import renew_epochs
from tournaments.services.finishing import finish, reopen
from tournaments.services.results import record_result


@pytest.fixture
def section() -> Section:
    """1 has won both games, 2 and 3 one each and nothing separates them, 4 none."""
    section = a_section(4, 2, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3 WL\n2 4 WL")
    prizes.announce(section, "1st place trophy", in_this_order=False, by=by(section))
    return as_it_stands(section)


def by(section: Section) -> Any:
    return director_of(section)


def finished(section: Section) -> FinalSheet:
    return finish(as_it_stands(section), by=by(section))


def reopened(section: Section, reason: str = "Board 1 was entered wrong") -> FinalSheet:
    return reopen(as_it_stands(section), by=by(section), reason=reason)


def the_upset(section: Section) -> None:
    """The last game was not won by 1 but by 3."""
    corrected(games_of(section, 2)[0], "LW", by=by(section))


# --- what it waits for ----------------------------------------------------------------------------


def test_a_missing_result_is_named_and_nothing_is_final(section: Section) -> None:
    unfinished = a_section(4, 2, event=section.event, order="solkoff")
    played(unfinished, 1, "1 2 WL\n3 4")
    with pytest.raises(Refused, match="0 of 2 rounds are complete"):
        finished(unfinished)
    page = finish_page(unfinished)
    assert [(tab.number, tab.state, tab.missing) for _of, tab in page.ceremony.waiting] == [
        (1, "open", 1),
        (2, "empty", 0),
    ]
    assert not FinalSheet.objects.exists()


def test_an_undecided_trophy_is_named_and_nothing_is_final(section: Section) -> None:
    prizes.announce(section, "2nd place trophy", in_this_order=False, by=by(section))
    with pytest.raises(Refused, match="2nd place trophy is undecided"):
        finished(section)
    assert finish_page(section).ceremony.undecided == ["2nd place trophy"]
    assert not FinalSheet.objects.exists()


def test_unverified_boards_and_ties_that_no_award_waits_for_are_named_and_do_not_hold_it_up(
    section: Section,
) -> None:
    page = finish_page(section)
    assert page.ceremony.ready
    assert [each.number for each in page.ceremony.unverified] == [1, 2]
    assert [{player.number for player in tie.players} for tie in page.ties] == [{2, 3}]
    assert finished(section).number == 1


def test_a_tie_of_players_without_a_game_is_no_tie_to_check() -> None:
    """5 and 6 never came: no playoff is theirs to play."""
    section = a_section(6, 2, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3 WL\n2 4 WL")
    page = finish_page(as_it_stands(section))
    assert [{player.number for player in tie.players} for tie in page.ties] == [{2, 3}]


def test_players_whose_results_the_standings_leave_out_are_named(section: Section) -> None:
    short = a_section(4, 3, event=section.event, format="round robin")
    played(short, 1, "1 2 WL\n3 4 WL")
    gone = Player.objects.get(section=short, number=4)
    pairings.withdraw(gone, 1, by=by(section))
    assert finish_page(as_it_stands(short)).held_out == [gone.called]


def test_a_decision_that_no_longer_applies_is_named(section: Section) -> None:
    decisions.record_decision(decisions.PLAYOFF, section, [[3], [2]], by=by(section))
    assert not finish_page(as_it_stands(section)).set_aside
    the_upset(section)
    (decision,) = finish_page(as_it_stands(section)).set_aside
    assert decision.set_aside


def test_a_director_finishes_only_what_she_has_seen(section: Section) -> None:
    seen = as_it_stands(section).stamp
    the_upset(section)
    with pytest.raises(Conflict, match="changed since this page loaded"):
        finish(as_it_stands(section), by=by(section), stamp=seen)
    assert not FinalSheet.objects.exists()


def test_after_a_crash_nobody_is_said_to_have_changed_anything(section: Section) -> None:
    """The start after one draws a new epoch: what the page showed may be of another life."""
    seen = as_it_stands(section).stamp
    renew_epochs()
    with pytest.raises(Conflict, match="Wallchart was restarted or a backup was restored"):
        finish(as_it_stands(section), by=by(section), stamp=seen)
    assert not FinalSheet.objects.exists()


# --- what it freezes ------------------------------------------------------------------------------


def test_the_sheet_is_what_the_director_saw_and_the_hash_is_of_its_bytes(section: Section) -> None:
    row = finish(section, by=by(section), stamp=section.stamp)
    assert (row.number, row.stamp) == (1, section.stamp)
    assert row.finished_by == by(section).get_full_name()
    assert row.sha256 == final.digest(row.sheet)
    sheet = final.read(row.sheet)
    assert final.write(sheet) == row.sheet
    assert (sheet.event, sheet.section, sheet.version) == (section.event.name, section.name, 1)
    assert sheet.finished_at == row.finished_at
    event_s = row.finished_at.astimezone(zones.zone(section.event.time_zone))
    assert sheet.finished_at.utcoffset() == event_s.utcoffset() != timedelta(0)
    document = players_document(section.standings_id)
    assert sheet.standings == document.standings
    assert document.final is not None
    assert (document.final.version, document.final.at) == (1, row.finished_at)


def test_the_sheet_ranks_the_same_from_its_bytes_alone(section: Section) -> None:
    assert final.differences(final.read(finished(section).sheet)) == []


def test_the_sheet_has_no_keys_of_this_database(section: Section) -> None:
    sheet = final.read(finished(section).sheet)
    assert [winner.key for award in sheet.awards.awards for winner in award.winners] == [0]
    assert '"key"' not in finished_bytes(section)


def finished_bytes(section: Section) -> str:
    return FinalSheet.objects.get(standings=section.standings_id).sheet


def test_finishing_freezes_awards_that_are_not_frozen_as_they_are(section: Section) -> None:
    finished(section)
    (awards,) = FrozenAwards.objects.filter(standings=section.standings_id)
    sheet = final.read(finished_bytes(section))
    assert [award.title for award in frozen.read(awards.awards).awards] == [
        award.title for award in sheet.awards.awards
    ]


def test_awards_that_a_ceremony_announced_stay_the_version_that_they_are(section: Section) -> None:
    ceremony.freeze(section, by=by(section))
    finished(section)
    assert FrozenAwards.objects.filter(standings=section.standings_id).count() == 1


def test_a_section_without_prizes_is_finished_too(section: Section) -> None:
    plain = a_section(2, 1, event=section.event)
    played(plain, 1, "1 2 WL")
    assert finished(plain).number == 1
    assert not FrozenAwards.objects.filter(standings=plain.standings_id).exists()


def test_decisions_about_ties_are_on_the_sheet(section: Section) -> None:
    decisions.record_decision(decisions.PLAYOFF, section, [[3], [2]], by=by(section))
    sheet = final.read(finished(section).sheet)
    assert [standing.number for standing in sheet.standings] == [1, 3, 2, 4]
    assert final.differences(sheet) == []


# --- read only ------------------------------------------------------------------------------------


def test_what_is_final_is_read_only(section: Section) -> None:
    finished(section)
    kim = by(section)
    game = games_of(section, 2)[0]
    changes: dict[str, Any] = {
        "a result": lambda: record_result(game, "LW", by=kim, revision=game.revision),
        "a name": lambda: rosters.edit_player(
            Player.objects.get(section=section, number=1), name="Zoe", by=kim
        ),
        "a prize": lambda: prizes.announce(section, "", in_this_order=False, by=kim),
        "a tie": lambda: decisions.record_decision(decisions.PLAYOFF, section, [[2], [3]], by=kim),
        "the numbers": lambda: numbering.number_by_rating(section, by=kim),
        "the setup": lambda: setup.edit_section(
            section, name="Other", rounds=2, format="swiss", games=1, by=kim
        ),
        "a second finish": lambda: finished(section),
    }
    before = as_it_stands(section).stamp
    for what, change in changes.items():
        with pytest.raises(Refused, match="is final"):
            change()
        assert as_it_stands(section).stamp == before, what


def test_a_change_of_the_event_reaches_final_sections_too(section: Section) -> None:
    finished(section)
    setup.edit_event(section.event, name="Harvest Open", city="", starts_on=None, by=by(section))
    document = players_document(section.standings_id)
    assert document.final is not None
    assert final.read(finished_bytes(section)).event == section.event.name != "Harvest Open"


# --- reopened -------------------------------------------------------------------------------------


def test_reopening_needs_words_and_is_in_the_log_with_them(section: Section) -> None:
    finished(section)
    for reason in ("", "x", "123"):
        with pytest.raises(NoReason):
            reopened(section, reason)
    assert players_document(section.standings_id).final is not None
    row = reopened(section)
    assert (row.number, row.reason, row.reopened_by) == (
        1,
        "Board 1 was entered wrong",
        by(section).get_full_name(),
    )
    assert players_document(section.standings_id).final is None
    entry = as_it_stands(section).standings.log.first()
    assert entry is not None
    assert (entry.summary, entry.reason) == (
        "Reopened: version 1 of the trophy order no longer applies",
        "Board 1 was entered wrong",
    )
    assert refusal(section, entry)


def test_what_is_not_final_is_not_reopened(section: Section) -> None:
    with pytest.raises(Refused, match="is not final"):
        reopened(section)


def test_version_2_says_what_it_changed_and_why_and_version_1_stays(section: Section) -> None:
    first = finished(section).sheet
    reopened(section)
    the_upset(section)
    assert finished(section).number == 2
    page = final_page(section.standings_id, 2)
    assert page is not None
    assert page.since is not None
    assert page.why == "Board 1 was entered wrong"
    one, three = (Player.objects.get(section=section, number=number).called for number in (1, 3))
    moved = {line.name: (line.rank.before, line.rank.after) for line in page.since.places}
    assert (moved[one], moved[three]) == (("1st", "2nd"), ("2nd=", "1st"))
    assert [line.title for line in page.since.trophies] == ["1st place trophy"]
    earlier = final_page(section.standings_id, 1)
    assert earlier is not None
    assert (earlier.row.sheet, earlier.latest, earlier.since) == (first, 2, None)


def test_versions_are_compared_by_player_though_a_number_changed_between_them(section: Section) -> None:
    finished(section)
    reopened(section)
    rosters.edit_player(Player.objects.get(section=section, number=4), number=9, by=by(section))
    finished(section)
    page = final_page(section.standings_id, 2)
    assert page is not None
    assert page.since is not None
    assert not page.since.counts
