"""What the pairing page of a round shows, and what follows from it: counts, words of buttons, and what
another proposal would take from it.
"""

from dataclasses import dataclass, field
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.models import PostedOrder

from ...models import LogEntry, PairingDraft
from ...pairing.draft import Draft
from ...text import pairing_library
from ...text.pairing_options import PostedOptions
from ..event.people import name_of
from ..results.next_step import Tab
from .basis import OpenGame
from .draft_boards import PairedBoard, Sitter
from .outdated import NAMED, in_short
from .problems import Problem, in_one_line
from .repairing import Repair
from .small_swiss import SmallSwiss
from .typed_boards import TypedBoard


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
    # Whether these are wall-chart numbers alone.
    only_numbers: bool = False
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
    # Before round 1, the schools of which several players may meet, as no posted option keeps them apart.
    schools_that_meet: int = 0
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
        return bool(self.outdated or self.waits_for or self.impossible or not self.boards_in_all)

    @property
    def to_look_at(self) -> str:
        """How much the rules have against the round where nothing is wrong with any board."""
        count = 0 if self.counted or self.is_as_proposed else len(self.notes)
        text = ngettext("%(count)d thing to look at", "%(count)d things to look at", count)
        return text % {"count": count} if count else ""

    @property
    def wrong(self) -> int:
        return len(self.unseated) + len(self.troubles)
