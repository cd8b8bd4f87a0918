"""The members of each team, and the order in which they count (RULES §11.2).

Members may come from several sections, such as K-1 and K-3. Unranked entries (house players, visitors) are
not members. Nor is anybody whose team ``names`` maps to nothing: *Homeschool* is no team. Of a player who
re-entered (34H), only the better-placed entry is a member, or the last one where that was announced (28S5).
Blanks and capitals in a team's name do not matter, and ``names`` maps short or misspelled names to the real
one.

The best scores count. Of equal scores, those with better individual tiebreaks in the players' standings count
first. Players of two sections are compared by the steps that all sections have in common, from the first one
to the one before a step that depends on a tied group. Players still equal count in the order of sections and
numbers; the team's score is the same either way. With ``lowest_number``, only the number decides between
equal scores.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from ..chart.wallchart import Card
from ..messages import gettext_noop
from ..teams.teams import BEST, Member, Team, Teams
from ..terms.system import Variation
from .fold import Ranking

LOWEST_NUMBER = Variation(
    "lowest_number",
    gettext_noop("lowest number"),
    gettext_noop("Among members with equal scores, the lowest pairing numbers count."),
)


class SectionRanking(NamedTuple):
    """A section whose players count for teams: its label and the ranking of its players."""

    label: str
    ranking: Ranking


def name_key(name: str) -> str:
    """The key by which names are compared: without blanks and capitals.

    >>> name_key("Cedar Hill") == name_key(" cedarhill ")
    True
    """
    return "".join(name.split()).casefold()


def form_teams(
    sections: Sequence[SectionRanking],
    best: int = BEST,
    minimum: int = 1,
    lowest_number: bool = False,
    names: Mapping[str, str] | None = None,
) -> Teams:
    """Make the teams of these sections, numbered by name, with members in the order in which they count.

    ``names`` maps the keys of other names (:func:`name_key`) to a team's real name, and those of what is no
    team to nothing. Raises :class:`ValueError` if ``best`` or ``minimum`` is less than one.

    >>> from dataclasses import replace
    >>> from tiebreaks.engine.chart.notation import chart
    >>> from tiebreaks.engine.ranking.fold import rank
    >>> from tiebreaks.engine.chart.reading import after_round
    >>> from tiebreaks.engine.ranking.sequence import parse
    >>> wall = chart(["W2"], ["L1"], ["W4"], ["L3"])
    >>> wall = replace(wall, cards=tuple(replace(c, team="EFFE"[c.number - 1]) for c in wall.cards))
    >>> teams = form_teams([SectionRanking("K-3", rank(after_round(wall), parse("solkoff")))], best=1)
    >>> [(team.number, team.name, team.members, teams.score_q[team.number]) for team in teams.teams]
    [(1, 'E', (1, 4), 4), (2, 'F', (3, 2), 4)]
    """
    if best < 1 or minimum < 1:
        raise ValueError("best and minimum are at least 1")
    real_names = names or {}
    members: dict[int, Member] = {}
    lists: dict[str, dict[tuple[int, int], int]] = {}
    schools: dict[str, dict[tuple[int, int], int]] = {}
    for _merit, key, person, member in _players(sections, lowest_number):
        written = member.card.team
        own = name_key(written)
        if real_names.get(own) == "":
            continue
        if written not in schools:
            schools[written] = lists.setdefault(name_key(real_names.get(own, own)), {})
        if schools[written].setdefault(person, key) == key:
            members[key] = member
    teams = []
    for number, name in enumerate(sorted(lists), 1):
        keys = tuple(lists[name].values())
        teams.append(Team(number, _name([members[key].card.team for key in keys], real_names), keys))
    return Teams(tuple(teams), members, best, minimum)


def _players(sections: Sequence[SectionRanking], lowest_number: bool) -> list[tuple[Any, ...]]:
    """The possible members in the order in which they count: merit, key, person across entries, member."""
    players: list[tuple[Any, ...]] = []
    compared = _compared(sections)
    above = 0
    for at, (label, ranking) in enumerate(sections):
        cards = ranking.reading.by_number
        entered_again = _entered_again(cards) if ranking.reading.last_entry_counts else ()
        for position, (number, score_q, *_) in enumerate(ranking.standings):
            card = cards[number]
            if not card.team or number in entered_again:
                continue
            merit: tuple[Any, ...] = (score_q, -number, -at)
            if not lowest_number:
                merit = (score_q, [ranking.sort_key(step, number) for step in compared], -at, -position)
            person = at, entries_of(number, cards)[-1]
            players.append((merit, above + number, person, Member(label, ranking.reading, card)))
        above += max(cards, default=0)
    return sorted(players, reverse=True)


def _compared(sections: Sequence[SectionRanking]) -> Sequence[int]:
    """The steps by which players of several sections are compared. Those of one are in its order already."""
    if len(sections) == 1:
        return ()
    posted = zip(*(section.ranking.sequence.steps for section in sections), strict=False)
    alike = takewhile(lambda steps: len(set(steps)) == 1 and not any(step.of_group for step in steps), posted)
    return range(len(list(alike)))


def entries_of(number: int, cards: Mapping[int, Card]) -> list[int]:
    """The numbers of an entry and of the player's earlier ones among these, the first entry last (34H).

    >>> entries_of(3, {1: Card(1, "Ann"), 3: Card(3, "Ann", reentry_of=1)})
    [3, 1]
    """
    entries = [number]
    while (earlier := cards[entries[-1]].reentry_of) and earlier in cards and earlier not in entries:
        entries.append(earlier)
    return entries


def _entered_again(cards: Mapping[int, Card]) -> set[int]:
    """The entries of players who have a later one."""
    return {earlier for number in cards for earlier in entries_of(number, cards)[1:]}


def _name(written: Iterable[str], real_names: Mapping[str, str]) -> str:
    """The real name; if none is given, the name that most members have."""
    spelled = Counter(written)
    times: Counter[str] = Counter()
    for name, number in spelled.items():
        times[real_names.get(name_key(name), " ".join(name.split()))] += number
    return min(times, key=lambda name: (-times[name], name))
