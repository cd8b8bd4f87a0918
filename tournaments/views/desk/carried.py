"""What a form of the desk carries, and the addresses that its answer leads to."""

from typing import TypedDict

from django.http import HttpRequest
from django.urls import reverse

from tiebreaks.lines import clean_line

from ...models import Game, MatchBoard, Section
from ...numbers import whole_number
from ...permissions import DeskRequest


class Shown(TypedDict):
    """What a page showed of a board: its revision, and which board it was, see :meth:`.Game.shown_as`."""

    revision: int
    shows: str


def seen_of(request: DeskRequest) -> Shown:
    # Without the revision that the page showed, every change is a conflict.
    return Shown(revision=typed_number(request, "revision"), shows=request.POST.get("shows", ""))


def typed_number(request: HttpRequest, name: str) -> int:
    """A number the form carried; -1 where it carried none."""
    typed = whole_number(request.POST.get(name, ""))
    return -1 if typed is None else typed


def typed_reason(request: HttpRequest) -> str:
    return clean_line(request.POST.get("reason", ""))


def own_only(request: DeskRequest) -> bool:
    """Whether this person changes no results of others, and publishes nothing by entering one."""
    return not request.user.role.manages  # type: ignore[attr-defined]


def round_address(section: Section, number: int, page: str = "desk-round") -> str:
    return reverse(page, args=[section.event.slug, section.slug, number])


def board_address(
    section: Section,
    game: Game,
    board: MatchBoard | None = None,
    page: str = "desk-round",
    *,
    scanned: bool = False,
) -> str:
    """The address of a game's row, or of the row of a ``board`` of a match. Of a slip that was ``scanned``, a
    phone shows that board alone."""
    row = f"game-{game.pk}" if board is None else f"board-{board.pk}"
    slip = "?slip" if scanned else ""
    return f"{round_address(section, game.round.number, page)}{slip}#{row}"
