"""Adding players by form, importing lists and wall charts; with any problem, nothing is stored."""

from time import process_time

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.factories import UserFactory, a_section, as_it_stands, paired
from tournaments.models import Game, LogEntry, Player, Round, Seat, Section
from tournaments.services import orders

pytestmark = pytest.mark.django_db
DEFAULT = ["modified_median", "solkoff", "cumulative", "opposition_cumulative"]
CHART = """# section: K-5 Championship
# rounds: 3
number,name,rating,r1,r2
1,Ann Alder,1432,W2w,D3b
2,Bill Birch,987,L1b,B
3,Faye Fir,unr,H,D1w
"""


@pytest.fixture
def empty() -> Section:
    return a_section(0, by=UserFactory.create(username="kim"))


@pytest.fixture
def kim(empty: Section) -> Client:
    client = Client()
    client.force_login(User.objects.get(username="kim"))
    return client


def at(name: str, section: Section, *more: int) -> str:
    return reverse(name, args=[section.event.slug, section.slug, *more])


def players(section: Section) -> list[tuple[int, str]]:
    return list(Player.objects.filter(section=section).order_by("number").values_list("number", "name"))


def everything(section: Section) -> tuple[object, ...]:
    """What would show that something was stored."""
    return (
        as_it_stands(section).stamp,
        *(model.objects.count() for model in (Player, Round, Game, Seat, LogEntry)),
    )


def test_the_roster_leads_to_what_comes_next(kim: Client) -> None:
    section = a_section(2, by=User.objects.get(username="kim"))
    assert "post the tiebreak order" in kim.get(at("roster", section)).text
    orders.post_order(section, "solkoff", by=User.objects.get(username="kim"))
    page = kim.get(at("roster", section)).text
    assert "post the tiebreak order" not in page
    assert "pair a round at the desk" in page


# --- one player -------------------------------------------------------------------------------------


def test_a_player_is_added_edited_and_struck(empty: Section, kim: Client) -> None:
    typed = {"name": "Zoë Źdźbło", "rating": "1432P12", "uscf_id": "12345678", "team": "Oak", "grade": "5"}
    assert kim.post(at("add-player", empty), typed)["Location"] == at("roster", empty)
    player = Player.objects.get()
    assert (player.number, player.rating, player.uscf_id) == (1, 1432, "12345678")

    kim.post(at("edit-player", empty, 1), typed | {"rating": "", "house": "on", "number": "7"})
    player.refresh_from_db()
    assert (player.number, player.rating, player.house) == (7, None, True)
    assert '<span class="pill">house</span>' in kim.get(at("roster", empty)).text

    kim.post(at("remove-player", empty, 7))
    assert not Player.objects.exists()


def test_another_can_be_added_at_once(empty: Section, kim: Client) -> None:
    answer = kim.post(at("add-player", empty), {"name": "Ann Alder", "another": ""})
    assert answer["Location"] == at("add-player", empty)
    assert "Ann Alder is on the list." in kim.get(answer["Location"]).text


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"name": ""}, "required"),
        ({"rating": "about 1400"}, "a rating such as 1432"),
        ({"uscf_id": "1234"}, "8 digits"),
        ({"uscf_id": "12345678"}, "Bill Birch has this ID"),
        ({"number": "1"}, "a free number. Bill Birch has this one"),
        ({"grade": "the fifth grade"}, "at most 12 characters"),
    ],
)
def test_a_player_who_cannot_be_added_is_kept_in_the_form(
    empty: Section, kim: Client, wrong: dict[str, str], told: str
) -> None:
    kim.post(at("add-player", empty), {"name": "Bill Birch", "uscf_id": "12345678"})
    before = everything(empty)
    answer = kim.post(at("add-player", empty), {"name": "Ann Alder", "team": "Kept as typed"} | wrong)
    assert answer.status_code == 422
    assert told in answer.text
    assert "Kept as typed" in answer.text
    assert everything(empty) == before


def test_a_number_or_id_of_somebody_else_is_refused_when_editing(kim: Client) -> None:
    section = a_section(2, by=User.objects.get(username="kim"))
    answer = kim.post(at("edit-player", section, 2), {"name": "Kept as typed", "number": "1"})
    assert answer.status_code == 422
    assert "Number 1 belongs to" in answer.text
    assert "Kept as typed" in answer.text


def test_a_seated_player_withdraws_and_comes_back_but_is_not_struck(kim: Client) -> None:
    section = a_section(4, by=User.objects.get(username="kim"))
    paired(section, 1, "1 2", publish=True)
    assert at("remove-player", section, 1) not in kim.get(at("edit-player", section, 1)).text
    assert at("remove-player", section, 3) in kim.get(at("edit-player", section, 3)).text
    assert kim.post(at("remove-player", section, 1)).status_code == 422
    assert len(players(section)) == 4

    kim.post(at("withdraw-player", section, 1), {"after_round": "1"})
    assert "out after 1" in kim.get(at("roster", section)).text
    assert "Back again" in kim.get(at("edit-player", section, 1)).text
    kim.post(at("withdraw-player", section, 1), {"back": "1"})
    assert "out after 1" not in kim.get(at("roster", section)).text


@pytest.mark.parametrize("after", ["", "-1", "99", "two"])
def test_a_withdrawal_needs_a_round(kim: Client, after: str) -> None:
    section = a_section(2, by=User.objects.get(username="kim"))
    before = everything(section)
    assert kim.post(at("withdraw-player", section, 1), {"after_round": after}).status_code == 422
    assert everything(section) == before


def test_a_player_paired_later_cannot_withdraw_before(kim: Client) -> None:
    section = a_section(2, by=User.objects.get(username="kim"))
    paired(section, 2, "1 2")
    answer = kim.post(at("withdraw-player", section, 1), {"after_round": "1"})
    assert answer.status_code == 422
    assert "is paired in round 2" in answer.text


# --- a list -----------------------------------------------------------------------------------------


def import_list(kim: Client, section: Section, text: str, **more: object):
    return kim.post(at("import-roster", section), {"text": text, **more})


def test_a_pasted_list_is_stored_numbered_by_rating_if_asked(empty: Section, kim: Client) -> None:
    text = 'name,id,rating,team,grade\n"Birch, Bill",,987/5,Oak,4\nAnn Alder,12345678,1432,,\nCy Unr,,unr,,\n'
    assert import_list(kim, empty, text, by_rating="on")["Location"] == at("roster", empty)
    assert players(empty) == [(1, "Ann Alder"), (2, "Birch, Bill"), (3, "Cy Unr")]
    import_list(kim, empty, "Low One,,100\nHigh One,,2000")
    assert players(empty)[3:] == [(4, "Low One"), (5, "High One")]


def test_what_a_list_should_not_carry_is_named_and_not_kept(empty: Section, kim: Client) -> None:
    import_list(kim, empty, "Name,Rating,Birth date,E-mail\nAnn Alder,1432,2016-01-01,ann@example.org\n")
    page = kim.get(at("roster", empty)).text
    assert "Not imported: Birth date, E-mail" in page
    assert "2016" not in page
    assert "example.org" not in page


def test_every_problem_is_listed_with_its_line_and_column_and_nothing_is_stored(
    empty: Section, kim: Client
) -> None:
    before = everything(empty)
    text = "name,id,rating\nAnn,12,1432\n,12345678,\nCy <i>,12345678,high\n"
    answer = import_list(kim, empty, text)
    assert answer.status_code == 422
    assert "Nothing was stored: there are 4 problems." in answer.text
    listed = [(trouble.where, trouble.read) for trouble in answer.context["refused"].troubles]
    assert listed == [
        ("line 2, column 2", "12"),
        ("line 3, column 1", ""),
        ("line 4, column 2", "12345678"),
        ("line 4, column 3", "high"),
    ]
    assert "a US Chess ID of 8 digits" in answer.text
    assert "Cy &lt;i&gt;,12345678,high" in answer.text  # still there to be mended
    assert everything(empty) == before


def test_who_is_in_the_section_already_is_found_by_line(empty: Section, kim: Client) -> None:
    import_list(kim, empty, "Ann Alder,12345678")
    before = everything(empty)
    long = "x" * 121
    answer = import_list(kim, empty, f"name,id\nNew One,\nAnn Alder,12345678\n{long},\n")
    assert [t.where for t in answer.context["refused"].troubles] == ["line 3", "line 4"]
    assert answer.status_code == 422
    assert everything(empty) == before


def test_an_uploaded_file_with_problems_is_shown_to_be_mended(empty: Section, kim: Client) -> None:
    upload = SimpleUploadedFile("list.csv", b"name,rating\nZo\xeb,high\n")
    answer = kim.post(at("import-roster", empty), {"file": upload})
    assert answer.status_code == 422
    assert "Zoë,high" in answer.text
    good = SimpleUploadedFile("list.csv", "name,rating\nZoë,1432\n".encode())
    assert kim.post(at("import-roster", empty), {"file": good}).status_code == 302
    assert players(empty) == [(1, "Zoë")]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "a line for each player"),
        (b"PK\x03\x04zip", "save it as CSV"),
        (b"\0\0\0", "save it as CSV"),
        (b"x" * 2_600_000, "too large"),
    ],
)
def test_a_file_that_is_no_list_is_told_so(empty: Section, kim: Client, data: bytes, told: str) -> None:
    before = everything(empty)
    answer = kim.post(at("import-roster", empty), {"file": SimpleUploadedFile("list.csv", data)})
    assert answer.status_code == 422
    assert told in answer.text
    assert everything(empty) == before


@pytest.mark.parametrize("form", ["import-roster", "import-wallchart"])
def test_nothing_pasted_is_told_so(empty: Section, kim: Client, form: str) -> None:
    answer = kim.post(at(form, empty), {"text": " \n", "step": DEFAULT})
    assert answer.status_code == 422
    assert "Paste the list here, or choose a file." in answer.text


@pytest.mark.parametrize("form", ["import-roster", "import-wallchart"])
def test_too_much_text_gets_a_clear_answer_and_is_not_stored(empty: Section, kim: Client, form: str) -> None:
    before = everything(empty)
    answer = kim.post(at(form, empty), {"text": "Ann,,1432\n" * 400_000, "step": DEFAULT})
    assert answer.status_code == 422
    assert "more than 2 MB" in answer.text
    assert everything(empty) == before


@pytest.mark.parametrize("form", ["import-roster", "import-wallchart"])
def test_a_paste_without_the_forms_token_is_refused(empty: Section, kim: Client, form: str) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = kim.cookies
    assert strict.post(at(form, empty), {"text": CHART, "step": DEFAULT}).status_code == 403
    assert not Player.objects.exists()


def test_five_thousand_lines_are_stored_in_one_go(empty: Section, kim: Client) -> None:
    text = "name,id,rating,team,grade\n" + "".join(
        f'"Player, Number {n}",{10_000_000 + n},{100 + n % 2000},School {n % 90},{n % 12}\n'
        for n in range(5000)
    )
    begun = process_time()
    assert import_list(kim, empty, text, by_rating="on").status_code == 302
    assert kim.get(at("roster", empty)).status_code == 200
    assert process_time() - begun < 20
    assert Player.objects.filter(section=empty).count() == 5000


def test_five_thousand_problems_are_all_listed(empty: Section, kim: Client) -> None:
    answer = import_list(kim, empty, "name,rating\n" + "Ann,high\n" * 5000)
    assert len(answer.context["refused"].troubles) == 5000
    assert "line 5001, column 2" in answer.text


@pytest.mark.parametrize(
    "name", ["Ann 🦄 Alder", "שרה לוי", 'Ann "Ace" O\'Neil', "=cmd()", "<script>alert(1)</script>", "{{ 7 }}"]
)
def test_any_name_is_stored_as_it_is_and_shown_escaped(empty: Section, kim: Client, name: str) -> None:
    doubled = name.replace('"', '""')
    assert import_list(kim, empty, f'name,rating\n"{doubled}",1432\n').status_code == 302
    assert players(empty) == [(1, name)]
    escaped = name.replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;").replace("'", "&#x27;")
    for page in (at("roster", empty), at("edit-player", empty, 1)):
        assert escaped in kim.get(page).text
    kim.post(at("edit-player", empty, 1), {"name": name, "rating": "1500"})
    assert players(empty) == [(1, name)]


# --- a wall chart -----------------------------------------------------------------------------------


def test_a_wall_chart_among_the_lists_goes_on_to_be_imported_with_its_order(
    empty: Section, kim: Client
) -> None:
    answer = import_list(kim, empty, CHART)
    assert answer.status_code == 200
    assert "Wall chart: “K-5 Championship” · 3 players · 2 of 3 rounds complete." in answer.text
    assert f'action="{at("import-wallchart", empty)}"' in answer.text
    assert "1,Ann Alder,1432,W2w,D3b" in answer.text
    assert not Player.objects.exists()


def test_a_running_event_is_imported_with_its_order_in_one_step(empty: Section, kim: Client) -> None:
    answer = kim.post(at("import-wallchart", empty), {"text": CHART, "step": ["solkoff", "cumulative"]})
    assert answer["Location"] == at("roster", empty)
    section = as_it_stands(empty)
    assert players(section) == [(1, "Ann Alder"), (2, "Bill Birch"), (3, "Faye Fir")]
    assert [order.order for order in section.standings.posted_orders.all()] == ["solkoff,cumulative"]
    assert "2 of 3 rounds complete" in kim.get(at("roster", section)).text
    assert "The order is locked" in kim.get(at("order", section)).text


def test_a_chart_that_cannot_be_right_stores_nothing_and_lists_everything(
    empty: Section, kim: Client
) -> None:
    before = everything(empty)
    text = CHART.replace("L1b", "W1b").replace("D1w", "D9w")
    for page in ("import-wallchart", "import-roster"):
        answer = kim.post(at(page, empty), {"text": text, "step": DEFAULT})
        assert answer.status_code == 422
        wheres = {trouble.where for trouble in answer.context["refused"].troubles}
        assert wheres == {"line 4, column 4", "line 4, column 5", "line 5, column 4", "line 6, column 5"}
        assert "3,Faye Fir,unr,H,D9w" in answer.text
        assert everything(empty) == before


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (CHART.replace("# rounds: 3", "# rounds: 40"), "from 1 to 30 rounds"),
        (CHART.replace("# rounds: 3", "# rounds: 3\n# games: 3"), "1 or 2"),
        (CHART.replace("# rounds: 3", "# entrants: teams"), "a wall chart of teams"),
        (CHART.replace("W2w", "W2w=9"), "from 0 to 4 points"),
        (CHART.replace("Ann Alder", "x" * 121), "at most 120 characters"),
        ("Ann Alder,12345678\n", "a list without rounds"),
    ],
)
def test_a_chart_that_a_section_cannot_hold_is_told_so(
    empty: Section, kim: Client, text: str, told: str
) -> None:
    before = everything(empty)
    answer = kim.post(at("import-wallchart", empty), {"text": text, "step": DEFAULT})
    assert answer.status_code == 422
    assert told in answer.text
    assert everything(empty) == before


@pytest.mark.parametrize("step", [[], ["solkof"], ["solkoff", "solkoff"]])
def test_no_chart_is_imported_under_an_order_that_cannot_be(
    empty: Section, kim: Client, step: list[str]
) -> None:
    before = everything(empty)
    answer = kim.post(at("import-wallchart", empty), {"text": CHART, "step": step})
    assert answer.status_code == 422
    assert "1,Ann Alder,1432,W2w,D3b" in answer.text
    assert everything(empty) == before


def test_arranging_the_order_keeps_what_was_pasted_or_uploaded(empty: Section, kim: Client) -> None:
    upload = SimpleUploadedFile("chart.csv", CHART.encode())
    for sent in ({"text": CHART}, {"file": upload}):
        answer = kim.post(at("import-wallchart", empty), {**sent, "step": DEFAULT, "do": "up:cumulative"})
        assert answer.status_code == 200
        assert answer.context["draft"].codes[1] == "cumulative"
        assert "1,Ann Alder,1432,W2w,D3b" in answer.text
    assert not Player.objects.exists()


def test_a_section_with_players_imports_no_chart(kim: Client) -> None:
    section = a_section(2, by=User.objects.get(username="kim"))
    before = everything(section)
    assert "This section has a roster already" in kim.get(at("import-wallchart", section)).text
    for page in ("import-wallchart", "import-roster"):
        assert kim.post(at(page, section), {"text": CHART, "step": DEFAULT}).status_code == 422
    assert everything(section) == before


def test_a_round_robin_chart_makes_the_section_one_and_a_silent_chart_leaves_it(
    empty: Section, kim: Client
) -> None:
    kim.post(
        at("import-wallchart", empty), {"text": "# format: round robin\n" + CHART, "step": "sonneborn_berger"}
    )
    assert as_it_stands(empty).format == "round robin"
    other = a_section(0, by=User.objects.get(username="kim"), format="round robin")
    kim.post(at("import-wallchart", other), {"text": CHART, "step": "sonneborn_berger"})
    assert as_it_stands(other).format == "round robin"
