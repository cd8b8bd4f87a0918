"""Why each board of a round is there when it is posted: as its draft was told, or held against the rules."""

from dataclasses import replace

from tiebreaks.engine.chart.wallchart import Format

from ...models import Game, PairingDraft, Section
from ...pairing import sentences
from ...pairing.explain import Typed, explain
from ...pairing.group_reasons import group_lines
from ...pairing.request import PairingInput
from ...pairing.result import Impossible
from .basis import basis_of, before_seating
from .overtaken_reasons import Kept, boards_by_rules, posted_anew
from .reasons import Reasons, as_posted, assumed, bye_by_hand, bye_told, in_group, messages, pair_of, told


def posted(
    section: Section, number: int, row: PairingDraft | None, *, overtaken: Kept | None = None
) -> Reasons | None:
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
        by_rules = boards_by_rules(row) if row else {}
        # A board that is locked as it was proposed is the rules' own.
        locked = {frozenset((each.white, each.black)): each for each in (row.draft.locks if row else ())}
        stay = tuple([each for both, each in locked.items() if both in there and both not in by_rules])
        by_hand = bye_by_hand(request, row, row.draft) if row else None
        asked = replace(request, locks=replace(request.locks, boards=stay, bye=by_hand))
        # What they read of a game that lost its result since is nobody's choice.
        unsure = overtaken and of.reopened(row)
        as_typed = Typed(tuple(typed), row.bye if row else None)
        now = None if unsure else _held_against_the_rules(asked, as_typed)
        return posted_anew(asked, row, typed, now, overtaken) if row and overtaken else now
    made = {pair_of(each): each for each in row.reasons}
    # The director may have changed other boards of a score group, or its bye.
    by_table = request.chart.format is Format.ROUND_ROBIN
    groups = (
        () if by_table else group_lines(request, [(white, black) for _at, white, black in typed], row.bye)
    )
    found = []
    for _board, *both in typed:
        as_was = as_posted(request, both, made.get(frozenset(both)), assumed(request, both, groups))
        found.append([*as_was[:3], in_group(request, both, groups)])
    if not row.bye:
        return Reasons(found, None)
    bye = row.bye_reasons
    if bye is None or bye[0] != row.bye:
        return Reasons(found, bye_told(request, row.bye, [sentences.say(sentences.BYE_SET)], groups))
    # A draft of an older release does not say on which score it gave the bye.
    return Reasons(found, [*bye[:2], *(in_group(request, [row.bye], groups) for _group in bye[2:])])


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
            row[2] = [*messages([set_by_hand]), *texts]
    return found
