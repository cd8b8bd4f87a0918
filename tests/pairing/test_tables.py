"""Round robins by table (rule 30): each pair once with each color, and nothing that is set is ignored."""

from collections import Counter
from dataclasses import replace

import pytest

from tests.pairing.test_rules import wall
from tests.pairing.test_small_swiss import played
from tiebreaks.engine.chart.wallchart import Format, Kind, Wallchart, cell
from tournaments.pairing.explain import Typed, explain
from tournaments.pairing.pairing import pair
from tournaments.pairing.request import Locks, PairingInput, SetBoard
from tournaments.pairing.result import Impossible, PairingResult
from tournaments.pairing.round_robin import double, schedule


def section(players: int, rounds: int) -> Wallchart:
    return replace(wall(*[""] * players, rounds=rounds), format=Format.ROUND_ROBIN)


def by_table(chart: Wallchart, number: int, color: str = "w", **locks: object) -> PairingResult:
    made = pair(PairingInput(chart, number, locks=Locks(**locks), color=color))  # type: ignore[arg-type]
    assert isinstance(made, PairingResult), made
    return made


def refused(chart: Wallchart, number: int, **locks: object) -> Impossible:
    made = pair(PairingInput(chart, number, locks=Locks(**locks)))  # type: ignore[arg-type]
    assert isinstance(made, Impossible), made
    return made


def pairs(made: PairingResult) -> list[tuple[int, int]]:
    return [(board.white, board.black) for board in made.boards]


@pytest.mark.parametrize("players", range(2, 13))
@pytest.mark.parametrize("color", ["w", "b"])
def test_in_a_double_round_robin_each_pair_meets_once_with_each_color(players: int, color: str) -> None:
    rounds = 2 * (players + players % 2 - 1)
    chart, games, colors = section(players, rounds), Counter[tuple[int, int]](), [""] * (players + 1)
    for number in range(1, rounds + 1):
        made = by_table(chart, number, color)
        assert not made.warnings
        for white, black in pairs(made):
            games[white, black] += 1
            colors[white] += "w"
            colors[black] += "b"
        chart = played(chart, number, made)
    assert set(games.values()) == {1}
    assert len(games) == players * (players - 1)
    assert not [had for had in colors if "www" in had or "bbb" in had]


@pytest.mark.parametrize("players", range(1, 25))
def test_nobody_has_one_color_three_times_in_a_row_at_the_seam_of_two_cycles(players: int) -> None:
    for color in "wb":
        colors = [""] * (players + 2)
        for line in double(players, color):
            for white, black in line:
                if max(white, black) <= players:
                    colors[white] += "w"
                    colors[black] += "b"
        assert not [had for had in colors if "www" in had or "bbb" in had]


@pytest.mark.parametrize("players", range(2, 9))
def test_with_two_games_per_round_nobody_meets_a_third_time(players: int) -> None:
    """PAIRING §4.7: the table once is two meetings, and a round after it cannot be paired."""
    once = players + players % 2 - 1
    chart = replace(section(players, 2 * once), games=2)
    met: Counter[frozenset[int]] = Counter()
    for number in range(1, once + 1):
        made = by_table(chart, number)
        met.update(board.players for board in made.boards)
        chart = played(chart, number, made)
    assert set(met.values()) == {1}
    assert refused(chart, once + 1).reason == (
        f"Everybody meets everybody twice in the {once} rounds of the round-robin table for {players}"
        " players, and nobody a third time (30A)."
    )


def test_colors_that_were_swapped_in_the_first_cycle_are_reversed_in_the_second() -> None:
    chart = section(4, 6)
    for number in (1, 2, 3):
        made = by_table(chart, number)
        boards = [replace(made.boards[0], white=made.boards[0].black, black=made.boards[0].white)]
        chart = played(chart, number, replace(made, boards=(*boards, *made.boards[1:])))
    first = {frozenset(b): b for n in (1, 2, 3) for b in games(chart, n)}
    for number in (4, 5, 6):
        made = by_table(chart, number)
        assert all(first[board.players] == (board.black, board.white) for board in made.boards)
        chart = played(chart, number, made)


def games(chart: Wallchart, number: int) -> list[tuple[int, int]]:
    return [
        (card.number, c.opponent)
        for card in chart.cards
        for c in card.in_round(number)
        if c.color == "w" and c.opponent is not None
    ]


def test_a_set_board_chooses_the_line_of_the_table_that_has_it() -> None:
    chart = section(6, 5)
    made = by_table(chart, 1, boards=(SetBoard(1, 6),))
    assert [board.players for board in made.boards] == [frozenset(b) for b in schedule(6, 5, 1)[4]]
    assert (1, 6) in pairs(made)
    assert made.boards[0].reason.sentences[0] == "Set by the director: Entry 1 and Entry 6."
    assert made.warnings == ("Round 5 of the table is paired now: it has what the director has set (30A).",)


def test_the_colors_of_a_set_board_are_the_directors() -> None:
    made = by_table(section(6, 5), 1, boards=(SetBoard(6, 3),))
    assert (6, 3) in pairs(made)
    assert not made.warnings
    assert by_table(section(6, 5), 1, boards=(SetBoard(6, 3, colored=False),)).boards[0].white == 3


def test_the_colors_of_a_set_board_that_are_those_of_the_table_are_nobodys_choice() -> None:
    (first, *_others) = by_table(section(6, 5), 1, boards=(SetBoard(3, 6),)).boards
    assert (first.white, first.black) == (3, 6)
    assert str(first.reason.sentences[-1]) == "The colors are those of the table (30A)."


def test_later_rounds_play_the_lines_that_are_left() -> None:
    chart = section(6, 5)
    met: Counter[frozenset[int]] = Counter()
    for number in range(1, 6):
        made = by_table(chart, number, boards=(SetBoard(1, 6),) if number == 1 else ())
        met.update(board.players for board in made.boards)
        chart = played(chart, number, made)
    assert len(met) == 15
    assert set(met.values()) == {1}


def test_a_round_whose_own_line_was_played_says_so() -> None:
    chart = section(4, 3)
    chart = played(chart, 1, by_table(chart, 1, boards=(SetBoard(1, 3),)))
    made = by_table(chart, 2)
    assert pairs(made) == [(1, 4), (2, 3)]
    assert made.warnings == (
        "Round 1 of the table is paired now: two who meet in round 2 of it have met already (30A).",
    )


def swapped(chart: Wallchart, number: int, made: PairingResult, one: int, other: int) -> Wallchart:
    """The round played with two players in each other's seats."""
    to = {one: other, other: one}
    boards = [replace(b, white=to.get(b.white, b.white), black=to.get(b.black, b.black)) for b in made.boards]
    bye = made.bye and replace(made.bye, number=to.get(made.bye.number, made.bye.number))
    return played(chart, number, replace(made, boards=tuple(boards), bye=bye))


@pytest.mark.parametrize("players", range(5, 13))
@pytest.mark.parametrize("at", [1, 2])
def test_after_a_round_that_the_director_mixed_everybody_still_meets_everybody(players: int, at: int) -> None:
    rounds = players - 1 + players % 2
    chart = section(players, rounds)
    for number in range(1, rounds + 1):
        made = by_table(chart, number)
        if number <= at:
            assert not made.warnings
        if number == at:
            one, other = made.boards[0].white, made.boards[1].black
            chart = swapped(chart, number, made, one, other)
        else:
            chart = played(chart, number, made)
    met = Counter(frozenset(board) for number in range(1, rounds + 1) for board in games(chart, number))
    assert len(met) == players * (players - 1) // 2
    assert set(met.values()) == {1}


@pytest.mark.parametrize("kind", [Kind.FULL_BYE, Kind.UNPAIRED])
@pytest.mark.parametrize("players", [5, 7, 9])
def test_after_a_mixed_round_everybody_still_sits_out_once_with_a_point_or_without(
    players: int, kind: Kind
) -> None:
    chart = section(players, players)
    rested = []
    for number in range(1, players + 1):
        made = by_table(chart, number)
        if number == 1:
            assert made.bye
            chart = swapped(chart, 1, made, made.bye.number, made.boards[0].white)
        else:
            chart = played(chart, number, made)
        alone = [card for card in chart.cards if card.in_round(number)[0].opponent is None]
        rested += [card.number for card in alone]
        sits_out = cell(number, kind)
        cards = [replace(c, cells=(*c.cells[:-1], sits_out)) if c in alone else c for c in chart.cards]
        chart = replace(chart, cards=tuple(cards))
    assert sorted(rested) == [*range(1, players + 1)]


def test_typed_boards_that_are_no_round_of_the_table_are_told() -> None:
    chart = section(6, 5)
    made = by_table(chart, 1)
    seats = [(6, 1), (5, 3), (4, 2)]
    typed = Typed(tuple((at, *both) for at, both in enumerate(seats, 1)))
    told = (
        "These boards are no round of the round-robin table, so later rounds will differ from it too (30A)."
    )
    mixed = explain(PairingInput(chart, 1), typed)
    assert told in mixed.warnings
    assert (
        told
        not in explain(
            PairingInput(chart, 1), Typed(tuple((b.board, b.white, b.black) for b in made.boards))
        ).warnings
    )


def test_boards_of_the_last_round_that_are_no_round_of_the_table_change_no_later_one() -> None:
    chart = section(4, 3)
    for number in (1, 2):
        chart = played(chart, number, by_table(chart, number))
    typed = Typed(((1, 1, 4), (2, 2, 3)))
    assert not any("later rounds" in each for each in explain(PairingInput(chart, 3), typed).warnings)


def test_a_round_that_is_none_of_the_table_says_so() -> None:
    chart = section(6, 5)
    chart = swapped(chart, 1, by_table(chart, 1), 3, 1)
    told: set[str] = set()
    for number in range(2, 6):
        made = by_table(chart, number)
        for board in made.boards:
            by_rest = "not as in the round-robin table" in board.reason.sentences[0]
            assert by_rest is any("so that nobody meets twice (30A)" in each for each in made.warnings)
            told.add(board.reason.sentences[0].partition(",")[0] if by_rest else "")
            # No line gives their colors, so both get the due ones where these differ (29E4).
            color = board.reason.color
            if by_rest and {color.white_due, color.black_due} == {"w", "b"}:
                assert color.white_due == "w"
        chart = played(chart, number, made)
    assert "An earlier round was not as in the round-robin table" in told


def test_set_boards_that_no_line_has_together_are_refused_by_name() -> None:
    made = refused(section(6, 5), 1, boards=(SetBoard(3, 6), SetBoard(1, 4)))
    assert made.reason == (
        "No round of the table that is left has what is set for this one:"
        " Entry 3 – Entry 6; Entry 1 – Entry 4 (30A)."
    )
    assert made.choices == (
        "Release the board Entry 3 – Entry 6.",
        "Release the board Entry 1 – Entry 4.",
        "Pair the round by hand.",
    )


def test_a_set_board_that_was_played_already_is_refused_by_name() -> None:
    chart = section(4, 3)
    chart = played(chart, 1, by_table(chart, 1))
    assert "Entry 1 – Entry 4" in refused(chart, 2, boards=(SetBoard(1, 4),)).reason


def test_a_bye_that_is_set_chooses_the_line_in_which_the_player_rests() -> None:
    made = by_table(section(5, 5), 1, bye=2)
    assert made.bye is not None
    assert (made.bye.number, made.bye.sentences) == (2, ("Full-point bye: set by the director.",))
    assert len(made.boards) == 2
    assert made.absent == ()


def test_a_bye_where_nobody_rests_is_refused_by_name() -> None:
    made = refused(section(4, 3), 1, bye=2)
    assert "bye for Entry 2" in made.reason
    assert made.choices[0] == "Release the bye of Entry 2."


def test_who_has_no_opponent_may_have_the_bye() -> None:
    chart = section(4, 3)
    gone = replace(chart.cards[0], withdrew=0)
    made = by_table(replace(chart, cards=(gone, *chart.cards[1:])), 1, bye=4)
    assert made.bye is not None
    assert (made.bye.number, made.absent, pairs(made)) == (4, (1,), [(2, 3)])
    assert not made.warnings


def after(rounds: int, players: int, gone: int) -> Wallchart:
    """A table after so many rounds; then somebody has left."""
    chart = section(players, players - 1 + players % 2)
    for number in range(1, rounds + 1):
        chart = played(chart, number, by_table(chart, number))
    cards = [replace(card, withdrew=rounds) if card.number == gone else card for card in chart.cards]
    return replace(chart, cards=tuple(cards))


def test_who_has_left_after_half_of_the_games_keeps_the_board_for_the_forfeit() -> None:
    """Two of three games played: Entry 1 wins the third against Entry 2 (30B)."""
    made = by_table(after(2, 4, gone=2), 3)
    assert pairs(made) == [(1, 2), (3, 4)]
    assert made.boards[0].reason.sentences[1] == (
        "Entry 2 withdrew after at least half of the games, so Entry 1 wins by forfeit (30B)."
    )
    assert (made.absent, made.warnings) == ((), ())
    locked = by_table(after(2, 4, gone=2), 3, boards=(SetBoard(1, 2),))
    assert pairs(locked) == pairs(made)


def test_who_has_left_before_half_of_the_games_has_no_board() -> None:
    made = by_table(after(1, 4, gone=2), 3)
    assert pairs(made) == [(3, 4)]
    assert made.absent == (1, 2)
    assert made.warnings == (WITHOUT_GAME,)


WITHOUT_GAME = "Entry 1 has no game this round: Entry 2 withdrew before half of the games (30B)."


def test_who_meets_somebody_who_left_early_has_no_game_and_is_not_unseated() -> None:
    request = PairingInput(after(1, 4, gone=2), 3)
    assert explain(request, Typed(((1, 3, 4),))).warnings == (WITHOUT_GAME,)
    assert WITHOUT_GAME not in explain(request, Typed(((1, 3, 4),), bye=1)).warnings
    assert "Entry 3 has neither a board nor a bye." in explain(request, Typed(())).warnings


def test_who_meets_somebody_who_asked_for_a_bye_has_no_game_either() -> None:
    chart = section(4, 3)
    away = replace(chart.cards[0], cells=(cell(1, Kind.HALF_BYE),))
    made = by_table(replace(chart, cards=(away, *chart.cards[1:])), 1)
    assert made.warnings == ("Entry 4 has no game this round: Entry 1 is not playing (30A).",)


def test_a_typed_board_of_who_has_left_after_half_of_the_games_is_no_problem() -> None:
    request = PairingInput(after(2, 4, gone=2), 3)
    made = explain(request, Typed(((1, 2, 1), (2, 3, 4))))
    assert isinstance(made, PairingResult)
    assert "Entry 1 wins by forfeit (30B)." in " ".join(map(str, made.boards[0].reason.sentences))
    assert made.warnings == ()


def test_a_table_of_an_odd_number_does_not_do_without_somebody_who_rests() -> None:
    made = refused(section(5, 5), 1, no_bye=True)
    assert made.reason == (
        "The round-robin table has an odd number of players: Entry 3 has no opponent in this round, and a bye"
        " is forbidden (30A)."
    )
    assert made.choices == ("Enter a house player (28M1).", "Pair the round by hand.")
    assert len(by_table(section(4, 3), 1, no_bye=True).boards) == 2


def test_a_house_player_makes_an_odd_table_even_and_is_no_part_of_an_even_one() -> None:
    for players, boards in ((4, 2), (3, 2)):
        chart = section(players + 1, 3)
        house = replace(chart.cards[0], house=True)
        made = by_table(replace(chart, cards=(house, *chart.cards[1:])), 1)
        assert (len(made.boards), made.bye, made.absent) == (boards, None, ())
        assert any(1 in board.players for board in made.boards) is (players == 3)


def test_who_asked_not_to_meet_is_met_where_the_table_has_no_round_to_spare() -> None:
    made = by_table(section(6, 5), 1, asked_apart=((3, 6),))
    assert (3, 6) in pairs(made)
    assert made.warnings == ("Board 1: Entry 3 and Entry 6 asked not to meet (28T).",)


def test_a_short_round_robin_leaves_out_the_line_of_those_who_asked_not_to_meet() -> None:
    chart, met = section(6, 4), set[frozenset[int]]()
    for number in range(1, 5):
        made = by_table(chart, number, asked_apart=((3, 6),))
        met |= {board.players for board in made.boards}
        chart = played(chart, number, made)
    assert frozenset((3, 6)) not in met
    assert len(met) == 12


def test_who_shall_never_meet_is_refused_by_name_in_the_round_where_the_table_has_them() -> None:
    made = refused(section(6, 5), 1, apart=((3, 6),))
    assert made.reason == (
        "In a round robin everybody meets everybody, and these are never to meet: Entry 3 and Entry 6 (30A)."
    )
    assert made.choices[0] == "Keep one of these pairs apart only if possible (28T)."
    short = by_table(section(6, 4), 1, apart=((3, 6),))
    assert frozenset((3, 6)) not in {board.players for board in short.boards}


def test_a_table_that_changed_with_a_late_entry_has_no_silent_rematch() -> None:
    chart = section(4, 5)
    chart = played(chart, 1, by_table(section(4, 3), 1))
    late = replace(chart.cards[0], number=5, name="Entry 5", cells=(cell(1, Kind.UNPAIRED),))
    chart = replace(chart, cards=(*chart.cards, late))
    met = {frozenset(board) for board in games(chart, 1)}
    for number in range(2, 6):
        made = by_table(chart, number)
        again = [board for board in made.boards if board.players in met]
        assert [text for text in made.warnings if "met in round" in text and "(27A1)" in text] == [
            f"Board {board.board}: Entry {board.white} and Entry {board.black}"
            f" met in round {met_in(chart, board.players)} (27A1)."
            for board in again
        ]
        met |= {board.players for board in made.boards}
        chart = played(chart, number, made)


def met_in(chart: Wallchart, both: frozenset[int]) -> int:
    one, other = sorted(both)
    return max(c.round for c in chart.by_number[one].cells if c.opponent == other)


def test_our_own_line_of_a_second_cycle_has_no_rematch_when_it_is_explained() -> None:
    chart = section(4, 6)
    for number in (1, 2, 3):
        chart = played(chart, number, by_table(chart, number))
    made = by_table(chart, 4)
    typed = Typed(tuple((b.board, b.white, b.black) for b in made.boards))
    told = explain(PairingInput(chart, 4), typed)
    assert isinstance(told, PairingResult)
    assert told.warnings == ()
    swiss = explain(PairingInput(replace(chart, format=Format.SWISS), 4), typed)
    assert any("met in round" in text for text in swiss.warnings)


def test_somebody_else_than_the_table_says_sits_out_and_the_table_is_named() -> None:
    made = by_table(section(5, 5), 1)
    boards = ((1, 3, 1), (2, 4, 2))
    told = explain(PairingInput(section(5, 5), 1), Typed(boards, 5))
    assert made.bye is not None
    assert made.bye.number == 3
    assert "Entry 5 sits out; by the round-robin table it is Entry 3 (30A)." in told.warnings


def test_an_empty_round_robin_and_one_of_a_single_player_have_no_boards() -> None:
    assert by_table(section(0, 3), 1).boards == ()
    alone = by_table(section(1, 3), 1)
    assert alone.boards == ()
    assert alone.bye is not None


def test_a_table_that_has_ended_says_so_and_what_to_do() -> None:
    chart = section(2, 5)
    for number in (1, 2):
        chart = played(chart, number, by_table(chart, number))
    made = refused(chart, 3)
    assert made.reason.startswith("Everybody meets everybody twice in the 2 rounds of the round-robin table")
    assert made.choices == ("Pair the round by hand.",)


def color_sentences(made: PairingResult) -> set[str]:
    return {str(board.reason.sentences[-1]) for board in made.boards}


def test_each_board_of_a_table_says_who_gives_its_colors() -> None:
    """30A; of the last round of a quad the lot does (30G), and of a second meeting the first one."""
    chart = section(4, 6)
    told = []
    for number in range(1, 7):
        made = by_table(chart, number)
        told.append(color_sentences(made))
        chart = played(chart, number, made)
    table, lot = {"The colors are those of the table (30A)."}, {"Colors by lot (30G)."}
    assert told == [table, table, lot, table, table, table]
    assert color_sentences(by_table(section(6, 5), 3)) == table


def test_colors_that_the_table_does_not_give_say_so() -> None:
    chart = section(4, 6)
    made = by_table(chart, 1, boards=(SetBoard(4, 1),))
    assert color_sentences(made) == {
        "Entry 1 has black: set by the director.",
        "The colors are those of the table (30A).",
    }
    for number in (1, 2, 3):
        chart = played(chart, number, made if number == 1 else by_table(chart, number))
    second = [by_table(chart, number) for number in (4, 5, 6)]
    [again] = [board for made in second for board in made.boards if board.players == {1, 4}]
    assert (again.white, again.black) == (1, 4)
