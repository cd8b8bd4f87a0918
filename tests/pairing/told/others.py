"""What is told of byes and groups, and what is warned of."""

import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from tiebreaks.engine.chart.wallchart import Kind
from tournaments.pairing import sentences as s
from tournaments.pairing.result import Board

from .facts import FAR, Facts, claim, people, points


def had_bye(f: Facts, number: int) -> bool:
    return any(c.kind.letter in "BX" for c in f.cards[number].cells if c.round < f.request.round)


def half(f: Facts, number: int) -> int:
    return next((c.round for c in f.cards[number].cells if c.kind is Kind.HALF_BYE), 0)


def with_the_bye(f: Facts) -> list[int]:
    """Everybody who is paired or has the bye, house players left out."""
    assert f.made.bye
    return [n for n in [*f.score, f.made.bye.number] if not f.cards[n].house]


def paired_on(f: Facts, number: int) -> int:
    return f.score.get(number, f.real(number))


@claim(s.BYE)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert f.made.bye
    one = f.made.bye.number
    yield f.cards[one].rating is not None
    yield not had_bye(f, one)
    if f.request.options.acceleration != "off" and f.request.round < 3:
        return
    yield f.real(one) == min(map(f.real, with_the_bye(f)))
    told = " ".join(f.made.bye.sentences)
    for n in with_the_bye(f):
        lower = f.real(n) == f.real(one) and f.cards[n].rating is not None
        lower = lower and (f.cards[one].rating is None or f.cards[n].rating < f.cards[one].rating)  # type: ignore[operator]
        if lower:
            yield had_bye(f, n) or named(f, n, told)


def named(f: Facts, number: int, told: str) -> bool:
    """With the reason, or among many whose boards are set."""
    return f"P{number} (" in told or (
        number in f.set_by_director and "players on boards that are set" in told
    )


@claim(s.BYE_ABOVE)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert f.made.bye
    one = f.made.bye.number
    yield not had_bye(f, one)
    yield f.cards[one].rating is not None
    if f.request.options.acceleration == "off" or f.request.round > 2:
        yield f.real(one) == points(v["points"]) > min(map(f.real, with_the_bye(f)))
    # All who are lower had a bye, or are named with the reason.
    told = " ".join(f.made.bye.sentences)
    for n in with_the_bye(f):
        if f.score.get(n, FAR) < points(v["points"]):
            yield had_bye(f, n) or named(f, n, told)


@claim(s.BYE_NONE_RATED)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    here = [f.made.bye.number, *f.group(points(v["points"]))]  # type: ignore[union-attr]
    yield not any(f.cards[n].rating for n in here if not f.cards[n].house)


@claim(s.BYE_AFTER_ALL)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert f.made.bye
    told = " ".join(f.made.bye.sentences)
    yield half(f, f.made.bye.number) == v["round"] > 0
    for n in f.group(points(v["points"])):
        yield half(f, n) > 0 or had_bye(f, n) or named(f, n, told) or f.cards[n].house


@claim(s.BYE_FOR_COLOR)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert f.made.bye
    one, other = f.made.bye.number, people(f, v)["other"]
    yield paired_on(f, other) == points(v["points"])
    yield f.apart_by(one, other) <= f.request.options.equal_limit
    yield not had_bye(f, other)
    yield f.cards[one].rating is not None


@claim(s.BYE_UNRATED, s.BYE_UNRATED_LAST, s.BYE_NONE_RATED)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert f.made.bye
    one = f.made.bye.number
    yield f.cards[one].rating is None
    yield not had_bye(f, one)
    if f.request.options.acceleration == "off" or f.request.round > 2:
        yield f.real(one) == points(v["points"])


@claim(s.BYE_UNRATED)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert f.made.bye
    told = " ".join(f.made.bye.sentences)
    for n in f.group(points(v["points"])):
        if f.cards[n].rating is not None and not f.cards[n].house:
            yield had_bye(f, n) or named(f, n, told)


@claim(s.HOUSE_MET, s.HOUSE_BARRED, s.HOUSE_ASKED, s.HOUSE_OTHERS)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert f.made.bye
    house = people(f, v)["one"]
    yield f.cards[house].house
    yield house not in f.opponent


def free_of_house(f: Facts) -> list[int]:
    """Whom a house player could meet: everybody without a set board."""
    return [n for n in [*f.opponent, f.made.bye.number] if n not in f.set_by_director]  # type: ignore[union-attr]


@claim(s.HOUSE_MET)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    yield all(f.met(people(f, v)["one"], n) for n in free_of_house(f))


@claim(s.HOUSE_BARRED, s.HOUSE_OTHERS)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    """Requests keep nobody from playing here."""
    house = people(f, v)["one"]
    if not f.request.locks.floats:
        here = [*free_of_house(f), house]
        yield not f.could_be_paired(lambda x, y: not f.is_barred(x, y), here)


@claim(s.HOUSE_ASKED)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    here = [*free_of_house(f), people(f, v)["one"]]
    yield f.could_be_paired(lambda x, y: not f.is_barred(x, y), here)
    never = f.request.options.teams == "never"
    yield any(f.asked(*pair) or (never and f.teammates(*pair)) for pair in combinations(here, 2))


NOT_READ = (s.BYE_OF_LINE, s.GROUP_ABOVE, s.LINE, s.LINE_TOP, s.LINE_TOP_NEAR, s.LINE_KEPT)


@claim(*NOT_READ, s.CUT, s.OFF_TABLE, s.CUT_GROUP)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    yield True


@claim(s.BYE_SET)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    yield f.request.given_bye is not None


@claim(s.PASSED_OVER)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    assert f.made.bye
    bye = f.made.bye.number
    for name, why in re.findall(r"(P\d+) \(([^)]*)\)", str(v["names"])):
        number = f.number[name]
        yield number != bye
        if "had a full" in why:
            yield had_bye(f, number)
        elif "half-point" in why:
            yield half(f, number) == int(re.findall(r"round (\d+)", why)[0]) > 0
        elif "new" in why:
            yield f.cards[number].rating is None is f.cards[bye].rating
        elif "board that is set" in why:
            yield number in f.set_by_director
        elif "unrated" in why:
            yield f.cards[number].rating is None
        elif "late" in why:
            yield number in f.request.late
        else:
            yield from claims_of_others(f, why, [n for n in [*f.opponent, bye] if n != number])


def claims_of_others(f: Facts, why: str, others: list[int]) -> Iterator[bool]:
    """What is told of the others, had this one had the bye."""
    left = [n for n in others if n not in f.set_by_director]
    if "second time" in why:
        again = f.fewest_again(left)
        yield again is not None and again > second_meetings(f)
        return
    apart = any(f.request.locks.asked_apart)
    impossible = "could not be paired" in why or "keeps apart" in why
    yield (
        "could not be paired" in why
        or ("keeps apart" in why and any(f.request.locks.apart))
        or ("kept apart" in why and apart)
        or ("teammates would meet, 28N2" in why and f.request.options.teams == "never" and not apart)
    )
    if second_meetings(f) and not impossible:
        yield f.fewest_again(left) == second_meetings(f)
    elif not f.request.locks.floats:
        yield f.could_be_paired(lambda x, y: not f.is_barred(x, y), left) is not impossible
        yield impossible or not f.could_be_paired(f.may_meet, left)


def second_meetings(f: Facts) -> int:
    """How many boards are second meetings that the director did not set."""
    return sum(bool(f.met(*b.players)) for b in f.made.boards if not b.players <= f.set_by_director)


def without_each_bye(f: Facts) -> Iterator[list[int]]:
    """Who is left without a set board, with each bye that the rules allow."""
    free = [n for n in f.opponent if n not in f.set_by_director]
    yield free
    if f.made.bye and f.request.given_bye is None:
        for other in free:
            if not (had_bye(f, other) or f.cards[other].house):
                yield [f.made.bye.number, *(n for n in free if n != other)]


@claim(s.SECOND_MEETING)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    """As few meet again as can be, with the bye to anybody who may have it (PAIRING §4.7)."""
    if not f.request.locks.floats:
        counts = [f.fewest_again(here) for here in without_each_bye(f)]
        yield second_meetings(f) == min(count for count in counts if count is not None) > 0


@claim(s.GROUP, s.GROUP_WHITE, s.GROUP_BLACK, s.GROUP_BOTH, s.GROUP_OF_ONE, s.GROUP_OF_ONE_REST)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    yield True  # in check_group


@claim(s.SECOND_MEETING, s.SECOND_MEETING_SET)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    p = people(f, v)
    yield f.opponent[p["one"]] == p["other"]
    yield f.met(p["one"], p["other"]) > 0
    if "parts" in v:
        locks = f.request.locks
        names = {f.cards[n].name for set_board in locks.boards for n in (set_board.white, set_board.black)}
        names |= {f.cards[n].name for n in {*locks.floats, *(n for pair in locks.apart for n in pair)}}
        yield set(re.findall(r"P\d+", str(v["parts"]))) <= names


@claim(s.LAST_OPEN)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    yield bool(f.request.provisional)
    yield f.request.round == f.request.chart.rounds


@claim(s.NOBODY)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    yield not any(f.request.in_pool(card) and not card.house for card in f.cards.values())


@claim(s.NO_CLASSES)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    yield not f.request.options.class_limits


@claim(s.SECOND_MEETING_SET)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    p = people(f, v)
    yield f.opponent[p["one"]] == p["other"]
    yield f.met(p["one"], p["other"]) > 0
    locks = f.request.locks
    there = {n for each in locks.boards for n in (each.white, each.black)} | {locks.bye} | locks.floats
    there |= {n for couple in (*locks.apart, *locks.asked_apart) for n in couple}
    yield any(f.request.name(n) in v["parts"] for n in there if n)


def of_class(f: Facts, group: Any) -> list[int]:
    """The rated players of a class who have no set board, in rank order."""
    low, top = group.values.get("low", 0), group.values.get("top", group.values.get("high", 0) - 1)
    free = [n for n in f.opponent if n not in f.set_by_director]
    return sorted((n for n in free if low <= (f.cards[n].rating or -1) <= top), key=f.rank)


@claim(s.CLASS_FIRST, s.CLASS_OF_ONE, s.CLASS_ONE_LEFT, s.CLASS_APART)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    """They meet nobody of the class for its sake, and one of it is named."""
    yield people(f, v)["one"] in of_class(f, v["group"])
    yield f.request.round == f.request.chart.rounds
    yield v["rule"] == {"full": "29I1", "contention": "29I2"}[f.request.options.class_pools]


@claim(s.CLASS_FIRST)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    free = [n for n in f.opponent if n not in f.set_by_director]
    yield f.score[people(f, v)["one"]] + 4 >= max(f.score[n] for n in free)


@claim(s.CLASS_OF_ONE)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    yield of_class(f, v["group"]) == [people(f, v)["one"]]


@claim(s.CLASS_ONE_LEFT)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    first, *others = of_class(f, v["group"])
    yield first == people(f, v)["one"]
    yield not any(f.score[n] + 4 >= f.score[first] for n in others)


@claim(s.CLASS_APART)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    here = of_class(f, v["group"])
    yield len(here) > 1
    # Of more some could meet, and who is left to the others is not read here.
    if len(here) == 2:
        rest = [n for n in f.opponent if n not in (*here, *f.set_by_director)]
        yield not (f.may_meet(*here) and f.could_be_paired(f.may_meet, rest))


@claim(s.REQUEST_BROKEN, s.REQUEST_BROKEN_NEVER, s.ASKED_WARNING)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    p = people(f, v)
    yield f.board[p["one"]].board == v["board"] == f.board[p["other"]].board
    yield f.asked(p["one"], p["other"])


@claim(s.REQUEST_BROKEN, s.ASKED_MET)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    yield f.breaks_the_fewest()


@claim(s.REQUEST_BROKEN_NEVER, s.ASKED_MET_NEVER)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    yield f.request.options.teams == "never"
    yield f.breaks_the_fewest(teams=True)


@claim(s.APART_WARNING)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    p = people(f, v)
    yield f.board[p["one"]].board == v["board"] == f.board[p["other"]].board
    yield f.apart(p["one"], p["other"])


@claim(s.TEAM_BROKEN, s.TEAM_STAYING, s.TEAM_TOGETHER, s.TEAM_BELOW, s.TEAM_LATER, s.TEAM_WARNING)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    p = people(f, v)
    yield f.board[p["one"]].board == v["board"] == f.board[p["other"]].board
    yield f.teammates(p["one"], p["other"])


@claim(s.TEAM_LATER)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    yield f.request.options.teams_before == "alternation"


@claim(s.TEAM_BROKEN)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    yield not f.could_be_paired(lambda x, y: f.may_meet(x, y) and not f.teammates(x, y))


@claim(s.TEAM_TOGETHER)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    p = people(f, v)
    yield f.stays_together(points(v["points"]))
    yield min(f.score[p["one"]], f.score[p["other"]]) <= points(v["points"])
    yield f.more_teammates_meet_than_must()


@claim(s.TEAM_BELOW)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    p = people(f, v)
    yield f.stays_together(points(v["points"]))
    yield min(f.score[p["one"]], f.score[p["other"]]) <= points(v["points"])


@claim(s.TEAM_STAYING, s.TEAM_TOGETHER, s.TEAM_BELOW)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    yield v["rule"] in ("28N1c", "28N2", "28N3", "28N4")


@claim(s.ENTRIES_WARNING)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    p = people(f, v)
    yield f.board[p["one"]].board == v["board"] == f.board[p["other"]].board
    yield f.one_player(p["one"], p["other"])


@claim(s.ENTRIES_TWICE)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    """On two boards, or one on this board and the other one with the bye."""
    one = people(f, v)["one"]
    first, second = v["first"], v["second"]
    yield one in (first, second)
    yield f.one_player(first, second)
    yield f.board[one].board == v["board"]
    (twin,) = {first, second} - {one}
    resting = f.made.bye.number if f.made.bye else 0
    yield twin == resting or f.board[twin] is not f.board[one]


@claim(s.REMATCH_WARNING)
def _(f: Facts, board: Board | None, v: dict[str, Any]) -> Iterator[bool]:
    p = people(f, v)
    yield f.board[p["one"]].board == v["board"] == f.board[p["other"]].board
    yield f.met(p["one"], p["other"]) == v["round"] > 0
