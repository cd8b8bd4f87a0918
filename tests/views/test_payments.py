"""The check-in records who paid: the usual fee in one press, another amount typed. The desk adds them up."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import as_it_stands, played, section_of
from tests.html import Element, read, visit
from tests.sign_in import signed_in
from tests.views.test_fees import as_
from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.models import FinalSheet
from tournaments.formats import registration
from tournaments.models import Event, LogEntry, Player, Role, Section
from tournaments.services import attendance, check_in, pairings, replaying, rosters
from tournaments.services.finishing import finish
from tournaments.services.late_change import change_section
from tournaments.services.undoing import undo_entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def section(event: Event, kim: User) -> Section:
    """Two paid 45, one 40, two nothing yet."""
    section = section_of(event, "Open", "Ann/Elm Bo/Fir Cy/Elm Di/Elm Eve/Fir")
    for number, cents in ((1, 45_00), (2, 45_00), (3, 40_00)):
        rosters.edit_player(section.players.get(number=number), fee_cents=cents, by=kim)
    return as_it_stands(section)


def door(event: Event) -> str:
    return reverse("check-in", args=[event.slug])


def row_of(page: Element, name: str) -> Element:
    return next(row for row in page.all(".door > li") if row.one(".name").text == name)


def pressed(client: Client, event: Event, paid: str) -> Element:
    return read(client.post(reverse("mark-paid", args=[event.slug]), {"paid": paid}, follow=True))


def test_one_press_records_the_usual_fee_and_the_desk_adds_it_up(
    desk: Client, event: Event, section: Section
) -> None:
    helper, di = as_(Role.CHECK_IN, event), section.players.get(number=4)
    page = visit(helper, door(event))
    assert "paid $40" in row_of(page, "Cy")
    row = row_of(page, "Di")
    assert "fee not paid" in row
    button = row.one("button[name=paid]")
    assert (button.text, button["aria-label"]) == ("Paid $45", "Di paid $45")
    assert button["formaction"] == reverse("mark-paid", args=[event.slug])
    said = pressed(helper, event, button["value"])
    assert "Di paid $45." in said
    assert "fee not paid" not in row_of(said, "Di")
    assert "paid $45" in row_of(said, "Di")
    table = visit(desk, reverse("desk-event", args=[event.slug])).one("table.fees")
    assert [row.texts("th, td") for row in table.all("tbody tr")] == [["Open", "4 of 5", "$175"]]
    di.refresh_from_db()
    assert di.fee_cents == 45_00


def test_a_second_press_changes_nothing_and_another_amount_is_never_overwritten(
    event: Event, section: Section, kim: User
) -> None:
    helper, di = as_(Role.CHECK_IN, event), section.players.get(number=4)
    for _press in range(2):
        pressed(helper, event, f"{di.pk}-4500")
    assert LogEntry.objects.filter(code="fee-recorded").count() == 1
    rosters.edit_player(section.players.get(number=5), fee_cents=10_00, by=kim)
    eve = section.players.get(number=5)
    assert "Eve has paid $10 already. Nothing was saved." in pressed(helper, event, f"{eve.pk}-4500")
    eve.refresh_from_db()
    assert eve.fee_cents == 10_00


def test_another_amount_is_typed_at_the_players_row_and_taken_back_there(
    event: Event, section: Section
) -> None:
    helper, di = as_(Role.CHECK_IN, event), section.players.get(number=4)
    there = row_of(visit(helper, door(event)), "Di").link("Another amount · Di")
    page, _, anchor = there.partition("#")
    assert anchor == "payment"
    form = visit(helper, page).form(reverse("payment", args=[event.slug, di.pk]))
    assert form.fields["amount"] == [""]
    refused = form.send(helper, {"amount": "a lot"})
    assert refused.status_code == 422
    assert "a lot" in read(refused).form(reverse("payment", args=[event.slug, di.pk])).fields["amount"]
    assert "Di paid $12.50." in read(form.send(helper, {"amount": "12.5"}, follow=True))
    di.refresh_from_db()
    assert di.fee_cents == 12_50
    form = visit(helper, page).form(reverse("payment", args=[event.slug, di.pk]))
    assert "No fee is recorded for Di now." in read(form.send(helper, {"amount": ""}, follow=True))
    di.refresh_from_db()
    assert di.fee_cents is None


def test_a_payment_that_somebody_recorded_meanwhile_is_shown_and_not_overwritten(
    event: Event, section: Section
) -> None:
    helper, di = as_(Role.CHECK_IN, event), section.players.get(number=4)
    there = reverse("payment", args=[event.slug, di.pk])
    page = reverse("change-section", args=[event.slug, di.pk])
    first, second = (visit(helper, page).form(there) for _tab in range(2))
    assert first.send(helper, {"amount": "20"}).status_code == 302
    answer = second.send(helper, {"amount": "45"})
    assert answer.status_code == 409
    di.refresh_from_db()
    assert di.fee_cents == 20_00


def test_a_payment_makes_no_new_version_stands_in_the_log_and_is_undone_there(
    event: Event, section: Section, kim: User
) -> None:
    version = section.standings.version
    di = section.players.get(number=4)
    before = visit(as_(Role.CHECK_IN, event), door(event)).one("#lists")["data-stamp"]
    check_in.pay(event, di.pk, 45_00, by=kim)
    assert as_it_stands(section).standings.version == version
    assert visit(as_(Role.CHECK_IN, event), door(event)).one("#lists")["data-stamp"] != before
    entry = LogEntry.objects.get(code="fee-recorded")
    log = visit(signed_in(kim), at("section-log", section))
    assert "Di: fee recorded" in log
    undo_entry(section.pk, by=kim, entry_id=entry.pk)
    di.refresh_from_db()
    assert di.fee_cents is None


def test_only_who_registers_records_payments_and_nothing_of_what_is_archived_changes(
    event: Event, section: Section
) -> None:
    di = section.players.get(number=4)
    scorekeeper = as_(Role.SCOREKEEPER, event)
    page = visit(scorekeeper, door(event))
    assert not page.all("button[name=paid]")
    assert "paid $" not in page
    assert (
        scorekeeper.post(reverse("mark-paid", args=[event.slug]), {"paid": f"{di.pk}-4500"}).status_code
        == 403
    )
    assert scorekeeper.post(reverse("payment", args=[event.slug, di.pk]), {"amount": "4"}).status_code == 403
    Section.objects.filter(pk=section.pk).update(archived=True)
    said = pressed(as_(Role.CHECK_IN, event), event, f"{di.pk}-4500")
    assert "is archived and read only" in said
    di.refresh_from_db()
    assert di.fee_cents is None


@pytest.mark.parametrize("paid", ["", "4500", "x-y", "1-99999999999", "999999-4500", "-"])
def test_what_no_button_sends_records_nothing(event: Event, section: Section, paid: str) -> None:
    answer = as_(Role.CHECK_IN, event).post(reverse("mark-paid", args=[event.slug]), {"paid": paid})
    assert answer.status_code < 500
    assert Player.objects.filter(fee_cents=None).count() == 2


# --- paid, by a file that does not say how much -----------------------------------------------------


def test_who_is_paid_by_the_file_owes_nothing_and_counts_as_paid(
    desk: Client, event: Event, section: Section
) -> None:
    Player.objects.filter(name="Di").update(registered={"paid": "paid"})
    page = visit(desk, door(event))
    assert "fee not paid" not in row_of(page, "Di")
    assert "paid" in row_of(page, "Di")
    table = visit(desk, reverse("desk-event", args=[event.slug])).one("table.fees")
    assert [row.texts("th, td") for row in table.all("tbody tr")] == [
        ["Open", "4 of 5", "$130 1 without an amount"]
    ]
    roster = visit(desk, at("roster", section))
    assert [row.texts("td")[-1] for row in roster.all(".roster tbody tr")] == [
        "$45",
        "$45",
        "$40",
        "paid",
        "",
    ]


@pytest.mark.parametrize("said", ["PAID,45,", "yes,no,yes", "PAID,,"])
def test_a_column_that_is_called_paid_says_who_paid(event: Event, said: str) -> None:
    names = ("Ann Alder", "Bo Birch", "Cy Cedar")
    rows = "".join(f"{name},Open,{fee}\n" for name, fee in zip(names, said.split(","), strict=True))
    table = registration.read_table(f"Name,Section,Paid\n{rows}")
    listed, problems = registration.read_players(table, registration.guessed(table))
    assert not problems
    assert listed[0].is_paid


def test_a_fee_is_counted_once_of_who_enters_again(
    desk: Client, event: Event, section: Section, kim: User
) -> None:
    played(section, 1, "1 2 WL\n3 4 WL\n5 B")
    Player.objects.filter(name="Di").update(registered={"paid": "paid"})
    again = attendance.re_enter(section.players.get(name="Di"), 1, {1: Kind.UNPAIRED}, by=kim)
    assert "paid" not in again.registered


def test_the_totals_agree_with_who_owes_at_the_door(
    desk: Client, event: Event, section: Section, kim: User
) -> None:
    """Not who left without paying, nor a second entry, nor the old one of who went on elsewhere."""
    reserve = section_of(event, "Reserve", "Flo/Elm Gus/Fir")
    rosters.edit_player(reserve.players.get(name="Flo"), fee_cents=45_00, by=kim)
    played(section, 1, "1 4 WL\n2 3 WL\n5 B")
    attendance.re_enter(section.players.get(name="Ann"), 1, {1: Kind.UNPAIRED}, by=kim)
    change_section(section.players.get(name="Bo"), reserve, by=kim)
    pairings.withdraw(section.players.get(name="Di"), 1, by=kim)
    totals = visit(desk, reverse("desk-event", args=[event.slug])).one("table.fees")
    assert [row.texts("th, td")[:2] for row in totals.all("tbody tr")] == [
        ["Open", "2 of 3"],  # Ann and Cy of Ann, Cy and Eve
        ["Reserve", "2 of 3"],  # Flo and Bo of Flo, Gus and Bo
    ]
    owing = [row.one(".name").text for row in visit(desk, door(event)).all(".door > li") if "fee not" in row]
    assert owing == ["Eve", "Gus"]


# --- undone in the log ------------------------------------------------------------------------------


def undone(desk: Client, section: Section, entry: LogEntry) -> Element:
    """The log after the entry was undone on its page; without a form there, that page."""
    there = at("undo-entry", section, entry.pk)
    page = visit(desk, there)
    if not any(form.action == there for form in page.forms):
        return page
    return read(page.form(there).send(desk, follow=True))


def recorded(event: Event, player: Player, cents: int | None, kim: User) -> LogEntry:
    check_in.correct_fee(event, player.pk, cents, by=kim)
    return LogEntry.objects.latest("pk")


def test_a_payment_is_undone_on_its_page_and_the_door_and_the_totals_follow(
    desk: Client, event: Event, section: Section, kim: User
) -> None:
    di = section.players.get(number=4)
    check_in.pay(event, di.pk, 45_00, by=kim)
    undone(desk, section, LogEntry.objects.latest("pk"))
    assert "fee not paid" in row_of(visit(desk, door(event)), "Di")
    table = visit(desk, reverse("desk-event", args=[event.slug])).one("table.fees")
    assert [row.texts("th, td") for row in table.all("tbody tr")] == [["Open", "3 of 5", "$130"]]
    undone(desk, section, LogEntry.objects.latest("pk"))
    assert "paid $45" in row_of(visit(desk, door(event)), "Di")
    assert not replaying.replay(event).differences


def test_an_undone_correction_gives_the_amount_of_before_and_comes_first(
    desk: Client, event: Event, section: Section, kim: User
) -> None:
    di = section.players.get(number=4)
    first, second = (recorded(event, di, cents, kim) for cents in (45_00, 20_00))
    assert "Di: fee recorded" in undone(desk, section, first)
    di.refresh_from_db()
    assert di.fee_cents == 20_00, "what was recorded later stands"
    undone(desk, section, second)
    di.refresh_from_db()
    assert di.fee_cents == 45_00
    undone(desk, section, first)
    di.refresh_from_db()
    assert di.fee_cents is None


def test_undoing_that_nothing_was_paid_has_what_the_file_said_again(
    desk: Client, event: Event, section: Section, kim: User
) -> None:
    Player.objects.filter(name="Di").update(registered={"paid": "paid", "Shirt": "M"})
    entry = recorded(event, section.players.get(name="Di"), None, kim)
    assert section.players.get(name="Di").registered == {"Shirt": "M"}
    undone(desk, section, entry)
    assert section.players.get(name="Di").registered == {"paid": "paid", "Shirt": "M"}


def test_a_payment_in_a_final_section_is_recorded_and_undone(
    desk: Client, event: Event, section: Section, kim: User
) -> None:
    Section.objects.filter(pk=section.pk).update(rounds=1)
    played(section, 1, "1 4 WL\n2 3 WL\n5 B")
    finish(as_it_stands(section), by=kim)
    entry = recorded(event, section.players.get(name="Di"), 45_00, kim)
    undone(desk, section, entry)
    assert section.players.get(name="Di").fee_cents is None
    assert FinalSheet.objects.filter(standings=section.standings_id).count() == 1


def test_a_payment_is_undone_in_the_section_where_the_player_plays_now(
    desk: Client, event: Event, section: Section, kim: User
) -> None:
    reserve = section_of(event, "Reserve", "Flo/Elm Gus/Fir")
    di = section.players.get(name="Di")
    entry = recorded(event, di, 45_00, kim)
    check_in.move(di, reserve, by=kim)
    undone(desk, section, entry)
    assert reserve.players.get(name="Di").fee_cents is None
    assert not replaying.replay(event).differences


def test_a_payment_that_went_along_to_another_section_says_what_to_undo_first(
    desk: Client, event: Event, section: Section, kim: User
) -> None:
    reserve = section_of(event, "Reserve", "Flo/Elm Gus/Fir")
    entry = recorded(event, section.players.get(name="Di"), 45_00, kim)
    played(section, 1, "1 4 WL\n2 3 WL\n5 B")
    change_section(section.players.get(name="Di"), reserve, by=kim)
    assert "Di from Open, withdrawn there after round 1, to Reserve" in undone(desk, section, entry)
    assert reserve.players.get(name="Di").fee_cents == 45_00


def test_a_payment_of_who_was_removed_says_what_to_undo_first(
    desk: Client, event: Event, section: Section, kim: User
) -> None:
    di = section.players.get(name="Di")
    entry = recorded(event, di, 45_00, kim)
    rosters.remove_player(di, by=kim)
    assert "Undo them first, from the top:" in (page := undone(desk, section, entry))
    assert "Di removed" in page
