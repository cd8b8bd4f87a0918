"""Flyers of teams and quads: clubs, boards, tables that are missing, a prize in each quad."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import EventFactory, a_section, as_it_stands
from tests.html import Element, read, visit
from tournaments.formats.flyer import prize_lines
from tournaments.models import Event, Role, Section, Staff, TeamTable
from tournaments.services import regrouping

CHECK = "Create the team tables that are missing"


@pytest.fixture
def event(kim: User) -> Event:
    event = EventFactory.create()
    Staff.objects.create(event=event, user=kim, role=Role.CHIEF)
    return event


@pytest.fixture
def section(event: Event, kim: User) -> Section:
    return a_section(8, event=event, by=kim, name="K-3")


def send(desk: Client, event: Event, text: str, do: str = "look", **more: str) -> Element:
    address = reverse("flyer", args=[event.slug])
    return read(desk.post(address, {"text": text, "do": do, **more}, follow=True))


def expected(page: Element) -> list[tuple[str, str]]:
    """Of each problem, where it is and what was expected."""
    rows = [row.texts("td") for row in page.all(".troubles tbody tr")]
    return [(row[0], row[2]) for row in rows]


def test_a_flyer_that_replaces_prizes_names_the_team_trophies_that_are_kept(
    desk: Client, event: Event, section: Section
) -> None:
    send(desk, event, "K-3\n1st place trophy\nTop team", "save", make_tables="on")
    table = TeamTable.objects.get()
    page = send(desk, event, "K-3\nTop 2 trophies")
    assert "Kept: K-3 teams, 1 team trophy." in page
    assert page.link("K-3 teams") == reverse("edit-table", args=[event.slug, table.slug])
    assert "Kept:" not in send(desk, event, "K-3\nTop 2 trophies", add="on")
    assert "Kept:" not in send(desk, event, "K-3\nTop 2 trophies\nTop 2 teams")


# --- clubs and boards -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "read_as"),
    [
        ("Top 3 clubs", ["1st–3rd team trophies"]),
        ("Trophies to top 5, top 3 clubs", ["top 5 trophies", "1st–3rd team trophies"]),
        ("1st place club trophy", ["1st place team trophy"]),
        ("Top 2 chess clubs (top 4 players count)", ["1st–2nd team trophies"]),
        # Those of a club are no team.
        ("Top club member", ["Top club member"]),
        ("Top marked chess club", ["Top marked chess club"]),
    ],
)
def test_a_club_is_a_team_and_its_members_are_none(line: str, read_as: list[str]) -> None:
    assert prize_lines(line) == read_as


@pytest.mark.parametrize(
    ("line", "read_as"),
    [
        ("1st board", ["Director’s choice “Best score on board 1”"]),
        ("First board: trophy", ["Director’s choice “Best score on board 1” trophy"]),
        ("Best score on board 2 $50", ["Director’s choice “Best score on board 2” $50"]),
        (
            "Medals to 1st board and 2nd board",
            [f"Director’s choice “Best score on board {board}” medal" for board in (1, 2)],
        ),
        (
            "Best scores on boards 1-2: $25 each",
            [f"Director’s choice “Best score on board {board}” $25" for board in (1, 2)],
        ),
    ],
)
def test_a_prize_for_a_board_is_one_that_the_director_gives_by_hand(line: str, read_as: list[str]) -> None:
    assert prize_lines(line) == read_as


def test_a_prize_on_each_board_asks_for_a_line_for_each(desk: Client, section: Section) -> None:
    page = send(desk, section.event, "K-3:\nTop 3\nBoard prizes: top score on each board")
    told = "a line for each board, such as Best score on board 1, or Best score on boards 1–4"
    assert expected(page) == [("line 3", told)]


# --- quads ------------------------------------------------------------------------------------------

IN_EACH = "$50 to 1st in each quad"


def test_a_prize_in_each_quad_is_first_place_of_every_quad_and_of_no_other_section(
    desk: Client, section: Section, event: Event, kim: User
) -> None:
    other = a_section(6, event=event, by=kim, name="Open")
    regrouping.make_quads(section, name="Quad", by=kim)
    assert not expected(send(desk, event, IN_EACH, "save"))
    prizes = dict(event.sections.values_list("name", "prizes"))
    assert (prizes["Quad 1"], prizes["Quad 2"]) == ("1st place $50", "1st place $50")
    assert as_it_stands(other).prizes == as_it_stands(section).prizes == ""
    send(desk, event, "Quads:\nTrophy to the winner of each quad", "save", add="on")
    assert event.sections.get(name="Quad 2").prizes == "1st place $50\n1st place trophy"


def test_without_quads_the_line_says_how_to_get_there_and_the_text_stays(
    desk: Client, section: Section, event: Event
) -> None:
    page = send(desk, event, f"K-3:\nTop girl\nAll sections:\n{IN_EACH}", "save")
    ((where, told),) = expected(page)
    assert where == "line 4"
    assert told.startswith("quads in this event, and no section is one yet. Cut a section into quads")
    assert page.one("textarea").text.endswith(IN_EACH)
    ((where, told),) = expected(send(desk, event, f"K-3: {IN_EACH}"))
    assert where == "line 1"
    assert told.startswith("a section of quads, which K-3 is not. Write the prize without “in each quad”")
    assert as_it_stands(section).prizes == ""


def test_the_quads_of_a_section_keep_its_prizes(
    section: Section, event: Event, desk: Client, kim: User
) -> None:
    send(desk, event, "K-3: $50 to 1st", "save")
    regrouping.make_quads(as_it_stands(section), name="Quad", by=kim)
    assert event.sections.get(name="Quad 2").prizes == "1st place $50"


# --- the team tables --------------------------------------------------------------------------------

TEAMS = "K-3:\nTop 3\nTop 2 clubs (top 3 players count)"


def test_a_team_table_that_is_missing_is_created_with_the_prizes_if_that_is_checked(
    desk: Client, section: Section, event: Event
) -> None:
    page = send(desk, event, TEAMS)
    ((where, told),) = expected(page)
    assert where == "line 3"
    assert f"Check “{CHECK}”" in told
    assert CHECK in page
    address = reverse("flyer", args=[event.slug])
    assert page.form(address, holding="make_tables").fields["text"] == [TEAMS]
    page = send(desk, event, TEAMS, make_tables="on")
    assert not expected(page)
    assert "The team table K-3 teams is created." in page
    assert "Team trophies need a team table" not in page
    assert "K-3 teams: the best 3 players of a team count (now 4)." in page
    assert not TeamTable.objects.exists()
    preview = next(form for form in page.forms if form.action == address)
    preview.send(desk, {"do": "save"})
    table = TeamTable.objects.get()
    assert (table.name, table.best, table.place_trophies) == ("K-3 teams", 3, 2)
    assert [each.pk for each in table.sections.all()] == [section.pk]
    assert as_it_stands(section).prizes == "1st–3rd trophies"
    assert "K-3 teams" in visit(desk, reverse("edit-event", args=[event.slug]))


def test_the_page_after_a_flyer_created_a_team_table_asks_for_its_order_with_the_link(
    desk: Client, section: Section, event: Event
) -> None:
    page = send(desk, event, TEAMS, "save", make_tables="on")
    assert "The team tiebreak order of K-3 teams is not posted" in page
    assert page.link("Post it first") == at("team-order", TeamTable.objects.get())
    assert "is not posted" not in send(desk, event, "K-3\nTop 2 trophies"), "a preview is about the prizes"


def test_a_table_is_created_only_where_team_trophies_have_none(
    desk: Client, section: Section, event: Event, kim: User
) -> None:
    other = a_section(2, event=event, by=kim, name="K-5")
    send(desk, event, f"{TEAMS}\nK-5:\nTop 3", "save", make_tables="on")
    send(desk, event, f"{TEAMS}\nK-5:\nTop 4", "save", make_tables="on")
    assert TeamTable.objects.count() == 1
    assert as_it_stands(other).prizes == "1st–4th trophies"
