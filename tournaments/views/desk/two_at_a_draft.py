"""Two directors at one draft: what both did is joined where it can be, and else told by board and name."""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _

from ...errors import Stale
from ...forms import pairing as forms
from ...forms import shown
from ...models import Section
from ...pairing import draft as drafting
from ...pairing.draft import Draft, DraftBoard
from ...permissions import DeskRequest
from ...selectors.pairing import page as selectors
from ...selectors.pairing.page_record import PairingPage
from ...selectors.pairing.pasted_pairings import whose_in
from ...services import acts


def joined(request: DeskRequest, section: Section, page: PairingPage) -> tuple[Draft | None, str]:
    """The draft with what another director did since the page was shown and what is sent now, and the stamp
    of the former; none where nobody did anything, both did it to one board, or numbers are others'."""
    what, numbers = forms.pressed(request.POST)
    showed = forms.as_shown(request.POST)
    if showed is None or showed == page.shown or what not in ("save", "swap"):
        return None, ""
    if not acts.still(request.POST.get("stamp", ""), shown.numbers(section)):
        return None, ""
    # Read before the draft, so that a third change is a conflict.
    stamp = acts.stamp(shown.draft(section, page.number))
    now = selectors.pairing_page(section, page.number)
    if len(showed.boards) != len(now.shown.boards):
        return None, ""
    read = forms.seats(request.POST, now, showed, whose_in(section))
    typed = read.draft(showed)
    if what == "swap" and numbers and numbers[0] < len(typed.boards):
        typed = drafting.swapped(typed, read.order.index(numbers[0]))
    return drafting.merged(showed, typed, now.shown), stamp


def tell_both(
    stale: Stale,
    request: DeskRequest,
    page: PairingPage,
    now: PairingPage,
    read: forms.Typed,
    numbers: acts.Shown,
) -> None:
    """Say in a conflict what another director changed since the page was shown, and what was sent from it.
    ``numbers`` are whose a number is ``now``."""
    showed = forms.as_shown(request.POST)
    stale.now = changed_since(stale.now, showed, now)
    was = (showed if showed and len(showed.boards) == len(read.boards) else page.shown).boards
    sent = [
        (table, board)
        for table, board, before in zip(page.numbers_of_boards, read.boards, was, strict=True)
        if board != before
    ]
    # Whose a number was when it was typed is not known any more.
    known = acts.still(request.POST.get("stamp", ""), numbers)
    lines = [
        _named(sent, now if known else None),
        *_moved(read.moves, (showed or page.shown).boards, now, known=known),
    ]
    names = "; ".join(filter(None, lines))
    stale.sent = _("You sent: %(boards)s") % {"boards": names} if names else ""


def changed_since(told: Mapping[str, object], showed: Draft | None, page: PairingPage) -> dict[str, object]:
    """What differs now from what a page showed: of the draft, only its boards that do, by name."""
    if showed is None:
        return dict(told)
    # A board that was moved is another one at its number.
    is_at = len(showed.boards) == len(page.shown.boards)
    boards = [
        (table, board)
        for at, (table, board) in enumerate(zip(page.numbers_of_boards, page.shown.boards, strict=True))
        if board not in (showed.boards[at : at + 1] if is_at else showed.boards)
    ]
    others = {what: value for what, value in told.items() if what != _("Draft")}
    named = {_("Unseated"): "; ".join(each.name for each in page.unseated)}
    named[_("Full-point bye")] = page.bye.name if page.bye else ""
    where = _("Match %(board)d") if page.of_teams else _("Board %(board)d")
    return {
        **{where % {"board": table}: _names(board, page) for table, board in boards},
        **{what: named.get(what, value) for what, value in others.items()},
    } or dict(told)


def _moved(
    moves: Mapping[int, int], boards: Sequence[DraftBoard], page: PairingPage, *, known: bool
) -> list[str]:
    """Which of the boards were sent to which number; by name where the numbers of players are ``known``."""
    where = _("%(names)s to match %(board)d") if page.of_teams else _("%(names)s to board %(board)d")
    tables = page.numbers_of_boards
    return [
        where % {"names": _names(boards[at], page if known else None), "board": tables[to]}
        for at, to in moves.items()
        if at < len(boards)
    ]


def _named(boards: Iterable[tuple[int, DraftBoard]], page: PairingPage | None) -> str:
    """Boards with who sits there, see :func:`_names`."""
    return "; ".join(f"{table}: {_names(board, page)}" for table, board in boards)


def _names(board: DraftBoard, page: PairingPage | None) -> str:
    """The players of a board by name; by number alone without the page that has these."""
    if page is None:
        return f"{board.white or '–'} – {board.black or '–'}"
    names = {each.number: each.name for each in page.playing}
    return f"{names.get(board.white, '–')} – {names.get(board.black, '–')}"
