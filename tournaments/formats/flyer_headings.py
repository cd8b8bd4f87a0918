"""The headings of a flyer: whose prizes follow.

``K-1:`` names the only section whose name begins so; without the colon, the whole name must stand there,
alone or before a dash. ``K-1 and K-3:`` names both.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .flyer import is_label, is_prize, reading
from .flyer_words import DASH, EACH_QUAD

_ALL = ("all sections", "all", "every section", "each section", "all the sections", "both sections")
_QUADS = ("quads", "all quads", "each quad", "every quad", "all the quads")
_SECTION = r"(?:\s*(?:sections?|divisions?)\b)?(?:\s*\([^()]*\))?(?:\s+(?:awards|prizes)\b)?"
# "Under 1600", "U-1600", "U1600".
_UNDER = re.compile(r"\bu(?:nder)?[ -]*(?=\d{3,4}\b)")
# "1) K-1:", and "Prizes (all sections)".
_NUMBERED = re.compile(r"^\s*(?:\d{1,2}[.)]|[•●▪*·>])\s+")
_FOR_ALL = re.compile(
    r"(?:prizes?|awards?|trophies)\W+(?:(?:for|in)\s+)?(?:all|every|each)(?:\s+the)?\s+sections?\W*",
    re.IGNORECASE,
)
_EACH_SECTION = re.compile(
    r"\b(?:in|for|per|of)\s+(?:(?:each|every)\s+section|all\s+sections)\b|\bper\s+section\b"
    r"|\((?:each|every|all)\s+sections?\)",
    re.IGNORECASE,
)
_WORTH = re.compile(r"troph|medal|\$|\btop\b|\bbest\b", re.IGNORECASE)
_SEVERAL = re.compile(r"\s*(?:[,/&+]|\band\b)\s*", re.IGNORECASE)
_CLAUSE = re.compile(r"[.;,]\s+")
_OF_GRADES = re.compile(rf"(?:pre\s*{DASH}?\s*)?k\s*{DASH}", re.IGNORECASE)
_BEFORE = re.compile(r"^(?:the|grades?|sections?|divisions?)\s+", re.IGNORECASE)
_AFTER = re.compile(rf"{_SECTION}$", re.IGNORECASE)


@dataclass(frozen=True)
class Heading:
    """Which sections a heading names, by their addresses, and what stands behind it.

    ``unknown`` are the names in it of no section here; ``either`` are the sections that the only one may be.
    """

    slugs: list[str]
    said: str
    unknown: tuple[str, ...] = ()
    either: tuple[str, ...] = ()


class Headings:
    """The headings that sections can have, from their names by their addresses.

    >>> headings = Headings({"k-3": "K-3 Open", "k-5": "K-5 Open"})
    >>> headings.read("K-3 and K-5: Top 3")
    Heading(slugs=['k-3', 'k-5'], said='Top 3', unknown=(), either=())
    >>> headings.read("K-12 Open: Top 3").unknown, headings.read("1st place: $100")
    (('K-12 Open',), None)
    """

    def __init__(self, names: Mapping[str, str], quads: Sequence[str] = ()) -> None:
        """``quads`` are the addresses of those that are quads."""
        own = {_key(name): [slug] for slug, name in names.items()}
        self.own = own
        self._same = {_same(key): slugs for key, slugs in own.items()}
        of_quads = {every: list(quads) for every in _QUADS if quads}
        self.names = {every: list(names) for every in _ALL} | of_quads | own
        # The longest first: K-5 may be a section beside K-5 Open.
        self._begins = [
            (name, re.compile(rf"(?:the\s+)?{_pattern(name)}{_SECTION}\s*(?P<mark>:|{DASH}\s|{DASH}$|$)"))
            for name in sorted(self.names, key=len, reverse=True)
        ]

    def read(self, line: str) -> Heading | None:
        """What a line is the heading of; None if it is none."""
        plain = " ".join(_NUMBERED.sub("", line).split())
        if _FOR_ALL.fullmatch(plain):
            return Heading(self.names[_ALL[0]], "")
        return self._whole(plain) or self._several(plain)

    def _whole(self, plain: str) -> Heading | None:
        key = _key(plain)
        same = _same(key)
        written_so = [(name, begins) for name, begins in self._begins if name in key]
        for name, begins in (*written_so, *self._begins):
            if _same(name) in same and (found := begins.match(key)) and (found["mark"] or name in self.own):
                return Heading(self.names[name], plain[found.end() :].strip())
        return None

    def _several(self, plain: str) -> Heading | None:
        """Several names, or the beginning of one, or a name that is not here."""
        head, colon, said = plain.partition(":")
        said = said.strip()
        parts = [part for part in _SEVERAL.split(head) if part]
        found = [self._one(part, begins=bool(colon)) for part in parts]
        known = [slugs[0] for slugs in found if len(slugs) == 1]
        others = tuple(part for part, slugs in zip(parts, found, strict=True) if len(slugs) != 1)
        if known and not others:
            return Heading(list(dict.fromkeys(known)), said)
        if not colon:
            return None
        if known and not any(map(_is_prize_alone, others)):
            return Heading(list(dict.fromkeys(known)), said, others)
        if any(map(_is_prize_alone, _CLAUSE.split(head)[:-1])):
            return None  # a colon among prizes is theirs
        within = self._within(head) if said and len(parts) == 1 else []
        if within:
            return Heading([], said, (head.strip(),), tuple(within))
        if (
            (said and reading(plain).whole)
            or is_label(head)
            or not (not said or is_prize(said) or is_label(said))
        ):
            return None
        either = tuple(found[0]) if len(found) == 1 else ()
        return Heading([], said, (head.strip(),), either)

    def _one(self, part: str, *, begins: bool) -> list[str]:
        """The sections that a name in a heading may be: that of this name, or those that begin so."""
        for plain in dict.fromkeys((_same(_key(part)), _same(_key(_AFTER.sub("", _BEFORE.sub("", part)))))):
            if plain in self._same:
                return self._same[plain]
            begun = [slug for name, (slug,) in self._same.items() if name.startswith(f"{plain} ")]
            if begins and begun and plain:
                return begun
        return []

    def _within(self, head: str) -> list[str]:
        """The sections that have these words somewhere in their names: "Girls" may be "All Girls"."""
        words = re.compile(rf"(?<!\w){re.escape(_same(_key(head.strip())))}(?!\w)")
        return [slug for name, (slug,) in self._same.items() if words.search(name)]


def of_each_section(line: str) -> bool:
    """Whether a line says itself that it is of every section: ``Top 3 teams in each section``."""
    return bool(_EACH_SECTION.search(line)) and reading(line).whole


def of_each_quad(line: str) -> bool:
    """Whether a line says itself that it is of every quad: ``$50 to 1st in each quad``."""
    return bool(EACH_QUAD.search(line)) and reading(line).whole


def is_no_part(line: str) -> bool:
    """Whether a line above all headings is neither a prize nor the heading of a section that is not here."""
    return not is_prize(line) and (is_label(line) or not line.endswith(":"))


def says_prizes(line: str) -> bool:
    """Whether something of a line is a prize, or is said of all prizes."""
    found = reading(line)
    return bool(found.based_on) or any(map(_WORTH.search, found.announced))


def _is_prize_alone(part: str) -> bool:
    """``top 3`` beside the name of a section. ``K-12`` there is a section, though also a prize for grades."""
    return reading(part).whole and not _OF_GRADES.match(part)


def _same(key: str) -> str:
    """A key for comparing alone: a rating that players are under may be written otherwise."""
    return _UNDER.sub("u", key)


def _pattern(key: str) -> str:
    return re.sub(r"(?<![a-z])u(?:nder)?(?:\\? |\\?-)*(?=\d{3,4}(?!\d))", r"u(?:nder)?[ -]*", re.escape(key))


def _key(name: str) -> str:
    """A name for comparing. It keeps its length."""
    return re.sub(DASH, "-", " ".join(name.split()).lower())
