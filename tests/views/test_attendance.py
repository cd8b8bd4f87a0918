"""Who comes late (28K), enters again (34H) or leaves a round robin (30B), on the set-up pages."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import a_section, as_it_stands, enter, games_of, paired, played
from tests.html import read, visit
from tests.views.public_pages import address
from tournaments.models import LogEntry, Player, Seat, Section, Verb
from tournaments.services import rosters
from tournaments.services.undoing import undo


@pytest.fixture
def section(kim: User) -> Section:
    """Four players; round one is held, round two is being played."""
    section = a_section(4, rounds=4, by=kim, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL")
    paired(section, 2, "1 3\n2 4", publish=True)
    return as_it_stands(section)


def byes(section: Section, number: int) -> dict[int, str]:
    seats = Seat.objects.filter(player__section=section, player__number=number)
    return dict(seats.values_list("round__number", "kind"))


def test_a_refusal_low_on_a_players_page_opens_there_and_not_at_its_top(
    desk: Client, section: Section
) -> None:
    page = visit(desk, at("edit-player", section, 1))
    for name, heading in (
        ("request-byes", "byes"),
        ("withdraw-player", "withdraw"),
        ("re-enter-player", "re-enter"),
    ):
        action = page.one(f'form[action^="{at(name, section, 1)}"]')["action"]
        assert action == f"{at(name, section, 1)}#{heading}"
        assert page.one(f"#{heading}")


# --- late ------------------------------------------------------------------------------------------


def test_before_a_round_is_published_nobody_has_missed_any(desk: Client, kim: User) -> None:
    section = a_section(2, by=kim)
    paired(section, 1, "1 2")
    assert "Missed rounds" not in visit(desk, at("add-player", section))


def test_the_form_of_a_new_player_asks_for_nothing_that_it_does_not_save(
    desk: Client, section: Section
) -> None:
    fields = visit(desk, at("add-player", section)).form(at("add-player", section)).fields
    assert not {"fixed_board", "marks"} & {*fields}


def test_who_is_added_late_is_asked_about_each_published_round(desk: Client, section: Section) -> None:
    fields = visit(desk, at("add-player", section)).form(at("add-player", section)).fields
    # The round being played may still be paired for them.
    assert {name: fields[name] for name in fields if "missed" in name} == {
        "missed-1": ["U"],
        "missed-2": [""],
    }


def test_byes_that_are_typed_for_missed_rounds_fill_them(desk: Client, section: Section) -> None:
    typed = {"name": "Late Lou", "byes": "1, 3z"}
    form = visit(desk, at("add-player", section)).form(at("add-player", section))
    assert form.send(desk, typed).status_code == 302
    assert byes(section, 5) == {1: "H", 3: "U"}
    assert LogEntry.objects.latest("pk").verb == Verb.LATE


def test_a_bye_that_is_typed_for_a_round_with_another_one_chosen_is_told(
    desk: Client, section: Section
) -> None:
    form = visit(desk, at("add-player", section)).form(at("add-player", section))
    page = read(form.send(desk, {"name": "Late Lou", "byes": "2z", "missed-2": "H"}))
    assert "Choose the bye for round 2 under Missed rounds" in page
    assert section.players.count() == 4


def test_half_point_byes_that_are_typed_for_missed_rounds_count_for_the_posted_limit(
    desk: Client, section: Section
) -> None:
    section.half_byes = 1
    section.save(update_fields=["half_byes"])
    form = visit(desk, at("add-player", section)).form(at("add-player", section))
    page = read(form.send(desk, {"name": "Late Lou", "byes": "1, 3"}))
    assert section.players.count() == 4
    assert "Save anyway" in page
    form = page.form(at("add-player", section))
    assert form.send(desk, {"anyway": "on"}).status_code == 302
    assert byes(section, 5) == {1: "H", 3: "H"}


def test_a_late_entry_and_its_byes_are_one_change(desk: Client, section: Section) -> None:
    typed = {"name": "Late Lou", "missed-1": "H", "missed-2": "U"}
    assert desk.post(at("add-player", section), typed).status_code == 302
    assert byes(section, 5) == {1: "H", 2: "U"}
    assert as_it_stands(section).version == section.version + 1
    assert (
        LogEntry.objects.filter(standings__section=section)[0].summary
        == "Late Lou added, half-point bye in round 1"
    )


def test_a_round_that_can_still_be_paired_waits_at_the_desk(desk: Client, section: Section) -> None:
    desk.post(at("add-player", section), {"name": "Late Lou", "missed-1": "H", "missed-2": ""})
    assert byes(section, 5) == {1: "H"}
    assert "Late Lou" in visit(desk, at("desk-round", section, 2))


def test_undo_takes_a_late_entry_back_while_it_has_nothing_but_its_byes(
    desk: Client, kim: User, section: Section
) -> None:
    desk.post(at("add-player", section), {"name": "Late Lou", "missed-1": "H"})
    undo(section.pk, by=kim)
    assert not Player.objects.filter(section=section, number=5).exists()
    assert not byes(section, 5)


def test_a_late_entry_can_be_removed_as_long_as_no_result_names_it(desk: Client, section: Section) -> None:
    desk.post(at("add-player", section), {"name": "Late Lou", "missed-1": "H", "missed-2": "U"})
    page, to = at("edit-player", section, 5), at("remove-player", section, 5)
    assert visit(desk, page).form(to).send(desk).status_code == 302
    assert not Player.objects.filter(section=section, number=5).exists()
    assert not byes(section, 5)
    kept = visit(desk, at("edit-player", section, 1))
    assert at("remove-player", section, 1) not in kept.actions
    assert "has a result in round 1. Withdraw the entry instead." in kept


def test_a_list_imported_late_says_what_is_left_to_do(desk: Client, section: Section) -> None:
    page = read(desk.post(at("import-roster", section), {"text": "name\nLate Lou\nLater Lee"}, follow=True))
    assert "Give byes for the missed rounds at the desk" in page


def test_a_grade_is_stored_in_one_way_however_it_is_typed(desk: Client, kim: User) -> None:
    section = a_section(2, by=kim)
    desk.post(at("add-player", section), {"name": "Late, Lou", "grade": "3rd"})
    page = at("edit-player", section, 1)
    visit(desk, page).form(page).send(desk, {"grade": "Grade 4"})
    assert list(section.players.order_by("number").values_list("grade", flat=True)) == ["4", "", "3"]


@pytest.mark.parametrize("typed", ["Fourteen", "13", "3-4"])
def test_a_grade_that_is_none_is_refused_with_what_was_read(
    desk: Client, section: Section, typed: str
) -> None:
    page = at("edit-player", section, 1)
    answer = visit(desk, page).form(page).send(desk, {"grade": typed})
    assert answer.status_code == 422
    assert f"“{typed}” is not right. Expected: a grade from K to 12, PK, Adult, or nothing" in read(answer)
    assert section.players.get(number=1).grade == ""
    # What a file has there stays as it is, and so does the word for who is in no grade.
    for stored in ("K-2 group", "Adult"):
        section.players.filter(number=1).update(grade=stored)
        assert visit(desk, page).form(page).send(desk, {"state": "OR"}).status_code == 302
        assert section.players.get(number=1).grade == stored
    visit(desk, page).form(page).send(desk, {"grade": "adult"})
    assert section.players.get(number=1).grade == "Adult"


def test_a_wrong_id_of_who_has_one_says_which_stays(desk: Client, section: Section) -> None:
    page = at("edit-player", section, 1)
    later = "leave it out and enter it on the roster later."
    for known in ("", "12345678"):
        section.players.filter(number=1).update(uscf_id=known)
        told = read(visit(desk, page).form(page).send(desk, {"uscf_id": "1234567"}))
        assert "“1234567” has 7 digits. A US Chess ID has 8. Correct it" in told
        assert (later in told) == (not known)
        assert ("The roster has 12345678, and keeps it until you save another." in told) == bool(known)


def test_no_late_entry_has_a_bye_that_is_none(desk: Client, section: Section) -> None:
    answer = desk.post(at("add-player", section), {"name": "Late Lou", "missed-1": "B"})
    assert answer.status_code == 422
    assert as_it_stands(section).version == section.version


# --- leaving ---------------------------------------------------------------------------------------


def after_round(desk: Client, section: Section, number: int, form: str = "withdraw-player") -> str:
    page = visit(desk, at("edit-player", section, number))
    return page.form(at(form, section, number)).fields["after_round"][0]


def test_a_player_withdraws_after_the_last_round_with_a_result(desk: Client, section: Section) -> None:
    assert after_round(desk, section, 1) == "1", "round 2 is still being played"
    enter(games_of(section, 2)[0], "WL")
    assert after_round(desk, section, 1) == after_round(desk, section, 1, "re-enter-player") == "2"
    assert after_round(desk, section, 2) == "1"


# --- again -----------------------------------------------------------------------------------------


def re_enter(desk: Client, section: Section, number: int, **typed: Any) -> Any:
    return desk.post(at("re-enter-player", section, number), {"after_round": 1, "missed-1": "U"} | typed)


@pytest.fixture
def four(section: Section) -> Player:
    """Number 4, who lost round one and is not paired in round two."""
    Seat.objects.filter(player__section=section, round__number=2, game__seats__player__number=4).delete()
    player = Player.objects.get(section=section, number=4)
    rosters.edit_player(player, by=section.event.staff.get().user, uscf_id="12345678", team="Elm", grade="5")
    return Player.objects.get(pk=player.pk)


def test_a_re_entry_is_another_entry_of_the_same_player(desk: Client, section: Section, four: Player) -> None:
    version = as_it_stands(section).version
    assert re_enter(desk, section, 4, **{"missed-1": "H"}).status_code == 302
    again = Player.objects.get(section=section, number=5)
    four.refresh_from_db()
    for field in ("name", "uscf_id", "rating", "team", "grade", "state"):
        assert getattr(again, field) == getattr(four, field)
    assert (again.reentry_of, four.withdrawn_after) == (four, 1)
    assert (byes(section, 4), byes(section, 5)) == ({1: "L"}, {1: "H"})
    assert as_it_stands(section).version == version + 1
    assert "Re-entered with wall-chart number 5" in visit(desk, at("edit-player", section, 4))
    # To parents the player sat at a board in round 1, and had no bye in it.
    assert "bye" not in visit(desk, address(section, "round", 1)).one("main").text


def test_both_entries_keep_the_players_id_when_one_is_edited(
    desk: Client, section: Section, four: Player
) -> None:
    re_enter(desk, section, 4)
    for number in (4, 5):
        typed = {"name": "Dov Elm", "number": number, "uscf_id": "12345678", "rating": four.rating or ""}
        assert desk.post(at("edit-player", section, number), typed).status_code == 302


def test_undo_takes_a_re_entry_back_and_the_first_entry_is_in_again(
    desk: Client, kim: User, section: Section, four: Player
) -> None:
    re_enter(desk, section, 4, **{"missed-1": "H"})
    undo(section.pk, by=kim)
    four.refresh_from_db()
    assert four.withdrawn_after is None
    assert Player.objects.filter(section=section).count() == 4


@pytest.mark.parametrize(
    ("number", "typed", "told"),
    [
        (1, {}, "is paired in round 2"),
        (4, {"after_round": 9}, "There is no round 9"),
        (4, {"after_round": ""}, "Nothing was typed or chosen here."),
        (4, {"missed-1": "B"}, "is not one of the choices"),
        (4, {"missed-1": ""}, "Expected: a bye in round 1, as the first entry withdraws after round 1"),
    ],
)
def test_a_re_entry_that_cannot_be_says_why_and_stores_nothing(
    desk: Client, section: Section, four: Player, number: int, typed: dict[str, Any], told: str
) -> None:
    version = as_it_stands(section).version
    answer = re_enter(desk, section, number, **typed)
    assert answer.status_code == 422
    assert told in read(answer)
    assert as_it_stands(section).version == version
    assert Player.objects.filter(section=section).count() == 4


def test_who_played_in_the_round_being_played_re_enters_with_a_bye_in_it_and_leaves_nobody_unpaired(
    desk: Client, section: Section
) -> None:
    """28S: one person has one board in a round."""
    enter(games_of(section, 2)[0], "WL")
    form = visit(desk, at("edit-player", section, 1)).form(at("re-enter-player", section, 1))
    assert form.fields["after_round"] == ["2"]
    assert {name: form.fields[name] for name in form.fields if "missed" in name} == {
        "missed-1": ["U"],
        "missed-2": ["U"],
    }
    assert form.send(desk).status_code == 302
    assert byes(section, 5) == {1: "U", 2: "U"}
    assert "has no opponent in this round" not in visit(desk, at("pairing", section, 2))


def test_who_leaves_the_board_of_the_round_being_played_can_be_paired_in_it_again(
    desk: Client, section: Section
) -> None:
    form = visit(desk, at("edit-player", section, 1)).form(at("re-enter-player", section, 1))
    assert form.fields["missed-2"] == [""]
    assert form.send(desk, {"unpair": "on", "reason": "Lost the first"}).status_code == 302
    assert byes(section, 5) == {1: "U"}


def test_a_re_entry_has_a_zero_point_bye_in_each_round_to_come_of_the_first_entry(
    desk: Client, section: Section, four: Player
) -> None:
    assert re_enter(desk, section, 4, after_round=3, **{"missed-2": "H"}).status_code == 302
    assert byes(section, 5) == {1: "U", 2: "H", 3: "U"}


def test_nobody_enters_again_twice_and_no_house_player_at_all(
    desk: Client, kim: User, section: Section, four: Player
) -> None:
    re_enter(desk, section, 4)
    assert "already re-entered, as number 5" in re_enter(desk, section, 4).text
    rosters.edit_player(Player.objects.get(section=section, number=3), by=kim, house=True)
    assert "is a house player and cannot re-enter" in re_enter(desk, section, 3).text
    assert at("re-enter-player", section, 3) not in visit(desk, at("edit-player", section, 3)).actions


# --- 30B -------------------------------------------------------------------------------------------


@pytest.fixture
def round_robin(kim: User) -> Section:
    """Four who meet once: 4 has played one game of three, 1 two of them."""
    section = a_section(4, rounds=3, by=kim, format="round robin")
    played(section, 1, "1 4 WL\n2 3 DD")
    played(section, 2, "1 2 WL\n4 U")
    return as_it_stands(section)


def test_the_withdraw_form_of_a_round_robin_says_what_will_be(desk: Client, round_robin: Section) -> None:
    early = visit(desk, at("edit-player", round_robin, 4))
    assert "Played so far: 1 of 3 games." in early
    assert "Later games stay too" in early
    assert "fewer than half. After a withdrawal these games count for no one" in early
    assert "at least half. The entry stays in the standings" in visit(desk, at("edit-player", round_robin, 1))


def test_games_of_rounds_to_come_are_not_played_so_far(desk: Client, kim: User) -> None:
    section = a_section(4, rounds=3, by=kim, format="round robin")
    for number, lines in enumerate(("1 4\n2 3", "4 3\n1 2", "2 4\n3 1"), 1):
        paired(section, number, lines, publish=True)
    assert "Played so far: 0 of 3 games." in visit(desk, at("edit-player", section, 4))
    enter(games_of(section, 1)[0], "WL")
    assert "Played so far: 1 of 3 games." in visit(desk, at("edit-player", section, 4))


def test_after_an_early_withdrawal_every_page_says_so(desk: Client, round_robin: Section) -> None:
    desk.post(at("withdraw-player", round_robin, 4), {"after_round": 2})
    assert "Played 1 of 3 games, fewer than half" in visit(desk, at("edit-player", round_robin, 4))
    public = visit(Client(), at("standings", round_robin))
    assert "not ranked (30B)" in public
    assert "these games count for no one (30B)" in visit(Client(), at("wall-chart", round_robin))


def test_a_withdrawal_names_the_open_boards_of_posted_rounds_which_it_leaves_to_forfeits(
    desk: Client, round_robin: Section
) -> None:
    """30B: the board stays, and nobody else enters its forfeit."""
    paired(round_robin, 3, "1 3\n2 4", publish=True)
    gone = round_robin.players.get(number=4)
    page = read(desk.post(at("withdraw-player", round_robin, 4), {"after_round": 2}, follow=True))
    told = f"{gone.called} is still paired in round 3, board 2. Enter the forfeit there (30B)."
    assert f"{told} Open round 3" in page.texts(".notice.warning")
    assert f"{at('desk-round', round_robin, 3)}#game-{games_of(round_robin, 3)[1].pk}" in page.links


def test_who_is_out_for_some_rounds_of_a_round_robin_is_told_of_their_open_boards_alone(
    desk: Client, kim: User
) -> None:
    section = a_section(4, rounds=3, by=kim, format="round robin")
    for number, lines in enumerate(("1 4\n2 3", "4 3\n1 2", "2 4\n3 1"), 1):
        paired(section, number, lines, publish=True)
    out = {"after_round": 1, "plays_again": 3}
    page = read(desk.post(at("withdraw-player", section, 4), out, follow=True))
    assert "is still paired in round 2, board 1. Enter the forfeit there (30B)." in page
    page = read(desk.post(at("withdraw-player", section, 3), {"after_round": 1}, follow=True))
    told = "is still paired in round 2, board 1; round 3, board 2. Enter the forfeits there (30B)."
    assert told in page


def test_a_withdrawal_says_of_a_board_that_is_not_published_that_publishing_enters_the_forfeit(
    desk: Client, round_robin: Section
) -> None:
    paired(round_robin, 3, "1 3\n2 4")
    gone = round_robin.players.get(number=4)
    page = read(desk.post(at("withdraw-player", round_robin, 4), {"after_round": 2}, follow=True))
    told = f"{gone.called} stays paired in round 3, board 2. Publishing the round enters the forfeit (30B)."
    assert told in page
    assert "still paired" not in page, "nothing is to be entered yet"


def test_a_withdrawal_without_an_open_board_says_nothing_of_forfeits(
    desk: Client, round_robin: Section
) -> None:
    page = read(desk.post(at("withdraw-player", round_robin, 4), {"after_round": 2}, follow=True))
    assert "paired in" not in page


def test_a_re_entry_and_a_change_of_section_name_the_boards_that_stay_as_a_withdrawal_does(
    desk: Client, kim: User, round_robin: Section
) -> None:
    paired(round_robin, 3, "1 3\n2 4", publish=True)
    four, three = (round_robin.players.get(number=number) for number in (4, 3))
    typed = {"after_round": 2, "missed-1": "U", "missed-2": "U"}
    page = read(desk.post(at("re-enter-player", round_robin, 4), typed, follow=True))
    assert f"{four.called} is still paired in round 3, board 2. Enter the forfeit there (30B)." in page
    other = a_section(2, 3, event=round_robin.event, name="Reserve")
    address = at("late-change", round_robin, 3, other.pk)
    page = read(visit(desk, address).form(address).send(desk, follow=True))
    assert f"{three.called} is still paired in round 3, board 1. Enter the forfeit there (30B)." in page


def test_before_a_withdrawal_the_boards_that_stay_are_named_with_what_becomes_of_them(
    desk: Client, round_robin: Section
) -> None:
    """30B: a Swiss asks for the board there, and a round robin keeps it."""
    page = visit(desk, at("edit-player", round_robin, 4))
    assert "Publishing a round enters the forfeits; in a published round you enter them (30B)." in page
    assert "Paired without a result" not in page
    [_other, board] = paired(round_robin, 3, "1 3\n2 4", publish=True)
    page = visit(desk, at("edit-player", round_robin, 4))
    assert "Paired without a result: round 3, board 2." in page
    assert f"{at('desk-round', round_robin, 3)}#game-{board.pk}" in page.links


def test_who_left_and_waits_for_forfeits_is_not_playing(desk: Client, round_robin: Section) -> None:
    paired(round_robin, 3, "1 3\n2 4", publish=True)
    desk.post(at("withdraw-player", round_robin, 4), {"after_round": 2})
    assert len(visit(Client(), at("standings", round_robin)).all("em.playing")) == 2
    public = [visit(Client(), at("why", round_robin, number)) for number in (3, 4)]
    assert [page.texts("em.playing") for page in public] == [["still playing"], []]


def test_a_swiss_says_nothing_of_half_the_games(desk: Client, section: Section) -> None:
    page = visit(desk, at("edit-player", section, 4))
    assert "30B" not in page
    assert "No more pairings after this round" in page
