"""What a director sends from the pairing page: the seats as typed, and which button was pressed."""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext as _

from tiebreaks.lines import clean_line

from ..errors import Refused, Trouble
from ..numbers import whole_number
from ..pairing.draft import NOBODY, Draft, DraftBoard, in_order, traded_places
from ..pairing.draft import typed as with_seats
from ..selectors.pairing.assumptions import ASSUMPTIONS
from ..selectors.pairing.draft_boards import unlock_first
from ..selectors.pairing.page_record import PairingPage, Resting
from ..selectors.pairing.pasted_pairings import expected_in_round

SIDES = ("white", "black")
_SHOWED = re.compile(r"(?:[0-9]{1,6}-[0-9]{1,6}l? )*[0-9]{1,6}")


class NotSeated(Refused):
    """Numbers that cannot sit where they were typed: ``at_boards`` says so for each board, counted from 0.

    ``others`` is the draft ``before`` with all that can, and ``fields`` has the words of what cannot.
    """

    def __init__(
        self,
        troubles: list[Trouble],
        at_boards: Mapping[int, list[Trouble]],
        *,
        before: Draft,
        others: Draft,
        fields: Mapping[str, str],
    ) -> None:
        super().__init__(_("Nothing was saved."), troubles)
        self.at_boards = at_boards
        self.before, self.others, self.fields = before, others, fields


class Pressed(NamedTuple):
    """A button of the pairing page: what it does, and with which numbers."""

    act: str
    numbers: tuple[int, ...]


def pressed(data: Mapping[str, str]) -> Pressed:
    """The button that sent the form; without one, the seats are saved.

    >>> pressed({"do": "swap-3"})
    Pressed(act='swap', numbers=(3,))
    >>> pressed({})
    Pressed(act='save', numbers=())
    """
    act, *numbers = data.get("do", "save").split("-")
    found = [whole_number(number) for number in numbers]
    return Pressed(act, tuple(number for number in found if number is not None))


class OfMissing(NamedTuple):
    """What becomes of ``players`` who are not checked in, when round 1 is paired."""

    are_out: bool
    players: frozenset[int]


def of_missing(data: QueryDict) -> OfMissing | None:
    """None where nobody said.

    >>> of_missing(QueryDict("missing=out&player=3&player=7")).are_out, of_missing(QueryDict(""))
    (True, None)
    """
    said = data.get("missing")
    if said not in ("out", "pair"):
        return None
    players = map(whole_number, data.getlist("player"))
    return OfMissing(said == "out", frozenset(player for player in players if player is not None))


def waiting(data: QueryDict) -> frozenset[int] | None:
    """The numbers of the boards that a director marked as not begun; None where the director said nothing.

    >>> sorted(waiting(QueryDict("waiting=&waiting=3&waiting=12&waiting=x")))
    [3, 12]
    >>> waiting(QueryDict("waiting=")), waiting(QueryDict(""))
    (frozenset(), None)
    """
    if "waiting" not in data:
        return None
    found = map(whole_number, data.getlist("waiting"))
    return frozenset(number for number in found if number is not None)


class Typed(NamedTuple):
    """The boards and the bye of a draft as typed, and where each board goes whose number was, from 0."""

    boards: list[DraftBoard]
    bye: int
    moves: dict[int, int]

    @property
    def order(self) -> list[int]:
        """Where each board stood."""
        return traded_places(len(self.boards), self.moves)

    def seated(self, before: Draft) -> Draft:
        """The draft with the seats that were typed, no board moved yet."""
        return with_seats(before, self.boards, self.bye)

    def draft(self, before: Draft) -> Draft:
        return in_order(self.seated(before), self.order)


def seats(
    data: Mapping[str, str], page: PairingPage, draft: Draft, whose: Callable[[str], int | str | None]
) -> Typed:
    """The boards and the bye as typed, by number or name, see :func:`.whose_in`. Raises :class:`Refused` with
    each number that cannot sit there, or that a board cannot have."""
    troubles: list[Trouble] = []
    at_boards: dict[int, list[Trouble]] = {}
    fields: dict[str, str] = {}
    playing = {each.number: each.name for each in page.playing}
    locked = {
        number: table
        for at, (board, table) in enumerate(zip(draft.boards, page.numbers_of_boards, strict=True))
        if board.locked and f"lock-{at}" in data
        for number in (board.white, board.black)
        if number
    }
    showed = as_shown(data) or draft
    # A page that showed another number of boards is out of date, which is said instead.
    twice = _typed_twice(data, showed, whose) if len(showed.boards) == len(draft.boards) else {}

    def number(name: str, was: int, where: str) -> int:
        typed = clean_line(data.get(name, str(was)))
        read = whose(typed)

        def refuse(expected: str) -> int:
            troubles.append(Trouble(where, typed or _("(empty)"), expected))
            fields[name] = typed
            return was

        if isinstance(read, str):
            return refuse(read)
        if read == was:
            return was  # Who went away since sits there until the director does something about it.
        # An empty field clears a seat. Nobody has number 0.
        if read is None or typed == "0" or (read and read not in playing):
            away = next((each for each in page.away if each.sitter.number == read), None)
            return refuse(_of_this_round(away, of_teams=page.of_teams))
        if (held := next((each for each in (was, read) if each in locked), None)) is not None:
            return refuse(unlock_first(locked[held], playing.get(held, str(held)), of_teams=page.of_teams))
        if name in twice:
            expected = _("each player once. %(name)s is also typed at board %(board)d")
            if page.of_teams:
                expected = _("each team once. %(name)s is also typed at match %(board)d")
            first = page.numbers_of_boards[_board_of(twice[name])]
            return refuse(expected % {"name": playing.get(read, read), "board": first})
        if name in twice.values():
            # Nobody trades places with a player of whom it is not known where.
            fields[name] = typed
            return was
        return read

    boards: list[DraftBoard] = []
    moves: dict[int, int] = {}
    for at, (board, table) in enumerate(zip(draft.boards, page.numbers_of_boards, strict=True)):
        where = _("match %(board)d") if page.of_teams else _("board %(board)d")
        before, where = len(troubles), where % {"board": table}
        white = number(f"white-{at}", board.white, where)
        black = number(f"black-{at}", board.black, where)
        boards.append(DraftBoard(white, black, f"lock-{at}" in data))
        if typed := clean_line(data.get(f"to-{at}", "")):
            to = _to_number(typed, page, at, moves)
            if isinstance(to, str):
                troubles.append(Trouble(where, typed, to))
            else:
                moves[at] = to
        at_boards[at] = troubles[before:]
    bye = number("bye", draft.bye, _("bye"))
    if troubles:
        others = with_seats(draft, boards, bye)
        raise NotSeated(troubles, at_boards, before=draft, others=others, fields=fields)
    return Typed(boards, bye, moves)


def _typed_twice(
    data: Mapping[str, str], showed: Draft, whose: Callable[[str], int | str | None]
) -> dict[str, str]:
    """The fields of seats and bye with a player who is typed into an earlier one as well, each with that one.
    Where the page ``showed`` the player nothing was typed: that seat is traded."""
    seats = {f"{side}-{at}": getattr(board, side) for at, board in enumerate(showed.boards) for side in SIDES}
    first: dict[int, str] = {}
    twice: dict[str, str] = {}
    for name, was in {**seats, "bye": showed.bye}.items():
        read = whose(clean_line(data.get(name, str(was))))
        if isinstance(read, int) and read not in (NOBODY, was) and first.setdefault(read, name) != name:
            twice[name] = first[read]
    return twice


def _board_of(field: str) -> int:
    """Where the board of a seat stands, counted from 0.

    >>> _board_of("white-3")
    3
    """
    return int(field.partition("-")[2])


def typed_moves(data: Mapping[str, str], page: PairingPage) -> dict[int, str]:
    """The numbers that boards are to have, as typed, by where each board stands, counted from 0."""
    return {board.at: clean_line(data.get(f"to-{board.at}", "")) for board in page.boards}


def _to_number(typed: str, page: PairingPage, at: int, moves: Mapping[int, int]) -> int | str:
    """Where a board goes by the number that is typed, counted from 0, or what was expected. Reserved boards
    stay where their players have them, and no two of the ``moves`` lead to one number."""
    number = whole_number(typed.removeprefix("#"))
    fixed = {board.at for board in page.boards if board.reserved}
    to = page.numbers_of_boards.index(number) if number in page.numbers_of_boards else None
    if to is None and page.of_teams:
        return _("the number of another match of this draft")
    if to is None:
        return _("the number of another board of this draft")
    if fixed & {at, to}:
        return _("the number of a board that is not reserved")
    if (first := next((each for each, its in moves.items() if its == to), None)) is not None:
        expected = _("the number of another board of this draft. Board %(board)d goes there already")
        if page.of_teams:
            expected = _("the number of another match of this draft. Match %(board)d goes there already")
        return expected % {"board": page.numbers_of_boards[first]}
    return to


def as_shown(data: Mapping[str, str]) -> Draft | None:
    """The draft that the page showed when its seats were typed; None where the form does not tell.

    >>> as_shown({"showed": "3-0l 5"})
    Draft(boards=(DraftBoard(white=3, black=0, locked=True),), bye=5)
    """
    if not _SHOWED.fullmatch(showed := data.get("showed", "")):
        return None
    *boards, bye = showed.split(" ")
    seats = [(board.rstrip("l").partition("-"), board.endswith("l")) for board in boards]
    made = [DraftBoard(int(white), int(black), locked) for (white, _dash, black), locked in seats]
    return Draft(tuple(made), int(bye))


def showing(draft: Draft) -> str:
    """A draft as its page carries it, for :func:`as_shown`."""
    boards = [f"{board.white}-{board.black}{'l' if board.locked else ''}" for board in draft.boards]
    return " ".join([*boards, str(draft.bye)])


def _of_this_round(away: Resting | None, *, of_teams: bool) -> str:
    """What was expected in a seat instead of a number that is ``away``, or that nobody has."""
    if away is None:
        return expected_in_round(of_teams=of_teams)
    if of_teams:
        told = _("a team of this round. %(name)s has a %(bye)s: put the team in first")
    else:
        told = _("a player of this round. %(name)s has a %(bye)s: put the player in first")
    return told % {"name": away.sitter.name, "bye": away.kind_name}


def assumptions(data: Mapping[str, str], page: PairingPage) -> dict[frozenset[int], str]:
    """What the missing results of earlier rounds count as."""
    return {
        frozenset(game.numbers): chosen
        for game in page.open_games
        if (chosen := data.get(game.field, "")) in ASSUMPTIONS
    }
