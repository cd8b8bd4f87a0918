"""What builds on an entry of the log: the later entries that stand in the way of undoing it."""

from collections.abc import Collection, Iterable

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from tiebreaks.models import FinalSheet, FrozenAwards, PostedOrder

from ...models import (
    HasStandings,
    LogEntry,
    PairingDraft,
    Player,
    Round,
    RowChange,
    Section,
    TeamTable,
    Verb,
)
from ...text.log import Summary
from ...text.undoing import NOT_UNDONE, OF_EVENT, OF_ORDERS, OF_TEAMS, ON_FINISH_PAGE, POSTED
from ..entries.numbering import is_paired
from ..event.endings import has_results
from ..event.orders import is_locked
from .reached import sections_of_moves
from .rounds import (
    OF_RESULTS,
    first_that_comes,
    pairings_of,
    published_again,
    published_by,
    published_rounds,
    rounds_paired_on,
    stays_published,
    takes_round_before,
)
from .rows import Key, is_gone, moves, net, referred, root_of, rows_of, same_place, still_is

# The result of a match follows from its boards, so what others entered on these is in nobody's way.
OF_THE_MATCH = ("game", "seat")


# Entries that move players to sections which were made for them.
MAKES_SECTIONS = (Summary.SECTION_SPLIT, Summary.QUADS_MADE)


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
    if (number := stays_published(entry)) is not None:
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
        return _("A later awards list was frozen since. Undo that one first.")
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
    built = pairings_of(entry, rounds_paired_on(entry))
    if not later:
        return built
    apart = OF_THE_MATCH if match_boards(entry) else ()
    changes = {key: each for key, each in net(entry).items() if each.table not in apart}
    rows = rows_of(changes)
    clashing = {key for key, each in changes.items() if not still_is(rows.get(key), each)}
    added = {key for key, each in changes.items() if each.before is None and not _may_stay(each)}
    # Where a player was seated since, the seat is in a round of that section.
    added |= {key for key, each in changes.items() if each.before and "section_id" in (each.after or {})}
    gone = [each for each in changes.values() if each.after is None]
    made = set(made_with(entry).values_list("standings", flat=True))
    leads_to = {key for each in changes.values() for key in referred(each.table, each.before)}
    comes = first_that_comes(entry)
    stand = {
        each.pk: each
        for each in later
        if any(_stands(row, clashing, added, gone, leads_to) for row in each.changes)
        or (each.standings_id in made and _enters(each))
        or (comes and takes_round_before(each, entry, comes))
    }
    stand |= {each.pk: each for each in built}
    return [stand[pk] for pk in sorted(stand, reverse=True)]


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
    if (row.table, row.pk) in leads_to and (row.after is None or moves(row)):
        return row.after is not None or is_gone(row)
    if row.before is not None or row.after is None:
        return False
    if row.table == "checkin":
        return False  # It goes with its player.
    if any(key in added for key in referred(row.table, row.after)):
        return not is_gone(row)
    takes = any(each.table == row.table and same_place(row, each.before or {}) for each in gone)
    return takes and not is_gone(row)
