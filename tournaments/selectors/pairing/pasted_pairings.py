"""Pairings as another program's list has them: each line names its two players, White first, among whatever
else stands there. A roster tells which words are names.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import Enum
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Kind

from ...formats.listed_results import without_score
from ...formats.names import SUFFIXES, folded, last_first, name_parts
from ...models import Player, Section
from ...numbers import whole_number

# What stands above the boards of a list, and is no player.
_HEADING = re.compile(
    "bd|boards?|table|no|number|results?|res|white|black|players?|names?|rating|rtg|score|points|pts|rounds?|rd"
    "|pairings?|for|of|the|section|team|color|page|date|event"
)
# What stands beside names: of a result, a bye, somebody without a rating.
_BESIDE = re.compile(
    "unr|unrated|due|half|full|zero|point|byes?|vs|has|have|gets|takes|requested|and"
    r"|wins?|draws?|loss|forfeits?|[^\W\d_]"
)
# An underscore is where a result is to be written.
_WORD = re.compile(rf"(?!(?:{'|'.join(SUFFIXES)})(?![^\W_]))(?<![^\W_])[^\W_]+")
_BOARDS = {"bd", "board", "boards", "table"}
_RESULTS = {"result", "results", "res"}
_SCORES = {"score", "points", "pts"}
_NAME_COLUMNS = {"player", "players", "name", "names"}
_RESULT_ALONE = re.compile("[wldxf]|wins?|won|loss|lost|draws?|drawn")
# The number of a player, and no points, beside the name: #12, (12), 12., Jr. (12 1950 2.0)
_NUMBER_BEFORE = re.compile(r"(?<![^\s(#_,;])(?P<number>[0-9]{1,6})[.)]?[\s,;(]*$")
_NUMBER_AFTER = re.compile(
    rf"(?:[\s.,]*(?:{'|'.join(SUFFIXES)})\b\.?)?[\s,;(#]*(?P<number>[0-9]{{1,6}})(?![^\s),;:_–-])(?![.,]\d)"
)
_RESULT_BEFORE = re.compile(r"(?<![^\s,;])(?:1[⁄/]2|[01]|0?\.5)[\s,;]*$")
_BOARD_BEFORE = re.compile(
    r"(?P<told>(?:board|bd|table)\.?\s*)?(?P<number>[0-9]{1,4})\b(?!\s*[.,]\d)", re.IGNORECASE
)
_FIGURE = re.compile(r"[\d.⁄/]+")
# What stands above the byes of a list: no number of a player.
_OVER_BYES = re.compile(r"(?=.*\bbyes?\b)\W*(?:(?:requested|half|full|zero|point|byes?)\W*)+")
_RULE = re.compile(r"[-=_*+|.\s]*")
_TITLE_WORD = re.compile(r"[^\W\d_]{2}")
_YEAR = re.compile(r"\s*(?:19|20)[0-9]{2}\s+[^\W\d_]")
# A name and a number, or a name and the letter of a bye, with nothing else but the board in front.
_BETWEEN = r"(?:\s+vs?\b\.?\s+|[\s:–-]+)"
_WITH_NUMBER = re.compile(
    r"(?:(?:(?:board|bd|table)\.?\s*(?P<board>[0-9]{1,4})[.:)]?|(?P<table>[0-9]{1,4})[.:)])\s+)?"
    rf"(?:#?(?P<white>[0-9]{{1,6}})(?:,\s*|{_BETWEEN})(?P<second>\D+)"
    rf"|(?P<first>\D+?)(?:(?:,\s*|{_BETWEEN})#?(?P<black>[0-9]{{1,6}})|{_BETWEEN}(?P<bye>[BHU])))",
    re.IGNORECASE,
)
# Points of the bye, not those that a player has: 2½ and 1.5 are none. Letters stand alone.
_POINTS = r"|(?<![\w.½]){0}[\s-]*(?:pts?\.?|points?)?[\s-]*byes?\b|\bbyes?[\s:(]*{0}(?![\w.½])"
_HALF = re.compile(r"\bhalf\b" + _POINTS.format(r"(?:½|1/2|0?\.5|h)"))
_ZERO = re.compile(r"\bzero\b" + _POINTS.format(r"(?:0(?:\.0)?|u)"))
# Whom a few letters can be is told by name, of so many.
_NAMED_AT_ONCE = 4


class Said(Enum):
    """What a line is that names no board and no bye."""

    HEADING = "heading"
    UNKNOWN = "unknown"


class Named(NamedTuple):
    """The numbers of a line's two players, or of one and the bye; and whether a result stands there. Each is
    ``typed`` as a name, or as a number; ``board`` is the number in front, 0 for none."""

    numbers: list[int]
    bye: Kind | None = None
    with_result: bool = False
    typed: tuple[str, ...] = ()
    board: int = 0


# Whose name each spelling can be.
Spelled = Mapping[tuple[str, ...], set[int]]


class _Word(NamedTuple):
    """A word beside the names, as it is compared and as it is typed."""

    plain: str
    typed: str


class _Name(NamedTuple):
    """A name in a line, whose it can be, and what stands directly before and after it."""

    words: tuple[str, ...]
    read: str
    typed: str
    numbers: set[int]
    before: str
    after: str


class NamesOf:
    """The names of a section's players, as lists write them: first name first, or last. All ``lines`` of the
    list tell what its columns are."""

    def __init__(self, section: Section, players: Collection[Player], lines: Sequence[str] = ()) -> None:
        self.called = {player.number: player.called for player in players}
        whole: dict[tuple[str, ...], set[int]] = {}
        parts: dict[tuple[str, ...], set[int]] = {}
        for player in players:
            for form in _forms(player.name):
                # One word may be part of another's name, but a team has often no more.
                if len(form) > 1 or section.boards:
                    whole.setdefault(form, set()).add(player.number)
            for form in _parts(player.name):
                parts.setdefault(form, set()).add(player.number)
        self.spelled: Spelled = whole
        self.shortened: Spelled = {**parts, **whole}
        # Of these, two in a row are two players, and not the first and the last name of one.
        self.last_names = {*whole, *(form for player in players for form in _last_names(player.name))}
        self.titles = set(_words(f"{section.name} {section.event.name}"))
        self.teams = {word for player in players for word in _words(player.team)}
        headings = [_words(line) for line in lines if self._is_heading(line)]
        # How many columns stand between the two names, the last of them a result; 0 where none is.
        self.results = max(map(_up_to_result, headings), default=0)
        self.boards = _begin_with_boards(lines)

    def read(self, line: str) -> Named | Said | str:
        """Who is named in the line; else what it is, or what was expected."""
        read = self._by_whole_names(line)
        if isinstance(read, Named) or read is Said.HEADING:
            return read
        return self._by_parts(line) or self._beside_number(line) or read

    def told(self, line: str) -> str:
        """What is expected of a line that cannot be read, by what can be read of it."""
        names, beside = _named(without_score(line)[0], self.shortened)
        if unknown := self._unknown(beside):
            return self._nobody(unknown)
        if names:
            return self._of_several(names) or self._only(names)
        return _("two numbers or names, White first (12 7), or a number and B, H or U (5 H)")

    def player(self, text: str) -> int | str:
        """Whose name this is, with nothing beside it: 0 for nobody's; or what was expected where it is
        several players'. The beginning of one player's name alone is enough, from two letters."""
        names, beside = _named(text, self.shortened)
        if len(names) != 1 or beside:
            return self._of_beginnings(text)
        found = self._found(names)
        return found if isinstance(found, str) else found.numbers[0]

    def names_one_of_two(self, line: str) -> bool:
        """Whether a line is the name of one player and one word more: perhaps the other, misspelled."""
        names, beside = _named(line, self.shortened)
        return len(names) == 1 and len(beside) == len(self._unknown(beside)) == 1

    def _by_whole_names(self, line: str) -> Named | Said | str:
        text, with_result = without_score(line)
        names, beside = _named(text, self.spelled)
        if not names:
            return self._heading(line)
        if unknown := self._unknown(beside):
            return self._nobody(unknown)
        if len(names) == 1 and "bye" in folded(line):
            return self._found(names, bye=_bye(line))
        if len(names) != 2:
            return self._of_several(names) or self._only(names)
        alone = any(_RESULT_ALONE.fullmatch(word.plain) for word in beside)
        return self._found(names, with_result=with_result or alone or self._in_column(names))

    def _unknown(self, beside: Sequence[_Word]) -> list[str]:
        return [word.typed for word in beside if not self._is_beside(word.plain)]

    def _nobody(self, unknown: Sequence[str]) -> str:
        expected = _("two numbers or names of this roster, White first. Not on it: %(words)s")
        return expected % {"words": " ".join(unknown)}

    def _only(self, names: Sequence[_Name]) -> str:
        expected = _("two numbers or names, White first. Read: %(names)s")
        return expected % {"names": "; ".join(self.called[min(name.numbers)] for name in names)}

    def _with_number(self, line: str) -> re.Match[str] | None:
        text = without_score(line)[0].strip()
        if self.boards and (board := _BOARD_BEFORE.match(text)):
            text = text[board.end() :].lstrip(" \t.,:;)")
        return _WITH_NUMBER.fullmatch(text)

    def _beside_number(self, line: str) -> Named | str | None:
        """The same where one is a name and the other a number, in either order, or the letter of a bye."""
        found = self._with_number(line)
        names, beside = _named(found["first"] or found["second"], self.shortened) if found else ([], [])
        if found is None or len(names) != 1 or beside:
            return None
        if found["bye"]:
            return self._found(names, bye=Kind.of(found["bye"].upper()))
        named = self._found(names, with_result=without_score(line)[1])
        if isinstance(named, str):
            return named
        number = found["white"] or found["black"]
        sides = [(*named.numbers, *named.typed), (int(number), number)]
        numbers, typed = zip(*(sides if found["black"] else sides[::-1]), strict=True)
        board = int(found["board"] or found["table"] or 0)
        return named._replace(numbers=[*numbers], typed=typed, board=board)

    def _by_parts(self, line: str) -> Named | str | None:
        """The same of names as directors shorten them: a last name alone, or a first name. None where the
        parts may be those of a name that nobody has."""
        text, with_result = without_score(line)
        names, beside = _named(text, self.shortened)
        words = [word.plain for word in beside]
        # A letter may be the initial of somebody else.
        if any(not self._is_beside(word) or re.fullmatch(r"(?!v)[^\W\d_]", word) for word in words):
            return None
        has_bye = "bye" in words
        if len(names) == 1 and has_bye:
            return self._found(names, bye=_bye(line))
        if len(names) != 2 or has_bye or not self._are_two(*names):
            return None
        return self._found(names, with_result=with_result)

    def _are_two(self, one: _Name, other: _Name) -> bool:
        """Whether two parts of names are those of two players, and not the first and last name of one."""
        between = other.before[len(one.before) + len(one.read) :]
        return bool(re.search(r"[^\s,.]", between)) or {one.words, other.words} <= self.last_names

    def _found(
        self, names: Sequence[_Name], *, bye: Kind | None = None, with_result: bool = False
    ) -> Named | str:
        """These players, if each name is one player's."""
        found = self._by_their_numbers(names)
        typed = tuple([name.typed for name in names])
        return self._of_several(names) or Named([number for (number,) in found], bye, with_result, typed)

    def _of_several(self, names: Sequence[_Name]) -> str:
        """What is expected instead of a name that can be several players'; empty where none can."""
        for name, numbers in zip(names, self._by_their_numbers(names), strict=True):
            if len(numbers) < 2:
                continue
            if name.words in self.spelled:
                told = ", ".join(str(number) for number in sorted(numbers))
                return _("numbers, because this can be the name of %(numbers)s") % {"numbers": told}
            return self._can_be(name.typed, numbers)
        return ""

    def _can_be(self, typed: str, numbers: Iterable[int]) -> str:
        those = [f"{self.called[number]} ({number})" for number in sorted(numbers)]
        expected = _("a number or the whole name, because “%(words)s” can be %(names)s")
        return expected % {"words": typed, "names": get_text_list(those, _("or"))}

    def _of_beginnings(self, text: str) -> int | str:
        """Whose name these words begin: 0 for nobody's; or what is expected instead, as in :meth:`player`."""
        words = [] if re.search(r"\d", text) else _words(text)
        found = [
            number
            for number, called in self.called.items()
            if words and all(any(each.startswith(word) for each in _words(called)) for word in words)
        ]
        if len(found) > _NAMED_AT_ONCE:
            expected = _("a number or the whole name, because %(count)d names fit “%(words)s”")
            return expected % {"count": len(found), "words": text.strip()}
        if len(found) != 1:
            return self._can_be(text.strip(), found) if found else 0
        if not any(len(word) > 1 for word in words):
            return _("a number, or two letters or more of the name")
        return found[0]

    def board(self, line: str) -> int:
        """The number of the board in front of the line, 0 for none."""
        found = _BOARD_BEFORE.match(line.strip())
        return int(found["number"]) if found and (found["told"] or self.boards) else 0

    def _by_their_numbers(self, names: Sequence[_Name]) -> list[set[int]]:
        """Whose names these are: of namesakes the one whose number stands before the name, or after it.

        No numbers of players are those where a name that is one player's has another beside it.
        """
        after = [_number(_NUMBER_AFTER.match(name.after)) for name in names]
        before = [_number(_NUMBER_BEFORE.search(name.before)) for name in names]
        before = [0 if self._is_board(name) else number for name, number in zip(names, before, strict=True)]
        found: list[list[set[int]]] = []
        for numbers in (before, after):
            told = [(name.numbers, number) for name, number in zip(names, numbers, strict=True)]
            if all(number in theirs or (not number and len(theirs) == 1) for theirs, number in told):
                found.append([{number} if number else theirs for theirs, number in told])
        return found[0] if found and found[0] == found[-1] else [name.numbers for name in names]

    def _is_board(self, name: _Name) -> bool:
        return self.boards and name.before.strip(" \t,;.)").isdecimal()

    def _in_column(self, names: Sequence[_Name]) -> bool:
        """Whether a number before a name is a result, in a list that has a column for it. Where fewer stand
        there than the list has columns, the last is a score, and the result is not there yet."""
        if not self.results:
            return False
        white, *others = names
        between = [name.before[len(white.before) + len(white.read) :] for name in others]
        return any(
            _RESULT_BEFORE.search(name.before) and len(_FIGURE.findall(text)) >= self.results
            for name, text in zip(others, between, strict=True)
        )

    def _is_beside(self, word: str) -> bool:
        known = word in self.titles or word in self.teams
        return known or bool(re.search(r"\d", word) or _HEADING.fullmatch(word) or _BESIDE.fullmatch(word))

    def _heading(self, line: str) -> Said | str:
        if not self._is_heading(line):
            return Said.UNKNOWN
        words = _words(line)
        if {"white", "black"} <= {*words} and words.index("black") < words.index("white"):
            return _("White before Black, in each line of the list")
        return Said.HEADING

    def _is_heading(self, line: str) -> bool:
        words = [word for word in _words(line) if not word.isdecimal()]
        if not words:
            return bool(_RULE.fullmatch(line))
        if _OVER_BYES.fullmatch(folded(line)):
            return True
        return all(word in self.titles or _HEADING.fullmatch(word) for word in words)


def _up_to_result(heading: Sequence[str]) -> int:
    """How many columns a heading has from White's name to the result before Black's name; 0 for no result
    there."""
    if not {*heading} & _RESULTS:
        return 0
    columns = [word for word in heading if word not in _NAME_COLUMNS]
    if not {"white", "black"} <= {*columns}:
        return 0 if {*columns} & _SCORES else 1
    between = columns[columns.index("white") + 1 : columns.index("black")]
    return len(between) if between[-1:] and between[-1] in _RESULTS else 0


def whose_in(section: Section) -> Callable[[str], int | str | None]:
    """Whose number or name a text is that is typed where one player is meant: 0 for an empty one, None for
    nobody's; or what was expected where it can be several players'. The roster is read once, for a name."""
    names = cache(lambda: NamesOf(section, [*section.players.all()]))

    def whose(typed: str) -> int | str | None:
        if typed in ("", "0"):
            return 0
        number = whole_number(typed.lstrip("#"))
        return (names().player(typed) or None) if number is None else number

    return whose


def expected_in_round(*, of_teams: bool) -> str:
    """What was expected instead of a number or name that nobody has in the round."""
    if of_teams:
        return _("the number or name of a team in this round")
    return _("the number or name of a player in this round")


def _named(line: str, spelled: Spelled) -> tuple[list[_Name], list[_Word]]:
    """Who is named, in order, each name as long as it can be read; and the words beside the names."""
    text = folded(line)
    # A letter may be folded to two.
    typed = line if len(line) == len(text) else text
    lengths = sorted({len(form) for form in spelled}, reverse=True)
    words = list(_WORD.finditer(text))
    names, beside, at = [], [], 0
    while at < len(words):
        forms = (tuple(word[0] for word in words[at : at + length]) for length in lengths)
        form = next((each for each in forms if each in spelled), None)
        start, end = words[at].start(), words[at + len(form or "1") - 1].end()
        if form:
            read = (text[start:end], typed[start:end])
            names.append(_Name(form, *read, spelled[form], text[:start], text[end:]))
        else:
            beside.append(_Word(text[start:end], typed[start:end]))
        at += len(form) if form else 1
    return names, beside


def is_title(line: str) -> bool:
    """Whether a line in which nobody is named can be a title: words, and no number of a board or a player
    in front of them, but for a year."""
    in_front = _BOARD_BEFORE.match(line.strip(" \t#("))
    return bool(_TITLE_WORD.search(line)) and (in_front is None or bool(_YEAR.match(line)))


def _forms(name: str) -> set[tuple[str, ...]]:
    last, first = _last_and_first(name)
    return {name_parts(name), (*last, *first)} if first else {name_parts(name)}


def _parts(name: str) -> set[tuple[str, ...]]:
    """A name as directors shorten it: words of it that stand together; the last name and an initial."""
    return _runs(name_parts(name)) | _last_names(name)


def _last_names(name: str) -> set[tuple[str, ...]]:
    """The last name, its parts, and it with an initial."""
    last, first = _last_and_first(name)
    return _runs(last) | ({(first[0][0], *last), (*last, first[0][0])} if first else set())


def _runs(words: tuple[str, ...]) -> set[tuple[str, ...]]:
    """The words that stand together, but for digits and letters alone."""
    runs = {words[a:b] for b in range(len(words) + 1) for a in range(b)}
    return {run for run in runs if any(_TITLE_WORD.match(word) for word in run)}


def _last_and_first(name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    last, _comma, first = last_first(name).partition(",")
    return name_parts(last), name_parts(first)


def _words(text: str) -> list[str]:
    return [word[0] for word in _WORD.finditer(folded(text))]


def _number(found: re.Match[str] | None) -> int:
    return int(found["number"]) if found else 0


def _begin_with_boards(lines: Sequence[str]) -> bool:
    """Whether the lines begin with the numbers of boards: one after another, or in a column for them."""
    numbers = [int(found[0]) for line in lines if (found := re.match(r"[0-9]{1,4}\b(?!\s*[.,]\d)", line))]
    in_a_row = len(numbers) > 1 and all(b == a + 1 for a, b in pairwise(numbers))
    return in_a_row or any(_words(line)[:1] and _words(line)[0] in _BOARDS for line in lines)


def _bye(line: str) -> Kind:
    """The bye that a line tells of: who is left over has a full point (28L)."""
    text = line.casefold()
    if _HALF.search(text):
        return Kind.HALF_BYE
    return Kind.UNPAIRED if _ZERO.search(text) else Kind.FULL_BYE
