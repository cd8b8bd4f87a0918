"""What is read of orders and sheets."""

from collections.abc import Iterable

from .engine.chart.wallchart import Format
from .engine.ranking import sequence
from .engine.ranking.editions import EDITIONS
from .engine.ranking.sequence import Sequence
from .engine.systems import MATCH_SYSTEMS, TEAM_SYSTEMS
from .models import Posted, PostedOrder, PostedTeamOrder
from .sheets import Posting


def postings(section_id: int) -> list[Posting]:
    """Every order posted for a section, the one that holds last."""
    return _postings(PostedOrder.objects.filter(section_id=section_id).order_by("pk"))


def team_postings(table_id: int) -> list[Posting]:
    """Every order posted for a table of teams, the one that holds last."""
    return _postings(PostedTeamOrder.objects.filter(table_id=table_id).order_by("pk"))


def _postings(rows: Iterable[Posted]) -> list[Posting]:
    return [Posting(p.order, p.posted_at, p.posted_by, p.after_round, p.reason) for p in rows]


def order_that_holds(posted: list[Posting], default: Sequence, edition: str) -> Sequence:
    """The latest posted order, the default where none was posted; as the section's edition reads it."""
    # What players cannot have was not posted for them.
    return EDITIONS[edition].read(sequence.parse(posted[-1].order, MATCH_SYSTEMS) if posted else default)


def default_order(format: Format, edition: str, boards_a_match: int, by_game_points: bool) -> Sequence:
    """The rulebook's: for players (34E, 34F), or for teams that meet in matches (34G)."""
    if boards_a_match:
        return sequence.default_match_order(by_game_points)
    return EDITIONS[edition].default_order(format)


def team_order_that_holds(posted: list[Posting], edition: str) -> Sequence:
    """The latest posted order of teams; where none was posted ours, since the rulebook names none (§11.3)."""
    order = sequence.parse(posted[-1].order, TEAM_SYSTEMS) if posted else sequence.default_team_order()
    return EDITIONS[edition].read(order)
