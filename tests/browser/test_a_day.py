"""A whole day in one browser: from the registration file, with all its oddities, to the rating report."""

import random
import re
from collections.abc import Callable
from datetime import date
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.addresses import at
from tests.browser.at_desk import idle
from tests.browser.keys import type_keys
from tests.factories import EventFactory
from tests.formats import dbase
from tests.registrations import HEADINGS, ID, SECTIONS, as_xlsx, with_oddities
from tournaments.formats.rating_report import FILES
from tournaments.models import Event, Player, Seat, Section
from tournaments.services import setup

ROUNDS = 2
SAID_BY_THE_OTHER = {"W": "L", "L": "W", "D": "D"}


@pytest.fixture
def event(kim: User) -> Event:
    event: Event = EventFactory.create(by=kim, name="Autumn Scholastic", starts_on=date(2026, 11, 21))
    for name, *_limits in SECTIONS:
        setup.create_section(event, name=name, rounds=ROUNDS, by=kim)
    return event


def answered(page: Page, about: str, answer: str) -> None:
    asked = page.locator("fieldset.asked").filter(has_text=about)
    expect(asked).to_have_count(1)
    asked.get_by_label(answer).first.check()


def imported(page: Page, file: Path) -> None:
    """Choose the file, answer what is asked about it, and import it."""
    rows = with_oddities()
    page.get_by_label("The file").set_input_files(file)
    page.get_by_role("button", name="Look at the file").click()
    page.get_by_label("K-3 Championshp").select_option(label="Enter in K-3 Championship")
    page.get_by_label("Without a section").select_option(label="Leave these out")
    page.get_by_role("button", name="Look again").click()
    expect(page.get_by_label("K-3 Championshp")).to_have_value(re.compile("[0-9]+"))
    for about, answer in {
        "is more than a name": "Read it as Omar Zephyrine",
        "does not have 8 digits": "Enter the player without an ID",
        "Lakeview Elementary (": "Write Lakeview Elementary for both",
        "Oak Park School (": "Write Oak Park School for both",
        f"ID {rows[10][ID]} is on two lines": "Enter only line 12",
        f"ID {rows[17][ID]} is on two lines": "Enter only line 19",
        "One name is on two lines": "Enter only line 14",
        "grade 5 is above": "Enter in K-3 Championship anyway",
        "rating 950 is above": "Leave this line out",
        "1 membership expires": "Enter them",
        "is a formula": "This is the whole name",
        "no name that can be read": "Leave them out",
        "problems in the file": "Import the rest",
    }.items():
        answered(page, about, answer)
    page.get_by_role("button", name="Look again").click()
    answered(page, "rating 612 is above", "Enter in K-3 Championship")
    page.get_by_role("button", name="Look again").click()
    expect(page.get_by_text("to answer")).to_have_count(0)
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_text("Registration file imported: 194 players added")).to_be_visible()


def walked_in(page: Page) -> None:
    page.get_by_role("link", name="Add a walk-in").click()
    page.get_by_label("In one line").fill("Quill, Zoe 1234 Stonebridge 12345678")
    page.get_by_label("Section").select_option(label="6-8 Championship")
    page.get_by_role("button", name="Add and check in").click()
    expect(page.get_by_text("Zoe Quill was added to 6-8 Championship")).to_be_visible()


def played(page: Page, round: int, lots: random.Random) -> None:
    """Pair the round, publish it, and enter the result of each board by one key."""
    page.get_by_role("button", name=f"Pair round {round}").click()
    expect(page.locator(".pair").first).to_be_visible()
    page.get_by_role("button", name="Publish…").click()
    page.get_by_role("button", name=re.compile("^Publish [0-9]+ boards")).click()
    expect(page.get_by_text(f"Round {round} is published.", exact=True)).to_be_visible()
    expect(page.locator(".keys")).to_be_visible()
    type_keys(page, lots.choices("105", k=page.locator("tr.board.missing").count()))
    idle(page)
    expect(page.locator("tr.board.missing")).to_have_count(0)


def reported(page: Page) -> bytes:
    """Mend what the page names, and take the files."""
    page.get_by_role("region", name="to fix").get_by_role("link", name="Omar Amberly, Jan 31, 2020").click()
    page.get_by_label("Membership of Omar Amberly expires").fill("2027-01-31")
    for label, typed in {
        "Affiliate ID": "A6000001",
        "Chief TD's ID": "10000001",
        "City": "Salem",
        "State": "OR",
        "ZIP code": "97301",
    }.items():
        page.get_by_label(label, exact=True).first.fill(typed)
    page.get_by_label("Time control of all sections").fill("G/30 d5")
    for count, field in enumerate(page.get_by_label("US Chess ID of").all()):
        field.fill(f"{20000001 + count}")
    page.get_by_role("button", name="Save and check").click()
    ready = page.get_by_role("region", name="The report is complete")
    expect(ready).to_be_visible()
    with page.expect_download() as downloading:
        ready.get_by_role("link", name="Download the report").click()
    return Path(downloading.value.path()).read_bytes()


def test_a_day_goes_from_the_registration_file_to_the_rating_report(
    sit_down: Callable[..., Page], kim: User, event: Event, tmp_path: Path
) -> None:
    file = tmp_path / "entries.xlsx"
    file.write_bytes(as_xlsx([HEADINGS, *with_oddities()]))
    page = sit_down(kim, reverse("registration-file", args=[event.slug]))
    here = page.url.partition("/setup/")[0]
    imported(page, file)
    page.goto(here + reverse("check-in", args=[event.slug]))
    walked_in(page)
    lots, sections = random.Random(13), list(event.sections.order_by("position"))
    for section in sections:
        for round in range(1, ROUNDS + 1):
            page.goto(here + at("desk-round", section, round))
            played(page, round, lots)
    page.goto(here + reverse("rating-report", args=[event.slug]))
    with ZipFile(BytesIO(reported(page))) as archive:
        tables = {name: dbase.read(archive.read(name)).records for name in FILES}
    is_what_happened(tables, event, sections)


def is_what_happened(tables: dict[str, list[dict[str, str]]], event: Event, sections: list[Section]) -> None:
    """The files, as another reader has them, beside the rows of the database."""
    (head,), filed, lines = (tables[name] for name in FILES)
    assert (head["H_NAME"], head["H_TOT_SECT"]) == (event.name, str(len(sections)))
    assert [each["S_SEC_NAME"] for each in filed] == [section.name for section in sections]
    assert len(lines) == Player.objects.filter(section__event=event).count() == 195
    assert len({line["D_MEM_ID"] for line in lines}) == 195
    columns = [f"D_RND{round:02}" for round in range(1, ROUNDS + 1)]
    for number, section in enumerate(sections, 1):
        of_section = [line for line in lines if line["D_SEC_NUM"] == str(number)]
        by_number = {line["D_PAIR_NUM"]: line for line in of_section}
        letters = []
        for line in of_section:
            for column in columns:
                if game := re.fullmatch("([WLD])([0-9]+)([WB])", line[column]):
                    letters.append(game[1])
                    color = {"W": "B", "B": "W"}[game[3]]
                    mirrored = f"{SAID_BY_THE_OTHER[game[1]]}{line['D_PAIR_NUM']}{color}"
                    assert by_number[game[2]][column] == mirrored
        seats = Seat.objects.filter(player__section=section, kind__in="WLD")
        assert sorted(letters) == sorted(seats.values_list("kind", flat=True))
        assert letters
