"""Known mistakes about money, planted in the engine one at a time: the comparison with the oracle sees each.

A fault replaces the smallest function that carries its rule. Should that function move, the fault has to move
with it: one that changes nothing fails here.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

import pytest

from tests.engine.faults import Faults, Plant
from tests.engine.prizes.agreement import EVENTS, disagreements
from tiebreaks.engine.prizes import cash, funds
from tiebreaks.engine.prizes.cash import Players, Prizes, Split, Tie
from tiebreaks.engine.prizes.contenders import Contenders, Group, Terms
from tiebreaks.engine.prizes.funds import Purse
from tiebreaks.engine.prizes.prize import Prize

fault = Faults()


@fault
def the_cap_is_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    """32B3 before 2014: equal shares, whatever a player could have won without the tie."""
    original = Tie.__init__

    def begin(tie: Tie, field: Contenders, group: Group, purses: Sequence[Purse]) -> None:
        original(tie, field, group, purses)
        most = sum(purse.cents for purse in purses)
        tie.kept = [most if kept == limit else kept for kept, limit in zip(tie.kept, tie.limits, strict=True)]
        tie.limits = [most] * len(tie.limits)

    monkeypatch.setattr(Tie, "__init__", begin)


@fault
def the_cap_does_not_count_in_the_subset_test(monkeypatch: pytest.MonkeyPatch) -> None:
    original = Tie._split

    def split(tie: Tie, players: Players, prizes: Prizes, level: Fraction) -> Split | None:
        equal = Fraction(tie._sum(tie.bring(players, prizes)), players.bit_count())
        return original(tie, players, prizes, min(level, equal))

    monkeypatch.setattr(Tie, "_split", split)


@fault
def subsets_are_tested_by_single_prizes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cash, "_unions", list)


@fault
def no_subset_is_tested(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cash, "_unions", lambda groups: [])


@fault
def those_who_can_win_nothing_count_in_the_share(monkeypatch: pytest.MonkeyPatch) -> None:
    original = Tie.level

    def level(tie: Tie, players: Players, cents: int, limits: Sequence[int]) -> Fraction:
        everybody = players == (1 << len(tie.numbers)) - 1
        equal = Fraction(cents, players.bit_count() + (tie.idle and everybody))
        return min(original(tie, players, cents, limits), equal)

    monkeypatch.setattr(Tie, "level", level)


@fault
def a_limit_is_booked_to_another_prize(monkeypatch: pytest.MonkeyPatch) -> None:
    """What an unrated player may not keep stays with the least valuable prize of the pool."""

    def left(tie: Tie, players: Players, brought: Prizes, cents: int) -> Iterator[Purse]:
        for at in reversed(brought):
            part = min(tie.purses[at].cents, cents)
            if part:
                yield Purse(tie.purses[at].prize, part)
            cents -= part

    monkeypatch.setattr(Tie, "_left", left)


@fault
def what_may_not_be_kept_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Tie, "_left", lambda *_: iter(()))


@fault
def what_may_not_be_kept_counts_in_the_subset_test(monkeypatch: pytest.MonkeyPatch) -> None:
    original = Tie.__init__

    def begin(tie: Tie, field: Contenders, group: Group, purses: Sequence[Purse]) -> None:
        original(tie, field, group, purses)
        tie.limits = tie.kept

    monkeypatch.setattr(Tie, "__init__", begin)


@fault
def unrated_players_have_no_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Tie, "_kept", lambda tie, number, mine: tie.purses[mine[0]].cents)


@fault
def the_fund_is_that_of_the_section(monkeypatch: pytest.MonkeyPatch) -> None:
    original = funds.purses

    def purses(prizes: Iterable[Prize], terms: Terms) -> list[Purse]:
        return original(list(prizes), Terms(terms.based_on, terms.entries))

    monkeypatch.setattr("tiebreaks.engine.prizes.awards.purses", purses)


@fault
def the_first_of_the_tied_takes_every_odd_cent(monkeypatch: pytest.MonkeyPatch) -> None:
    original = funds.in_cents

    def in_cents(shares: dict[int, Fraction]) -> list[funds.Payment]:
        paid = original(shares)
        odd = sum(payment.odd for payment in paid)
        even = [p._replace(cents=p.cents - p.odd) for p in paid]
        return [even[0]._replace(cents=even[0].cents + odd), *even[1:]]

    monkeypatch.setattr(cash, "in_cents", in_cents)


@pytest.mark.parametrize("plant", fault.values(), ids=fault.keys())
def test_a_planted_fault_is_seen(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    assert next(disagreements(EVENTS), "")
