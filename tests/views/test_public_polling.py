"""How often a public page is asked, rendered and sent: polls, pieces kept for all phones, ETags, queries."""

import gzip
from threading import Barrier, Event, Thread, local
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from pytest_django import DjangoAssertNumQueries

from config.middleware import SHARED_FOR_A_SECOND
from tests.addresses import at
from tests.factories import (
    EventFactory,
    a_section,
    as_it_stands,
    enter,
    game_between,
    games_of,
    played,
)
from tests.html import read, visit
from tests.views.public_pages import LIVE, PAGES, address, everything
from tournaments import fragments, packing
from tournaments.models import Section
from tournaments.selectors.public import tables, visible
from tournaments.services import teams
from tournaments.services.ceremony import freeze
from tournaments.services.finishing import finish, reopen

# --- polling ------------------------------------------------------------------------------------


# What these show does not change by play, and they say so.
RULES = {
    name: reverse(name, args=["modified_median"] if name == "rule" else [])
    for name in ("rules", "published-orders", "rule")
}


def test_every_page_of_an_event_asks_for_what_is_new(client: Client, kim: User) -> None:
    section = a_section(4, 1, by=kim, name="K-3", place_trophies=1)
    table = teams.make_table(section.event, name="Schools", sections=[section], place_trophies=1, by=kim)
    played(section, 1, "1 2 WL\n3 4 DD")
    for owner in (section, table):
        freeze(owner, by=kim)
    # The cards of who is followed ask for themselves.
    still = {*RULES.values(), reverse("following")}
    of_table = ["teams", "posted-team-order"]
    pages = [
        *everything(section),
        at("announced", section, 1),
        *(at(name, table) for name in of_table),
        at("announced-teams", table, 1),
    ]
    silent, stuck = [], []
    for path in pages:
        answer = client.get(path)
        assert answer.status_code == 200, path
        if path in still or b"<html" not in answer.content:
            continue
        if not read(answer).all("#live[hx-get], [data-newer], #screen[hx-get]"):
            silent.append(path)
        # Without a script it cannot ask, and says how to.
        if "This page does not change by itself: Refresh" not in " ".join(read(answer).texts("noscript")):
            stuck.append(path)
    assert not silent
    assert not stuck


# Pieces, and the screen of the hall, which tells how fresh it is in its own way.
OF_THEIR_OWN = {"row", "card"}


def test_every_page_says_when_it_was_checked_or_that_it_changes_when_it_is_reloaded(
    client: Client, kim: User
) -> None:
    section = a_section(4, 1, by=kim, name="K-3", place_trophies=1)
    table = teams.make_table(section.event, name="Schools", sections=[section], place_trophies=1, by=kim)
    played(section, 1, "1 2 WL\n3 4 DD")
    for owner in (section, table):
        freeze(owner, by=kim)
    pages = [
        *(reverse(name) for name in ("home", "following")),
        reverse("event", args=[section.event.slug]),
        *(address(section, name) for name in PAGES if name not in OF_THEIR_OWN),
        *(at(name, owner, 1) for name, owner in (("announced", section), ("announced-teams", table))),
        *(at(name, table) for name in ("teams", "posted-team-order")),
    ]

    def say_nothing() -> list[str]:
        shown = {path: visit(client, path) for path in pages}
        told = {path: len(page.all("[data-checked], .reloads")) for path, page in shown.items()}
        return [path for path, times in told.items() if times != 1]

    assert not say_nothing()
    finish(as_it_stands(section), by=kim)
    assert not say_nothing()
    reopen(as_it_stands(section), by=kim, reason="A slip was read wrong")
    assert not say_nothing()


@pytest.mark.parametrize("name", RULES)
def test_a_page_of_rules_says_that_it_has_no_results_to_wait_for(client: Client, name: str) -> None:
    page = visit(client, RULES[name])
    assert page.all("main p")[-1].text == "This page is the same at every event. It shows no results."


@pytest.mark.parametrize("name", LIVE)
def test_a_poll_without_news_is_one_query_and_no_content(
    client: Client, section: Section, name: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        response = client.get(address(section, name), {"v": section.stamp})
    assert response.status_code == 204
    assert response.content == b""
    assert "ETag" not in response.headers


@pytest.mark.parametrize("name", LIVE)
def test_a_poll_with_news_answers_the_fragment_with_its_new_version(
    client: Client, section: Section, name: str
) -> None:
    enter(game_between(games_of(section, 2), 2, 4), "DD")
    now = as_it_stands(section)
    assert now.stamp != section.stamp
    response = client.get(address(section, name), {"v": section.stamp})
    assert response.status_code == 200
    assert read(response).one("div > #live")["hx-get"] == f"{address(section, name)}?v={now.stamp}"
    assert "ETag" not in response.headers
    assert response.headers["Cache-Control"] == SHARED_FOR_A_SECOND
    assert client.get(address(section, name), {"v": now.stamp}).status_code == 204


@pytest.fixture
def live() -> Section:
    """Six players; round 1 held, two boards of round 2 still playing."""
    section = a_section(6, 3, order="modified_median,solkoff")
    played(section, 1, "1 2 WL\n3 4 WL\n5 6 WL")
    played(section, 2, "1 3 WL\n2 4\n5 6")
    return as_it_stands(section)


def test_a_poll_of_a_version_that_is_kept_answers_only_what_changed(client: Client, live: Section) -> None:
    section = live
    path = address(section, "standings-live")
    client.get(address(section, "standings"))
    enter(game_between(games_of(section, 2), 2, 4), "WL")
    now = as_it_stands(section)
    response = client.get(path, {"v": section.stamp})
    assert response.headers["HX-Reswap"] == "none settle:0ms"
    assert response.headers["Cache-Control"] == SHARED_FOR_A_SECOND
    sent = {each["id"] for each in read(response).all("template [id]")}
    assert {"status", "p2", "p4"} <= sent
    assert f"?v={now.stamp}" in response.text
    assert "HX-Reswap" not in client.get(path, {"v": "long ago"}).headers


def test_what_changed_costs_one_query_once_another_phone_was_told(
    client: Client, live: Section, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    section, path = live, address(live, "standings-live")
    client.get(address(section, "standings"))
    enter(game_between(games_of(section, 2), 2, 4), "WL")
    told = client.get(path, {"v": section.stamp}).content
    assert b"<template" in told
    with django_assert_num_queries(1):
        assert client.get(path, {"v": section.stamp}).content == told


def test_a_version_that_another_build_wrote_is_answered_with_the_whole(
    client: Client, live: Section, monkeypatch: pytest.MonkeyPatch
) -> None:
    section = live
    client.get(address(section, "standings"))
    enter(game_between(games_of(section, 2), 2, 4), "WL")
    monkeypatch.setattr(fragments, "build", lambda: "another")
    response = client.get(address(section, "standings-live"), {"v": section.stamp})
    assert read(response).one("div > #live")
    assert "HX-Reswap" not in response.headers


def test_one_result_in_a_round_changes_one_line(client: Client, section: Section) -> None:
    client.get(address(section, "round", 2))
    enter(game_between(games_of(section, 2), 2, 4), "WL")
    response = client.get(address(section, "round-live", 2), {"v": section.stamp})
    sent = {each["id"] for each in read(response).all("template [data-part]")}
    # The time of the table stands in the other three.
    assert sent - {"status", "offline", "of-sheet"} == {"b2"}


@pytest.mark.parametrize("name", LIVE)
def test_news_that_another_phone_was_told_cost_one_query(
    client: Client, section: Section, name: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    told = client.get(address(section, name), {"v": "old"}).content
    with django_assert_num_queries(1):
        assert client.get(address(section, name), {"v": "older"}).content == told


def test_the_same_version_of_another_epoch_is_news(client: Client, section: Section) -> None:
    stale = f"00000000.{section.version}"
    assert client.get(address(section, "standings-live"), {"v": stale}).status_code == 200


def test_a_fragment_is_the_piece_that_stands_in_its_page(client: Client, section: Section) -> None:
    for page, live in [
        ("standings", "standings-live"),
        ("round", "round-live"),
        ("trophies", "trophies-live"),
        ("cash", "cash-live"),
    ]:
        fragment = client.get(address(section, live)).text
        assert fragment in client.get(address(section, page)).text
        assert "<html" not in fragment


def test_a_version_is_rendered_once_however_many_phones_ask(
    client: Client, section: Section, monkeypatch: pytest.MonkeyPatch
) -> None:
    renderings: list[int] = []
    standings = tables.standings

    def counted(*args: Any) -> Any:
        renderings.append(1)
        return standings(*args)

    monkeypatch.setattr(tables, "standings", counted)
    for _phone in range(5):
        client.get(address(section, "standings-live"), {"v": "old"})
        client.get(address(section, "standings"))
    assert len(renderings) == 1
    enter(game_between(games_of(section, 2), 2, 4), "WL")
    for _phone in range(5):
        client.get(address(section, "standings-live"), {"v": section.stamp})
    assert len(renderings) == 2


def test_another_build_and_another_language_have_pieces_of_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def piece(rendering: str) -> str:
        return packing.unpacked(fragments.rendered(lambda: rendering, "test", "of its own"))

    assert [piece("a table"), piece("never rendered")] == ["a table"] * 2
    with override("fr"):
        assert piece("un tableau") == "un tableau"
    # A cache of Redis outlives the process that filled it.
    monkeypatch.setattr(fragments, "build", lambda: "another")
    assert piece("a better table") == "a better table"


def test_phones_that_ask_at_the_same_moment_wait_for_one_rendering(monkeypatch: pytest.MonkeyPatch) -> None:
    renderings: list[int] = []
    pieces: list[bytes] = []
    all_asked = Barrier(8)

    class Cache(dict[str, bytes]):
        """Lets nobody go on before all eight have found nothing."""

        first = local()

        def get(self, key: str) -> bytes | None:  # type: ignore[override]
            found = super().get(key)
            if not getattr(self.first, "asked", False):
                self.first.asked = True
                all_asked.wait(timeout=30)
            return found

        set = dict.__setitem__

    second = Event()

    def render() -> str:
        renderings.append(1)
        if len(renderings) > 1:
            second.set()
        second.wait(timeout=0.2)  # time enough for a second one to begin, if it may
        return "a table"

    def ask() -> None:
        pieces.append(fragments.rendered(render, "test", "at once"))

    monkeypatch.setattr(fragments, "caches", {"fragments": Cache()})
    threads = [Thread(target=ask) for _phone in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(renderings) == 1
    assert [packing.unpacked(piece) for piece in pieces] == ["a table"] * 8


def test_a_rendering_that_fails_is_tried_again() -> None:
    def fails() -> str:
        raise ValueError("not now")

    with pytest.raises(ValueError, match="not now"):
        fragments.rendered(fails, "test", "fails")
    assert packing.unpacked(fragments.rendered(lambda: "now", "test", "fails")) == "now"


def test_a_page_does_not_fall_with_its_cache(
    client: Client, section: Section, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Gone:
        def get(self, key: str) -> None:
            raise ConnectionError("refused")

        def set(self, key: str, piece: bytes) -> None:
            raise ConnectionError("refused")

    kept = client.get(address(section, "standings")).content
    monkeypatch.setattr(fragments, "caches", {"fragments": Gone()})
    for path in everything(section):
        assert client.get(path).status_code == 200
    assert client.get(address(section, "standings")).content == kept
    assert "The cache of rendered pieces cannot be read: refused" in caplog.text


def test_a_phone_that_takes_it_is_sent_the_compressed_piece(client: Client, section: Section) -> None:
    path = address(section, "standings")
    plain = client.get(path)
    packed = client.get(path, headers={"accept-encoding": "gzip, br"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert packed.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding, Accept-Language"


# --- ETags and queries --------------------------------------------------------------------------


@pytest.mark.parametrize("name", PAGES)
def test_an_unchanged_page_is_a_304_after_one_query(
    client: Client, section: Section, name: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tag = client.get(address(section, name)).headers["ETag"]
    with django_assert_num_queries(1):
        assert client.get(address(section, name), headers={"if-none-match": tag}).status_code == 304
    enter(game_between(games_of(section, 2), 2, 4), "WL")
    changed = client.get(address(section, name), headers={"if-none-match": tag})
    assert changed.status_code == 200
    assert changed.headers["ETag"] != tag


def test_the_event_page_changes_with_any_section(client: Client, section: Section) -> None:
    path = reverse("event", args=[section.event.slug])
    tag = client.get(path).headers["ETag"]
    assert client.get(path, headers={"if-none-match": tag}).status_code == 304
    enter(game_between(games_of(section, 2), 2, 4), "WL")
    assert "After round 2 of 3" in read(client.get(path, headers={"if-none-match": tag}))


def test_a_deployment_changes_every_page(
    client: Client, section: Section, monkeypatch: pytest.MonkeyPatch
) -> None:
    tag = client.get(address(section, "standings")).headers["ETag"]
    monkeypatch.setattr(fragments, "build", lambda: "another")
    response = client.get(address(section, "standings"), headers={"if-none-match": tag})
    assert response.status_code == 200


@pytest.mark.parametrize("players", [1, 3])
def test_a_page_reads_its_section_and_one_document_whatever_the_size(
    client: Client, players: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    section = a_section(players)
    for name in {*PAGES, "wall-chart-file"} - {"board"}:  # there is none yet
        caches["fragments"].clear()
        visible._described.cache_clear()
        # The final sheet is a row of its own, and the order reads what is posted of byes.
        with django_assert_num_queries(3 if name in ("final", "posted-order") else 2):
            assert client.get(address(section, name)).status_code == 200, name
    client.get(address(section, "standings"))
    with django_assert_num_queries(1):
        client.get(address(section, "standings"))


@pytest.mark.parametrize("sections", [1, 3])
def test_home_and_event_read_the_same_number_of_queries_whatever_the_size(
    client: Client, sections: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    event = EventFactory.create()
    for _section in range(sections):
        a_section(2, event=event)
    with django_assert_num_queries(1):
        client.get(reverse("home"))
    with django_assert_num_queries(2):
        client.get(reverse("event", args=[event.slug]))
    with django_assert_num_queries(1):
        client.get(reverse("event", args=[event.slug]))
