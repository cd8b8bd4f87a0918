"""``manage.py follow``: the file of another program is watched, and each change of it is taken."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import OperationalError

from tests.factories import EventFactory, enter
from tests.swisssys_file import player, section, states, swisssys
from tournaments.formats.programs.reading import read
from tournaments.management.commands import follow as following
from tournaments.models import Event, Game, Player, Seat
from tournaments.selectors.event.orders import order_in
from tournaments.selectors.files.companion import compare_all
from tournaments.services import companion
from tournaments.services.finishing import finish

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return EventFactory.create(name="Spring Open")


def follow(event: Event, file: Path) -> str:
    out = StringIO()
    call_command("follow", str(file), "--event", event.slug, "--once", stdout=out)
    return out.getvalue()


def refused(event: Event, file: Path) -> str:
    err = StringIO()
    with pytest.raises(CommandError, match="Nothing was imported"):
        call_command("follow", str(file), "--event", event.slug, "--once", stdout=StringIO(), stderr=err)
    return err.getvalue()


def test_each_reading_says_what_it_took(event: Event, tmp_path: Path) -> None:
    file = tmp_path / "spring.sjson"
    file.write_bytes(states()[1])
    assert "Open: Round 1 is paired." in follow(event, file)

    file.write_bytes(states()[2])
    assert "Open: Round 1, Ada Alder – Orla Cedar: ·–· → 1–0" in follow(event, file)


def test_what_was_entered_here_is_listed_and_stays(event: Event, tmp_path: Path) -> None:
    file = tmp_path / "spring.sjson"
    file.write_bytes(states()[1])
    follow(event, file)
    enter(Game.objects.get(board=1), "LW")
    file.write_bytes(states()[2])

    said = follow(event, file)

    assert "Ada Alder – Orla Cedar: 0–1 here, 1–0 in the file. It stays." in said


def test_what_a_file_leaves_unread_is_said_with_each_state(event: Event, tmp_path: Path) -> None:
    file = tmp_path / "spring.sjson"
    file.write_bytes(swisssys(section([player(1, Phone="555-0100"), player(2, Email="a@example.org")])))

    said = follow(event, file)

    assert said.count("Not read: ") == 1
    assert "Email, Phone" in said
    assert "555-0100" not in said


def test_a_file_that_lacks_results_is_refused_until_it_has_another_one(event: Event, tmp_path: Path) -> None:
    file = tmp_path / "spring.sjson"
    for state in (1, 2):
        file.write_bytes(states()[state])
        follow(event, file)
    file.write_bytes(states()[1])

    assert "it lacks the pairing or the result of 2 games." in refused(event, file)
    assert set(Game.objects.get(board=1).seats.values_list("kind", flat=True)) == {"W", "L"}

    first = [player(1, "-;3;W;1"), player(3, "+;1;B;1"), player(2, ";4;B;2"), player(4, ";2;W;2")]
    file.write_bytes(swisssys(section([*first, player(5, "B;-1;-;0"), player(6, "H;-1;-;0")])))
    said = follow(event, file)

    assert "Open: Round 1, Ada Alder – Orla Cedar: 1–0 → 0–1" in said
    assert "This file is without 1 result that is here." in said
    assert "upload it on the page Other program" in said


def test_an_earlier_state_undoes_no_correction_rating_or_late_entry(event: Event, tmp_path: Path) -> None:
    def state(*, newer: bool) -> bytes:
        ada, orla = ("=", "=") if newer else ("+", "-")
        win, loss = ("+", "-") if newer else ("", "")
        players = [
            player(1, f"{ada};3;W;1", f"{win};2;W;1", Withdrew=newer),
            player(2, "=;4;B;2", f"{loss};1;B;1", Rating=1850 if newer else 1700),
            player(3, f"{orla};1;B;1", ";4;W;2"),
            player(4, "=;2;W;2", ";3;B;2"),
        ]
        late = [player(5, "H;-1;-;0", "H;-1;-;0")] if newer else []
        return swisssys(section([*players, *late]))

    file = tmp_path / "spring.sjson"
    for newer in (False, True):
        file.write_bytes(state(newer=newer))
        follow(event, file)
    here = list(Player.objects.order_by("pk").values_list("rating", "withdrawn_after"))
    kinds = list(Seat.objects.order_by("pk").values_list("kind", flat=True))
    file.write_bytes(state(newer=False))

    assert "looks older than the one read last" in refused(event, file)
    assert list(Player.objects.order_by("pk").values_list("rating", "withdrawn_after")) == here
    assert list(Seat.objects.order_by("pk").values_list("kind", flat=True)) == kinds


def test_a_state_that_another_one_followed_is_older_though_it_lacks_nothing(
    event: Event, tmp_path: Path
) -> None:
    def rated(rating: int) -> bytes:
        return swisssys(section([player(1, Rating=rating), player(2)]))

    file = tmp_path / "spring.sjson"
    for rating in (1700, 1750):
        file.write_bytes(rated(rating))
        follow(event, file)
    file.write_bytes(rated(1700))
    assert "it was read before, and a newer one after it." in refused(event, file)
    assert Player.objects.get(number=1).rating == 1750
    for rating in (1750, 1750, 1800):
        file.write_bytes(rated(rating))
        follow(event, file)
    assert Player.objects.get(number=1).rating == 1800


def test_a_file_that_is_missing_or_broken_is_said_and_changes_nothing(event: Event, tmp_path: Path) -> None:
    file = tmp_path / "spring.sjson"
    with pytest.raises(CommandError):
        follow(event, file)
    file.write_bytes(states()[1][:200])
    with pytest.raises(CommandError):
        follow(event, file)
    assert not event.sections.exists()


def test_a_board_that_no_hall_has_is_refused_with_its_place(event: Event, tmp_path: Path) -> None:
    file = tmp_path / "spring.sjson"
    file.write_bytes(swisssys({**section([player(1), player(2)]), "First board": 20000}))
    said = StringIO()

    with pytest.raises(CommandError):
        call_command("follow", str(file), "--event", event.slug, "--once", stderr=said)

    assert "Open: “20000”, expected: a first board from 1 to 9999" in said.getvalue()


def test_an_unknown_event_is_answered_with_those_that_there_are(event: Event, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There are: spring-open"):
        call_command("follow", str(tmp_path / "x.sjson"), "--event", "autumn", "--once")


def test_a_file_of_another_event_is_refused_by_its_title(event: Event, tmp_path: Path) -> None:
    file = tmp_path / "spring.sjson"
    file.write_bytes(states()[1])
    follow(event, file)
    here = list(Player.objects.order_by("pk").values_list("name", "number"))
    strangers = [
        player(number, name=name, ID=f"8000000{number}")
        for number, name in enumerate(("Ash, Al", "Bay, Bo", "Cob, Cy", "Dun, Di"), 1)
    ]
    file.write_bytes(swisssys(section(strangers), title="Fall Classic"))

    words = refused(event, file)

    assert "No one in this file is in Spring Open" in words
    assert "It is titled Fall Classic" in words
    assert list(Player.objects.order_by("pk").values_list("name", "number")) == here


def test_an_older_state_of_the_file_is_refused_and_the_results_stay(event: Event, tmp_path: Path) -> None:
    file = tmp_path / "spring.sjson"
    file.write_bytes(states()[3])
    follow(event, file)
    kinds = list(Seat.objects.order_by("pk").values_list("kind", flat=True))
    file.write_bytes(states()[1])

    words = refused(event, file)

    assert "looks older than the one read last: it lacks the pairing or the result of 4 games." in words
    assert list(Seat.objects.order_by("pk").values_list("kind", flat=True)) == kinds


def test_a_section_that_the_file_has_no_more_is_said_to_stay(event: Event, tmp_path: Path) -> None:
    file = tmp_path / "spring.sjson"
    file.write_bytes(swisssys(section([player(1)]), section([player(2)], name="Reserve")))
    follow(event, file)
    file.write_bytes(swisssys(section([player(1)])))
    assert "Reserve is not in the file. The section stays here." in follow(event, file)


def test_what_a_file_changes_in_a_final_section_is_named_and_left_out(event: Event, tmp_path: Path) -> None:
    file = tmp_path / "spring.sjson"
    for rating in (1700, 1750):
        players = [player(1, "+;2;W;1", Rating=rating), player(2, "-;1;B;1")]
        file.write_bytes(swisssys(section(players, rounds=1)))
        said = follow(event, file)
        if rating == 1700:
            finish(event.sections.get(), by=User.objects.get())

    assert "Open is final. This was left out: 1 Ada Alder: rating 1700 → 1750." in said
    assert Player.objects.get(number=1).rating == 1700


def test_new_sections_have_the_order_of_tiebreaks_of_the_file(event: Event, tmp_path: Path) -> None:
    file = tmp_path / "open.trf"
    file.write_text("012 Open\n202 DE,BH\n001    1      Alder, Ada\n001    2      Birch, Hugo\n")
    follow(event, file)
    assert str(order_in(event.sections.get())) == "head_to_head,solkoff"


def watched(
    event: Event, file: Path, monkeypatch: pytest.MonkeyPatch, *happenings: Callable[[], object]
) -> tuple[str, list[str]]:
    """What is said of a file, and of its faults, while one thing after another happens to it; then somebody
    presses Ctrl+C."""
    out, err, left = StringIO(), StringIO(), iter(happenings)

    def wait(_seconds: float) -> None:
        happening = next(left, None)
        if happening is None:
            raise KeyboardInterrupt
        happening()

    monkeypatch.setattr(following, "sleep", wait)
    monkeypatch.setattr(following, "close_old_connections", lambda: None)
    call_command("follow", str(file), "--event", event.slug, stdout=out, stderr=err)
    # Without the time before each.
    return out.getvalue(), [line.split("  ", 1)[1] for line in err.getvalue().splitlines()]


def nothing() -> None:
    pass


def test_a_file_that_is_not_there_is_waited_for_with_a_word_and_taken_when_it_comes(
    event: Event, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "spring.sjson"
    saved, removed = partial(file.write_bytes, states()[1]), file.unlink

    said, faults = watched(event, file, monkeypatch, nothing, saved, nothing, removed, nothing, nothing)

    missed = f"{file} is not there. Wallchart waits for it. Is the name right?"
    assert faults == [missed, missed]
    assert "Open: Round 1 is paired." in said
    assert said.endswith("Stopped.\n")


def test_a_file_that_its_program_holds_for_a_moment_is_tried_again_and_that_is_said_once(
    event: Event, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "spring.sjson"
    file.write_bytes(states()[1])
    is_held = True
    reads = Path.read_bytes

    def held(path: Path) -> bytes:
        if is_held and path == file:
            raise PermissionError(13, "Permission denied")
        return reads(path)

    def released() -> None:
        nonlocal is_held
        is_held = False

    monkeypatch.setattr(Path, "read_bytes", held)
    said, faults = watched(event, file, monkeypatch, nothing, nothing, released, nothing, nothing)

    assert faults == [f"{file}: Permission denied"]
    assert "Open: Round 1 is paired." in said


def test_a_database_that_is_in_use_for_a_moment_is_tried_again_and_that_is_said_once(
    event: Event, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "spring.sjson"
    file.write_bytes(states()[1])
    is_used = True
    takes = companion.take_unasked

    def used(*args: Any, **more: Any) -> Any:
        if is_used:
            raise OperationalError("database is locked")
        return takes(*args, **more)

    def free() -> None:
        nonlocal is_used
        is_used = False

    monkeypatch.setattr(companion, "take_unasked", used)
    said, faults = watched(event, file, monkeypatch, nothing, nothing, free, nothing, nothing)

    assert faults == ["The database is in use. Wallchart tries again."]
    assert "Open: Round 1 is paired." in said


def test_a_file_whose_event_is_deleted_meanwhile_is_watched_no_more(
    event: Event, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "spring.sjson"
    file.write_bytes(states()[0])
    saved = partial(file.write_bytes, states()[1])
    deleted = Event.objects.filter(pk=event.pk).delete

    with pytest.raises(CommandError, match="The event is gone"):
        watched(event, file, monkeypatch, nothing, deleted, saved, nothing)


def test_a_file_that_is_written_half_is_said_and_taken_once_it_is_whole(
    event: Event, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "spring.sjson"
    file.write_bytes(states()[1][:300])
    whole = partial(file.write_bytes, states()[1])

    said, faults = watched(event, file, monkeypatch, nothing, whole, nothing, nothing)

    assert faults[0] == "This file has problems. Nothing was saved."
    assert "Open: Round 1 is paired." in said


def test_a_file_that_another_one_replaces_is_taken(
    event: Event, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, new = tmp_path / "spring.sjson", tmp_path / "new"
    file.write_bytes(states()[1])
    new.write_bytes(states()[2])
    said, faults = watched(event, file, monkeypatch, nothing, partial(new.replace, file), nothing, nothing)
    assert not faults
    assert "Ada Alder – Orla Cedar: ·–· → 1–0" in said


def test_each_line_has_the_time_of_the_event(
    event: Event, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Event.objects.filter(pk=event.pk).update(time_zone="America/Chicago")
    event.refresh_from_db()
    moment = datetime(2026, 11, 21, 16, 5, tzinfo=UTC)
    monkeypatch.setattr("django.utils.timezone.now", lambda: moment)
    file = tmp_path / "spring.sjson"
    file.write_bytes(states()[1])
    lines = follow(event, file).splitlines()
    assert lines
    assert all(line.startswith("10:05 AM  ") for line in lines)


def test_how_often_it_looks_is_in_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        call_command("follow", "--help")
    assert "(default: 2 seconds)" in " ".join(capsys.readouterr().out.split())


def test_what_the_page_would_ask_of_a_player_is_said_once(event: Event, tmp_path: Path) -> None:
    file = tmp_path / "spring.sjson"
    file.write_bytes(swisssys(section([player(number) for number in (1, 2)], name="Under 1800")))
    said = (
        "Under 1800: 1 player of Under 1800 is outside its limits."
        " Ada Alder: rating 1800 is above the section’s highest, 1799. Imported anyway."
        " If that is wrong, move the player in the other program and save its file, or correct the limits on"
        " the section’s Setup page."
    )
    assert said in follow(event, file)
    assert said not in follow(event, file)
    both = [player(number, Rating=1850) for number in (1, 2)]
    file.write_bytes(swisssys(section(both, name="Under 1800")))
    assert "2 players of Under 1800 are outside" in (again := follow(event, file))
    assert "Imported anyway. If that is wrong, move the players in the other program" in again


@pytest.mark.parametrize("paired", [False, True])
def test_a_player_whom_the_file_moved_is_left_out_until_the_page_is_answered(
    event: Event, tmp_path: Path, *, paired: bool
) -> None:
    file = tmp_path / "spring.sjson"
    upper = [player(number) for number in (1, 2, 3)]
    file.write_bytes(swisssys(section(upper), section([player(4), player(5)], name="Reserve")))
    follow(event, file)
    games = ([";4;W;1"], [";3;B;1"]) if paired else ([], [])
    reserve = [player(3, *games[0]), player(4, *games[1]), player(5, Rating=1444)]
    moved = swisssys(section([player(1, Rating=1888), player(2)]), section(reserve, name="Reserve"))
    file.write_bytes(moved)

    said = follow(event, file)

    assert "Orla Cedar is in Open here, and in Reserve in the file." in said
    left_out = "Reserve was left out whole: Orla Cedar has games" if paired else "Orla Cedar was left out of"
    assert left_out in said
    assert "Open: 1 Ada Alder: rating 1800 → 1888" in said
    assert [str(each.section.name) for each in Player.objects.filter(name="Cedar, Orla")] == ["Open"]
    assert Player.objects.filter(number=5, rating=1444).exists() != paired
    [doubt] = [each for found in compare_all(event, read(moved).sections) for each in found.doubts]
    assert doubt.said == "Orla Cedar is in Open here, and in Reserve in the file.", "the page asks it still"


def test_a_result_that_is_taken_back_stays_and_the_file_is_no_older_one(event: Event, tmp_path: Path) -> None:
    file = tmp_path / "spring.sjson"
    four = [player(1, "+;2;W;1"), player(2, "-;1;B;1"), player(3, "+;4;W;2"), player(4, "-;3;B;2")]
    file.write_bytes(swisssys(section(four)))
    follow(event, file)
    file.write_bytes(swisssys(section([player(1, ";2;W;1", Rating=1888), player(2, ";1;B;1"), *four[2:]])))

    said = follow(event, file)

    assert "Open: 1 Ada Alder: rating 1800 → 1888" in said
    assert "This file is without 1 result that is here." in said
    assert set(Game.objects.get(board=1).seats.values_list("kind", flat=True)) == {"W", "L"}
