"""The judge: any complete pairing held against ours, bracket by bracket, by the same costs (PAIRING §9.5).

The first bracket in which the two differ decides. Up to there both have the same floaters, so that their
costs can be compared.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .adjustment import Bench
from .brackets import Opponents, Solved
from .field import Field
from .floaters import natural_odd
from .natural import natural
from .odd_players import add
from .setting import Pair
from .structure import pair_cost

LEVELS = (
    "rematches",
    "teammates",
    "players who leave the score group",
    "floaters who float again",
    "changes beyond the limits",
    "third colors in a row",
    "unequal colors",
    "colors that do not alternate, and changes beyond the first limit",
    "floaters with an unnatural opponent",
    "unnatural odd players",
    "interchanges",
    "natural boards at the top given up",
    "points",
)


@dataclass(frozen=True)
class Verdict:
    """The first level at which another pairing differs from ours: its name, ours, theirs, and where.

    ``level`` None: the same pairs, or nothing to choose between them.
    """

    level: str | None = None
    ours: int = 0
    theirs: int = 0
    score_q: int = 0

    @property
    def worse(self) -> bool:
        return self.theirs > self.ours


def judge(field: Field, solved: Sequence[Solved], pairs: Iterable[Pair]) -> Verdict:
    """Hold a complete legal pairing of the same players against ours."""
    partner = {one: other for pair in pairs for one, other in (pair, pair[::-1])}
    for bracket in solved:
        inside = (*bracket.bracket.arriving, *bracket.bracket.again, *bracket.bracket.group)
        ours = {one: other for pair in bracket.pairs for one, other in (pair, pair[::-1])}
        differs = any(partner[x] != ours[x] if x in ours else partner[x] in inside for x in inside)
        if not differs:
            continue
        mine, theirs = key(field, bracket, ours), key(field, bracket, partner)
        for level, one, other in zip(LEVELS, mine, theirs, strict=False):
            if one != other:
                return Verdict(level, one, other, field.score[bracket.bracket.group[0]])
        return Verdict(score_q=field.score[bracket.bracket.group[0]])
    return Verdict()


def key(field: Field, solved: Solved, partner: dict[int, int]) -> tuple[int, ...]:
    """The cost of a bracket in a pairing, in the order of LEVELS. Who is missing leaves the bracket."""
    bracket = solved.bracket
    arriving = (*bracket.arriving, *bracket.again)
    inside = {*arriving, *bracket.group}
    met = {(min(x, partner[x]), max(x, partner[x])) for x in inside if partner.get(x) in inside}
    out = {x for x in inside if partner.get(x) not in inside}
    illegal = sum(not field.legal(x, y) for x, y in met)
    teams = sum(pair_cost(field, x, y, arriving, inside)[0] for x, y in met)
    start = (illegal, teams, len(out), len(out & set(arriving)))
    again = tuple(sorted(out & set(arriving)))
    if again != tuple(sorted(bracket.again)):
        return (*start, 1)
    return (*start, *_choice_key(field, solved, met, out - set(arriving), partner))


def _choice_key(
    field: Field, solved: Solved, met: set[Pair], out: set[int], partner: dict[int, int]
) -> tuple[int, ...]:
    """Limits, colors, unnatural choices, and the adjustment of the rest."""
    bracket = solved.bracket
    chooser = Opponents(field, bracket, solved.natural)
    opponents = tuple(partner[x] for x in bracket.arriving)
    if len(out) != bracket.odd or any(x not in bracket.group for x in opponents):
        return (1,)
    members = bracket.left(opponents)
    odd = tuple(sorted(out))
    usual = natural_odd(field, bracket, members)
    left = [x for x in members if x not in odd]
    base = natural(field, left)
    if usual is None or base is None:
        return (1,)
    bench = Bench(field, left, base)
    place = {x: at for at, x in enumerate(left)}
    pairs = sorted((place[x], place[y]) for x, y in met if x in place and y in place)
    beyond = sum(bench.cost(i, j) is None for i, j in pairs)
    levels = (bench.total(pairs) if pairs else ()) or (0,) * 8
    color = add(levels[1:4], chooser.odd.outside(opponents, odd))
    beyond += not _admissible(chooser, opponents, odd, tuple(sorted(usual)), color)
    moved = sum(x != y for x, y in zip(opponents, solved.natural, strict=True))
    start = (beyond, *color, moved, len(set(odd) - set(usual)))
    if opponents != solved.opponents or odd != solved.odd:
        return start
    return (*start, levels[4], len(pairs) - bench.prefix(pairs), levels[5])


def _admissible(
    chooser: Opponents,
    opponents: tuple[int, ...],
    odd: tuple[int, ...],
    usual: tuple[int, ...],
    color: tuple[int, int, int],
) -> bool:
    """Whether the limits of 29D and 29E5 allow these floaters."""
    if any(x not in chooser.within_limit(k) for k, x in enumerate(opponents)):
        return False
    natural = chooser.odd.choose(chooser.natural)
    far = opponents != chooser.natural and chooser.far(opponents)
    if far and natural is not None and color[:2] >= natural.color[:2]:
        return False
    return odd == usual or chooser.odd.allowed(opponents, odd, usual, color)
