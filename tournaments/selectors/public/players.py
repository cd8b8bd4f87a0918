"""One player for a parent: the line that a phone keeps in sight, the player's page, a school.

Everything comes from the documents of public pages: name, school, grade, rating, results.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from django.utils.safestring import SafeString

from tiebreaks.engine import points
from tiebreaks.engine.chart.wallchart import Card, Cell, Format, Kind
from tiebreaks.engine.ranking.fold import Standing
from tiebreaks.engine.ranking.membership import name_key
from tiebreaks.playing import is_open, met, numbers_open, progress, unseated
from tiebreaks.published import PlayersDocument

from ...formats.names import folded, given_name
from ...text import players as words
from ...text import ties, wording
from ...text.results import label, unseated_name
from . import corrected_boards, team_matches
from .changed_pairings import NONE, Changed
from .corrected_boards import Corrected
from .playing import awaited, final_at, has_full_bye, is_over, is_playing, waits_for
from .prizes import TrophyPill, pills
from .progress import state
from .rounds import BoardLine, round_page
from .since import ranks_before
from .visible import PublicSection

# --- the line that a phone keeps in sight -----------------------------------------------------------


@dataclass(frozen=True)
class Followed:
    """How a player stands, and what comes next or came last.

    ``now`` is that in one sentence; it names the place if ``now_places``. ``news`` is the same sentence for a
    phone that has not shown this round yet; empty unless a board of it waits or is played. ``moved`` says how
    many places up the player has come since the round before. ``begun``: before the first result nobody has a
    place, or shares one. ``changed``: since when this is another board, opponent or color than phones showed
    before. ``uncounted`` says of a round that the score does not have yet what it waits for.

    ``awaited`` says that the round after the one in ``now`` is not posted yet. ``so_far``: games of the
    counted round are still played, so the place will move.

    ``member`` is a child who plays for this team, and ``own`` the child's board in the match.
    """

    card: Card
    standing: Standing | None
    score_q: int
    round: int
    now: str
    now_places: bool
    news: str
    moved: int
    trophies: list[TrophyPill]
    begun: bool
    uncounted: str
    so_far: bool = False
    awaited: str = ""
    changed: datetime | None = None
    member: str = ""
    own: str = ""

    @property
    def name(self) -> str:
        return self.member or self.card.name

    @property
    def fell(self) -> int:
        return -self.moved

    @property
    def place(self) -> str:
        """``7th``, ``so far 7th``, where ``now`` does not say it."""
        if not self.standing or not self.begun or self.now_places:
            return ""
        return words.stands_so_far(self.standing) if self.so_far else words.stands(self.standing)


def followed(document: PlayersDocument, number: int, changed: Changed = NONE) -> Followed | None:
    """The line of one player; None for a number that nobody has here."""
    card = document.chart.by_number.get(number)
    if card is None:
        return None
    standing, reading = document.by_number.get(number), document.reading()
    reached = state(document)
    round = reached.current_round
    begun = reached.has_results
    now, now_places, news = _now(document, card, standing if begun else None, round)
    return Followed(
        card=card,
        standing=standing,
        score_q=reading.score_q[number],
        round=round,
        now=now,
        now_places=now_places,
        news=news,
        moved=ranks_before(document).get(number, standing.rank) - standing.rank if standing else 0,
        trophies=pills(document).get(number, []) if document.through else [],
        begun=begun,
        uncounted=_uncounted(document, card) if begun else "",
        so_far=document.live,
        awaited=_awaited(document, card),
        changed=changed.get((round, number)) if _is_to_come(document, card, round) else None,
    )


def followed_in_team(
    document: PlayersDocument, number: int, member: str, changed: Changed = NONE
) -> Followed | None:
    """The line of a team for a child who plays for it; None for a name that no posted match of it has."""
    sat = [each for each in team_matches.members(document) if (each.team, each.name) == (number, member)]
    line = followed(document, number, changed) if sat else None
    if line is None:
        return None
    own = words.one_after_the_other(*(each.now for each in sat if each.round == line.round))
    return replace(line, member=member, own=own)


def _is_to_come(document: PlayersDocument, card: Card, round: int) -> bool:
    """Whether a round has a game that waits or is played, or has none for this player."""
    gone = card.withdrew is not None and card.withdrew < round
    return not (gone or document.finished) and all(
        is_open(cell) or cell.opponent is None for cell in card.in_round(round)
    )


def _uncounted(document: PlayersDocument, card: Card) -> str:
    """What came of a later round is not in the score while an earlier result is missing. Nor is a bye
    of a round without boards yet, however many results are in."""
    later = [each for each in card.cells if each.round > document.counted and not is_open(each)]
    posted = [each.round for each in later if each.round in document.boards]
    boards = numbers_open(document, document.counted) if document.live and posted else []
    if boards:
        return words.uncounted(
            min(posted), counted=document.counted, boards=boards, matches=document.of_teams
        )
    for each in later:
        if each.round not in document.boards and each.points_q:
            return words.counts_once_posted(_came_of(document, each), each.round)
    return ""


def _came_of(document: PlayersDocument, cell: Cell) -> str:
    by_table, out = document.chart.format is Format.ROUND_ROBIN, document.reading().did_not_compete
    return words.outcome(cell.kind, by_table=by_table, counts=cell.opponent not in out)


def _awaited(document: PlayersDocument, card: Card) -> str:
    """Before round 1, and of who withdrew, the line itself says what there is to say."""
    number = awaited(document)
    return words.not_posted(number) if number > 1 and card.withdrew is None else ""


def _now(
    document: PlayersDocument, card: Card, standing: Standing | None, round: int
) -> tuple[str, bool, str]:
    """What comes next or came last, whether it names the place, and the same as news."""
    if is_over(document):
        return words.after_all_rounds(standing, final=document.final is not None), True, ""
    if card.withdrew is not None and card.withdrew < round:
        return words.withdrew(card.withdrew), False, ""
    now, places, news = _of_round(document, card, standing, round)
    still = _still(document, card, round)
    if not still:
        return now, places, news
    both = words.one_after_the_other
    return both(still, now), places, both(still, news) if news else ""


def _still(document: PlayersDocument, card: Card, round: int) -> SafeString | None:
    """The board of an earlier round, if its game goes on: there the player is now."""
    for cell in card.cells:
        called = _board(document, card.number, cell).label if is_open(cell) and cell.round < round else ""
        if called:
            opponent, matches = _name(document, cell), document.of_teams
            return words.still_plays(cell.round, called, cell.color, opponent, matches=matches)
    return None


def _of_round(
    document: PlayersDocument, card: Card, standing: Standing | None, round: int
) -> tuple[str, bool, str]:
    """What the round that is posted last has for the player, whether it names the place, and as news."""
    cells = card.in_round(round)
    if not cells and round not in document.boards and round > document.through:
        return words.not_posted(round), False, ""
    if not cells and (round > document.through or card in unseated(document, round)):
        # What they still play stands before it.
        name = words.paired_later() if waits_for(card, round) else unseated_name(0)
        return words.unseated(round, name), False, ""
    waiting = [cell for cell in cells if is_open(cell)]
    if not waiting:
        kinds = [cell.kind for cell in cells] or [Kind.UNPAIRED]
        # The standings do not have this round yet while they wait for an earlier one.
        placed = None if document.live and round > document.counted else standing
        by_table = document.chart.format is Format.ROUND_ROBIN
        now = words.played(round, kinds, placed, so_far=document.live, by_table=by_table)
        return now, placed is not None, ""
    seat = _seat(document, card, round)
    if seat is None:
        return words.plays_unseated(round, _opponents(document, waiting)), False, ""
    matches = document.of_teams
    return (
        words.plays(round, *seat, matches=matches),
        False,
        words.plays(round, *seat, news=True, matches=matches),
    )


def _seat(document: PlayersDocument, card: Card, round: int) -> tuple[int, str, str] | None:
    """The board, color and opponent of a round's game that waits; None where there is not exactly one."""
    cells = card.in_round(round)
    board = next((b.board for b in document.boards.get(round, ()) if card.number in (b.white, b.black)), None)
    opponents = _opponents(document, [cell for cell in cells if is_open(cell)])
    if board is None or len(opponents) != 1:
        return None
    return board, cells[0].color if len(cells) == 1 else "", opponents[0]


def _opponents(document: PlayersDocument, cells: Iterable[Cell]) -> list[str]:
    return list(dict.fromkeys(_name(document, cell) for cell in cells))


def seat(document: PlayersDocument, card: Card, round: int) -> str:
    """What a posted round has for a player until the game is over: mostly it fits a line of a phone."""
    if round <= document.through or round not in document.boards or not _is_to_come(document, card, round):
        return ""
    found = _seat(document, card, round)
    still = _still(document, card, round)
    if found is None or still:
        now = _of_round(document, card, None, round)[0]
        return words.one_after_the_other(still, now) if still else now
    board, color, opponent = found
    return words.sits(str(board), color, opponent, matches=document.of_teams)


def _name(document: PlayersDocument, cell: Cell) -> str:
    return "" if cell.opponent is None else document.chart.by_number[cell.opponent].name


# --- the page of a player -----------------------------------------------------------------------


class GameLine(NamedTuple):
    """A round of one player: ``opponent`` is None for a round without a game; ``points`` what it brought.
    ``board`` is where it is played, 0 for none of that round, and ``label`` is its number as desk and slips
    have it; ``is_bye``: it is the full-point bye. ``corrected``: when phones last showed another result."""

    round: int
    color: str
    opponent: Card | None
    outcome: str
    points: str
    open: bool
    board: int = 0
    label: str = ""
    is_bye: bool = False
    corrected: datetime | None = None


@dataclass(frozen=True)
class PlayerPage:
    """The page of one player. ``school`` is the name that its own page has. ``match`` is a team's, of the
    round that ``line`` tells of, with who sits at which of its boards. ``reached`` is when the player
    ``stands`` so."""

    line: Followed
    school: str
    playing: bool
    tied: str
    games: list[GameLine]
    stands: str
    reached: str
    match: BoardLine | None

    @property
    def title(self) -> str:
        return words.title(self.line.card.name, self.stands, self.reached)

    @property
    def waiting(self) -> list[GameLine]:
        """The games that ``line`` tells of, while they wait or are played, and the bye: of each round one."""
        now = self.line.round
        told = [
            each
            for each in self.games
            if (each.open and each.board and each.round <= now) or (each.is_bye and each.round == now)
        ]
        return [next(of) for _round, of in groupby(told, key=lambda each: each.round)]

    @property
    def school_key(self) -> str:
        return name_key(self.school)


def renumbered(document: PlayersDocument, number: int, name: str) -> int:
    """The number that a player of this name has now; 0 if it is this one, or the name tells no other."""
    found = [card.number for card in document.chart.cards if card.name == name]
    return found[0] if len(found) == 1 and found[0] != number else 0


def player_page(
    document: PlayersDocument,
    number: int,
    changed: Changed = NONE,
    corrected: Corrected = corrected_boards.NONE,
) -> PlayerPage | None:
    line = followed(document, number, changed)
    if line is None:
        return None
    card, standing = line.card, line.standing
    called = str if document.of_teams else given_name
    out = document.reading().did_not_compete

    def told(cell: Cell) -> str:
        said = _came_of(document, cell)
        if cell.round <= document.counted or is_open(cell):
            return said
        if cell.round in document.boards:
            return words.later(said)
        return words.ahead(said) if cell.points_q else said

    return PlayerPage(
        line=line,
        school=school_of(document, card),
        playing=is_playing(document.reading(), card),
        tied=ties.tied_with(standing, called(card.name)) if standing and line.begun else "",
        games=[
            GameLine(
                round=cell.round,
                color=cell.color,
                opponent=None if cell.opponent is None else document.chart.by_number[cell.opponent],
                outcome=told(cell),
                points="" if is_open(cell) or cell.opponent in out else points.show(cell.points_q),
                open=is_open(cell),
                board=board,
                label=called,
                is_bye=cell.opponent is None and has_full_bye(card, cell.round),
                corrected=None if is_open(cell) else corrected.get((cell.round, board, slot, 0)),
            )
            for cell in card.cells
            for board, slot, called in [_board(document, number, cell)]
        ]
        + _unseated(document, line),
        stands=_stands(document, line),
        reached=_reached(document),
        match=_match(document, line, changed, corrected),
    )


def _unseated(document: PlayersDocument, line: Followed) -> list[GameLine]:
    """The round that is posted, for who has neither a board nor a bye of it."""
    card, round = line.card, line.round
    if round not in document.boards or card not in unseated(document, round):
        return []
    return [GameLine(round, "", None, unseated_name(waits_for(card, round)), "", open=False)]


def _match(
    document: PlayersDocument, line: Followed, changed: Changed, corrected: Corrected
) -> BoardLine | None:
    if not document.of_teams:
        return None
    number, boards = line.card.number, round_page(document, line.round, changed, corrected).boards
    mine = (each for each in boards if each.boards and number in (each.white.number, each.black.number))
    return next(mine, None)


class _OwnBoard(NamedTuple):
    board: int
    slot: int
    label: str


def _board(document: PlayersDocument, number: int, cell: Cell) -> _OwnBoard:
    """The board of a game and its label, if it is one of its own round (28M2)."""
    both = {number, cell.opponent}
    for board, slot, white, black in document.boards.get(cell.round, ()):
        if {white, black} != both:
            continue
        # The other game of a double round may be equal: without colors nothing tells the two cells apart.
        if any(each is cell for each in met(document.chart, cell.round, slot, white, black)):
            return _OwnBoard(board, slot, label(board, slot, document.chart.games))
    return _OwnBoard(0, 0, "")


def _reached(document: PlayersDocument) -> str:
    far = progress(document)
    return words.reached(far.counted, live=far.live, final=final_at(document) is not None)


def _stands(document: PlayersDocument, line: Followed) -> str:
    """Place and score; in a tie also the tiebreak that puts the player ahead of the next one, or the last of
    them behind."""
    standing = line.standing if line.begun else None
    stands = words.place_and_score(standing, line.score_q)
    if standing is None:
        return stands
    at, beside = standing.ahead_by, standing.rank - 1 + standing.tied
    if at is None:
        at, beside = standing.decided_by, standing.rank - 2
    if at is None:
        return stands
    ranking = document.ranking()
    step, other = ranking.steps[at], ranking.standings[beside].number
    values = ranking.value(at, standing.number), ranking.value(at, other)
    by_value = None not in values and values[0] != values[1] and not step.system.by_people
    return words.decided_by(
        stands, wording.step(step), wording.values(step.system.unit, *values) if by_value else ()
    )


def school_of(document: PlayersDocument, card: Card) -> str:
    """The name of a player's school, however the roster spells it."""
    return document.schools.get(card.team, card.team)


# --- everybody of an event ------------------------------------------------------------------------


class Entry(NamedTuple):
    section: PublicSection
    card: Card
    school: str

    @property
    def school_key(self) -> str:
        return name_key(self.school)


def everybody(sections: Iterable[PublicSection]) -> Iterator[Entry]:
    """Every entry of an event, section after section, from A to Z by the names as they are read."""
    for section in sections:
        cards = [card for card in section.document.chart.cards if not card.visitor]
        for card in sorted(cards, key=lambda card: (folded(card.name), card.number)):
            yield Entry(section, card, school_of(section.document, card))


class SchoolPage(NamedTuple):
    """The players of one school, by section, the best first."""

    name: str
    players: list[tuple[PublicSection, Followed]]


def school(sections: Iterable[PublicSection], key: str) -> SchoolPage | None:
    """The players of the school with this part of an address; None if there is none."""
    name, found = "", []
    for section, entries in groupby(everybody(sections), key=lambda entry: entry.section):
        mine = [entry for entry in entries if entry.school and entry.school_key == key]
        changed = section.changed
        lines = [followed(section.document, entry.card.number, changed) for entry in mine]
        found += [(section, line) for line in sorted(filter(None, lines), key=_rank)]
        name = name or next((entry.school for entry in mine), "")
    return SchoolPage(name, found) if found else None


def _rank(line: Followed) -> tuple[bool, int]:
    return (False, line.standing.rank) if line.standing else (True, 0)
