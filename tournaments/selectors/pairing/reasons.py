"""Why a round was paired as it was: told once, when it is paired, and what a phone reads of it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from types import MappingProxyType
from typing import Any, NamedTuple

from django.utils.translation import pgettext

from tiebreaks.engine.chart.wallchart import Wallchart
from tiebreaks.engine.messages import Message
from tiebreaks.engine.points import show
from tiebreaks.published import PlayersDocument

from ...models import Game, PairingDraft, PairingReasons, Section
from ...pairing import color_reasons, of_teams, sentences
from ...pairing import plain as plain_words
from ...pairing.draft import NOBODY, Draft
from ...pairing.explain import Typed, explain, following
from ...pairing.group_reasons import group_of
from ...pairing.meetings import second_meeting
from ...pairing.pairing import pair
from ...pairing.plain_colors import Sitter, of_colors
from ...pairing.reading import entrant
from ...pairing.request import PairingInput
from ...pairing.result import Board, GroupLine, Impossible, PairingResult
from ...text import wording
from ...text.stored import as_json, from_json
from ..public.changed_pairings import NONE, Changed
from ..public.public_names import PublicNames
from ..public.rounds import BoardLine, round_page
from .basis import basis_of, before_seating

# Who is kept apart is between the director and families, and what the rules say of a board that the director
# set is for the desk.
PRIVATE = {
    sentences.OURS,
    sentences.MISSES,
    sentences.APART,
    sentences.ASKED_APART,
    # As rounds of earlier releases have it.
    "{one} meets {other} instead of {ideal}, who is kept apart by the director.",
}


_MOVED_UP = (sentences.LADDER, sentences.LADDER_TOGETHER, sentences.LADDER_EARLIER)
_LADDER = {*_MOVED_UP, *map(of_teams.told, _MOVED_UP)}


class Reasons(NamedTuple):
    """As rows keep them: of each board, and of the full-point bye."""

    boards: list[Any]
    bye: list[Any] | None


# --- once, when a round is paired -----------------------------------------------------------------


def told(request: PairingInput, made: PairingResult) -> Reasons:
    """Why each board of a pairing is as it is."""
    tables = {board.board: [board.white, board.black] for board in made.boards}
    boards = [
        [
            board.white,
            board.black,
            _messages([*board.reason.sentences, *_assumed(request, board)], tables),
            _group(request, board, made.groups),
        ]
        for board in made.boards
    ]
    return Reasons(boards, [made.bye.number, _messages(made.bye.sentences)] if made.bye else None)


def told_anew(request: PairingInput, row: PairingDraft, made: PairingResult, why: str) -> Reasons:
    """Why each board is as it is of a draft that is paired again because something overtook it.

    What was told of its boards may not be so anymore: one that was locked as proposed has its reason of now
    where the rules make it now too, and else says that the director kept it (``why``).
    """
    now = told(request, made)
    unlocked = _made_now(request, row)
    if unlocked and same_boards(unlocked.boards, now.boards):
        now = unlocked
    of_now = _by_pair(unlocked)
    by_rules, of_ladder = _by_rules(row), _by_ladder(row)

    def said(board: list[Any]) -> list[Any]:
        both = _pair(board)
        if _is_set_by_hand(board) and both in of_ladder:
            return _as_moved_up(request, board, of_ladder[both])
        if _is_set_by_hand(board) and both in by_rules:
            return _as_kept(request, board, why, by_rules[both], of_now.get(both))
        return board

    return Reasons([said(board) for board in now.boards], now.bye)


def _made_now(request: PairingInput, row: PairingDraft) -> Reasons | None:
    """The reasons of what the rules make now, around the boards that the director made: one of a draft that
    is locked, or has its colors swapped, is still the rules' own. None where they have no answer."""
    by_rules = _by_rules(row)
    by_hand = [each for each in request.locks.boards if frozenset((each.white, each.black)) not in by_rules]
    made = pair(replace(request, locks=replace(request.locks, boards=tuple(by_hand))))
    return None if isinstance(made, Impossible) else told(request, made)


def _by_pair(made: Reasons | None) -> dict[frozenset[int], list[Any]]:
    return {_pair(each): each for each in made.boards} if made else {}


def _by_rules(row: PairingDraft) -> dict[frozenset[int], Any]:
    """The boards of a draft that the rules made, or that were kept when the rest was paired again."""
    return {_pair(each): each for each in row.reasons if not is_set(each)}


def _as_kept(
    request: PairingInput, row: Sequence[Any], why: str, made: Sequence[Any], now: list[Any] | None
) -> list[Any]:
    """The reasons of a board that is set to the rules, and that they ``made``: those of ``now`` where they
    make it now too, or would but for the colors that the director swapped; else that the director kept it."""
    white, black, (_set_by_hand, *others), *group = row
    by_hand = _colors_by_hand(made, white)
    if now and (by_hand or now[0] == white):
        return _as_posted(request, [white, black], now)
    kept = [sentences.say(why, one=request.name(white), other=request.name(black))]
    if by_hand:
        kept.append(_colors_set(request, white))
    others = [text for text in others if text[0] != sentences.COLORS_SET]
    return [white, black, [*_messages(kept), *others], *group]


def _colors_by_hand(made: Sequence[Any], white: int) -> bool:
    """Whether White of a board that the rules ``made`` has the color from the director."""
    was_set = any(id == sentences.COLORS_SET for id, _values in made[2])
    return was_set == (made[0] == white)


def _colors_set(request: PairingInput, white: int) -> Message:
    return sentences.say(sentences.COLORS_SET, one=request.name(white), color=sentences.COLORS["w"])


def _by_ladder(row: PairingDraft) -> dict[frozenset[int], Any]:
    """The boards of a draft that a ladder made: the way out of what was then, whatever the rules say now."""
    return {_pair(each): each for each in row.reasons if _is_moved_up(each)}


def _as_moved_up(request: PairingInput, row: Sequence[Any], made: Sequence[Any]) -> list[Any]:
    """The reasons of a board that a ladder ``made``, in the score group of now."""
    return [*row[:2], _as_posted(request, [*row[:2]], made)[2], *row[3:]]


def overlaid(before: Iterable[Any], now: Iterable[Any]) -> list[Any]:
    """The reasons of a pairing made after another: a board that it found set has those of the first, but for
    the line of its score group, which all boards of a group have alike."""
    now = list(now)
    earlier = {_pair(each): each for each in before}
    lines = {group[0]: group[1] for _white, _black, _texts, group, *_moment in now if group}
    found = [earlier.get(_pair(each), each) if is_set(each) else each for each in now]
    return [_in_group(each, lines) for each in found]


def bye_overlaid(before: list[Any] | None, now: list[Any] | None) -> list[Any] | None:
    """The reasons of the bye of a pairing made after another: of one that it found set, or left where it was,
    those of the first."""
    if before is None or now is None or before[0] != now[0]:
        return now
    stays = _is_bye_set(now[1]) or any(id == sentences.BYE_LEFT for id, _values in now[1])
    return before if stays else now


def _is_bye_set(texts: Iterable[Any]) -> bool:
    return any(id == sentences.BYE_SET for id, _values in texts)


def _in_group(row: Sequence[Any], lines: Mapping[int, Any]) -> list[Any]:
    """The reasons of a board with the line that its score group has now."""
    *both_and_texts, group = row[:4]
    if group and group[0] in lines:
        group = [group[0], lines[group[0]], *group[2:]]
    return [*both_and_texts, group, *row[4:]]


def same_boards(before: Iterable[Any], now: Iterable[Any]) -> bool:
    """Whether two pairings have the same boards, with the same colors."""
    one, other = ({(white, black) for white, black, *_why in each} for each in (before, now))
    return one == other


def told_at(moment: datetime, boards: Iterable[Any]) -> list[Any]:
    """The reasons of a draft that was paired at this moment."""
    return [[*row[:4], moment.isoformat()] for row in boards]


def paired_on(row: PairingDraft) -> datetime:
    """When the rules paired a draft last; of an older release it is known only when it was changed."""
    moments = [datetime.fromisoformat(moment) for *_why, moment in row.reasons if isinstance(moment, str)]
    return max(moments, default=row.changed_at)


def is_set(row: Sequence[Any]) -> bool:
    """Whether the rules found a board set: by the director, or by the ladder that the director chose."""
    return _is_set_by_hand(row) or _is_moved_up(row)


def _is_set_by_hand(row: Sequence[Any]) -> bool:
    return any(id == sentences.LOCK for id, _values in row[2][:1])


def _is_moved_up(row: Sequence[Any]) -> bool:
    return any(id in _LADDER for id, _values in row[2][:1])


def is_bye_of_ladder(row: PairingDraft) -> bool:
    """Whether who has the bye of a draft was left over at the end of a ladder (29G1)."""
    number, texts = row.bye_reasons or (NOBODY, [])
    return number == row.bye and any(id == sentences.BYE_LADDER for id, _values in texts)


def arranged(row: PairingReasons | None, boards: Iterable[tuple[int, int]]) -> set[frozenset[int]]:
    """Which boards of a posted round the director made: set before it was posted, or arranged since. Those of
    a ladder are the way out of what was then; where somebody else leaves, the rules may pair them anew."""
    if row is None:
        return set()
    made = {_pair(each) for each in row.boards if not _is_set_by_hand(each)}
    return {frozenset(both) for both in boards} - made


def renewed(row: PairingReasons, now: Reasons) -> Reasons:
    """The reasons of a posted round that is paired again. Boards that are gone keep theirs, for undo."""
    boards = overlaid(row.boards, now.boards)
    there = {_pair(each) for each in boards}
    gone = (each for each in row.boards if _pair(each) not in there)
    return Reasons([*boards, *gone], bye_overlaid(row.bye, now.bye))


def _pair(row: Sequence[Any]) -> frozenset[int]:
    return frozenset(row[:2])


def _group(request: PairingInput, board: Board, groups: Iterable[GroupLine]) -> list[Any]:
    """The score group that it was paired in, and the scores and colors of both, White first, which a
    correction may change."""
    if (line := group_of(board.players, groups)) is None:
        return []
    both = (board.white, board.black)
    scores = [_score_q(request.chart, request.round, number) for number in both]
    colors = [_colors(request.chart, request.round, number) for number in both]
    return [line.points_q, _messages(line.sentences), scores, colors]


def _score_q(chart: Wallchart, round: int, number: int) -> int:
    """The score before a round, without what acceleration adds."""
    return entrant(chart, chart.by_number[number], round).score_q


def _colors(chart: Wallchart, round: int, number: int) -> str:
    """The colors before a round."""
    return entrant(chart, chart.by_number[number], round).colors


def _assumed(request: PairingInput, board: Board) -> list[Message]:
    """On which points the two are paired, where a result was missing (28O)."""
    known = request.chart.by_number
    waiting = {n for both in request.provisional for n in both if request.in_pool(known[n])}
    points = {n: show(entrant(request.chart, known[n], request.round).score_q) for n in board.players}
    said = [
        sentences.say(sentences.ASSUMED_POINTS, one=request.name(n), points=points[n])
        for n in (board.white, board.black)
        if n in waiting
    ]
    return said or ([sentences.say(sentences.ASSUMED_SOME)] if waiting else [])


def _messages(texts: Iterable[str], tables: Mapping[int, list[int]] = MappingProxyType({})) -> list[Any]:
    """Messages as JSON. One that names another board knows it by its two players, whatever its number."""
    rows: list[Any] = []
    for text in texts:
        id, values = as_json(text)
        board = values.get("board")
        of = tables.get(board) if isinstance(board, int) else None
        rows.append([id, {**values, "of": of} if of else values])
    return rows


# --- at the desk, until it is posted ---------------------------------------------------------------


class Proposed(NamedTuple):
    """What stays of the last proposal in a draft: why each board that it made is there, by the place of the
    board, and the full-point bye. ``there`` are the boards that the rules made, White first, and ``moved_up``
    the places of those that the ladder made (29G1), which the rules would pair otherwise. ``swapped`` are
    the places of those whose colors the director swapped, where something overtook the draft."""

    boards: dict[int, list[str]]
    bye: list[str]
    there: set[tuple[int, int]]
    moved_up: set[int]
    swapped: set[int]


def as_proposed(
    request: PairingInput, row: PairingDraft, draft: Draft, numbers: Sequence[int], *, overtaken: str = ""
) -> Proposed:
    """The reasons of a draft as its round would be posted now, with the ``numbers`` of its boards. Where
    something overtook it, ``overtaken`` is the sentence of a board that the rules would not make now."""
    made = {_pair(each): each for each in row.reasons}
    pairs = [frozenset((board.white, board.black)) for board in draft.boards]
    tables = dict(zip(pairs, numbers, strict=True))
    rows = {
        at: _as_posted(request, [board.white, board.black], made[pair])
        for at, (pair, board) in enumerate(zip(pairs, draft.boards, strict=True))
        if pair in made
    }
    by_rules = _by_rules(row) if overtaken else {}
    swapped = {
        at for at, pair in enumerate(pairs) if pair in by_rules and _colors_by_hand(made[pair], rows[at][0])
    }
    if swapped:
        locks = replace(request.locks, boards=draft.locks, bye=bye_by_hand(request, row, draft))
        of_now = _by_pair(_made_now(replace(request, locks=locks), row))
        for at in swapped:
            board = _as_posted(request, rows[at][:2], None)
            rows[at] = _as_kept(request, board, overtaken, made[pairs[at]], of_now.get(pairs[at]))
    boards = {at: _read(texts, tables, is_private=True) for at, (_w, _b, texts, *_group) in rows.items()}
    there = {(each[0], each[1]) for each in row.reasons if not is_set(each)}
    moved_up = {at for at, pair in enumerate(pairs) if pair in made and _is_moved_up(made[pair])}
    number, texts = row.bye_reasons or (NOBODY, [])
    bye = _read(texts, {}, is_private=True) if number == draft.bye else []
    return Proposed(boards, bye, there, moved_up, swapped)


def bye_by_hand(request: PairingInput, row: PairingDraft | None, draft: Draft) -> int | None:
    """Who has the full-point bye because the director set it; a draft of an older release does not say."""
    if row is None or not row.reasons or draft.bye == NOBODY:
        return None
    number, texts = row.bye_reasons or (NOBODY, [])
    by_rules = number == draft.bye and not _is_bye_set(texts)
    return None if by_rules or not request.in_pool(request.chart.by_number[draft.bye]) else draft.bye


# --- once more, when it is posted -----------------------------------------------------------------


def posted(section: Section, number: int, row: PairingDraft | None, *, overtaken: str = "") -> Reasons | None:
    """Why each board of a published round is there: for what it was paired for, or since the director set it.

    A round that was typed without a draft is held against the rules as they stood before it; None where
    they have no answer. So is one whose draft was overtaken: what the rules read changed since, and what was
    told of its boards and groups may not be so anymore. ``overtaken`` is the sentence of a board that they
    made and would not make now.
    """
    of = basis_of(section, number, row)
    request = of.request
    boards = Game.objects.filter(round__section=section, round__number=number, slot=1)
    seats = boards.order_by("board").values_list("board", "seats__side", "seats__player__number")
    sides: dict[int, dict[str, int]] = {}
    for board, side, player in seats:
        sides.setdefault(board, {})[side] = player
    typed = [(board, both["w"], both["b"]) for board, both in sides.items() if len(both) == 2]
    if row is None or not row.reasons or overtaken:
        request = replace(request, chart=before_seating(request.chart, number))
        there = {frozenset(both) for _board, *both in typed}
        by_rules = _by_rules(row) if row else {}
        # A board that is locked as it was proposed is the rules' own.
        locked = {frozenset((each.white, each.black)): each for each in (row.draft.locks if row else ())}
        stay = tuple([each for both, each in locked.items() if both in there and both not in by_rules])
        by_hand = bye_by_hand(request, row, row.draft) if row else None
        asked = replace(request, locks=replace(request.locks, boards=stay, bye=by_hand))
        # What they read of a game that lost its result since is nobody's choice.
        unsure = overtaken and of.reopened(row)
        as_typed = Typed(tuple(typed), row.bye if row else None)
        now = None if unsure else _held_against_the_rules(asked, as_typed)
        return _kept(asked, row, typed, now, overtaken) if row and overtaken else now
    made = {_pair(each): each for each in row.reasons}
    found = [_as_posted(request, both, made.get(frozenset(both))) for _board, *both in typed]
    bye = row.bye_reasons
    if row.bye and (bye is None or bye[0] != row.bye):
        bye = [row.bye, _messages([sentences.say(sentences.BYE_SET)])]
    return Reasons(found, bye if row.bye else None)


def _as_posted(request: PairingInput, both: list[int], made: Any) -> list[Any]:
    """The reasons of a board as it was proposed, or that the director set it."""
    white, black = map(request.name, both)
    if made is None:
        set_by_hand = sentences.say(sentences.LOCK, one=white, other=black)
        return [*both, _messages([set_by_hand, *second_meeting(request, *both)]), []]
    _white, _black, texts, group, *_moment = made
    if both[0] != _white:
        texts = [*_without_colors(texts), *_messages([_colors_set(request, both[0])])]
        group = [*group[:2], *(of_both[::-1] for of_both in group[2:])]
    return [*both, texts, group]


def _held_against_the_rules(request: PairingInput, typed: Typed) -> Reasons | None:
    """Boards that the rules make now have their reasons, the others were set by the director; None where the
    rules have no answer."""
    made = explain(request, typed)
    if isinstance(made, Impossible):
        return None
    found = told(request, made)
    for row in found.boards:
        white, black, texts, _group = row
        if texts[0][0] in (sentences.OURS, sentences.MISSES):
            set_by_hand = sentences.say(sentences.LOCK, one=request.name(white), other=request.name(black))
            row[2] = [*_messages([set_by_hand]), *texts]
    return found


def _kept(
    request: PairingInput,
    row: PairingDraft,
    typed: Iterable[tuple[int, int, int]],
    now: Reasons | None,
    why: str,
) -> Reasons:
    """The reasons of a round whose draft was overtaken: those of ``now``, and of what the rules made then and
    would not make now, that the director kept it (``why``). The request has what the director set."""
    by_rules = _by_rules(row)
    found = now.boards if now else [_as_posted(request, both, None) for _board, *both in typed]
    kept = [each for each in found if _pair(each) in by_rules and _is_set_by_hand(each)]
    swapped = any(_colors_by_hand(by_rules[_pair(each)], each[0]) for each in kept)
    of_now = _by_pair(_made_now(request, row) if now and swapped else None)
    boards = [
        _as_kept(request, each, why, by_rules[_pair(each)], of_now.get(_pair(each))) if each in kept else each
        for each in found
    ]
    of_ladder = _by_ladder(row)
    boards = [
        _as_moved_up(request, each, of_ladder[_pair(each)]) if _pair(each) in of_ladder else each
        for each in boards
    ]
    if not row.bye:
        return Reasons(boards, None)
    bye = now.bye if now else None
    told = bye[1] if bye and bye[0] == row.bye else _messages([sentences.say(sentences.BYE_SET)])
    if row.bye_reasons and is_bye_of_ladder(row):
        told = row.bye_reasons[1]
    elif _is_bye_set(told) and request.locks.bye is None:
        told = _messages([sentences.say(sentences.BYE_OVERTAKEN)])
    return Reasons(boards, [row.bye, told])


def _without_colors(texts: Iterable[Any]) -> list[Any]:
    return [text for text in texts if text[0] not in color_reasons.SENTENCES]


# --- for a phone ----------------------------------------------------------------------------------


def _read(
    texts: Iterable[Any],
    tables: Mapping[frozenset[int], int],
    names: PublicNames | None = None,
    *,
    is_private: bool = False,
) -> list[str]:
    """The sentences, with the numbers that boards have now."""
    return [
        _shown(_at_its_table(id, values, tables), names)
        for id, values in texts
        if is_private or id not in PRIVATE
    ]


def _shown(text: Message, names: PublicNames | None) -> str:
    said = wording.message(text)
    return said if names is None else names.within(said)


def _at_its_table(id: str, values: dict[str, Any], tables: Mapping[frozenset[int], int]) -> Message:
    of = values.get("of")
    return following(id, values, tables.get(frozenset(of))) if of else from_json(id, values)


@dataclass(frozen=True)
class WhyThisBoard:
    """A board of a posted round: why the two meet in ``plain`` words, empty where no reasons of the
    round are there, why each has which color, and both in the ``sentences`` of the rules. ``group`` is the
    line of the score group. ``is_imported``: another program paired the round."""

    number: int
    line: BoardLine
    colored: bool
    plain: str = ""
    colors: list[str] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)
    group_points: str = ""
    group: str = ""
    is_imported: bool = False


def row_of(standings: int, number: int) -> PairingReasons | None:
    return PairingReasons.objects.filter(section__standings=standings, round=number).first()


def was_imported(document: PlayersDocument, number: int) -> bool:
    """Whether another program paired a round that has no reasons here. The order of an imported section is
    posted with its chart, after the rounds that this has."""
    return bool(document.postings) and number <= document.postings[0].after_round


def in_public(texts: Iterable[Any], names: PublicNames | None = None) -> list[str]:
    """Sentences as public pages have them."""
    return _read(texts, {}, names)


def told_in_public(row: PairingReasons) -> list[Any]:
    """The boards of a row without what only directors are told."""

    def public(texts: Iterable[Any]) -> list[Any]:
        return [text for text in texts if text[0] not in PRIVATE]

    return [
        [white, black, public(texts), [group[0], public(group[1]), *group[2:]] if group else []]
        for white, black, texts, group in row.boards
    ]


def why_this_board(
    document: PlayersDocument,
    number: int,
    board: int,
    row: PairingReasons | None,
    names: PublicNames | None = None,
    changed: Changed = NONE,
) -> WhyThisBoard | None:
    """None for a board that the round does not have. ``names`` are the public's, where these are short."""
    shown = round_page(document, number, changed)
    line = next((each for each in shown.boards if each.board == board), None)
    if line is None:
        return None
    colored = shown.colors_known and not document.of_teams
    if row is None:
        return WhyThisBoard(number, line, colored, is_imported=was_imported(document, number))
    asked = PairingInput(document.chart, number)
    again = _messages(second_meeting(asked, line.white.number, line.black.number))
    by_director = wording.message(plain_words.plainly([(sentences.LOCK, {}), *again]))
    found = WhyThisBoard(number, line, colored, by_director, sentences=_read(again, {}))
    tables = {frozenset((each.white.number, each.black.number)): each.board for each in shown.boards}
    for white, black, texts, group in row.boards:
        if {white, black} == {line.white.number, line.black.number}:
            if white != line.white.number:
                texts = _swapped(texts, line)
            texts = [text for text in texts if text[0] not in PRIVATE]
            texts = [*texts, *_messages(_corrected(document, number, (white, black), texts, group))]
            now = [_at_its_table(id, values, tables) for id, values in texts]
            rows = [(text.id, text.values) for text in now]
            said = [plain_words.plainly(rows), *plain_words.beside(rows)]
            plain = " ".join(_shown(text, names) for text in said)
            had = dict(zip((white, black), *group[3:4], strict=True)) if group[3:4] else {}
            of_both = _why_colors(document, number, line, rows, had) if shown.colors_known else []
            # That the director set it is said plainly already.
            of_rules = [text for text in texts if text[0] != sentences.LOCK]
            found = replace(found, plain=plain, colors=of_both, sentences=_read(of_rules, tables, names))
            if group:
                about = " ".join(_read(group[1], tables, names))
                found = replace(found, group_points=wording.score(group[0]), group=about)
    return found


def _corrected(
    document: PlayersDocument, number: int, both: tuple[int, int], texts: Iterable[Any], group: Sequence[Any]
) -> Iterator[Message]:
    """On which points the two were paired, and that it was on other colors, where a correction gave them
    others since. A result that was assumed (28O) is told of already."""
    chart, known = document.chart, document.chart.by_number
    assumed = {values["one"] for id, values in texts if id == sentences.ASSUMED_POINTS}
    # Rounds of earlier releases have no colors, or no scores either.
    for scores in group[2:3]:
        for one, then in zip(both, scores, strict=True):
            if (name := known[one].name) not in assumed and _score_q(chart, number, one) != then:
                yield sentences.say(sentences.CORRECTED_POINTS, one=name, points=show(then))
    for colors in group[3:4]:
        for one, had in zip(both, colors, strict=True):
            if (name := known[one].name) not in assumed and _colors(chart, number, one) != had:
                yield sentences.say(sentences.CORRECTED_COLORS, one=name)


def _why_colors(
    document: PlayersDocument,
    number: int,
    line: BoardLine,
    told: Iterable[tuple[str, Mapping[str, Any]]],
    had: Mapping[int, str],
) -> list[str]:
    """Why White and Black of a board have their colors, where anything is told of it: by those that they
    ``had`` when they were paired, where these are kept."""
    white, black = [
        Sitter(side.name, had.get(side.number) or _colors(document.chart, number, side.number))
        for side in (line.white, line.black)
    ]
    return [wording.message(text) for text in of_colors(told, white, black, _words(document))]


def _words(document: PlayersDocument) -> dict[str, str]:
    """White and Black as somebody has them; a team on its first board, and on every other one after it."""
    if document.of_teams:
        return {
            "w": pgettext("somebody has", "White on board 1"),
            "b": pgettext("somebody has", "Black on board 1"),
        }
    return {"w": pgettext("somebody has", "White"), "b": pgettext("somebody has", "Black")}


def _swapped(texts: Iterable[Any], line: BoardLine) -> list[Any]:
    """The reasons of a board whose colors are no longer those that it was posted with."""
    return [*_without_colors(texts), *_messages([sentences.say(sentences.SWAPPED, one=line.white.name)])]
