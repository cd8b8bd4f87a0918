"""Published examples of money and trophies, each with its source; numbers run down the groups."""

from typing import NamedTuple

import pytest

from tests.cases import case
from tests.engine.prizes.sections import Player, awarded, money, section
from tiebreaks.engine.chart.reading import after_round
from tiebreaks.engine.prizes import award
from tiebreaks.engine.prizes.awards import trophies_alone
from tiebreaks.engine.prizes.cash import Unpaid
from tiebreaks.engine.prizes.contenders import Terms
from tiebreaks.engine.prizes.notation import parse
from tiebreaks.engine.prizes.prize import Prize, dollars, in_order_of_value
from tiebreaks.engine.prizes.reasons import Reason, Why
from tiebreaks.engine.ranking.editions import current
from tiebreaks.engine.ranking.fold import rank


class Golden(NamedTuple):
    """What was announced, the scores as groups of ratings, what each number gets, why, and what is left."""

    source: str
    prizes: str
    groups: tuple[tuple[Player, ...], ...]
    pays: dict[int, str]
    reasons: tuple[Reason, ...]
    unrated_limit: int | None = None
    left: str = ""


def shared(players: int, dollars: int) -> Reason:
    return Reason(Why.SHARED, cents=100 * dollars, players=players)


def prize(line: str) -> Prize:
    (announced,) = parse(line)
    return announced


def alone(line: str) -> Reason:
    return Reason(Why.ALONE, prize=prize(line))


def only_they(line: str, cents: int, other: int, players: int = 1) -> Reason:
    return Reason(Why.ONLY_THEY, 0, prize(line), cents, other, players)


def limited(number: int, line: str, cents: int) -> Reason:
    return Reason(Why.LIMITED, number, prize(line), cents)


NONE_TO_WIN = Reason(Why.NONE_TO_WIN)
RULEBOOK = "rulebook example as replayed in RULES §12.1"
DECIDED = "RULES §12.1, decided"

CASH = [
    Golden(
        f"32B2: {RULEBOOK}",
        "1st place $200\n2nd place $100\n3rd place $75",
        ((2000, 1900), (1800, 1700, 1600)),
        {1: "150", 2: "150", 3: "25", 4: "25", 5: "25"},
        (shared(2, 300), shared(3, 75)),
    ),
    Golden(
        f"32B3, prizes that only one can win: {RULEBOOK}",
        "1st place $400\n2nd place $200\nClass A $100\nClass B $50",
        ((2310, 2320, 2330), (2050, 1900, 1700)),
        {1: "200", 2: "200", 3: "200", 5: "100", 6: "50"},
        (shared(3, 600), alone("Class A $100"), NONE_TO_WIN, alone("Class B $50"), NONE_TO_WIN),
    ),
    Golden(
        f"32B3, a class within a class: {RULEBOOK}",
        "1st place $400\n2nd place $200\nU2000 $100\nU1800 $50",
        ((2310, 2320, 2330), (2050, 1900, 1700)),
        {1: "200", 2: "200", 3: "200", 5: "75", 6: "75"},
        (shared(3, 600), shared(2, 150), NONE_TO_WIN),
    ),
    Golden(
        f"32B3, one prize in the pool for each of the tied: {RULEBOOK}",
        "1st place $250\n2nd place $200\n3rd place $150\n4th place $100\nA 75\n2nd A 50\nB 75",
        ((2310, 2320), (2300, 1950, 1900, 1700), (1850,)),
        {1: "225", 2: "225", 3: "100", 4: "100", 5: "100", 6: "100", 7: "50"},
        (
            shared(2, 450),
            shared(4, 400),
            alone("2nd Class A $50"),
        ),
    ),
    Golden(
        f"32B3, who does better alone: {RULEBOOK}",
        "U2200 $100\n2nd U2200 $50\nU2000 $80",
        ((1900, 2100, 2150),),
        {1: "80", 2: "75", 3: "75"},
        (
            only_they("U2000 $80", 80_00, 76_66),
            shared(2, 150),
        ),
    ),
    Golden(
        "32B3 with the limit added after 2014: US Chess forum 16785, our application of forum 21995",
        "1st place $2000\n2nd place $1000\n3rd place $536\n4th place $306\n5th place $230\n"
        "U2400 $1379\n2nd U2400 $766",
        ((2600,), (2550,), (2495, 2390, 2380, 2370)),
        {1: "2000", 2: "1000", 3: "536", 4: "817", 5: "817", 6: "817"},
        (
            alone("1st place $2,000"),
            alone("2nd place $1,000"),
            shared(4, 2987),
            Reason(Why.CAPPED, 3, prize("3rd place $536"), 536_00),
        ),
        left="5th place $230",
    ),
    Golden(
        "32B of the money in 33D's first example, RULES §12.2",
        "1st place $200\n2nd place $100\n3rd place $50\nClass A $40",
        ((2250,), (2225, 1940), (1865, 1990)),
        {1: "200", 2: "75", 3: "75", 4: "20", 5: "20"},
        (
            alone("1st place $200"),
            shared(2, 150),
            shared(2, 40),
        ),
    ),
    Golden(
        "Rounding: SwissSys paid $20 three ways as 6.67 each, RULES §12.1; ours add up, the odd cents shown",
        "1st place $20",
        ((1500, 1400, 1300),),
        {1: "6.67", 2: "6.67", 3: "6.66"},
        (
            shared(3, 20),
            Reason(Why.ODD_CENT, 1),
            Reason(Why.ODD_CENT, 2),
        ),
    ),
    Golden(
        f"32B3, prizes that overlap: {DECIDED}",
        "1st place $35\n2nd place $20\n3rd place $5\nBest grade 2 $60\nU1000 $60",
        (
            (
                {"rating": 1500, "grade": "2"},
                {"rating": 900, "grade": "2"},
                {"rating": 950, "grade": "3"},
                1600,
                1700,
            ),
        ),
        {1: "40", 2: "40", 3: "40", 4: "27.50", 5: "27.50"},
        (
            Reason(Why.ONLY_THEY_ALL, cents=40_00, other=36_66, players=3),
            shared(3, 120),
            shared(2, 55),
        ),
        left="3rd place $5",
    ),
    Golden(
        f"32B3, the most that each can win counts: {DECIDED}",
        "1st place $100\n2nd place $40\nU1000 $300",
        ((2000, 900, 950),),
        {1: "100", 2: "170", 3: "170"},
        (shared(3, 440), Reason(Why.CAPPED, 1, prize("1st place $100"), 100_00)),
    ),
    Golden(
        f"32B3, who can win nothing does not count: {DECIDED}; our numbers",
        "1400–1599 $100\n1500–1699 $100",
        ((1450, 1550, 1650, 2300),),
        {1: "66.67", 2: "66.67", 3: "66.66"},
        (shared(3, 200), NONE_TO_WIN, Reason(Why.ODD_CENT, 1), Reason(Why.ODD_CENT, 2)),
    ),
    Golden(
        f"32C6, what an unrated player may not keep stays with its prize: {DECIDED}",
        "Class A $20\nU1200 $40, unrated too",
        ((1800, None), (1916,), (1100,)),
        {1: "20", 2: "18", 4: "22"},
        (
            alone("U1200 $40, unrated too"),
            NONE_TO_WIN,
            limited(2, "U1200 $40, unrated too", 18_00),
            alone("Class A $20"),
            NONE_TO_WIN,
            alone("U1200 $40, unrated too"),
        ),
        unrated_limit=18_00,
    ),
    Golden(
        f"32C6, the same half a point lower: {DECIDED}",
        "Class A $20\nU1200 $40, unrated too",
        ((1800,), (None,), (1916,), (1100,)),
        {1: "20", 2: "18", 4: "22"},
        (
            alone("Class A $20"),
            alone("U1200 $40, unrated too"),
            limited(2, "U1200 $40, unrated too", 18_00),
            alone("U1200 $40, unrated too"),
        ),
        unrated_limit=18_00,
    ),
    Golden(
        f"32C6, what the tied do not take is first-place money: {DECIDED}",
        "1st place $100\nClass A $60",
        ((None, 1900), (2100,)),
        {1: "50", 2: "100", 3: "10"},
        (
            shared(2, 160),
            limited(1, "1st place $100", 50_00),
            alone("1st place $100"),
        ),
        unrated_limit=50_00,
    ),
    Golden(
        "32B4, of equal amounts the narrower class goes first, and a grade is the narrowest; our numbers",
        "Grade 2 and below $40\nGrades K–2 $40\nGrade 2 $40",
        (({"grade": "2"},), ({"grade": "1st"},), ({"grade": "PK"},)),
        {1: "40", 2: "40", 3: "40"},
        (alone("Grade 2 $40"), alone("Grades K–2 $40"), alone("Grade 2 and below $40")),
    ),
    Golden(
        "32B2, tied players who can win a band of grades divide it; our numbers",
        "Grade 2 and below $90\nGrade 3 $20",
        (({"grade": "5"}, {"grade": "3"}, {"grade": "2"}, {"grade": "K"}),),
        {2: "20", 3: "45", 4: "45"},
        (
            shared(2, 90),
            NONE_TO_WIN,
            alone("Grade 3 $20"),
            NONE_TO_WIN,
        ),
    ),
    Golden(
        f"32C6, nobody is left: {DECIDED}; our numbers",
        "1st place $100\nU1200 $40, unrated too",
        ((2100,), (None,), (1900,)),
        {1: "100", 2: "18"},
        (
            alone("1st place $100"),
            alone("U1200 $40, unrated too"),
            limited(2, "U1200 $40, unrated too", 18_00),
        ),
        unrated_limit=18_00,
        left="$22 of U1200 $40",
    ),
]


@pytest.mark.parametrize("golden", CASH, ids=[f"12.1-{at}" for at in range(1, len(CASH) + 1)])
def test_money_is_divided_as_published(golden: Golden) -> None:
    awards = awarded(section(*golden.groups), golden.prizes, unrated_limit=golden.unrated_limit)
    assert money(awards) == golden.pays
    assert [reason for share in awards.cash for reason in share.reasons] == list(golden.reasons)
    assert "; ".join(left(unpaid) for unpaid in awards.unpaid) == golden.left


def left(unpaid: Unpaid) -> str:
    prize, cents = unpaid.purse
    return str(prize) if cents == prize.cents else f"{dollars(cents)} of {prize}"


PLACES_AND_A = (
    "1st place trophy and $200\n2nd place trophy and $100\n3rd place trophy and $50\nClass A trophy and $40"
)
U2200_AND_U2000 = "U2200 trophy and $100\n2nd U2200 trophy and $50\nU2000 trophy and $80"


def test_33d_a_player_with_a_place_trophy_does_not_take_the_class_trophy_too() -> None:
    """RULES §12.2, example (1): 2250; then 2225 and 1940; then 1865 and 1990, in the order of tiebreaks."""
    awards = awarded(section((2250,), (2225, 1940), (1865, 1990)), PLACES_AND_A)
    assert [a.winners for a in awards.trophies] == [(1,), (2,), (3,), (4,)]
    assert money(awards) == {1: "200", 2: "75", 3: "75", 4: "20", 5: "20"}
    assert awards.trophies[3].passed == (Reason(Why.ALREADY, 3, prize("3rd place trophy")),)
    assert awards.trophies[3].behind == (5,)


def test_33d_trophies_go_by_tiebreaks_whatever_became_of_the_money() -> None:
    """RULES §12.2, example (2): 1900, 2100, 2150 in the order of tiebreaks, then another 1900."""
    awards = awarded(section((1900, 2100, 2150), (1900,)), U2200_AND_U2000)
    assert [a.winners for a in awards.trophies] == [(1,), (2,), (4,)]
    assert money(awards) == {1: "80", 2: "75", 3: "75"}


def test_33d2a_the_trophy_may_follow_the_money() -> None:
    """The same example with the variation: who won the money of a prize comes first for its trophy."""
    awards = awarded(section((1900, 2100, 2150), (1900,)), U2200_AND_U2000, follow_money=True)
    assert [a.winners for a in awards.trophies] == [(2,), (3,), (1,)]
    assert [a.why for a in awards.trophies] == [Reason(Why.WITH_MONEY)] * 3


@pytest.mark.parametrize("terms", [Terms(), Terms(follow_money=True)])
def test_33d2a_trophies_asked_for_alone_are_those_of_all_awards(terms: Terms) -> None:
    ranking = section((1900, 2100, 2150), (1900,))
    prizes = in_order_of_value(parse(U2200_AND_U2000))
    assert trophies_alone(ranking, prizes, terms) == award(ranking, prizes, terms).trophies


def test_33d2a_what_an_unrated_player_may_not_keep_of_the_money_moves_no_trophy() -> None:
    lines = "1st place trophy and $500\n2nd place trophy and $300\n3rd place trophy and $50"
    ranking = section((None,), (1500,), (1400,), (1300,))
    awards = awarded(ranking, lines, follow_money=True, unrated_limit=100_00)
    assert money(awards) == {1: "100", 2: "400", 3: "300", 4: "50"}
    assert [a.winners for a in awards.trophies] == [(1,), (2,), (3,)]


def test_vermont_dan_takes_the_4th_place_trophy_and_bill_the_5th() -> None:
    """Vermont CHESS Information Website: the worked page; all four may say that they tied for second."""
    chart = case("vermont").chart
    ranking = rank(after_round(chart), current().default_order(chart.format))
    names = {
        str(a.prize): chart.by_number[number].name
        for a in awarded(ranking, "1st–5th trophies").trophies
        for number in a.winners
    }
    assert names == {
        "1st place trophy": "Ann",
        "2nd place trophy": "Chip",
        "3rd place trophy": "Ed",
        "4th place trophy": "Dan",
        "5th place trophy": "Bill",
    }
    assert [s.place for s in ranking.standings[:5]] == ["1", "2-5", "2-5", "2-5", "2-5"]
