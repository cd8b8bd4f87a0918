"""What the last step of a draft did, in words: who meets, which boards have another number or a lock."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.chart.wallchart import Format

from ...models import PairingDraft
from ...pairing.draft import Draft, DraftBoard, removed
from .basis import Basis
from .draft_boards import who_sits_at

# Of more boards than this only the numbers are told, and of more than that only how many there are.
NAMED = 2
NUMBERED = 6


def last_step(of: Basis, row: PairingDraft, names: Mapping[int, str]) -> list[str]:
    """What the last step of a draft did, or Undo of one: as the draft is now, with players by ``names``.
    Nothing where a save since changed nothing."""
    was = row.taken_back or row.previous
    if was is None:
        return []
    step = _Undone if row.taken_back else _Step
    return step(of, of.without_seated(was), of.draft(row), names).told


class _At(NamedTuple):
    """A board of a draft, and its number."""

    number: int
    board: DraftBoard


@dataclass(frozen=True)
class _Step:
    """Two states of a draft, one after the other."""

    of: Basis
    was: Draft
    now: Draft
    names: Mapping[int, str]

    @property
    def told(self) -> list[str]:
        return self._one_more or self._one_less or [*self._boards(), *self._locks(), *self._bye()]

    @property
    def _one_more(self) -> list[str]:
        at = _only_in(self.now, self.was)
        if at is None:
            return []
        number, board = self._numbered(self.now)[at]
        return [self._added(number, board)]

    @property
    def _one_less(self) -> list[str]:
        at = _only_in(self.was, self.now)
        if at is None:
            return []
        number, board = self._numbered(self.was)[at]
        return [self._gone(number, board)]

    def _boards(self) -> list[str]:
        """Boards of others than before, in other colors or at another number."""
        before = _by_players(self._numbered(self.was))
        told: dict[int, str] = {}
        for players, (number, board) in _by_players(self._numbered(self.now)).items():
            was = before.get(players)
            if was is None or was.board.white != board.white:
                told[number] = self._seated(number, board)
            elif was.number != number and len(self.was.boards) == len(self.now.boards):
                told[number] = self._moved(was.number, number, board)
        numbers = sorted(told)
        return [told[each] for each in numbers] if len(told) <= NAMED else [self._changed(numbers)]

    def _locks(self) -> list[str]:
        before = _by_players(self._numbered(self.was))
        locked, unlocked = [], []
        for players, (number, board) in _by_players(self._numbered(self.now)).items():
            was = before.get(players)
            was_locked = was is not None and was.board.locked
            if board.locked and not was_locked:
                locked.append(number)
            elif was_locked and not board.locked:
                unlocked.append(number)
        return [self._locked(locked)] * bool(locked) + [self._unlocked(unlocked)] * bool(unlocked)

    def _bye(self) -> list[str]:
        if self.was.bye == self.now.bye:
            return []
        by_table = self.of.request.chart.format is Format.ROUND_ROBIN
        if not self.now.bye:
            return [self._nobody_rests(by_table=by_table)]
        told = _("Sits out, no point: %(name)s.") if by_table else _("Full-point bye: %(name)s.")
        return [told % {"name": self.names.get(self.now.bye, "")}]

    @property
    def _of_teams(self) -> bool:
        return self.of.request.of_teams

    def _numbered(self, draft: Draft) -> list[_At]:
        return [*map(_At, self.of.numbers(draft), draft.boards)]

    def _called(self, board: DraftBoard) -> dict[str, str]:
        nobody = _("empty seat")
        sides = {"white": board.white, "black": board.black}
        return {side: self.names.get(number, nobody) for side, number in sides.items()}

    def _seated(self, number: int, board: DraftBoard) -> str:
        return who_sits_at(number, **self._called(board), of_teams=self._of_teams)

    def _added(self, number: int, board: DraftBoard) -> str:
        if not board.empty:
            return self._seated(number, board)
        told = _("Match %(board)d is added.") if self._of_teams else _("Board %(board)d is added.")
        return told % {"board": number}

    def _gone(self, number: int, board: DraftBoard) -> str:
        if board.empty:
            told = _("Match %(board)d is removed.") if self._of_teams else _("Board %(board)d is removed.")
            return told % {"board": number}
        told = _("Board %(board)d, %(white)s – %(black)s, is removed.")
        if self._of_teams:
            told = _("Match %(board)d, %(white)s – %(black)s, is removed.")
        return told % {"board": number, **self._called(board)}

    def _nobody_rests(self, *, by_table: bool) -> str:
        return _("Nobody sits out.") if by_table else _("Nobody has the full-point bye.")

    def _moved(self, was: int, number: int, board: DraftBoard) -> str:
        told = _("Board %(was)d, %(white)s – %(black)s, is now board %(board)d.")
        if self._of_teams:
            told = _("Match %(was)d, %(white)s – %(black)s, is now match %(board)d.")
        return told % {"was": was, "board": number, **self._called(board)}

    def _changed(self, numbers: Sequence[int]) -> str:
        told = _("Boards %(boards)s changed.")
        if self._of_teams:
            told = _("Matches %(boards)s changed.")
        if len(numbers) > NUMBERED:
            told = _("%(count)d matches changed.") if self._of_teams else _("%(count)d boards changed.")
        return told % {"boards": ", ".join(map(str, numbers)), "count": len(numbers)}

    def _locked(self, numbers: Sequence[int]) -> str:
        count = len(numbers)
        told = ngettext("Board %(boards)s is locked.", "Boards %(boards)s are locked.", count)
        if self._of_teams:
            told = ngettext("Match %(boards)s is locked.", "Matches %(boards)s are locked.", count)
        return told % {"boards": ", ".join(map(str, sorted(numbers)))}

    def _unlocked(self, numbers: Sequence[int]) -> str:
        count = len(numbers)
        told = ngettext("Board %(boards)s is unlocked.", "Boards %(boards)s are unlocked.", count)
        if self._of_teams:
            told = ngettext("Match %(boards)s is unlocked.", "Matches %(boards)s are unlocked.", count)
        return told % {"boards": ", ".join(map(str, sorted(numbers)))}


class _Undone(_Step):
    """What Undo led back to. Its words tell what stands now: "Board 6 is added" of a board whose removal was
    undone would have to be read twice."""

    @property
    def told(self) -> list[str]:
        told = super().told
        return [_("Undone."), *told] if told else []

    def _added(self, number: int, board: DraftBoard) -> str:
        if board.empty:
            told = _("Match %(board)d is back.") if self._of_teams else _("Board %(board)d is back.")
            return told % {"board": number}
        told = _("Board %(board)d is back: %(white)s – %(black)s.")
        if self._of_teams:
            told = _("Match %(board)d is back: %(white)s – %(black)s.")
        return told % {"board": number, **self._called(board)}

    def _gone(self, number: int, board: DraftBoard) -> str:
        if board.empty:
            told = _("Match %(board)d is gone.") if self._of_teams else _("Board %(board)d is gone.")
            return told % {"board": number}
        told = _("Board %(board)d, %(white)s – %(black)s, is gone.")
        if self._of_teams:
            told = _("Match %(board)d, %(white)s – %(black)s, is gone.")
        return told % {"board": number, **self._called(board)}

    def _nobody_rests(self, *, by_table: bool) -> str:
        return _("Nobody sits out any more.") if by_table else _("Nobody has the full-point bye any more.")

    def _changed(self, numbers: Sequence[int]) -> str:
        told = _("Boards %(boards)s are as they were.")
        if self._of_teams:
            told = _("Matches %(boards)s are as they were.")
        if len(numbers) > NUMBERED:
            told = _("%(count)d boards are as they were.")
            if self._of_teams:
                told = _("%(count)d matches are as they were.")
        return told % {"boards": ", ".join(map(str, numbers)), "count": len(numbers)}

    def _locked(self, numbers: Sequence[int]) -> str:
        count = len(numbers)
        told = ngettext("Board %(boards)s is locked again.", "Boards %(boards)s are locked again.", count)
        if self._of_teams:
            told = ngettext(
                "Match %(boards)s is locked again.", "Matches %(boards)s are locked again.", count
            )
        return told % {"boards": ", ".join(map(str, sorted(numbers)))}

    def _unlocked(self, numbers: Sequence[int]) -> str:
        count = len(numbers)
        told = ngettext(
            "Board %(boards)s is not locked any more.", "Boards %(boards)s are not locked any more.", count
        )
        if self._of_teams:
            told = ngettext(
                "Match %(boards)s is not locked any more.",
                "Matches %(boards)s are not locked any more.",
                count,
            )
        return told % {"boards": ", ".join(map(str, sorted(numbers)))}


def _by_players(boards: Sequence[_At]) -> dict[frozenset[int], _At]:
    """The boards that somebody sits at, by who does."""
    return {frozenset((each.board.white, each.board.black)): each for each in boards if not each.board.empty}


def _only_in(one: Draft, other: Draft) -> int | None:
    """Where the board stands that ``one`` has and ``other`` has not, if that is all between them."""
    if len(one.boards) != len(other.boards) + 1:
        return None
    differ = (at for at, board in enumerate(other.boards) if board != one.boards[at])
    at = next(differ, len(other.boards))
    return at if removed(one, at) == other else None
