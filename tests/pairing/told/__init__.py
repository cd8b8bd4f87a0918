"""What is told of a pairing, held against the wall chart: each sentence read literally, a second time.

Nothing here asks the engine: scores, colors, floaters and opponents are taken from the cells and the boards.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from tiebreaks.engine.messages import Message
from tournaments.pairing import sentences as s
from tournaments.pairing.plain import beside, plainly
from tournaments.pairing.plain_colors import Sitter, of_colors
from tournaments.pairing.result import Board, PairingResult

from . import colors, floaters, in_public, meetings, others, staying  # noqa: F401 - each registers its claims
from .facts import CLAIMS, OTHER, Facts, claim, people
from .others import had_bye, half

# Said of each of the two, or of more boards than one.
OF_MORE_THAN_ONE = {s.BOTH_WERE_DUE, s.ACCELERATED, s.EQUAL_SPARED, s.THIRD_SPARED}

COLORS = {
    s.BOTH_DUE, s.ONE_DUE, s.BY_LOT, s.BY_OPTION, s.FIRST_RULE, s.SECOND_RULE, s.THIRD_RULE, s.FOURTH_RULE,
    s.FIFTH_RULE, s.PLUS_MINUS, s.ALTERNATE, s.LOT, s.LAST_TWO, s.REVERSED, s.COLORS_SET,
    s.COLORS_GIVEN, s.FIRST_GAME, s.FIRST_GAME_SET,
}  # fmt: skip
KEPT = {s.KEPT, s.KEPT_ANYWAY, s.KEPT_ALONE, s.KEPT_OF_FLOATER, s.KEPT_REVERSED, s.BOTH_REVERSED, s.LINE_KEPT}


def holds(facts: Facts, board: Board | None, text: Message) -> bool:
    assert CLAIMS[text.id], text
    return all(true for one in CLAIMS[text.id] for true in one(facts, board, text.values))


def false(facts: Facts) -> list[str]:
    """Every sentence of the round that is not true, and every pair of one board that exclude each other."""
    found = []

    def held(text: str, board: Board | None = None) -> None:
        assert isinstance(text, Message), text
        try:
            wrong = [] if holds(facts, board, text) and posted(facts, text) else ["false"]
        except (KeyError, StopIteration) as error:
            wrong = [f"{error!r}"]
        if wrong:
            found.append(f"{text} {wrong}")

    for board in facts.made.boards:
        for text in board.reason.sentences:
            held(text, board)
        told = [(text.id, text.values) for text in board.reason.sentences if isinstance(text, Message)]
        for text in (plainly(told), *beside(told), *plain_colors(facts, board)):
            held(text, board)
        found += exclusive(facts, board)
        found += untold(facts, board)
    if facts.made.bye:
        for text in facts.made.bye.sentences:
            held(text)
    found += groups(facts)
    for text in facts.made.warnings:
        held(text)
    twice = [getattr(text, "values", {}) for text in facts.made.warnings if text.id == s.ENTRIES_TWICE]  # type: ignore[attr-defined]
    listed = sorted({(values["first"], values["second"]) for values in twice})
    if listed != in_twice(facts):
        found.append(f"{in_twice(facts)} are in the round twice, told: {listed}")
    return found


def in_twice(facts: Facts) -> list[tuple[int, int]]:
    """Entries of one player who have two seats of the round, and not one board together (28S)."""
    seated = [*facts.opponent, *([facts.made.bye.number] if facts.made.bye else [])]
    pairs = combinations(sorted(seated), 2)
    return [both for both in pairs if facts.one_player(*both) and facts.opponent.get(both[0]) != both[1]]


def plain_colors(facts: Facts, board: Board) -> list[Message]:
    """What a phone is told of the colors of a board."""
    white, black = [
        Sitter(facts.cards[number].name, "".join(color[:1] or "-" for color in facts.colors(number)))
        for number in (board.white, board.black)
    ]
    told = [(text.id, text.values) for text in board.reason.sentences if isinstance(text, Message)]
    return of_colors(told, white, black, {"w": "white", "b": "black"})


def exclusive(facts: Facts, board: Board) -> Iterator[str]:
    told = [text.id for text in board.reason.sentences]  # type: ignore[attr-defined]
    said = Counter(told)
    if sum(said[id] for id in COLORS) != 1:
        yield f"{sum(said[id] for id in COLORS)} colors: {board.reason.sentences}"
    if any(count > 1 and id not in OF_MORE_THAN_ONE for id, count in said.items()):
        yield f"twice: {board.reason.sentences}"
    missing = [n for n in board.players if facts.misses(n)]
    kept = sum(said[id] for id in KEPT)
    by_director = s.LOCK in said
    if kept != (bool(missing) and not by_director):
        yield f"{missing} miss, {kept} told: {board.reason.sentences}"
    if said[s.BOTH_DUE] + said[s.ONE_DUE] and kept:
        yield f"due and missed: {board.reason.sentences}"


def posted(facts: Facts, text: str) -> bool:
    """Whether every rule of teammates that is cited is the one that was posted."""
    return {rule[:4] for rule in re.findall(r"28N\d?", text)} <= {facts.team_rule}


def untold(facts: Facts, board: Board) -> Iterator[str]:
    """What gave way at a board is told there: a second meeting, a request, and teammates."""
    told = Counter(text.id for text in board.reason.sentences)  # type: ignore[attr-defined]
    again = told[s.AGAIN] + told[s.AGAIN_SET]
    if again != bool(facts.met(*board.players)):
        yield f"{board.players} met, {again} told: {board.reason.sentences}"
    by_rules = not (told[s.LOCK] or told[s.LINE]) and facts.request.options.teams != "off"
    mates = sum(told[id] for id in (s.MATES, s.MATES_GROUP, s.MATES_TOGETHER, s.MATES_BELOW, s.MATES_LATER))
    if mates != (by_rules and facts.teammates(*board.players)):
        yield f"{board.players} are teammates, {mates} told: {board.reason.sentences}"
    ranked = facts.request.options.acceleration == "non_winners" and facts.request.round == 2
    if told[s.DRAWERS] != (ranked and not told[s.LOCK] and meetings.has_drawer(facts, board)):
        yield f"{board.players} rank by draws: {board.reason.sentences}"
    asked = facts.asked(*board.players) and not told[s.LOCK]
    if told[s.ASKED_MET] + told[s.ASKED_MET_NEVER] != asked:
        yield f"{board.players} asked not to meet: {board.reason.sentences}"


def groups(facts: Facts) -> Iterator[str]:
    for group in facts.made.groups:
        first, *more = group.sentences
        assert isinstance(first, Message)
        dues = Counter(map(facts.due, group.numbers))
        numbers = list(map(int, re.findall(r"(\d+) (?:players?|due)", first)))
        told_of = {text.id for text in group.sentences if isinstance(text, Message)}
        rests = bool(told_of & {s.GROUP_REST, s.GROUP_OF_ONE_REST})
        accelerated = facts.request.options.acceleration != "off" and facts.request.round < 3
        bye = facts.made.bye.number if facts.made.bye else 0
        here = not accelerated and bye and facts.real(bye) == group.points_q
        if rests != (bye in group.numbers) or (here and not rests):
            yield f"{group.numbers}: {more}"
        expected = [len(group.numbers), *(n for n in (dues["white"], dues["black"]) if n)]
        if numbers[:1] != expected[:1] or (expected[0] > 1 and numbers != expected):
            yield f"{group.numbers}: {first}"
        for color in OTHER:
            if expected[0] > 1 and (f"due {color}" in first) != (dues[color] > 0):
                yield f"{group.numbers}: {first}"
        theirs = [b for b in facts.made.boards if max(facts.score[n] for n in b.players) == group.points_q]
        missed = Counter(sum(map(facts.misses, b.players)) for b in theirs)
        told = [int(n) for each in more for n in re.findall(r"On (\d+) board", each)]
        if told != [missed[count] for count in (2, 1) if missed[count]]:
            yield f"{group.numbers}: {missed} of {more}"


# --- a pairing that somebody typed ----------------------------------------------------------------


@claim(s.MISSES)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    one = people(f, v)["one"]
    yield f.due(one) == v["color"] != f.color[one]


@claim(s.THIRD_OR_EQUAL, s.THIRD_OR_ALTERNATE)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    other = f.number[v["other"]]
    (third,) = f.board[other].players - {other}
    yield v["names"] == f.cards[third].name
    yield v["opposite"] == f.color[other] == f.due(other) == f.due(third)
    yield not f.has_third(third, f.color[other])
    yield v["color"] == f.color[third]


@claim(s.THIRD_OR_EQUAL)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    yield f.surplus(f.number[v["other"]], v["color"]) + 1 >= 2


@claim(s.THIRD_REVERSED)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    for name in v["names"].split("; "):
        one = f.number[name]
        yield f.board[one].reason.color.rule == "27A1"
        yield not any(f.has_third(each, OTHER[f.color[each]]) for each in f.board[one].players)


@claim(
    *(s.THIRD_WARNING, s.THIRD_STAYS, s.THIRD_OF_LINE, s.THIRD_REVERSED),
    *(s.THIRD_OR_EQUAL, s.THIRD_OR_ALTERNATE),
)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    for name in v["names"].split("; "):
        one = f.number[name]
        yield f.has_third(one, f.color[one])
        yield f.board[one].board == v["board"]


@claim(s.EQUAL_WARNING)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    one = people(f, v)["one"]
    yield f.surplus(one, f.color[one]) + 1 >= 2
    yield v["color"] == f.color[one] == OTHER[v["opposite"]]
    yield f.board[one].board == v["board"]


@claim(s.UNSEATED)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    one = people(f, v)["one"]
    yield one not in f.opponent
    yield f.made.bye is None or f.made.bye.number != one


@claim(s.SECOND_BYE)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    yield had_bye(f, people(f, v)["one"])


@claim(s.BYE_AFTER_HALF)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    yield half(f, people(f, v)["one"]) > 0


def false_of_typed(facts: Facts, ours: PairingResult) -> list[str]:
    """Of a pairing that somebody typed: what is false beside the one that the rules made."""
    found = []
    there = {board.players for board in ours.boards}
    opponent = Facts(facts.request, ours).opponent
    for board in facts.made.boards:
        told = [text for text in board.reason.sentences if isinstance(text, Message)]
        if board.players in there and any(text.id in COLORS for text in told):
            continue
        for text in told:
            if text.id == s.OURS:
                p = people(facts, text.values)
                true = opponent[p["one"]] == p["other"] and facts.opponent[p["one"]] != p["other"]
            elif text.id == s.LOCK:
                true = all(each.id in (s.LOCK, s.AGAIN_SET) for each in told)
            elif text.id == s.AGAIN_SET:
                true = facts.met(*board.players) == text.values["round"]
            else:
                true = text.id == s.MISSES and holds(facts, board, text)
            if not true:
                found.append(f"{text} of {board}")
        if bool(facts.met(*board.players)) != any(text.id == s.AGAIN_SET for text in told):
            found.append(f"{board.players} met: {told}")
        missing = {facts.cards[n].name for n in board.players if facts.misses(n)}
        if missing != {text.values["one"] for text in told if text.id == s.MISSES}:
            found.append(f"{missing}: {told}")
    for warning in facts.made.warnings:
        assert isinstance(warning, Message)
        if warning.id in (s.WORSE, s.OTHER_BYE, s.OTHER_BYE_OF_LINE, s.AWAY):
            continue
        if not holds(facts, None, warning):
            found.append(str(warning))
    rematches = [text for text in facts.made.warnings if getattr(text, "id", "") == s.REMATCH_WARNING]
    warned = Counter(text.values["board"] for text in rematches)  # type: ignore[attr-defined]
    for board in facts.made.boards:
        if bool(facts.met(*board.players)) != bool(warned[board.board]) and board.players not in there:
            found.append(f"{board.players} met, warned {warned[board.board]}")
    return found + list(groups(facts))
