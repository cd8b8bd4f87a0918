"""Who is found on the pages of an event, by the beginnings of words. The phone's script does the same."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from ...formats.names import folded
from . import team_matches
from .players import everybody, seat
from .visible import PublicSection


class Found(NamedTuple):
    """A player, or a team: ``number`` and name, of which school, and the seat in the round that is played.

    Or, ``is_member``, a team's player: then number and page are the team's, and ``of`` is its name.
    """

    section: PublicSection
    number: int
    name: str
    of: str
    seat: str
    is_member: bool = False


def known(sections: Iterable[PublicSection]) -> Iterator[Found]:
    """All who can be found: every entry of an event, then the players of its teams."""
    sections = list(sections)
    for section, card, school in everybody(sections):
        sits = seat(section.document, card, section.state.current_round)
        yield Found(section, card.number, card.name, school, sits)
    for section in sections:
        teams = section.document.chart.by_number
        for member in sorted(team_matches.members(section.document), key=lambda each: folded(each.name)):
            of = teams[member.team].name
            yield Found(section, member.team, member.name, of, member.seat, is_member=True)


def search(sections: Iterable[PublicSection], typed: Sequence[str]) -> list[Found]:
    """Those of whose name, school or team each of these words begins a word: in any order."""
    return [each for each in known(sections) if _answers(each, typed)]


def _answers(found: Found, typed: Sequence[str]) -> bool:
    return answers(typed, beginnings_in(f"{found.name} {found.of}"), initials_in(found.name))


_INITIAL = re.compile(r"\w+(?=\.)")


def words_of(text: str) -> list[str]:
    """The words of what somebody looks for, without accents and capitals.

    >>> words_of("García-López, Ána")
    ['garcia', 'lopez', 'ana']
    """
    return re.findall(r"\w+", folded(text))


def beginnings_in(name: str) -> list[str]:
    """What is typed of a name begins one of these: it goes on from a word to the end. What parts words does
    not matter.

    >>> beginnings_in("Zoë O'Brien"), beginnings_in("García-López")
    (['zoeobrien', 'obrien', 'brien'], ['garcialopez', 'lopez'])
    """
    words = re.findall(r"\w+", folded(name, apostrophe=" "))
    return ["".join(words[at:]) for at in range(len(words))]


def answers(typed: Sequence[str], known: Collection[str], initials: tuple[str, ...] = ()) -> bool:
    """Whether the typed words each begin one of the beginnings of a name, several without the blank between
    them too, or begin with one of these initials.

    >>> known = beginnings_in("Zoë O'Brien")
    >>> answers(["o", "bri", "zoe"], known), answers(["bo"], known)
    (True, False)
    """
    answered = {0}  # so many words, from the first on
    for at in range(len(typed)):
        run = ""
        for end in range(at, len(typed)) if at in answered else ():
            run += typed[end]
            is_initial = end == at and run.startswith(initials)
            if not is_initial and not any(each.startswith(run) for each in known):
                break
            answered.add(end + 1)
    return len(typed) in answered


def initials_in(name: str) -> tuple[str, ...]:
    """The initials of a name: each answers to every word that begins with it, for a last name may be typed
    that is not public.

    >>> initials_in("Anna K.")
    ('k',)
    """
    return tuple(words_of(" ".join(_INITIAL.findall(name))))
