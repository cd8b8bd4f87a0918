"""What must hold in the file of any program before something is taken from it: each game has two sides, and
no text has contact data in it.

A reader collects the sections; what is wrong in them is told here once for all formats.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from django.utils.translation import gettext as _

from tiebreaks.engine.chart.problems import kinds_agree
from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.lines import clean_line

from ...errors import Trouble
from ...numbers import MOST_BOARD
from ..fields import MEMBER_ID
from ..names import contact_in, contact_in_title, first_last, in_natural_case, same_player_name, section_key
from ..records import PlayedSection, ProgramFile, RosterEntry, Sat

_OTHER_COLOR = {"w": "b", "b": "w", "": ""}
MOST_ROUNDS = 30
# More is no event but a broken file, and checking it would take minutes.
MOST_SECTIONS = 100
MOST_PLAYERS = 5_000
MOST_NUMBER = 999_999
MOST_PROBLEMS = 1_000
# What is longer has no place here. Cut, two names could be one.
_LONGEST_TITLE, _LONGEST_NAME, _LONGEST_TEAM = 80, 120, 80
# So much of it is told, and so many places.
_MOST_TOLD, _MOST_PLACES = 200, 12
# What is longer says more than belongs there, and is cut.
_SHORT = ("grade", "state")
_LONGEST = 12


def whole(
    program: str,
    title: str,
    sections: Iterable[PlayedSection],
    problems: Sequence[Trouble],
    left_out: tuple[str, ...] = (),
) -> ProgramFile:
    """The file with what its reader could not read, and then what is wrong in its sections."""
    found = tuple(islice(sections, MOST_SECTIONS + 1))
    wrong = list(problems[:MOST_PROBLEMS])
    if len(found) > MOST_SECTIONS:
        expected = _("at most %(most)d sections") % {"most": MOST_SECTIONS}
        wrong.append(Trouble(_("the file"), _("more sections"), expected))
    wrong += _titles(found[:MOST_SECTIONS])
    for section in found[:MOST_SECTIONS]:
        wrong += islice(problems_of(section), MOST_PROBLEMS - len(wrong) if len(wrong) < MOST_PROBLEMS else 0)
    left_out += tuple(_wrong_ids(found[:MOST_SECTIONS]))
    return ProgramFile(
        program,
        title,
        tuple(_with_asked_byes(_cut(each)) for each in found[:MOST_SECTIONS]),
        left_out,
        tuple(wrong),
    )


def _wrong_ids(sections: Iterable[PlayedSection]) -> Iterator[str]:
    """Whose IDs are none: one of ten digits may be a phone number. A word such as NEW stands for none."""
    wrong = [
        place(section.name, entry.number)
        for section in sections
        for entry in section.entries
        if entry.uscf_id and not entry.uscf_id.isalpha() and not MEMBER_ID.fullmatch(entry.uscf_id)
    ]
    if wrong:
        named = wrong if len(wrong) <= _MOST_PLACES else [*wrong[:_MOST_PLACES], "…"]
        said = _("US Chess IDs that do not have 8 digits (%(places)s)")
        yield said % {"places": "; ".join(named)}


def _cut(section: PlayedSection) -> PlayedSection:
    """With its short texts cut, after they were read as a whole, without IDs that are none, and with names in
    capitals as people write them."""
    entries = tuple(map(_cut_entry, section.entries))
    capitals = sum(one.name != other.name for one, other in zip(entries, section.entries, strict=True))
    return replace(section, entries=entries, capitals=capitals)


def _cut_entry(entry: RosterEntry) -> RosterEntry:
    texts = {name: getattr(entry, name) for name in _SHORT}
    less = {name: text[:_LONGEST] for name, text in texts.items() if len(text) > _LONGEST}
    if entry.uscf_id and not MEMBER_ID.fullmatch(entry.uscf_id):
        less["uscf_id"] = ""
    if (name := in_natural_case(entry.name)) != entry.name:
        less["name"] = name
    return replace(entry, **less) if less else entry


def _with_asked_byes(section: PlayedSection) -> PlayedSection:
    """With the byes that were asked for in rounds that are paired, where the program left the cell empty."""
    last = section.withdrew
    asked = {
        (entry.number or 0, bye.round): Sat(bye.kind.letter)
        for entry in section.entries
        for bye in entry.byes
        if bye.round <= min(section.paired, last.get(entry.number or 0, bye.round))
    }
    return replace(section, sat={**asked, **section.sat})


def place(section: str, number: int | None = None, round: int | None = None) -> str:
    """Where a fault is, for files that have no lines to count.

    >>> place("Open", 9, 2)
    'Open, number 9, round 2'
    """
    parts = [_shortened(section, _LONGEST_TITLE)]
    if number is not None:
        parts.append(_("number %(number)d") % {"number": number})
    if round is not None:
        parts.append(_("round %(round)d") % {"round": round})
    return ", ".join(parts)


def _shortened(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]}…"


def with_both_sides(sat: Mapping[tuple[int, int], Sat]) -> dict[tuple[int, int], Sat]:
    """The same games, each named by both players.

    Programs write a forfeit on one card, or a color on one: the other side follows. A player named by an
    opponent and without anything of the round gets the other side of that game.

    >>> both = with_both_sides({(1, 1): Sat("X", 2, "w", 3), (2, 1): Sat("F")})
    >>> both[2, 1]
    Sat(kind='F', opponent=1, color='b', board=3)
    """
    found = dict(sat)
    for (number, at), mine in sat.items():
        if mine.opponent is None:
            continue
        theirs = found.get((mine.opponent, at))
        answer = Sat(Kind.of(mine.kind).other_side.letter, number, _OTHER_COLOR[mine.color], mine.board)
        if theirs is None or (theirs.opponent is None and theirs.kind in (answer.kind, Kind.UNPAIRED.letter)):
            found[mine.opponent, at] = answer
        elif theirs.opponent == number:
            color = theirs.color or _OTHER_COLOR[mine.color]
            found[mine.opponent, at] = theirs._replace(color=color, board=theirs.board or mine.board)
    return found


def _titles(sections: Iterable[PlayedSection]) -> Iterator[Trouble]:
    """Sections that would be one, since nothing but the title tells them apart."""
    first: dict[str, str] = {}
    for section in sections:
        key = section_key(section.name)
        if key in first:
            expected = _("another title. %(name)s is another section of this file")
            yield Trouble(section.name, section.name, expected % {"name": first[key]})
        first.setdefault(key, section.name)


def problems_of(section: PlayedSection) -> Iterator[Trouble]:
    """Why a section cannot be taken."""
    if len(section.entries) > MOST_PLAYERS:
        expected = _("at most %(most)d players") % {"most": MOST_PLAYERS}
        yield Trouble(section.name, str(len(section.entries)), expected)
        return
    if not 1 <= section.rounds <= MOST_ROUNDS:
        expected = _("from 1 to %(most)d rounds") % {"most": MOST_ROUNDS}
        yield Trouble(section.name, str(section.rounds), expected)
    if section.first_board > MOST_BOARD:
        expected = _("a first board from 1 to %(most)d") % {"most": MOST_BOARD}
        yield Trouble(section.name, str(section.first_board), expected)
    yield from _contacts(section)
    yield from _too_long(section)
    yield from _players(section)
    yield from _shared_ids(section)
    yield from _games(section)


def _players(section: PlayedSection) -> Iterator[Trouble]:
    """Players without a name, or without a number of their own."""
    seen: dict[int, str] = {}
    for entry in section.entries:
        number = entry.number or 0
        if not clean_line(entry.name):
            yield Trouble(place(section.name, number), "", _("a name"))
        if not 1 <= number <= MOST_NUMBER:
            expected = _("a pairing number from 1 to %(most)d") % {"most": MOST_NUMBER}
            yield Trouble(section.name, str(entry.number), expected)
        elif number in seen:
            expected = _("another number. %(name)s has this one") % {"name": seen[number]}
            yield Trouble(place(section.name, number), str(number), expected)
        seen.setdefault(number, entry.name)


def _shared_ids(section: PlayedSection) -> Iterator[Trouble]:
    """One ID of two people, of whom no games can be told apart. Who re-enters has one name too."""
    first: dict[str, RosterEntry] = {}
    for entry in section.entries:
        if not MEMBER_ID.fullmatch(entry.uscf_id):
            continue
        other = first.setdefault(entry.uscf_id, entry)
        if not same_player_name(other.name, entry.name):
            expected = _("another US Chess ID for %(name)s: %(other)s (number %(number)s) has this one") % {
                "name": first_last(entry.name),
                "other": first_last(other.name),
                "number": other.number,
            }
            yield Trouble(place(section.name, entry.number), entry.uscf_id, expected)


def _games(section: PlayedSection) -> Iterator[Trouble]:
    """Games of which the two sides do not agree, or on a board that there is not."""
    numbers = {entry.number: first_last(entry.name) for entry in section.entries}

    def named(number: int) -> str:
        return _("%(name)s (number %(number)d)") % {"name": numbers[number], "number": number}

    for (number, at), mine in sorted(section.sat.items()):
        if number not in numbers or mine.opponent is None:
            continue
        where = place(section.name, number, at)
        if mine.board > MOST_BOARD:
            expected = _("a board from 1 to %(most)d") % {"most": MOST_BOARD}
            yield Trouble(where, str(mine.board), expected)
        if mine.opponent == number or mine.opponent not in numbers:
            yield Trouble(where, str(mine.opponent), _("the number of another player of this section"))
            continue
        theirs = section.sat.get((mine.opponent, at))
        if theirs is None or theirs.opponent != number:
            read = "–" if theirs is None or theirs.opponent is None else str(theirs.opponent)
            expected = _("%(name)s as the opponent of %(other)s")
            expected %= {"name": named(number), "other": named(mine.opponent)}
            if theirs is not None and theirs.opponent is not None and theirs.opponent in numbers:
                read = named(theirs.opponent)
            yield Trouble(where, read, expected)
        elif number < mine.opponent:
            if not kinds_agree(Kind.of(mine.kind), Kind.of(theirs.kind)):
                both = f"{mine.kind}{mine.opponent} – {theirs.kind}{number}"
                yield Trouble(where, both, _("two results that agree"))
            if mine.color and mine.color == theirs.color:
                yield Trouble(where, mine.color, _("White for one of the two and Black for the other"))


def _too_long(section: PlayedSection) -> Iterator[Trouble]:
    """Texts for which there is no room."""
    yield from _longer(
        place(section.name), section.name, _LONGEST_TITLE, _("a title of at most %(most)d characters")
    )
    for entry in section.entries:
        where = place(section.name, entry.number)
        yield from _longer(where, entry.name, _LONGEST_NAME, _("a name of at most %(most)d characters"))
        yield from _longer(where, entry.team, _LONGEST_TEAM, _("a team of at most %(most)d characters"))


def _longer(where: str, text: str, most: int, expected: str) -> Iterator[Trouble]:
    if len(text) > most:
        yield Trouble(where, _shortened(text, _MOST_TOLD), expected % {"most": most})


def _contacts(section: PlayedSection) -> Iterator[Trouble]:
    """What looks like contact data in the texts that become names on public pages."""
    if contact := contact_in_title(section.name):
        yield Trouble(section.name, *contact)
    for entry in section.entries:
        for contact in filter(None, map(contact_in, (entry.name, entry.team, entry.grade, entry.state))):
            yield Trouble(place(section.name, entry.number), *contact)
