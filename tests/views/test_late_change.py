"""A player changes sections from the roster: what happens is read first, then one press."""

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import a_section, paired, played
from tests.html import read, visit
from tournaments.formats import team_roster
from tournaments.models import Player, Section
from tournaments.services import importing, setup, teams
from tournaments.services.matches import record_board


def two(kim: User) -> tuple[Section, Section]:
    home = a_section(4, by=kim, name="Open")
    played(home, 1, "1 2 WL\n3 4 DD")
    target = a_section(2, event=home.event, name="Reserve")
    played(target, 1, "1 2 WL")
    return home, target


def test_a_director_reads_what_happens_and_changes_the_section(desk: Client, kim: User) -> None:
    home, target = two(kim)
    page = visit(desk, visit(desk, at("edit-player", home, 1)).link("Change of section"))
    page = visit(desk, page.link("Reserve"))
    for words in ("withdrawn after round 1", "counts for the opponent and is rated there", "Missed rounds"):
        assert words in page
    address = at("late-change", home, 1, target.pk)
    answer = page.form(address).send(desk, {"missed-1": "H"})
    made = Player.objects.get(section=target, number=3)
    assert answer["Location"] == at("edit-player", target, 3)
    assert (made.seats.get().kind, home.players.get(number=1).withdrawn_after) == ("H", 1)


def test_who_is_paired_changes_in_one_step_that_leads_to_the_opponent(desk: Client, kim: User) -> None:
    home, target = two(kim)
    paired(home, 2, "1 3\n2 4", publish=True)
    page = visit(desk, at("late-change", home, 1, target.pk))
    assert "Round 2, board 1 against" in page
    assert "Leaves before round 2 is played: remove the pairing on board 1" in page
    form = page.form(at("late-change", home, 1, target.pk))
    assert "has no result. Enter it, or remove the pairing." in read(form.send(desk))
    assert "Enter the reason" in read(form.send(desk, {"unpair": "on"}))
    assert target.players.count() == 2
    answer = form.send(desk, {"unpair": "on", "reason": "wrong section"}, follow=True)
    assert answer.redirect_chain[-1][0] == at("pairing", home, 2)
    assert f"{home.players.get(number=3).called} has no opponent in this round" in read(answer)
    assert target.players.count() == 3


def test_what_must_be_settled_first_is_named_and_there_is_no_button(desk: Client, kim: User) -> None:
    home, target = two(kim)
    paired(home, 2, "1 3\n2 4", publish=True)
    paired(home, 3, "1 2\n3 4")
    page = visit(desk, at("late-change", home, 1, target.pk))
    assert "Round 2, board 1 against" in page
    assert not page.all(".measure button")


def test_questions_keep_what_was_chosen(desk: Client, kim: User) -> None:
    home, target = two(kim)
    setup.edit_section(target, name="Reserve", rounds=3, format="swiss", games=1, half_byes=0, by=kim)
    Player.objects.filter(section=home, number=1).update(team="Elm")
    teams.make_table(home.event, name="Schools", sections=[home, target], by=kim)
    address = at("late-change", home, 1, target.pk)
    answer = desk.post(address, {"missed-1": "H", "counts": "old"})
    page = read(answer)
    assert answer.status_code == 422
    assert "There are no half-point byes." in page
    page.form(address).send(desk, {"anyway": "on"})
    made = Player.objects.get(section=target, number=3)
    assert (made.team, home.players.get(number=1).team) == ("", "Elm")


def test_before_round_one_of_both_it_is_a_plain_move(desk: Client, kim: User) -> None:
    home = a_section(2, by=kim, name="Open")
    a_section(2, event=home.event, name="Reserve")
    page = visit(desk, at("other-sections", home, 1))
    assert page.link("Reserve") == reverse(
        "change-section", args=[home.event.slug, home.players.get(number=1).pk]
    )


def test_a_section_that_takes_nobody_is_not_found(desk: Client, kim: User) -> None:
    home, _target = two(kim)
    assert desk.get(at("late-change", home, 1, home.pk)).status_code == 404
    assert desk.get(at("late-change", home, 1, a_section(2, by=kim).pk)).status_code == 404


def test_a_director_changes_the_section_of_a_team_from_its_page(desk: Client, kim: User) -> None:
    home = a_section(2, by=kim, name="Open", boards=2)
    other = a_section(2, event=home.event, name="Reserve", boards=2)
    importing.import_team_rosters(home, team_roster.read("Elm,1,Ann,,1200\nElm,2,Bo,,1100"), by=kim)
    page = visit(desk, visit(desk, at("edit-player", home, 3)).link("Change of section"))
    assert page.link("Reserve") == reverse(
        "change-section", args=[home.event.slug, home.players.get(number=3).pk]
    )
    assert "player" not in page.one(".measure").text.casefold()
    (game,) = paired(home, 1, "1 3", publish=True)
    for board in game.match_boards.all():
        record_board(board, "WL", revision=board.revision, by=kim)
    address = at("late-change", home, 3, other.pk)
    page = visit(desk, address)
    assert "2–0: stays in Open and counts for the opponent." in page
    answer = page.form(address).send(desk, follow=True)
    assert answer.redirect_chain[-1][0] == at("edit-player", other, 3)
    assert "Elm is in Reserve now, number 3." in read(answer)
    assert [each.name for each in other.players.get(number=3).members.all()] == ["Ann", "Bo"]
