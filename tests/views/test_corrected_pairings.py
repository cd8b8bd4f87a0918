"""After publication a change of the pairings is a correction: each of its forms asks for the reason."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import UserFactory, a_section, as_it_stands, games_of, paired, three_teams
from tests.html import read, visit
from tests.sign_in import signed_in
from tournaments.errors import NoReason
from tournaments.models import Game, LogEntry, Seat, Section, Staff
from tournaments.services import pairings

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
    assert page.one("[name=reason]").has("required")
    form.send(desk, {"white": "2", "reason": WHY})
    assert white(board) == 2
    assert last_reason() == WHY
    log = visit(desk, at("section-log", section))
    assert WHY in log


def test_the_next_correction_in_a_round_begins_with_the_reason_that_this_person_gave_last(
    desk: Client, kim: User, section: Section, board: Game
) -> None:
    other = games_of(section, 1)[1]

    def asked(of: Client, game: Game) -> str:
        return visit(of, reverse("correct-pairing", args=[game.pk])).one("[name=reason]")["value"]

    assert asked(desk, board) == ""
    pairings.give_white(board, 2, by=kim, reason=WHY)
    assert asked(desk, other) == WHY
    lee = UserFactory.create()
    Staff.objects.create(event=section.event, user=lee)
    assert asked(signed_in(lee), other) == ""
    paired(section, 2, "1 3", publish=True, by=kim)
    assert asked(desk, games_of(section, 2)[0]) == ""


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
