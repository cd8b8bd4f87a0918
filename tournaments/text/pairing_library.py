"""What a director is told before the event where the fast matcher is not installed."""

from django.utils.translation import gettext as _

from ..pairing import matching


def missing() -> str:
    """What cannot be paired without the library; nothing where it is installed."""
    if matching.installed():
        return ""
    return _(
        "Pairing library (rustworkx) not installed: pairing is slower, and sections of more than"
        " %(players)d players cannot be paired."
    ) % {"players": matching.SMALL}
