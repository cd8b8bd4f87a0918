"""Which names may be one school's: shortened, with a slip, or without the words that schools share."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from tiebreaks.engine.ranking.membership import name_key

from ..formats.names import folded

# Names that are compared with each other.
MOST_NAMES = 400
# Words that schools are written with and without.
_PLAIN = {"school", "the", "chess", "club", "team"}
_SHORTENED = {
    "school": "sch schl scl schol schools",
    "elementary": "el ele elem es",
    "primary": "prim",
    "middle": "mid mdl ms",
    "intermediate": "int inter interm",
    "junior": "jr",
    "senior": "sr",
    "high": "hi hs",
    "junior high": "jhs",
    "preparatory": "prep",
    "academy": "acad acdmy",
    "center": "ctr cntr centre",
    "college": "col coll",
    "charter": "chtr",
    "community": "comm",
    "international": "intl",
    "saint": "st",
    "mount": "mt",
    "fort": "ft",
}
_SHORT = {short: word for word, shorts in _SHORTENED.items() for short in shorts.split()}
# As the first word they are no shortened ones: El Camino.
_NOT_FIRST = {"el", "hi", "int", "mid", "col"}
# Schools of one place differ in these.
_LEVELS = {
    *("elementary", "primary", "middle", "intermediate", "junior", "senior", "high", "preparatory"),
    *("academy", "center", "college", "upper", "lower"),
}
_SIDES = {"north", "south", "east", "west", "northeast", "northwest", "southeast", "southwest"}


def are_alike(one: str, other: str) -> bool:
    """Whether two names may be one school's. Numbers, levels and points of the compass tell schools apart.

    >>> are_alike("Lincoln Middle Sch", "Lincoln Middle School"), are_alike("Lincoln MS", "Lincoln Mid. Sch.")
    (True, True)
    >>> are_alike("Lincoln Middle", "Lincoln Elementary"), are_alike("Lincoln MS", "Lincoln HS")
    (False, False)
    >>> are_alike("Lincoln Jr. High", "Lincoln Sr. High"), are_alike("PS 12", "PS 14")
    (False, False)
    """
    return _are_alike(_plainly(one), _plainly(other))


def may_be_one(one: str, other: str) -> bool:
    """Whether two names of sections may mean one: with a slip, or with words that one of them leaves out.

    >>> may_be_one("K-3 Championshp", "K-3 Championship"), may_be_one("K-5 U800", "K-5 Under 800")
    (True, True)
    >>> may_be_one("K-3", "K-3 Reserve"), may_be_one("K-3 Reserve", "K-5 Reserve")
    (True, False)
    """
    plain, other_plain = (_plainly(re.sub(r"\bu(?=\d)", "under ", folded(each))) for each in (one, other))
    words, others = set(plain.split()), set(other_plain.split())
    return words <= others or others <= words or _are_alike(plain, other_plain)


def together(spelled: Sequence[str], same: Mapping[str, object]) -> Iterator[list[str]]:
    """The spellings that may be one school's, each with all that are like it or like one of these. ``same``
    are those that are merged already."""
    spelled = spelled[:MOST_NAMES]
    group = {key: [key] for key in spelled}
    for one, other in (*_alike(spelled), *_without_level(spelled)):
        first, second = name_key(one), name_key(other)
        if group[one] is group[other] or (first in same and same[first] == same.get(second)):
            continue
        group[one] += group[other]
        for key in group[other]:
            group[key] = group[one]
    done: set[int] = set()
    for keys in group.values():
        if len(keys) > 1 and id(keys) not in done:
            done.add(id(keys))
            yield keys


def _alike(spelled: Sequence[str]) -> Iterator[tuple[str, str]]:
    plain = {team: _plainly(team) for team in spelled}
    for at, one in enumerate(spelled):
        for other in spelled[at + 1 :]:
            if _are_alike(plain[one], plain[other]):
                yield one, other


def _without_level(spelled: Iterable[str]) -> Iterator[tuple[str, str]]:
    """*Maple Grove* is *Maple Grove Elementary*, unless there is a *Maple Grove Middle* too."""
    by_words: dict[str, dict[frozenset[str], str]] = defaultdict(dict)
    for team in spelled:
        words = _plainly(team).split()
        levels = frozenset(words) & _LEVELS
        by_words[" ".join(word for word in words if word not in _LEVELS)].setdefault(levels, team)
    for of_levels in by_words.values():
        if len(of_levels) == 2 and frozenset() in of_levels:
            one, other = of_levels.values()
            yield one, other


@lru_cache(maxsize=2 * MOST_NAMES)
def _plainly(team: str) -> str:
    words = re.findall(r"\w+", folded(team))
    whole = [
        word if at == 0 and word in _NOT_FIRST else _SHORT.get(word, word) for at, word in enumerate(words)
    ]
    return " ".join([word for word in whole if word not in _PLAIN] or words)


def _are_alike(one: str, other: str) -> bool:
    if one.replace(" ", "") == other.replace(" ", ""):
        return True
    if min(len(one), len(other)) < 6 or abs(len(one) - len(other)) > 2:
        return False
    if re.findall("[0-9]+", one) != re.findall("[0-9]+", other) or one[0] != other[0]:
        return False
    words, others = set(one.split()), set(other.split())
    for telling in (_LEVELS, _SIDES):
        if words & telling and others & telling and words & telling != others & telling:
            return False
    compared = SequenceMatcher(None, one, other, autojunk=False)
    return compared.real_quick_ratio() > 0.87 and compared.quick_ratio() > 0.87 and compared.ratio() > 0.87
