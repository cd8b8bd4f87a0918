"""What a director is told before something becomes public, is archived, or is deleted."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.models import FinalSheet, FrozenAwards, PostedOrder

from ...models import (
    BYES,
    Event,
    ExtraGame,
    LogEntry,
    MatchBoard,
    Player,
    Round,
    Seat,
    Section,
    TeamTable,
    Verb,
)

# Without a game, these say who was not paired; everything else of a seat is a result.
_NO_RESULT = [Kind.OPEN.letter, *(kind.letter for kind in BYES)]
_OPEN_BOARD = {"home_kind": Kind.OPEN.letter, "away_kind": Kind.OPEN.letter}


@dataclass(frozen=True)
class Readiness:
    """A section, what its public page would lack, and whether it is hidden after it was published."""

    section: Section
    lacks: list[str]
    was_public: bool = False


def readiness(sections: QuerySet[Section]) -> list[Readiness]:
    """In the order of the event's pages, without what is archived."""
    found = sections.filter(archived=False).annotate(
        entries=Count("players"),
        posted=Exists(PostedOrder.objects.filter(standings=OuterRef("standings"))),
    )
    listed = list(found.order_by("position", "pk"))
    again = _hidden_again([section for section in listed if section.hidden])
    return [Readiness(section, _lacks(section), section.pk in again) for section in listed]


def _hidden_again(sections: list[Section]) -> set[int]:
    """Those of these hidden sections that were published once, as the log tells."""
    of_log = LogEntry.objects.filter(
        standings__in=[section.standings_id for section in sections], verb__in=[Verb.VISIBILITY, Verb.UNDO]
    )
    return {
        pk
        for rows in of_log.values_list("rows", flat=True)
        for table, pk, before, after in rows
        if table == "section" and any(row and row.get("hidden") is False for row in (before, after))
    }


def _lacks(section: Section) -> list[str]:
    lacks = []
    if not section.entries:  # type: ignore[attr-defined]
        lacks.append(_("no teams") if section.boards else _("no players"))
    if not section.posted:  # type: ignore[attr-defined]
        lacks.append(_("no tiebreak order posted, so the rulebook’s default applies"))
    if not section.prizes:
        lacks.append(_("no prizes announced"))
    return lacks


def finished_at() -> Subquery:
    """When a section was finished, in a query of sections; None for one that is not final."""
    return _of_the_version_that_holds("finished_at")


def final_version() -> Subquery:
    """Its number, in the same way."""
    return _of_the_version_that_holds("number")


def _of_the_version_that_holds(column: str) -> Subquery:
    holding = FinalSheet.objects.filter(standings=OuterRef("standings"), reopened_at=None)
    return Subquery(holding.values(column)[:1])


def finished_since(section: Section) -> datetime | None:
    """The same of one section, without a query where its page has read it."""
    if "finished_at" not in vars(section):
        held = FinalSheet.objects.filter(standings=section.standings_id, reopened_at=None)
        section.finished_at = held.values_list("finished_at", flat=True).first()
    return section.finished_at


def takes_results(section: Section) -> bool:
    """Whether anything of it can be entered: it is neither final nor archived."""
    return not (section.event.archived or section.archived or finished_since(section))


def closed_meanwhile(section: Section, *, took: bool) -> str:
    """What a page says that was loaded while the section took results, or did not; empty if that holds."""
    if takes_results(section) == took:
        return ""
    if not took:
        said = _("%(name)s takes results again.")
    elif finished_since(section):
        said = _("%(name)s was finished. This page takes no more results.")
    else:
        said = _("%(name)s was archived. This page takes no more results.")
    return said % {"name": section.name}


def has_results(section: Section) -> bool:
    """Whether anything was played, forfeited or announced: such a section is archived, never deleted."""
    return (
        Seat.objects.filter(round__section=section).exclude(kind__in=_NO_RESULT).exists()
        or MatchBoard.objects.filter(game__round__section=section).exclude(**_OPEN_BOARD).exists()
        or ExtraGame.objects.filter(section=section).exists()
        or FrozenAwards.objects.filter(standings=section.standings_id).exists()
    )


def games_with_results(event: Event) -> int:
    """How many games of the event have a result."""
    seats = Seat.objects.filter(round__section__event=event, game__isnull=False)
    return seats.exclude(kind__in=_NO_RESULT).values("game").distinct().count()


def is_result(letter: str) -> bool:
    """Whether a seat with this letter was played, or forfeited."""
    return letter not in _NO_RESULT


def event_has_results(event: Event) -> bool:
    frozen = FrozenAwards.objects.filter(standings__teamtable__event=event)
    return frozen.exists() or any(has_results(section) for section in event.sections.all())


def goes_with(event: Event, section: Section | None = None) -> list[str]:
    """What deleting an event, or one section of it, takes away, in words."""
    those = Q(section=section) if section else Q(section__event=event)
    players = Player.objects.filter(those).count()
    paired = Round.objects.filter(those, games__isnull=False).distinct().count()
    owned = Q(standings__section=section) if section else Q(standings__section__event=event)
    orders = PostedOrder.objects.filter(owned).count()
    said = [
        (players, ngettext("%(n)d entry of the roster", "%(n)d entries of the roster", players)),
        (paired, ngettext("%(n)d paired round", "%(n)d paired rounds", paired)),
        (orders, ngettext("%(n)d posted tiebreak order", "%(n)d posted tiebreak orders", orders)),
    ]
    if section is None:
        sections, tables = event.sections.count(), TeamTable.objects.filter(event=event).count()
        people = event.staff.count()
        said = [
            (sections, ngettext("%(n)d section", "%(n)d sections", sections)),
            (tables, ngettext("%(n)d team table", "%(n)d team tables", tables)),
            *said,
            (
                people,
                ngettext(
                    "the access of %(n)d person on its staff",
                    "the access of %(n)d people on its staff",
                    people,
                ),
            ),
        ]
    counted = [text % {"n": n} for n, text in said if n]
    return [*counted, _("the log, and every public address")]


def archived_of(event: Event) -> list[Section | TeamTable]:
    """What is archived here, sections first."""
    return [
        *event.sections.filter(archived=True).order_by("position", "pk"),
        *event.team_tables.filter(archived=True).order_by("pk"),
    ]
