"""Directors who stay with another pairing program: its file is read again after every pairing and result.

:func:`..selectors.files.companion.compare` tells what changed; here it is done, one change of each section.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Format, Kind
from tiebreaks.engine.ranking.editions import current

from ..changes import refuse_final_on_chart, section_change
from ..errors import Conflict, Refused
from ..formats.names import first_last
from ..formats.records import PlayedSection, ProgramFile, RosterEntry
from ..models import (
    Companion,
    CompanionFile,
    Event,
    PairingReasons,
    Player,
    Seat,
    Section,
    Verb,
)
from ..selectors.files.companion import compare, compare_all, missing_here, told
from ..selectors.files.companion_comparison import Comparison
from ..selectors.files.companion_doubts import looks_older, of_another_event
from ..selectors.files.companion_files import (
    as_kept,
    from_kept,
    rounds_of,
    states_before,
    without,
)
from ..selectors.files.companion_questions import leaving, moved_in, unanswered
from ..selectors.pairing.reasons import paired_in
from ..text.log import Summary
from ..text.log_of_files import place_of
from .companion_taking import Taking
from .pairings import withdraw
from .prizes import announce
from .reasons import keep_program
from .setup import change_event, create_section
from .visitors import renaming_visits

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
        doubts = [" ".join(filter(None, [doubt.said, doubt.unasked])) for doubt in each.doubts]
        waits = list(_waits(each.name, there, entries))
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
            event,
            name=there.name,
            rounds=there.rounds,
            format=Section.Formats.ROUND_ROBIN if there.round_robin else Section.Formats.SWISS,
            first_board=there.first_board,
            draft=False,
            by=by,
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
            Taking(change, found, order, by).run()
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
