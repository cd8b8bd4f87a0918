"""Of a registration file, a whole line in the place of a name, beside columns that say so or otherwise."""

import pytest
from django.test import Client

from tests.views.registration_page import SOLE, Preview, event, preview, section
from tournaments.models import Event, Section

__all__ = ["event", "section"]

pytestmark = pytest.mark.django_db

HEAD = "Name,Section,Rating,ID,School\n"


def asked_of(shown: Preview) -> list[str]:
    [asked] = [
        each for each in shown.page.all("fieldset.asked") if "more than a name" in each.one("legend").text
    ]
    return asked.texts("label")


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("Paul Gwen, 32005480, 1200, Lincoln", "Paul Gwen"),
        ("Gwen, Paul, 32005480, 1200, Lincoln", "Gwen, Paul"),
        ("Paul Gwen 32005480 1200 Lincoln", "Paul Gwen"),
    ],
)
def test_a_whole_line_beside_its_columns_is_read_as_the_name_and_what_the_columns_say_otherwise_is_told(
    desk: Client, event: Event, section: Section, name: str, read: str
) -> None:
    shown = preview(desk, event, f'{HEAD}"{name}",{SOLE},829,,Jefferson MS\n')
    told = (
        f"Line 2: “{name}” is more than a name. The columns say otherwise, and count: rating 829, in the name"
        " 1200; team Jefferson MS, in the name Lincoln."
    )
    assert told in shown.questions
    parts = f"Read it as {read} · rated 829 · ID 32005480 · Jefferson MS"
    assert asked_of(shown) == [parts, "Leave this line out", "This is the whole name"]
    shown.answer("more than a name", parts)
    shown.look().done()
    player = section.players.get()
    assert (player.name, player.rating, player.uscf_id, player.team) == (
        read,
        829,
        "32005480",
        "Jefferson MS",
    )


def test_columns_that_say_the_same_as_a_whole_line_are_not_told(desk: Client, event: Event) -> None:
    name = "Paul Gwen, 32005480, 829, Lincoln"
    shown = preview(desk, event, f'{HEAD}"{name}",{SOLE},829,32005480,lincoln\n')
    assert shown.questions == [f"Line 2: “{name}” is more than a name."]
    shown = preview(desk, event, f'{HEAD}"{name}",{SOLE},,,\n')
    assert shown.questions == [f"Line 2: “{name}” is more than a name."]


def test_an_id_in_a_name_that_is_not_that_of_the_column_is_told(desk: Client, event: Event) -> None:
    shown = preview(desk, event, f'{HEAD}"Paul Gwen, 32005480",{SOLE},829,32005481,\n')
    assert "count: US Chess ID 32005481, in the name 32005480." in shown.page


@pytest.mark.parametrize(
    ("name", "choices"),
    [
        # The numbers may stand behind the last name, in a column of its own.
        (
            "Garcia Lopez 1200, Jose",
            ["Garcia Lopez · rated 1200 · Oak", "Garcia Lopez, Jose · rated 1200 · Oak"],
        ),
        ("de la Cruz 1200, Ana", ["de la Cruz, Ana · rated 1200 · Oak"]),
        ("Gwen 1200, Paul", ["Gwen, Paul · rated 1200 · Oak"]),
    ],
)
def test_what_stands_behind_the_numbers_may_be_the_first_name(
    desk: Client, event: Event, section: Section, name: str, choices: list[str]
) -> None:
    shown = preview(desk, event, f'{HEAD}"{name}",{SOLE},,,Oak\n')
    read = [f"Read it as {each}" for each in choices]
    assert asked_of(shown) == [*read, "Leave this line out", "This is the whole name"]
    shown.answer("more than a name", read[-1])
    shown.look().done()
    assert section.players.get().name == choices[-1].partition(" ·")[0]


def test_a_whole_line_with_two_ids_can_be_read_in_no_way(desk: Client, event: Event) -> None:
    shown = preview(desk, event, f"{HEAD}Sean Gwen 1500 12345678 Sabin 12345679,{SOLE},,,\n")
    assert asked_of(shown) == ["Leave this line out", "This is the whole name"]
