"""A list that is imported again adds nobody, and asks who is not certain. An import is taken back whole."""

import pytest
from django.contrib.auth.models import User

from tests.cases import NAMES, case
from tests.factories import TEAMS, a_section, as_it_stands, director_of, paired
from tournaments.errors import Conflict, Namesakes, Refused
from tournaments.formats import pasted, team_roster, wallchart_csv
from tournaments.formats.records import RosterFile
from tournaments.models import LogEntry, Player, Round, Section, TeamMember
from tournaments.services import importing, orders, rosters
from tournaments.services.importing import Imported
from tournaments.services.undoing import undo

LIST = """name,id,rating,team
"Alder, Ann",12345678,1432,Elm
Bo Birch,,987,Fir
Bo Birch,,912,Elm
Cy Cedar,,,
"""


@pytest.fixture
def section() -> Section:
    return a_section(0)


def take(section: Section, text: str, *, different: bool = False) -> Imported:
    file = pasted.read(text, teams=False)
    assert isinstance(file, RosterFile)
    return importing.import_roster(section, file, by=director_of(section), different=different)


def names(section: Section) -> list[str]:
    return list(section.players.order_by("number").values_list("name", flat=True))


# --- the same list again ----------------------------------------------------------------------------


def test_the_same_list_adds_nobody_and_is_no_change(section: Section) -> None:
    first = take(section, LIST, different=True)
    assert (len(first.added), first.here) == (4, 0)
    version = as_it_stands(section).version
    again = take(section, LIST)
    assert (again.added, again.here, again.notes) == ([], 4, [])
    assert as_it_stands(section).version == version


def test_a_longer_list_adds_who_is_new(section: Section) -> None:
    take(section, LIST)
    again = take(section, LIST + "Di Dogwood,,,Fir\n")
    assert ([player.name for player in again.added], again.here) == (["Di Dogwood"], 4)


def test_a_player_is_known_by_the_id_under_another_name_and_the_report_says_so(section: Section) -> None:
    take(section, LIST)
    again = take(section, "name,id\nAnna Alder,12345678\n")
    assert (again.added, again.here) == ([], 1)
    assert again.notes == [
        "US Chess ID 12345678 is Ann Alder here and Anna Alder in the list. Nothing was changed."
    ]
    assert "Alder, Ann" in names(section)


@pytest.mark.parametrize("line", ["Ann Alder,,Elm", '"ALDER,  ann",12345678,elm', "Ann Alder,12345678,Fir"])
def test_a_player_is_known_by_id_or_by_name_and_team(section: Section, line: str) -> None:
    take(section, LIST)
    again = take(section, f"name,id,team\n{line}\n")
    assert (again.added, again.here) == ([], 1)


def test_two_ids_tell_two_people_of_one_name_and_team_apart(section: Section) -> None:
    take(section, LIST)
    again = take(section, "name,id,team\nAnn Alder,87654321,Elm\n")
    assert (len(again.added), again.here) == (1, 0)


def test_each_player_here_is_one_line_of_the_list(section: Section) -> None:
    """Two of one name in one team were added as two, and a third one is new."""
    twins = "name,team\nBo Birch,Fir\nBo Birch,Fir\n"
    assert len(take(section, twins).added) == 2
    assert take(section, twins).here == 2
    more = take(section, twins + "Bo Birch,Fir\n")
    assert (len(more.added), more.here) == (1, 2)


def test_one_name_with_another_team_is_asked_about(section: Section) -> None:
    take(section, LIST)
    text = "name,team\nCy Cedar,Oak\nEd Elder,Oak\n"
    with pytest.raises(Namesakes, match="players with the same name are here with another team") as asked:
        take(section, text)
    (trouble,) = asked.value.troubles
    assert (trouble.where, trouble.read) == ("line 2", "Cy Cedar, Oak")
    assert trouble.expected.startswith("a new player. Cy Cedar, number ")
    assert "Ed Elder" not in names(section)
    assert len(take(section, text, different=True).added) == 2


def test_a_list_of_teams_again_adds_no_team_and_no_member(section: Section) -> None:
    matches = a_section(players=0, boards=4)
    by = director_of(matches)
    first = importing.import_team_rosters(matches, team_roster.read(TEAMS), by=by)
    assert (len(first.added), first.here) == (3, 0)
    members, version = TeamMember.objects.count(), as_it_stands(matches).version
    again = importing.import_team_rosters(matches, team_roster.read(TEAMS), by=by)
    assert (len(again.added), again.here) == (0, 3)
    assert (TeamMember.objects.count(), as_it_stands(matches).version) == (members, version)


def test_a_wall_chart_again_is_refused(section: Section) -> None:
    file = case("example_a")
    importing.import_wallchart(section, file, order="solkoff", by=director_of(section))
    players = section.players.count()
    with pytest.raises(Refused, match="already has a roster"):
        importing.import_wallchart(section, file, order="solkoff", by=director_of(section))
    assert section.players.count() == players


# --- an import is taken back ------------------------------------------------------------------------


def test_an_import_is_one_entry_and_undo_takes_it_back(section: Section) -> None:
    by = director_of(section)
    before = LogEntry.objects.count()
    take(section, LIST)
    entry = LogEntry.objects.latest("pk")
    assert LogEntry.objects.count() == before + 1
    assert undo(section.pk, by=by, entry_id=entry.pk) == entry
    assert names(section) == []
    assert len(take(section, LIST).added) == 4


def test_only_what_the_import_added_is_taken_back(section: Section) -> None:
    take(section, "name\nAnn Alder\n")
    take(section, "name\nAnn Alder\nBo Birch\n")
    undo(section.pk, by=director_of(section))
    assert names(section) == ["Ann Alder"]


def test_an_import_with_players_who_are_paired_or_edited_stays(section: Section) -> None:
    by = director_of(section)
    take(section, LIST)
    entry = LogEntry.objects.latest("pk")
    rosters.edit_player(section.players.get(number=1), rating=1500, by=by)
    with pytest.raises(Conflict, match="can't be undone"):
        undo(section.pk, by=by, entry_id=entry.pk)
    other = a_section(0)
    take(other, LIST)
    paired(other, 1, "1 2")
    deputy = director_of(other)
    undo(other.pk, by=deputy)  # the pairing, which came later
    undo(other.pk, by=deputy)
    assert names(other) == []


def test_an_import_of_lists_of_teams_is_taken_back() -> None:
    section = a_section(players=0, boards=4)
    by = director_of(section)
    importing.import_team_rosters(section, team_roster.read(TEAMS), by=by)
    before = list(TeamMember.objects.order_by("team", "board").values_list("team__name", "board", "name"))
    other = "Alder Lane,1,Ben Ames,,1900\nAlder Lane,2,Zoe Ames,,1500\nOak,1,Pat Oak,,\nOak,2,Sam Oak,,\n"
    importing.import_team_rosters(section, team_roster.read(other), by=by)
    undo(section.pk, by=by)
    after = TeamMember.objects.order_by("team", "board").values_list("team__name", "board", "name")
    assert list(after) == before
    assert Player.objects.filter(section=section).count() == 3


@pytest.mark.parametrize("name", NAMES)
def test_an_imported_wall_chart_is_taken_back_whole(name: str) -> None:
    file = case(name)
    teams = file.entrants == "teams"
    section = a_section(0, 1, boards=4 if teams else 0, format=file.chart.format.value)
    by = director_of(section)
    importing.import_wallchart(section, file, order="solkoff", by=by)
    undo(section.pk, by=by)
    after = as_it_stands(section)
    assert (after.rounds, after.games, after.format) == (section.rounds, section.games, section.format)
    assert not Player.objects.filter(section=section).exists()
    assert not Round.objects.filter(section=section).exists()
    assert not after.standings.posted_orders.exists()
    # And comes back whole.
    importing.import_wallchart(after, file, order="solkoff", by=by)
    assert Player.objects.filter(section=section).count() == len(file.chart.cards)


def test_an_imported_wall_chart_on_which_play_went_on_stays(kim: User) -> None:
    section = a_section(0, 4)
    by = director_of(section)
    file = wallchart_csv.read("number,name,r1\n1,Ann Alder,W2w\n2,Bo Birch,L1b\n")
    importing.import_wallchart(section, file, order="solkoff", by=by)
    entry = LogEntry.objects.filter(verb="import").latest("pk")
    paired(section, 2, "2 1", by=by)
    with pytest.raises(Conflict, match="newer entry"):
        undo(section.pk, by=by, entry_id=entry.pk)
    assert section.players.count() == 2
    orders.show_columns(section, "", by=by)
