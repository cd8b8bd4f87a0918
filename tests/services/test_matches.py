"""Matches of teams: line-ups in the teams' order, results board by board, what follows from them (34G)."""

from typing import Any

import pytest

from tests.factories import a_section, as_it_stands, director_of, paired, swap_colors, three_teams
from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.selectors import players_document
from tournaments.errors import Conflict, Refused, ResultConflict
from tournaments.models import Game, LogEntry, MatchBoard, Round, Seat, Section, TeamMember
from tournaments.selectors.results.matches import outcome
from tournaments.services import matches, pairings, results, rulings, undoing
from tournaments.services.rebuilding import check
from tournaments.services.rulings import Outcome, record_board_ruling


@pytest.fixture
def section() -> Section:
    return three_teams()


@pytest.fixture
def match(section: Section) -> Game:
    return paired(section, 1, "1 3", publish=True)[0]


def board(game: Game, number: int) -> MatchBoard:
    return MatchBoard.objects.select_related("game__round__section").get(game=game, board=number)


def enter(game: Game, letters: str, **more: Any) -> None:
    """``WL DD`` on boards 1 and 2; a dot leaves a board as it is."""
    for number, result in enumerate(letters.split(), 1):
        if result != ".":
            row = board(game, number)
            by = director_of(game.round.section)
            matches.record_board(row, result, revision=row.revision, by=by, **more)


def seats(game: Game) -> list[tuple[str, int | None]]:
    return list(Seat.objects.filter(game=game).order_by("-side").values_list("kind", "board_points_q"))


def sitting(game: Game) -> list[tuple[str | None, str | None]]:
    return list(
        MatchBoard.objects.filter(game=game).order_by("board").values_list("home__name", "away__name")
    )


def keys(*names: str | None) -> list[int | None]:
    return [None if name is None else TeamMember.objects.get(name=name).pk for name in names]


def line_up(game: Game, home: list[int | None], away: list[int | None]) -> Game:
    game = Game.objects.get(pk=game.pk)
    by = director_of(game.round.section)
    return matches.set_line_up(game, home, away, revision=game.revision, by=by)


ALDER = ("Ada Ames", "Ben Ames", "Cy Ames", "Di Ames")
CEDAR = ("Ida Case", "Jo Case", "Kay Case", "Lee Case")


# --- who sits -------------------------------------------------------------------------------------


def test_the_first_of_each_list_sit_down_and_the_alternate_does_not(match: Game) -> None:
    assert sitting(match) == list(zip(ALDER, CEDAR, strict=True))
    assert seats(match) == [("?", None), ("?", None)]


def test_a_team_that_is_short_forfeits_its_last_boards(section: Section) -> None:
    game = paired(section, 1, "1 2")[0]
    assert sitting(game)[3] == ("Di Ames", None)
    assert [board(game, n).result for n in (3, 4)] == ["??", "XF"]
    assert seats(game) == [("?", 4), ("?", 0)]


def test_teams_without_a_list_play_without_names() -> None:
    section = a_section(players=2, boards=4)
    game = paired(section, 1, "1 2")[0]
    assert sitting(game) == [(None, None)] * 4
    enter(game, "WL WL DD LW")
    assert seats(game) == [("W", 10), ("L", 6)]


def test_an_alternate_takes_a_place_and_the_others_move_up(match: Game) -> None:
    enter(match, "WL")
    line_up(match, keys("Ben Ames", "Cy Ames", "Di Ames", "Ed Ames"), keys(*CEDAR))
    assert [home for home, _away in sitting(match)] == ["Ben Ames", "Cy Ames", "Di Ames", "Ed Ames"]
    assert board(match, 1).result == "WL"


def test_a_board_left_empty_is_forfeited_and_open_again_once_somebody_sits_there(match: Game) -> None:
    line_up(match, keys("Ada Ames", "Ben Ames", "Cy Ames", None), keys(*CEDAR))
    assert board(match, 4).result == "FX"
    assert seats(match) == [("?", 0), ("?", 4)]
    line_up(match, keys(*ALDER), keys(*CEDAR))
    assert board(match, 4).result == "??"


@pytest.mark.parametrize(
    ("home", "told"),
    [
        (("Ida Case", "Ben Ames", "Cy Ames", "Di Ames"), ("Ida Case", "a player of Alder Lane")),
        (("Ada Ames", "Ada Ames", "Cy Ames", "Di Ames"), ("Ada Ames", "each player once")),
        (("Ben Ames", "Ada Ames", "Cy Ames", "Di Ames"), ("Ada Ames", "plays above Ben Ames")),
        (("Ada Ames", None, "Cy Ames", "Di Ames"), ("Cy Ames", "a board above is empty")),
    ],
)
def test_a_line_up_that_cannot_be_is_named_and_nothing_stored(
    match: Game, home: tuple[str | None, ...], told: tuple[str, str]
) -> None:
    version = as_it_stands(match.round.section).version
    with pytest.raises(Refused, match="not saved") as refused:
        line_up(match, keys(*home), keys(*CEDAR))
    trouble = refused.value.troubles[0]
    assert (trouble.read, told[1] in trouble.expected) == (told[0], True)
    assert trouble.where.startswith("Alder Lane, board")
    assert as_it_stands(match.round.section).version == version
    assert sitting(match) == list(zip(ALDER, CEDAR, strict=True))


def test_a_line_up_from_a_stale_page_is_refused(match: Game) -> None:
    enter(match, "WL")
    with pytest.raises(Conflict, match="Somebody changed this match"):
        matches.set_line_up(match, [], [], revision=0, by=director_of(match.round.section))


# --- results --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("boards", "made"),
    [
        ("WL WL DD LW", [("W", 10), ("L", 6)]),
        ("DD DD DD DD", [("D", 8), ("D", 8)]),
        ("LW FX DD .", [("?", 2), ("?", 10)]),
        ("XF XF XF XF", [("X", 16), ("F", 0)]),
        ("FF FF FF FF", [("F", 0), ("F", 0)]),
        ("ZZ ZZ ZZ ZZ", [("Z", 8), ("Z", 8)]),
        ("WL FF FF FF", [("W", 4), ("L", 0)]),
        ("WL FX FF FF", [("D", 4), ("D", 4)]),
        ("XF XF XF DD", [("W", 14), ("L", 2)]),
    ],
)
def test_the_match_follows_from_its_boards(match: Game, boards: str, made: list[tuple[str, int]]) -> None:
    enter(match, boards)
    assert seats(match) == made
    assert not check(Section, as_it_stands(match.round.section).pk).difference


def test_the_running_score_counts_for_nobody_until_the_match_is_over(match: Game) -> None:
    enter(match, "WL WL DD")
    body = players_document(match.round.section.standings_id)
    assert (body.through, body.live) == (0, True)
    assert [cell.kind for cell in body.chart.by_number[1].cells] == [Kind.OPEN]
    assert [cell.board_points_q for cell in body.chart.by_number[1].cells] == [10]


def test_the_first_board_publishes_the_round(section: Section) -> None:
    game = paired(section, 1, "1 3")[0]
    enter(game, "DD")
    assert Round.objects.get().published_at is not None


def test_two_scorers_at_one_match_are_asked_only_about_the_same_board(match: Game) -> None:
    first, second = board(match, 1), board(match, 2)
    by = director_of(match.round.section)
    matches.record_board(first, "WL", revision=0, by=by)
    matches.record_board(second, "DD", revision=0, by=by)
    with pytest.raises(ResultConflict) as clash:
        matches.record_board(first, "LW", revision=0, by=by)
    assert (clash.value.current, clash.value.typed) == ("WL", "LW")
    assert seats(match) == [("?", 6), ("?", 2)]


def test_the_same_result_again_changes_nothing(match: Game) -> None:
    enter(match, "WL")
    version = as_it_stands(match.round.section).version
    matches.record_board(board(match, 1), "WL", revision=0, by=director_of(match.round.section))
    assert as_it_stands(match.round.section).version == version


def test_a_match_is_not_entered_or_ruled_over_its_boards(match: Game) -> None:
    by = director_of(match.round.section)
    with pytest.raises(Refused, match="come from the boards"):
        results.record_result(match, "WL", revision=0, by=by)
    with pytest.raises(Refused, match="come from the boards"):
        rulings.record_ruling(match, rulings.WON, rulings.LOST, revision=0, by=by, reason="so")
    with pytest.raises(Refused, match="come from the boards"):
        matches.record_match(match, "WL", revision=0, by=by)


def test_a_team_that_did_not_come_loses_every_board_and_may_come_after_all(match: Game) -> None:
    by = director_of(match.round.section)
    game = matches.record_match(match, "FX", revision=match.revision, by=by)
    assert seats(game) == [("F", 0), ("X", 16)]
    matches.record_match(game, "??", revision=game.revision, by=by)
    assert seats(game) == [("?", 0), ("?", 0)]


def test_a_bye_is_worth_on_every_board_what_it_is_worth_as_a_match(section: Section) -> None:
    paired(section, 1, "1 B\n2 H\n3 U", publish=False)
    found = Seat.objects.order_by("player__number").values_list("kind", "board_points_q")
    assert list(found) == [("B", 16), ("H", 8), ("U", 0)]


# --- undo, colors, taking off --------------------------------------------------------------------


def test_undo_takes_one_board_back_though_another_was_entered_since(match: Game) -> None:
    section = match.round.section
    other = a_section(players=0).event.staff.get().user
    enter(match, "WL")
    row = board(match, 2)
    matches.record_board(row, "DD", revision=row.revision, by=other)
    undoing.undo(section.pk, by=director_of(section))
    assert [board(match, n).result for n in (1, 2)] == ["??", "DD"]
    assert seats(match) == [("?", 2), ("?", 2)]
    assert not check(Section, as_it_stands(section).pk).difference


def test_a_board_is_undone_from_the_log_though_another_was_entered_since(match: Game) -> None:
    section = match.round.section
    by = director_of(section)
    enter(match, "WL")
    first = LogEntry.objects.latest("pk")
    enter(match, ". DD")
    undoing.undo_entry(section.pk, by=by, entry_id=first.pk)
    assert [board(match, n).result for n in (1, 2)] == ["??", "DD"]
    assert not check(Section, as_it_stands(section).pk).difference


def test_undo_of_the_whole_match_that_published_its_round_unpublishes_it(section: Section) -> None:
    game = paired(section, 1, "1 3")[0]
    director = director_of(section)
    matches.record_match(game, "FX", revision=game.revision, by=director)
    undoing.undo(section.pk, by=director)
    assert [seat.kind for seat in game.seats.all()] == ["?", "?"]
    assert not Round.objects.filter(published_at__isnull=False).exists()


def test_undo_brings_the_former_line_up_back(match: Game) -> None:
    section = match.round.section
    line_up(match, keys("Ben Ames", "Cy Ames", "Di Ames", "Ed Ames"), keys(*CEDAR))
    undoing.undo(section.pk, by=director_of(section))
    assert sitting(match) == list(zip(ALDER, CEDAR, strict=True))


def test_undo_takes_the_pairing_with_its_boards_back(match: Game) -> None:
    section = match.round.section
    by = director_of(section)
    undoing.undo(section.pk, by=by)  # the publishing
    undoing.undo(section.pk, by=by)
    assert not MatchBoard.objects.exists()
    assert not Game.objects.exists()


def test_teams_that_swap_colors_take_their_boards_along(match: Game) -> None:
    enter(match, "WL DD")
    swap_colors(match, by=director_of(match.round.section))
    assert sitting(match) == list(zip(CEDAR, ALDER, strict=True))
    assert [board(match, n).result for n in (1, 2)] == ["LW", "DD"]
    assert seats(match) == [("?", 2), ("?", 6)]


def test_a_match_with_a_board_entered_is_not_taken_off(match: Game) -> None:
    enter(match, "WL")
    by = director_of(match.round.section)
    with pytest.raises(Refused, match="has a result"):
        pairings.remove_pairing(match, by=by)
    undoing.undo(match.round.section_id, by=by)
    pairings.remove_pairing(match, by=by, reason="paired by mistake")
    assert not MatchBoard.objects.exists()


def test_check_standings_tells_of_a_match_that_is_not_what_its_boards_make(match: Game) -> None:
    enter(match, "WL WL DD LW")
    section = as_it_stands(match.round.section)
    assert not check(Section, section.pk).difference
    MatchBoard.objects.filter(game=match, board=4).update(home_kind="W", away_kind="L")
    assert (
        check(Section, section.pk).difference
        == "round 1, match 1: the result does not follow from the boards"
    )


def test_check_standings_tells_of_a_player_who_sits_for_another_team(match: Game) -> None:
    stranger = TeamMember.objects.get(name="Flo Birk")
    MatchBoard.objects.filter(game=match, board=1).update(home=stranger)
    told = check(Section, as_it_stands(match.round.section).pk).difference
    assert told == "round 1, match 1: Flo Birk is of another team"


# --- the document ------------------------------------------------------------------------------------


def test_a_document_has_names_and_ratings_of_those_who_sat_and_no_id(match: Game) -> None:
    enter(match, "WL DD LW XF")
    section = as_it_stands(match.round.section)
    body = players_document(section.standings_id)
    assert body.matches[1, 1, 1][0][:7] == (
        *(1, Kind.WIN, Kind.LOSS),
        *("Ada Ames", 2100, "Ida Case", 1900),
    )
    assert "10000001" not in section.standings.published.body


def test_boards_of_a_draft_are_not_public(section: Section) -> None:
    paired(section, 1, "1 3")
    assert players_document(section.standings_id).matches == {}


def test_outcome_needs_every_board() -> None:
    boards = [MatchBoard(home_kind=kind[0], away_kind=kind[1]) for kind in ("WL", "WL", "WL", "??")]
    assert [kind.letter for kind in outcome(boards)[:2]] == ["?", "?"]


# --- rulings on a board -----------------------------------------------------------------------------

BOTH_LOSE = (Outcome(Kind.LONE_LOSS), Outcome(Kind.LONE_LOSS))
SPLIT = (Outcome(Kind.WIN, 2), Outcome(Kind.LOSS, 2))


def rule(game: Game, number: int, outcomes: tuple[Outcome, Outcome], **more: Any) -> MatchBoard:
    row, by = board(game, number), director_of(game.round.section)
    told: dict[str, Any] = {"revision": row.revision, "reason": "a phone rang", "by": by} | more
    return record_board_ruling(row, *outcomes, **told)


def test_the_score_of_a_match_takes_the_points_of_a_ruling(match: Game) -> None:
    enter(match, "WL DD DD DD")
    assert seats(match) == [("W", 10), ("L", 6)]
    rule(match, 1, SPLIT)
    assert seats(match) == [("D", 8), ("D", 8)]
    rule(match, 2, BOTH_LOSE)
    assert seats(match) == [("D", 6), ("D", 6)]
    assert not check(Section, as_it_stands(match.round.section).pk).difference
    entry = LogEntry.objects.filter(standings__section=match.round.section)[0]
    assert (entry.verb, entry.reason) == ("ruling", "a phone rang")
    assert entry.summary == "Round 1, match 1, board 2: ½–½ → S–S"


def test_the_same_result_takes_no_ruling_back_and_another_does(match: Game) -> None:
    rule(match, 1, SPLIT)
    enter(match, "WL")
    assert board(match, 1).points_q == (2, 2)
    enter(match, "DD")
    assert (board(match, 1).result, board(match, 1).points_q) == ("DD", (None, None))


def test_swapped_colors_take_each_sides_points_along(match: Game) -> None:
    rule(match, 1, (Outcome(Kind.WIN, 2), Outcome(Kind.LOSS)))
    swap_colors(match, by=director_of(match.round.section))
    assert (board(match, 1).result, board(match, 1).points_q) == ("LW", (None, 2))


def test_a_board_that_nobody_sits_at_any_more_has_no_ruling(match: Game) -> None:
    rule(match, 4, SPLIT)
    line_up(match, keys(*ALDER), keys("Ida Case", "Jo Case", "Kay Case", None))
    assert (board(match, 4).result, board(match, 4).points_q) == ("XF", (None, None))


def test_undo_takes_a_boards_ruling_back_with_the_score(match: Game) -> None:
    enter(match, "WL DD DD DD")
    rule(match, 1, SPLIT)
    undoing.undo(match.round.section_id, by=director_of(match.round.section))
    assert board(match, 1).points_q == (None, None)
    assert seats(match) == [("W", 10), ("L", 6)]


def test_a_ruling_from_a_stale_screen_is_told_what_stands(match: Game) -> None:
    enter(match, "WL")
    with pytest.raises(ResultConflict, match="You typed 1–0\\*, awarded ½–½"):
        rule(match, 1, SPLIT, revision=0)


@pytest.mark.parametrize(
    ("outcomes", "reason"),
    [
        ((Outcome(Kind.WIN), Outcome(Kind.WIN)), "why"),
        ((Outcome(Kind.OPEN), Outcome(Kind.OPEN)), "why"),
        ((Outcome(Kind.WIN, 8), Outcome(Kind.LOSS)), "why"),
        (SPLIT, " "),
    ],
)
def test_what_cannot_be_ruled_on_a_board_is_named_and_nothing_stored(
    match: Game, outcomes: tuple[Outcome, Outcome], reason: str
) -> None:
    version = as_it_stands(match.round.section).version
    with pytest.raises(Refused, match="The ruling was not stored"):
        rule(match, 1, outcomes, reason=reason)
    assert as_it_stands(match.round.section).version == version
