"""Why two players of a round do not meet (PAIRING §7)."""

from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from tiebreaks.lines import clean_line

from ...models import Section
from ...pairing.request import PairingInput
from ...pairing.why_not import why_not as explained
from .basis import basis_of
from .page_record import PairingPage
from .pasted_pairings import expected_in_round, whose_in
from .problems import said


@dataclass(frozen=True)
class Answer:
    """Who was asked about, as typed, and the answer; then whatever else there is to say."""

    one: str
    other: str
    answer: str
    more: list[str] = field(default_factory=list)


def asked(section: Section, page: PairingPage, one: str, other: str) -> Answer:
    """Why two players do not meet who are typed by number or name."""
    typed = [clean_line(text) for text in (one, other)]
    whose = whose_in(section)
    found = [whose(text) for text in typed]
    resting = next((each for each in page.away if each.sitter.number in found), None)
    numbers = [each for each in found if isinstance(each, int) and each in page.numbers]
    request = basis_of(section, page.number, page.draft).request
    unread = [_unread(request, page, text, each) for text, each in zip(typed, found, strict=True)]
    more: list[str] = []
    if resting is not None:
        told = {"name": resting.sitter.name, "bye": resting.kind_name}
        answer = _("%(name)s has a %(bye)s in this round.") % told
    elif 0 in found or (len(numbers) == 2 and numbers[0] == numbers[1]):
        answer = _("Type two different players, by number or name.")
        if page.of_teams:
            answer = _("Type two different teams, by number or name.")
    elif any(unread):
        answer, *more = filter(None, unread)
    elif any({board.white.number, board.black.number} == {*numbers} for board in page.boards):
        answer = _("They meet in this draft.")
    else:
        answer, *more = why_not(section, page, *numbers)
    return Answer(one, other, answer, more)


def _unread(request: PairingInput, page: PairingPage, typed: str, found: int | str | None) -> str:
    """What to type instead of who is not in the round, or may be one of several; else nothing."""
    if isinstance(found, int) and found in page.numbers:
        return ""
    if isinstance(found, str):
        return _("Type %(expected)s.") % {"expected": found}
    card = request.chart.by_number.get(found or 0)
    if card is not None and request.gone(card):
        return _("%(name)s withdrew, and is not in this round.") % {"name": card.name}
    expected = expected_in_round(of_teams=page.of_teams)
    return _("“%(read)s” was not found. Expected: %(expected)s.") % {"read": typed, "expected": expected}


def why_not(section: Section, page: PairingPage, one: int, other: int) -> list[str]:
    """Why two players of the round do not meet, with the boards that are locked (PAIRING §7). The first
    sentence is the answer."""
    request = basis_of(section, page.number, page.draft).request
    locks = replace(request.locks, boards=page.shown.locks)
    return list(map(said, explained(replace(request, locks=locks), one, other)))
