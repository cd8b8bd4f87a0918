"""What directors read of the fee of an entry."""

from django.utils.translation import gettext as _

from tiebreaks.engine.prizes.prize import dollars


def paid(cents: int | None) -> str:
    """Of who has paid, how much; None where nobody says. A fee of nothing is its amount.

    >>> paid(45_50), paid(0), paid(None)
    ('paid $45.50', '$0', 'paid')
    """
    if cents is None:
        return _("paid")
    return _("paid %(amount)s") % {"amount": dollars(cents)} if cents else dollars(cents)
