"""Import a wall chart: a section begun elsewhere continues here."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from tiebreaks.engine.chart.notation import show_cell
from tiebreaks.engine.chart.problems import problems
from tiebreaks.engine.chart.wallchart import Card, Format, Kind, Wallchart
from tiebreaks.engine.points import show
from tiebreaks.engine.ranking.membership import name_key
from tiebreaks.published import systems_of

from ...changes import SectionChange, section_change
from ...errors import Refused, Trouble
from ...formats.pairing_csv import PairingDirectives
from ...formats.records import RosterEntry, WallchartFile
from ...models import ExtraGame, Game, KeptApart, Player, Round, Seat, Section, Verb
from ...pairing.options import parse, written
from ...selectors.event.orders import is_locked
from ...text import wording
from ...text.log import Summary
from ...text.postings import IMPORTED
from ..orders import post_in, read_order
from ..rosters import new_player, position, refuse_too_many, too_long
from ..visitors import visitor_entry
from .forfeits import answered, on_both_sides
from .problems import refusal_for, refuse
from .rosters import not_as_teams

# Limits of the database.
MOST_ROUNDS = 30
MOST_POINTS_Q = 16

NO_DIRECTIVES = PairingDirectives()

_OPPOSITE = {"w": "b", "b": "w"}


def wallchart_refusal(section: Section, file: WallchartFile) -> Refused | None:
    """Why the file cannot be imported into this section; None if nothing in the file forbids it."""
    if file.entrants == section.entrants:
        return refusal_for(file.problems)
    if section.boards:
        message = _(
            "This is a wall chart of players, and this section is for teams. While the section is empty, you"
            " can change that on its page."
        )
    else:
        message = _(
            "This is a wall chart of teams, and this section is for players. While the section is empty, you"
            " can change that on its page."
        )
    return Refused(message)


def import_wallchart(
    section: Section,
    file: WallchartFile,
    *,
    order: str,
    by: User,
    different: bool = False,
    paired: PairingDirectives = NO_DIRECTIVES,
) -> list[str]:
    """Fill an empty section from its wall chart: players, rounds, games and byes, and post the order.

    ``paired`` are the lines that say how its rounds are paired: their options are posted with the order.
    Raises :class:`Refused` if the section is not empty or cannot hold the chart. ``different`` as in
    :func:`.add_players`. Returns what a director is told beside.
    """
    if refusal := wallchart_refusal(section, file):
        raise refusal
    refuse([*paired.problems, *paired.unknown(file.chart.by_number)])
    refuse_too_many(len(file.entries))
    steps = read_order(order, systems_of(section.boards))
    chart = replace(file.chart, by_game_points=file.chart.by_game_points or section.by_game_points)
    if found := problems(chart):
        troubles = [
            Trouble(_("number %(number)d") % {"number": p.number}, p.read, wording.message(p.expected))
            for p in found
        ]
        raise Refused(_("The wall chart has problems. Nothing was imported."), troubles)
    if troubles := _beyond_the_section(section, chart, file.entries):
        raise Refused(_("This section cannot hold the wall chart. Nothing was imported."), troubles)
    chart = on_both_sides(chart)
    with section_change(section.pk, by=by, verb=Verb.IMPORT) as change:
        change.different = different
        section = change.section
        if Player.objects.filter(section=section).exists():
            raise Refused(_("The section already has a roster. Import the wall chart into a new section."))
        # A file that does not name its format reads as Swiss. Then the section keeps its own.
        format = section.format if chart.format is Format.SWISS else chart.format.value
        change.update(
            section,
            rounds=max(section.rounds, chart.rounds),
            games=chart.games,
            format=format,
            by_game_points=chart.by_game_points,
        )
        if paired.options:
            change.update(section, pairing_options=written(parse(paired.options)))
        notes = [] if section.boards else not_as_teams(change, file.entries)
        players = _create_players(change, chart, file.entries)
        _create_rounds(change, chart, players)
        change.create_all(
            ExtraGame(
                section=section,
                white=players[game.white],
                black=players[game.black],
                white_kind=game.white_kind.letter,
                black_kind=game.black_kind.letter,
            )
            for game in chart.extra
        )
        pairs = {frozenset(pair) for pair in paired.apart}
        change.create_all(
            KeptApart(one=players[one], other=players[other]) for one, other in sorted(map(sorted, pairs))
        )
        begun = is_locked(section)
        post_in(change, steps, by=by, reason=IMPORTED if begun else "")
        change.say(
            Summary.TEAMS_IMPORTED if section.boards else Summary.PLAYERS_IMPORTED,
            count=len(players),
            complete=chart.through,
        )
    return notes


def _create_players(
    change: SectionChange, chart: Wallchart, entries: Sequence[RosterEntry]
) -> dict[int, Player]:
    section = change.section
    listed = {entry.number: entry for entry in entries}
    rows = [
        new_player(section, card.number, listed[card.number])
        if card.number in listed
        else _visitor(section, card)
        for card in chart.cards
    ]
    for row, card in zip(rows, chart.cards, strict=True):
        row.withdrawn_after = card.withdrew
    players = {player.number: player for player in change.create_all(rows)}
    for card in chart.cards:
        if card.reentry_of is not None:
            change.update(players[card.number], reentry_of=players[card.reentry_of])
    return players


def _visitor(section: Section, card: Card) -> Player:
    """A visitor is a house player here, named as in the home section if the event has that section."""
    number, _at, name = card.visitor.partition("@")
    homes = Player.objects.filter(section__event=section.event_id, number=int(number), visitor_of=None)
    home = homes.filter(section__name__iexact=name).exclude(section=section).first()
    if home is None:
        return Player(section=section, number=card.number, name=card.name, house=True)
    return visitor_entry(section, home, card.number)


def _create_rounds(change: SectionChange, chart: Wallchart, players: dict[int, Player]) -> None:
    now = timezone.now()
    numbers = sorted({cell.round for card in chart.cards for cell in card.cells})
    paired = {c.round for card in chart.cards for c in card.cells if c.opponent is not None}
    made = change.create_all(
        Round(section=change.section, number=n, published_at=now if n in paired else None) for n in numbers
    )
    rounds = {round.number: round for round in made}
    # Both games of a double round are on one board.
    boards: dict[int, dict[frozenset[int], int]] = defaultdict(dict)
    # Seats whose opponent comes later: by player, opponent and the round of each.
    waiting: dict[tuple[int, int, int, int], list[Seat]] = defaultdict(list)
    games: list[Game] = []
    seats: list[Seat] = []
    for card in chart.cards:
        slots: Counter[int] = Counter()
        for cell in card.cells:
            slots[cell.round] += 1
            seat = Seat(
                round=rounds[cell.round],
                player=players[card.number],
                slot=slots[cell.round],
                kind=cell.kind.letter,
                side=cell.color,
                points_q=None if cell.points_q == cell.kind.points_q else cell.points_q,
                board_points_q=cell.board_points_q,
            )
            seats.append(seat)
            if cell.opponent is None or not answered(chart, card.number, cell):
                continue
            other = waiting[cell.opponent, card.number, cell.opponent_round, cell.round]
            if not other:
                waiting[card.number, cell.opponent, cell.round, cell.opponent_round].append(seat)
                continue
            first = other.pop(0)
            numbered = boards[first.round.number]
            game = Game(
                round=first.round,
                board=numbered.setdefault(frozenset((card.number, cell.opponent)), len(numbered) + 1),
                slot=first.slot,
                colors_known=bool(first.side or seat.side),
            )
            games.append(game)
            first.game = seat.game = game
            # If only one color is known, the other follows.
            first.side = first.side or _OPPOSITE.get(seat.side, "w")
            seat.side = _OPPOSITE[first.side]
    for seat in seats:
        if seat.game is None:
            seat.side = ""
    change.create_all(games)
    change.create_all(seats)


def _teams_of_one_name(entries: Sequence[RosterEntry]) -> Iterator[Trouble]:
    """Team lists name teams, not numbers, so two teams need two names. A re-entry (34H) is the same team."""
    first: dict[str, RosterEntry] = {}
    for at, entry in enumerate(entries, 1):
        before = first.setdefault(name_key(entry.name), entry)
        if before is not entry and entry.reentry_of is None:
            expected = _("another name. Number %(number)s has this one") % {"number": before.number}
            yield Trouble(position(at, entry), entry.name, expected)


def _beyond_the_section(section: Section, chart: Wallchart, entries: Sequence[RosterEntry]) -> list[Trouble]:
    """What a file may hold and a section cannot."""
    troubles = [
        trouble for at, entry in enumerate(entries, 1) for trouble in too_long(position(at, entry), entry)
    ]
    if section.boards:
        troubles += _teams_of_one_name(entries)
    if not 1 <= chart.rounds <= MOST_ROUNDS:
        expected = _("from 1 to %(most)d rounds") % {"most": MOST_ROUNDS}
        troubles.append(Trouble(_("rounds"), str(chart.rounds), expected))
    if chart.games not in (1, 2):
        troubles.append(Trouble(_("games per round"), str(chart.games), _("1 or 2")))
    if section.boards and chart.extra:
        numbers = ", ".join(f"{game.white}–{game.black}" for game in chart.extra)
        troubles.append(Trouble(_("extra games"), numbers, _("none. Teams have no extra rated games")))
    for card in chart.cards:
        where = _("number %(number)d") % {"number": card.number}
        for cell in card.cells:
            if not 0 <= cell.points_q <= MOST_POINTS_Q:
                expected = _("from 0 to %(most)s points") % {"most": show(MOST_POINTS_Q)}
                troubles.append(Trouble(where, show(cell.points_q), expected))
            if cell.kind.played and not answered(chart, card.number, cell):
                round = {"round": cell.opponent_round}
                expected = _("the other side of this game, in round %(round)d") % round
                troubles.append(Trouble(where, show_cell(cell), expected))
            if not 0 <= (scored_q := cell.board_points_q or 0) <= section.boards * Kind.WIN.points_q:
                expected = _("from 0 to %(most)d board points in a match") % {"most": section.boards}
                troubles.append(Trouble(where, show(scored_q), expected))
    return troubles
