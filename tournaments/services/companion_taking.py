"""What the file of another pairing program changes in a section, written row after row under its lock."""

from collections.abc import Mapping
from itertools import count

from django.contrib.auth.models import User
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.models import FinalSheet

from ..changes import SectionChange
from ..errors import Refused
from ..models import Game, PairingDraft, Player, Round, Seat
from ..selectors.event.orders import is_posted
from ..selectors.files.companion_comparison import Comparison
from ..selectors.files.companion_files import Pair, Result, boards_in
from ..selectors.results.boards import last_frozen
from .orders import post_in, read_order
from .publishing import mark_published
from .rosters import new_player, position, refuse_too_many, too_long

# Numbers change one after another: meanwhile no two may be the same.
_BEYOND = 1_000_000
_BEYOND_BOARDS = 15_000


class Taking:
    """The changes of one section, in the order in which no constraint is broken."""

    def __init__(self, change: SectionChange, found: Comparison, order: str, by: User) -> None:
        self.change, self.found, self.order, self.by = change, found, order, by
        self.section = change.section
        # Players by their numbers in the file.
        self.people = dict(found.people)

    def run(self) -> None:
        self._refuse()
        paired = self.found.file.paired
        if paired > self.section.rounds:
            self.change.update(self.section, rounds=paired)
        if self.found.set_up:
            fields = {name: value for name, value in self.found.set_up.items() if name != "prizes"}
            self.change.update(self.section, **fields)
        self._renumber()
        self._add()
        for number, fields in self.found.corrections.items():
            self.change.update(self.people[number], **fields)
        for number, after in self.found.withdrawals.items():
            self.change.update(self.people[number], withdrawn_after=after)
        if self.order and not is_posted(self.section):
            post_in(self.change, read_order(self.order, self.section.systems), by=self.by)
        for at in sorted(self.found.rounds):
            self._pair(at)
        self._number_boards()
        self._results()
        self._byes()

    def _refuse(self) -> None:
        found = self.found
        refuse_too_many(len(found.people) + len(found.gone) + len(found.added))
        troubles = [
            trouble
            for at, entry in enumerate(found.added, 1)
            for trouble in too_long(position(at, entry), entry)
        ]
        if troubles:
            raise Refused(_("%(name)s: nobody was added.") % {"name": found.name}, troubles)
        if (found.rounds or found.results) and self._awards_stand():
            message = _(
                "The awards of %(name)s are frozen, and the file has other results. Nothing was saved. Enter"
                " them as corrections at the desk: it shows what moves."
            )
            raise Refused(message % {"name": self.section.name})

    def _awards_stand(self) -> bool:
        """Whether awards are frozen that no reopening of the section, with its reason, came after."""
        sheets = FinalSheet.objects.filter(standings=self.section.standings_id, reopened_at__isnull=False)
        reopened = sheets.aggregate(last=Max("reopened_at"))["last"]
        return any(reopened is None or row.frozen_at > reopened for row in last_frozen(self.section))

    def _renumber(self) -> None:
        """Numbers as in the file. Who is here alone and has one of them gets a free one."""
        wanted = {entry.number for entry in self.found.file.entries}
        last = Player.objects.filter(section=self.section).aggregate(last=Max("number"))["last"] or 0
        free = count(max([last, *(number or 0 for number in wanted)]) + 1)
        moving = {self.people[number]: number for number in self.found.renumbered}
        if moving:
            # A draft of a round names players by number.
            PairingDraft.objects.filter(section=self.section).delete()
        visitors = list(Player.objects.filter(section=self.section, visitor_of__isnull=False))
        beside = [*self.found.gone, *visitors]
        moving |= {player: next(free) for player in beside if player.number in wanted}
        self.change.update_all((player, {"number": _BEYOND + number}) for player, number in moving.items())
        self.change.update_all((player, {"number": number}) for player, number in moving.items())

    def _add(self) -> None:
        made = self.change.create_all(
            new_player(self.section, entry.number or 0, entry) for entry in self.found.added
        )
        withdrew = self.found.file.withdrew
        for player in made:
            self.people[player.number] = player
            if player.number in withdrew:
                self.change.update(player, withdrawn_after=withdrew[player.number])

    # --- rounds ---

    def _round(self, at: int) -> Round:
        round = Round.objects.filter(section=self.section, number=at).first()
        return round or self.change.create(Round(section=self.section, number=at))

    def _games(self, at: int) -> dict[Pair, Game]:
        numbers = {player.pk: number for number, player in self.people.items()}
        sides: dict[Game, list[int]] = {}
        seats = Seat.objects.filter(round__section=self.section, round__number=at, game__isnull=False)
        for seat in seats.select_related("game__round"):
            if seat.game is not None:
                sides.setdefault(seat.game, []).append(numbers.get(seat.player_id, -seat.player_id))
        return {Pair(*sorted(pair)): game for game, pair in sides.items() if len(pair) == 2}

    def _pair(self, at: int) -> None:
        """Seat a round as the file has it. Boards that are in both stay, with what was entered."""
        there, round = self.found.rounds[at], self._round(at)
        games = self._games(at)
        for pair, game in games.items():
            if pair not in there.games:
                for seat in game.seats.all():
                    self.change.delete(seat)
                self.change.delete(game)
        for seat in Seat.objects.filter(round=round, game=None, player__in=self.people.values()):
            self.change.delete(seat)
        kept = {pair: game for pair, game in games.items() if pair in there.games}
        boards = self._boards(at, list(there.games))
        self._move_boards({game: boards[pair] for pair, game in kept.items()})
        for pair, result in there.games.items():
            if pair not in kept:
                self._seat(round, boards[pair], pair, result)
        self.change.create_all(
            Seat(round=round, player=self.people[number], kind=kind) for number, kind in there.out.items()
        )
        if there.games:
            mark_published(self.change, round, by=self.by, explained=False)

    def _boards(self, at: int, pairs: list[Pair]) -> dict[Pair, int]:
        """The numbers of the file, and where it has none or one twice, the next that is free."""
        said = boards_in(self.found.file, at)
        used: dict[int, Pair] = {}
        for pair in pairs:
            if pair in said:
                used.setdefault(said[pair], pair)
        numbers = {pair: board for board, pair in used.items()}
        free = (board for board in count(self.section.first_board) if board not in used)
        return {pair: numbers[pair] if pair in numbers else next(free) for pair in pairs}

    def _move_boards(self, to: Mapping[Game, int]) -> None:
        moving = {game: board for game, board in to.items() if game.board != board}
        self.change.update_all((game, {"board": _BEYOND_BOARDS + board}) for game, board in moving.items())
        self.change.update_all((game, {"board": board}) for game, board in moving.items())

    def _number_boards(self) -> None:
        for at in sorted({at for at, _pair in self.found.boards}):
            games = self._games(at)
            said = {pair: board for (round, pair), board in self.found.boards.items() if round == at}
            self._move_boards({games[pair]: board for pair, board in said.items() if pair in games})

    def _seat(self, round: Round, board: int, pair: Pair, result: Result) -> None:
        # Nobody here entered it: a followed section's board without an author is the file's.
        entry = {} if result.is_open else {"revision": 1, "entered_at": timezone.now()}
        game = Game(round=round, board=board, colors_known=bool(result.white), **entry)
        self.change.create(game)
        white = result.white or pair.one
        self.change.create_all(
            Seat(
                round=round,
                player=self.people[number],
                game=game,
                side=Seat.Side.WHITE if number == white else Seat.Side.BLACK,
                kind=kind,
            )
            for number, kind in zip(pair, result.letters, strict=True)
        )

    def _results(self) -> None:
        """Results and colors of boards that are here. A side has one seat: both go before either comes."""
        numbers = {player.pk: number for number, player in self.people.items()}
        for at in sorted({at for at, _pair in self.found.results}):
            games = self._games(at)
            for (round, pair), result in self.found.results.items():
                if round != at:
                    continue
                game = games[pair]
                letters = dict(zip(pair, result.letters, strict=True))
                seats = list(game.seats.all())
                white = next(numbers[seat.player_id] for seat in seats if seat.side == Seat.Side.WHITE)
                if result.white and result.white != white:
                    for seat in seats:
                        self.change.delete(seat)
                        seat.side = Seat.Side.BLACK if seat.side == Seat.Side.WHITE else Seat.Side.WHITE
                    self.change.create_all(seats)
                for seat in seats:
                    self.change.update(seat, kind=letters[numbers[seat.player_id]], points_q=None)
                known = bool(result.white) or game.colors_known
                self.change.update(game, colors_known=known, **game.entry(None))

    def _byes(self) -> None:
        for (number, at), letter in (self.found.sat_out | self.found.byes).items():
            if at > self.section.rounds:
                continue
            player, round = self.people[number], self._round(at)
            seats = Seat.objects.filter(round=round, player=player)
            sat_out = seats.filter(game=None).first()
            if sat_out and letter is None:
                self.change.delete(sat_out)
            elif sat_out and letter:
                self.change.update(sat_out, kind=Kind.of(letter).letter)
            elif letter and not seats.exists():
                self.change.create(Seat(round=round, player=player, kind=Kind.of(letter).letter))
