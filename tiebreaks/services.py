"""What is done to orders and sheets. Called inside the doorway's transaction, with the section locked."""

from typing import TypeVar

from django.contrib.auth.models import User
from django.utils import timezone

from .engine.chart.reading import live
from .engine.ranking.fold import Ranking, rank
from .engine.ranking.sequence import Sequence
from .models import Posted, PostedOrder, PostedTeamOrder, Sheet, TeamSheet
from .selectors import default_order, order_that_holds, postings, team_order_that_holds, team_postings
from .sheets import Source, write
from .team_sheets import TeamSource, compute_teams

Order = TypeVar("Order", bound=Posted)


def post_order(
    *, section_id: int, order: Sequence, by: User | None, after_round: int, reason: str = ""
) -> PostedOrder:
    """Post an order: it holds from now on, and the earlier ones stay visible."""
    return _post(PostedOrder(section_id=section_id), order, by, after_round, reason)


def post_team_order(
    *, table_id: int, order: Sequence, by: User | None, after_round: int, reason: str = ""
) -> PostedTeamOrder:
    """Post an order of teams, as one of players is posted."""
    return _post(PostedTeamOrder(table_id=table_id), order, by, after_round, reason)


def _post(row: Order, order: Sequence, by: User | None, after_round: int, reason: str) -> Order:
    row.order = str(order)
    row.posted_at = timezone.now()
    row.posted_by = (by.get_full_name() or by.get_username()) if by else ""
    row.after_round = after_round
    row.reason = reason
    row.save(force_insert=True)
    return row


def refresh(section_id: int, epoch: str, version: int, source: Source) -> Ranking:
    """Compute the section's sheet anew and replace the old one; answers the ranking that stands in it."""
    ranking, body = _computed(section_id, source)
    Sheet.replace(section_id, epoch=epoch, version=version, computed_at=timezone.now(), body=body)
    return ranking


def computed_body(section_id: int, source: Source) -> str:
    """The body of the section's sheet as the rows have it now, by the order that holds."""
    return _computed(section_id, source)[1]


def _computed(section_id: int, source: Source) -> tuple[Ranking, str]:
    posted, chart = postings(section_id), source.chart
    default = default_order(chart.format, source.edition, source.boards_a_match, chart.by_game_points)
    ranking = rank(live(chart), order_that_holds(posted, default, source.edition))
    return ranking, write(source, ranking, posted)


def refresh_teams(table_id: int, epoch: str, version: int, source: TeamSource) -> None:
    """Compute the table's sheet anew and replace the old one."""
    body = computed_team_body(table_id, source)
    TeamSheet.replace(table_id, epoch=epoch, version=version, computed_at=timezone.now(), body=body)


def computed_team_body(table_id: int, source: TeamSource) -> str:
    """The body of the table's sheet as its sections have it now, by the order of teams that holds."""
    posted = team_postings(table_id)
    return compute_teams(source, team_order_that_holds(posted, source.edition), posted)
