"""Nobody counts for two teams of a table, or twice for one; who has another's name is asked about."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.factories import (
    EntryFactory,
    a_section,
    as_it_stands,
    paired,
    section_of,
)
from tiebreaks.engine.chart.notation import chart
from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.selectors import teams_document
from tournaments.errors import Namesakes, Refused
from tournaments.formats.records import RosterEntry, WallchartFile
from tournaments.models import Event, LogEntry, Player, Section, TableSection, TeamTable
from tournaments.services import attendance, importing, pairings, rosters
from tournaments.services.teams import edit_table, make_table, name_school


@pytest.fixture
def table(k1: Section, k3: Section, kim: User) -> TeamTable:
    return make_table(k1.event, name="K-3 teams", sections=[k1, k3], by=kim)


def stands(table: TeamTable) -> TeamTable:
    return TeamTable.objects.get(pk=table.pk)


# --- nobody is in two teams ---------------------------------------------------------------------------


@pytest.fixture
def doubled(event: Event) -> list[Section]:
    """Three play in both sections: two of them under other schools, one under the same."""
    return [
        section_of(event, "Blitz", "E F G", ids="11111111 22222222 33333333"),
        section_of(event, "Rapid", "F F E", ids="11111111 22222222 33333333"),
    ]


def test_everybody_who_would_count_twice_is_named_in_one_report(doubled: list[Section], kim: User) -> None:
    with pytest.raises(Refused, match="would count twice") as refused:
        make_table(doubled[0].event, name="Teams", sections=doubled, by=kim)
    assert [(trouble.where, trouble.read.split(": ")[1]) for trouble in refused.value.troubles] == [
        ("Blitz 1, Rapid 1", "E, F"),
        ("Blitz 2, Rapid 2", "F"),
        ("Blitz 3, Rapid 3", "G, E"),
    ]
    assert not TeamTable.objects.exists()


def test_who_counts_in_one_section_alone_may_play_in_both(doubled: list[Section], kim: User) -> None:
    Player.objects.filter(section=doubled[0]).update(team="")
    table = make_table(doubled[0].event, name="Teams", sections=doubled, by=kim)
    teams = teams_document(table.standings_id).teams
    assert [(team.name, len(team.members)) for team in teams] == [("E", 1), ("F", 2)]


def test_a_roster_that_would_put_a_player_into_two_teams_is_refused(
    table: TeamTable, k1: Section, k3: Section, kim: User
) -> None:
    first = Player.objects.get(section=k1, number=1)
    rosters.edit_player(first, by=kim, uscf_id="11111111")
    before = as_it_stands(k3).stamp, stands(table).stamp
    entries = [EntryFactory.create(team="F", uscf_id="11111111", name="Ada Alder")]
    with pytest.raises(Refused) as refused:
        rosters.add_players(k3, entries, by=kim)
    assert [t.where for t in refused.value.troubles] == ["K-1 1, K-3 5"]
    with pytest.raises(Refused):
        rosters.edit_player(Player.objects.get(section=k3, number=2), by=kim, uscf_id="11111111")
    assert (as_it_stands(k3).stamp, stands(table).stamp) == before
    same_school = Player.objects.get(section=k3, number=1)
    with pytest.raises(Refused, match="would count twice") as refused:
        rosters.edit_player(same_school, by=kim, uscf_id="11111111")
    assert "Leave the school empty" in refused.value.troubles[0].expected
    rosters.edit_player(same_school, by=kim, uscf_id="11111111", team="")


def test_an_imported_chart_that_would_do_so_is_refused(
    table: TeamTable, event: Event, k1: Section, k3: Section, kim: User
) -> None:
    rosters.edit_player(Player.objects.get(section=k1, number=1), by=kim, uscf_id="11111111")
    empty = a_section(0, event=event, name="K-5")
    edit_table(table, name="All", sections=[k1, k3, empty], best=4, minimum=1, by=kim)
    entries = [EntryFactory.create(number=1, team="G", uscf_id="11111111"), EntryFactory.create(number=2)]
    file = WallchartFile("", chart(["W2"], ["L1"]), tuple(entries))
    with pytest.raises(Refused, match="would count twice"):
        importing.import_wallchart(empty, file, order="solkoff", by=kim)
    assert not empty.players.exists()


def test_a_re_entry_is_the_same_player_whatever_the_id(table: TeamTable, k1: Section, kim: User) -> None:
    first, second = Player.objects.filter(section=k1).order_by("number")[:2]
    Player.objects.filter(pk=second.pk).update(reentry_of=first)
    rosters.edit_player(second, by=kim, grade="2")
    with pytest.raises(Refused, match="would count twice"):
        rosters.edit_player(second, by=kim, team="F")


def test_a_house_player_is_in_no_team(doubled: list[Section], kim: User) -> None:
    Player.objects.filter(section=doubled[1]).update(house=True)
    make_table(doubled[0].event, name="Teams", sections=doubled, by=kim)


def test_merging_mends_a_re_entry_under_another_spelling(event: Event, kim: User) -> None:
    section = section_of(event, "K-1", "E F G")
    first, again, _other = Player.objects.filter(section=section).order_by("number")
    Player.objects.filter(pk=again.pk).update(reentry_of=first)
    with pytest.raises(Refused, match="would count twice"):
        make_table(event, name="Teams", sections=[section], by=kim)
    name_school(event, ["E", "F"], name="Eastlake", by=kim)
    make_table(event, name="Teams", sections=[section], by=kim)


# --- what stood there before it was refused -------------------------------------------------------------


@pytest.fixture
def found(doubled: list[Section], kim: User) -> list[Section]:
    """A table with two players who count twice, and with two more of one name, of an older database."""
    make_table(doubled[0].event, name="Teams", sections=doubled[:1], by=kim)
    TableSection.objects.create(table=TeamTable.objects.get(), section=doubled[1])
    for section, school in zip(doubled, "EF", strict=True):
        Player.objects.create(section=section, number=4, name="Ada Alder", team=school)
    Player.objects.filter(section=doubled[1], number=3).update(uscf_id="")
    return doubled


def number(section: Section, of: int) -> Player:
    return Player.objects.get(section=section, number=of)


def test_what_puts_nobody_into_a_team_is_not_held_up(found: list[Section], kim: User) -> None:
    pairings.withdraw(number(found[0], 1), 0, by=kim)
    pairings.withdraw(number(found[0], 4), 0, by=kim)
    rosters.edit_player(number(found[1], 4), by=kim, grade="3")
    rosters.add_players(found[0], [EntryFactory.create(team="E")], by=kim)
    assert number(found[0], 4).withdrawn_after == 0
    assert number(found[0], 5).team == "E"


def test_a_re_entry_of_a_namesake_brings_nobody_new(found: list[Section], kim: User) -> None:
    attendance.re_enter(number(found[0], 4), 0, {}, by=kim)
    with pytest.raises(Namesakes):
        rosters.edit_player(number(found[0], 4), by=kim, name="Alder, Ada")


def test_each_can_be_put_right_alone(found: list[Section], kim: User) -> None:
    rosters.edit_player(number(found[0], 1), by=kim, team="")
    with pytest.raises(Refused, match="would count twice") as refused:
        rosters.edit_player(number(found[0], 2), by=kim, team="E")
    assert [trouble.where for trouble in refused.value.troubles] == ["Blitz 2, Rapid 2"]
    rosters.edit_player(number(found[0], 2), by=kim, team="")


def test_naming_schools_asks_about_no_names(found: list[Section], kim: User) -> None:
    name_school(found[0].event, ["E"], name="Eastlake", by=kim)


# --- two of one name ----------------------------------------------------------------------------------


def ada(team: str = "F", **fields: Any) -> list[RosterEntry]:
    return [EntryFactory.create(**{"name": "Ada Alder", "team": team, **fields})]


@pytest.fixture
def first_ada(table: TeamTable, k1: Section, kim: User) -> Player:
    return rosters.add_players(k1, ada("E"), by=kim)[0]


@pytest.mark.parametrize("name", ["Ada Alder", "ada  ALDER", "Alder, Ada"])
@pytest.mark.parametrize("team", ["F", "E"])
def test_a_name_that_is_in_the_table_is_asked_about_and_not_stored(
    first_ada: Player, table: TeamTable, k3: Section, kim: User, name: str, team: str
) -> None:
    before = as_it_stands(k3).stamp, stands(table).stamp
    with pytest.raises(Namesakes, match="players with the same name") as asked:
        rosters.add_players(k3, ada(team, name=name), by=kim)
    (trouble,) = asked.value.troubles
    assert trouble.where == "K-1 5, K-3 5"
    assert trouble.read == ("Ada Alder: E, F" if team == "F" else "Ada Alder: E")
    assert (as_it_stands(k3).stamp, stands(table).stamp) == before
    assert k3.players.count() == 4


def test_a_director_who_says_that_they_are_two_is_not_asked_again(
    first_ada: Player, k1: Section, k3: Section, kim: User
) -> None:
    (second,) = rosters.add_players(k3, ada(), by=kim, different=True)
    assert Player.objects.get(pk=second.pk).namesakes == [first_ada.pk]
    rosters.edit_player(second, by=kim, grade="2")
    rosters.edit_player(first_ada, by=kim, grade="3")
    rows = LogEntry.objects.filter(standings__section=k3, verb="roster").order_by("version")[1].rows
    assert ["player", second.pk, {"namesakes": []}, {"namesakes": [first_ada.pk]}] in rows


def test_a_third_of_the_name_is_asked_about_though_two_were_told_apart(
    first_ada: Player, k1: Section, k3: Section, kim: User
) -> None:
    rosters.add_players(k3, ada(), by=kim, different=True)
    with pytest.raises(Namesakes) as asked:
        rosters.add_players(k3, ada("G"), by=kim)
    assert [trouble.where for trouble in asked.value.troubles] == ["K-1 5, K-3 6", "K-3 5, K-3 6"]
    rosters.add_players(k3, ada("G"), by=kim, different=True)
    rosters.edit_player(first_ada, by=kim, grade="2")


def test_who_gets_another_name_is_asked_about_anew(first_ada: Player, k3: Section, kim: User) -> None:
    (second,) = rosters.add_players(k3, ada(), by=kim, different=True)
    rosters.edit_player(second, by=kim, name="Alder, Ada")
    rosters.edit_player(second, by=kim, name="Bo Birch")
    with pytest.raises(Namesakes):
        rosters.edit_player(second, by=kim, name="Ada Alder")
    rosters.edit_player(second, by=kim, name="Ada Alder", different=True)


def test_the_ids_of_both_say_that_they_are_two_and_one_does_not(
    first_ada: Player, k3: Section, kim: User
) -> None:
    with pytest.raises(Namesakes):
        rosters.add_players(k3, ada(uscf_id="22222222"), by=kim)
    rosters.edit_player(first_ada, by=kim, uscf_id="11111111")
    with pytest.raises(Namesakes):
        rosters.add_players(k3, ada(), by=kim)
    rosters.add_players(k3, ada(uscf_id="22222222"), by=kim)


def test_who_is_in_no_team_is_not_asked_about(first_ada: Player, k3: Section, kim: User) -> None:
    rosters.add_players(k3, [*ada(""), *ada(house=True)], by=kim)


def test_a_re_entry_of_a_re_entry_is_no_namesake(first_ada: Player, k1: Section, kim: User) -> None:
    for after in (0, 1):
        last = Player.objects.filter(section=k1).order_by("number").last()
        assert last
        attendance.re_enter(last, after, {}, by=kim)


def test_a_table_over_sections_with_namesakes_asks_too(event: Event, kim: User) -> None:
    sections = [a_section(0, event=event, name=name) for name in ("K-1", "K-3", "K-5")]
    for section, team in zip(sections[1:], "EF", strict=True):
        rosters.add_players(section, ada(team), by=kim)
    with pytest.raises(Namesakes):
        make_table(event, name="Teams", sections=sections, by=kim)
    assert not TeamTable.objects.exists()
    table = make_table(event, name="Teams", sections=sections, by=kim, different=True)
    edit_table(table, name="Teams", sections=sections[1:], by=kim)


def test_namesakes_in_a_late_entry_and_an_imported_chart_are_asked_about(
    first_ada: Player, event: Event, k1: Section, k3: Section, table: TeamTable, kim: User
) -> None:
    paired(k3, 1, "1 2", publish=True)
    with pytest.raises(Namesakes):
        attendance.add_player(k3, ada()[0], {1: Kind.HALF_BYE}, by=kim)
    attendance.add_player(k3, ada()[0], {1: Kind.HALF_BYE}, by=kim, different=True)
    empty = a_section(0, event=event, name="K-5")
    edit_table(table, name="All", sections=[k1, k3, empty], by=kim)
    entries = (*ada("G", number=1), EntryFactory.create(number=2))
    file = WallchartFile("", chart(["W2"], ["L1"]), entries)
    with pytest.raises(Namesakes):
        importing.import_wallchart(empty, file, order="solkoff", by=kim)
    importing.import_wallchart(empty, file, order="solkoff", by=kim, different=True)
