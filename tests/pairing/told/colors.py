"""What is told of colors (29E2–29E4), and of conflicts that stay."""

from collections.abc import Iterator
from typing import Any

from tiebreaks.engine.chart.wallchart import Format
from tournaments.pairing import plain_colors as plain
from tournaments.pairing import sentences as s
from tournaments.pairing.request import SetBoard
from tournaments.pairing.result import Board

from .facts import OTHER, Facts, claim, people


@claim(s.BOTH_DUE)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    p = people(f, v)
    yield f.color[p["one"]] == v["color"] == f.due(p["one"])
    yield f.color[p["other"]] == v["opposite"] == f.due(p["other"])
    yield f.opponent[p["one"]] == p["other"]


@claim(s.ONE_DUE)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    p = people(f, v)
    yield f.color[p["one"]] == v["color"] == f.due(p["one"])
    yield f.due(p["other"]) == ""


def in_rank_order(f: Facts) -> list[Board]:
    """The boards as the scores and ranks of their players have them, whatever their numbers."""

    def place(board: Board) -> tuple[int, int, Any]:
        high, low = sorted((f.score[n] for n in board.players), reverse=True)
        return -high, -low, min(map(f.rank, board.players))

    return sorted(f.made.boards, key=place)


@claim(s.BY_LOT, s.BY_OPTION, plain.COLORS[s.BY_LOT])
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    p = people(f, v)
    yield not any(map(f.due, board.players))
    yield f.color[p["one"]] == v["color"]
    yield f.rank(p["one"]) == min(map(f.rank, board.players))
    first = {"w": "white", "b": "black"}[f.request.color]
    at = in_rank_order(f).index(board)
    yield v["color"] == (OTHER[first] if at % 2 else first)


def due_alike(f: Facts, board: Board, v: dict[str, Any], one: int) -> bool:
    dues = set(map(f.due, board.players))
    return dues == {v["color"]} and f.color[one] == v["color"]


@claim(s.FIRST_RULE, plain.COLORS[s.FIRST_RULE])
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    p = people(f, v)
    yield due_alike(f, board, v, p["one"])
    yield f.surplus(p["one"], v["opposite"]) > 0
    yield f.surplus(p["other"], "white") == 0


@claim(s.SECOND_RULE, plain.COLORS[s.SECOND_RULE])
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    p = people(f, v)
    yield due_alike(f, board, v, p["one"])
    yield f.surplus(p["one"], v["opposite"]) > f.surplus(p["other"], v["opposite"]) > 0


@claim(plain.TURN, plain.MORE_OFTEN, plain.LAST_TIME)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    one = people(f, v)["one"]
    yield f.color[one] == v["color"] == f.due(one)


@claim(plain.MORE_OFTEN)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    one = people(f, v)["one"]
    yield f.surplus(one, v["opposite"]) > 0


@claim(plain.LAST_TIME)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    one = people(f, v)["one"]
    yield f.surplus(one, "white") == 0


@claim(plain.EITHER)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    yield not any(f.colors(people(f, v)["one"]))


def last_differed(f: Facts, board: Board, v: dict[str, Any], had: set[tuple[str, str]]) -> Iterator[bool]:
    """Both are due one color, and the colors of this round, these, are the last in which the two differ."""
    one = people(f, v)["one"]
    mine, theirs = f.colors(one), f.colors(f.opponent[one])
    at = v["round"] - 1
    yield due_alike(f, board, v, one)
    yield (mine[at], theirs[at]) in had
    yield mine[at + 1 :] == theirs[at + 1 :]


@claim(plain.COLORS[s.THIRD_RULE])
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    yield from last_differed(f, board, v, {(v["opposite"], v["color"])})


@claim(plain.ONLY_ONE_HAD, plain.ONLY_OTHER_HAD)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    yield from last_differed(f, board, v, {(v["opposite"], ""), ("", v["color"])})


@claim(plain.BY_TABLE)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    yield f.request.chart.format is Format.ROUND_ROBIN


@claim(s.THIRD_RULE)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    p = people(f, v)
    mine, theirs = f.colors(p["one"]), f.colors(f.opponent[p["one"]])
    yield due_alike(f, board, v, p["one"])
    at = v["round"] - 1
    yield mine[at] == v["had"] == OTHER[v["color"]]
    yield theirs[at] == v["color"]
    yield mine[at + 1 :] == theirs[at + 1 :]


@claim(s.FOURTH_RULE)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    p = people(f, v)
    mine, theirs = f.colors(p["one"]), f.colors(f.opponent[p["one"]])
    yield due_alike(f, board, v, p["one"])
    at = v["round"] - 1
    yield [mine[at], theirs[at]].count("") == 1
    yield mine[at] != v["color"]
    yield mine[at + 1 :] == theirs[at + 1 :]


@claim(s.FIFTH_RULE, plain.COLORS[s.FIFTH_RULE])
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    p = people(f, v)
    yield due_alike(f, board, v, p["one"])
    yield len({tuple(f.colors(n)) for n in board.players}) == 1
    yield f.rank(p["one"]) == min(map(f.rank, board.players))


OF_ALIKE = (s.PLUS_MINUS, s.ALTERNATE, s.LOT)


@claim(*OF_ALIKE, *(plain.COLORS[id] for id in OF_ALIKE))
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    p = people(f, v)
    yield due_alike(f, board, v, p["one"])
    if f.request.options.last_two != "rank":
        yield len({tuple(f.colors(n)) for n in board.players}) == 1


@claim(s.LAST_TWO, plain.COLORS[s.LAST_TWO])
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    p = people(f, v)
    yield due_alike(f, board, v, p["one"])
    yield len({tuple(f.colors(n)[-2:]) for n in board.players}) == 1
    yield f.rank(p["one"]) == min(map(f.rank, board.players))


@claim(s.REVERSED, plain.COLORS[s.REVERSED])
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    p = people(f, v)
    # A re-entry starts without colors (28S3): of the first entry's games only who met is known.
    before = f.played(*board.players)
    yield before > 0
    yield f.color[p["one"]] == v["color"]
    yield f.colors(p["one"])[before - 1] == OTHER[v["color"]]


@claim(*(text for id in (s.COLORS_SET, s.COLORS_GIVEN) for text in (id, plain.COLORS[id])))
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    yield f.color[people(f, v)["one"]] == v["color"]
    yield [(each.white, each.black) for each in set_here(f, board)] == [(board.white, board.black)]
    yield all(each.colored for each in set_here(f, board))


@claim(s.COLORS_SET, plain.COLORS[s.COLORS_SET])
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    yield not any(each.given for each in set_here(f, board))


@claim(s.COLORS_GIVEN, plain.COLORS[s.COLORS_GIVEN])
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    yield all(each.given for each in set_here(f, board))


def set_here(f: Facts, board: Board) -> list[SetBoard]:
    return [each for each in f.request.locks.boards if {each.white, each.black} == board.players]


@claim(s.KEPT_REVERSED)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    one = people(f, v)["misses"]
    yield f.due(one) == v["color"] != f.color[one]
    yield f.met(*board.players) > 0


@claim(s.BOTH_REVERSED)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    p = people(f, v)
    yield {p["one"], p["other"]} == board.players
    for one, due in (("one", v["color"]), ("other", v["opposite"])):
        yield f.due(p[one]) == due != f.color[p[one]]
    yield f.met(*board.players) > 0


OF_TWO_GAMES = (s.FIRST_GAME, s.FIRST_GAME_SET)


@claim(*OF_TWO_GAMES, *(plain.COLORS[id] for id in OF_TWO_GAMES))
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    yield f.request.chart.games == 2
    yield f.color[people(f, v)["one"]] == v["color"] == OTHER[v["opposite"]]
