"""Who is found on the pages of an event, by the beginnings of words. The phone's script does the same."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from ...formats.names import folded
from . import team_matches
from .players import everybody, seat
from .visible import PublicSection

# As many of whom a letter differs.
MOST_NEAR = 12


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


def search(sections: Iterable[PublicSection], typed: Sequence[str]) -> tuple[list[Found], list[Found]]:
    """Those of whose name, school or team each of these words begins a word, in any order; where there are
    none, those of whom it does with a letter wrong."""
    found, perhaps = [], []
    for each in known(sections):
        names, initials = beginnings_in(f"{each.name} {each.of}"), initials_in(each.name)
        if answers(typed, names, initials):
            found.append(each)
        elif answers(typed, names, initials, nearly_begins):
            perhaps.append(each)
    return found, [] if found else perhaps[:MOST_NEAR]


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


def nearly_begins(name: str, run: str) -> bool:
    """Whether typed letters begin this, one of them wrong, missing, too many or swapped with the next; of
    fewer than four none may be.

    >>> [nearly_begins("nguyen", run) for run in ("ngyuen", "ngyu", "nguen", "mguyen", "nguyenn", "ngoyan")]
    [True, True, True, True, True, False]
    """
    same = (at for at, (ours, typed) in enumerate(zip(name, run, strict=False)) if ours != typed)
    at = next(same, min(len(name), len(run)))
    rest, later = run[at:], run[at + 1 :]
    ways = (name[at + 1 :], later), (name[at:], later), (name[at + 1 :], rest)
    swapped = name[at:], rest[1:2] + rest[:1] + rest[2:]
    return len(run) > 3 and any(what.startswith(begun) for what, begun in (*ways, swapped))


def answers(
    typed: Sequence[str],
    known: Collection[str],
    initials: tuple[str, ...] = (),
    how: Callable[[str, str], bool] = str.startswith,
) -> bool:
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
            if not is_initial and not any(how(each, run) for each in known):
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
