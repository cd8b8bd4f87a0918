"""How a tie came apart: a tree of steps, who leaves at which, and the places they take."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tiebreaks.engine.ranking.fold import Ranked, Standing
from tiebreaks.engine.ranking.ladder import Split, splits

from ...text import ties, wording
from ...text import why as words
from ...text.ties import Reached
from .comparisons import was_held


@dataclass(frozen=True)
class Leaf:
    """One who has left the tie, or is still in it at its end."""

    number: int
    name: str
    rank: str


@dataclass(frozen=True)
class Branch:
    """Those with one value of a step: who leaves here, or the part that goes on as a tie of its own."""

    value: str
    leaves: list[Leaf]
    on: "Node | None"


@dataclass(frozen=True)
class Node:
    """A tied group. ``level`` says which steps split nobody, ``step`` is the one that does; "" for none."""

    players: str
    level: str
    step: str
    branches: list[Branch]
    leaves: list[Leaf]
    undecided: str


@dataclass(frozen=True)
class Tie:
    title: str
    root: Node


def whole_tie(ranking: Ranked[Any], number: int, reached: Reached, *, teams: bool = False) -> Tie | None:
    """The tie on the score of this number, alone or not; None for a number that is not ranked."""
    standing = ranking.by_number.get(number)
    if standing is None:
        return None
    tied = [each.number for each in _tied(ranking, standing)]
    places = wording.places(standing.first, standing.last)
    return Tie(
        title=words.tie_of(places, len(tied), standing.score_q, teams=teams)
        if len(tied) > 1
        else ties.alone(standing),
        root=_node(ranking, splits(ranking, tied), reached),
    )


def _tied(ranking: Ranked[Any], standing: Standing) -> Iterator[Standing]:
    yield from ranking.standings[standing.first - 1 : standing.last]


def _node(ranking: Ranked[Any], split: Split, reached: Reached) -> Node:
    count = len(split.numbers)
    players = words.still_tied(count)
    steps = [wording.step(ranking.steps[at]) for at in split.level if was_held(ranking, at, split.numbers[0])]
    level = words.equal_on(steps) if steps else ""
    if split.step is None:
        undecided = ties.undecided(count, reached) if count > 1 else ""
        return Node(players, level, "", [], _leaves(ranking, split), undecided)
    system = ranking.steps[split.step].system
    compared = [ranking.value(split.step, part.numbers[0]) for part in split.parts]
    values = [""] * len(compared) if system.by_people else wording.values(system.unit, *compared)
    branches = [
        _branch(ranking, part, value, reached) for part, value in zip(split.parts, values, strict=True)
    ]
    return Node(players, level, wording.step(ranking.steps[split.step]), branches, [], "")


def _branch(ranking: Ranked[Any], part: Split, value: str, reached: Reached) -> Branch:
    alone = len(part.numbers) == 1
    return Branch(
        value=value,
        leaves=_leaves(ranking, part) if alone else [],
        on=None if alone else _node(ranking, part, reached),
    )


def _leaves(ranking: Ranked[Any], part: Split) -> list[Leaf]:
    found = []
    for number in part.numbers:
        standing = ranking.by_number[number]
        rank = wording.rank(standing.rank, standing.tied)
        found.append(Leaf(number, ranking.reading.by_number[number].name, rank))
    return found
