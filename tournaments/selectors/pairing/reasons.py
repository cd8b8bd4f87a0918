"""Why a round was paired as it was: told once, when it is paired, and kept in rows, with the marks by which
a row says whether the rules, a ladder or the director made its board."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any, NamedTuple

from tiebreaks.engine.chart.wallchart import Wallchart
from tiebreaks.engine.messages import Message
from tiebreaks.engine.points import show

from ...models import PairingDraft, PairingReasons
from ...pairing import color_reasons, of_teams, sentences
from ...pairing.draft import NOBODY, Draft
from ...pairing.group_reasons import group_of
from ...pairing.meetings import second_meeting
from ...pairing.reading import entrant
from ...pairing.request import PairingInput
from ...pairing.result import GroupLine, PairingResult
from ...text.stored import as_json

_MOVED_UP = (
    *(sentences.LADDER, sentences.LADDER_AFTER, sentences.LADDER_EARLIER),
    *(sentences.LADDER_TOGETHER, sentences.LADDER_TOGETHER_AFTER),
)
_LADDER = {*_MOVED_UP, *map(of_teams.told, _MOVED_UP)}
_OF_COLORS = {*color_reasons.SENTENCES, *map(of_teams.told, color_reasons.SENTENCES)}
_BYE_OF_LADDER = {sentences.BYE_LADDER, sentences.BYE_LADDER_AFTER}


class Reasons(NamedTuple):
    """As rows keep them: of each board, and of the full-point bye."""

    boards: list[Any]
    bye: list[Any] | None


def told(request: PairingInput, made: PairingResult) -> Reasons:
    """Why each board of a pairing is as it is."""
    tables = {board.board: [board.white, board.black] for board in made.boards}
    boards = [
        [
            board.white,
            board.black,
            messages([*board.reason.sentences, *assumed(request, both, made.groups)], tables),
            in_group(request, both, made.groups),
        ]
        for board in made.boards
        for both in [(board.white, board.black)]
    ]
    bye = bye_told(request, made.bye.number, made.bye.sentences, made.groups) if made.bye else None
    return Reasons(boards, bye)


def of_program(program: str, boards: Iterable[Sequence[int]], bye: int | None) -> Reasons:
    """Of a round that another program paired: that it did, and nothing of our own."""
    said = messages([sentences.say(sentences.ELSEWHERE, program=program)])
    return Reasons([[*both, said, []] for both in boards], [bye, said, []] if bye else None)


def paired_in(row: PairingReasons | None) -> str:
    """The program that paired a round, as its reasons say; empty where none did."""
    told = [*(texts for _white, _black, texts, *_group in row.boards), *(row.bye or [])[1:2]] if row else []
    said = (values["program"] for texts in told for id, values in texts if id == sentences.ELSEWHERE)
    return next(said, "")


def bye_told(
    request: PairingInput, number: int, texts: Iterable[str], groups: Iterable[GroupLine]
) -> list[Any]:
    """Why somebody has the full-point bye, and in which score group, as a board has it."""
    on_points = assumed(request, [number], groups, sentences.ASSUMED_BYE)
    return [number, messages([*texts, *on_points]), in_group(request, [number], groups)]


def told_at(moment: datetime, boards: Iterable[Any]) -> list[Any]:
    """The reasons of a draft that was paired at this moment."""
    return [[*row[:4], moment.isoformat()] for row in boards]


def paired_on(row: PairingDraft) -> datetime:
    """When the rules paired a draft last; of an older release it is known only when it was changed."""
    moments = [datetime.fromisoformat(moment) for *_why, moment in row.reasons if isinstance(moment, str)]
    return max(moments, default=row.changed_at)


def row_of(standings: int, number: int) -> PairingReasons | None:
    return PairingReasons.objects.filter(section__standings=standings, round=number).first()


def as_posted(
    request: PairingInput, both: list[int], made: Any, on_points: Iterable[Message] = ()
) -> list[Any]:
    """The reasons of a board as it was proposed, or that the director set it, ``on_points`` that were
    assumed."""
    white, black = map(request.name, both)
    if made is None:
        set_by_hand = sentences.say(sentences.LOCK, one=white, other=black)
        return [*both, messages([set_by_hand, *second_meeting(request, *both), *on_points]), []]
    _white, _black, texts, group, *_moment = made
    if both[0] != _white:
        texts = [*without_colors(texts), *messages([colors_set(request, both[0])])]
        group = [*group[:2], *(of_both[::-1] for of_both in group[2:])]
    return [*both, texts, group]


def without_colors(texts: Iterable[Any]) -> list[Any]:
    return [text for text in texts if text[0] not in _OF_COLORS]


def before_colors(texts: Sequence[Any], caveats: Iterable[Any]) -> list[Any]:
    """The reasons of a board with what is to be read before those of its colors."""
    at = next((at for at, text in enumerate(texts) if text[0] in _OF_COLORS), len(texts))
    return [*texts[:at], *caveats, *texts[at:]]


def colors_set(request: PairingInput, white: int) -> Message:
    if request.chart.games > 1:
        return color_reasons.of_two_games(request.name(white), "lock")
    return sentences.say(sentences.COLORS_SET, one=request.name(white), color=sentences.COLORS["w"])


def is_set(row: Sequence[Any]) -> bool:
    """Whether the rules found a board set: by the director, or by the ladder that the director chose."""
    return is_set_by_hand(row) or is_moved_up(row)


def is_set_by_hand(row: Sequence[Any]) -> bool:
    return any(id == sentences.LOCK for id, _values in row[2][:1])


def is_moved_up(row: Sequence[Any]) -> bool:
    return any(id in _LADDER for id, _values in row[2][:1])


def is_bye_set(texts: Iterable[Any]) -> bool:
    return any(id == sentences.BYE_SET for id, _values in texts)


def is_bye_of_ladder(row: PairingDraft) -> bool:
    """Whether who has the bye of a draft was left over at the end of a ladder (29G1)."""
    number, texts, *_group = row.bye_reasons or (NOBODY, [])
    return number == row.bye and any(id in _BYE_OF_LADDER for id, _values in texts)


def bye_by_hand(request: PairingInput, row: PairingDraft | None, draft: Draft) -> int | None:
    """Who has the full-point bye because the director set it; a draft of an older release does not say."""
    if row is None or not row.reasons or draft.bye == NOBODY:
        return None
    number, texts, *_group = row.bye_reasons or (NOBODY, [])
    by_rules = number == draft.bye and not is_bye_set(texts)
    return None if by_rules or not request.in_pool(request.chart.by_number[draft.bye]) else draft.bye


def pair_of(row: Sequence[Any]) -> frozenset[int]:
    return frozenset(row[:2])


def in_group(request: PairingInput, players: Collection[int], groups: Iterable[GroupLine]) -> list[Any]:
    """The score group that a board or the bye is of, and the scores and colors of its ``players``, White
    first, which a correction may change."""
    if (line := group_of(players, groups)) is None:
        return []
    scores = [score_q_before(request.chart, request.round, number) for number in players]
    colors = [colors_before(request.chart, request.round, number) for number in players]
    return [line.points_q, messages(line.sentences), scores, colors]


def score_q_before(chart: Wallchart, round: int, number: int) -> int:
    """The score before a round, without what acceleration adds."""
    return entrant(chart, chart.by_number[number], round).score_q


def colors_before(chart: Wallchart, round: int, number: int) -> str:
    """The colors before a round."""
    return entrant(chart, chart.by_number[number], round).colors


def assumed(
    request: PairingInput,
    players: Collection[int],
    groups: Iterable[GroupLine],
    told: str = sentences.ASSUMED_POINTS,
) -> list[Message]:
    """On which points the ``players`` of a board or the bye are paired, where a result was missing, or that
    one was in a score group of theirs (28O)."""
    waiting = {number for pair in request.provisional for number in pair}
    said = [
        sentences.say(
            told,
            one=request.name(number),
            points=show(score_q_before(request.chart, request.round, number)),
        )
        for number in players
        if number in waiting
    ]
    theirs = [{*line.numbers} for line in groups if not {*line.numbers}.isdisjoint(players)]
    if not said and any(waiting & numbers for numbers in theirs):
        said.append(sentences.say(sentences.ASSUMED_SOME))
    return said


def messages(texts: Iterable[str], tables: Mapping[int, list[int]] = MappingProxyType({})) -> list[Any]:
    """Messages as JSON. One that names another board knows it by its two players, whatever its number."""
    rows: list[Any] = []
    for text in texts:
        id, values = as_json(text)
        board = values.get("board")
        of = tables.get(board) if isinstance(board, int) else None
        rows.append([id, {**values, "of": of} if of else values])
    return rows
