"""When and by whom an order of tiebreaks was posted, and that it was changed during play (34B)."""

from collections.abc import Sequence
from itertools import takewhile

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy, gettext_noop

from tiebreaks.published import Posting

from .wording import bdi, date_and_clock, day_and_clock

# Why an order was posted after play began, where the program knows it.
IMPORTED = gettext_noop("Imported with the wall chart")

# When in the section, whether the poster is known, and whether it was the first order.
_POSTED = {
    ("after", True, True): gettext_lazy("Posted after round {round} by {by}, {when}"),
    ("after", True, False): gettext_lazy("Changed after round {round} by {by}, {when}"),
    ("after", False, True): gettext_lazy("Posted after round {round}, {when}"),
    ("after", False, False): gettext_lazy("Changed after round {round}, {when}"),
    ("during", True, True): gettext_lazy("Posted during round 1 by {by}, {when}"),
    ("during", True, False): gettext_lazy("Changed during round 1 by {by}, {when}"),
    ("during", False, True): gettext_lazy("Posted during round 1, {when}"),
    ("during", False, False): gettext_lazy("Changed during round 1, {when}"),
    ("before", True, True): gettext_lazy("Posted before round 1 by {by}, {when}"),
    ("before", True, False): gettext_lazy("Changed before round 1 by {by}, {when}"),
    ("before", False, True): gettext_lazy("Posted before round 1, {when}"),
    ("before", False, False): gettext_lazy("Changed before round 1, {when}"),
}


def posted(posting: Posting, *, first: bool) -> SafeString:
    """``Changed after round 2 by Kim Okafor, Sat, Nov 21, 2026, 8:52 AM``."""
    sentence = _POSTED[_when(posting), bool(posting.by), first]
    return format_html(
        str(sentence), round=posting.after_round, by=bdi(posting.by), when=date_and_clock(posting.at)
    )


# The same within a line that names the order.
_IN_SHORT = {
    ("after", True): gettext_lazy("(posted after round {round}, {when})"),
    ("after", False): gettext_lazy("(changed after round {round}, {when})"),
    ("during", True): gettext_lazy("(posted during round 1, {when})"),
    ("during", False): gettext_lazy("(changed during round 1, {when})"),
    ("before", True): gettext_lazy("(posted {when})"),
    ("before", False): gettext_lazy("(posted {when})"),
}


def in_short(postings: Sequence[Posting]) -> str:
    """``(changed after round 2, Mon 7:26 AM)``: since when the last order holds.

    The same order is posted again with other options of the pairing. That changes no tiebreak.
    """
    order = postings[-1].order
    holds = list(takewhile(lambda each: each.order == order, reversed(postings)))
    posting = holds[-1]
    sentence = _IN_SHORT[_when(posting), len(holds) == len(postings)]
    return str(sentence).format(round=posting.after_round, when=day_and_clock(posting.at))


def _when(posting: Posting) -> str:
    """Only an order that was posted during play has a reason. One with a reason was not posted before
    round 1."""
    return "after" if posting.after_round else "during" if posting.reason else "before"
