"""A director who enters a wall chart through the pages' own forms, from an event that does not exist yet.

What is typed is read off the chart: sections and rosters before round one, then each round with its byes,
pairings, results and rulings, who comes late, who leaves and who enters again, and the extra games.
"""

from collections.abc import Iterator
from typing import Any

from django.urls import reverse

from tests.directors_client import DirectorsClient
from tests.factories import PASSWORD, UserFactory
from tests.html import read
from tiebreaks.engine.chart.wallchart import Card, Cell, Format, Kind, Wallchart
from tiebreaks.engine.ranking import editions
from tiebreaks.engine.ranking.sequence import Sequence
from tournaments.formats.records import RosterEntry, WallchartFile
from tournaments.models import Event, Game, Section
from tournaments.selectors.pairing.typed_boards import typed_round
from tournaments.text.results import RESULTS

# White's number, Black's number, the slot of a double round, and both cells.
Played = tuple[int, int, int, Cell, Cell]


class Director:
    """Signed in, with one event; all is done by forms of pages, sent as a browser without a script does."""

    def __init__(self) -> None:
        user = UserFactory.create()
        self.client = DirectorsClient()
        self.send("sign-in", [], username=user.username, password=PASSWORD)
        self.send("new-event", [], name="Odd Events Day")
        self.event = Event.objects.get(staff__user=user)

    def send(self, page: str, address: list[Any], **typed: Any) -> None:
        """Send a form: it must be taken, and lead on."""
        answer = self.client.post(reverse(page, args=address), typed)
        assert answer.status_code == 302, f"{page} {typed}: {read(answer).text}"

    def publish(self) -> None:
        """What was a draft until now: the event, with all its sections."""
        drafts = list(self.event.sections.filter(hidden=True).values_list("pk", flat=True))
        self.send("event-visibility", [self.event.slug], do="publish", sections=drafts)

    def at(self, section: Section, *more: int) -> list[Any]:
        return [self.event.slug, section.slug, *more]

    # --- before round one ---------------------------------------------------------------------------

    def make_section(self, name: str, rounds: int, format: str = "swiss", games: int = 1) -> Section:
        fields = {"name": name, "rounds": rounds, "format": format, "games": games, "place_trophies": 0}
        self.send("new-section", [self.event.slug], **fields)
        return self.event.sections.get(name=name)

    def paste_roster(self, section: Section, entries: list[RosterEntry]) -> None:
        lines = [f"{e.number},{e.name},{e.rating or ''},{'yes' if e.house else ''}" for e in entries]
        text = "\n".join(["number,name,rating,house", *lines])
        self.send("import-roster", self.at(section), text=text)

    def post_order(self, section: Section, order: Sequence) -> None:
        self.send("order", self.at(section), step=[step.system.code for step in order.steps])

    def enter(self, file: WallchartFile) -> Section:
        """Everything on the chart, in the order in which it happened."""
        chart = file.chart
        section = self.make_section(file.section, chart.rounds, chart.format.value, chart.games)
        self.make_homes(chart)
        # Players who missed the first rounds came late, and those who enter again are not there at first.
        arrived = {entry.number: self.comes_before(chart, entry) for entry in file.entries}
        self.paste_roster(section, [entry for entry in file.entries if arrived[entry.number] == 1])
        self.post_order(section, editions.current().default_order(chart.format))
        for number in range(1, chart.rounds + 1):
            for entry in file.entries:
                if 1 < arrived[entry.number] == number:
                    self.come_late(section, chart, entry, number)
            self.play(section, chart, number)
            for card in chart.cards:
                again = any(entry.reentry_of == card.number for entry in file.entries)
                if card.withdrew == number and not again:
                    self.send("withdraw-player", self.at(section, card.number), after_round=number)
        for game in chart.extra:
            result = game.white_kind.letter + game.black_kind.letter
            self.send("extra-games", self.at(section), white=game.white, black=game.black, result=result)
        return section

    def make_homes(self, chart: Wallchart) -> None:
        """The sections that visitors come from (28M3), with entries up to the highest number that does."""
        numbers: dict[str, int] = {}
        for visitor in chart.visitors.values():
            number, _at, home = visitor.partition("@")
            numbers[home] = max(numbers.get(home, 0), int(number))
        for home, last in numbers.items():
            section = self.make_section(home, chart.rounds)
            self.paste_roster(section, [RosterEntry(n, f"{home} {n}") for n in range(1, last + 1)])

    @staticmethod
    def comes_before(chart: Wallchart, entry: RosterEntry) -> int:
        """The round before which an entry is made: 1, unless it has only missed rounds until then."""
        cells = chart.by_number[entry.number or 0].cells
        late = next((c.round for c in cells if c.kind not in (Kind.HALF_BYE, Kind.UNPAIRED)), 1)
        # In a round robin everybody is there; in a field without one somebody sits out.
        came_late = chart.format is Format.SWISS and _is_last(chart, entry.number or 0)
        return late if entry.reentry_of or came_late else 1

    def come_late(self, section: Section, chart: Wallchart, entry: RosterEntry, before: int) -> None:
        card = chart.by_number[entry.number or 0]
        missed = {
            f"missed-{number}": cell.kind.letter
            for number in range(1, before)
            for cell in card.in_round(number)[:1]
        }
        if entry.reentry_of is None:
            typed = {"name": entry.name, "number": entry.number, "rating": entry.rating or ""}
            self.send("add-player", self.at(section), **typed, **missed)
            return
        left = chart.by_number[entry.reentry_of].withdrew
        address = self.at(section, entry.reentry_of)
        self.send("re-enter-player", address, after_round=before - 1 if left is None else left, **missed)

    # --- a round --------------------------------------------------------------------------------------

    def play(self, section: Section, chart: Wallchart, number: int) -> None:
        games = list(_games(chart, number))
        for kind in (Kind.FULL_BYE, Kind.HALF_BYE, Kind.UNPAIRED):
            if sitting := self.without_game(section, chart, number, kind):
                self.send("give-bye", self.at(section, number), player=sitting, kind=kind.letter)
        if not games:
            return
        lines = [self.line(chart, number, game) for game in games if game[2] == 1]
        self.send("pair-round", self.at(section, number), pairings="\n".join(lines))
        self.send("publish-round", self.at(section, number), wrong=typed_round(section, number).asks)
        for game in games:
            self.enter_result(self.board(section, number, game, chart), *game[3:])

    def without_game(self, section: Section, chart: Wallchart, number: int, kind: Kind) -> list[int]:
        """Who is here, has such a bye and was not given it when entering."""
        here = set(section.players.values_list("number", flat=True))
        seated = set(section.round_set.filter(number=number).values_list("seats__player__number", flat=True))
        return [
            card.number
            for card in chart.cards
            if card.number in here - seated and not card.visitor
            for cell in card.in_round(number)[:1]
            if cell.kind is kind and cell.opponent is None
        ]

    def line(self, chart: Wallchart, number: int, game: Played) -> str:
        """``12 7``, ``12 7@3``, ``12 7@Open``: as it stands on the pairing page."""
        white, black, _slot, mine, theirs = game
        sides = []
        for at, cell in ((white, mine), (black, theirs)):
            other_round = f"{at}@{cell.round}" if cell.round != number else str(at)
            sides.append(chart.visitors.get(at, other_round))
        return " ".join(sides)

    def board(self, section: Section, number: int, played: Played, chart: Wallchart) -> Game:
        """The board in which they sit, with these colors."""
        white, black, slot, _mine, _theirs = played
        for game in Game.objects.filter(round__section=section, round__number=number, slot=slot):
            names = {seat.side: seat.player.visitor or seat.player.number for seat in game.seats.all()}
            if names == {"w": chart.visitors.get(white, white), "b": chart.visitors.get(black, black)}:
                return game
        raise AssertionError(f"no board of {white} and {black}")

    def enter_result(self, game: Game, mine: Cell, theirs: Cell) -> None:
        """By the board's buttons; where they have no such result, by its ruling."""
        result = mine.kind.letter + theirs.kind.letter
        own = all(cell.points_q == cell.kind.points_q for cell in (mine, theirs))
        if own and result in RESULTS:
            self.send("enter-result", [game.pk], result=result, revision=game.revision)
            return
        ruled = {
            f"{side}{field}": value
            for side, cell in (("white", mine), ("black", theirs))
            for field, value in (
                ("", cell.kind.letter),
                ("_points", "" if cell.points_q == cell.kind.points_q else cell.points_q),
            )
        }
        self.send("ruling", [game.pk], revision=game.revision, reason="as the chart has it", **ruled)


def _is_last(chart: Wallchart, number: int) -> bool:
    """Whether nobody with a higher number was there from the start: late entries come last on a roster."""
    missed = (Kind.HALF_BYE, Kind.UNPAIRED)
    after = [card for card in chart.cards if card.number >= number and not card.visitor]
    return all(card.cells and card.cells[0].kind in missed for card in after)


def _games(chart: Wallchart, number: int) -> Iterator[Played]:
    """The boards of a round, each game once: as White has it, or as the side that is in this round."""
    for card in chart.cards:
        for slot, cell in enumerate(card.in_round(number), 1):
            if cell.opponent is None or (card.visitor and cell.opponent):
                continue
            other = chart.by_number[cell.opponent]
            there = _answer(card, other, cell, slot)
            if cell.opponent_round < number or (
                cell.opponent_round == number and not _first(card, other, cell)
            ):
                continue
            sides = (card.number, other.number, slot, cell, there)
            yield sides if cell.color != "b" else (other.number, card.number, slot, there, cell)


def _answer(card: Card, other: Card, cell: Cell, slot: int) -> Cell:
    met = [c for c in other.in_round(cell.opponent_round) if c.opponent == card.number]
    mine = [c for c in card.in_round(cell.round) if c.opponent == other.number]
    return met[mine.index(cell) if len(met) > 1 and cell in mine else 0]


def _first(card: Card, other: Card, cell: Cell) -> bool:
    """Of the two sides in one round, the one that the board is made from."""
    return bool(other.visitor) or (cell.color == "w" if cell.color else card.number < other.number)
