"""Who has met whom how often, with which colors, and which boards are of players who should not meet."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from tiebreaks.engine.chart.wallchart import Format, Wallchart
from tiebreaks.engine.messages import Message

from . import sentences as s
from .brackets import Solved
from .field import Field
from .giving_way import Couple
from .pool import Pool
from .reading import met, of_one_player
from .request import PairingInput
from .result import Board
from .round_robin import schedule, table


def in_table(chart: Wallchart) -> list[int]:
    """The numbers in a round-robin table, in its order; a house player where they would be odd (28M1).

    >>> from tiebreaks.engine.chart.notation import chart
    >>> in_table(chart([], [], []))
    [1, 2, 3]
    """
    players = sorted(card.number for card in chart.cards if not card.visitor and not card.house)
    houses = sorted(card.number for card in chart.cards if card.house and not card.visitor)
    return sorted([*players, *houses[: len(players) % 2]])


def meetings_allowed(chart: Wallchart) -> int:
    """In how many rounds two may meet: in one (27A1), in a round robin that has its table twice in two."""
    if chart.format is not Format.ROUND_ROBIN:
        return 1
    players = len(in_table(chart))
    return len(schedule(players, chart.rounds, chart.games)) // max(1, len(table(players)))


def times_paired(request: PairingInput) -> Counter[Couple]:
    """In how many earlier rounds two were paired, forfeits too: their round of a table is used up.

    >>> from tiebreaks.engine.chart.notation import chart
    >>> times_paired(PairingInput(chart(["X2w", "W2b"], ["F1b", "L1w"]), 2))
    Counter({frozenset({1, 2}): 1})
    """
    paired = {
        (frozenset((card.number, c.opponent)), c.round)
        for card in request.chart.cards
        for c in card.cells
        if c.opponent is not None and c.round < request.round
    }
    return Counter(couple for couple, _round in paired)


def white_before(request: PairingInput, couples: Iterable[Couple]) -> dict[Couple, int]:
    """Who had white when two who meet again met last."""
    white = {}
    for couple in couples:
        played = [
            (c.round, card.number)
            for card in (request.chart.by_number[number] for number in sorted(couple))
            for c in card.cells
            if c.opponent in couple and c.played and c.color == "w" and c.round != request.round
        ]
        if played:
            white[couple] = max(played)[1]
    return white


def second_meeting(request: PairingInput, white: int, black: int) -> list[str]:
    """What is told of two who are set to meet, where they have met and only once was meant (27A1)."""
    round = met(request.chart, request.round)[white].get(black)
    return [s.say(s.AGAIN_SET, round=round)] if round and meetings_allowed(request.chart) == 1 else []


def meeting(pool: Pool, solved: Iterable[Solved]) -> frozenset[Couple]:
    """Who meets by the rules, and who has to against a request (28N2, 28T)."""
    number = [player.number for player in pool.field.players]
    pairs = frozenset(frozenset((number[x], number[y])) for one in solved for x, y in one.pairs)
    return pairs | pool.broken


def asked_apart(request: PairingInput, one: int, other: int) -> bool:
    """Whether two asked not to meet (28T), and are not forbidden to."""
    asked, never = (
        {frozenset(pair) for pair in pairs} for pairs in (request.locks.asked_apart, request.locks.apart)
    )
    return frozenset((one, other)) in asked - never


def forbidden(
    request: PairingInput, boards: Iterable[tuple[int, int, int]], ours: Collection[Couple] = ()
) -> Iterator[str]:
    """Boards, as (board, white, black), of players who have met or are to be kept apart.

    ``ours`` are who meets by the rules: where these are requests, not all can be kept, and beside set boards
    the fewest are broken, unless somebody broke another one (28T).
    """
    boards = list(boards)
    set_here = {frozenset((each.white, each.black)) for each in request.locks.boards}
    broken = {frozenset(both) for _number, *both in boards if asked_apart(request, *both)} - set_here
    fewest = s.REQUEST_BROKEN_NEVER if request.options.teams == "never" else s.REQUEST_BROKEN
    played, times = met(request.chart, request.round), times_paired(request)
    allowed, one_player = meetings_allowed(request.chart), of_one_player(request.chart)
    apart = {frozenset(pair) for pair in request.locks.apart}
    for number, white, black in boards:
        names = {"one": request.name(white), "other": request.name(black), "board": number}
        couple = frozenset((white, black))
        if couple in one_player:
            yield s.say(s.ENTRIES_WARNING, **names)
        elif black in played[white] and (allowed == 1 or times[couple] >= allowed):
            yield s.say(s.REMATCH_WARNING, **names, round=played[white][black])
        if asked_apart(request, white, black):
            text = fewest if couple in broken and broken <= {*ours} else s.ASKED_WARNING
            yield s.say(text, **names, rule=request.options.apart_rule)
        elif couple in apart:
            yield s.say(s.APART_WARNING, **names)


def in_twice(request: PairingInput, boards: Iterable[tuple[int, int, int]], bye: int | None) -> Iterator[str]:
    """Boards, as (board, white, black), of somebody who has another one by another entry, or the full-point
    bye: one person has one seat in a round (28S)."""
    boards = list(boards)
    at = {number: board for board, *both in boards for number in both}
    seated = at.keys() | ({bye} if bye else set())
    for one, other in sorted(map(sorted, of_one_player(request.chart))):
        if {one, other} <= seated and at.get(one) != at.get(other):
            for number in (one, other):
                if number in at:
                    names = {"board": at[number], "one": request.name(number)}
                    yield s.say(s.ENTRIES_TWICE, **names, first=one, second=other)


# What is told of a board where a group that keeps its players comes first (28N1c), and the warning of it.
_OF_A_GROUP = {
    s.MATES_GROUP: s.TEAM_STAYING,
    s.MATES_TOGETHER: s.TEAM_TOGETHER,
    s.MATES_BELOW: s.TEAM_BELOW,
}


def teammates(
    field: Field, boards: Iterable[tuple[int, int, int]], ours: Collection[Couple], made: Iterable[Board]
) -> Iterator[str]:
    """Boards, as (board, white, black), of teammates who should not meet. By the rules, where ``ours`` meet,
    they do for what the boards that the rules ``made`` tell."""
    of_a_group = {
        board.players: (_OF_A_GROUP[said.id], said.values["points"])
        for board in made
        for said in board.reason.sentences
        if isinstance(said, Message) and said.id in _OF_A_GROUP
    }
    for number, white, black in boards:
        x, y, couple = field.position[white], field.position[black], frozenset((white, black))
        if field.avoided(x, y):
            text, points = of_a_group.get(couple, (s.TEAM_BROKEN, ""))
            stays = couple in of_a_group
            if couple not in ours:
                text, stays = s.TEAM_WARNING, field.keeps_group(max(field.score[x], field.score[y]))
            elif field.teams_later:
                text = s.TEAM_LATER
            names = {"one": field.players[x].name, "other": field.players[y].name}
            rule = field.options.team_rule("c" if stays else "")
            yield s.say(text, **names, board=number, rule=rule, points=points)
