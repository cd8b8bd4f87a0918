"""A list of pairings, typed or pasted, as it would be seated: read back before it is sent."""

from dataclasses import dataclass, field

from ..errors import Refused, Trouble
from ..models import Section
from ..text.results import bye_name
from .draft_boards import Sitter
from .pairing import sitters_of
from .pairing_basis import basis, draft_waits
from .pairing_lines import Seating, only_across, parse, read_lines, refused_in_draft


@dataclass(frozen=True)
class LineRead:
    """A line: its two players, or one and the bye; or what is wrong with it."""

    sitters: list[Sitter] = field(default_factory=list)
    bye: str = ""
    troubles: list[Trouble] = field(default_factory=list)


@dataclass(frozen=True)
class ReadBack:
    """The lines of a list, why it can't be taken as a whole, and what is left out of it."""

    lines: list[LineRead] = field(default_factory=list)
    refused: str = ""
    told: list[str] = field(default_factory=list)


def read_back(section: Section, number: int, text: str, *, of_draft: bool = True) -> ReadBack:
    """A list for a round or for its draft, by the same reading as it is seated. While a draft waits, it takes
    what is typed for the round too."""
    if not text.strip():
        return ReadBack()
    try:
        read = read_lines(section, number, parse(text))
    except Refused as refused:
        return ReadBack(refused=refused.message)
    if not of_draft:
        of_draft = draft_waits(section, number) and not only_across(number, read.seatings)
    known = sitters_of(basis(section, number).request)

    def named(seating: Seating) -> list[Sitter]:
        return [
            Sitter(sitter.player.number, sitter.player.called)
            if sitter.visits or sitter.player.number not in known
            else known[sitter.player.number]
            for sitter in seating.sitters
        ]

    return ReadBack(
        [
            LineRead(named(seating), bye_name(seating.bye) if seating.bye else "")
            if seating
            else LineRead(troubles=troubles)
            for seating, troubles in read.lines
        ],
        refused_in_draft(number, read.seatings) if of_draft else "",
        read.left_out(of_draft=of_draft),
    )
