"""Freezing the trophies of a table of teams: when, as what; and who gains what by a correction afterwards."""

from hashlib import sha256

import pytest
from django.contrib.auth.models import User

from tests.factories import (
    as_it_stands,
    enter,
    games_of,
    played,
    section_of,
)
from tiebreaks import frozen
from tiebreaks.models import FrozenAwards
from tiebreaks.selectors import teams_document
from tournaments.errors import Conflict, Refused
from tournaments.models import Event, Player, Section, TeamTable
from tournaments.selectors.awards.announced import announced
from tournaments.selectors.awards.ceremony import ceremony, held, version_page
from tournaments.services import rosters
from tournaments.services.ceremony import freeze
from tournaments.services.decisions import PLAYOFF, record_decision
from tournaments.services.teams import edit_table, make_table, name_school, remove_table


@pytest.fixture
def k1(event: Event, kim: User) -> Section:
    section = section_of(event, "K-1", "Ann/Elm Bo/Fir Cy/Elm Di/Gum Zed/Elm", rounds=1)
    played(section, 1, "1 2 WL\n3 4 WL\n5 U")
    return section


@pytest.fixture
def k3(event: Event, kim: User) -> Section:
    section = section_of(event, "K-3", "Fay/Fir Gus/Gum", rounds=1)
    played(section, 1, "1 2 WL")
    return section


@pytest.fixture
def table(event: Event, k1: Section, k3: Section, kim: User) -> TeamTable:
    """Elm has 2 points by Ann and Cy, Fir 1 by Fay, Gum none."""
    make_table(event, name="Schools", sections=[k1, k3], minimum=1, best=2, place_trophies=2, by=kim)
    return stands()


def stands() -> TeamTable:
    return TeamTable.objects.select_related("event", "standings").get()


def since() -> frozen.Differences:
    found = announced(teams_document(TeamTable.objects.get().standings_id))
    assert found is not None
    return found.since


def gains_and_losses(found: frozen.Differences | None) -> list[tuple[str, list[str], list[str]]]:
    assert found is not None
    return sorted((each.name, each.gains, each.loses) for each in found.players)


FIRST, SECOND = "1st place team trophy", "2nd place team trophy"


def the_upset(k1: Section, kim: User) -> None:
    """Both of Elm lost in truth: Fir has 2 points, Gum 1, Elm none."""
    enter(games_of(k1, 1)[0], "LW", by=kim)
    enter(games_of(k1, 1)[1], "LW", by=kim)


# --- freezing -----------------------------------------------------------------------------------


def test_what_is_frozen_is_each_trophy_with_the_school_and_its_players_who_count(
    table: TeamTable, k1: Section, k3: Section, kim: User
) -> None:
    seen = table.stamp
    row, _is_new = freeze(table, by=kim, stamp=seen)
    assert (row.number, row.stamp, row.frozen_by) == (1, seen, "Kim Okafor")
    assert row.sha256 == sha256(row.awards.encode()).hexdigest()
    record = frozen.read(row.awards)
    assert frozen.write(record) == row.awards
    assert [
        (award.title, who.name, who.members, award.why) for award in record.awards for who in award.winners
    ] == [
        (FIRST, "Elm", ("Ann", "Cy"), "Alone on 2 points."),
        (SECOND, "Fir", ("Fay", "Bo"), "Alone on 1 point."),
    ]
    assert [call.award.title for call in held(stands()).record.calls] == [SECOND, FIRST]
    assert stands().standings.log.latest("pk").summary == "Awards list 1 frozen"
    assert {as_it_stands(section).standings.log.latest("pk").verb for section in (k1, k3)} == {"teams"}
    assert not since()


def test_freezing_again_what_is_the_same_leaves_no_trace(table: TeamTable, kim: User) -> None:
    first, _is_new = freeze(table, by=kim)
    before = stands().stamp
    assert freeze(stands(), by=kim) == (first, False)
    assert stands().stamp == before


def test_nobody_freezes_what_they_have_not_seen(table: TeamTable, k1: Section, kim: User) -> None:
    seen = table.stamp
    the_upset(k1, kim)
    with pytest.raises(Conflict, match="Check them again"):
        freeze(stands(), by=kim, stamp=seen)
    assert not FrozenAwards.objects.exists()


def test_while_a_round_of_one_section_is_out_it_is_named_and_nothing_is_frozen(
    table: TeamTable, k3: Section, kim: User
) -> None:
    enter(games_of(k3, 1)[0], "??", by=kim)
    with pytest.raises(Refused, match="K-3: 0 of 1 round is complete"):
        freeze(stands(), by=kim)
    assert [(of.name, tab.number, tab.missing) for of, tab in ceremony(stands()).waiting] == [("K-3", 1, 1)]
    assert not FrozenAwards.objects.exists()


def test_a_table_without_trophies_freezes_nothing(table: TeamTable, k1: Section, kim: User) -> None:
    edit_table(table, sections=[k1], place_trophies=0, by=kim)
    with pytest.raises(Refused, match="nothing to freeze"):
        freeze(stands(), by=kim)


def test_a_contested_trophy_waits_for_the_playoff(table: TeamTable, k1: Section, kim: User) -> None:
    edit_table(table, sections=[k1], place_trophies=3, by=kim)
    with pytest.raises(Refused, match="2nd place team trophy and 3rd place team trophy are undecided"):
        freeze(stands(), by=kim)
    record_decision(PLAYOFF, table, [[3], [2]], by=kim)
    record = frozen.read(freeze(stands(), by=kim)[0].awards)
    assert [(award.winners[0].name, award.why) for award in record.awards][1:] == [
        ("Gum", "1st of the two on 0 points. Ahead of Fir by Playoff."),
        ("Fir", "2nd of the two on 0 points. Next after Gum by Playoff."),
    ]


# --- a correction afterwards ----------------------------------------------------------------------


def test_a_correction_tells_exactly_which_school_gains_and_loses_what_and_makes_version_two(
    table: TeamTable, k1: Section, kim: User
) -> None:
    freeze(table, by=kim)
    the_upset(k1, kim)
    told = [
        ("Elm", [], [FIRST]),
        ("Fir", [FIRST], [SECOND]),
        ("Gum", [SECOND], []),
    ]
    assert gains_and_losses(since()) == told
    assert ceremony(stands()).again
    assert [who.name for award in held(stands()).record.awards for who in award.winners] == ["Elm", "Fir"]
    second, _is_new = freeze(stands(), by=kim)
    assert second.number == 2
    assert gains_and_losses(version_page(stands(), second).differences) == told
    assert not since()
    assert FrozenAwards.objects.get(number=1).awards != second.awards


def test_a_school_that_is_renamed_gains_and_loses_nothing(table: TeamTable, event: Event, kim: User) -> None:
    """Its number is another's by then."""
    freeze(table, by=kim)
    name_school(event, ["Elm"], name="Zeal", by=kim)
    assert not since()
    assert ceremony(stands()).again
    assert freeze(stands(), by=kim)[0].number == 2


def test_a_school_that_is_gone_has_lost_what_was_announced(table: TeamTable, k1: Section, kim: User) -> None:
    freeze(table, by=kim)
    for player in Player.objects.filter(section=k1, team="Elm"):
        rosters.edit_player(player, by=kim, team="")
    assert gains_and_losses(since()) == [
        ("Elm", [], [FIRST]),
        ("Fir", [FIRST], [SECOND]),
        ("Gum", [SECOND], []),
    ]


def test_other_players_who_count_make_another_version(table: TeamTable, k1: Section, kim: User) -> None:
    freeze(table, by=kim)
    rosters.edit_player(Player.objects.get(name="Cy"), by=kim, name="Cyrus")
    assert not since()
    assert ceremony(stands()).again


def test_a_table_whose_awards_are_frozen_is_not_removed(table: TeamTable, kim: User) -> None:
    freeze(table, by=kim)
    with pytest.raises(Refused, match="frozen, so the table stays"):
        remove_table(stands(), by=kim)
    assert TeamTable.objects.exists()
