"""Announcing prizes: all of a list or nothing; the order of value; what the document then keeps of it."""

from typing import Any

import pytest

from tests.factories import a_section, as_it_stands, director_of, played
from tiebreaks.engine.prizes import Awards, award
from tiebreaks.published import PlayersDocument
from tiebreaks.selectors import players_document, teams_document
from tournaments.errors import Conflict, Refused
from tournaments.formats.records import RosterEntry
from tournaments.models import Section, TeamTable
from tournaments.services import prizes, rosters
from tournaments.services.teams import make_table


@pytest.fixture
def section() -> Section:
    """Four players, rated 2000 to 1850: 1 has won both, 2 and 3 one each, 4 none."""
    section = a_section(4, 2, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3 WL\n2 4 WL")
    return as_it_stands(section)


def announce(section: Section, *lines: str, in_this_order: bool = False) -> Section:
    prizes.announce(section, "\n".join(lines), in_this_order=in_this_order, by=director_of(section))
    return as_it_stands(section)


def body(section: Section) -> PlayersDocument:
    return players_document(section.standings_id)


def awards(section: Section) -> Awards:
    return body(section).awards


# --- a list -------------------------------------------------------------------------------------


def test_a_list_is_stored_as_it_prints_in_the_order_of_value_of_the_rulebook(section: Section) -> None:
    after = announce(section, "top unrated", "Top U1000", "", "1st - 2nd place trophies", "3rd", "U1900 $50")
    assert after.prizes == "1st–3rd trophies\nU1900 $50\nTop under 1000\nTop unrated"
    assert after.version == section.version + 1
    assert (
        after.standings.log.latest("pk").summary
        == "6 prizes announced: 1st–3rd trophies; U1900 $50; Top under 1000; Top unrated"
    )


def test_a_directors_own_order_is_kept_and_decides_who_takes_what(section: Section) -> None:
    lines = ["Top under 2100", "1st–2nd trophies"]
    announce(section, *lines)
    assert [a.winners for a in awards(section).trophies] == [(1,), (2, 3), (2, 3)]
    after = announce(section, *lines, in_this_order=True)
    assert after.prizes == "Top under 2100\n1st–2nd trophies"
    won = [(str(a.prize), a.winners) for a in awards(section).trophies]
    assert won == [("Top under 2100", (1,)), ("1st place trophy", (2, 3)), ("2nd place trophy", (2, 3))]


def test_values_that_are_typed_become_the_order_of_the_lines(section: Section) -> None:
    assert announce(section, "1st place trophy", "Top U900, value 1").prizes == (
        "Top under 900\n1st place trophy"
    )


def test_all_that_is_wrong_with_a_list_is_said_at_once_and_nothing_is_stored(section: Section) -> None:
    before = announce(section, "1st place trophy")
    with pytest.raises(Refused) as caught:
        announce(section, "1st–3rd trophies", "Top 800", "2nd place $-5", "1st place $10,000,001", "3rd")
    assert caught.value.message == "Nothing was saved: there are 4 problems."
    assert [(t.where, t.read) for t in caught.value.troubles] == [
        ("line 2", "Top 800"),
        ("line 3", "$-5"),
        ("line 4", "$10,000,001"),
        ("line 5", "3rd place trophy"),
    ]
    after = as_it_stands(section)
    assert (after.prizes, after.version) == (before.prizes, before.version)


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["Top U800, value 1", "Top U800, value 2"], "Top under 800 is listed twice"),
        (["1st–400th trophies", "1st–101st trophies, on top"], "501 prizes. A section can have at most 500"),
    ],
)
def test_a_list_that_cannot_be_is_refused(section: Section, lines: list[str], told: str) -> None:
    with pytest.raises(Refused, match=told):
        announce(section, *lines)
    assert as_it_stands(section).version == section.version


def test_the_same_list_again_changes_nothing(section: Section) -> None:
    first = announce(section, "1st–2nd trophies")
    assert announce(section, "1st place trophy", "2nd place trophy").version == first.version


# --- by buttons -----------------------------------------------------------------------------------


def test_a_line_is_moved_up_and_down_and_neighbors_become_one_line(section: Section) -> None:
    announce(section, "1st–2nd trophies", "Top under 900", "Top unrated")
    by = director_of(section)
    prizes.move(section, "Top under 900", up=True, by=by)
    assert as_it_stands(section).prizes == "Top under 900\n1st–2nd trophies\nTop unrated"
    prizes.move(section, "Top under 900", up=True, by=by)
    prizes.move(section, "Top unrated", up=False, by=by)
    assert as_it_stands(section).prizes == "Top under 900\n1st–2nd trophies\nTop unrated"
    prizes.move(section, "Top under 900", up=False, by=by)
    prizes.remove(section, "Top under 900", by=by)
    assert as_it_stands(section).prizes == "1st–2nd trophies\nTop unrated"


def test_a_line_that_somebody_else_took_away_is_not_another_line(section: Section) -> None:
    announce(section, "1st place trophy")
    with pytest.raises(Conflict, match="the line “Top unrated” is gone"):
        prizes.remove(section, "Top unrated", by=director_of(section))
    assert as_it_stands(section).prizes == "1st place trophy"


def test_a_preset_adds_what_is_not_there_and_no_preset_adds_nothing(section: Section) -> None:
    before = announce(section, "1st–2nd trophies")
    prizes.add_preset(section, "top_5_and_classes", by=director_of(section))
    after = as_it_stands(section)
    assert after.prizes == "1st–5th trophies\nTop under 1000\nTop under 600\nTop unrated"
    prizes.add_preset(section, "top_5_and_classes", by=director_of(section))
    prizes.add_preset(section, "nothing", by=director_of(section))
    assert as_it_stands(section).version == after.version == before.version + 1
    prizes.add_preset(section, "top_10", by=director_of(section))
    assert as_it_stands(section).prizes.startswith("1st–10th trophies\nTop under 1000\n")


# --- what the document keeps -------------------------------------------------------------------------


def test_a_section_without_prizes_has_a_document_that_says_nothing_of_them(section: Section) -> None:
    assert "prizes" not in section.standings.published.body
    assert "awards" not in section.standings.published.body
    assert body(section).awards == Awards((), (), (), ())


def test_every_award_is_read_back_from_the_document_as_it_was_computed(section: Section) -> None:
    lines = [
        "1st–2nd trophies",
        "3rd place trophy and $100",
        "4th place $33.33",
        "U1960 $20.01",
        "Class B $9",
    ]
    announce(section, *lines, "U1901 $50", "Best grade 2", "Top U1900, on top", "1+ points: medal")
    # As it could be announced before tables of teams gave what teams win.
    Section.objects.filter(pk=section.pk).update(prizes=as_it_stands(section).prizes + "\nTeam $5")
    terms(section, unrated_limit=100_00, fund_based_on=40, fund_entries=39, withdrawn_too=True)
    kept = body(section)
    assert kept.awards == award(kept.ranking(), kept.prizes, kept.terms)
    assert (kept.terms.unrated_limit, kept.terms.based_on, kept.terms.entries) == (100_00, 40, 39)


def terms(section: Section, **fields: Any) -> None:
    none = {"fund_based_on": 0, "fund_entries": None, "unrated_limit": None}
    names = ("cash_playoff", "follow_money", "withdrawn_too", "no_shows_too", "fund_alone")
    switches = dict.fromkeys(names, False)
    prizes.set_terms(section, **none | switches | fields, by=director_of(section))


def test_32c4_entries_that_came_are_those_of_the_roster_unless_typed(section: Section) -> None:
    announce(section, "1st place $100")
    terms(section, fund_based_on=8)
    assert awards(section).cents(1) == 50_00
    terms(section, fund_based_on=8, fund_entries=6)
    assert awards(section).cents(1) == 75_00
    terms(section)
    assert awards(section).cents(1) == 100_00


def test_32c4_the_fund_is_that_of_the_whole_event_unless_a_section_stands_alone(section: Section) -> None:
    """RULES §12.1, decided: two sections of $400, 5 of 20 entries; above $500 together, so half is paid."""
    other = a_section(4, 2, event=section.event)
    announce(section, "1st place $400")
    terms(section, fund_based_on=20, fund_entries=5)
    assert (awards(section).cents(1), body(section).terms.event_fund) == (100_00, None)
    version = as_it_stands(section).version
    announce(other, "1st place $300", "2nd place $100")
    assert (awards(section).cents(1), body(section).terms.event_fund) == (200_00, 800_00)
    told = section.standings.log.latest("pk")
    assert (told.version, told.summary) == (
        version + 1,
        f"Event prize fund changed by the prizes of {other.name}",
    )
    terms(section, fund_based_on=20, fund_entries=5, fund_alone=True)
    assert (awards(section).cents(1), body(section).terms.event_fund) == (100_00, None)
    version = as_it_stands(section).version
    prizes.remove(other, "2nd place $100", by=director_of(other))
    assert as_it_stands(section).version == version


def test_32c4_only_money_in_other_sections_changes_what_a_section_pays(section: Section) -> None:
    other = a_section(4, 2, event=section.event)
    announce(section, "1st place $400")
    terms(section, fund_based_on=20, fund_entries=5)
    version = as_it_stands(section).version
    announce(other, "1st place trophy", "2nd place $200, guaranteed")
    assert as_it_stands(section).version == version
    prizes.add_preset(other, "top_5_and_classes", by=director_of(other))
    assert as_it_stands(section).version == version
    announce(other, "1st place trophy", "2nd place $200")
    assert as_it_stands(section).version == version + 1
    prizes.remove(other, "2nd place $200", by=director_of(other))
    assert as_it_stands(section).version == version + 2


def test_32c2_a_no_show_wins_nothing_unless_the_terms_say_so(section: Section) -> None:
    by = director_of(section)
    rosters.add_players(section, [RosterEntry(None, "Ned Never", grade="4")], by=by)
    announce(section, "Best grade 4", "Best grade 4 $10")
    assert awards(section).trophies[0].winners == ()
    assert awards(section).cents(5) == 0
    terms(section, no_shows_too=True)
    assert awards(section).trophies[0].winners == (5,)
    assert awards(section).cents(5) == 10_00


def test_32b3_a_split_keeps_both_sums_that_it_compares() -> None:
    section = a_section(4, 1)
    played(section, 1, "1 2 DD\n3 4 DD")
    announce(section, "1st place $10", "U1901 $50", "2nd U1901 $40")
    kept = body(section)
    assert "only_they" in as_it_stands(section).standings.published.body
    assert kept.awards == award(kept.ranking(), kept.prizes, kept.terms)


def test_33d2a_a_trophy_follows_the_money_where_that_was_announced(section: Section) -> None:
    announce(section, "1st place trophy and $50", "2nd place trophy")
    terms(section, follow_money=True)
    assert "with_money" in as_it_stands(section).standings.published.body
    terms(section)
    assert "with_money" not in as_it_stands(section).standings.published.body


# --- prizes of teams ------------------------------------------------------------------------------


def a_table(*sections: Section, name: str = "Schools", trophies: int = 0) -> TeamTable:
    by = director_of(sections[0])
    return make_table(sections[0].event, name=name, sections=sections, place_trophies=trophies, by=by)


def test_team_trophies_of_a_pasted_list_go_to_the_table_of_teams(section: Section) -> None:
    other = a_section(2, event=section.event)
    table = a_table(section, other)
    after = announce(section, "1st–2nd trophies", "1st–3rd team trophies", "Top unrated")
    assert after.prizes == "1st–2nd trophies\nTop unrated"
    assert TeamTable.objects.get(pk=table.pk).place_trophies == 3
    assert teams_document(table.standings_id).trophies == 3
    assert announce(section, "1st place trophy").prizes == "1st place trophy"
    assert TeamTable.objects.get(pk=table.pk).place_trophies == 3
    announce(other, "Top team")
    assert TeamTable.objects.get(pk=table.pk).place_trophies == 1


@pytest.mark.parametrize(
    ("tables", "line", "read", "expected"),
    [
        (0, "1st–3rd team trophies", "1st–3rd team trophies", "a team table that draws on this section"),
        (2, "Top team", "Top team", "on the page of each table: Schools 0, Schools 1"),
        (1, "2nd team trophy", "2nd team", "from 1st place down"),
        (1, "Team $100", "Team $100", "without money or conditions"),
        (1, "Top team, must be present", "Top team, must be present", "without money or conditions"),
    ],
)
def test_what_no_table_can_give_is_refused_with_where_it_belongs(
    section: Section, tables: int, line: str, read: str, expected: str
) -> None:
    for number in range(tables):
        a_table(section, name=f"Schools {number}", trophies=7)
    before = announce(section, "1st place trophy")
    with pytest.raises(Refused) as caught:
        announce(section, "1st–2nd trophies", line)
    (trouble,) = caught.value.troubles
    assert trouble.read == read
    assert expected in trouble.expected
    after = as_it_stands(section)
    assert (after.prizes, after.version) == (before.prizes, before.version)
    assert {table.place_trophies for table in section.event.team_tables.all()} <= {7}


def test_where_teams_meet_they_win_the_prizes_of_the_section() -> None:
    section = a_section(2, boards=4)
    with pytest.raises(Refused) as caught:
        announce(section, "Top team")
    assert "1st place trophy" in caught.value.troubles[0].expected
