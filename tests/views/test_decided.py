"""What no result can change any more is marked on phones and at the desk, while games are being played."""

from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import a_section, enter, games_of, played
from tests.html import visit
from tiebreaks.decided import decided
from tiebreaks.selectors import players_document
from tournaments.services import prizes


def test_a_place_and_a_trophy_that_no_result_can_change_are_marked_and_at_the_end_nothing_is(
    kim: User, client: Client, desk: Client
) -> None:
    section = a_section(4, 2, by=kim, order="solkoff")
    prizes.announce(section, "1st–2nd trophies", in_this_order=False, by=kim)
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3 WL\n2 4")
    page = visit(client, at("standings", section))
    assert page.one("#p1").texts(".decided") == ["place decided"]
    assert "1st trophy decided" in page.one("#p1")
    assert "2nd trophy decided" not in page
    assert "1st place trophy decided" in visit(client, at("trophies", section))
    assert "place decided" in visit(desk, at("desk-round", section, 2))
    enter(games_of(section, 2)[1], "WL")
    for address in (at("standings", section), at("trophies", section)):
        page = visit(client, address)
        assert "place decided" not in page
        assert "trophy decided" not in page


def test_a_decided_place_that_is_not_where_the_player_stands_now_is_named(
    kim: User, client: Client, desk: Client
) -> None:
    """Whoever wins board 2 passes player 1, and so do both with a draw."""
    section = a_section(4, 3, by=kim, order="solkoff,cumulative")
    played(section, 1, "3 1 WL\n2 4 DD")
    played(section, 2, "1 4 WL\n2 3 DD")
    played(section, 3, "1 3 LW\n2 4")
    child = visit(client, at("standings", section)).one("#p1")
    assert (child.texts(".rank"), child.texts(".decided")) == (["2 ▲1"], ["3rd place decided"])
    assert "3rd place decided" in visit(desk, at("desk-round", section, 3))


def test_a_trophy_that_is_sure_of_another_is_not_marked_where_it_would_be_now(
    kim: User, client: Client
) -> None:
    """Whatever the last game brings, 4 takes the second trophy, and 3 would if it ended now."""
    section = a_section(4, 2, by=kim, order="solkoff,cumulative")
    prizes.announce(section, "1st–2nd trophies", by=kim)
    played(section, 1, "4 1 DD\n3 2 WL", by=kim)
    played(section, 2, "4 2 WL\n1 3", by=kim)
    assert decided(players_document(section.standings_id)).trophies == {1: (4,)}
    page = visit(client, at("standings", section))
    assert "2nd trophy if it ended now" in page.one("#p3")
    assert "trophy decided" not in page
    assert "trophy decided" not in visit(client, at("trophies", section))


def test_a_medal_that_a_trophy_replaces_is_only_projected_while_games_are_open(
    kim: User, client: Client
) -> None:
    section = a_section(4, 2, by=kim, order="solkoff")
    prizes.announce(section, "1st place trophy\n1 point or more: medal, not with a trophy", by=kim)
    played(section, 1, "1 2 WL\n3 4 WL", by=kim)
    played(section, 2, "2 4 WL\n1 3", by=kim)
    assert "if it ended now" in visit(client, at("standings", section)).one("#p3")
