"""The fees that were paid, added up for the director: of the event, and of each of its sections."""

from typing import NamedTuple

from django.db.models import Count, Sum

from ...models import Event, Player


class Fees(NamedTuple):
    """``cents`` were paid for ``paid`` of so many entries."""

    section: str
    cents: int
    paid: int
    entries: int


def fees_of(event: Event) -> list[Fees]:
    """Each section's, in the order of the event's pages; none of an event that does not use fees.

    A house player pays nothing, and a visitor has paid at home.
    """
    rows = (
        Player.objects.filter(section__event=event, house=False)
        .order_by("section__position", "section")
        .values_list("section__name")
        .annotate(Sum("fee_cents"), Count("fee_cents"), Count("pk"))
    )
    found = [Fees(name, cents or 0, paid, entries) for name, cents, paid, entries in rows]
    return found if any(each.paid for each in found) else []


def together(fees: list[Fees]) -> Fees:
    """The sum of sections."""
    _names, cents, paid, entries = zip(*fees, strict=True)
    return Fees("", sum(cents), sum(paid), sum(entries))
