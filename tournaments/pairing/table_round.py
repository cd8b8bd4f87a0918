"""A round of a round robin section, as a pairing result (rule 30)."""

from . import sentences as s
from .boards import Seated
from .color_reasons import color_reason
from .pool import set_boards
from .reading import build_field
from .request import PairingInput
from .result import Board, ByeGiven, Impossible, PairingResult, Reason
from .round_robin import double, quad_last_round, table


def pair_by_table(request: PairingInput) -> PairingResult | Impossible:
    """The line of the table for this round. Numbers are places in the table, by the numbers of the entries.

    >>> from tiebreaks.engine.chart.notation import chart
    >>> made = pair_by_table(PairingInput(chart([], [], [], rounds=3), 1))
    >>> [(b.white, b.black) for b in made.boards], made.bye.number
    ([(2, 3)], 1)
    """
    request = set_boards(request)
    cards = [c for c in request.chart.cards if not c.visitor]
    place = dict(enumerate(sorted(c.number for c in cards), 1))
    lines = table(len(cards)) if request.chart.rounds < len(cards) + len(cards) % 2 else double(len(cards))
    if request.round > len(lines):
        return Impossible(s.say(s.TABLE_ENDS, players=len(cards), rounds=len(lines)))
    line = lines[request.round - 1]
    if len(cards) in (3, 4) and request.round == 3:
        line = quad_last_round(request.color)
    field = build_field(request, cards, {})
    boards: list[Board] = []
    resting: list[int] = []
    absent: list[int] = []
    warnings: list[str] = []
    for places in line:
        numbers = [place.get(p) for p in places]
        here = [n for n in numbers if n is not None and request.in_pool(request.chart.by_number[n])]
        absent += [n for n in numbers if n is not None and n not in here]
        if len(here) == 2:
            white, black = here
            x, y = field.position[white], field.position[black]
            seated = Seated(
                len(boards) + request.first_board, min(x, y), max(x, y), "w" if x < y else "b", "30A"
            )
            said = (s.say(s.BY_TABLE, round=request.round, players=len(cards)),)
            color = color_reason(field, seated)
            reason = Reason("", "0", None, {}, (), color, None, said)
            boards.append(Board(seated.board, white, black, reason))
        elif None in numbers:
            resting += here
        else:
            warnings += [s.say(s.NO_OPPONENT, one=request.name(n)) for n in here]
            absent += here
    bye = ByeGiven(resting[0], (s.say(s.TABLE_BYE),)) if resting else None
    costs = [b.reason.color.conflict for b in boards]
    cost = (sum(c[0] for c in costs), sum(c[1] for c in costs), sum(c[2] for c in costs))
    natural = tuple((b.white, b.black) for b in boards)
    return PairingResult(tuple(boards), bye, tuple(sorted(absent)), (), natural, cost, tuple(warnings))
