"""That ratings which the director assigned count in a round (28D, 28E): phones show the published ones.

It is told when the round is posted, without a name or a number.
"""

from typing import Any

from tiebreaks.engine.chart.wallchart import Format, Kind

from ...models import Player, Seat, Section
from ...pairing import sentences
from .reasons import Reasons, is_bye_set, is_set, messages


def with_assigned(section: Section, number: int, made: Reasons) -> Reasons:
    """The reasons of a posted round, which say so of each board, and of a bye, that ratings had a part in."""
    if section.format == Format.ROUND_ROBIN.value or not _is_any_assigned(section, number):
        return made
    said = messages([sentences.say(sentences.ASSIGNED)])

    def added(board: list[Any]) -> list[Any]:
        white, black, texts, *more = board
        return board if is_set(board) else [white, black, [*texts, *said], *more]

    bye = made.bye
    if bye and not is_bye_set(bye[1]):
        bye = [bye[0], [*bye[1], *said], *bye[2:]]
    return Reasons([added(board) for board in made.boards], bye)


def _is_any_assigned(section: Section, number: int) -> bool:
    """Whether somebody was paired in this round by such a rating."""
    seated = Seat.objects.filter(round__section=section, round__number=number)
    paired = seated.exclude(kind__in=(Kind.HALF_BYE.letter, Kind.UNPAIRED.letter)).values("player")
    return Player.objects.filter(pk__in=paired, assigned_rating__isnull=False).exists()
