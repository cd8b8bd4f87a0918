"""Every format says of one event the same: what was played, when, where, and at which time control."""

from collections.abc import Callable
from datetime import date

import pytest

from tests.formats.programs.spring import (
    CROSSTABLE,
    FIRST,
    OPEN,
    OUT,
    only,
    ptoz,
    report_zip,
    sjson,
    tdexport,
    trf,
    web_report,
    without_boards,
)
from tests.swisssys_file import player, section, swisssys
from tournaments.formats.records import EventDetails


@pytest.mark.parametrize("write_it", [sjson, web_report, trf, ptoz])
def test_a_program_says_what_was_played_and_what_is_paired(write_it: Callable[[], bytes]) -> None:
    found = only(write_it())

    assert without_boards(found) == FIRST | OPEN
    assert (found.name, found.rounds) == ("Open", 2)
    assert [entry.name for entry in found.entries] == [
        "Alder, Ada",
        "Birch, Hugo",
        "Cedar, Orla",
        "Dogwood, Ben",
    ]


@pytest.mark.parametrize("data", [tdexport(), report_zip(), CROSSTABLE.encode()])
def test_a_report_says_what_was_played(data: bytes) -> None:
    found = only(data)

    assert without_boards(found) == FIRST | OUT
    assert [entry.uscf_id for entry in found.entries] == [f"9000000{number}" for number in (1, 2, 3, 4)]
    assert [entry.rating for entry in found.entries] == [1800, 1700, None, 1500]


def test_days_places_and_time_controls_are_read_of_each_format_that_has_them() -> None:
    lines = ["022 Ely", "042 2026/05/02", "052 2026/05/03"]
    words = only(trf() + "\n".join(["", *lines, "122 G/60;d5"]).encode())
    encoded = only(trf() + "\n".join(["", *lines, "122 An hour", "222 40/6000+30:900+30"]).encode())
    days = date(2026, 5, 2), date(2026, 5, 3)
    assert words.event == encoded.event == EventDetails(*days, "Ely")
    assert (words.time_control, encoded.time_control) == ("G/60;d5", "40/100;+30,SD/15;+30")

    overview = {"Starting date": "2026/5/2", "Ending date": "2026/5/2", "Event state": "MN"}
    played = section([player(1)]) | {"Section time control": "Game in an hour"}
    found = only(swisssys(played, **overview))
    assert found.event == EventDetails(days[0], None, state="MN")
    assert found.time_control == ""
