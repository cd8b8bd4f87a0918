"""FIDE's report file TRF16, for programs that take over a section: a line of fixed columns for each player.

``001`` has the number in columns 5–8, the name in 15–47, the rating in 49–52, the points in 81–84, the rank
in 86–89, and from column 92 ten characters a round: opponent, color, result. Sex, title and the birth date
stay blank, and so does the FIDE ID: a US Chess ID is none. Names are in UTF-8. :mod:`.programs.trf` reads it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum

from tiebreaks.engine import points
from tiebreaks.engine.chart.wallchart import Card, Cell, Format, Kind, Wallchart

LONGEST_NAME = 33
MOST_NUMBER = 9999
_RESULTS = {
    Kind.WIN: "1",
    Kind.LOSS: "0",
    Kind.DRAW: "=",
    Kind.FORFEIT_WIN: "+",
    Kind.FORFEIT_LOSS: "-",
    Kind.OPEN: " ",
}
# The format knows no draw by forfeit. As a half-point bye it has the same points, and neither played.
_OUT = {Kind.FULL_BYE: "U", Kind.HALF_BYE: "H", Kind.UNPAIRED: "Z", Kind.FORFEIT_DRAW: "H"}
_TYPES = {Format.SWISS: "Individual: Swiss-System", Format.ROUND_ROBIN: "Individual: Round-Robin"}


class Beyond(Enum):
    """What a section has and the format does not. With the first six no file is written."""

    TEAMS = "teams"
    DOUBLE_ROUNDS = "double rounds"
    OTHER_ROUNDS = "games across rounds"
    OTHER_SECTIONS = "games across sections"
    ONE_SIDED = "results of one side"
    HIGH_NUMBERS = "numbers of more than four digits"
    AWARDED = "awarded points"
    FORFEIT_DRAWS = "draws by forfeit"
    EXTRA_GAMES = "extra games"
    REENTRIES = "re-entries"
    HOUSE_PLAYERS = "house players"
    WITHDRAWALS = "withdrawals"
    LONG_NAMES = "long names"

    @property
    def refused(self) -> bool:
        return self in _REFUSED


_REFUSED = frozenset(list(Beyond)[:6])


@dataclass(frozen=True)
class Tournament:
    """A section with what the lines say of it. ``names`` are as a list has them, ``Last, First``; ``score_q``
    and ``ranks`` go by number too."""

    name: str
    chart: Wallchart
    names: Mapping[int, str]
    score_q: Mapping[int, int]
    ranks: Mapping[int, int]
    of_teams: bool = False
    city: str = ""
    federation: str = ""
    starts_on: date | None = None
    ends_on: date | None = None
    time_control: str = ""


def beyond(tournament: Tournament) -> dict[Beyond, list[int]]:
    """What the file cannot hold, each with the numbers that it is about."""
    chart = tournament.chart
    extra = {number for game in chart.extra for number in (game.white, game.black)}
    numbers = [card.number for card in chart.cards]
    found = {
        Beyond.TEAMS: numbers if tournament.of_teams else [],
        Beyond.DOUBLE_ROUNDS: numbers if chart.games > 1 else [],
        Beyond.OTHER_ROUNDS: _with(chart, lambda cell: cell.opponent_round != cell.round),
        Beyond.OTHER_SECTIONS: _with(chart, lambda cell: cell.opponent in chart.visitors),
        Beyond.ONE_SIDED: _with(chart, lambda cell: cell.kind.lone),
        Beyond.HIGH_NUMBERS: [number for number in numbers if number > MOST_NUMBER],
        Beyond.AWARDED: _with(chart, lambda cell: cell.points_q != cell.kind.points_q),
        Beyond.FORFEIT_DRAWS: _with(chart, lambda cell: cell.kind is Kind.FORFEIT_DRAW),
        Beyond.EXTRA_GAMES: [number for number in numbers if number in extra],
        Beyond.REENTRIES: [card.number for card in chart.cards if card.reentry_of is not None],
        Beyond.HOUSE_PLAYERS: [card.number for card in chart.cards if card.house and not card.visitor],
        Beyond.WITHDRAWALS: [card.number for card in chart.cards if card.withdrew is not None],
        Beyond.LONG_NAMES: [n for n in numbers if len(tournament.names[n]) > LONGEST_NAME],
    }
    return {what: listed for what, listed in found.items() if listed}


def is_refused(tournament: Tournament) -> bool:
    return any(what.refused for what in beyond(tournament))


def _with(chart: Wallchart, condition: Callable[[Cell], bool]) -> list[int]:
    """The numbers with such a cell. What visitors have stands on their opponents' cards."""
    return [
        card.number
        for card in chart.cards
        if not card.visitor and any(condition(cell) for cell in card.cells)
    ]


def write(tournament: Tournament) -> bytes:
    """The lines of a section. Raises :class:`ValueError` for one that the format cannot hold."""
    if is_refused(tournament):
        raise ValueError(tournament.name)
    lines = [*_head(tournament), *(_line(tournament, card) for card in tournament.chart.cards)]
    return "".join(f"{line}\r\n" for line in lines).encode()


def _head(tournament: Tournament) -> Iterator[str]:
    cards = tournament.chart.cards
    fields: list[tuple[str, object]] = [
        ("012", tournament.name),
        ("022", tournament.city),
        ("032", tournament.federation),
        ("042", _day(tournament.starts_on)),
        ("052", _day(tournament.ends_on)),
        ("062", len(cards)),
        ("072", sum(card.rating is not None for card in cards)),
        ("082", 0),
        ("092", _TYPES[tournament.chart.format]),
        ("122", tournament.time_control),
        ("142", tournament.chart.rounds),
        ("XXR", tournament.chart.rounds),
    ]
    return (f"{code} {text}" for code, text in fields if text != "")


def _day(day: date | None) -> str:
    return f"{day:%Y/%m/%d}" if day else ""


def _line(tournament: Tournament, card: Card) -> str:
    number = card.number
    name = tournament.names[number][:LONGEST_NAME]
    rating, rank = card.rating or "", tournament.ranks.get(number, "")
    score, federation = _score(tournament.score_q.get(number, 0)), tournament.federation
    player = (
        f"001 {number:>4}      {name:<33} {rating:>4} {federation:>3} {'':11} {'':10} {score:>4} {rank:>4}"
    )
    rounds = (_round(card, at) for at in range(1, tournament.chart.rounds + 1))
    return "".join([player, *(f"  {text:8}" for text in rounds)]).rstrip()


def _score(score_q: int) -> str:
    """``3.0``. Nothing where a ruling gave quarters and they find no room."""
    text = points.decimal(score_q)
    text = text if "." in text else f"{text}.0"
    return text if len(text) <= 4 else ""


def _round(card: Card, number: int) -> str:
    """Opponent, color and result; nothing where nothing is known."""
    for cell in card.in_round(number):
        if cell.opponent is None or cell.kind in _OUT:
            return f"0000 - {_RESULTS.get(cell.kind) or _OUT[cell.kind]}"
        return f"{cell.opponent:>4} {cell.color or '-'} {_RESULTS[cell.kind]}"
    return ""
