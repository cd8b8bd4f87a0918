"""A second reading of PAIRING §4, slow and literal: it enumerates everything and imports none of the rules.

A player is a tuple (rating or None, score, colors), in rank order; barred pairs are a set of frozensets.
Teams are by player, "" for none; nobody leaves a group of a score in ``keeping`` for their sake (28N1c).
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

Player = tuple[int | None, int, str]
Pairing = tuple[tuple[int, int], ...]


class Bracket(NamedTuple):
    """Floaters who are served, the score group, how many of it are odd, all below, who floats again."""

    arriving: tuple[int, ...]
    group: tuple[int, ...]
    odd: int
    below: tuple[int, ...]
    following: tuple[int, ...]
    again: tuple[int, ...] = ()


class Oracle:
    def __init__(
        self,
        players: Sequence[Player],
        barred: set[frozenset[int]],
        limits: tuple[int, int] = (80, 200),
        teams: Sequence[str] = (),
        keeping: Collection[int] = (),
        neighbors: bool = False,
        teams_later: bool = False,
    ) -> None:
        self.players, self.barred = players, barred
        self.neighbors, self.teams_later = neighbors, teams_later
        self.low, self.high = limits
        self.teams, self.keeping = teams or [""] * len(players), keeping
        self._fewest: dict[object, tuple[int, int] | None] = {}

    # -- section 3

    def due(self, x: int) -> str:
        colors = self.players[x][2]
        whites, blacks = colors.count("w"), colors.count("b")
        if whites != blacks:
            return "b" if whites > blacks else "w"
        played = [c for c in colors if c != "-"]
        return "" if not played else ("b" if played[-1] == "w" else "w")

    def higher_gets(self, x: int, y: int) -> str:
        """x is ranked higher, both are due the same color."""
        want = self.due(x)
        other = "b" if want == "w" else "w"
        mine, his = self.players[x][2], self.players[y][2]
        a, b = abs(mine.count("w") - mine.count("b")), abs(his.count("w") - his.count("b"))
        if a != b:
            return want if a > b else other
        for k in range(len(mine) - 1, -1, -1):
            if mine[k] != his[k]:
                if mine[k] == "-":
                    return his[k]
                return "b" if mine[k] == "w" else "w"
        return want

    def con(self, x: int, y: int) -> tuple[int, int, int]:
        x, y = min(x, y), max(x, y)
        if not self.due(x) or self.due(x) != self.due(y):
            return 0, 0, 0
        got = self.higher_gets(x, y)
        three = equal = alternate = 0
        for who, color in ((x, got), (y, "b" if got == "w" else "w")):
            if color == self.due(who):
                continue
            colors = self.players[who][2]
            excess = abs((colors + color).count("w") - (colors + color).count("b"))
            played = [c for c in colors if c != "-"]
            three += played[-2:] == [color, color]
            if excess >= 2:
                equal += excess - 1
            else:
                alternate += 1
        return three, equal, alternate

    # -- section 2

    def legal(self, x: int, y: int) -> bool:
        return frozenset((x, y)) not in self.barred

    def dist(self, x: int, y: int) -> int:
        a, b = self.players[x][0], self.players[y][0]
        return abs((100 if a is None else a) - (100 if b is None else b))

    def limdist(self, x: int, y: int) -> int:
        a, b = self.players[x][0], self.players[y][0]
        return 0 if a is None or b is None else abs(a - b)

    def matchings(self, members: Sequence[int]) -> Iterator[Pairing]:
        """All legal complete pairings."""
        if not members:
            yield ()
            return
        x = members[0]
        for k in range(1, len(members)):
            if self.legal(x, members[k]):
                for rest in self.matchings([*members[1:k], *members[k + 1 :]]):
                    yield ((x, members[k]), *rest)

    # -- 28N

    def mates(self, pairs: Collection[tuple[int, int]]) -> int:
        """How many of these are of one team."""
        return sum(bool(self.teams[x]) and self.teams[x] == self.teams[y] for x, y in pairs)

    def ranked(self, teams: int, T: int, E: int, A: int) -> tuple[int, ...]:  # noqa: N803
        """Teammates before colors, or after equalization (29E8)."""
        return (0, T, E, teams, A) if self.teams_later else (teams, T, E, 0, A)

    def parted(self, pairs: Collection[tuple[int, int]]) -> int:
        """How many of those in groups that players leave to keep teammates apart (28N1b)."""
        score = [player[1] for player in self.players]
        return self.mates([(x, y) for x, y in pairs if max(score[x], score[y]) not in self.keeping])

    def fewest_mates(
        self, bracket: Bracket, opponents: tuple[int, ...] | None = None, odd: tuple[int, ...] | None = None
    ) -> tuple[int, int] | None:
        """The fewest boards of teammates, of any floaters or with these opponents and odd players.

        Compared are those that groups give way for, here and below, and then all of the bracket.
        """
        asked = bracket, opponents, odd
        if asked not in self._fewest:
            self._fewest[asked] = self._fewest_mates(*asked)
        return self._fewest[asked]

    def _fewest_mates(
        self, bracket: Bracket, opponents: tuple[int, ...] | None, odd: tuple[int, ...] | None
    ) -> tuple[int, int] | None:
        arriving, group, k, below, _following, again = bracket
        counts = []
        for met in [opponents] if opponents is not None else permutations(group, len(arriving)):
            served = list(zip(arriving, met, strict=True))
            if not all(self.legal(x, y) for x, y in served):
                continue
            left = [x for x in group if x not in met]
            for chosen in [odd] if odd is not None else combinations(left, k):
                rest = [x for x in left if x not in chosen]
                down = [self.parted(made) for made in self.matchings(sorted([*chosen, *again, *below]))]
                for made in self.matchings(rest) if down else ():
                    here = [*served, *made]
                    counts.append((self.parted(here) + min(down), self.mates(here)))
        return min(counts, default=None)

    # -- 4.7

    def fewest_broken(self, members: Sequence[int], requests: set[frozenset[int]]) -> list[Pairing]:
        """Every pairing that breaks the fewest requests, and has the least squared gaps among those."""
        keys = [
            ((sum(frozenset(pair) in requests for pair in made), self.gaps(made)), made)
            for made in self.matchings(members)
        ]
        least = min((key for key, _made in keys), default=None)
        return [made for key, made in keys if key == least]

    def fewest_again(
        self,
        everybody: Sequence[int],
        byes: Sequence[int],
        met: set[frozenset[int]],
        asked: set[frozenset[int]],
    ) -> tuple[int, tuple[int, int]] | None:
        """Of those who may have the bye the first with whom the fewest second meetings are needed, and then
        the fewest requests are broken; and how many these are. ``barred`` are who never meet."""
        found = []
        for at, bye in enumerate(byes):
            for made in self.matchings([x for x in everybody if x != bye]):
                couples = {frozenset(pair) for pair in made}
                found.append((len(couples & met), len(couples & asked), at))
        again, broken, at = min(found, default=(0, 0, -1))
        return (byes[at], (again, broken)) if found else None

    # -- 4.4

    def opposite(self, size: int, i: int) -> int:
        """The place that meets another where nothing is in the way; neighbors by 29L1."""
        if self.neighbors:
            return i - 1 if i % 2 else i + 1
        return (i + size // 2) % size

    def one_half(self, size: int, i: int, j: int) -> bool:
        return not self.neighbors and (i < size // 2) == (j < size // 2)

    def natural_key(self, L: Sequence[int], made: Pairing) -> tuple[int, int, int, int]:  # noqa: N803
        place = {x: k for k, x in enumerate(L)}
        inside = squares = shifts = 0
        for x, y in made:
            i, j = place[x], place[y]
            ideal_i, ideal_j = self.opposite(len(L), i), self.opposite(len(L), j)
            if ideal_i == j:
                continue
            inside += self.one_half(len(L), i, j)
            squares += min(self.dist(L[ideal_i], y), self.dist(L[ideal_j], x)) ** 2
            shifts += min(abs(ideal_i - j), abs(ideal_j - i))
        return self.mates(made), inside, squares, shifts

    # -- 4.5

    def key(self, L: Sequence[int], natural: Pairing, made: Pairing) -> tuple[int, ...] | None:  # noqa: N803
        """None where a pair is not allowed."""
        place = {x: k for k, x in enumerate(L)}
        N = {a: b for x, y in natural for a, b in ((x, y), (y, x))}  # noqa: N806
        T = E = A = I = squares = changes = shifts = 0  # noqa: E741, N806
        for x, y in made:
            t, e, a = self.con(x, y)
            T, E, A = T + t, E + e, A + a  # noqa: N806
            if N[x] == y:
                continue
            l = min(self.limdist(N[x], y), self.limdist(N[y], x))  # noqa: E741
            if l > self.high:
                return None
            far = l > self.low
            A += far  # noqa: N806
            I += far or self.one_half(len(L), place[x], place[y])  # noqa: E741, N806
            squares += min(self.dist(N[x], y), self.dist(N[y], x)) ** 2
            changes += 1
            shifts += min(abs(place[N[x]] - place[y]), abs(place[N[y]] - place[x]))
        boards = sorted(tuple(sorted(pair)) for pair in natural)
        final = {tuple(sorted(pair)) for pair in made}
        prefix = 0
        while prefix < len(boards) and boards[prefix] in final:
            prefix += 1
        return *self.ranked(self.mates(made), T, E, A), I, -prefix, squares, changes, shifts

    def adjust(self, L: Sequence[int], natural: Pairing) -> tuple[tuple[int, ...], list[Pairing]]:  # noqa: N803
        """The least key, and every pairing that has it."""
        keys = [(key, made) for made in self.matchings(L) if (key := self.key(L, natural, made))]
        least = min(key for key, _made in keys)
        return least, [made for key, made in keys if key == least]

    # -- 4.2

    def structure(
        self, arriving: Sequence[int], group: Sequence[int], below: Sequence[int]
    ) -> tuple[int, ...] | None:
        P = {*arriving, *group}  # noqa: N806
        keys = []
        for made in self.matchings(sorted([*P, *below])):
            if any({*pair} <= {*arriving} for pair in made):
                continue  # floaters meet members of the group or players below it
            out = [pair for pair in made if (pair[0] in P) != (pair[1] in P)]
            under = [pair for pair in made if pair[0] not in P and pair[1] not in P]
            again = sum(x in arriving for pair in out for x in pair)
            keys.append((self.parted(made), len(out), again, self.gaps(out), self.gaps(under)))
        # 28N1c: nobody leaves this group for the sake of teams.
        keeps = self.players[group[0]][1] in self.keeping
        return min(keys, default=None, key=lambda key: (*key[1:4], key[0], key[4]) if keeps else key)

    def again(self, arriving: Sequence[int], group: Sequence[int], below: Sequence[int]) -> tuple[int, ...]:
        """The lowest-ranked floaters with which the optimum is reached, if they float again."""
        best = self.structure(arriving, group, below)
        assert best is not None
        for chosen in combinations(sorted(arriving, reverse=True), best[2]):
            P = {*arriving, *group}  # noqa: N806
            for made in self.matchings(sorted([*P, *below])):
                out = [pair for pair in made if (pair[0] in P) != (pair[1] in P)]
                under = [pair for pair in made if pair[0] not in P and pair[1] not in P]
                floating = {x for pair in out for x in pair if x in arriving}
                served = all({*pair} & {*group} for pair in made if {*pair} & ({*arriving} - floating))
                key = (self.parted(made), len(out), len(floating), self.gaps(out), self.gaps(under))
                if floating == {*chosen} and served and key == best:
                    return tuple(sorted(chosen))
        raise AssertionError("no set of floaters reaches the optimum")

    def gaps(self, pairs: Sequence[tuple[int, int]]) -> int:
        return sum((self.players[x][1] - self.players[y][1]) ** 2 for x, y in pairs)

    # -- 4.3 and 4.6

    def drop_order(self, members: Sequence[int]) -> list[int]:
        rated = sorted((x for x in members if self.players[x][0] is not None), reverse=True)
        return rated + sorted((x for x in members if self.players[x][0] is None), reverse=True)

    def meets_below(
        self, chosen: Sequence[int], below: Sequence[int], bracket: Bracket
    ) -> list[tuple[int, int]]:
        """In rank order each the highest, of the nearest group, with whom the others can be paired, and
        there no teammate if that can be."""
        fewest = self.fewest_mates(bracket)
        assert fewest is not None
        taken: set[int] = set()
        pairs = []
        waiting = {*chosen, *bracket.again, *bracket.below}
        for x in sorted(chosen):
            free = [y for y in below if y not in taken and self.legal(x, y)]
            free = [y for y in free if any(True for _ in self.matchings(sorted(waiting - {x, y})))]
            listed = [
                (self.parted([(x, y)]), -self.players[y][1], self.mates([(x, y)]), y)
                for y in free
                if fewest[0] or not self.parted([(x, y)])
            ]
            if listed:
                taken.add(min(listed)[-1])
                pairs.append((x, min(listed)[-1]))
                waiting -= {x, min(listed)[-1]}
        return pairs

    def natural_odd(self, opponents: tuple[int, ...], bracket: Bracket) -> tuple[int, ...] | None:
        """The first set that leaves the fewest boards of teammates; if any can, one that the next group
        takes, and that meets no teammates there."""
        members = [x for x in bracket.group if x not in opponents]
        fewest = self.fewest_mates(bracket)
        sets = []
        for at, chosen in enumerate(combinations(self.drop_order(members), bracket.odd)):
            if fewest is not None and self.fewest_mates(bracket, opponents, chosen) == fewest:
                free = self.served_next(chosen, bracket)
                pairs = self.meets_below(chosen, bracket.below, bracket)
                sets.append((not free, self.mates(pairs), at, chosen))
        return min(sets)[-1] if sets else None

    def drops(self, chosen: Sequence[int], bracket: Bracket) -> tuple[bool, int]:
        """Whether the next group has no opponents for these, and the gaps to those below as 4.2 adds them up.
        Small gaps (level 3) come before colors (level 5)."""
        below = self.meets_below(chosen, bracket.below, bracket)
        return not self.served_next(chosen, bracket), self.gaps(below)

    def served_next(self, chosen: Sequence[int], bracket: Bracket) -> bool:
        """Whether the next group has opponents for all of these, and none is a teammate."""
        following = self.meets_below(chosen, bracket.following, bracket)
        return len(following) == len(chosen) and not self.parted(following)

    def natural_opponents(self, bracket: Bracket) -> tuple[int, ...] | None:
        """The first in rank order with which the fewest boards of teammates are reached."""
        fewest = self.fewest_mates(bracket)
        for opponents in permutations(bracket.group, len(bracket.arriving)):
            if fewest is not None and self.fewest_mates(bracket, opponents) == fewest:
                return opponents
        return None

    def bracket(
        self,
        bracket: Bracket,
        natural_of: Callable[[Sequence[int]], Pairing],
        gain: int = 2,
    ) -> list[tuple[tuple[object, ...], tuple[int, ...], tuple[int, ...]]]:
        """Every admissible outer choice with its key; opponents and odd players beside it."""
        arriving, group = bracket.arriving, bracket.group
        base = self.natural_opponents(bracket)
        if base is None:
            return []
        inner = {}
        for opponents in permutations(group, len(arriving)):
            allowed = all(
                self.legal(x, y) and self.change(arriving, base, n, y, self.limdist) <= self.high
                for n, (x, y) in enumerate(zip(arriving, opponents, strict=True))
            )
            if allowed and (made := self.inner(opponents, bracket, natural_of, gain)):
                inner[opponents] = made
        listed = []
        for opponents, (col, moved, odd, I, points) in inner.items():  # noqa: E741, N806
            reach = [self.change(arriving, base, n, y, self.limdist) for n, y in enumerate(opponents)]
            if opponents != base and max(reach) > self.low and col[:3] >= inner[base][0][:3]:
                continue
            if self.drops(odd, bracket) > self.drops(inner[base][2], bracket):
                continue
            away = sum(x != y for x, y in zip(opponents, base, strict=True))
            far = sum(self.change(arriving, base, n, y, self.dist) ** 2 for n, y in enumerate(opponents))
            listed.append(((col, away, moved, I, points + far), opponents, odd))
        return sorted(listed)

    def change(
        self,
        arriving: Sequence[int],
        base: Sequence[int],
        n: int,
        y: int,
        measure: Callable[[int, int], int],
    ) -> int:
        least = measure(y, base[n])
        if y in base:
            least = min(least, measure(arriving[n], arriving[list(base).index(y)]))
        return least

    def inner(
        self,
        opponents: tuple[int, ...],
        bracket: Bracket,
        natural_of: Callable[[Sequence[int]], Pairing],
        gain: int,
    ) -> tuple[tuple[int, ...], int, tuple[int, ...], int, int] | None:
        members = [x for x in bracket.group if x not in opponents]
        usual = self.natural_odd(opponents, bracket)
        if usual is None:
            return None
        usual = tuple(sorted(usual))
        fewest = self.fewest_mates(bracket)

        def color(chosen: Sequence[int]) -> tuple[tuple[int, ...], int, int]:
            rest = [x for x in members if x not in chosen]
            key = self.adjust(rest, natural_of(rest))[0] if rest else (0,) * 10
            pairs = [*zip(bracket.arriving, opponents, strict=True)]
            pairs += self.meets_below(chosen, bracket.below, bracket)
            costs = [key[:5], *(self.ranked(self.mates([pair]), *self.con(*pair)) for pair in pairs)]
            return tuple(map(sum, zip(*costs, strict=True))), key[5], key[7]

        base, I, points = color(usual)  # noqa: E741, N806
        best = (base, 0, 0, usual, I, points)
        for lowest_first in combinations(sorted(members, reverse=True), bracket.odd):
            chosen = tuple(reversed(lowest_first))
            near = all(
                x == y
                or (
                    self.limdist(x, y) <= self.high
                    and not (self.players[x][0] is None and self.players[y][0] is not None)
                )
                for x, y in zip(chosen, usual, strict=True)
            )
            if chosen == usual or not near or self.fewest_mates(bracket, opponents, chosen) != fewest:
                continue
            if self.drops(chosen, bracket) > self.drops(usual, bracket):
                continue
            col, I, points = color(chosen)  # noqa: E741, N806
            fewer = sum(base[n] - col[n] for n in (1, 2, 4))
            if not (fewer >= gain or col[1] < base[1]):
                continue
            moved = len(set(chosen) - set(usual))
            far = sum(self.dist(x, y) ** 2 for x, y in zip(chosen, usual, strict=True))
            if (col, moved, far) < best[:3]:
                best = (col, moved, far, chosen, I, points)
        return best[0], best[1], best[3], best[4], best[2] + best[5]
