"""Pages that ask or tell something as spreadsheets, each at the address of its page."""

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import (
    EntryFactory,
    EventFactory,
    a_section,
    as_it_stands,
    corrected,
    enter,
    games_of,
    paired,
    played,
)
from tests.html import visit
from tests.rating_lists import a_list
from tests.swisssys_file import player, swisssys
from tests.swisssys_file import section as in_swisssys
from tests.views.companion_pages import page_of, take, upload
from tests.views.test_ceremony import announce
from tests.views.test_exporting import as_rows, sheets
from tournaments.services import rosters
from tournaments.services.ceremony import freeze


def spreadsheet(desk: Client, page: str) -> dict[str, list[dict[str, Any]]]:
    """The rows of the sheets to which a page leads."""
    answer = desk.get(visit(desk, page).link("Spreadsheet (XLSX)"))
    assert ".xlsx" in answer.headers["Content-Disposition"]
    return {name: as_rows(rows) for name, rows in sheets(answer.content).items()}


# --- set-up -----------------------------------------------------------------------------------------


def test_what_the_rating_list_changes_has_a_line_for_each_player(
    kim: User, desk: Client, settings: Any, tmp_path: Path
) -> None:
    settings.RATING_LIST = tmp_path / "rating-list.sqlite3"
    section = a_section(0, by=kim, name="Open")
    address = reverse("update-ratings", args=[section.event.slug])
    assert "XLSX" not in visit(desk, address)
    people = [("Alder, Ada", "30000001", 1400), ("Cedar, Cora", "30000099", 700)]
    entries = [EntryFactory.create(name=name, uscf_id=of, rating=rated) for name, of, rated in people]
    rosters.add_players(section, entries, by=kim)
    a_list()
    (rows,) = spreadsheet(desk, address).values()
    assert [(row["Section"], row["Name"], row["US Chess ID"], row["Found"]) for row in rows] == [
        ("Open", "Alder, Ada", "30000001", "by US Chess ID"),
        ("Open", "Cedar, Cora", "30000099", "not on the list"),
    ]
    assert rows[0]["Changes"].startswith("Rating: 1400 → 1450")
    assert [row["Checked"] for row in rows] == ["yes", ""]


def test_a_merged_roster_says_from_which_section_each_entry_comes(kim: User, desk: Client) -> None:
    stays = a_section(2, by=kim, name="Reserve")
    goes = a_section(1, event=stays.event, name="Novice")
    (rows,) = spreadsheet(desk, at("merge-with", stays, goes.pk)).values()
    assert [row["No."] for row in rows] == [1, 2, 3]
    assert sorted(row["Section"] for row in rows) == ["Novice", "Reserve", "Reserve"]
    assert {row["Name"] for row in rows} == {
        each.called for section in (stays, goes) for each in section.players.all()
    }
    paired(stays, 1, "1 2", publish=True)
    assert "XLSX" not in visit(desk, at("merge-with", stays, goes.pk)), "nothing is shown to merge"


def test_the_parts_of_a_split_and_the_groups_of_quads_are_lists(kim: User, desk: Client) -> None:
    section = a_section(9, by=kim, name="Open")
    (rows,) = spreadsheet(desk, at("split-at", section, "top-4")).values()
    assert [(row["Part"], row["No."]) for row in rows] == [
        *(("upper part", number) for number in range(1, 5)),
        *(("lower part", number) for number in range(1, 6)),
    ]
    (rows,) = spreadsheet(desk, at("make-quads", section)).values()
    assert [row["Part"] for row in rows] == ["Quad 1"] * 4 + ["Quad 2 (Swiss)"] * 5
    assert {row["Boards"] for row in rows} == {"1–2", "3–4"}


def test_the_file_of_another_program_has_its_changes_and_the_results_that_differ(
    kim: User, desk: Client
) -> None:
    event = EventFactory.create(by=kim)
    assert "XLSX" not in visit(desk, page_of(event))
    upload(desk, event, swisssys(in_swisssys([player(1, ";2;W;1"), player(2, ";1;B;1")])))
    (changes,) = spreadsheet(desk, page_of(event)).values()
    assert {row["Section"] for row in changes} == {"Open"}
    assert [row["What"] for row in changes][:2] == ["new section", "change"]
    assert "Round 1 is paired." in [row["Details"] for row in changes]
    take(desk, event)
    assert "XLSX" not in visit(desk, page_of(event)), "it is the same as the file"

    game = games_of(as_it_stands(event.sections.get()), 1)[0]
    enter(game, "WL")
    upload(desk, event, swisssys(in_swisssys([player(1, "-;2;W;1"), player(2, "+;1;B;1")])))
    (games,) = [rows for name, rows in spreadsheet(desk, page_of(event)).items() if "esults" in name]
    (line,) = games
    assert (line["Round"], line["Here"], line["In the file"]) == (1, "1–0", "0–1")
    assert line["What happens"] == "stays, unless you take the file’s"


# --- the desk ---------------------------------------------------------------------------------------


def test_what_if_has_the_three_results_beside_each_other(kim: User, desk: Client) -> None:
    section = announce(a_section(4, 2, by=kim, order="solkoff"), "1st place trophy\n1st place $60")
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3\n2 4 WL")
    address = reverse("what-if", args=[games_of(section, 2)[0].pk])
    (rows,) = spreadsheet(desk, address).values()
    shown = [row.texts("th, td") for row in visit(desk, address).all("table.what-if tbody tr")]
    assert [row["Name"] for row in rows] == [line[0] for line in shown]
    one = section.called(section.players.get(number=1).name)
    (money,) = [row for row in rows if row["What"] == "Prize money" and row["Name"] == one]
    assert [money[head] for head in ("White wins", "Draw", "Black wins")] == ["$60", "$30", "$0"]


def test_a_frozen_version_has_its_awards_its_money_and_what_it_changed(kim: User, desk: Client) -> None:
    section = announce(a_section(4, 1, by=kim, order="solkoff"), "1st place trophy\n1st place $60\nU800 $5")
    played(section, 1, "1 2 WL\n3 4 DD")
    freeze(as_it_stands(section), by=kim)
    one, two = (section.players.get(number=number).name for number in (1, 2))
    found = spreadsheet(desk, at("awards-version", section, 1))
    assert list(found) == ["Ceremony", "Cash"]
    assert [(row["Award"], row["Winner"]) for row in found["Ceremony"]] == [
        ("1st place trophy", one),
        ("1st place $60", one),
        ("U800 $5", ""),
    ]
    assert [(row["Name"], row["Amount"]) for row in found["Cash"]] == [(one, 60)]

    corrected(games_of(section, 1)[0], "LW")
    since = spreadsheet(desk, at("ceremony", section))["Changes since version 1"]
    assert [(row["Name"], row["Gains"], row["Cash"]) for row in since if row["Gains"]] == [
        (two, "1st place trophy", "+$60")
    ]
    freeze(as_it_stands(section), by=kim)
    assert spreadsheet(desk, at("awards-version", section, 2))["Changes since version 1"] == since


def test_a_correction_that_was_saved_has_what_it_moved(kim: User, desk: Client) -> None:
    section = announce(a_section(4, 1, by=kim, order="solkoff"), "1st place trophy")
    played(section, 1, "1 2 WL\n3 4 DD")
    corrected(games_of(section, 1)[0], "LW")
    entry = section.standings.log.order_by("pk").last()
    assert entry is not None
    (rows,) = spreadsheet(desk, at("correction", section, entry.pk)).values()
    one, two = (section.players.get(number=number).name for number in (1, 2))
    (trophy,) = [row for row in rows if row["What"] == "Trophies"]
    assert (trophy["Name"], trophy["Before"], trophy["After"]) == ("1st place trophy", one, two)
    places = {row["Name"]: row["After"] for row in rows if row["What"] == "Places and points"}
    assert places[two].startswith("1st")


@pytest.mark.parametrize(
    ("name", "file"),
    [("roster", "roster.xlsx"), ("awards", "prizes.xlsx"), ("desk-round", "round-1.xlsx")],
)
def test_a_page_of_a_section_leads_to_its_spreadsheet(name: str, file: str, kim: User, desk: Client) -> None:
    section = announce(a_section(4, 1, by=kim, order="solkoff"), "1st place $60")
    paired(section, 1, "1 2\n3 4", publish=True)
    address = at("export-file", section, file)
    assert address in visit(desk, at(name, section, *([1] if name == "desk-round" else []))).links
    assert sheets(desk.get(address).content)
