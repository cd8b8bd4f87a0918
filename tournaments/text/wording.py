"""Sentences over the engine's codes and numbers: what directors, players and parents read.

The engine holds codes, numbers and message ids. Here they become sentences: one message for each, with
placeholders and plural forms. Names are in ``<bdi>``, so a right-to-left name does not turn a sentence
around.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import date, datetime
from functools import lru_cache, wraps
from html import unescape
from typing import Any, TypeVar, cast

from django.contrib.humanize.templatetags.humanize import ordinal as _ordinal
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join, strip_tags
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from tiebreaks.engine import points
from tiebreaks.engine.evaluation import EVEN, MINUS, PLUS, Dropped, Evaluation, Unit, Value
from tiebreaks.engine.messages import Message, Messages
from tiebreaks.engine.ranking.editions import EDITIONS
from tiebreaks.engine.ranking.sequence import Sequence, Step

Words = TypeVar("Words", bound=Callable[..., str])


def kept(words: Words) -> Words:
    """Words that stand on hundreds of rows: looking up a message takes Django longer than showing it."""

    @lru_cache(maxsize=4096)
    def in_language(language: str | None, *of: Any) -> str:
        return words(*of)

    @wraps(words)
    def found(*of: Any) -> str:
        return in_language(get_language(), *of)

    return cast(Words, found)


# --- what the engine says -------------------------------------------------------------------------


def message(id: str) -> str:
    """A message id of the engine, with values or without, in the reader's language.

    >>> message("Solkoff")
    'Solkoff'
    """
    if isinstance(id, Message):
        return _(id.id).format(**{name: _value(value) for name, value in id.values.items()})
    return _plain(id)


# As the rules of pairing write it: they know no language.
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)")


def _value(value: object) -> str:
    """Messages within one, a word or a place. A name is nobody's message, and stays."""
    if isinstance(value, Message):
        return message(value)
    if isinstance(value, Messages):
        return ", ".join([message(each) for each in value.each])
    place = _ORDINAL.fullmatch(text := str(value))
    return ordinal(int(place[1])) if place else _(text)


@kept
def _plain(id: str) -> str:
    return _(id)


def problem(read: str, expected: str) -> str:
    """What was read and what was expected, in one line.

    >>> problem("W9", "an opponent of this section"), problem("", "a name")
    ('“W9” is not right. Expected: an opponent of this section', 'Expected: a name')
    """
    if not read:
        return _("Expected: %(expected)s") % {"expected": expected}
    return _("“%(read)s” is not right. Expected: %(expected)s") % {"read": read, "expected": expected}


# --- numbers ------------------------------------------------------------------------------------


@kept
def ordinal(number: int) -> str:
    """``1st``, ``2nd``: as the language has it."""
    return str(_ordinal(number))


@kept
def place_decided(now: int, decided: int | None) -> str:
    """Whose place no result can change; where it is not the place that is shown now, with the decided one.

    >>> place_decided(7, 7), place_decided(6, 7), place_decided(6, None)
    ('place decided', '7th place decided', '')
    """
    if decided is None:
        return ""
    if decided == now:
        return _("place decided")
    return _("%(place)s place decided") % {"place": nth(decided)}


@kept
def nth(number: int) -> str:
    """The same before the word for a place: ``1st place``. Spanish shortens some there: ``1.er lugar``.

    >>> nth(1), nth(7), nth(11), nth(23)
    ('1st', '7th', '11th', '23rd')
    """
    if number % 100 in (11, 13):
        return pgettext("ordinal before a noun", "{}th").format(number)
    if number % 10 == 1:
        return pgettext("ordinal before a noun", "{}st").format(number)
    if number % 10 == 3:
        return pgettext("ordinal before a noun", "{}rd").format(number)
    return ordinal(number)


def places(first: int, last: int) -> str:
    """``2nd–5th``, or ``1st``."""
    return ordinal(first) if first == last else f"{ordinal(first)}–{ordinal(last)}"


def rank(number: int, tied: int) -> str:
    """``3``; ``3=`` where it is shared."""
    return f"{number}=" if tied > 1 else f"{number}"


@kept
def score(score_q: int) -> str:
    """``3 points``, ``½ point``."""
    text = ngettext("%(points)s point", "%(points)s points", 1 if 0 < score_q <= points.POINT else 2)
    return text % {"points": points.show(score_q)}


def on_one_line(text: str) -> str:
    """``3 points`` on one line."""
    return text.replace(" ", "\N{NO-BREAK SPACE}")


@lru_cache(maxsize=1024)
def values(unit: Unit, *compared: Value) -> tuple[str, ...]:
    """Values as they are printed, with as many decimals as it takes to tell different ones apart.

    >>> from fractions import Fraction
    >>> values(Unit.RATING, Fraction(4750, 3), Fraction(15833, 10)), values(Unit.POINTS, 34, 32)
    (('1583.33', '1583.30'), ('8½', '8'))
    """
    shown = [unit.show(value) for value in compared]
    digits = 1
    while len(set(shown)) < len(set(compared)) and digits < 9:
        digits += 1
        quantum = 1 if unit is not Unit.POINTS else points.POINT
        shown = [
            unit.show(None) if value is None else _decimals(round(value * 10**digits / quantum), digits)
            for value in compared
        ]
    return tuple(shown)


def _decimals(scaled: int, digits: int) -> str:
    whole, part = divmod(abs(scaled), 10**digits)
    return ("−" if scaled < 0 else "") + f"{whole}.{part:0{digits}d}"


# --- times --------------------------------------------------------------------------------------
# One form everywhere, in the event's time zone. Templates use them as filters.


def clock(at: datetime) -> str:
    """``2:41 PM``."""
    return date_format(timezone.localtime(at), pgettext("format of a time", "g:i A"))


def day_and_clock(at: datetime) -> str:
    """``Sat 8:52 AM``: within an event, the weekday is enough."""
    return date_format(timezone.localtime(at), pgettext("format of a weekday and time", "D g:i A"))


def calendar_date(day: date) -> str:
    """``Nov 21, 2026``."""
    return date_format(day, pgettext("format of a date", "M j, Y"))


def date_and_clock(at: datetime) -> str:
    """``Sat, Nov 21, 2026, 8:52 AM``: for what stays."""
    return date_format(timezone.localtime(at), pgettext("format of a date and time", "D, M j, Y, g:i A"))


def until(at: datetime, since: datetime) -> str:
    """The end of a time that began at ``since``, whose date is said: ``9:39 AM`` on the same day."""
    same_day = timezone.localtime(at).date() == timezone.localtime(since).date()
    return clock(at) if same_day else date_and_clock(at)


def quoted(words: str) -> str:
    """What a person wrote, as a sentence of its own.

    >>> quoted("Board 1 was turned"), quoted("Was it?")
    ('“Board 1 was turned.”', '“Was it?”')
    """
    said = words.strip()
    return f"“{said}”" if said.endswith((".", "!", "?", "…")) else f"“{said}.”"


def moment(at: datetime) -> str:
    """The time of a moment of today; of another day with its date."""
    return clock(at) if timezone.localdate(at) == timezone.localdate() else date_and_clock(at)


def room(size: int) -> str:
    """``468 GB``, ``950 MB``: room on a disk, rounded down.

    >>> room(468_900_000_000), room(999_000_000)
    ('468 GB', '999 MB')
    """
    if size >= 10**9:
        return _("%(number)d GB") % {"number": size // 10**9}
    return _("%(number)d MB") % {"number": size // 10**6}


# --- the order ----------------------------------------------------------------------------------


@kept
def step(posted: Step) -> str:
    """``Cumulative (omit last)``: a posted system with its variations."""
    chosen = [message(variation.name) for variation in posted.chosen]
    return message(posted.system.name) + (f" ({', '.join(chosen)})" if chosen else "")


def order(posted: Sequence) -> str:
    """``Modified Median → Solkoff → …``."""
    return " → ".join(map(step, posted.steps))


def columns(shown: Sequence) -> str:
    """``Cumulative, Kashdan``: columns that break no ties have no order."""
    return ", ".join(map(step, shown.steps))


def edition(code: str) -> str:
    """The rulebook that an edition's code means."""
    return _(EDITIONS[code].name)


def short_edition(code: str) -> str:
    """The same in two words: ``7th edition``."""
    return _(EDITIONS[code].short)


# So many boards are named in one line; of more it is said how many they are.
MOST_BOARDS = 3


def of_section(section: str, text: str) -> str:
    """``K-3: After round 3 of 5``."""
    return _("%(section)s: %(state)s") % {"section": section, "state": text}


def after_round(number: int) -> str:
    """``after round 3``, within a sentence, ``before round 1`` of who left before.

    >>> after_round(3), after_round(0)
    ('after round 3', 'before round 1')
    """
    if not number:
        return _("before round 1")
    return _("after round %(round)d") % {"round": number}


# --- names and lists ------------------------------------------------------------------------------


def bdi(name: str) -> SafeString:
    """A name, safe in a sentence of another direction."""
    return format_html("<bdi>{}</bdi>", name)


def parted(address: str) -> SafeString:
    """An address by its parts, so that it can break after a slash and nowhere else.

    >>> parted("http://hall/e/a&b/")
    '<span>http://hall/</span><span>e/</span><span>a&amp;b/</span>'
    """
    parts = re.split("(?<=[^/]/)(?=[^/])", address)
    return format_html_join("", "<span>{}</span>", ([part] for part in parts))


def plain(text: str) -> str:
    """A sentence of a page as it is kept, printed and written into files."""
    # Adding makes a safe string a plain one, which can be encoded.
    return unescape(strip_tags(text)) + ""


def paragraph(sentences: Iterable[str]) -> SafeString:
    """Whole sentences, one after the other."""
    return format_html_join(" ", "{}", ((sentence,) for sentence in sentences))


def grade(label: str) -> str:
    """``grade 5``, of a player who has one."""
    return _("grade\u00a0%(grade)s") % {"grade": label} if label else ""


def and_before(name: str) -> str:
    """``{first} and {second}``: Spanish has another word before the sound of i, as in ``Ingrid``."""
    if re.match("h?[ií](?!e)", name, re.IGNORECASE):
        return pgettext("before the sound of i", "{first} and {second}")
    return _("{first} and {second}")


def listed(names: Iterable[str]) -> SafeString:
    """``Ann and Ben``, ``Ann; Ben; Cy``: a school's name may hold a comma."""
    names = list(names)
    isolates = [bdi(name) for name in names]
    if len(isolates) == 2:
        return format_html(and_before(names[1]), first=isolates[0], second=isolates[1])
    return format_html_join("; ", "{}", ((name,) for name in isolates))


def enumerated(names: list[str]) -> str:
    """Names of people in plain text, which have no comma of their own.

    >>> enumerated(["Ann"]), enumerated(["Ann", "Ben"]), enumerated(["Ann", "Ben", "Cy"])
    ('Ann', 'Ann and Ben', 'Ann, Ben and Cy')
    """
    *first, last = names
    return and_before(last).format(first=", ".join(first), second=last) if first else last


def unbroken(text: str) -> str:
    """The text with its results kept whole: a line may end after a dash, and ``1–`` alone says nothing."""
    return re.sub(r"(?<=\S)–(?=\S)", "–\u2060", text)


# Longer ones may need the end of a line.
_HYPHENATED = re.compile(r"((?<!\S)\S{0,6}\w-\w\S{0,6}(?!\S))")


def with_hyphens_kept(text: str) -> SafeString:
    """The text for a page on which no line ends within *K-8*: what is copied from it has the same letters.

    >>> with_hyphens_kept("K-8 Open & more")
    '<span class="whole">K-8</span> Open &amp; more'
    """
    parts = _HYPHENATED.split(text)
    return format_html_join(
        "",
        "{}",
        (
            (format_html('<span class="whole">{}</span>', each) if at % 2 else each,)
            for at, each in enumerate(parts)
        ),
    )


def isolated(name: str) -> str:
    """The same in plain text. Without it “… – שרה 1–0” is shown as 0–1: figures join the name's direction."""
    right_to_left = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name)
    return f"\u2068{name}\u2069" if right_to_left else name


# --- terms --------------------------------------------------------------------------------------


def remark(evaluation: Evaluation) -> str:
    """Why something was left out, or whatever else decided the value."""
    text = evaluation.remark
    if text not in (PLUS, EVEN, MINUS):
        return _(text) if text else ""
    left_out = Counter(term.dropped for term in evaluation.terms if term.dropped is not None)
    count = max(left_out.values(), default=0)
    sentence = {
        PLUS: ngettext(
            "Plus score (more than half of the possible points), so the lowest is left out.",
            "Plus score (more than half of the possible points), so the %(count)d lowest are left out.",
            count,
        ),
        EVEN: ngettext(
            "Even score (exactly half of the possible points), so the lowest and the highest are left out.",
            "Even score (exactly half of the possible points), so the %(count)d lowest and the %(count)d "
            "highest are left out.",
            count,
        ),
        MINUS: ngettext(
            "Minus score (less than half of the possible points), so the highest is left out.",
            "Minus score (less than half of the possible points), so the %(count)d highest are left out.",
            count,
        ),
    }
    return sentence[text] % {"count": count}


def dropped(which: Dropped | None) -> str:
    """The label of a term that does not count."""
    if which is None:
        return ""
    return _("left out: the weakest") if which is Dropped.LOWEST else _("left out: the strongest")
