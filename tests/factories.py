"""Events, sections and players as a director makes them: through the services, so that documents exist.

``a_section(players=4, rounds=3)`` is a section with its players, ``paired(section, 1, "1 2\\n3 4")`` its
boards, ``played(section, 1, "1 2 WL")`` its boards with results. Unless somebody else is named, the section's
first director acts (:func:`director_of`).
"""

from itertools import repeat
from typing import Any

from django.contrib.auth.models import User
from factory.base import Factory
from factory.declarations import LazyAttribute, Sequence, SubFactory
from factory.django import DjangoModelFactory, Password

from tiebreaks.prepared import Prepared
from tournaments.changes import section_change
from tournaments.errors import Unseen
from tournaments.formats import team_roster
from tournaments.formats.records import RosterEntry, WallchartFile
from tournaments.models import Event, Game, LogEntry, MatchBoard, Player, Round, Seat, Section, Staff, Verb
from tournaments.selectors.history import log
from tournaments.selectors.results.consequences import consequences
from tournaments.services import (
    corrections,
    importing,
    matches,
    orders,
    pairings,
    publishing,
    results,
    rosters,
    setup,
    undoing,
)
from tournaments.text.log import Summary

PASSWORD = "posted before round one"
FIRST_NAMES = ["Ada", "Ben", "Cora", "Dov", "Eli", "Fay", "Gus", "Hana", "Ivo", "June", "Kit", "Lou"]
LAST_NAMES = ["Alder", "Birch", "Cedar", "Elm", "Fir", "Hazel", "Larch", "Maple", "Oak", "Pine", "Rowan"]

# What thousands of tests ask; to write these queries anew each time took as long as their services.
_staff = Prepared(lambda event: Staff.objects.filter(event=event).select_related("user").order_by("pk"))
_stands = Prepared(lambda pk: Section.objects.select_related("event", "standings__published").filter(pk=pk))
_game = Prepared(lambda pk: Game.objects.select_related("round__section").filter(pk=pk))
_games = Prepared(
    lambda section, round: (
        Game.objects.select_related("round__section__event")
        .filter(round__section=section, round__number=round)
        .order_by("board", "slot")
    )
)
_sides = Prepared(lambda game: Seat.objects.filter(game=game).values_list("side", "player__number"))


class UserFactory(DjangoModelFactory[User]):
    """A director who can sign in with :data:`PASSWORD`, and may have events of her own."""

    class Meta:
        model = User

    is_staff = True

    username = Sequence("director{}".format)
    first_name = "Dana"
    last_name = Sequence("Deputy{}".format)
    password = Password(PASSWORD)


class EventFactory(DjangoModelFactory[Event]):
    """An event with the person who made it on its staff."""

    class Meta:
        model = Event

    name = Sequence("Maple Grove Open {}".format)
    by = SubFactory(UserFactory)

    @classmethod
    def _create(cls, model_class: type[Event], *args: Any, **fields: Any) -> Event:
        return setup.create_event(**{"draft": False} | fields)


class SectionFactory(DjangoModelFactory[Section]):
    """A section without players; its event's first director made it."""

    class Meta:
        model = Section

    event = SubFactory(EventFactory)
    name = Sequence("Section {}".format)
    rounds = 4
    by = LazyAttribute(lambda section: director_of(section.event))

    @classmethod
    def _create(cls, model_class: type[Section], *args: Any, **fields: Any) -> Section:
        return setup.create_section(fields.pop("event"), **{"draft": False} | fields)


class EntryFactory(Factory[RosterEntry]):
    """A line of a roster, as :func:`tournaments.services.rosters.add_players` takes it."""

    class Meta:
        model = RosterEntry

    number = None
    name = Sequence(
        lambda n: f"{FIRST_NAMES[n % len(FIRST_NAMES)]} {LAST_NAMES[n % len(LAST_NAMES)]} {n + 1}"
    )


class PlayerFactory(DjangoModelFactory[Player]):
    """One more player of a section, with the next free number unless one is given."""

    class Meta:
        model = Player

    section = SubFactory(SectionFactory)

    @classmethod
    def _create(cls, model_class: type[Player], *args: Any, **fields: Any) -> Player:
        section = fields.pop("section")
        by = fields.pop("by", None) or director_of(section)
        return rosters.add_players(section, [EntryFactory.create(**fields)], by=by)[0]


def start_anew() -> None:
    """The next user, event, section and entry are the first of their kind again."""
    for kind in (UserFactory, EventFactory, SectionFactory, EntryFactory):
        kind.reset_sequence(0)  # type: ignore[no-untyped-call]


def director_of(place: Event | Section) -> User:
    """The first director on the staff."""
    event = place.event_id if isinstance(place, Section) else place.pk
    return _staff(event)[0].user


def a_section(
    players: int = 4, rounds: int = 3, *, by: User | None = None, order: str = "", **fields: Any
) -> Section:
    """A section with players 1 to ``players``; ``order`` posts an order of tiebreaks."""
    if by is not None and "event" not in fields:
        fields["event"] = EventFactory.create(by=by)
    section = SectionFactory.create(rounds=rounds, **fields)
    by = by or director_of(section)
    if players:
        entries = [EntryFactory.create(rating=max(2000 - 50 * n, 100)) for n in range(players)]
        rosters.add_players(section, entries, by=by)
    if order:
        orders.post_order(section, order, by=by)
    return as_it_stands(section)


def all_open(players: int, rounds: int, **fields: Any) -> Section:
    """A section with every round published, paired round about, and no result."""
    section = a_section(players, rounds, **fields)
    numbers = list(range(1, players + 1))
    for number in range(1, rounds + 1):
        half = players // 2
        lines = "\n".join(f"{w} {b}" for w, b in zip(numbers[:half], numbers[: half - 1 : -1], strict=True))
        paired(section, number, lines, publish=True)
        numbers = [numbers[0], numbers[-1], *numbers[1:-1]]
    return as_it_stands(section)


def imported(file: WallchartFile, order: str = "solkoff", **fields: Any) -> Section:
    """A section with a wall chart imported into it."""
    assert not file.problems
    section = a_section(0, 1, format=file.chart.format.value, **fields)
    importing.import_wallchart(section, file, order=order, by=director_of(section))
    return as_it_stands(section)


def section_of(event: Event, name: str, people: str, *, ids: str = "", rounds: int = 3) -> Section:
    """A section of players of schools, ``Ann/Elm Bo/Fir`` or the schools alone; a dash is none."""
    section = a_section(0, rounds, event=event, name=name)
    entries = []
    for word, uscf_id in zip(people.split(), ids.split() or repeat(""), strict=False):
        player, _slash, school = word.rpartition("/")
        named = {"name": player} if player else {}
        entries.append(EntryFactory.create(team=school.strip("-"), uscf_id=uscf_id.strip("-"), **named))
    rosters.add_players(section, entries, by=director_of(event))
    return as_it_stands(section)


TEAMS = """
Alder Lane,1,Ada Ames,10000001,2100
Alder Lane,2,Ben Ames,,1900
Alder Lane,3,Cy Ames,,1700
Alder Lane,4,Di Ames,,1500
Alder Lane,5,Ed Ames,,1300
Birch Bishops,1,Flo Birk,,2000
Birch Bishops,2,Gil Birk,,1800
Birch Bishops,3,Hal Birk,,1600
Cedar Castles,1,Ida Case,,1900
Cedar Castles,2,Jo Case,,1700
Cedar Castles,3,Kay Case,,1500
Cedar Castles,4,Lee Case,,1300
"""


def three_teams() -> Section:
    """Alder Lane (1) has an alternate, Birch Bishops (2) is one short, Cedar Castles (3) is complete."""
    section = a_section(players=0, rounds=3, boards=4)
    importing.import_team_rosters(section, team_roster.read(TEAMS), by=director_of(section))
    return as_it_stands(section)


def as_it_stands(section: Section) -> Section:
    """The section read anew, with its version and document."""
    (stands,) = _stands(section.pk)
    return stands


def paired(
    section: Section, round: int, lines: str, *, publish: bool = False, by: User | None = None
) -> list[Game]:
    """Pair a round as typed (``12 7``, ``5 H``); the round's games by board and slot. Published as by a first
    result: who is left out of it stays so."""
    by = by or director_of(section)
    published = Round.objects.filter(section=section, number=round, published_at__isnull=False)
    pairings.pair(section, round, lines, by=by, reason="late arrival" if published.exists() else "")
    if publish:
        with section_change(section.pk, by=by, verb=Verb.PUBLISH) as change:
            publishing.publish_round(change, Round.objects.get(section=section, number=round), by=by)
            change.say(Summary.PAIRINGS_PUBLISHED, round=round)
    return games_of(section, round)


def play_match(match: Game, *results: str) -> None:
    """Enter the boards of a match, the first one first."""
    for number, result in enumerate(results, 1):
        board = MatchBoard.objects.select_related("game__round__section").get(game=match, board=number)
        matches.record_board(board, result, revision=board.revision, by=director_of(match.round.section))


def played(section: Section, round: int, lines: str, *, by: User | None = None) -> list[Game]:
    """Pair a round and enter its results: ``1 2 WL`` a line, byes as ``5 H``, ``3 4`` left open."""
    by = by or director_of(section)
    typed = [line.split() for line in lines.splitlines() if line.strip()]
    games = paired(section, round, "\n".join(" ".join(line[:2]) for line in typed), publish=True, by=by)
    for line in typed:
        if len(line) == 3:
            enter(game_between(games, int(line[0]), int(line[1])), line[2], by=by)
    return games_of(section, round)


def enter(game: Game, result: str, *, by: User | None = None) -> Game:
    """Enter a result from a screen that shows the board as it is. What a correction moves is seen."""
    by = by or director_of(game.round.section)
    (stands,) = _game(game.pk)
    try:
        return results.record_result(game, result, revision=stands.revision, by=by).game
    except Unseen:
        return corrected(stands, result, by=by)


def corrected(game: Game, result: str, *, by: User | None = None, reason: str = "slip read wrong") -> Game:
    """Correct a result by somebody who has seen what moves."""
    by = by or director_of(game.round.section)
    seen = consequences(corrections.of_result(game, result))
    revision = Game.objects.get(pk=game.pk).revision
    return results.record_result(game, result, revision=revision, by=by, reason=reason, seen=seen).game


def undone(section: Section, *, by: User) -> LogEntry:
    """Take back a person's last entry; what that moves is seen first."""
    try:
        return undoing.undo(section.pk, by=by)
    except Unseen:
        entry = log.last_entry(section, by)
        assert entry is not None
        seen = consequences(corrections.of_undo(section, by, entry.pk)[1])
        return undoing.undo(section.pk, by=by, entry_id=entry.pk, reason="entered by mistake", seen=seen)


def swap_colors(game: Game, by: User) -> None:
    """Give White to the player who has Black."""
    black = game.seats.select_related("player").get(side="b").player
    pairings.give_white(game, black.number, by=by, reason="sat down the other way")


def games_of(section: Section, round: int) -> list[Game]:
    """A round's games by board and slot."""
    return _games(section.pk, round)


def game_between(games: list[Game], white: int, black: int) -> Game:
    """The game in which these numbers have White and Black."""
    return next(game for game in games if dict(_sides(game.pk)) == {"w": white, "b": black})
