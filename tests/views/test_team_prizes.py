"""Trophies of teams are announced in one place: a line of them in a section's list goes to the team table.

The one for the team with the fewest players stays in the list, and the table gives it.
"""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import EntryFactory, EventFactory, a_section, enter, paired, played, section_of
from tests.html import read, visit
from tiebreaks.engine.prizes.notation import parse, show
from tiebreaks.selectors import teams_document
from tournaments.errors import Refused
from tournaments.formats.flyer import prize_lines
from tournaments.models import Section, TeamTable
from tournaments.selectors.awards.ceremony import ceremony
from tournaments.selectors.public.teams import trophy_lines
from tournaments.services import pairings, prizes, rosters, teams
from tournaments.services.ceremony import freeze
from tournaments.text.wording import plain


@pytest.fixture
def section(kim: User) -> Section:
    section = a_section(0, 1, event=EventFactory.create(by=kim), name="K-1")
    rosters.add_players(section, [EntryFactory.create(team=t) for t in ("Elm", "Fir")], by=kim)
    return section


@pytest.fixture
def table(section: Section, kim: User) -> TeamTable:
    return teams.make_table(section.event, name="Schools", sections=[section], minimum=1, by=kim)


def announced(client: Client, section: Section, lines: str) -> Any:
    return client.post(at("prizes", section), {"text": lines}, follow=True)


@pytest.mark.usefixtures("table")
def test_the_page_says_where_the_team_trophies_of_a_pasted_list_stand(desk: Client, section: Section) -> None:
    page = read(announced(desk, section, "1st place trophy\n1st–2nd team trophies"))
    assert "Saved. The team trophies are on the page of Schools." in page
    assert "Schools gives 2 team trophies. Change the number" in page
    assert "1st–2nd team trophies" not in page.text.partition("Prize formats")[0]


def test_without_a_table_the_line_is_named_and_all_that_was_typed_is_kept(
    desk: Client, section: Section
) -> None:
    answer = announced(desk, section, "1st place trophy\nTop team")
    assert answer.status_code == 422
    page = read(answer)
    assert "team prizes" in page
    assert "a team table that draws on this section. Create the table first" in page
    assert page.form(at("prizes", section)).fields["text"] == ["1st place trophy\nTop team"]


def test_before_round_one_the_trophies_page_says_how_many_the_table_gives(
    client: Client, desk: Client, section: Section, table: TeamTable
) -> None:
    announced(desk, section, "1st–2nd team trophies")
    page = visit(client, at("trophies", section))
    assert "No trophies are announced" not in page
    assert "Team trophies Schools There are 2 team trophies. Projected winners appear after round 1." in page
    enter(paired(section, 1, "1 2", publish=True)[0], "WL")
    assert "1st place team trophy Elm Alone on 1 point." in visit(client, at("trophies", section))


@pytest.mark.parametrize("held", [False, True])
def test_a_line_from_before_is_not_announced_beside_what_the_table_says(
    client: Client, desk: Client, section: Section, table: TeamTable, kim: User, held: bool
) -> None:
    Section.objects.filter(pk=section.pk).update(prizes="1st place trophy\n1st–3rd team trophies")
    teams.edit_table(table, sections=[section], place_trophies=1, by=kim)
    if held:
        enter(paired(section, 1, "1 2", publish=True)[0], "WL")
    page = visit(client, at("trophies", section))
    assert page.text.count("1st place trophy") == 1
    assert "1st–3rd team" not in page
    assert "Teams win them" not in page
    note = "Team tables award team trophies. Set their number there, and remove this line."
    assert note in visit(desk, at("prizes", section))


# --- the team with the fewest players -------------------------------------------------------------

FEWEST = "Team with fewest players"


@pytest.fixture
def schools(kim: User) -> Section:
    """After a round Fir has 2 points of two players, Gum 1 of two, Elm 1 and Hop 1½ of three, Ivy 0."""
    event = EventFactory.create(by=kim)
    players = "Ann/Elm Bo/Fir Cy/Elm Di/Fir Ed/Gum Fay/Hop Gus/Gum Hal/Hop Ira/Elm Joy/Ivy Kit/Hop Lou/-"
    section = section_of(event, "K-1", players, rounds=1)
    played(section, 1, "2 1 WL\n4 3 WL\n5 6 WL\n8 7 WL\n9 10 WL\n11 12 DD")
    return section


def given(section: Section, lines: str, **fields: Any) -> list[tuple[str, list[str], str]]:
    """The trophies of a table: title, winners, or all that may take it, and the reasons."""
    kim = section.event.staff.get().user
    table = teams.make_table(section.event, name="Schools", sections=[section], **fields, by=kim)
    prizes.announce(section, lines, by=kim)
    found = trophy_lines(teams_document(table.standings_id))
    return [(line.title, [team.name for team in line.winners], plain(line.reason)) for line in found]


def test_the_smallest_team_that_has_a_place_takes_it_and_of_equal_ones_the_better_placed(
    schools: Section,
) -> None:
    why = "It has 2 players, the fewest of the ranked teams. Ranked above Gum, with as many players."
    assert given(schools, FEWEST) == [(FEWEST, ["Fir"], why)]


def test_a_team_of_one_takes_it_where_one_player_makes_a_team(schools: Section) -> None:
    why = "It has 1 player, the fewest of the ranked teams."
    assert given(schools, FEWEST, minimum=1) == [(FEWEST, ["Ivy"], why)]


@pytest.mark.parametrize("left", [True, False])
def test_who_never_played_makes_no_team_smaller_or_larger(schools: Section, kim: User, left: bool) -> None:
    """Who withdrew before the event, or had zero-point byes alone (32C2): the page says who that is."""
    section = section_of(schools.event, "K-3", "Max/Fir Ned/Gum Oda/Hop Pia/Hop Quin/- Roy/Ivy", rounds=1)
    table = teams.make_table(section.event, name="K-3 schools", sections=[section], minimum=1, by=kim)
    prizes.announce(section, f"{FEWEST}\n{MOST}", by=kim)
    if left:
        for number in (4, 6):
            pairings.withdraw(section.players.get(number=number), after_round=0, by=kim)
        played(section, 1, "1 2 WL\n3 5 DD")
    else:
        played(section, 1, "1 2 WL\n3 5 DD\n4 U\n6 U")
    fewest, most = trophy_lines(teams_document(table.standings_id))
    assert ([team.name for team in fewest.winners], plain(fewest.reason).partition(" Ranked")[0]) == (
        ["Fir"],
        "It has 1 player, the fewest of the ranked teams. Pia never played and is not counted.",
    )
    assert [team.name for team in most.winners] == ["Hop"]
    assert "Pia and Roy never played and are not counted." in plain(most.reason)


def test_a_team_takes_one_trophy_unless_this_one_is_on_top(schools: Section, kim: User) -> None:
    """32F: a trophy for a place first, and then the smallest of the others."""
    first, fewest = given(schools, f"1st team trophy\n{FEWEST}")
    assert first[:2] == ("1st place team trophy", ["Fir"])
    left = "It has 2 players, the fewest of the ranked teams left."
    assert fewest == (FEWEST, ["Gum"], f"{left} Fir already takes 1st place team trophy (32F).")
    prizes.announce(schools, f"{FEWEST}, on top", by=kim)
    document = teams_document(TeamTable.objects.get().standings_id)
    assert document.offered == 2
    assert [[team.name for team in line.winners] for line in trophy_lines(document)] == [["Fir"], ["Fir"]]


MOST = "Team with most players"


def test_the_largest_team_takes_the_trophy_for_it_and_of_equal_ones_the_better_placed(
    schools: Section, kim: User
) -> None:
    why = "It has 3 players, the most of the ranked teams. Ranked above Elm, with as many players."
    assert given(schools, MOST) == [(MOST, ["Hop"], why)]
    prizes.announce(schools, f"{FEWEST}\n{MOST}\n1st–2nd team trophies", by=kim)
    document = teams_document(TeamTable.objects.get().standings_id)
    assert document.offered == 4
    assert [(line.title, line.winners[0].name) for line in trophy_lines(document)] == [
        *(("1st place team trophy", "Fir"), ("2nd place team trophy", "Hop")),
        *((FEWEST, "Gum"), (MOST, "Elm")),
    ]


@pytest.mark.parametrize(
    "line", ["Largest team", "Trophy to the largest club", "School with the most players"]
)
def test_a_flyer_calls_it_the_largest_too(line: str) -> None:
    assert show(parse("\n".join(prize_lines(line)))) == MOST


def test_equal_teams_that_nothing_separates_are_undecided(kim: User) -> None:
    section = section_of(EventFactory.create(by=kim), "K-1", "Ann/Elm Bo/Fir Cy/Elm Di/Fir", rounds=1)
    played(section, 1, "1 2 DD\n3 4 DD")
    (fewest,) = given(section, FEWEST)
    assert fewest[:2] == (FEWEST, ["Elm", "Fir"])
    assert fewest[2].startswith("Tied on 1 point. The posted tiebreaks leave these two tied.")


def test_the_public_pages_and_the_ceremony_tell_of_it(
    client: Client, desk: Client, schools: Section, kim: User
) -> None:
    table = teams.make_table(schools.event, name="Schools", sections=[schools], by=kim)
    assert "Saved. The team trophies are on the page of Schools." in read(announced(desk, schools, FEWEST))
    page = visit(desk, at("prizes", schools))
    assert FEWEST in page.text.partition("Type or paste")[0]
    assert "Schools gives 1 team trophy." in page
    told = f"{FEWEST} Fir It has 2 players, the fewest of the ranked teams."
    assert told in visit(client, at("trophies", schools))
    assert told in visit(client, at("teams", table))
    table.refresh_from_db()
    assert ceremony(table).prizes
    assert ceremony(schools).tables == [table]
    row, _new = freeze(table, by=kim, stamp=table.stamp)
    frozen = at("announced-teams", table, row.number)
    assert f"{FEWEST}: Fir" in visit(client, frozen)
    assert "Equipo con menos jugadores: Fir" in visit(client, f"/es{frozen}")


def test_only_a_section_with_money_says_who_shares_it(client: Client, schools: Section, kim: User) -> None:
    for lines, has_money in (("1st place trophy", False), ("1st place trophy\n1st place $50", True)):
        prizes.announce(schools, lines, by=kim)
        page = visit(client, at("trophies", schools))
        assert "one each, the best available." in page
        assert ("Those who tie share cash equally." in page) == has_money


def test_the_desks_awards_name_all_team_trophies_and_lead_to_their_ceremony(
    desk: Client, schools: Section, kim: User
) -> None:
    table = teams.make_table(schools.event, name="Schools", sections=[schools], place_trophies=2, by=kim)
    prizes.announce(schools, f"1st place trophy\n{FEWEST}", by=kim)
    page = visit(desk, at("awards", schools))
    for told in ("1st place team trophy Fir", "2nd place team trophy Hop", f"{FEWEST} Gum"):
        assert told in page
    assert "The team standings decide these." not in page
    assert page.link("Ceremony of Schools") == at("team-ceremony", table)
    assert at("teams", table) in page.links
    prizes.announce(schools, "", by=kim)
    assert "1st place team trophy Fir" in visit(desk, at("awards", schools)), "the only prizes"


def test_where_two_tables_draw_on_a_section_the_first_gives_it(schools: Section, kim: User) -> None:
    """It is announced once."""
    first = teams.make_table(schools.event, name="Schools", sections=[schools], place_trophies=0, by=kim)
    prizes.announce(schools, FEWEST, by=kim)
    second = teams.make_table(schools.event, name="Clubs", sections=[schools], place_trophies=1, by=kim)

    def titles(table: TeamTable) -> list[str]:
        return [line.title for line in trophy_lines(teams_document(table.standings_id))]

    assert (titles(first), titles(second)) == ([FEWEST], ["1st place team trophy"])
    assert (first.trophies, second.trophies) == (1, 1)
    teams.remove_table(first, by=kim)
    assert titles(second) == ["1st place team trophy", FEWEST]


def test_without_a_table_there_is_no_team_to_win_it(schools: Section, kim: User) -> None:
    with pytest.raises(Refused) as refused:
        prizes.announce(schools, FEWEST, by=kim)
    assert "Create the table first" in refused.value.troubles[0].expected
