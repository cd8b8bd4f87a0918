"""What is told of two who meet: natural, instead of somebody, for colors."""

from collections.abc import Iterator
from typing import Any

from tiebreaks.engine.chart.wallchart import Kind
from tournaments.pairing import plain
from tournaments.pairing import sentences as s
from tournaments.pairing.result import Board

from .facts import CLAIMS, OTHER, Facts, claim, people, points
from .others import without_each_bye


def halves(f: Facts, board: Board) -> tuple[list[int], list[int]]:
    """The members of a score group who are paired among themselves, upper and lower half."""
    score = {f.score[n] for n in board.players}
    assert len(score) == 1
    listed = [
        n
        for n in f.group(score.pop())
        if n in f.opponent
        and f.score[f.opponent[n]] == f.score[n]
        and not f.board[n].players <= f.set_by_director
        and all(f.class_of(n) == f.class_of(each) for each in board.players)
    ]
    return listed[: len(listed) // 2], listed[len(listed) // 2 :]


def whole(f: Facts, one: int) -> list[int]:
    """The score group of a player in rank order, boards that are set included; of who is paired among a class
    or the unrated these alone."""
    group = [n for n in f.group(f.score[one]) if n in f.opponent]
    if f.class_of(one) == s.UNRATED_TOGETHER:
        return [n for n in group if f.cards[n].rating is None]
    if f.class_of(one) == s.CLASS_TOGETHER:
        return [n for n in group if classed(f, n) == classed(f, one)]
    return group


def classed(f: Facts, number: int) -> int | None:
    """Which class a rating is in, from below; nobody without a rating has one."""
    rating = f.cards[number].rating
    return None if rating is None else sum(low <= rating for low in (0, *f.request.options.class_limits))


def ordinal(v: dict[str, Any], name: str) -> int:
    return int("".join(filter(str.isdigit, v[name])))


def has_places(board: Board, v: dict[str, Any], listed: list[int]) -> bool:
    """Whether two have the same place in the halves of a list; of an odd list the lower half has one more."""
    at, half = ordinal(v, "place") - 1, len(listed) // 2
    return at < half and {listed[at], listed[at + half]} == board.players


def are_neighbors(board: Board, v: dict[str, Any], listed: list[int]) -> bool:
    """29L1: first against second, third against fourth."""
    at, after = ordinal(v, "place") - 1, ordinal(v, "next") - 1
    return after == at + 1 < len(listed) and {listed[at], listed[after]} == board.players


def left(f: Facts, board: Board) -> list[int]:
    """Of a score group who are paired among themselves by the rules, who are fewer than all of it."""
    upper, lower = halves(f, board)
    listed = [*upper, *lower]
    assert {*listed} < {*whole(f, board.white)}, listed
    return listed


HALVES = (s.FIRST_ROUND, s.NATURAL, s.NATURAL_UNRATED, s.NATURAL_CLASS)
HALVES_LEFT = (s.FIRST_ROUND_LEFT, s.NATURAL_LEFT, s.NATURAL_UNRATED_LEFT, s.NATURAL_CLASS_LEFT)
NEIGHBORS = (s.FIRST_ROUND_NEIGHBORS, s.NATURAL_NEIGHBORS)
NEIGHBORS_LEFT = (s.FIRST_ROUND_NEIGHBORS_LEFT, s.NATURAL_NEIGHBORS_LEFT)


@claim(*HALVES, *HALVES_LEFT, *NEIGHBORS, *NEIGHBORS_LEFT)
def in_group(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    group = {f.score[n] for n in board.players}
    if "points" in v:
        yield group == {points(v["points"])}
    else:
        yield f.request.round == 1
        yield {*f.score.values()} == group


@claim(*HALVES)
def of_whole(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    yield has_places(board, v, whole(f, board.white))


@claim(*HALVES_LEFT)
def of_left(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    yield has_places(board, v, left(f, board))


@claim(*NEIGHBORS, *NEIGHBORS_LEFT)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    yield f.request.options.small_swiss == "neighbors"
    yield ordinal(v, "place") % 2 == 1


@claim(*NEIGHBORS)
def neighbors(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    yield are_neighbors(board, v, whole(f, board.white))


@claim(*NEIGHBORS_LEFT)
def neighbors_left(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    yield are_neighbors(board, v, left(f, board))


@claim(s.REMATCH, s.APART, s.ASKED_APART, s.TEAM)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    p = people(f, v)
    yield {p["one"], p["other"]} == board.players
    yield p["ideal"] != p["other"]


@claim(s.FLOAT_APART)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    p = people(f, v)
    yield f.opponent[p["one"]] == p["other"]
    yield f.number[v["floating"]] in (p["one"], p["ideal"])
    yield f.number[v["floating"]] in f.request.locks.floats


@claim(s.REMATCH)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    p = people(f, v)
    yield f.opponent[p["one"]] == p["other"]
    yield f.met(p["one"], p["ideal"]) == v["round"] > 0
    yield not (f.could_meet(p["one"], p["ideal"]) and f.is_repeated_least(p["one"]))


@claim(s.APART)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    p = people(f, v)
    yield f.opponent[p["one"]] == p["other"]
    yield f.apart(p["one"], p["ideal"])


@claim(s.ASKED_APART)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    p = people(f, v)
    yield f.opponent[p["one"]] == p["other"]
    yield f.asked(p["one"], p["ideal"])


@claim(s.ENTRIES)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    p = people(f, v)
    yield f.opponent[p["one"]] == p["other"]
    yield f.one_player(p["one"], p["ideal"])


@claim(s.TEAM)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    p = people(f, v)
    yield f.opponent[p["one"]] == p["other"]
    yield f.teammates(p["one"], p["ideal"])
    yield not f.teammates(p["one"], p["other"])


def both_due(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    p = people(f, v)
    one, other = (p["due"], p["too"]) if "due" in p else (p["one"], p["other"])
    yield f.due(one) == f.due(other) == v["color"]
    yield f.opponent.get(one) != other


CLAIMS[s.BOTH_WERE_DUE].append(both_due)


def within(v: dict[str, Any]) -> bool:
    return bool(v["limit"] == "none" or v["points"] <= v["limit"])


@claim(s.TRANSPOSITION_UNRATED, s.INTERCHANGE_UNRATED, s.OTHER_ODD_UNRATED, s.OPPONENT_UNRATED)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    yield f.cards[people(f, v)["unrated"]].rating is None


@claim(s.TRANSPOSITION, s.TRANSPOSITION_UNRATED)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    p = people(f, v)
    yield from both_due(f, board, v)
    yield f.opponent[p["one"]] == p["other"] != p["natural"]


@claim(s.TRANSPOSITION)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    p = people(f, v)
    yield from both_due(f, board, v)
    yield f.opponent[p["one"]] == p["other"] != p["natural"]
    yield within(v)
    assert board
    natural = board.reason.natural
    yield natural[p["one"]] == p["natural"]
    if lost := natural[p["other"]]:
        yield v["points"] == min(f.apart_by(p["natural"], p["other"]), f.apart_by(lost, p["one"]))


@claim(s.TRANSPOSITION, s.OPPONENT)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    """The rule is that of the conflict that is named first."""
    p = people(f, v)
    two, other = (p["due"], p["too"]), OTHER[v["color"]]
    if v["rule"] == "29E5f":
        yield any(f.has_third(n, other) for n in two)
    elif v["rule"] in ("29E5b", "29E5b1"):
        yield any(f.surplus(n, other) + 1 >= 2 for n in two)
    elif v["rule"] == "29E5a":
        yield v["points"] <= f.request.options.alternate_limit == v["limit"]
    else:
        yield v["rule"] in ("29E5c", "29E5h")
        yield v["rule"] == "29E5h" or v["points"] > f.request.options.alternate_limit


@claim(s.THIRD_SPARED)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    one = people(f, v)["one"]
    yield f.has_third(one, v["color"])
    yield f.color[one] != v["color"]


@claim(s.EQUAL_SPARED)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    one = people(f, v)["one"]
    yield f.surplus(one, v["color"]) + 1 >= 2
    yield f.color[one] != v["color"]


def in_one_half(board: Board, listed: list[int]) -> bool:
    half = len(listed) // 2
    return board.players <= {*listed[:half]} or board.players <= {*listed[half:]}


@claim(s.HALVES_LEFT)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    yield {f.score[n] for n in board.players} == {points(v["points"])}
    yield in_one_half(board, left(f, board))


@claim(s.INTERCHANGE, s.INTERCHANGE_NEARER, s.INTERCHANGE_UNRATED)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    p = people(f, v)
    yield {p["one"], p["other"]} == board.players
    told = [getattr(text, "id", "") for text in board.reason.sentences]
    yield in_one_half(board, left(f, board) if s.HALVES_LEFT in told else whole(f, board.white))
    if v.get("points") is not None and v["limit"] is not None:
        yield within(v)


@claim(s.FOLLOWS)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    p = people(f, v)
    there = next(each for each in f.made.boards if each.board == v["board"])
    yield there.players == {p["one"], p["other"]}
    yield there != board


@claim(s.AGAIN, plain.AGAIN)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    yield f.met(*board.players) == v["round"] > 0
    yield not board.players <= f.set_by_director
    # Requests give way before two meet again, with the bye to anybody else too (PAIRING §4.7).
    for here in without_each_bye(f):
        yield not f.could_be_paired(lambda x, y: f.may_meet(x, y, teams=False, asked=False), here)


@claim(s.AGAIN_FEWEST, s.AGAIN_OLDEST)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    """Of what the bye and the set boards leave."""
    assert board
    yield all(map(f.is_repeated_least, board.players))


@claim(s.AGAIN_FEWEST)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    without = f.without(board.players)
    yield without is None or without[0] > f.repeated[0]


@claim(s.AGAIN_OLDEST)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    without = f.without(board.players)
    if not f.request.locks.floats:
        yield (without or (0, 0))[0] == f.repeated[0]


@claim(s.AGAIN_SET, plain.DIRECTOR_AGAIN, plain.SET_AGAIN)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    """Where the director set the board, or something else for which others meet again."""
    assert board
    yield f.met(*board.players) == v["round"] > 0
    because = any(getattr(text, "id", "") == s.SECOND_MEETING_SET for text in f.made.warnings)
    yield board.players <= f.set_by_director or because


@claim(plain.DIRECTOR_AGAIN)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    yield board.players <= f.set_by_director


@claim(s.ASKED_MET, s.ASKED_MET_NEVER)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    p = people(f, v)
    yield {p["one"], p["other"]} == board.players
    yield f.asked(*board.players)


@claim(s.MATES, s.MATES_GROUP, s.MATES_TOGETHER, s.MATES_BELOW, s.MATES_LATER)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    p = people(f, v)
    yield {p["one"], p["other"]} == board.players
    yield f.teammates(*board.players)


@claim(s.MATES_LATER)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    """One of the two at least would not have met a teammate naturally."""
    assert board
    yield f.request.options.teams_before == "alternation"
    natural = board.reason.natural
    yield any(natural.get(n) not in (None, *board.players - {n}) for n in board.players)


@claim(s.MATES_GROUP)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    yield {f.score[n] for n in board.players} == {points(v["points"])}
    yield f.stays_together(points(v["points"]))
    told = [getattr(text, "id", "") for text in board.reason.sentences]
    yield not any("teammates" in id and ("below" in id or "drops" in id) for id in told)


@claim(s.MATES, plain.PLAIN[s.MATES])
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    yield not f.could_be_paired(lambda x, y: f.may_meet(x, y) and not f.teammates(x, y))


@claim(s.MATES_TOGETHER, plain.PLAIN[s.MATES_TOGETHER])
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    """A group that keeps its players is that of one of the two, or was paired before."""
    assert board
    yield f.stays_together(points(v["points"]))
    yield min(f.score[n] for n in board.players) <= points(v["points"])


@claim(s.MATES_TOGETHER)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    """Some of the group stay in it."""
    yield any({f.score[n] for n in each.players} == {points(v["points"])} for each in f.made.boards)


@claim(s.MATES_BELOW, plain.PLAIN[s.MATES_BELOW])
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    """A group that keeps its players is above one of the two, or one of the two has come to it."""
    assert board
    yield f.stays_together(points(v["points"]))
    scores = {f.score[n] for n in board.players}
    yield min(scores) < points(v["points"]) or len(scores) == 2


@claim(s.MATES_TOGETHER)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    yield f.more_teammates_meet_than_must()


@claim(s.ONE_TEAM)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    here = [*f.opponent]
    yield all(f.teammates(here[0], n) for n in here)


@claim(plain.NEAREST)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    yield not board.players <= f.set_by_director


@claim(s.LOCK, plain.DIRECTOR)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    yield board.players <= f.set_by_director


@claim(s.UNRATED_TOGETHER, plain.PLAIN[s.NATURAL_UNRATED])
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    yield all(f.cards[n].rating is None for n in board.players)


@claim(s.CLASS_TOGETHER, plain.PLAIN[s.NATURAL_CLASS])
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert board
    one, other = board.players
    yield classed(f, one) == classed(f, other) is not None


@claim(s.ACCELERATED)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    one = people(f, v)["one"]
    yield f.score[one] == points(v["points"])
    yield f.real(one) == points(v["real"])
    yield points(v["real"]) != points(v["points"])


@claim(s.DRAWERS)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    """Somebody in one of their groups drew, and no board is of the director."""
    assert board
    yield f.request.round == 2
    yield f.request.options.acceleration == "non_winners"
    yield v["bonus"] == 100
    yield not board.players <= f.set_by_director
    yield has_drawer(f, board)


def has_drawer(f: Facts, board: Board) -> bool:
    drew = [n for n in f.opponent if f.cards[n].in_round(1)[0].kind is Kind.DRAW]
    return bool({f.score[n] for n in board.players} & {f.score[n] for n in drew})
