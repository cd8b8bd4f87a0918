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
from tiebreaks.engine.prizes.cash import Able, Tie
from tiebreaks.engine.prizes.contenders import Terms
from tiebreaks.engine.prizes.funds import Purse
from tiebreaks.engine.prizes.prize import Prize
from tiebreaks.engine.prizes.shares import Players, Prizes, Sharing
from tiebreaks.engine.prizes.splits import Branch, Search

fault = Faults()


@fault
def the_cap_is_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    """32B3 before 2014: equal shares, whatever a player could have won without the tie."""
    original = Tie.__init__

    def begin(tie: Tie, purses: Sequence[Purse], able: Sequence[Able], idle: bool) -> None:
        original(tie, purses, able, idle)
        most = sum(purse.cents for purse in purses)
        tie.kept = [most if kept == limit else kept for kept, limit in zip(tie.kept, tie.limits, strict=True)]
        tie.limits = [most] * len(tie.limits)

    monkeypatch.setattr(Tie, "__init__", begin)


@fault
def the_cap_does_not_count_in_the_subset_test(monkeypatch: pytest.MonkeyPatch) -> None:
    original = Search.__init__

    def begin(search: Search, tie: Sharing, players: Players, prizes: Prizes, level: Fraction) -> None:
        equal = Fraction(tie.total(tie.bring(players, prizes)), players.bit_count())
        original(search, tie, players, prizes, min(level, equal))

    monkeypatch.setattr(Search, "__init__", begin)


@fault
def subsets_are_tested_by_single_prizes(monkeypatch: pytest.MonkeyPatch) -> None:
    original = Search._try

    def try_it(search: Search, group: Players) -> None:
        if group in search.winners.values():
            original(search, group)

    monkeypatch.setattr(Search, "_try", try_it)


@fault
def no_subset_is_tested(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Search, "_try", lambda search, group: None)


@fault
def branches_are_left_out_that_may_be_better(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a group could be better only by more than ten dollars."""
    original = Search._ceiling

    def ceiling(search: Search, branch: Branch) -> tuple[int, Players]:
        above, those = original(search, branch)
        return above - 10_00 * search.level.denominator, those

    monkeypatch.setattr(Search, "_ceiling", ceiling)


@fault
def those_who_can_win_nothing_count_in_the_share(monkeypatch: pytest.MonkeyPatch) -> None:
    original = Sharing.level

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

    def begin(tie: Tie, purses: Sequence[Purse], able: Sequence[Able], idle: bool) -> None:
        original(tie, purses, able, idle)
        tie.limits = tie.kept

    monkeypatch.setattr(Tie, "__init__", begin)


@fault
def unrated_players_have_no_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cash, "_kept", lambda field, purses, number, mine: purses[mine[0]].cents)


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
    monkeypatch.setattr(cash, "divide_tie", cash.divide_tie.__wrapped__)  # nothing kept from before
    plant(monkeypatch)
    assert next(disagreements(EVENTS), "")
