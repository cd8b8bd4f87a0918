"""Directors who stay with another pairing program: its file is read again after every pairing and result.

:func:`..selectors.files.companion.compare` tells what changed; here it is done, one change of each section.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from types import MappingProxyType
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Format, Kind
from tiebreaks.engine.ranking.editions import current
from tiebreaks.models import FinalSheet

from ..changes import SectionChange, refuse_final_on_chart, section_change
from ..errors import Conflict, Refused
from ..formats.names import first_last
from ..formats.records import PlayedSection, ProgramFile, RosterEntry
from ..models import (
    Companion,
    CompanionFile,
    Event,
    Game,
    PairingDraft,
    PairingReasons,
    Player,
    Round,
    Seat,
    Section,
    Verb,
)
from ..selectors.event.orders import is_posted
from ..selectors.files.companion import compare, compare_all, missing_here, told
from ..selectors.files.companion_comparison import Comparison
from ..selectors.files.companion_doubts import looks_older, of_another_event
from ..selectors.files.companion_files import (
    Pair,
    Result,
    as_kept,
    boards_in,
    from_kept,
    rounds_of,
    states_before,
    without,
)
from ..selectors.files.companion_questions import leaving, moved_in, unanswered
from ..selectors.pairing.reasons import paired_in
from ..selectors.results.boards import last_frozen
from ..text.log import Summary
from ..text.log_of_files import place_of
from .orders import post_in, read_order
from .pairings import withdraw
from .prizes import announce
from .publishing import mark_published
from .reasons import keep_program
from .rosters import new_player, position, refuse_too_many, too_long
from .setup import change_event, create_section
from .visitors import renaming_visits

# Numbers change one after another: meanwhile no two may be the same.
_BEYOND = 1_000_000
_BEYOND_BOARDS = 15_000
# Instead of an order of tiebreaks: the one that the file has for the section, else the rulebook's.
OF_FILE = "file"


def upload(event: Event, file: ProgramFile, *, by: User) -> None:
    """Keep a file until a director has seen what it changes. It changes nothing yet.

    Raises :class:`Refused` with the problems of a file that cannot be taken.
    """
    _refuse_problems(file)
    CompanionFile.objects.update_or_create(
        event=event,
        defaults={
            "program": file.program,
            "title": file.title[:200],
            "left_out": list(file.left_out),
            "sections": [as_kept(section) for section in file.sections],
            "read_at": timezone.now(),
            "by": by,
        },
    )


def discard(event: Event) -> None:
    """Forget the file that waits."""
    CompanionFile.objects.filter(event=event).delete()


def take_waiting(
    event: Event,
    *,
    by: User,
    order: str = "",
    chosen: Collection[str] = (),
    another: bool = False,
    older: bool = False,
    answers: Mapping[str, str] = MappingProxyType({}),
) -> list["Taken"]:
    """Take what the file that waits changes. Raises :class:`Conflict` if it is gone, and :class:`Refused` for
    one that may be of ``another`` event, or that looks ``older`` than the file read last, unless a director
    said that this is right, and while something that is asked has none of the ``answers``."""
    kept = CompanionFile.objects.filter(event=event).first()
    if kept is None:
        raise Conflict(_("Someone imported or discarded this file. Nothing was saved."))
    file = ProgramFile(kept.program, kept.title, tuple(map(from_kept, kept.sections)))
    found = _compared(event, file)
    if not another:
        _refuse_another(event, file, found)
    if older := older and bool(looks_older(found)):
        chosen = [
            *chosen,
            *(f"{each.file.name}:{key}" for each in found for key in (*each.taken_back, *each.unpaired)),
        ]
    else:
        _refuse_older(found)
    if doubts := unanswered(found, answers):
        message = _("%(said)s Choose what to do. Nothing was imported.")
        raise Refused(message % {"said": doubts[0].said})
    with transaction.atomic():
        taken = take(event, file, by=by, order=order, chosen=chosen, older=older)
        for player in leaving(found, answers):
            played = Seat.objects.filter(player=player, game__isnull=False)
            last = played.aggregate(last=Max("round__number"))["last"]
            reason = _("In another section of the %(program)s file") % {"program": file.program}
            withdraw(player, last or 0, by=by, reason=reason)
        kept.delete()
    return taken


class Taken(NamedTuple):
    """What came of a section of a file, or of what it says of the event. ``section`` is None there, and where
    the file has nobody in it."""

    name: str
    section: Section | None
    says: list[str]
    kept: int
    # What a final section did not take.
    held: Sequence[str] = ()
    # What would have been asked, where nobody can be; and what is left out until it is answered.
    doubts: Sequence[str] = ()
    waits: Sequence[str] = ()


def take(
    event: Event,
    file: ProgramFile,
    *,
    by: User,
    order: str = "",
    chosen: Collection[str] = (),
    older: bool = False,
    beside: Collection[str] | None = None,
) -> list[Taken]:
    """Take what a file changes, all sections or none.

    A section that is not here is created, under the tiebreak ``order`` or :data:`OF_FILE`. ``chosen`` are the
    differences for which the file's value is taken, each ``section:key``. ``beside`` are the names of all
    sections of the file, where some of them are left out. After an ``older`` state none that
    was read before it is known any more. Raises :class:`Refused` for a file
    with problems and for results of a section whose awards are frozen.
    """
    _refuse_problems(file)
    taken = []
    names = [section.name for section in file.sections] if beside is None else beside
    with transaction.atomic():
        for section in file.sections:
            keys = {
                each.removeprefix(f"{section.name}:")
                for each in chosen
                if each.startswith(f"{section.name}:")
            }
            found = _take_section(
                event, file, section, by=by, order=order, keys=keys, older=older, beside=names
            )
            taken.append(found)
        # Last: the event has no log before it has a section.
        taken += _take_details(event, file, by=by)
    return taken


def _take_details(event: Event, file: ProgramFile, *, by: User) -> list[Taken]:
    event = Event.objects.select_for_update().get(pk=event.pk)
    fields = missing_here(event, file.sections)
    change_event(event, fields, Summary.EVENT_EDITED, by=by)
    return [Taken(event.name, None, told(fields), 0)] if fields else []


def take_unasked(event: Event, file: ProgramFile, *, by: User, order: str = "") -> list[Taken]:
    """Take what a file changes where nobody can be asked. Raises :class:`Refused` for a doubtful file too."""
    _refuse_problems(file)
    found = _compared(event, file)
    _refuse_another(event, file, found)
    _refuse_older(found)
    # Who moves to another section would count in both, if nobody is asked.
    moving = [moved_in(found, each) for each in found]
    kept = [without(each.file, entries) for each, entries in zip(found, moving, strict=True)]
    shorter = replace(file, sections=tuple(each for each in kept if each is not None))
    beside = [section.name for section in file.sections]
    taken = take(event, shorter, by=by, order=order, beside=beside)
    of_sections = iter(taken)
    said = []
    for each, there, entries in zip(found, kept, moving, strict=True):
        of = Taken(each.name, each.section, [], 0) if there is None else next(of_sections)
        doubts, waits = [doubt.said for doubt in each.doubts], list(_waits(each.name, there, entries))
        said.append(of._replace(doubts=doubts, waits=waits))
    # What the file says of the event comes after its sections.
    return [*said, *of_sections]


def _waits(name: str, there: PlayedSection | None, entries: Sequence[RosterEntry]) -> Iterator[str]:
    if not entries:
        return
    values = {"section": name, "names": "; ".join(first_last(entry.name) for entry in entries)}
    if there is None:
        message = _(
            "%(section)s was left out whole: %(names)s has games there. Answer on the page Other program."
        )
    else:
        message = _("%(names)s was left out of %(section)s. Answer on the page Other program.")
    yield message % values


def _compared(event: Event, file: ProgramFile) -> list[Comparison]:
    return compare_all(event, file.sections)


def _refuse_another(event: Event, file: ProgramFile, found: list[Comparison]) -> None:
    if of_another_event(event, file.title, found):
        message = _(
            "No one in this file is in %(event)s. Is the file from another event? It is titled %(title)s."
            " Nothing was imported. If it is the right file, import it once on the page Other program."
        )
        raise Refused(message % {"event": event.name, "title": file.title or "–"})


def _refuse_older(found: list[Comparison]) -> None:
    if words := looks_older(found):
        message = _("%(words)s Nothing was imported. The page Other program can go back to the older state.")
        raise Refused(message % {"words": words})


def _refuse_problems(file: ProgramFile) -> None:
    if file.problems:
        raise Refused(_("This file has problems. Nothing was saved."), list(file.problems))


def _take_section(
    event: Event,
    file: ProgramFile,
    there: PlayedSection,
    *,
    by: User,
    order: str,
    keys: Collection[str],
    older: bool,
    beside: Collection[str],
) -> Taken:
    found = compare(event, there, keys, beside)
    if found.section is None and not there.entries:
        return Taken(there.name, None, [], 0)
    says, held = found.says, found.held
    if order == OF_FILE:
        order = there.order or str(current().default_order(Format.SWISS))
    if found.section is None:
        create_section(
            event, name=there.name, rounds=there.rounds, first_board=there.first_board, draft=False, by=by
        )
        found = compare(event, there, beside=beside)
    if found.changes and found.section is not None:
        visits = Player.objects.filter(visitor_of__section=found.section)
        renamed = not found.is_off_the_chart and (found.renumbered or found.corrections or found.gone)
        with (
            renaming_visits(visits if renamed else visits.none(), found.section.pk, by),
            section_change(
                found.section.pk, by=by, verb=Verb.IMPORT, final_too=found.is_off_the_chart
            ) as change,
        ):
            # What the file changes is compared again, under the lock.
            found = compare(event, there, keys, beside)
            named = _people_named(found)
            _Taking(change, found, order, by).run()
            refuse_final_on_chart(change)
            change.say(
                Summary.FOLLOWED,
                program=file.program,
                players=len(found.added),
                boards=len(found.seated),
                results=len(found.results) + sum(not each.is_open for each in found.seated),
                **named,
            )
        _say_who_paired(change.section, found, file.program)
        if prizes := found.set_up.get("prizes"):
            # Other sections may pay by the fund of all: announcing changes them too.
            announce(change.section, prizes, by=by)
    if held and found.companion:
        # What was left out is still news once the section is reopened, and differs until then.
        found.companion.said |= {"held": as_kept(there)}
        found.companion.save(update_fields=["said"])
    elif found.section is not None and not held:
        said = found.companion.said if found.companion and not older else {}
        Companion.objects.update_or_create(
            section=found.section,
            defaults={
                "program": file.program,
                "called": there.name,
                "said": as_kept(there, found.standing) | {"earlier": states_before(said, there)},
                "read_at": timezone.now(),
            },
        )
    return Taken(found.name, found.section, says, len(found.kept), held)


def _say_who_paired(section: Section, found: Comparison, program: str) -> None:
    """Keep of each round that the other program paired that it did, with its boards as they are there now."""
    earlier = PairingReasons.objects.filter(section=section)
    told = {row.round for row in earlier if paired_in(row)} | found.rounds.keys()
    for at, there in rounds_of(found.file).items():
        if at in told and there.games:
            byes = (number for number, kind in there.out.items() if kind == Kind.FULL_BYE.letter)
            boards = [
                [*reversed(pair)] if result.white == pair.two else [*pair]
                for pair, result in there.games.items()
            ]
            keep_program(section, at, program, boards, next(byes, 0))


def _people_named(found: Comparison) -> dict[str, Any]:
    """For the log, before it is done: whose ratings change, who withdrew and who returned."""
    rated = [
        [found.people[number].called, found.people[number].rating, fields["rating"]]
        for number, fields in found.corrections.items()
        if "rating" in fields
    ]
    left = {number: after is not None for number, after in found.withdrawals.items()}
    withdrew, returned = (
        [found.people[number].called for number, gone in left.items() if gone is which]
        for which in (True, False)
    )
    named = {"rated": rated, "withdrew": withdrew, "returned": returned, **_results_named(found)}
    return {key: people for key, people in named.items() if people}


def _results_named(found: Comparison) -> dict[str, Any]:
    """For the log: the results that become others, and where they are found: by round, board and both."""
    changed = [game for game in found.games if game.taken and game.here]
    places = {
        place: 1
        for game in changed
        for place in (place_of(game.round, game.board), place_of(game.round), place_of(board=game.board))
    }
    told = [[game.round, game.board, game.white, game.black, game.here, game.there] for game in changed]
    return {"changed": told, "places": places}


class _Taking:
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
