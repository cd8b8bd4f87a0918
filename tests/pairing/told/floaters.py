"""What is told of who leaves a score group, and of whom such a player meets (29D)."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from tournaments.pairing import sentences as s
from tournaments.pairing.result import Board

from .facts import Facts, claim, people, points
from .meetings import both_due, whole, within
from .others import second_meetings


def leaving(f: Facts, score: int) -> list[int]:
    """Who of a score group is paired below it, boards of the director left out."""
    group = [n for n in f.group(score) if n in f.opponent and not f.board[n].players <= f.set_by_director]
    return [n for n in group if f.score[f.opponent[n]] < score]


def staying(f: Facts, one: int) -> list[int]:
    return [
        n
        for n in f.group(f.score[one])
        if n in f.opponent
        and not f.board[n].players <= f.set_by_director
        and f.class_of(n) == f.class_of(one)
    ]


def leaves(f: Facts, v: dict[str, Any]) -> bool:
    one = f.number[v["one"]]
    down = f.score[f.opponent[one]] < f.score[one]
    return (
        down
        and f.score[one] == points(v["points"])
        and ("lower" not in v or f.score[f.opponent[one]] == points(v["lower"]))
    )


def lowest(f: Facts, members: list[int]) -> int:
    rated = [n for n in members if f.cards[n].rating is not None]
    return max(rated or members, key=lambda n: (-(f.cards[n].rating or 0), f.rank(n)))


def everybody(f: Facts, one: int) -> list[int]:
    """The score group of a player, of a class what is in it: with set boards and the bye."""
    bye = f.made.bye.number if f.made.bye else 0
    rests = [bye] if f.score.get(bye) == f.score[one] else []
    return [*whole(f, one), *rests]


def is_served(f: Facts, n: int) -> bool:
    """Whether a floater meets this one."""
    return n in f.opponent and f.score[f.opponent[n]] > f.score[n]


def free(f: Facts, one: int) -> list[int]:
    """Of the group of a player who are left to be paired: without set boards and those whom floaters meet."""
    return [n for n in staying(f, one) if not is_served(f, n)]


def is_lower(f: Facts, n: int, one: int) -> bool:
    rating, own = f.cards[n].rating, f.cards[one].rating
    return rating is not None and (own is None or rating < own)


@claim(s.ODD, s.ODD_LOWEST, s.ODD_LOWEST_LEFT, s.ODD_LOWEST_FREE)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    one = people(f, v)["one"]
    yield leaves(f, v)
    yield lowest(f, free(f, one)) == one


@claim(s.ODD_LOWEST, s.ODD)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    one = people(f, v)["one"]
    yield not any(is_lower(f, n, one) for n in everybody(f, one))


@claim(s.ODD_LOWEST_LEFT, s.ODD_NOT_LOWEST_LEFT)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    """Nobody lower has a set board or the bye."""
    one = people(f, v)["one"]
    lower = [n for n in everybody(f, one) if is_lower(f, n, one)]
    yield all(n in staying(f, one) for n in lower)
    yield any(is_served(f, n) for n in staying(f, one))


@claim(s.ODD_NOT_LOWEST, s.ODD_UNRATED)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    one = people(f, v)["one"]
    yield all(n in staying(f, one) for n in everybody(f, one) if is_lower(f, n, one))


@claim(s.ODD_LOWEST_FREE, s.ODD_NOT_LOWEST_FREE, s.ODD_UNRATED_FREE)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    """Of who is not left to be paired somebody is lower, or it would be told of the group."""
    one = people(f, v)["one"]
    yield any(n not in staying(f, one) for n in everybody(f, one))


def highest_met(f: Facts, one: int, *, teams: bool = True) -> bool:
    """Nobody higher of the opponent's group could be met, but those whom higher floaters meet."""
    other = f.opponent[one]
    for z in staying(f, other):
        if f.rank(z) >= f.rank(other):
            break
        higher = f.score[f.opponent[z]] > f.score[z] and f.rank(f.opponent[z]) < f.rank(one)
        if f.could_meet(one, z, teams=teams) and not higher and not (teams and teams_apart(f, one, z)):
            return False
    return True


def teams_apart(f: Facts, one: int, other: int) -> bool:
    return f.request.options.teams != "off" and f.teammates(one, other)


@claim(s.ODD)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    yield highest_met(f, people(f, v)["one"])


@claim(s.MEETS_HIGHEST)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    one = people(f, v)["one"]
    yield f.score[f.opponent[one]] == points(v["lower"]) < f.score[one]
    yield highest_met(f, one)


@claim(s.MEETS_OTHERS, s.MEETS_TEAMS)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    p = people(f, v)
    yield f.opponent[p["one"]] == p["other"]
    yield f.score[p["other"]] == points(v["lower"]) < f.score[p["one"]]
    yield not highest_met(f, p["one"], teams=False)


@claim(s.MEETS_OTHERS)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    """With each one higher somebody of the group or above drops further than now, or has no opponent."""
    one = people(f, v)["one"]
    score = f.score[f.opponent[one]]
    pairs = [sorted(b.players, key=f.rank) for b in f.made.boards if not b.players <= f.set_by_director]

    def stands(x: int, y: int) -> bool:
        """A board above, or of a floater who is served before."""
        return f.score[y] > score or (f.score[y] == score < f.score[x] and f.rank(x) < f.rank(one))

    free = [n for x, y in pairs if not stands(x, y) for n in (x, y)]
    higher = [n for n in free if f.score[n] == score and f.rank(n) < f.rank(f.opponent[one])]

    def no_further(x: int, y: int) -> bool:
        """Nobody of the group or above drops further than now."""
        both = ((x, y), (y, x))
        drops = [(f.score[n] - f.score[z], f.score[n] - f.score[f.opponent[n]]) for n, z in both]
        return f.may_meet(x, y) and all(
            then <= max(now, 0) for n, (then, now) in zip((x, y), drops, strict=True) if f.score[n] >= score
        )

    if is_plain(f) and not second_meetings(f):
        for z in filter(partial(f.may_meet, one), higher):
            yield not f.could_be_paired(no_further, [n for n in free if n not in (one, z)])


@claim(s.ODD_ALONE)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    one = people(f, v)["one"]
    yield leaves(f, v)
    yield f.group(f.score[one]) == [one]


@claim(s.ODD_ALONE_LEFT)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    one = people(f, v)["one"]
    yield leaves(f, v)
    yield staying(f, one) == [one] != f.group(f.score[one])


@claim(s.MEETS_NATURAL)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    p = people(f, v)
    assert board
    yield f.opponent[p["one"]] == p["other"] == board.reason.natural[p["one"]]


@claim(s.ODD_UNRATED, s.ODD_UNRATED_FREE)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    yield leaves(f, v)
    yield f.cards[people(f, v)["one"]].rating is None


@claim(s.ODD_NOT_LOWEST, s.ODD_NOT_LOWEST_FREE)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    one = people(f, v)["one"]
    yield leaves(f, v)
    yield lowest(f, free(f, one)) != one


def could_leave(f: Facts, one: int, other: int, *, to: int = 0) -> bool:
    """Whether another one of the group could leave it instead, with those above and the floaters where they
    are, and meet somebody of a score not below ``to``."""
    score = f.score[one]
    here = [n for n in staying(f, one) if f.score[f.opponent[n]] <= score and n != other]
    free = [n for n in f.opponent if n not in f.set_by_director]
    down = [n for n in free if f.score[n] < score]
    passing = [n for n in free if f.score[n] > score > f.score[f.opponent[n]]]

    def allowed(x: int, y: int) -> bool:
        return f.may_meet(x, y) and (other not in (x, y) or min(f.score[x], f.score[y]) >= to)

    return f.could_be_paired(f.may_meet, here) and f.could_be_paired(allowed, [other, *passing, *down])


def asked_before(f: Facts, one: int) -> list[int]:
    """Whom no floater meets and who is asked to leave before one: rated from the lowest, then unrated."""

    def order(n: int) -> tuple[bool, int, int]:
        return f.cards[n].rating is None, f.cards[n].rating or 0, -n

    members = [n for n in staying(f, one) if f.score[f.opponent[n]] <= f.score[n]]
    return [n for n in members if order(n) < order(one)]


def is_plain(f: Facts) -> bool:
    """Everybody is paired by score alone."""
    options = f.request.options
    by_score = not (options.unrated_together or f.request.locks.floats or f.request.pools)
    return by_score and options.teams == "off" and options.class_pools == "off"


@claim(
    *(s.ODD_NOT_LOWEST, s.ODD_NOT_LOWEST_LEFT, s.ODD_NOT_LOWEST_FREE),
    *(s.ODD_UNRATED, s.ODD_UNRATED_FREE),
)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    one = people(f, v)["one"]
    before = asked_before(f, one)
    if is_plain(f):
        rated = [n for n in before if f.cards[n].rating is not None]
        yield not any(could_leave(f, one, n) for n in rated)


@claim(s.ODD_DROPS_LESS)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    p = people(f, v)
    yield leaves(f, v)
    yield p["other"] in asked_before(f, p["one"])
    if is_plain(f):
        yield could_leave(f, p["one"], p["other"])
        yield not could_leave(f, p["one"], p["other"], to=f.score[f.opponent[p["one"]]])


@claim(s.ODD_TEAMS, s.ODD_TEAMS_BOTH, s.ODD_NOT_LOWEST_LEFT)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    yield leaves(f, v)


@claim(s.BOTH_LEAVE)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    p = people(f, v)
    yield leaves(f, v)
    yield f.met(p["one"], p["other"]) == v["round"] > 0
    yield {p["one"], p["other"]} == {*leaving(f, f.score[p["one"]])}


@claim(s.BOTH_LEAVE_TEAM)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    p = people(f, v)
    yield leaves(f, v)
    yield f.teammates(p["one"], p["other"])
    yield {p["one"], p["other"]} == {*leaving(f, f.score[p["one"]])}


@claim(
    *(s.ODD_NOT_LOWEST, s.ODD_NOT_LOWEST_LEFT, s.ODD_NOT_LOWEST_FREE, s.ODD_DROPS_LESS),
    *(s.ODD_UNRATED, s.ODD_UNRATED_FREE, s.BOTH_LEAVE, s.ONE_OF_SEVERAL, s.ONE_OF_SEVERAL_FREE),
    *(s.DOUBLE_DROP_OTHERS, s.DOUBLE_DROP_TEAMS),
)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    """Not where the fewest and oldest second meetings decide, and somebody nearer could be met (§4.7)."""
    one = people(f, v)["one"]
    nearer = [n for n in (*between(f, one), *staying(f, one)) if n not in f.set_by_director]
    yield not (f.is_repeated_least(one) and any(f.could_meet(one, n) for n in nearer))


SEVERAL = (s.ONE_OF_SEVERAL, s.ONE_OF_SEVERAL_TEAMS, s.ONE_OF_SEVERAL_TEAMS_BOTH)
SEVERAL_FREE = (s.ONE_OF_SEVERAL_FREE, s.ONE_OF_SEVERAL_TEAMS_FREE, s.ONE_OF_SEVERAL_TEAMS_BOTH_FREE)


@claim(*SEVERAL, *SEVERAL_FREE)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    one = people(f, v)["one"]
    yield leaves(f, v)
    yield v["count"] > 1
    down = [n for n in below(f, f.score[one]) if n not in f.set_by_director]
    yield v["count"] == sum(f.class_of(n) == f.class_of(one) for n in down)


def below(f: Facts, score: int) -> list[int]:
    """Who of a score group or above is paired below it."""
    return [n for n in f.opponent if f.score[n] >= score > f.score[f.opponent[n]]]


@claim(*SEVERAL)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    yield not {*below(f, points(v["points"]))} & f.set_by_director


@claim(*SEVERAL_FREE)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    yield bool({*below(f, points(v["points"]))} & f.set_by_director)


@claim(s.SET_TO_FLOAT)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    yield leaves(f, v)
    yield people(f, v)["one"] in f.request.locks.floats


def between(f: Facts, one: int) -> list[int]:
    return [
        n
        for n, score in f.score.items()
        if f.score[f.opponent[one]] < score < f.score[one] and n in f.opponent
    ]


@claim(
    *(s.ODD_TEAMS_BOTH, s.ONE_OF_SEVERAL_TEAMS_BOTH, s.ONE_OF_SEVERAL_TEAMS_BOTH_FREE),
    s.DOUBLE_DROP_TEAMS_BOTH,
)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    p = people(f, v)
    yield f.opponent[p["one"]] == p["other"]
    yield not f.teammates(p["one"], p["other"])


@claim(
    *(s.DOUBLE_DROP, s.DOUBLE_DROP_OTHERS, s.DOUBLE_DROP_TEAMS, s.DOUBLE_DROP_TEAMS_BOTH, s.DOUBLE_DROP_LEFT),
)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    one = people(f, v)["one"]
    yield leaves(f, v)
    yield bool(between(f, one))


@claim(s.DOUBLE_DROP_LEFT)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    one = people(f, v)["one"]
    elsewhere = [n for n in between(f, one) if n in f.set_by_director or f.class_of(n) != f.class_of(one)]
    yield any(f.could_meet(one, n) for n in elsewhere)
    yield not any(f.could_meet(one, n) for n in between(f, one) if n not in elsewhere)


@claim(s.DOUBLE_DROP)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    one = people(f, v)["one"]
    yield leaves(f, v)
    yield bool(between(f, one))
    for n in between(f, one):
        yield not f.could_meet(one, n)


@claim(
    *(s.OTHER_ODD, s.OTHER_ODD_ONE, s.OTHER_ODD_THIRD, s.OTHER_ODD_STEPS, s.OTHER_ODD_NEARER),
    s.OTHER_ODD_UNRATED,
)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    p = people(f, v)
    yield leaves(f, v)
    yield f.score[p["natural"]] == f.score[p["one"]]
    yield p["natural"] not in leaving(f, f.score[p["one"]])
    yield v["limit"] == "none" or v["distance"] <= v["limit"]


@claim(s.OTHER_ODD, s.OTHER_ODD_ONE, s.OTHER_ODD_THIRD, s.OTHER_ODD_NEARER)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    p = people(f, v)
    yield v["distance"] == f.apart_by(p["one"], p["natural"])


@claim(s.OPPONENT, s.OPPONENT_UNRATED)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    yield from both_due(f, board, v)
    if v["limit"] is not None:
        yield within(v)


@claim(s.OPPONENT_TEAMS)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    """Which teammates would meet is not read here."""
    yield f.request.options.teams != "off"
    teams = [card.team for card in f.cards.values() if card.team]
    yield len({*teams}) < len(teams)


@claim(s.OPPONENT_NEARER, s.OTHER_ODD_NEARER)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    yield f.request.options.limited
    yield v["first"] == f.request.options.alternate_limit


@claim(s.OPPONENT, s.OPPONENT_UNRATED, s.OPPONENT_OF_GROUPS, s.OPPONENT_TEAMS, s.OPPONENT_NEARER)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    p = people(f, v)
    yield f.opponent[p["one"]] == p["other"] != p["natural"]
    yield f.score[p["other"]] == f.score[p["natural"]] < f.score[p["one"]]
