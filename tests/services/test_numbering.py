"""Pairing numbers by rating: one press until round one is paired, and never after."""

from collections.abc import Iterable
from itertools import combinations

import pytest
from django.contrib.auth.models import User

from tests.factories import EntryFactory, a_section, as_it_stands, paired, three_teams
from tests.services.test_undoing import trial
from tournaments.errors import Refused
from tournaments.formats import pasted, registration
from tournaments.formats.records import RosterEntry, RosterFile
from tournaments.models import LogEntry, PairingDraft, Player, Section
from tournaments.selectors.entries import numbering
from tournaments.selectors.entries.numbering import differ_from_ratings, drawn_by_lot
from tournaments.services import drafts, importing, pairings, rosters
from tournaments.services.numbering import number_by_lot, number_by_rating
from tournaments.services.undoing import undo_entry

pytestmark = pytest.mark.django_db

ROSTER = [("Ann Alder", 1200), ("Zoe Birch", None), ("Cy Cedar", 1500), ("Di Ash", None), ("Ed Elm", 1500)]


@pytest.fixture
def by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lots in the order of the names."""
    monkeypatch.setattr(numbering, "lot", lambda player: player.name)


@pytest.fixture
def section(kim: User, by_name: None) -> Section:
    section = a_section(0, 3, by=kim)
    rosters.add_players(section, [RosterEntry(None, name, rating=rating) for name, rating in ROSTER], by=kim)
    return as_it_stands(section)


def roster(section: Section) -> list[str]:
    return list(section.players.order_by("number").values_list("name", flat=True))


def last(section: Section) -> LogEntry:
    return LogEntry.objects.filter(standings=section.standings_id).latest("pk")


def test_the_highest_rating_is_number_one_and_the_unrated_are_last(section: Section, kim: User) -> None:
    version = section.version
    number_by_rating(section, by=kim)
    assert roster(section)[:3] == ["Cy Cedar", "Ed Elm", "Ann Alder"]
    assert {*roster(section)[3:]} == {"Di Ash", "Zoe Birch"}
    assert list(section.players.order_by("number").values_list("number", flat=True)) == [1, 2, 3, 4, 5]
    assert as_it_stands(section).version == version + 1
    assert last(section).summary == "5 entries numbered by rating"
    number_by_rating(section, by=kim)
    assert as_it_stands(section).version == version + 1


def test_late_entries_before_round_one_are_among_them_and_gaps_close(section: Section, kim: User) -> None:
    number_by_rating(section, by=kim)
    assert not differ_from_ratings(section)
    rosters.add_players(section, [RosterEntry(77, "Fay Fir", rating=1400)], by=kim)
    assert differ_from_ratings(section)
    number_by_rating(section, by=kim)
    assert roster(section)[:4] == ["Cy Cedar", "Ed Elm", "Fay Fir", "Ann Alder"]


def rated(rating: int | None, names: Iterable[str]) -> list[RosterEntry]:
    return [RosterEntry(None, name, rating=rating) for name in names]


@pytest.mark.parametrize("rating", [None, 1500])
def test_the_unrated_and_equal_ratings_are_numbered_by_lot_and_neither_by_name_nor_as_they_came(
    kim: User, rating: int | None
) -> None:
    """28A: no Aaron stands above every Zoe."""
    section = a_section(0, 3, by=kim)
    names = [f"{letter} Alder" for letter in "QWERTYUIOPASDFGHJKLZ"]
    rosters.add_players(section, rated(rating, names), by=kim)
    number_by_rating(section, by=kim)
    drawn = roster(section)
    assert sorted(drawn) == sorted(names)
    assert drawn not in (names, names[::-1], sorted(names), sorted(names, reverse=True))
    above = sum(one < other for one, other in combinations(drawn, 2))
    assert 15 < above < 175, "of 190 couples about half stand in the order of their names"


@pytest.mark.parametrize("rating", [None, 1500])
def test_who_comes_later_or_gets_another_name_draws_nobody_elses_lot_again(
    kim: User, rating: int | None
) -> None:
    section = a_section(0, 3, by=kim)
    names = [f"{letter} Birch" for letter in "QWERTYUIOP"]
    rosters.add_players(section, rated(rating, names), by=kim)
    number_by_rating(section, by=kim)
    drawn = roster(section)
    rosters.add_players(section, rated(rating, (f"{letter} Cedar" for letter in "ASDFGHJKL")), by=kim)
    rosters.edit_player(section.players.get(name=drawn[0]), name="Zoe Birch", by=kim)
    number_by_rating(section, by=kim)
    there = [name for name in roster(section) if name.endswith("Birch")]
    assert there == ["Zoe Birch", *drawn[1:]]
    assert roster(section)[:10] != there, "who came later is drawn among them"
    assert not differ_from_ratings(section)


@pytest.mark.parametrize("rating", [None, 1500])
def test_an_import_by_rating_draws_the_same_lots(kim: User, rating: int | None) -> None:
    section = a_section(0, 3, by=kim)
    names = [f"{letter} Alder" for letter in "ABCDEFGHIJKLMNOPQRST"]
    text = "name,rating\n" + "".join(f"{name},{rating or 'unr'}\n" for name in names)
    file = pasted.read(text)
    assert isinstance(file, RosterFile)
    importing.import_roster(section, file, by=kim, by_rating=True)
    drawn = roster(section)
    assert sorted(drawn) == names
    assert drawn not in (names, names[::-1])
    assert not differ_from_ratings(section)
    undo_entry(section.pk, by=kim, entry_id=last(section).pk)
    assert not roster(section)


def test_a_registration_file_by_rating_draws_the_same_lots(kim: User) -> None:
    section = a_section(0, 3, by=kim)
    names = [f"{letter} Alder" for letter in "ABCDEFGHIJKLMNOPQRST"]
    table = registration.read_table("Name,Rating\n" + "".join(f"{name},\n" for name in names))
    importing.register(section.event, importing.plan(section.event, table, importing.Choices()), by=kim)
    drawn = roster(section)
    assert sorted(drawn) == names
    assert drawn not in (names, names[::-1])
    assert not differ_from_ratings(section)


def test_house_players_come_last(section: Section, kim: User) -> None:
    rosters.edit_player(section.players.get(name="Cy Cedar"), house=True, by=kim)
    number_by_rating(section, by=kim)
    assert roster(section)[-1] == "Cy Cedar"


def test_teams_are_numbered_by_the_average_of_their_boards(kim: User, by_name: None) -> None:
    section = three_teams()
    number_by_rating(section, by=section.event.staff.get().user)
    # 1800 on four boards, 1800 on three, 1600: equal ones by lot.
    assert roster(section) == ["Alder Lane", "Birch Bishops", "Cedar Castles"]
    rosters.edit_player(section.players.get(name="Cedar Castles"), rating=1900, by=kim)
    number_by_rating(section, by=kim)
    assert roster(section) == ["Cedar Castles", "Alder Lane", "Birch Bishops"]


def test_once_a_round_has_boards_the_numbers_stay(section: Section, kim: User) -> None:
    paired(section, 1, "1 2")
    with pytest.raises(Refused, match="A round is paired, so the numbers stay"):
        number_by_rating(section, by=kim)
    assert roster(section) == [name for name, _rating in ROSTER]


def test_byes_stay_with_their_players_and_are_no_obstacle(section: Section, kim: User) -> None:
    paired(section, 1, "1 H")
    number_by_rating(section, by=kim)
    assert Player.objects.get(seats__kind="H").name == "Ann Alder"


def test_a_draft_follows_its_players_to_their_new_numbers(section: Section, kim: User) -> None:
    def seated() -> list[list[str]]:
        names = dict(section.players.values_list("number", "name"))
        draft = PairingDraft.objects.get().draft
        return [[names[board.white], names[board.black]] for board in draft.boards] + [[names[draft.bye]]]

    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
    before = seated()
    number_by_rating(section, by=kim)
    assert seated() == before
    undo_entry(section.pk, by=kim, entry_id=last(section).pk)
    assert seated() == before


def test_numbering_is_undone_and_redone_until_round_one_is_paired(section: Section, kim: User) -> None:
    number_by_rating(section, by=kim)
    numbered = last(section)
    assert trial(as_it_stands(section), numbered) == "undone"
    # What changed of the players since does not stand in the way.
    rosters.edit_player(section.players.get(name="Di Ash"), team="Elm", by=kim)
    undo_entry(section.pk, by=kim, entry_id=numbered.pk)
    assert roster(section) == [name for name, _rating in ROSTER]
    undo_entry(section.pk, by=kim, entry_id=last(section).pk)
    assert roster(section)[0] == "Cy Cedar"


def test_nor_is_it_undone_after_round_one_is_paired(section: Section, kim: User) -> None:
    number_by_rating(section, by=kim)
    numbered = last(section)
    paired(section, 1, "1 2")
    with pytest.raises(Refused, match="so the numbers stay"):
        undo_entry(section.pk, by=kim, entry_id=numbered.pk)


@pytest.fixture
def table(kim: User, by_name: None, monkeypatch: pytest.MonkeyPatch) -> Section:
    """A round robin whose lot turns the order round."""
    monkeypatch.setattr("secrets.SystemRandom.shuffle", lambda _self, order: order.reverse())
    table = a_section(0, 5, by=kim, format="round robin")
    rosters.add_players(table, [RosterEntry(None, name, rating=rating) for name, rating in ROSTER], by=kim)
    return as_it_stands(table)


def test_the_numbers_of_a_round_robin_are_drawn_by_lot_until_round_one_is_paired(
    table: Section, kim: User
) -> None:
    """30A: they are the places in the table."""
    rosters.edit_player(table.players.get(name="Zoe Birch"), house=True, by=kim)
    drafts.keep(table, 1, drafts.propose(table, 1), by=kim)
    number_by_lot(table, by=kim)
    drawn = ["Di Ash", "Ann Alder", "Ed Elm", "Cy Cedar", "Zoe Birch"]
    assert roster(table) == drawn
    assert not PairingDraft.objects.exists()
    assert last(table).summary == "5 entries numbered by lot"
    assert trial(as_it_stands(table), last(table)) == "undone"
    paired(table, 1, "1 2")
    with pytest.raises(Refused, match="so the numbers stay"):
        number_by_lot(table, by=kim)
    assert roster(table) == drawn


def test_neither_a_swiss_nor_a_quad_has_numbers_by_lot(section: Section, table: Section, kim: User) -> None:
    assert drawn_by_lot(table)
    assert not drawn_by_lot(section)
    Section.objects.filter(pk=table.pk).update(rounds=3)
    table.players.get(name="Zoe Birch").delete()
    assert not drawn_by_lot(as_it_stands(table)), "a quad is numbered by rating (30G)"
    for other in (section, table):
        with pytest.raises(Refused, match=r"Only the numbers of a round robin are drawn by lot \(30A\)"):
            number_by_lot(other, by=kim)


def test_a_visitor_is_named_by_the_new_number_of_home(section: Section, kim: User) -> None:
    reserve = a_section(0, 1, event=section.event, by=kim, name="Reserve")
    rosters.add_players(reserve, [EntryFactory.create()], by=kim)
    Section.objects.filter(pk=section.pk).update(name="Open")
    pairings.pair(reserve, 1, "1 3@Open", by=kim)
    number_by_rating(section, by=kim)
    visitor = reserve.players.get(house=True)
    assert visitor.visitor == "1@Open"
