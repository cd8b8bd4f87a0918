"""Requested byes in words: those of a player, and what is posted of them."""

from collections.abc import Iterable

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.chart.wallchart import Kind


def told(byes: Iterable[tuple[int, str]]) -> str:
    """Rounds with the letters of their byes, as a director says it.

    >>> told([(2, "H"), (5, "U"), (4, "H")])
    'half-point bye in rounds 2 and 4; zero-point bye in round 5'
    """
    return "; ".join(told_of_each_kind(byes))


def told_of_each_kind(byes: Iterable[tuple[int, str]]) -> list[str]:
    """The same with a line of its own for each kind."""
    byes = sorted(byes)
    full = [number for number, letter in byes if letter == Kind.FULL_BYE.letter]
    half = [number for number, letter in byes if letter == Kind.HALF_BYE.letter]
    zero = [number for number, letter in byes if letter == Kind.UNPAIRED.letter]
    said = []
    if full:
        sentence = ngettext(
            "full-point bye in round %(rounds)s", "full-point bye in rounds %(rounds)s", len(full)
        )
        said.append(sentence % {"rounds": rounds(full)})
    if half:
        sentence = ngettext(
            "half-point bye in round %(rounds)s", "half-point bye in rounds %(rounds)s", len(half)
        )
        said.append(sentence % {"rounds": rounds(half)})
    if zero:
        sentence = ngettext(
            "zero-point bye in round %(rounds)s", "zero-point bye in rounds %(rounds)s", len(zero)
        )
        said.append(sentence % {"rounds": rounds(zero)})
    return said


def rounds(numbers: Iterable[int]) -> str:
    """Numbers as a list in a sentence."""
    return get_text_list([str(number) for number in numbers], _("and"))


def posted(most: int | None, before: int | None, *, irrevocable: bool) -> list[str]:
    """What is posted of requested byes, a sentence each; none where nothing is.

    >>> posted(2, 3, irrevocable=False)
    ['Each player may have up to 2 half-point byes.', 'Half-point byes must be requested before round 3.']
    """
    said = []
    if most == 0:
        said.append(_("There are no half-point byes."))
    elif most is not None:
        sentence = ngettext(
            "Each player may have %(count)d half-point bye.",
            "Each player may have up to %(count)d half-point byes.",
            most,
        )
        said.append(sentence % {"count": most})
    if before is not None and most != 0:
        said.append(_("Half-point byes must be requested before round %(round)d.") % {"round": before})
    if irrevocable and most != 0:
        said.append(_("A half-point bye in the last round is irrevocable (22C)."))
    return said


def past_limit(name: str, count: int, most: int) -> str:
    sentence = ngettext(
        "%(name)s would have %(count)d half-point bye, and the posted limit is %(most)d.",
        "%(name)s would have %(count)d half-point byes, and the posted limit is %(most)d.",
        count,
    )
    return sentence % {"name": name, "count": count, "most": most}


def past_deadline(name: str, before: int) -> str:
    sentence = _(
        "%(name)s had to request half-point byes before round %(round)d, and that round is published."
    )
    return sentence % {"name": name, "round": before}
