"""Pages of a whole event as spreadsheets: what a page shows, for who may see the page, and nothing more."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import EntryFactory, UserFactory, a_section, enter, games_of, paired, played
from tests.html import visit
from tests.sign_in import signed_in
from tests.views.test_ceremony import announce
from tests.views.test_exporting import as_rows, sheets
from tournaments.errors import ReadOtherwise
from tournaments.models import Event, Role, Section, Staff
from tournaments.services import check_in, prizes, rosters, teams
from tournaments.services.ceremony import freeze
from tournaments.services.verifying import verify


@pytest.fixture
def section(kim: User) -> Section:
    """Ann and Cy of Elm, Bo of Fir; Ann has won, and Cy has not paid."""
    section = a_section(0, 1, by=kim, name="K-1", order="solkoff")
    typed = [("Ann Alder", "Elm", 20_00), ("Bo Birch", "Fir", 25_50), ("=Cy", "Elm", None)]
    for name, team, cents in typed:
        entry = EntryFactory.create(name=name, team=team, uscf_id="12345678" if name == "Ann Alder" else "")
        rosters.add_players(section, [entry], by=kim)
        if cents:
            check_in.pay(section.event, section.players.get(name=name).pk, cents, by=kim)
    return section


def taken(desk: Client, event: Event, file: str) -> dict[str, list[list[Any]]]:
    answer = desk.get(reverse("event-file", args=[event.slug, file]))
    assert answer.status_code == 200, file
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{event.slug}-{file}"'
    return sheets(answer.content)


@pytest.mark.parametrize(
    ("shown_on", "file"),
    [
        ("event-ceremony", "ceremony.xlsx"),
        ("desk-event", "teams.xlsx"),
        ("desk-event", "fees.xlsx"),
        ("check-in", "check-in.xlsx"),
        ("schools", "schools.xlsx"),
        ("edit-event", "boards.xlsx"),
        ("people", "people.xlsx"),
    ],
)
def test_each_page_with_a_table_leads_to_its_spreadsheet_which_others_do_not_get(
    shown_on: str, file: str, section: Section, kim: User, desk: Client, client: Client
) -> None:
    event = section.event
    teams.make_table(event, name="Schools", sections=[section], minimum=1, place_trophies=1, by=kim)
    a_section(4, event=event, by=kim, name="K-3")
    played(section, 1, "1 2 WL\n3 U")
    announce(section, "1st place $10")
    address = reverse("event-file", args=[event.slug, file])
    assert address in visit(desk, reverse(shown_on, args=[event.slug])).links
    taken(desk, event, file)
    assert signed_in(UserFactory.create()).get(address).status_code == 404
    assert client.get(address).status_code == 302


def test_a_file_of_another_name_is_not_there(section: Section, desk: Client) -> None:
    assert desk.get(reverse("event-file", args=[section.event.slug, "ids.xlsx"])).status_code == 404


def test_the_ceremony_has_every_section_in_calling_order_with_amounts_as_numbers(
    section: Section, kim: User, desk: Client
) -> None:
    other = a_section(2, 1, event=section.event, by=kim, name="Reserve", order="solkoff")
    played(section, 1, "1 2 WL\n3 U")
    played(other, 1, "1 2 DD")
    announce(section, "1st place trophy\n1st place $12.50\nU800 $5")
    announce(other, "1st place $40\n2nd place $20")
    freeze(other, by=kim)
    (rows,) = map(as_rows, taken(desk, section.event, "ceremony.xlsx").values())
    one, two = (other.players.get(number=number).name for number in (1, 2))
    together = "1st place $40 and 2nd place $20, shared by 2"
    assert [(row["Section"], row["Award"], row["Winner"], row["Amount"]) for row in rows] == [
        ("K-1", "1st place trophy", "Ann Alder", ""),
        ("K-1", "1st place $12.50", "Ann Alder", 12.5),
        ("K-1", "U800 $5", "", ""),
        ("Reserve", together, one, 30),
        ("Reserve", together, two, 30),
    ]
    assert [row["Note"] for row in rows][2:] == ["nobody: No one qualifies (32C3).; not frozen", "", ""]
    own = sheets(desk.get(at("export-file", section, "ceremony.xlsx")).content)
    assert [row["Award"] for row in as_rows(own["Ceremony"])] == [row["Award"] for row in rows[:3]]


def test_check_in_has_who_is_missing_first_and_fees_as_money(
    section: Section, kim: User, desk: Client
) -> None:
    check_in.check_in(section.event, section.players.get(name="Bo Birch").pk, by=kim)
    (rows,) = map(as_rows, taken(desk, section.event, "check-in.xlsx").values())
    assert [(row["State"], row["Name"], row["Fee"]) for row in rows] == [
        ("missing", "=Cy", "not paid"),
        ("missing", "Alder, Ann", 20),
        ("here", "Birch, Bo", 25.5),
    ]
    assert "12345678" not in str(rows)


def test_fees_and_schools_are_those_of_the_pages(section: Section, desk: Client) -> None:
    (paid,) = map(as_rows, taken(desk, section.event, "fees.xlsx").values())
    assert paid == [{"Section": "K-1", "Entries": 3, "Entries paid": 2, "Paid": 45.5}]
    (found,) = map(as_rows, taken(desk, section.event, "schools.xlsx").values())
    assert [(row["School"], row["Players"]) for row in found] == [("Elm", 2), ("Fir", 1)]


def test_the_log_has_every_change_of_each_section(section: Section, kim: User, desk: Client) -> None:
    prizes.announce(section, "1st place trophy", by=kim)
    page = visit(desk, at("section-log", section))
    shown = page.texts(".log:not(.verified) bdi")
    rows = as_rows(taken(desk, section.event, "log.xlsx")["K-1"])
    assert [row["What"] for row in rows] == [text for text in shown if text in {r["What"] for r in rows}]
    assert len(rows) == len(page.all(".log:not(.verified) li")) > 1
    assert {row["By"] for row in rows} == {"Kim Okafor"}
    links = [
        *(page.link(f"{words} (XLSX)") for words in ("Log of this section", "Logs of all sections")),
    ]
    everything = reverse("event-file", args=[section.event.slug, "log.xlsx"])
    assert links == [at("export-file", section, "log.xlsx"), everything]


# --- the rating report ------------------------------------------------------------------------------


def test_what_the_rating_report_lacks_has_a_line_for_each_place_and_is_the_chiefs_alone(
    section: Section, desk: Client
) -> None:
    event = section.event
    played(section, 1, "1 2 WL\n3 U")
    address = reverse("rating-report-file", args=[event.slug, "problems.xlsx"])
    assert address in visit(desk, reverse("rating-report", args=[event.slug])).links
    answer = desk.get(address)
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{event.slug}-problems.xlsx"'
    [(name, (heads, *rows))] = sheets(answer.content).items()
    assert (name, heads) == ("Rating report", ["What", "Section", "Finding", "Where"])
    assert ["Problem", "The event", "Missing:", "Affiliate ID"] in rows
    [without] = [row for row in rows if row[2] == "No US Chess ID:"]
    assert without[:2] == ["Problem", "K-1"]
    assert "Birch" in without[3]
    assert {row[1] for row in rows} == {"The event", "K-1"}
    assistant = UserFactory.create()
    Staff.objects.create(event=event, user=assistant, role=Role.ASSISTANT)
    assert signed_in(assistant).get(address).status_code in {403, 404}


def test_the_people_of_an_event_are_for_its_chiefs_alone(section: Section, kim: User, desk: Client) -> None:
    ann = UserFactory.create(first_name="Ann", last_name="Ash")
    Staff.objects.create(event=section.event, user=ann, role=Role.ASSISTANT)
    (rows,) = map(as_rows, taken(desk, section.event, "people.xlsx").values())
    assert [(row["Name"], row["Role"]) for row in rows] == [
        (kim.get_full_name(), Role.CHIEF.label),
        ("Ann Ash", Role.ASSISTANT.label),
    ]
    assert rows[0]["Last entry"]
    address = reverse("event-file", args=[section.event.slug, "people.xlsx"])
    assert signed_in(ann).get(address).status_code == 404


def test_boards_in_a_row_are_now_and_as_one_press_would_number_them(
    section: Section, kim: User, desk: Client
) -> None:
    a_section(4, event=section.event, by=kim, name="K-3")
    (rows,) = map(as_rows, taken(desk, section.event, "boards.xlsx").values())
    assert [(row["Section"], row["Boards now"], row["One after another"]) for row in rows] == [
        ("K-1", "1", "1"),
        ("K-3", "1–2", "2–3"),
    ]
    assert rows[0]["Shared"] == "1: K-3 too"


def test_the_second_pass_tells_what_stands_only_where_it_was_read_twice(kim: User, desk: Client) -> None:
    section = a_section(8, 1, by=kim, name="Open")
    paired(section, 1, "1 2\n3 4\n5 6\n7 8", publish=True)
    games = games_of(section, 1)
    for game, result in zip(games, ("WL", "DD", "WL"), strict=False):
        enter(game, result)
    games = games_of(section, 1)
    verify(games[0], "WL", by=kim)
    with pytest.raises(ReadOtherwise):
        verify(games[1], "LW", by=kim)
    page = visit(desk, at("verify", section, 1))
    answer = desk.get(page.link("Spreadsheet (XLSX)"))
    (rows,) = map(as_rows, sheets(answer.content).values())
    assert [(row["Board"], row["Black’s result"], row["State"]) for row in rows] == [
        (1, "0", "verified"),
        (2, "½ ≠ 1", "read otherwise"),
        (3, "", "not verified"),
        (4, "", "no result yet"),
    ]
    assert [row["Verified by"] for row in rows] == [kim.get_full_name()] * 2 + ["", ""]
    assert desk.get(at("export-file", section, "second-pass-2.xlsx")).status_code == 404
