"""A list of pairings from another program, as a director pastes it: by numbers with boards, or by names."""

import pytest

from tests.factories import a_section, director_of, paired, played
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.errors import Refused
from tournaments.formats.records import RosterEntry
from tournaments.models import PairingDraft, Section
from tournaments.pairing.draft import Draft, DraftBoard
from tournaments.selectors.pairing.lines import checked, parse
from tournaments.services import drafts, pairings, rosters

pytestmark = pytest.mark.django_db

NAMES = [
    "Alder, Ann",
    "Birch, Bo",
    "García-López, José",
    "Cedar, Cora Jr.",
    "Elm, Eva",
    "Fir, Finn",
    "Hu, Beth",
]


@pytest.fixture
def section() -> Section:
    section = a_section(0, 3)
    entries = [RosterEntry(number, name) for number, name in enumerate(NAMES, 1)]
    rosters.add_players(section, entries, by=director_of(section))
    return section


def results(section: Section, text: str) -> int:
    """How many lines of a list have a result."""
    return sum(line.with_result for line in checked(section, 1, parse(text)).seatings)


def read(section: Section, text: str) -> list[str]:
    """Each line as it is typed by hand: ``1 2`` or ``5 H``."""
    return [
        " ".join(
            [*(str(each.player.number) for each in line.sitters), *([line.bye.letter] if line.bye else [])]
        )
        for line in checked(section, 1, parse(text)).seatings
    ]


@pytest.mark.parametrize(
    "text",
    [
        "1 2\n3 4",
        "Board 1: 1 2\nBoard 2: 3 4",
        "1. 1-2\n2. 3-4",
        "bd 1 1 v 2\nbd 2 3 vs. 4",
        "401 1 2\n402 3 4",
        "401\t1\t2\n402\t3\t4",
        "Bd,White,Black\n1,1,2\n2,3,4",
    ],
)
def test_a_list_by_numbers_is_read_with_its_boards_or_without(section: Section, text: str) -> None:
    assert read(section, text) == ["1 2", "3 4"]


@pytest.mark.parametrize(
    "text",
    [
        "Pairings for Round 1\nBd  Res  White            Res  Black\n"
        "1   ____ Alder, Ann (1)   ____ BIRCH, BO (2)\n2   ____ Garcia-Lopez, Jose ____ Cedar Jr., Cora",
        "401\tAnn Alder\tBo Birch\n402\tJosé García López\tCora Cedar",
        "1 ___ Alder, Ann (1 1950 0.0) ___ Birch, Bo (2 1750 0.0)\n"
        "-----\n2 ___ GARCÍA-LÓPEZ, JOSÉ (3 1650 0.0) ___ Cedar, Cora (4 unr. 0.0)",
    ],
)
def test_a_list_by_names_is_read_whichever_name_comes_first(section: Section, text: str) -> None:
    assert read(section, text) == ["1 2", "3 4"]


@pytest.mark.parametrize(
    ("line", "bye"),
    [
        ("5 Elm, Eva  BYE", "5 B"),
        ("Eva Elm has a half-point bye", "5 H"),
        ("Elm, Eva ½ bye", "5 H"),
        ("Bye: Eva Elm (zero points)", "5 U"),
        ("Elm, Eva (1.5)  BYE", "5 B"),
        ("Eva Elm 2½ bye", "5 B"),
        ("Eva Elm 0.5 bye", "5 H"),
        ("Eva Elm, bye: 0", "5 U"),
        ("Eva Elm U bye", "5 U"),
        ("Beth Hu bye", "7 B"),
        ("bye Hu, Beth", "7 B"),
        ("bye: H, Eva Elm", "5 H"),
        ("5 BYE", "5 B"),
    ],
)
def test_a_bye_in_a_list_says_what_it_is_worth_and_is_a_point_where_it_does_not(
    section: Section, line: str, bye: str
) -> None:
    assert read(section, line) == [bye]


def test_who_is_not_on_the_roster_or_there_twice_is_said_with_the_line_and_nothing_is_seated(
    section: Section,
) -> None:
    rosters.add_players(section, [RosterEntry(8, "Fir, Finn")], by=director_of(section))
    text = (
        "Ann Alder - Zoe Zander\nZoe Zander - Yan Yew\nFinn Fir - Eva Elm\n12\nAnn Alder, Bo Birch, Eva Elm"
    )
    with pytest.raises(Refused) as refused:
        read(section, text)
    found = [(each.where, each.expected) for each in refused.value.troubles]
    assert found == [
        ("line 1", "two numbers or names of this roster, White first. Not on it: Zoe Zander"),
        ("line 2", "two numbers or names of this roster, White first. Not on it: Zoe Zander Yan Yew"),
        ("line 3", "numbers, because this can be the name of 6, 8"),
        ("line 4", "two numbers or names, White first (12 7), or a number and B, H or U (5 H)"),
        ("line 5", "two numbers or names, White first. Read: Ann Alder; Bo Birch; Eva Elm"),
    ]


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("Alder - Birch", ["1 2"]),
        ("birch v alder\nElm vs. FIR", ["2 1", "5 6"]),
        ("Board 3: Alder – Birch", ["1 2"]),
        ("Alder Birch", ["1 2"]),
        ("Alder-Birch", ["1 2"]),
        ("Ann - Bo", ["1 2"]),
        ("Ann – Birch", ["1 2"]),
        ("Ann Alder - Birch", ["1 2"]),
        ("A. Alder - Birch, B.", ["1 2"]),
        ("A Alder B Birch", ["1 2"]),
        ("Garcia-Lopez - Cora", ["3 4"]),
        ("Lopez - Hu", ["3 7"]),
        ("Alder 1-0 Birch", ["1 2"]),
        ("Elm bye", ["5 B"]),
        ("Eva half-point bye", ["5 H"]),
    ],
)
def test_a_last_or_first_name_is_enough_where_one_player_has_it(
    section: Section, text: str, pairs: list[str]
) -> None:
    assert read(section, text) == pairs


def test_of_a_last_name_that_several_have_all_who_can_be_meant_are_named(section: Section) -> None:
    entries = [RosterEntry(8, "Alder, Bob"), RosterEntry(9, "Fir")]
    rosters.add_players(section, entries, by=director_of(section))
    with pytest.raises(Refused) as refused:
        read(section, "Alder - Birch\nElm – fir")
    assert [each.expected for each in refused.value.troubles] == [
        "a number or the whole name, because “Alder” can be Ann Alder (1) or Bob Alder (8)",
        "a number or the whole name, because “fir” can be Finn Fir (6) or Fir (9)",
    ]
    assert read(section, "Bob Alder - Alder, Ann\n9 Fir - 2 Birch") == ["8 1", "9 2"]


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("Alder 5", ["1 5"]),
        ("5 alder", ["5 1"]),
        ("Ann Alder v 5", ["1 5"]),
        ("#5 – Alder, Ann", ["5 1"]),
        ("Board 3: elm 2", ["5 2"]),
        ("3. elm 2", ["5 2"]),
        ("elm 1-0 2", ["5 2"]),
        ("1 elm 2\n2 alder 6", ["5 2", "1 6"]),
        ("3 4\nelm 2", ["3 4", "5 2"]),
        ("Elm H", ["5 H"]),
        ("eva elm u", ["5 U"]),
        ("Alder B", ["1 B"]),
    ],
)
def test_a_name_stands_beside_a_number_or_the_letter_of_a_bye(
    section: Section, text: str, pairs: list[str]
) -> None:
    assert read(section, text) == pairs
    boards = [line.board for line in checked(section, 1, parse("Board 3: elm 2")).seatings]
    assert boards == [3]


@pytest.mark.parametrize(
    ("line", "read_as", "expected"),
    [
        ("Alder Smith", "Alder Smith", "two numbers or names of this roster, White first. Not on it: Smith"),
        ("oelm birch", "oelm birch", "two numbers or names of this roster, White first. Not on it: oelm"),
        ("2 smith", "2 smith", "two numbers or names of this roster, White first. Not on it: smith"),
        (
            "smith jones",
            "smith jones",
            "two numbers or names of this roster, White first. Not on it: smith jones",
        ),
        ("smith H", "smith H", "two numbers or names of this roster, White first. Not on it: smith"),
        ("Alder", "Alder", "two numbers or names, White first. Read: Ann Alder"),
        ("alder 99", "99", "the number of a player in this section"),
        ("Elm elm", "elm", "two different players. Eva Elm is named twice"),
        ("elm 5", "5", "two different players. Eva Elm is named twice"),
        ("5 5", "5", "two different players. Eva Elm is named twice"),
    ],
)
def test_of_a_line_that_names_nobody_or_one_twice_it_is_said_who_is_meant(
    section: Section, line: str, read_as: str, expected: str
) -> None:
    with pytest.raises(Refused) as refused:
        read(section, f"3 4\n{line}")
    found = refused.value.troubles
    assert [(each.read, each.expected) for each in found] == [(read_as, expected)]


def test_a_board_of_which_one_name_is_misspelled_is_no_title(section: Section) -> None:
    with pytest.raises(Refused) as refused:
        read(section, "oelm birch\n3 4")
    assert "Not on it: oelm" in refused.value.troubles[0].expected


def test_of_who_has_a_bye_or_a_board_it_is_said_which_by_the_name_that_was_typed(section: Section) -> None:
    kim = director_of(section)
    pairings.give_bye(section, 1, [1], Kind.HALF_BYE, by=kim)
    pairings.pair(section, 1, "2 5", by=kim)
    how = "Remove it (“Put back” in a draft)"
    with pytest.raises(Refused) as refused:
        read(section, "alder fir\nHu elm\n2 3")
    assert [(each.read, each.expected) for each in refused.value.troubles] == [
        ("alder", f"a player without a bye. Ann Alder has a half-point bye in round 1. {how}"),
        ("elm", "a player without a board in round 1. Eva Elm is on board 1"),
        ("2", "a player without a board in round 1. Bo Birch is on board 1"),
    ]


def test_of_a_bye_of_a_published_round_the_button_is_named_that_its_page_has(section: Section) -> None:
    paired(section, 1, "1 2\n3 4\n5 6\n7 H", publish=True)
    with pytest.raises(Refused) as refused:
        read(section, "7 1")
    assert refused.value.troubles[0].expected.endswith(
        "has a half-point bye in round 1. Remove it (“Remove…” under “Byes and absences”)"
    )


@pytest.mark.parametrize(
    "line",
    [
        # Names of no player: the first name of one, and the last of another.
        "Ann Birch",
        "Birch, Ann",
        "Ann Birch bye",
        "Ann Birch – Eva Elm",
        "Alder-Birch bye",
        # Another player's initial, and a name that nobody has.
        "B. Alder – Eva Elm",
        "Zoe Alder – Birch",
        "Alder",
    ],
)
def test_parts_of_two_names_are_not_read_as_two_players(section: Section, line: str) -> None:
    with pytest.raises(Refused):
        read(section, f"3 4\n{line}")


def test_a_word_of_a_school_is_no_player_beside_whole_names(section: Section) -> None:
    section.players.filter(number=1).update(team="Elm Street")
    assert read(section, "Ann Alder Elm Street – Bo Birch") == ["1 2"]


@pytest.mark.parametrize("line", ["Ann Alder Smith – Bo Birch", "Mary Ann Alder – Bo Birch"])
def test_a_name_that_is_part_of_a_longer_one_is_nobodys(section: Section, line: str) -> None:
    with pytest.raises(Refused) as refused:
        read(section, line)
    assert "Not on it: " in refused.value.troubles[0].expected


def test_a_list_with_black_first_seats_nobody_on_the_wrong_side(section: Section) -> None:
    with pytest.raises(Refused) as refused:
        read(section, "Board\tBlack\tWhite\n1\tAnn Alder\tBo Birch")
    assert refused.value.troubles[0].expected == "White before Black, in each line of the list"


def test_schools_ratings_and_results_beside_names_are_passed_over(section: Section) -> None:
    section.players.filter(number=1).update(team="Oak Hill Academy")
    line = "1  W  Alder, Ann  Oak Hill Academy 1432P12  1-0  Birch, Bo unr. (½)"
    assert read(section, line) == ["1 2"]


def test_a_third_number_by_mistake_is_no_board(section: Section) -> None:
    for text in ("1 2\n3 4 5", "1 2 3"):
        with pytest.raises(Refused):
            read(section, text)


def test_headings_alone_seat_nobody(section: Section) -> None:
    with pytest.raises(Refused, match="no name and no number"):
        read(section, "Round 1\nBoard White Black")


@pytest.mark.parametrize(
    ("titles", "passed"),
    [
        ("Section: K-8", ["Section: K-8"]),
        ("Round 1 Pairings\nSwissSys 11 · printed Nov 28, 2026", ["SwissSys 11 · printed Nov 28, 2026"]),
        ("2026 Oak Hill Open\n\nBoard White Black", ["2026 Oak Hill Open"]),
    ],
)
def test_a_title_above_the_boards_is_passed_over_and_named(
    section: Section, titles: str, passed: list[str]
) -> None:
    for boards in ("1 2\n3 4", "1 Ann Alder - Bo Birch\n2 García-López, José - Cora Cedar Jr."):
        assert read(section, f"{titles}\n{boards}") == ["1 2", "3 4"]
        found = checked(section, 1, parse(f"{titles}\n{boards}"))
        assert found.left_out() == [f"“{line}” above the boards was passed over." for line in passed]


@pytest.mark.parametrize(
    "text",
    [
        "1 2\nSection: K-8\n3 4",
        "Section: K-8\n1 2\nSection: K-12",
        "12 Zoe Zander - Yan Yew\n1 2",
        "Board 1: Zoe Zander - Yan Yew\n1 2",
        "#12 x 7\n1 2",
        "Section: K-8",
    ],
)
def test_what_may_be_a_board_is_not_passed_over(section: Section, text: str) -> None:
    with pytest.raises(Refused) as refused:
        read(section, text)
    (trouble,) = refused.value.troubles
    assert "two numbers or names" in trouble.expected


# --- results ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "1 2 1-0\n3 4 ½-½",
        "1 1-0 2\n3 1/2-1/2 4",
        "1 2 1 – 0\n3 4 0.5 : 0.5",
        "1 2 W\n3 4 =",
        "1 2 1F-0F\n3 4 0-0",
        "Board 1: 1 2 1-0\nBoard 2: 3 4 0-1",
        "401 1 1-0 2\n402 3 ½-½ 4",
        "Bd,White,Result,Black\n1,1,1-0,2\n2,3,0-1,4",
        "Bd,White,Black,Result\n1,1,2,1-0\n2,3,4,0-1",
        "Ann Alder 1-0 Bo Birch\nJosé García López ½–½ Cora Cedar",
        "1  W  Alder, Ann  L  Birch, Bo\n2  D  García-López, José  D  Cedar, Cora",
        "Bd Res White Res Black\n1 1 Alder, Ann (1) 0 Birch, Bo (2)\n2 ½ Garcia-Lopez, Jose ½ Cedar, Cora",
    ],
)
def test_a_result_that_stands_in_a_line_is_noticed_and_the_pair_is_read(section: Section, text: str) -> None:
    assert read(section, text) == ["1 2", "3 4"]
    assert results(section, text) == 2


@pytest.mark.parametrize(
    "text",
    [
        "1 2\n3 4",
        "1-2\n3-4",
        "1,2,\n3,4,",
        "1 ___ Alder, Ann (1 1950 0.0) ___ Birch, Bo (2 1750 0.0)\n2 ___ Garcia-Lopez, Jose ___ Cedar, Cora",
        "Ann Alder (1-0) Bo Birch (0-1)\nJosé García López (½) Cora Cedar (1)",
        "Bd\tWhite\tRtg\tScore\tBlack\tRtg\tScore\tResult\n"
        "1\tAnn Alder\t1950\t1\tBo Birch\t1750\t1\n2\tJosé García López\t1650\t0.5\tCora Cedar\t1500\t0",
        "Bd\tWhite\tRtg\tPts\tRes\tBlack\tRtg\tPts\tRes\n"
        "1\tAnn Alder\t1950\t1\t\tBo Birch\t1750\t1\n2\tJosé García López\t1650\t0\t\tCora Cedar\t1500\t0",
        "Board Name Pts Name Pts Result\n1 Ann Alder 1 Bo Birch 1\n2 José García López ½ Cora Cedar 0",
    ],
)
def test_a_list_without_results_has_none(section: Section, text: str) -> None:
    assert read(section, text) == ["1 2", "3 4"]
    assert results(section, text) == 0


def test_a_bye_that_the_player_has_already_changes_nothing_and_refuses_no_list(section: Section) -> None:
    pairings.give_bye(section, 1, [5], Kind.HALF_BYE, by=director_of(section))
    list_of_another = "Ann Alder Bo Birch\n\nByes\nElm, Eva half-point bye\nHalf-point byes:\n6 H"
    assert read(section, list_of_another) == ["1 2", "6 H"]
    told = checked(section, 1, parse(list_of_another)).left_out()
    assert told == ["1 bye is in this round already."]
    with pytest.raises(Refused, match="These byes are in the round already"):
        checked(section, 1, parse("5 H"))
    with pytest.raises(Refused) as refused:
        checked(section, 1, parse("5 U"))
    assert "has a half-point bye" in refused.value.troubles[0].expected


def test_two_numbers_that_look_like_a_result_are_players(section: Section) -> None:
    assert read(section, "2-1\n3 v 4") == ["2 1", "3 4"]
    for text in ("1-0", "1-1", "5 W", "1 2 3"):
        with pytest.raises(Refused):
            read(section, text)


# --- namesakes ----------------------------------------------------------------------------------------


@pytest.fixture
def namesakes(section: Section) -> Section:
    """Two Finns: 6 and 12."""
    rosters.add_players(section, [RosterEntry(12, "Fir, Finn Jr.")], by=director_of(section))
    return section


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("Fir, Finn 12 – Elm, Eva", ["12 5"]),
        ("12 Fir, Finn – Elm, Eva", ["12 5"]),
        ("Elm, Eva – #6 Finn Fir", ["5 6"]),
        ("Finn Fir (12) Eva Elm (5)", ["12 5"]),
        ("Finn Fir Jr. (12) 1-0 Finn Fir (6)", ["12 6"]),
        ("1 ___ Fir, Finn (12 1650 0.0) ___ Elm, Eva (5 1400 0.0)", ["12 5"]),
        ("1  12. Fir, Finn  6. Fir, Finn\n2  1. Alder, Ann  5. Elm, Eva", ["12 6", "1 5"]),
        ("12 Fir, Finn  bye", ["12 B"]),
    ],
)
def test_of_namesakes_the_number_beside_the_name_is_meant(
    namesakes: Section, text: str, pairs: list[str]
) -> None:
    assert read(namesakes, text) == pairs


@pytest.mark.parametrize(
    "text",
    [
        "Fir, Finn – Elm, Eva",
        "7 Fir, Finn – Elm, Eva",
        "Fir, Finn 6½ – Elm, Eva",
        "Fir, Finn 6.0 – Elm, Eva",
        "6 Fir, Finn 12 – Elm, Eva",
        # Scores, boards and ratings are no numbers of the wall chart.
        "Fir, Finn 6 – Elm, Eva 4",
        "5 Alder, Ann – Birch, Bo\n6 Fir, Finn – Elm, Eva",
        "Bd White Black\n6 Fir, Finn – Elm, Eva",
    ],
)
def test_a_number_that_may_be_something_else_tells_no_namesakes_apart(namesakes: Section, text: str) -> None:
    with pytest.raises(Refused) as refused:
        read(namesakes, text)
    assert "this can be the name of 6, 12" in refused.value.troubles[-1].expected


def drafted(
    section: Section, boards: list[tuple[int, int]], text: str, number: int = 1
) -> list[tuple[int, int]]:
    """The boards of a draft after a list is seated over it."""
    kim = director_of(section)
    before = Draft(tuple(DraftBoard(*board) for board in boards))
    drafts.keep(section, number, drafts.propose(section, number), by=kim)
    drafts.seat_list(section, number, before, text, by=kim)
    after = PairingDraft.objects.get(section=section, round=number).draft
    return [(board.white, board.black) for board in after.boards]


THREE = [(1, 4), (5, 2), (3, 6)]


@pytest.mark.parametrize(
    "text",
    [
        "Board 3: 1-5",
        "3. 1 5",
        "Board\tWhite\tBlack\n3\tAlder, Ann\tElm, Eva",
    ],
)
def test_a_board_of_a_list_takes_its_number_and_those_who_sat_there_move(section: Section, text: str) -> None:
    assert drafted(section, THREE, text) == [(3, 4), (6, 2), (1, 5)]


def test_a_whole_list_stands_in_its_order_with_no_board_in_front(section: Section) -> None:
    assert drafted(section, [(0, 0), *THREE], "6 1\n2 3\n4 5\n7 B") == [(6, 1), (2, 3), (4, 5)]


def test_boards_without_numbers_stand_in_the_order_of_scores(section: Section) -> None:
    assert drafted(section, THREE, "6 5") == [(1, 4), (3, 2), (6, 5)]
    assert drafted(section, THREE, "6 5\n4 2") == [(3, 1), (4, 2), (6, 5)]
    played(section, 1, "1 4 LW\n5 2 WL\n3 6 DD\n7 B")
    assert drafted(section, [(4, 5), (7, 3), (6, 1)], "6 2\n3 5\n4 7", number=2) == [(4, 7), (3, 5), (6, 2)]
    assert drafted(section, [(1, 2), (4, 5), (7, 3)], "6 2", number=2) == [(4, 5), (7, 3), (6, 2)]


def test_boards_of_a_round_robin_stand_where_their_players_sat(section: Section) -> None:
    section.format = Section.Formats.ROUND_ROBIN
    section.save(update_fields=["format"])
    assert drafted(section, THREE, "6 5") == [(1, 4), (6, 5), (3, 2)]


def test_who_had_no_seat_stands_among_the_boards_that_are_there(section: Section) -> None:
    assert drafted(section, THREE[:1], "3 6\n5 2") == [(1, 4), (5, 2), (3, 6)]
    assert drafted(section, THREE[:1], "3. 3 6\n2. 5 2") == [(1, 4), (5, 2), (3, 6)]


@pytest.mark.parametrize(
    ("boards", "text", "refused", "there"),
    [
        (THREE, "1. 5 1\n99. 6 2", ["line 2: 99"], "1–3"),
        (THREE, "99. 6 2\n4 5", ["line 1: 99"], "1–3"),
        # Two who have boards: a fourth would leave two alone.
        (THREE, "4. 1 5", ["line 1: 4"], "1–3"),
        (THREE[:1], "9. 3 6\n8. 5 2", ["line 1: 9", "line 2: 8"], "1–3"),
        (THREE, "9. 1 5\n\nBd 12: 3 4", ["line 1: 9", "line 3: 12"], "1–3"),
    ],
)
def test_a_number_that_no_board_of_the_draft_has_is_refused_with_those_that_there_are(
    section: Section, boards: list[tuple[int, int]], text: str, refused: list[str], there: str
) -> None:
    with pytest.raises(Refused) as found:
        drafted(section, boards, text)
    troubles = found.value.troubles
    assert [f"{each.where}: {each.read}" for each in troubles] == refused
    assert {each.expected for each in troubles} == {f"the number of a board of this draft: {there}"}
    after = PairingDraft.objects.get(section=section, round=1).draft
    assert len(after.boards) == 3, "nothing is saved"


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ("Board 3: 1 5\n4 6\n2 H", "line 2: 4 – 6", "the number of its board, which other lines have, or no"),
        ("4 6\nBoard 3: 1 5", "line 1: 4 – 6", "the number of its board, which other lines have, or no"),
        ("Board 3: 1 5\nBoard 3: 4 6", "line 2: 3", "another number: line 1 has it"),
    ],
)
def test_numbers_of_boards_are_on_each_line_or_on_none_and_each_once(
    section: Section, text: str, line: str, expected: str
) -> None:
    with pytest.raises(Refused) as found:
        drafted(section, THREE, text)
    [trouble] = found.value.troubles
    assert f"{trouble.where}: {trouble.read}" == line
    assert trouble.expected.startswith(expected)


def test_a_whole_list_adds_the_board_that_its_draft_has_not(section: Section) -> None:
    """3 and 6, who sit there, are moved by other lines."""
    text = "1. 3 1\n2. 6 2\n3. 5 4"
    assert drafted(section, [(1, 3), (6, 2)], text) == [(3, 1), (6, 2), (5, 4)]
    assert drafted(section, [(3, 5), (6, 4)], text) == [(3, 1), (6, 2), (5, 4)]


def test_a_whole_list_of_a_program_that_counts_from_elsewhere_stands_in_its_order(section: Section) -> None:
    there = [(6, 2), (3, 1), (5, 4)]
    assert drafted(section, THREE, "401. 6 2\n402. 3 1\n403. 5 4") == there


def test_the_numbers_that_there_are_leave_out_those_of_no_board(section: Section) -> None:
    section.players.filter(number=3).update(fixed_board=40)
    with pytest.raises(Refused) as found:
        drafted(section, THREE, "3. 1 5")
    [trouble] = found.value.troubles
    assert trouble.expected == "the number of a board of this draft: 1–2, 40"
