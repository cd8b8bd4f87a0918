"""Who is a member of which team, and who counts before whom (RULES §11.2).

Members may come from several sections: K-1 and K-3 together. Who is not ranked among the players (house
players, visitors) is no member, and of a player who re-entered (34H) only the better-placed entry is one. A
team goes by its name, however somebody typed its blanks and capitals; where it has several names, a short one
or a misspelled one, ``names`` says which is meant.

The best scores count; of equal ones, those with the better individual tiebreaks, as the standings of the
players have them. Players of two sections are compared by the steps that all sections post alike, from the
first up to one that looks at a tied group. Those whom nothing separates count in the order of the sections
and their numbers: something must be said of them, and the team's score is the same either way. Where
``lowest_number`` was posted, the number alone decides between equal scores.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from ..chart.reading import Reading
from ..messages import gettext_noop
from ..teams.teams import BEST, Member, Team, Teams
from ..terms.system import Variation
from .fold import Ranking

LOWEST_NUMBER = Variation(
    "lowest_number",
    gettext_noop("lowest number"),
    gettext_noop("Of members with equal scores, those with the lowest pairing numbers count."),
)


class Section(NamedTuple):
    """A section whose players count for teams: what it is called, and the standings of its players."""

    label: str
    ranking: Ranking


class _Player(NamedTuple):
    """A member who is not on a team's list yet. ``merit`` is what is compared, ``person`` who it is."""

    merit: tuple[Any, ...]
    key: int
    person: tuple[int, int]
    member: Member


def spelled(name: str) -> str:
    """A team's name without what does not make two of them: blanks, and capital letters.

    >>> spelled("Cedar Hill") == spelled(" cedarhill ")
    True
    """
    return "".join(name.split()).casefold()


def gather(
    sections: Sequence[Section],
    best: int = BEST,
    minimum: int = 1,
    lowest_number: bool = False,
    names: Mapping[str, str] | None = None,
) -> Teams:
    """The teams of these sections, numbered by name, each with its members in the order in which they count.

    ``names`` has the name that is meant by others, these as :func:`spelled`. Raises :class:`ValueError` where
    ``best`` or ``minimum`` is less than one.

    >>> from dataclasses import replace
    >>> from tiebreaks.engine.chart.notation import chart
    >>> from tiebreaks.engine.ranking.fold import rank
    >>> from tiebreaks.engine.chart.reading import after_round
    >>> from tiebreaks.engine.ranking.sequence import parse
    >>> wall = chart(["W2"], ["L1"], ["W4"], ["L3"])
    >>> wall = replace(wall, cards=tuple(replace(c, team="EFFE"[c.number - 1]) for c in wall.cards))
    >>> teams = gather([Section("K-3", rank(after_round(wall), parse("solkoff")))], best=1)
    >>> [(team.number, team.name, team.members, teams.score_q[team.number]) for team in teams.teams]
    [(1, 'E', (1, 4), 4), (2, 'F', (3, 2), 4)]
    """
    if best < 1 or minimum < 1:
        raise ValueError("at least one member counts, and is asked for")
    meant = names or {}
    members: dict[int, Member] = {}
    lists: dict[str, dict[tuple[int, int], int]] = {}
    for _merit, key, person, member in _players(sections, lowest_number):
        written = spelled(member.card.team)
        listed = lists.setdefault(spelled(meant.get(written, written)), {})
        if listed.setdefault(person, key) == key:
            members[key] = member
    teams = []
    for number, listed in enumerate((lists[name] for name in sorted(lists)), 1):
        keys = tuple(listed.values())
        teams.append(Team(number, _name([members[key].card.team for key in keys], meant), keys))
    return Teams(tuple(teams), members, best, minimum)


def _players(sections: Sequence[Section], lowest_number: bool) -> list[_Player]:
    """Everybody who has a team, in the order in which they count."""
    players = []
    compared = _compared(sections)
    above = 0
    for at, (label, ranking) in enumerate(sections):
        reading = ranking.reading
        for position, (number, score_q, *_) in enumerate(ranking.standings):
            card = reading.by_number[number]
            if not card.team:
                continue
            merit: tuple[Any, ...] = (score_q, -number, -at)
            if not lowest_number:
                merit = (score_q, [ranking.worth(step, number) for step in compared], -at, -position)
            person = (at, _first_entry(reading, number))
            players.append(_Player(merit, above + number, person, Member(label, reading, card)))
        above += max(reading.by_number, default=0)
    return sorted(players, reverse=True)


def _compared(sections: Sequence[Section]) -> range:
    """The steps by which players of several sections are compared."""
    posted = zip(*(section.ranking.sequence.steps for section in sections), strict=False)
    alike = takewhile(lambda steps: len(set(steps)) == 1 and not steps[0].of_group, posted)
    return range(len(list(alike)))


def _first_entry(reading: Reading, number: int) -> int:
    """The number under which somebody who re-entered came first (34H)."""
    entries = [number]
    while (earlier := reading.by_number[entries[-1]].reentry_of) and earlier not in entries:
        entries.append(earlier)
    return entries[-1]


def _name(written: Iterable[str], meant: Mapping[str, str]) -> str:
    """The name that is meant; where none was said to be, the one that most members have."""
    times = Counter(meant.get(spelled(name), " ".join(name.split())) for name in written)
    return min(times, key=lambda name: (-times[name], name))
