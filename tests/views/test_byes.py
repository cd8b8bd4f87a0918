"""Requested byes where directors type them: forms of a player, lists, the set-up of a section."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import a_section, as_it_stands, enter, games_of, paired, played, three_teams
from tests.html import read, visit
from tournaments.formats.byes import written
from tournaments.models import Game, LogEntry, Seat, Section, Staff
from tournaments.selectors.entries.byes import requested
from tournaments.services import rosters
from tournaments.services.matches import record_board
from tournaments.services.undoing import undo

SETTINGS = {"format": "swiss", "games": 1, "rounds": 5}


@pytest.fixture
def section(kim: User) -> Section:
    return a_section(4, 5, by=kim)


def asked(section: Section, number: int) -> str:
    return written(requested(section).get(section.players.get(number=number).pk, ()))


def summary(section: Section) -> str:
    return LogEntry.objects.filter(standings=section.standings_id).latest("pk").summary


def post_limits(desk: Client, section: Section, **limits: object) -> None:
    typed = {"name": section.name, **SETTINGS, **limits}
    assert desk.post(at("edit-section", section), typed).status_code == 302


def test_byes_are_requested_on_a_players_page_and_shown_in_the_roster(desk: Client, section: Section) -> None:
    answer = desk.post(at("request-byes", section, 2), {"byes": "bye 2, 4 and 5z"})
    assert answer["Location"] == at("edit-player", section, 2)
    assert asked(section, 2) == "2, 4, 5z"
    page = visit(desk, at("edit-player", section, 2))
    assert page.form(at("request-byes", section, 2)).fields["byes"] == ["2, 4, 5z"]
    assert "Round 5: zero-point bye" in page
    assert page.texts(".entered .small")[0].endswith("by Kim Okafor")
    told = ["half-point bye in rounds 2 and 4", "zero-point bye in round 5"]
    assert visit(desk, at("roster", section)).texts(".pill") == told


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("9", "“9” is not right. Expected: a round of this section, from 1 to 5"),
        ("2, 2", "Round 2 is here twice"),
        ("x", "“x” is not right. Expected: rounds such as 2, 4"),
        ("0", "“0” is not right. Expected: rounds from 1, or nothing for no bye"),
        ("3, 3z", "Round 3 is here twice"),
        ("1", "a round still to be published. Correct round 1 on its own page"),
    ],
)
def test_what_cannot_be_is_told_in_the_form_which_keeps_it(
    desk: Client, section: Section, typed: str, told: str
) -> None:
    paired(section, 1, "1 2\n3 4", publish=True)
    before = as_it_stands(section).version
    answer = desk.post(at("request-byes", section, 2), {"byes": typed})
    assert answer.status_code == 422
    assert told in read(answer)
    assert read(answer).form(at("request-byes", section, 2)).fields["byes"] == [typed]
    assert as_it_stands(section).version == before


def test_past_the_posted_limit_the_form_asks_and_is_sent_again(desk: Client, section: Section) -> None:
    post_limits(desk, section, half_byes=1)
    answer = desk.post(at("request-byes", section, 2), {"byes": "2, 4"})
    page = read(answer)
    assert answer.status_code == 422
    assert "would have 2 half-point byes, and the posted limit is 1." in page
    assert page.form(at("request-byes", section, 2)).send(desk, {"anyway": "on"}).status_code == 302
    assert asked(section, 2) == "2, 4"


def test_an_irrevocable_bye_is_canceled_with_a_reason(desk: Client, section: Section) -> None:
    post_limits(desk, section, last_bye_irrevocable="on")
    desk.post(at("request-byes", section, 2), {"byes": "5"})
    assert "irrevocable (22C)" in visit(desk, at("edit-player", section, 2)).texts(".pill")
    answer = desk.post(at("request-byes", section, 2), {"byes": ""})
    assert answer.status_code == 422
    assert "is irrevocable (22C). To cancel it, enter the reason below." in read(answer)
    assert read(answer).form(at("request-byes", section, 2)).fields["reason"] == [""]
    seat = Seat.objects.get()
    elsewhere = read(desk.post(f"/desk/seats/{seat.pk}/remove/"))
    assert "is irrevocable (22C). To cancel it, enter the reason on the player’s page." in elsewhere
    form = visit(desk, at("desk-round", section, 5)).form(f"/desk/seats/{seat.pk}/remove/")
    assert form.send(desk, {"reason": "flight canceled"}).status_code == 302
    assert not Seat.objects.exists()


def test_what_is_posted_of_byes_is_on_the_page_of_the_order(desk: Client, section: Section) -> None:
    public = at("posted-order", section)
    assert "Byes" not in visit(Client(), public).texts("h2")
    post_limits(desk, section, half_byes=2, byes_before=3, last_bye_irrevocable="on")
    page = visit(Client(), public)
    assert "Each player may have up to 2 half-point byes." in page
    assert "Half-point byes must be requested before round 3." in page
    assert "A half-point bye in the last round is irrevocable (22C)." in page
    form = visit(desk, at("edit-section", section)).form(at("edit-section", section))
    assert (form.fields["half_byes"], form.fields["byes_before"]) == (["2"], ["3"])


def test_a_player_is_added_with_byes(desk: Client, section: Section) -> None:
    typed = {"name": "Lou Quill", "byes": "1z 4"}
    assert desk.post(at("add-player", section), typed).status_code == 302
    assert asked(section, 5) == "1z, 4"
    assert summary(section) == "Lou Quill added, half-point bye in round 4; zero-point bye in round 1"
    for wrong in ("9", "2, 2", "x"):
        answer = desk.post(at("add-player", section), {"name": "Kit Quill", "byes": wrong})
        assert answer.status_code == 422
        assert read(answer).form(at("add-player", section)).fields["byes"] == [wrong]
    assert section.players.count() == 5


def test_who_is_added_past_the_limit_is_asked_about(desk: Client, section: Section) -> None:
    post_limits(desk, section, half_byes=1)
    answer = desk.post(at("add-player", section), {"name": "Lou Quill", "byes": "1 4"})
    assert answer.status_code == 422
    assert read(answer).form(at("add-player", section)).send(desk, {"anyway": "on"}).status_code == 302
    assert asked(section, 5) == "1, 4"


# --- lists ------------------------------------------------------------------------------------------


def test_a_list_brings_the_byes_of_its_players(desk: Client, section: Section) -> None:
    text = "Name,Rating,Reserved byes\nKit Quill,900,\nLou Quill,1500,1z 4\n"
    assert desk.post(at("import-roster", section), {"text": text, "by_rating": "on"}).status_code == 302
    assert (asked(section, 5), asked(section, 6)) == ("1z, 4", "")
    assert section.players.get(number=5).name == "Lou Quill"


def test_a_bye_of_a_list_that_cannot_be_names_its_line_and_nobody_is_added(
    desk: Client, section: Section
) -> None:
    answer = desk.post(at("import-roster", section), {"text": "name,byes\nKit Quill,\nLou Quill,9\n"})
    page = read(answer)
    assert answer.status_code == 422
    assert "line 3" in page
    assert "a round of this section, from 1 to 5" in page
    assert section.players.count() == 4
    answer = desk.post(at("import-roster", section), {"text": "name,byes\nKit Quill,9\nLou Quill,x\n7,8"})
    assert [each for each in "9x8" if f"<bdi>{each}</bdi>" not in answer.text] == []
    answer = desk.post(at("import-roster", section), {"text": 'name,byes\nKit Quill,"2, 2z"\n'})
    assert "Round 2 is here twice" in read(answer)


def test_a_list_past_the_limit_is_asked_about_and_sent_again(desk: Client, section: Section) -> None:
    post_limits(desk, section, half_byes=1)
    text = "name,byes\nLou Quill,1 2\nKit Quill,3"
    answer = desk.post(at("import-roster", section), {"text": text})
    assert answer.status_code == 422
    page = read(answer)
    assert "Lou Quill would have 2 half-point byes, and the posted limit is 1." in page
    assert "Kit Quill" not in page.one("[role=alert]:not(:empty)")
    assert not section.players.filter(number=5).exists()
    form = page.form(at("import-roster", section))
    assert form.fields["text"] == [text]
    assert form.send(desk, {"anyway": "on"}).status_code == 302
    assert (asked(section, 5), asked(section, 6)) == ("1, 2", "3")


def test_of_a_long_list_past_the_limit_ten_players_are_named(desk: Client, section: Section) -> None:
    post_limits(desk, section, half_byes=0)
    lines = "\n".join(f"Player {letter * 3}{letter},1" for letter in "ABCDEFGHIJKL")
    page = read(desk.post(at("import-roster", section), {"text": f"name,byes\n{lines}"}))
    assert "And 2 more." in page.one("[role=alert]:not(:empty)")


def test_a_list_that_comes_again_asks_about_other_byes(desk: Client, section: Section) -> None:
    listed = "name,byes\nLou Quill,2 4\nKit Quill,3"
    desk.post(at("import-roster", section), {"text": listed})
    same = read(desk.post(at("import-roster", section), {"text": f"{listed}\n", "again": ""}, follow=True))
    assert "2 were here already" in same
    answer = desk.post(at("import-roster", section), {"text": "name,byes\nLou Quill,2 5z\nKit Quill,"})
    page = read(answer)
    assert "byes 2, 4 on the roster, 2, 5z on the list" in page
    form = page.form(at("import-roster", section))
    assert form.send(desk, {"take": "on"}).status_code == 302
    assert (asked(section, 5), asked(section, 6)) == ("2, 5z", "3")
    assert "list values used for Lou Quill" in summary(section)


def test_undoing_an_import_takes_the_byes_of_its_players_back(desk: Client, section: Section) -> None:
    desk.post(
        at("import-roster", section),
        {"text": "name,byes\nLou Quill,2 4\nKit Quill,3\nJo Quill,5"},
    )
    desk.post(at("request-byes", section, 6), {"byes": ""})
    desk.post(at("request-byes", section, 7), {"byes": "1 5"})
    assert desk.post(at("undo-import", section)).status_code == 302
    # Who was changed since stays, with the byes as they are.
    late = section.players.filter(number__gt=4).order_by("number")
    assert list(late.values_list("number", flat=True)) == [6, 7]
    assert (asked(section, 6), asked(section, 7)) == ("", "1, 5")
    assert not Seat.objects.filter(round__number=2).exists()


def test_a_bye_of_another_round_does_not_say_that_the_pairings_of_this_one_changed(
    desk: Client, section: Section
) -> None:
    paired(section, 1, "1 2\n3 4", publish=True)
    news = {"v": as_it_stands(section).stamp, "round": "1"}
    desk.post(at("request-byes", section, 2), {"byes": "4"})
    assert "The pairings or the roster changed" not in read(desk.get(at("desk-standings", section), news))
    news["round"] = "4"
    assert "The pairings or the roster changed" in read(desk.get(at("desk-standings", section), news))


# --- out for some rounds ----------------------------------------------------------------------------


def seats(section: Section, number: int) -> dict[int, str]:
    found = Seat.objects.filter(player__section=section, player__number=number)
    return dict(found.order_by("round__number").values_list("round__number", "kind"))


def test_a_player_is_out_for_two_rounds_and_plays_again(desk: Client, kim: User, section: Section) -> None:
    played(section, 1, "1 2 WL\n3 4 WL")
    desk.post(at("request-byes", section, 2), {"byes": "3"})
    typed = {"after_round": 1, "plays_again": 5, "reason": "school trip"}
    assert desk.post(at("withdraw-player", section, 2), typed).status_code == 302
    # A half-point bye that was asked for stays.
    assert seats(section, 2) == {1: "L", 2: "U", 3: "H", 4: "U"}
    assert section.players.get(number=2).withdrawn_after is None
    assert "is out after round 1 and back in round 5: zero-point bye in rounds 2 and 4" in summary(section)
    undo(section.pk, by=kim)
    assert seats(section, 2) == {1: "L", 3: "H"}


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"after_round": 1, "plays_again": 2}, "would miss no round"),
        ({"after_round": 1, "plays_again": 6}, "There is no round 6"),
        ({"after_round": 7, "plays_again": 9}, "There is no round 8"),
        ({"after_round": 0, "plays_again": 4}, "played in round 1"),
        ({"after_round": 1, "plays_again": 4}, "is paired in round 2. Remove that pairing"),
        ({"after_round": 1, "plays_again": "x"}, "Type a whole number, such as 4."),
    ],
)
def test_an_absence_that_cannot_be_says_why(
    desk: Client, section: Section, typed: dict[str, object], told: str
) -> None:
    played(section, 1, "1 2 WL\n3 4 WL")
    paired(section, 2, "1 3\n2 4")
    version = as_it_stands(section).version
    answer = desk.post(at("withdraw-player", section, 2), typed)
    assert answer.status_code == 422
    assert told in read(answer)
    assert as_it_stands(section).version == version


def test_who_withdrew_comes_back_and_the_missed_rounds_are_zero_point_byes(
    desk: Client, kim: User, section: Section
) -> None:
    played(section, 1, "1 2 WL\n3 4 WL")
    desk.post(at("withdraw-player", section, 2), {"after_round": 1})
    played(section, 2, "1 3 WL")
    form = visit(desk, at("edit-player", section, 2)).form(at("withdraw-player", section, 2))
    assert form.fields["plays_again"] == ["3"]
    assert "There is no" not in read(form.send(desk, {"back": "1"}, follow=True))
    assert seats(section, 2) == {1: "L", 2: "U"}
    assert summary(section).endswith("is back in round 3: zero-point bye in round 2")
    undo(section.pk, by=kim)
    assert section.players.get(number=2).withdrawn_after == 1
    assert seats(section, 2) == {1: "L"}
    answer = desk.post(at("withdraw-player", section, 2), {"back": "1", "plays_again": "1"})
    assert answer.status_code == 422
    assert "Expected: a round from 2 to 5" in read(answer)


# --- no-shows ---------------------------------------------------------------------------------------


def no_show(desk: Client, game: Game, absent: str, **more: object) -> Any:
    return desk.post(reverse("no-show", args=[game.pk]), {"absent": absent, **more}, follow=True)


def results(section: Section) -> list[str]:
    return [
        "".join(game.seats.order_by("-side").values_list("kind", flat=True)) for game in games_of(section, 1)
    ]


def gone(section: Section) -> dict[int, int | None]:
    left = section.players.filter(withdrawn_after__isnull=False)
    return dict(left.order_by("number").values_list("number", "withdrawn_after"))


@pytest.mark.parametrize(
    ("absent", "result", "left"),
    [("white", "FX", {1: 1}), ("black", "XF", {2: 1}), ("both", "FF", {1: 1, 2: 1})],
)
def test_who_does_not_come_forfeits_and_withdraws_in_one_step(
    desk: Client, kim: User, section: Section, absent: str, result: str, left: dict[int, int]
) -> None:
    desk.post(at("request-byes", section, 1), {"byes": "4"})
    first, _second = paired(section, 1, "1 2\n3 4", publish=True)
    version = as_it_stands(section).version
    page = visit(desk, at("desk-round", section, 1))
    assert (
        f'formaction="{reverse("no-show", args=[first.pk])}"' in desk.get(at("desk-round", section, 1)).text
    )
    assert page.texts("h1") == ["Round 1"]
    no_show(desk, first, absent)
    assert results(section) == [result, "??"]
    assert gone(section) == left
    assert as_it_stands(section).version == version + 1
    assert "no-show, withdrawn" in summary(section)
    assert asked(section, 1) == ("" if 1 in left else "4")
    undo(section.pk, by=kim)
    assert results(section) == ["??", "??"]
    assert gone(section) == {}
    assert asked(section, 1) == "4"


def test_a_forfeit_that_is_entered_already_becomes_a_no_show(desk: Client, section: Section) -> None:
    first, _second = paired(section, 1, "1 2\n3 4", publish=True)
    enter(first, "XF")
    no_show(desk, first, "black")
    assert (results(section)[0], gone(section)) == ("XF", {2: 1})


def test_a_no_show_from_a_screen_that_is_out_of_date_changes_nothing(desk: Client, section: Section) -> None:
    first, _second = paired(section, 1, "1 2\n3 4", publish=True)
    enter(first, "WL")
    answer = no_show(desk, first, "black", revision=0)
    assert answer.status_code == 409
    assert (results(section)[0], gone(section)) == ("WL", {})
    assert no_show(desk, first, "everybody").status_code == 422


def test_a_no_show_on_whose_result_others_count_is_entered_as_a_correction(
    desk: Client, section: Section
) -> None:
    played(section, 1, "1 2 XF\n3 4 WL")
    played(section, 2, "1 3 WL")
    first = games_of(section, 1)[0]
    answer = no_show(desk, first, "black")
    assert answer.status_code == 422
    assert "Enter the forfeit, which shows what it changes. Then withdraw the player" in read(answer)
    assert gone(section) == {}


def test_a_team_that_does_not_come_forfeits_every_board_and_withdraws(desk: Client, kim: User) -> None:
    section = three_teams()
    Staff.objects.create(event=section.event, user=kim)
    (game,) = paired(section, 1, "1 3", publish=True)
    address = reverse("no-show", args=[game.pk])
    page = visit(desk, reverse("match", args=[game.pk]))
    buttons = {button.text: button["value"] for button in page.all(f"button[formaction='{address}']")}
    assert buttons == {
        "No-show: Alder Lane": "white",
        "No-show: Cedar Castles": "black",
        "No-show: both": "both",
    }
    said = read(no_show(desk, game, "black"))
    assert "Match 1 is forfeited, and the team is withdrawn." in said
    assert {board.result for board in game.match_boards.all()} == {"XF"}
    assert (results(section), gone(section)) == (["XF"], {3: 1})
    undo(section.pk, by=kim)
    assert {board.result for board in game.match_boards.all()} == {"??"}
    assert (results(section), gone(section)) == (["??"], {})


def test_a_team_that_has_played_a_board_is_no_no_show(desk: Client, kim: User) -> None:
    section = three_teams()
    Staff.objects.create(event=section.event, user=kim)
    (game,) = paired(section, 1, "1 3", publish=True)
    board = game.match_boards.select_related("game__round").get(board=2)
    record_board(board, "DD", revision=board.revision, by=kim)
    answer = no_show(desk, game, "black")
    assert answer.status_code == 422
    assert "Boards of match 1 have results" in read(answer)
    assert gone(section) == {}


# --- numbers ----------------------------------------------------------------------------------------


def test_one_press_numbers_the_roster_by_rating(desk: Client, kim: User, section: Section) -> None:
    assert at("number-roster", section) not in visit(desk, at("roster", section)).actions
    rosters.edit_player(section.players.get(number=3), rating=2100, by=kim)
    page = visit(desk, at("roster", section))
    assert "A draft of round 1 keeps its boards, with the new numbers." in page.one("#numbering")
    form = page.form(at("number-roster", section))
    assert form.send(desk).status_code == 302
    assert section.players.get(number=1).rating == 2100
    assert at("number-roster", section) not in visit(desk, at("roster", section)).actions


def test_the_numbers_of_a_round_robin_are_drawn_from_the_roster_or_the_first_pairing(
    desk: Client, kim: User
) -> None:
    table = a_section(5, 5, by=kim, format="round robin")
    for page in (at("roster", table), at("pairing", table, 1)):
        form = visit(desk, page).form(at("number-roster", table))
        answer = form.send(desk)
        assert answer.headers["Location"] == page
        assert "The numbers were drawn by lot." in visit(desk, page)
    assert sorted(table.players.values_list("number", flat=True)) == [1, 2, 3, 4, 5]
    paired(table, 1, "1 2")
    assert at("number-roster", table) not in visit(desk, at("roster", table)).actions


def test_the_numbers_of_a_round_robin_remove_a_draft_and_its_roster_says_so(desk: Client, kim: User) -> None:
    table = a_section(5, 5, by=kim, format="round robin")
    rosters.edit_player(table.players.get(number=3), rating=2100, by=kim)
    said = visit(desk, at("roster", table)).one("#numbering")
    assert "A draft of round 1 is removed: pair it again." in said


def test_after_round_one_is_paired_the_numbers_stay(desk: Client, kim: User, section: Section) -> None:
    rosters.edit_player(section.players.get(number=3), rating=2100, by=kim)
    paired(section, 1, "1 2\n3 4")
    assert at("number-roster", section) not in visit(desk, at("roster", section)).actions
    answer = desk.post(at("number-roster", section))
    assert answer.status_code == 422
    assert "A round is paired, so the numbers stay. Nothing was changed." in read(answer)
