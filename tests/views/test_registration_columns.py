"""Of a registration file, the columns that are left out, and IDs of wrong length that are typed anew."""

from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.rating_lists import a_list
from tests.views.registration_page import event, preview, section
from tournaments.models import Event, Section

__all__ = ["event", "section"]

pytestmark = pytest.mark.django_db


WRONG_ID = "Name,ID,Section\nAmy Ngo,1700124,K-5 Championship\n"


def test_the_right_id_is_typed_where_one_of_wrong_length_is_asked_about_and_remembered(
    desk: Client, event: Event, section: Section
) -> None:
    shown = preview(desk, event, WRONG_ID)
    box = shown.page.one("fieldset.asked input[type=text]")["name"]
    shown.typed[box] = "170012"
    wrong = shown.look()
    assert "“170012” has 6 digits. A US Chess ID has 8." in wrong.page
    assert wrong.page.one("fieldset.asked input[type=text]")["value"] == "170012"
    assert wrong.send("import").status_code == 422
    wrong.typed[box] = "1700-1249"
    wrong.done()
    assert section.players.get().uscf_id == "17001249"

    again = preview(desk, event, WRONG_ID)
    assert "1 unchanged" in again.page
    assert again.page.one("fieldset.asked input[type=text]")["value"] == "17001249"
    again.typed[box] = ""
    again.answer("1700124", "Leave this line out")
    assert "0 unchanged" in again.look().page


def test_the_columns_that_are_not_imported_are_named(desk: Client, event: Event) -> None:
    file = "Name,Section,Paid,Lunch\nAmy Ngo,K-5 Championship,yes,Pizza\n"
    assert (
        "Not imported: Paid, Lunch. To import a column, say below what it is."
        in preview(desk, event, file).page
    )


def test_nothing_comes_from_the_rating_list_for_an_id_of_somebody_else(
    desk: Client, event: Event, settings: Any, tmp_path: Path
) -> None:
    settings.RATING_LIST = tmp_path / "rating-list.sqlite3"
    a_list()
    file = "Name,ID,Section\nAda Alder,30000001,K-5 Championship\nZed Quill,30000004,K-5 Championship\n"
    shown = preview(desk, event, file)
    assert "1 rating missing from the file comes from the rating list november.txt." in shown.page
    assert "Check the ID: Zed Quill, 30000004 (José O'Elm)" in shown.page
