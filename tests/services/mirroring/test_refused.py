"""A mirror takes nothing that is not its hall's, and nothing that no page could show."""

import json

import pytest
from msgspec.structs import replace

from tests.services.mirroring.conftest import Mirrored, Send, push, shown
from tournaments.formats import mirror as formats
from tournaments.models import Mirror
from tournaments.services.mirroring import granting, receiving
from tournaments.services.mirroring.receiving import NotTaken


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
