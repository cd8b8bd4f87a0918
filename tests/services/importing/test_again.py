"""A list that is imported again adds nobody, and asks who is not certain. An import is taken back whole."""

from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.cases import NAMES, case
from tests.factories import TEAMS, a_section, as_it_stands, director_of, paired
from tournaments.errors import Asked, Conflict, Namesakes, Refused
from tournaments.formats import pasted, team_roster, wallchart_csv
from tournaments.formats.records import RosterFile
from tournaments.models import LogEntry, Player, Round, Section, TeamMember
from tournaments.selectors.history.log import last_entry, last_import, undoing_of
from tournaments.services import importing, orders, rosters
from tournaments.services.importing import Answers, Imported
from tournaments.services.undoing import undo_import

LIST = """name,id,rating,team
"Alder, Ann",12345678,1432,Elm
Bo Birch,,987,Fir
Bo Birch,,912,Elm
Cy Cedar,,,
"""


@pytest.fixture
def section() -> Section:
    return a_section(0)


def take(section: Section, text: str, **answers: Any) -> Imported:
    file = pasted.read(text, teams=False)
    assert isinstance(file, RosterFile)
    return importing.import_roster(section, file, by=director_of(section), answers=Answers(**answers))


def asked(section: Section, text: str, **answers: Any) -> Asked:
    """What is asked about a list, of which nothing is stored."""
    before = as_it_stands(section).stamp, names(section)
    with pytest.raises(Asked) as raised:
        take(section, text, **answers)
    assert (as_it_stands(section).stamp, names(section)) == before
    return raised.value


def undo_last_import(section: Section) -> None:
    by = director_of(section)
    entry = last_import(section, by)
    assert entry
    undo_import(section.pk, by=by, entry_id=entry.pk)


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


def test_an_id_under_another_name_is_asked_about_once_and_the_report_names_both(section: Section) -> None:
    take(section, LIST)
    nickname = "name,id\nAnna Alder,12345678\n"
    [question] = asked(section, nickname).questions
    assert question.said == (
        "Line 2: Anna Alder has US Chess ID 12345678. Here it is the ID of Ann Alder (number 1 in"
        f" {section.name}, Elm). Are they the same player?"
    )
    assert [each.said for each in question.candidates] == ["Yes: number 1, Ann Alder, Elm"]
    assert question.otherwise == "No: read this line without the ID"
    ann = section.players.get(number=1)
    take(section, nickname, who={question.key: ann.pk})

    again = take(section, nickname)

    assert (again.added, again.here) == ([], 1)
    assert again.notes == ["Ann Alder here is Anna Alder on the list. The name was not changed."]
    assert "Alder, Ann" in names(section)


def test_the_id_of_somebody_else_is_not_entered_where_a_director_says_so(section: Section) -> None:
    take(section, LIST)
    strange = "name,id,rating\nZoe Quill,12345678,900\n"
    [question] = asked(section, strange).questions

    [zoe] = take(section, strange, who={question.key: None}).added

    assert (zoe.name, zoe.uscf_id, zoe.rating) == ("Zoe Quill", "", 900)
    assert section.players.get(number=1).rating == 1432


@pytest.mark.parametrize("line", ["Ann Alder,,Elm", '"ALDER,  ann",12345678,elm', "Ann Alder,12345678,"])
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
    assert len(take(section, twins, different=True).added) == 2
    assert take(section, twins).here == 2
    more = take(section, twins + "Bo Birch,Fir\n", different=True)
    assert (len(more.added), more.here) == (1, 2)


@pytest.mark.parametrize("here", [0, 1], ids=["of new players", "of players who are here"])
def test_a_list_that_was_pasted_twice_asks_before_it_adds_anybody_twice(section: Section, here: int) -> None:
    once = "Ann Alder,,1432,Elm\nBo Birch,12345678,987,Fir\n"
    for _time in range(here):
        take(section, once)
    before = names(section)
    with pytest.raises(Namesakes, match="The same name and team are on two lines") as raised:
        take(section, once + "Ann Alder,,,Elm\n")
    assert [(each.where, each.read) for each in raised.value.troubles] == [("line 3", "Ann Alder")]
    assert "line 1 is somebody else" in raised.value.troubles[0].expected
    assert names(section) == before
    added = take(section, once + "Ann Alder,,,Elm\n", different=True).added
    assert len(added) == (1 if here else 3)


def test_two_ids_tell_two_lines_of_one_name_apart(section: Section) -> None:
    assert len(take(section, "Ann Alder,12345678\nAnn Alder,87654321\n").added) == 2


def test_one_name_with_another_team_is_asked_about(section: Section) -> None:
    take(section, LIST)
    text = "name,team\nCy Cedar,Oak\nEd Elder,Oak\n"
    (question,) = asked(section, text).questions
    assert question.said == "Is Cy Cedar, Oak (line 2) a player who is on the roster already?"
    assert [each.said for each in question.candidates] == ["Yes: number 4, Cy Cedar, no team"]
    assert len(take(section, text, who={question.key: None}).added) == 2


@pytest.mark.parametrize(
    ("here", "listed"),
    [
        ("José García", "Jose Garcia"),
        ("Dana Lee", "Dana M Lee"),
        ("Dana Marie Lee", "Lee, Dana"),
        ("Lee, Dana", "Lee Dana"),
        ("Ann-Marie Fir", "ANN  MARIE FIR"),
        ("Martin King", "Martin King, Jr."),
        ("Pat O'Brien", "Pat OBrien"),
    ],
)
def test_a_name_that_is_nearly_the_same_is_asked_about(section: Section, here: str, listed: str) -> None:
    take(section, f'name,team\n"{here}",Elm\n')
    text = f'name,team\nEd Elder,Oak\n"{listed}",Elm\n'
    (question,) = asked(section, text).questions
    assert question.where == "line 3"
    (candidate,) = question.candidates
    same = take(section, text, who={question.key: candidate.pk})
    assert ([player.name for player in same.added], same.here) == (["Ed Elder"], 1)


def test_each_near_name_is_decided_by_itself(section: Section) -> None:
    take(section, "name\nDana Lee\nCy Cedar\n")
    text = "name\nDana M Lee\nCy B Cedar\n"
    first, second = asked(section, text).questions
    (left,) = asked(section, text, who={first.key: None}).questions
    assert left == second
    done = take(section, text, who={first.key: None, second.key: second.candidates[0].pk})
    assert ([player.name for player in done.added], done.here) == (["Dana M Lee"], 1)


def test_a_near_name_that_is_one_player_is_asked_about_once_and_told_each_time(section: Section) -> None:
    take(section, "name,team\nDana Lee,Elm\n")
    (question,) = asked(section, "name,team\nDana M Lee,Elm\n").questions
    take(section, "name,team\nDana M Lee,Elm\n", who={question.key: question.candidates[0].pk})
    again = take(section, "name,team\nDana M Lee,Elm\nEd Elder,Oak\n")
    assert ([player.name for player in again.added], again.here) == (["Ed Elder"], 1)
    assert again.notes == ["Dana Lee here is Dana M Lee on the list. The name was not changed."]
    assert asked(section, "name,team\nDana M Lee,Oak\n").questions, "another team may be another child"


def test_two_ids_or_another_name_ask_nothing(section: Section) -> None:
    take(section, "name,id\nDana Lee,12345678\nCy Cedar,\n")
    assert len(take(section, "name,id\nDana M Lee,87654321\nCyril Cedar,\n").added) == 2


def test_an_answer_holds_for_the_line_it_was_given_for(section: Section) -> None:
    """The list was changed between the question and the answer."""
    take(section, "name\nDana Lee\n")
    (question,) = asked(section, "name\nDana M Lee\n").questions
    (other,) = asked(section, "name\nDana K Lee\n", who={question.key: None}).questions
    assert other.key != question.key


# --- what the list says otherwise -------------------------------------------------------------------

CORRECTED = "name,id,rating,team\nAnn Alder,12345678,1440,Elm\nBo Birch,22345678,987,Fir\nEd Elder,,,\n"


def test_values_that_differ_are_told_and_taken_as_one_act_that_can_be_undone(section: Section) -> None:
    take(section, LIST)
    question = asked(section, CORRECTED)
    told = [(each.player, each.what, each.here, each.listed) for each in question.differing]
    assert told == [
        ("Ann Alder", "rating", "1432", "1440"),
        ("Bo Birch", "US Chess ID", "–", "22345678"),
    ]
    entries = LogEntry.objects.count()
    done = take(section, CORRECTED, differing=question.key, take=True)
    assert (len(done.added), done.here, len(done.corrections)) == (1, 2, 2)
    assert LogEntry.objects.count() == entries + 1
    assert "list values used for" in LogEntry.objects.latest("pk").summary
    assert section.players.get(uscf_id="12345678").rating == 1440
    assert section.players.filter(uscf_id="22345678").exists()
    undo_last_import(section)
    assert section.players.get(uscf_id="12345678").rating == 1432
    assert not section.players.filter(uscf_id="22345678").exists()
    assert "Ed Elder" not in names(section)


def test_who_paid_without_an_amount_is_paid_and_later_asked_about(section: Section) -> None:
    take(section, "name,id,fee\nAda,12345678,PAID\nBo,12345679,\n")
    ada, bo = section.players.order_by("number")
    assert (ada.is_paid, bo.is_paid) == (True, False)
    later = "name,id,fee\nAda,12345678,PAID\nBo,12345679,PAID\n"
    question = asked(section, later)
    assert [each.said for each in question.differing] == ["2 Bo: fee paid – on the roster, paid on the list"]
    take(section, later, differing=question.key, take=True)
    assert section.players.get(number=2).is_paid
    assert not take(section, later).corrections


def test_a_renewed_membership_is_asked_about_and_undone_like_every_other_value(section: Section) -> None:
    take(section, "name,id,exp\nAnn Alder,12345678,5/1/2026\n")
    renewed = "name,id,exp\nAnn Alder,12345678,5/1/2027\nEd Elder,,\n"
    question = asked(section, renewed)
    (told,) = question.differing
    assert (told.what, told.here, told.listed) == ("membership expires", "May 1, 2026", "May 1, 2027")
    take(section, renewed, differing=question.key, take=True)
    assert section.players.get(uscf_id="12345678").expires_on == date(2027, 5, 1)
    undo_last_import(section)
    assert section.players.get(uscf_id="12345678").expires_on == date(2026, 5, 1)


def test_values_of_the_list_are_left_where_the_director_says_so(section: Section) -> None:
    take(section, LIST)
    done = take(section, CORRECTED, differing=asked(section, CORRECTED).key)
    assert (len(done.added), done.corrections) == (1, [])
    assert section.players.get(uscf_id="12345678").rating == 1432


def test_other_differences_than_those_shown_are_asked_about(section: Section) -> None:
    take(section, LIST)
    key = asked(section, CORRECTED).key
    again = asked(section, CORRECTED.replace("1440", "1444"), differing=key, take=True)
    assert again.differing[0].listed == "1444"


def test_where_the_list_says_nothing_it_corrects_nothing(section: Section) -> None:
    take(section, LIST)
    assert take(section, "name,id,rating,team\nAnn Alder,12345678,unr,\n").here == 1


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
    assert last_entry(section, by) is None  # a key at the desk does not empty the roster
    assert undo_import(section.pk, by=by, entry_id=entry.pk) == entry
    assert names(section) == []
    with pytest.raises(Conflict, match="undone already"):
        undo_import(section.pk, by=by, entry_id=entry.pk)
    assert len(take(section, LIST).added) == 4


def test_only_what_the_import_added_is_taken_back(section: Section) -> None:
    take(section, "name\nAnn Alder\n")
    take(section, "name\nAnn Alder\nBo Birch\n")
    undo_last_import(section)
    assert names(section) == ["Ann Alder"]


def test_players_on_the_wall_chart_and_edited_ones_stay(section: Section) -> None:
    by = director_of(section)
    take(section, LIST + "Di Dogwood,,,Fir\nEd Elder,,,\nFlo Fir,,,\n")
    entry = LogEntry.objects.latest("pk")
    rosters.edit_player(section.players.get(number=1), rating=1500, by=by)
    rosters.remove_player(section.players.get(number=6), by=by)
    paired(section, 1, "2 3")
    undoing = undoing_of(entry)
    assert [[p.number for p in rows] for rows in (undoing.goes, undoing.seated, undoing.edited)] == [
        [4, 5, 7],
        [2, 3],
        [1],
    ]
    undo_import(section.pk, by=by, entry_id=entry.pk)
    assert names(section) == ["Alder, Ann", "Bo Birch", "Bo Birch"]


def test_an_import_of_which_everybody_plays_cannot_be_undone(section: Section) -> None:
    take(section, "Ann Alder\nBo Birch\n")
    paired(section, 1, "1 2")
    with pytest.raises(Conflict, match="can't be undone"):
        undo_last_import(section)


def test_an_import_of_lists_of_teams_is_taken_back() -> None:
    section = a_section(players=0, boards=4)
    by = director_of(section)
    importing.import_team_rosters(section, team_roster.read(TEAMS), by=by)
    before = list(TeamMember.objects.order_by("team", "board").values_list("team__name", "board", "name"))
    other = "Alder Lane,1,Ben Ames,,1900\nAlder Lane,2,Zoe Ames,,1500\nOak,1,Pat Oak,,\nOak,2,Sam Oak,,\n"
    importing.import_team_rosters(section, team_roster.read(other), by=by)
    undo_last_import(section)
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
    undo_last_import(section)
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
    with pytest.raises(Conflict, match="can't be undone"):
        undo_import(section.pk, by=by, entry_id=entry.pk)
    assert section.players.count() == 2
    orders.show_columns(section, "", by=by)
