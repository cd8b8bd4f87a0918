"""Who may enter a section: its limits of grade and rating, set or read from its name, and who is outside.

>>> limits_in("K-5 Championship"), limits_in("Under 1200")
(Limits(lowest_grade=0, highest_grade=5, lowest_rating=None, highest_rating=None), \
Limits(lowest_grade=None, highest_grade=None, lowest_rating=None, highest_rating=1199))
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

BEFORE_KINDERGARTEN, KINDERGARTEN, LAST_GRADE = -1, 0, 12
# Who is in no grade.
ADULT = "Adult"
_WORDS = {"pk": -1, "prek": -1, "prekindergarten": -1, "preschool": -1, "tk": -1}
_WORDS |= {"k": 0, "kg": 0, "kinder": 0, "kindergarten": 0}
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
_WORDS |= {word: grade for grade, word in enumerate(_ORDINALS.split(), 1)}
_GRADE = r"pre-?k|pk|k|[0-9]{1,2}"
_GRADES = re.compile(
    rf"(?<![\w.])(?:grades?\s*)?({_GRADE})\s*(?:-|–|—|to|through)\s*(k|[0-9]{{1,2}})(?![\w.])"
)
_ONE_GRADE = re.compile(
    r"\bgrade\s*([0-9]{1,2})\b(?:\s*(?:and|&|\+)?\s*(below|under|lower|up|above|higher))?"
)
_RATINGS = re.compile(r"(?<![\w.$])([0-9]{3,4})\s*(?:-|–|—|to)\s*([0-9]{3,4})(?![\w.])")
_UNDER = re.compile(r"\b(?:u|under|below)\s*[-–]?\s*([0-9]{3,4})\b")
_OVER = re.compile(r"\b(?:over|above)\s*([0-9]{3,4})\b|(?<![\w.$])([0-9]{3,4})\s*(?:\+|and up|& up)")


class Limits(NamedTuple):
    """None where there is no limit. Kindergarten is grade 0, and what is before it -1."""

    lowest_grade: int | None = None
    highest_grade: int | None = None
    lowest_rating: int | None = None
    highest_rating: int | None = None

    def or_else(self, other: "Limits") -> "Limits":
        """These, with the other's grades where no grade is set, and its ratings where no rating is."""
        grades = self[:2] if self[:2] != (None, None) else other[:2]
        ratings = self[2:] if self[2:] != (None, None) else other[2:]
        return Limits(*grades, *ratings)

    def outside(self, grade: str, rating: int | None) -> Iterator[str]:
        """Why somebody may not enter, a sentence each. Who has no grade or no rating is not outside."""
        number = grade_number(grade)
        values = {"grade": grade_name(number), "rating": rating}
        if number is not None and self.highest_grade is not None and number > self.highest_grade:
            limit = {"limit": grade_name(self.highest_grade)}
            yield _("grade %(grade)s is above the section’s highest, %(limit)s") % {**values, **limit}
        if number is not None and self.lowest_grade is not None and number < self.lowest_grade:
            limit = {"limit": grade_name(self.lowest_grade)}
            yield _("grade %(grade)s is below the section’s lowest, %(limit)s") % {**values, **limit}
        if rating and self.highest_rating is not None and rating > self.highest_rating:
            cap = {"limit": self.highest_rating}
            yield _("rating %(rating)d is above the section’s highest, %(limit)d") % {**values, **cap}
        if rating and self.lowest_rating is not None and rating < self.lowest_rating:
            floor = {"limit": self.lowest_rating}
            yield _("rating %(rating)d is below the section’s lowest, %(limit)d") % {**values, **floor}


def limits_in(name: str) -> Limits:
    """The limits that a section's name says.

    >>> limits_in("Grades 4-6 U800")
    Limits(lowest_grade=4, highest_grade=6, lowest_rating=None, highest_rating=799)
    >>> limits_in("1000-1200"), limits_in("Kindergarten")[:2], limits_in("Open") == Limits()
    (Limits(lowest_grade=None, highest_grade=None, lowest_rating=1000, highest_rating=1200), (-1, 0), True)
    """
    text = name.casefold()
    grades = _grades(text)
    lowest = highest = None
    if between := _RATINGS.search(text):
        lowest, highest = sorted((int(between[1]), int(between[2])))
    if under := _UNDER.search(text):
        highest = int(under[1]) - 1
    if over := _OVER.search(text):
        lowest = int(over[1] or over[2])
    return Limits(*grades, lowest, highest)


def _grades(text: str) -> tuple[int | None, int | None]:
    if found := _GRADES.search(text):
        first, last = grade_number(found[1]), grade_number(found[2])
        if first is not None and last is not None and first < last:
            return first, last
    if "kindergarten" in text:
        return BEFORE_KINDERGARTEN, KINDERGARTEN
    if found := _ONE_GRADE.search(text):
        grade = grade_number(found[1])
        if found[2] in ("up", "above", "higher"):
            return grade, None
        return (None, grade) if found[2] else (grade, grade)
    return None, None


def grade_number(text: str) -> int | None:
    """A grade as forms and registration sites write it; None for anything else.

    >>> [grade_number(each) for each in ("3", "3rd", "K", "Kindergarten", "Pre-K", "Grade 4", "13", "U")]
    [3, 3, 0, 0, -1, 4, None, None]
    """
    plain = re.sub(r"\b(grade|gr)\b|[\s.\-]", "", text.casefold())
    if match := re.fullmatch(r"(?:gr|grade)?0*([0-9]{1,2})(?:st|nd|rd|th)?(?:gr|grade)?", plain):
        return int(match[1]) if int(match[1]) <= LAST_GRADE else None
    return _WORDS.get(plain.removesuffix("grade"))


def grade_name(grade: int | None) -> str:
    """A grade as it is stored and shown.

    >>> grade_name(3), grade_name(0), grade_name(-1), grade_name(None)
    ('3', 'K', 'PK', '')
    """
    if grade is None:
        return ""
    return {BEFORE_KINDERGARTEN: "PK", KINDERGARTEN: "K"}.get(grade, str(grade))


def plain_grade(text: str) -> str:
    """A grade as it is stored, of one as somebody writes it; what is no grade stays as it is.

    >>> [plain_grade(each) for each in ("3rd", "Grade 4", "kindergarten", "adult", "")]
    ['3', '4', 'K', 'adult', '']
    """
    number = grade_number(text)
    return text if number is None else grade_name(number)


def read_grade(text: str) -> str:
    """The same; raises :class:`ValueError` for what is no grade, but for the word of who is in none.

    >>> [read_grade(each) for each in ("3rd", "Pre-K", "adult", "")]
    ['3', 'PK', 'Adult', '']
    """
    if text.casefold() == ADULT.casefold():
        return ADULT
    if text and grade_number(text) is None:
        raise ValueError(_("a grade from K to 12, PK, Adult, or nothing"))
    return plain_grade(text)
