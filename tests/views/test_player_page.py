"""The page of a player: the next board, the place, every game, and the link to it that is sent."""

from io import BytesIO

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from tests.addresses import at
from tests.factories import (
    EntryFactory,
    EventFactory,
    a_section,
    as_it_stands,
    director_of,
    enter,
    paired,
    played,
    section_of,
)
from tests.html import visit
from tests.views.followed import name_of
from tiebreaks.engine.chart.wallchart import Kind
from tournaments import pictures
from tournaments.models import Section
from tournaments.services import decisions, numbering, pairings, rosters
from tournaments.services.finishing import finish
from tournaments.text.wording import calendar_date


def test_the_page_of_a_player_has_the_next_board_the_place_and_every_game(
    client: Client, section: Section
) -> None:
    page = visit(client, at("player", section, 1))
    assert page.one("article h2").text.startswith(name_of(section, 1))
    assert page.one(".next").text.startswith("Round 2: won, so far 1st")
    assert page.one("p b").text == "2 points"
    rows = [row.text for row in page.all(".played tbody tr")]
    why = "Why paired? Board 1: why these two"
    assert rows == [
        f"Round 1 1 White against {name_of(section, 2)} {why} won 1",
        f"Round 2 1 White against {name_of(section, 3)} {why} won 1",
    ]
    assert page.link("Why this place?") == at("why", section, 1)
    assert page.link(name_of(section, 3)) == at("player", section, 3)


def test_a_rating_on_the_page_of_a_player_says_that_it_is_one(client: Client, section: Section) -> None:
    rating = section.players.get(number=1).rating
    assert (
        visit(client, at("player", section, 1)).one("header.player p.soft").text.endswith(f"rated {rating}")
    )


def test_a_link_that_was_sent_before_the_numbers_were_given_leads_to_the_same_child(client: Client) -> None:
    section = section_of(EventFactory.create(), "K-5", "Ann/Elm Zoë/Elm Bo/Fir Bo/Gum")
    by = director_of(section)

    def sent(number: int) -> str:
        address: str = visit(client, at("player", section, number)).one("[data-share]")["data-address"]
        return address

    zoe, bo = sent(2), sent(3)
    assert client.get(zoe).status_code == 200
    late = [EntryFactory.create(name=name, rating=2100) for name in ("Lee", "Moe")]
    rosters.add_players(section, late, by=by)
    numbering.number_by_rating(section, by=by)
    number = section.players.get(name="Zoë").number
    assert number != 2
    assert client.get(zoe)["Location"] == at("player", section, number)
    # Two are called so: whom a link means nobody can tell.
    assert client.get(bo).status_code == 200
    assert client.get(at("player", section, 9), {"name": "Zoë"})["Location"] == at("player", section, number)
    assert client.get(at("player", section, 9), {"name": "Nobody"}).status_code == 404
    paired(section, 1, "1 2\n3 4\n5 6", publish=True)
    assert sent(number) == at("player", section, number)  # from now on the numbers stay


def test_an_open_game_has_no_points_yet(client: Client, section: Section) -> None:
    last = visit(client, at("player", section, 2)).all(".played tbody tr")[-1]
    assert (
        last.text
        == f"Round 2 2 White against {name_of(section, 4)} Why paired? Board 2: why these two still playing"
    )


def test_a_link_that_is_sent_says_how_the_player_stands(client: Client, section: Section) -> None:
    page = visit(client, at("player", section, 1))
    assert (
        page.one("meta[property='og:title']")["content"]
        == f"{name_of(section, 1)}: 1st, 2 points (during round 2)"
    )
    fourth = visit(client, at("player", section, 4))
    assert fourth.one("meta[property='og:title']")["content"].endswith(
        ": 4th, tied on 0 points, Solkoff 1 to 2 (during round 2)"
    )
    about = page.one("meta[property='og:description']")["content"]
    assert about == f"{section.name}, {section.event.name}. Round 2: won, so far 1st"


def title_of(section: Section, number: int) -> str:
    """Without the name, and without when."""
    page = visit(Client(), at("player", section, number))
    title = str(page.one("meta[property='og:title']")["content"])
    return title.removeprefix(f"{name_of(section, number)}: ").rpartition(" (")[0]


def test_a_link_says_when_the_player_stands_so(client: Client) -> None:
    section = a_section(2, rounds=1)
    page = at("player", section, 1)
    assert "(" not in str(visit(client, page).one("meta[property='og:title']")["content"])
    played(section, 1, "1 2 WL")
    assert str(visit(client, page).one("meta[property='og:title']")["content"]).endswith("(after round 1)")
    finish(as_it_stands(section), by=director_of(section))
    assert str(visit(client, page).one("meta[property='og:title']")["content"]).endswith("(FINAL)")


def test_a_link_says_in_a_tie_which_tiebreak_decides_the_place() -> None:
    section = a_section(5)
    played(section, 1, "1 2 WL\n3 4 WL\n5 B")
    played(section, 2, "1 3 WL\n2 5 WL\n4 B")
    assert title_of(section, 1) == "1st, 2 points"
    # Her own value first: ahead of the next one below, or the last of them behind.
    assert {title_of(section, number) for number in (2, 3, 4, 5)} == {
        "2nd, tied on 1 point, Cumulative 2 to 1",
        "3rd, tied on 1 point, Solkoff 2½ to 1",
        "4th, tied on 1 point, Cumulative 1 to 0",
        "5th, tied on 1 point, Cumulative 0 to 1",
    }


def test_a_tie_that_the_order_leaves_has_no_deciding_tiebreak() -> None:
    section = a_section(4)
    played(section, 1, "1 2 WL\n3 4 WL")
    assert title_of(section, 1) == "tied for 1st on 1 point"


def test_a_playoff_is_named_where_it_decides() -> None:
    section = a_section(4, rounds=1)
    played(section, 1, "1 2 WL\n3 4 WL")
    decisions.record_decision(
        decisions.PLAYOFF, as_it_stands(section), [[1], [3]], by=director_of(section.event)
    )
    assert title_of(section, 3) == "2nd, tied on 1 point, Playoff"


def test_the_link_has_a_picture_of_the_same_words(
    client: Client, section: Section, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[tuple[str, ...]] = []

    def of_text(*lines: str) -> bytes:
        written.append(lines)
        return draw(*lines)

    draw = pictures.of_text
    monkeypatch.setattr(pictures, "of_text", of_text)
    page = visit(client, at("player", section, 1))
    address = page.one("meta[property='og:image']")["content"]
    assert address == "http://testserver" + at("player-picture", section, 1)
    answer = client.get(address)
    assert answer.headers["Content-Type"] == "image/png"
    assert Image.open(BytesIO(answer.content)).size == (1200, 630)
    when = f"during round 2, {calendar_date(timezone.localdate())}"
    assert written == [(name_of(section, 1), "1st, 2 points", when, f"{section.name}, {section.event.name}")]
    assert client.get(at("player-picture", section, 99)).status_code == 404


def test_a_name_is_text_wherever_it_stands(client: Client) -> None:
    event = EventFactory.create()
    section = section_of(event, "Open", "<b>x</b>&amp;/<i>Elm</i> Bo/Fir")
    played(section, 1, "1 2 WL")
    for path in [
        at("player", section, 2),
        at("card", section, 2),
        at("card", section, 1),
        reverse("school", args=[event.slug, "fir"]),
        reverse("event", args=[event.slug]) + "?q=x",
    ]:
        assert "<b>x" not in client.get(path).text
        assert "<i>Elm" not in client.get(path).text


def test_a_row_that_the_total_does_not_have_says_so(client: Client, kim: User) -> None:
    """A bye of the next round was a half point in the rows, which then added up to more than the total."""
    section = a_section(4, 3, by=kim)
    [first, _second] = played(section, 1, "1 3\n2 4 WL")
    pairings.give_bye(section, 2, [2], Kind.HALF_BYE, by=kim)

    def rows() -> list[str]:
        return [
            row.one("td:nth-of-type(4)").text
            for row in visit(client, at("player", section, 2)).all(".played tbody tr")
        ]

    to_come = "half-point bye, counts once the pairings are posted"
    assert rows() == ["won", to_come]
    enter(first, "WL")
    assert rows() == ["won", to_come]
    pairings.pair(section, 2, "1 3", by=kim)
    pairings.publish(section, 2, by=kim)
    assert rows() == ["won", "half-point bye"]
