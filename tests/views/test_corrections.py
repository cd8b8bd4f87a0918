"""A correction shows what it moves before it is saved, on whichever form it is made."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import (
    UserFactory,
    a_section,
    as_it_stands,
    corrected,
    enter,
    games_of,
    paired,
    played,
    section_of,
    three_teams,
)
from tests.html import read, visit
from tests.sign_in import signed_in
from tiebreaks.models import FrozenAwards
from tiebreaks.moves import Key, Place, Stand, Winners, between
from tournaments.models import Game, LogEntry, MatchBoard, Section
from tournaments.selectors.results.consequences import consequences
from tournaments.services import matches, prizes, teams
from tournaments.services.ceremony import freeze
from tournaments.services.corrections import of_result
from tournaments.text.consequences import tell

HTMX = {"HX-Request": "true"}
Places = dict[Key, Place]


@pytest.fixture
def section(kim: User) -> Section:
    """Four players; round 1 held, round 2 published with one board of two in."""
    section = a_section(4, 3, by=kim, order="modified_median,solkoff", place_trophies=2)
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3 WL\n2 4")
    return as_it_stands(section)


def stands(game: Game) -> str:
    return "".join(game.seats.order_by("-side").values_list("kind", flat=True))


def last(section: Section) -> LogEntry:
    return LogEntry.objects.filter(standings=section.standings_id)[0]


def save(desk: Client, answer: Any, reason: str = "slip read wrong") -> Any:
    """Send the sheet that was the answer, with a reason."""
    page = read(answer)
    return page.form(page.one("form.correction")["action"]).send(desk, {"reason": reason})


def test_a_result_of_an_earlier_round_is_not_saved_before_the_sheet(
    desk: Client, section: Section, board: Game
) -> None:
    typed = {"result": "LW", "revision": board.revision}
    answer = desk.post(reverse("enter-result", args=[board.pk]), typed)
    page = read(answer)
    assert answer.status_code == 409
    assert "Round 2 was paired on the old result" in page
    assert "Moves:" in page
    assert stands(board) == "WL"
    led = save(desk, answer)
    assert stands(board) == "LW"
    entry = last(section)
    assert (entry.reason, entry.code) == ("slip read wrong", "result-corrected")
    assert entry.summary.endswith("1–0 → 0–1")
    saved = visit(desk, led.headers["Location"])
    assert "Moved:" in saved
    assert "slip read wrong" in saved
    assert "What moved" in visit(desk, at("section-log", section))


def test_what_moved_is_shown_again_to_a_script_too(desk: Client, section: Section, board: Game) -> None:
    typed = {"result": "LW", "revision": board.revision}
    sheet = read(desk.post(reverse("enter-result", args=[board.pk]), typed, headers=HTMX))
    typed |= {"reason": "slip read wrong", "seen": sheet.one("#moves")["data-seen"]}
    saved = read(desk.post(reverse("enter-result", args=[board.pk]), typed, headers=HTMX))
    moved = saved.one("#corrected")
    assert "Moved:" in moved.text
    assert "slip read wrong" in moved.text
    assert moved.all("table.places tbody tr")


def test_that_only_points_move_is_said_once_for_section_and_team_table(desk: Client, kim: User) -> None:
    section = section_of(a_section(0, by=kim).event, "One", "Elm Elm Fir Fir", rounds=4)
    played(section, 1, "1 4 WL\n2 3 WL")
    played(section, 2, "1 3 WL\n2 4 WL")
    played(section, 3, "1 2 WL\n3 4 WL")
    played(section, 4, "1 4")
    teams.make_table(section.event, name="Schools", sections=[section], minimum=1, place_trophies=1, by=kim)
    board = games_of(section, 1)[0]
    answer = desk.post(reverse("enter-result", args=[board.pk]), {"result": "DD", "revision": board.revision})
    page = read(answer)
    assert page.headings[-2:] == ["One", "Schools"]
    assert page.text.count("no place, only points") == 1
    assert visit(desk, save(desk, answer).headers["Location"]).text.count("no place, only points") == 1


@pytest.mark.parametrize("reason", ["", "   ", "\t\n"])
def test_blanks_are_no_reason(desk: Client, section: Section, board: Game, reason: str) -> None:
    answer = desk.post(reverse("enter-result", args=[board.pk]), {"result": "LW", "revision": board.revision})
    again = save(desk, answer, reason)
    assert again.status_code == 422
    assert "Enter the reason" in read(again)
    assert stands(board) == "WL"


@pytest.mark.parametrize("reason", ["0", "5", "d", "=", "00", "."])
def test_a_key_of_a_result_is_no_reason(desk: Client, section: Section, board: Game, reason: str) -> None:
    answer = desk.post(reverse("enter-result", args=[board.pk]), {"result": "LW", "revision": board.revision})
    again = save(desk, answer, reason)
    assert again.status_code == 422
    assert f"“{reason}” is not a reason" in read(again)
    assert stands(board) == "WL"


def test_a_sheet_that_nobody_was_shown_saves_nothing(desk: Client, section: Section, board: Game) -> None:
    typed = {"result": "LW", "revision": board.revision, "reason": "guessed", "seen": "0" * 16}
    answer = desk.post(reverse("enter-result", args=[board.pk]), typed)
    assert answer.status_code == 409
    assert "Check it again" in read(answer)
    assert stands(board) == "WL"


def test_a_sheet_is_saved_after_an_entry_that_changes_nothing_it_shows(
    desk: Client, section: Section, board: Game
) -> None:
    answer = desk.post(reverse("enter-result", args=[board.pk]), {"result": "LW", "revision": board.revision})
    prizes.set_absent(section, 4, True, by=section.event.staff.get().user)
    assert as_it_stands(section).version > section.version
    assert save(desk, answer).status_code == 302
    assert stands(board) == "LW"


@pytest.mark.parametrize("result", ["", "X", "WLW", "W😀"])
def test_a_result_that_no_board_has_is_refused_on_a_sheet_too(desk: Client, board: Game, result: str) -> None:
    sent = {"result": result, "revision": board.revision, "reason": "slip read wrong", "seen": "0" * 16}
    assert desk.post(reverse("enter-result", args=[board.pk]), sent).status_code == 422
    assert stands(board) == "WL"


@pytest.mark.parametrize("scripted", [True, False])
def test_the_same_correction_by_two_people_is_saved_once_and_the_second_is_led_to_the_board(
    section: Section, board: Game, scripted: bool
) -> None:
    lee = UserFactory.create()
    section.event.staff.create(user=lee)
    nothing_moves = consequences(of_result(corrected(board, "LW"), "LW")).digest
    sent = {"result": "LW", "revision": board.revision, "reason": "slip read wrong", "seen": nothing_moves}
    more = {"headers": {"HX-Request": "true"}} if scripted else {}
    desk = signed_in(lee)
    answer = desk.post(reverse("enter-result", args=[board.pk]), sent, **more)
    assert answer.status_code == (200 if scripted else 302)
    if not scripted:
        assert "correction" not in answer["Location"]
        assert "Nothing was saved again." in visit(desk, answer["Location"])
    assert stands(board) == "LW"


def test_an_open_board_and_a_result_of_the_current_round_ask_nothing(desk: Client, section: Section) -> None:
    first, second = games_of(section, 2)
    for game, result in ((second, "WL"), (first, "DD")):
        game.refresh_from_db()
        typed = {"result": result, "revision": game.revision, "replace": result}
        assert desk.post(reverse("enter-result", args=[game.pk]), typed).status_code == 302
        assert stands(game) == result


def test_undoing_a_correction_asks_too(desk: Client, section: Section, kim: User, board: Game) -> None:
    enter(board, "DD", by=kim)
    entry = last(section)
    typed = {"entry": entry.pk, "round": 1}
    answer = desk.post(at("undo", section), typed)
    assert answer.status_code == 409
    assert stands(board) == "DD"
    by_script = desk.post(at("undo", section), typed, headers=HTMX)
    there = by_script.headers["HX-Redirect"]
    assert save(desk, desk.get(there), "the first slip was right").status_code == 302
    assert stands(board) == "WL"
    assert last(section).reason == "the first slip was right"


def test_a_ruling_on_an_earlier_round_asks_too(desk: Client, section: Section, board: Game) -> None:
    typed = {
        "white": "D",
        "white_points": "",
        "black": "D",
        "black_points": "",
        "reason": "repetition claimed",
    }
    answer = desk.post(reverse("ruling", args=[board.pk]), typed | {"revision": board.revision})
    assert answer.status_code == 409
    assert read(answer).one("#reason")["value"] == "repetition claimed"
    assert stands(board) == "WL"
    assert save(desk, answer, "repetition claimed").status_code == 302
    assert stands(board) == "DD"


def test_a_whole_match_a_board_and_a_lineup_ask_too(desk: Client, kim: User) -> None:
    section = three_teams()
    section.event.staff.create(user=kim)
    (match,) = paired(section, 1, "1 3", publish=True)
    boards = MatchBoard.objects.select_related("game__round__section").filter(game=match)
    for board in boards:
        matches.record_board(board, "WL", revision=board.revision, by=kim)
    paired(section, 2, "1 2", publish=True)
    first = boards.all()[0]
    answers = [
        desk.post(reverse("enter-board", args=[first.pk]), {"result": "LW", "revision": first.revision}),
        desk.post(
            reverse("enter-match", args=[match.pk]),
            {"result": "FX", "revision": Game.objects.get(pk=match.pk).revision},
        ),
        desk.post(
            reverse("match", args=[match.pk]),
            {"revision": Game.objects.get(pk=match.pk).revision}
            | {
                f"{side}-{n + 1}": getattr(boards[n], f"{side}_id")
                for side in ("home", "away")
                for n in range(3)
            },
        ),
    ]
    assert [answer.status_code for answer in answers] == [409, 409, 409]
    assert {board.result for board in boards.all()} == {"WL"}
    assert "board 1.1" in read(answers[0])
    assert save(desk, answers[0]).status_code == 302
    assert boards.all()[0].result == "LW"


# --- after the freeze -----------------------------------------------------------------------------


@pytest.fixture
def frozen(kim: User) -> Section:
    """Two players, one round, awards frozen."""
    section = a_section(2, 1, by=kim)
    played(section, 1, "1 2 WL")
    prizes.announce(section, "1st place trophy and $60", by=kim)
    freeze(section, by=kim)
    return as_it_stands(section)


def test_after_the_freeze_the_desk_says_so_and_the_page_of_a_correction_tells_the_ceremony_desk(
    desk: Client, frozen: Section
) -> None:
    (game,) = games_of(frozen, 1)
    one, other = (player.called for player in frozen.players.order_by("number"))
    assert "Awards list 1 was frozen" in visit(desk, at("desk-round", frozen, 1))
    answer = desk.post(reverse("enter-result", args=[game.pk]), {"result": "LW", "revision": game.revision})
    assert "Awards list 1 was frozen" in read(answer)
    saved = visit(desk, save(desk, answer).headers["Location"])
    assert f"1st place trophy: get it back from {one} and give it to {other}." in saved
    assert f"{other}: $60 in all, not $0." in saved


def test_a_second_correction_after_the_freeze_sends_nobody_to_a_child_who_never_had_the_trophy(
    desk: Client, frozen: Section
) -> None:
    (game,) = games_of(frozen, 1)
    corrected(game, "LW")
    corrected(game, "WL")
    page = visit(desk, at("correction", frozen, last(frozen).pk)).text
    assert "not the first correction since the awards were frozen" in page
    assert "ask " not in page


def test_a_board_cleared_after_the_freeze_asks_again_for_its_first_result(
    desk: Client, frozen: Section, kim: User
) -> None:
    (game,) = games_of(frozen, 1)
    enter(game, "??", by=kim)
    game.refresh_from_db()
    answer = desk.post(reverse("enter-result", args=[game.pk]), {"result": "WL", "revision": game.revision})
    assert answer.status_code == 409
    assert stands(game) == "??"


def test_the_public_page_of_a_version_says_what_changed_and_links_the_one_before(
    client: Client, frozen: Section, kim: User
) -> None:
    one, other = (player.called for player in frozen.players.order_by("number"))
    assert "changed since list" not in visit(client, at("trophies", frozen))
    enter(games_of(frozen, 1)[0], "LW", by=kim)
    freeze(as_it_stands(frozen), by=kim)
    assert FrozenAwards.objects.count() == 2
    assert "What awards list 2 changed since list 1" in visit(client, at("trophies", frozen))
    second = visit(client, at("announced", frozen, 2))
    assert at("announced", frozen, 1) in second.links
    assert f"1st place trophy: was for {one}. Now for {other}." in second
    assert f"{one}: prize money was $60, now $0." in second
    first = visit(client, at("announced", frozen, 1))
    assert "Awards list 2 replaced this list." in first
    assert client.get(at("announced", frozen, 3)).status_code == 404


def test_the_head_of_a_table_counts_its_rows_also_those_that_keep_their_place() -> None:
    names: dict[Key, str] = {1: "Ann", 2: "Ben", 3: "Cal"}
    before: Places = {1: Place(1, False, 8), 2: Place(2, False, 6), 3: Place(3, False, 4)}
    passed: Places = {1: Place(1, False, 6), 2: Place(3, False, 2), 3: Place(2, False, 4)}

    def caption(after: Places) -> str:
        stands = (Stand(names, places, {}, {}, {}) for places in (before, after))
        return tell("section", "Open", between(*stands)).place_caption

    assert caption(passed) == "2 places, 1 more only in points"
    assert caption(passed | {1: before[1]}) == "2 places"
    assert caption(before | {1: passed[1]}) == ""


def test_of_an_undecided_trophy_only_those_who_come_or_go_are_named() -> None:
    names: dict[Key, str] = {n: f"P{n}" for n in range(1, 10)}

    def turns(before: Winners, after: Winners) -> tuple[str, str, int]:
        stands = (Stand(names, {}, {}, {("1st place trophy", 1): who}, {}) for who in (before, after))
        told = tell("section", "Open", between(*stands))
        [line] = told.trophies
        return str(line.before), str(line.after), len(told.desk)

    among_nine, among_seven = Winners(tuple(range(1, 10)), True), Winners(tuple(range(1, 8)), True)
    assert turns(among_nine, among_seven) == (
        "undecided: 9 players",
        "undecided: 7 players: not <bdi>P8</bdi> and <bdi>P9</bdi>",
        0,  # nobody has it, so the ceremony's desk has nothing to do
    )
    assert turns(among_nine, Winners((3,))) == ("undecided: 9 players", "<bdi>P3</bdi>", 1)
    assert turns(Winners((3,)), among_nine) == ("<bdi>P3</bdi>", "undecided: 9 players", 1)
