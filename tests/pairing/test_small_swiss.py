"""A small Swiss on a round-robin table (29L): every round can be paired, and each board names its line."""

from dataclasses import replace

import pytest

from tests.pairing.test_rules import paired, wall
from tiebreaks.engine.chart.wallchart import Kind, Wallchart, cell
from tiebreaks.engine.messages import Message
from tournaments.pairing import sentences as s
from tournaments.pairing.explain import Typed, explain
from tournaments.pairing.options import parse
from tournaments.pairing.pairing import pair
from tournaments.pairing.request import Locks, PairingInput, SetBoard
from tournaments.pairing.result import PairingResult
from tournaments.pairing.small_swiss import (
    all_met_after,
    could_be_round_robin,
    may_run_out,
    numbering,
    offered,
)
from tournaments.pairing.why_not import why_not

TABLE = parse(["small_swiss=table"])
LEFT = "No line of the round-robin table fits this round: the round is paired as a Swiss (29L)."


def played(chart: Wallchart, number: int, made: PairingResult, draws: int = 0) -> Wallchart:
    """The next chart: White wins, but for so many draws from the last board up."""
    new = {}
    for at, board in enumerate(reversed(made.boards)):
        ends = (Kind.DRAW, Kind.DRAW) if at < draws else (Kind.WIN, Kind.LOSS)
        new[board.white] = cell(number, ends[0], board.black, "w")
        new[board.black] = cell(number, ends[1], board.white, "b")
    if made.bye:
        new[made.bye.number] = cell(number, Kind.FULL_BYE)
    for each in made.absent:
        new[each] = cell(number, Kind.UNPAIRED)
    return replace(chart, cards=tuple(replace(c, cells=(*c.cells, new[c.number])) for c in chart.cards))


def section(players: int, rounds: int) -> Wallchart:
    return wall(*[""] * players, rounds=rounds, ratings=[1900 - 100 * at for at in range(players)])


@pytest.mark.parametrize(
    ("players", "rounds", "could_be"),
    [(2, 1, False), (3, 3, True), (3, 2, False), (4, 3, True), (5, 5, True), (5, 4, False)],
)
def test_as_many_rounds_as_a_round_robin_has_may_be_one(players: int, rounds: int, could_be: bool) -> None:
    """29K. Two players are no table."""
    assert could_be_round_robin(players, rounds) is could_be


@pytest.mark.parametrize(
    ("players", "rounds", "after"),
    [(1, 4, 0), (2, 4, 0), (3, 3, 0), (3, 4, 3), (4, 3, 0), (4, 5, 3), (5, 6, 5), (6, 6, 5)],
)
def test_everybody_has_met_everybody_before_the_last_of_too_many_rounds(
    players: int, rounds: int, after: int
) -> None:
    """One player meets nobody, and two play a match, in which they meet in each round."""
    assert all_met_after(players, rounds) == after


def after_round_one(players: int = 6, rounds: int = 5) -> Wallchart:
    chart = section(players, rounds)
    return played(chart, 1, paired(chart, 1))


def by_table(chart: Wallchart, number: int, locks: Locks | None = None) -> PairingResult:
    made = pair(PairingInput(chart, number, TABLE, locks or Locks()))
    assert isinstance(made, PairingResult), made
    return made


@pytest.mark.parametrize("players", [4, 5, 6, 7, 8, 9])
@pytest.mark.parametrize("draws", [0, 1, 2])
def test_all_rounds_of_the_table_are_paired_with_nobody_met_and_nobody_resting_twice(
    players: int, draws: int
) -> None:
    rounds = players + players % 2 - 1
    chart, met, rested = section(players, rounds), set[frozenset[int]](), set[int]()
    for number in range(1, rounds + 1):
        made = by_table(chart, number)
        assert {said.id for said in made.warnings if isinstance(said, Message)} <= {s.THIRD_OF_LINE}
        boards = {board.players for board in made.boards}
        assert len(boards) == players // 2
        assert not met & boards
        met |= boards
        if made.bye:
            assert made.bye.number not in rested
            rested.add(made.bye.number)
        chart = played(chart, number, made, draws)
    assert len(met) == players * (players - 1) // 2


def test_the_top_player_meets_whom_the_usual_rules_ask_for_and_each_board_names_its_line() -> None:
    chart = after_round_one()
    usual, made = paired(chart, 2), by_table(chart, 2)
    assert made.boards[0].players == usual.boards[0].players
    lines = {board.reason.sentences[0] for board in made.boards}
    assert lines == {f"Line {line} of the round-robin table for 6 players (29L)." for line in lines_in(lines)}
    assert len(lines) == 1
    white, black = (chart.by_number[n].name for n in (made.boards[0].white, made.boards[0].black))
    top = chart.by_number[1].name
    other = ({white, black} - {top}).pop()
    assert (
        f"{top} meets {other}, the same as without the table. The line gives all other boards (29L)."
        in made.boards[0].reason.sentences
    )


def lines_in(sentences: set[str]) -> set[str]:
    return {sentence.split()[1] for sentence in sentences}


def test_a_conflict_that_the_line_leaves_says_that_the_line_decides() -> None:
    chart = after_round_one()
    kept = [
        board.reason.sentences[-1]
        for number in (2,)
        for board in by_table(chart, number).boards
        if any(board.reason.color.conflict)
    ]
    assert kept
    assert all(said.endswith("The line of the table decides who meets (29L).") for said in kept)


def test_who_rests_is_told_by_the_line() -> None:
    chart = after_round_one(5, 4)
    made = by_table(chart, 2)
    assert made.bye is not None
    assert made.bye.sentences == ("Full-point bye: the line of the round-robin table gives it (29L).",)
    other = next(n for n in made.boards[-1].players)
    boards = [b for b in made.boards if other not in b.players]
    left = next(n for n in made.boards[-1].players if n != other)
    typed = Typed((*((b.board, b.white, b.black) for b in boards), (9, left, made.bye.number)))
    told = explain(PairingInput(chart, 2, TABLE), typed)
    assert isinstance(told, PairingResult)
    assert any(said.endswith("(29L).") and "by the line of the table" in said for said in told.warnings)


def test_a_board_that_the_director_set_chooses_the_line() -> None:
    chart = after_round_one()
    usual = by_table(chart, 2)
    last = usual.boards[-1]
    one = usual.boards[0].white
    other = next(
        n for n in (last.white, last.black) if n not in {c.opponent for c in chart.by_number[one].cells}
    )
    made = by_table(chart, 2, Locks(boards=(SetBoard(one, other),)))
    board = next(b for b in made.boards if b.players == {one, other})
    assert board.reason.sentences[0].startswith("Set by the director:")
    assert not made.warnings
    assert {b.players for b in made.boards} != {b.players for b in usual.boards}


def test_our_own_round_by_the_table_has_no_warning_and_another_board_is_asked_about() -> None:
    chart = after_round_one()
    request, made = PairingInput(chart, 2, TABLE), by_table(chart, 2)
    typed = Typed(tuple((b.board, b.white, b.black) for b in made.boards))
    told = explain(request, typed)
    assert isinstance(told, PairingResult)
    assert (told.warnings, [b.reason.sentences for b in told.boards]) == (
        (),
        [b.reason.sentences for b in made.boards],
    )
    one = made.boards[0].white
    barred = {one, *made.boards[0].players, *(c.opponent for c in chart.by_number[one].cells)}
    other = next(card.number for card in chart.cards if card.number not in barred)
    assert "which gives this round (29L)." in why_not(request, one, other)[0]


def changed(chart: Wallchart, change: str) -> tuple[Wallchart, Locks]:
    """What leaves no line of the table: players gone or away, or a rematch that the director set."""
    first = chart.cards[0].cells[0].opponent
    assert first is not None
    if change == "set":
        return chart, Locks(boards=(SetBoard(1, first),))
    gone = chart.cards[0]
    gone = (
        replace(gone, withdrew=1)
        if change == "withdrew"
        else replace(gone, cells=(*gone.cells, cell(2, Kind.HALF_BYE)))
    )
    return replace(chart, cards=(gone, *chart.cards[1:])), Locks()


@pytest.mark.parametrize("change", ["withdrew", "bye", "set"])
def test_where_no_line_fits_the_round_is_a_swiss_and_says_so(change: str) -> None:
    chart, locks = changed(after_round_one(), change)
    made = by_table(chart, 2, locks)
    assert LEFT in made.warnings
    typed = Typed(tuple((b.board, b.white, b.black) for b in made.boards))
    told = explain(PairingInput(chart, 2, TABLE, locks), typed)
    assert isinstance(told, PairingResult)
    assert LEFT in told.warnings


def test_a_line_with_two_who_are_kept_apart_is_not_taken() -> None:
    chart = after_round_one()
    usual = by_table(chart, 2)
    white, black = usual.boards[1].white, usual.boards[1].black
    made = by_table(chart, 2, Locks(apart=((white, black),)))
    assert {white, black} not in [b.players for b in made.boards]
    assert not made.warnings
    assert not set(lines_in({made.boards[0].reason.sentences[0]})) & lines_in(
        {usual.boards[0].reason.sentences[0]}
    )


def test_where_the_line_of_the_usual_opponent_is_barred_the_top_board_says_whom_it_gives() -> None:
    chart = after_round_one()
    usual = by_table(chart, 2)
    barred = (usual.boards[1].white, usual.boards[1].black)
    assert by_table(chart, 2, Locks(apart=(barred,))).boards[0].reason.sentences[1] == (
        "Entry 5 is the highest that Entry 1 can meet in a remaining line."
        " The line gives all other boards (29L)."
    )


def test_without_the_option_no_board_names_a_line() -> None:
    made = paired(after_round_one(), 2)
    assert not [said for board in made.boards for said in board.reason.sentences if "(29L)" in said]


def test_round_one_with_boards_typed_already_is_a_swiss_without_a_warning() -> None:
    chart = wall("?2w", "?1b", "", "", "", "", rounds=5, ratings=[1900 - 100 * at for at in range(6)])
    assert not by_table(chart, 1).warnings


def test_a_bye_that_the_director_set_chooses_the_line_and_stays_the_directors() -> None:
    chart = after_round_one(5, 4)
    first, usual = paired(section(5, 4), 1).bye, by_table(chart, 2).bye
    assert first is not None
    assert usual is not None
    other = next(n for n in range(1, 6) if n not in (first.number, usual.number))
    made = by_table(chart, 2, Locks(bye=other))
    assert made.bye is not None
    assert (made.bye.number, made.bye.sentences) == (other, ("Full-point bye: set by the director.",))
    assert not made.warnings


def test_a_bye_that_the_director_set_and_the_round_has_already_is_no_second_one() -> None:
    chart = after_round_one(5, 4)
    bye = by_table(chart, 2).bye
    assert bye is not None
    full = cell(2, Kind.FULL_BYE)
    cards = tuple(replace(c, cells=(*c.cells, full)) if c.number == bye.number else c for c in chart.cards)
    made = by_table(replace(chart, cards=cards), 2, Locks(bye=bye.number))
    assert made.boards == by_table(chart, 2).boards
    assert not made.warnings


def test_why_a_house_player_sits_out_beside_the_bye_of_a_line_is_told_of_all_others() -> None:
    """28M1: the house player, who came after round one, might meet all but the one who has the bye."""
    five = after_round_one(5, 4)
    bye = by_table(five, 2).bye
    assert bye is not None
    house = replace(section(6, 4).cards[5], cells=(cell(1, Kind.UNPAIRED),), house=True)
    asked = tuple((number, 6) for number in range(1, 6))
    locks = Locks(apart=((bye.number, 6),), asked_apart=asked)
    rests = by_table(replace(five, cards=(*five.cards, house)), 2, locks).bye
    assert rests is not None
    assert (rests.number, rests.sentences) == (
        bye.number,
        (
            *bye.sentences,
            "The house player Entry 6 sits out: with Entry 6, more players would meet who should be kept"
            " apart (28T).",
        ),
    )


def test_only_requests_that_the_line_breaks_are_told_to_be_as_few_as_can_be() -> None:
    """Teammates of a line are those of no request (28N1), and a set board is the director's will (28T)."""
    chart = after_round_one()
    usual = by_table(chart, 2).boards[1]
    couple = (usual.white, usual.black)
    names = " and ".join(chart.by_number[number].name for number in couple)
    cards = tuple(replace(c, team="Elm" if c.number in couple else "") for c in chart.cards)
    made = pair(PairingInput(replace(chart, cards=cards), 2, parse(["small_swiss=table", "teams=plus_two"])))
    assert isinstance(made, PairingResult)
    assert made.warnings == (f"Board 2: {names} are teammates (28N1).",)
    made = by_table(chart, 2, Locks(boards=(SetBoard(*couple),), asked_apart=(couple,)))
    assert made.warnings == (f"Board 2: {names} asked not to meet (28T).",)


def test_the_boards_of_round_one_are_the_first_line_of_the_table() -> None:
    assert numbering([(11, 14), (12, 13)]) == {11: 1, 14: 4, 12: 2, 13: 3}


def test_each_later_round_takes_another_line_than_the_first() -> None:
    chart, taken = after_round_one(), []
    for number in range(2, 6):
        made = by_table(chart, number)
        (line,) = lines_in({board.reason.sentences[0] for board in made.boards})
        taken.append(int(line))
        chart = played(chart, number, made)
    assert sorted(taken) == [2, 3, 4, 5]


def test_a_round_that_has_results_is_paired_anew_as_if_it_had_none() -> None:
    chart = after_round_one()
    made = by_table(chart, 2)
    again = by_table(played(played(chart, 2, made), 3, by_table(played(chart, 2, made), 3)), 2)
    assert [board.players for board in again.boards] == [board.players for board in made.boards]
    assert not again.warnings


def test_round_one_with_all_boards_typed_names_no_line() -> None:
    first = paired(section(6, 5), 1)
    made = by_table(played(section(6, 5), 1, first), 1)
    assert not [said for board in made.boards for said in board.reason.sentences if "(29L)" in said]


def test_a_whole_line_that_the_director_set_is_a_line() -> None:
    chart = after_round_one()
    boards = tuple(SetBoard(board.white, board.black) for board in by_table(chart, 2).boards)
    assert not by_table(chart, 2, Locks(boards=boards)).warnings


def test_a_line_with_team_mates_who_never_meet_is_not_taken() -> None:
    chart = after_round_one()
    one, other = by_table(chart, 2).boards[1].players
    cards = tuple(replace(c, team="Elm" if c.number in (one, other) else "") for c in chart.cards)
    made = pair(PairingInput(replace(chart, cards=cards), 2, parse(["small_swiss=table", "teams=never"])))
    assert isinstance(made, PairingResult)
    assert {one, other} not in [board.players for board in made.boards]
    assert not made.warnings


def test_who_asked_not_to_meet_is_not_in_the_line_either() -> None:
    chart = after_round_one()
    white, black = (by_table(chart, 2).boards[1].white, by_table(chart, 2).boards[1].black)
    made = by_table(chart, 2, Locks(asked_apart=((white, black),)))
    assert {white, black} not in [board.players for board in made.boards]


# However round three of these four is paired, two meet who asked not to.
ONE_ROUND_LEFT = ("W3w W2b", "W4b L1w", "L1b W4w", "L2w L3b")


def test_two_who_asked_not_to_meet_and_are_in_the_only_line_are_told() -> None:
    """28T: as without the table, the requests that cannot be kept are named."""
    chart = wall(*ONE_ROUND_LEFT, rounds=3, ratings=[2000, 1900, 1800, 1700])
    locks = Locks(asked_apart=((1, 4),))
    told = (
        "Board 1: Entry 1 and Entry 4 asked not to meet. Not all requests can be kept, and this pairing"
        " breaks the fewest (28T).",
    )
    made = by_table(chart, 3, locks)
    assert made.boards[0].reason.sentences[0].startswith("Line 2 of the round-robin table")
    assert any("Entry 1 and Entry 4 asked not to meet: " in text for text in made.boards[0].reason.sentences)
    assert made.warnings == told
    typed = Typed(tuple((board.board, board.white, board.black) for board in made.boards))
    explained = explain(PairingInput(chart, 3, TABLE, locks), typed)
    assert isinstance(explained, PairingResult)
    assert explained.warnings == told


def test_a_line_that_breaks_more_requests_than_a_swiss_is_not_taken() -> None:
    """Entry 1 asked not to meet anybody, so that one request is broken. Each line breaks another one too."""
    chart = after_round_one()
    met = {c.opponent for c in chart.by_number[1].cells}
    lines = [
        [board.players for board in by_table(chart, 2, Locks(boards=(SetBoard(1, other),))).boards]
        for other in range(2, 7)
        if other not in met
    ]
    others = {(min(couple), max(couple)) for line in lines for couple in line[:2] if 1 not in couple}
    asked = tuple(sorted({(1, n) for n in range(2, 7)} | others))
    made = by_table(chart, 2, Locks(asked_apart=asked))
    assert LEFT in made.warnings
    assert sum("asked not to meet" in said for said in made.warnings) == 1


def test_a_field_too_large_for_the_table_is_paired_as_ever() -> None:
    chart = after_round_one(8, 5)
    assert [b.players for b in by_table(chart, 2).boards] == [b.players for b in paired(chart, 2).boards]
    assert not by_table(chart, 2).warnings


@pytest.mark.parametrize(
    ("players", "rounds", "fits"),
    [
        *[(6, 4, True), (6, 3, False), (6, 5, True), (5, 5, True), (5, 3, True)],
        *[(4, 3, True), (4, 4, False), (3, 1, False), (3, 5, False)],
    ],
)
def test_the_table_is_for_rounds_nearly_as_many_as_players(players: int, rounds: int, fits: bool) -> None:
    assert offered(players, rounds) is fits


@pytest.mark.parametrize(
    ("players", "rounds", "may"), [(8, 4, False), (8, 5, True), (9, 5, False), (9, 6, True)]
)
def test_a_last_round_may_have_no_pairing_from_more_than_half_of_the_opponents_on(
    players: int, rounds: int, may: bool
) -> None:
    assert may_run_out(players, rounds) is may
