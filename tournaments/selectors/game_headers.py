"""The games of a round as headers of PGN, and who is left out of them: who did not play has no game."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Cell, Kind
from tiebreaks.published import Board, MatchBoardLine, PlayersDocument

from ..formats.names import last_first
from ..formats.pgn import RESULTS, Game
from .losses import naming
from .public import met


@dataclass
class RoundOfGames:
    """A round with its games. The lists name who is left out, a board each."""

    round: int
    games: list[Game] = field(default_factory=list)
    forfeits: list[str] = field(default_factory=list)
    colorless: list[str] = field(default_factory=list)
    one_sided: list[str] = field(default_factory=list)
    nameless: list[str] = field(default_factory=list)
    byes: list[str] = field(default_factory=list)

    @property
    def left_out(self) -> list[SafeString]:
        """What of the round is not in the file, a sentence each."""
        lists = {
            _("Round {round}, byes: {names}."): self.byes,
            _("Round {round}, forfeits: {names}."): self.forfeits,
            _("Round {round}, colors not known: {names}."): self.colorless,
            _("Round {round}, a result that the two sides do not share: {names}."): self.one_sided,
            _("Round {round}, players not named: {names}."): self.nameless,
        }
        return [naming(sentence, names, round=self.round) for sentence, names in lists.items() if names]


def games_of(document: PlayersDocument, listed: Mapping[int, str], number: int) -> RoundOfGames:
    """The games of a published round by board; of a match the games on its boards. ``listed`` are names."""
    found = RoundOfGames(number)
    for board in document.boards.get(number, ()):
        if document.of_teams:
            _match(found, document, board)
        else:
            _game(found, document, listed, board)
    found.byes += [
        card.name
        for card in document.chart.cards
        for cell in card.in_round(number)[:1]
        if cell.kind in (Kind.FULL_BYE, Kind.HALF_BYE)
    ]
    return found


def _game(found: RoundOfGames, document: PlayersDocument, listed: Mapping[int, str], board: Board) -> None:
    chart = document.chart
    cells = met(chart, found.round, board.slot, board.white, board.black)
    white, black = chart.by_number[board.white], chart.by_number[board.black]
    place = f"{found.round}.{board.board}" + (f".{board.slot}" if chart.games > 1 else "")
    game = Game(
        round=place,
        white=listed[white.number],
        black=listed[black.number],
        result=RESULTS.get("".join(cell.kind.letter for cell in cells), ""),
        white_rating=white.rating,
        black_rating=black.rating,
    )
    _add(found, game, [cell.kind for cell in cells], f"{white.name} – {black.name}", colors=_colors(cells))


def _colors(cells: list[Cell]) -> bool:
    return all(cell.color for cell in cells)


def _match(found: RoundOfGames, document: PlayersDocument, board: Board) -> None:
    names = document.chart.by_number
    teams = f"{names[board.white].name} – {names[board.black].name}"
    lines = document.matches.get((found.round, board.board, board.slot), ())
    if not lines:
        found.nameless.append(teams)
    for line in lines:
        _board(found, board, line)


def _board(found: RoundOfGames, board: Board, line: MatchBoardLine) -> None:
    """White is the first team on odd boards and the other one on even ones."""
    home = (line.home, line.home_rating, line.home_kind)
    away = (line.away, line.away_rating, line.away_kind)
    white, black = (home, away) if line.board % 2 else (away, home)
    pair = f"{white[0] or '?'} – {black[0] or '?'}"
    if not (white[0] and black[0]):
        found.nameless.append(pair)
        return
    game = Game(
        round=f"{found.round}.{board.board}.{line.board}",
        white=last_first(white[0]),
        black=last_first(black[0]),
        result=RESULTS.get(white[2].letter + black[2].letter, ""),
        white_rating=white[1],
        black_rating=black[1],
    )
    _add(found, game, [white[2], black[2]], pair)


def _add(found: RoundOfGames, game: Game, kinds: list[Kind], pair: str, *, colors: bool = True) -> None:
    if any(kind.forfeit for kind in kinds):
        found.forfeits.append(pair)
    elif not colors:
        found.colorless.append(pair)
    elif not game.result:
        found.one_sided.append(pair)
    else:
        found.games.append(game)
