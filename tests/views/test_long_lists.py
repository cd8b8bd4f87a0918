"""Lists that no section has: refused in words, soon, and with nothing stored."""

from time import process_time
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.factories import EntryFactory, SectionFactory, a_section
from tests.html import read
from tests.largest_files import a_name
from tests.sign_in import signed_in
from tests.views.registration_page import preview
from tournaments.errors import LISTED, Refused, Trouble
from tournaments.models import Event, Player, Section
from tournaments.services import pairings, rosters

TWO_MEGABYTES = 2_000_000
SECONDS = 5


def full(line: str, head: str = "") -> str:
    """Two megabytes of these lines; ``{n}`` in them counts."""
    lines, length = [head], 0
    while length < TWO_MEGABYTES:
        lines.append(line.format(n=len(lines), m=10_000_000 + len(lines)))
        length += len(lines[-1]) + 1
    return "\n".join(lines)


@pytest.fixture
def empty(event: Event) -> Section:
    return SectionFactory.create(event=event, rounds=3)


@pytest.mark.parametrize(
    ("name", "text", "more"),
    [
        ("import-roster", full('"Doe{n}, Jane",{m},1500'), {}),
        ("import-roster", full("x{n},zz,yy"), {}),
        ("import-roster", full("Ann,12345678,1200"), {}),
        ("import-wallchart", full("{n},Name {n},W1,L2,D3", "no,name,r1,r2,r3"), {"step": "solkoff"}),
        ("import-wallchart", full("{n},Name {n},Q,Q,Q", "no,name,r1,r2,r3"), {"step": "solkoff"}),
    ],
    ids=["players", "no players", "one ID", "a wall chart", "no wall chart"],
)
def test_two_megabytes_are_refused_within_seconds(
    kim: User, empty: Section, name: str, text: str, more: dict[str, Any]
) -> None:
    begun = process_time()
    address = reverse(name, args=[empty.event.slug, empty.slug])
    answer = signed_in(kim).post(address, {"text": text, **more})
    assert process_time() - begun < SECONDS
    assert answer.status_code == 422
    assert "the list of a section has at most 10000" in read(answer)
    assert not Player.objects.exists()


@pytest.mark.parametrize("cell", ["Q", "W1", "W1@3w"])
def test_a_wide_wall_chart_is_refused_within_seconds(kim: User, empty: Section, cell: str) -> None:
    heads = ",".join(f"r{n}" for n in range(1, 66))
    lines = "\n".join(f"{n},Name {n}" + f",{cell}" * 65 for n in range(1, 4000))
    begun = process_time()
    address = reverse("import-wallchart", args=[empty.event.slug, empty.slug])
    answer = signed_in(kim).post(address, {"text": f"no,name,{heads}\n{lines}", "step": "solkoff"})
    assert process_time() - begun < SECONDS
    assert answer.status_code == 422
    assert "the list of a section has at most 100000" in read(answer)
    assert not Player.objects.exists()


def test_two_megabytes_of_pairings_are_refused_within_seconds(kim: User, event: Event) -> None:
    section = a_section(event=event, players=4)
    begun = process_time()
    with pytest.raises(Refused, match="These are"):
        pairings.pair(section, 1, full("{n} {m}"), by=kim)
    assert process_time() - begun < SECONDS


def test_a_section_has_so_many_entries_and_not_one_more(
    kim: User, empty: Section, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "SECTION_ENTRIES", 3)
    rosters.add_players(empty, [EntryFactory.create() for _ in range(3)], by=kim)
    with pytest.raises(Refused, match="at most 3 entries, and this would make 4"):
        rosters.add_players(empty, [EntryFactory.create()], by=kim)
    monkeypatch.setattr(settings, "SECTION_ENTRIES", 4)
    rosters.add_players(empty, [EntryFactory.create()], by=kim)
    assert empty.players.count() == 4


def test_a_wall_chart_of_too_many_is_refused(
    kim: User, empty: Section, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "SECTION_ENTRIES", 3)
    chart = "no,name,r1\n1,Ann,W2\n2,Ben,L1\n3,Cy,W4\n4,Dee,L3"
    address = reverse("import-wallchart", args=[empty.event.slug, empty.slug])
    answer = signed_in(kim).post(address, {"text": chart, "step": "solkoff"})
    assert answer.status_code == 422
    assert "at most 3 entries" in read(answer)
    assert not Player.objects.exists()


def test_two_hundred_problems_are_listed_and_the_others_counted(kim: User, empty: Section) -> None:
    lines = "\n".join(f'"Doe {n}",no ID' for n in range(LISTED + 7))
    answer = signed_in(kim).post(
        reverse("import-roster", args=[empty.event.slug, empty.slug]), {"text": lines}
    )
    rows = read(answer).all("table.troubles tbody tr")
    assert len(rows) == LISTED + 1
    assert rows[-1].text == "and 7 more. Correct these to see the rest."
    assert f"there are {LISTED + 7} problems" in read(answer)


def test_two_hundred_problems_are_listed_whole() -> None:
    refused = Refused("Nothing was saved.", [Trouble("line 1", "x", "y")] * LISTED)
    assert len(refused.troubles) == LISTED
    assert not refused.rest


@pytest.mark.parametrize("name", ["import-roster", "import-wallchart", "prizes"])
def test_a_refused_text_is_shown_once_and_quoted_shortly(name: str, kim: User, empty: Section) -> None:
    text = ('"</textarea>' + '"' * 499_988) * 2
    address = reverse(name, args=[empty.event.slug, empty.slug])
    answer = signed_in(kim).post(address, {"text": text, "step": "solkoff"})
    assert answer.status_code == 422
    assert len(answer.content) < len(text) + 50_000
    assert read(answer).one("textarea[name=text]").text.strip() == text


def test_a_problem_quotes_as_much_as_a_line_of_prizes_may_say() -> None:
    [trouble] = Refused("Nothing was saved.", [Trouble("line 1", "x" * 501, "y")]).troubles
    assert trouble.read == "x" * 499 + "…"


def test_a_column_of_seven_hundred_values_is_no_list_of_sections(desk: Client, event: Event) -> None:
    lines = "".join(f'"{a_name(n)}",Coach {n % 700},Open\n' for n in range(5_000))
    begun = process_time()
    shown = preview(desk, event, f"Name,Section,Level\n{lines}")
    assert process_time() - begun < SECONDS
    assert len(str(shown.page)) < 200_000
    assert shown.page.one(".notice.error").text == (
        "The column Section is read as Section and has 700 different values, such as Coach 0; Coach 1;"
        " Coach 2. At most 60 new sections can be imported at once. Nothing was saved. Choose another column"
        " as Section below."
    )
    assert "Import" not in shown.page.texts("button")
    assert shown.send("import").status_code == 422
    assert not Player.objects.exists()

    shown.choose("Section", "")
    shown.choose("Level", "section")
    shown = shown.look()
    assert shown.page.texts(".notice.error") == []
    assert "5000 to add" in shown.page
