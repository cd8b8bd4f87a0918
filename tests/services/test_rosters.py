"""Who plays: numbers and IDs belong to one player, and who was seated stays on the wall chart."""

import pytest

from tests.factories import EntryFactory, a_section, as_it_stands, director_of, enter, paired, played
from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.selectors import players_document
from tournaments.errors import Conflict, RatingFixed, Refused
from tournaments.formats.records import RosterEntry
from tournaments.models import Player, Seat, Section
from tournaments.services import rosters
from tournaments.services.extra_games import add_extra_game


@pytest.fixture
def section() -> Section:
    return a_section(players=0)


def add(section: Section, *entries: RosterEntry, by_rating: bool = False) -> list[tuple[int, str]]:
    made = rosters.add_players(section, entries, by=director_of(section), by_rating=by_rating)
    return [(player.number, player.name) for player in made]


def player(number: int) -> Player:
    return Player.objects.get(number=number)


def test_players_get_the_next_free_numbers_in_the_order_of_the_list(section: Section) -> None:
    assert add(section, RosterEntry(None, "Ada"), RosterEntry(2, "Ben"), RosterEntry(None, "Cora")) == [
        (1, "Ada"),
        (2, "Ben"),
        (3, "Cora"),
    ]
    assert add(section, RosterEntry(None, "Dov")) == [(4, "Dov")]


def test_numbers_go_by_rating_if_asked_the_unrated_last(section: Section) -> None:
    unrated, low, high = (
        RosterEntry(None, "New"),
        RosterEntry(None, "Low", rating=900),
        RosterEntry(None, "High", rating=1800),
    )
    assert sorted(add(section, unrated, low, high, by_rating=True)) == [(1, "High"), (2, "Low"), (3, "New")]


def test_a_roster_is_one_change_whatever_its_length(section: Section) -> None:
    add(section, *[EntryFactory.create() for _number in range(600)])
    after = as_it_stands(section)
    assert after.version == section.version + 1
    assert section.standings.log.latest("version").summary == "600 players added"
    assert len(players_document(after.standings_id).chart.cards) == 600


def test_every_number_and_id_that_is_taken_is_told_and_nobody_added(section: Section) -> None:
    add(section, RosterEntry(1, "Ada", uscf_id="10000001"))
    with pytest.raises(Refused) as told:
        add(
            section,
            RosterEntry(1, "Ben"),
            RosterEntry(None, "Cora", uscf_id="10000001"),
            RosterEntry(5, "Dov", uscf_id="10000002"),
            RosterEntry(5, "Eli", uscf_id="10000002"),
            RosterEntry(None, "Fay" * 199),
        )
    assert [(t.where, t.read) for t in told.value.troubles] == [
        ("entry 1", "1"),
        ("entry 2", "10000001"),
        ("entry 4", "5"),
        ("entry 4", "10000002"),
        ("entry 5", ("Fay" * 199)[:499] + "…"),
    ]
    assert Player.objects.count() == 1


def test_a_house_player_is_not_ranked(section: Section) -> None:
    add(section, RosterEntry(None, "Ada"), RosterEntry(None, "Helper", house=True))
    assert [s.number for s in players_document(section.standings_id).standings] == [1]


def test_what_is_known_of_a_player_changes_and_the_document_with_it(section: Section) -> None:
    add(section, RosterEntry(None, "Ada"))
    rosters.edit_player(player(1), by=director_of(section), name="Ada Alder", number=7, rating=1500)
    card = players_document(section.standings_id).chart.cards[0]
    assert (card.number, card.name, card.rating) == (7, "Ada Alder", 1500)


def test_a_renumbered_player_keeps_the_games(section: Section) -> None:
    add(section, RosterEntry(None, "Ada"), RosterEntry(None, "Ben"))
    played(section, 1, "1 2 WL")
    rosters.edit_player(player(1), by=director_of(section), number=9)
    chart = players_document(section.standings_id).chart
    assert chart.by_number[2].cells[0].opponent == 9


def test_nobody_gets_anothers_number_or_id(section: Section) -> None:
    add(section, RosterEntry(None, "Ada", uscf_id="10000001"), RosterEntry(None, "Ben"))
    with pytest.raises(Refused, match="Ada already has number 1"):
        rosters.edit_player(player(2), by=director_of(section), number=1)
    with pytest.raises(Refused, match="Ada already has US Chess ID 10000001"):
        rosters.edit_player(player(2), by=director_of(section), uscf_id="10000001")


def test_an_entry_made_by_mistake_is_struck_off(section: Section) -> None:
    add(section, RosterEntry(None, "Ada"), RosterEntry(None, "Ben"))
    rosters.remove_player(player(2), by=director_of(section))
    assert [card.name for card in players_document(section.standings_id).chart.cards] == ["Ada"]


def test_who_is_on_a_board_is_not_struck_off_and_told_what_to_do(section: Section) -> None:
    add(section, *(RosterEntry(None, name) for name in ("Ada", "Ben", "Cy")))
    (game,) = paired(section, 1, "1 2")
    with pytest.raises(Refused, match=r"Ada is paired in round 1, board 1\. Remove that pairing at the desk"):
        rosters.remove_player(player(1), by=director_of(section))
    enter(game, "WL")
    with pytest.raises(Refused, match=r"Ada has a result in round 1\. Withdraw the entry instead\."):
        rosters.remove_player(player(1), by=director_of(section))
    again = Player.objects.create(section=section, number=4, name="Cy again", reentry_of=player(3))
    with pytest.raises(Refused, match=r"Cy re-entered as number 4\. Remove that entry first\."):
        rosters.remove_player(player(3), by=director_of(section))
    rosters.remove_player(again, by=director_of(section))
    rosters.remove_player(player(3), by=director_of(section))


def test_byes_go_with_their_entry_and_an_extra_game_keeps_it(section: Section) -> None:
    add(section, RosterEntry(None, "Ada"), RosterEntry(None, "Ben"), RosterEntry(None, "Cy"))
    paired(section, 1, "1 H\n2 3")
    rosters.remove_player(player(1), by=director_of(section))
    assert [card.number for card in players_document(section.standings_id).chart.cards] == [2, 3]
    add_extra_game(section, 2, 3, Kind.WIN, Kind.LOSS, by=director_of(section))
    Seat.objects.all().delete()
    with pytest.raises(Refused, match=r"Ben has an extra rated game\. Remove that game first"):
        rosters.remove_player(player(2), by=director_of(section))


def test_a_player_struck_off_meanwhile_is_a_conflict(section: Section) -> None:
    add(section, RosterEntry(None, "Ada"))
    gone = player(1)
    rosters.remove_player(player(1), by=director_of(section))
    with pytest.raises(Conflict, match="Somebody removed Ada"):
        rosters.edit_player(gone, by=director_of(section), name="Ada")
    with pytest.raises(Conflict, match="Somebody removed Ada"):
        rosters.remove_player(gone, by=director_of(section))


def test_a_rating_stays_as_round_1_was_paired_on_it_unless_a_reason_is_given(section: Section) -> None:
    by = director_of(section)
    add(section, RosterEntry(None, "Ada", rating=1400), RosterEntry(None, "Ben", rating=1300))
    rosters.edit_player(player(1), by=by, rating=1410)
    paired(section, 1, "1 2")
    for reason in ("", "7"):
        with pytest.raises(
            RatingFixed, match=r"once round 1 is paired \(28H\).* rating of Ada\. Enter the reason"
        ):
            rosters.edit_player(player(1), by=by, rating=1500, team="Elm", reason=reason)
    assert (player(1).rating, player(1).team) == (1410, "")
    rosters.edit_player(player(1), by=by, rating=1410, team="Elm")
    rosters.edit_player(player(1), by=by, rating=1500, reason="The list of October had the wrong Ada.")
    assert player(1).rating == 1500
    assert section.standings.log.latest("version").reason == "The list of October had the wrong Ada."
