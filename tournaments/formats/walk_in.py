"""A walk-in as somebody types it at the door, in one line: ``Ngo, Amy 1234 Sabin 12345678``.

The name comes first. A rating and a US Chess ID are told by their digits, in any order, and a grade by that
word, or as one beside the name or the school (``Bright, Bea 3rd``). An amount in dollars is the fee that was
paid. The words after the first of the numbers are the school or team. What of the words before it is a
school, :mod:`.beside_names` tells.
"""

import re
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import NamedTuple

from .beside_names import Apart, apart, grade_beside, is_more_than_one, own_names
from .fields import MEMBER_ID, read_fee, read_games, read_rating, said_in
from .limits import BEFORE_KINDERGARTEN, KINDERGARTEN, grade_name, grade_number, plain_grade
from .names import folded, with_suffix_beside_last
from .records import RosterEntry

# The word for no rating.
UNRATED = r"(?:unr\.?|unrated|nr)"
# A rating with the games of a provisional one, or that word.
_RATING = re.compile(rf"[0-9]{{3,4}}(?:\*|[pP/][0-9]{{1,2}})?|{UNRATED}", re.IGNORECASE)
# It stands behind a first and a last name: of two words, it may be the last name.
_UNRATED_AFTER_NAME = re.compile(rf"\S+\s+\S+.*\s{UNRATED}(?![\w-])[,;]?", re.IGNORECASE)
# Of *PS 13 grade 5* the second number is the grade.
_GRADE = re.compile(
    r"(?<![\w-])(?:[0-9]{1,2}(?:st|nd|rd|th)?[ -]grade(?! ?(?:k|[0-9]{1,2})(?![\w-]))"
    r"|(?:grade|gr\.?) ?(?:k|[0-9]{1,2}))(?![\w-])[,;]?",
    re.IGNORECASE,
)
_AS_ONE_WORD = {BEFORE_KINDERGARTEN: "pre-k", KINDERGARTEN: "kindergarten"}
# What was paid: no school is called so.
_FEE = re.compile(
    r"(?<![\w$])(?:(?:paid|pd)\.?:? )?(?P<amount>\$ ?[0-9]{1,5}(?:\.[0-9]{2})?)(?: paid)?"
    r"(?![\w.]*\w|,[0-9]{3})[,;.]*",
    re.IGNORECASE,
)
_WHOLE_ID = re.compile(r"(?<![\w-])[0-9]{8}(?![\w-])")
# An ID in three parts, as a number of eight digits is written.
_THREE_PARTS = re.compile(r"(?<![\w-])([1-3][0-9]) ([0-9]{3}) ([0-9]{3})(?![\w-])")
# An ID in two halves, as people read it out. It is taken from the end: a rating is typed before the ID.
_HALVES = re.compile(
    r"(?P<before>.*(?<![\w-]))(?P<one>[1-3][0-9]{3}) (?P<two>[0-9]{4})(?![\w-])(?P<after>.*)"
)
# Of ratings and of halves of IDs, what is below may be either.
MOST_RATED = 3000
_NO_RATING = re.compile(r"(?<![\w-])[3-9][0-9]{3}[,;]? $")


def read_walk_in(
    line: str, *, two_ratings: bool = False, schools: Collection[str] = (), whole_name: bool = False
) -> RosterEntry:
    """What a line says of a player. Words that are nothing else belong to the name or the school, so that
    nothing typed is lost, but for the second of ``two_ratings``. ``schools`` are those that are known;
    ``whole_name`` says that all before the numbers is the name.

    >>> entry = read_walk_in("Ngo, Amy 1234 Sabin 12345678")
    >>> entry.name, entry.rating, entry.team, entry.uscf_id
    ('Ngo, Amy', 1234, 'Sabin', '12345678')
    >>> entry = read_walk_in("Amy Ngo, 12345678, 987P5, Sabin School")
    >>> entry.name, entry.rating, entry.team, entry.uscf_id
    ('Amy Ngo', 987, 'Sabin School', '12345678')
    >>> read_walk_in("Ngo, Amy unr Sabin").rating is None, read_walk_in("Ngo, Amy").team
    (True, '')
    >>> entry = read_walk_in("Ngo, Amy 1234 Sabin, 5th grade, 1234 5678")
    >>> entry.rating, entry.team, entry.grade, entry.uscf_id
    (1234, 'Sabin', '5', '12345678')
    >>> entry = read_walk_in("Bo Ash, 1st, Lincoln Elementary")
    >>> entry.name, entry.team, entry.grade
    ('Bo Ash', 'Lincoln Elementary', '1')
    """
    plain = " ".join(line.split())
    if two_ratings and (found := _halves(plain)):
        plain = f"{found['before']}{found['one']}{plain[found.end('two') :]}"
    else:
        plain = _with_whole_id(plain)
    return _read(plain, schools, whole_name=whole_name)[0]


def is_clear(line: str, schools: Collection[str] = ()) -> bool:
    """Whether a line says in one way alone what is the name and what the school.

    >>> is_clear("Ngo, Amy 1234 Sabin"), is_clear("Garcia Lopez, Jose 1234"), is_clear("Bo Ash Oak School")
    (True, False, False)
    """
    return _read(_with_whole_id(" ".join(line.split())), schools)[1]


def may_be_two_ratings(line: str) -> str:
    """What is read as an ID in two halves and may be two ratings as well; empty for what can be one only.

    >>> may_be_two_ratings("Amy Ngo 1234 1450 Sabin"), may_be_two_ratings("Amy Ngo 1234 1450, 950 Sabin")
    ('1234 1450', '')
    >>> may_be_two_ratings("Amy Ngo 3120 1450"), may_be_two_ratings("Amy Ngo 1234 5678")
    ('', '')
    """
    plain = " ".join(line.split())
    found = _halves(plain)
    if found is None or _read(_with_whole_id(plain))[0].rating is not None:
        return ""
    halves = found["one"], found["two"]
    return " ".join(halves) if all(1000 <= int(half) < MOST_RATED for half in halves) else ""


def id_of_wrong_length(line: str) -> str:
    """The number of a line without an ID that is too long for a rating and no ID; empty for none. A phone
    number has ten digits.

    >>> id_of_wrong_length("Amy Ngo 1234 Sabin 1234567"), id_of_wrong_length("Amy Ngo 123456789, 1234")
    ('1234567', '123456789')
    >>> id_of_wrong_length("Amy Ngo 12345678 Sabin 97201"), id_of_wrong_length("Amy Ngo 5551234567")
    ('', '')
    """
    if read_walk_in(line).uscf_id:
        return ""
    words = (word.strip(",;") for word in line.split())
    return next((word for word in words if re.fullmatch("[0-9]{5,7}|[0-9]{9}", word)), "")


def ids_in(line: str) -> list[str]:
    """The numbers of a line that may be the US Chess ID, each once.

    >>> ids_in("Amy Ngo 12345678 1234 12345679"), ids_in("Amy Ngo 12345678, 12345678")
    (['12345678', '12345679'], ['12345678'])
    """
    return list(dict.fromkeys(_WHOLE_ID.findall(line)))


class Named(NamedTuple):
    """A section that a line names, and the line without it."""

    section: str
    line: str


def section_in(line: str, sections: Iterable[str], schools: Collection[str] = ()) -> Named | None:
    """The section that stands in a line behind the name, where that is the end of it or a number follows: no
    school is called so, but for the ``schools`` that are known. One that is called like a grade is the grade.

    >>> section_in("Elm, Ann 1234 Open", ["Open"]), section_in("Elm, Ann Open 1234 Sabin", ["Open"])
    (Named(section='Open', line='Elm, Ann 1234'), Named(section='Open', line='Elm, Ann 1234 Sabin'))
    >>> [section_in(each, ["Open", "K"]) for each in ("Ann Lee Open", "Elm, Ann Open Hall", "Elm, Ann K")]
    [None, None, None]
    """
    known = {folded(school) for school in schools}
    for name in sorted(sections, key=len, reverse=True):
        if grade_number(name) is not None or _RATING.fullmatch(name) or folded(name) in known:
            continue
        stands = rf"(\S+\s+\S.*?)[ ,;]+{re.escape(name)}[,;]?(?=$| ?[0-9$]| gr| {UNRATED}\b)(.*)"
        found = re.fullmatch(stands, " ".join(line.split()), re.IGNORECASE)
        # Without a comma or a number, it may be the last name.
        if found and (re.search("[,0-9]", line[: found.start(2)]) or says_unrated(found[1])):
            return Named(name, f"{found[1]}{found[2]}")
    return None


def in_kindergarten(entry: RosterEntry) -> RosterEntry | None:
    """The entry with a K behind the name as its grade, which may be an initial; None where there is no K.

    >>> in_kindergarten(RosterEntry(None, "Ash, Cy K")).grade, in_kindergarten(RosterEntry(None, "Ash, K"))
    ('K', None)
    """
    name, _space, letter = entry.name.rpartition(" ")
    if entry.grade or letter.casefold() != "k" or len(name.split()) < 2:
        return None
    return replace(entry, name=name, grade=plain_grade(letter))


def _with_whole_id(line: str) -> str:
    """The line with an ID that is typed in parts as one word."""
    if not _has_id(line) and _THREE_PARTS.search(line):
        return _THREE_PARTS.sub(r"\1\2\3", line, count=1)
    found = _halves(line)
    return f"{found['before']}{found['one']}{found['two']}{line[found.end('two') :]}" if found else line


def _halves(line: str) -> re.Match[str] | None:
    """An ID in two halves, in a line that has none in one piece. No rating is 3000."""
    if _has_id(line):
        return None
    found = _HALVES.fullmatch(line)
    if found and _NO_RATING.search(found["before"]):
        return _HALVES.fullmatch(line, endpos=found.start("two") - 1)
    return found


def _has_id(line: str) -> bool:
    return any(MEMBER_ID.fullmatch(word.strip(",;")) for word in line.split())


def _read(line: str, schools: Collection[str] = (), *, whole_name: bool = False) -> tuple[RosterEntry, bool]:
    """The entry, and whether it can be read in this way alone."""
    grade, fee = "", ""
    if found := _FEE.search(line):
        fee, line = found["amount"], f"{line[: found.start()]}{line[found.end() :]}"
    if (found := _GRADE.search(line)) and (number := grade_number(found[0].strip(",;"))) is not None:
        before, after_it = line[: found.start()], line[found.end() :]
        if re.search("[0-9]", before) or says_unrated(before):
            grade, line = grade_name(number), f"{before}{after_it}"
        else:
            # Where it stands tells the name from the school.
            comma = "," if found[0].endswith((",", ";")) else ""
            line = f"{before}{_AS_ONE_WORD.get(number, f'{number}th')}{comma}{after_it}"
    name: list[str] = []
    after: list[str] = []
    rating = uscf_id = ""
    for word in line.split():
        bare = word.strip(",;")
        if not uscf_id and MEMBER_ID.fullmatch(bare):
            uscf_id = bare
        elif uscf_id and bare == uscf_id:
            continue  # typed twice
        elif not rating and _RATING.fullmatch(bare):
            rating = bare
        else:
            (after if uscf_id or rating else name).append(word)
    if not grade and (at := grade_beside(after, {folded(school) for school in schools})) is not None:
        grade = plain_grade(after.pop(at).strip(",;"))
    team = said_in(_joined(after))
    parts = apart(_joined(name), schools, has_team=bool(team))
    if whole_name:
        parts = Apart(with_suffix_beside_last(_joined(name)))
    entry = RosterEntry(
        None,
        parts.name,
        uscf_id=uscf_id,
        rating=read_rating(rating),
        team=" ".join(filter(None, [parts.team, team])),
        grade=grade or parts.grade,
        provisional=read_games(rating),
        fee_cents=read_fee(fee),
    )
    return entry, parts.is_sure and not (parts.team and team)


def is_more_than_a_name(name: str) -> bool:
    """Whether a name has a rating or an ID in it, or the word for no rating, or a grade, a school or a fee.

    >>> [is_more_than_a_name(each) for each in ("Ben Belmont 712", "Ben Belmont unr", "Ben Unr", "Unr, Ben")]
    [True, True, False, False]
    >>> is_more_than_a_name("Deb Elm, 4th, Lincoln")
    True
    """
    has_numbers = re.search("[0-9]{3}", name) or _FEE.search(name)
    return bool(has_numbers or says_unrated(name) or is_more_than_one(name))


def says_unrated(line: str) -> bool:
    """Whether the word for no rating stands behind the name in a line."""
    return bool(_UNRATED_AFTER_NAME.match(line))


class Reading(NamedTuple):
    """An entry with what its name says beside a name, and that alone, as ``named``: of what both say, the
    entry has its own."""

    entry: RosterEntry
    named: RosterEntry


def readings(entry: RosterEntry) -> list[Reading]:
    """The ways to read a name that is more than one; none where that cannot be told from the name.

    >>> [each.entry.rating for each in readings(RosterEntry(None, "Ann Able 1200 Sabin"))]
    [1200]
    >>> readings(RosterEntry(None, "Player 12 of 1200")), readings(RosterEntry(None, "1200"))
    ([], [])
    >>> readings(RosterEntry(None, "Ann Able 1200 1150"))
    []
    >>> [each.entry.name for each in readings(RosterEntry(None, "Able 12345678 1200, Ann", team="Sabin"))]
    ['Able, Ann']
    >>> [each.entry.name for each in readings(RosterEntry(None, "Ann Able, 12345678, 1200, Oak", team="Elm"))]
    ['Ann Able']
    """
    # Two numbers of four digits in a list may be two ratings.
    read, _is_sure = _read(entry.name)
    second = read.team.partition(" ")[0]
    if (
        read.name in ("", entry.name)
        or len(ids_in(entry.name)) > 1
        or re.search("[0-9]", read.name)
        or (second and _RATING.fullmatch(second))
    ):
        return []
    return [
        Reading(
            replace(
                entry,
                name=each.name,
                rating=entry.rating or each.rating,
                provisional=entry.provisional if entry.rating else each.provisional,
                uscf_id=entry.uscf_id or each.uscf_id,
                team=entry.team or each.team,
                grade=entry.grade or each.grade,
                fee_cents=each.fee_cents if entry.fee_cents is None else entry.fee_cents,
            ),
            each,
        )
        for each in _with_first_name(read, entry)
    ]


def _with_first_name(read: RosterEntry, entry: RosterEntry) -> list[RosterEntry]:
    """What the name of an entry says, if it is the whole name, and if the first name comes last: of a last
    name with more than itself in its own column."""
    of_last, comma, _rest = entry.name.partition(",")
    if not (re.search("[0-9]{3}", entry.name) and read.team and comma) or "," in read.name:
        return [read]
    both = replace(read, name=f"{read.name}, {read.team}", team="")
    if own_names(read.name) == 1:
        return [both]
    return [read, both] if entry.team and re.search("[0-9]", of_last) else [read]


def _joined(words: list[str]) -> str:
    return " ".join(words).strip(" ,;")
