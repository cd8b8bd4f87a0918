"""The rating list of a machine: read whole or not at all, found by ID and by name, taken into rosters."""

import re
from datetime import date
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from tests.factories import EntryFactory, a_section, paired
from tests.rating_lists import LINES, a_list, as_text
from tournaments.errors import Conflict, OlderList, RatingFixed, Refused
from tournaments.formats import registration, team_roster
from tournaments.formats.records import RosterEntry, RosterFile
from tournaments.models import LogEntry, Player, Section, TeamMember
from tournaments.selectors.files import rating_list
from tournaments.selectors.files.rating_updates import updates
from tournaments.services import importing, rosters
from tournaments.services.rating_lists import read_list
from tournaments.services.rating_updates import update_ratings
from tournaments.services.undoing import undo_entry


@pytest.fixture(autouse=True)
def here(settings: Any, tmp_path: Path) -> Path:
    settings.RATING_LIST = tmp_path / "rating-list.sqlite3"
    return tmp_path


def named(typed: str) -> list[str]:
    return [f"{each.name} {each.uscf_id[-1]}" for each in rating_list.beginning(typed)]


def test_a_new_list_replaces_the_old_one_and_a_broken_one_does_not(here: Path) -> None:
    assert rating_list.held() is None
    assert rating_list.by_ids(["30000001"]) == {}
    a_list()
    a_list(as_text(LINES[:1]), "december.txt")
    for broken in (as_text()[:-30], b"", b"PK\x03\x04"):
        with pytest.raises(Refused, match="list is kept"):
            read_list(BytesIO(broken), "broken.txt")
    known = rating_list.held()
    assert known
    assert (known.file, known.players) == ("december.txt", 1)
    assert list(rating_list.by_ids(["30000001", "30000002", "nobody"])) == ["30000001"]
    assert [each.name for each in here.iterdir()] == ["rating-list.sqlite3"], "nothing is left beside it"


OLDER = [(*line[:3], line[3].replace("2027", "2026"), line[4]) for line in LINES]


def test_a_list_older_than_the_one_that_is_here_is_asked_about(here: Path) -> None:
    a_list()
    a_list(as_text(LINES[:2]), "some.txt")  # the same memberships
    a_list()
    said = (
        "older than november.txt, which is here: 5 players are on both lists, and 3 memberships end earlier"
    )
    with pytest.raises(OlderList, match=said):
        a_list(as_text(OLDER), "october.txt")
    known = rating_list.held()
    assert known
    assert known.file == "november.txt"
    read_list(BytesIO(as_text(OLDER)), "october.txt", older=True)
    assert rating_list.by_ids(["30000001"])["30000001"].expires_on == date(2026, 1, 31)
    a_list()  # a newer one raises no question


def test_the_command_replaces_a_newer_list_only_if_it_is_told_so(here: Path) -> None:
    a_list()
    file = here / "october.txt"
    file.write_bytes(as_text(OLDER))
    with pytest.raises(CommandError, match=r"november\.txt is kept\. To replace it, add --older"):
        call_command("rating_list", str(file))
    told = StringIO()
    call_command("rating_list", str(file), older=True, stdout=told)
    assert "It replaced november.txt." in told.getvalue()


def test_an_id_that_stands_twice_counts_as_it_stands_last(here: Path) -> None:
    known = a_list(as_text([*LINES, ("ALDER,ADA", "30000001", "OR", "01/31/2028", "1500")]))
    assert known.players == 5
    assert rating_list.by_ids(["30000001"])["30000001"].rating == 1500


def test_a_file_that_is_no_list_counts_as_none(here: Path) -> None:
    (here / "rating-list.sqlite3").write_bytes(b"something else" * 1000)
    assert rating_list.held() is None
    assert rating_list.beginning("alder") == []


def test_players_are_found_by_what_is_typed_of_a_name_or_an_id(here: Path) -> None:
    a_list()
    assert named("al") == named("ALDER, ada") == named("ada al") == ["Alder, Ada 1", "Alder, Ada 6"]
    assert named("jose o'e") == named("oelm") == ["O'Elm, José 4"]
    assert named("30000003") == ["Cedar, Cora 3"]
    assert len(named("3000")) == 5
    assert named("a") == named("") == named("%%") == []
    assert list(rating_list.by_names(["Ada Alder", "alder, ADA", "Ada"])) == ["Ada Alder", "alder, ADA"]


def test_the_command_reads_a_list_and_says_what_it_left_out(here: Path) -> None:
    file = here / "list.txt"
    file.write_bytes(as_text([*LINES, ("FIR,FAY", "3", "", "", "")]))
    told, wrong = StringIO(), StringIO()
    call_command("rating_list", str(file), stdout=told, stderr=wrong)
    assert told.getvalue() == "list.txt: 5 players. 1 line left out. 1 inactive ID left out.\n"
    assert "line 8, column 2: '3', expected a US Chess ID of 8 digits" in wrong.getvalue()
    told.truncate(0)
    call_command("rating_list", stdout=told)
    assert "list.txt: 5 players." in told.getvalue()
    file.write_bytes(b"nothing")
    with pytest.raises(CommandError, match=r"list is kept\. Expected a rating list"):
        call_command("rating_list", str(file))
    with pytest.raises(CommandError, match="No such file"):
        call_command("rating_list", str(here / "none.txt"))


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_the_command_tells_a_terminal_how_far_it_is(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.services.rating_lists._AT_ONCE", 2)
    file = here / "list.txt"
    file.write_bytes(as_text(LINES))
    terminal = Terminal()
    call_command("rating_list", str(file), stdout=StringIO(), stderr=terminal)
    told = [line for line in terminal.getvalue().split("\r") if line]
    assert len(told) == 3
    assert all(re.fullmatch(r"[2-6] lines, \d+% …", line) for line in told)
    assert told[-1] == "6 lines, 100% …"


# --- rosters --------------------------------------------------------------------------------------


@pytest.fixture
def section(kim: User, here: Path) -> Section:
    a_list()
    section = a_section(0, by=kim)
    people = [
        {"name": "Ada Alder", "uscf_id": "30000001", "rating": 1400, "provisional": 12},
        {"name": "Ben Birch", "uscf_id": "30000002", "rating": 812, "expires_on": date(2099, 12, 31)},
        {"name": "Cora Cedar", "uscf_id": "30000003", "rating": 700, "expires_on": date(2025, 6, 30)},
        {"name": "Jose O'Elm", "rating": 1100},
        {"name": "Gus Gone", "uscf_id": "30000099", "rating": 500},
    ]
    rosters.add_players(section, [EntryFactory.create(**each) for each in people], by=kim)
    return section


def keys(section: Section) -> dict[str, str]:
    [of_section] = updates(section.event)
    return {f"{each.player.name} {each.kind}": each.key for each in of_section.updates}


def player(section: Section, name: str) -> Player:
    return section.players.get(name=name)


def test_what_differs_is_shown_and_only_what_is_found_by_id_is_checked(section: Section) -> None:
    [found] = updates(section.event)
    shown = {each.said: each.checked for each in found.updates}
    assert shown == {
        "Ada Alder (30000001): Rating 1400P12 → 1450*; Expires none → Jan 31, 2027": True,
        "Cora Cedar (30000003): Expires Jun 30, 2025 → Jun 30, 2026": True,
        "Cora Cedar (30000003): Rating 700 → unrated": False,
        "Jose O'Elm (30000004): US Chess ID none → 30000004; Rating 1100 → 1207; "
        "Expires none → May 31, 2027": False,
    }
    assert [each.name for each in found.missing] == ["Gus Gone"]


def test_what_is_checked_is_saved_as_one_entry_of_the_log_that_can_be_undone(
    section: Section, kim: User
) -> None:
    before = list(section.players.order_by("pk").values())
    entries = LogEntry.objects.count()
    of = keys(section)
    update_ratings(section.event, [of["Ada Alder listed"], of["Jose O'Elm named"]], by=kim)
    ada, jose = player(section, "Ada Alder"), player(section, "Jose O'Elm")
    assert (ada.rating, ada.provisional, ada.expires_on) == (1450, 0, date(2027, 1, 31))
    assert (jose.uscf_id, jose.rating) == ("30000004", 1207)
    assert player(section, "Cora Cedar").rating == 700
    assert LogEntry.objects.count() == entries + 1
    entry = LogEntry.objects.latest("pk")
    assert entry.summary == "2 players updated from the rating list november.txt"
    undo_entry(section.pk, by=kim, entry_id=entry.pk)
    assert list(section.players.order_by("pk").values()) == before


def test_a_rating_that_the_list_does_not_have_goes_only_if_it_is_checked(section: Section, kim: User) -> None:
    of = keys(section)
    update_ratings(section.event, [of["Cora Cedar listed"]], by=kim)
    assert player(section, "Cora Cedar").rating == 700
    update_ratings(section.event, [of["Cora Cedar unrated"]], by=kim)
    assert player(section, "Cora Cedar").rating is None


def test_a_section_that_is_paired_begins_unchecked(section: Section) -> None:
    paired(section, 1, "1 2\n3 4")
    [found] = updates(section.event)
    assert found.is_paired
    assert not any(each.checked for each in found.updates)


def test_another_rating_in_a_paired_section_needs_a_reason_and_the_log_keeps_it(
    section: Section, kim: User
) -> None:
    paired(section, 1, "1 2\n3 4")
    of = keys(section)
    both = [of["Ada Alder listed"], of["Cora Cedar listed"]]
    with pytest.raises(RatingFixed, match=r"rating of Ada Alder\. Enter the reason"):
        update_ratings(section.event, both, by=kim)
    assert player(section, "Cora Cedar").expires_on == date(2025, 6, 30)
    update_ratings(section.event, both[1:], by=kim)  # changes no rating
    update_ratings(section.event, both[:1], by=kim, reason="The new list came out")
    assert player(section, "Ada Alder").rating == 1450
    assert LogEntry.objects.latest("pk").reason == "The new list came out"


def test_a_file_with_other_ratings_for_a_paired_section_needs_a_reason(section: Section, kim: User) -> None:
    earlier = registration.read_table("Name,ID,Rating\nAda Alder,30000001,1400P12\n")
    importing.register(section.event, importing.plan(section.event, earlier, importing.Choices()), by=kim)
    paired(section, 1, "1 2\n3 4")
    table = registration.read_table("Name,ID,Rating\nAda Alder,30000001,1500\nO'Elm,30000004,\n")
    plan = importing.plan(section.event, table, importing.Choices())
    with pytest.raises(RatingFixed, match="rating of Ada Alder"):
        importing.register(section.event, plan, by=kim)
    assert not section.players.filter(name="O'Elm").exists()
    importing.register(section.event, plan, by=kim, reason="Typed wrong at the door")
    assert player(section, "Ada Alder").rating == 1500
    assert LogEntry.objects.latest("pk").reason == "Typed wrong at the door"


# --- players of teams -------------------------------------------------------------------------------

LISTS = """Elm,1,Ada Alder,30000001,1400
Elm,2,Ben Birch,30000002,812
Fir,1,Jose O'Elm,,1100
Fir,2,Gus Gone,30000099
"""


@pytest.fixture
def matches(kim: User, here: Path) -> Section:
    a_list()
    section = a_section(0, by=kim, boards=2)
    importing.import_team_rosters(section, team_roster.read(LISTS), by=kim)
    return section


def member(section: Section, name: str) -> TeamMember:
    return TeamMember.objects.get(team__section=section, name=name)


def test_the_lists_of_teams_get_what_they_leave_empty_from_the_list(matches: Section, kim: User) -> None:
    text = "Oak,1,Cora Cedar,30000003\nOak,2,Ada Alder,30000006\nElm,1,Ada Alder,30000001\nElm,2,Zoe Ash"
    done = importing.import_team_rosters(matches, team_roster.read(text), by=kim)
    assert done.notes == ["1 rating missing from the file comes from the rating list november.txt."]
    oaks = TeamMember.objects.filter(team__name="Oak").values_list("name", "rating")
    assert list(oaks) == [("Cora Cedar", None), ("Ada Alder", 990)]
    ada = TeamMember.objects.get(team__name="Elm", board=1)
    assert ada.rating is None, "what a list empties of who is here stays empty"


def test_the_list_of_one_team_gets_what_it_leaves_empty_too(matches: Section, kim: User) -> None:
    elm = Player.objects.get(section=matches, name="Elm")
    file = team_roster.read("1,Ada Alder,30000001,1400\n2,Ada B Alder,30000006,", elm.name)
    [said] = importing.import_team_roster(elm, file, by=kim)
    assert said == "1 rating missing from the file comes from the rating list november.txt."
    assert member(matches, "Ada B Alder").rating == 990


def test_players_of_teams_are_updated_too_and_the_log_can_undo_it(matches: Section, kim: User) -> None:
    [found] = updates(matches.event)
    assert {f"{each.team}: {each.said}": each.checked for each in found.updates} == {
        "Elm: Ada Alder (30000001): Rating 1400 → 1450": True,
        "Fir: Jose O'Elm (30000004): US Chess ID none → 30000004; Rating 1100 → 1207": False,
    }
    assert [each.name for each in found.missing] == ["Gus Gone"]
    update_ratings(matches.event, [each.key for each in found.updates], by=kim)
    assert (member(matches, "Ada Alder").rating, member(matches, "Jose O'Elm").uscf_id) == (1450, "30000004")
    entry = LogEntry.objects.latest("pk")
    assert entry.summary == "2 players updated from the rating list november.txt"
    undo_entry(matches.pk, by=kim, entry_id=entry.pk)
    assert member(matches, "Ada Alder").rating == 1400


def test_another_rating_in_a_paired_section_of_teams_needs_a_reason(matches: Section, kim: User) -> None:
    paired(matches, 1, "1 2")
    [found] = updates(matches.event)
    ada = [each.key for each in found.listed]
    with pytest.raises(RatingFixed, match="rating of Ada Alder"):
        update_ratings(matches.event, ada, by=kim)
    update_ratings(matches.event, ada, by=kim, reason="The new list came out")
    assert member(matches, "Ada Alder").rating == 1450


def test_two_people_of_one_name_are_both_suggested_and_one_is_taken(section: Section, kim: User) -> None:
    rosters.edit_player(player(section, "Ada Alder"), by=kim, uscf_id="")
    [found] = updates(section.event)
    both = [each.key for each in found.named if each.player.name == "Ada Alder"]
    assert len(both) == 2
    with pytest.raises(Refused, match="two IDs"):
        update_ratings(section.event, both, by=kim)
    update_ratings(section.event, both[1:], by=kim)
    assert player(section, "Ada Alder").rating == 990


def test_a_change_that_is_none_any_more_is_refused(section: Section, kim: User) -> None:
    of = keys(section)
    rosters.edit_player(player(section, "Ada Alder"), by=kim, uscf_id="30000008")
    with pytest.raises(Conflict, match="changed since"):
        update_ratings(section.event, [of["Ada Alder listed"], of["Cora Cedar listed"]], by=kim)
    assert player(section, "Cora Cedar").expires_on == date(2025, 6, 30)


def test_a_rating_above_the_section_is_said(section: Section, kim: User) -> None:
    Section.objects.filter(pk=section.pk).update(highest_rating=1449)
    [found] = updates(section.event)
    assert [len(each.outside) for each in found.listed] == [1, 0]


def test_a_roster_of_ids_gets_what_it_leaves_empty_from_the_list(section: Section, kim: User) -> None:
    listed = [("O'Elm", "30000004", None), ("Alder", "30000006", 1001), ("Nobody", "30000098", None)]
    entries = [RosterEntry(None, name, uscf_id, rating) for name, uscf_id, rating in listed]
    report = importing.import_roster(section, RosterFile(tuple(entries)), by=kim)
    added = {each.name: (each.rating, each.state) for each in report.added}
    assert added == {"O'Elm": (1207, "TX"), "Alder": (1001, "NY"), "Nobody": (None, "")}
    assert report.notes == ["1 rating missing from the file comes from the rating list november.txt."]


def test_a_registration_file_says_before_it_is_imported_what_is_from_the_list(
    section: Section, kim: User
) -> None:
    table = registration.read_table("Name,ID,Rating\nAda Alder,30000001,\nO'Elm,30000004,\n")
    plan = importing.plan(section.event, table, importing.Choices())
    assert "1 rating missing from the file comes from the rating list november.txt." in plan.notices
    assert [(each.state, each.listed.entry.rating) for each in plan.entries] == [
        ("same", None),
        ("added", 1207),
    ]
    importing.register(section.event, plan, by=kim)
    assert player(section, "O'Elm").rating == 1207
    assert player(section, "Ada Alder").rating == 1400


def test_a_rating_from_the_list_is_not_asked_about_each_time_the_file_says_unrated(
    section: Section, kim: User
) -> None:
    table = registration.read_table("Name,ID,Rating\nAda Alder,30000001,1450\nO'Elm,30000004,unr\n")
    importing.register(section.event, importing.plan(section.event, table, importing.Choices()), by=kim)
    assert player(section, "O'Elm").rating == 1207
    assert not importing.plan(section.event, table, importing.Choices()).questions
    section.players.filter(name="O'Elm").update(rating=1111)
    importing.register(section.event, importing.plan(section.event, table, importing.Choices()), by=kim)
    assert player(section, "O'Elm").rating == 1111
