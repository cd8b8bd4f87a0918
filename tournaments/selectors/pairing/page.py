"""How the page of a round that is being paired is put together: the draft, each board with both players, its
reason and what is wrong.

Everything is read from the published document and the draft, without a lock: pairing 300 players takes a
tenth of a second, and nobody waits for it.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cache

from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.engine.ranking.membership import name_key
from tiebreaks.models import PostedOrder, Published

from ...models import PairingDraft, Seat, Section
from ...pairing import sentences
from ...pairing.draft import Draft, DraftBoard
from ...pairing.explain import Typed, explain, without_game
from ...pairing.pairing import pair
from ...pairing.request import PairingInput, SetBoard
from ...pairing.result import Impossible, PairingResult
from ...text.pairing_options import PostedOptions
from ...text.results import bye_name
from ..entries.asked import asked_at, asked_said
from ..results.differing import last_reading_before
from ..results.next_step import tabs
from .basis import Basis, basis_of, draft_of
from .discarded import comes_back, discarding_of
from .draft_boards import PairedBoard, Sitter, bye_sentences, grouped, paired_board, sitter_of
from .hands import hands_listed, set_said
from .last_step import last_step
from .met_before import with_where_met
from .outdated import (
    bye_not_again,
    changed_since,
    makes_the_same,
    not_again,
    only_numbers,
    only_rests_taken,
    with_undone,
)
from .page_record import PairingPage, Resting
from .problems import Problem, met_again, notes, problems, said
from .proposed_reasons import as_proposed
from .reasons import bye_by_hand, is_bye_of_ladder
from .repairing import of_draft, of_published
from .small_swiss import small_swiss
from .typed_boards import TypedRound, house_byes, typed_beside


def stamp_of(section: Section, number: int) -> str:
    """The stamp of the page as it is now, without asking the rules."""
    published = Published.objects.only("epoch", "version").get(standings=section.standings_id)
    return _stamp(section, number, draft_of(section, number), published.stamp)


def _stamp(section: Section, number: int, row: PairingDraft | None, version: str) -> str:
    # A slip that is read otherwise has no version.
    return f"{row.revision if row else ''}.{version}.{last_reading_before(section, number)}"


def pairing_page(
    section: Section,
    number: int,
    row: PairingDraft | None = None,
    *,
    waiting: Collection[int] | None = None,
) -> PairingPage:
    """Everything about a round that is being paired; ``row`` a draft that is not stored as it is shown,
    ``waiting`` the boards of a published one that are marked as not begun, see :func:`.of_published`."""
    is_stored = row is None
    row = row or draft_of(section, number)
    of = basis_of(section, number, row)
    request, chart = of.request, of.request.chart
    sitters = sitters_of(of)
    called = {number: each.name for number, each in sitters.items()}
    away = _away(section, number, sitters)
    page = PairingPage(
        number=number,
        published=of.published,
        tabs=tabs([section], drafts=True)[section.pk],
        draft=row,
        open_games=with_undone(of, section, row) if row else of.open_games,
        away=[each for each in away if each.round == number],
        away_later=[each for each in away if each.round > number],
        playing=[
            replace(sitters[card.number], forfeits=request.forfeits(card))
            for card in chart.cards
            if card.number in sitters and request.may_sit(card) and card.number not in of.seated
        ],
        stamp=_stamp(section, number, row, of.stamp),
        waits_for=of.waits_for,
        of_teams=bool(section.boards),
        by_table=section.format == Section.Formats.ROUND_ROBIN,
        rules=PostedOptions(section.pairing_options, of_teams=bool(section.boards)),
        posted=PostedOrder.objects.filter(standings=section.standings_id).order_by("pk").last(),
    )
    if not of.published:
        page = replace(page, small=small_swiss(section, request))
    if of.published:
        page = replace(page, repair=of_published(of, section, row, waiting))
    draft = of.draft(row)
    typed_here = TypedRound([], []) if of.published else typed_beside(section, of, draft)
    page = replace(page, beside=typed_here.boards)
    if row is None:
        discarded = None if of.published else discarding_of(section, number)
        return replace(
            page,
            discarded=discarded,
            comes_back=discarded is not None and comes_back(section, number) is not None,
        )
    typed = Typed(
        (
            *((at, b.white, b.black) for at, b in enumerate(draft.boards) if b.full),
            *((-1, white, black) for white, black in of.there),
        ),
        draft.bye,
    )
    numbers = of.numbers(draft)
    outdated = of.overtook(row)
    changes = changed_since(section, of, row) if outdated and not of.published else []
    if makes_the_same(request, draft, changes):
        outdated, changes = False, []
    kept = not_again(changes) if outdated else None
    proposed = as_proposed(request, row, draft, numbers, overtaken=kept)

    @cache
    def explained(locks: tuple[SetBoard, ...]) -> PairingResult | Impossible:
        return explain(replace(request, locks=replace(request.locks, boards=locks)), typed)

    made = explained(draft.locks)
    # A locked board is held against the rules alone: its lock is no excuse.
    there = proposed.there if outdated else ()
    wrong = problems(made, explained(()), draft, there, by_table=page.by_table)
    found = with_where_met(section, request, draft, sitters, wrong)
    schools = _schools_that_meet(section, request)
    # Nor is its lock a reason, where it was proposed as it stands.
    by_hand = tuple([lock for lock in draft.locks if (lock.white, lock.black) not in proposed.there])
    boards = [
        replace(
            paired_board(
                *(at, numbers, request, board),
                explained(by_hand if board.locked or outdated else draft.locks),
                *(sitters, found.get(at, []), proposed.boards.get(at, ())),
                moved_up=at in proposed.moved_up,
                overtaken=None if at in proposed.swapped else kept,
            ),
            same_school=any({board.white, board.black} <= mates for mates in schools),
            reserved=numbers[at] in _wanted(of, board),
            # Set as the rules made it, it is theirs.
            hand="" if (board.white, board.black) in proposed.there else set_said(board.set_by, called),
            locked_by=board.locked_by.who if board.locked_by else "",
            hands=hands_listed(board),
        )
        for at, board in enumerate(draft.boards)
    ]
    if number == 1 and not of.published:
        page = replace(page, schools_that_meet=len(schools))
    bye = sitters.get(draft.bye)
    bye_gone = _gone(request, bye) if bye and page.by_table else ""
    by_hand_bye = bye_by_hand(request, row, draft)
    no_game = without_game(made)
    houses = [each for each in page.playing if each.house and each.number not in draft.seated]
    is_needless = bool(bye and houses) and _plays_without_bye(request, draft)
    return replace(
        page,
        shown=draft,
        boards=grouped(sorted(boards, key=lambda board: board.number), made, by_table=page.by_table),
        by_rules=proposed.there,
        numbers_of_boards=numbers,
        step=last_step(of, row, called) if is_stored else [],
        moved=[told for board in boards if (told := _moved(of, board))],
        bye=bye,
        bye_gone=bye_gone,
        bye_by_hand=by_hand_bye is not None,
        bye_sentences=([bye_gone] if bye_gone else [])
        or ((page.by_table or not outdated or is_bye_of_ladder(row)) and proposed.bye)
        or bye_sentences(
            made,
            draft.bye,
            kept=bye_not_again(changes) if outdated and not (by_hand_bye or page.by_table) else "",
        ),
        bye_forces=_forced_by_bye(request, typed, draft, by_hand_bye) if by_hand_bye else "",
        unseated=[sitters[number] for number in of.unseated(draft) if number not in no_game],
        no_game={number: said(told) for number, told in no_game.items()},
        houses=houses,
        bye_needless=is_needless,
        problems=[
            *found.get(None, []),
            *typed_here.problems,
            *_of_bye(of, bye),
            *([_needless(bye, by_hand_bye is not None, page.of_teams)] if bye and is_needless else []),
        ],
        notes=notes(made),
        impossible=said(made.reason) if isinstance(made, Impossible) else met_again(made),
        choices=made.choices,
        outdated=outdated and not only_rests_taken(of, row),
        changes=changes,
        only_numbers=only_numbers(section, of, row, changes),
        repair=page.repair if of.published else of_draft(of, section, row, draft),
    )


def _schools_that_meet(section: Section, request: PairingInput) -> list[set[int]]:
    """The players of each school that has several here, where no option keeps these apart (28N)."""
    if section.boards or section.format != Section.Formats.SWISS or request.options.teams != "off":
        return []
    of_school: dict[str, set[int]] = {}
    for card in request.chart.cards:
        if card.team and not (card.visitor or card.house or request.gone(card)):
            of_school.setdefault(name_key(card.team), set()).add(card.number)
    return [mates for mates in of_school.values() if len(mates) > 1]


def _forced_by_bye(request: PairingInput, typed: Typed, draft: Draft, bye: int) -> str:
    """Who meet a second time because the director set the full-point bye, or why nothing can be paired."""
    set_here = replace(request.locks, boards=draft.locks, bye=bye)
    made = explain(replace(request, locks=set_here), typed)
    if not any(getattr(choice, "id", "") == sentences.RELEASE_BYE for choice in made.choices):
        return ""
    return said(made.reason) if isinstance(made, Impossible) else met_again(made)


def _plays_without_bye(request: PairingInput, draft: Draft) -> bool:
    """Whether a house player makes the number even, where the bye is released (28M1)."""
    made = pair(replace(request, locks=replace(request.locks, boards=draft.locks)))
    return isinstance(made, PairingResult) and made.bye is None


def _needless(bye: Sitter, by_hand: bool, of_teams: bool) -> Problem:
    here = _("A house player is here: no bye is needed (28M1).")
    if of_teams:
        here = _("A house team is here: no bye is needed (28M1).")
    stays = _("%(name)s has it until the rest is paired again.")
    if by_hand:
        stays = _("The bye of %(name)s stays: it was set by hand.")
    return Problem("surplus", f"{here} {stays % {'name': bye.name}}")


def _of_bye(of: Basis, bye: Sitter | None) -> list[Problem]:
    """What is wrong with who has the full-point bye: somebody who left since, or a house player."""
    if bye is None or not of.needs_other_bye(bye.number):
        return [*house_byes(of.request, [bye.number])] if bye else []
    told = _("%(name)s has the full-point bye but is not in this round.")
    return [Problem("away", told % {"name": bye.name})]


def _gone(request: PairingInput, resting: Sitter) -> str:
    """Why who was to sit out does not: with no game, they have left or have a point for it; else empty."""
    card = request.chart.by_number[resting.number]
    if request.gone(card):
        return _("%(name)s, who was to sit out, has withdrawn.") % {"name": card.name}
    away = request.away(card)
    if away and away.kind is not Kind.UNPAIRED:
        values = {"name": card.name, "bye": bye_name(away.kind)}
        return _("%(name)s, who was to sit out, has a %(bye)s.") % values
    return ""


def sitters_of(of: Basis) -> dict[int, Sitter]:
    """The players of the section by their numbers, those of other sections aside."""
    chart, number = of.request.chart, of.request.round
    return {
        card.number: replace(sitter_of(chart, card, number), assigned=card.number in of.assigned)
        for card in chart.cards
        if not card.visitor
    }


def _wanted(of: Basis, board: DraftBoard) -> list[int]:
    """The reserved boards of those who sit here, the one that counts first."""
    return sorted(of.reserved[number] for number in (board.white, board.black) if number in of.reserved)


def _moved(of: Basis, board: PairedBoard) -> str:
    """What to know of a reserved board that somebody does not get; empty for all others."""
    having = [each for each in (board.white, board.black) if each.number in of.reserved]
    names: dict[str, object] = {"board": board.number, "names": "; ".join(each.name for each in having)}
    if not having or all(of.reserved[each.number] == board.number for each in having):
        return ""
    if board.reserved:
        return (
            _("%(names)s meet and both have a reserved board: they play on the lower one, %(board)d.") % names
        )
    names["wanted"] = min(of.reserved[each.number] for each in having)
    return _("Board %(wanted)d is taken, so %(names)s plays on board %(board)d.") % names


def _away(section: Section, number: int, sitters: Mapping[int, Sitter]) -> list[Resting]:
    """Who asked for a bye of this round or a later one."""
    seats = Seat.objects.filter(round__section=section, round__number__gte=number, game__isnull=True, slot=1)
    rows = seats.order_by("round__number", "player__number")
    found = [
        (pk, player, Kind.of(kind), round)
        for pk, player, kind, round in rows.values_list("pk", "player__number", "kind", "round__number")
        if player in sitters
    ]
    asked = asked_at(section, [pk for pk, *_player, round in found if round == number])
    return [
        Resting(sitters[player], pk, bye_name(kind), round, asked_said(kind, asked.get(pk)))
        for pk, player, kind, round in found
    ]
