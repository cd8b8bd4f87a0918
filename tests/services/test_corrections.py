"""Nobody saves a correction without having seen what it moves; and what was seen is what happens."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import (
    a_section,
    as_it_stands,
    corrected,
    director_of,
    enter,
    games_of,
    paired,
    played,
    section_of,
    three_teams,
)
from tiebreaks.moves import moves, read
from tiebreaks.selectors import players_document, teams_document
from tournaments.errors import NoReason, Unseen
from tournaments.models import Game, LogEntry, MatchBoard, Section, TeamTable
from tournaments.selectors.results.consequences import Correction, consequences
from tournaments.services import corrections, matches, prizes, teams
from tournaments.services.ceremony import freeze
from tournaments.services.results import record_result
from tournaments.services.undoing import undo

pytestmark = pytest.mark.django_db


@pytest.fixture
def section() -> Section:
    """Six players; round 1 held, round 2 published with one board in."""
    section = a_section(6, 3, order="modified_median,solkoff")
    prizes.announce(section, "1st place trophy and $60\n2nd $40\nTop under 1900", by=director_of(section))
    played(section, 1, "1 2 WL\n3 4 DD\n5 6 WL")
    played(section, 2, "1 5 WL\n3 2\n4 6")
    return as_it_stands(section)


def first(section: Section) -> Game:
    return games_of(section, 1)[0]


def stands(game: Game) -> str:
    return "".join(game.seats.order_by("-side").values_list("kind", flat=True))


def record(game: Game, result: str, **more: object) -> object:
    stood = Game.objects.get(pk=game.pk)
    by = director_of(game.round.section)
    return record_result(game, result, revision=stood.revision, by=by, **more)  # type: ignore[arg-type]


# --- which results are corrections ----------------------------------------------------------------


def test_a_result_of_an_earlier_round_is_not_changed_unseen(section: Section) -> None:
    with pytest.raises(Unseen):
        record(first(section), "LW")
    assert stands(first(section)) == "WL"
    assert as_it_stands(section).version == section.version


def test_a_result_of_the_current_round_is_changed_freely(section: Section) -> None:
    game = games_of(section, 2)[0]
    record(game, "DD")
    assert stands(game) == "DD"


def test_an_open_board_of_an_earlier_round_takes_its_first_result_freely(section: Section) -> None:
    game = first(section)
    corrected(game, "??")
    record(game, "DD")
    assert stands(game) == "DD"


def test_a_typo_in_the_last_round_is_mended_freely_until_the_awards_are_frozen() -> None:
    section = a_section(2, 1)
    (game,) = played(section, 1, "1 2 WL")
    record(game, "LW")
    prizes.announce(section, "1st place trophy", by=director_of(section))
    freeze(as_it_stands(section), by=director_of(section))
    with pytest.raises(Unseen):
        record(game, "WL")
    assert stands(game) == "LW"


def test_after_the_freeze_even_an_open_board_is_one() -> None:
    section = a_section(2, 1)
    (game,) = played(section, 1, "1 2 WL")
    prizes.announce(section, "1st place trophy", by=director_of(section))
    freeze(section, by=director_of(section))
    corrected(game, "??")
    with pytest.raises(Unseen):
        record(game, "WL")


@pytest.fixture
def table() -> TeamTable:
    """Two schools with a trophy, in two sections of one round, all played."""
    one = section_of(a_section(0).event, "One", "Elm Fir", rounds=1)
    other = section_of(one.event, "Two", "Elm Fir", rounds=1)
    played(one, 1, "1 2 WL")
    played(other, 1, "1 2 WL")
    by = director_of(one)
    return teams.make_table(
        one.event, name="Schools", sections=[one, other], minimum=1, place_trophies=1, by=by
    )


def test_awards_of_a_team_table_that_are_frozen_ask_in_each_of_its_sections(table: TeamTable) -> None:
    one = table.counted_sections[0]
    game = first(one)
    corrected(game, "??")
    record(game, "WL")
    freeze(table, by=director_of(one))
    corrected(game, "??")
    with pytest.raises(Unseen):
        record(game, "WL")
    assert stands(game) == "??"


def test_undoing_a_result_that_others_count_on_is_one_too(section: Section) -> None:
    corrected(first(section), "DD")
    with pytest.raises(Unseen):
        undo(section.pk, by=director_of(section))
    assert stands(first(section)) == "DD"


# --- what was seen --------------------------------------------------------------------------------


@pytest.mark.parametrize("result", ["LW", "DD", "XF", "FF", "??"])
def test_what_is_shown_before_is_what_happens(section: Section, result: str) -> None:
    game = first(section)
    before = players_document(section.standings_id)
    seen = consequences(corrections.of_result(game, result))
    record(game, result, reason="slip read wrong", seen=seen)
    after = players_document(section.standings_id)
    assert seen.moved[section] == moves(before, after)
    assert seen.moved[section]
    ((_kind, _name, kept),) = LogEntry.objects.latest("pk").moved
    assert read(kept) == seen.moved[section]


def test_what_a_team_table_loses_by_it_is_shown_too(table: TeamTable) -> None:
    game = first(table.counted_sections[0])
    before = teams_document(table.standings_id)
    seen = consequences(corrections.of_result(game, "LW"))
    record(game, "LW", reason="slip read wrong", seen=seen)
    assert seen.moved[table] == moves(before, teams_document(table.standings_id))
    assert seen.moved[table].trophies


def of_board(match: Game) -> Correction:
    return matches.correction_of_board(match.match_boards.get(board=1), "LW")


def of_match(match: Game) -> Correction:
    return matches.correction_of_match(match, "XF")


@pytest.mark.parametrize("of", [of_board, of_match])
def test_of_matches_too(of: Callable[[Game], Correction]) -> None:
    section = three_teams()
    by = director_of(section)
    (match,) = played(section, 1, "1 3")
    for board in MatchBoard.objects.select_related("game__round__section").filter(game=match):
        matches.record_board(board, "LW" if board.board > 1 else "WL", revision=board.revision, by=by)
    played(section, 2, "1 2")
    match.refresh_from_db()
    before = players_document(section.standings_id)
    seen = consequences(of(match))
    if of is of_match:
        matches.record_match(match, "XF", revision=match.revision, by=by, reason="late", seen=seen)
    else:
        board = match.match_boards.get(board=1)
        matches.record_board(board, "LW", revision=board.revision, by=by, reason="late", seen=seen)
    assert seen.moved[section] == moves(before, players_document(section.standings_id))


def test_the_boards_that_were_paired_on_the_old_result_are_named(section: Section) -> None:
    names = {player.number: player.called for player in section.players.all()}
    seen = consequences(corrections.of_result(first(section), "LW"))
    assert [(on.label, on.name, on.before_q, on.after_q, on.opponent) for on in seen.paired] == [
        ("1", names[1], 4, 0, names[5]),
        ("2", names[2], 0, 4, names[3]),
    ]


def test_boards_of_every_later_round_that_were_paired_on_the_old_score_are_named(section: Section) -> None:
    """Round 3 was paired on the old score as well as round 2."""
    for game in games_of(section, 2):
        enter(game, "DD")
    paired(section, 3, "1 2\n3 4\n5 6", publish=True)
    seen = consequences(corrections.of_result(first(section), "LW"))
    assert [(on.round, on.label, on.before_q, on.after_q) for on in seen.paired] == [
        (2, "1", 4, 0),
        (2, "2", 0, 4),
        (3, "1", 6, 2),
        (3, "1", 2, 6),
    ]


def test_a_round_robin_is_paired_on_no_score() -> None:
    """30A."""
    section = a_section(4, rounds=3, format="round robin")
    played(section, 1, "1 4 WL\n2 3 DD")
    paired(section, 2, "3 1\n4 2", publish=True)
    assert consequences(corrections.of_result(first(section), "LW")).paired == []


def test_a_second_correction_is_compared_with_what_the_round_was_paired_on(section: Section) -> None:
    corrected(first(section), "DD")
    again = consequences(corrections.of_result(first(section), "LW"))
    assert [(on.before_q, on.after_q) for on in again.paired] == [(4, 0), (0, 4)]
    back = consequences(corrections.of_result(first(section), "WL"))
    assert back.paired == []


def test_what_was_seen_of_one_result_is_not_what_was_seen_of_another(section: Section) -> None:
    one, other = (consequences(corrections.of_result(first(section), letters)) for letters in ("LW", "XF"))
    assert one.digest != other.digest


# --- what was seen is not saved on something else ---------------------------------------------------


def test_what_was_seen_at_another_version_is_not_saved(section: Section) -> None:
    seen = consequences(corrections.of_result(first(section), "LW"))
    enter(games_of(section, 2)[1], "WL")
    with pytest.raises(Unseen):
        record(first(section), "LW", reason="slip read wrong", seen=seen)
    assert stands(first(section)) == "WL"


def test_what_a_team_table_showed_at_another_version_is_not_saved(table: TeamTable) -> None:
    one, other = table.counted_sections
    seen = consequences(corrections.of_result(first(one), "LW"))
    corrected(first(other), "DD")
    with pytest.raises(Unseen):
        record(first(one), "LW", reason="slip read wrong", seen=seen)
    assert stands(first(one)) == "WL"


@pytest.mark.parametrize("reason", ["", "  \t"])
def test_a_correction_without_a_reason_is_refused(section: Section, reason: str) -> None:
    seen = consequences(corrections.of_result(first(section), "LW"))
    with pytest.raises(NoReason):
        record(first(section), "LW", reason=reason, seen=seen)
    assert stands(first(section)) == "WL"


def test_seeing_stores_nothing_and_takes_no_lock(section: Section) -> None:
    with CaptureQueriesContext(connection) as queries:
        consequences(corrections.of_result(first(section), "LW"))
    statements = [query["sql"] for query in queries]
    assert statements
    assert [sql for sql in statements if not sql.startswith("SELECT") or "FOR UPDATE" in sql] == []
    assert as_it_stands(section).version == section.version
