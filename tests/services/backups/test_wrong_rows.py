"""A file with one row that no play makes stores nothing."""

from collections.abc import Callable
from io import BytesIO

import pytest
from django.contrib.auth.models import User

from tests.factories import UserFactory, a_section, as_it_stands, played
from tests.services.backups.files import Lines, forged, lines_of, packed, refused, row
from tests.services.backups.test_moving import removed, written
from tests.services.backups.test_restoring import in_a_folder, section
from tiebreaks import frozen
from tiebreaks.models import FinalSheet
from tournaments.models import Event, Section
from tournaments.services import backups, finishing

__all__ = ["in_a_folder", "section"]


def of_another_table(lines: Lines) -> None:
    lines.append(["session", {"session_key": "x"}])


def a_table_of_sql(lines: Lines) -> None:
    lines.append(["player; DROP TABLE tournaments_player", {"id": 1}])


def a_reference_out_of_the_file(lines: Lines) -> None:
    row(lines, "player")["section_id"] += 1000


def an_image_of_an_account(lines: Lines) -> None:
    row(lines, "logentry")["rows"] = [["user", 1, None, {"id": 1, "is_superuser": True}]]


def an_image_with_an_unknown_column(lines: Lines) -> None:
    row(lines, "logentry")["rows"] = [["player", 1, None, {"__class__": "x"}]]


def a_log_that_no_page_can_tell(lines: Lines) -> None:
    row(lines, "logentry")["code"] = "no-such-code"


def a_log_entry_without_its_values(lines: Lines) -> None:
    row(lines, "logentry").update(code="result", values={})


def an_order_that_cannot_be_read(lines: Lines) -> None:
    row(lines, "postedorder")["order"] = "no_such_system"


def prizes_that_cannot_be_read(lines: Lines) -> None:
    row(lines, "section")["prizes"] = "\n".join(["?"])


def an_unknown_edition(lines: Lines) -> None:
    row(lines, "section")["edition"] = "99th"


def a_text_for_a_number(lines: Lines) -> None:
    row(lines, "player")["rating"] = "1 OR 1=1"


def a_number_too_large(lines: Lines) -> None:
    row(lines, "player")["rating"] = 10**30


def a_nul(lines: Lines) -> None:
    row(lines, "player")["name"] = "Ann\0"


def no_name(lines: Lines) -> None:
    row(lines, "player")["name"] = ""


def a_name_too_long(lines: Lines) -> None:
    row(lines, "player")["name"] = "x" * 500


def two_events_in_one(lines: Lines) -> None:
    lines.append(["event", {**row(lines, "event"), "id": 999, "slug": "another"}])
    row(lines, "section")["event_id"] = 999


def two_players_with_one_number(lines: Lines) -> None:
    players = [line[1] for line in lines[1:] if line[0] == "player"]
    players[0]["number"] = players[1]["number"]


def a_thousand_rounds(lines: Lines) -> None:
    row(lines, "section")["rounds"] = 1000


def a_result_that_is_none(lines: Lines) -> None:
    row(lines, "seat")["kind"] = "Q"


def a_board_at_which_one_sits(lines: Lines) -> None:
    row(lines, "seat").update(game_id=None, side="", kind="B")


def a_time_that_is_none(lines: Lines) -> None:
    row(lines, "logentry")["at"] = "yesterday"


def a_time_before_any_clock(lines: Lines) -> None:
    row(lines, "postedorder")["posted_at"] = "0001-01-01T00:00:00Z"


def a_time_after_any_clock(lines: Lines) -> None:
    row(lines, "logentry")["at"] = "9999-12-31T23:59:59Z"


def a_file_written_at_no_time(lines: Lines) -> None:
    lines[0]["written"] = "0001-01-01T00:00:00Z"


def a_registration_file_that_was_read_at_no_time(lines: Lines) -> None:
    row(lines, "event")["registration"] = {"files": [["state", "yesterday"]]}


def a_row_that_is_no_row(lines: Lines) -> None:
    lines.append("player")


def a_choice_that_is_no_text(lines: Lines) -> None:
    row(lines, "player")["chosen_for"] = [["x", None]]


def a_decision_of_nobody(lines: Lines) -> None:
    standings = row(lines, "standings")["id"]
    of = {"id": 1, "standings_id": standings, "code": "playoff", "after_round": 1, "order": "x"}
    lines.append(["decision", of | {"recorded_at": "2026-11-27T09:00:00+00:00"}])


HOSTILE = [
    of_another_table,
    a_table_of_sql,
    a_reference_out_of_the_file,
    an_image_of_an_account,
    an_image_with_an_unknown_column,
    a_log_that_no_page_can_tell,
    a_log_entry_without_its_values,
    an_order_that_cannot_be_read,
    prizes_that_cannot_be_read,
    an_unknown_edition,
    a_text_for_a_number,
    a_number_too_large,
    a_nul,
    no_name,
    a_name_too_long,
    two_events_in_one,
    two_players_with_one_number,
    a_thousand_rounds,
    a_result_that_is_none,
    a_board_at_which_one_sits,
    a_time_that_is_none,
    a_time_before_any_clock,
    a_time_after_any_clock,
    a_file_written_at_no_time,
    a_registration_file_that_was_read_at_no_time,
    a_row_that_is_no_row,
    a_choice_that_is_no_text,
    a_decision_of_nobody,
]


@pytest.mark.parametrize("change", HOSTILE, ids=[each.__name__ for each in HOSTILE])
def test_a_file_with_wrong_rows_stores_nothing(section: Section, change: Callable[[Lines], None]) -> None:
    refused(forged(section, change), by=UserFactory.create())


def test_the_same_file_without_the_wrong_row_is_restored(section: Section) -> None:
    [restored] = backups.restore(
        forged(section, lambda lines: None), backups.Source("x.wallchart"), by=UserFactory.create()
    )
    assert restored.event.name == section.event.name


def test_a_table_of_teams_with_the_standings_of_a_section_is_refused(full_event: Event) -> None:
    lines = lines_of(written(full_event))
    removed(full_event)
    novices = next(each[1] for each in lines[1:] if each[0] == "section" and each[1]["name"] == "Novice")
    row(lines, "teamtable")["standings_id"] = novices["standings_id"]
    refused(packed(lines))


def test_a_row_that_stands_there_twice_is_refused_before_it_is_read_again(
    full_event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Frozen awards take a millisecond to read, and a page takes a file of 20,000 of them."""
    lines = lines_of(written(full_event))
    removed(full_event)
    lines += [["frozenawards", row(lines, "frozenawards")]] * 20_000
    reads = 0
    read = frozen.read

    def counting(text: str) -> frozen.AwardsRecord:
        nonlocal reads
        reads += 1
        return read(text)

    monkeypatch.setattr(frozen, "read", counting)
    refused(packed(lines))
    assert 0 < reads < 5


def test_frozen_awards_that_were_altered_are_refused(full_event: Event) -> None:
    file = written(full_event)
    removed(full_event)
    lines = lines_of(file)
    awards = row(lines, "frozenawards")
    awards["awards"] = awards["awards"].replace("Ann", "Eve")
    assert "hash" in refused(packed(lines))


def test_a_final_sheet_that_was_altered_is_refused(kim: User) -> None:
    section = a_section(2, 1, by=kim, name="Reserve")
    played(section, 1, "1 2 WL")
    finishing.finish(as_it_stands(section), by=kim)
    file = written(section.event).getvalue()
    removed(section.event)
    for change in ({"sheet": "{}"}, {"sha256": "0" * 64}, {"keys": {"one": 1}}):
        lines = lines_of(BytesIO(file))
        row(lines, "finalsheet").update(change)
        refused(packed(lines), by=UserFactory.create())
    [restored] = backups.restore(BytesIO(file), backups.Source("x.wallchart"), by=None)
    assert FinalSheet.objects.get().standings.section == restored.event.sections.get()
