"""Pairing a round: pool, bye, brackets, boards, reasons, in this order. The same request, the same answer."""

from collections.abc import Iterable, Sequence

from tiebreaks.engine.chart.wallchart import Format

from .boards import seat
from .brackets import Solved
from .bye_for_color import improved
from .field import Field
from .group_reasons import group_lines
from .matching import TooManyError
from .meetings import white_before
from .natural_round import natural_round
from .of_teams import told_of_round
from .pool import Pool, gather
from .pools import pair_pools
from .reasons import board_reasons, bye_sentences, warnings_of
from .request import PairingInput, UnreadyError, check
from .result import Board, ByeGiven, Impossible, PairingResult
from .score_groups import ImpossibleError
from .set_by_director import RefusedError, releases, set_boards
from .setting import Setting
from .small_swiss import on_table
from .table_round import pair_by_table


def pair(request: PairingInput) -> PairingResult | Impossible:
    """Pair a round by US Chess rules, each board with its reason.

    >>> from tiebreaks.engine.chart.notation import chart
    >>> made = pair(PairingInput(chart([], [], [], [], rounds=3, ratings=[1900, 1800, 1700, 1600]), 1))
    >>> [(b.board, b.white, b.black) for b in made.boards]
    [(1, 1, 3), (2, 4, 2)]
    """
    made = _paired(request)
    return told_of_round(made) if request.of_teams else made


def _paired(request: PairingInput) -> PairingResult | Impossible:
    try:
        check(request)
        if request.chart.format is Format.ROUND_ROBIN:
            return pair_by_table(request)
        request = set_boards(request)
        pool, solved = solve_round(request)
    except UnreadyError as error:
        return Impossible(str(error))
    except RefusedError as error:
        return Impossible(str(error), error.choices)
    except (ImpossibleError, TooManyError) as error:
        return Impossible(str(error))
    return describe(request, pool, solved)


def solve_round(request: PairingInput) -> tuple[Pool, list[Solved]]:
    """Who plays and who rests, and all brackets; none where a line of a table gives the round (29L)."""
    pool = gather(request)
    return on_table(request, *improved(request, pool, pair_pools(request, pool)))


def describe(request: PairingInput, pool: Pool, solved: Sequence[Solved]) -> PairingResult:
    """Boards in order with colors and reasons, from what the optimizer decided."""
    field, bye = pool.field, pool.bye
    pairs = [*pool.fixed, *(pair for one in solved for pair in one.pairs)]
    met_again = {*pool.again, *(frozenset((b.white, b.black)) for b in request.locks.boards)}
    seated = seat(request, field, pairs, white_before(request, met_again))
    setting = Setting(request, pool, tuple(solved), tuple(seated))
    boards = tuple(
        Board(one.board, field.players[one.white].number, field.players[one.black].number, reason)
        for one, reason in zip(seated, board_reasons(setting), strict=True)
    )
    costs = [board.reason.color.conflict for board in boards]
    return PairingResult(
        boards=boards,
        bye=ByeGiven(bye.number, bye_sentences(setting)) if bye else None,
        absent=absent(request),
        groups=group_lines(
            request, [(each.white, each.black) for each in boards], bye.number if bye else None
        ),
        natural=tuple(_numbers(field, natural_round(field, solved))),
        cost=(sum(c[0] for c in costs), sum(c[1] for c in costs), sum(c[2] for c in costs)),
        warnings=warnings_of(setting, boards),
        choices=releases(request, pool.because),
    )


def absent(request: PairingInput) -> tuple[int, ...]:
    """Entries that are not in this round: requested byes, absences, withdrawn. Not resting house players."""
    return tuple(
        card.number
        for card in sorted(request.chart.cards, key=lambda card: card.number)
        if not card.visitor
        and not card.house
        and not request.in_pool(card)
        and card.number != request.given_bye
    )


def _numbers(field: Field, pairs: Iterable[tuple[int, int]]) -> Iterable[tuple[int, int]]:
    return ((field.players[x].number, field.players[y].number) for x, y in pairs)
