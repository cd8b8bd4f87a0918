"""What is offered: one record per prize, and the order of value.

A prize has a *scope* (who can win it), a worth (a trophy, a medal, a thing, money, or both), and the terms
of its announcement. Amounts are whole cents.

An age is a whole number on the roster; birth dates are not stored.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property

from .. import points
from ..messages import gettext_noop

TROPHY = "trophy"
MEDAL = "medal"
# A thing that has a name: one more prize that cannot be divided (32F).
PRIZE = "prize"
_PLURAL = {TROPHY: "trophies", MEDAL: "medals", PRIZE: "prizes"}

MOST_AGE = 120
# Kindergarten is grade 0, and what comes before it is below.
PRE_K, KINDERGARTEN, MOST_GRADE = -1, 0, 12

# 33C: the rating classes, each from its lower bound to below the next one's.
CLASSES = {
    (2000, 2200): gettext_noop("Expert"),
    (1800, 2000): gettext_noop("Class A"),
    (1600, 1800): gettext_noop("Class B"),
    (1400, 1600): gettext_noop("Class C"),
    (1200, 1400): gettext_noop("Class D"),
    (1000, 1200): gettext_noop("Class E"),
    (800, 1000): gettext_noop("Class F"),
    (600, 800): gettext_noop("Class G"),
    (400, 600): gettext_noop("Class H"),
    (200, 400): gettext_noop("Class I"),
    (100, 200): gettext_noop("Class J"),
}


# What a director marks players as, where an announcement needs no more words: ``Top girl``.
GIRL, WOMAN, FEMALE = gettext_noop("girl"), gettext_noop("woman"), gettext_noop("female")
NEWCOMER = gettext_noop("newcomer")
MARKS = (
    *(GIRL, gettext_noop("boy"), WOMAN, FEMALE),
    *(gettext_noop("senior"), gettext_noop("junior"), gettext_noop("veteran"), gettext_noop("local")),
    NEWCOMER,
)
# Who has another mark that says the same.
MEANT_BY = {FEMALE: frozenset({FEMALE, GIRL, WOMAN})}
DIRECTORS_CHOICE = gettext_noop("director’s choice")
# What no result decides.
CHOICES = (
    *(gettext_noop("sportsmanship"), gettext_noop("best game"), gettext_noop("brilliancy")),
    *(gettext_noop("most improved"), DIRECTORS_CHOICE),
)
# Whom a prize at a score is for, where no number says it: who has every point there is.
PERFECT_SCORE = "perfect score"
# Which team wins, where it is not the best one.
FEWEST_PLAYERS = gettext_noop("team with fewest players")
MOST_PLAYERS = gettext_noop("team with most players")
BY_SIZE = (FEWEST_PLAYERS, MOST_PLAYERS)


class Scope(Enum):
    """Who can win a prize. Of equal amounts, a player takes the one whose scope is first here (32B4)."""

    PLACE = 1
    BAND = 2
    UNRATED = 3
    GRADE = 4
    AGE = 5
    MARK = 6
    UPSET = 7
    CHOICE = 8
    SCORE = 9
    TEAM = 10

    # A scope is one object. Python's own enumerations hash their names anew each time.
    __hash__ = object.__hash__


# 32B4, then every other field, so that the order of input never matters.
Key = tuple[int | bool | str, ...]


@dataclass(frozen=True)
class Prize:
    """One prize: the ``nth`` of its scope, and the terms of its announcement.

    A band of ratings, of ages in whole years or of grades starts at ``low`` (None: no lower bound, "Under
    2000") and ends below ``under``. A single ``grade`` is whatever the roster calls it. ``label`` is the mark
    of the players whom the prize is for, what the director chooses a winner for, which score or which team
    wins.
    ``value`` is the director's own order of value, 1 the highest. A player can win a prize ``on_top`` beside
    another one; upset prizes and prizes at a score are always on top. Winners of a prize that says
    ``present`` must be at the ceremony. Who takes a trophy gets none ``without_trophy`` at a score.
    """

    scope: Scope
    nth: int = 1
    low: int | None = None
    under: int = 0
    grade: str = ""
    points_q: int = 0
    item: str = ""
    cents: int = 0
    name: str = ""
    value: int | None = None
    on_top: bool = False
    withdrawn_too: bool = False
    unrated_too: bool = False
    guaranteed: bool = False
    present: bool = False
    without_trophy: bool = False
    label: str = ""

    @property
    def private(self) -> bool:
        """Whether it goes by what the roster says of players and no document has."""
        return self.scope in (Scope.AGE, Scope.MARK)

    @property
    def choice(self) -> str:
        """What a director names a winner for, whatever it is worth: ``2nd best game``."""
        name = f"“{self.name}”" if self.name else ""
        return _joined(ordinal(self.nth) if self.nth > 1 else "", self.label, name)

    @property
    def apart(self) -> bool:
        """Whether a player can win it on top of another prize."""
        return self.on_top or self.scope in (Scope.UPSET, Scope.CHOICE, Scope.SCORE)

    @cached_property
    def ladder(self) -> Key:
        """What the 1st, 2nd, ... prizes of one scope share."""
        low = lowest(self) if self.of_grades else self.low or 0
        return (self.scope.value, low, self.under, same_grade(self.grade), self.points_q, self.label)

    @property
    def for_everybody(self) -> bool:
        """Whether it is at any score."""
        return self.scope is Scope.SCORE and not self.points_q and not self.label

    @property
    def of_grades(self) -> bool:
        """Whether it is for a band of grades, not for one."""
        return self.scope is Scope.GRADE and not self.grade

    @cached_property
    def open_to(self) -> Key:
        """What decides who can win it; many prizes share it."""
        return (*self.ladder, self.withdrawn_too, self.unrated_too, self.present)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Made once: prizes are looked up all the time. What differs here nearly always differs."""
        return hash((self.ladder, self.nth, self.item, self.cents, self.name))

    def __str__(self) -> str:
        return self.name or title(self)

    @cached_property
    def item_alone(self) -> "Prize":
        """The trophy or medal without the money.

        >>> prize = Prize(Scope.PLACE, item=TROPHY, cents=5000)
        >>> str(prize), str(prize.item_alone), str(prize.money_alone)
        ('1st place trophy and $50', '1st place trophy', '1st place $50')
        """
        return replace(self, cents=0)

    @cached_property
    def money_alone(self) -> "Prize":
        """The money without the trophy or medal."""
        return replace(self, item="")


def same_grade(label: str) -> str:
    """A grade for comparing, however a roster writes it; of another word, its letters.

    >>> [same_grade(label) for label in ("2", "2nd", "Grade 2", "k", "Kindergarten", " Varsity ")]
    ['2', '2', '2', '0', '0', 'varsity']
    """
    level = grade_level(label)
    return label.strip().casefold() if level is None else str(level)


def grade_level(label: str) -> int | None:
    """The level of a grade as rosters write it; None if it is none from pre-K to 12th grade.

    >>> [grade_level(label) for label in ("2", "2nd", "Grade 2", "K", "Pre-K", "12th", "13", "Varsity", "")]
    [2, 2, 2, 0, -1, 12, None, None, None]
    """
    found = _LEVEL.fullmatch(label.strip())
    if found is None:
        return None
    if found["number"]:
        number = int(found["number"])
        return number if 1 <= number <= MOST_GRADE else None
    return PRE_K if found["before"] else KINDERGARTEN


_LEVEL = re.compile(
    r"(?:grade|gr\.?)?\s*(?:0?(?P<number>\d{1,2})(?:st|nd|rd|th)?|(?P<before>p(?:re)?[-‐‑‒–\s]?)?k(?:g|indergarten)?)"
    r"(?:\s+grade)?",
    re.IGNORECASE,
)


def lowest(prize: Prize) -> int:
    """The lower bound of a band of grades."""
    return PRE_K if prize.low is None else prize.low


def by_rule(prize: Prize) -> Key:
    """32B4 and 32F: place before class, the higher class before the lower, rating classes before others.

    The rule does not say the rest. Here the narrower of two classes with one upper bound goes first. Unrated
    follows the rating classes, then grades (K is 0), ages and scores, each from the highest down. A band of
    grades counts as its highest, and a single grade goes before it.
    """
    grade = same_grade(prize.grade)
    under, low = prize.under, prize.low or 0
    if prize.scope is Scope.GRADE:
        level = grade_level(prize.grade) or 0
        under, low = (level + 1, level) if grade else (under, lowest(prize))
    # A perfect score is the highest, and what goes by the size of teams comes after all places.
    last = 1 + BY_SIZE.index(prize.label) if prize.label in BY_SIZE else 0
    if prize.scope is Scope.SCORE:
        last = int(prize.label != PERFECT_SCORE)
    return (prize.scope.value, -under, -low, grade, last, -prize.points_q, prize.nth)


def by_value(prize: Prize) -> Key:
    """The order in which trophies are taken: the director's own values first, then by the rule.

    >>> trophies = [Prize(Scope.PLACE, 4), Prize(Scope.BAND, under=800), Prize(Scope.PLACE, 1, value=1)]
    >>> [str(prize) for prize in sorted(trophies, key=by_value)]
    ['1st place', '4th place', 'U800']
    >>> trophies[1] = Prize(Scope.BAND, under=800, value=2)
    >>> [str(prize) for prize in sorted(trophies, key=by_value)]
    ['1st place', 'U800', '4th place']
    """
    return (prize.value is None, prize.value or 0, *by_rule(prize), *_rest(prize))


def in_order_of_value(prizes: Iterable[Prize]) -> list[Prize]:
    """The most valuable first. The order now says what ``value`` said, so that is gone.

    >>> trophies = [Prize(Scope.PLACE, 1), Prize(Scope.BAND, under=800, value=1)]
    >>> [(str(prize), prize.value) for prize in in_order_of_value(trophies)]
    [('U800', None), ('1st place', None)]
    """
    return [replace(prize, value=None) for prize in sorted(prizes, key=by_value)]


def by_amount(prize: Prize, cents: int) -> Key:
    """The order in which money is taken: the greater amount, then 32B4."""
    return (-cents, *by_rule(prize), *_rest(prize))


def _rest(prize: Prize) -> Key:
    """Every other field: no two prizes are equal in value, so the order of entry never matters."""
    return (
        -prize.cents,
        prize.low is None,
        prize.grade,
        prize.item,
        prize.name,
        prize.on_top,
        prize.withdrawn_too,
        prize.unrated_too,
        prize.guaranteed,
        prize.present,
        prize.without_trophy,
        prize.label,
    )


# --- in print ------------------------------------------------------------------------------------


def title(prize: Prize, last: int = 1) -> str:
    """The prize as an announcement has it, or all of its scope from this one to the ``last``.

    >>> title(Prize(Scope.PLACE, 1, item=TROPHY), last=10), title(Prize(Scope.GRADE, grade="2", item=TROPHY))
    ('1st–10th trophies', 'Best grade 2')
    >>> title(Prize(Scope.BAND, 2, low=1800, under=2000, item=TROPHY, cents=5000))
    '2nd Class A trophy and $50'
    >>> title(Prize(Scope.MARK, label=GIRL, item=PRIZE, name="plaque"))
    'Top girl prize'
    """
    many = last > prize.nth
    if prize.for_everybody:
        return f"Everybody: {prize.item}"
    if prize.label == PERFECT_SCORE:
        return f"{PERFECT_SCORE.capitalize()}: {prize.item}"
    if prize.scope is Scope.SCORE:
        one = "point" if prize.points_q <= points.POINT else "points"
        return f"{points.show(prize.points_q)} {one} or more: {prize.item}"
    rank = f"{ordinal(prize.nth)}–{ordinal(last)}" if many else ordinal(prize.nth)
    if prize.scope is Scope.PLACE:
        return _joined(rank, "" if many else "place", _worth(prize, many))
    if prize.label in BY_SIZE:
        item = "" if prize.item == TROPHY and not prize.cents else _worth(prize, many=False)
        return _joined(prize.label.capitalize(), item)
    if prize.item in (TROPHY, PRIZE) and not prize.cents and prize.scope is not Scope.CHOICE:
        one_age = prize.scope is Scope.AGE and prize.low == prize.under - 1
        best = "Best" if one_age else "Top" if prize.of_grades else _BEST.get(prize.scope, "Top")
        first = best if not many and prize.nth == 1 else rank
        # A trophy goes without saying.
        one = "" if prize.item == TROPHY else prize.item
        return _joined(first, _who(prize, long=True), _PLURAL[prize.item] if many else one)
    text = _joined(rank if many or prize.nth > 1 else "", _who(prize), _worth(prize, many))
    return text[0].upper() + text[1:]


_BEST = {Scope.GRADE: "Best", Scope.UPSET: "Biggest"}


def _who(prize: Prize, long: bool = False) -> str:
    if prize.scope is Scope.BAND:
        if prize.low is None:
            return f"under {prize.under}" if long else f"U{prize.under}"
        return CLASSES.get((prize.low, prize.under)) or f"{prize.low}–{prize.under - 1}"
    if prize.scope is Scope.AGE:
        return _age(prize)
    if prize.of_grades:
        return _grades(prize)
    if prize.scope is Scope.MARK:
        return prize.label if prize.label in MARKS else f"marked {prize.label}"
    if prize.scope is Scope.CHOICE:
        return prize.label
    return f"grade {prize.grade}" if prize.scope is Scope.GRADE else prize.scope.name.lower()


def _grades(prize: Prize) -> str:
    highest = prize.under - 1
    if prize.low is None:
        return f"grade {grade_label(highest)} and below"
    if highest == MOST_GRADE:
        return f"grade {grade_label(prize.low)} and up"
    return f"grades {grade_label(prize.low)}–{grade_label(highest)}"


def grade_label(level: int) -> str:
    """
    >>> [grade_label(level) for level in (-1, 0, 2)]
    ['Pre-K', 'K', '2']
    """
    return {PRE_K: "Pre-K", KINDERGARTEN: "K"}.get(level, str(level))


def _age(prize: Prize) -> str:
    oldest = prize.under - 1
    if prize.low is None:
        return f"age {oldest} and under"
    if oldest == MOST_AGE:
        return f"age {prize.low} and over"
    return f"age {oldest}" if prize.low == oldest else f"ages {prize.low}–{oldest}"


def _worth(prize: Prize, many: bool) -> str:
    item = _PLURAL.get(prize.item) if many else prize.item
    return " and ".join(filter(None, (item, dollars(prize.cents) if prize.cents else "")))


def _joined(*words: str) -> str:
    return " ".join(filter(None, words))


def ordinal(number: int) -> str:
    """
    >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 22, 111)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '22nd', '111th']
    """
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def dollars(cents: int) -> str:
    """
    >>> dollars(100000), dollars(667), dollars(0), dollars(-5)
    ('$1,000', '$6.67', '$0', '−$0.05')
    """
    whole, part = divmod(abs(cents), 100)
    return f"{'−' if cents < 0 else ''}${whole:,}" + (f".{part:02}" if part else "")
