"""What undoing an entry of the log would do: whether it can be undone, and which later entries stand in its
way."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.ranking.editions import EDITIONS
from tiebreaks.models import FrozenAwards, PostedOrder
from tiebreaks.selectors import postings

from ...models import Game, LogEntry, Player, Round, Seat, Section, Verb
from ...text import wording
from ...text.log import Summary
from ...text.results import OPEN
from ...text.undoing import OF_ORDERS
from ..event.emptied import EMPTIES
from ..event.endings import finished_since
from ..history.edits import READ, fields_of, shown
from ..history.later import (
    created_table,
    created_with,
    drafts_of_others,
    in_the_way,
    made_with,
    owner_of,
    reaches_read_only,
    refusal,
    removes,
)
from ..history.rounds import (
    OF_RESULTS,
    RoundFirst,
    published_again,
    published_by,
    published_rounds,
    round_first,
)
from ..history.rows import net, of_model, root_of, row_of
from .boards import last_frozen

# So many players who go are named.
MOST_NAMED = 20


class Value(NamedTuple):
    """A value of a row that goes back: what it was, what it is now and will be."""

    of: str
    name: str
    now: str
    then: str


@dataclass(frozen=True)
class Undo:
    """An entry that somebody wants to undo. ``refused`` says why it cannot be; ``first`` are the later
    entries that must be undone before it."""

    entry: LogEntry
    refused: str = ""
    first: list[LogEntry] = field(default_factory=list)
    # The later round that must be undone before the round of this entry.
    round_first: RoundFirst | None = None
    # Of an import, whether they can go with it in one step, or must stay since somebody has played.
    goes_with_first: bool = False
    is_played: bool = False
    # The section that a merge or a cut into quads left empty and that was deleted: both go in one step.
    deleted: str = ""
    values: list[Value] = field(default_factory=list)
    # Of a published round, how many boards lose the result that was entered since: all go in one step.
    results: int = 0
    # What goes away, counted.
    goes: list[str] = field(default_factory=list)
    # What comes back, counted.
    comes: list[str] = field(default_factory=list)
    # The sections that were created along with it, and are not taken back.
    stay: list[str] = field(default_factory=list)
    # Whether its undoing is not undone in the log, since that goes.
    for_good: bool = False
    # Whether awards go that were announced.
    unfreezes: bool = False
    # Awards that were announced on what goes back, and rounds whose published pairings change with it.
    frozen: list[FrozenAwards] = field(default_factory=list)
    published: list[int] = field(default_factory=list)
    # Rounds that are published again with it.
    again: list[int] = field(default_factory=list)

    @property
    def possible(self) -> bool:
        return not (self.refused or self.first or self.round_first)

    @property
    def needs_reason(self) -> bool:
        return bool(self.frozen or self.published or self.again or self.unfreezes)


def all_in_the_way(entry: LogEntry) -> list[LogEntry]:
    """The later entries that must be undone before it, with those that stand in their way, newest first."""
    found: dict[int, LogEntry] = {}
    asked = [entry]
    while asked:
        for each in in_the_way(asked.pop()):
            if each.pk not in found:
                found[each.pk] = each
                asked.append(each)
    return [found[pk] for pk in sorted(found, reverse=True)]


def section_to_undo_in(entry: LogEntry) -> Section | None:
    """The section in whose log an entry is undone: its own, or one that counts in its team table."""
    sections = Section.objects.select_related("event", "standings")
    return (
        sections.filter(standings=entry.standings_id).first()
        or sections.filter(team_tables__standings=entry.standings_id).first()
    )


def _is_played(entry: LogEntry) -> bool:
    """Whether undoing it would take something that players or their parents have seen."""
    section = section_to_undo_in(entry)
    if root_of(entry).verb in OF_RESULTS or unfreezes(entry) or published_rounds(entry):
        return True
    return bool(published_again(entry) or (section and awards_on(section, entry)))


def _can_go(entry: LogEntry) -> bool:
    section = section_to_undo_in(entry)
    return section is not None and not (refusal(section, entry) or _of_read_only(section, entry))


def _results_that_go(section: Section, entry: LogEntry, first: list[LogEntry]) -> int:
    """How many boards of the last round have a result, where nothing but results was entered since an entry
    published it, and no award was announced; else 0."""
    rounds = published_by(entry) if first else []
    if not rounds or awards_on(section, entry):
        return 0
    if any(root_of(each).verb not in OF_RESULTS or not _can_go(each) for each in all_in_the_way(entry)):
        return 0
    last = Round.objects.filter(section=section, published_at__isnull=False).order_by("-number").first()
    if last is None or last.pk not in rounds:
        return 0
    games = Game.objects.filter(round__in=rounds, slot=1).exclude(seats__kind=OPEN[0])
    return games.distinct().count()


def _deleted_since(entry: LogEntry, first: list[LogEntry]) -> str:
    """The name of the section that an entry left empty, where nothing but its deletion stands in the way."""
    emptied = entry.values["section"] if entry.code in EMPTIES and first else ""
    are_deletions = all(
        each.code == Summary.SECTION_DELETED and each.values.get("name") == emptied and _can_go(each)
        for each in (all_in_the_way(entry) if emptied else ())
    )
    return emptied if are_deletions else ""


def undo_of(section: Section, entry: LogEntry) -> Undo:
    """What stands in the way of undoing an entry of a section's log now."""
    undone = LogEntry.objects.filter(undoes=entry).exists()
    if (
        refused := _("This was undone already.")
        if undone
        else refusal(section, entry) or _of_read_only(section, entry)
    ):
        return Undo(entry, refused)
    created = list(created_with(entry))
    first = in_the_way(entry)
    is_import = entry.verb == Verb.IMPORT and bool(first)
    first = all_in_the_way(entry) if is_import else first
    is_played = is_import and (any(map(_is_played, first)) or bool(awards_on(section, entry)))
    results = 0 if is_import else _results_that_go(section, entry, first)
    first = all_in_the_way(entry) if results else first
    deleted = _deleted_since(entry, first)
    in_one = bool(results or deleted)
    return Undo(
        entry,
        first=first,
        round_first=round_first(entry),
        goes_with_first=in_one or (is_import and not is_played and all(map(_can_go, first))),
        results=results,
        deleted=deleted,
        is_played=is_played,
        values=list(_values(entry)),
        comes=[*comes_back(entry), *_byes_moved_back(entry), *_boards_again(entry)],
        stay=_created_along(section, entry, created),
        unfreezes=unfreezes(entry),
        goes=[
            *taken_away(entry),
            *_of_made_with([*made_with(entry), *created]),
            *_of_drafts(section, entry),
            *_of_table(entry),
            *_of_order(section, entry),
            *_of_awards(entry),
        ],
        for_good=entry.code == Summary.QUADS_MADE or section in created,
        frozen=awards_on(section, entry),
        published=published_rounds(entry),
        again=[*published_again(entry).values()],
    )


def _of_read_only(section: Section, entry: LogEntry) -> str:
    """What is archived or final is read only; but it can be hidden or archived, and share a table."""
    if reaches_read_only(root_of(entry)):
        return ""
    if section.archived or section.event.archived:
        said = _("%(name)s is archived. To undo this, bring it back first.")
        return said % {"name": section.name if section.archived else section.event.name}
    if finished_since(section) is None:
        return ""
    said = _("%(name)s is final. To undo this, reopen it on its Finish page first.")
    return said % {"name": section.name}


def awards_on(section: Section, entry: LogEntry) -> list[FrozenAwards]:
    """The frozen awards that stand on an import, on prizes or on a decided tie. Results are corrections then,
    and ask themselves."""
    built_on = (Verb.IMPORT, Verb.PRIZES, Verb.TIE)
    return last_frozen(section) if root_of(entry).verb in built_on else []


def _boards_again(entry: LogEntry) -> Iterator[str]:
    """The rounds that are published again, with how many boards of then."""
    games = [each.before or {} for each in of_model(entry, Game) if each.after is None]
    for pk, number in published_again(entry).items():
        boards = sum(game["round_id"] == pk for game in games)
        if boards:
            told = ngettext(
                "round %(number)d on the public pages, with its board of then: %(count)d board",
                "round %(number)d on the public pages, with its boards of then: %(count)d boards",
                boards,
            )
        else:
            told = _("round %(number)d on the public pages")
        yield told % {"number": number, "count": boards}


def taken_away(entry: LogEntry) -> list[str]:
    """What that an entry added goes away with its undoing, in words."""
    added: dict[str, list[int]] = {}
    unpublished = []
    for each in net(entry).values():
        if each.before is None and each.after is not None:
            added.setdefault(each.table, []).append(each.pk)
        if each.table == "round" and (each.after or {}).get("published_at"):
            unpublished.append(each.pk)
    players = Player.objects.filter(pk__in=added.get("player", ())).order_by("number", "pk")
    games = Game.objects.filter(pk__in=added.get("game", ()))
    byes = Seat.objects.filter(pk__in=added.get("seat", ()), game=None, slot=1)
    byes_added = byes.exclude(player__in=_whose_byes_moved(entry)).count()
    results = games.exclude(seats__kind=OPEN[0]).count()
    said = _boards_and_byes(list(games.values_list("round__number", flat=True)), results, byes_added)
    if entries := _entries(list(players)):
        said.insert(0, entries)
    numbers = Round.objects.filter(pk__in=unpublished).order_by("number").values_list("number", flat=True)
    told = _("round %(number)d on the public pages")
    return [*said, *(told % {"number": number} for number in numbers)]


def _whose_byes_moved(entry: LogEntry) -> list[int]:
    """Whose byes an entry removed from one section and gave in another, a player for each bye, by primary
    keys: they go back where they were."""
    gone = [each.before or {} for each in of_model(entry, Seat) if each.after is None]
    moved = {each.pk for each in of_model(entry, Player) if "section_id" in (each.before or {})}
    byes = [seat for seat in gone if seat["game_id"] is None and seat["slot"] == 1]
    return [seat["player_id"] for seat in byes if seat["player_id"] in moved]


def _byes_moved_back(entry: LogEntry) -> Iterator[str]:
    if byes := len(_whose_byes_moved(entry)):
        told = ngettext(
            "%(n)d bye or absence, in the section of before",
            "%(n)d byes and absences, in the section of before",
            byes,
        )
        yield told % {"n": byes}


def _boards_and_byes(boards: list[int], results: int, byes: int) -> list[str]:
    """Boards, each by the number of its round, and what is on them."""
    rounds = ", ".join(map(str, sorted(set(boards))))
    of_rounds = ngettext("%(n)d board of round %(rounds)s", "%(n)d boards of round %(rounds)s", len(boards))
    if len(set(boards)) > 1:
        of_rounds = _("%(n)d boards of rounds %(rounds)s")
    counted = [
        (len(boards), of_rounds),
        (results, ngettext("%(n)d result", "%(n)d results", results)),
        (byes, ngettext("%(n)d bye or absence", "%(n)d byes and absences", byes)),
    ]
    return [text % {"n": n, "rounds": rounds} for n, text in counted if n]


def _entries(players: list[Player]) -> str:
    """Who goes from the roster, by name while a reader takes them in."""
    if (n := len(players)) > MOST_NAMED:
        return ngettext("%(n)d entry of the roster", "%(n)d entries of the roster", n) % {"n": n}
    names = "; ".join(player.called for player in players)
    named = ngettext("%(n)d entry of the roster: %(names)s", "%(n)d entries of the roster: %(names)s", n)
    return named % {"n": n, "names": names} if n else ""


def unfreezes(entry: LogEntry) -> bool:
    """Whether undoing an entry takes back awards that were announced."""
    return root_of(entry).code == Summary.AWARDS_FROZEN and not removes(entry, "frozenawards")


def _of_awards(entry: LogEntry) -> Iterator[str]:
    if unfreezes(entry):
        told = _("awards list %(number)d, and its public page")
        for each in of_model(entry, FrozenAwards):
            yield told % {"number": (each.after or {})["number"]}


def comes_back(entry: LogEntry) -> list[str]:
    """What undoing an entry brings back, in words: a section or a team table with what it had, or players."""
    gone: dict[str, list[dict[str, Any]]] = {}
    for each in net(entry).values():
        if each.after is None and each.before:
            gone.setdefault(each.table, []).append(each.before)
    if not (removes(entry, "teamtable") or removes(entry, "section")):
        return _players_back(gone) if "player" in gone else []
    players, orders = len(gone.get("player", ())), len(gone.get("postedorder", ()))
    rounds = len({row["round_id"] for row in gone.get("game", ())})
    drafts = len(gone.get("pairingdraft", ()))
    counted = [
        (players, ngettext("%(n)d entry of the roster", "%(n)d entries of the roster", players)),
        (rounds, ngettext("%(n)d paired round", "%(n)d paired rounds", rounds)),
        (drafts, ngettext("%(n)d unpublished pairing", "%(n)d unpublished pairings", drafts)),
        (orders, ngettext("%(n)d posted tiebreak order", "%(n)d posted tiebreak orders", orders)),
    ]
    named = [row["name"] for table in ("section", "teamtable") for row in gone.get(table, ())]
    return [*named, *(text % {"n": n} for n, text in counted if n)]


def _players_back(gone: dict[str, list[dict[str, Any]]]) -> list[str]:
    """Players by name, and what they had in the rounds."""
    kept = ("section_id", "number", "name")
    players = [Player(**{name: row[name] for name in kept}) for row in gone["player"]]
    seats, games = gone.get("seat", []), gone.get("game", [])
    still_open = {seat["game_id"] for seat in seats if seat["kind"] == OPEN[0]}
    results = {seat["game_id"] for seat in seats} - still_open - {None}
    byes = sum(seat["game_id"] is None for seat in seats)
    numbers = {row["id"]: row["number"] for row in gone.get("round", ())}
    of_sections = Round.objects.filter(section__in={row.section_id for row in players})
    numbers |= dict(of_sections.values_list("pk", "number"))
    boards = [numbers[game["round_id"]] for game in games if game["round_id"] in numbers]
    players.sort(key=lambda row: (row.section_id, row.number))
    return [_entries(players), *_boards_and_byes(boards, len(results), byes)]


def _created_along(section: Section, entry: LogEntry, going: Collection[Section]) -> list[str]:
    """The sections that a registration file created, as far as they are there and do not go."""
    if entry.code != Summary.REGISTRATION:
        return []
    created = section.event.sections.filter(name__in=entry.values.get("created", []))
    left = created.exclude(pk__in=[each.pk for each in going])
    return list(left.order_by("position").values_list("name", flat=True))


def _of_made_with(going: Iterable[Section]) -> Iterator[str]:
    """The sections that go with it."""
    for each in going:
        yield _("the section %(name)s, with its settings and its log") % {"name": each.name}


def _of_drafts(section: Section, entry: LogEntry) -> Iterator[str]:
    """Of a merge, a split or a cut into quads: the drafts that paired others."""
    drafts = drafts_of_others(section.pk, entry).order_by("section__position", "section", "round")
    for number, name in drafts.values_list("round", "section__name"):
        yield _("the draft of round %(round)d of %(section)s") % {"round": number, "section": name}


def _of_table(entry: LogEntry) -> Iterator[str]:
    """Of an entry that created a team table: the table with its page."""
    of_table = root_of(entry).code in (Summary.TABLE_CREATED, Summary.TABLE_REMOVED)
    if of_table and not removes(entry, "teamtable") and (table := created_table(entry)):
        posted = PostedOrder.objects.filter(standings=table.standings_id).count()
        yield _("the team table %(table)s, its public address and its log") % {"table": table.name}
        if posted:
            counted = ngettext("%(n)d posted tiebreak order", "%(n)d posted tiebreak orders", posted)
            yield counted % {"n": posted}


def _of_order(section: Section, entry: LogEntry) -> Iterator[str]:
    """Of an entry that posted an order, or a round and an order with it: the order, and which one holds
    then."""
    root = root_of(entry)
    if root.code not in OF_ORDERS and root.verb not in (Verb.PAIR, Verb.PUBLISH):
        return
    if not any(each.table == "postedorder" and each.before is None for each in entry.changes):
        return
    owner = owner_of(section, entry)
    *before, last = postings(owner.standings_id)
    read = EDITIONS[owner.edition].read
    values = {
        "order": wording.order(read(owner.order([last]))),
        "then": wording.order(read(owner.order(before))),
    }
    if before:
        yield _("the posted order %(order)s; then %(then)s applies again, as posted before") % values
    else:
        yield (
            _("the posted order %(order)s; then nothing is posted, and the rulebook’s %(then)s applies")
            % values
        )


def _values(entry: LogEntry) -> Iterator[Value]:
    for changed in net(entry).values():
        if changed.table not in READ or changed.before is None or changed.after is None:
            continue
        if (row := row_of(changed)) is None:
            continue
        of = row.called if isinstance(row, Player) else str(row)
        for each in fields_of(changed):
            now, then = getattr(row, each.attname), changed.before[each.attname]
            yield Value(of, str(each.verbose_name), shown(each, now), shown(each, then))
