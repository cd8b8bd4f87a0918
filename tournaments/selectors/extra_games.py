"""Rated games outside the rounds (28M4), as the desk lists them."""

from dataclasses import dataclass

from ..models import ExtraGame, Player, Section
from ..text.results import show_result


@dataclass(frozen=True)
class ExtraLine:
    game: int
    white: Player
    black: Player
    result: str


def extra_games(section: Section) -> list[ExtraLine]:
    """In the order in which they were entered."""
    games = ExtraGame.objects.filter(section=section).select_related("white", "black").order_by("pk")
    return [
        ExtraLine(game.pk, game.white, game.black, show_result(game.white_kind + game.black_kind))
        for game in games
    ]
