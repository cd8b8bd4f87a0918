"""Parts of a mirror into the rows that public pages read. The caller holds the lock on the mirror."""

from collections.abc import Collection, Mapping, Set
from hashlib import sha256
from typing import Any, NamedTuple, TypeVar

from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, transaction
from django.db.models import Model, Q
from msgspec import MsgspecError

from tiebreaks import final, frozen
from tiebreaks.models import FinalSheet, FrozenAwards, Published, Standings
from tiebreaks.published import (
    ENGINE,
    SCHEMA,
    PlayersDocument,
    TeamsDocument,
    read_players,
    read_teams,
)

from ... import zones
from ...formats.mirror import (
    AwardsPart,
    ChangedPairing,
    CorrectedBoard,
    EventPart,
    SectionPart,
    SheetPart,
    StandingsPart,
    TablePart,
    read,
)
from ...models import (
    Event,
    HasStandings,
    Mirror,
    MirroredStandings,
    PairingReasons,
    Player,
    Section,
    TableSection,
    TeamTable,
)
from ..setup import RESERVED_IN_EVENT

# What is raised for parts that no hall of this release sends.
UNREADABLE = (
    *(MsgspecError, ValidationError, DataError, IntegrityError),
    *(TypeError, ValueError, LookupError, RecursionError),
)
Owner = TypeVar("Owner", Section, TeamTable)
_Told = list[tuple[str, dict[str, Any]]]


class _Group(NamedTuple):
    """The points of a score group, what is told of it, and the scores and colors of the two of a board or of
    who has the bye. There may be none; rounds of earlier releases have no colors, or no scores either."""

    points_q: int = 0
    told: _Told = []
    scores_q: list[int] = []
    colors: list[str] = []


# Of each board: both numbers, what is told, and its score group.
_Reasons = list[tuple[int, int, _Told, _Group]]


class _Bye(NamedTuple):
    """The number of who has the full-point bye, what is told of it, and its score group, which rounds of
    earlier releases have not."""

    number: int
    told: _Told
    group: _Group = _Group()


class OfStandings(NamedTuple):
    """The name of a part about standings: ``s/open/reasons/3`` is of ``s/open``, its reasons, number 3."""

    at: str
    kind: str = ""
    number: int = 0

    @classmethod
    def of(cls, name: str) -> "OfStandings":
        letter, slug, kind, number = (*name.split("/"), "", "")[:4]
        return cls(f"{letter}/{slug}", kind, int(number or 0))

    @staticmethod
    def is_named(name: str) -> bool:
        """Whether the part has the version of standings."""
        return name.count("/") == 1


def lay_out(mirror: Mirror, changed: Collection[str] | None = None) -> None:
    """Make the rows of these parts, or of all: what one section shows does not touch the others.

    Raises for parts that do not fit each other, or that no page could show.
    """
    if changed is None or "event" in changed:
        texts = dict(mirror.parts.values_list("name", "text"))
        _lay_out_event(mirror.event, texts)
        return
    owners = _owners(mirror.event)
    for at in {OfStandings.of(name).at for name in changed}:
        texts = dict(
            mirror.parts.filter(Q(name=at) | Q(name__startswith=f"{at}/")).values_list("name", "text")
        )
        _write(owners[at], at, texts)


def lay_out_anew() -> list[Event]:
    """After an upgrade: make the rows of what an older release was sent. The events that this one cannot read
    are hidden until their halls send them again; they are returned."""
    older = Q(schema__lt=SCHEMA) | Q(engine__lt=ENGINE)
    stale = Published.objects.filter(older, standings__mirrored__isnull=False)
    of_event = Q(event__sections__standings__in=stale.values("pk"))
    of_event |= Q(event__team_tables__standings__in=stale.values("pk"))
    hidden = []
    for mirror in Mirror.objects.filter(of_event).select_related("event").distinct().order_by("pk"):
        try:
            with transaction.atomic():
                lay_out(mirror, set(mirror.parts.exclude(name="event").values_list("name", flat=True)))
        except UNREADABLE:
            Event.objects.filter(pk=mirror.event_id).update(hidden=True)
            hidden.append(mirror.event)
    return hidden


def _lay_out_event(event: Event, texts: Mapping[str, str]) -> None:
    """Everything anew: rows keep the order in which the hall has them."""
    part = read(texts["event"], EventPart)
    _remove_standings(event)
    # What is archived is read only, for everybody who finds it.
    event.hidden, event.archived = not part.public, True
    if part.public:
        event.name, event.city, event.starts_on = part.name, part.city, part.starts_on
        event.time_zone = part.time_zone
        event.short_names, event.listed = part.short_names, part.listed
        if str(zones.zone(part.time_zone)) != part.time_zone:
            raise ValueError("an unknown time zone")
    _clean(event, "name", "city", "starts_on", "time_zone")
    event.save()
    sections = {each.slug: _section(event, each) for each in part.sections}
    owners: dict[str, HasStandings] = {f"s/{slug}": section for slug, section in sections.items()}
    for each in part.tables:
        owners[f"t/{each.slug}"] = _table(event, each, sections)
    for at, owner in owners.items():
        _write(owner, at, {name: text for name, text in texts.items() if f"{name}/".startswith(f"{at}/")})


def _remove_standings(event: Event) -> None:
    Standings.objects.filter(Q(section__event=event) | Q(teamtable__event=event)).delete()


def _owners(event: Event) -> dict[str, HasStandings]:
    sections = {f"s/{each.slug}": each for each in event.sections.select_related("standings")}
    tables = TeamTable.objects.filter(event=event).select_related("standings")
    return {**sections, **{f"t/{each.slug}": each for each in tables}}


def _section(event: Event, part: SectionPart) -> Section:
    if part.slug in RESERVED_IN_EVENT:
        raise ValueError("an address of Wallchart's own")
    fields = {name: getattr(part, name) for name in SectionPart.__struct_fields__}
    # Those that only a document tells are set with it.
    section = Section(event=event, standings=Standings.objects.create(), rounds=1, **fields)
    return _made(section, *fields)


def _table(event: Event, part: TablePart, sections: Mapping[str, Section]) -> TeamTable:
    fields = {"slug": part.slug, "name": part.name}
    table = _made(TeamTable(event=event, standings=Standings.objects.create(), **fields), *fields)
    for slug in part.sections:
        TableSection.objects.create(table=table, section=sections[slug])
    return table


def _made(row: Owner, *told: str) -> Owner:
    _clean(row, *told)
    row.save(force_insert=True)
    return row


def _clean(row: Model, *told: str) -> None:
    """Refuse what a form would, in the fields that the hall tells."""
    row.clean_fields(exclude={field.name for field in row._meta.concrete_fields} - set(told))


# --- one section, or one table ----------------------------------------------------------------------


def _write(owner: HasStandings, at: str, texts: Mapping[str, str]) -> None:
    """All rows of one owner. Those that are as they were stay."""
    document = _document(owner, texts[f"{at}/document"])
    if isinstance(owner, Section) and isinstance(document, PlayersDocument):
        owner.rounds, owner.games, owner.boards = document.rounds, document.games, document.boards_per_match
        owner.format = document.format.value
        owner.save(update_fields=["rounds", "games", "boards", "format"])
    _publish(owner.standings, read(texts[at], StandingsPart), texts[f"{at}/document"])
    beside = sorted((OfStandings.of(name), text) for name, text in texts.items())
    awards = [_awards(owner.standings, of.number, text) for of, text in beside if of.kind == "awards"]
    _replace(FrozenAwards.objects.filter(standings=owner.standings), awards)
    if isinstance(owner, Section):
        sheets = [_sheet(owner.standings, of.number, text) for of, text in beside if of.kind == "final"]
        _replace(FinalSheet.objects.filter(standings=owner.standings), sheets)
        # These are read as they were sent; here it is only made sure that they can be.
        read(texts.get(f"{at}/changed", "[]"), list[ChangedPairing])
        read(texts.get(f"{at}/corrected", "[]"), list[CorrectedBoard])
        for kind in ("left", "left-byes"):
            read(texts.get(f"{at}/{kind}", "[]"), list[tuple[int, int]])
        read(texts.get(f"{at}/moved", "[]"), list[str])
        names = read(texts[f"{at}/names"], list[tuple[int, str]])
        _replace(Player.objects.filter(section=owner), [_player(owner, *each) for each in names])
        byes = {of.number: _bye(text) for of, text in beside if of.kind == "bye"}
        reasons = [
            _reasons(owner, of.number, text, byes.get(of.number))
            for of, text in beside
            if of.kind == "reasons"
        ]
        _replace(PairingReasons.objects.filter(section=owner), reasons)


def _publish(standings: Standings, part: StandingsPart, body: str) -> None:
    """The document under the hall's own version."""
    standings.epoch, standings.version = part.epoch, part.version
    _clean(standings, "epoch", "version")
    standings.save(update_fields=["epoch", "version"])
    stamp = {"epoch": part.epoch, "version": part.version}
    code = {"schema": SCHEMA, "engine": ENGINE}
    Published.objects.update_or_create(
        pk=standings.pk, defaults={**stamp, **code, "computed_at": part.made, "body": body}
    )
    MirroredStandings.objects.update_or_create(pk=standings.pk, defaults={"as_of": part.as_of})


def _document(owner: HasStandings, body: str) -> PlayersDocument | TeamsDocument:
    """A document that pages can show: what it says is read once, before it is stored."""
    document = read_players(body) if isinstance(owner, Section) else read_teams(body)
    document.order, document.values  # noqa: B018 (both raise where they cannot be read)
    if isinstance(document, PlayersDocument):
        document.columns, document.matches  # noqa: B018
    if not _named(document) <= _known(document):
        raise LookupError("a number of nobody")
    if isinstance(document, TeamsDocument):
        members = {key for team in document.teams for key in team.members}
        sections = {line.section for line in document.member_lines}
        if not members <= document.members.keys() or not sections <= set(range(len(document.sections))):
            raise LookupError("a member of no section")
    return document


def _known(document: PlayersDocument | TeamsDocument) -> Set[int]:
    return (
        document.reading().by_number.keys() if isinstance(document, PlayersDocument) else document.team.keys()
    )


def _named(document: PlayersDocument | TeamsDocument) -> set[int]:
    """The numbers of players, or of teams, that the document places, pairs or awards."""
    if isinstance(document, TeamsDocument):
        return {*document.by_number, *(number for award in document.awards for number in award.winners)}
    seated = [number for boards in document.boards.values() for b in boards for number in (b.white, b.black)]
    met = [cell.opponent for card in document.chart.cards for cell in card.cells if cell.opponent is not None]
    trophies = [number for award in document.awards.trophies for number in award.winners]
    money = [paid.number for award in document.awards.cash for paid in award.payments]
    return {*document.by_number, *seated, *met, *trophies, *money}


def _awards(standings: Standings, number: int, text: str) -> FrozenAwards:
    part = read(text, AwardsPart)
    frozen.read(part.awards)
    if sha256(part.awards.encode()).hexdigest() != part.sha256:
        raise ValueError("awards of another hash")
    return FrozenAwards(
        standings=standings,
        number=number,
        stamp="",
        awards=part.awards,
        keys=part.keys,
        sha256=part.sha256,
        frozen_at=part.at,
    )


def _sheet(standings: Standings, number: int, text: str) -> FinalSheet:
    part = read(text, SheetPart)
    final.read(part.sheet)
    row = FinalSheet(
        standings=standings,
        number=number,
        stamp="",
        sheet=part.sheet,
        sha256=part.sha256,
        keys=part.keys,
        finished_at=part.at,
        reopened_at=part.reopened,
        reason=part.reason,
    )
    _clean(row, "number", "sha256", "reason")
    return row


def _player(section: Section, number: int, name: str) -> Player:
    player = Player(section=section, number=number, name=name)
    _clean(player, "number", "name")
    return player


def _reasons(section: Section, number: int, text: str, bye: list[Any] | None) -> PairingReasons:
    read(text, _Reasons)
    return PairingReasons(section=section, round=number, boards=read(text, list[Any]), bye=bye)


def _bye(text: str) -> list[Any]:
    read(text, _Bye)
    return read(text, list[Any])


def _replace(there: Any, rows: Collection[Model]) -> None:
    """These rows instead of those, unless they are the same."""
    columns = [field.attname for field in there.model._meta.concrete_fields if not field.primary_key]
    new = [tuple(getattr(row, name) for name in columns) for row in rows]
    if list(there.order_by("pk").values_list(*columns)) == new:
        return
    there.delete()
    there.model._default_manager.bulk_create(rows, batch_size=500)
