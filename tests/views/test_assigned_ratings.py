"""An assigned rating is typed on the player's page and said where a director reads ratings (28D, 28E)."""

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import a_section, as_it_stands, imported, paired, played
from tests.html import Element, read, visit
from tests.rating_lists import a_list
from tests.views.pairing_page import proposed
from tests.views.registration_page import preview
from tests.views.test_exporting import as_rows, exported, sheets
from tournaments.formats import wallchart_csv
from tournaments.formats.records import RosterEntry
from tournaments.models import Section
from tournaments.selectors.files.filing import filed_sections
from tournaments.services import drafts, pairings, rosters
from tournaments.services.reasons import keep


@pytest.fixture
def section(kim: User) -> Section:
    """Ann, Bo and Cy are rated; Kai is unrated and known to be strong."""
    section = a_section(0, 4, by=kim, order="solkoff")
    people = {"Ann": 1900, "Bo": 1700, "Cy": 1500, "Kai": None}
    rosters.add_players(section, [RosterEntry(None, n, rating=r) for n, r in people.items()], by=kim)
    return as_it_stands(section)


def typed(desk: Client, section: Section, number: int, **fields: str) -> Any:
    address = at("edit-player", section, number)
    return visit(desk, address).form(address).send(desk, fields)


def assign(section: Section, kim: User, rating: int = 1650) -> None:
    rosters.edit_player(section.players.get(name="Kai"), assigned_rating=rating, by=kim)


def row_of(page: Element, name: str) -> str:
    return next(" ".join(row) for row in page.rows if any(name in cell for cell in row))


def test_it_is_typed_beside_the_rating_with_what_it_is_for(desk: Client, section: Section) -> None:
    page = visit(desk, at("edit-player", section, 4))
    field = page.one("#id_assigned_rating")
    said = "Pairs and numbers as this. Prizes go by the published rating (28D, 28E)."
    assert page.one(f"#{field['aria-describedby']}").text.startswith(said)
    assert page.one("label[for=id_assigned_rating]").text == "Assigned rating"
    assert typed(desk, section, 4, assigned_rating="1650").status_code == 302
    kai = section.players.get(name="Kai")
    assert (kai.rating, kai.assigned_rating) == (None, 1650)
    assert visit(desk, at("edit-player", section, 4)).one("#id_assigned_rating")["value"] == "1650"
    typed(desk, section, 4, assigned_rating="")
    assert section.players.get(name="Kai").assigned_rating is None


@pytest.mark.parametrize("wrong", ["0", "-5", "10000", "strong", "1432P12"])
def test_what_is_no_rating_is_told(desk: Client, section: Section, wrong: str) -> None:
    answer = typed(desk, section, 4, assigned_rating=wrong)
    assert answer.status_code == 422
    assert read(answer).one("#id_assigned_rating")["value"] == wrong
    assert section.players.get(name="Kai").assigned_rating is None


def test_once_round_1_is_paired_the_form_asks_for_the_reason(desk: Client, section: Section) -> None:
    paired(section, 1, "1 2\n3 4")
    refused = typed(desk, section, 4, assigned_rating="1650")
    assert refused.status_code == 422
    assert "Ratings are fixed once round 1 is paired (28H)" in read(refused)
    again = read(refused).form(at("edit-player", section, 4))
    assert again.send(desk, {"reason": "Beat two experts last week"}).status_code == 302
    log = visit(desk, at("section-log", section))
    assert "Beat two experts last week" in log
    assert "assigned rating: – → 1650" in log


def test_the_roster_says_it_beside_the_published_rating(desk: Client, section: Section, kim: User) -> None:
    assign(section, kim)
    rosters.edit_player(section.players.get(name="Cy"), assigned_rating=1600, by=kim)
    page = visit(desk, at("roster", section))
    assert "1500 1600 assigned" in row_of(page, "Cy")
    assert "1650 assigned" in row_of(page, "Kai")
    assert "assigned" not in row_of(page, "Bo")


def test_who_numbers_the_roster_has_seen_it(desk: Client, section: Section, kim: User) -> None:
    assign(section, kim, 1800)
    address = at("number-roster", section)
    form = visit(desk, at("roster", section)).form(address)
    assign(section, kim, 1850)
    assert form.send(desk).status_code == 409
    visit(desk, at("roster", section)).form(address).send(desk)
    assert section.players.get(name="Kai").number == 2


def test_the_lists_of_a_merge_a_split_and_of_quads_say_it(desk: Client, section: Section, kim: User) -> None:
    assign(section, kim)
    other = a_section(2, event=section.event, name="Reserve")
    rosters.add_players(section, [RosterEntry(None, name) for name in ("Di", "Ed", "Flo", "Gil")], by=kim)
    for address in (
        at("split-at", section, "rating-1600"),
        at("merge-with", other, section.pk),
        at("make-quads", section),
    ):
        assert "1650 assigned" in visit(desk, address), address


def test_the_pairing_page_says_which_rating_is_assigned(desk: Client, section: Section, kim: User) -> None:
    assign(section, kim)
    page = proposed(desk, section, 1)
    assert "1650 assigned" in page
    assert page.text.count("assigned") == 1


def test_the_bye_says_it_too(desk: Client, section: Section, kim: User) -> None:
    rosters.remove_player(section.players.get(name="Bo"), by=kim)
    assign(section, kim, 900)
    page = proposed(desk, section, 1)
    assert "900 assigned" in page.one(".bye")


def test_no_public_page_says_it(client: Client, desk: Client, section: Section, kim: User) -> None:
    assign(section, kim, 1777)
    drafts.keep(section, 1, drafts.propose(section, 1, lot="w"), by=kim)
    drafts.publish(section, 1, by=kim)
    for address in (
        *(at("standings", section), at("wall-chart", section), at("round", section, 1)),
        *(at("player", section, 4), at("board", section, 1, 1), at("board", section, 1, 2)),
        at("wall-chart-file", section),
    ):
        shown = client.get(address)
        assert shown.status_code == 200, address
        assert "1777" not in shown.content.decode()
        assert "assigned" not in shown.content.decode()


def test_the_preview_of_a_registration_file_names_its_column_and_what_it_would_do(
    desk: Client, section: Section, kim: User
) -> None:
    assign(section, kim)
    preview(desk, section.event, f"Name,Pairing Rating,Section\nKai,1650,{section.name}\n").done()
    file = f"Name,Rating,Pairing Rating,Section\nKai,,1700,{section.name}\nZoe,800,1450,{section.name}\n"
    shown = preview(desk, section.event, file)
    taken = {
        each.one("label").text: each.one("option[selected]").text
        for each in shown.page.all(".columns .field")
    }
    assert taken["Pairing Rating"] == "Assigned rating"
    assert "assigned rating 1650 → 1700" in shown.page
    assert "800 · 1450 assigned" in shown.page
    shown.done()
    assert section.players.get(name="Zoe").assigned_rating == 1450


def test_an_update_from_the_rating_list_shows_it_and_leaves_it_alone(
    desk: Client, section: Section, kim: User, settings: Any, tmp_path: Path
) -> None:
    settings.RATING_LIST = tmp_path / "rating-list.sqlite3"
    a_list()
    kai = section.players.get(name="Kai")
    rosters.edit_player(kai, name="Kai Alder", uscf_id="30000001", assigned_rating=1650, by=kim)
    address = reverse("update-ratings", args=[section.event.slug])
    page = visit(desk, address)
    assert "Pairs as 1650, which a director assigned: that stays." in page
    page.form(address).send(desk)
    kai.refresh_from_db()
    assert (kai.rating, kai.assigned_rating) == (1450, 1650)


def test_files_of_directors_have_it_beside_the_published_rating_and_no_report_does(
    desk: Client, section: Section, kim: User
) -> None:
    rosters.edit_player(section.players.get(name="Cy"), assigned_rating=1977, by=kim)
    played(section, 1, "1 3 WL\n2 4 WL")
    chart = exported(section, "wall-chart.csv").decode()
    assert "number,name,rating,assigned rating,r1" in chart
    assert "3,Cy,1500,1977,L1b" in chart
    assert "1977" not in exported(section, "fide.trf").decode()
    [filed] = filed_sections(section.event)
    assert {line.name: line.rating for each in filed.filed for line in each.record.lines}["Cy"] == 1500
    assert "ssigned rating" not in visit(desk, at("export", section)), "nothing is left out"
    (roster,) = map(as_rows, sheets(exported(section, "roster.xlsx")).values())
    assert [(row["Rating"], row["Assigned rating"]) for row in roster][2] == (1500, 1977)
    again = imported(wallchart_csv.read(chart), event=section.event, name="Again")
    assert again.players.get(name="Cy").assigned_rating == 1977


# --- in public ----------------------------------------------------------------------------------

SAID = "Ratings that the director assigned count here."
RULE = "Ratings that the director assigned count here (28D, 28E)."
EN_ESPANOL = "Aquí cuentan los ratings que asignó el director"


def posted(kim: User, number: int = 1, *, assigned: dict[str, int]) -> Section:
    """Bo's published rating is above Cy's."""
    section = a_section(0, 3, by=kim, order="solkoff")
    ratings = {"Ann": 1900, "Bo": 1500, "Cy": 1400}
    rosters.add_players(section, [RosterEntry(None, n, rating=r) for n, r in ratings.items()], by=kim)
    for name, rating in assigned.items():
        rosters.edit_player(section.players.get(name=name), assigned_rating=rating, by=kim)
    drafts.keep(section, number, drafts.propose(section, number, lot="w"), by=kim)
    drafts.publish(as_it_stands(section), number, by=kim)
    keep(section.pk, number)
    return as_it_stands(section)


def test_a_bye_by_an_assigned_rating_says_that_such_count_and_neither_whose_nor_which(
    client: Client, kim: User
) -> None:
    section = posted(kim, assigned={"Bo": 800})
    address = at("bye", section, 1, 2)
    page = visit(client, address)
    lowest = "It goes to the lowest rated of the lowest score group who can have it."
    assert page.one(".reason").text.endswith(f"{lowest} {SAID}")
    assert RULE in page.texts(".by-rules .rule")
    assert "800" not in page
    assert EN_ESPANOL in visit(client, f"/es{address}").one(".reason").text


def test_a_board_says_it_too(client: Client, kim: User) -> None:
    section = posted(kim, assigned={"Bo": 800})
    page = visit(client, at("board", section, 1, 1))
    assert page.one(".reason").text.endswith(f"{SAID}")
    assert RULE in page.texts(".by-rules .rule")


def test_where_nobody_who_was_paired_has_one_nothing_is_said(client: Client, kim: User) -> None:
    section = posted(kim, assigned={})
    rosters.edit_player(section.players.get(name="Bo"), assigned_rating=800, reason="known", by=kim)
    for address in (at("bye", section, 1, 3), at("board", section, 1, 1)):
        assert "director assigned" not in visit(client, address)


def test_a_board_that_the_director_set_does_not_go_by_it(client: Client, kim: User, section: Section) -> None:
    assign(section, kim)
    paired(section, 1, "1 2\n4 3")
    pairings.publish(section, 1, by=kim)
    keep(section.pk, 1)
    page = visit(client, at("board", section, 1, 1))
    assert "Paired by the director." in page
    assert "director assigned" not in page
