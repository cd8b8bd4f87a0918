"""A section as files: what is read back is what was there, and what a format cannot hold is said."""

import json
from io import BytesIO, StringIO
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from python_calamine import CalamineWorkbook

from tests.addresses import at
from tests.cases import MATCHES, NAMES, case
from tests.factories import (
    EntryFactory,
    a_section,
    as_it_stands,
    director_of,
    imported,
    paired,
    played,
    section_of,
    three_teams,
)
from tests.html import Element, read, visit
from tests.sign_in import signed_in
from tests.test_simulation import SMALL_EVENTS, simulated
from tiebreaks.engine.chart.notation import show_round
from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.published import PlayersDocument
from tiebreaks.selectors import players_document
from tournaments.formats import pasted, wallchart_csv
from tournaments.formats.byes import read_byes
from tournaments.formats.programs import reading
from tournaments.formats.records import RosterFile
from tournaments.models import Event, Player, Section, TeamMember
from tournaments.pairing import options
from tournaments.pairing.draft import Draft
from tournaments.schools.names import schools_of
from tournaments.selectors.files.companion import compare_all
from tournaments.selectors.files.exporting import Exports
from tournaments.services import (
    apart,
    attendance,
    byes,
    drafts,
    importing,
    matches,
    orders,
    prizes,
    rosters,
    teams,
)
from tournaments.simulation.event import Simulation


def exported(section: Section, file: str) -> bytes:
    answer = signed_in(director_of(section)).get(at("export-file", section, file))
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"].endswith(f'{file}"')
    return bytes(answer.content)


def again(section: Section) -> Section:
    """The section's wall chart file in a new section beside it."""
    file = wallchart_csv.read(wallchart_csv.write(Exports(section).file))
    assert not file.problems
    new = a_section(0, 1, event=section.event, boards=section.boards, format=section.format)
    order = str(document_of(section).order)
    importing.import_wallchart(new, file, order=order, by=director_of(section), different=True)
    return as_it_stands(new)


def document_of(section: Section) -> PlayersDocument:
    return players_document(section.standings_id)


def published(section: Section) -> dict[str, Any]:
    """What a document says of players, cards and values. Visitors have a number that no file has."""
    document = document_of(section)
    chart = document.chart
    return {
        "shape": (
            chart.rounds,
            chart.games,
            chart.format,
            chart.by_game_points,
            document.through,
            document.live,
        ),
        "cards": [
            (
                *(card.number, card.name, card.rating, card.team, card.grade, card.house, card.reentry_of),
                card.withdrew,
                [
                    show_round(card.in_round(n), chart.games, chart.visitors)
                    for n in range(1, chart.rounds + 1)
                ],
            )
            for card in chart.cards
            if not card.visitor
        ],
        "visitors": sorted(chart.visitors.values()),
        "extra": chart.extra,
        "standings": document.standings,
        "values": document.values,
    }


def roster(section: Section) -> list[tuple[Any, ...]]:
    fields = ("number", "name", "uscf_id", "rating", "provisional", "team", "grade", "state", "house")
    return list(Player.objects.filter(section=section).order_by("number").values_list(*fields))


# --- the wall chart -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_known_case_is_the_same_section_from_its_file(name: str) -> None:
    section = imported(case(name), "modified_median,solkoff,cumulative,opposition_cumulative")
    new = again(section)
    assert published(new) == published(section)
    assert roster(new) == roster(section)


@pytest.mark.parametrize("name", MATCHES)
def test_a_case_of_teams_is_the_same_section_from_its_file(name: str) -> None:
    section = imported(case(name), "game_points,us_amateur", boards=4)
    assert published(again(section)) == published(section)


def test_a_game_against_a_visitor_leads_to_the_same_entry_of_the_other_section() -> None:
    home = a_section(7, 3, name="Reserve")
    section = imported(case("cross_section"), event=home.event)
    assert document_of(section).chart.visitors
    new = again(section)
    assert published(new) == published(section)
    assert Player.objects.get(section=new, house=True).visitor_of == home.players.get(number=7)


class Exported(Simulation):
    """Each round is paired once more, from the file by the command, before it is published."""

    options = ""

    def enter(self) -> None:
        super().enter()
        orders.post_options(self.section, options.read(self.options), by=self.by)
        asked = "1-2, 3-4" if self.plan.players > 6 else ""
        apart.keep_apart(self.section, never="", asked=asked, by=self.by)
        self.section = as_it_stands(self.section)

    def publish(self, number: int, draft: Draft) -> None:
        file = exported(self.section, "wall-chart.csv")
        printed = StringIO()
        with NamedTemporaryFile(suffix=".csv") as kept:
            Path(kept.name).write_bytes(file)
            call_command("pair", kept.name, round=number, format="json", stdout=printed)
        [made] = json.loads(printed.getvalue())
        assert [(board["white"], board["black"]) for board in made["boards"]] == [
            (board.white, board.black) for board in draft.boards
        ]
        assert (made["bye"] or {"number": 0})["number"] == draft.bye
        super().publish(number, draft)


@pytest.mark.parametrize(
    ("chosen", "event"),
    [
        ("", (24, 3, 6)),
        ("teams=plus_two limits=none", (21, 4, 6)),
        ("acceleration=added_score bye_unrated=last", (24, 3, 8)),
        ("class_pools=full class_limits=1200,1500 odd_gain=1", (20, 3, 9)),
        ("small_swiss=table initial_color=black", (6, 4, 2)),
    ],
)
def test_the_command_pairs_the_file_of_a_section_as_the_desk_does(
    chosen: str, event: tuple[int, int, int]
) -> None:
    simulated(*event, type("Chosen", (Exported,), {"options": chosen}))


def test_the_file_says_how_rounds_are_paired_and_the_page_what_it_cannot_say(kim: User) -> None:
    section = a_section(4, by=kim)
    chosen = "teams=never rule5=lot_last_round class_pools=full class_limits=1400,1800"
    orders.post_options(section, options.read(chosen), by=kim)
    apart.keep_apart(section, never="1-2", asked="3-4", by=kim)
    proposal = drafts.propose(as_it_stands(section), 1, lot="b")
    drafts.keep(section, 1, proposal, by=kim)
    drafts.publish(section, 1, by=kim)
    attendance.add_player(section, EntryFactory.create(name="Late"), {1: Kind.HALF_BYE}, by=kim)
    file = exported(as_it_stands(section), "wall-chart.csv").decode("utf-8-sig").splitlines()
    directives = [line for line in file if line.startswith("# ")]
    assert directives[:7] == [
        "# color: black",
        "# option: teams=never",
        "# option: rule5=lot_last_round",
        "# option: class_pools=full",
        "# option: class_limits=1400,1800",
        "# no pair: 1 2",
        "# no pair: 3 4",
    ]
    page = visit(signed_in(kim), at("export", section))
    assert "1 pair who never meet: in the file they are only kept apart if possible." in page
    assert "Who entered late (28K): Late." in page
    assert "The lots of the last round (29E4c)." in page


@pytest.mark.parametrize("lot", ["w", "b"])
def test_the_file_of_a_section_that_was_imported_from_one_is_the_same_bytes(kim: User, lot: str) -> None:
    """Who had White on board 1 of round one stands in the chart itself, also without a lot (29E2)."""
    section = a_section(4, by=kim)
    proposal = drafts.propose(as_it_stands(section), 1, lot=lot)
    drafts.keep(section, 1, proposal, by=kim)
    drafts.publish(section, 1, by=kim)
    file = exported(as_it_stands(section), "wall-chart.csv")
    assert (b"# color: black" in file) == (lot == "b")
    new = a_section(0, 1, by=kim, name=section.name)
    importing.import_wallchart(new, wallchart_csv.read(file), order="solkoff", by=kim)
    assert exported(as_it_stands(new), "wall-chart.csv") == file


@pytest.mark.parametrize("event", SMALL_EVENTS[2:6])
def test_a_simulated_event_is_the_same_section_from_its_file(event: tuple[int, int, int]) -> None:
    section = as_it_stands(simulated(*event).section)
    new = again(section)
    here, there = published(section), published(new)
    # Playoffs and tosses are not in the file, and the page says so.
    if document_of(section).decisions:
        steps = len(document_of(section).order.steps)
        here, there = ({**each, "standings": [], "values": each["values"][:steps]} for each in (here, there))
    assert there == here
    assert roster(new) == roster(section)


def odd_section(by: User) -> Section:
    """Two rounds held, the third paired and not published; names that a spreadsheet would run."""
    section = a_section(0, 4, by=by, name="K-5: Open", order="modified_median,solkoff")
    odd = [
        EntryFactory.create(
            name='=HYPERLINK("club.example")',
            uscf_id="12345678",
            rating=1432,
            provisional=12,
            state="VT",
        ),
        EntryFactory.create(name="@Ann, Zoë", uscf_id="00000017", team="+Elm", grade="5", age=11),
        EntryFactory.create(name="'Quoted', -Bo", rating=900, grade="K"),
        EntryFactory.create(name="Cy Alder", rating=None),
        EntryFactory.create(name="Di Birch", rating=801, house=True),
    ]
    rosters.add_players(section, odd, by=by)
    played(section, 1, "1 2 WL\n3 4 DD\n5 H", by=by)
    played(section, 2, "2 3 LW\n4 1 XF\n5 B", by=by)
    paired(section, 3, "1 3\n2 4", by=by)
    return as_it_stands(section)


def test_what_was_typed_comes_back_letter_by_letter(kim: User) -> None:
    section = odd_section(kim)
    new = again(section)
    assert roster(new) == roster(section)
    assert published(new) == published(section)
    text = exported(section, "wall-chart.csv").decode("utf-8-sig")
    assert '\n1,"\'=HYPERLINK(""club.example"")",12345678,1432P12,' in text


# --- the page -------------------------------------------------------------------------------------


def offers(page: Element) -> dict[str, Element]:
    return {card.one("h2").text: card for card in page.all(".card")}


def test_the_page_says_what_each_file_cannot_hold_and_leads_to_every_file(kim: User) -> None:
    section = odd_section(kim)
    desk = signed_in(kim)
    page = visit(desk, at("export", section))
    assert page.texts("p.warn") == ["Round 3 is a draft. No file includes it until you publish it."]
    found = offers(page)
    assert list(found) == [
        "Wall chart (CSV)",
        "Spreadsheet (XLSX)",
        "FIDE report (TRF16)",
        "Game headers (PGN)",
    ]
    assert found["Wall chart (CSV)"].texts("li") == [
        "The age, membership expiration or marks for prizes of 1 player, which no file has."
    ]
    assert "The Elo tags have US Chess ratings." in found["Game headers (PGN)"]
    files = [link for link in page.links if "/export/" in link and not link.endswith("/export/")]
    assert len(files) == len(set(files)) > 7
    assert at("export-file", section, "round-3.xlsx") not in files
    assert {desk.get(link).status_code for link in files} == {200}
    assert desk.get(at("export-file", section, "round-3.pgn")).status_code == 404
    assert desk.get(at("export-file", section, "round-3.xlsx")).status_code == 404


def test_the_page_names_fees_and_marks_which_the_wall_chart_has_not(kim: User) -> None:
    section = a_section(4, 2, by=kim)
    section.players.filter(number=1).update(fee_cents=4000, marks="girl")
    section.players.filter(number=2).update(fee_cents=4000)
    assert offers(visit(signed_in(kim), at("export", section)))["Wall chart (CSV)"].texts("li") == [
        "The age, membership expiration or marks for prizes of 1 player, which no file has.",
        "2 fees paid. “Roster with IDs” has these.",
    ]


def test_a_word_that_is_no_team_is_named_at_the_export_and_becomes_none_where_it_is_imported(
    kim: User,
) -> None:
    section = section_of(a_section(0, by=kim).event, "K-3", "Ann/Elm Bo/Homeschool Cy/Parents")
    teams.not_teams(section.event, ["Homeschool", "Parents"], by=kim)
    found = offers(visit(signed_in(kim), at("export", section)))
    told = (
        "Not teams here, and the file has only the words: Homeschool and Parents. Look at the Schools page"
        " there."
    )
    assert told in found["Wall chart (CSV)"].texts("li")
    assert told in found["Spreadsheet (XLSX)"].texts("li")
    text = exported(section, "wall-chart.csv").decode()
    new = a_section(0, by=kim)
    notes = importing.import_wallchart(new, wallchart_csv.read(text), order="solkoff", by=kim)
    assert notes == ["Not counted as a team: Homeschool. If it is one, rename it on the Schools page."]
    listed = a_section(0, by=kim)
    roster = pasted.read("name,team\nBo,Homeschool\n", teams=False)
    assert isinstance(roster, RosterFile)
    report = importing.import_roster(listed, roster, by=kim)
    assert report.notes == notes
    for each in (new, listed):
        assert not schools_of(each.event_id).called("Homeschool")


def test_spellings_that_are_merged_are_one_team_where_the_wall_chart_is_read(kim: User) -> None:
    """The public file had the name of the school, and the director's the two spellings: two teams."""
    section = section_of(a_section(0, by=kim).event, "K-3", "Ann/Jefferson-MS Bo/Jeferson-MS Cy/Homeschool")
    teams.name_school(section.event, ["Jefferson-MS", "Jeferson-MS"], name="Jefferson Middle", by=kim)
    teams.not_teams(section.event, ["Homeschool"], by=kim)
    entries = wallchart_csv.read(exported(section, "wall-chart.csv").decode()).entries
    assert [entry.team for entry in entries] == ["Jefferson Middle", "Jefferson Middle", "Homeschool"]


def test_who_paid_without_an_amount_is_paid_in_the_roster(kim: User) -> None:
    section = a_section(2, by=kim)
    section.players.filter(number=1).update(registered={"paid": "paid"})
    (rows,) = map(as_rows, sheets(exported(section, "roster.xlsx")).values())
    assert [row["Fee paid"] for row in rows] == ["paid", ""]


def test_the_roster_has_the_byes_that_were_asked_for_as_a_list_has_them(kim: User) -> None:
    section = a_section(2, 4, by=kim)
    byes.request_byes(section.players.get(number=1), read_byes("1z, 3"), by=kim)
    (rows,) = map(as_rows, sheets(exported(section, "roster.xlsx")).values())
    assert [row["Byes"] for row in rows] == ["1z, 3", ""]


def test_a_file_that_an_import_would_refuse_says_so(kim: User) -> None:
    """No reader of ours takes the name of a section of digits behind an @ for a section."""
    home = a_section(7, 3, by=kim, name="Reserve")
    section = imported(case("cross_section"), event=home.event)
    Section.objects.filter(pk=home.pk).update(name="1000")
    rosters.add_players(section, [EntryFactory.create(name="Eve Late")], by=kim)
    said = offers(visit(signed_in(kim), at("export", section)))["Wall chart (CSV)"].texts("li")
    assert any(line.startswith("An import would refuse line") for line in said)


# --- spreadsheets ---------------------------------------------------------------------------------


def sheets(content: bytes) -> dict[str, list[list[Any]]]:
    """The rows of each sheet, read by another library."""
    book = CalamineWorkbook.from_filelike(BytesIO(content))
    return {name: book.get_sheet_by_name(name).to_python() for name in book.sheet_names}


def as_rows(sheet: list[list[Any]]) -> list[dict[str, Any]]:
    heads, *rows = sheet
    return [dict(zip(heads, row, strict=True)) for row in rows]


def test_standings_and_boards_are_the_pages_with_points_as_numbers(kim: User) -> None:
    section = odd_section(kim)
    found = sheets(exported(section, "standings.xlsx"))
    rows = as_rows(found["Standings"])
    page = visit(Client(), at("standings", section))
    assert [row["Name"] for row in rows] == page.texts(".entry .name > bdi")
    assert [row["Name"] for row in rows][-1] == "Di Birch"
    linked = next(row for row in rows if row["No."] == 1)
    assert linked["Name"] == '=HYPERLINK("club.example")'
    assert (linked["Round 1"], linked["Round 2"]) == ("W2w", "F4b")
    ranked = [(row["Place"], row["Rank"], row["Points"]) for row in rows]
    assert ranked == [("1–2", 1, 1.5), ("1–2", 2, 1.5), (3, 3, 1), (4, 4, 0), ("", "", 1.5)]
    assert rows[-1]["Note"] == "House players"
    assert all(isinstance(row["Solkoff"], float) for row in rows[:-1])
    (boards,) = sheets(exported(section, "round-1.xlsx")).values()
    assert boards[0][:5] == ["Board", "No.", "White", "Points before", "Result"]
    assert boards[1][:7] == [1, 1, linked["Name"], 0, "1–0", 2, "Zoë @Ann"]


def test_one_file_has_every_sheet_with_prizes_and_tables_of_teams(kim: User) -> None:
    section = a_section(0, 1, by=kim, name="K-1", order="solkoff")
    entries = [("Ann Alder", "Elm"), ("Bo Birch", "Fir"), ("=Cy", "Elm"), ("Di Dale", "Fir")]
    rosters.add_players(section, [EntryFactory.create(name=n, team=t) for n, t in entries], by=kim)
    teams.make_table(section.event, name="Schools: [all]", sections=[section], place_trophies=1, by=kim)
    prizes.announce(section, "1st place trophy and $12.50\nBest grade 7 $5", by=kim)
    played(section, 1, "1 2 WL\n3 4 DD", by=kim)
    found = sheets(exported(section, "section.xlsx"))
    names = ["Standings", "Round 1", "Wall chart", "Roster", "Trophies", "Prize money"]
    names += ["Ceremony", "Schools all", "Log"]
    assert list(found) == names
    assert [row[:3] for row in found["Trophies"][1:]] == [["1st place trophy", 1, "Ann Alder"]]
    assert found["Prize money"][1:3] == [[1, "Ann Alder", 12.5, ""], ["", "", 5, found["Prize money"][2][3]]]
    elm, fir = as_rows(found["Schools all"])
    assert (elm["Rank"], elm["Team"], elm["Points"]) == (1, "Elm", 1.5)
    assert elm["Players who count"] == "Ann Alder (1); =Cy (½)"
    assert elm["Trophies"]
    assert (fir["Rank"], fir["Points"]) == (2, 0.5)
    assert [row["Name"] for row in as_rows(found["Roster"])] == [name for name, _team in entries]


def test_the_roster_has_ids_as_text_and_nobodys_age(kim: User) -> None:
    section = odd_section(kim)
    (rows,) = map(as_rows, sheets(exported(section, "roster.xlsx")).values())
    assert [row["US Chess ID"] for row in rows[:2]] == ["12345678", "00000017"]
    assert (rows[0]["Rating"], rows[0]["Games of a provisional rating"]) == (1432, 12)
    assert not {11, "11"} & {cell for row in rows for cell in row.values()}
    (chart,) = map(as_rows, sheets(exported(section, "wall-chart.xlsx")).values())
    assert [row["Points"] for row in chart] == [1, 0, 1.5, 1.5, 1.5]
    assert chart[2]["Round 2"] == "W2b"


# --- TRF and PGN ----------------------------------------------------------------------------------


def test_the_report_for_fide_has_last_names_first_and_points_and_ranks(kim: User) -> None:
    section = odd_section(kim)
    lines = exported(section, "fide.trf").decode().splitlines()
    players = [line for line in lines if line.startswith("001")]
    assert [line[14:47].strip() for line in players] == [
        '=HYPERLINK("club.example")',
        "@Ann, Zoë",
        "'Quoted', -Bo",
        "Alder, Cy",
        "Birch, Di",
    ]
    assert [(line[80:84], line[85:89].strip()) for line in players][2:] == [
        (" 1.5", "2"),
        (" 1.5", "1"),
        (" 1.5", ""),
    ]
    assert "12345678" not in "".join(lines)


# Others have what the format cannot hold.
HELD_BY_TRF = [name for name in NAMES if name not in ("two_games", "cross_round", "lone_results")]


@pytest.mark.parametrize("name", HELD_BY_TRF)
def test_a_report_for_fide_that_comes_back_is_of_its_section_and_changes_nothing(name: str) -> None:
    section = imported(case(name), "modified_median,solkoff")

    file = reading.read(exported(section, "fide.trf"))
    [found] = compare_all(section.event, file.sections)

    assert found.section == section
    assert not found.rounds
    assert not found.results
    assert not found.added


def test_a_section_that_trf_cannot_hold_is_refused_with_names(kim: User) -> None:
    section = imported(case("cross_round"), by=kim)
    desk = signed_in(kim)
    offer = offers(visit(desk, at("export", section)))["FIDE report (TRF16)"]
    assert "It cannot hold this section." in offer
    (said,) = offer.texts("li")
    assert all(document_of(section).chart.by_number[number].name in said for number in (4, 5))
    assert not offer.links
    answer = desk.get(at("export-file", section, "fide.trf"), follow=True)
    assert "TRF16 cannot hold this section. Nothing was downloaded." in read(answer)


@pytest.mark.parametrize(
    ("of_event", "of_section", "written"),
    [
        (("2026-05-30", None), (None, None), "2026.05.30"),
        (("2026-05-30", "2026-05-31"), (None, None), "2026.05.??"),
        (("2026-05-31", "2026-06-01"), (None, None), "2026.??.??"),
        (("2026-05-30", "2026-05-31"), ("2026-05-31", "2026-05-31"), "2026.05.31"),
    ],
)
def test_the_heads_of_games_have_the_day_as_far_as_the_days_of_play_tell_it(
    kim: User,
    of_event: tuple[str, str | None],
    of_section: tuple[str | None, str | None],
    written: str,
) -> None:
    section = odd_section(kim)
    for rows, (first, last) in (
        (Event.objects.filter(pk=section.event_id), of_event),
        (Section.objects.filter(pk=section.pk), of_section),
    ):
        rows.update(starts_on=first, ends_on=last)
    section = Section.objects.get(pk=section.pk)
    assert f'[Date "{written}"]' in exported(section, "round-2.pgn").decode()


@pytest.mark.parametrize(
    ("city", "state"), [("Montpelier, VT", "VT"), ("Montpelier, VT", ""), ("Montpelier", "VT")]
)
def test_a_state_that_was_typed_behind_the_city_too_stands_in_the_site_once(
    kim: User, city: str, state: str
) -> None:
    section = odd_section(kim)
    Event.objects.update(city=city, state=state)
    assert '[Site "Montpelier, VT USA"]' in exported(section, "round-2.pgn").decode()


def test_a_round_is_the_heads_of_its_games_and_who_did_not_play_is_said(kim: User) -> None:
    section = odd_section(kim)
    text = exported(section, "round-2.pgn").decode()
    assert text.splitlines() == [
        f'[Event "{section.event.name}: K-5: Open"]',
        '[Site "USA"]',
        '[Date "????.??.??"]',
        '[Round "2.1"]',
        '[White "@Ann, Zoë"]',
        """[Black "'Quoted', -Bo"]""",
        '[Result "0-1"]',
        '[BlackElo "900"]',
        "",
        "0-1",
        "",
    ]
    said = offers(visit(signed_in(kim), at("export", section)))["Game headers (PGN)"].texts("li")
    assert said == [
        "Round 1, byes: Di Birch.",
        "Round 2, byes: Di Birch.",
        'Round 2, forfeits: Cy Alder – =HYPERLINK("club.example").',
    ]


def test_the_games_of_a_match_are_those_on_its_boards(kim: User) -> None:
    section = three_teams()
    (match,) = paired(section, 1, "1 2", publish=True)
    matches.record_board(match.match_boards.get(board=2), "WL", revision=0, by=director_of(section))
    games = exported(section, "round-1.pgn").decode().split("[Event ")[1:]
    assert len(games) == 3
    first, second, _third = games
    assert '[Round "1.1.1"]\n[White "Ames, Ada"]\n[Black "Birk, Flo"]\n[Result "*"]' in first
    # The other team has White on even boards.
    assert '[Round "1.1.2"]\n[White "Birk, Gil"]\n[Black "Ames, Ben"]\n[Result "0-1"]' in second
    (said,) = offers(visit(signed_in(director_of(section)), at("export", section)))[
        "Game headers (PGN)"
    ].texts("li")
    assert said == "Round 1, players not named: board 1.4."


def test_teams_are_exported_in_words_of_teams_and_with_the_averages_of_the_roster_page() -> None:
    section = three_teams()
    TeamMember.objects.filter(team__section=section, team__number=1).update(rating=1500)
    page = visit(signed_in(director_of(section)), at("export", section))
    card = offers(page)["Wall chart (CSV)"]
    assert card.text.startswith("Wall chart (CSV) Every team, every result and bye, withdrawals.")
    assert card.texts("a.button") == ["Wall chart of the teams"]
    assert "player with" not in card
    found = sheets(exported(section, "roster.xlsx"))
    averages = [row.get("Average rating of the boards") for row in as_rows(found["Roster"])]
    assert averages == [1500, 1800, 1600]
