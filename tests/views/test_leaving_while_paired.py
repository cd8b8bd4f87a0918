"""Who is paired leaves, is out for some rounds, or enters again, in one step with the board (29G)."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import a_section, as_it_stands, games_of, paired, played, undone
from tests.html import read, visit
from tests.views.repaired_rounds import WHY, boards, section
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.formats.byes import Bye
from tournaments.models import LogEntry, Seat, Section
from tournaments.services import drafts, pairings, rosters
from tournaments.services.byes import request_byes

__all__ = ["section"]


def test_who_is_paired_leaves_in_one_step_that_leads_to_the_ladder_with_its_reason(
    desk: Client, section: Section, kim: User
) -> None:
    drafts.publish(section, 2, by=kim)
    game = games_of(section, 2)[0]
    address = at("withdraw-player", section, 1)
    page = visit(desk, at("edit-player", section, 1))
    assert f"{at('desk-round', section, 2)}#game-{game.pk}" in page.links
    answer = page.form(address).send(desk, {"unpair": "on", "reason": WHY}, follow=True)
    assert answer.redirect_chain[-1][0] == at("pairing", section, 2)
    page = read(answer)
    name = section.players.get(number=2).called
    assert f"{name} has no opponent in this round" in page
    assert page.one("#why")["value"] == WHY
    entry = LogEntry.objects.latest("pk")
    told = " withdrew after round 1; round 2, board 1: Ben Birch 2 – Ada Alder 1 removed"
    assert entry.summary.endswith(told)
    assert entry.reason == WHY
    undone(section, by=kim)
    assert boards(section)[1] == {1, 2}


@pytest.mark.parametrize(
    ("address", "typed", "said", "waits"),
    [
        (
            *("withdraw-player", {"plays_again": 4}, "is out after round 1 and back in round 4"),
            "Ben Birch 2 has no opponent in this round",
        ),
        # The new entry may be paired at once.
        (
            *("re-enter-player", {}, "re-entered after round 1 as number"),
            "Ben Birch 2 and Ada Alder 1 have no opponent in this round",
        ),
    ],
)
def test_who_is_paired_is_out_for_some_rounds_or_enters_again_in_one_step(
    desk: Client, section: Section, kim: User, address: str, typed: dict[str, str], said: str, waits: str
) -> None:
    drafts.publish(section, 2, by=kim)
    page = visit(desk, at("edit-player", section, 1))
    form = page.form(at(address, section, 1))
    assert "Enter the reason" in read(form.send(desk, {**typed, "unpair": "on"}))
    assert boards(section)[1] == {1, 2}
    answer = form.send(desk, {**typed, "unpair": "on", "reason": WHY}, follow=True)
    assert answer.redirect_chain[-1][0] == at("pairing", section, 2)
    assert waits in read(answer)
    removed, done = LogEntry.objects.order_by("-pk")[:2][::-1]
    assert (removed.summary, removed.reason) == ("Round 2, board 1: Ben Birch 2 – Ada Alder 1 removed", WHY)
    assert said in done.summary


def test_what_was_done_with_a_player_is_said_in_the_names_of_the_page(
    desk: Client, section: Section, kim: User
) -> None:
    rosters.edit_player(section.players.get(number=3), name="Cedar, Cora", by=kim)
    for address, typed, said in (
        ("withdraw-player", {}, "Cora Cedar was withdrawn."),
        ("withdraw-player", {"back": "1"}, "Cora Cedar was reinstated."),
        ("edit-player", {}, "Cora Cedar was saved."),
    ):
        form = visit(desk, at("edit-player", section, 3)).form(at(address, section, 3))
        page = read(form.send(desk, typed, follow=True))
        assert said in page
        assert "Cedar, Cora" not in page


def test_a_posted_pairing_is_not_removed_with_who_leaves_without_a_reason(
    desk: Client, section: Section, kim: User
) -> None:
    drafts.publish(section, 2, by=kim)
    form = visit(desk, at("edit-player", section, 1)).form(at("withdraw-player", section, 1))
    answer = form.send(desk, {"unpair": "on"})
    assert "Enter the reason" in read(answer)
    assert boards(section)[1] == {1, 2}


@pytest.fixture
def resting(kim: User) -> Section:
    """Round 2 of five players is posted, and 3 has its full-point bye."""
    section = a_section(5, 4, by=kim)
    played(section, 1, "1 2 WL\n3 4 WL\n5 B", by=kim)
    paired(section, 2, "1 4\n2 5\n3 B")
    pairings.publish(section, 2, by=kim)
    return as_it_stands(section)


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("withdraw-player", "withdrew after round 1; canceled full-point bye in round 2"),
        ("re-enter-player", "re-entered after round 1 as number 6; canceled full-point bye in round 2"),
    ],
)
def test_who_has_a_posted_bye_leaves_before_its_round_only_with_a_reason_and_the_log_names_it(
    desk: Client, resting: Section, address: str, told: str
) -> None:
    player = resting.players.get(number=3)
    bye = Seat.objects.filter(player=player, round__number=2)
    form = visit(desk, at("edit-player", resting, 3)).form(at(address, resting, 3))
    refused = read(form.send(desk, {"after_round": "1"}))
    assert f"{player.called} has the full-point bye of round 2, which is posted." in refused
    assert bye.exists()
    assert "is not a reason" in read(form.send(desk, {"after_round": "1", "reason": "."}))
    assert form.send(desk, {"after_round": "1", "reason": WHY}).status_code == 302
    assert not bye.exists()
    entry = LogEntry.objects.latest("pk")
    assert entry.summary.endswith(told)
    assert entry.reason == WHY


@pytest.mark.parametrize("paired_too", [True, False])
def test_the_log_names_a_bye_of_a_later_round_that_goes_with_who_withdraws(
    resting: Section, kim: User, paired_too: bool
) -> None:
    """Also where a board of the same player goes. No reason is asked for what nobody has read."""
    number = 1 if paired_too else 3
    request_byes(resting.players.get(number=number), [Bye(4, Kind.HALF_BYE)], by=kim)
    player = resting.players.get(number=number)
    after = 1 if paired_too else 2
    pairings.withdraw(player, after, by=kim, reason=WHY * paired_too, unpairing=paired_too)
    one, four = [resting.players.get(number=each).called for each in (1, 4)]
    board = f"; round 2, board 1: {one} – {four} removed" if paired_too else ""
    told = f"{player.called} withdrew after round {after}{board}; canceled half-point bye in round 4"
    assert LogEntry.objects.latest("pk").summary == told


def test_who_leaves_after_the_round_of_the_bye_keeps_it_and_needs_no_reason(
    desk: Client, resting: Section
) -> None:
    form = visit(desk, at("edit-player", resting, 3)).form(at("withdraw-player", resting, 3))
    assert form.send(desk, {"after_round": "2"}).status_code == 302
    assert Seat.objects.filter(player__number=3, round__number=2, kind="B").exists()
