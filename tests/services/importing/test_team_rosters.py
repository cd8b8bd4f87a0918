"""The players of teams: on one team's list only, in board order (34G)."""

import pytest

from tests.factories import a_section, director_of, paired, three_teams
from tournaments.errors import RatingFixed, Refused
from tournaments.formats import team_roster
from tournaments.formats.records import RosterEntry
from tournaments.models import Game, LogEntry, MatchBoard, Player, Section, TeamMember
from tournaments.services import attendance, importing, rosters
from tournaments.services.undoing import undo_entry


@pytest.fixture
def section() -> Section:
    return three_teams()


@pytest.fixture
def match(section: Section) -> Game:
    return paired(section, 1, "1 3", publish=True)[0]


def listed(team: int) -> list[tuple[int, str]]:
    return list(TeamMember.objects.filter(team__number=team).values_list("board", "name"))


def test_a_team_s_list_is_replaced_and_reordered(section: Section, match: Game) -> None:
    team = Player.objects.get(number=1)
    text = "2,Ada Ames,,2110\n1,Ben Ames,,\n3,Cy Ames,,\n4,Di Ames,,\n5,Zoe New,,1200"
    file, by = team_roster.read(text, team.name), director_of(section)
    importing.import_team_roster(team, file, by=by, reason="The list of last month")
    assert listed(1) == [(1, "Ben Ames"), (2, "Ada Ames"), (3, "Cy Ames"), (4, "Di Ames"), (5, "Zoe New")]
    first = MatchBoard.objects.select_related("home", "away").get(game=match, board=1)
    assert [member.name for member in (first.home, first.away) if member] == ["Ada Ames", "Ida Case"]


def test_who_sat_on_a_board_stays_on_the_list(section: Section, match: Game) -> None:
    team = Player.objects.get(number=1)
    with pytest.raises(Refused, match="Ada Ames plays in a match of Alder Lane"):
        importing.import_team_roster(
            team, team_roster.read("Ben Ames\nCy Ames", team.name), by=director_of(section)
        )
    assert len(listed(1)) == 5


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Elm,1,Max Elm\nElmm,2,Nan Elm\nElm,3,Oz Elm", "at least two players on this team"),
        ("Elm,1,Max Elm\nElm,1,Nan Elm", "teammate on line 1 has this one"),
        ("Elm,0,Max Elm\nElm,1,Nan Elm", "a board number from 1 to 99"),
        ("Elm,1,\nElm,2,Nan Elm", "a name"),
        (",1,Max Elm\nElm,2,Nan Elm\nElm,3,Oz Elm", "the team's name"),
        ("name,rating\nMax Elm,1500", "a column with the heading “team”"),
        ("", "a line for each player"),
        ("Elm,1,Max\nElm,2,Nan\nFir,1,Oz\nFir,2,MAX,10000001", "the IDs of both. Max of Elm is on line 1"),
        ("Elm,1,Max\nElm,2,Max", "the IDs of both. Max of Elm is on line 1"),
    ],
)
def test_a_list_that_cannot_be_is_told_by_line(text: str, expected: str) -> None:
    problems = team_roster.read(text).problems
    assert any(expected in problem.expected for problem in problems), problems


def test_headings_may_stand_in_any_order_and_the_rest_is_not_taken() -> None:
    file = team_roster.read("Rating,Name,Bd.,School,Phone\n1500,Max,2,Elm,5\n1400,Nan,1,Elm,6")
    assert [(m.team, m.board, m.name, m.rating) for m in file.entries] == [
        ("Elm", 2, "Max", 1500),
        ("Elm", 1, "Nan", 1400),
    ]
    assert file.notes == ("Not imported: Phone",)


def test_nobody_plays_for_two_teams(section: Section) -> None:
    text = "Elm,1,Max Elm,10000001\nElm,2,Nan Elm"
    with pytest.raises(Refused, match="No list was changed") as refused:
        importing.import_team_rosters(section, team_roster.read(text), by=director_of(section))
    assert "Ada Ames of Alder Lane" in refused.value.troubles[0].expected
    assert not Player.objects.filter(name="Elm").exists()


def test_a_namesake_in_another_team_is_somebody_else_only_by_the_ids_of_both(section: Section) -> None:
    by = director_of(section)
    lines = team_roster.read("Elm,1,ada ames\nElm,2,Nan Elm")
    with pytest.raises(Refused, match="No list was changed") as refused:
        importing.import_team_rosters(section, lines, by=by)
    trouble = refused.value.troubles[0]
    told = "another name, or the IDs of both. Ada Ames plays for Alder Lane"
    assert (trouble.where, trouble.read, trouble.expected) == ("line 1", "ada ames", told)
    assert not Player.objects.filter(name="Elm").exists()
    importing.import_team_rosters(section, team_roster.read("Elm,1,Ada Ames,10000002\nElm,2,Nan Elm"), by=by)
    assert TeamMember.objects.filter(name="Ada Ames").count() == 2


@pytest.mark.parametrize("name", ["Ames, Ben", "BEN  AMES"])
def test_a_name_written_otherwise_is_no_other_player(section: Section, name: str) -> None:
    by = director_of(section)
    lists = f'Elm,1,"{name}"\nElm,2,Nan Elm'
    with pytest.raises(Refused, match="No list was changed") as refused:
        importing.import_team_rosters(section, team_roster.read(lists), by=by)
    assert "Ben Ames plays for Alder Lane" in refused.value.troubles[0].expected
    (problem,) = team_roster.read(f"{lists}\nFir,1,Ben Ames\nFir,2,Oz Fir").problems
    assert (problem.line, problem.read) == (3, "Ben Ames")
    assert not Player.objects.filter(name="Elm").exists()


def test_a_team_is_one_however_its_name_is_spaced(section: Section) -> None:
    by = director_of(section)
    importing.import_team_rosters(
        section, team_roster.read("alderlane,1,Max Elm\nAlder Lane,2,Nan Elm"), by=by
    )
    assert [str(team) for team in Player.objects.order_by("number")][::2] == [
        "1 Alder Lane",
        "3 Cedar Castles",
    ]
    assert list(TeamMember.objects.filter(team__number=1).values_list("name", flat=True)) == [
        "Max Elm",
        "Nan Elm",
    ]


def test_two_teams_of_one_name_are_refused(section: Section) -> None:
    by = director_of(section)
    for names in (["alder lane"], ["Elm", "ELM"]):
        with pytest.raises(Refused, match="Nobody was added") as refused:
            rosters.add_players(section, [RosterEntry(None, name) for name in names], by=by)
        (trouble,) = refused.value.troubles
        assert (trouble.read, trouble.expected) == (names[-1], "a team new to this section")
    birch = Player.objects.get(name="Birch Bishops")
    with pytest.raises(Refused, match="already has a team named AlderLane"):
        rosters.edit_player(birch, by=by, name="AlderLane")
    assert Player.objects.filter(section=section).count() == 3
    rosters.edit_player(birch, by=by, name="BIRCH Bishops")


def test_new_teams_are_numbered_by_the_average_of_their_boards() -> None:
    section = a_section(players=0, boards=4)
    lines = team_roster.read("Elm,1,A\nElm,2,B,,1500\nFir,1,C,,1600\nFir,2,D,,1500")
    importing.import_team_rosters(section, lines, by=director_of(section), by_rating=True)
    assert [(team.number, team.name) for team in Player.objects.order_by("number")] == [
        (1, "Fir"),
        (2, "Elm"),
    ]


def test_a_team_struck_off_takes_its_list_along(section: Section) -> None:
    rosters.remove_player(Player.objects.get(number=2), by=director_of(section))
    assert not TeamMember.objects.filter(name="Flo Birk").exists()
    tables = {row[0] for row in LogEntry.objects.filter(standings__section=section)[0].rows}
    assert tables == {"player", "teammember"}


def test_players_have_no_list_of_players() -> None:
    section = a_section(players=2)
    player = Player.objects.get(number=1)
    with pytest.raises(Refused, match="This section is for players"):
        importing.import_team_roster(player, team_roster.read("A\nB", "x"), by=director_of(section))


def test_another_rating_on_the_list_of_a_team_needs_a_reason_once_round_one_is_paired(
    section: Section, match: Game
) -> None:
    team, by = Player.objects.get(number=1), director_of(section)
    same = [[each.board, each.name, each.uscf_id, each.rating or ""] for each in team.members.all()]
    lines = [",".join(map(str, line)) for line in same]
    importing.import_team_roster(team, team_roster.read("\n".join(lines), team.name), by=by)  # as it is
    ada = f"1,Ada Ames,{same[0][2]},1999"
    file = team_roster.read("\n".join([ada, *lines[1:], "6,Zoe New,,1200"]), team.name)
    with pytest.raises(RatingFixed, match=r"rating of Ada Ames\. Enter the reason"):
        importing.import_team_roster(team, file, by=by)
    assert len(listed(1)) == 5
    importing.import_team_roster(team, file, by=by, reason="The list of last month")
    assert TeamMember.objects.get(name="Ada Ames").rating == 1999
    assert LogEntry.objects.latest("pk").reason == "The list of last month"


def test_a_list_of_several_teams_names_everybody_whose_rating_it_changes(
    section: Section, match: Game
) -> None:
    lists = team_roster.read("Elm,1,Max,,900\nElm,2,Nan,,800\nFir,1,Oz,,700\nFir,2,Pia,,600")
    by = director_of(section)
    importing.import_team_rosters(section, lists, by=by)  # new teams
    other = team_roster.read("Elm,1,Max,,901\nElm,2,Nan,,800\nFir,1,Oz,,701\nFir,2,Pia,,600")
    with pytest.raises(RatingFixed, match="rating of Max; Oz"):
        importing.import_team_rosters(section, other, by=by)
    importing.import_team_rosters(section, other, by=by, reason="Typed wrong")
    assert TeamMember.objects.get(name="Oz").rating == 701


def test_a_team_that_enters_again_keeps_its_players(section: Section) -> None:
    by = director_of(section)
    again = attendance.re_enter(Player.objects.get(number=1), 0, {}, by=by)
    assert listed(again.number) == listed(1)
    assert TeamMember.objects.get(team=again, board=1).rating == 2100
    undo_entry(section.pk, by=by, entry_id=LogEntry.objects.latest("pk").pk)
    assert len(listed(1)) == 5
    assert not TeamMember.objects.filter(team__number=again.number).exists()


def test_the_list_of_a_team_that_entered_again_can_be_replaced(section: Section) -> None:
    by = director_of(section)
    again = attendance.re_enter(Player.objects.get(number=1), 0, {}, by=by)
    lines = "Ben Ames\nAda Ames\nZoe New"
    importing.import_team_roster(again, team_roster.read(lines, again.name), by=by)
    assert [name for _board, name in listed(again.number)] == ["Ben Ames", "Ada Ames", "Zoe New"]
    text = "Alder Lane,1,Ada Ames\nAlder Lane,2,Cy Ames"
    importing.import_team_rosters(section, team_roster.read(text), by=by)
    assert [name for _board, name in listed(again.number)] == ["Ada Ames", "Cy Ames"], "the entry that plays"
    assert len(listed(1)) == 5
    bishops = Player.objects.get(number=2)
    with pytest.raises(Refused, match="No list was changed"):
        importing.import_team_roster(bishops, team_roster.read("Ada Ames\nX Y", bishops.name), by=by)
