"""Who is paired leaves, is out for some rounds, or enters again, in one step with the board (29G)."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import games_of, undone
from tests.html import read, visit
from tests.views.repaired_rounds import WHY, boards, section
from tournaments.models import LogEntry, Section
from tournaments.services import drafts, rosters

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
