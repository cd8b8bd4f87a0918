"""One menu and one breadcrumb on every page of the desk, whatever its address begins with."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.addresses import at
from tests.factories import UserFactory, a_section, games_of
from tests.html import Element, visit
from tests.sign_in import signed_in
from tiebreaks.models import FinalSheet
from tournaments.models import Role, Section, Staff
from tournaments.services import teams, visibility
from tournaments.views.menu import OF_SECTION

PAGES = [entry.page for entry in OF_SECTION]


@pytest.fixture
def of_kim(section: Section, kim: User) -> Section:
    Staff.objects.create(event=section.event, user=kim, role=Role.CHIEF)
    return section


def menu_of(page: Element) -> list[tuple[str, str]]:
    return [(link.text, link["href"]) for link in page.all(".mainmenu li a")]


@pytest.mark.parametrize("name", PAGES)
def test_every_page_of_a_section_has_the_same_menu_and_says_where_it_is(
    name: str, of_kim: Section, desk: Client
) -> None:
    page = read_through(desk, at(name, of_kim))
    assert menu_of(page) == menu_of(visit(desk, at("edit-section", of_kim)))
    (current,) = page.all(".mainmenu [aria-current]")
    assert current["href"] == at(name, of_kim)
    # On a phone the menu is closed: its head says where one is.
    assert page.one(".mainmenu summary b").text == current.text
    crumbs = [crumb["href"] for crumb in page.all(".crumbs a")]
    assert crumbs == [reverse("desk-event", args=[of_kim.event.slug]), at("desk-section", of_kim)]


def test_every_page_of_a_final_section_says_so_with_the_way_back_for_the_chief(
    of_kim: Section, desk: Client, kim: User
) -> None:
    final = f"{of_kim} has been final since"
    pages = ["desk-section", "roster", "edit-section", "section-log", "prizes"]
    assert not [name for name in pages if final in read_through(desk, at(name, of_kim))]
    FinalSheet.objects.create(
        standings=of_kim.standings,
        number=1,
        stamp=of_kim.stamp,
        sheet="{}",
        keys={},
        sha256="0" * 64,
        finished_at=timezone.now(),
    )
    for name in pages:
        notice = read_through(desk, at(name, of_kim)).one(".readonly")
        assert final in notice, name
        assert notice.links == [at("final", of_kim), at("finish", of_kim)], name
        assert "no-print" in notice["class"], name
    # What cannot be saved cannot be typed; the log can be searched still.
    assert not [name for name in pages if can_type(desk, of_kim, name) is not (name == "section-log")]
    # Of a player, too, whose page finds no section by its address.
    assert final in visit(desk, at("edit-player", of_kim, 1)).one(".readonly")
    Staff.objects.filter(user=kim).update(role=Role.ASSISTANT)
    notice = visit(desk, at("roster", of_kim)).one(".readonly")
    assert (notice.links, "The chief can reopen it." in notice) == ([at("final", of_kim)], True)


def can_type(desk: Client, section: Section, name: str) -> bool:
    return not read_through(desk, at(name, section)).all("fieldset.asis[disabled]")


def test_an_archived_section_shows_its_pages_without_a_form_that_can_be_sent_and_the_way_back(
    of_kim: Section, desk: Client, kim: User
) -> None:
    assert can_type(desk, of_kim, "roster")
    visibility.archive(of_kim, hide=False, by=kim)
    for name in ("desk-section", "roster", "order", "edit-section"):
        assert not can_type(desk, of_kim, name), name
        assert at("visibility", of_kim) in read_through(desk, at(name, of_kim)).one(".readonly").links
    assert can_type(desk, of_kim, "visibility")


def read_through(desk: Client, path: str) -> Element:
    """The page itself, or the one that it leads to."""
    answer = desk.get(path)
    return visit(desk, answer.headers.get("Location", path))


def test_pages_under_a_page_have_its_line_of_the_menu(of_kim: Section, desk: Client) -> None:
    board = games_of(of_kim, 2)[0]
    for path, words in (
        (reverse("ruling", args=[board.pk]), "Rounds"),
        (at("edit-player", of_kim, 1), "Roster"),
        (at("import-roster", of_kim), "Roster"),
        (at("checklist", of_kim), "Ceremony"),
        (at("visibility", of_kim), "Setup"),
    ):
        assert visit(desk, path).one(".mainmenu [aria-current]").text == words, path


def test_every_line_of_a_menu_leads_to_a_page(of_kim: Section, desk: Client, kim: User) -> None:
    table = teams.make_table(of_kim.event, name="Schools", sections=[of_kim], by=kim)
    for start in (
        at("roster", of_kim),
        at("edit-table", table),
        reverse("edit-event", args=[of_kim.event.slug]),
    ):
        for words, path in menu_of(visit(desk, start)):
            assert desk.get(path, follow=True).status_code == 200, words


def test_a_menu_offers_what_the_role_of_its_reader_may_see(section: Section) -> None:
    helper = UserFactory.create()
    Staff.objects.create(event=section.event, user=helper, role=Role.SCOREKEEPER)
    client = signed_in(helper)
    page = visit(client, at("desk-round", section, 1))
    assert [words for words, _path in menu_of(page)] == ["Rounds", "Public page"]
    page = visit(client, reverse("desk-event", args=[section.event.slug]))
    assert [words for words, _path in menu_of(page)] == ["Sections", "Check-in", "Public page"]


def test_the_menu_of_a_draft_leads_to_its_preview(of_kim: Section, desk: Client, kim: User) -> None:
    visibility.set_hidden(of_kim, True, by=kim)
    assert menu_of(visit(desk, at("roster", of_kim)))[-1] == ("Preview", f"/preview{at('standings', of_kim)}")


def test_a_section_of_teams_has_no_extra_games_and_no_team_tables(desk: Client, kim: User) -> None:
    section = a_section(2, 1, by=kim, boards=2)
    words = [words for words, _path in menu_of(visit(desk, at("roster", section)))]
    assert "Extra games" not in words
    assert "Team tables" not in words


def test_what_can_be_printed_is_on_one_page(of_kim: Section, desk: Client) -> None:
    page = visit(desk, at("print", of_kim))
    for words in (
        "Pairings of round 2, by board, for the wall",
        "Wall chart",
        "The posted tiebreak order, with a code for phones",
        "Check-in list to tick by hand",
        "Codes for the check-in",
        "Standings, forty to a page, with a code for phones",
        "Trophies",
        "Receipts for cash prizes",
    ):
        assert desk.get(page.link(words)).status_code == 200
    headings = page.texts("main h2, main summary")
    assert headings[-5:] == ["Before round 1", "Round 2", "Round 1", "Standings", "Prizes"]


def test_the_team_tables_and_the_final_order_of_a_section_are_among_what_is_printed(
    of_kim: Section, desk: Client, kim: User
) -> None:
    table = teams.make_table(of_kim.event, name="Schools", sections=[of_kim], by=kim)
    page = visit(desk, at("print", of_kim))
    assert page.link("Standings of Schools") == reverse("teams", args=[of_kim.event.slug, table.slug])
    assert "Trophy order" not in page


def test_the_page_of_winners_is_called_awards_wherever_it_is_named(of_kim: Section, desk: Client) -> None:
    for name in ("prizes", "ceremony", "ties", "desk-event", "edit-event"):
        where = [of_kim.event.slug] if name.endswith("event") else [of_kim.event.slug, of_kim.slug]
        page = visit(desk, reverse(name, args=where))
        named = {link.text for link in page.all("a") if link["href"] == at("awards", of_kim)}
        assert named == {"Awards"}, name


def test_the_link_that_skips_to_the_content_skips_the_menu_too(of_kim: Section, desk: Client) -> None:
    answer = desk.get(at("roster", of_kim)).content.decode()
    assert visit(desk, at("roster", of_kim)).one("a.skip")["href"] == "#content"
    assert answer.index('class="mainmenu"') < answer.index('id="content"') < answer.index("<h1")
