"""`manage.py replay` reads the log from its first entry on, and says what it does not explain."""

from collections.abc import Callable
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from tests.factories import a_section, as_it_stands, games_of, played
from tests.people import kim
from tests.services import acts
from tests.test_changes import Day, images
from tiebreaks.models import PostedOrder, Published
from tournaments import zones
from tournaments.models import Event, ExtraGame, LogEntry, Player, Seat, Section
from tournaments.services import setup, visibility
from tournaments.services.verifying import verify
from tournaments.text.wording import date_and_clock

__all__ = ["kim"]

pytestmark = pytest.mark.django_db


def replayed(*events: str) -> str:
    out = StringIO()
    call_command("replay", *events, stdout=out)
    return out.getvalue()


def differing() -> str:
    out = StringIO()
    with pytest.raises(CommandError, match="differ"):
        call_command("replay", stdout=out, no_color=True)
    return out.getvalue()


@pytest.fixture
def section(kim: User) -> Section:
    section = a_section(4, 2, by=kim, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 DD")
    return as_it_stands(section)


def test_the_log_of_a_played_event_gives_the_same_rows_and_standings(section: Section) -> None:
    before = images(section), Published.objects.get(standings=section.standings_id).body
    entries = LogEntry.objects.count()
    assert replayed() == f"{section.event}: same, after {entries} entries\n"
    assert before == (images(section), Published.objects.get(standings=section.standings_id).body)


def test_every_kind_of_act_is_in_the_log(kim: User) -> None:
    event = Event.objects.get(pk=a_section(0, by=kim).event_id)
    section = acts.a_roster(event, kim)
    acts.play(section, kim)
    acts.announce(section, kim)
    acts.visit(section, kim)
    acts.regroup(event, kim)
    acts.decide(event, section, kim)
    acts.meet(event, kim)
    acts.import_charts(event, kim)
    assert "same, after" in replayed()
    # The log of a removed section, with how the tables began, goes with it.
    acts.end(event, kim)
    assert "same, after" in replayed()


@pytest.mark.parametrize("seed", range(6))
def test_the_log_of_a_day_drawn_at_random_gives_the_same(seed: int) -> None:
    day = Day(seed)
    assert sum(day.live(60)) > 15
    assert "same, after" in replayed()


def _no_seat(section: Section) -> None:
    Seat.objects.filter(player__section=section, player__number=4).delete()


BEHIND_ITS_BACK: dict[str, tuple[Callable[[Section], object], list[str]]] = {
    "a result": (
        lambda section: Seat.objects.filter(player__section=section, kind="W").update(kind="D"),
        ["kind is W in the log and D in the database"],
    ),
    "a rating": (
        lambda section: Player.objects.filter(section=section, number=2).update(rating=100),
        ["rating is 1950 in the log and 100 in the database"],
    ),
    "a new player": (
        lambda section: Player.objects.create(section=section, number=9, name="Zoe Zander"),
        ["Zoe Zander: it is in the database, and the log has no such row"],
    ),
    "a seat that is gone": (_no_seat, ["the log has it, and it is not in the database"]),
    "an order": (
        lambda section: PostedOrder.objects.update(order="kashdan"),
        ["order is solkoff in the log and kashdan in the database"],
    ),
    "an extra game": (
        lambda section: ExtraGame.objects.create(
            section=section,
            white=section.players.get(number=1),
            black=section.players.get(number=2),
            white_kind="W",
            black_kind="L",
        ),
        ["extragame", "the log has no such row"],
    ),
    "the name of the section": (
        lambda section: Section.objects.filter(pk=section.pk).update(name="Reserve"),
        ["in the log and Reserve in the database"],
    ),
    "a document": (
        lambda section: Published.objects.update(body="{}"),
        [""],
    ),
}


@pytest.mark.parametrize("what", BEHIND_ITS_BACK)
def test_what_was_changed_behind_the_back_of_the_log_is_named(section: Section, what: str) -> None:
    change, said = BEHIND_ITS_BACK[what]
    change(section)
    told = differing()
    for each in said:
        assert each in told


def test_standings_computed_from_a_changed_row_differ_from_those_of_the_log(section: Section) -> None:
    """Somebody changes a row and rebuilds: the documents agree with the rows, and not with the log."""
    Player.objects.filter(section=section, number=2).update(name="Zoe Zander")
    call_command("rebuild", stdout=StringIO())
    call_command("check_standings", stdout=StringIO())
    told = differing()
    assert "in the log and Zoe Zander in the database" in told
    assert "cards, 2" in told


def test_an_entry_that_was_edited_breaks_the_sequence(section: Section) -> None:
    entry = LogEntry.objects.filter(standings=section.standings_id, verb="result").latest("pk")
    rows = [
        [table, pk, before and before | {"kind": "F"} if table == "seat" else before, after]
        for table, pk, before, after in entry.rows
    ]
    LogEntry.objects.filter(pk=entry.pk).update(rows=rows)
    assert f"entry {entry.version} begins with kind F, the entries before it end with" in differing()


def test_a_log_that_begins_late_says_so_and_compares_what_it_holds(section: Section) -> None:
    late = LogEntry.objects.filter(standings=section.standings_id, verb="result").order_by("pk")[0]
    LogEntry.objects.filter(pk__lt=late.pk).delete()
    told = replayed()
    with zones.told_in(section.event.time_zone):
        assert f", {date_and_clock(late.at)}) builds on rows that no entry added." in told
    assert "The log does not hold how this event began: its first entry (" in told
    assert "same, after" in told
    Seat.objects.filter(player__section=section, kind="W").update(kind="D")
    assert "kind is W in the log and D in the database" in differing()


def test_a_second_reading_and_a_removed_account_are_no_difference(section: Section, kim: User) -> None:
    verify(games_of(section, 1)[0], "WL", by=kim)
    kim.delete()
    assert "same, after" in replayed()


def test_one_event_is_asked_for_by_its_address(section: Section) -> None:
    other = a_section(2)
    assert str(other.event) not in replayed(section.event.slug)
    with pytest.raises(CommandError, match="No event has the address nowhere"):
        call_command("replay", "nowhere")


def test_a_deleted_section_takes_its_log_with_it_and_is_no_difference(section: Section, kim: User) -> None:
    second = setup.create_section(section.event, name="Mistake", rounds=2, by=kim)
    setup.edit_event(section.event, name="Oak Open", city="", starts_on=None, by=kim)
    visibility.delete_section(second, by=kim)
    assert "same, after" in replayed()
