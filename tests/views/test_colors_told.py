"""Why White and Black of a posted board have their colors: counted from where, and corrected since."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import a_section, as_it_stands, games_of, played, swap_colors
from tests.html import visit
from tournaments.models import PairingReasons
from tournaments.pairing import color_reasons, sentences
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


def test_that_colors_were_corrected_is_read_before_what_was_told_of_them_whatever_else_is_told(
    client: Client, kim: User
) -> None:
    """In sight, where nothing that is not true any more is; and in the words of the rules."""
    section = a_section(8, 3, by=kim)
    played(section, 1, "1 5 WL\n6 2 LW\n3 7 WL\n8 4 LW")
    section = as_it_stands(section)
    drafts.keep(section, 2, drafts.propose(section, 2), by=kim)
    drafts.publish(as_it_stands(section), 2, by=kim)
    keep(section.pk, 2)
    row = PairingReasons.objects.get(round=2)
    at_one = next(at for at, (white, black, *_why) in enumerate(row.boards) if 1 in (white, black))
    white, black, texts, _group = row.boards[at_one]
    names = [section.players.get(number=number).called for number in (white, black)]
    mates = [sentences.MATES, {"one": names[0], "other": names[1], "rule": "28N1"}]
    row.boards[at_one][2] = [*texts, mates]
    row.save()
    swap_colors(games_of(section, 1)[0], by=kim)
    page = visit(client, at("board", section, 2, at_one + 1))
    one = section.players.get(number=1).called
    caveat = f"{one} was paired on other colors: an earlier round was corrected since."
    assert "are teammates" in page.one(".reason").text
    assert page.texts(".of-colors") == [caveat]
    assert any("has White" in told for told in page.texts(".by-rules .more"))
    of_rules = page.texts(".rule")
    of_colors = next(at for at, (id, _values) in enumerate(texts) if id in color_reasons.SENTENCES)
    assert of_rules.index(caveat) == of_colors
