"""An event that has everything a backup must carry."""

import pytest

from tests.factories import EntryFactory, a_section, as_it_stands, enter, games_of, paired, played, section_of
from tests.people import event, kim, no_fragments
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.formats import team_roster
from tournaments.models import Event, Player
from tournaments.services import (
    attendance,
    ceremony,
    check_in,
    decisions,
    extra_games,
    importing,
    orders,
    pairings,
    prizes,
    rosters,
    teams,
)
from tournaments.services.verifying import verify

__all__ = ["event", "full_event", "kim", "no_fragments"]


@pytest.fixture
def full_event(event: Event) -> Event:
    """Two sections with a table of schools, a tossed coin, frozen awards, a withdrawal, a re-entry, a side
    game, a verified board, a check-in, a visitor, namesakes, and a player who was removed; and a section of
    matches."""
    kim = event.staff.get().user
    champions = section_of(event, "Open", "Ann/Elm Bo/Fir Cy/Elm Di/Fir", rounds=2)
    orders.post_order(champions, "solkoff", by=kim)
    orders.show_columns(champions, "cumulative", by=kim)
    prizes.announce(champions, "1st place trophy $100\n2nd place trophy\n2nd place $50", by=kim)
    (gone,) = rosters.add_players(champions, [EntryFactory.create(name="Zoe Gone")], by=kim)
    rosters.remove_player(gone, by=kim)
    check_in.check_in(event, _player(champions.pk, 1).pk, by=kim)
    played(champions, 1, "1 2 WL\n3 4 WL")
    (first, _second) = played(champions, 2, "1 3 DD\n2 4 DD")
    enter(first, "LW")
    enter(first, "DD")
    verify(first, "DD", by=kim)
    decisions.toss_coin(champions, [1, 3], by=kim)
    ceremony.freeze(as_it_stands(champions), by=kim)

    novices = section_of(event, "Novice", "Eve/Elm Flo/Gum Gus/Gum Hal/-", rounds=3)
    table = teams.make_table(event, name="Schools", sections=[champions, novices], minimum=1, by=kim)
    same_name = EntryFactory.create(name="Ann", team="Hay")
    rosters.add_players(novices, [same_name], by=kim, different=True)
    teams.name_school(event, ["Gum", "Gumtree"], name="Gum School", code="GUM", by=kim)
    orders.post_order(table, "team_cumulative", by=kim, reason="as announced")
    played(novices, 1, "1 2 WL\n3 4 WL\n5 H")
    pairings.withdraw(_player(novices.pk, 4), 1, by=kim, reason="ill")
    played(novices, 2, "1 3 WL\n2 5 DD")
    attendance.re_enter(_player(novices.pk, 4), 2, {1: Kind.UNPAIRED, 2: Kind.UNPAIRED}, by=kim)
    paired(novices, 3, "1 4@Open", publish=True)
    enter(games_of(novices, 3)[0], "WL")
    extra_games.add_extra_game(novices, 1, 3, Kind.WIN, Kind.LOSS, by=kim)

    matches = a_section(0, 2, event=event, name="Teams of four", boards=4)
    importing.import_team_rosters(matches, team_roster.read(_TEAMS), by=kim)
    paired(matches, 1, "1 2", publish=True)
    return Event.objects.get(pk=event.pk)


def _player(section: int, number: int) -> Player:
    return Player.objects.get(section=section, number=number)


_TEAMS = """
Alder Lane,1,Ada Ames,10000001,2100
Alder Lane,2,Ben Ames,,1900
Birch Bishops,1,Flo Birk,,2000
Birch Bishops,2,Gil Birk,,1800
"""
