"""What builds on an entry of the log: the later entries that stand in the way of undoing it."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from django.apps import apps
from django.db import models
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from tiebreaks.models import FinalSheet, FrozenAwards, PostedOrder

from ...models import (
    Game,
    HasStandings,
    LogEntry,
    PairingDraft,
    Player,
    Round,
    RowChange,
    Seat,
    Section,
    TeamTable,
    Verb,
)
from ...text.log import Summary
from ...text.results import OPEN
from ...text.undoing import NOT_UNDONE, OF_EVENT, OF_ORDERS, OF_TEAMS, ON_FINISH_PAGE, POSTED
from ..entries.numbering import is_paired
from ..event.endings import has_results
from ..event.orders import is_locked
from .log import is_unchanged
from .reached import sections_of_moves

# Entries that change results. Undoing one is a change of results too.
OF_RESULTS = (Verb.RESULT, Verb.RULING, Verb.LINE_UP)
# The result of a match follows from its boards, so what others entered on these is in nobody's way.
OF_THE_MATCH = ("game", "seat")

# The tables of the lower app whose rows the log has.
OF_STANDINGS = ("postedorder", "decision", "frozenawards", "finalsheet")

# Entries that move players to sections which were made for them.
MAKES_SECTIONS = (Summary.SECTION_SPLIT, Summary.QUADS_MADE)

Key = tuple[str, int]


def root_of(entry: LogEntry) -> LogEntry:
    """The entry that was undone first, of one that undoes, or undoes an undoing; else the entry itself."""
    while entry.undoes is not None:
        entry = entry.undoes
    return entry


def reaches_read_only(root: LogEntry) -> bool:
    """Whether undoing it changes what is archived or final, too: it brings back what is archived, and a table
    has sections that are final."""
    return root.verb == Verb.VISIBILITY or root.code in OF_TEAMS


def refusal(section: Section, entry: LogEntry) -> str:
    """Why an entry is not undone, whatever came after it; empty where it can be."""
    root = root_of(entry)
    if (why := NOT_UNDONE.get(Summary(root.code))) is not None:
        return str(why)
    if root.code in OF_ORDERS:
        return _of_order(section, entry)
    if root.code in (Summary.TABLE_CREATED, Summary.TABLE_REMOVED):
        return _of_table(entry)
    if root.code == Summary.SECTION_CREATED:
        if has_results(section):
            return _("%(name)s has results, so it stays. Archive it instead.") % {"name": section.name}
        return _("To undo a new section, delete it on its Setup page.")
    if root.code in ON_FINISH_PAGE:
        return _("To undo this, open the Finish page: it reopens the section or finishes it again.")
    if root.code == Summary.AWARDS_FROZEN:
        return _of_frozen(section, entry)
    if root.code == Summary.SECTION_DELETED and (found := brought_back(entry)) and has_results(found):
        return _("%(name)s has results, so it stays. Archive it instead.") % {"name": found.name}
    if root.code in (Summary.NUMBERED_BY_RATING, Summary.NUMBERED_BY_LOT) and is_paired(section):
        return _("A round is paired, so the numbers stay.")
    if root.code == Summary.SECTION_DELETED and not entry.rows:
        return _("The log has no record of this section. To get it back, restore the event from a backup.")
    if not entry.rows:
        return _("This changed nothing in this section, so there is nothing to undo here.")
    if (number := _stays_published(entry)) is not None:
        stays = _("Round %(number)d stays published: it has results, or a later round is published.")
        return stays % {"number": number}
    return ""


def _of_order(section: Section, entry: LogEntry) -> str:
    """Before play begins the last order that was posted goes; what is posted during play stays."""
    owner = owner_of(section, entry)
    if is_locked(owner):
        return str(POSTED)
    posted = [each.pk for each in entry.changes if each.table == "postedorder"]
    later = PostedOrder.objects.filter(standings=owner.standings_id, pk__gt=max(posted, default=0))
    if posted and later.exists():
        return _("Another order was posted since. Undo that one first.")
    return ""


def owner_of(section: Section, entry: LogEntry) -> HasStandings:
    """Whose entry it is: the section's, or that of a team table in whose standings its players count."""
    if entry.standings_id == section.standings_id:
        return section
    tables = TeamTable.objects.filter(standings=entry.standings_id, draws_on__section=section)
    return tables.select_related("event", "standings").first() or section


def created_table(entry: LogEntry) -> TeamTable | None:
    """The team table that an entry created, while it is there."""
    tables = [each.pk for each in entry.changes if each.table == "teamtable"]
    return TeamTable.objects.filter(pk__in=tables).first()


def removes(entry: LogEntry, table: str) -> bool:
    """Whether an entry removed a row of this table, so that its undoing brings it back."""
    return any(each.table == table and each.after is None for each in net(entry).values())


def brought_back(entry: LogEntry) -> Section | None:
    """The section that came back with an entry that undid its deletion."""
    back = [each.pk for each in net(entry).values() if each.table == "section" and each.before is None]
    return Section.objects.select_related("event", "standings").filter(pk__in=back).first()


def _of_frozen(section: Section, entry: LogEntry) -> str:
    """The last version goes, while the section is not final: the final sheet has the same awards."""
    versions = [each for each in net(entry).values() if each.table == "frozenawards"]
    made = {each.pk: each.after["number"] for each in versions if each.before is None and each.after}
    last = FrozenAwards.objects.filter(standings=entry.standings_id).order_by("number").last()
    if FinalSheet.objects.filter(standings=entry.standings_id, reopened_at=None).exists():
        said = _("%(name)s is final. To undo this, reopen it on its Finish page first.")
        return said % {"name": section.name}
    if made and (last is None or last.pk not in made):
        return _("A later version was frozen since. Undo that one first.")
    return ""


def _of_table(entry: LogEntry) -> str:
    if removes(entry, "teamtable"):
        return ""
    table = created_table(entry)
    if table is None:
        return _("This team table was removed since. Undo its removal first.")
    if FrozenAwards.objects.filter(standings=table.standings_id).exists():
        said = _("The awards of %(table)s are frozen, so the table stays. Archive it instead.")
        return said % {"table": table.name}
    return ""


def not_undone(section: Section, entry: LogEntry) -> str:
    """Why the desk does not offer to undo an entry now, in a sentence."""
    if refused := refusal(section, entry):
        return refused
    if in_the_way(entry):
        return _("You can't undo your last entry: later changes build on it.")
    return undone_in_log(entry)


def undone_in_log(entry: LogEntry) -> str:
    """What to do instead where undoing an entry would change published pairings, in a sentence.

    The desk undoes with one key, and a second press of it would take the pairings of the whole hall. The log
    says first what goes, and asks why, as every change of published pairings does. A round that its first
    result published goes with that result.
    """
    if root_of(entry).verb in OF_RESULTS:
        return ""
    published = published_by(entry)
    round = Round.objects.filter(pk__in=published).first() if published else None
    if round is not None:
        message = _("Round %(number)d is published. To take it back, open this entry in the log.")
        return message % {"number": round.number}
    for number in published_rounds(entry):
        message = _(
            "Round %(number)d is published, so undoing this needs a reason. Open this entry in the log."
        )
        return message % {"number": number}
    for number in published_again(entry).values():
        message = _("Undoing this publishes round %(number)d again. Open this entry in the log.")
        return message % {"number": number}
    return ""


def published_by(entry: LogEntry) -> list[int]:
    """The rounds that an entry published, by their primary keys."""
    return [
        each.pk
        for each in net(entry).values()
        if each.table == "round"
        and (each.after or {}).get("published_at")
        and not (each.before or {}).get("published_at")
    ]


def published_rounds(entry: LogEntry) -> list[int]:
    """The published rounds that an entry published, or whose boards and byes it changed, in their order.
    Results are corrections, and ask themselves; the page of an import names all that goes."""
    if root_of(entry).verb in (*OF_RESULTS, Verb.IMPORT):
        return []
    rounds = set(published_by(entry))
    for model in (Seat, Game):
        images = {each.pk: {**(each.before or {}), **(each.after or {})} for each in of_model(entry, model)}
        rounds |= {image["round_id"] for image in images.values() if "round_id" in image}
        rounds |= set(model._default_manager.filter(pk__in=images).values_list("round", flat=True))
    published = Round.objects.filter(pk__in=rounds, published_at__isnull=False)
    return sorted(set(published.values_list("number", flat=True)))


def published_again(entry: LogEntry) -> dict[int, int]:
    """The numbers of the rounds that undoing an entry publishes again, by their primary keys."""
    gone = {
        each.pk: each.before or {}
        for each in of_model(entry, Round)
        if (each.before or {}).get("published_at") and not (each.after or {}).get("published_at")
    }
    there = dict(Round.objects.filter(pk__in=gone).values_list("pk", "number"))
    numbers = {pk: there.get(pk) or before["number"] for pk, before in gone.items()}
    return dict(sorted(numbers.items(), key=lambda each: each[1]))


def of_model(entry: LogEntry, model: type[models.Model]) -> Iterator[RowChange]:
    """What an entry did to the rows of a table, in all."""
    return (each for each in net(entry).values() if each.table == model._meta.model_name)


def in_the_way(entry: LogEntry) -> list[LogEntry]:
    """The later entries that changed the same rows, or that need a row which this one added, newest first.

    Those that were undone count no more, nor does their undoing. Where nothing was done since, this is one
    query, and two where it paired a round; else one more for each table of the entry's rows.
    """
    if root_of(entry).code in (Summary.TABLE_CREATED, Summary.TABLE_REMOVED) and not removes(
        entry, "teamtable"
    ):
        return []  # A table goes with all that was changed of it.
    beside = Section.objects.filter(event__sections__standings=entry.standings_id).values("standings")
    here = Q(standings=entry.standings_id) | Q(standings__in=beside)
    entries = LogEntry.objects.filter(here, pk__gt=entry.pk, undone_by__isnull=True)
    later = [
        each
        for each in entries.select_related("undoes", "who").order_by("-pk")
        if each.code != Summary.READ_OTHERWISE and not _is_taken_back_since(each, entry)
    ]
    built = _pairings_of(entry, rounds_paired_on(entry))
    if not later:
        return built
    apart = OF_THE_MATCH if match_boards(entry) else ()
    changes = {key: each for key, each in net(entry).items() if each.table not in apart}
    rows = _rows(changes)
    clashing = {key for key, each in changes.items() if not _is_as_left(rows.get(key), each)}
    added = {key for key, each in changes.items() if each.before is None and not _may_stay(each)}
    # Where a player was seated since, the seat is in a round of that section.
    added |= {key for key, each in changes.items() if each.before and "section_id" in (each.after or {})}
    gone = [each for each in changes.values() if each.after is None]
    made = set(made_with(entry).values_list("standings", flat=True))
    leads_to = {key for each in changes.values() for key in _referred(each.table, each.before)}
    comes = _first_that_comes(entry)
    stand = {
        each.pk: each
        for each in later
        if any(_stands(row, clashing, added, gone, leads_to) for row in each.changes)
        or (each.standings_id in made and _enters(each))
        or (comes and _takes_round_before(each, entry, comes))
    }
    stand |= {each.pk: each for each in built}
    return [stand[pk] for pk in sorted(stand, reverse=True)]


def rounds_paired_on(entry: LogEntry) -> list[Round]:
    """The rounds that stand on one which undoing an entry would hide, or leave without its boards: in a Swiss
    the later ones with boards; elsewhere those that were published after it."""
    if root_of(entry).verb in OF_RESULTS:
        return []
    published = published_by(entry)
    boards = {
        each.pk: (each.after or {})["round_id"]
        for each in of_model(entry, Game)
        if each.before is None and each.after
    }
    if not published and not boards:
        return []
    of_others = Game.objects.filter(round__in=boards.values()).exclude(pk__in=boards)
    emptied = {*boards.values()} - {*of_others.values_list("round", flat=True)}
    going = Round.objects.filter(pk__in={*published, *emptied}).select_related("section").order_by("number")
    if (first := going.first()) is None:
        return []
    later = Round.objects.filter(section=first.section_id, number__gt=first.number).exclude(pk__in=going)
    if first.section.format == Section.Formats.SWISS:
        later = later.filter(Q(published_at__isnull=False) | Q(games__isnull=False))
    elif first.published_at is None:
        return []
    else:
        later = later.filter(published_at__gt=first.published_at)
    later = later.filter(seats__isnull=False).distinct().order_by("number")
    return [each for each in later if _stands_on(entry, each)]


def _stands_on(entry: LogEntry, later: Round) -> bool:
    """Whether a later round was paired or published since. One that was there before the entry was there
    without it, and may be again."""
    paired = _pairings_of(entry, [later])
    return not paired or paired[0].pk > entry.pk


def _pairings_of(entry: LogEntry, rounds: Collection[Round]) -> list[LogEntry]:
    """The entries that paired or published these rounds, or brought them back, newest first."""
    if not rounds:
        return []
    pks = {each.pk for each in rounds}
    there = set(Game.objects.filter(round__in=pks).values_list("pk", flat=True))
    entries = LogEntry.objects.filter(standings=entry.standings_id, undone_by__isnull=True)
    entries = entries.exclude(pk=entry.pk).exclude(verb__in=OF_RESULTS)
    return [
        each
        for each in entries.select_related("undoes", "who").order_by("-pk")
        if pks & {*published_by(each)}
        or any(row.before is None and row.pk in there for row in of_model(each, Game))
    ]


class RoundFirst(NamedTuple):
    """The round that goes before another one can: why, what to do, and the entry that paired it."""

    why: str
    what: str
    entry: LogEntry | None


def round_first(entry: LogEntry) -> RoundFirst | None:
    """What to say of the next of the rounds that stand on one which undoing this entry would take."""
    if not (rounds := rounds_paired_on(entry)):
        return None
    later = rounds[0]
    said = {"later": later.number, "round": later.number - 1}
    swiss = later.section.format == Section.Formats.SWISS
    why = _("Round %(later)d is paired on round %(round)d.") if swiss else _("Round %(later)d is published.")
    paired = _pairings_of(entry, [later])
    return RoundFirst(why % said, _("Undo round %(later)d first.") % said, paired[0] if paired else None)


def _rounds_taken(entry: LogEntry) -> dict[int, int]:
    """The numbers of the rounds that an entry hid, or of which it removed boards, by their primary keys."""
    if root_of(entry).verb in OF_RESULTS:
        return {}
    removed = {
        (each.before or {})["round_id"]
        for each in of_model(entry, Game)
        if each.before and each.after is None
    }
    gone = {
        each.pk: (each.before or {})["number"]
        for each in of_model(entry, Round)
        if each.pk in removed and each.after is None
    }
    there = Round.objects.filter(pk__in=removed - gone.keys()).values_list("pk", "number") if removed else ()
    return gone | dict(there) | published_again(entry)


def _first_that_comes(entry: LogEntry) -> int:
    """The number of the first round whose boards come back when an undoing is undone; else 0."""
    return min(_rounds_taken(entry).values(), default=0) if entry.undoes_id else 0


def _takes_round_before(later: LogEntry, entry: LogEntry, number: int) -> bool:
    """Whether a later undoing took back a round before this one, which was paired on it, and it is not there
    now."""
    if not later.undoes_id or later.standings_id != entry.standings_id:
        return False
    before = {each for each in _rounds_taken(later).values() if each < number}
    there = Round.objects.filter(section__standings=entry.standings_id, number__in=before)
    there = there.filter(published_at__isnull=False, games__isnull=False)
    return bool(before - {*there.values_list("number", flat=True)})


def made_with(entry: LogEntry) -> QuerySet[Section]:
    """The sections that a split or a cut into quads made, which go when it is undone; none of others."""
    into = [
        (each.after or {}).get("section_id")
        for each in (entry.changes if entry.code in MAKES_SECTIONS else ())
        if each.table == "player"
    ]
    return Section.objects.filter(pk__in={pk for pk in into if pk}).order_by("position", "pk")


def created_with(entry: LogEntry) -> QuerySet[Section]:
    """The sections that a registration file created and that go when it is undone: drafts still, in which
    nothing happened since and nobody is but whom it brought."""
    players = [each for each in entry.changes if each.table == "player"]
    brought, into = {each.pk for each in players}, {(each.after or {}).get("section_id") for each in players}
    ours = (Summary.SECTION_CREATED, Summary.REGISTRATION, Summary.UNDONE, *OF_EVENT)
    since = LogEntry.objects.filter(standings=OuterRef("standings"), undone_by__isnull=True)
    others = Player.objects.filter(section=OuterRef("pk")).exclude(pk__in=brought)
    names = entry.values.get("created", []) if entry.code == Summary.REGISTRATION else []
    here = Section.objects.filter(pk__in=into - {None}, name__in=names, hidden=True)
    return here.filter(
        ~Exists(since.exclude(code__in=ours)), ~Exists(others), team_tables__isnull=True
    ).order_by("position", "pk")


def drafts_of_others(section_id: int, entry: LogEntry) -> QuerySet[PairingDraft]:
    """The drafts that go when a merge, a split or a cut into quads is undone, as regrouping does it: they
    pair others than are in the section then. None of other entries."""
    if root_of(entry).code not in (*MAKES_SECTIONS, Summary.SECTIONS_MERGED):
        return PairingDraft.objects.none()
    return PairingDraft.objects.filter(section__in={section_id, *sections_of_moves(entry)})


def _enters(entry: LogEntry) -> bool:
    """Whether a director entered something in a section that would go with it. What is changed of players
    goes back with them."""
    if entry.version is None or entry.verb == Verb.VISIBILITY or root_of(entry).code in OF_EVENT:
        return False
    return any(each.table != "player" or each.before is None for each in entry.changes)


def _may_stay(added: RowChange) -> bool:
    """A round stays while others are seated in it, and a visitor who has played here again."""
    return added.table == "round" or bool((added.after or {}).get("visitor_of_id"))


def match_boards(entry: LogEntry) -> list[int]:
    """The boards of matches whose results, rulings or players an entry changed."""
    boards = [each for each in entry.changes if each.table == "matchboard"]
    if root_of(entry).verb not in OF_RESULTS or not all(board.before and board.after for board in boards):
        return []
    return [board.pk for board in boards]


def _stays_published(entry: LogEntry) -> int | None:
    """The round that an entry did nothing but publish, if it stays published now."""
    for each in entry.changes:
        if each.table != "round" or (each.before or {}).get("published_at", "") is not None:
            return None
    if rounds_paired_on(entry):
        return None  # These say that they go first.
    rounds = Round.objects.filter(pk__in=[each.pk for each in entry.changes]).order_by("number")
    return next((round.number for round in rounds if is_still_needed(round, created=None)), None)


def is_still_needed(round: Round, created: Mapping[str, Any] | None) -> bool:
    """Whether a round stays, or stays published, after the entry that created or published it is undone.

    It may have other seats or results since, or be published, or a later round was; what players saw must not
    disappear from the public pages. ``created`` has the round as the entry created it, if it did.
    """
    if created is not None:
        published_since = created["published_at"] is None and round.published_at is not None
        return published_since or round.seats.exists()
    # A game of another round (28M2) is published with that round.
    if round.seats.filter(game__round=round).exclude(kind=OPEN[0]).exists():
        return True
    if round.published_at is None:
        return False
    later = Round.objects.filter(section=round.section_id, number__gt=round.number, seats__isnull=False)
    return later.filter(published_at__gt=round.published_at).exists()


def net(entry: LogEntry) -> dict[Key, RowChange]:
    """One change a row: what it was before the entry, and what it is after it. A number that was to be free
    for another player was set aside first."""
    net: dict[Key, RowChange] = {}
    for each in entry.changes:
        key = each.table, each.pk
        if first := net.get(key):
            before = None if first.before is None else {**(each.before or {}), **first.before}
            after = None if each.after is None else {**(first.after or {}), **each.after}
            each = RowChange(*key, before, after)
        net[key] = each
    return net


def _rows(keys: Iterable[Key]) -> dict[Key, models.Model]:
    """The rows that are there, in one query a table."""
    by_table: dict[str, list[int]] = {}
    for table, pk in keys:
        by_table.setdefault(table, []).append(pk)
    return {
        (table, pk): row
        for table, pks in by_table.items()
        for pk, row in model_of(table)._default_manager.in_bulk(pks).items()
    }


def _is_taken_back_since(later: LogEntry, entry: LogEntry) -> bool:
    """Whether it undoes an entry that came after this one too: together they changed nothing."""
    depth, root = 0, later
    while root.undoes is not None:
        depth, root = depth + 1, root.undoes
    return depth % 2 == 1 and root.pk > entry.pk


def _stands(
    row: RowChange,
    clashing: Collection[Key],
    added: Collection[Key],
    gone: Iterable[RowChange],
    leads_to: Collection[Key],
) -> bool:
    if (row.table, row.pk) in clashing:
        return True
    if (row.table, row.pk) in leads_to and (row.after is None or _moves(row)):
        return row.after is not None or _is_gone(row)
    if row.before is not None or row.after is None:
        return False
    if row.table == "checkin":
        return False  # It goes with its player.
    if any(key in added for key in _referred(row.table, row.after)):
        return not _is_gone(row)
    takes = any(each.table == row.table and _same_place(row, each.before or {}) for each in gone)
    return takes and not _is_gone(row)


def _moves(row: RowChange) -> bool:
    """Whether a player goes to another section: games of this one do not come back for her."""
    return bool(row.before) and "section_id" in (row.after or {})


def _is_as_left(row: models.Model | None, changed: RowChange) -> bool:
    if changed.after is None or row is None:
        return changed.after is None and row is None
    return is_as_left(row, changed)


# A match whose results were all undone has no points again, as 0, and who undid the last and when: its boards
# tell.
_OF_OPEN_MATCH = {"entered_by_id", "entered_at", "board_points_q"}


def is_as_left(row: models.Model, changed: RowChange) -> bool:
    """Whether a row is as an entry left it."""
    after = changed.after or {}
    if changed.before is None:
        after = {name: value for name, value in after.items() if name not in _OF_OPEN_MATCH}
    return is_unchanged(row, after)


def _is_gone(changed: RowChange) -> bool:
    return row_of(changed) is None


def row_of(changed: RowChange) -> models.Model | None:
    return model_of(changed.table)._default_manager.filter(pk=changed.pk).first()


def model_of(table: str) -> type[models.Model]:
    """The model of a row in the log."""
    label = "tiebreaks" if table in OF_STANDINGS else "tournaments"
    return apps.get_model(label, table)


def _referred(table: str, image: Mapping[str, Any] | None) -> Iterator[Key]:
    """The rows that an image of a row names."""
    for column, of in _refers(table) if image else ():
        if (pk := (image or {}).get(column)) is not None:
            yield of, pk


def _refers(table: str) -> Iterator[tuple[str, str]]:
    """The columns of a table that name rows of others, with the tables of these."""
    for each in model_of(table)._meta.concrete_fields:
        if isinstance(each, models.ForeignKey):
            yield each.attname, each.remote_field.model._meta.model_name or ""


def _same_place(row: RowChange, image: dict[str, Any]) -> bool:
    """Whether a later row is where a removed one was, such as a player's seat in a round."""
    model = model_of(row.table)
    columns = {each.name: each.attname for each in model._meta.concrete_fields}
    unique = [each.fields for each in model._meta.constraints if isinstance(each, models.UniqueConstraint)]
    after = row.after or {}
    return any(
        all(
            image.get(columns[name]) is not None and image[columns[name]] == after.get(columns[name])
            for name in names
        )
        for names in unique
    )
