"""Why who has white (29E2–29E4), and what it cost."""

from collections.abc import Iterator

from tiebreaks.engine.messages import Message

from . import sentences as s
from .boards import Seated
from .colors import OTHER
from .field import Field
from .result import Board, ColorReason

_BY_RULE = {
    "29E4-1": s.FIRST_RULE,
    "29E4-2": s.SECOND_RULE,
    "29E4-3": s.THIRD_RULE,
    "29E4-4": s.FOURTH_RULE,
    "29E4-5": s.FIFTH_RULE,
    "29E4a": s.PLUS_MINUS,
    "29E4b": s.ALTERNATE,
    "29E4c": s.LOT,
    "29E4d": s.LAST_TWO,
    "29E2": s.BY_LOT,
    "27A1": s.REVERSED,
    "lock": s.COLORS_SET,
    "given": s.COLORS_GIVEN,
}
# What is said of a conflict that stays.
_CONFLICTS = (
    s.MISSES,
    s.LINE_KEPT,
    s.KEPT,
    s.KEPT_ANYWAY,
    s.KEPT_ALONE,
    s.KEPT_OF_FLOATER,
    s.KEPT_REVERSED,
    s.BOTH_REVERSED,
)
# Every sentence that says who has which color, or does not get it.
SENTENCES = frozenset(
    [
        *_BY_RULE.values(),
        *(s.BY_OPTION, s.BY_LOT_EARLIER, s.BY_OPTION_EARLIER),
        *(s.BOTH_DUE, s.ONE_DUE, s.TABLE_COLORS, s.TABLE_LOT),
        *(s.FIRST_GAME, s.FIRST_GAME_SET),
        *_CONFLICTS,
    ]
)


def color_reason(field: Field, one: Seated) -> ColorReason:
    """Dues, and the conflict with those who miss theirs."""
    white, black = one.white, one.black
    costs = {white: field.missed(white, "w"), black: field.missed(black, "b")}
    three, equal, alternate = costs[white].plus(costs[black])
    return ColorReason(
        one.rule,
        field.due[white],
        field.due[black],
        (three, equal, alternate),
        *(
            tuple(field.players[x].number for x, cost in costs.items() if counts(cost))
            for counts in (any, lambda cost: cost[0], lambda cost: cost[1])
        ),
    )


def color_sentence(field: Field, one: Seated, games: int) -> str:
    """One sentence for the colors of a board. Names first the player who gets what was wanted."""
    if games > 1:
        by = "29E" if one.rule == "given" else one.rule.partition("-")[0]
        return of_two_games(field.players[one.white].name, by)
    x, y = one.higher, one.lower
    color = one.higher_color
    if one.rule == "29E3a":
        return _due(field, one)
    first = field.options.initial_color
    if one.rule == "29E2" and first != "lot":
        return s.say(s.BY_OPTION, one=field.players[x].name, color=s.COLORS[color], first=first)
    due = field.due[x]
    if one.rule.startswith("29E4") and color != due:
        x, y, color = y, x, OTHER[color]
    number = 0
    had = ""
    for at, (mine, his) in enumerate(zip(field.colors[x], field.colors[y], strict=True)):
        if mine != his:
            number, had = at // games + 1, mine
    return s.say(
        _BY_RULE[one.rule],
        one=field.players[x].name,
        other=field.players[y].name,
        color=s.COLORS[color],
        opposite=s.COLORS[OTHER[color]],
        round=number,
        had=s.COLORS[had.replace("-", "")],
    )


def of_two_games(white: str, rule: str) -> Message:
    """Who has White in the first of two games, and by which rule; ``lock`` is the director.

    >>> of_two_games("Ann", "29E2")
    'Ann has white in the first game, black in the second (29E2).'
    """
    text = s.FIRST_GAME_SET if rule == "lock" else s.FIRST_GAME
    return s.say(text, one=white, color=s.COLORS["w"], opposite=s.COLORS["b"], rule=rule)


def third_of_ours(field: Field, board: Board, *, is_set: bool) -> Iterator[str]:
    """A third color in a row on a board of ours (29E5f), and what the colors would cost the other way round,
    where that would spare it. One that ``is_set`` has it by the director."""
    color = board.reason.color
    if not color.with_third:
        return
    called = {n: field.players[field.position[n]].name for n in board.players}
    names = {"board": board.board, "names": "; ".join(called[number] for number in color.with_third)}
    if is_set:
        yield s.say(s.THIRD_WARNING, **names)
        return
    if any(getattr(said, "id", "") == s.LINE for said in board.reason.sentences):
        yield s.say(s.THIRD_OF_LINE, **names)
        return
    white, black = field.position[board.white], field.position[board.black]
    spared = not any(field.missed(x, gets)[0] for x, gets in ((white, "b"), (black, "w")))
    if color.rule == "27A1" and spared:
        yield s.say(s.THIRD_REVERSED, **names)
        return
    other, now = (black, "b") if field.players[white].number in color.with_third else (white, "w")
    three, equal, _alternate = field.missed(other, OTHER[now])
    if three or len(color.with_third) > 1 or not color.rule.startswith("29E4"):
        yield s.say(s.THIRD_STAYS, **names)
        return
    swapped = {"other": field.players[other].name, "color": s.COLORS[OTHER[now]], "opposite": s.COLORS[now]}
    yield s.say(s.THIRD_OR_EQUAL if equal else s.THIRD_OR_ALTERNATE, **names, **swapped)


def _due(field: Field, one: Seated) -> str:
    x, y, color = one.higher, one.lower, one.higher_color
    if not field.due[x]:
        x, y, color = y, x, OTHER[color]
    text = s.BOTH_DUE if field.due[y] else s.ONE_DUE
    names = {"one": field.players[x].name, "other": field.players[y].name}
    return s.say(text, **names, color=s.COLORS[color], opposite=s.COLORS[OTHER[color]])
