"""32F and 33D: who takes which trophy, by the standings order, one per player, and never a silent choice.

Each player in turn takes the highest-valued trophy that is left and that the player qualifies for. Asking
trophy by trophy in the order of value is the same: each goes to the best placed player who qualifies and has
none yet.

A trophy for players with a mark is awarded when every round counts in full: a leader who is overtaken would
have been shown as one of them.

If the posted order leaves players tied, each of them may be next. The code follows everything that could
happen at once: a *world* is one way to decide the ties, as far as it makes a difference. A trophy that one
player takes in every world is settled. All others are *contested*. Trophies that depend on one decision are
one *contest*, with everybody who takes one of them in some world.
"""

from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from itertools import chain, count, groupby
from typing import NamedTuple

from .contenders import Contenders, Group
from .prize import Prize, Scope
from .reasons import Reason, Why

# Many different players in one unresolved tie make too many worlds to follow.
MOST_WORLDS = 200

# The kinds of the players who have a trophy, sorted.
World = tuple[int, ...]
# The players who can win a trophy, the first in line first, tied players together.
Line = list[Group]


class TrophyAward(NamedTuple):
    """One trophy: who takes it, and why.

    A settled trophy has one winner; a prize at a score has everybody at that score, or all of them without a
    trophy. ``behind`` are next in
    line. ``passed`` says why others did not get it before. A contested trophy has in ``winners`` all who may
    take it; the trophies of one ``contest``, counted from 1, depend on one decision. A trophy without winners
    is not awarded.
    """

    prize: Prize
    winners: Group
    contest: int = 0
    why: Reason = Reason(Why.BEST)
    passed: tuple[Reason, ...] = ()
    behind: Group = ()


def award_trophies(
    field: Contenders, prizes: Sequence[Prize], preferred: Mapping[Prize, frozenset[int]] | None = None
) -> list[TrophyAward]:
    """Award the trophies and medals among the prizes, which stand in their order of value; those of teams
    only where the field is of teams.

    ``preferred`` are the players who won a prize's money. They come first for its trophy (33D2a).

    >>> from tiebreaks.engine.chart.notation import chart
    >>> from tiebreaks.engine.prizes.contenders import Terms
    >>> from tiebreaks.engine.prizes.notation import parse
    >>> from tiebreaks.engine.ranking.fold import rank
    >>> from tiebreaks.engine.chart.reading import after_round
    >>> from tiebreaks.engine.ranking.sequence import parse as order
    >>> reading = after_round(chart(["W2"], ["L1"], ["W4"], ["L3"], ratings=[1500, 700, 1400, 1300]))
    >>> field = Contenders(rank(reading, order("solkoff")), Terms())
    >>> for award in award_trophies(field, parse("1st–3rd trophies" + chr(10) + "Top under 800")):
    ...     print(award.prize, award.winners, award.contest)
    1st place trophy (1, 3) 1
    2nd place trophy (1, 3) 1
    3rd place trophy (2, 4) 2
    Top under 800 (2,) 2
    """
    offered = [prize for prize in prizes if prize.item and (field.sizes or prize.scope is not Scope.TEAM)]
    later = [prize for prize in offered if prize.scope is Scope.MARK and not field.over]
    ladders: dict[object, list[Prize]] = {}
    for prize in offered:
        if prize.scope not in (Scope.CHOICE, Scope.SCORE) and prize not in later:
            ladders.setdefault(prize.ladder if prize.apart else None, []).append(prize)
    contests = count(1)
    awards = [
        each
        for ladder in ladders.values()
        for each in _one_a_player(field, ladder, preferred or {}, contests)
    ]
    awards += [_chosen(field, prize) for prize in offered if prize.scope is Scope.CHOICE]
    awards += [TrophyAward(prize, (), why=Reason(Why.AT_END)) for prize in later]
    takers = _sure_to_take_one(awards)
    awards += _at_scores(field, [prize for prize in offered if prize.scope is Scope.SCORE], takers)
    at = {prize: index for index, prize in enumerate(offered)}
    return sorted(awards, key=lambda award: at[award.prize])


def _sure_to_take_one(awards: Sequence[TrophyAward]) -> set[int]:
    """Who has a trophy, or one of those that hang on one decision where there is one for each of them."""
    together: dict[int, list[TrophyAward]] = {}
    for each in awards:
        together.setdefault(each.contest, []).append(each)
    sure = {number for each in together.pop(0, []) for number in each.winners}
    for contested in together.values():
        may = {number for each in contested for number in each.winners}
        sure |= may if len(may) == len(contested) else set()
    return sure


def _chosen(field: Contenders, prize: Prize) -> TrophyAward:
    winners = field.chosen(prize)
    return TrophyAward(prize, winners, why=Reason(Why.CHOSEN if winners else Why.UNNAMED))


def _at_scores(field: Contenders, prizes: Sequence[Prize], takers: set[int]) -> Iterator[TrophyAward]:
    """What is only for those without a trophy is not for those with a medal for a higher score either."""
    above: set[int] = set()
    for _score, alike in groupby(sorted(prizes, key=field.least_q, reverse=True), key=field.least_q):
        awards = [_at_score(field, prize, takers | above) for prize in alike]
        above.update(number for each in awards for number in each.winners)
        yield from awards


def _at_score(field: Contenders, prize: Prize, takers: Collection[int]) -> TrophyAward:
    """``takers`` surely take a trophy. Who may only take one stands here until that is decided."""
    eligible = field.eligible(prize)
    left = eligible.difference(takers) if prize.without_trophy else eligible
    winners = tuple(number for number in chain(*field.by_rank) if number in left)
    if winners:
        return TrophyAward(
            prize, winners, why=Reason(Why.WITHOUT_TROPHY if prize.without_trophy else Why.AT_SCORE)
        )
    return TrophyAward(prize, (), why=Reason(Why.ALL_HAVE if eligible else Why.NOBODY))


def _one_a_player(
    field: Contenders,
    trophies: list[Prize],
    preferred: Mapping[Prize, frozenset[int]],
    contests: Iterator[int],
) -> list[TrophyAward]:
    # So many players have one of the trophies before it. Of one more, somebody is free to take this one, and
    # of two more, somebody is next.
    lines = [_line(field, prize, preferred.get(prize), before + 2) for before, prize in enumerate(trophies)]
    outcomes = _outcomes([line[: before + 1] for before, line in enumerate(lines)])
    leaders = _leaders([takers for takers, settled in outcomes if not settled])
    maybe = {number for takers, settled in outcomes if not settled for number in takers}
    contest = {leader: next(contests) for leader in dict.fromkeys(leaders.values())}
    taken: dict[int, Prize] = {}
    awards = []
    for prize, line, (takers, settled) in zip(trophies, lines, outcomes, strict=True):
        passed = tuple(_passed(field, prize, line, takers, taken, maybe))
        why = _why(field, prize, takers, settled, preferred)
        behind = _behind(line, takers, taken) if settled and takers else ()
        number = 0 if settled else contest[leaders[takers[0]]]
        awards.append(TrophyAward(prize, takers, number, why, passed, behind))
        taken |= dict.fromkeys(takers, prize.item_alone) if settled else {}
    return awards


def _line(field: Contenders, prize: Prize, first: frozenset[int] | None, groups: int) -> Line:
    if not first:
        return field.line(prize, groups)
    # They come first from wherever they stand.
    line = field.line(prize, len(field.cards))
    ahead = [tuple(n for n in group if n in first) for group in line]
    after = [tuple(n for n in group if n not in first) for group in line]
    return [group for group in ahead + after if group]


# --- all that can happen -------------------------------------------------------------------------


def _outcomes(lines: list[Line]) -> list[tuple[Group, bool]]:
    """For each trophy in the order of value: who may take it, and whether that is settled."""
    kinds, members = _kinds(lines)
    worlds: set[World] = {()}
    outcomes: list[tuple[Group, bool]] = []
    for at, line in enumerate(lines):
        then: set[World] = set()
        takers: set[int] = set()
        untaken = False
        for world in worlds:
            free = _first_free(line, world, kinds, members)
            takers.update(free)
            untaken |= not free
            then.update(tuple(sorted((*world, kind))) for kind in free)
            then.update([] if free else [world])
        if len(then) > MOST_WORLDS:
            may = {n for n, kind in kinds.items() if any(w.count(kind) < len(members[kind]) for w in worlds)}
            return outcomes + list(_foggy(lines[at:], outcomes, may))
        worlds = then
        numbers = tuple(number for group in line for number in group if kinds[number] in takers)
        outcomes.append((numbers, len(numbers) == 0 or (len(numbers) == 1 and not untaken)))
    return outcomes


def _kinds(lines: list[Line]) -> tuple[dict[int, int], list[list[int]]]:
    """Players who stand in the same groups are of one kind: they can swap places in every world."""
    seats: dict[int, list[int]] = {}
    for at, group in enumerate(dict.fromkeys(chain.from_iterable(lines))):
        for number in group:
            seats.setdefault(number, []).append(at)
    alike: dict[tuple[int, ...], list[int]] = {}
    for number, where in seats.items():
        alike.setdefault(tuple(where), []).append(number)
    members = list(alike.values())
    return {number: kind for kind, numbers in enumerate(members) for number in numbers}, members


def _first_free(line: Line, world: World, kinds: dict[int, int], members: list[list[int]]) -> set[int]:
    for group in line:
        free = {kinds[number] for number in group}
        if free := {kind for kind in free if world.count(kind) < len(members[kind])}:
            return free
    return set()


def _foggy(
    lines: list[Line], before: list[tuple[Group, bool]], may: set[int]
) -> Iterator[tuple[Group, bool]]:
    """Too many worlds: everybody who might take a trophy, down to a tie in which a player surely has none.

    The answer may name more players than following every world would. It never names fewer.
    """
    free = may.difference(*(takers for takers, settled in before if settled))
    contests = [set(takers) for takers, settled in before if not settled]
    for line in lines:
        takers: list[int] = []
        sure = False
        for group in line:
            takers += [number for number in group if number in may]
            spent = sum(not contest.isdisjoint(group) for contest in contests)
            if sure := len(free.intersection(group)) > spent:
                break
        settled = not takers or (sure and len(takers) == 1)
        if settled:
            may.difference_update(takers)
            free.difference_update(takers)
        else:
            contests.append(set(takers))
        yield tuple(takers), settled


# --- which trophies are one contest, and why -----------------------------------------------------


def _leaders(contests: list[Group]) -> dict[int, int]:
    """For each player of a contest the player who stands for all who depend on the same decision."""
    leader: dict[int, int] = {}
    for takers in contests:
        joined = {leader.get(number, number) for number in takers}
        for number in {*takers, *(n for n, first in leader.items() if first in joined)}:
            leader[number] = min(joined)
    return leader


def _why(
    field: Contenders, prize: Prize, takers: Group, settled: bool, preferred: Mapping[Prize, frozenset[int]]
) -> Reason:
    if not settled:
        return Reason(Why.TIED)
    if takers:
        return Reason(Why.WITH_MONEY if takers[0] in preferred.get(prize, ()) else Why.BEST)
    return Reason(field.why_nobody(prize))


def _passed(
    field: Contenders,
    prize: Prize,
    line: Line,
    takers: Group,
    taken: Mapping[int, Prize],
    maybe: Container[int],
) -> Iterator[Reason]:
    """Those who qualify and stand before the winners, each with what kept the trophy from them."""
    first = takers[0] if takers else None
    for number in chain.from_iterable(line):
        if number == first:
            break
        if number in taken:
            yield Reason(Why.ALREADY, number, taken[number])
        elif number in maybe:
            yield Reason(Why.MAY_TAKE, number)
    at = field.ranking.by_number
    last = max((at[number].rank for number in takers), default=len(at))
    for number in field.without(prize):
        barred = field.barred(prize, number)
        if barred and at[number].rank <= last:
            yield Reason(barred, number)


def _behind(line: Line, takers: Group, taken: Mapping[int, Prize]) -> Group:
    """The next in line: the first after the winner who has no other trophy for sure."""
    at = next(index for index, group in enumerate(line) if takers[0] in group)
    for group in line[at:]:
        waiting = tuple(number for number in group if number not in taken and number not in takers)
        if waiting:
            return waiting
    return ()
