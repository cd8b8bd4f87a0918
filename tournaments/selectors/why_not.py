"""Why two players of a round do not meet (PAIRING §7)."""

from dataclasses import replace

from ..models import Section
from ..pairing.explain import why_not as explained
from .pairing import PairingPage
from .pairing_basis import basis_of
from .pairing_problems import said


def why_not(section: Section, page: PairingPage, one: int, other: int) -> str:
    """Why two players of the round do not meet, with the boards that are locked (PAIRING §7)."""
    request = basis_of(section, page.number, page.draft).request
    locks = replace(request.locks, boards=page.shown.locks)
    return said(explained(replace(request, locks=locks), one, other))
