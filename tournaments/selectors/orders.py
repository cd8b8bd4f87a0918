"""Which order of tiebreaks holds, every order that was posted, and the lock on it (34B)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tiebreaks.computing import order_of_players, order_of_teams
from tiebreaks.engine.chart.wallchart import Format
from tiebreaks.engine.ranking import columns, sequence
from tiebreaks.engine.ranking.editions import EDITIONS, Edition
from tiebreaks.engine.ranking.sequence import Sequence
from tiebreaks.engine.systems import TEAM_SYSTEMS
from tiebreaks.engine.terms.system import TiebreakSystem
from tiebreaks.models import PostedOrder
from tiebreaks.published import Posting, systems_of
from tiebreaks.selectors import posted_last, postings

from ..models import HasStandings, Round, Seat, Section, TeamTable
from ..text import wording


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


def order_in(section: Section) -> Sequence:
    """The order that holds in a section, as its edition reads it."""
    return _order_of(section, postings(section.standings_id))


def _order_of(section: Section, posted: list[Posting]) -> Sequence:
    return order_of_players(
        posted_last(posted),
        EDITIONS[section.edition],
        Format(section.format),
        section.boards,
        section.by_game_points,
    )


def team_order_in(table: TeamTable) -> Sequence:
    """The order of teams that holds in a table, as the edition of its first section reads it."""
    return order_of_teams(posted_last(postings(table.standings_id)), EDITIONS[table.edition])


# --- the page on which it is posted ---------------------------------------------------------------


@dataclass(frozen=True)
class PostedLine:
    """A posted order; ``sentence`` says when and by whom it was posted."""

    posting: Posting
    order: Sequence
    sentence: str


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


def orders(section: Section) -> Orders:
    posted, systems = postings(section.standings_id), systems_of(section.boards)
    edition, holds = EDITIONS[section.edition], _order_of(section, posted)
    return Orders(
        holds=holds,
        edition=edition,
        columns=columns.beside(edition.read(columns.parse_columns(section.columns, systems)), holds),
        history=history(posted, systems),
        locked=is_locked(section),
    )


def team_orders(table: TeamTable) -> Orders:
    posted, edition = postings(table.standings_id), EDITIONS[table.edition]
    return Orders(
        holds=order_of_teams(posted_last(posted), edition),
        edition=edition,
        columns=Sequence(()),
        history=history(posted, TEAM_SYSTEMS),
        locked=is_locked(table),
    )


def history(posted: Iterable[Posting], systems: Mapping[str, TiebreakSystem]) -> list[PostedLine]:
    """Every posting, the latest first."""
    lines = [
        PostedLine(posting, sequence.parse(posting.order, systems), wording.posted(posting, first=not at))
        for at, posting in enumerate(posted)
    ]
    return lines[::-1]
