"""A round that is being paired: proposed by the rules, changed by directors, published as boards.

The rules are asked before anything is locked (:func:`propose`). What they said is kept only while the results
and the players are those that they saw.
"""

import secrets
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Kind

from ..changes import lock_sections, refuse_archived, section_change, unseen_change
from ..errors import Conflict, Refused, Trouble, Unpairable
from ..models import LogEntry, PairingDraft, Round, Seat, Section, Verb
from ..models.pairings import written
from ..pairing import options
from ..pairing.boards import place
from ..pairing.draft import (
    Draft,
    DraftBoard,
    give_bye,
    in_order,
    keeping_numbers,
    listed,
    proposed,
    put_in_order,
    without,
)
from ..pairing.hands import signed
from ..pairing.pairing import pair
from ..pairing.reading import build_field
from ..pairing.request import SetBoard, UnreadyError, check
from ..pairing.result import Impossible
from ..selectors.event.people import name_of
from ..selectors.history.later import in_the_way
from ..selectors.pairing import repairing, ways
from ..selectors.pairing.basis import Basis, basis, basis_of, draft_of, draft_waits
from ..selectors.pairing.discarded import comes_back, last_discarded
from ..selectors.pairing.lines import (
    NumberedLine,
    Pairing,
    Seating,
    TypedSide,
    checked,
    only_across,
    parse,
    read_lines,
    refused_in_draft,
    taken,
)
from ..selectors.pairing.listed_boards import board_of, fitting
from ..selectors.pairing.outdated import why_kept
from ..selectors.pairing.overlaid_reasons import bye_overlaid, overlaid, same_boards
from ..selectors.pairing.overtaken_reasons import told_anew
from ..selectors.pairing.reasons import Reasons, bye_by_hand, paired_on, told, told_at
from ..text import wording
from ..text.log import Summary
from . import pairings
from .pairings import byes_left, say_paired, seat_lines, the_round
from .publishing import publish_round
from .undoing import undo_entry

# How many steps can be undone.
STEPS = 30


@dataclass(frozen=True)
class Proposal:
    """What the rules made of a round, at one state of its section."""

    draft: Draft
    stamp: str
    # What the rules read, as a digest: only where that changes is the draft out of date.
    read: str
    lot: str
    lots: list[int] | None
    assumed: list[tuple[int, int, str]]
    reasons: Reasons


def propose(
    section: Section,
    number: int,
    *,
    keeping: Draft | None = None,
    choices: Mapping[frozenset[int], str] | None = None,
    lot: str = "",
    rematches: bool = False,
) -> Proposal:
    """Pair a round by the rules, around the locked boards of the draft that is kept and the full-point bye
    that the director set there. Locks no rows.

    ``choices`` are what missing results of earlier rounds count as, by their two players; ``lot`` is the
    color of board 1, if somebody drew it already; ``rematches`` allows as few as possible in this round,
    whatever the options say. Raises :class:`.Unpairable` when the rules have no pairing, with what the
    director may do.
    """
    row = draft_of(section, number)
    lot = row.lot if row else lot_of(section, lot)
    lots = _color_lots(section, number) if row is None or row.lots is None else row.lots
    choices = choices if choices else row.choices if row else {}
    of = basis(section, number, lot=lot, choices=choices, lots=lots or ())
    if of.published:
        raise published_already(number)
    if of.waits_for:
        raise _waits(of)
    kept = keeping or Draft()
    by_hand = bye_by_hand(of.request, row, kept)
    chosen = replace(of.request.options, rematch_when_impossible="ask") if rematches else of.request.options
    locks = replace(of.request.locks, boards=kept.locks, bye=by_hand)
    request = replace(of.request, options=chosen, locks=locks)
    made = pair(request)
    if isinstance(made, Impossible):
        raise Unpairable(wording.message(made.reason), made.choices)
    assumed = [(*game.numbers, game.choice) for game in of.open_games]
    if row is not None and of.overtook(row):
        reasons = told_anew(request, row, made, why_kept(section, row))
    else:
        reasons = told(of.request, made)
    draft = keeping_numbers(proposed(made, kept, of.seated), kept, of.reserved)
    return Proposal(draft, of.stamp, of.read, lot, lots, assumed, reasons)


def lot_of(section: Section, drawn: str = "") -> str:
    """The lot for board 1 of round one: one for all sections of an event (29E2)."""
    earlier = PairingDraft.objects.filter(section__event=section.event_id).order_by("pk")
    if lot := earlier.values_list("lot", flat=True).first():
        return lot
    gone = last_discarded(section.event.sections.all())
    return gone.lot if gone else drawn or secrets.choice("wb")


def _color_lots(section: Section, number: int) -> list[int] | None:
    """Who wins the color that two want in the last round, where the options draw lots for it (29E4c)."""
    if number != section.rounds or options.read(section.pairing_options).rule5 != "lot_last_round":
        return None
    gone = last_discarded([section], number)
    if gone is not None and gone.lots is not None:
        drawn: list[int] = gone.lots
        return drawn
    numbers = section.players.order_by("number").values_list("number", flat=True)
    return [each for each in numbers if secrets.choice((True, False))]


def keep(section: Section, number: int, proposal: Proposal, *, by: User) -> None:
    """Make a proposal the draft of its round. :class:`Conflict`: results or players changed since."""
    with transaction.atomic():
        row = _under_lock(section, number) or PairingDraft(section=section, round=number)
        now = Section.objects.select_related("standings").get(pk=section.pk)
        if now.stamp != proposal.stamp:
            raise Conflict(_("A result or a player changed while the round was paired. Pair it again."))
        row.lot, row.lots, row.assumed = proposal.lot, proposal.lots, proposal.assumed
        replaced = [row.reasons, row.bye_reasons, row.paired_at]
        # The ladder leaves what the rules read as it was.
        moment = paired_on(row) if row.paired_at == proposal.read else timezone.now()
        boards, bye = proposal.reasons
        if row.paired_at and row.paired_at != proposal.read:
            row.reasons, row.bye_reasons = boards, bye
        # Around boards that were locked as proposed the rules say the same in fewer players.
        else:
            row.bye_reasons = bye_overlaid(row.bye_reasons, bye)
            if not same_boards(row.reasons, boards):
                row.reasons = overlaid(row.reasons, boards)
        row.reasons = told_at(moment, row.reasons)
        row.paired_at = proposal.read
        draft = signed(row.draft, proposal.draft, *_hand(by), by_rules=True)
        _store(row, draft, by, replaced)


def by_ladder(section: Section, number: int, draft: Draft) -> Proposal:
    """The draft after the ladder (29G1), for one player without an opponent. Locks no rows."""
    row = draft_of(section, number)
    if row is None:
        raise _not_paired()
    of = basis_of(section, number, row)
    found = repairing.of_draft(of, section, row, draft)
    way = found.way(ways.LADDER) if found else None
    if way is None:
        raise Refused(_("There is no ladder for this draft. Pair the rest again."))
    # What the rules read is as it was when they paired the round: the draft stays out of date.
    reasons = told(of.request, way.made)
    made = keeping_numbers(proposed(way.made, draft), draft, of.reserved)
    return Proposal(made, of.stamp, row.paired_at, row.lot, row.lots, row.assumed, reasons)


def edit(
    section: Section,
    number: int,
    draft: Draft,
    *,
    by: User,
    keeping: Draft | None = None,
    order: Sequence[int] = (),
    together: Collection[int] = (),
) -> None:
    """Store what a director made of the draft; ``order`` is where each board stood, if some were moved, and
    ``together`` are two who were seated with the colors of the rules. Raises :class:`Refused` for a board
    that is locked, and still is in what is ``keeping``, if it is not as it was."""
    with transaction.atomic():
        row = _found(section, number)
        _check_locks(section, row, keeping or draft, draft)
        # What was done to a board is told of it, and not of the number that it has now.
        is_moved = len(order) == len(row.draft.boards)
        before = in_order(row.draft, order) if is_moved else row.draft
        _store(row, signed(before, draft, *_hand(by), together=together), by)


def _check_locks(section: Section, row: PairingDraft, keeping: Draft, draft: Draft) -> None:
    """A lock is a director's decision: who changes the board takes it off first."""
    for at, board in enumerate(row.draft.boards):
        if board.locked and board in keeping.boards and board not in draft.boards:
            of = basis_of(section, row.round, row)
            told = _("Board %(board)d is locked. Unlock it first. Nothing was saved.")
            if of.request.of_teams:
                told = _("Match %(board)d is locked. Unlock it first. Nothing was saved.")
            raise Refused(told % {"board": of.numbers(row.draft)[at]})


def _hand(by: User) -> tuple[str, str]:
    """Who does something now, as boards tell it: no key, so that it comes back with a backup."""
    return name_of(by), timezone.now().isoformat(timespec="seconds")


def seat_list(section: Section, number: int, draft: Draft, text: str, *, by: User) -> list[str]:
    """Take the boards and byes of a typed or pasted list into the draft, each board at its number.

    Returns what was left out, and what is past the posted limits of byes. Raises :class:`Refused` with
    everything that is wrong.
    """
    of = basis_of(section, number, draft_of(section, number))
    read = taken(fitting(of, draft, read_lines(section, number, parse(text))))
    seatings = read.seatings
    if refused := refused_in_draft(number, seatings):
        raise Refused(f"{refused} {_('Nothing was saved.')}")
    boards = [each for each in seatings if each.bye is None]
    byes = [(each.sitters[0].player.number, each.bye) for each in seatings if each.bye]
    draft = _with_list(of, section, draft, boards)
    for player, kind in byes:
        draft = give_bye(draft, player) if kind is Kind.FULL_BYE else without(draft, frozenset([player]))
    edit(section, number, draft, by=by)
    said = read.left_out(of_draft=True)
    for player, kind in byes:
        if kind is not Kind.FULL_BYE:
            said += pairings.give_bye(section, number, [player], kind, by=by)
    return said


def seat_typed(section: Section, number: int, text: str, *, by: User) -> list[str]:
    """Put on the draft what is typed on the page of its round."""
    row = draft_of(section, number)
    if row is None:
        raise _not_paired()
    return seat_list(section, number, basis_of(section, number, row).draft(row), text, by=by)


def takes(section: Section, number: int, text: str) -> bool:
    """Whether a draft of the round waits that takes what is typed for it: all but games across rounds or
    sections. Raises :class:`Refused` with everything that is wrong."""
    if not draft_waits(section, number):
        return False
    return not only_across(number, checked(section, number, parse(text)).seatings)


def _with_list(of: Basis, section: Section, draft: Draft, seatings: Sequence[Seating]) -> Draft:
    """The draft with these boards, on the tables that the list says where each of its lines has one; else in
    the order of scores (PAIRING §4.8), which a table of a round robin has not."""
    if len({each.board for each in seatings} - {0}) < len(seatings):
        made = listed(draft, [board_of(each) for each in seatings])
        by_table = section.format == Section.Formats.ROUND_ROBIN
        return made if by_table else put_in_order(made, draft, _place(of, made))
    tables = of.numbers(draft)
    # A board that the list adds comes after those that are there.
    ordered = sorted(seatings, key=lambda each: (each.board not in tables, each.board))
    places = [tables.index(each.board) if each.board in tables else len(tables) for each in ordered]
    return listed(draft, [board_of(each) for each in ordered], places)


def _place(of: Basis, draft: Draft) -> Callable[[DraftBoard], tuple[int, ...]]:
    """Where each board of a draft stands by its scores; one with an empty seat after those of its player."""
    known = of.request.chart.by_number
    field = build_field(of.request, [known[number] for number in sorted(draft.seated)], {})

    def by_scores(board: DraftBoard) -> tuple[int, ...]:
        at = [field.position[number] for number in (board.white, board.black) if number]
        return place(field, *at) if len(at) == 2 else (-field.score[at[0]], 1)

    return by_scores


def together(
    section: Section, number: int, draft: Draft, one: int, other: int
) -> tuple[Draft, frozenset[int]]:
    """The draft with two seated together in the colors that the rules give them (29E4), in the order named
    where these have none; and the two, if the rules gave them. Locks no rows."""
    of = basis_of(section, number, draft_of(section, number))
    others = [SetBoard(each.white, each.black) for each in draft.boards if each.full and not of.away(each)]
    rests = draft.bye if draft.bye and not of.cannot_rest(draft.bye) else None
    locks = replace(of.request.locks, boards=(*others, SetBoard(one, other, colored=False)), bye=rests)
    made = pair(replace(of.request, locks=locks))
    boards = [] if isinstance(made, Impossible) else made.boards
    found = [DraftBoard(board.white, board.black) for board in boards if board.players == {one, other}]
    return listed(draft, found or [DraftBoard(one, other)]), frozenset({one, other} if found else ())


def rest(section: Section, number: int, draft: Draft, player: int, kind: Kind, *, by: User) -> list[str]:
    """Take a player out of the round, with a half-point or zero-point bye. Returns what :func:`give_bye
    <.pairings.give_bye>` does."""
    edit(section, number, without(draft, frozenset([player])), keeping=draft, by=by)
    return pairings.give_bye(section, number, [player], kind, by=by)


def undo(section: Section, number: int, *, by: User) -> None:
    """Take back the last step of the draft, with the byes by which players left their seats."""
    with transaction.atomic():
        row = _found(section, number)
        previous = row.previous
        if previous is None:
            raise Refused(_("There is nothing to undo in this draft."))
        back = previous.seated - row.draft.seated
        _boards, _bye, *reasons = row.before[-1]
        if reasons:
            row.reasons, row.bye_reasons, *read = reasons
            # Of a step from an older release this is not known.
            row.paired_at = read[0] if read else row.paired_at
        row.before, row.undone = row.before[:-1], written(row.draft)
        _store(row, previous, by, step=False)
        given = Seat.objects.select_related("round", "player").filter(
            round__section=section, round__number=number, game=None, slot=1, player__number__in=back
        )
        for bye in given:
            _take_back(section, bye, by)


def discard(section: Section, number: int, *, by: User) -> None:
    """Remove the draft, with its boards, locks and full-point bye. Byes that were asked for stay; so do the
    lots, which are drawn once (29E2)."""
    with transaction.atomic():
        row = _found(section, number)
        with unseen_change(section, by=by, verb=Verb.PAIR) as change:
            change.delete(row)
            change.say(Summary.DRAFT_DISCARDED, round=number)


def bring_back(section: Section, number: int, *, by: User) -> None:
    """Bring back the draft that was discarded last, with what was done by hand and the steps to undo."""
    with transaction.atomic():
        if _under_lock(section, number) is not None:
            raise Conflict(_("This round has a draft again. Nothing was brought back."))
        row = comes_back(section, number)
        if row is None:
            message = _("The discarded draft does not fit the roster any more. Pair the round again.")
            raise Refused(message)
        row.pk = None
        _store(row, row.draft, by)


def _take_back(section: Section, bye: Seat, by: User) -> None:
    """Undo what gave a bye, so that the round's own Undo does not offer to bring it back."""
    entries = LogEntry.objects.filter(standings=section.standings_id, verb=Verb.BYE, undone_by=None)
    for entry in entries.order_by("-pk"):
        given = [row for row in entry.changes if row.table == "seat" and row.before is None]
        if any(row.pk == bye.pk for row in given):
            alone = {(row.after or {})["player_id"] for row in given} == {bye.player_id}
            if alone and not in_the_way(entry):
                undo_entry(section.pk, by=by, entry_id=entry.pk)
                return
            break
    pairings.remove_bye(bye, by=by)


def publish(section: Section, number: int, *, by: User) -> None:
    """Publish the draft: its boards, the full-point bye, and a zero-point bye for each unseated player or
    who sits out a round of a round robin.

    One change. The draft stays, so that undoing the publication leads back to it.
    """
    with section_change(section.pk, by=by, verb=Verb.PAIR) as change:
        row = draft_of(section, number)
        of = basis_of(change.section, number, row)
        draft = of.draft(row)
        if of.published:
            raise published_already(number)
        if not draft.boards:
            raise Refused(_("Round %(round)d has no draft to publish. Pair it first.") % {"round": number})
        _check_waits_for_none(of)
        _check_full(draft, of)
        pairs = [Pairing([TypedSide(board.white), TypedSide(board.black)]) for board in draft.boards]
        if draft.bye and not of.cannot_rest(draft.bye):
            # All sit out once, so nobody has a point for it (30A).
            sits_out = (
                Kind.UNPAIRED if change.section.format == Section.Formats.ROUND_ROBIN else Kind.FULL_BYE
            )
            pairs.append(Pairing([TypedSide(draft.bye)], sits_out))
        pairs += byes_left(of, draft)
        lines: list[NumberedLine] = list(enumerate(pairs, 1))
        seated = seat_lines(change, number, lines, by=by)
        round = the_round(change, number)
        seated.byes.extend(publish_round(change, round, by=by, overtaken=of.overtook(row)))
        say_paired(change, number, seated, published=True)


def published_already(number: int) -> Refused:
    return Refused(_("Round %(round)d is published already. Add boards on its page.") % {"round": number})


def _waits(of: Basis) -> Refused:
    return Refused(_("Round %(round)d is not published yet. Publish it first.") % {"round": of.waits_for})


def _check_waits_for_none(of: Basis) -> None:
    """A round before may have been taken back, or lost a result, since this one was paired."""
    if of.waits_for:
        raise _waits(of)
    try:
        check(of.request)
    except UnreadyError as error:
        raise Refused(wording.message(str(error))) from error


def _check_full(draft: Draft, of: Basis) -> None:
    gaps = []
    for number, board in sorted(zip(of.numbers(draft), draft.boards, strict=True), key=itemgetter(0)):
        where = _("match %(board)d") if of.request.of_teams else _("board %(board)d")
        where %= {"board": number}
        if not board.full:
            if of.request.of_teams:
                expected = _("two teams. Seat a team, or remove the match")
            else:
                expected = _("two players. Seat somebody, or remove the board")
            gaps.append(Trouble(where, str(board.white or board.black or ""), expected))
        if of.request.of_teams:
            expected = _("a team of this round. Seat another one, or remove the match")
        else:
            expected = _("a player of this round. Seat somebody else, or remove the board")
        gaps += [Trouble(where, of.request.name(away), expected) for away in of.away(board)]
    if of.needs_other_bye(draft.bye):
        if of.request.of_teams:
            expected = _("a team of this round. Choose another one, or nobody")
        else:
            expected = _("a player of this round. Choose somebody else, or nobody")
        gaps.append(Trouble(_("full-point bye"), of.request.name(draft.bye), expected))
    if gaps:
        raise Refused(_("Nothing was published."), gaps)


def _under_lock(section: Section, number: int) -> PairingDraft | None:
    """The row of the draft, which nobody else changes meanwhile: the section is what they wait for."""
    if (locked := lock_sections([section.pk]).get(section.pk)) is None:
        raise Conflict(_("Somebody removed or replaced this section. Nothing was saved."))
    refuse_archived(locked)
    if Round.objects.filter(section=locked, number=number, published_at__isnull=False).exists():
        raise published_already(number)
    return draft_of(section, number)


def _found(section: Section, number: int) -> PairingDraft:
    if (row := _under_lock(section, number)) is None:
        raise _not_paired()
    return row


def _not_paired() -> Conflict:
    return Conflict(_("This round is not paired yet, or someone removed it. Reload the page."))


def _store(
    row: PairingDraft, draft: Draft, by: User, replaced: Iterable[Any] = (), *, step: bool = True
) -> None:
    """Save the row with this draft; ``replaced`` is what another proposal takes the place of."""
    if row.pk is not None and step:
        if row.draft == draft:
            # The rules say the same of other results. The step before is no answer to this one.
            row.undone = written(draft)
            fields = ["lot", "lots", "assumed", "paired_at", "reasons", "bye_reasons", "undone"]
            row.save(update_fields=fields)
            return
        row.before, row.undone = [*row.before, [*written(row.draft), *replaced]][-STEPS:], None
    row.boards, row.bye = written(draft)
    row.revision += 1
    row.changed_at, row.changed_by = timezone.now(), by
    row.save()
