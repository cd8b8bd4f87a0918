"""The games of a round as headers of PGN, and who is left out of them: who did not play has no game."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.playing import met
from tiebreaks.published import Board, PlayersDocument

from ...formats.names import last_first
from ...formats.pgn import RESULTS, Game
from .losses import naming


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
            _("Round {round}, a result that differs for the two sides: {names}."): self.one_sided,
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
    kinds, colors = [cell.kind for cell in cells], all(cell.color for cell in cells)
    _add(found, game, kinds, f"{white.name} – {black.name}", colors=colors)


def _match(found: RoundOfGames, document: PlayersDocument, board: Board) -> None:
    match = str(board.board)
    lines = document.matches.get((found.round, board.board, board.slot), ())
    if not lines:
        found.nameless.append(_("board %(board)s") % {"board": match})
    for line in lines:
        place = f"{match}.{line.board}"
        if line.home and line.away:
            home = line.home, line.home_rating, line.home_kind
            away = line.away, line.away_rating, line.away_kind
            # The home team has White on odd boards, the other one on even boards.
            _board(found, place, *((home, away) if line.board % 2 else (away, home)))
        else:
            found.nameless.append(_("board %(board)s") % {"board": place})


# The name of a player on the board of a match, the rating, and what came of the game.
Member = tuple[str, int | None, Kind]


def _board(found: RoundOfGames, place: str, white: Member, black: Member) -> None:
    (white_name, white_rating, white_kind), (black_name, black_rating, black_kind) = white, black
    game = Game(
        round=f"{found.round}.{place}",
        white=last_first(white_name),
        black=last_first(black_name),
        result=RESULTS.get(white_kind.letter + black_kind.letter, ""),
        white_rating=white_rating,
        black_rating=black_rating,
    )
    _add(found, game, [white_kind, black_kind], f"{white_name} – {black_name}")


def _add(found: RoundOfGames, game: Game, kinds: list[Kind], pair: str, *, colors: bool = True) -> None:
    if any(kind.forfeit for kind in kinds):
        found.forfeits.append(pair)
    elif not colors:
        found.colorless.append(pair)
    elif not game.result:
        found.one_sided.append(pair)
    else:
        found.games.append(game)
