"""Every worked example of the pairing rules through `manage.py pair`: a wall chart in, boards out.

A player is written as the rules write one: rating, colors, points. What was played before was played against
others, who have left.
"""

import io
import json
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

Met = tuple[tuple[int, int], ...]


def results(points: float, colors: str, drawn: Sequence[int]) -> list[str]:
    """A result of each game, so that they come to so many points; draws in these rounds, if possible."""
    games = sorted((at for at, color in enumerate(colors) if color != "-"), key=lambda at: at in drawn)
    over = int(2 * points) - len(games)
    decided = dict.fromkeys(games[: abs(over)], "W" if over > 0 else "L")
    assert len(decided) == abs(over)
    return ["U" if color == "-" else decided.get(at, "D") for at, color in enumerate(colors)]


def chart(groups: Sequence[tuple[float, str]], met: Met = (), teams: str = "", head: str = "") -> str:
    """Score groups as (points, players), where players are "1900 WB, unr BW"; ``met`` by place from 1."""
    written = [(points, one.split()) for points, text in groups for one in text.split(",")]
    players = [(points, rating, colors) for points, (rating, colors) in written]
    rounds = max(len(colors) for _points, _rating, colors in players)
    games: dict[tuple[int, int], int] = {}
    for one, other in met:
        mine, theirs = players[one - 1][2], players[other - 1][2]
        at = next(
            at
            for at in range(rounds)
            if {mine[at], theirs[at]} == {"W", "B"} and not {(one, at), (other, at)} & games.keys()
        )
        games |= {(one, at): other, (other, at): one}
    gone = count(len(players) + 1)
    rows, left = [], []
    for number, (points, rating, colors) in enumerate(players, 1):
        cells = []
        drawn = [at for at in range(rounds) if (number, at) in games]
        for at, (color, result) in enumerate(zip(colors, results(points, colors, drawn), strict=True)):
            if color == "-":
                cells.append("U")
                continue
            opponent = games.get((number, at))
            if opponent is None:
                opponent, row = next(gone), ["U"] * rounds
                row[at] = f"{'DLW'['DWL'.index(result)]}{number}{'bw'['WB'.index(color)]}"
                left.append(f"{opponent},gone {opponent},,{rounds},,{','.join(row)}")
            cells.append(f"{result}{opponent}{color.lower()}")
        team = teams[number - 1] if teams else ""
        rows.append(f"{number},{rating},{'' if rating == 'unr' else rating},,{team},{','.join(cells)}")
    columns = ",".join(f"r{at + 1}" for at in range(rounds))
    lines = [f"# rounds: {rounds + 2}", *head.splitlines(), f"number,name,rating,withdrew,team,{columns}"]
    return "\n".join([*lines, *rows, *left]) + "\n"


@pytest.fixture
def pair(tmp_path: Path) -> Any:
    def made(text: str, *arguments: str) -> dict[str, Any]:
        (tmp_path / "section.csv").write_text(text, encoding="utf-8")
        out = io.StringIO()
        call_command("pair", str(tmp_path / "section.csv"), *arguments, "--format", "json", stdout=out)
        found: dict[str, Any] = json.loads(out.getvalue())[0]
        return found

    return made


def named(text: str, made: dict[str, Any]) -> set[frozenset[str]]:
    """The boards by name."""
    name = {row.split(",")[0]: row.split(",")[1] for row in text.splitlines() if row[0].isdigit()}
    return {frozenset((name[str(b["white"])], name[str(b["black"])])) for b in made["boards"]}


def pairs(text: str) -> set[frozenset[str]]:
    return {frozenset(board.split("-")) for board in text.replace(",", "").split()}


@pytest.mark.parametrize(
    ("higher", "lower", "gets", "rule", "conflict"),
    [
        ("WBW", "-BW", "black", "29E4-1", [0, 0, 1]),
        ("WWBW", "-BWW", "black", "29E4-2", [1, 1, 0]),
        ("BWW", "WBW", "black", "29E4-3", [0, 1, 0]),
        ("WBWB", "BWWB", "white", "29E4-3", [0, 0, 1]),
        ("BW-BW", "BWB-W", "white", "29E4-4", [0, 0, 1]),
        ("WBW", "WBW", "black", "29E4-5", [0, 1, 0]),
        ("--", "WB", "black", "29E3a", [0, 0, 0]),
    ],
)
def test_29e4_who_gets_the_color(
    pair: Any, higher: str, lower: str, gets: str, rule: str, conflict: list[int]
) -> None:
    (board,) = pair(chart([(0, f"1900 {higher}, 1800 {lower}")]))["boards"]
    assert board[gets] == 1
    assert (board["reason"]["color"]["rule"], board["reason"]["color"]["conflict"]) == (rule, conflict)


@pytest.mark.parametrize(
    ("higher", "lower", "told"),
    [
        (
            "WWBW",
            "-BWW",
            "for 1800. The rules have no better opponents; with the colors swapped, 1900 would have at least"
            " two more games with white than with black (29E4, 29E5f).",
        ),
        ("BWW", "BWW", "for 1800. The rules have no better board (29E5f)."),
    ],
)
def test_29e5f_a_third_color_is_told_with_what_the_other_colors_would_cost(
    pair: Any, higher: str, lower: str, told: str
) -> None:
    """With the colors swapped, the second two would have as many."""
    made = pair(chart([(0, f"1900 {higher}, 1800 {lower}")]))
    assert made["warnings"] == [f"Board 1: the same color a third time in a row {told}"]


TWENTY = ", ".join(f"{2000 - 10 * at} {'WB' if at < 10 else 'BW'}" for at in range(20))
SLID = " ".join(f"{2000 - 10 * at}-{1900 - 10 * at}" for at in range(10))


@pytest.mark.parametrize(
    ("groups", "met", "expected"),
    [
        pytest.param([(1, TWENTY)], (), SLID, id="29C1 a group of 20"),
        pytest.param(
            [(1, "1900 WB, 1850 WB, 1800 WB, 1700 BW, 1650 BW, 1600 BW")],
            ((1, 4),),
            "1900-1650, 1850-1700, 1800-1600",
            id="29C2 a rematch",
        ),
        pytest.param(
            [(1, "1900 WB, 1850 BW, 1800 BW, 1700 BW")],
            ((1, 3), (1, 4)),
            "1900-1850, 1800-1700",
            id="29C2 an interchange for rematches",
        ),
        pytest.param(
            [(2, "1900 WB, 1800 BW, 1700 WB"), (1, "1850 BW, 1600 WB, 1500 BW")],
            (),
            "1900-1800, 1700-1850, 1600-1500",
            id="29D 1",
        ),
        pytest.param(
            [(2, "1900 WB, 1800 BW, 1700 BW"), (1, "1850 BW, 1800 WB, 1500 WB")],
            (),
            "1900-1800, 1700-1800, 1850-1500",
            id="29D 2",
        ),
        pytest.param(
            [(2, "1900 WB, 1800 BW, 1700 BW"), (1, "1850 BW, 1760 WB, 1500 WB")],
            (),
            "1900-1800, 1700-1850, 1760-1500",
            id="29D 3",
        ),
        pytest.param(
            [(2, "1900 WB, 1720 WB, 1700 BW"), (1, "1850 BW, 1600 BW, 1500 WB")],
            (),
            "1900-1700, 1720-1850, 1600-1500",
            id="29D 4",
        ),
        pytest.param(
            [(2, "1900 WB, 1720 WB, 1700 BW"), (1, "1850 WB, 1600 BW, 1500 WB")],
            (),
            "1900-1720, 1700-1850, 1600-1500",
            id="29D 4, the conflict would only move",
        ),
        pytest.param(
            [(2, "1900 WB, 1720 BW, unr BW"), (1, "1850 WB")],
            (),
            "1900-unr, 1720-1850",
            id="29D 5",
        ),
        pytest.param(
            [(3, "1900 WBBW"), (2.5, "1800 BWWB, 1700 BWWB"), (2, "1750 WBWB")],
            ((1, 2), (1, 3)),
            "1900-1750, 1800-1700",
            id="29D 6",
        ),
        pytest.param(
            [(2.5, "1900 WBW, 1800 BWB"), (2, "1850 BWB, 1700 WBW")],
            ((1, 2),),
            "1900-1850, 1800-1700",
            id="29D 7",
        ),
        pytest.param(
            [(1, "1700 WB, 1660 BW, 1500 WB, 1440 BW")], (), "1700-1440, 1660-1500", id="29E5a 40 points"
        ),
        pytest.param(
            [(1, "1800 WB, 1700 BW, 1500 WB, 1390 BW")], (), "1800-1500, 1700-1390", id="29E5a 100 points"
        ),
        pytest.param([(1, "1800 BWB, 1700 WBW, 1500 BWB, 1390 WBW")], (), "1800-1390, 1700-1500", id="29E5b"),
        pytest.param(
            [(1, "2000 WBW, 1860 BWB, 1840 WBW, 1770 BWB")],
            (),
            "2000-1770, 1860-1840",
            id="29E5e a transposition within 80",
        ),
        pytest.param(
            [(1, "2000 WBW, 1860 BWB, 1840 WBW, 1740 BWB")],
            (),
            "2000-1860, 1840-1740",
            id="29E5e an interchange",
        ),
        pytest.param([(1, "1800 BWB, 1500 WBW, 1450 BWB, unr WBW")], (), "1800-unr, 1500-1450", id="29E5g"),
        pytest.param(
            [(1, "2000 W, 1950 B, 1900 W, 1700 W, 1690 B, 1640 W")],
            (),
            "2000-1700, 1950-1640, 1900-1690",
            id="29E5 the top board stays natural",
        ),
        pytest.param(
            [(1, "1900 BWW, 1850 WBW, 1800 WBW, 1700 BWW, 1690 WBB, 1650 BWB")],
            (),
            "1900-1690, 1850-1700, 1800-1650",
            id="29E5f",
        ),
    ],
)
def test_who_meets(pair: Any, groups: list[tuple[float, str]], met: Met, expected: str) -> None:
    text = chart(groups, met)
    assert named(text, pair(text)) == pairs(expected)


def sentences(text: str, made: dict[str, Any], one: str) -> list[str]:
    """What is told of the board of a player, by name."""
    number = next(int(row.split(",")[0]) for row in text.splitlines() if row.split(",")[1:2] == [one])
    found: list[str] = next(b["sentences"] for b in made["boards"] if number in (b["white"], b["black"]))
    return found


def test_29c2_a_rematch_names_the_round(pair: Any) -> None:
    text = chart([(1, "1900 WB, 1850 WB, 1800 WB, 1700 BW, 1650 BW, 1600 BW")], ((1, 4),))
    assert sentences(text, pair(text), "1900")[0] == (
        "1900 meets 1650 instead of 1700: 1900 and 1700 met in round 1 (27A1)."
    )


def test_29c2_an_interchange_for_rematches_keeps_the_conflict_of_the_other_board(pair: Any) -> None:
    text = chart([(1, "1900 WB, 1850 BW, 1800 BW, 1700 BW")], ((1, 3), (1, 4)))
    made = pair(text)
    assert made["cost"] == [0, 0, 1]
    assert any("1800 and 1700 are both due black." in said for said in sentences(text, made, "1800"))


def test_29d_3_the_change_beyond_80_points_is_told(pair: Any) -> None:
    text = chart([(2, "1900 WB, 1800 BW, 1700 BW"), (1, "1850 BW, 1760 WB, 1500 WB")])
    told = sentences(text, pair(text), "1850")
    kept = "No change within 80 points fixes it; the nearest between two boards costs 90 (29E5a)."
    assert f"1700 and 1850 are both due black. {kept}" in told


def test_29e5_by_points_the_smaller_repairs_are_made(pair: Any) -> None:
    """Three boards collide, and one must stay: the third, as the two above cost 10 points together."""
    text = chart([(1, "2000 W, 1950 B, 1900 W, 1700 W, 1690 B, 1640 W")])
    made = pair(text, "--option", "prefer=points")
    assert named(text, made) == pairs("2000-1690, 1950-1700, 1900-1640")


def test_29e5f_who_had_another_color_last_gets_it(pair: Any) -> None:
    made = pair(chart([(1, "1900 BWW, 1850 WBW, 1800 WBW, 1700 BWW, 1690 WBB, 1650 BWB")]))
    assert next(b["white"] for b in made["boards"] if 2 in (b["white"], b["black"])) == 2


def test_28j_the_first_round(pair: Any) -> None:
    ratings = [2000, 1900, 1850, 1700, 1650, 1500, 1400, "", ""]
    rows = "".join(f"{at},P{at},{rating},\n" for at, rating in enumerate(ratings, 1))
    made = pair("# rounds: 4\nnumber,name,rating,r1\n" + rows)
    boards = [(b["white"], b["black"]) for b in made["boards"]]
    assert boards == [(1, 5), (6, 2), (3, 8), (9, 4)]
    assert made["bye"]["number"] == 7


@pytest.mark.parametrize(("ahead", "bye"), [("H", 1), ("", 2)])
def test_28l4_who_has_asked_for_a_half_point_bye(pair: Any, ahead: str, bye: int) -> None:
    """1300 has the bye: the 1200 wants a half-point bye in round 4, the unrated player is protected."""
    text = chart([(0, "1300 WB, 1200 W-, unr BW")])
    rows = [
        f"{row},,{ahead if row.startswith('2,') else ''}" if row[0].isdigit() else row
        for row in text.splitlines()
    ]
    made = pair("\n".join(rows).replace(",r1,r2", ",r1,r2,r3,r4") + "\n", "--round", "3")
    assert made["bye"]["number"] == bye


def test_28n1a_teammates_of_one_group(pair: Any) -> None:
    """On 1 point of 2; the natural pairing is changed already."""
    text = chart([(1, "1600 WB, 1500 WB, 1400 BW, 1300 BW")], teams="XYXZ", head="# option: teams=plus_two")
    made = pair(text)
    assert named(text, made) == pairs("1600-1300, 1500-1400")
    assert "1600 meets 1300 instead of 1400: same team (28N1a)." in str(made["boards"][0]["sentences"])


def test_28r1_an_accelerated_event(pair: Any) -> None:
    """Sixteen players; the favorites win."""
    head = "# option: acceleration=added_score\n# rounds: 5\nnumber,name,rating,r1\n"
    first = pair(head + "".join(f"{n},P{n},{2000 - 10 * n},\n" for n in range(1, 17)))
    boards = [(b["white"], b["black"]) for b in first["boards"]]
    favorites = [*range(1, 5), *range(9, 13)]
    assert [{*board} for board in boards] == [{n, n + 4} for n in favorites]
    cell = {n: f"{'WL'[n > m]}{m}{color}" for w, b in boards for n, m, color in ((w, b, "w"), (b, w, "b"))}
    second = pair(head + "".join(f"{n},P{n},{2000 - 10 * n},{cell[n]}\n" for n in range(1, 17)))
    assert second["round"] == 2
    expected = "1-3 2-4 5-9 6-10 7-11 8-12 13-15 14-16"
    # The top and bottom groups then change opponents for colors.
    assert {frozenset(map(str, natural)) for natural in second["natural"]} == pairs(expected)


EIGHT = ["4-8 7-1 6-2 5-3", "8-7 1-6 2-5 3-4", *[""] * 4, "1-8 2-7 3-6 4-5"]
SIX = ["3-6 5-1 4-2", "6-5 1-4 2-3", "2-6 3-1 4-5", "6-4 1-2 5-3", "1-6 2-5 3-4"]
FOUR = ["1-4 2-3", "3-1 4-2", "1-2 3-4"]


@pytest.mark.parametrize("lines", [EIGHT, SIX, FOUR], ids=["8", "6", "a quad"])
def test_30a_the_lines_of_a_table(pair: Any, lines: list[str]) -> None:
    """The one named first has white."""
    players = {7: 8, 5: 6, 3: 4}[len(lines)]
    rows = "".join(f"{n},P{n},{2000 - n},\n" for n in range(1, players + 1))
    text = f"# format: round robin\n# rounds: {len(lines)}\nnumber,name,rating,r1\n{rows}"
    for number, line in enumerate(lines, 1):
        made = pair(text, "--round", str(number))
        if line:
            assert {f"{b['white']}-{b['black']}" for b in made["boards"]} == {*line.split()}


def test_natural_of_a_reason_is_of_its_bracket_and_beside_the_boards_of_the_whole_round(pair: Any) -> None:
    """§6, example 4: the 1720 leaves the 2-point group instead of the 1700. Of those who stay the 1900 has
    the 1700, and that is no change. The whole round had the 1720 there, if nobody looked at colors."""
    made = pair(chart([(2, "1900 WB, 1720 WB, 1700 BW"), (1, "1850 BW, 1600 BW, 1500 WB")]))
    first = next(board for board in made["boards"] if {board["white"], board["black"]} == {1, 3})
    assert {*first["reason"]["natural"].values()} == {1, 3}
    assert {frozenset(pair) for pair in made["natural"]} >= {frozenset((1, 2)), frozenset((3, 4))}
