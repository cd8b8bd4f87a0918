"""32B3: the search for who is split off first, against a look at every group."""

import random
from collections.abc import Callable, Iterator, Sequence

import pytest

from tiebreaks.engine.prizes import splits
from tiebreaks.engine.prizes.shares import Players, Prizes, Sharing, bits
from tiebreaks.engine.prizes.splits import Search

AMOUNTS = [10_00, 20_00, 25_00, 30_00, 40_00, 50_00, 60_00, 75_00, 100_00, 120_00, 150_00, 200_00]


class Tied(Sharing):
    """Players and prizes by themselves: who can win each prize, and what it pays."""

    def __init__(self, prizes: Sequence[tuple[Players, int]]) -> None:
        ordered = sorted((prize for prize in prizes if prize[0]), key=lambda prize: -prize[1])
        everybody = sorted({bit for able, _cents in ordered for bit in bits(able)})
        self.cents = [cents for _able, cents in ordered]
        self.winners = [sum(1 << everybody.index(bit) for bit in bits(able)) for able, _cents in ordered]
        self.players = (1 << len(everybody)) - 1
        self.limits = [
            max(cents for able, cents in zip(self.winners, self.cents, strict=True) if able >> bit & 1)
            for bit in range(len(everybody))
        ]

    def search(self) -> Search:
        prizes = list(range(len(self.cents)))
        total = self.total(self.bring(self.players, prizes))
        return Search(self, self.players, prizes, self.level(self.players, total, self.limits))

    def best_of_every_group(self, most: int) -> tuple[Players, Prizes] | None:
        """The best of all groups, one by one; an OverflowError if there are more than so many."""
        prizes = list(range(len(self.cents)))
        otherwise = self.level(self.players, self.total(self.bring(self.players, prizes)), self.limits)
        found = []
        for group in self.groups(most):
            own = [at for at in prizes if not self.winners[at] & ~group]
            share = self.level(group, self.total(self.bring(group, own)), self.limits)
            if group != self.players and share > otherwise:
                found.append((-share, -group.bit_count(), own, group))
        if not found:
            return None
        *_merit, own, group = min(found)
        return group, own

    def groups(self, most: int) -> Iterator[Players]:
        """What winners of prizes that overlap are together."""
        found = dict.fromkeys(self.winners)
        for group in (queue := list(found)):
            yield group
            for able in self.winners:
                if able & group and group | able not in found:
                    found[group | able] = None
                    queue.append(group | able)
            if len(queue) > most:
                raise OverflowError


# --- ties such as announcements make ---------------------------------------------------------


def announced(rng: random.Random, players: int, prizes: int) -> Tied:
    """A tie of a scholastic open: classes, prizes below a rating, bands, grades, ages, unrated players."""
    field = [(rng.randrange(400, 2200, 25), rng.randrange(13), rng.random() < 0.1) for _ in range(players)]

    def those(can: Callable[[int, int, bool], bool]) -> Players:
        return sum(1 << bit for bit, player in enumerate(field) if can(*player))

    def some() -> Players:
        low, high = sorted(rng.sample(range(400, 2400, 100), 2))
        first, years = rng.randrange(13), rng.randrange(1, 5)
        who: list[Callable[[], Players]] = [
            lambda: those(lambda *_: True),
            lambda: those(lambda rating, _grade, new: not new and rating < high),
            lambda: those(lambda rating, _grade, new: new or rating < high),
            lambda: those(lambda rating, _grade, new: not new and low <= rating < low + 200),
            lambda: those(lambda rating, _grade, new: not new and low <= rating < high),
            lambda: those(lambda _rating, grade, _new: grade == first),
            lambda: those(lambda _rating, grade, _new: first <= grade < first + years),
            lambda: those(lambda _rating, _grade, new: new),
        ]
        return rng.choice(who)()

    first_place = (1 << players) - 1, rng.choice(AMOUNTS)
    return Tied([first_place, *((some(), rng.choice(AMOUNTS)) for _ in range(prizes))])


def tangled(rng: random.Random, players: int, prizes: int) -> Tied:
    """Prizes for any few players: worse than any announcement."""
    amounts = rng.choice([AMOUNTS, [50_00], [10_00, 20_00, 40_00]])
    sizes = rng.choice([(2, 2), (1, 3), (2, players)])

    def some() -> Players:
        size = min(rng.randint(*sizes), players)
        return sum(1 << bit for bit in rng.sample(range(players), size))

    return Tied([(some(), rng.choice(amounts)) for _ in range(prizes)])


def differences(seeds: range) -> Iterator[str]:
    """The ties in which the search finds another group than a look at every group does."""
    for seed in seeds:
        rng = random.Random(seed)
        make = rng.choice([announced, tangled])
        tie = make(rng, rng.randint(2, 14), rng.randint(2, 14))
        search = tie.search()
        try:
            expected = tie.best_of_every_group(most=3_000)
        except OverflowError:
            continue
        found = (search.best.players, search.best.prizes) if search.best else None
        if found != expected or search.untried:
            yield f"seed {seed}: {found} instead of {expected}"


def test_the_search_finds_the_best_of_every_group() -> None:
    assert list(differences(range(1_000))) == []


def test_ties_greater_than_any_real_one_are_searched_to_the_end() -> None:
    """Eighty players who share a score, and a hundred prizes."""
    ties = [announced(random.Random(seed), 80, 100) for seed in range(10)]
    assert max(tie.search().steps for tie in ties) < splits.MOST_STEPS / 4


def test_two_steps_for_each_prize_are_enough_where_all_prizes_can_be_brought_in() -> None:
    searched = 0
    for seed in range(400):
        rng = random.Random(seed)
        tie = rng.choice([announced, tangled])(rng, rng.randint(10, 40), rng.randint(2, 20))
        prizes = range(len(tie.cents))
        if tie.bring(tie.players, prizes) == list(prizes):
            searched += 1
            assert tie.search().steps <= 2 * len(tie.cents) + 1
    assert searched > 100


def test_that_the_search_was_stopped_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    tie = announced(random.Random(1), 80, 100)
    assert not tie.search().untried
    monkeypatch.setattr(splits, "MOST_STEPS", tie.search().steps - 1)
    assert tie.search().untried


@pytest.mark.long
def test_the_search_finds_the_best_of_every_group_in_many_more_ties() -> None:
    assert list(differences(range(10_000, 60_000))) == []
