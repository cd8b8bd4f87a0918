"""The players of one round in rank order, and what any two of them are to each other.

Everything below this module speaks of players by their position in rank order (29A): 0 is the highest.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from . import colors, matching
from .colors import Conflict
from .options import Options

UNRATED_AS = 100


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
    """

    def __init__(
        self,
        entrants: Iterable[Entrant],
        barred: Mapping[int, Collection[int]] | None = None,
        options: Options | None = None,
        games_played: int = 0,
        last_round: bool = False,
        games: int = 1,
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
        self.colors = [player.colors for player in self.players]
        self.due = [colors.due(player.colors) for player in self.players]
        self.blacks_only = self.options.equalize == "blacks"
        # Who may have one color a third time in a row (29E5f1).
        leaders = self.options.third_color == "leaders" and last_round
        self.third_is_free = [leaders and score == self.score[0] for score in self.score]
        # Who would have two more of one color if not given the other.
        self.strong = [
            colors.missed(player.colors, colors.OTHER[due], self.blacks_only).equal > 0
            for player, due in zip(self.players, self.due, strict=True)
        ]
        self._pairable: dict[frozenset[int], bool] = {}

    def bar(self, x: int, y: int) -> None:
        self.barred[x].add(y)
        self.barred[y].add(x)

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
        """What it costs a player to get this color."""
        found = colors.missed(self.colors[x], gets, self.blacks_only)
        return found._replace(three=0) if self.third_is_free[x] else found

    def avoided(self, x: int, y: int) -> bool:
        """Whether these are teammates who should not meet (28N), whatever that may cost."""
        if self.options.teams == "off":
            return False
        team = self.players[x].team
        return bool(team) and team == self.players[y].team

    def keeps_group(self, score_q: int) -> bool:
        """Whether nobody leaves a score group for the sake of teams: 28N1c, 28N2 in the last round."""
        options = self.options
        if options.teams == "never":
            return self.last_round and score_q == self.score[0]
        surplus = (2 * score_q - 4 * self.games_played) // 4  # wins minus losses
        minus = options.minus_limit is not None and surplus <= -options.minus_limit
        return options.teams == "if_required" or surplus >= options.plus_limit or minus

    def apart(self, x: int, y: int) -> bool:
        """Teammates whom the score group gives way to keep apart (28N1b)."""
        return self.avoided(x, y) and not self.keeps_group(max(self.score[x], self.score[y]))

    def can_pair(self, members: Collection[int], *, teams: bool = False) -> bool:
        """Whether a legal complete pairing of these players exists; with ``teams``, one that keeps teammates
        apart.

        Where everyone has at least half of the others to meet there is one (Dirac), and no search is needed.
        """
        size = len(members)
        if size % 2:
            return False
        if not size:
            return True
        among = frozenset(members)
        if not teams and all(size - 1 - len(self.barred[x] & among) >= size // 2 for x in among):
            return True
        if teams and self.options.teams == "off":
            return self.can_pair(among)
        key = among | {-1} if teams else among
        if key not in self._pairable:
            order = sorted(among)
            edges = self._edges(order, teams)
            self._pairable[key] = _every_one(order, edges)
        return self._pairable[key]

    def _edges(self, order: Sequence[int], teams: bool) -> list[tuple[int, int, int]]:
        return [
            (i, j, 0)
            for i, x in enumerate(order)
            for j, y in enumerate(order[i + 1 :], i + 1)
            if self.legal(x, y) and not (teams and self.apart(x, y))
        ]


def _every_one(order: Sequence[int], edges: list[tuple[int, int, int]]) -> bool:
    """Whether these edges match everybody. Enough choice for each needs no search."""
    degree = [0] * len(order)
    for x, y, _cost in edges:
        degree[x] += 1
        degree[y] += 1
    return min(degree) * 2 >= len(order) or matching.min_cost_matching(len(order), edges) is not None
