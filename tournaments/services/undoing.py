"""Undoing a log entry, row by row."""

import logging
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import DatabaseError, DataError, IntegrityError, models, transaction
from django.db.models import F, Max, Q
from django.utils.translation import gettext as _

from tiebreaks.models import Decision, PostedOrder

from ..changes import (
    TABLES,
    Change,
    SectionChange,
    are_off_the_chart,
    lock_sections,
    refuse_archived,
    refuse_final,
    section_change,
    table_change,
    unseen_change,
)
from ..errors import Conflict, NoReason, Refused
from ..models import (
    CheckIn,
    Entered,
    Event,
    ExtraGame,
    Game,
    LogEntry,
    Player,
    Round,
    RowChange,
    School,
    Seat,
    Section,
    TeamTable,
    Verb,
)
from ..selectors.event.orders import is_locked
from ..selectors.history.later import (
    MAKES_SECTIONS,
    OF_THE_MATCH,
    brought_back,
    created_table,
    created_with,
    drafts_of_others,
    in_the_way,
    made_with,
    match_boards,
    owner_of,
    reaches_read_only,
    refusal,
    removes,
)
from ..selectors.history.log import last_entry, last_import, parsed, undoing_of
from ..selectors.history.reached import sections_of_moves, sections_of_players, sections_that_show
from ..selectors.history.rounds import is_still_needed, published_again, published_rounds, round_first
from ..selectors.history.rows import is_as_left, root_of
from ..selectors.results.consequences import Consequences
from ..selectors.results.undoing import awards_on, section_to_undo_in, undo_of, unfreezes
from ..text.log import Summary
from ..text.wording import after_round
from . import corrections, teams
from .bringing_back import bring_section_back, bring_table_back
from .pairings import may_keep_seat
from .prizes import fund_change
from .rosters import check_edit, check_ins_of
from .settling import settle
from .setup import FORM_OF_SECTION, check_name, check_section_edit, too_few_rounds
from .visibility import delete_section
from .visitors import renaming_visits

# So many of the entries that stand in the way are named; the page has them all.
MOST_NAMED = 5

logger = logging.getLogger(__name__)


def undo(
    section_id: int,
    *,
    by: User,
    entry_id: int | None = None,
    reason: str = "",
    seen: Consequences | None = None,
) -> LogEntry:
    """Undo this person's last entry in the section and return it.

    ``entry_id`` is the entry the screen showed. Raises :class:`Conflict` if it is no longer the last, or if
    somebody changed the same rows since, and :class:`Refused` if there is nothing to undo. Undoing a result
    is a correction where entering it would be one: ``seen`` is what it moves (:mod:`.corrections`).
    """
    with _sound_log(), section_change(section_id, by=by, verb=Verb.UNDO, reason=reason) as change:
        entry = last_entry(change.section, by)
        if entry_id is not None and (entry is None or entry.pk != entry_id):
            raise corrections.not_the_last(change.section, entry_id, entry)
        if entry is None:
            raise Refused(_("You have no entry to undo in this section."))
        _check_in_the_way(change.section, entry)
        _take_back_entry(change, entry, by, seen)
    return entry


def undo_import(section_id: int, *, by: User, entry_id: int, reason: str = "") -> LogEntry:
    """Undo this person's last import. Players on the wall chart, or edited since, stay as they are."""
    with _sound_log(), section_change(section_id, by=by, verb=Verb.UNDO, reason=reason) as change:
        entry = last_import(change.section, by)
        if entry is None or entry.pk != entry_id:
            raise Conflict(_("This import was undone already, or you made a newer one. Nothing was undone."))
        _check_reason(change, change.section, entry)
        undoing = undoing_of(entry)
        there = {player.pk for player in undoing.goes + undoing.restored}
        stays = {row.pk for row in entry.changes if row.table == "player"} - there
        _take_back(change, entry, players=stays if undoing.in_parts else set())
    return entry


@contextmanager
def _sound_log() -> Iterator[None]:
    """A restored file may have been edited by hand: a log that fits nothing is answered with a sentence."""
    try:
        yield
    except (IntegrityError, DataError) as error:
        raise _fits_nothing() from error
    except (Refused, DatabaseError, OSError):
        raise
    except Exception as error:
        raise _fits_nothing() from error


def _fits_nothing() -> Conflict:
    logger.exception("An entry of the log could not be undone")
    return Conflict(
        _("This entry no longer fits the players and boards, so it can't be undone. Correct it by hand.")
    )


def undo_entry(
    section_id: int,
    *,
    by: User,
    entry_id: int,
    reason: str = "",
    seen: Consequences | None = None,
) -> LogEntry:
    """Undo any entry of a section's log and return it: the rows go back to what they were before it.

    Raises :class:`Conflict` if later entries stand in the way, with their names, and :class:`Refused` for a
    kind of entry that is not undone. Of results, as in :func:`undo`. An undoing can be undone too.
    """
    entry = LogEntry.objects.select_related("undoes").filter(pk=entry_id).first()
    if entry is None:
        raise Conflict(_("This entry is no longer in the log. Nothing was undone."))
    section = Section.objects.select_related("event", "standings").get(pk=section_id)
    with _sound_log():
        if isinstance(owner := owner_of(section, entry), TeamTable):
            _undo_in_table(section, owner, entry, by, reason)
        elif root_of(entry).code in _WHOLE:
            _undo_whole(section, entry, by, reason)
        elif root_of(entry).verb == Verb.CHECK_IN:
            _undo_unseen(section, entry, by)
        elif entry.code in (*MAKES_SECTIONS, Summary.REGISTRATION):
            _undo_with_sections(section, entry, by, reason)
        else:
            _undo_rows(section_id, entry, by, reason, seen)
    return entry


def undo_with_later(section_id: int, *, by: User, entry_id: int, reason: str = "") -> LogEntry:
    """Undo an import, the publication of a round or what left a section empty that was deleted, and first the
    later entries that build on it, each as an entry of its own.

    Raises :class:`Conflict` where one of them stays: nobody loses a result of an import so.
    """
    with transaction.atomic():
        section = Section.objects.select_related("event", "standings").get(pk=section_id)
        Event.objects.select_for_update().get(pk=section.event_id)
        lock_sections(list(section.event.sections.values_list("pk", flat=True)))
        entry = LogEntry.objects.select_related("undoes").filter(pk=entry_id).first()
        if entry is not None and not (undo := undo_of(section, entry)).possible:
            if not undo.goes_with_first:
                _check_in_the_way(section, entry)
            for later in undo.first:
                if (own := section_to_undo_in(later)) is not None:
                    undo_entry(own.pk, by=by, entry_id=later.pk, reason=reason)
        return undo_entry(section_id, by=by, entry_id=entry_id, reason=reason)


def _undo_rows(
    section_id: int, entry: LogEntry, by: User, reason: str, seen: Consequences | None = None
) -> None:
    with _change_like(entry, section_id, by, reason) as change:
        _check_in_the_way(change.section, entry)
        _check_reason(change, change.section, entry)
        _take_back_entry(change, entry, by, seen)
        drafts_of_others(section_id, entry).delete()
        _check_section(change, entry)
        _check_teams(change.section, entry)


def _undo_with_sections(section: Section, entry: LogEntry, by: User, reason: str) -> None:
    """Everybody goes back, and the sections that were made, in which nothing was entered since, go."""
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=section.event_id)
        lock_sections(list(event.sections.values_list("pk", flat=True)))
        going = [*made_with(entry).select_related("event"), *created_with(entry).select_related("event")]
        _undo_rows(section.pk, entry, by, reason)
        for made in going:
            delete_section(made, by=by)


def _undo_in_table(section: Section, table: TeamTable, entry: LogEntry, by: User, reason: str) -> None:
    """Undo an entry of the log of a team table, in which players of the section count."""
    with table_change(table.pk, by=by, verb=Verb.UNDO, reason=reason) as change:
        _check_in_the_way(section, entry)
        _check_reason(change, section, entry)
        _take_back(change, entry)


def _undo_unseen(section: Section, entry: LogEntry, by: User) -> None:
    """Undo a check-in, or that it was taken back: no public page shows either."""
    with unseen_change(section, by=by, verb=Verb.UNDO) as change:
        section.event_archived = section.event.archived
        refuse_archived(section)
        _check_in_the_way(section, entry)
        _take_back(change, entry)


# A team table or a section was made or removed with all that is its own.
_WHOLE = (Summary.TABLE_CREATED, Summary.TABLE_REMOVED, Summary.SECTION_DELETED)


def _undo_whole(section: Section, entry: LogEntry, by: User, reason: str) -> None:
    with transaction.atomic():
        Event.objects.select_for_update().get(pk=section.event_id)
        _check_in_the_way(section, entry)
        if removes(entry, "section"):
            # With the team tables that went with it.
            bring_section_back(section, entry, by=by, reason=reason)
        elif removes(entry, "teamtable"):
            bring_table_back(section, entry, by=by, reason=reason)
        elif (table := created_table(entry)) is not None:
            teams.remove_table(table, by=by, undoes=entry)
        elif (deleted_again := brought_back(entry)) is not None:
            delete_section(deleted_again, by=by, undoes=entry)
        else:
            raise _changed_since()


def _check_reason(change: Change[Any], section: Section, entry: LogEntry) -> None:
    """Published pairings, awards, and what these were announced on, go back as they are changed: with a
    reason."""
    published = published_rounds(entry) or published_again(entry)
    asks = unfreezes(entry) or awards_on(section, entry) or published
    if asks and not corrections.says_why(change.reason):
        raise NoReason(change.reason.strip())


@contextmanager
def _change_like(entry: LogEntry, section_id: int, by: User, reason: str) -> Iterator[SectionChange]:
    """A change of the section that takes along what a change of this kind does: the names of visitors, and
    the sections that pay by the same fund."""
    root = root_of(entry)
    renamed = [row.pk for row in entry.changes if row.table == "player"]
    visits = Player.objects.filter(visitor_of__in=renamed)
    if root.code == Summary.SECTION_EDITED:
        visits = Player.objects.filter(visitor_of__section=section_id)
    with ExitStack() as stack:
        if visits.exists():
            stack.enter_context(renaming_visits(visits, section_id, by))
        if root.verb == Verb.PRIZES:
            section = Section.objects.select_related("event").get(pk=section_id)
            yield stack.enter_context(fund_change(section, by, verb=Verb.UNDO, reason=reason))
        else:
            written = sections_of_moves(entry) | sections_of_players(root, entry)
            also = written | sections_that_show(root, section_id)
            # A final section takes what its chart does not show.
            unseen = are_off_the_chart(entry.changes)
            change = stack.enter_context(
                section_change(
                    section_id,
                    by=by,
                    verb=Verb.UNDO,
                    reason=reason,
                    also=also,
                    archived_too=reaches_read_only(root),
                    final_too=unseen,
                )
            )
            for beside in lock_sections(written - {section_id}).values():
                refuse_archived(beside)
                if not unseen:
                    refuse_final(beside)
            yield change


def _take_back_entry(change: SectionChange, entry: LogEntry, by: User, seen: Consequences | None) -> None:
    corrected = {}
    if corrections.changes_results(entry):
        rounds, had_result = corrections.results_in(entry)
        corrected = corrections.check(change, rounds, had_result=had_result, seen=seen)
    # Their results are computed again from the boards, where others may have entered results since.
    matches = list(Game.objects.filter(match_boards__in=match_boards(entry)).distinct())

    def settle_matches() -> None:
        for game in matches:
            settle(change, game, by)

    _take_back(change, entry, without=OF_THE_MATCH if matches else (), before_rounds=settle_matches)
    _check_withdrawn(change)
    change.values |= corrected


def _check_withdrawn(change: SectionChange) -> None:
    """Raise :class:`Refused` if somebody would have withdrawn and yet sit in a later round."""
    added = {row.pk for row in change.rows if row.table == "player" and row.before is None}
    seats = {row.pk for row in change.rows if row.table == "seat" and row.before is None}
    left = {row.pk for row in change.rows if row.table == "player" and "withdrawn_after" in (row.after or {})}
    if not seats and not left:
        return
    withdrawn = Seat.objects.filter(player__withdrawn_after__lt=F("round__number"))
    there = withdrawn.filter(Q(pk__in=seats) | Q(player__in=left - added)).exclude(player__in=added)
    for seat in there.order_by("round__number").select_related("player", "round", "game__round"):
        left_after = seat.player.withdrawn_after or 0
        if not may_keep_seat(change.section, seat, left_after):
            raise Refused(
                _(
                    "%(name)s withdrew %(after)s, so nothing was undone: it would leave a seat in"
                    " round %(round)d. Reinstate the player on the roster, or remove that seat first."
                )
                % {"name": seat.player.called, "after": after_round(left_after), "round": seat.round.number}
            )


def _check_section(change: SectionChange, entry: LogEntry) -> None:
    """The section's form and the roster's refuse what does not fit; so does undoing."""
    for changed in entry.changes:
        if changed.table == "player" and changed.before is not None:
            row = Player.objects.select_related("section", "visitor_of__section").get(pk=changed.pk)
            check_edit(row, {"number": row.number, "uscf_id": row.uscf_id})
    last = Seat.objects.filter(round__section=change.section).aggregate(n=Max("round__number"))["n"] or 0
    if last > change.section.rounds:
        raise too_few_rounds(last)


def _check_teams(section: Section, entry: LogEntry) -> None:
    """A team table keeps a section, and a spelling belongs to one school; what is archived stays."""
    if root_of(entry).code == Summary.TABLE_EDITED:
        tables = {row.pk for row in entry.changes if row.table == "teamtable"}
        rows = (row.before or row.after or {} for row in entry.changes if row.table == "tablesection")
        tables |= {row["table_id"] for row in rows}
        for table in TeamTable.objects.filter(pk__in=tables).select_related("event"):
            table.event_archived = table.event.archived
            refuse_archived(table)
            if not table.sections.exists():
                raise Refused(_("A team table needs at least one section. Choose one."))
    if any(row.table == "school" for row in entry.changes):
        schools = School.objects.filter(event=section.event_id)
        spelled = [key for school in schools for key in teams.spellings_of(school)]
        if len(set(spelled)) < len(spelled):
            raise _changed_since()


def _check_in_the_way(section: Section, entry: LogEntry) -> None:
    """Raise :class:`Conflict` for an entry that is not undone, or that later ones build on."""
    if LogEntry.objects.filter(undoes=entry).exists():
        raise Conflict(_("This was undone already."))
    if refused := refusal(section, entry):
        raise Conflict(refused)
    if (other := round_first(entry)) is not None:
        raise Conflict(_("Nothing was undone. %(why)s") % {"why": f"{other.why} {other.what}"})
    if not (first := in_the_way(entry)):
        return
    told = "; ".join(f"“{entry.summary}”" for entry in first[:MOST_NAMED])
    raise Conflict(
        _("Nothing was undone. Later changes build on this one. Undo them first: %(entries)s")
        % {"entries": told if len(first) <= MOST_NAMED else f"{told}; …"}
    )


def _take_back(
    change: Change[Any],
    entry: LogEntry,
    *,
    without: Collection[str] = (),
    players: Collection[int] = (),
    before_rounds: Callable[[], None] = lambda: None,
) -> None:
    """Restore the rows of an entry ``without`` those of some tables and of some ``players``. A round stays
    published while it has results, so those that follow from other rows are written ``before_rounds``."""
    latest_first = [
        each for each in entry.changes[::-1] if each.table not in without and _player_of(each) not in players
    ]
    in_order = sorted(latest_first, key=_place_of_rounds)
    rounds = [each for each in in_order if _place_of_rounds(each) > 0]
    for changed in in_order[: len(in_order) - len(rounds)]:
        _restore(change, changed)
    before_rounds()
    for changed in rounds:
        _restore(change, changed)
    if not change.rows:
        raise _changed_since()
    change.undoes = entry
    said = {name: value for name, value in entry.values.items() if name != "moved"}
    change.say(Summary.UNDONE, summary=[entry.code, said])


def _player_of(changed: RowChange) -> int | None:
    """The player of a row, where it is one or a seat."""
    if changed.table == "player":
        return changed.pk
    of_seat = changed.after or changed.before or {}
    player: int | None = of_seat.get("player_id") if changed.table == "seat" else None
    return player


def _place_of_rounds(changed: RowChange) -> int:
    """Rounds come last: one stays if it still has seats. Those that are there again come first, for these.
    What was posted comes after them: once play has begun it stays."""
    if changed.table != "round":
        return 2 * (changed.table == "postedorder")
    return -1 if changed.after is None else 1


def _changed_since() -> Conflict:
    return Conflict(
        _("Somebody changed the same boards or players since, so this can't be undone. Correct it by hand.")
    )


def _restore(change: Change[Any], changed: RowChange) -> None:
    model, pk, before, after = TABLES[changed.table], changed.pk, changed.before, changed.after
    # The document is computed from the locked row, not from another copy of it.
    own = isinstance(change.owner, model) and change.owner.pk == pk
    row: Any = change.owner if own else model._default_manager.filter(pk=pk).first()
    hides = before is None or before.get("published_at") is None
    if isinstance(row, Round) and hides and is_still_needed(row, created=after if before is None else None):
        return
    if isinstance(row, PostedOrder) and is_locked(change.owner):
        return
    if isinstance(row, Player) and before is None and _is_in_use(row):
        if row.visitor_of_id:
            return  # The visitor has played here again since.
        raise _changed_since()
    if after is None:
        if row is not None:
            raise _changed_since()
        _create_again(change, model, before or {})
        return
    if row is None or not is_as_left(row, changed):
        raise _changed_since()
    if isinstance(row, Decision) and before is None:
        # A coin is tossed once, so its outcome must stay known.
        change.update(row, withdrawn=True)
        return
    if before is None:
        for check_in in check_ins_of(row) if isinstance(row, Player) else ():
            change.delete(check_in)
        change.delete(row)
        return
    if isinstance(row, Section) and "name" in before:
        check_name(row.event, before["name"], of=row)
    if isinstance(row, Section) and before.keys() & FORM_OF_SECTION:
        check_section_edit(row, **{name: before[name] for name in before.keys() & FORM_OF_SECTION})
    if isinstance(row, Decision) and before.get("withdrawn") is False:
        _check_decided_once(row)
    fields = {field.attname: field for field in model._meta.concrete_fields}
    restored = {fields[name].name: _related(fields[name], value) for name, value in before.items()}
    for name, value in before.items():
        if not isinstance(fields[name], models.ForeignKey) and value != []:
            fields[name].clean(value, row)
    if isinstance(row, Entered):
        # A screen that still shows the undone entry must get a conflict, so revisions never repeat.
        restored["revision"] = row.revision + 1
    change.update(row, **restored)


def _check_decided_once(decision: Decision) -> None:
    """Two decisions about one player cannot both hold."""
    others = Decision.objects.filter(standings=decision.standings_id, withdrawn=False).exclude(pk=decision.pk)
    if any(other.members & decision.members for other in others):
        raise Refused(
            _("Another decision about the same players was recorded since. Withdraw that one first.")
        )


def _is_in_use(player: Player) -> bool:
    """Whether rows refer to a player now that did not exist when the player was added."""
    extra = ExtraGame.objects.filter(Q(white=player) | Q(black=player))
    own = (player.seats, player.reentries, player.visits, player.members)
    referring = (*own, player.kept_apart, player.kept_apart_too)
    return any(rows.exists() for rows in referring) or extra.exists()


def _create_again(change: Change[Any], model: type[models.Model], image: dict[str, Any]) -> None:
    row = model(**{name: parsed(model, name, value) for name, value in image.items()})
    if isinstance(row, CheckIn) and CheckIn.objects.filter(player=row.player_id).exists():
        raise Refused(_("%(name)s is here already. Nothing was undone.") % {"name": row.player.called})
    try:
        # The player may have another seat in the round since, or be off the roster.
        # A list that was empty is empty again.
        row.full_clean(exclude=[name for name, value in image.items() if value == []])
    except ValidationError:
        raise _changed_since() from None
    change.create(row)


def _related(field: "models.Field[Any, Any]", value: object) -> object:
    if isinstance(field, models.ForeignKey) and value is not None:
        return field.remote_field.model._default_manager.filter(pk=value).first()
    return field.to_python(value) if value is not None else None
