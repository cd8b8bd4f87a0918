"""Of a registration file, the columns that are left out, and IDs of wrong length that are typed anew."""

import pytest
from django.test import Client

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
