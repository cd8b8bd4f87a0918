"""Results that came after a round was paired on others: which, how they ended, and the boards that they would
have made otherwise (29H9)."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Cell, Kind

from ...models import PairingDraft
from ...pairing.pairing import pair
from ...pairing.provisional import would_differ
from ...pairing.repairing import Step
from ...pairing.request import PairingInput
from ...pairing.result import PairingResult
from ...text.results import tell_result
from .assumptions import ASSUMPTIONS, came_true
from .basis import Basis


def later_results(of: Basis, row: PairingDraft | None) -> list[frozenset[int]]:
    """Whose game of an earlier round did not end as this round was paired on."""
    if row is None or not row.assumed:
        return []
    chart, number = of.request.chart, of.request.round
    return [pair for pair, choice in row.choices.items() if came_true(chart, pair, choice, number) is False]


def told_later(of: Basis, row: PairingDraft | None) -> list[str]:
    told = []
    for both in later_results(of, row):
        numbers, result = _result_now(of.request, both)
        values = {
            "names": " – ".join(map(of.request.name, numbers)),
            "said": ASSUMPTIONS[row.choices[both] if row else ""],
            "number": of.request.round,
            "result": result,
        }
        text = _("%(names)s: round %(number)d was paired on %(said)s. The result is %(result)s.")
        told.append(text % values)
    return told


def _result_now(request: PairingInput, both: frozenset[int]) -> tuple[Step, str]:
    """How the game of two before this round ended, with its White first; of several games each."""

    known = request.chart.by_number
    ended = {
        one: [each for each in known[one].cells if each.opponent in both and each.kind is not Kind.OPEN]
        for one in both
    }
    # Of a game of two rounds one side may have it later (28M2).
    one = next(n for n in sorted(both) if any(each.round < request.round for each in ended[n]))
    [other] = both - {one}
    mine = [each for each in ended[one] if each.round < request.round]
    # Of two who had met before, the meeting that was open.
    mine = [each for each in mine if each.round == mine[-1].round]
    theirs = [each for each in ended[other] if each.round in {cell.opponent_round for cell in mine}]
    is_white = mine[0].color != "b"
    results = [_told(*(sides if is_white else sides[::-1])) for sides in zip(mine, theirs, strict=False)]
    return (one, other) if is_white else (other, one), "; ".join(results)


def _told(white: Cell, black: Cell) -> str:
    return tell_result(white.kind.letter + black.kind.letter, (_ruled(white), _ruled(black)))


def _ruled(cell: Cell) -> int | None:
    """The points of a cell where they are not those of its kind."""
    return None if cell.points_q == cell.kind.points_q else cell.points_q


def differing(request: PairingInput, boards: Sequence[Step]) -> list[str]:
    """The boards of the round that the results of now would not have made."""
    made = pair(request)
    if not isinstance(made, PairingResult):
        return []
    other = would_differ([frozenset(both) for both in boards], made)
    return [
        f"{request.name(white)} – {request.name(black)}"
        for white, black in boards
        if frozenset((white, black)) in other
    ]
