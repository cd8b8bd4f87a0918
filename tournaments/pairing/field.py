"""The players of one round in rank order, and what any two of them are to each other.

Everything below this module speaks of players by their position in rank order (29A): 0 is the highest.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import add
from typing import NamedTuple

from . import colors, matching
from .colors import Conflict
from .options import Options

UNRATED_AS = 100


@dataclass(frozen=True)
class Mates:
    """Whom each player should not meet for the sake of teams, and what is known of sets that are paired so.

    ``of`` a player are all of the team; that the player is one of them makes no difference.
    """

    of: Sequence[frozenset[int]]
    pairable: dict[frozenset[int], bool] = field(default_factory=dict)
    fewest: dict[frozenset[int], int | None] = field(default_factory=dict)


NOBODY: frozenset[int] = frozenset()


class Cost(NamedTuple):
    """What pairs cost before anything is moved, in the order in which pairings are compared.

    Boards of teammates count first, or as ``teams_later`` where equal colors come before them (29E8).
    """

    teams: int = 0
    three: int = 0
    equal: int = 0
    teams_later: int = 0
    alternate: int = 0

    @property
    def conflicts(self) -> int:
        """The color conflicts alone: thirds in a row, equalization, alternation."""
        return self.three + self.equal + self.alternate

    def plus(self, other: "Cost") -> "Cost":
        return Cost(*map(add, self, other))


NO_COST = Cost()


@dataclass(frozen=True, slots=True)
class Entrant:
    """One entry as this round sees it. ``score_q`` is what it is paired on, ``added_q`` the part of it that
    acceleration added. ``bonus`` counts for the rank alone (28R2)."""

    number: int
    name: str
    rating: int | None = None
    score_q: int = 0
    colors: str = ""
    team: str = ""
    added_q: int = 0
    bonus: int = 0
    house: bool = False

    @property
    def rank(self) -> tuple[int, bool, int, int]:
        """29A: score down, rating down with the unrated last, number up."""
        return -self.score_q, self.rating is None, -(self.rating or 0) - self.bonus, self.number

    @property
    def rho(self) -> int:
        """The rating, or 100: how near two players are, never for limits."""
        return UNRATED_AS if self.rating is None else self.rating


class Field:
    """Ranked players with who may not meet whom.

    ``games_played`` by each who missed none tells plus scores from minus scores. A round has ``games``.
    ``lead`` is the score of the leaders, where that is not the highest one here.
    """

    def __init__(
        self,
        entrants: Iterable[Entrant],
        barred: Mapping[int, Collection[int]] | None = None,
        options: Options | None = None,
        games_played: int = 0,
        last_round: bool = False,
        games: int = 1,
        lead: int | None = None,
    ) -> None:
        self.players: tuple[Entrant, ...] = tuple(sorted(entrants, key=lambda e: e.rank))
        self.options = options or Options()
        self.games_played = games_played
        self.last_round = last_round
        self.games = games
        self.position = {player.number: i for i, player in enumerate(self.players)}
        self.barred: list[set[int]] = [set() for _ in self.players]
        for number, others in (barred or {}).items():
            for other in others:
                if number in self.position and other in self.position and number != other:
                    self.bar(self.position[number], self.position[other])
        self.rho = [player.rho for player in self.players]
        self.unrated = [player.rating is None for player in self.players]
        self.score = [player.score_q for player in self.players]
        self.lead = max(self.score, default=0) if lead is None else lead
        self.colors = [player.colors for player in self.players]
        # Where two meet with both colors, each gets the one that is due, and no pair has a conflict (§4.1).
        self.due = [colors.due(player.colors) if games == 1 else "" for player in self.players]
        self.neighbors_meet = self.options.small_swiss == "neighbors"
        self.teams_later = self.options.teams_before == "alternation"
        self.blacks_only = self.options.equalize == "blacks"
        # Who may have one color a third time in a row (29E5f1).
        leaders = self.options.third_color == "leaders" and last_round
        self.third_is_free = [leaders and score == self.lead for score in self.score]
        # Who would have two more of one color if not given the other.
        self.strong = [self.missed(x, colors.OTHER[due]).equal > 0 for x, due in enumerate(self.due)]
        self.mates, self.parted = self._teams()
        self.nobody = Mates([NOBODY] * len(self.players))
        # Natural pairings of lists, once they are known. Who may not meet whom is settled by then.
        self.naturals: dict[tuple[int, ...], list[int] | None] = {}

    def _teams(self) -> tuple[Mates, Mates]:
        """Teammates who should not meet (28N), and of these who are kept apart before groups are (28N1b)."""
        teams: defaultdict[str, list[int]] = defaultdict(list)
        for x, player in enumerate(self.players):
            if player.team and self.options.teams != "off":
                teams[player.team].append(x)
        keeps = {score_q: self.keeps_group(score_q) for score_q in {*self.score}}
        mates = {team: frozenset(members) for team, members in teams.items() if len(members) > 1}
        parted = {
            (team, score_q): frozenset(x for x in members if not keeps[max(score_q, self.score[x])])
            for team, members in mates.items()
            for score_q in {self.score[x] for x in members}
        }
        return (
            Mates([mates.get(player.team, NOBODY) for player in self.players]),
            Mates([parted.get((player.team, player.score_q), NOBODY) for player in self.players]),
        )

    def bar(self, x: int, y: int) -> None:
        self.barred[x].add(y)
        self.barred[y].add(x)
        self.__dict__.pop("_most_barred", None)

    @cached_property
    def _most_barred(self) -> int:
        """How many the one may not meet who may meet the fewest."""
        return max(map(len, self.barred), default=0)

    def legal(self, x: int, y: int) -> bool:
        """They have not played each other, and no lock forbids it."""
        return y not in self.barred[x]

    def distance(self, x: int, y: int) -> int:
        """How near two players are in rating; an unrated one counts as 100."""
        return abs(self.rho[x] - self.rho[y])

    def limited(self, x: int, y: int) -> int:
        """The distance as limits see it: changes from or to an unrated player break none (29E5g)."""
        return 0 if self.unrated[x] or self.unrated[y] else abs(self.rho[x] - self.rho[y])

    def conflict(self, x: int, y: int) -> Conflict:
        """The color conflict of a pair; the first is the higher-ranked, whichever way it is asked."""
        if not self.due[x] or self.due[x] != self.due[y]:
            return colors.NONE
        higher, lower = min(x, y), max(x, y)
        found = colors.conflict(self.colors[higher], self.colors[lower], self.blacks_only)
        if found.three and (self.third_is_free[x] or self.third_is_free[y]):
            gets = colors.allocate(self.colors[higher], self.colors[lower]).higher
            return self.missed(higher, gets).plus(self.missed(lower, colors.OTHER[gets]))
        return found

    def missed(self, x: int, gets: str) -> Conflict:
        """What it costs a player to get this color; nothing where the other game has the other one."""
        if self.games > 1:
            return colors.NONE
        found = colors.missed(self.colors[x], gets, self.blacks_only)
        return found._replace(three=0) if self.third_is_free[x] else found

    def avoided(self, x: int, y: int) -> bool:
        """Whether these are teammates who should not meet (28N), whatever that may cost."""
        return y in self.mates.of[x]

    def cost(self, x: int, y: int) -> Cost:
        """What a pair costs before anything is moved: a board of teammates, and its color conflict."""
        avoided, conflict = self.avoided(x, y), self.conflict(x, y)
        return self.ranked(int(avoided), conflict) if avoided or any(conflict) else NO_COST

    def ranked(self, teams: int, conflict: Sequence[int]) -> Cost:
        """Boards of teammates and T, E and A as this section compares them (29E8)."""
        three, equal, alternate = conflict
        if self.teams_later:
            return Cost(0, three, equal, teams, alternate)
        return Cost(teams, three, equal, 0, alternate)

    def keeps_group(self, score_q: int) -> bool:
        """Whether nobody leaves a score group for the sake of teams: 28N1c, 28N2 in the last round."""
        options = self.options
        if options.teams == "never":
            return self.last_round and score_q == self.lead
        surplus = (2 * score_q - 4 * self.games_played) // 4  # wins minus losses
        minus = options.minus_limit is not None and surplus <= -options.minus_limit
        return options.teams == "if_required" or surplus >= options.plus_limit or minus

    def apart(self, x: int, y: int) -> bool:
        """Teammates whom the score group gives way to keep apart (28N1b)."""
        return y in self.parted.of[x]

    def can_pair(self, members: Collection[int], mates: Mates | None = None) -> bool:
        """Whether a legal complete pairing of these players exists, in which no ``mates`` meet.

        Where everyone has at least half of the others to meet there is one (Dirac), and no search is needed.
        """
        size = len(members)
        if size % 2:
            return False
        if mates is None and 2 * (size - 1 - self._most_barred) >= size:
            return True
        among, mates = frozenset(members), mates or self.nobody
        surely = self._surely(among, mates)
        if surely is not None:
            return surely
        if among not in mates.pairable:
            free = [edge for edge in self._edges(sorted(among), mates) if not edge[2]]
            mates.pairable[among] = matching.min_cost_matching(size, free) is not None
        return mates.pairable[among]

    def _surely(self, among: frozenset[int], mates: Mates) -> bool | None:
        """Whether these can be paired, as far as counting says."""
        size = len(among)
        if mates is self.mates and any(2 * len(mates.of[x] & among) > size for x in among):
            return False  # more of one team than all others
        not_met = ((self.barred[x] | mates.of[x]) - {x} for x in among)
        return True if all(2 * (size - 1 - len(others & among)) >= size for others in not_met) else None

    def fewest(self, members: Collection[int], mates: Mates) -> int | None:
        """In how few boards of a legal complete pairing ``mates`` meet; None if there is no such pairing.

        >>> elm = Field((Entrant(n, "", team="Elm") for n in (1, 2)), options=Options(teams="plus_two"))
        >>> elm.fewest([0, 1], elm.mates), elm.fewest([0], elm.mates)
        (1, None)
        """
        among = frozenset(members)
        if len(members) % 2:
            return None
        if mates.pairable.get(among) or self._surely(among, mates):
            return 0
        if among not in mates.fewest:
            order = sorted(among)
            edges = self._edges(order, mates)
            found = matching.min_cost_matching(len(order), edges)
            cost = {(i, j): cost for i, j, cost in edges}
            mates.fewest[among] = None if found is None else sum(cost[pair] for pair in found)
            mates.pairable[among] = mates.fewest[among] == 0
        return mates.fewest[among]

    def _edges(self, order: Sequence[int], mates: Mates) -> list[tuple[int, int, int]]:
        """Legal pairs by their places in an order; those of mates cost 1."""
        place = {x: i for i, x in enumerate(order)}
        among = {*order}
        return [
            (place[x], place[y], int(y in mates.of[x]))
            for x in order
            for y in among - self.barred[x]
            if place[x] < place[y]
        ]
