"""Fees at the desk: a column of the roster, the totals, who owes at the door; nothing for the public."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import UserFactory, as_it_stands, section_of
from tests.html import read, visit
from tests.sign_in import signed_in
from tournaments.models import Event, Player, Role, Section, Staff
from tournaments.services import rosters


@pytest.fixture
def section(event: Event, kim: User) -> Section:
    return section_of(event, "Open", "Ann/Elm Bo/Fir Cy/Elm")


@pytest.fixture
def paid(section: Section, kim: User) -> Section:
    for number, cents in ((1, 45_50), (2, 40_00)):
        rosters.edit_player(section.players.get(number=number), fee_cents=cents, by=kim)
    return as_it_stands(section)


def as_(role: Role, event: Event) -> Client:
    user = UserFactory.create()
    Staff.objects.create(event=event, user=user, role=role)
    return signed_in(user)


def test_a_fee_is_typed_in_dollars_and_stands_in_its_column(desk: Client, section: Section) -> None:
    assert "Fee" not in visit(desk, at("roster", section)).texts(".roster thead th")
    address = at("edit-player", section, 1)
    form = visit(desk, address).form(address)
    form.send(desk, {"fee_cents": "45.5"})
    assert section.players.get(number=1).fee_cents == 45_50
    assert visit(desk, address).form(address).fields["fee_cents"] == ["45.50"]
    page = visit(desk, at("roster", section))
    assert page.texts(".roster thead th")[-1] == "Fee"
    assert [row.texts("td")[-1] for row in page.all(".roster tbody tr")] == ["$45.50", "", ""]


@pytest.mark.parametrize("typed", ["-1", "1.234", "100000", "yes"])
def test_what_is_no_fee_comes_back_with_what_was_typed(desk: Client, section: Section, typed: str) -> None:
    address = at("edit-player", section, 1)
    answer = visit(desk, address).form(address).send(desk, {"fee_cents": typed})
    assert answer.status_code == 422
    assert section.players.get(number=1).fee_cents is None


def test_the_desk_adds_them_up_for_chiefs_and_assistants(desk: Client, event: Event, paid: Section) -> None:
    section_of(event, "Reserve", "Di/Elm")
    address = reverse("desk-event", args=[event.slug])
    table = visit(desk, address).one("table.fees")
    assert [row.texts("th, td") for row in table.all("tbody tr, tfoot tr")] == [
        ["Open", "2 of 3", "$85.50"],
        ["Reserve", "0 of 1", "$0"],
        ["Total", "2 of 4", "$85.50"],
    ]
    assert visit(as_(Role.ASSISTANT, event), address).all("table.fees")
    for role in (Role.SCOREKEEPER, Role.CHECK_IN):
        assert not visit(as_(role, event), address).all("table.fees")


def test_a_fee_of_nothing_is_counted_neither_as_paid_nor_as_owed(
    desk: Client, event: Event, paid: Section, kim: User
) -> None:
    cy = paid.players.get(number=3)
    rosters.edit_player(cy, fee_cents=0, by=kim)
    table = visit(desk, reverse("desk-event", args=[event.slug])).one("table.fees")
    assert [row.texts("th, td") for row in table.all("tbody tr")] == [["Open", "2 of 3, 1 at $0", "$85.50"]]
    row = visit(desk, reverse("check-in", args=[event.slug])).one(f"#p{cy.pk} .who")
    assert "$0" in row
    assert "paid" not in row
    where = reverse("payment", args=[event.slug, cy.pk])
    assert row.link("Record the fee · Cy") == f"{reverse('change-section', args=[event.slug, cy.pk])}#payment"
    form = visit(desk, reverse("change-section", args=[event.slug, cy.pk])).form(where)
    assert "The fee of Cy is $0." in read(form.send(desk, {"amount": "0"}, follow=True))


def test_the_list_on_paper_says_of_a_fee_what_the_screen_says_and_has_a_box_for_one_of_nothing(
    desk: Client, event: Event, paid: Section, kim: User
) -> None:
    rosters.edit_player(paid.players.get(number=2), fee_cents=0, by=kim)
    page = visit(desk, reverse("check-in-list", args=[event.slug]))
    fees = [row.all("td")[2] for row in page.all(".ticked tbody tr")]
    assert [fee.text for fee in fees] == ["paid $45.50", "$0", "fee not paid"]
    assert [len(fee.all("i")) for fee in fees] == [0, 1, 0]


def test_the_door_shows_who_owes_to_those_who_register(event: Event, paid: Section) -> None:
    address = reverse("check-in", args=[event.slug])
    owing = [
        row.one(".name").text
        for row in visit(as_(Role.CHECK_IN, event), address).all(".door > li")
        if "fee not paid" in row
    ]
    assert owing == ["Cy"]
    assert "fee not paid" not in visit(as_(Role.SCOREKEEPER, event), address)


def test_a_door_without_fees_asks_for_none(event: Event, section: Section) -> None:
    assert "fee not paid" not in visit(as_(Role.CHECK_IN, event), reverse("check-in", args=[event.slug]))


def test_a_walk_in_pays_at_the_door(event: Event, section: Section) -> None:
    address = reverse("walk-in", args=[event.slug])
    client = as_(Role.CHECK_IN, event)
    page = visit(client, address)
    assert not page.all("details [name=fee_cents]"), "in sight"
    form = page.form(address)
    form.send(client, {"line": "Dee Ivy 1200", "section": section.slug, "fee_cents": "30"})
    assert Player.objects.get(name="Dee Ivy").fee_cents == 30_00


def test_no_public_page_has_a_fee(event: Event, paid: Section) -> None:
    rosters.edit_player(paid.players.get(number=1), fee_cents=7_654_32, by=paid.event.staff.get().user)
    for address in (at("standings", paid), at("why", paid, 1), reverse("event", args=[event.slug])):
        page = Client().get(address)
        assert page.status_code == 200
        assert "7654" not in page.text
        assert "7,654" not in page.text
