"""What a director may do where the rules have no pairing, each with where it is done."""

from collections.abc import Sequence
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from tiebreaks.engine.messages import Message

from ...models import Section
from ...pairing import sentences
from ...pairing.of_teams import told
from ...pairing.set_by_director import (
    ALLOW_REMATCHES,
    BY_HAND,
    HOUSE_PLAYER,
    KEEP_IF_POSSIBLE,
    ONE_BYE,
    OTHER_BYE,
)
from ...selectors.pairing.page_record import PairingPage
from ...selectors.setup.regrouping import closed, mergeable
from ...text import wording


class Choice(NamedTuple):
    """What a director may do where the rules have no pairing, with where it is done; or with one press."""

    text: str
    address: str
    rematches: bool = False


def choices_of(section: Section, page: PairingPage, choices: Sequence[str]) -> list[Choice]:
    place = [section.event.slug, section.slug]
    by_round = reverse("desk-round", args=[*place, page.number])
    where = {
        HOUSE_PLAYER: reverse("add-player", args=place),
        OTHER_BYE: f"{by_round}#byes",
        ONE_BYE: f"{by_round}#byes",
        BY_HAND: f"{by_round}#pairing",
        KEEP_IF_POSSIBLE: f"{reverse('pairing-options', args=place)}#apart",
    }
    where |= {told(choice): address for choice, address in where.items()}
    seats = {frozenset((board.white, board.black)): at for at, board in enumerate(page.shown.boards)}

    def address(choice: str) -> str:
        if not isinstance(choice, Message):
            return where.get(choice, "")
        if choice.id == sentences.RELEASE_BYE:
            return "#bye" if page.shown.bye else f"{by_round}#byes"
        at = seats.get(_both(choice))
        return f"{by_round}#pairing" if at is None else f"#lock-{at}"

    for choice in choices:
        if (at := seats.get(_both(choice))) is not None and _both(choice) - page.numbers:
            return _of_left_board(page, at)
    found = [
        Choice(wording.message(each), address(each), each in (ALLOW_REMATCHES, told(ALLOW_REMATCHES)))
        for each in choices
    ]
    if found and not closed(section) and mergeable(section):
        found.append(Choice(_("Merge it with another section."), reverse("merge-sections", args=place)))
    return found


def _both(choice: str) -> frozenset[int]:
    """The two of the board that a choice would release; nobody of another choice."""
    numbers = choice.values.get("numbers") if isinstance(choice, Message) else None
    return frozenset(numbers if isinstance(numbers, tuple) else ())


def _of_left_board(page: PairingPage, at: int) -> list[Choice]:
    """Of a locked board of which somebody is not in the round any more: nothing else is to be done first."""
    unlock = _("Unlock board %(board)d. Then pair again, or remove the board.")
    if page.of_teams:
        unlock = _("Unlock match %(board)d. Then pair again, or remove the match.")
    return [Choice(unlock % {"board": page.numbers_of_boards[at]}, f"#lock-{at}")]
