"""Adding players by form, importing lists and wall charts; with any problem, nothing is stored."""

from html import unescape
from time import process_time
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.addresses import at
from tests.factories import a_section, as_it_stands, paired, three_teams
from tests.html import read, visit
from tests.views.stored_rosters import everything, players
from tournaments.models import Player, Section, Staff, TeamMember
from tournaments.services import orders

DEFAULT = ["modified_median", "solkoff", "cumulative", "opposition_cumulative"]
CHART = """# section: K-5 Championship
# rounds: 3
number,name,rating,r1,r2
1,Ann Alder,1432,W2w,D3b
2,Bill Birch,987,L1b,B
3,Faye Fir,unr,H,D1w
"""


@pytest.fixture
def empty(kim: User) -> Section:
    return a_section(0, by=kim)


def test_the_roster_leads_to_what_comes_next(kim: User, desk: Client) -> None:
    section = a_section(2, by=kim)
    assert "post the tiebreak order" in visit(desk, at("roster", section))
    orders.post_order(section, "solkoff", by=kim)
    page = visit(desk, at("roster", section))
    assert "post the tiebreak order" not in page
    assert "pair a round at the desk" in page
    paired(section, 1, "1 2")
    page = visit(desk, at("roster", section))
    assert "pair a round at the desk" not in page
    assert "To the desk" in page


def test_a_roster_of_teams_shows_the_average_of_each_teams_boards(desk: Client, kim: User) -> None:
    section = three_teams()
    Staff.objects.create(event=section.event, user=kim)
    page = visit(desk, at("roster", section))
    assert "Average of the boards" in page
    # Alder Lane's alternate does not count; Birch Bishops have three players.
    averages = {"Alder Lane": "1800 of 4", "Birch Bishops": "1800 of 3", "Cedar Castles": "1600 of 4"}
    for team, average in averages.items():
        assert f"listed · {team} {average} " in page
    TeamMember.objects.update(rating=None)
    assert "Average of" not in visit(desk, at("roster", section))


@pytest.mark.parametrize(("boards", "added"), [(0, 3), (2, 2)], ids=["players", "teams"])
def test_the_example_on_the_page_imports_as_it_stands(
    kim: User, desk: Client, boards: int, added: int
) -> None:
    section = a_section(0, by=kim, boards=boards)
    page = desk.get(at("import-roster", section)).text
    example = unescape(page.partition("<pre>")[2].partition("</pre>")[0])
    answer = desk.post(at("import-roster", section), {"text": example})
    assert answer.status_code == 302, read(answer).text
    assert len(players(section)) == added


@pytest.mark.parametrize("boards", [0, 2], ids=["players", "teams"])
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Dev Das dev@example.com", "which Wallchart never stores"),
        ("Una Upton 555-123-4567", "which Wallchart never stores"),
        ("Dev Das https://example.com/dev", "does not open web addresses"),
    ],
)
def test_neither_a_form_nor_a_list_stores_how_to_reach_a_child(
    kim: User, desk: Client, boards: int, name: str, why: str
) -> None:
    section = a_section(2, by=kim, boards=boards)
    before, contact = everything(section), name.split()[-1]
    forms: list[tuple[str, dict[str, Any]]] = [
        (at("add-player", section), {"name": name, "number": "9"}),
        (at("import-roster", section), {"text": f"Elm,1,{name}\nElm,2,Bo" if boards else name}),
    ]
    forms += [(forms[0][0], {"name": "Una Upton 555 1234", "number": "9"})] if "555" in name else []
    for address, fields in forms:
        answer = desk.post(address, fields)
        assert answer.status_code == 422
        assert contact in read(answer) or "555 1234" in read(answer)
        assert why in read(answer)
        assert everything(section) == before


@pytest.mark.parametrize(("boards", "entered"), [(0, 3), (2, 2)], ids=["players", "teams"])
def test_the_example_of_a_list_can_be_imported(kim: User, desk: Client, boards: int, entered: int) -> None:
    section = a_section(0, by=kim, boards=boards)
    page = desk.get(at("import-roster", section)).text
    example = unescape(page[page.index("<pre>") + len("<pre>") : page.index("</pre>")])
    desk.post(at("import-roster", section), {"text": example})
    assert section.players.count() == entered


def test_the_example_of_a_teams_players_can_be_saved(kim: User, desk: Client) -> None:
    section = a_section(2, by=kim, boards=2)
    address = at("team-members", section, 1)
    page = desk.get(address).text
    example = unescape(page[page.index("<pre>") + len("<pre>") : page.index("</pre>")])
    answer = desk.post(address, {"text": example})
    assert answer.status_code == 302, read(answer).text
    assert [member.name for member in section.players.get(number=1).members.order_by("board")] == [
        "Ann Alder",
        "Bill Birch",
        "Faye Fir",
    ]


# --- a list -----------------------------------------------------------------------------------------


def import_list(desk: Client, section: Section, text: str, **more: object) -> Any:
    return desk.post(at("import-roster", section), {"text": text, **more})


def test_the_box_of_a_list_says_whose_numbers_go_by_rating_and_where_all_are_numbered(
    empty: Section, desk: Client
) -> None:
    page = visit(desk, at("import-roster", empty))
    assert "Number new entries by rating, highest first" in page
    assert "Existing numbers stay." in page
    assert "Until round 1 is paired, Number by rating on the Roster page numbers all entries." in page


def test_a_pasted_list_is_stored_numbered_by_rating_if_asked(empty: Section, desk: Client) -> None:
    text = 'name,id,rating,team,grade\n"Birch, Bill",,987/5,Oak,4\nAnn Alder,12345678,1432,,\nCy Unr,,unr,,\n'
    assert import_list(desk, empty, text, by_rating="on")["Location"] == at("roster", empty)
    assert players(empty) == [(1, "Ann Alder"), (2, "Birch, Bill"), (3, "Cy Unr")]
    assert "987P5 Oak 4" in visit(desk, at("roster", empty)), "with the games, for directors"
    import_list(desk, empty, "Low One,,100\nHigh One,,2000")
    assert players(empty)[3:] == [(4, "Low One"), (5, "High One")]


def test_a_list_that_is_in_the_box_twice_is_asked_about_on_its_page(empty: Section, desk: Client) -> None:
    before = everything(empty)
    answer = import_list(desk, empty, "Ann Alder,,1432,Elm\nANN ALDER,,1432,Elm")
    assert answer.status_code == 422
    page = read(answer)
    assert "Nothing was saved yet. The same name and team are on two lines." in page
    assert "line 1 is somebody else" in page
    assert everything(empty) == before
    assert page.form(at("import-roster", empty)).send(desk, {"different": "on"}).status_code == 302
    assert empty.players.count() == 2


def test_what_a_list_should_not_carry_is_named_and_not_kept(empty: Section, desk: Client) -> None:
    import_list(desk, empty, "Name,Rating,Birth date,E-mail\nAnn Alder,1432,2016-01-01,ann@example.org\n")
    page = visit(desk, at("roster", empty))
    assert "comes from Birth date, which is not stored." in page
    assert "Not imported: E-mail" in page
    assert "2016" not in page
    assert "example.org" not in page


def test_every_problem_is_listed_with_its_line_and_column_and_nothing_is_stored(
    empty: Section, desk: Client
) -> None:
    before = everything(empty)
    text = "name,id,rating\nAnn,12,1432\n,12345678,\nCy <i>,12345678,high\n"
    answer = import_list(desk, empty, text)
    assert answer.status_code == 422
    assert "Nothing was saved: there are 4 problems." in read(answer)
    listed = [(trouble.where, trouble.read) for trouble in answer.context["refused"].troubles]
    assert listed == [
        ("line 2, column 2", "12"),
        ("line 3, column 1", ""),
        ("line 4, column 2", "12345678"),
        ("line 4, column 3", "high"),
    ]
    assert "a US Chess ID of 8 digits" in read(answer)
    assert "Cy <i>,12345678,high" in read(answer)  # still there to be mended
    assert everything(empty) == before


def test_a_name_that_is_too_long_is_found_by_line_and_nobody_is_added(empty: Section, desk: Client) -> None:
    import_list(desk, empty, "Ann Alder,12345678")
    before = everything(empty)
    long = "x" * 121
    answer = import_list(desk, empty, f"name,id\nNew One,\nAnn Alder,12345678\n{long},\n")
    assert [t.where for t in answer.context["refused"].troubles] == ["line 4"]
    assert answer.status_code == 422
    assert everything(empty) == before


def test_an_uploaded_file_with_problems_is_shown_to_be_mended(empty: Section, desk: Client) -> None:
    upload = SimpleUploadedFile("list.csv", b"name,rating\nZo\xeb,high\n")
    answer = desk.post(at("import-roster", empty), {"file": upload})
    assert answer.status_code == 422
    assert "Zoë,high" in read(answer)
    good = SimpleUploadedFile("list.csv", "name,rating\nZoë,1432\n".encode())
    assert desk.post(at("import-roster", empty), {"file": good}).status_code == 302
    assert players(empty) == [(1, "Zoë")]


READ_AS = "Read as Mac Roman text, not as UTF-8. Check the letters with accents in names."


def test_the_letters_that_an_upload_was_read_in_are_named_after_each_question(
    empty: Section, desk: Client
) -> None:
    text = "name,rating\nJosé Núñez,high\n"
    address = at("import-roster", empty)
    answer = desk.post(address, {"file": SimpleUploadedFile("list.csv", text.encode("mac_roman"))})
    assert READ_AS in read(answer)
    form = read(answer).form(address, holding="text")
    assert READ_AS in read(form.send(desk, {}, follow=True)), "the text in the box is the file's"
    assert READ_AS not in read(desk.post(address, {"text": text}))
    twice = SimpleUploadedFile("list.csv", "José Núñez\nJosé Núñez\n".encode("mac_roman"))
    form = read(desk.post(address, {"file": twice})).form(address, holding="different")
    assert READ_AS in read(form.send(desk, {"different": "on"}, follow=True))
    assert len(players(empty)) == 2


def test_a_wall_chart_and_a_list_of_teams_name_the_letters_that_they_were_read_in(
    empty: Section, desk: Client, kim: User
) -> None:
    chart = SimpleUploadedFile("chart.csv", CHART.replace("Ann Alder", "José Núñez").encode("mac_roman"))
    page = read(desk.post(at("import-roster", empty), {"file": chart}))
    assert READ_AS in page
    sent = page.form(at("import-wallchart", empty), holding="text").send(desk, {"step": DEFAULT}, follow=True)
    assert READ_AS in read(sent)
    teams = a_section(0, by=kim, boards=2)
    listed = SimpleUploadedFile("teams.csv", "team,name\nElm,José Núñez\n".encode("mac_roman"))
    assert READ_AS in read(desk.post(at("import-roster", teams), {"file": listed}, follow=True))


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "a line for each player"),
        (b"PK\x03\x04zip", "save it as CSV"),
        (b"\0\0\0", "save it as CSV"),
        (b"x" * 2_600_000, "larger than 2.5 MB"),
    ],
)
def test_a_file_that_is_no_list_is_told_so(empty: Section, desk: Client, data: bytes, told: str) -> None:
    before = everything(empty)
    answer = desk.post(at("import-roster", empty), {"file": SimpleUploadedFile("list.csv", data)})
    assert answer.status_code == 422
    assert told in read(answer)
    assert everything(empty) == before


NO_LISTS = [
    ("%PDF-1.7\n%âãÏÓ\n1 0 obj\n<< /Type /Catalog >>\n", "This is a PDF file"),
    ('{"players": [{"name": "Ann Alder"}]}', "This is JSON"),
    ('[\n  {"name": "Ann Alder"}\n]', "This is JSON"),
    ("{\\rtf1\\ansi Ann Alder}", "a word-processor document"),
    ("\n<!DOCTYPE html>\n<table><tr><td>Ann Alder</table>\n", "the source of a web page"),
    ("https://chess.example/entries.csv", "does not open web addresses"),
    ("Ann Alder\nwww.chess.example", "does not open web addresses"),
]


@pytest.mark.parametrize("pasted", [True, False], ids=["pasted", "uploaded"])
@pytest.mark.parametrize(("text", "told"), NO_LISTS)
def test_another_kind_of_text_is_no_list_of_players(
    empty: Section, desk: Client, text: str, told: str, pasted: bool
) -> None:
    before = everything(empty)
    file = SimpleUploadedFile("list", text.encode())
    answer = desk.post(at("import-roster", empty), {"text": text} if pasted else {"file": file})
    assert answer.status_code == 422
    assert told in read(answer)
    assert everything(empty) == before


@pytest.mark.parametrize("form", ["import-roster", "import-wallchart"])
def test_nothing_pasted_is_told_so(empty: Section, desk: Client, form: str) -> None:
    answer = desk.post(at(form, empty), {"text": " \n", "step": DEFAULT})
    assert answer.status_code == 422
    assert "Paste the list here, or choose a file." in read(answer)


@pytest.mark.parametrize("form", ["import-roster", "import-wallchart"])
def test_too_much_text_gets_a_clear_answer_and_is_not_stored(empty: Section, desk: Client, form: str) -> None:
    before = everything(empty)
    answer = desk.post(at(form, empty), {"text": "Ann,,1432\n" * 400_000, "step": DEFAULT})
    assert answer.status_code == 422
    assert "longer than 2.5 MB" in read(answer)
    assert everything(empty) == before


@pytest.mark.parametrize("form", ["import-roster", "import-wallchart"])
def test_a_paste_without_the_forms_token_is_refused(empty: Section, desk: Client, form: str) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = desk.cookies
    assert strict.post(at(form, empty), {"text": CHART, "step": DEFAULT}).status_code == 403
    assert not Player.objects.exists()


@pytest.mark.slow
def test_five_thousand_lines_are_stored_in_one_go_where_so_many_may_be(
    empty: Section, desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "SECTION_ENTRIES", 5000)
    text = "name,id,rating,team,grade\n" + "".join(
        f'"Player, Number {n}",{10_000_000 + n},{100 + n % 2000},School {n % 90},{n % 12}\n'
        for n in range(5000)
    )
    begun = process_time()
    assert import_list(desk, empty, text, by_rating="on").status_code == 302
    assert desk.get(at("roster", empty)).status_code == 200
    assert process_time() - begun < 20
    assert Player.objects.filter(section=empty).count() == 5000


@pytest.mark.parametrize(
    "name", ["Ann 🦄 Alder", "שרה לוי", 'Ann "Ace" O\'Neil', "=cmd()", "<script>alert(1)</script>", "{{ 7 }}"]
)
def test_any_name_is_stored_as_it_is_and_shown_escaped(empty: Section, desk: Client, name: str) -> None:
    doubled = name.replace('"', '""')
    assert import_list(desk, empty, f'name,rating\n"{doubled}",1432\n').status_code == 302
    assert players(empty) == [(1, name)]
    assert name in visit(desk, at("roster", empty))
    here = at("edit-player", empty, 1)
    form = visit(desk, here).form(here)
    assert form.fields["name"] == [name]
    form.send(desk, {"rating": "1500"})
    assert players(empty) == [(1, name)]


# --- a wall chart -----------------------------------------------------------------------------------


def test_a_wall_chart_among_the_lists_goes_on_to_be_imported_with_its_order(
    empty: Section, desk: Client
) -> None:
    answer = import_list(desk, empty, CHART)
    assert answer.status_code == 200
    assert "Wall chart “K-5 Championship”: 3 players, 2 of 3 rounds complete." in read(answer)
    assert at("import-wallchart", empty) in read(answer).actions
    assert "1,Ann Alder,1432,W2w,D3b" in read(answer)
    assert not Player.objects.exists()


def test_a_running_event_is_imported_with_its_order_in_one_step(empty: Section, desk: Client) -> None:
    answer = desk.post(at("import-wallchart", empty), {"text": CHART, "step": ["solkoff", "cumulative"]})
    assert answer["Location"] == at("roster", empty)
    section = as_it_stands(empty)
    assert players(section) == [(1, "Ann Alder"), (2, "Bill Birch"), (3, "Faye Fir")]
    assert [order.order for order in section.standings.posted_orders.all()] == ["solkoff,cumulative"]
    assert "2 of 3 rounds complete" in visit(desk, at("roster", section))
    assert "so a change needs a reason that everyone can read" in visit(desk, at("order", section))


def test_a_chart_that_cannot_be_right_stores_nothing_and_lists_everything(
    empty: Section, desk: Client
) -> None:
    before = everything(empty)
    text = CHART.replace("L1b", "W1b").replace("D1w", "D9w")
    for page in ("import-wallchart", "import-roster"):
        answer = desk.post(at(page, empty), {"text": text, "step": DEFAULT})
        assert answer.status_code == 422
        wheres = {trouble.where for trouble in answer.context["refused"].troubles}
        assert wheres == {"line 4, column 4", "line 4, column 5", "line 5, column 4", "line 6, column 5"}
        assert "3,Faye Fir,unr,H,D9w" in read(answer)
        assert everything(empty) == before


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (CHART.replace("# rounds: 3", "# rounds: 40"), "from 1 to 30 rounds"),
        (CHART.replace("# rounds: 3", "# rounds: 3\n# games: 3"), "1 or 2"),
        (CHART.replace("# rounds: 3", "# entrants: teams"), "a wall chart of teams"),
        (CHART.replace("W2w", "W2w=9"), "from 0 to 4 points"),
        (CHART.replace("Ann Alder", "x" * 121), "at most 120 characters"),
        ("Ann Alder,12345678\n", "This list has no rounds"),
    ],
)
def test_a_chart_that_a_section_cannot_hold_is_told_so(
    empty: Section, desk: Client, text: str, told: str
) -> None:
    before = everything(empty)
    answer = desk.post(at("import-wallchart", empty), {"text": text, "step": DEFAULT})
    assert answer.status_code == 422
    assert told in read(answer)
    assert everything(empty) == before


@pytest.mark.parametrize("step", [[], ["solkof"], ["solkoff", "solkoff"]])
def test_no_chart_is_imported_under_an_order_that_cannot_be(
    empty: Section, desk: Client, step: list[str]
) -> None:
    before = everything(empty)
    answer = desk.post(at("import-wallchart", empty), {"text": CHART, "step": step})
    assert answer.status_code == 422
    assert "1,Ann Alder,1432,W2w,D3b" in read(answer)
    assert everything(empty) == before


def test_arranging_the_order_keeps_what_was_pasted_or_uploaded(empty: Section, desk: Client) -> None:
    upload = SimpleUploadedFile("chart.csv", CHART.encode())
    for sent in ({"text": CHART}, {"file": upload}):
        answer = desk.post(at("import-wallchart", empty), {**sent, "step": DEFAULT, "do": "up:cumulative"})
        assert answer.status_code == 200
        assert answer.context["draft"].codes[1] == "cumulative"
        assert "1,Ann Alder,1432,W2w,D3b" in read(answer)
    assert not Player.objects.exists()


def test_a_section_with_players_imports_no_chart(kim: User, desk: Client) -> None:
    section = a_section(2, by=kim)
    before = everything(section)
    assert "This section already has a roster" in visit(desk, at("import-wallchart", section))
    for page in ("import-wallchart", "import-roster"):
        assert desk.post(at(page, section), {"text": CHART, "step": DEFAULT}).status_code == 422
    assert everything(section) == before


def test_a_round_robin_chart_makes_the_section_one_and_a_silent_chart_leaves_it(
    kim: User, empty: Section, desk: Client
) -> None:
    desk.post(
        at("import-wallchart", empty), {"text": "# format: round robin\n" + CHART, "step": "sonneborn_berger"}
    )
    assert as_it_stands(empty).format == "round robin"
    other = a_section(0, by=kim, format="round robin")
    desk.post(at("import-wallchart", other), {"text": CHART, "step": "sonneborn_berger"})
    assert as_it_stands(other).format == "round robin"


# --- the same list again ----------------------------------------------------------------------------


def test_a_rating_of_a_paired_section_is_edited_with_a_reason(kim: User, desk: Client) -> None:
    section = a_section(4, by=kim)
    address = at("edit-player", section, 2)
    assert visit(desk, address).all("#id_reason[type=hidden]")
    paired(section, 1, "1 2")
    form = visit(desk, address).form(address)
    refused = form.send(desk, {"rating": "1234", "team": "Elm"})
    assert refused.status_code == 422
    assert "Ratings are fixed once round 1 is paired (28H)" in read(refused)
    assert not read(refused).ids_used_twice, "each label leads to its own field"
    again = read(refused).form(address)
    assert (again.fields["rating"], again.fields["team"]) == (["1234"], ["Elm"])
    assert again.send(desk, {"reason": "Wrong on the entry form"}).status_code == 302
    assert section.players.get(number=2).rating == 1234
    assert "Wrong on the entry form" in visit(desk, at("section-log", section)).text


def test_a_list_with_another_rating_for_a_paired_section_asks_for_the_reason(kim: User, desk: Client) -> None:
    section = a_section(2, by=kim)
    paired(section, 1, "1 2")
    page, name = at("import-roster", section), section.players.get(number=1).name
    asked = read(desk.post(page, {"text": f"name,rating\n{name},1234\n"}))
    refused = asked.form(page).send(desk)
    assert "Ratings are fixed once round 1 is paired (28H)" in read(refused)
    assert read(refused).form(page).send(desk, {"reason": "Typed wrong"}).status_code == 302
    assert section.players.get(number=1).rating == 1234


def test_an_import_asks_on_its_page_who_is_meant_and_which_values_hold(empty: Section, desk: Client) -> None:
    page = at("import-roster", empty)
    desk.post(page, {"text": "name,id,rating\nDana Lee,,1200\nAnn Alder,12345678,1432\n"})
    before = everything(empty)
    text = "name,id,rating\nDana M Lee,,1210\nAnn Alder,12345678,1440\nBo Birch,,\n"
    asked = desk.post(page, {"text": text})
    assert asked.status_code == 422
    assert "Is Dana M Lee (line 2) a player who is on the roster already?" in read(asked)
    assert "2 Ann Alder: rating 1432 on the roster, 1440 on the list" in read(asked)
    assert everything(empty) == before
    form = read(asked).form(page)
    (who,) = (name for name in form.names if name.startswith("who-"))
    dana = next(one["value"] for one in form.controls if one.has("name") and one["name"] == who)
    # Who is meant is known now, and so that her rating differs too.
    more = form.send(desk, {who: dana})
    assert "1 Dana Lee: rating 1200 on the roster, 1210 on the list" in read(more)
    assert everything(empty) == before
    page_after = read(read(more).form(page).send(desk, follow=True))
    assert "1 added, 2 were here already; list values were used for 2." in page_after
    assert list(empty.players.order_by("number").values_list("name", "rating")) == [
        ("Dana Lee", 1210),
        ("Ann Alder", 1440),
        ("Bo Birch", None),
    ]


def test_undoing_an_import_says_first_what_goes_and_what_stays(empty: Section, desk: Client) -> None:
    desk.post(at("import-roster", empty), {"text": "Di Dogwood\n"})
    desk.post(at("import-roster", empty), {"text": "Ann Alder\nBo Birch\nCy Cedar\n"})
    paired(empty, 1, "2 3")
    roster = visit(desk, at("roster", empty))
    assert "Undo the import of" in roster
    page = visit(desk, at("undo-import", empty))
    assert "1 entry is removed from the roster." in page
    assert "2 of them have pairings or results, and stay: Ann Alder, Bo Birch" in page
    assert len(players(empty)) == 4
    done = page.form(at("undo-import", empty)).send(desk, follow=True)
    assert "Undone: 3 players added" in read(done)
    assert [name for _number, name in players(empty)] == ["Di Dogwood", "Ann Alder", "Bo Birch"]
    # The import before it is another question, with its own count.
    assert "1 player added" in visit(desk, at("undo-import", empty))
    assert "Undo the import of" in visit(desk, at("roster", empty))
    paired(empty, 2, "1 2")
    assert "Undo the import of" not in visit(desk, at("roster", empty)), "nobody of it can go"
