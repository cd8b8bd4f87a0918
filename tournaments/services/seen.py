"""Directors freeze, finish and decide only what they have seen: a page carries the stamp of its standings."""

from django.utils.translation import gettext as _

from ..errors import Conflict
from ..models import HasStandings


def check_seen(owner: HasStandings, stamp: str, otherwise: str) -> None:
    """Raise :class:`Conflict` unless the standings are those of the ``stamp``, if one is given.

    ``otherwise`` says that they changed. In another life of the database (a start after a crash, a restored
    backup) nobody need have changed anything, and the page must be looked at all the same.
    """
    if stamp in ("", owner.stamp):
        return
    epoch, _dot, version = stamp.partition(".")
    if not version or epoch == owner.standings.epoch:
        raise Conflict(otherwise)
    raise Conflict(
        _(
            "Since this page loaded, Wallchart was restarted or a backup was restored. Nothing was"
            " saved. Check what is here, then send it again."
        )
    )
