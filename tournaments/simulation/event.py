"""What a director does in a simulated event: every act goes through the services, as at the desk.

Chance is drawn from one seed. The same plan gives the same event again: the same players, boards and results.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from django.contrib.auth.models import User
from django.db.models import QuerySet

from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.engine.ranking.sequence import RULEBOOK_SWISS

from ..errors import Refused
from ..formats.records import RosterEntry
from ..models import Event, Game, Player, Seat, Section
from ..pairing import sentences
from ..pairing.draft import Draft
from ..pairing.options import Options
from ..pairing.reading import met
from ..pairing.small_swiss import offered
from ..selectors.awards.ties import ties
from ..selectors.pairing.basis import basis
from ..services import (
    attendance,
    ceremony,
    decisions,
    drafts,
    orders,
    pairings,
    prizes,
    results,
    rosters,
    setup,
)
from ..text import wording
from ..text.results import BLACK_FORFEITS, BOTH_FORFEIT, WHITE_FORFEITS
from . import chance
from .people import Person, people

# In a smaller field nobody comes late, stays away or leaves: each of them would be missed.
SMALL = 8
LATE, ASKS_FOR_BYE, STAYS_AWAY, LEAVES = 0.05, 0.06, 0.01, 0.02
# What a late entry gets for the rounds missed, by the round during which it comes (28K).
MISSED = {1: {1: Kind.HALF_BYE}, 2: {1: Kind.UNPAIRED, 2: Kind.HALF_BYE}}
HOUSE_PLAYER, HOUSE_STRENGTH = "House Player", 1000


@dataclass(frozen=True)
class Plan:
    """How many enter, late entries too, and how many rounds are played."""

    players: int = 80
    rounds: int = 5
    seed: int = 1
    section: str = "Open"


@dataclass(frozen=True)
class Played:
    """What happened in a round. ``late`` entered during it, ``left`` withdrew after it."""

    number: int
    boards: int
    full_point_byes: int
    other_byes: int
    forfeits: int
    late: int
    left: int


def most_rounds(players: int) -> int:
    """In how many rounds everybody can have another opponent; of an odd number, one has a bye in each.

    >>> most_rounds(6), most_rounds(7)
    (5, 7)
    """
    return players - 1 + players % 2


class Simulation:
    """A section of an event, round by round. ``ended`` is why it ended early, if it did."""

    def __init__(self, event: Event, plan: Plan, *, by: User) -> None:
        self.plan, self.by = plan, by
        self.ended = ""
        self._rng = Random(plan.seed)  # noqa: S311 (a game, and one that can be repeated)
        self._strength: dict[int, int] = {}
        self._late: dict[int, list[Person]] = {}
        self.section = setup.create_section(event, name=plan.section, rounds=plan.rounds, draft=False, by=by)

    def play(self) -> Iterator[Played]:
        """The whole event. Who stops asking has an event in which no more rounds were played."""
        self.enter()
        yield from self.rounds()
        self.finish()

    # --- before round one -------------------------------------------------------------------------

    def enter(self) -> None:
        """Announce the prizes, post the order of tiebreaks, and take the entries with the byes asked for. A
        small Swiss goes by a round-robin table where one is offered (29L)."""
        prizes.announce(self.section, _prizes(self.plan.players), by=self.by)
        if offered(self.plan.players, self.plan.rounds):
            orders.post_options(self.section, Options(small_swiss="table"), by=self.by)
            self.section.refresh_from_db(fields=["pairing_options"])
        orders.post_order(self.section, RULEBOOK_SWISS, by=self.by)
        in_time = []
        for person in people(self.plan.players, self._rng):
            if self._small or self._rng.random() >= LATE:
                in_time.append(person)
            else:
                after = self._rng.choice((1, 1, 2))
                self._late.setdefault(min(after, self.plan.rounds - 1), []).append(person)
        in_time += self._late.pop(0, [])  # nobody is late for a single round
        entries = [_entry(person) for person in in_time]
        for player, person in zip(
            rosters.add_players(self.section, entries, by=self.by), in_time, strict=True
        ):
            self._strength[player.number] = person.strength
        self._ask_for_byes()

    def _ask_for_byes(self) -> None:
        asked: dict[int, list[int]] = {}
        for number in sorted(self._strength):
            if not self._small and self._rng.random() < ASKS_FOR_BYE:
                asked.setdefault(self._rng.randint(1, self.plan.rounds), []).append(number)
        for at, numbers in sorted(asked.items()):
            pairings.give_bye(self.section, at, numbers, Kind.HALF_BYE, by=self.by)

    @property
    def _small(self) -> bool:
        return self.plan.players < max(SMALL, self.plan.rounds + 3)

    # --- round by round ---------------------------------------------------------------------------

    def rounds(self) -> Iterator[Played]:
        for number in range(1, self.plan.rounds + 1):
            self._stay_away(number)
            draft = self.pair(number)
            if draft is None:
                self._shorten(number - 1)
                return
            self.publish(number, draft)
            late = self._admit(number)
            missing = self._play(number, draft)
            left = self._leave(number, missing)
            yield self._played(number, len(missing), late, left)

    def pair(self, number: int) -> Draft | None:
        """The draft of the round, as the rules propose it. None, and why in ``ended``, if there is none.

        Where the rules offer a house player (28M1), one is entered. A second meeting (27A1) ends the event.
        """
        draft = self._proposed(number)
        if draft is None and self._odd(number) and not self._house.exists():
            self._enter_house_player()
            draft = self._proposed(number)
        if draft is not None:
            self.ended = ""
        return draft

    def _proposed(self, number: int) -> Draft | None:
        try:
            proposal = drafts.propose(self.section, number, lot=self._rng.choice("wb") if number == 1 else "")
        except Refused as refused:
            self.ended = refused.message
            return None
        request = basis(self.section, number).request
        played = met(request.chart, number)
        for board in proposal.draft.boards:
            if board.black in played[board.white]:
                names = {"one": request.name(board.white), "other": request.name(board.black)}
                self.ended = wording.message(sentences.say(sentences.SECOND_MEETING, **names))
                return None
        drafts.keep(self.section, number, proposal, by=self.by)
        return proposal.draft

    def publish(self, number: int, draft: Draft) -> None:
        drafts.publish(self.section, number, by=self.by)

    def _stay_away(self, number: int) -> None:
        """Some say on the day that they cannot play this round: a zero-point bye."""
        if self._small:
            return
        seated = Seat.objects.filter(round__section=self.section, round__number=number)
        busy = set(seated.values_list("player__number", flat=True))
        away = [one for one in self._playing() if one not in busy and self._rng.random() < STAYS_AWAY]
        if away:
            pairings.give_bye(self.section, number, away, Kind.UNPAIRED, by=self.by)

    def _admit(self, number: int) -> int:
        """Enter those who come while this round is played (28K)."""
        late = self._late.pop(number, [])
        for person in late:
            player = attendance.add_player(self.section, _entry(person), MISSED[number], by=self.by)
            self._strength[player.number] = person.strength
        return len(late)

    def _play(self, number: int, draft: Draft) -> set[int]:
        """Enter the results as the slips come, in any order; the numbers of those who did not appear."""
        games = Game.objects.filter(round__section=self.section, round__number=number)
        boards = list(zip(games.select_related("round").order_by("board"), draft.boards, strict=True))
        self._rng.shuffle(boards)
        missing = set()
        for game, board in boards:
            strengths = self._strength[board.white], self._strength[board.black]
            result = chance.result(*strengths, self._rng)
            results.record_result(game, result, revision=game.revision, by=self.by)
            missing |= {board.white} if result in (WHITE_FORFEITS, BOTH_FORFEIT) else set()
            missing |= {board.black} if result in (BLACK_FORFEITS, BOTH_FORFEIT) else set()
        return missing

    def _leave(self, number: int, missing: set[int]) -> int:
        """Withdraw those who leave after this round. Who did not appear is not paired again."""
        if self._small or number == self.plan.rounds:
            return 0
        leaving = [one for one in self._playing() if one in missing or self._rng.random() < LEAVES]
        for player in Player.objects.filter(section=self.section, number__in=leaving).order_by("number"):
            pairings.withdraw(player, number, by=self.by)
        return len(leaving)

    def _playing(self) -> list[int]:
        players = Player.objects.filter(section=self.section, withdrawn_after=None, house=False)
        return list(players.order_by("number").values_list("number", flat=True))

    def _odd(self, number: int) -> bool:
        request = basis(self.section, number).request
        cards = [card for card in request.chart.cards if not card.house and request.in_pool(card)]
        return len(cards) % 2 == 1

    @property
    def _house(self) -> QuerySet[Player]:
        return Player.objects.filter(section=self.section, house=True)

    def _enter_house_player(self) -> None:
        entry = RosterEntry(None, HOUSE_PLAYER, rating=HOUSE_STRENGTH, house=True)
        (player,) = rosters.add_players(self.section, [entry], by=self.by)
        self._strength[player.number] = HOUSE_STRENGTH

    def _played(self, number: int, forfeits: int, late: int, left: int) -> Played:
        seats = Seat.objects.filter(round__section=self.section, round__number=number)
        kinds = list(seats.values_list("kind", "game"))
        byes = [kind for kind, game in kinds if game is None]
        full = byes.count(Kind.FULL_BYE.letter)
        boards = (len(kinds) - len(byes)) // 2
        return Played(number, boards, full, len(byes) - full, forfeits, late, left)

    # --- the end ----------------------------------------------------------------------------------

    def _shorten(self, rounds: int) -> None:
        """Make the rounds that were played all there are; those that are not lose their byes."""
        if not rounds:
            raise Refused(self.ended)
        later = Seat.objects.filter(round__section=self.section, round__number__gt=rounds)
        for seat in later.select_related("round", "player").order_by("pk"):
            pairings.remove_bye(seat, by=self.by)
        section = Section.objects.get(pk=self.section.pk)
        setup.edit_section(
            section, name=section.name, rounds=rounds, format=section.format, games=1, by=self.by
        )

    def finish(self) -> None:
        """Decide the ties for trophies, of two by a playoff, of more by a coin toss; freeze the awards."""
        while waiting := ties(self.section, {}).trophy:
            tied = [player.number for player in waiting[0].players]
            self._rng.shuffle(tied)
            usual = decisions.PLAYOFF if len(tied) == 2 else decisions.COIN_TOSS
            code = usual if usual in waiting[0].codes else min(waiting[0].codes)
            decisions.record_decision(code, self.section, [[one] for one in tied], by=self.by)
        ceremony.freeze(self.section, by=self.by)


def _entry(person: Person) -> RosterEntry:
    return RosterEntry(None, person.name, rating=person.rating, team=person.school, grade=person.grade)


def _prizes(players: int) -> str:
    """What a field of this size is given: trophies for a third of it at most, and money in a large one."""
    lines = [prizes.place_prizes(min(10, max(1, players // 4)))]
    if players >= SMALL:
        lines += ["Top under 1400", "Top unrated"]
    if players >= 2 * SMALL:
        lines += ["1st place $200", "2nd place $100", "U1200 $50", "Best grade 4", "Biggest upset"]
    return "\n".join(lines)
