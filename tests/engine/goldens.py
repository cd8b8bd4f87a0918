"""Worked values of every system and variation, by hand or as published, each with where they come from.

A golden is a line: an order, then what its last step says of numbers 1, 2, 3 …; `-` is no value. Two lines
of one chart tell a variation from its rule. test_goldens.py holds the engine to them, and asks two sources
of each system and such a pair of each variation.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from tests.cases import case
from tiebreaks.engine.chart.notation import chart
from tiebreaks.engine.chart.wallchart import Decision, Wallchart


class Golden(NamedTuple):
    """What the last step of an order says of each player of a chart."""

    order: str
    source: str
    wall: Wallchart
    expected: list[str | None]

    @property
    def step(self) -> str:
        return self.order.rpartition(",")[2]

    @property
    def by_the_rule(self) -> str:
        """The same order with no variation in its last step."""
        return self.order.rpartition(":")[0] or self.order


def worked(source: str, wall: Wallchart, table: str) -> Iterator[Golden]:
    for line in table.strip().splitlines():
        order, *values = line.split()
        yield Golden(order, source, wall, [None if value == "-" else value for value in values])


# Solkoff takes what Modified Median takes, so that both can be posted alike, and leaves nothing out: these
# have nothing to change. `no_own_item` takes away zeros.
WITHOUT_EFFECT = {"solkoff:keep_own_zero", "solkoff:no_own_item", "solkoff:planned_rounds"}

# Four players, one of them far above: 1 beat 2 and drew with 3, 2 and 3 beat 4.
FOUR = chart(["W2", "D3"], ["L1", "W4"], ["W4", "D1"], ["L3", "L2"], ratings=[2000, 1500, 1000, 1200])
# 1, 2 and 3 have half a point each: nothing computed separates them.
LEVEL = chart(["H"], ["H"], ["H"], ["W5"], ["L4"])


def recorded(code: str, *order: tuple[int, ...]) -> Wallchart:
    return replace(LEVEL, decisions=(Decision(code, 1, order),))


GOLDENS = [
    *worked(
        "RULES §2, example A: ours, by hand; the variations of 34E1 and 34E4 from its column V, those of"
        " 34E3 and 34E9 from its running scores, tied_group from the games of 1, 3 and 7's opponents",
        case("example_a").chart,
        """
        modified_median                   12    9.5    12     9       7      5       8.5    0
        modified_median:keep_own_zero     12    9.5    12     9       6      5       7.5    0
        modified_median:no_own_item       12    9.5    12     9       6      5       7.5    0
        solkoff                           13.5  10.5   13.5   13      11     9       8.5    0
        solkoff:keep_own_zero             13.5  10.5   13.5   13      11     9       8.5    0
        solkoff:no_own_item               13.5  10.5   13.5   13      11     9       8.5    0
        solkoff:planned_rounds            13.5  10.5   13.5   13      11     9       8.5    0
        cumulative                        10.5  12.5   9      6       5.5    2       8      0
        cumulative:omit_last              7.5   8.5    6      4       3      1       5      0
        cumulative:full_only              10.5  12.5   9      6       5.5    2       8.5    0
        cumulative:no_deduction           10.5  12.5   9      7       6.5    3       8.5    0
        median                            8     6.5    8      9       7      5       5.5    0
        median:keep_own_zero              8     6.5    8      6       6      3       4.5    0
        median:no_own_item                8     6.5    8      6       6      3       4.5    0
        head_to_head                      0     -      0      -       -      -       0      -
        most_blacks                       2     3      2      2       2      2       2      0
        kashdan                           13    16     12     6       8      3       10     0
        sonneborn_berger                  7.5   8.75   8.5    3       3      0       5      0
        sonneborn_berger:adjusted         6.5   8      7.75   3       3      0       4.75   0
        opposition_cumulative             41    33     42.5   40      34     26      27.5   0
        opposition_cumulative:omit_last   26.5  21.5   28     27      23     16.5    18.5   0
        opposition_cumulative:full_only   41.5  33     43     40.5    34     26.5    27.5   0
        opposition_cumulative:no_deduction 43.5 36     45     40.5    35     27.5    29.5   0
        opposition_performance            1540  4160/3 4750/3 1631.25 1487.5 14525/9 4450/3 -
        opposition_performance:swisssys   1579  1416   1573   1648    1493   1640    1395   0
        opposition_performance:tied_group 4760/3 -     4760/3 -       -      -       8675/6 -
        average_opposition                1480  1520   1520   1575    1600   4300/3  1550   -
        win_count                         2     3      1      0       1      0       1      0
        """,
    ),
    *worked(
        "RULES §2, example B: the standings of a real section, published by SwissSys 11.60",
        case("example_b").chart,
        """
        modified_median        18    9.5   20  9.5   17    13    0  15
        solkoff                18    16    22  16    23.5  19.5  0  21.5
        cumulative             26    8.5   18  10.5  6.5   8     0  14
        opposition_cumulative  65.5  64.5  80  66    92.5  75    0  77.5
        """,
    ),
    *worked(
        "example B, by hand: 34E4 from the opponents' adjusted scores, the others counted off the chart",
        case("example_b").chart,
        """
        median                 13.5  9.5   13.5   9.5  17   13  0  15
        kashdan                24    8     20     10   10   7   0  13
        sonneborn_berger       18    4.75  12.25  5.5  5.5  3   0  6
        win_count              6     1     4      2    1    0   0  2
        """,
    ),
    *worked(
        "RULES §9: a section after round 3, round 4 paired, published by SwissSys 11.34",
        case("midevent").chart,
        """
        modified_median        2    4.5  2    3.5  2.5  1.5  1  1    1.5   1.5  1
        solkoff                5    5    3.5  4    3.5  4.5  3  5    5.5   4.5  4
        cumulative             2    5    1    6    6    3.5  0  3.5  2.5   1.5  2
        opposition_cumulative  9.5  9.5  8    9.5  7    9.5  7  8.5  10.5  9.5  7
        """,
    ),
    *worked(
        "34E1, ours: 1 has two of three points, but one win and one loss; opponents 0, 1½, 1½",
        chart(["B", "W2", "L3"], ["W3", "L1", "H"], ["L2", "H", "W1"]),
        """
        modified_median              3    1.5  1.5
        modified_median:wins_losses  1.5  1.5  1.5
        """,
    ),
    *worked(
        "34E1 and 34E4, ours: eight of nine rounds, all drawn; each opponent is worth 4, all eight 32",
        chart(["D2"] * 8, ["D1"] * 8, rounds=9),
        """
        modified_median                 24  24
        modified_median:planned_rounds  16  16
        median                          24  24
        median:planned_rounds           16  16
        """,
    ),
    *worked(
        "RULES §3.5, ours: two games per round; as opponents 3½, 1½, 1, by SwissSys' way 3½, 1, ½",
        chart(["W2+D2", "W3+W3"], ["L1+D1", "B"], ["H", "L1+L1"], games=2),
        """
        solkoff                    5    7    7
        solkoff:per_round          1.5  3.5  3.5
        modified_median            4    7    3.5
        modified_median:per_round  1    3.5  0
        median                     2.5  3.5  3.5
        median:per_round           0    0    0
        """,
    ),
    *worked(
        "RULES §5, example 1: 1 beat 2, 2 beat 3, 1 and 3 drew; SwissSys as its help counts",
        chart(["W2", "D3", "U"], ["L1", "H", "W3"], ["B", "D1", "L2"]),
        """
        head_to_head            1    0   -1
        head_to_head:minus_100  100  99  99
        """,
    ),
    *worked(
        "34E5, the Michigan page: 3-1 among the tied stands above 1-0; SwissSys turns them round (RULES §5)",
        chart(
            ["W2", "W3", "W4", "L5"],
            ["L1", "B", "B", "B"],
            ["B", "L1", "B", "B"],
            ["B", "B", "L1", "B"],
            ["B", "B", "U", "W1"],
        ),
        """
        head_to_head            2   -1  -1  -1  1
        head_to_head:minus_100  99  99  99  99  100
        """,
    ),
    *worked(
        "34E5, ours: 1, 2 and 3 have two points; 34E3 puts 1 ahead, whom 3 beat; 2 and 3 did not meet",
        chart(
            ["W4", "W5", "L3"], ["U", "W4", "W6"], ["U", "W6", "W1"],
            ["L1", "L2", "U"], ["U", "L1", "U"], ["U", "L3", "L2"],
        ),
        """
        cumulative,head_to_head              -  0  0  0  0  0
        cumulative,head_to_head:score_group  -  0  1  0  0  0
        """,
    ),
    *worked(
        "34E5, ours: 2 forfeited to 1, and 3 beat 1; all three have a point",
        chart(["X2", "L3"], ["F1", "W4"], ["U", "W1"], ["U", "L2"]),
        """
        head_to_head                -1  0   1  -
        head_to_head:with_forfeits  0   -1  1  -
        """,
    ),
    *worked(
        "34E5, ours: 1 beat 2, 2 beat 3, 1 and 3 did not meet; all three have a point",
        chart(["W2", "U"], ["L1", "W3"], ["B", "L2"]),
        """
        head_to_head          1  0  -1
        head_to_head:all_met  -  -  -
        """,
    ),
    *worked(
        "34E6 and 29E1, ours: the black pieces allotted for a forfeited game are no game with black",
        chart(["X2b", "L2w"], ["F1w", "W1b"]),
        """
        most_blacks                0  1
        most_blacks:with_forfeits  1  1
        """,
    ),
    *worked(
        "34E7, W W W L L = 14 and W W D D L = 13 as the Vermont page quotes them; our B W W L L = 10",
        chart(
            ["W4", "W4", "W4", "L4", "L4"], ["W5", "W5", "D5", "D5", "L5"], ["B", "W6", "W6", "L6", "L6"],
            ["L1", "L1", "L1", "W1", "W1"], ["L2", "L2", "D2", "D2", "W2"], ["U", "L3", "L3", "W3", "W3"],
        ),
        "kashdan  14  13  10  11  10  10",
    ),
    *worked(
        "34E8, a double round robin on a help page of chesskid.com: 3, 1½, 1½ points",
        chart(
            ["D2", "D2", "W3", "W3", "U", "U"],
            ["D1", "D1", "U", "U", "L3", "D3"],
            ["U", "U", "L1", "L1", "W2", "D2"],
        ),
        "sonneborn_berger  4.5  3.75  2.25",
    ),
    *worked(
        "34E8, ours: a forfeit beat nobody; counted as a game, it beat one of a point",
        chart(["X2", "U"], ["F1", "W3"], ["U", "L2"]),
        """
        sonneborn_berger                0  0  0
        sonneborn_berger:with_forfeits  1  0  0
        """,
    ),
    *worked(
        "34E10 and 34E11, ours: by hand; SwissSys' performances are 1525, 1600, 1800 and 850 (RULES §8.1)",
        FOUR,
        """
        opposition_performance           1600  800   1500  1800
        opposition_performance:swisssys  1700  1188  1188  1700
        average_opposition               1250  1600  1600  1250
        """,
    ),
    *worked(
        "RULES §8.1, SwissSys by hand: 1 met performances of 1001 and 1000, and a half is rounded up",
        chart(
            ["D2", "D3", "U"], ["D1", "U", "D4"], ["U", "D1", "U"], ["U", "U", "D2"],
            ratings=[1000, 1, 1, 1002],
        ),
        "opposition_performance:swisssys  1001  1  1  1001",
    ),
    *worked(
        "RULES §8.1, SwissSys by hand: 1000½ is cut to 1000 before it could be rounded",
        chart(["D2", "U"], ["D1", "D3"], ["U", "D2"], ratings=[1000, 1000, 1001]),
        "opposition_performance:swisssys  1000  1000  1000",
    ),
    *worked(
        "RULES §8.1, by hand: by SwissSys 400, 375 and 0 in place of −175; the rule knows no floor",
        chart(["W2", "D3", "U"], ["L1", "U", "L3"], ["U", "D1", "W2"], ratings=[200, 150, 250]),
        """
        opposition_performance           200  225  175
        opposition_performance:swisssys  188  388  200
        """,
    ),
    *worked(
        "RULES §8.1, SwissSys by hand: 2 (1500) beat a 1000 who counts 1150: (1600+1550)/2",
        chart(["L2", "U"], ["W1", "W3"], ["U", "L2"], ratings=[1200, 1500, 1000]),
        "opposition_performance:swisssys  1575  1100  1575",
    ),
    *worked(
        "RULES §8.1, ours: 2 beat 3, who is unrated, and 4; 1 drew with 2",
        chart(
            ["D2", "U", "U"], ["D1", "W3", "W4"], ["U", "L2", "U"], ["U", "U", "L2"],
            ratings=[2000, 1500, None, 1200],
        ),
        """
        opposition_performance            1600  -  1800  2000
        opposition_performance:assigned   1050  -  1800  1250
        opposition_performance:set_aside  -     -  -     -
        """,
    ),
    *worked(
        "RULES §8.2, ours: 3 is unrated",
        chart(["W2", "D3"], ["L1", "W4"], ["W4", "D1"], ["L3", "L2"], ratings=[1500, 1200, None, 1000]),
        """
        average_opposition            1200  1250  1250  1200
        average_opposition:assigned   650   1250  1250  650
        average_opposition:set_aside  -     -     -     -
        """,
    ),
    *worked(
        "34E12, ours: 3 won the playoff, 1 and 2 stayed level",
        recorded("playoff", (3,), (1, 2)),
        "playoff  0  0  2  -  -",
    ),
    *worked(
        "34E12, ours: what was recorded for 1 and 3 says nothing of 1, 2 and 3",
        recorded("playoff", (3,), (1,)),
        "playoff  -  -  -  -  -",
    ),
    *worked(
        "34E13, ours: drawn 2, 3, 1",
        recorded("coin_toss", (2,), (3,), (1,)),
        "coin_toss  0  2  1  -  -",
    ),
    *worked(
        "34E12 and 34E13, ours: a playoff is no toss",
        recorded("playoff", (2,), (3,), (1,)),
        "coin_toss  -  -  -  -  -",
    ),
    *worked(
        "RULES §6.3, ours: 1 had a bye, a forfeit win and a win",
        chart(["B", "X2", "W2"], ["U", "F1", "L1"], ["D4", "D4", "D4"], ["D3", "D3", "D3"]),
        """
        win_count                1  0  0  0
        win_count:with_forfeits  2  0  0  0
        win_count:with_byes      2  0  0  0
        """,
    ),
]  # fmt: skip
