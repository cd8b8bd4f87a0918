"""One player by form: added, edited, withdrawn and back, struck; with any problem, nothing is stored."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import a_section, paired
from tests.html import read, visit
from tests.views.stored_rosters import everything, players
from tournaments.models import Player, Section


@pytest.fixture
def empty(kim: User) -> Section:
    return a_section(0, by=kim)


def test_a_player_is_added_edited_and_struck(empty: Section, desk: Client) -> None:
    typed = {"name": "Zoë Źdźbło", "rating": "1432P12", "uscf_id": "12345678", "team": "Oak", "grade": "5"}
    assert desk.post(at("add-player", empty), typed)["Location"] == at("roster", empty)
    player = Player.objects.get()
    assert (player.number, player.rating, player.uscf_id) == (1, 1432, "12345678")

    desk.post(at("edit-player", empty, 1), typed | {"rating": "", "house": "on", "number": "7"})
    player.refresh_from_db()
    assert (player.number, player.rating, player.house) == (7, None, True)
    assert visit(desk, at("roster", empty)).texts(".pill") == ["house"]

    desk.post(at("remove-player", empty, 7))
    assert not Player.objects.exists()


def test_another_can_be_added_at_once(empty: Section, desk: Client) -> None:
    answer = desk.post(at("add-player", empty), {"name": "Ann Alder", "another": ""})
    assert answer["Location"] == at("add-player", empty)
    assert "Ann Alder was added." in visit(desk, answer["Location"])


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"name": ""}, "Nothing was typed or chosen here."),
        ({"rating": "about 1400"}, "a rating such as 1432"),
        ({"uscf_id": "1234"}, "“1234” has 4 digits. A US Chess ID has 8."),
        ({"uscf_id": "12345678"}, "This is the ID of Bill Birch"),
        ({"number": "1"}, "a number that no one has. This is the number of Bill Birch"),
        ({"grade": "the fifth grade"}, "At most 12 characters fit here."),
    ],
)
def test_a_player_who_cannot_be_added_is_kept_in_the_form(
    empty: Section, desk: Client, wrong: dict[str, str], told: str
) -> None:
    desk.post(at("add-player", empty), {"name": "Bill Birch", "uscf_id": "12345678"})
    before = everything(empty)
    answer = desk.post(at("add-player", empty), {"name": "Ann Alder", "team": "Kept as typed"} | wrong)
    assert answer.status_code == 422
    assert told in read(answer)
    assert read(answer).form(at("add-player", empty)).fields["team"] == ["Kept as typed"]
    assert everything(empty) == before


def test_a_number_or_id_of_somebody_else_is_refused_when_editing(kim: User, desk: Client) -> None:
    section = a_section(2, by=kim)
    answer = desk.post(at("edit-player", section, 2), {"name": "Kept as typed", "number": "1"})
    assert answer.status_code == 422
    assert "already has number 1" in read(answer)
    assert read(answer).form(at("edit-player", section, 2)).fields["name"] == ["Kept as typed"]
    assert "Leave empty for the next free number." not in read(answer)


def test_a_seated_player_withdraws_and_comes_back_but_is_not_struck(kim: User, desk: Client) -> None:
    section = a_section(4, by=kim)
    paired(section, 1, "1 2", publish=True)
    assert at("remove-player", section, 1) not in visit(desk, at("edit-player", section, 1)).actions
    assert at("remove-player", section, 3) in visit(desk, at("edit-player", section, 3)).actions
    assert desk.post(at("remove-player", section, 1)).status_code == 422
    assert len(players(section)) == 4

    desk.post(at("withdraw-player", section, 1), {"after_round": "1"})
    assert "withdrew after round 1" in visit(desk, at("roster", section))
    assert "Reinstate" in visit(desk, at("edit-player", section, 1))
    desk.post(at("withdraw-player", section, 1), {"back": "1"})
    assert "withdrew after round 1" not in visit(desk, at("roster", section))


@pytest.mark.parametrize("after", ["", "-1", "99", "two"])
def test_a_withdrawal_needs_a_round(kim: User, desk: Client, after: str) -> None:
    section = a_section(2, by=kim)
    before = everything(section)
    assert desk.post(at("withdraw-player", section, 1), {"after_round": after}).status_code == 422
    assert everything(section) == before


def test_a_player_paired_later_cannot_withdraw_before(kim: User, desk: Client) -> None:
    section = a_section(2, by=kim)
    paired(section, 2, "1 2")
    answer = desk.post(at("withdraw-player", section, 1), {"after_round": "1"})
    assert answer.status_code == 422
    assert "is paired in round 2" in read(answer)
