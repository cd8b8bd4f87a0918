"""A registration file after one of its sections is final: who is there stays, unasked."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.factories import a_section, as_it_stands, played
from tests.views.registration_page import SOLE, event, preview
from tournaments.models import Event, Player, Section
from tournaments.services import regrouping
from tournaments.services.finishing import finish

__all__ = ["event"]

pytestmark = pytest.mark.django_db

FINAL = "K-3 Under 600"


@pytest.fixture
def final(event: Event, kim: User) -> Section:
    section = a_section(4, 1, by=kim, event=event, name=FINAL, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL")
    finish(as_it_stands(section), by=kim)
    return section


def file_of(section: Section, *others: str) -> str:
    here = [f'"{player.name}",{section.name},{player.number}00' for player in section.players.all()]
    return "\n".join(["Name,Section,Rating", *here, *others]) + "\n"


def test_who_is_in_a_final_section_is_not_asked_about_and_stays_as_here(
    desk: Client, event: Event, final: Section
) -> None:
    before = list(final.players.order_by("pk").values())

    shown = preview(desk, event, file_of(final, f"Zoe Quill,{SOLE},900"))

    assert "Sections that are not here yet" not in shown.page
    assert not shown.questions
    assert f"{FINAL} is final. Its 4 players in the file stay as here. Type new expiration" in shown.page
    shown.done()
    assert list(final.players.order_by("pk").values()) == before
    assert Player.objects.filter(section__event=event).count() == 5


def test_of_a_final_section_only_new_players_are_asked_about(
    desk: Client, event: Event, final: Section
) -> None:
    shown = preview(desk, event, file_of(final, f"Zoe Quill,{FINAL},500"))

    unknown = shown.page.one(".fields.measure")
    assert f"{FINAL} 1 player" in unknown
    assert f"{FINAL} is final. No one can be entered there now." in unknown


def test_a_spelling_for_all_leaves_a_final_section_as_it_is(
    desk: Client, event: Event, final: Section
) -> None:
    final.players.filter(number=1).update(team="Maple Grove Elem")
    file = f"Name,Section,School\nZoe Quill,{SOLE},Maple Grove Elementary\n"
    shown = preview(desk, event, file)
    shown.answer("two ways", "Write Maple Grove Elementary for both")
    shown = shown.look()
    assert "spelled as you answered" not in shown.page
    shown.done()
    assert final.players.get(number=1).team == "Maple Grove Elem"


def test_the_players_of_a_section_that_was_merged_into_a_final_one_are_known_there(
    desk: Client, event: Event, kim: User
) -> None:
    goes = a_section(2, 1, by=kim, event=event, name="K-8 Open")
    stays = a_section(2, 1, by=kim, event=event, name="K-12 Championship", order="solkoff")
    file = file_of(goes, *file_of(stays).splitlines()[1:])
    preview(desk, event, file).done()
    regrouping.merge(stays, goes, by=kim, delete=True)
    played(as_it_stands(stays), 1, "1 2 WL\n3 4 WL")
    finish(as_it_stands(stays), by=kim)
    shown = preview(desk, event, file + f"Zoe Quill,{SOLE},900\n")
    assert "Sections that are not here yet" not in shown.page
    assert "K-12 Championship is final. Its 4 players in the file stay as here." in shown.page
    shown.done()
    assert stays.players.count() == 4
    shown = preview(desk, event, file + "Yan Reed,K-8 Open,300\n")
    unknown = shown.page.one(".fields.measure")
    assert "K-8 Open 1 player" in unknown
    assert "It was merged into K-12 Championship here. K-12 Championship is final. No one can" in unknown


def test_a_corrected_name_is_not_offered_for_a_final_section(
    desk: Client, event: Event, final: Section
) -> None:
    Player.objects.filter(section=final, number=1).update(uscf_id="12345672")
    shown = preview(desk, event, f"Name,ID,Section\nUma Quise,12345672,{FINAL}\n")
    answers = [each.text for each in shown.page.all("fieldset.asked label")]
    assert len(answers) == 3
    assert not [answer for answer in answers if answer.startswith("Yes, and write")]
