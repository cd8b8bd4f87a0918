"""The lines of a wall chart file that say how it is paired come along with the import."""

from typing import Any

import pytest
from django.test import Client

from tests.addresses import at
from tests.factories import a_section
from tests.html import read
from tiebreaks.models import PostedOrder
from tournaments.models import Event, Player, Section
from tournaments.pairing.options import read as options_in
from tournaments.selectors.entries.apart import kept_apart, typed

pytestmark = pytest.mark.django_db

CHART = "number,name,r1\n1,Ann,W2w\n2,Bob,L1b\n3,Cy,W4w\n4,Di,L3b\n"
SAID = "# option: teams=plus_two\n# no pair: 1 3\n# no pair: 4 2\n"


@pytest.fixture
def empty(event: Event) -> Section:
    return a_section(0, 3, event=event, name="Open")


def imported(desk: Client, section: Section, text: str) -> Any:
    address = at("import-wallchart", section)
    return desk.post(address, {"text": text, "step": "solkoff"}, follow=True)


def test_options_and_pairs_that_are_kept_apart_are_imported_and_posted(desk: Client, empty: Section) -> None:
    imported(desk, empty, SAID + CHART)
    empty.refresh_from_db()
    assert empty.players.count() == 4
    assert options_in(empty.pairing_options).teams == "plus_two"
    assert options_in(PostedOrder.objects.get().pairing).teams == "plus_two", "as the order is, with it"
    assert typed(kept_apart(empty)) == "1-3, 2-4"
    assert not any(row.asked for row in kept_apart(empty))


def test_what_the_import_does_not_take_is_named(desk: Client, empty: Section) -> None:
    page = read(imported(desk, empty, "# color: black\n# bye: 2\n" + CHART))
    assert "Not imported: the line “# bye”. The pairing of a round has it." in page
    assert "# color" not in page.one("main"), "round 1 tells it"
    other = a_section(0, 3, event=empty.event, name="Reserve")
    page = read(imported(desk, other, "# color: black\nnumber,name,r1\n1,Ann,\n2,Bob,\n"))
    assert "Not imported: the line “# color”. The pairing of a round has it." in page


def test_a_section_that_keeps_more_rounds_than_the_file_plans_says_so(desk: Client, empty: Section) -> None:
    page = read(imported(desk, empty, "# rounds: 2\n" + CHART))
    assert "Not imported: the line “# rounds: 2”. The section keeps its 3 rounds." in page
    empty.refresh_from_db()
    assert empty.rounds == 3
    for name, text in (("Reserve", CHART), ("Novice", "# rounds: 3\n" + CHART)):
        other = a_section(0, 3, event=empty.event, name=name)
        assert "# rounds" not in read(imported(desk, other, text)).one("main"), "no other number is planned"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("# option: teams=maybe", "one of off, plus_two, if_required, never"),
        ("# no pair: 1", "two or more numbers"),
        ("# no pair: 1 9", "no player has number 9"),
        ("# color: red", "white or black"),
    ],
)
def test_a_line_that_cannot_be_right_is_a_problem_and_nothing_is_imported(
    desk: Client, empty: Section, line: str, said: str
) -> None:
    page = read(imported(desk, empty, f"{line}\n{CHART}"))
    assert "Nothing was saved" in page
    assert said in page
    assert not Player.objects.filter(section=empty).exists()


def test_a_file_without_such_lines_leaves_the_options_of_the_section(desk: Client, empty: Section) -> None:
    Section.objects.filter(pk=empty.pk).update(pairing_options="teams=never")
    imported(desk, empty, CHART)
    empty.refresh_from_db()
    assert options_in(empty.pairing_options).teams == "never"
