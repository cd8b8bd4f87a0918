"""Birth dates and the sex of players in a registration file: of them ages and marks are left, for prizes."""

import pytest
from django.test import Client

from tests.addresses import at
from tests.html import read
from tests.registrations import as_xlsx
from tests.views.registration_page import event, preview
from tournaments.models import Event, LogEntry, Player

__all__ = ["event"]

pytestmark = pytest.mark.django_db


def ages() -> dict[str, int | None]:
    return dict(Player.objects.order_by("name").values_list("name", "age"))


def stored() -> str:
    """All that anything keeps of an import."""
    return repr([list(model.objects.values()) for model in (Player, LogEntry, Event)])


# --- birth dates --------------------------------------------------------------------------------------

BORN = [
    ["Name", "DOB", "Section"],
    ["Ann Alder", "11/21/2016", "K-5 Championship"],
    ["Bo Birch", "11/22/16", "K-5 Championship"],
    ["Cy Cedar", "", "K-5 Championship"],
]


def as_text(rows: list[list[str]]) -> str:
    return "\n".join(map(",".join, rows))


def test_ages_on_the_first_day_come_from_birth_dates_which_nothing_keeps(desk: Client, event: Event) -> None:
    shown = preview(desk, event, as_text(BORN))
    assert "Dropped and not stored: DOB" in shown.page
    assert "The age of each player on Nov 21, 2026 comes from DOB, for age prizes." in shown.page
    assert "2016" not in shown.page.text
    assert not shown.questions
    shown.done()
    assert ages() == {"Ann Alder": 10, "Bo Birch": 9, "Cy Cedar": None}
    assert not [word for word in ("11/21/2016", "11/22/16", "2016-11-2") if word in stored()]


def test_birth_dates_of_a_spreadsheet_are_read_too(desk: Client, event: Event) -> None:
    rows = [[each.replace("11/22/16", "2016-11-22") for each in row] for row in BORN]
    preview(desk, event, as_xlsx(rows)).done()
    assert ages() == {"Ann Alder": 10, "Bo Birch": 9, "Cy Cedar": None}


def test_ages_are_left_out_by_the_menu_of_their_column(desk: Client, event: Event) -> None:
    shown = preview(desk, event, as_text(BORN))
    shown.choose("Age", "")
    shown = shown.look()
    assert "comes from DOB" not in shown.page
    shown.done()
    assert set(ages().values()) == {None}


def test_the_ages_of_a_file_stand_before_its_birth_dates(desk: Client, event: Event) -> None:
    rows = [[*BORN[0], "Age"], [*BORN[1], "8"]]
    shown = preview(desk, event, as_text(rows))
    assert "comes from" not in shown.page
    shown.done()
    assert ages() == {"Ann Alder": 8}


def test_a_birth_date_that_cannot_be_read_is_a_problem_that_does_not_repeat_it(
    desk: Client, event: Event
) -> None:
    rows = [*BORN, ["Di Dogwood", "13/45/2016", "K-5 Championship"], ["Ed Elm", "n/a", "K-5 Championship"]]
    shown = preview(desk, event, as_text(rows))
    [problem] = shown.page.rows[1:]
    assert problem[:2] == ["line 5, DOB", "nothing"]
    assert problem[2].startswith("a birth date such as 5/6/2015")
    assert "13/45" not in shown.page.text


def test_years_of_birth_are_no_ages_and_only_dropped(desk: Client, event: Event) -> None:
    shown = preview(desk, event, "Name,Birth Year,Section\nAnn Alder,2016,K-5 Championship\n")
    assert "Dropped and not stored: Birth Year" in shown.page
    shown.done()
    assert ages() == {"Ann Alder": None}


# --- marks --------------------------------------------------------------------------------------------

SEX = [
    ["Name", "Gender", "Section"],
    ["Ann Alder", "Female", "K-5 Championship"],
    ["Bo Birch", "male", "K-5 Championship"],
    ["Cy Cedar", "", "K-5 Championship"],
]


def marks() -> dict[str, str]:
    return dict(Player.objects.order_by("name").values_list("name", "marks"))


def test_the_sex_of_players_is_dropped_and_nobody_is_marked_unasked(desk: Client, event: Event) -> None:
    shown = preview(desk, event, as_text(SEX))
    assert "Dropped and not stored: Gender" in shown.page
    assert "Gender: mark the 1 female player for Top girl" in shown.page
    assert not shown.questions
    shown.done()
    assert set(marks().values()) == {""}
    assert "emale" not in stored()


def test_girls_are_marked_for_the_prize_where_the_director_says_so(desk: Client, event: Event) -> None:
    shown = preview(desk, event, as_text(SEX))
    shown.typed["girls"] = "on"
    shown = shown.look()
    assert "Alder, Ann unrated · girl" in shown.page
    shown.done()
    assert marks() == {"Ann Alder": "girl", "Bo Birch": "", "Cy Cedar": ""}
    assert "emale" not in stored()
    Player.objects.update(marks="")
    again = preview(desk, event, as_text(SEX))
    assert "Answered before." in again.page
    assert "Alder, Ann: marks for prizes – → girl" in again.page
    again.done()
    assert marks()["Ann Alder"] == "girl", "it is marked again, as before"


def test_a_file_that_is_imported_without_marking_takes_no_mark_away_and_is_remembered_too(
    desk: Client, event: Event
) -> None:
    marked = preview(desk, event, as_text(SEX))
    marked.typed["girls"] = "on"
    marked.done()
    again = preview(desk, event, as_text(SEX))
    again.typed["girls"] = []
    again.done()
    assert marks()["Ann Alder"] == "girl"
    assert "girls" not in preview(desk, event, as_text(SEX)).form.fields


def test_who_is_here_keeps_other_marks_beside_the_new_one(desk: Client, event: Event) -> None:
    preview(desk, event, as_text(SEX)).done()
    Player.objects.filter(name="Ann Alder").update(marks="local")
    shown = preview(desk, event, as_text(SEX))
    shown.typed["girls"] = "on"
    shown = shown.look()
    assert "Alder, Ann: marks for prizes local → local, girl" in shown.page
    shown.done()
    assert marks()["Ann Alder"] == "local, girl"


def test_a_column_of_the_sex_without_anybody_to_mark_asks_nothing(desk: Client, event: Event) -> None:
    shown = preview(desk, event, "Name,M/F,Section\nBo Birch,M,K-5 Championship\n")
    assert "Dropped and not stored: M/F" in shown.page
    assert "Top girl" not in shown.page


# --- the list of one section -------------------------------------------------------------------------


def test_the_list_of_a_section_gets_its_ages_from_birth_dates_too(desk: Client, event: Event) -> None:
    section = event.sections.get(name="K-5 Championship")
    lines = ["Name,Date of Birth,Phone", "Ann Alder,11/21/2016,1", "Bo Birch,11/22/16,2", "Cy Cedar,,3"]
    text = "\n".join([*lines, "Di Ash,May 5 16,4"])
    answer = desk.post(at("import-roster", section), {"text": text, "by_rating": "on"}, follow=True)
    said = read(answer).text
    assert "The age of each player on Nov 21, 2026 comes from Date of Birth, which is not stored." in said
    assert "No age for line 5: there is no birth date there." in said
    assert "Not imported: Phone" in said
    assert ages() == {"Ann Alder": 10, "Bo Birch": 9, "Cy Cedar": None, "Di Ash": None}
    assert not [word for word in ("11/21/2016", "11/22/16", "2016-11-2") if word in stored()]


def test_the_list_of_a_section_with_ages_keeps_them(desk: Client, event: Event) -> None:
    section = event.sections.get(name="K-5 Championship")
    desk.post(at("import-roster", section), {"text": "Name,Age,DOB\nAnn Alder,9,11/21/2016\n"})
    assert ages() == {"Ann Alder": 9}
