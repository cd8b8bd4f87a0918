"""Who is here before the first round: everybody of an event from A to Z, and how many of each section."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from hashlib import sha256
from types import MappingProxyType
from typing import Any, NamedTuple

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from tiebreaks.engine.chart.wallchart import Kind

from ...formats.byes import Bye
from ...formats.names import folded, last_first, may_be_one, name_parts, near_names
from ...formats.records import RosterEntry
from ...models import CheckIn, Event, LogEntry, Player, Round, RowChange, Seat, Section, Verb
from ...text.byes import told
from ...text.log import Summary
from ..event.emptied import without_emptied
from ..event.endings import finished_at
from ..event.people import name_of
from . import fees
from .byes import requested

# Against whom a latecomer can be seated: who has the full-point bye, who is left without a board, or another
# latecomer.
BYE, LEFT, TOGETHER = "bye", "left", "together"


class Late(NamedTuple):
    """Who came after a round was published, and has no seat there; ``against`` is the number of who could be
    the opponent, and ``how`` says why that one is free; 0 where nobody may be met."""

    name: str
    number: int
    round: int
    against: int
    opponent: str
    how: str

    @property
    def together(self) -> bool:
        return self.how == TOGETHER

    @property
    def is_said(self) -> bool:
        """Two who are seated together are told of once where they stand one below the other."""
        return not self.together or self.number < self.against


@dataclass(frozen=True)
class Arrival:
    """A player, or a team, at the door."""

    pk: int
    number: int
    name: str
    section: Section
    # As directors type it, with its games; empty for unrated.
    rated: str = ""
    team: str = ""
    grade: str = ""
    # What it is found by: the name, the school and the ID, without accents.
    words: str = ""
    # The check-in, when it was and who made it; 0 for none.
    check_in: int = 0
    at: datetime | None = None
    by: str = ""
    # In an event that keeps its fees here: whether nobody has paid for the entry, what was paid, None where
    # nobody says how much, and the usual fee of the section, 0 if nobody paid one.
    owes: bool = False
    is_paid: bool = False
    fee: int | None = None
    usual_fee: int = 0
    # Whether a bye in round 1 was asked for, and whether the player withdrew.
    bye: bool = False
    withdrawn: bool = False
    # Whether a withdrawal was that of a no-show, who is in again by coming.
    may_return: bool = False
    # Whether the section is final: who was here stays as it is.
    final: bool = False
    # As others here write what may be the same school; empty for who writes it so.
    school: str = ""
    # Without a seat in the round that is being played.
    late: Late | None = None
    # Not among those that were looked for.
    is_left_out: bool = False

    @property
    def state(self) -> str:
        """Differs whenever the row would."""
        shown = (self.name, self.section.pk, self.rated, self.team, self.number)
        paid = self.owes, self.is_paid, self.fee, self.usual_fee
        here = self.check_in, self.bye, self.withdrawn, self.may_return, self.late
        return _digest((*shown, *here, self.final, *paid, self.team, self.school))


class Share(NamedTuple):
    """How many of a section are here."""

    section: Section
    here: int
    of: int


@dataclass(frozen=True)
class Door:
    """Everybody of an event, those who are missing first, each list from A to Z."""

    # Read before the rest: it differs whenever somebody came, or a roster changed.
    stamp: str
    missing: list[Arrival] = field(default_factory=list)
    here: list[Arrival] = field(default_factory=list)
    withdrawn: list[Arrival] = field(default_factory=list)
    shares: list[Share] = field(default_factory=list)
    # The sections that are final, or archived with their players, in the order of the event's pages.
    final: list[Section] = field(default_factory=list)
    archived: list[Section] = field(default_factory=list)

    @property
    def count(self) -> Share | None:
        """Of all sections together; None without players."""
        if not self.shares:
            return None
        sections, here, of = zip(*self.shares, strict=True)
        return Share(sections[0], sum(here), sum(of))

    @property
    def found(self) -> int:
        """How many the search left."""
        return sum(not each.is_left_out for each in (*self.missing, *self.here, *self.withdrawn))


def stamp(event: Event) -> str:
    """Which check-ins, fees and rosters these are. Keys of check-ins only grow, and an undone one is removed:
    so many up to this key are the same ones, unless one was saved late, which their sum tells."""
    rows = CheckIn.objects.filter(player__section__event=event)
    checked = rows.aggregate(n=Count("pk"), last=Max("pk"), sum=Sum("pk"))
    sections = Section.objects.filter(event=event).order_by("pk")
    versions = sections.values_list("pk", "name", "archived", "standings__epoch", "standings__version")
    return _digest((event.archived, *checked.values(), *fees.stamp(event), *versions))


def door(
    event: Event,
    *,
    section: str = "",
    sought: str = "",
    late: Mapping[int, Late] = MappingProxyType({}),
    schools: Mapping[int, str] = MappingProxyType({}),
) -> Door:
    """Everybody who is expected, of one section if its address is given. A word that is ``sought`` is the
    beginning of a name, a school or an ID, and who is found by the name alone comes first. By key, ``late``
    are those who came after a round was published, and ``schools`` those that others spell otherwise."""
    now = stamp(event)
    rows = expected(Player.objects.filter(section__event=event, section__archived=False))
    rows = rows.select_related("section", "check_in__by").order_by("section__position", "section", "number")
    of_section: dict[Section, list[Arrival]] = {}
    resting = _resting(event)
    final = set(
        Section.objects.filter(event=event)
        .annotate(finished=finished_at())
        .exclude(finished=None)
        .values_list("pk", flat=True)
    )
    words = words_of(sought)
    returning = who_may_return(event, rows)
    keeps_fees, usual = any(player.is_paid for player in rows), _usual_fees(rows)
    for player in rows:
        arrival = replace(
            _arrival(player, player.pk in resting, player.section_id in final, words),
            owes=keeps_fees and not player.is_paid and player.withdrawn_after is None,
            usual_fee=usual[player.section_id],
            may_return=player.pk in returning,
            late=late.get(player.pk),
            school=schools.get(player.pk, ""),
        )
        of_section.setdefault(player.section, []).append(arrival)
    shown = [
        each for found, arrivals in of_section.items() for each in arrivals if section in ("", found.slug)
    ]
    shown.sort(key=lambda each: (not begins(words, words_of(each.name)), folded(each.name), each.pk))
    return Door(
        now,
        missing=[each for each in shown if not each.check_in and not each.withdrawn],
        here=[each for each in shown if each.check_in and not each.withdrawn],
        withdrawn=[each for each in shown if each.withdrawn],
        shares=[_share(found, arrivals) for found, arrivals in of_section.items()],
        final=[found for found in of_section if found.pk in final],
        archived=list(
            event.sections.filter(archived=True, players__isnull=False).order_by("position", "pk").distinct()
        ),
    )


def by_section(door: Door) -> list[tuple[Section, list[Arrival]]]:
    """Those who are to come or came, each section from A to Z."""
    everybody = sorted((*door.missing, *door.here), key=lambda each: (folded(each.name), each.pk))
    lists = [
        (share.section, [each for each in everybody if each.section == share.section])
        for share in door.shares
    ]
    return [(section, arrivals) for section, arrivals in lists if arrivals]


def _usual_fees(players: Iterable[Player]) -> dict[int, int]:
    """By section; where nobody of it has paid, that of the others."""
    of_section: dict[int, list[Player]] = defaultdict(list)
    for player in players:
        of_section[player.section_id].append(player)
    elsewhere = fees.usual_fee(players)
    return {pk: fees.usual_fee(paid) or elsewhere for pk, paid in of_section.items()}


def words_of(text: str) -> list[str]:
    """The words by which somebody is found, without accents and marks."""
    return re.findall(r"\w+", folded(text))


def begins(parts: Iterable[str], words: Collection[str]) -> bool:
    """Whether each part is the beginning of a word."""
    return all(any(word.startswith(part) for word in words) for part in parts)


def expected(players: "QuerySet[Player]") -> "QuerySet[Player]":
    """Those who come to the door: a re-entry and a visitor came before, and a house player is the house's."""
    return players.filter(house=False, reentry_of=None, visitor_of=None)


def _share(section: Section, arrivals: Iterable[Arrival]) -> Share:
    there = [each for each in arrivals if not each.withdrawn]
    return Share(section, sum(bool(each.check_in) for each in there), len(there))


def _arrival(player: Player, rests: bool, final: bool, sought: Collection[str]) -> Arrival:
    check_in: CheckIn | None = getattr(player, "check_in", None)
    name = player.name if player.section.boards else last_first(player.name)
    words = words_of(f"{name} {player.team} {player.uscf_id}")
    return Arrival(
        player.pk,
        player.number,
        name,
        player.section,
        rated=player.rated,
        team=player.team,
        grade=player.grade,
        words=" ".join(words),
        check_in=check_in.pk if check_in else 0,
        at=check_in.at if check_in else None,
        by=name_of(check_in.by) if check_in and check_in.by else "",
        bye=rests,
        withdrawn=player.withdrawn_after is not None,
        final=final,
        is_paid=player.is_paid,
        fee=player.fee_cents,
        is_left_out=not begins(sought, words),
    )


def _resting(event: Event) -> set[int]:
    """Those who asked for a bye in round 1."""
    seats = Seat.objects.filter(round__section__event=event, round__number=1, game=None)
    return set(seats.exclude(kind=Kind.FULL_BYE.letter).values_list("player", flat=True))


# --- those who did not come ----------------------------------------------------------------------


# Check-in has begun where one of so many was checked in.
LIKELY_FROM = 4


@dataclass(frozen=True)
class NoShows:
    """Those of a section who were never here and whom nobody has checked in, from A to Z: whom the round
    after this one expects, and who has a half-point bye in it though an earlier one expected them."""

    section: Section
    players: list[Player]
    # Whether all of them are likely to be out: round 1 is ahead, and of those who were to be checked in here
    # a good part was. Later somebody may be here without a check-in.
    likely: bool
    # The last round that is published, 0 before round 1.
    after: int = 0
    # Whether somebody who plays here was checked in before round 1. A walk-in is so without a press.
    checks_in: bool = False
    # Of a round robin before round 1, how many would be left without them; None elsewhere.
    would_be_left: int | None = None
    # What they asked for in rounds to come, by their key.
    byes: Mapping[int, tuple[Bye, ...]] = field(default_factory=dict)

    def asked(self, player: Player) -> str:
        """The byes that a player asked for, in words."""
        return told((number, kind.letter) for number, kind in self.byes.get(player.pk, ()))

    @property
    def resting(self) -> list[Player]:
        return [each for each in self.players if self.after + 1 in dict(self.byes.get(each.pk, ()))]

    @property
    def expected(self) -> list[Player]:
        return [each for each in self.players if each not in self.resting]


def no_shows(event: Event, section: str = "") -> list[NoShows]:
    """Of each section that plays on. Once round 1 is published, only those who have played no game: the
    others came without a check-in."""
    last: Any = Max("round_set__number", filter=Q(round_set__published_at__isnull=False))
    sections = event.sections.filter(archived=False).annotate(after=Coalesce(last, 0))
    sections = sections.annotate(finished=finished_at()).filter(finished=None, after__lt=F("rounds"))
    if section:
        sections = sections.filter(slug=section)
    published_of = {each: getattr(each, "after") for each in sections.order_by("position", "pk")}  # noqa: B009
    here = set() if all(published_of.values()) else _checked_in_where_they_play(event)
    found = []
    for each, after in published_of.items():
        rows = expected(each.players.filter(withdrawn_after=None)).select_related("section")
        missing = list(never_there(rows, after).filter(check_in=None))
        missing.sort(key=lambda player: (folded(last_first(player.name)), player.pk))
        if missing:
            came = 0 if after else rows.filter(pk__in=here).count()
            likely = came * LIKELY_FROM >= came + len(missing)
            left = None
            if not after and each.format == Section.Formats.ROUND_ROBIN:
                left = each.players.filter(withdrawn_after=None).count() - len(missing)
            found.append(NoShows(each, missing, likely, after, came > 0, left, requested(each)))
    return found


def last_published(section: Section) -> int:
    """0 before round 1."""
    rounds = Round.objects.filter(section=section, published_at__isnull=False)
    return rounds.aggregate(last=Max("number"))["last"] or 0


def never_there(players: "QuerySet[Player]", after: int) -> "QuerySet[Player]":
    """Those who have played no game until now, and are not out of the next round. A half-point bye that was
    asked for there excuses nobody who missed an earlier round without one."""
    seats = Seat.objects.filter(player=OuterRef("pk"))
    byes = seats.filter(round__number=after + 1, game=None)
    halves = byes.filter(kind=Kind.HALF_BYE.letter)
    out = byes.exclude(kind__in=[Kind.FULL_BYE.letter, Kind.HALF_BYE.letter])
    excused = Seat.objects.filter(
        round=OuterRef("pk"), player=OuterRef(OuterRef("pk")), kind=Kind.HALF_BYE.letter
    )
    missed = Round.objects.filter(~Exists(excused), section=OuterRef("section"), number__lte=after)
    was_here = seats.filter(round__number__lte=after).exclude(kind__in=_NOT_THERE)
    return players.exclude(Exists(out) | Exists(was_here) | (Exists(halves) & ~Exists(missed)))


# What a round has for who may not be there. Nobody need be here for a full-point bye.
_NOT_THERE = [kind.letter for kind in (Kind.UNPAIRED, Kind.HALF_BYE, Kind.FULL_BYE, Kind.FORFEIT_LOSS)]


def _checked_in_where_they_play(event: Event) -> set[int]:
    """Those who are here without walk-ins, who were checked in as they were added, and without those who were
    checked in in another section."""
    standings = dict(
        Player.objects.filter(section__event=event)
        .exclude(check_in=None)
        .values_list("pk", "section__standings")
    )
    return {
        row.after["player_id"]
        for entry in _log(event.pk).filter(code=Summary.CHECKED_IN)
        for row in entry.changes
        if row.after is not None and standings.get(row.after["player_id"]) == entry.standings_id
    }


def no_show_byes(player: Player) -> list[Seat]:
    """The seats of the bye that a player has as a no-show in a round 1 that is not published. A bye that was
    asked for is none."""
    seats = Seat.objects.filter(
        player=player, round__section=player.section_id, round__number=1, round__published_at=None
    )
    found = list(seats.filter(game=None, kind=Kind.UNPAIRED.letter))
    return found if found and _is_of_no_shows(player, {seat.pk for seat in found}) else []


def _is_of_no_shows(player: Player, seats: set[int]) -> bool:
    """Whether the log has these seats of byes from the no-shows. A change of section seats a player anew:
    what it removed is looked for then."""
    for entry in _log(player.section.event_id).order_by("-pk"):
        rows = [row for row in entry.changes if _is_bye_of(player, row)]
        if any(row.pk in seats for row in rows if row.before is None):
            if entry.code == Summary.NO_SHOWS_BYES:
                return True
            seats |= {row.pk for row in rows if row.after is None}
    return False


def _log(event: int) -> "QuerySet[LogEntry]":
    return LogEntry.objects.filter(standings__in=Section.objects.filter(event=event).values("standings"))


def who_may_return(event: Event, players: Iterable[Player]) -> set[int]:
    """Of those who withdrew, those whom the no-shows took out last, and for whom a round is still to come."""
    gone = [player for player in players if player.withdrawn_after is not None]
    if not gone:
        return set()
    code_of: dict[int, str] = {}
    for entry in _log(event.pk).filter(verb=Verb.WITHDRAW).order_by("pk"):
        left = [
            row.pk
            for row in entry.changes
            if row.table == "player" and "withdrawn_after" in (row.after or {})
        ]
        code_of |= dict.fromkeys(left, entry.code)
    again = set(Player.objects.filter(reentry_of__in=gone).values_list("reentry_of", flat=True))
    last: Any = Max("round_set__number", filter=Q(round_set__published_at__isnull=False))
    sections = Section.objects.filter(event=event).annotate(after=Coalesce(last, 0))
    play_on = set(sections.filter(after__lt=F("rounds")).values_list("pk", flat=True))
    return {
        player.pk
        for player in gone
        if code_of.get(player.pk) in (Summary.NO_SHOWS_WITHDRAWN, Summary.NO_SHOWS_LEFT)
        and player.section_id in play_on
        and player.pk not in again
    }


def _is_bye_of(player: Player, row: RowChange) -> bool:
    """Whether this is the row of a zero-point bye of a player that came or went."""
    seat = row.after if row.before is None else row.before
    is_whole = row.before is None or row.after is None
    return (
        row.table == "seat"
        and is_whole
        and seat is not None
        and (seat["player_id"], seat["kind"]) == (player.pk, Kind.UNPAIRED.letter)
    )


def not_checked_in(section: Section, number: int) -> NoShows | None:
    """Those of a section who were never here, for this round, the next one; None where nobody checks in."""
    if not CheckIn.objects.filter(player__section__event=section.event_id).exists():
        return None
    return next((each for each in no_shows(section.event, section.slug) if each.after + 1 == number), None)


# --- walk-ins, and who changes sections ----------------------------------------------------------


def may_be(event: Event, entry: RosterEntry) -> list[Player]:
    """The entries of an event that may be this player: of the same ID, or of nearly the same name."""
    parts = name_parts(entry.name)
    rows = expected(Player.objects.filter(section__event=event, section__boards=0)).select_related("section")
    return [
        player
        for player in rows.order_by("section__position", "section", "number")
        if (entry.uscf_id and player.uscf_id == entry.uscf_id)
        or (
            near_names(name_parts(player.name), parts)
            and not (entry.uscf_id and player.uscf_id and entry.uscf_id != player.uscf_id)
        )
    ]


def is_id_of(player: Player, entry: RosterEntry, section: Section) -> bool:
    """Whether an entry of a section has the ID of a player and cannot stand beside: a player of another name,
    or of the same section. One player may be in two sections."""
    if not entry.uscf_id or player.uscf_id != entry.uscf_id:
        return False
    return player.section_id == section.pk or not may_be_one(player.name, entry.name)


def others_of_its_id(player: Player) -> list[Player]:
    """Who has a player's US Chess ID in another section, under a name that cannot be the same player's."""
    if not player.uscf_id:
        return []
    rows = Player.objects.filter(
        section__event=player.section.event_id, uscf_id=player.uscf_id, visitor_of=None
    )
    rows = rows.exclude(section=player.section_id).select_related("section")
    return [
        each
        for each in rows.order_by("section__position", "section", "number")
        if not may_be_one(each.name, player.name)
    ]


def open_sections(event: Event) -> "QuerySet[Section]":
    """Those whose round 1 is still to be published, in the order of the event's pages. A section whose
    entries went to others is one again once it has players."""
    begun = Round.objects.filter(number=1, published_at__isnull=False, section__event=event)
    sections = event.sections.filter(archived=False).exclude(pk__in=begun.values("section"))
    return without_emptied(sections).order_by("position", "pk")


def begun_sections(event: Event) -> "QuerySet[Section]":
    """Those of players whose round 1 is published, and that are not over: a late player asks a director."""
    begun = Round.objects.filter(number=1, published_at__isnull=False, section__event=event)
    sections = event.sections.filter(archived=False, boards=0, pk__in=begun.values("section"))
    return sections.annotate(finished=finished_at()).filter(finished=None).order_by("position", "pk")


def late_sections(event: Event) -> "QuerySet[Section]":
    """The Swiss sections of players whose round 1 is published and that play on: who comes there is late."""
    last: Any = Max("round_set__number", filter=Q(round_set__published_at__isnull=False))
    sections = event.sections.filter(archived=False, boards=0, format=Section.Formats.SWISS)
    sections = sections.annotate(last=last, finished=finished_at())
    return sections.filter(finished=None, last__gte=1, last__lt=F("rounds")).order_by("position", "pk")


def may_be_in(player: Player) -> "QuerySet[Section]":
    """The sections in which an entry can be now, its own too."""
    return open_sections(player.section.event).filter(boards=player.section.boards)


def _digest(values: tuple[object, ...]) -> str:
    return sha256(repr(values).encode()).hexdigest()[:12]
