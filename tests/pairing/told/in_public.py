"""What phones are told in one plain sentence, held against the wall chart as the rules' sentences are."""

from collections.abc import Iterator
from typing import Any

from tiebreaks.engine.chart.wallchart import Kind
from tournaments.pairing import plain
from tournaments.pairing import sentences as s
from tournaments.pairing.result import Board

from .facts import Facts, claim, people, points
from .floaters import between, everybody, leaves, leaving, lowest, staying
from .meetings import (
    NEIGHBORS,
    NEIGHBORS_LEFT,
    halves,
    has_drawer,
    in_group,
    neighbors,
    neighbors_left,
    of_left,
    of_whole,
)

OF = plain.PLAIN


LISTED = plain.IN_ORDER
DREW = plain.AFTER_DRAWS


@claim(*LISTED.values())
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    yield all(f.cards[n].rating is None for n in board.players)


for of, texts in (
    (of_whole, (s.NATURAL, s.FIRST_ROUND)),
    (of_left, (s.NATURAL_LEFT, s.FIRST_ROUND_LEFT)),
    (neighbors, NEIGHBORS),
    (neighbors_left, NEIGHBORS_LEFT),
):
    plainly = [listed[text] for listed in (OF, LISTED, DREW) for text in texts if text in listed]
    claim(*plainly)(of)
    claim(*plainly)(in_group)


@claim(OF[s.NATURAL_UNRATED], OF[s.NATURAL_CLASS])
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    yield {f.score[n] for n in board.players} == {points(v["points"])}


@claim(OF[s.TRANSPOSITION])
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    """The player sits here, and the natural opponent elsewhere."""
    assert board
    p = people(f, v)
    yield p["one"] in board.players
    yield p["natural"] not in board.players
    yield board.reason.natural.get(p["one"]) == p["natural"]


@claim(OF[s.REMATCH])
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    p = people(f, v)
    yield p["one"] in board.players
    yield f.met(p["one"], p["ideal"]) == v["round"] > 0


@claim(OF[s.TEAM])
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    p = people(f, v)
    yield p["one"] in board.players
    yield f.teammates(p["one"], p["ideal"])


@claim(OF[s.MATES], OF[s.MATES_TOGETHER], OF[s.MATES_BELOW], OF[s.MATES_LATER])
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    yield {*people(f, v).values()} == board.players
    yield f.teammates(*board.players)


@claim(OF[s.FOLLOWS])
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    p = people(f, v)
    yield f.opponent[p["one"]] == p["other"]
    yield f.board[p["one"]].board == v["board"] != board.board


def sits_here(f: Facts, board: Board | None, v: dict[str, Any]) -> bool:
    assert board
    return people(f, v)["one"] in board.players


@claim(OF[s.ODD], OF[s.ODD_LOWEST], OF[s.ODD_ALONE])
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    """Beside one whom the director lets float, one is left over still."""
    one = people(f, v)["one"]
    yield sits_here(f, board, v)
    yield leaves(f, v)
    floats = f.request.locks.floats
    left = [n for n in leaving(f, f.score[one]) if f.class_of(n) == f.class_of(one) and n not in floats]
    yield left == [one]


@claim(OF[s.ODD])
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    one = people(f, v)["one"]
    yield lowest(f, everybody(f, one)) == one


@claim(OF[s.ODD_ALONE])
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    one = people(f, v)["one"]
    yield staying(f, one) == [one]


@claim(
    OF[s.ONE_OF_SEVERAL],
    OF[s.ONE_OF_SEVERAL_TEAMS],
    OF[s.BOTH_LEAVE],
    OF[s.BOTH_LEAVE_TEAM],
    OF[s.SET_TO_FLOAT],
)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    yield sits_here(f, board, v)
    yield leaves(f, v)


@claim(OF[s.BOTH_LEAVE])
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    p = people(f, v)
    yield f.met(p["one"], p["other"]) == v["round"] > 0
    yield f.score[f.opponent[p["other"]]] < f.score[p["one"]]


@claim(OF[s.BOTH_LEAVE_TEAM])
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    p = people(f, v)
    yield f.teammates(p["one"], p["other"])
    yield f.score[f.opponent[p["other"]]] < f.score[p["one"]]


@claim(OF[s.DOUBLE_DROP], OF[s.DOUBLE_DROP_OTHERS], OF[s.DOUBLE_DROP_TEAMS])
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    yield sits_here(f, board, v)
    yield leaves(f, v)
    yield bool(between(f, people(f, v)["one"]))


@claim(OF[s.OPPONENT_TEAMS])
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    p = people(f, v)
    yield f.opponent[p["one"]] == p["other"] != p["natural"]
    yield f.request.options.teams != "off"


@claim(OF[s.OTHER_ODD])
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    p = people(f, v)
    yield sits_here(f, board, v)
    yield f.score[f.opponent[p["one"]]] < f.score[p["one"]] == f.score[p["natural"]]
    yield f.score[f.opponent[p["natural"]]] >= f.score[p["natural"]]


@claim(OF[s.LINE])
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    yield f.request.options.small_swiss == "table"


@claim(plain.BESIDE[s.ACCELERATED])
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    yield any(f.score[n] != f.real(n) for n in board.players)


@claim(*DREW.values())
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    yield v["bonus"] == 100
    yield any(f.cards[n].in_round(1)[0].kind is Kind.DRAW for n in f.group(f.score[board.white]))


@claim(*(OF[text] for text in DREW))
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    """By the ratings alone, where nobody who is counted drew."""
    assert board
    ranked = f.request.options.acceleration == "non_winners" and f.request.round == 2
    upper, lower = halves(f, board)
    yield not ranked or not any(f.cards[n].in_round(1)[0].kind is Kind.DRAW for n in (*upper, *lower))


@claim(plain.BESIDE[s.DRAWERS])
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    yield has_drawer(f, board)
