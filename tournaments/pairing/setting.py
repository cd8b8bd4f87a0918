"""A round after the optimizer: what its reasons are read from. Nothing here decides anything again."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tiebreaks.engine.messages import Message

from . import sentences as s
from .adjustment import adjust
from .boards import Seated
from .brackets import Solved
from .colors import OTHER, allocate
from .field import Entrant, Field
from .floaters import Bracket, meeting_below, meetings
from .giving_way import floats_past, met_twice
from .natural import ideal
from .natural_round import natural_pairs
from .pool import Pool, repeated, repeated_without
from .pools import pools_of
from .reading import entrants
from .request import PairingInput
from .serving import natural_opponents

Pair = tuple[int, int]


@dataclass(frozen=True)
class Cycle:
    """Boards that changed together: natural and final pairs of the same players, from the highest board."""

    boards: tuple[int, ...]
    final: tuple[Pair, ...]
    natural: tuple[Pair, ...]


@dataclass(frozen=True)
class Setting:
    """Request, pool, brackets and seated boards of one round."""

    request: PairingInput
    pool: Pool
    solved: tuple[Solved, ...]
    seated: tuple[Seated, ...]

    @property
    def field(self) -> Field:
        return self.pool.field

    @cached_property
    def set_pairs(self) -> frozenset[frozenset[int]]:
        """Who meets because the director set the board."""
        return frozenset(frozenset((board.white, board.black)) for board in self.request.locks.boards)

    def is_set(self, one: Seated) -> bool:
        return frozenset((self.number(one.higher), self.number(one.lower))) in self.set_pairs

    def player(self, x: int) -> Entrant:
        return self.field.players[x]

    def number(self, x: int) -> int:
        return self.field.players[x].number

    def name(self, x: int) -> str:
        return self.field.players[x].name

    def gave_way(self, x: int, y: int) -> bool:
        """Whether two meet who should be kept apart, as not everybody can be (28N2, 28T)."""
        return frozenset((self.number(x), self.number(y))) in self.pool.broken

    @cached_property
    def meeting_again(self) -> frozenset[int]:
        """Who meets a second time by the rules."""
        return frozenset(self.field.position[number] for couple in self.pool.again for number in couple)

    @cached_property
    def _never(self) -> set[frozenset[int]]:
        """Who may not even meet a second time, nor for the sake of others."""
        return met_twice(self.request) | (self.pool.asked - self.pool.broken)

    def could_meet(self, x: int, z: int) -> bool:
        """Whether ``x`` may meet this one: for somebody who meets again, that is anybody else met once too
        (27A1)."""
        if x not in self.meeting_again or self.field.legal(x, z):
            return self.field.legal(x, z)
        one, other = self.number(x), self.number(z)
        once = other in self.pool.met[one] and frozenset((one, other)) not in self._never
        return once and not floats_past(self.request, self.field, x, z)

    def why_again(self, x: int, y: int) -> Message | None:
        """Why it is these two who meet again; None where as little would be repeated without (§4.7)."""
        couple = frozenset((self.number(x), self.number(y)))
        without = repeated_without(self.request, self.pool, couple)
        made = repeated(self.pool.met, self.pool.again)
        if without is not None and without <= made:
            return None
        return s.say(s.AGAIN_FEWEST if without is None or without[0] > made[0] else s.AGAIN_OLDEST)

    @cached_property
    def resting(self) -> Entrant | None:
        """Who has the full-point bye, as paired on points."""
        bye = self.pool.bye
        cards = [self.request.chart.by_number[bye.number]] if bye else []
        return next(iter(entrants(self.request, cards)), None)

    def rests_beside(self, x: int) -> Entrant | None:
        """Who has the full-point bye, if one of the score group of ``x`` has."""
        rests = self.resting
        return rests if rests and rests.score_q == self.field.score[x] else None

    @cached_property
    def of_one_team(self) -> bool:
        """Whether everybody is of one team, where teammates should not meet (28N)."""
        players = range(len(self.field.players))
        return len(players) > 1 and all(self.field.avoided(0, x) for x in players)

    def unrated(self, *positions: int) -> str:
        """The name of the first of these who is unrated, so that no limit holds (29E5g); empty for none."""
        return next((self.name(x) for x in positions if self.field.unrated[x]), "")

    @cached_property
    def without_teams(self) -> Field:
        """The field as it would be if teammates might meet, to tell what they cause (28N)."""
        field = self.field
        if field.options.teams == "off":
            return field
        options = replace(field.options, teams="off")
        round = field.games_played, field.last_round, field.games, field.lead
        free = Field(field.players, {}, options, *round)
        for x, others in enumerate(field.barred):
            free.barred[x] = {y for y in others if not self.barred_as_teammates(x, y)}
        return free

    def met_without_teams(self, solved: Solved) -> tuple[int, ...] | None:
        """Whom floaters would meet naturally if teammates might meet; None where they may."""
        if self.without_teams is self.field:
            return None
        if solved.bracket not in self._met_without_teams:
            met = natural_opponents(self.without_teams, solved.bracket)
            self._met_without_teams[solved.bracket] = met
        return self._met_without_teams[solved.bracket]

    @cached_property
    def _met_without_teams(self) -> dict[Bracket, tuple[int, ...] | None]:
        return {}

    @cached_property
    def mates_for_colors(self) -> frozenset[Pair]:
        """Teammates who meet for equal colors, where those come before keeping them apart (29E8)."""
        if not self.field.teams_later:
            return frozenset()
        found: set[Pair] = set()
        for one in self.solved:
            natural = natural_pairs(self.field, one)
            if meetings(self.field, one.pairs)[1] > meetings(self.field, natural)[1]:
                found |= {pair for pair in one.pairs if self.field.avoided(*pair)} - {*natural}
        return frozenset(found)

    def barred_as_teammates(self, x: int, y: int) -> bool:
        """Whether two may not meet for the sake of teams alone (28N2)."""
        one, other = self.number(x), self.number(y)
        locks = self.request.locks
        apart = {frozenset(pair) for pair in (*locks.apart, *locks.asked_apart)}
        is_free = other not in self.pool.met[one] and frozenset((one, other)) not in apart
        return is_free and one not in locks.floats and other not in locks.floats and self.field.avoided(x, y)

    def boards_with(
        self, bracket: Bracket, opponents: tuple[int, ...], odd: tuple[int, ...]
    ) -> tuple[list[Pair], list[Pair]]:
        """The boards of a bracket with these floaters, after the rest is adjusted (29E5) and before. Those of
        the odd players below it are among them."""
        key = bracket, opponents, odd
        if key not in self._boards_with:
            floating = [
                *zip(bracket.arriving, opponents, strict=True),
                *meeting_below(self.field, bracket, odd),
            ]
            rest = adjust(self.field, [x for x in bracket.left(opponents) if x not in odd])
            made, natural = (rest.pairs, rest.natural) if rest else ((), ())
            self._boards_with[key] = [*floating, *made], [*floating, *natural]
        return self._boards_with[key]

    @cached_property
    def _boards_with(
        self,
    ) -> dict[tuple[Bracket, tuple[int, ...], tuple[int, ...]], tuple[list[Pair], list[Pair]]]:
        return {}

    def unrated_list(self, members: Sequence[int]) -> bool:
        """Whether nobody of these is rated, as often among teams: their order is that of the list."""
        return all(self.field.unrated[x] for x in members)

    def spared(self, pair: Pair) -> list[str]:
        """Who of two who do not meet was spared more than a color that does not alternate."""
        x, y = pair
        field, due = self.field, self.field.due[x]
        loser = y if allocate(field.colors[x], field.colors[y]).higher == due else x
        three, equal, _alternate = field.missed(loser, OTHER[due])
        if not (three or equal) or self.color_of[loser] != due:
            return []
        text = s.THIRD_SPARED if three else s.EQUAL_SPARED
        colors = {"color": s.COLORS[OTHER[due]], "opposite": s.COLORS[due]}
        return [s.say(text, one=self.name(loser), rule=field.options.equal_rule, **colors)]

    @cached_property
    def board_of(self) -> dict[int, int]:
        """The board of each position."""
        return {x: one.board for one in self.seated for x in (one.higher, one.lower)}

    @cached_property
    def color_of(self) -> dict[int, str]:
        """The color of each position."""
        return {x: "w" if x == one.white else "b" for one in self.seated for x in (one.higher, one.lower)}

    @cached_property
    def bracket_of(self) -> dict[Pair, Solved]:
        return {(min(p), max(p)): one for one in self.solved for p in one.pairs}

    @cached_property
    def opponent(self) -> dict[int, int]:
        """Whom each meets who is paired by the rules."""
        return self.partner([pair for one in self.solved for pair in one.pairs])

    @cached_property
    def left_as_odd(self) -> dict[int, Solved]:
        """The bracket that each odd player left."""
        return {x: one for one in self.solved for x in one.odd}

    def whole(self, solved: Solved, x: int) -> list[int]:
        """The score group of ``x`` in rank order, set boards and floaters included; of those who are paired
        among themselves (29I, 29J) these alone."""
        group = self.score_group(x)
        pools = pools_of(self.request, self.field, solved.pool, group)
        return next((members for members in pools if x in members), group)

    def score_group(self, x: int) -> list[int]:
        """Everybody with the score of ``x`` in rank order: set boards, floaters and each class included."""
        return [y for y, score in enumerate(self.field.score) if score == self.field.score[x]]

    def rest(self, solved: Solved) -> list[int]:
        """The members of the group who are paired among themselves, in rank order."""
        return sorted(x for pair in solved.rest.pairs for x in pair)

    def partner(self, pairs: Sequence[Pair]) -> dict[int, int]:
        return {one: other for pair in pairs for one, other in (pair, pair[::-1])}

    def ideal(self, solved: Solved) -> dict[int, int]:
        """Whom each member of the rest would meet if nothing were in the way."""
        members = self.rest(solved)
        return {x: members[k] for x, k in zip(members, ideal(self.field, len(members)), strict=True)}

    def cycles(self, solved: Solved, before: Sequence[Pair], after: Sequence[Pair]) -> list[Cycle]:
        """The cycles between two pairings of the same players, by their highest board."""
        one, other = self.partner(before), self.partner(after)
        seen: set[int] = set()
        made = []
        for x in sorted(one):
            if x in seen or one[x] == other[x]:
                continue
            members = [x]
            while True:
                members.append(other[members[-1]])
                if one[members[-1]] == x:
                    break
                members.append(one[members[-1]])
            seen |= set(members)
            final = sorted({(min(m, other[m]), max(m, other[m])) for m in members})
            natural = sorted({(min(m, one[m]), max(m, one[m])) for m in members})
            boards = sorted({self.board_of[m] for m in members})
            made.append(Cycle(tuple(boards), tuple(final), tuple(natural)))
        return made
