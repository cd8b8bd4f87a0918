"""What flyers say beside a prize: the thing that it is, whom it is not for, and what its fund is based on."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tiebreaks.engine.prizes.prize import MEDAL, PRIZE, TROPHY, Prize, Scope

from .flyer_words import DASH, TH, N, number

# --- things ---------------------------------------------------------------------------------------

_NOUNS = (
    r"(?:books?|gift\s+(?:cards?|certificates?)|clocks?|sets?|boards?|bags?|t-?shirts?|hoodies?|mugs?"
    r"|backpacks?|memberships?|subscriptions?|scholarships?|lessons?|score\s?books?|puzzles?|candy)"
)
_ENTRY = r"(?:free|half|paid)\s+(?:entry|entries|admission)(?:\s+(?:to|in|into|for)\s+[^,;.:]+)?"
_ONE = rf"(?:(?:[$\w’'-]+\s+){{0,4}}?{_NOUNS}(?:\s+(?:prize|award))?|{_ENTRY})"
_THING = rf"(?:an?\s+|the\s+|one\s+)?(?P<thing>{_ONE}(?:\s+(?:and|&)\s+(?:an?\s+)?{_ONE})?)"
_AND = r"\s*(?:and|&|\+|plus|,)\s*"
_WON = re.compile(
    rf"(?P<who>[^$:]+?)\s*(?::|\s{DASH}|\b(?:receives?|gets?|wins?)\b)\s*"
    rf"(?:(?:an?\s+)?(?P<beside>troph(?:y|ies)|medals?|\$[\d,]+){_AND})?{_THING}"
    rf"(?:\s*(?:and|&|\+|plus)\s*(?:an?\s+)?(?P<also>troph(?:y|ies)|medals?))?\.?",
    re.IGNORECASE,
)
_FOR = re.compile(rf"{_THING}\s+(?:to|for)\s+(?:the\s+)?(?P<who>[^$:]+?)\.?", re.IGNORECASE)
# "Best game book".
_OF_BEST_GAME = re.compile(rf"(?P<who>best\s+game)\s+(?:prize\s+|award\s+)?{_THING}\.?", re.IGNORECASE)
_A_THING = re.compile(rf"\b{_NOUNS}\b|\b(?:entry|entries|admission)\b", re.IGNORECASE)
# Who wins it and what it is: no sentence is longer, and each is searched for the words of both.
MOST_OF_A_THING = 120
_WINNER = re.compile(r"(?:the\s+)?(?:overall\s+|section\s+)?winner", re.IGNORECASE)


@dataclass(frozen=True)
class Thing:
    """What is won that is no trophy, no medal and no money; ``beside`` is what comes with it."""

    who: str
    thing: str
    beside: str = ""

    @property
    def announced(self) -> list[str]:
        """As announcements."""
        line = f"{self.who} prize “{self.thing}”"
        return [f"{self.who} {self.beside}", line] if self.beside else [line]


def thing_in(text: str) -> Thing | None:
    """The thing that a part of a flyer names, and for whom it is; None if it names none.

    >>> thing_in("1st place: trophy and a chess clock")
    Thing(who='1st place', thing='chess clock', beside='trophy')
    >>> thing_in("1st place: handshake"), thing_in("1st place: $100")
    (None, None)
    """
    text = text.strip()
    if len(text) > MOST_OF_A_THING or not _A_THING.search(text):
        return None
    found = _WON.fullmatch(text) or _FOR.fullmatch(text) or _OF_BEST_GAME.fullmatch(text)
    if found is None:
        return None
    who = "1st place" if _WINNER.fullmatch(found["who"]) else found["who"]
    said = found.groupdict()
    return Thing(who, found["thing"], said.get("beside") or said.get("also") or "")


# --- terms ----------------------------------------------------------------------------------------

_TOTAL = re.compile(
    r"^(?:[a-z ]*(?:prizes?|fund)\s*:?\s*)?\$*\s*\(?\$*\s*\d[\d,]*\s*(?:in\s+prizes|prize\s+fund)?[\s,]*\(?"
    r"(?:b\s*/|based\s+on)\s*(?P<based>\d+)[^\d:;,.()]*\)?\s*(?:[:;.-]\s*|$)",
    re.IGNORECASE,
)
# "1st–3rd ($500 b/30): 200-100-60": the sums behind it are money without a sign.
_FUND = re.compile(
    r"\s*\(\s*\$\s*\d[\d,]*\s*,?\s*(?:b\s*/|based\s+on)\s*(?P<based>\d+)[^\d()]*\)\s*(?P<mark>:\s*(?=\d))?",
    re.IGNORECASE,
)
_BASED_ON = re.compile(
    r"[\s,]*\(?(?<![a-z])(?:b\s*/\s*|based\s+on\s+)(?P<based>\d+)(?:\s+paid)?(?:\s+(?:entries|players))?\)?",
    re.IGNORECASE,
)
_SUM = re.compile(rf"\d[\d,]*(?!\d|{TH}\b)", re.IGNORECASE)
_MONEY_SIGNS = re.compile(r"(?:^|(?<=[.;:]\s))\$\$+(?!\s*G\b)\s*:?\s*", re.IGNORECASE)
_BESIDES = re.compile(
    rf"\s*\(?\s*(?:not\s+(?:in|among|placing\s+in|finishing\s+in)|outside)\s+(?:of\s+)?(?:the\s+)?top\s+({N})\s*\)?",
    re.IGNORECASE,
)
# Nobody takes two trophies (32F): that goes without saying.
_NO_OTHER = re.compile(
    r"(\b(?:top|best)\s[^,;.:]*?)\s*\(?\s*\bnot\s+(?:already\s+)?"
    r"(?:(?:winning|receiving|taking)\s+(?:an?|another|any\s+other)\s+(?:place\s+)?troph(?:y|ies)"
    r"|an?\s+(?:place\s+)?trophy\s+winner)\s*\)?",
    re.IGNORECASE,
)
# "Best K-6 girl", "top girl grade 6 and under": both go by the mark, where the section has no higher grade.
_MARKED = r"(?:girls?|boys?|females?|wom[ae]n)"
_OF_GRADES = re.compile(
    rf"\b(?:grades?\s+)?k\s*{DASH}\s*(?P<most>\d{{1,2}})\s+(?P<who>{_MARKED})\b"
    rf"|\b(?P<whom>{_MARKED})\s*,?\s*\(?(?:in\s+)?(?:(?:grades?\s+)?k\s*{DASH}\s*(?P<to>\d{{1,2}})"
    rf"|grade\s+(?P<of>\d{{1,2}})\s+(?:and|&|or)\s+(?:under|below|lower|younger)"
    rf"|(?P<nth>\d{{1,2}}){TH}\s+grade\s+(?:and|&|or)\s+(?:under|below|lower|younger))\)?",
    re.IGNORECASE,
)
# "$$G 500-250", "Guaranteed prizes: 1st $500", "$1500 Guaranteed! 1st $400" (32C4).
_GUARANTEED = re.compile(
    r"(?:guaranteed(?:\s+prizes?)?|prizes?\s+guaranteed)\s*:\s*|\$\$?\s*G\b\s*:?\s*"
    r"|\$+\s*\d[\d,]*\s+(?:in\s+)?guaranteed(?:\s+(?:prizes?|prize\s+fund))?\s*[!:.]\s*(?=\S)",
    re.IGNORECASE,
)
_SUM_GUARANTEED = re.compile(r"(\$\d[\d,]*)(?:\s*G\b|\s*,?\s*\(?(?:guaranteed|gtd)\b\.?\)?)", re.IGNORECASE)


@dataclass(frozen=True)
class Terms:
    """The line without its terms. Its fund is based on so many entries; its prize is not for the players of
    so many first places, or for those with a mark up to a grade; all its money is guaranteed."""

    line: str
    based_on: int | None = None
    besides: int | None = None
    guaranteed: bool = False
    grade: int | None = None


def terms(line: str) -> Terms:
    """The terms of a line of a flyer.

    >>> terms("$$ 1st $200, 2nd $100 b/40")
    Terms(line='1st $200, 2nd $100', based_on=40, besides=None, guaranteed=False, grade=None)
    >>> terms("Top girl (not in top 5)").besides, terms("$$G 500-250").guaranteed
    (5, True)
    """
    based = besides = None
    if found := _FUND.search(line):
        based = int(found["based"])
        mark = ": $" if found["mark"] else " "
        line = (line[: found.start()] + mark + line[found.end() :]).strip()
    elif found := _TOTAL.match(line) or _BASED_ON.search(line):
        based = int(found["based"])
        line = (line[: found.start()] + " " + line[found.end() :]).strip()
    line = _MONEY_SIGNS.sub(_sign_of, line)
    if again := _BESIDES.search(line):
        besides = number(again[1])
        line = _BESIDES.sub("", line, count=1)
    guaranteed = _GUARANTEED.match(line)
    if guaranteed:
        line = _sign_of(guaranteed) + line[guaranteed.end() :]
    line = _SUM_GUARANTEED.sub(r"\1 (guaranteed)", _NO_OTHER.sub(r"\1", line))
    grade = None
    if marked := _OF_GRADES.search(line):
        grade = next(int(each) for each in marked.group("most", "to", "of", "nth") if each)
        line = line[: marked.start()] + (marked["who"] or marked["whom"]) + line[marked.end() :]
    return Terms(line, based, besides, bool(guaranteed), grade)


def _sign_of(found: re.Match[str]) -> str:
    """The sign of the sum that follows: ``$$ 500-250``, but ``$$ 1st $200``."""
    return "$" if "$" in found[0] and _SUM.match(found.string, found.end()) else ""


def on_top_of_trophies(prizes: Sequence[Prize]) -> tuple[Prize, ...]:
    """The prizes, of which a thing comes on top where a trophy or a medal is won for the same."""
    held = {(prize.ladder, prize.nth) for prize in prizes if prize.item in (TROPHY, MEDAL)}
    return tuple(
        replace(prize, on_top=True)
        if prize.item == PRIZE and not prize.apart and (prize.ladder, prize.nth) in held
        else prize
        for prize in prizes
    )


def goes_without_saying(besides: int, mine: Sequence[Prize], listed: Sequence[Prize]) -> bool:
    """Whether nobody in one of so many first places wins these prizes, without their saying so: each of these
    places brings a trophy, none after them does, and nobody takes two (32F)."""
    mine = [prize for prize in mine if prize.scope is not Scope.PLACE and not prize.apart]
    if not mine or any(prize.cents for prize in mine):
        return False
    places = [prize for prize in listed if prize.scope is Scope.PLACE and prize.item and not prize.on_top]
    last = max((listed.index(prize) for prize in places), default=0)
    after = all(listed.index(prize) > last for prize in mine if prize in listed)
    return after and {prize.nth for prize in places} == set(range(1, besides + 1))


_GRADES_OF_A_NAME = re.compile(rf"\bk\s*{DASH}\s*(\d{{1,2}})\b", re.IGNORECASE)


def has_no_grade_above(grade: int, section: str) -> bool:
    """Whether the name of a section says so: ``K-6 Open``."""
    said = _GRADES_OF_A_NAME.search(section)
    return said is not None and int(said[1]) <= grade


def not_above_a_grade(grade: int, section: str) -> str:
    """What to do about a prize for those with a mark that some grades of a section cannot win."""
    said = _(
        "%(section)s: Wallchart can’t keep players above grade %(grade)d out of a prize for those who are"
        " marked. Write Top girl for all grades, or mark the players of these grades: Top marked younger girl"
    )
    return said % {"section": section, "grade": grade}


def not_in_the_top(places: int, section: str) -> str:
    """What to do about a prize that cannot be kept from the players of the first places."""
    said = _(
        "%(section)s: Wallchart can’t keep exactly the first %(places)d places out of this prize. Write it"
        " without “not in top %(places)d”: nobody takes two trophies anyway (32F)"
    )
    return said % {"section": section, "places": places}
