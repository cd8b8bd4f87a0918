"""Sections of teams on the pairing page: proposed, published, explained, and paired again."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import EntryFactory, a_section, as_it_stands, games_of, paired
from tests.html import Element, read, visit
from tournaments.models import MatchBoard, Seat, Section
from tournaments.pairing.explain import NOTHING
from tournaments.selectors.pairing.ways import NewBoard, Way
from tournaments.services import drafts, matches, pairings, repairing, rosters

BOARDS = 4


@pytest.fixture
def section(kim: User) -> Section:
    """Seven teams without ratings, numbered by strength; in round 1 the higher number loses every board."""
    section = a_section(0, 4, by=kim, boards=BOARDS)
    names = ("Alder", "Birch", "Cedar", "Dogwood", "Elder", "Fir", "Gum")
    rosters.add_players(section, [EntryFactory.create(name=name) for name in names], by=kim)
    for game in paired(section, 1, "1 4\n2 5\n3 6\n7 B", publish=True, by=kim):
        for board in MatchBoard.objects.filter(game=game).select_related("game__round"):
            matches.record_board(board, "WL" if board.board % 2 else "LW", revision=board.revision, by=kim)
    return as_it_stands(section)


def proposed(desk: Client, section: Section) -> Element:
    form = visit(desk, at("pairing", section, 2)).form(at("propose-pairing", section, 2))
    return read(form.send(desk, follow=True))


def meetings(section: Section) -> set[frozenset[int]]:
    return {frozenset(game.seats.values_list("player__number", flat=True)) for game in games_of(section, 2)}


def test_a_round_of_matches_is_proposed_and_published_with_its_boards(
    desk: Client, client: Client, section: Section
) -> None:
    assert "Teams to pair: 7." in visit(desk, at("pairing", section, 2))
    page = proposed(desk, section)
    assert len(page.all(".pair")) == 3
    assert "unrated" not in page.one(".pairs")
    assert "Why don’t two teams meet?" in page
    gate = visit(desk, at("publish-pairing", section, 2))
    gate.form(at("publish-pairing", section, 2)).send(desk)
    assert len(games_of(section, 2)) == 3
    assert MatchBoard.objects.filter(game__round__number=2).count() == 3 * BOARDS
    bye = Seat.objects.get(round__number=2, game=None)
    assert (bye.kind, bye.board_points_q) == ("B", BOARDS * 4)
    assert not meetings(section) & {frozenset(both) for both in ((1, 4), (2, 5), (3, 6))}


def test_the_question_before_typed_matches_are_published_speaks_of_teams(
    desk: Client, section: Section, kim: User
) -> None:
    pairings.pair(section, 2, "1 2\n3 4\n5 6", by=kim)
    answer = visit(desk, at("desk-round", section, 2)).form(at("publish-round", section, 2)).send(desk)
    question = read(answer).one("#not-published")
    assert "1 team unseated" in question.one(".problem")
    assert question.texts(".gate li")[0] == "Unseated: Gum. This team gets a zero-point bye."
    assert "player" not in question
    pairings.pair(section, 2, "7 B", by=kim)
    question = read(desk.post(at("publish-round", section, 2))).one("#not-published")
    assert "oard" not in question


def test_the_question_about_typed_matches_has_the_number_of_each_match(
    desk: Client, section: Section, kim: User
) -> None:
    pairings.pair(section, 2, "1 4\n2 3\n5 6\n7 H", by=kim)
    answer = visit(desk, at("desk-round", section, 2)).form(at("publish-round", section, 2)).send(desk)
    lines = read(answer).texts("#not-published .gate li")
    assert {line[:7] for line in lines} <= {"Match 1", "Match 2", "Match 3"}
    assert "Match 1: Alder and Dogwood met in round 1 (27A1)." in lines


def test_the_rules_say_why_two_teams_meet_or_not(desk: Client, client: Client, section: Section) -> None:
    proposed(desk, section)
    asked = visit(desk, f"{at('pairing', section, 2)}?one=1&other=4")
    assert asked.one(".why-not [role=status]").text == (
        "Alder and Dogwood met in round 1 (27A1). Points: Alder ½, Dogwood ½."
    )
    visit(desk, at("publish-pairing", section, 2)).form(at("publish-pairing", section, 2)).send(desk)
    number = games_of(section, 2)[0].board
    assert visit(client, at("board", section, 2, number)).all(".reason")


def test_a_round_of_teams_has_matches_on_the_pairing_page_and_at_the_gate(
    desk: Client, section: Section
) -> None:
    page = proposed(desk, section)
    assert page.one(".act p").text.startswith("3 matches. No problems.")
    gate = visit(desk, at("publish-pairing", section, 2))
    assert "3 matches, no problems." in gate
    assert gate.one("form button.main").text == "Publish 3 matches"
    form = page.form(at("change-pairing", section, 2))
    page = read(form.send(desk, {"black-0": "", "do": "save"}, follow=True))
    assert "1 match with an empty seat" in page.one(".act").text
    assert "player" not in page.one("#draft").text.casefold()
    gate = visit(desk, at("publish-pairing", section, 2))
    lines = gate.texts(".gate li")
    assert any(line.startswith("Match 1: ") for line in lines)
    assert "oard" not in " ".join(lines)
    assert "Each match needs two teams from this round: seat a team, or remove the match." in gate


def test_what_a_repair_changes_are_matches_of_teams(section: Section) -> None:
    for how, text in (
        ("ladder", "Move teams up (ladder): 1 match changes"),
        ("again", "Pair again: 1 match changes"),
    ):
        assert (
            Way(how, NOTHING, [NewBoard((1, 2), "Alder – Birch", "0 against 0", "", [])], of_teams=True).said
            == text
        )


def test_missing_results_of_teams_lead_to_ejecting_teams(desk: Client, section: Section, kim: User) -> None:
    drafts.keep(section, 2, drafts.propose(section, 2), by=kim)
    drafts.publish(section, 2, by=kim)
    page = visit(desk, at("pairing", section, 3))
    assert "To eject both teams (29H), withdraw them on the roster first." in page
    assert "player" not in page.one("#draft").text.casefold()


def test_an_unseated_team_is_called_a_team(desk: Client, section: Section) -> None:
    form = proposed(desk, section).form(at("change-pairing", section, 2))
    page = read(form.send(desk, {"black-0": "", "do": "save"}, follow=True))
    assert "1 team unseated" in page.one(".act").text


def test_what_is_wrong_with_typed_matches_is_said_of_teams(desk: Client, section: Section) -> None:
    proposed(desk, section)
    form = visit(desk, at("pairing", section, 2)).form(at("change-pairing", section, 2))
    typed = {"pairings": "1 99\n2 3\n2 5", "do": "type"}
    refused = read(form.send(desk, typed))
    for words in ("the number of a team in this section", "each team once. Birch is also on line 2"):
        assert words in refused
    seats = {"black-0": "99", "do": "save"}
    assert "the number or name of a team in this round" in read(form.send(desk, seats))


def test_a_published_round_of_matches_is_paired_again_for_a_team_without_an_opponent(
    section: Section, kim: User
) -> None:
    drafts.keep(section, 2, drafts.propose(section, 2), by=kim)
    drafts.publish(section, 2, by=kim)
    first = games_of(section, 2)[0]
    gone, left = first.seats.order_by("player__number").values_list("player__number", flat=True)
    pairings.remove_pairing(first, by=kim, reason="the bus broke down")
    pairings.withdraw(section.players.get(number=gone), 1, by=kim)
    section = as_it_stands(section)
    asked = repairing.ask(section, 2, "ladder")
    repairing.repair(section, 2, asked, by=kim, reason="the bus broke down")
    assert left in {number for both in meetings(section) for number in both}
    assert MatchBoard.objects.filter(game__round__number=2).count() == 3 * BOARDS


def test_a_match_without_a_result_is_named_as_a_match_where_a_round_is_paired_on_it(
    desk: Client, section: Section, kim: User
) -> None:
    paired(section, 2, "1 2\n3 7\n4 5\n6 B", publish=True, by=kim)
    page = visit(desk, at("pairing", section, 3))
    assert "Round 2, match 1: " in page.one("form.begin")
    page.form(at("propose-pairing", section, 3)).send(desk)
    assert "Round 2, match 1 has no result: " in visit(desk, at("publish-pairing", section, 3))
