"""A round as its director pairs it: the draft, each board with both players, its reason and what is wrong.

Everything is read from the published document and the draft, without a lock: pairing 300 players takes a
tenth of a second, and nobody waits for it.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from django.utils.translation import gettext as _

from tiebreaks.engine import points
from tiebreaks.engine.chart.wallchart import Card, Kind, Wallchart
from tiebreaks.models import PostedOrder

from ..models import PairingDraft, Seat, Section
from ..pairing.colors import due
from ..pairing.draft import NOBODY, Draft, DraftBoard, without
from ..pairing.explain import Typed, at_its_table, explain
from ..pairing.reading import entrant
from ..pairing.request import PairingInput
from ..pairing.result import Board, Impossible, PairingResult
from ..pairing.small_swiss import could_be_round_robin, offered
from ..text import pairing_library, wording
from ..text.pairing_options import PostedOptions
from ..text.results import bye_name
from .desk import Tab, tabs
from .pairing_basis import Basis, OpenGame, basis_of, draft_of
from .pairing_problems import KINDS, Problem, counted, notes, problems, said
from .people import name_of
from .reasons import moved_up
from .repairing import Repair, of_draft, of_published


@dataclass(frozen=True)
class Sitter:
    """A player at a board: what a director weighs."""

    number: int = NOBODY
    name: str = ""
    rating: int | None = None
    team: str = ""
    points: str = ""
    score_q: int = 0
    colors: str = ""
    due: str = ""
    misses: bool = False
    house: bool = False

    @property
    def history(self) -> list[str]:
        """White, Black or nothing for each earlier game."""
        return ["" if sign == "-" else sign.upper() for sign in self.colors]

    @property
    def strongly(self) -> bool:
        """Whether the colors so far are two apart."""
        return abs(self.colors.count("w") - self.colors.count("b")) > 1


@dataclass(frozen=True)
class PairedBoard:
    """A board of the draft. ``at`` counts from 0, ``number`` is what stands on the table."""

    at: int
    number: int
    white: Sitter
    black: Sitter
    locked: bool = False
    sentences: list[str] = field(default_factory=list)
    natural: str = ""
    problems: list[Problem] = field(default_factory=list)
    # A board that one of the two has reserved.
    reserved: bool = False
    # The line of the score group that begins with this board.
    group: str = ""
    group_line: str = ""

    @property
    def full(self) -> bool:
        return bool(self.white.number and self.black.number)

    @property
    def score_q(self) -> int:
        """The score of the group that the board belongs to."""
        return max(self.white.score_q, self.black.score_q)


@dataclass(frozen=True)
class Resting:
    """A player with a bye that was asked for, in which round."""

    sitter: Sitter
    seat: int
    kind_name: str
    round: int


@dataclass(frozen=True)
class PairingPage:
    """The pairing page of a round."""

    number: int
    published: bool
    tabs: list[Tab]
    draft: PairingDraft | None
    boards: list[PairedBoard] = field(default_factory=list)
    seated_before: int = 0
    bye: Sitter | None = None
    bye_sentences: list[str] = field(default_factory=list)
    unseated: list[Sitter] = field(default_factory=list)
    away: list[Resting] = field(default_factory=list)
    # Who asked for a bye of a later round.
    away_later: list[Resting] = field(default_factory=list)
    open_games: list[OpenGame] = field(default_factory=list)
    # What concerns the round and no board alone: what is wrong, what to know, why nothing can be paired.
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    impossible: str = ""
    choices: list[str] = field(default_factory=list)
    # Whether results or players changed since the rules paired it.
    outdated: bool = False
    # The round that is to be published before this one can be paired; 0 for none.
    waits_for: int = 0
    # Who may be seated: everybody in the round without a board of it, house players too.
    playing: list[Sitter] = field(default_factory=list)
    # The draft as shown, without the boards that the round has already.
    shown: Draft = field(default_factory=Draft)
    # The number of each board of the draft, in the order of the draft.
    numbers_of_boards: list[int] = field(default_factory=list)
    # Reserved boards that could not be given as they are.
    moved: list[str] = field(default_factory=list)
    # The draft and the section's version: what a poll asks with.
    stamp: str = ""
    # By what options rounds are paired, as they were posted last.
    posted: PostedOrder | None = None
    # Whether teams are paired, not players.
    of_teams: bool = False
    # Whether a round-robin table gives the boards, in its own order and not that of scores.
    by_table: bool = False
    # Whether everybody can meet everybody in the rounds of this Swiss, before its first one (29K).
    could_be_round_robin: bool = False
    # Whether a table is safer for so many rounds (29L), and the options do not ask for it yet.
    could_use_table: bool = False
    # What is offered where somebody left, and the opponent has no board (29G).
    repair: Repair | None = None

    @property
    def rules(self) -> PostedOptions | None:
        return PostedOptions(self.posted.pairing) if self.posted else None

    @property
    def missing_library(self) -> str:
        """What cannot be paired because the pairing library is not installed."""
        return pairing_library.missing()

    @property
    def names(self) -> dict[int, str]:
        """Each number's name and score, for what is typed: ``Theo Marlow (2)``."""
        return {each.number: f"{each.name} ({each.points})" for each in self.playing}

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
    def numbers(self) -> set[int]:
        return {each.number for each in self.playing}

    @property
    def before(self) -> Tab | None:
        """The round before, if there is one."""
        return self.tabs[self.number - 2] if self.number > 1 else None

    @property
    def troubles(self) -> list[tuple[int | None, Problem]]:
        """Everything that is wrong, with the number of its board."""
        at_boards = [(board.number, problem) for board in self.boards for problem in board.problems]
        return [*at_boards, *((None, problem) for problem in self.problems)]

    @cached_property
    def counted(self) -> str:
        """What is wrong in one line: ``2 players unseated, 1 rematch``; empty if nothing is."""
        kinds = Counter(problem.kind for _board, problem in self.troubles)
        kinds["unseated"] = len(self.unseated)
        return ", ".join(counted(kind, kinds[kind], of_teams=self.of_teams) for kind in KINDS if kinds[kind])

    @property
    def wrong(self) -> int:
        return len(self.unseated) + len(self.troubles)


def pairing_page(section: Section, number: int, row: PairingDraft | None = None) -> PairingPage:
    """Everything about a round that is being paired; ``row`` a draft that is not stored as it is shown."""
    row = row or draft_of(section, number)
    of = basis_of(section, number, row)
    request, chart = of.request, of.request.chart
    sitters = {card.number: _sitter(chart, card, number) for card in chart.cards if not card.visitor}
    away = _away(section, number, sitters)
    page = PairingPage(
        number=number,
        published=of.published,
        tabs=tabs([section])[section.pk],
        draft=row,
        seated_before=len(of.seated) // 2,
        open_games=of.open_games,
        away=[each for each in away if each.round == number],
        away_later=[each for each in away if each.round > number],
        playing=[
            sitters[card.number]
            for card in chart.cards
            if card.number in sitters and request.in_pool(card) and card.number not in of.seated
        ],
        stamp=f"{row.revision if row else ''}.{of.stamp}",
        waits_for=of.waits_for,
        of_teams=bool(section.boards),
        by_table=section.format == Section.Formats.ROUND_ROBIN,
        posted=PostedOrder.objects.filter(standings=section.standings_id).order_by("pk").last(),
    )
    if number == 1 and not of.published and section.format == Section.Formats.SWISS and section.games == 1:
        size = len(page.playing), section.rounds
        page = replace(
            page,
            could_be_round_robin=could_be_round_robin(*size),
            could_use_table=offered(*size) and request.options.small_swiss == "off",
        )
    if of.published:
        page = replace(page, repair=of_published(of, section, row))
    if row is None:
        return page
    draft = without(row.draft, of.seated)
    typed = Typed(
        (
            *((at, b.white, b.black) for at, b in enumerate(draft.boards) if b.full),
            *((-1, white, black) for white, black in of.there),
        ),
        draft.bye,
    )
    made = explain(replace(request, locks=replace(request.locks, boards=draft.locks)), typed)
    # A locked board is held against the rules alone: its lock is no excuse.
    strict = explain(request, typed) if draft.locks else made
    found = problems(made, strict, draft)
    numbers = of.numbers(draft)
    moved = moved_up(request, row, [(board.white, board.black) for board in draft.boards])
    boards = [
        replace(
            _board(at, numbers, request, board, made, moved, sitters, found.get(at, [])),
            reserved=numbers[at] in _wanted(of, board),
        )
        for at, board in enumerate(draft.boards)
    ]
    bye = sitters.get(draft.bye)
    return replace(
        page,
        shown=draft,
        boards=_grouped(page, sorted(boards, key=lambda board: board.number), made),
        numbers_of_boards=numbers,
        moved=[told for board in boards if (told := _moved(of, board))],
        bye=bye,
        bye_sentences=_bye_sentences(made, draft.bye),
        unseated=[sitters[number] for number in of.unseated(draft)],
        problems=found.get(None, []),
        notes=notes(made),
        impossible=said(made.reason) if isinstance(made, Impossible) else "",
        choices=[said(each) for each in made.choices] if isinstance(made, Impossible) else [],
        outdated=bool(row.paired_at) and row.paired_at != of.read,
        repair=page.repair if of.published else of_draft(of, section, draft),
    )


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


def _sitter(chart: Wallchart, card: Card, number: int) -> Sitter:
    standing = entrant(chart, card, number)
    return Sitter(
        card.number,
        card.name,
        card.rating,
        card.team,
        points.show(standing.score_q),
        standing.score_q,
        standing.colors,
        due(standing.colors),
        house=card.house,
    )


def _away(section: Section, number: int, sitters: Mapping[int, Sitter]) -> list[Resting]:
    """Who asked for a bye of this round or a later one."""
    seats = Seat.objects.filter(round__section=section, round__number__gte=number, game__isnull=True, slot=1)
    rows = seats.order_by("round__number", "player__number")
    return [
        Resting(sitters[player], pk, bye_name(Kind.of(kind)), round)
        for pk, player, kind, round in rows.values_list("pk", "player__number", "kind", "round__number")
        if player in sitters
    ]


def _board(
    at: int,
    numbers: Sequence[int],
    request: PairingInput,
    board: DraftBoard,
    made: PairingResult | Impossible,
    moved: Mapping[tuple[int, int], list[str]],
    sitters: Mapping[int, Sitter],
    problems: list[Problem],
) -> PairedBoard:
    white, black = sitters.get(board.white, Sitter()), sitters.get(board.black, Sitter())
    found = None if isinstance(made, Impossible) else next((b for b in made.boards if b.board == at), None)
    if not board.full:
        problems = [*problems, Problem("empty", _("A seat is empty."))]
    problems = problems + [
        Problem("away", _("%(name)s is not in this round.") % {"name": sitter.name})
        for sitter in (white, black)
        if sitter.number and not request.in_pool(request.chart.by_number[sitter.number])
    ]
    if found is None:
        return PairedBoard(at, numbers[at], white, black, board.locked, problems=problems)
    missing = found.reason.color.who_misses
    return PairedBoard(
        at,
        numbers[at],
        replace(white, misses=white.number in missing),
        replace(black, misses=black.number in missing),
        board.locked,
        moved.get((board.white, board.black))
        or [said(at_its_table(text, dict(enumerate(numbers)))) for text in found.reason.sentences],
        _natural(found, sitters),
        problems,
    )


def _natural(board: Board, sitters: Mapping[int, Sitter]) -> str:
    """Whom the two would have met, if nobody looked at colors; empty where they meet."""
    if not board.reason.moved:
        return ""
    return "; ".join(
        f"{sitters[one].name} – {sitters[other].name}"
        for one, other in board.reason.natural.items()
        if other is not None and other not in board.players
    )


def _bye_sentences(made: PairingResult | Impossible, bye: int) -> list[str]:
    if isinstance(made, Impossible) or made.bye is None or made.bye.number != bye:
        return []
    return [said(text) for text in made.bye.sentences]


def _grouped(
    page: PairingPage, boards: Sequence[PairedBoard], made: PairingResult | Impossible
) -> list[PairedBoard]:
    """The boards, each first one of a score group with its line.

    A reserved board may be among those of another group, so it begins its own only if it is all of it.
    """
    groups = [] if isinstance(made, Impossible) else list(made.groups)
    lines = {group.points_q: " ".join(map(said, group.sentences)) for group in groups}
    found: list[PairedBoard] = []
    begun: set[int] = set()
    for board in boards:
        score_q = board.score_q
        alone = sum(each.score_q == score_q for each in boards) == 1
        if not page.by_table and board.full and score_q not in begun and (alone or not board.reserved):
            begun.add(score_q)
            board = replace(board, group=wording.score(score_q), group_line=lines.get(score_q, ""))
        found.append(board)
    return found
