"""Why White and Black of a posted board have their colors: counted from where, and corrected since."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import a_section, as_it_stands, games_of
from tests.html import visit
from tournaments.pairing.options import Options
from tournaments.services import drafts, orders, rosters
from tournaments.services.reasons import keep


@pytest.mark.parametrize("color", ["white", "lot"])
def test_colors_of_round_one_are_told_from_rank_order_where_a_player_has_reserved_a_board(
    client: Client, kim: User, color: str
) -> None:
    """The lowest board is played at number 1: that its higher-ranked player has Black is no contradiction."""
    section = a_section(8, 3, by=kim)
    orders.post_options(section, Options(initial_color=color), by=kim)
    rosters.edit_player(section.players.get(number=8), by=kim, fixed_board=1)
    drafts.keep(as_it_stands(section), 1, drafts.propose(as_it_stands(section), 1, lot="w"), by=kim)
    drafts.publish(as_it_stands(section), 1, by=kim)
    keep(section.pk, 1)
    assert {each.player.number for each in games_of(section, 1)[0].seats.all()} == {4, 8}
    four = section.players.get(number=4).called
    counted = {
        "white": "beginning with white for the higher-ranked player, as posted (29E2).",
        "lot": "from the lot (29E2).",
    }
    page = visit(client, at("board", section, 1, 1))
    assert page.texts(".rule")[-1] == (
        f"{four} has black: colors alternate down the boards in rank order, {counted[color]}"
    )
    assert page.one(".of-colors").text == (
        "Neither has had a color yet, so colors alternate from board to board in rank order:"
        f" {four} has Black."
    )
