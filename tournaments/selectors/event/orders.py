"""Which order of tiebreaks holds, every order that was posted, and the lock on it (34B)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from tiebreaks.engine.ranking import columns, sequence
from tiebreaks.engine.ranking.editions import EDITIONS, Edition
from tiebreaks.engine.ranking.sequence import Sequence
from tiebreaks.engine.terms.system import TiebreakSystem
from tiebreaks.models import PostedOrder
from tiebreaks.published import Posting
from tiebreaks.selectors import postings

from ...models import Event, HasStandings, Round, Seat, Section, TeamTable
from ...text import postings as words
from ...text.pairing_options import PostedOptions


def is_locked(owner: HasStandings) -> bool:
    """Whether play has begun in a section that counts: round one is published, or somebody has a result.

    Drafts do not lock, and neither do byes entered ahead.
    """
    sections = owner.counted_sections
    return (
        Round.objects.filter(section__in=sections, number=1, published_at__isnull=False).exists()
        or Seat.objects.filter(round__section__in=sections, game__isnull=False).exclude(kind="?").exists()
    )


def is_posted(owner: HasStandings) -> bool:
    return PostedOrder.objects.filter(standings=owner.standings_id).exists()


def order_in(owner: HasStandings) -> Sequence:
    """The order that holds, as the edition reads it."""
    return EDITIONS[owner.edition].read(owner.order(postings(owner.standings_id)))


# --- those of teams, to post before play ---------------------------------------------------------


def teams_to_post(section: Section) -> list[TeamTable]:
    """The tables with trophies that draw on a section and have no posted order: it can be posted freely until
    play begins."""
    tables = section.team_tables.select_related("event").order_by("pk")
    return [table for table in tables if table.trophies and not is_posted(table)]


def teams_to_post_before_play(events: Iterable[Event]) -> list[tuple[int, TeamTable]]:
    """The tables with trophies that have no posted order and of which no section has begun, each with the
    key of its first section: there a list of sections names it."""
    posted = PostedOrder.objects.filter(standings=OuterRef("standings"))
    begun = Round.objects.filter(section__team_tables=OuterRef("pk"), number=1, published_at__isnull=False)
    tables = TeamTable.objects.filter(~Exists(posted), ~Exists(begun), event__in=events, archived=False)
    found = tables.select_related("event").prefetch_related("sections").order_by("pk")
    return [(_first_section(table), table) for table in found if table.trophies]


def _first_section(table: TeamTable) -> int:
    return min(table.sections.all(), key=lambda section: (section.position, section.pk)).pk


# --- the page on which it is posted ---------------------------------------------------------------


@dataclass(frozen=True)
class PostedLine:
    """A posted order with the options of the pairing; ``sentence`` says when and by whom it was posted."""

    posting: Posting
    order: Sequence
    sentence: str
    pairing: PostedOptions

    @property
    def reason(self) -> str:
        """As the director typed it; one that the program gave, in the language of the reader."""
        given = self.posting.reason
        return _(given) if given == words.IMPORTED else given


@dataclass(frozen=True)
class Orders:
    """Which order holds and what is shown beside it, every order that was posted (the latest first), and the
    lock."""

    holds: Sequence
    columns: Sequence
    edition: Edition
    history: list[PostedLine]
    locked: bool

    @property
    def ranks(self) -> set[str]:
        """The systems that rank already."""
        return {step.system.code for step in self.holds.steps}


def orders(owner: HasStandings) -> Orders:
    posted, edition = postings(owner.standings_id), EDITIONS[owner.edition]
    holds = edition.read(owner.order(posted))
    return Orders(
        holds=holds,
        edition=edition,
        columns=columns.beside(edition.read(columns.parse_columns(owner.columns, owner.systems)), holds),
        history=history(posted, owner.systems, of_teams=isinstance(owner, Section) and bool(owner.boards)),
        locked=is_locked(owner),
    )


def history(
    posted: Iterable[Posting], systems: Mapping[str, TiebreakSystem], *, of_teams: bool = False
) -> list[PostedLine]:
    """Every posting, the latest first; ``of_teams`` pair by these options, or players."""
    lines = [
        PostedLine(
            posting,
            sequence.parse(posting.order, systems),
            words.posted(posting, first=not at),
            PostedOptions(posting.pairing, of_teams=of_teams),
        )
        for at, posting in enumerate(posted)
    ]
    return lines[::-1]
