"""What another proposal takes from a draft that a director made by hand, in words."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ...pairing.draft import Draft
from .page_record import PairingPage


def moved_by_hand(page: PairingPage, typed: Draft, made: Draft) -> list[str]:
    """What to say of boards that a director made and did not lock, and another proposal no longer has."""
    there = {(board.white, board.black) for board in made.boards}
    gone = [
        table
        for board, table in zip(typed.boards, page.numbers_of_boards, strict=True)
        if board.full and not board.locked and (board.white, board.black) not in page.by_rules | there
    ]
    if not gone:
        return []
    told = ngettext(
        "Board %(boards)s, changed by hand and not locked, was paired again. Undo brings it back.",
        "Boards %(boards)s, changed by hand and not locked, were paired again. Undo brings them back.",
        len(gone),
    )
    return [told % {"boards": ", ".join(map(str, sorted(gone)))}]


def numbered_again(page: PairingPage, typed: Draft, made: Draft) -> list[str]:
    """What to say where boards that a director moved lose their numbers to another proposal."""
    held = [board for board in made.boards if board.moved]
    if made.boards == typed.boards or sum(board.moved for board in typed.boards) == len(held):
        return []
    if page.by_table:
        return [_("Boards are numbered by the table again.")]
    if held and page.of_teams:
        return [_("Matches that are not locked are numbered by score again.")]
    if held:
        return [_("Boards that are not locked are numbered by score again.")]
    return [
        _("Matches are numbered by score again.")
        if page.of_teams
        else _("Boards are numbered by score again.")
    ]
