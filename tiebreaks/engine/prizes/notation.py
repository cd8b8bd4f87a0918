"""Prizes as directors announce them, one line each. Reading what was printed gives the same prizes.

========================================  ============================================================
``1st place trophy``                      a place; ``1st–10th trophies`` are ten
``Top under 800``, ``U1200 $100``         players rated below
``Class A $75``, ``2nd 1500–1799 $40``    a band with both bounds; also ``2nd A 50``, ``Expert``
``Top unrated``, ``Best grade 2``         players without a rating; players of this grade on the roster
``Top grade 2 and below``, ``Grades K–2``  players of such a grade; also ``K-2``, ``3rd grade and under``
``Top age 10 and under``, ``Best age 9``  players of such an age on the roster; also ``Top under 11 years``
``Top girl``, ``Top marked chess club``   players whom the director marked as that; also ``Best newcomer``
``Sportsmanship trophy``, ``Best game``   whom the director names; also ``Director’s choice "Hats"``
``Biggest upset``                         the greatest rating difference won over the board
``3 points or more: medal``               everybody at this score or above it
``Perfect score: medal``                  everybody with every point there is
``Everybody: medal``                      the same at any score
``1st–3rd team trophies``                 teams: their standings award these
``Team with fewest players``              of the teams with a place the smallest, of equal ones the better
``Team with most players``                the same of the largest
========================================  ============================================================

A prize is worth a ``trophy``, a ``medal``, ``$75`` or both (``trophy and $75``). Without any it is a trophy.
A name stands in quotes; a thing is a ``prize`` of its name: ``1st place prize "chess clock"``. Terms follow
commas, or stand in parentheses: ``on top`` (of another prize),
``withdrawn too`` (32C1), ``unrated too`` (33F), ``guaranteed`` (32C4), ``must be present`` at the ceremony,
``not with a trophy`` (at a score, for those who take no trophy), ``value 2`` (the director's own order of
value). An amount behind what it is for needs no sign: ``U1200 40``.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from .. import points
from ..messages import Message, gettext_noop
from .prize import (
    CHOICES,
    CLASSES,
    DIRECTORS_CHOICE,
    FEWEST_PLAYERS,
    MARKS,
    MEDAL,
    MOST_AGE,
    MOST_GRADE,
    MOST_PLAYERS,
    NEWCOMER,
    PERFECT_SCORE,
    PRE_K,
    PRIZE,
    TROPHY,
    WOMAN,
    Prize,
    Scope,
    grade_label,
    grade_level,
    title,
)

MOST_CENTS = 10_000_000_00
MOST_PLACES = 500
LEAST_RATING, MOST_RATING = 100, 3500
# The longest prize prints shorter than the longest line.
MOST_LETTERS, MOST_OF_A_NAME, MOST_OF_A_GRADE, MOST_OF_A_MARK = 500, 200, 50, 30
_TERMS = {
    "on top": "on_top",
    "withdrawn too": "withdrawn_too",
    "unrated too": "unrated_too",
    "guaranteed": "guaranteed",
    "must be present": "present",
    "not with a trophy": "without_trophy",
}
_FORMS = (
    "1st place trophy, 1st–10th trophies, Top under 800, U1200 $100, Class A $75, 2nd A $50, "
    "2nd 1500–1799 $40, Top unrated, Best grade 2, Top grade 2 and below, Top grades K–2, "
    "Best age 9, Top age 10 and under, Top girl, Top marked chess club, Sportsmanship trophy, Best game, "
    "Director’s choice, Biggest upset, "
    "3 points or more: medal, Perfect score: medal, Everybody: medal (not with a trophy), "
    "1st–3rd team trophies, Team with fewest players"
)
_LIMIT = gettext_noop("an amount from {least} to {most}, with no more than two decimals")
_GRADES = gettext_noop("grades from Pre-K to {most}, the lower one first")
_AGES = gettext_noop("ages from 1 to {most}, the lower one first")
_BOUNDS = gettext_noop("a lower bound below the upper one, ratings from {least} to {most}")
_TH = r"(?:st|nd|rd|th)"
# Hyphens and dashes of keyboards, word processors and web pages.
_DASH = r"[-‐‑‒–—−]"
_TO = rf"\s*(?:{_DASH}|to)\s*"
_NAME = re.compile(r"[\"“]([^\"“”]*)[\"”]")
# A dash that touches the amount is a sign, except the long one.
_MONEY = re.compile(r"([-‐‑‒–−]?)\$\s*([-‐‑‒–—−]?)([\d,.]*\d)(?!\w)")
_IN_PARENTHESES = re.compile(rf"\s*\((\s*(?:{'|'.join(_TERMS)}|value \d+)\s*)\)", re.IGNORECASE)
_BARE = re.compile(
    r"(.*(?:\d\w*|(?:class|grade) \w+|grade.* (?:and|or) \w+|\b[a-j]|expert|unrated|upset|place"
    r"|girls?|females?|sportsmanship|(?:fewest|most) players|game|brilliancy|improved|choice|award|prize))"
    r"\s*:?\s+(\d[\d,]*(?:\.\d\d)?)",
    re.IGNORECASE,
)
_ITEM = re.compile(r"\b(troph(?:y|ies)|medals?)\b", re.IGNORECASE)
_THING = re.compile(r"\bprizes?\b", re.IGNORECASE)
_RANK = re.compile(
    rf"(?P<first>\d+){_TH}?{_TO}(?P<last>\d+){_TH}|(?P<single>\d+){_TH}|(?:top|best|biggest)\b", re.IGNORECASE
)
# ``Top 10``, ``1-10``: these are places. Ratings have three digits and more.
_PLACES = re.compile(
    rf"(?:top\s+|(?=\d+{_TO}))(?:(?P<first>\d{{1,2}}){_TO})?(?P<last>\d{{1,2}})(?:\s+places?)?", re.IGNORECASE
)
_PLACE_WORD = re.compile(r"places?\b\s*", re.IGNORECASE)
_SCORE = re.compile(
    r"(?:for\s+)?([\d.½¼¾]+)\s*(?:points?\s+or\s+more|or\s+more\s+points?|\+\s*points?)", re.IGNORECASE
)
_PERFECT = re.compile(r"(?:for\s+)?(?:an?\s+)?perfect\s+scores?", re.IGNORECASE)
_EVERYBODY = re.compile(r"(?:(?:for|to)\s+)?(?:every(?:body|one)|all(?:\s+players)?)", re.IGNORECASE)
_UNDER = re.compile(r"u(?:nder)?\s*(\d+)", re.IGNORECASE)
_BAND = re.compile(rf"(\d+){_TO}(\d+)")
_GRADE = re.compile(rf"grade\s+(\S+)|(\d+){_TH}\s+grade", re.IGNORECASE)
# Years or the word age tell an age from a rating; "and" is not among the words any more.
_AGE = re.compile(
    rf"ages?\s+(?P<age>\d+)|ages?\s+(?P<from>\d+){_TO}(?P<to>\d+)"
    r"|(?:ages?\s+)?(?P<most>\d+)\s+(?:years?\s+)?(?:or\s+)?(?:under|younger)"
    r"|(?:ages?\s+)?(?P<least>\d+)\s+(?:years?\s+)?(?:or\s+)?(?:over|older)"
    r"|(?:ages?\s+)?u(?:nder)?\s*(?:ages?\s+)?(?P<below>\d+)(?:\s*(?:years?|ages?))?",
    re.IGNORECASE,
)
_YEARS = re.compile("age|year", re.IGNORECASE)
_LEVEL = rf"(?:\d{{1,2}}{_TH}?|(?:p(?:re)?{_DASH}?\s?)?k(?:indergarten)?)"
_DOWN, _UP = r"(?:or\s+)?(?:below|under|lower|younger)", r"(?:or\s+)?(?:up|above|over|higher|older)"
# "2nd grade and below" alone is a band, not the second prize of something.
_BAND_OF_GRADES = re.compile(
    rf"(?:grade\s+(?P<most>{_LEVEL})|(?P<most_of>{_LEVEL})(?:\s+grade)?)\s+{_DOWN}"
    rf"|(?:grade\s+(?P<least>{_LEVEL})|(?P<least_of>{_LEVEL})\s+grade)\s+{_UP}"
    rf"|grades?\s+(?P<from>{_LEVEL})(?:{_TO}|\s+thr(?:ough|u)\s+)(?P<to>{_LEVEL})"
    # Without the word, kindergarten tells a grade from a place.
    rf"|(?P<k>(?:p(?:re)?{_DASH}?\s?)?k)(?:{_TO}|\s+thr(?:ough|u)\s+)(?P<to_of>{_LEVEL})(?:\s+grades?)?",
    re.IGNORECASE,
)
_VALUE = re.compile(r"value (\d+)", re.IGNORECASE)
# A flyer may leave out the word: ``2nd A 50``.
_CLASS = {name.casefold(): bounds for bounds, name in CLASSES.items()}
_CLASS |= {name.removeprefix("class "): bounds for name, bounds in _CLASS.items()}
_MARK = re.compile(r"marked\s+(?:as\s+)?([^\W\d_]+(?:[ ’'-][^\W\d_]+)*)", re.IGNORECASE)
_MARKS = {**{f"{mark}s": mark for mark in MARKS}, **{mark: mark for mark in MARKS}}
_MARKS |= dict.fromkeys(("women", "lady", "ladies"), WOMAN)
_FIRST_TIME = re.compile(r"(?:first[- ]time(?:rs?)?|rookies?|new)(?:\s+players?)?")
_CHOICES = {choice: choice for choice in CHOICES} | {
    "game": "best game",
    "most improved player": "most improved",
    "director's choice": DIRECTORS_CHOICE,
    "directors choice": DIRECTORS_CHOICE,
    "director choice": DIRECTORS_CHOICE,
}
_TEAM = "(?:team|school|club)"
_FEWEST = re.compile(rf"{_TEAM} with (?:the )?fewest (?:players|members)|smallest {_TEAM}")
_MOST = re.compile(rf"{_TEAM} with (?:the )?most (?:players|members)|largest {_TEAM}")
_PLAIN = {"unrated": Scope.UNRATED, "upset": Scope.UPSET, "team": Scope.TEAM}


class PrizeError(ValueError):
    """A line that is not a prize: the line's number, what was read, and what is allowed."""

    def __init__(self, message: Message, read: str = "", line: int = 1) -> None:
        super().__init__(f"line {line}: {message}")
        self.message = message
        self.read = read
        self.line = line

    @property
    def allowed(self) -> str:
        """What is allowed."""
        allowed = self.message.values["allowed"]
        return allowed if isinstance(allowed, str) else ""


def parse(text: str) -> tuple[Prize, ...]:
    """Read an announcement: each line is a prize or a range of prizes. Empty lines do not count.

    >>> [str(prize) for prize in parse("1st–2nd trophies, on top" + chr(10) + "class a $75")]
    ['1st place trophy', '2nd place trophy', 'Class A $75']
    >>> parse("1st place trophy" + chr(10) + "2nd place $0.001")
    Traceback (most recent call last):
    ...
    tiebreaks.engine.prizes.notation.PrizeError: line 2: read '$0.001'; allowed is an amount from $0.01 to \
$10,000,000, with no more than two decimals
    """
    found, errors = read(text)
    if errors:
        raise errors[0]
    return found


def read(text: str) -> tuple[tuple[Prize, ...], list[PrizeError]]:
    """The prizes of an announcement, and an error for every line that is not a prize.

    >>> found, errors = read("1st place trophy" + chr(10) + "Top 800" + chr(10) + "2nd place $0")
    >>> [str(prize) for prize in found], [(error.line, error.read) for error in errors]
    (['1st place trophy'], [(2, 'Top 800'), (3, '$0')])
    """
    found: dict[Prize, None] = {}
    errors: list[PrizeError] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                prizes = _line(line.strip())
                if again := [prize for prize in prizes if prize in found]:
                    raise _wrong(str(again[0]), gettext_noop("each prize once; this one is already listed"))
                found |= dict.fromkeys(prizes)
            except PrizeError as error:
                errors.append(PrizeError(error.message, error.read, number))
    return tuple(found), errors


def show(prizes: Sequence[Prize]) -> str:
    """Print an announcement. Neighbors that differ only in their number share a line.

    >>> print(show(parse("1st - 3rd trophies" + chr(10) + 'U800 $1000 "Kim Cup", on top, guaranteed')))
    1st–3rd trophies
    U800 $1,000 “Kim Cup”, on top, guaranteed
    """
    lines = []
    for several in alike(prizes):
        first = several[0]
        name = f" “{first.name}”" if first.name else ""
        terms = [term for term, field in _TERMS.items() if getattr(first, field)]
        terms += [f"value {first.value}"] if first.value is not None else []
        lines.append(", ".join([title(first, several[-1].nth) + name, *terms]))
    return "\n".join(lines)


def alike(prizes: Sequence[Prize]) -> Iterator[list[Prize]]:
    """Neighbors that differ only in their number."""
    for _same, run in groupby(
        enumerate(prizes), key=lambda pair: replace(pair[1], nth=pair[1].nth - pair[0])
    ):
        yield [prize for _at, prize in run]


def _line(line: str) -> list[Prize]:
    if len(line) > MOST_LETTERS:
        raise _wrong(f"{line[:40]}…", gettext_noop("a line of up to {most} letters"), most=MOST_LETTERS)
    names = [" ".join(name.split()) for name in _NAME.findall(line)]
    if len(names) > 1 or any(len(name) > MOST_OF_A_NAME for name in names):
        raise _wrong(line, gettext_noop("one name, of up to {most} letters"), most=MOST_OF_A_NAME)
    # Terms in parentheses, as rulebooks print them: ``U1200 $40 (unrated too)``.
    plain = _IN_PARENTHESES.sub(r", \1", _NAME.sub("", line))
    head, *terms = re.split(r",(?!\d)", plain)
    prize, last = _with_or_without_sign(head.strip(), line)
    for term in terms:
        prize = _with_term(prize, term.strip())
    prize = replace(prize, name=names[0] if names else "")
    return [replace(prize, nth=nth) for nth in range(prize.nth, last + 1)]


def _with_or_without_sign(head: str, line: str) -> tuple[Prize, int]:
    """An amount behind what it is for may come without its sign: ``U1200 40``. (``Top 10`` is no amount.)"""
    try:
        return _offered(head, line)
    except PrizeError:
        bare = None if "$" in head or _ITEM.search(head) else _BARE.fullmatch(head)
        if bare is None:
            raise
    return _offered(f"{bare[1]} ${bare[2]}", line)


def _with_term(prize: Prize, term: str) -> Prize:
    words = " ".join(term.casefold().split())
    if value := _VALUE.fullmatch(words):
        if not 1 <= int(value[1]) <= MOST_PLACES:
            raise _wrong(term, gettext_noop("a value from 1, the highest, to {most}"), most=MOST_PLACES)
        return replace(prize, value=int(value[1]))
    if words not in _TERMS:
        raise _wrong(term, gettext_noop("{known} or value 2"), known=", ".join(_TERMS))
    if words == "not with a trophy" and prize.scope is not Scope.SCORE:
        raise _wrong(term, gettext_noop("that at a score only: 3 points or more: medal, {term}"), term=words)
    on_top = words == "on top" and prize.apart  # goes without saying
    return prize if on_top else replace(prize, **dict[str, Any]({_TERMS[words]: True}))


def _offered(head: str, line: str) -> tuple[Prize, int]:
    """The prize without its terms, and the last number of a range."""
    cents, head = _money(head)
    items = {MEDAL if item[0].casefold() == "m" else TROPHY for item in _ITEM.findall(head)}
    if len(items) > 1:
        raise _wrong(line, gettext_noop("a trophy or a medal; both are two lines"))
    if not items and not cents and _NAME.search(line) and _THING.search(head):
        items, head = {PRIZE}, _THING.sub(" ", head)
    words = re.sub(r"\band\b|\beach\b|&|\+\s*$", " ", _ITEM.sub(" ", head))
    # The sign before the worth: ``1st place: $100``, ``Class A - trophy``.
    words = " ".join(re.sub(rf"(?:\s*[:+]|\s{_DASH}|—)\s*$", "", words.strip()).split())
    worth = items.pop() if items else ""
    if _EVERYBODY.fullmatch(words):
        return _at_score("0", worth or MEDAL, cents, line), 1
    if _PERFECT.fullmatch(words):
        return replace(_at_score("0", worth or MEDAL, cents, line), label=PERFECT_SCORE), 1
    if score := _SCORE.fullmatch(words):
        return _at_score(score[1], worth or MEDAL, cents, line), 1
    rank = None if _band_of_grades(words) else _PLACES.fullmatch(words) or _RANK.match(words)
    first, last = _range(rank) if rank else (1, 1)
    numbered = rank is not None and any(rank.groups())
    prize = _scope(words[rank.end() :].strip() if rank else words, numbered, line)
    if not worth and not cents:
        worth = TROPHY
    return replace(prize, nth=first, item=worth, cents=cents), last


def _money(head: str) -> tuple[int, str]:
    money = _MONEY.search(head)
    if money is None:
        if "$" in head:
            raise _wrong(head, _LIMIT, least="$0.01", most="$10,000,000")
        return 0, head
    amount = re.fullmatch(r"(\d+|\d{1,3}(?:,\d{3})+)?(?:\.(\d{1,2}))?", money[3])
    cents = 0
    if amount and len(money[3]) <= 14:
        cents = int((amount[1] or "0").replace(",", "")) * 100 + int((amount[2] or "").ljust(2, "0"))
    if money[1] or money[2] or not 0 < cents <= MOST_CENTS or _MONEY.search(head, money.end()):
        raise _wrong(head[money.start() :].strip(), _LIMIT, least="$0.01", most="$10,000,000")
    return cents, head[: money.start()] + " " + head[money.end() :]


def _range(rank: re.Match[str]) -> tuple[int, int]:
    found = rank.groupdict()
    first = int(found.get("single") or found["first"] or 1)
    last = int(found["last"] or first)
    if not 1 <= first <= last <= MOST_PLACES:
        raise _wrong(rank[0], gettext_noop("from 1st up to {most}th"), most=MOST_PLACES)
    return first, last


def _at_score(text: str, worth: str, cents: int, line: str) -> Prize:
    if cents:
        raise _wrong(line, gettext_noop("a medal or a trophy at a score: money for everybody has no sum"))
    try:
        return Prize(Scope.SCORE, points_q=points.parse(text), item=worth)
    except ValueError:
        raise _wrong(text, gettext_noop("points as on a wall chart, such as 3 or 2½")) from None


def _scope(words: str, numbered: bool, line: str) -> Prize:
    low, under, scope = None, 0, None
    if numbered:
        words = _PLACE_WORD.sub("", words, count=1)
        if not words:
            return Prize(Scope.PLACE)
    if grades := _band_of_grades(words):
        return _of_grades(grades, line)
    plain = " ".join(words.casefold().split())
    if choice := _CHOICES.get(re.sub(r"\s(?:award|prize)$", "", plain)):
        return Prize(Scope.CHOICE, label=choice)
    if _FEWEST.fullmatch(plain) and not numbered:
        return Prize(Scope.TEAM, label=FEWEST_PLAYERS)
    if _MOST.fullmatch(plain) and not numbered:
        return Prize(Scope.TEAM, label=MOST_PLAYERS)
    if mark := _MARKS.get(plain) or mark_in(plain) or (_FIRST_TIME.fullmatch(plain) and NEWCOMER):
        return Prize(Scope.MARK, label=mark)
    if grade := _GRADE.fullmatch(words):
        label = grade[1] or grade[2]
        if len(label) > MOST_OF_A_GRADE:
            raise _wrong(label, gettext_noop("a grade of up to {most} letters"), most=MOST_OF_A_GRADE)
        return Prize(Scope.GRADE, grade=label)
    if (age := _AGE.fullmatch(words)) and _YEARS.search(words):
        return _of_age(age, line)
    if match := _UNDER.fullmatch(words):
        under, scope = int(match[1]), Scope.BAND
    elif match := _BAND.fullmatch(words):
        low, under, scope = int(match[1]), int(match[2]) + 1, Scope.BAND
    elif words.casefold() in _CLASS:
        (low, under), scope = _CLASS[words.casefold()], Scope.BAND
    else:
        scope = _PLAIN.get(words.casefold())
    if scope is None:
        raise _wrong(line, gettext_noop("one of these forms: {known}"), known=_FORMS)
    # No rating is lower: "under 10" is an age.
    bounded = LEAST_RATING < under <= MOST_RATING and (low is None or low < under)
    if scope is Scope.BAND and not bounded:
        raise _wrong(words, _BOUNDS, least=LEAST_RATING, most=MOST_RATING)
    return Prize(scope, low=low, under=under)


def mark_in(words: str) -> str:
    """The mark of ``marked chess club``; empty if it is none, or too long."""
    found = _MARK.fullmatch(words)
    mark = found[1].casefold() if found else ""
    return _MARKS.get(mark, mark) if len(mark) <= MOST_OF_A_MARK else ""


def _band_of_grades(words: str) -> re.Match[str] | None:
    """A number alone, as in ``10 and under``, is an age or a rating."""
    found = _BAND_OF_GRADES.fullmatch(words)
    most = found["most_of"] if found else None
    return None if most and most.isdecimal() else found


def _of_grades(read: re.Match[str], line: str) -> Prize:
    said = {name.split("_")[0]: grade_level(label) for name, label in read.groupdict().items() if label}
    low, high = (
        said.get("from", said.get("k", said.get("least", PRE_K))),
        said.get("to", said.get("most", MOST_GRADE)),
    )
    if low is None or high is None or low > high:
        raise _wrong(line, _GRADES, most=MOST_GRADE)
    if low == high != PRE_K:
        return Prize(Scope.GRADE, grade=grade_label(low))
    return Prize(Scope.GRADE, low=None if low == PRE_K else low, under=high + 1)


def _of_age(read: re.Match[str], line: str) -> Prize:
    said = {name: int(number) for name, number in read.groupdict().items() if number}
    low = said.get("age", said.get("from", said.get("least")))
    oldest = said.get("age", said.get("to", said.get("most", said.get("below", MOST_AGE + 1) - 1)))
    if not 1 <= (1 if low is None else low) <= oldest <= MOST_AGE:
        raise _wrong(line, _AGES, most=MOST_AGE)
    return Prize(Scope.AGE, low=low, under=oldest + 1)


def _wrong(read: str, allowed: str, **values: object) -> PrizeError:
    """An error with two messages, the second inside the first, so that a page can translate both."""
    said = gettext_noop("read '{read}'; allowed is {allowed}")
    return PrizeError(Message(said, read=read, allowed=Message(allowed, **values)), read)
