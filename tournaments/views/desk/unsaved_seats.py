"""The pairing page with what was typed and not saved: a number was refused, or a list is only read back."""

from collections.abc import Mapping
from dataclasses import replace

from ...forms import pairing as forms
from ...models import Section
from ...models.pairings import written
from ...pairing.draft import Draft
from ...pairing.hands import signed
from ...permissions import DeskRequest
from ...selectors.pairing import page as selectors
from ...selectors.pairing.basis import basis_of, draft_of
from ...selectors.pairing.page_record import PairingPage


def with_unsaved(
    request: DeskRequest,
    section: Section,
    number: int,
    typed: Draft,
    fields: Mapping[str, str],
    showed: Draft | None,
) -> PairingPage:
    """The page with seats that nobody saved, and beside each board what was typed on the page that ``showed``
    it there: ``fields`` that were refused, and the number that it is to have."""
    row = draft_of(section, number)
    before = basis_of(section, number, row).draft(row)
    if row is not None:
        row.boards, row.bye = written(signed(row.draft, typed))
    page = selectors.pairing_page(section, number, row)
    both = zip((showed or before).boards, before.boards, strict=False)
    stays = {at for at, (one, other) in enumerate(both) if one == other}
    moves = forms.typed_moves(request.POST, page)
    boards = [
        replace(
            each,
            wrote={
                **{side: fields.get(f"{side}-{each.at}", "") for side in ("white", "black")},
                "to": moves[each.at] if each.at in stays else "",
            },
        )
        for each in page.boards
    ]
    return replace(page, boards=boards)
