"""A round as its director pairs it: the draft, each board with both players, its reason and what is wrong.

Everything is read from the published document and the draft, without a lock: pairing 300 players takes a
tenth of a second, and nobody waits for it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property

from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.models import PostedOrder, Published

from ...models import LogEntry, PairingDraft, Seat, Section
from ...pairing import sentences
from ...pairing.draft import Draft, DraftBoard
from ...pairing.explain import Typed, explain, without_game
from ...pairing.pairing import pair
from ...pairing.request import PairingInput, SetBoard
from ...pairing.result import Impossible, PairingResult
from ...text import pairing_library
from ...text.pairing_options import PostedOptions
from ...text.results import bye_name
from ..entries.asked import asked_at, asked_said
from ..event.people import name_of
from ..results.differing import last_reading_before
from ..results.next_step import Tab, tabs
from .basis import Basis, OpenGame, basis_of, draft_of
from .discarded import comes_back, discarding_of
from .draft_boards import PairedBoard, Sitter, bye_sentences, grouped, paired_board, sitter_of
from .hands import hands_listed, set_said
from .last_step import last_step
from .met_before import with_where_met
from .outdated import NAMED, bye_not_again, changed_since, in_short, not_again, only_rests_taken, with_undone
from .problems import Problem, in_one_line, met_again, notes, problems, said
from .proposed_reasons import as_proposed
from .reasons import bye_by_hand, is_bye_of_ladder
from .repairing import Repair, of_draft, of_published
from .small_swiss import SmallSwiss, small_swiss
from .typed_boards import TypedBoard, TypedRound, house_byes, typed_beside


@dataclass(frozen=True)
class Resting:
    """A player with a bye that was asked for, in which round."""

    sitter: Sitter
    seat: int
    kind_name: str
    round: int
    # When it was asked for, in words.
    asked: str = ""


@dataclass(frozen=True)
class PairingPage:
    """The pairing page of a round."""

    number: int
    published: bool
    tabs: list[Tab]
    draft: PairingDraft | None
    # The options that are in force, posted or still to be.
    rules: PostedOptions
    boards: list[PairedBoard] = field(default_factory=list)
    # The boards that the round has beside the draft, published with it.
    beside: list[TypedBoard] = field(default_factory=list)
    bye: Sitter | None = None
    bye_sentences: list[str] = field(default_factory=list)
    # Why who was to sit out a round of a round robin does not; empty for who does.
    bye_gone: str = ""
    # Whether the director set it.
    bye_by_hand: bool = False
    # What the full-point bye does to the boards where the director set it; empty where it does nothing.
    bye_forces: str = ""
    # Whether a house player could play instead of this bye (28M1).
    bye_needless: bool = False
    unseated: list[Sitter] = field(default_factory=list)
    # House players without a board: they are in the round and rest (28M1).
    houses: list[Sitter] = field(default_factory=list)
    # Whose opponent by the table is not there, by number, with the reason (30B).
    no_game: dict[int, str] = field(default_factory=dict)
    away: list[Resting] = field(default_factory=list)
    # Who asked for a bye of a later round.
    away_later: list[Resting] = field(default_factory=list)
    open_games: list[OpenGame] = field(default_factory=list)
    # What concerns the round and no board alone: what is wrong, what to know, why nothing can be paired.
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    impossible: str = ""
    choices: tuple[str, ...] = ()
    # Whether results or players changed since the rules paired it.
    outdated: bool = False
    # Which of them, by name; empty where that is not known.
    changes: list[str] = field(default_factory=list)
    # The round that is to be published before this one can be paired; 0 for none.
    waits_for: int = 0
    # Who may be seated: everybody in the round without a board of it, house players too.
    playing: list[Sitter] = field(default_factory=list)
    # The draft as shown, without the boards that the round has already.
    shown: Draft = field(default_factory=Draft)
    # The boards that the rules made of it last, White first.
    by_rules: set[tuple[int, int]] = field(default_factory=set)
    # The number of each board of the draft, in the order of the draft.
    numbers_of_boards: list[int] = field(default_factory=list)
    # What the last step did, or Undo of one.
    step: list[str] = field(default_factory=list)
    # Reserved boards that could not be given as they are.
    moved: list[str] = field(default_factory=list)
    # The draft, the section's version and the newest slip read otherwise before it: what a poll asks with.
    stamp: str = ""
    # The order that was posted last, with the options of the pairing.
    posted: PostedOrder | None = None
    # Whether teams are paired, not players.
    of_teams: bool = False
    # Whether a round-robin table gives the boards, in its own order and not that of scores.
    by_table: bool = False
    # What to know of a small Swiss before its first round is published (29K, 29L).
    small: SmallSwiss | None = None
    # Who discarded the draft of this round last, and when, while it has no other.
    discarded: LogEntry | None = None
    # Whether that draft can be brought back.
    comes_back: bool = False
    # What is offered where somebody left, and the opponent has no board (29G).
    repair: Repair | None = None

    @property
    def changed(self) -> str:
        """The changes in one line, which may leave some to the list of all."""
        return in_short(self.changes)

    @property
    def more_changed(self) -> bool:
        return len(self.changes) > NAMED

    @property
    def reopened(self) -> bool:
        """Whether a result is missing that was not when this was paired."""
        return any(game.reopened for game in self.open_games)

    @property
    def rules_posted(self) -> bool:
        return self.posted is not None and self.posted.pairing == self.rules.written

    @property
    def missing_library(self) -> str:
        """What cannot be paired because the pairing library is not installed."""
        return pairing_library.missing()

    @property
    def gaps(self) -> bool:
        """Whether a seat is empty or its player is away: such a round cannot be published."""
        return any(problem.kind in ("empty", "away") for _board, problem in self.troubles)

    @property
    def by(self) -> str:
        """Who changed the draft last."""
        who = self.draft.changed_by if self.draft else None
        return name_of(who) if who else ""

    @property
    def boards_in_all(self) -> int:
        """How many boards are published."""
        return len(self.boards) + len(self.beside)

    @property
    def locked(self) -> int:
        """How many boards are locked."""
        return sum(board.locked for board in self.boards)

    @property
    def numbers(self) -> set[int]:
        return {each.number for each in self.playing}

    @property
    def to_be_seated(self) -> set[int]:
        """Who needs a seat or a bye; house players are free to rest, and who left needs none, nor who has no
        game for it."""
        return {
            each.number
            for each in self.playing
            if not (each.house or each.forfeits or each.number in self.no_game)
        }

    @property
    def before(self) -> Tab | None:
        """The round before, if there is one."""
        return self.tabs[self.number - 2] if self.number > 1 else None

    @property
    def troubles(self) -> list[tuple[int | None, Problem]]:
        """Everything that is wrong, with the number of its board."""
        boards: list[TypedBoard | PairedBoard] = [*self.beside, *self.boards]
        at_boards = [(board.number, problem) for board in boards for problem in board.problems]
        return [*at_boards, *((None, problem) for problem in self.problems)]

    @cached_property
    def counted(self) -> str:
        found = [problem for _board, problem in self.troubles]
        return in_one_line(found, unseated=len(self.unseated), of_teams=self.of_teams)

    @property
    def pair_again(self) -> str:
        """The button that pairs the rest again, with the numbers of those whom it seats as well."""
        return self._with_unseated("again")

    @property
    def pair_anew(self) -> str:
        """The button that pairs everything again, locked boards too, with the same numbers."""
        return self._with_unseated("anew")

    def _with_unseated(self, act: str) -> str:
        return "-".join([act, *(str(each.number) for each in self.unseated)])

    @property
    def is_as_proposed(self) -> bool:
        """Whether the rules made every board of the draft and its bye, and would make them again."""
        boards = {(board.white, board.black) for board in self.shown.boards}
        is_touched = self.outdated or self.shown.locks or self.unseated or self.bye_by_hand
        return not is_touched and boards == self.by_rules

    @property
    def pair_again_said(self) -> str:
        count = len(self.unseated)
        if not count:
            return _("Pair the rest again")
        if count == 1:
            return _("Pair again, with %(name)s") % {"name": self.unseated[0].name}
        text = _("Pair again, with %(count)d unseated players")
        if self.of_teams:
            text = _("Pair again, with %(count)d unseated teams")
        return text % {"count": count}

    @property
    def pair_anew_said(self) -> str:
        count = len(self.unseated)
        if not count:
            return _("Pair everything again")
        if count == 1:
            return _("Pair everything again, with %(name)s") % {"name": self.unseated[0].name}
        text = _("Pair everything again, with %(count)d unseated players")
        if self.of_teams:
            text = _("Pair everything again, with %(count)d unseated teams")
        return text % {"count": count}

    @property
    def two_left(self) -> list[int]:
        """The two who have no board, unless a way out seats these two and changes nothing else."""
        two = [each.number for each in self.unseated]
        ways = self.repair.ways if self.repair else []
        offered = any([{*new.numbers} for new in way.boards] == [{*two}] for way in ways)
        return two if len(two) == 2 and not offered else []

    @property
    def to_mend(self) -> bool:
        """Whether anything is wrong that the rules do not propose themselves."""
        return bool(self.unseated) or any(not problem.by_rules for _board, problem in self.troubles)

    @property
    def unsure(self) -> bool:
        """Whether something is said of the whole draft, so that "no problems" would contradict it."""
        return bool(self.outdated or self.waits_for or self.impossible)

    @property
    def wrong(self) -> int:
        return len(self.unseated) + len(self.troubles)


def stamp_of(section: Section, number: int) -> str:
    """The stamp of the page as it is now, without asking the rules."""
    published = Published.objects.only("epoch", "version").get(standings=section.standings_id)
    return _stamp(section, number, draft_of(section, number), published.stamp)


def _stamp(section: Section, number: int, row: PairingDraft | None, version: str) -> str:
    # A slip that is read otherwise has no version.
    return f"{row.revision if row else ''}.{version}.{last_reading_before(section, number)}"


def pairing_page(section: Section, number: int, row: PairingDraft | None = None) -> PairingPage:
    """Everything about a round that is being paired; ``row`` a draft that is not stored as it is shown."""
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
        rules=PostedOptions(section.pairing_options),
        posted=PostedOrder.objects.filter(standings=section.standings_id).order_by("pk").last(),
    )
    if not of.published:
        page = replace(page, small=small_swiss(section, request))
    if of.published:
        page = replace(page, repair=of_published(of, section, row))
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
            reserved=numbers[at] in _wanted(of, board),
            # Set as the rules made it, it is theirs.
            hand="" if (board.white, board.black) in proposed.there else set_said(board.set_by, called),
            locked_by=board.locked_by.who if board.locked_by else "",
            hands=hands_listed(board),
        )
        for at, board in enumerate(draft.boards)
    ]
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
        repair=page.repair if of.published else of_draft(of, section, row, draft),
    )


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
