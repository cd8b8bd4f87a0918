"""What a comparison of a section with the file of another pairing program found."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ...formats.records import PlayedSection, RosterEntry, Sat
from ...models import Companion, Player, Section
from ..event.orders import is_posted
from .companion_files import Pair, Result, RoundThere
from .companion_people import Before


class Kept(NamedTuple):
    """What stands here and differs from the file. ``key`` answers for it in a form."""

    key: str
    said: str
    here: str
    there: str

    @property
    def is_off_the_chart(self) -> bool:
        """Whether a final section takes it too."""
        return self.key.partition("-")[2] in Player.OFF_THE_CHART


class GameLine(NamedTuple):
    """A game whose result is another here than in the file: what stands here, and what the file says of it.
    With a ``key`` a director chooses. ``taken``: the file's result comes; else it stays as it is here.
    ``held``: it would come, or could be chosen, but the section is final."""

    round: int
    board: int
    white: str
    black: str
    here: str
    there: str
    key: str = ""
    taken: bool = False
    held: bool = False


class Doubt(NamedTuple):
    """What is asked about a player of the file before it is imported; ``key`` answers for it in a form, with
    one of the ``choices``. ``unasked`` is what was done where nobody can be asked, and what to do then."""

    key: str
    said: str
    choices: tuple[tuple[str, str], ...]
    unasked: str = ""


@dataclass
class Comparison:
    """What a section of a file does to the section here; ``section`` is None for one that is new.

    ``before`` is the file when it was last read. ``people`` are the players here by their numbers in the
    file. ``rounds`` are paired otherwise there and replaced, ``results`` go into rounds whose pairing
    stands, ``seated`` are the games that come, ``boards`` are their numbers in the file, ``sat_out`` and
    ``byes`` are those of paired rounds and of rounds to come, ``set_up`` are fields of the section.
    ``taken_back`` are results that the file had and has no more, and that stay here, by the key of their
    difference; ``unpaired`` are the keys of rounds in which it has other games than those whose results it
    had. ``left`` are rounds that it had and has no more: they stay too. ``held`` is said of changes that a
    ``final`` section does not take. ``games`` are the results that differ, also those that the file does not
    know. ``doubts`` are asked about players, ``leaving`` are those whom the file has in another section.
    """

    file: PlayedSection
    section: Section | None = None
    companion: Companion | None = None
    before: Before | None = None
    people: dict[int, Player] = field(default_factory=dict)
    added: list[RosterEntry] = field(default_factory=list)
    gone: list[Player] = field(default_factory=list)
    renumbered: dict[int, int] = field(default_factory=dict)
    corrections: dict[int, dict[str, Any]] = field(default_factory=dict)
    set_up: dict[str, Any] = field(default_factory=dict)
    withdrawals: dict[int, int | None] = field(default_factory=dict)
    rounds: dict[int, RoundThere] = field(default_factory=dict)
    results: dict[tuple[int, Pair], Result] = field(default_factory=dict)
    seated: list[Result] = field(default_factory=list)
    boards: dict[tuple[int, Pair], int] = field(default_factory=dict)
    sat_out: dict[tuple[int, int], str | None] = field(default_factory=dict)
    byes: dict[tuple[int, int], str | None] = field(default_factory=dict)
    kept: list[Kept] = field(default_factory=list)
    taken_back: dict[str, tuple[int, Pair]] = field(default_factory=dict)
    unpaired: list[str] = field(default_factory=list)
    left: list[int] = field(default_factory=list)
    says: list[str] = field(default_factory=list)
    held: list[str] = field(default_factory=list)
    final: bool = False
    games: list[GameLine] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)
    leaving: dict[str, Player] = field(default_factory=dict)
    # What is said of results: a table tells it too.
    of_games: set[str] = field(default_factory=set)

    def close(self) -> None:
        """The section is final: take nothing that its chart shows, and let nobody choose it."""
        self.final = True
        self.games = [game._replace(taken=False, held=game.taken or bool(game.key)) for game in self.games]
        if self.changes and not self.is_off_the_chart:
            self._hold()

    def _hold(self) -> None:
        self.held, self.says, self.added = self.says, [], []
        self.renumbered, self.corrections, self.set_up, self.withdrawals = {}, {}, {}, {}
        self.rounds, self.results, self.boards, self.sat_out, self.byes = {}, {}, {}, {}, {}

    @property
    def changes(self) -> bool:
        """Whether there is anything to take."""
        return not self.empty and bool(
            (self.section is None and self.file.entries)
            or self.added
            or self.renumbered
            or self.corrections
            or self.set_up
            or self.withdrawals
            or self.rounds
            or self.results
            or self.boards
            or self.sat_out
            or self.byes
        )

    @property
    def is_off_the_chart(self) -> bool:
        """Whether nothing is taken but what no chart shows, as of a final section."""
        fields = {name for corrected in self.corrections.values() for name in corrected}
        shown = self.added or self.renumbered or self.set_up or self.withdrawals
        played = self.rounds or self.results or self.boards or self.sat_out or self.byes
        return self.section is not None and not (shown or played or fields - Player.OFF_THE_CHART)

    @property
    def told(self) -> list[str]:
        """What changes beside the results of games."""
        return [line for line in self.says if line not in self.of_games]

    @property
    def gone_unasked(self) -> list[Player]:
        """Who is not in the file, and about whom nothing is asked."""
        asked = {player.pk for player in self.leaving.values()}
        return [player for player in self.gone if player.pk not in asked]

    @property
    def chosen_by_box(self) -> bool:
        """Whether a director chooses between two results of a game."""
        return any(game.key and not game.held for game in self.games)

    @property
    def refused_games(self) -> int:
        """How many results of the file do not come because the section is final."""
        return sum(game.held for game in self.games)

    @property
    def differing(self) -> list[Kept]:
        """What differs beside the results of games."""
        keys = {game.key for game in self.games}
        return [one for one in self.kept if one.key not in keys]

    @property
    def empty(self) -> bool:
        """Whether the section is only announced: nobody is in it yet, there or here."""
        return self.section is None and not self.file.entries

    @property
    def asks_order(self) -> bool:
        """Whether the section needs a tiebreak order with its first round."""
        return not self.empty and (self.section is None or not is_posted(self.section))

    @property
    def standing(self) -> dict[tuple[int, int], Sat]:
        """The results that were taken back in the file and stay here, and the rounds, as it had them."""
        then = self.before.file.sat if self.before else {}
        back = {(number, at): then[number, at] for at, pair in self.taken_back.values() for number in pair}
        known = {None, *(entry.number for entry in self.file.entries)}
        # Who is not in the file any more has no number that the next one could tell.
        return back | {
            (number, at): sat
            for (number, at), sat in then.items()
            if at in self.left and number in known and sat.opponent in known
        }

    @property
    def name(self) -> str:
        return self.section.name if self.section else self.file.name
