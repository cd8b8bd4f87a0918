"""A prepared query gives what the query set gives, in any thread, and writes what Django would write."""

from threading import Thread
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.factories import a_section, played
from tiebreaks.models import Published
from tiebreaks.prepared import Prepared, insert, save, save_or_insert, update
from tournaments.models import Game, LogEntry, Player, Seat, Section


@pytest.fixture
def section(db: None) -> Section:
    section = a_section(6, 1)
    played(section, 1, "1 2 WL\n3 4 DD\n5 6")
    return section


def sides(game: int) -> QuerySet[Seat]:
    return Seat.objects.filter(game=game).select_related("player", "game__entered_by").order_by("side")


def test_it_gives_the_rows_of_the_query_with_those_that_belong_to_them(section: Section) -> None:
    prepared = Prepared(sides)
    for game in Game.objects.order_by("board"):
        with CaptureQueriesContext(connection) as queries:
            said = [(seat.kind, seat.player.name, seat.game) for seat in prepared(game.pk)]
        assert len(queries) == 1
        expected = game.seats.select_related("player").order_by("side")
        assert said == [(seat.kind, seat.player.name, game) for seat in expected]


def test_values_of_all_kinds_go_where_they_belong(section: Section) -> None:
    named = Prepared(
        lambda slug, number, event: Player.objects.filter(
            section__event__slug=event, number=number, section__slug=slug, section__rounds__gte=1
        )
    )
    for player in section.players.all():
        assert named(section.slug, player.number, section.event.slug) == [player]
    assert named(section.event.slug, 1, section.slug) == []
    assert named("", 7, "'; --") == []


def test_a_small_number_is_asked_for_too(section: Section) -> None:
    """PostgreSQL has columns of two bytes, and Django asks nothing for what cannot be in one."""
    prepared = Prepared(lambda rounds: Section.objects.filter(rounds=rounds))
    assert prepared(1) == [section]
    assert prepared(40_000) == []


def test_columns_come_as_the_query_set_gives_them(section: Section) -> None:
    prepared = Prepared(
        lambda pk: (
            Player.objects.filter(section=pk).order_by("-number").values_list("number", "section__slug")[:2]
        )
    )
    assert prepared(section.pk) == [(6, section.slug), (5, section.slug)]


@pytest.mark.parametrize("number", [2**63, -(2**63) - 1, 10**30])
def test_a_number_that_no_database_has_finds_nothing(section: Section, number: int) -> None:
    assert Prepared(sides)(number) == []


def test_a_value_that_the_query_does_not_pass_on_as_it_is_is_refused(section: Section) -> None:
    shouted = Prepared(lambda slug: Section.objects.filter(slug=f"{slug}!"))
    with pytest.raises(ValueError, match="not every value is a parameter"):
        shouted("k-3")


@pytest.mark.django_db(transaction=True)
def test_another_thread_asks_its_own_connection() -> None:
    section = a_section(2, 1)
    prepared = Prepared(lambda pk: Section.objects.filter(pk=pk))
    assert prepared(section.pk) == [section]
    found: list[Section] = []

    def ask() -> None:
        try:
            found.extend(prepared(section.pk))
        finally:
            connection.close()

    thread = Thread(target=ask)
    thread.start()
    thread.join()
    assert found == [section]


def test_rows_are_updated_each_to_its_own_values_in_one_query(section: Section) -> None:
    for kinds, awarded in (("WL", (None, 3)), ("DD", (2, None)), ("XF", (None, None))):
        seats = list(Seat.objects.filter(game__isnull=False).order_by("pk")[:2])
        for seat, kind, points_q in zip(seats, kinds, awarded, strict=True):
            seat.kind, seat.points_q = kind, points_q
        others = list(Seat.objects.exclude(pk__in=[seat.pk for seat in seats]).order_by("pk").values())
        with CaptureQueriesContext(connection) as queries:
            update(seats, ["kind", "points_q"])
        assert len(queries) == 1
        stored = (
            Seat.objects.filter(pk__in=[seat.pk for seat in seats])
            .order_by("pk")
            .values_list("kind", "points_q")
        )
        assert list(stored) == list(zip(kinds, awarded, strict=True))
        assert (
            list(Seat.objects.exclude(pk__in=[seat.pk for seat in seats]).order_by("pk").values()) == others
        )


def test_one_row_many_rows_and_lines_of_text_are_updated_too(section: Section) -> None:
    players = list(section.players.order_by("number"))
    for count in (1, 2, 6):
        for player in players[:count]:
            player.rating, player.team = 1000 + count, f"  Team {count} "
        update(players[:count], ["rating"])
        update(players[:count], ["rating", "team"])
        stored = section.players.order_by("number").values_list("rating", "team")
        assert list(stored[:count]) == [(1000 + count, f"Team {count}")] * count


def an_entry(section: Section, **fields: Any) -> LogEntry:
    """A row with every kind of field: keys of others, texts, JSON, a moment, what is null."""
    given = {"epoch": section.standings.epoch, "verb": "result", "code": "result", "values": {}, "rows": []}
    return LogEntry(standings=section.standings, **given | fields)


def test_an_inserted_row_is_as_one_that_was_saved(section: Section) -> None:
    fields: dict[str, Any] = {
        "values": {"white": "Ann “Annie” O’Neil", "result": ["WL", [None, 3]]},
        "rows": [["seat", 7, {"kind": "?"}, {"kind": "W"}]],
        "reason": "  typed\u200b twice ",
    }
    saved, inserted = an_entry(section, version=901, **fields), an_entry(section, version=902, **fields)
    inserted.at = saved.at
    saved.save(force_insert=True)
    with CaptureQueriesContext(connection) as queries:
        insert(inserted)
    assert len(queries) == 1
    assert inserted.pk not in (None, saved.pk)
    assert inserted.reason == saved.reason == "typed twice"
    of_saved, of_inserted = LogEntry.objects.filter(version__in=(901, 902)).order_by("version").values()
    assert of_inserted | {"id": saved.pk, "version": 901} == of_saved
    # Saving it again writes the same row.
    inserted.save()
    assert LogEntry.objects.filter(version=902).count() == 1


def test_a_saved_row_has_the_fields_that_are_named_and_no_others(section: Section) -> None:
    game = Game.objects.order_by("pk")[0]
    others = list(Game.objects.exclude(pk=game.pk).order_by("pk").values())
    before = Game.objects.filter(pk=game.pk).values().get()
    now = timezone.now()
    game.revision, game.entered_at, game.board = 77, now, 55
    with CaptureQueriesContext(connection) as queries:
        save(game, ["revision", "entered_at"])
    assert len(queries) == 1
    assert Game.objects.filter(pk=game.pk).values().get() == before | {"revision": 77, "entered_at": now}
    game.entered_at = None
    save(game, ["entered_at"])
    assert Game.objects.get(pk=game.pk).entered_at is None
    assert list(Game.objects.exclude(pk=game.pk).order_by("pk").values()) == others


def test_a_row_that_is_gone_is_not_saved_in_silence(section: Section) -> None:
    entry = an_entry(section, version=903)
    insert(entry)
    LogEntry.objects.filter(pk=entry.pk).delete()
    with pytest.raises(DatabaseError, match="LogEntry"):
        save(entry, ["reason"])


def test_a_row_of_its_owner_is_written_over_or_made(section: Section) -> None:
    stored = Published.objects.filter(pk=section.standings_id)
    for version in (801, 802):
        row = Published(
            pk=section.standings_id,
            epoch="other",
            version=version,
            computed_at=timezone.now(),
            schema=1,
            engine=2,
            body='{"“": 1}',
        )
        save_or_insert(row)
        assert stored.values().get() == {
            field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields
        }
        if version == 801:
            stored.delete()
