"""Keeping why a round was paired as it was."""

from ..models import PairingReasons, Round, Section
from ..pairing.result import Impossible
from ..selectors.reasons import explained, written


def keep(section_id: int, number: int) -> None:
    """Explain a round that was just posted, after its change is committed: nobody waits for a lock meanwhile.

    What cannot be explained has no reasons. A round that is posted again has new ones.
    """
    section = Section.objects.select_related("event").filter(pk=section_id).first()
    if (
        section is None
        or not Round.objects.filter(section=section, number=number, published_at__isnull=False).exists()
    ):
        return
    made = explained(section, number)
    if isinstance(made, Impossible):
        PairingReasons.objects.filter(section=section, round=number).delete()
        return
    PairingReasons.objects.update_or_create(section=section, round=number, defaults=written(made))
