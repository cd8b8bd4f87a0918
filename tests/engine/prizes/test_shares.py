"""Which prizes tied players bring in together, and the prices of those who cannot bring in more."""

import pytest

from tiebreaks.engine.prizes.shares import Match, Sharing


def tied(*prizes: tuple[int, int]) -> Sharing:
    """Prizes, the most valuable first: who can win it, and what it pays."""
    sharing = Sharing()
    sharing.winners = [able for able, _cents in prizes]
    sharing.cents = [cents for _able, cents in prizes]
    return sharing


@pytest.mark.parametrize(
    ("prizes", "brought", "prices"),
    [
        # Each brings in one, and nothing stays out.
        ([(0b11, 100), (0b11, 90)], [0, 1], {}),
        # More prizes than players: the largest that stays out is everybody's price.
        ([(0b11, 100), (0b11, 90), (0b11, 80), (0b11, 70)], [0, 1], {0: 80, 1: 80}),
        # Only the first could have brought in the second prize.
        ([(0b01, 100), (0b01, 90), (0b10, 50)], [0, 2], {0: 90}),
        # The first of two changes his prize so that both bring one in.
        ([(0b11, 100), (0b01, 90)], [0, 1], {}),
        # One after the other can bring in no more, each at another price.
        (
            [(0b001, 100), (0b001, 90), (0b011, 80), (0b011, 70), (0b100, 60), (0b111, 50), (0b111, 40)],
            [0, 2, 4],
            {0: 90, 1: 70, 2: 50},
        ),
        # A prize that nobody here can win has no price.
        ([(0b100, 100), (0b011, 90)], [1], {}),
    ],
)
def test_prizes_that_are_brought_in_and_the_price_of_each_player_who_can_bring_in_no_more(
    prizes: list[tuple[int, int]], brought: list[int], prices: dict[int, int]
) -> None:
    players = 0b111 if len(prizes) == 7 else 0b011
    assert tied(*prizes).match(players, range(len(prizes))) == Match(brought, prices)


def test_only_the_prizes_that_are_asked_for_are_brought_in() -> None:
    assert tied((0b1, 100), (0b1, 90), (0b1, 80)).match(0b1, [1, 2]) == Match([1], {0: 80})
    assert tied((0b1, 100), (0b1, 90)).total([0, 1]) == 190
