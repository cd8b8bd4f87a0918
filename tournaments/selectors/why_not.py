"""Why two players of a round do not meet (PAIRING §7)."""

from dataclasses import replace

from ..models import Section
from ..pairing.why_not import why_not as explained
from .pairing import PairingPage
from .pairing_basis import basis_of
from .pairing_problems import said


def why_not(section: Section, page: PairingPage, one: int, other: int) -> list[str]:
    """Why two players of the round do not meet, with the boards that are locked (PAIRING §7). The first
    sentence is the answer."""
    request = basis_of(section, page.number, page.draft).request
    locks = replace(request.locks, boards=page.shown.locks)
    return list(map(said, explained(replace(request, locks=locks), one, other)))
