"""The pages of a mirror are those of the hall, byte by byte; and what is not the hall's is refused."""

import json
import re
import time
from collections.abc import Iterator
from datetime import date
from io import BytesIO, StringIO
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.urls import reverse
from msgspec.structs import replace

from tests.addresses import at
from tests.factories import EntryFactory, a_section, as_it_stands, enter, paired, played, swap_colors
from tests.html import read
from tests.services.backups.reading_pages import addresses
from tests.services.mirroring.conftest import Send, in_the_hall, pages, push, shown
from tests.sign_in import signed_in
from tiebreaks import final
from tiebreaks.models import FinalSheet, Published, Standings
from tournaments.errors import Refused
from tournaments.formats import mirror as formats
from tournaments.formats.records import RosterEntry
from tournaments.models import Event, Mirror, MirroredPart, PairingReasons, Player, Section, Staff
from tournaments.pairing import sentences
from tournaments.selectors.pairing.worded_reasons import PRIVATE
from tournaments.selectors.public import visible
from tournaments.services import (
    apart,
    backups,
    drafts,
    epochs,
    finishing,
    pairings,
    rebuilding,
    rosters,
    visibility,
)
from tournaments.services.mirroring import granting, laying_out, receiving
from tournaments.services.mirroring.receiving import NotTaken
from tournaments.services.reasons import keep


@pytest.fixture
def section(event: Event, kim: User) -> Section:
    """Four players; of round 1 one game is over."""
    section = a_section(4, 3, event=event, by=kim, name="Open", order="solkoff")
    played(section, 1, "1 2 WL\n3 4")
    return as_it_stands(section)


# --- what is shown ----------------------------------------------------------------------------------


def test_every_public_page_of_the_mirror_has_the_same_bytes(full_event: Event, kim: User, send: Send) -> None:
    sent, before = in_the_hall(full_event)
    assert len(before) > 40
    send(granting.give_out(full_event.slug, by=kim), push(sent))
    assert pages(list(before)) == before


def finals(section: Section, versions: int) -> list[str]:
    """The pages of the versions of a final sheet, and their bytes."""
    names = ("final-version", "final-sheet")
    return [at("final", section), *(at(name, section, n) for n in range(1, versions + 1) for name in names)]


def test_final_sheets_are_on_the_mirror_with_their_very_bytes(event: Event, kim: User, send: Send) -> None:
    section = a_section(4, 1, event=event, by=kim, name="Open", order="solkoff", place_trophies=0)
    played(section, 1, "1 2 WL\n3 4 DD")
    finishing.finish(as_it_stands(section), by=kim)
    finishing.reopen(as_it_stands(section), by=kim, reason="the slip was swapped")
    enter(section.round_set.get(number=1).games.get(board=2), "LW")
    finishing.finish(as_it_stands(section), by=kim)
    of = finals(section, 2)
    before = pages(of)
    assert set(before) == set(of)
    sent, _pages = in_the_hall(event)
    told = json.loads(sent["s/open/final/1"])
    assert set(told) == {"sheet", "sha256", "keys", "at", "reopened", "reason"}, (
        "what pages show, and no more"
    )
    mirror = granting.give_out(event.slug, by=kim)
    send(mirror, push(sent))
    assert pages(of) == before
    row = FinalSheet.objects.get(number=1)
    assert final.digest(row.sheet) == row.sha256
    # Sent again as a whole, nothing is made twice.
    laying_out.lay_out(mirror)
    assert pages(of) == before


def test_a_final_sheet_travels_without_the_names_that_the_public_reads_no_more(
    event: Event, kim: User, send: Send
) -> None:
    section = a_section(0, 1, event=event, by=kim, name="Open", place_trophies=0)
    entries = [EntryFactory.create(name=name) for name in ("Anna Karlin", "Bo Lindqvist")]
    rosters.add_players(section, entries, by=kim)
    played(section, 1, "1 2 WL")
    finishing.finish(as_it_stands(section), by=kim)
    Event.objects.filter(pk=event.pk).update(short_names=True)
    of = finals(section, 1)
    before = pages(of)
    assert set(before) == set(of[:2]), "bytes with names in full are given out to nobody"
    sent, _pages = in_the_hall(event)
    assert "Karlin" not in sent["s/open/final/1"]
    send(granting.give_out(event.slug, by=kim), push(sent))
    assert pages(of) == before


def test_a_result_is_sent_as_a_difference_and_changes_the_pages_like_in_the_hall(
    section: Section, kim: User, send: Send
) -> None:
    first = shown(section.event)
    enter(section.round_set.get(number=1).games.get(board=2), "DD")
    second, after = in_the_hall(section.event)
    mirror = granting.give_out(section.event.slug, by=kim)
    send(mirror, push(first))
    send(mirror, push(second, first))
    assert pages(list(after)) == after
    brought = push(second, first)
    assert [piece.name for piece in brought.pieces] == ["s/open", "s/open/document"]


def test_a_pairing_that_changed_after_it_was_posted_says_so_on_the_mirror_too(
    section: Section, kim: User, send: Send
) -> None:
    swap_colors(section.round_set.get(number=1).games.get(board=2), by=kim)
    of = [at("card", section, 3), at("round", section, 1)]
    before = pages(of)
    assert all(b"Changed " in page for page in before.values())
    sent, _pages = in_the_hall(section.event)
    assert {each["number"] for each in json.loads(sent["s/open/changed"])} == {3, 4}
    send(granting.give_out(section.event.slug, by=kim), push(sent))
    assert pages(of) == before


def test_a_board_that_a_posted_round_has_no_more_says_so_on_the_mirror_too(
    section: Section, kim: User, send: Send
) -> None:
    of = [at("board", section, 1, 2)]
    pairings.remove_pairing(section.round_set.get(number=1).games.get(board=2), by=kim, reason="ill")
    before = pages(of)
    assert all(b"is not played in round 1 any more" in page for page in before.values())
    sent, _pages = in_the_hall(section.event)
    assert json.loads(sent["s/open/left"]) == [[1, 2]]
    send(granting.give_out(section.event.slug, by=kim), push(sent))
    assert pages(of) == before


def test_a_bye_that_a_posted_round_has_no_more_says_so_on_the_mirror_too(
    event: Event, kim: User, send: Send
) -> None:
    section = a_section(3, 3, event=event, by=kim, name="Open", order="solkoff")
    played(section, 1, "1 2 WL\n3 B")
    bye = section.players.get(number=3).seats.get(round__number=1)
    pairings.remove_bye(bye, by=kim, reason="arrived after all")
    of = [at("bye", section, 1, 3)]
    before = pages(of)
    assert [b"the full-point bye of round 1 any more" in page for page in before.values()] == [True]
    sent, _pages = in_the_hall(event)
    assert json.loads(sent["s/open/left-byes"]) == [[1, 3]]
    send(granting.give_out(event.slug, by=kim), push(sent))
    assert pages(of) == before


def test_that_assigned_ratings_count_is_on_the_mirror_too_and_none_of_them_leaves_the_hall(
    event: Event, kim: User, send: Send
) -> None:
    section = a_section(0, 3, event=event, by=kim, name="Open", order="solkoff")
    ratings = {"Ann": 1900, "Bo": 1500, "Cy": 1400}
    rosters.add_players(section, [RosterEntry(None, n, rating=r) for n, r in ratings.items()], by=kim)
    rosters.edit_player(section.players.get(name="Bo"), assigned_rating=811, by=kim)
    drafts.keep(section, 1, drafts.propose(section, 1, lot="w"), by=kim)
    drafts.publish(as_it_stands(section), 1, by=kim)
    keep(section.pk, 1)
    of = [at("bye", section, 1, 2), at("board", section, 1, 1)]
    before = pages(of)
    said = b"Ratings that the director assigned count here"
    assert [said in page for page in before.values()] == [True, True]
    sent, _pages = in_the_hall(event)
    assert "811" not in "".join(sent[name] for name in ("s/open/reasons/1", "s/open/bye/1"))
    send(granting.give_out(event.slug, by=kim), push(sent))
    assert pages(of) == before


def test_what_is_hidden_in_the_hall_is_gone_from_the_mirror(section: Section, kim: User, send: Send) -> None:
    event = section.event
    first = shown(event)
    second = a_section(2, event=event, by=kim, name="Reserve")
    visibility.set_hidden(section, hidden=True, by=kim)
    after, expected = in_the_hall(event)
    mirror = granting.give_out(event.slug, by=kim)
    send(mirror, push(first))
    assert "Open" in read(signed_in(kim).get(reverse("event", args=[event.slug])))
    send(mirror, push(after, first))
    assert pages(list(expected)) == expected
    assert [row.slug for row in Section.objects.all()] == [second.slug]
    assert not MirroredPart.objects.filter(name__startswith="s/open")


def test_of_a_draft_nothing_travels(section: Section, kim: User) -> None:
    Event.objects.update(hidden=True)
    assert list(shown(section.event)) == ["event"]
    assert section.event.name not in shown(section.event)["event"]


def test_a_mirror_is_on_nobodys_desk_and_computes_nothing(section: Section, kim: User, send: Send) -> None:
    sent, _before = in_the_hall(section.event)
    send(granting.give_out(section.event.slug, by=kim), push(sent))
    client = signed_in(User.objects.create_superuser("root"))
    for name in ("desk-event", "edit-event", "people", "event-visibility"):
        assert client.get(reverse(name, args=[section.event.slug])).status_code == 404
    assert client.get(reverse("desk-section", args=[section.event.slug, "open"])).status_code == 404


# --- what travels -----------------------------------------------------------------------------------

# Whatever else is found in a part must be shown to everybody: add it here only with the page that shows it.
OF_PAGES = {
    "event": {
        *("public", "name", "city", "starts_on", "time_zone", "short_names", "listed"),
        *("sections", "tables"),
    },
    "event.sections": {"slug", "name", "position", "half_byes", "byes_before", "last_bye_irrevocable"},
    "event.tables": {"slug", "name", "sections"},
    "": {"epoch", "version", "as_of", "made"},
    "awards": {"awards", "sha256", "at", "keys"},
}


def test_only_what_is_listed_here_leaves_the_hall(full_event: Event) -> None:
    found: dict[str, set[str]] = {}
    for name, text in shown(full_event).items():
        kind = name.partition("/")[2].partition("/")[2].partition("/")[0] if "/" in name else name
        if kind in ("document", "names", "reasons"):
            continue
        part = json.loads(text)
        found.setdefault(kind, set()).update(part)
        for inside in ("sections", "tables") if kind == "event" else ():
            for each in part[inside]:
                found.setdefault(f"event.{inside}", set()).update(each)
    assert found == OF_PAGES


def test_nothing_about_a_player_that_no_page_shows_leaves_the_hall(section: Section, kim: User) -> None:
    player = section.players.get(number=1)
    rosters.edit_player(player, uscf_id="19876543", state="ZQ", fixed_board=977, by=kim)
    rosters.edit_player(player, assigned_rating=1977, reason="known to be strong", by=kim)
    Player.objects.filter(pk=player.pk).update(age=87, expires_on=date(2031, 7, 29))
    Event.objects.update(affiliate="A6543210", chief_td="12345678", zip_code="98765")
    paired(section, 2, "1 3\n2 4")
    apart.keep_apart(section, "1-2", "", by=kim)
    User.objects.filter(pk=kim.pk).update(email="kim@chess.example")
    sent = "\n".join(shown(section.event).values())
    for secret in (
        "19876543",
        "ZQ",
        "977",
        "1977",
        "2031-07",
        "A6543210",
        "12345678",
        "98765",
        "kim@chess.example",
        "kept",
    ):
        # A whole word: times and epochs have any digits within them.
        assert not re.search(rf"(?<!\w){re.escape(secret)}(?!\w)", sent), secret
    # A draft of a round is the director's alone.
    assert '"2":' not in shown(section.event)["s/open/document"].partition('"boards_by_round":{')[2][:40]


def test_why_two_are_kept_apart_stays_in_the_hall(section: Section, kim: User) -> None:
    private = next(iter(PRIVATE))
    told = [[private, {}], ["higher has White", {}]]
    PairingReasons.objects.update_or_create(
        section=section, round=1, defaults={"boards": [[1, 2, told, [4, [[private, {}]]]]]}
    )
    sent = shown(section.event)["s/open/reasons/1"]
    assert json.loads(sent) == [[1, 2, [["higher has White", {}]], [4, []]]]


def test_of_a_bye_only_what_its_page_tells_leaves_the_hall(section: Section) -> None:
    """Who is new to rated chess, a request for a round to come and what the director is told stay there."""
    told = [
        [sentences.BYE_AFTER_ALL, {"points": "0", "round": 3, "other": ""}],
        [sentences.PASSED_OVER, {"names": [[sentences.NEW, {"name": "Ann A"}]]}],
        [sentences.GROUP_ABOVE, {}],
    ]
    group = [0, [[next(iter(PRIVATE)), {}], [sentences.GROUP_OF_ONE_REST, {}]], [0], ["w"]]
    PairingReasons.objects.update_or_create(
        section=section, round=1, defaults={"boards": [], "bye": [3, told, group]}
    )
    assert json.loads(shown(section.event)["s/open/bye/1"]) == [
        3,
        [
            [sentences.BYE_AFTER_ALL, {"points": "0", "round": 0, "other": ""}],
            [sentences.PASSED_OVER, {"names": [[sentences.UNRATED, {"name": "Ann A"}]]}],
        ],
        [0, [[sentences.GROUP_OF_ONE_REST, {}]], [0], ["w"]],
    ]


# --- what is refused --------------------------------------------------------------------------------


def stored() -> list[Any]:
    """All that a push could change."""
    return [
        list(model._default_manager.order_by("pk").values())
        for model in (Event, Mirror, MirroredPart, Standings, Published, Section, Player)
    ]


@pytest.fixture
def mirrored(section: Section, kim: User, send: Send) -> tuple[Mirror, dict[str, str], dict[str, str]]:
    """A mirror, what it has, and what the hall has after one more result."""
    first = shown(section.event)
    enter(section.round_set.get(number=1).games.get(board=2), "DD")
    second, _pages = in_the_hall(section.event)
    mirror = granting.give_out(section.event.slug, by=kim)
    send(mirror, push(first), counter=1000)
    return mirror, first, second


@pytest.fixture
def nothing_is_stored(mirrored: object) -> Iterator[None]:
    before = stored()
    yield
    assert stored() == before


Mirrored = tuple[Mirror, dict[str, str], dict[str, str]]


@pytest.mark.on_one_database
@pytest.mark.usefixtures("nothing_is_stored")
class TestRefused:
    def test_a_forged_push(self, mirrored: Mirrored) -> None:
        mirror, first, second = mirrored
        body, slug = push(second, first).body, mirror.event.slug
        for key in ("", "no key", "A" * 40, mirror.seed):
            signature = formats.signature(key, slug, 1001, body)
            with pytest.raises(NotTaken, match="This key does not match") as refused:
                receiving.receive(slug, counter=1001, signature=signature, body=body)
            assert refused.value.status == 403

    def test_an_altered_push(self, mirrored: Mirrored) -> None:
        mirror, first, second = mirrored
        body, slug = push(second, first).body, mirror.event.slug
        signature = formats.signature(granting.key_of(mirror), slug, 1001, body)
        altered = [(1002, body), (1001, body[:-1]), (1001, body + b"x"), (1001, b"")]
        for counter, other in altered:
            with pytest.raises(NotTaken, match="This key does not match"):
                receiving.receive(slug, counter=counter, signature=signature, body=other)

    def test_a_replayed_push(self, mirrored: Mirrored, send: Send) -> None:
        mirror, first, second = mirrored
        for counter in (1000, 999, 1):
            with pytest.raises(NotTaken, match="not newer than the last one") as refused:
                send(mirror, push(second, first), counter=counter)
            assert (refused.value.status, refused.value.counter) == (409, 1000)

    def test_a_push_to_another_event(self, mirrored: Mirrored) -> None:
        mirror, _first, second = mirrored
        body = push(second).body
        signature = formats.signature(granting.key_of(mirror), mirror.event.slug, 1001, body)
        for slug in ("nowhere", "other-open"):
            with pytest.raises(NotTaken, match="This key does not match"):
                receiving.receive(slug, counter=1001, signature=signature, body=body)

    def test_a_push_that_is_cut_short_before_it_was_signed(self, mirrored: Mirrored, send: Send) -> None:
        mirror, first, second = mirrored
        body = push(second, first).body
        for n, cut in enumerate((body[:-1], body[: len(body) // 2], body + b"\0", b"\xc1", b"\0" * 60)):
            with pytest.raises(NotTaken, match="cannot be read"):
                send(mirror, push(second), counter=1001 + n, body=cut)

    def test_a_push_that_unpacks_to_more_than_it_says(self, mirrored: Mirrored, send: Send) -> None:
        mirror, first, second = mirrored
        bomb = formats.piece("event", "x" * 20_000_000)
        for length in (10, formats.MOST_OF_A_PART, 20_000_000):
            lying = replace(push(second, first), pieces=(replace(bomb, length=length),))
            with pytest.raises(NotTaken, match="cannot be read"):
                send(mirror, lying, counter=1001)

    def test_a_push_that_is_too_long(self, mirrored: Mirrored, send: Send) -> None:
        mirror, _first, second = mirrored
        with pytest.raises(NotTaken, match="This push is too long"):
            send(mirror, push(second), counter=1001, body=b"\0" * (formats.MOST_BYTES + 1))

    def test_an_older_version(self, mirrored: Mirrored, send: Send) -> None:
        mirror, first, _second = mirrored
        at = json.loads(first["s/open"])
        older = first | {"s/open": json.dumps(at | {"version": at["version"] - 1})}
        with pytest.raises(NotTaken, match="The server has a newer version") as refused:
            send(mirror, push(older, first), counter=1001)
        assert refused.value.status == 409

    def test_a_difference_from_what_the_server_does_not_have(self, mirrored: Mirrored, send: Send) -> None:
        mirror, first, second = mirrored
        other = first | {"s/open/document": first["s/open/document"] + " "}
        for n, base in enumerate((other, second | {"s/closed": "{}"})):
            with pytest.raises(NotTaken, match="Send everything") as refused:
                send(mirror, replace(push(second, base), gone=()), counter=1001 + n)
            assert refused.value.status == 412

    @pytest.mark.parametrize("moment", ["0001-01-01T00:00:00Z", "9999-12-31T23:00:00Z"])
    def test_a_moment_that_some_time_zone_has_not(self, mirrored: Mirrored, send: Send, moment: str) -> None:
        mirror, first, second = mirrored
        late = second | {"s/open": json.dumps(json.loads(second["s/open"]) | {"as_of": moment})}
        with pytest.raises(NotTaken, match="cannot be read"):
            send(mirror, push(late, first), counter=1001)

    def test_a_push_of_another_release(self, mirrored: Mirrored, send: Send) -> None:
        mirror, first, second = mirrored
        for other in ({"schema": 0}, {"engine": 0}):
            with pytest.raises(NotTaken, match="another release"):
                send(mirror, replace(push(second, first), **other), counter=1001)

    @pytest.mark.parametrize(
        ("name", "text"),
        [
            ("event", '{"public":true,"password":"x"}'),
            ("s/open/document", "{}"),
            ("other", "{}"),
            *(
                pytest.param(*each, marks=pytest.mark.slow)
                for each in [
                    ("event", "[]"),
                    ("s/open", "{}"),
                    ("s/open/names", '[[1,""]]'),
                    ("s/open/names", '[[-1,"Ann"]]'),
                    ("s/open/reasons/1", '[["x"]]'),
                    ("s/open/bye/1", '["x"]'),
                    ("s/open/changed", '[{"round":1,"number":2,"at":"2026-11-26T12:00"}]'),
                    ("s/open/left", '[["x", 2]]'),
                    ("s/open/left-byes", '[["x", 2]]'),
                    ("s/open/awards/1", "{}"),
                    ("s/closed/names", "[]"),
                    ("t/open", "{}"),
                    ("s/open/awards/one", "{}"),
                    (
                        "s/open",
                        '{"epoch":"e","version":9,"made":"2026-11-26T12:00","as_of":"2026-11-26T12:00"}',
                    ),
                ]
            ),
        ],
    )
    def test_a_part_that_no_page_could_show(
        self, mirrored: Mirrored, send: Send, name: str, text: str
    ) -> None:
        mirror, first, _second = mirrored
        with pytest.raises(NotTaken, match="cannot be read"):
            send(mirror, push(first | {name: text}, first), counter=1001)

    def test_a_document_whose_standings_its_cards_do_not_give(self, mirrored: Mirrored, send: Send) -> None:
        mirror, first, _second = mirrored
        document = json.loads(first["s/open/document"])
        cells = document["cards"][0][2]
        cells.extend(cells * 2)
        with pytest.raises(NotTaken, match="cannot be read"):
            send(mirror, push(first | {"s/open/document": json.dumps(document)}, first), counter=1001)

    def test_awards_as_deep_as_a_well(self, mirrored: Mirrored, send: Send) -> None:
        mirror, first, _second = mirrored
        deep = {"awards": "[" * 600 + "]" * 600, "sha256": "", "at": "2026-11-26T12:00:00Z"}
        with pytest.raises(NotTaken, match="cannot be read") as refused:
            send(mirror, push(first | {"s/open/awards/1": json.dumps(deep)}, first), counter=1001)
        assert isinstance(refused.value.__cause__, RecursionError)

    @pytest.mark.parametrize(
        "place",
        ["cards", *(pytest.param(each, marks=pytest.mark.slow) for each in ("standings", "boards_by_round"))],
    )
    def test_a_document_that_names_somebody_who_is_not_in_it(
        self, mirrored: Mirrored, send: Send, place: str
    ) -> None:
        mirror, first, _second = mirrored
        document = json.loads(first["s/open/document"])
        if place == "standings":
            document["standings"][0][0] = 99
        elif place == "cards":
            document["cards"][0][2][0][2] = 99
        else:
            document["boards_by_round"]["1"][0][2] = 99
        with pytest.raises(NotTaken, match="cannot be read"):
            send(mirror, push(first | {"s/open/document": json.dumps(document)}, first), counter=1001)

    def test_a_key_that_was_taken_back(self, mirrored: Mirrored, send: Send) -> None:
        mirror, first, second = mirrored
        seed = mirror.seed
        granting.take_back(mirror)
        for key_of in (seed, ""):
            with pytest.raises(NotTaken, match="This key does not match"):
                send(Mirror(event=mirror.event, seed=key_of), push(second, first), counter=1001)
        Mirror.objects.update(seed=seed, given_at=mirror.given_at, key_used=True)


def test_a_new_key_ends_the_old_one(mirrored: Mirrored, send: Send) -> None:
    mirror, first, second = mirrored
    granting.renew(mirror)
    with pytest.raises(NotTaken, match="This key does not match"):
        send(mirror, push(second, first), counter=1001)
    send(Mirror.objects.get(), push(second, first), counter=1001)
    assert shown(mirror.event)["s/open/document"] == second["s/open/document"]


# --- when the hall is not heard from ----------------------------------------------------------------


def test_pages_say_when_the_hall_was_last_heard_from_after_a_minute_of_silence(
    mirrored: Mirrored, send: Send, client: Any
) -> None:
    mirror, first, _second = mirrored
    page, live = (reverse(name, args=[mirror.event.slug, "open"]) for name in ("standings", "standings-live"))
    stamp = visible.section(mirror.event.slug, "open").stamp
    assert "Last heard from the hall" not in read(client.get(page))
    assert client.get(live, {"v": stamp}).status_code == 204
    tag = client.get(page).headers["ETag"]

    Mirror.objects.update(heard=1_700_000_000)

    for address in (page, reverse("event", args=[mirror.event.slug])):
        assert "Last heard from the hall Tue, Nov 14, 2023" in read(client.get(address))
    poll = client.get(live, {"v": stamp})
    assert (poll.status_code, "Last heard from the hall" in read(poll)) == (200, True)
    assert client.get(page, headers={"if-none-match": tag}).status_code == 200
    silent = visible.section(mirror.event.slug, "open").stamp
    assert client.get(live, {"v": silent}).status_code == 204
    # A page that only asks for what is newer is told of no news.
    news = visible.section(mirror.event.slug, "open").stamp_of_news
    assert client.get(live, {"v": news}).status_code == 204

    send(mirror, push(first, first), counter=1001)

    assert visible.section(mirror.event.slug, "open").stamp == stamp
    back = client.get(live, {"v": silent})
    assert (back.status_code, "Last heard from the hall" in read(back)) == (200, False)


def test_an_event_of_its_own_is_never_silent(section: Section, client: Any) -> None:
    with patch("time.time", return_value=time.time() + 100_000):
        assert not visible.section(section.event.slug, "open").quiet


# --- giving out -------------------------------------------------------------------------------------


def test_an_address_that_is_taken_is_not_given_out(section: Section, kim: User) -> None:
    for slug in (section.event.slug, "backup", "not an address", ""):
        with pytest.raises(Refused):
            granting.give_out(slug, by=kim)
    assert Event.objects.count() == 1


def test_the_database_has_no_key(kim: User) -> None:
    mirror = granting.give_out("spring-open", by=kim)
    key = granting.key_of(mirror)
    assert len(key.replace("-", "")) == 40
    assert key not in str(list(Mirror.objects.values()))
    with patch("django.conf.settings.SECRET_KEY", "another server's"):
        assert granting.key_of(mirror) != key


def test_a_removed_mirror_leaves_nothing(mirrored: Mirrored) -> None:
    granting.remove(mirrored[0])
    assert not any(stored())


def test_a_backup_of_the_server_brings_its_mirrors_back(mirrored: Mirrored, send: Send) -> None:
    mirror, first, second = mirrored
    before, file = pages(addresses(mirror.event)), BytesIO()
    backups.everything(file)
    granting.remove(mirror)
    backups.restore(file, backups.Source("x.wallchart"), by=None)
    assert pages(list(before)) == before
    assert not Staff.objects.exists()
    # It goes on where it was: the key is that of this server's secret.
    send(Mirror.objects.get(), push(second, first), counter=1001)
    assert shown(Event.objects.get())["s/open/document"] == second["s/open/document"]


def test_what_checks_and_computes_leaves_a_mirror_alone(mirrored: Mirrored) -> None:
    before = stored()
    assert not rebuilding.owners()
    Published.objects.update(schema=1)
    assert not rebuilding.owners(stale=True)
    call_command("check_standings", stdout=StringIO())
    call_command("replay", stdout=StringIO())
    epochs.renew_epochs()
    call_command("rebuild", stale=True, stdout=StringIO())
    assert stored() == before


def test_a_mirror_that_a_newer_release_cannot_read_is_hidden_until_its_hall_sends_it_again(
    mirrored: Mirrored, send: Send
) -> None:
    mirror, _first, second = mirrored
    MirroredPart.objects.filter(name="s/open/document").update(text="{}", digest=formats.digest("{}"))
    Published.objects.update(schema=1)
    told = StringIO()
    call_command("rebuild", stale=True, stdout=told)
    assert "hidden until its hall" in told.getvalue()
    assert not visible.events()
    send(mirror, push(second), counter=1001)
    assert [each.slug for each in visible.events()] == [mirror.event.slug]
