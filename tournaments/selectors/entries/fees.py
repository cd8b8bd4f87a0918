"""The fees that were paid, added up for the director: of the event, and of each of its sections."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Count, F, Q, Sum

from ...models import Event, Player

# Who paid by the registration file, which does not say how much.
_SAID = Q(fee_cents=None, registered__has_key=Player.PAID)
_PAID = Q(fee_cents__gt=0) | _SAID
# Nobody says whether that is free or not paid yet.
_AT_ZERO = Q(fee_cents=0)
_OWES = Q(withdrawn_after=None, reentry_of=None)


class Fees(NamedTuple):
    """``cents`` were paid for ``paid`` of so many entries; of some ``unknown`` nobody knows how much. Those
    ``at_zero`` count neither as paid nor as owing."""

    section: str
    cents: int
    paid: int
    entries: int
    unknown: int = 0
    at_zero: int = 0


def fees_of(event: Event) -> list[Fees]:
    """Each section's, in the order of the event's pages; none of an event that does not use fees.

    A house player pays nothing, and a visitor has paid at home. Who left without paying, as to another
    section, owes nothing, nor does who entered again.
    """
    rows = (
        Player.objects.filter(_PAID | _AT_ZERO | _OWES, section__event=event, house=False)
        .order_by("section__position", "section")
        .values_list("section__name")
        .annotate(
            Sum("fee_cents"),
            paid=_counted(_PAID),
            n=Count("pk"),
            said=_counted(_SAID),
            zero=_counted(_AT_ZERO),
        )
    )
    found = [Fees(name, cents or 0, *counted) for name, cents, *counted in rows]
    return found if any(each.paid for each in found) else []


def _counted(which: Q) -> Count:
    return Count("pk", filter=which)


def stamp(event: Event) -> tuple[object, ...]:
    """Differs whenever somebody's fee does: a payment makes no version."""
    each, said = Sum(F("fee_cents") * F("pk")), Count("pk", filter=_SAID)
    rows = Player.objects.filter(section__event=event)
    return tuple(rows.aggregate(Count("fee_cents"), Sum("fee_cents"), each=each, said=said).values())


def together(fees: list[Fees]) -> Fees:
    """The sum of sections."""
    _names, *counted = zip(*fees, strict=True)
    return Fees("", *map(sum, counted))


def usual_fee(players: Iterable[Player]) -> int:
    """What most of them paid, in cents; the higher one where two amounts are as usual. 0 if nobody paid."""
    paid = Counter(each.fee_cents for each in players if each.fee_cents)
    return max(paid, key=lambda cents: (paid[cents], cents), default=0)
