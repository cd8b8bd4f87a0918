"""The registration desk: a list that finds, marks and counts; walk-ins; moves; no-shows; codes."""

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.addresses import at
from tests.factories import UserFactory, a_section, as_it_stands, paired, played, section_of
from tests.html import Element, read, visit
from tests.rating_lists import a_list
from tests.sign_in import signed_in
from tournaments.formats.records import RosterEntry
from tournaments.models import CheckIn, Event, Role, Section, Staff
from tournaments.services import check_in, drafts, pairings, rosters
from tournaments.services.finishing import finish


@pytest.fixture
def section(event: Event, kim: User) -> Section:
    section = section_of(event, "Open", "Ann/Elm Bo/Fir Cy/Elm")
    entry = RosterEntry(None, "García-López, José", uscf_id="12345678", rating=1432, team="Fig")
    rosters.add_players(section, [entry], by=kim)
    return section


@pytest.fixture
def helper(event: Event) -> Client:
    terry = UserFactory.create(first_name="Terry", last_name="Hale")
    Staff.objects.create(event=event, user=terry, role=Role.CHECK_IN)
    return signed_in(terry)


def door(client: Client, event: Event, **query: str) -> Element:
    return visit(client, reverse("check-in", args=[event.slug]), query)


def listed(page: Element, which: str) -> list[str]:
    return page.texts(f"[data-list={which}] > li:not([hidden]) .name")


def test_a_helper_checks_in_and_undoes_without_a_script(
    helper: Client, event: Event, section: Section
) -> None:
    ann = section.players.get(number=1)
    page = door(helper, event)
    assert "0 of 4 here" in page
    assert listed(page, "missing") == ["Ann", "Bo", "Cy", "García-López, José"]

    answer = helper.post(reverse("mark-check-in", args=[event.slug]), {"here": ann.pk}, follow=True)
    page = read(answer)
    assert "Ann is here." in page
    assert "1 of 4 here" in page
    assert (listed(page, "here"), listed(page, "missing")[0]) == (["Ann"], "Bo")
    assert "Terry Hale" in page.one("[data-list=here] .since").text

    seen = CheckIn.objects.get().pk
    answer = helper.post(reverse("mark-check-in", args=[event.slug]), {"undo": seen}, follow=True)
    assert "Ann is no longer checked in." in read(answer)
    assert not CheckIn.objects.exists()


def test_the_list_has_the_rating_of_each_with_its_games(
    helper: Client, event: Event, section: Section
) -> None:
    section.players.filter(name="Bo").update(rating=871, provisional=12)
    rows = [
        text.partition("·")[2].strip() for text in door(helper, event).texts("[data-list=missing] .who .soft")
    ]
    assert rows == ["unrated · Elm", "871P12 · Fir", "unrated · Elm", "1432 · Fig"]


@pytest.mark.parametrize("sought", ["ga", "jo lo", "lopez", "1234", "fig"])
def test_the_search_shows_those_who_are_meant_and_no_others(
    helper: Client, event: Event, section: Section, sought: str
) -> None:
    assert listed(door(helper, event, q=sought), "missing") == ["García-López, José"]


def test_a_scanner_that_types_a_code_finds_its_player(helper: Client, event: Event, section: Section) -> None:
    code = f"http://192.168.1.5:8000/c/{event.slug}/jose-garcia-lopez"
    assert listed(door(helper, event, q=code), "missing") == ["García-López, José"]


def test_what_is_found_by_nobody_leads_to_a_walk_in_with_what_was_typed(
    helper: Client, event: Event, section: Section
) -> None:
    page = door(helper, event, q="Ngo, Amy 1234")
    assert "No one here has that name." in page.one("#nobody").text
    [way] = [link for link in page.one("#nobody").links if "walk-in" in link]
    form = visit(helper, way).form(way)
    assert form.fields["line"] == ["Ngo, Amy 1234"]


def test_sections_are_counted_and_shown_alone(
    helper: Client, event: Event, section: Section, kim: User
) -> None:
    reserve = section_of(event, "Reserve", "Eve/Elm Flo/Fir")
    check_in.check_in(event, reserve.players.get(number=1).pk, by=kim)
    page = door(helper, event, section=reserve.slug)
    assert [" ".join(each.split()) for each in page.texts(".shares a")] == [
        "All sections",
        "Open 0/4",
        "Reserve 1/2",
    ]
    assert (listed(page, "here"), listed(page, "missing")) == (["Eve"], ["Flo"])


def test_another_device_is_told_what_is_new_and_nothing_else(
    helper: Client, event: Event, section: Section, kim: User
) -> None:
    live = reverse("check-in-live", args=[event.slug])
    stamp = door(helper, event).one("#lists")["data-stamp"]
    assert helper.get(live, {"v": stamp}).status_code == 204
    check_in.check_in(event, section.players.get(number=2).pk, by=kim)
    answer = helper.get(live, {"v": stamp})
    assert listed(read(answer), "here") == ["Bo"]
    assert "<html" not in answer.content.decode()


def test_a_script_is_answered_with_the_lists(helper: Client, event: Event, section: Section) -> None:
    ann = section.players.get(number=1).pk
    answer = helper.post(
        reverse("mark-check-in", args=[event.slug]), {"here": ann}, headers={"HX-Request": "true"}
    )
    assert listed(read(answer), "here") == ["Ann"]


@pytest.mark.parametrize("what", [{"here": "0"}, {"here": "x"}, {"undo": "9" * 30}, {}])
def test_what_nobody_can_press_changes_nothing(
    helper: Client, event: Event, section: Section, what: dict[str, str]
) -> None:
    assert helper.post(reverse("mark-check-in", args=[event.slug]), what).status_code == 302
    assert not CheckIn.objects.exists()


def test_a_player_who_is_gone_is_named_as_gone(helper: Client, event: Event, section: Section) -> None:
    answer = helper.post(reverse("mark-check-in", args=[event.slug]), {"here": 10**8})
    assert answer.status_code == 409
    assert "Somebody removed this player. Nobody was checked in." in read(answer)


# --- the helper's role ---------------------------------------------------------------------------


def test_the_page_offers_a_helper_walk_ins_and_no_no_shows(
    helper: Client, event: Event, section: Section, desk: Client
) -> None:
    hers, chiefs = door(helper, event), door(desk, event)
    assert "Add a walk-in" in hers
    assert "No-shows…" not in hers
    assert "No-shows…" in chiefs


def test_no_walk_in_is_offered_once_every_section_has_begun(
    desk: Client, event: Event, section: Section, kim: User
) -> None:
    pairings.pair(section, 1, "1 2\n3 4", by=kim)
    assert "Add a walk-in" in door(desk, event)
    pairings.publish(section, 1, by=kim)
    assert "Add a walk-in" not in door(desk, event)


def test_a_scorekeeper_checks_in_and_registers_nobody(event: Event, section: Section) -> None:
    lee = UserFactory.create()
    Staff.objects.create(event=event, user=lee, role=Role.SCOREKEEPER)
    page = door(signed_in(lee), event)
    assert "Add a walk-in" not in page
    assert page.texts("[data-list=missing] button") == ["Here"] * 4
    refused = signed_in(lee).get(reverse("walk-in", args=[event.slug]))
    assert refused.status_code == 403
    assert "for chiefs, assistants and check-in helpers. Your role here: Scorekeeper." in read(refused)


def test_no_parent_and_no_stranger_sees_who_is_here(client: Client, event: Event, section: Section) -> None:
    where = reverse("check-in", args=[event.slug])
    assert client.get(where).status_code == 302
    assert signed_in(UserFactory.create()).get(where).status_code == 404


# --- walk-ins ------------------------------------------------------------------------------------


def test_a_walk_in_in_one_line_is_told_as_it_was_read(helper: Client, event: Event, section: Section) -> None:
    where = reverse("walk-in", args=[event.slug])
    typed = {"line": "Ngo, Amy 1234 Sabin 87654321", "section": section.slug}
    page = read(helper.post(where, typed, follow=True))
    assert "Amy Ngo was added to Open as number 5, and is here: 1234, Sabin, 87654321." in page
    assert listed(page, "here") == ["Ngo, Amy"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Ngo, Amy 1234 Sabin 3120 9999", "1234, Sabin, 31209999"),
        ("Ngo, Amy 3120 9999, 1234, Sabin", "1234, Sabin, 31209999"),
        ("Ngo, Amy 1234 3120 9999 Sabin", "1234, Sabin, 31209999"),
        ("Ngo, Amy 3120 1999 1234 Sabin", "1234, Sabin, 31201999"),
        ("Ngo, Amy 3120 9999", "unrated, 31209999"),
        ("Ngo, Amy 1234 Sabin 5th grade 31209999", "1234, Sabin, grade 5, 31209999"),
        ("Amy Ngo 31209999 1234 1300 Sabin", "1234, 1300 Sabin, 31209999"),
        ("Amy Ngo, Gr. 5, 1234, Sabin", "1234, Sabin, grade 5"),
        ("Amy Ngo 1234 grade K, Sabin", "1234, Sabin, grade K"),
        ("Amy Ngo 1234 PS 13 grade 13", "1234, PS 13 grade 13"),
        ("Amy Ngo 3rd", "unrated, grade 3"),
        ("Ngo, Amy, 5th 980/7 Sabin", "980P7, Sabin, grade 5"),
        ("Ngo, Amy 980/7 Lincoln MS 7th", "980P7, Lincoln MS, grade 7"),
        ("Ngo, Amy 1234, Sabin, 11th, 31209999", "1234, Sabin, grade 11, 31209999"),
        ("Amy Ngo 1234 Sabin K", "1234, Sabin, grade K"),
        ("Amy Ngo 1234 13th", "1234, 13th"),
        ("Amy Ngo 1234 7th Street School", "1234, 7th Street School"),
    ],
)
def test_an_id_in_two_halves_and_a_grade_are_no_part_of_the_school(
    helper: Client, event: Event, section: Section, line: str, told: str
) -> None:
    typed = {"line": line, "section": section.slug}
    page = read(helper.post(reverse("walk-in", args=[event.slug]), typed, follow=True))
    assert f"Amy Ngo was added to Open as number 5, and is here: {told}." in page


def test_two_ratings_without_an_id_are_asked_about(helper: Client, event: Event, section: Section) -> None:
    where = reverse("walk-in", args=[event.slug])
    typed = {"line": "Amy Ngo 1234 1450 Sabin", "section": section.slug}
    page = read(helper.post(where, typed))
    assert "“1234 1450” may be a US Chess ID or two ratings. Nobody was added." in page
    form = page.form(where)
    answer = read(form.send(helper, {"numbers": "ratings"}, follow=True))
    assert "Amy Ngo was added to Open as number 5, and is here: 1234, Sabin." in answer
    typed = {"line": "Bea Ngo 1234 1451", "numbers": "id", "section": section.slug}
    answer = read(helper.post(where, typed, follow=True))
    assert "Bea Ngo was added to Open as number 6, and is here: unrated, 12341451." in answer


def test_an_id_that_the_rating_list_has_under_another_name_is_asked_about(
    helper: Client, event: Event, section: Section, settings: Any, tmp_path: Path
) -> None:
    settings.RATING_LIST = tmp_path / "rating-list.sqlite3"
    a_list()
    where = reverse("walk-in", args=[event.slug])
    page = read(helper.post(where, {"line": "Zoe Quill 1234 30000002", "section": section.slug}))
    assert "The rating list has 30000002 as Ben McKay Birch. Nobody was added." in page
    answer = read(page.form(where).send(helper, {"own_id": "on"}, follow=True))
    assert "Zoe Quill was added to Open as number 5" in answer
    typed = {"line": "Ada Alder 30000001", "section": section.slug}
    assert "Ada Alder was added to Open as number 6, and is here: 1450, 30000001." in read(
        helper.post(where, typed, follow=True)
    )


def test_a_field_counts_more_than_the_line(helper: Client, event: Event, section: Section) -> None:
    typed = {"line": "Ngo, Amy 1234 Sabin", "team": "Sabin School", "section": section.slug}
    helper.post(reverse("walk-in", args=[event.slug]), typed)
    added = section.players.get(number=5)
    assert (added.name, added.rating, added.team) == ("Ngo, Amy", 1234, "Sabin School")


def test_a_name_that_is_entered_already_is_asked_about_and_kept(
    helper: Client, event: Event, section: Section
) -> None:
    where = reverse("walk-in", args=[event.slug])
    answer = helper.post(where, {"line": "Jose Garcia Lopez", "section": section.slug})
    assert answer.status_code == 422
    page = read(answer)
    assert "4 García-López, José in Open" in page
    form = page.form(where)
    assert form.fields["line"] == ["Jose Garcia Lopez"]
    assert form.send(helper, {"different": "on"}).status_code == 302
    assert section.players.count() == 5


def test_a_walk_in_with_the_id_of_another_player_is_offered_no_box(
    helper: Client, event: Event, section: Section
) -> None:
    where = reverse("walk-in", args=[event.slug])
    answer = helper.post(where, {"line": "Zoe Quill 12345678", "section": section.slug})
    assert answer.status_code == 422
    page = read(answer)
    assert "12345678 is the US Chess ID of 4 García-López, José in Open. Nobody was added." in page
    assert not page.all("[name=different][type=checkbox]")
    assert page.form(where).fields["line"] == ["Zoe Quill 12345678"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "a first and a last name"),
        ("Amy", "a first and a last name"),
        ("1234 12345678", "a first and a last name"),
        ("Amy Ngo 555-123-4567", "Expected: a name without a phone number, which Wallchart never stores."),
        ("Amy Ngo 555 1234", "Expected: a name without a phone number, which Wallchart never stores."),
    ],
)
def test_a_line_that_is_no_player_says_what_is_expected(
    helper: Client, event: Event, section: Section, line: str, said: str
) -> None:
    answer = helper.post(reverse("walk-in", args=[event.slug]), {"line": line, "section": section.slug})
    assert answer.status_code == 422
    assert said in read(answer)
    assert section.players.count() == 4


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Amy Ngo 1234 Sabin 1234567", "“1234567” has 7 digits. A US Chess ID has 8."),
        ("Amy Ngo 123456, Sabin", "“123456” has 6 digits. A US Chess ID has 8."),
        ("Amy Ngo 123456789", "“123456789” has 9 digits. A US Chess ID has 8."),
    ],
)
def test_an_id_of_wrong_length_in_the_line_is_told_as_one_and_how_to_mend_it(
    helper: Client, event: Event, section: Section, line: str, said: str
) -> None:
    answer = helper.post(reverse("walk-in", args=[event.slug]), {"line": line, "section": section.slug})
    assert answer.status_code == 422
    page = read(answer)
    assert f"{said} Correct it, or leave it out and enter it on the roster later." in page
    assert "phone" not in page.one(".errorlist").text
    assert page.form(reverse("walk-in", args=[event.slug])).fields["line"] == [line]


@pytest.mark.parametrize(
    ("typed", "said"),
    [("1234567", "“1234567” has 7 digits."), ("1234567A", "“1234567A” is not digits alone.")],
)
def test_an_id_of_wrong_length_in_its_field_is_told_with_what_was_read(
    helper: Client, event: Event, section: Section, typed: str, said: str
) -> None:
    sent = {"name": "Amy Ngo", "uscf_id": typed, "section": section.slug}
    page = read(helper.post(reverse("walk-in", args=[event.slug]), sent))
    assert (
        f"{said} A US Chess ID has 8. Correct it, or leave it out and enter it on the roster later." in page
    )


def test_a_walk_in_field_by_field_has_a_grade_and_an_expiration(
    helper: Client, event: Event, section: Section
) -> None:
    typed = {"name": "Ngo, Amy", "uscf_id": "3120 9999", "grade": "5th", "expires_on": "2027-01-31"}
    page = read(
        helper.post(reverse("walk-in", args=[event.slug]), {**typed, "section": section.slug}, follow=True)
    )
    assert "Amy Ngo was added to Open as number 5, and is here: unrated, grade 5, 31209999." in page
    added = section.players.get(number=5)
    assert (added.uscf_id, added.grade, str(added.expires_on)) == ("31209999", "5", "2027-01-31")


# --- another section, no-shows, codes --------------------------------------------------------------


def test_a_helper_moves_a_player_before_round_one(helper: Client, event: Event, section: Section) -> None:
    reserve = section_of(event, "Reserve", "Eve/Elm Flo/Fir")
    ann = section.players.get(number=1)
    where = reverse("change-section", args=[event.slug, ann.pk])
    answer = visit(helper, where).form(where).send(helper, {"section": reserve.slug}, follow=True)
    assert "Ann is in Reserve now, number 3." in read(answer)
    ann.refresh_from_db()
    assert ann.section == reserve


def test_the_page_of_no_shows_names_them_and_ticks_those_of_a_section_that_has_begun(
    desk: Client, event: Event, section: Section, kim: User
) -> None:
    section_of(event, "Reserve", "Eve/Elm Flo/Fir")
    check_in.check_in(event, section.players.get(number=2).pk, by=kim)
    where = reverse("no-shows", args=[event.slug])
    page = visit(desk, where)
    assert page.texts(".out label") == ["Ann", "Cy", "García-López, José 1432", "Eve", "Flo"]
    form = page.form(where)
    ticked = [section.players.get(number=number).pk for number in (1, 3, 4)]
    assert form.fields["player"] == [str(pk) for pk in ticked]

    answer = form.send(desk, follow=True)

    assert "3 players have a zero-point bye in round 1." in read(answer)
    assert read(answer).texts("[data-list=missing] .pill") == ["bye in round 1"] * 3
    assert "Not checked in, zero-point bye in round 1" in visit(desk, at("section-log", section))


def test_a_helper_is_told_that_a_no_show_who_comes_has_no_bye_any_more(
    helper: Client, event: Event, section: Section, kim: User
) -> None:
    ann, bo = (section.players.get(number=number).pk for number in (1, 2))
    check_in.no_shows(event, [ann, bo], withdraw=False, by=kim)
    mark = reverse("mark-check-in", args=[event.slug])
    page = read(helper.post(mark, {"here": ann}, follow=True))
    assert "Ann is here. The zero-point bye in round 1 from the no-shows is canceled." in page
    assert page.texts(".pill") == ["bye in round 1"]
    answer = read(helper.post(mark, {"here": bo}, headers={"HX-Request": "true"}))
    told = answer.one("#lists")["data-told"]
    assert told == "Bo is here. The zero-point bye in round 1 from the no-shows is canceled."
    assert not answer.all(".pill")


def draft_of_round_one(section: Section, kim: User) -> None:
    now = as_it_stands(section)
    drafts.keep(now, 1, drafts.propose(now, 1, lot="w"), by=kim)


WITHOUT_ANN = "Round 1 of Open was paired without Ann and is not published yet."


def test_who_comes_after_round_one_was_paired_is_told_as_left_out_of_it(
    helper: Client, desk: Client, event: Event, section: Section, kim: User
) -> None:
    ann, bo = (section.players.get(number=number).pk for number in (1, 2))
    check_in.no_shows(event, [ann, bo], withdraw=False, by=kim)
    draft_of_round_one(section, kim)
    mark, pairing = reverse("mark-check-in", args=[event.slug]), at("pairing", section, 1)
    page = read(desk.post(mark, {"here": ann}, follow=True))
    assert WITHOUT_ANN in page
    assert page.all(f"a[href='{pairing}']")
    # Pressed again, the answer is the same until she has a seat.
    told = read(desk.post(mark, {"here": ann}, headers={"HX-Request": "true"})).one("#lists")
    assert WITHOUT_ANN in str(told["data-told"])
    assert told["data-leads"] == pairing
    told = read(helper.post(mark, {"here": bo}, headers={"HX-Request": "true"})).one("#lists")
    assert str(told["data-told"]).endswith("or give the player an opponent or a bye there. Tell a director.")
    assert not told.has("data-leads")
    draft_of_round_one(section, kim)
    told = read(helper.post(mark, {"here": bo}, headers={"HX-Request": "true"})).one("#lists")
    assert not told.has("data-told")


def test_who_is_added_or_reinstated_after_round_one_was_paired_is_told_as_left_out_of_it(
    desk: Client, event: Event, section: Section, kim: User
) -> None:
    ann = section.players.get(number=1)
    pairings.withdraw(ann, 0, by=kim)
    draft_of_round_one(section, kim)
    sent = {"line": "Ngo, Amy 1234", "section": section.slug}
    page = read(desk.post(reverse("walk-in", args=[event.slug]), sent, follow=True))
    assert "Round 1 of Open was paired without Amy Ngo and is not published yet." in page
    page = read(desk.post(at("withdraw-player", section, 1), {"back": "1"}, follow=True))
    assert WITHOUT_ANN in page


def test_a_no_show_who_was_withdrawn_has_a_button_here_and_who_withdrew_has_a_link(
    desk: Client, helper: Client, event: Event, section: Section, kim: User
) -> None:
    ann, bo = (section.players.get(number=number) for number in (1, 2))
    check_in.no_shows(event, [ann.pk], withdraw=True, by=kim)
    pairings.withdraw(bo, 0, by=kim)
    page = visit(helper, reverse("check-in", args=[event.slug]))
    assert page.one(f"#p{ann.pk} button")["name"] == "here"
    assert not page.all(f"#p{bo.pk} button")
    mark = reverse("mark-check-in", args=[event.slug])
    assert "Ann is here and plays from round 1." in read(helper.post(mark, {"here": ann.pk}, follow=True))
    where = at("edit-player", section, 2)
    told = read(desk.post(mark, {"here": bo.pk}, headers={"HX-Request": "true"})).one("#lists")
    assert told["data-leads"] == f"{where}#withdraw"
    refused = "Bo has withdrawn. Reinstate the player on the roster first. Nothing was saved."
    assert told["data-told"] == refused
    plain = read(desk.post(mark, {"here": bo.pk}, follow=True))
    assert (refused in plain, bool(plain.all(f'a[href="{where}#withdraw"]'))) == (True, True)
    assert f"{refused} Tell a director." in read(helper.post(mark, {"here": bo.pk}, follow=True))


def test_who_comes_after_round_one_was_published_is_told_as_left_out_of_it(
    desk: Client, event: Event, section: Section, kim: User
) -> None:
    ann, bo = (section.players.get(number=number).pk for number in (1, 2))
    check_in.no_shows(event, [ann], withdraw=False, by=kim)
    paired(section, 1, "3 4\n2 H", publish=True)
    mark = reverse("mark-check-in", args=[event.slug])
    told = "Round 1 of Open is published without Ann."
    assert told in read(desk.post(mark, {"here": ann}, follow=True))
    assert "is published without" not in read(desk.post(mark, {"here": bo}, follow=True))


def test_no_shows_of_a_round_robin_are_named_with_the_boards_that_they_keep(
    desk: Client, event: Event, kim: User
) -> None:
    """30B"""
    table = a_section(4, 3, event=event, name="Quad", format=Section.Formats.ROUND_ROBIN)
    paired(table, 1, "1 4\n2 3")
    for number in (1, 2, 3):
        check_in.check_in(event, table.players.get(number=number).pk, by=kim)
    four = table.players.get(number=4)
    sent = {"player": [four.pk], "how": "withdraw"}
    page = read(desk.post(reverse("no-shows", args=[event.slug]), sent, follow=True))
    told = f"{four.called} stays paired in round 1, board 1. Publishing the round enters the forfeit (30B)."
    assert told in page


def test_the_pairing_of_round_one_says_how_many_are_not_checked_in(
    desk: Client, event: Event, section: Section, kim: User
) -> None:
    page = visit(desk, at("pairing", section, 1))
    assert not page.all(".not-checked-in")
    check_in.check_in(event, section.players.get(number=2).pk, by=kim)
    said = visit(desk, at("pairing", section, 1)).one(".not-checked-in")
    assert "3 players are not checked in: Ann; Cy; José García-López." in said.text
    assert not visit(desk, at("pairing", section, 2)).all(".not-checked-in")


@pytest.mark.parametrize("page", ["pairing", "publish-pairing"])
def test_a_draft_names_who_is_not_checked_in_and_takes_them_out(
    page: str, desk: Client, event: Event, section: Section, kim: User
) -> None:
    section_of(event, "Reserve", "Eve/Elm Flo/Fir")
    rosters.add_players(section, [RosterEntry(None, "Zhou, Mia", rating=300)], by=kim)
    for number in (1, 2, 4):
        check_in.check_in(event, section.players.get(number=number).pk, by=kim)
    draft_of_round_one(section, kim)
    said = visit(desk, at(page, section, 1)).one(".warning.not-checked-in")
    assert "Full-point bye: Mia Zhou, who has not been checked in." in said.text
    assert "Paired, but not checked in: Cy." in said.text
    where = str(said.one("a")["href"])
    cy, mia = (section.players.get(number=number).pk for number in (3, 5))
    form = visit(desk, where).form(where)
    assert form.fields["player"] == [str(cy), str(mia)]
    answer = form.send(desk, follow=True)
    assert "2 players have a zero-point bye in round 1." in read(answer)
    assert answer.redirect_chain == [(at("pairing", section, 1), 302)]
    assert not read(answer).all(".not-checked-in")


def test_a_draft_of_a_section_that_checks_nobody_in_asks_for_nobody_who_is_paired(
    desk: Client, event: Event, section: Section, kim: User
) -> None:
    reserve = section_of(event, "Reserve", "Eve/Elm Flo/Fir")
    check_in.check_in(event, reserve.players.get(number=1).pk, by=kim)
    draft_of_round_one(section, kim)
    said = visit(desk, at("pairing", section, 1)).one(".not-checked-in")
    assert "4 players are not checked in: Ann; Bo; Cy; José García-López." in said.text
    where = str(said.one("a")["href"])
    assert "player" not in visit(desk, where).form(where).fields


def test_after_round_one_the_draft_leads_to_its_no_shows_with_their_names_checked(
    desk: Client, event: Event, section: Section, kim: User
) -> None:
    for number in (1, 4):
        check_in.check_in(event, section.players.get(number=number).pk, by=kim)
    bo, cy = (section.players.get(number=number).pk for number in (2, 3))
    check_in.no_shows(event, [bo, cy], withdraw=False, by=kim)
    paired(section, 1, "1 4", publish=True)
    now = as_it_stands(section)
    drafts.keep(now, 2, drafts.propose(now, 2, lot="w"), by=kim)
    where = str(visit(desk, at("pairing", section, 2)).one(".not-checked-in a")["href"])
    assert visit(desk, where).form(where).fields["player"] == [str(bo), str(cy)]


def test_the_pairing_of_a_later_round_leads_to_those_who_were_never_here(
    desk: Client, event: Event, section: Section, kim: User
) -> None:
    check_in.check_in(event, section.players.get(number=1).pk, by=kim)
    bo, cy = (section.players.get(number=number).pk for number in (2, 3))
    check_in.no_shows(event, [bo, cy], withdraw=False, by=kim)
    paired(section, 1, "1 4", publish=True)
    told = visit(desk, at("pairing", section, 2)).one(".not-checked-in").text
    assert "2 players are not checked in: Bo; Cy." in told
    where = f"{reverse('no-shows', args=[event.slug])}?section={section.slug}"
    page = visit(desk, where)
    assert "2 have not played by round 1 and are not checked in" in page
    form = page.form(where)
    assert "player" not in form.fields
    after = read(form.send(desk, {"player": [str(bo), str(cy)], "how": "withdraw"}, follow=True))
    assert "2 players are withdrawn." in after
    assert not visit(desk, at("pairing", section, 2)).all(".not-checked-in")
    assert "Not here, withdrawn after round 1: Bo and Cy" in visit(desk, at("section-log", section))


def test_the_code_of_a_player_opens_her_row_and_tells_parents_nothing(
    helper: Client, client: Client, event: Event, section: Section
) -> None:
    code = reverse("player-code", args=[event.slug, "jose-garcia-lopez"])
    answer = helper.get(code, follow=True)
    assert listed(read(answer), "missing") == ["García-López, José"]
    page = visit(client, code)
    assert "García" not in page
    assert page.link("See the event") == reverse("event", args=[event.slug])
    assert not client.cookies
    stranger = signed_in(UserFactory.create())
    assert stranger.get(code).headers["Location"] == reverse("event", args=[event.slug])
    assert client.get(reverse("player-code", args=[event.slug, "a" * 300])).status_code == 404


def test_codes_are_printed_from_a_to_z_and_survive_a_new_numbering(
    helper: Client, event: Event, section: Section, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.views.desk.check_in.qr", lambda address: address)
    page = visit(helper, reverse("check-in-codes", args=[event.slug]))
    assert [each.rpartition("/")[2] for each in page.texts(".codes .code")] == [
        "ann",
        "bo",
        "cy",
        "jose-garcia-lopez",
    ]


def test_an_archived_event_checks_nobody_in(
    helper: Client, event: Event, section: Section, kim: User
) -> None:
    Event.objects.filter(pk=event.pk).update(archived=True)
    answer = helper.post(
        reverse("mark-check-in", args=[event.slug]), {"here": section.players.get(number=1).pk}
    )
    assert answer.status_code == 422
    assert not CheckIn.objects.exists()


def test_a_final_section_offers_no_check_in_and_refuses_one_with_a_sentence(
    helper: Client, event: Event, section: Section, kim: User
) -> None:
    section_of(event, "Reserve", "Eve/Elm Flo/Fir")
    ann, bo = (section.players.get(number=number).pk for number in (1, 2))
    check_in.check_in(event, ann, by=kim)
    Section.objects.filter(pk=section.pk).update(rounds=1)
    played(section, 1, "1 2 WL\n3 4 WL")
    stale = reverse("check-in-live", args=[event.slug])
    before = door(helper, event).one("#lists")["data-stamp"]
    finish(as_it_stands(section), by=kim)
    page = visit(helper, stale, {"v": before})
    assert page.texts("[data-part=final] p") == ["Open is final: check-in is closed there."]
    assert [button["aria-label"] for button in page.all(".door button")] == ["Eve is here", "Flo is here"]
    mark = reverse("mark-check-in", args=[event.slug])
    answer = helper.post(mark, {"here": bo})
    assert answer.status_code == 422
    assert "Open is final: check-in is closed there. Nothing was saved." in read(answer)
    answer = helper.post(mark, {"undo": CheckIn.objects.get().pk})
    assert answer.status_code == 422
    assert "Open is final: check-in is closed there. Nothing was saved." in read(answer)
    assert CheckIn.objects.get().player_id == ann


def test_a_list_of_any_length_takes_the_same_queries(
    helper: Client, event: Event, section: Section, kim: User
) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            door(helper, event)
        return len(queries)

    asked()
    before = asked()
    section_of(event, "Reserve", "Eve/Elm Flo/Fir Gus/Fir")
    for player in section.players.all():
        check_in.check_in(event, player.pk, by=kim)
    assert asked() == before
