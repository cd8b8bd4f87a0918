"""What of an event leaves the hall for the server that mirrors it: what public pages show, and nothing else.

Each field that travels is written down in :mod:`..formats.mirror`. Whatever else a row has stays here.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db.models import Exists, Max, OuterRef, Q, QuerySet

from tiebreaks.models import FinalSheet, FrozenAwards, Published, Standings
from tiebreaks.published import PlayersDocument, read_players

from ...formats.mirror import AwardsPart, EventPart, SectionPart, SheetPart, StandingsPart, TablePart, written
from ...models import (
    Event,
    Mirror,
    Mirroring,
    PairingReasons,
    Role,
    Section,
    Staff,
    TableSection,
    TeamTable,
    visible_tables,
)
from ..awards import final
from ..pairing import bye_reasons, worded_reasons
from ..public import (
    changed_pairings,
    corrected_boards,
    hall,
    left_boards,
    moved_players,
    public_names,
    visible,
)

# By name of standings, as parts are named after them.
Versions = Mapping[str, tuple[str, int]]


class Shown(NamedTuple):
    """The texts of all parts, by their names, and the version of each of the standings."""

    parts: dict[str, str]
    versions: Versions


def shown(event: Event) -> Shown:
    """What the public pages of an event show now."""
    while True:
        mark = mark_of(event.pk)
        found = dict(_parts(event.pk))
        # A change between two reads would tear what one section says from what the other does.
        if mark == mark_of(event.pk):
            return Shown(found, versions(event.pk))


def is_joined(event: int) -> bool:
    """Whether the hall sends this event to a server."""
    return Mirroring.objects.filter(event=event).exists()


def given_out(user: User) -> QuerySet[Mirror]:
    """What this person gave out on this server, and what nobody else could take back any more, as who gave it
    out may have no events now. An administrator sees what everybody did."""
    rows = Mirror.objects.select_related("event").order_by("-pk")
    leads = Staff.objects.filter(user=OuterRef("by"), role=Role.CHIEF)
    left = Q(by__is_staff=False, by__is_superuser=False) & ~Exists(leads)
    return rows if user.is_superuser else rows.filter(Q(by=user) | Q(by=None) | left)


def mark_of(event: int) -> tuple[object, ...]:
    """It differs after every change that a page of the event could show."""
    stands = Standings.objects.filter(_of(event)).order_by("pk").values_list("pk", "epoch", "version")
    # Reasons come a moment after their round, without a version.
    told = PairingReasons.objects.filter(section__event=event).aggregate(last=Max("pk"))
    return *stands, told["last"], *Event.objects.filter(pk=event).values_list(*visible.EVENT_FIELDS, "hidden")


def versions(event: int) -> Versions:
    """The versions of what the public sees, by the names of its parts."""
    if not Event.objects.filter(pk=event, hidden=False).exists():
        return {}
    return {
        f"{letter}/{slug}": (epoch, version)
        for letter, owners in (("s", _sections(event)), ("t", _tables(event)))
        for slug, epoch, version in owners.values_list("slug", "standings__epoch", "standings__version")
    }


def _parts(pk: int) -> Iterator[tuple[str, str]]:
    event = Event.objects.filter(pk=pk).first()
    if event is None or event.hidden:
        yield "event", written(EventPart())
        return
    sections, tables = list(_sections(pk)), list(_tables(pk))
    yield (
        "event",
        written(
            EventPart(
                public=True,
                name=event.name,
                city=event.city,
                starts_on=event.starts_on,
                time_zone=event.time_zone,
                short_names=event.short_names,
                listed=event.listed,
                sections=tuple([_section(section) for section in sections]),
                tables=tuple([_table(table) for table in tables]),
            )
        ),
    )
    for section in sections:
        at = f"s/{section.slug}"
        for published in _published(section, visible.PublicSection.related):
            yield from _of_standings(at, published)
            document = read_players(published.body)
            yield from _of_section(at, section, document, published)
            yield from _sheets(at, section, document if event.short_names else None)
    for table in tables:
        for published in _published(table, visible.PublicTable.related):
            yield from _of_standings(f"t/{table.slug}", published)


def _section(section: Section) -> SectionPart:
    return SectionPart(**{name: getattr(section, name) for name in SectionPart.__struct_fields__})


def _table(table: TeamTable) -> TablePart:
    drawn = TableSection.objects.filter(table=table).order_by("section")
    return TablePart(table.slug, table.name, tuple(drawn.values_list("section__slug", flat=True)))


def _published(owner: Section | TeamTable, related: str) -> "list[Published]":
    return list(visible.with_as_of(Published.objects.filter(pk=owner.standings_id), related))


def _of_standings(at: str, published: Published) -> Iterator[tuple[str, str]]:
    as_of = published.as_of  # type: ignore[attr-defined]  # annotated
    yield at, written(StandingsPart(published.epoch, published.version, as_of, published.computed_at))
    yield f"{at}/document", published.body
    for row in FrozenAwards.objects.filter(standings=published.pk):
        yield (
            f"{at}/awards/{row.number}",
            written(AwardsPart(row.awards, row.sha256, row.frozen_at, row.keys)),
        )


def _of_section(
    at: str, section: Section, document: PlayersDocument, published: Published
) -> Iterator[tuple[str, str]]:
    yield f"{at}/names", written(sorted(hall.listed_names(document, section.standings_id).items()))
    if moved := changed_pairings.changed(document, section.standings_id, published.stamp):
        yield f"{at}/changed", written(changed_pairings.listed(moved))
    if corrected := corrected_boards.corrected(document, section.standings_id, published.stamp):
        yield f"{at}/corrected", written(corrected_boards.listed(corrected))
    if left := left_boards.left_boards(document, section.standings_id, published.stamp):
        yield f"{at}/left", written(sorted(left))
    if byes := left_boards.left_byes(document, section.standings_id, published.stamp):
        yield f"{at}/left-byes", written(sorted(byes))
    if into := moved_players.moved_to(document, section.standings_id, published.stamp):
        yield f"{at}/moved", written(into)
    for row in PairingReasons.objects.filter(section=section, round__in=list(document.boards)).order_by("pk"):
        yield f"{at}/reasons/{row.round}", written(worded_reasons.told_in_public(row))
        if bye := bye_reasons.told_in_public(document, row):
            yield f"{at}/bye/{row.round}", written(bye)


def _sheets(at: str, section: Section, shortened: PlayersDocument | None) -> Iterator[tuple[str, str]]:
    """The final sheets, none with a name in full that the public reads no more."""
    rows = list(FinalSheet.objects.filter(standings=section.standings_id))
    names = None
    if rows and shortened:
        names = public_names.names_of(shortened, public_names.former_names(section.standings_id))
    for row in rows:
        told = SheetPart(
            sheet=final.sheet_text(row, names),
            sha256=row.sha256,
            keys=row.keys,
            at=row.finished_at,
            reopened=row.reopened_at,
            reason=row.reason,
        )
        yield f"{at}/final/{row.number}", written(told)


def _sections(event: int) -> "QuerySet[Section]":
    """In the order in which they were made: a table numbers by it the sections that it draws on."""
    return Section.objects.filter(event=event, hidden=False).order_by("pk")


def _tables(event: int) -> "QuerySet[TeamTable]":
    return visible_tables().filter(event=event).order_by("pk")


def _of(event: int) -> Q:
    return Q(section__event=event) | Q(teamtable__event=event)
