"""What the database holds of a roster, for tests of pages that change it, or must not."""

from tests.factories import as_it_stands
from tournaments.models import Game, LogEntry, Player, Round, Seat, Section


def players(section: Section) -> list[tuple[int, str]]:
    return list(Player.objects.filter(section=section).order_by("number").values_list("number", "name"))


def everything(section: Section) -> tuple[object, ...]:
    """What would show that something was stored."""
    return (
        as_it_stands(section).stamp,
        *(model.objects.count() for model in (Player, Round, Game, Seat, LogEntry)),
    )
