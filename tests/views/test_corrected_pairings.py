"""After publication a change of the pairings is a correction: each of its forms asks for the reason."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import (
    a_section,
    as_it_stands,
    enter,
    games_of,
    paired,
    played,
    three_teams,
    undone,
)
from tests.html import Form, read, visit
from tests.sign_in import signed_in
from tournaments.errors import NoReason, Refused
from tournaments.models import Game, LogEntry, Seat, Section
from tournaments.services import drafts, pairings
from tournaments.services.matches import record_board
from tournaments.services.reasons import keep
from tournaments.services.trading import trade_places

WHY = "came at half past nine"
# Empty, a key that went astray, and digits alone.
NO_REASONS = ["", " ", "x", "15"]


@pytest.fixture
def section(kim: User) -> Section:
    """Six players: boards of 1 and 2, of 3 and 4, and a bye of 5 in a published round; 6 is not in it."""
    section = a_section(6, by=kim)
    paired(section, 1, "1 2\n3 4\n5 H", publish=True, by=kim)
    return as_it_stands(section)


@pytest.fixture
def board(section: Section) -> Game:
    return games_of(section, 1)[0]


def last_reason() -> str:
    return LogEntry.objects.latest("pk").reason


def white(game: Game) -> int:
    return game.seats.get(side="w").player.number


@pytest.mark.parametrize("reason", NO_REASONS)
def test_no_form_of_a_published_round_changes_it_without_a_reason(
    desk: Client, section: Section, board: Game, reason: str
) -> None:
    bye = Seat.objects.get(kind="H")
    before = as_it_stands(section).version
    swapping = reverse("swap-colors", args=[board.pk])
    removing = reverse("remove-bye", args=[bye.pk])
    forms: list[tuple[str, str, dict[str, str]]] = [
        (swapping, swapping, {}),
        (reverse("remove-pairing", args=[board.pk]), swapping, {}),
        (removing, removing, {}),
        (at("give-bye", section, 1), at("give-bye", section, 1), {"player": "6", "kind": "H"}),
        (at("pair-round", section, 1), at("pair-round", section, 1), {"pairings": "6 B"}),
    ]
    for address, shown, typed in forms:
        answer = desk.post(address, {**typed, "reason": reason})
        assert answer.status_code == 422, address
        page = read(answer)
        assert "Nothing was saved." in page.one("[role=alert]:not(:empty)"), address
        kept = {name: [value] for name, value in typed.items() if name != "kind"}
        fields = page.form(shown, holding="csrfmiddlewaretoken").fields
        assert fields | kept | {"reason": [reason.strip()]} == fields, address
    assert as_it_stands(section).version == before


def test_colors_are_swapped_with_a_reason_that_the_log_keeps(
    desk: Client, section: Section, board: Game
) -> None:
    row = visit(desk, at("desk-round", section, 1)).one(f"#game-{board.pk}")
    assert not row.all("button[name=white]")
    page = visit(desk, row.link("Change the pairing…"))
    form = page.form(reverse("swap-colors", args=[board.pk]))
    assert page.one("#why").has("required")
    told = read(form.send(desk, {"white": "2", "reason": WHY}, follow=True)).one(".notice.success")
    names = [section.players.get(number=number).called for number in (2, 1)]
    assert told.text == "Board 1: {} – {}.".format(*names)
    assert white(board) == 2
    assert last_reason() == WHY
    log = visit(desk, at("section-log", section))
    assert WHY in log


def test_the_page_of_a_board_asks_why_once_and_no_enter_presses_a_button(desk: Client, board: Game) -> None:
    page = visit(desk, reverse("correct-pairing", args=[board.pk]))
    assert len(page.all("[name=reason]")) == 1
    (form,) = [each for each in page.forms if "reason" in each.names]
    changes = ("swap-colors", "trade-places", "remove-pairing")
    assert form.actions == {reverse(name, args=[board.pk]) for name in changes}
    first = next(control for control in form.element.all("button"))
    assert first.has("disabled"), "a browser presses the first button of a form"


def test_a_trade_without_who_comes_is_refused_and_nobody_trades_places(
    desk: Client, section: Section, board: Game
) -> None:
    answer = trading(desk, board).send(desk, {"leaves": "2", "reason": WHY})
    assert answer.status_code == 422
    assert "comes to this board" in read(answer).one("[role=alert]:not(:empty)")
    assert seats_of(section) == [[1, 2], [3, 4]]


def test_no_correction_begins_with_the_reason_of_another_one(
    desk: Client, kim: User, section: Section, board: Game
) -> None:
    other = games_of(section, 1)[1]
    pairings.give_white(board, 2, by=kim, reason=WHY)
    page = visit(desk, reverse("correct-pairing", args=[other.pk]))
    round_page = visit(desk, at("desk-round", section, 1))
    asked = [*page.all("[name=reason]"), *round_page.all(".byes [name=reason], .seating [name=reason]")]
    assert [field["value"] for field in asked] == [""] * 4, "a board, a new board, byes"


def seats_of(section: Section) -> list[list[int]]:
    """White and Black of each board of round 1."""
    return [
        [seat.player.number for seat in game.seats.order_by("-side").select_related("player")]
        for game in games_of(section, 1)
    ]


def trading(desk: Client, board: Game) -> Form:
    """The form of the page, to be sent by a button that trades."""
    form = visit(desk, reverse("correct-pairing", args=[board.pk])).form(
        reverse("swap-colors", args=[board.pk])
    )
    trades = reverse("trade-places", args=[board.pk])
    assert trades in form.actions
    form.action = trades
    return form


def test_the_opponents_of_two_boards_are_exchanged_in_one_step_with_one_reason(
    desk: Client, kim: User, section: Section, board: Game
) -> None:
    """1 – 2 and 3 – 4 become 1 – 4 and 3 – 2."""
    entries = LogEntry.objects.count()
    comes = section.players.get(number=4).called
    for typed in (comes, "4"):
        answer = trading(desk, board).send(desk, {"comes": typed, "leaves": "2", "reason": WHY}, follow=True)
        assert seats_of(section) == [[1, 4], [3, 2]]
        names = {player.number: player.called for player in section.players.all()}
        assert f"Board 1: {names[1]} – {names[4]}." in read(answer)
        assert f"Board 2: {names[3]} – {names[2]}." in read(answer)
        assert LogEntry.objects.count() == entries + 1
        assert last_reason() == WHY
        undone(section, by=kim)
        assert seats_of(section) == [[1, 2], [3, 4]]
        entries += 2


def test_a_trade_that_is_sent_twice_is_done_once(desk: Client, section: Section, board: Game) -> None:
    form = trading(desk, board)
    for _press in range(2):
        form.send(desk, {"comes": "4", "leaves": "2", "reason": WHY})
    assert seats_of(section) == [[1, 4], [3, 2]]


def test_a_name_that_fits_several_is_told_with_whom_it_fits(
    desk: Client, section: Section, board: Game
) -> None:
    names = ("Bo Birch", "Cora Cedar", "Ann Alder", "Lee Alder", "Alma Fir", "Gus Gum")
    for number, name in enumerate(names, 1):
        section.players.filter(number=number).update(name=name)
    for typed, told in (
        ("alder", "because “alder” can be Ann Alder (3) or Lee Alder (4)"),
        ("al", "because “al” can be Ann Alder (3), Lee Alder (4) or Alma Fir (5)"),
    ):
        answer = trading(desk, board).send(desk, {"comes": typed, "leaves": "2", "reason": WHY})
        assert answer.status_code == 422
        assert told in read(answer).one("[role=alert]")


@pytest.mark.parametrize(
    ("comes", "told"),
    [
        (
            "5",
            "{5} has a half-point bye in round 1. To seat {5} here: remove this pairing, remove the bye under"
            " Byes and absences on the page of the round, and pair the two there. Nothing was saved.",
        ),
        ("6", "{6} has no board in round 1. Nothing was saved."),
        ("1", "{1} is on this board already. Nothing was saved."),
        ("zander", "comes to this board: zander. Expected: the number or name of a player in this round"),
    ],
)
def test_who_cannot_trade_places_is_told_why_and_what_was_typed_stays(
    desk: Client, section: Section, board: Game, comes: str, told: str
) -> None:
    answer = trading(desk, board).send(desk, {"comes": comes, "leaves": "2", "reason": WHY})
    assert answer.status_code == 422
    page = read(answer)
    names = {str(player.number): player.called for player in section.players.all()}
    for number, name in names.items():
        told = told.replace(f"{{{number}}}", name)
    assert told in page.one("[role=alert]").text.replace("“", "").replace("”", "")
    assert page.one("[name=comes]")["value"] == comes
    assert page.one("#why")["value"] == WHY
    assert seats_of(section) == [[1, 2], [3, 4]]


def test_a_result_on_either_board_is_kept_and_nobody_trades_places(
    desk: Client, kim: User, section: Section, board: Game
) -> None:
    form = trading(desk, board)
    other = games_of(section, 1)[1]
    enter(other, "WL", by=kim)
    answer = form.send(desk, {"comes": "4", "leaves": "2", "reason": WHY})
    assert answer.status_code == 422
    assert "Board 2 has a result. Clear it first. Nothing was saved." in read(answer)
    assert seats_of(section) == [[1, 2], [3, 4]]
    page = visit(desk, reverse("correct-pairing", args=[other.pk]))
    assert not page.all("[name=comes]")
    assert "To remove the pairing, or to seat somebody else here, clear the result first." in page


def test_nobody_trades_places_without_a_reason(desk: Client, section: Section, board: Game) -> None:
    answer = trading(desk, board).send(desk, {"comes": "4", "leaves": "2", "reason": "x"})
    assert answer.status_code == 422
    assert seats_of(section) == [[1, 2], [3, 4]]


@pytest.fixture
def second(kim: User) -> Section:
    """Round 2 of four players is published: 1 – 2 and 3 – 4, after 1 – 4 and 3 – 2."""
    section = a_section(4, by=kim)
    played(section, 1, "1 4 WL\n3 2 WL")
    section.players.filter(number=4).update(fixed_board=2)
    paired(section, 2, "1 2\n3 4", publish=True, by=kim)
    return as_it_stands(section)


def test_a_trade_that_makes_rematches_is_asked_about_and_changes_nothing_until_it_is_agreed_to(
    desk: Client, second: Section
) -> None:
    game = games_of(second, 2)[0]
    names = {player.number: player.called for player in second.players.all()}
    answer = trading(desk, game).send(desk, {"comes": "4", "leaves": "2", "reason": WHY})
    assert answer.status_code == 422
    assert as_it_stands(second).version == second.version
    page = read(answer)
    question = page.one("#asks")
    assert "2 rematches" in question.one(".problem").text
    lines = question.texts(".gate li")
    for board, white, black in ((1, 1, 4), (2, 3, 2)):
        met = f"Board {board}: {names[white]} and {names[black]} met in round 1"
        assert any(line.startswith(met) for line in lines)
    assert question.link("Back") == reverse("correct-pairing", args=[game.pk])
    trades = reverse("trade-places", args=[game.pk])
    done = read(page.form(trades, holding="wrong").send(desk, follow=True))
    assert [game.seats.get(side="b").player.number for game in games_of(second, 2)] == [4, 2]
    told = " ".join(done.texts(".notice.warning"))
    assert f"{names[4]} has board 2 reserved and is on board 1 now." in told
    assert "met in round 1" not in told, "it was agreed to"
    assert last_reason() == WHY


def test_a_swap_that_gives_a_third_color_in_a_row_is_asked_about(desk: Client, kim: User) -> None:
    section = a_section(6, by=kim)
    played(section, 1, "1 4 WL\n5 2 WL\n3 6 WL")
    played(section, 2, "1 5 WL\n4 3 WL\n6 2 WL")
    paired(section, 3, "3 1\n5 6\n2 4", publish=True, by=kim)
    game = games_of(section, 3)[0]
    swaps = reverse("swap-colors", args=[game.pk])
    form = visit(desk, reverse("correct-pairing", args=[game.pk])).form(swaps)
    answer = form.send(desk, {"white": "1", "reason": WHY})
    assert answer.status_code == 422
    page = read(answer)
    assert "1 third color in a row" in page.one("#asks .problem").text
    assert white(game) == 3
    assert page.form(swaps, holding="wrong").send(desk).status_code == 302
    assert white(game) == 1
    form = visit(desk, reverse("correct-pairing", args=[game.pk])).form(swaps)
    assert form.send(desk, {"white": "3", "reason": WHY}).status_code == 302, "it makes nothing wrong"


def test_in_a_double_round_both_games_of_both_boards_change(kim: User) -> None:
    section = a_section(4, 2, games=2, by=kim)
    paired(section, 1, "1 2\n3 4", publish=True, by=kim)
    trade_places(games_of(section, 1)[0], 1, 3, by=kim, reason=WHY)
    assert seats_of(section) == [[3, 2], [2, 3], [1, 4], [4, 1]]


def test_a_game_across_rounds_is_not_traded(section: Section, board: Game, kim: User) -> None:
    pairings.pair(section, 1, "6 5@2", by=kim, reason=WHY)
    with pytest.raises(Refused, match="Board 3 is a game across rounds or sections"):
        trade_places(board, 2, 6, by=kim, reason=WHY)


def test_two_teams_trade_places_with_the_boards_of_their_matches(kim: User, desk: Client) -> None:
    section = a_section(4, 2, boards=2, by=kim)
    first, second = paired(section, 1, "1 2\n3 4", publish=True, by=kim)
    trading(desk, first).send(desk, {"comes": "4", "leaves": "2", "reason": WHY})
    assert seats_of(section) == [[1, 4], [3, 2]]
    assert [game.match_boards.count() for game in (first, second)] == [2, 2]
    assert LogEntry.objects.latest("pk").summary.startswith("Round 1, matches 1 and 2: teams traded places,")
    board = second.match_boards.get(board=1)
    record_board(board, "DD", revision=board.revision, by=kim)
    with pytest.raises(Refused, match="Match 2 has a result"):
        trade_places(first, 1, 3, by=kim, reason=WHY)
    assert second.match_boards.count() == 2


def test_a_pairing_is_removed_and_another_added_with_a_reason(
    desk: Client, section: Section, board: Game
) -> None:
    desk.post(reverse("remove-pairing", args=[board.pk]), {"reason": WHY})
    assert not Game.objects.filter(pk=board.pk).exists()
    assert last_reason() == WHY
    page = visit(desk, at("desk-round", section, 1))
    form = page.form(at("pair-round", section, 1))
    assert "late arrival" in [option["value"] for option in form.element.all("datalist option")]
    form.send(desk, {"pairings": "1 6", "reason": "late arrival"})
    assert last_reason() == "late arrival"
    assert {white(game) for game in games_of(section, 1)} == {1, 3}


def test_byes_are_given_and_taken_with_a_reason(desk: Client, section: Section) -> None:
    page = visit(desk, at("desk-round", section, 1))
    page.form(at("give-bye", section, 1)).send(desk, {"player": "6", "kind": "U", "reason": WHY})
    assert Seat.objects.get(player__number=6).kind == "U"
    assert last_reason() == WHY
    bye = Seat.objects.get(player__number=5)
    form = visit(desk, at("desk-round", section, 1)).form(reverse("remove-bye", args=[bye.pk]))
    form.send(desk, {"reason": "is here after all"})
    assert not Seat.objects.filter(player__number=5).exists()
    assert last_reason() == "is here after all"


def test_before_publication_nobody_is_asked(desk: Client, kim: User) -> None:
    section = a_section(4, by=kim)
    (game,) = paired(section, 1, "1 2", by=kim)
    page = visit(desk, at("desk-round", section, 1))
    assert not page.all(".seating [name=reason], .byes [name=reason]")
    row = page.one(f"#game-{game.pk}")
    assert row.all("button[name=white]")
    desk.post(reverse("swap-colors", args=[game.pk]))
    assert white(game) == 2
    desk.post(at("pair-round", section, 1), {"pairings": "3 H"})
    desk.post(reverse("remove-bye", args=[Seat.objects.get(kind="H").pk]))
    desk.post(reverse("remove-pairing", args=[game.pk]))
    assert not Seat.objects.exists()


def test_a_match_of_teams_is_corrected_on_the_same_page() -> None:
    section = three_teams()
    desk = signed_in(section.event.staff.get().user)
    (match,) = paired(section, 1, "1 3", publish=True)
    page = visit(desk, reverse("match", args=[match.pk]))
    assert not page.all("button[name=white]")
    page = visit(desk, page.link("Change the pairing…"))
    assert page.one("h1").text == "Pairing of match 1"
    form = page.form(reverse("swap-colors", args=[match.pk]))
    form.send(desk, {"white": "3", "reason": WHY})
    assert white(match) == 3
    assert last_reason() == WHY


def test_a_game_of_a_published_round_that_counts_in_the_next_is_one_of_the_published_round(
    section: Section, kim: User
) -> None:
    """28M2: 6 plays 2's game of round 2 in round 1, which is published."""
    with pytest.raises(NoReason):
        pairings.pair(section, 1, "6 2@2", by=kim)
    pairings.pair(section, 1, "6 2@2", by=kim, reason=WHY)
    game = games_of(section, 1)[-1]
    with pytest.raises(NoReason):
        pairings.remove_pairing(game, by=kim)
    pairings.remove_pairing(game, by=kim, reason=WHY)


@pytest.fixture
def one_board_left(kim: User) -> Section:
    """Six players; of round 2 the board of 1 and 2 is posted, and nothing else."""
    section = a_section(6, by=kim)
    played(section, 1, "1 4 WL\n3 6 WL\n5 2 LW")
    paired(section, 2, "1 2\n3 4", publish=True, by=kim)
    pairings.remove_pairing(games_of(section, 2)[1], by=kim, reason=WHY)
    Seat.objects.filter(round__number=2, game=None).delete()
    return as_it_stands(section)


def added(desk: Client, section: Section, typed: str) -> Any:
    form = visit(desk, at("desk-round", section, 2)).form(at("pair-round", section, 2))
    return form.send(desk, {"pairings": typed, "reason": WHY})


def test_a_board_that_is_added_to_a_posted_round_is_asked_about_where_it_is_wrong(
    desk: Client, one_board_left: Section
) -> None:
    section = one_board_left
    three, six = (section.players.get(number=number).called for number in (3, 6))
    answer = added(desk, section, "4 5\n6 3")
    assert answer.status_code == 422
    assert as_it_stands(section).version == section.version
    page = read(answer)
    question = page.one("#asks")
    assert "1 rematch." in question.one(".problem").text
    assert f"Board 3: {six} and {three} met in round 1" in question.one(".gate")
    assert question.link("Back") == f"{at('desk-round', section, 2)}#pairing"
    again = page.form(at("pair-round", section, 2), holding="wrong")
    done = read(again.send(desk, follow=True))
    assert len(games_of(section, 2)) == 3
    assert "met in round 1" not in " ".join(done.texts(".notice.warning")), "it was agreed to"
    assert last_reason() == WHY


def test_a_board_with_nothing_wrong_is_added_to_a_posted_round_at_once(
    desk: Client, one_board_left: Section
) -> None:
    assert added(desk, one_board_left, "4 5").status_code == 302
    assert len(games_of(one_board_left, 2)) == 2


def test_a_second_full_point_bye_is_asked_about_too(desk: Client, one_board_left: Section) -> None:
    page = read(added(desk, one_board_left, "5 B\n6 B"))
    assert "2 full-point byes too many" in page.one("#asks .problem").text


def test_full_point_byes_that_are_pressed_are_asked_about_as_those_that_are_typed(
    desk: Client, one_board_left: Section
) -> None:
    """28L"""
    section = one_board_left
    gives = at("give-bye", section, 2)
    chosen = {"player": ["5", "6"], "kind": "B", "reason": WHY}
    page = read(visit(desk, at("desk-round", section, 2)).form(gives).send(desk, chosen))
    typed = read(added(desk, section, "5 B\n6 B"))
    assert page.one("#asks .problem").text == typed.one("#asks .problem").text
    assert page.texts("#asks .gate li") == typed.texts("#asks .gate li")
    assert page.one("#asks").link("Back") == f"{at('desk-round', section, 2)}#byes"
    assert as_it_stands(section).version == section.version
    assert page.form(gives, holding="wrong").send(desk).status_code == 302
    assert Seat.objects.filter(round__number=2, kind="B").count() == 2
    assert last_reason() == WHY


@pytest.mark.parametrize("kind", ["H", "U"])
def test_other_byes_of_a_posted_round_are_given_at_once(
    desk: Client, one_board_left: Section, kind: str
) -> None:
    form = visit(desk, at("desk-round", one_board_left, 2)).form(at("give-bye", one_board_left, 2))
    assert form.send(desk, {"player": ["5", "6"], "kind": kind, "reason": WHY}).status_code == 302


@pytest.fixture
def later(kim: User) -> Section:
    """Five players: 5 had the bye of round 1, and plays on board 2 of round 2, which is posted too."""
    section = a_section(5, by=kim)
    played(section, 1, "1 3 WL\n2 4 WL\n5 B")
    paired(section, 2, "1 2\n5 3\n4 B", publish=True, by=kim)
    return as_it_stands(section)


def test_what_was_paired_on_the_points_of_a_bye_is_named_before_it_is_removed(
    desk: Client, later: Section
) -> None:
    five, three = (later.players.get(number=number).called for number in (5, 3))
    bye = Seat.objects.get(round__number=1, kind="B")
    removes = reverse("remove-bye", args=[bye.pk])
    page = read(visit(desk, at("desk-round", later, 1)).form(removes).send(desk, {"reason": WHY}))
    question = page.one("#asks")
    assert question.one(".problem").text == "1 player paired on another score."
    told = f"Round 2, board 2: {five} was paired on a score of 1, now 0, against {three}."
    assert question.texts(".gate li") == [told]
    assert as_it_stands(later).version == later.version
    assert page.form(removes, holding="wrong").send(desk).status_code == 302
    assert not Seat.objects.filter(pk=bye.pk).exists()
    assert last_reason() == WHY


def test_what_was_paired_on_other_points_is_named_before_a_bye_is_given(
    desk: Client, later: Section, kim: User
) -> None:
    """Round 2 was paired on the bye that was there then: on nothing else is it told to have been."""
    pairings.remove_bye(Seat.objects.get(round__number=1, kind="B"), by=kim, reason=WHY)

    def given(kind: str) -> Any:
        form = visit(desk, at("desk-round", later, 1)).form(at("give-bye", later, 1))
        return form.send(desk, {"player": "5", "kind": kind, "reason": WHY})

    five, three = (later.players.get(number=number).called for number in (5, 3))
    page = read(given("H"))
    told = f"Round 2, board 2: {five} was paired on a score of 1, now ½, against {three}."
    assert page.texts("#asks .gate li") == [told]
    assert given("B").status_code == 302, "it was paired on that"


def test_a_player_of_two_later_rounds_is_one_who_was_paired_on_other_colors(desk: Client, kim: User) -> None:
    section = a_section(6, by=kim)
    played(section, 1, "1 4 WL\n5 2 LW\n3 6 WL")
    for number, results in ((2, "1 2 WL\n4 3 LW\n5 6 WL"), (3, "3 1 WL\n2 4 WL\n6 5 WL")):
        played(as_it_stands(section), number, results)
    [game, *_others] = games_of(section, 1)
    form = visit(desk, reverse("correct-pairing", args=[game.pk])).form(
        reverse("swap-colors", args=[game.pk])
    )
    page = read(form.send(desk, {"white": "4", "reason": WHY}))
    assert page.one("#asks .problem").text == "2 players paired on other colors."
    assert len(page.texts("#asks .gate li")) == 4


def test_what_was_paired_on_the_colors_of_a_board_is_named_before_these_are_corrected(
    desk: Client, kim: User
) -> None:
    """29E: of both players, in each later round that is posted, and not where they are put back."""
    section = a_section(6, by=kim)
    played(section, 1, "1 4 WL\n5 2 LW\n3 6 WL")
    section = as_it_stands(section)
    drafts.keep(section, 2, drafts.propose(section, 2), by=kim)
    drafts.publish(as_it_stands(section), 2, by=kim)
    keep(section.pk, 2)
    section = as_it_stands(section)
    called = {player.number: player.called for player in section.players.all()}
    expected = []
    for game in games_of(section, 2):
        one, other = (game.seats.select_related("player").get(side=side).player.number for side in "wb")
        for number, against in ((one, other), (other, one)):
            if number in (1, 4):
                colors = {1: "W, now B", 4: "B, now W"}[number]
                expected.append(
                    f"Round 2, board {game.board}: {called[number]} was paired on the colors {colors},"
                    f" against {called[against]}."
                )
    [game, *_others] = games_of(section, 1)
    swaps = reverse("swap-colors", args=[game.pk])

    def swapped(white: str) -> Any:
        form = visit(desk, reverse("correct-pairing", args=[game.pk])).form(swaps)
        return form.send(desk, {"white": white, "reason": WHY})

    page = read(swapped("4"))
    assert page.one("#asks .problem").text == "2 players paired on other colors."
    assert page.texts("#asks .gate li") == expected
    assert white(game) == 1
    assert page.form(swaps, holding="wrong").send(desk).status_code == 302
    assert white(game) == 4
    assert swapped("1").status_code == 302, "it was paired on that"


def test_of_a_round_robin_no_colors_of_earlier_rounds_are_asked_about(desk: Client, kim: User) -> None:
    """30A."""
    section = a_section(4, by=kim, format=Section.Formats.ROUND_ROBIN)
    played(section, 1, "1 4 WL\n2 3 WL")
    paired(section, 2, "4 3\n1 2", publish=True, by=kim)
    [game, *_others] = games_of(section, 1)
    form = visit(desk, reverse("correct-pairing", args=[game.pk])).form(
        reverse("swap-colors", args=[game.pk])
    )
    assert form.send(desk, {"white": "4", "reason": WHY}).status_code == 302
