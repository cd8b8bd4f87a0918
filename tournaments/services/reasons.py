"""Keeping why a round was paired as it was."""

from collections.abc import Iterable, Sequence

from ..models import PairingReasons, Round, Section
from ..selectors.pairing.assigned import with_assigned
from ..selectors.pairing.basis import draft_of
from ..selectors.pairing.outdated import why_kept
from ..selectors.pairing.overlaid_reasons import renewed
from ..selectors.pairing.posted_reasons import posted
from ..selectors.pairing.reasons import Reasons, of_program


def keep(section_id: int, number: int, *, overtaken: bool = False) -> None:
    """Tell why of a round that was just posted, after its change is committed: nobody waits for a lock.

    What cannot be explained has no reasons. A round that is posted again has new ones. A draft is
    ``overtaken`` where what the rules read is another than when they paired it.
    """
    section = Section.objects.select_related("event").filter(pk=section_id).first()
    if (
        section is None
        or not Round.objects.filter(section=section, number=number, published_at__isnull=False).exists()
    ):
        return
    row = draft_of(section, number)
    kept = why_kept(section, row) if overtaken and row is not None else None
    made = posted(section, number, row, overtaken=kept)
    if made is None:
        PairingReasons.objects.filter(section=section, round=number).delete()
        return
    made = with_assigned(section, number, made)
    PairingReasons.objects.update_or_create(section=section, round=number, defaults=made._asdict())


def keep_program(
    section: Section, number: int, program: str, boards: Iterable[Sequence[int]], bye: int
) -> None:
    """Say of a round that another program made its ``boards``, and gave the ``bye``."""
    told = of_program(program, boards, bye)
    PairingReasons.objects.update_or_create(section=section, round=number, defaults=told._asdict())


def renew(section_id: int, number: int, made: Reasons) -> None:
    """Say of a posted round that was paired again why its new boards are there; the others keep theirs."""
    for row in PairingReasons.objects.filter(section=section_id, round=number).select_related("section"):
        row.boards, row.bye = renewed(row, with_assigned(row.section, number, made))
        row.save(update_fields=["boards", "bye"])
