"""What undoing an entry of the log makes wrong on posted boards, where players sat otherwise before it."""

from ...models import Game, LogEntry, Player, Seat
from ...text.log import Summary
from ..history.rows import of_model, root_of
from .changed_colors import swapped
from .typed_boards import TypedRound, traded


def seated_back(entry: LogEntry) -> TypedRound:
    """What undoing an entry makes wrong, if that swaps colors or two trade places: the same as if a director
    did it now."""
    games = Game.objects.select_related("round__section__standings__published")
    changed = [each.pk for each in of_model(entry, Game)]
    game = games.filter(pk__in=changed, slot=1).first()
    if game is not None and any(of_model(entry, Seat)):
        match root_of(entry).code:
            case Summary.COLORS_SWAPPED:
                return swapped(game, game.seats.get(side=Seat.Side.BLACK).player.number)
            case Summary.TRADED_PLACES if game.round.published_at is not None:
                return traded(game.round.section, game.round.number, _who_comes_back(entry))
    return TypedRound([], [])


def _who_comes_back(entry: LogEntry) -> dict[int, int]:
    """Who sat before an entry where somebody sits after it, by number."""
    sat: dict[tuple[int, str], int] = {}
    sits: dict[tuple[int, str], int] = {}
    for row in of_model(entry, Seat):
        for places, image in ((sat, row.before), (sits, row.after)):
            if image is not None:
                places[image["game_id"], image["side"]] = image["player_id"]
    numbers = dict(Player.objects.filter(pk__in=sat.values()).values_list("pk", "number"))
    return {numbers[sits[at]]: numbers[sat[at]] for at in sits if sits[at] != sat[at]}
