"""A grade and a school that stand beside a name, where a whole line was typed or pasted as the name."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from .limits import plain_grade
from .names import PARTICLES, SUFFIXES, folded, with_suffix_beside_last

# A grade without that word. The last letter of a name is an initial, that of a school kindergarten.
GRADE_WORD = re.compile(r"(?:[1-9]|1[0-2])(?:st|nd|rd|th)|pre-?k|kindergarten", re.IGNORECASE)
GRADE_FIELD = re.compile(rf"{GRADE_WORD.pattern}|p?k", re.IGNORECASE)
# As a grade is written before its school, without that word.
_BARE_GRADE = re.compile(r"[1-9]|1[0-2]|p?k", re.IGNORECASE)
# *7th Street School* is no grade.
_STREET = {"street", "st", "avenue", "ave"}
# Nobody is called so.
_OF_SCHOOLS = re.compile(
    r"elementary|elem\.?|schools?|academy|charter|montessori|(?:middle|high|prep|primary) school"
    r"|(?-i:[EMHP]S)",
    re.IGNORECASE,
)
# With a middle name, a name may have so many words.
_MOST_WORDS = 3


class Apart(NamedTuple):
    """What a line says of a player. ``is_sure`` where it can be read in this way alone."""

    name: str
    grade: str = ""
    team: str = ""
    is_sure: bool = True


def apart(text: str, schools: Collection[str] = (), *, has_team: bool = False) -> Apart:
    """The name, the grade and the school of a text without ratings and IDs; ``schools`` are those that are
    known, and ``has_team`` says that the school stands elsewhere in the line.

    >>> apart("Bo Ash, 1st, Lincoln Elementary")
    Apart(name='Bo Ash', grade='1', team='Lincoln Elementary', is_sure=True)
    >>> apart("Ash, Bo, K, Lincoln")
    Apart(name='Ash, Bo', grade='K', team='Lincoln', is_sure=True)
    >>> apart("Bo Beech lincoln elementary", ["Lincoln Elementary"])
    Apart(name='Bo Beech', grade='', team='Lincoln Elementary', is_sure=True)
    >>> apart("Ann Elm 3rd 7th Street School"), apart("Ann Elm 7th Street School").grade
    (Apart(name='Ann Elm', grade='3', team='7th Street School', is_sure=True), '')

    Of a last name of two words, what follows may be the first name.

    >>> apart("Bo Ash, Lincoln"), apart("Garcia Lopez, Jose", has_team=True).name
    (Apart(name='Bo Ash', grade='', team='Lincoln', is_sure=False), 'Garcia Lopez, Jose')
    >>> apart("de la Cruz, Ana"), apart("Fir, Jr., Eli").name, apart("Bo Beech Lincoln Elementary").is_sure
    (Apart(name='de la Cruz, Ana', grade='', team='', is_sure=True), 'Fir Jr., Eli', False)
    """
    known = {folded(school): school for school in schools}
    first, *fields = _fields(with_suffix_beside_last(text)) or [""]
    is_whole = own_names(first) > 1
    of_first = fields[0] if fields else ""
    if is_whole:
        is_first_name = has_team and len(fields) == 1 and not GRADE_FIELD.fullmatch(of_first)
    else:
        is_first_name = bool(fields) and not GRADE_WORD.fullmatch(of_first)
    before = f"{first}, " if is_first_name else ""
    if is_first_name:
        first = fields.pop(0)
    found = _beside(first, known, 1 if before else 2)
    grade, is_sure = found.grade, found.is_sure
    grades = (
        at
        for at, field in enumerate(fields)
        if GRADE_FIELD.fullmatch(field) or _is_bare_grade(fields, at, known)
    )
    at = next(grades, None)
    if at is not None and not grade:
        grade = plain_grade(fields.pop(at))
    if fields:
        is_school = bool(before or at == 0) or folded(fields[0]) in known or _says_school(fields[0])
        is_sure = is_sure and is_school and len(fields) == 1 and not found.team
    team = ", ".join(filter(None, [found.team, *(known.get(folded(each), each) for each in fields)]))
    name = f"{before}{found.name}"
    is_sure = is_sure and not re.search("[0-9]", name) and own_names(name) <= _MOST_WORDS
    return Apart(name, grade, team, is_sure)


def grade_beside(words: Sequence[str], known: Collection[str]) -> int | None:
    """Which of the words behind a rating or an ID is the grade, before the school or after it; the schools
    that are ``known`` are folded.

    >>> [grade_beside(each.split(), ()) for each in ("6th Oak School", "Sabin 2nd", "Sabin K", "PS K Hall")]
    [0, 1, 1, None]
    >>> grade_beside(["7th", "Street", "School"], ()), grade_beside(["5th", "Ward"], ["5th ward"])
    (None, None)
    >>> [grade_beside(each.split(), ["oak"]) for each in ("4 Oak", "4 Sabin School", "4 Hall", "PS 4 Oak")]
    [0, 0, None, None]
    """
    bare = [word.strip(",;") for word in words]
    ends = (0, len(bare) - 1)
    for at, word in enumerate(bare):
        pattern = GRADE_FIELD if at in ends else GRADE_WORD
        if pattern.fullmatch(word) and not is_street(bare, at) and folded(" ".join(bare[at:])) not in known:
            return at
    return 0 if bare and _is_bare_grade(bare, 0, known) else None


def is_more_than_one(name: str) -> bool:
    """Whether a grade or a school certainly stands beside a name.

    >>> [is_more_than_one(each) for each in ("Elm, Deb, 4th, Lincoln", "Deb Elm 4th", "Deb Elm Oak Academy")]
    [True, True, True]
    >>> [is_more_than_one(each) for each in ("Fir, Jr., Eli", "Garcia Lopez, Jose", "Elm, K", "Al Bo Cy Elm")]
    [False, False, False, False]
    """
    found = apart(name)
    return len(_fields(with_suffix_beside_last(name))) > 2 or bool(
        found.grade or (found.team and _says_school(found.team))
    )


def _fields(text: str) -> list[str]:
    return [part.strip(" ;") for part in text.split(",") if part.strip(" ;")]


def own_names(name: str) -> int:
    """The words of a name that are names of their own."""
    words = [word.strip(".").casefold() for word in name.replace(",", " ").split()]
    return sum(word not in PARTICLES and word not in SUFFIXES for word in words)


def _says_school(text: str) -> bool:
    return any(_OF_SCHOOLS.fullmatch(word) for word in text.split())


def _is_bare_grade(words: Sequence[str], at: int, known: Collection[str]) -> bool:
    """Whether a number stands before a school that is known, or evident by more than that word."""
    school = words[at + 1 :]
    if not _BARE_GRADE.fullmatch(words[at]) or is_street(words, at):
        return False
    is_evident = _says_school(" ".join(school)) and not all(map(_OF_SCHOOLS.fullmatch, school))
    return is_evident or folded(" ".join(school)) in known


def is_street(words: Sequence[str], at: int) -> bool:
    """Whether the ordinal at this place is that of a street: *7th Street School*."""
    return folded(" ".join(words[at + 1 : at + 2])).strip(".") in _STREET


def _beside(text: str, known: Mapping[str, str], least: int) -> Apart:
    """A name of at least so many words, with what stands behind it and no comma between."""
    words = text.split()
    behind = range(least, len(words))
    at = next((at for at in behind if GRADE_WORD.fullmatch(words[at])), None)
    if at is not None:
        of_street = is_street(words, at)
        team = " ".join(words[at if of_street else at + 1 :])
        grade = "" if of_street else plain_grade(words[at])
        return Apart(" ".join(words[:at]), grade, known.get(folded(team), team))
    for at in behind:
        if school := known.get(folded(" ".join(words[at:]))):
            is_grade = at > least and _BARE_GRADE.fullmatch(words[at - 1])
            grade = plain_grade(words[at - 1]) if is_grade else ""
            return Apart(" ".join(words[: at - 1 if is_grade else at]), grade, school)
    at = next((at for at in behind if _is_bare_grade(words, at, known)), None)
    if at is not None and not _says_school(" ".join(words[least:at])):
        return Apart(" ".join(words[:at]), plain_grade(words[at]), " ".join(words[at + 1 :]))
    if _says_school(" ".join(words[least:])):
        return Apart(" ".join(words[:least]), "", " ".join(words[least:]), is_sure=False)
    return Apart(text)
