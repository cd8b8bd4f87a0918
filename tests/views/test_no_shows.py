"""No-shows: on the page that takes them out, beside a round that is being paired, and when they come."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import a_section, as_it_stands, paired, section_of
from tests.html import Form, read, visit
from tests.views.check_in_page import helper, section
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.formats.byes import Bye
from tournaments.formats.records import RosterEntry
from tournaments.models import CheckIn, Event, Section
from tournaments.selectors.pairing.basis import basis_of, draft_of
from tournaments.services import byes, check_in, drafts, pairings, rosters

__all__ = ["helper", "section"]


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


def test_a_no_show_with_a_bye_in_the_next_round_is_listed_with_what_becomes_of_the_byes(
    desk: Client, event: Event, section: Section, kim: User
) -> None:
    """The page left out who had asked for round 2: the half point was found as round 3 was paired."""
    bo, cy = (section.players.get(number=number) for number in (2, 3))
    byes.request_byes(bo, [Bye(2, Kind.HALF_BYE), Bye(3, Kind.HALF_BYE)], by=kim)
    check_in.check_in(event, section.players.get(number=1).pk, by=kim)
    check_in.no_shows(event, [bo.pk, cy.pk], withdraw=False, by=kim)
    paired(section, 1, "1 4", publish=True)
    told = visit(desk, at("pairing", section, 2)).one(".not-checked-in").text
    assert "1 player is not checked in: Cy." in told
    assert "Half-point bye in this round, but never checked in: Bo." in told
    where = reverse("no-shows", args=[event.slug])
    page = visit(desk, where)
    assert page.texts(".out label") == ["Bo half-point bye in rounds 2 and 3", "Cy"]
    said = "A zero-point bye replaces a half-point bye in that round, and byes of later rounds stay."
    assert said in page
    after = read(page.form(where).send(desk, {"player": [str(bo.pk)], "how": "bye"}, follow=True))
    assert "1 player has a zero-point bye in the next round." in after
    page = visit(desk, where)
    assert (page.texts(".out label"), said in page) == (["Cy"], False)


# --- what is asked before round 1 is paired ---------------------------------------------------------


def begun(desk: Client, section: Section, kim: User, *here: int) -> Form:
    """The form that pairs round 1, with these checked in."""
    for number in here:
        check_in.check_in(section.event, section.players.get(number=number).pk, by=kim)
    return visit(desk, at("pairing", section, 1)).form(at("propose-pairing", section, 1))


def drafted(section: Section) -> set[int]:
    """Who has a board or the bye of the draft."""
    row = draft_of(section, 1)
    return set(basis_of(section, 1, row).draft(row).seated) if row else set()


def test_round_one_is_paired_only_once_it_is_said_what_becomes_of_those_who_are_not_checked_in(
    desk: Client, section: Section, kim: User
) -> None:
    form = begun(desk, section, kim, 1, 2)
    page = visit(desk, at("pairing", section, 1))
    assert "2 have not checked in. Pair round 1 without or with them?" in page
    assert page.link("Back to check-in").endswith("/check-in?section=open")
    assert not page.all("form.begin button.main")
    answer = form.send(desk)
    assert answer.status_code == 422
    assert "Some players have not checked in. Choose what becomes of them." in read(answer)
    assert not drafted(section)


def test_the_no_shows_get_their_byes_and_the_others_are_paired_in_one_press(
    desk: Client, section: Section, kim: User
) -> None:
    answer = begun(desk, section, kim, 1, 2).send(desk, {"missing": "out"}, follow=True)
    assert answer.redirect_chain == [(at("pairing", section, 1), 302)]
    page = read(answer)
    assert "2 players have a zero-point bye in round 1. The log of each section can undo it." in page
    assert drafted(section) == {1, 2}
    assert not page.all(".not-checked-in")
    assert "Not checked in, zero-point bye in round 1" in visit(desk, at("section-log", section))


def test_they_are_paired_anyway_and_the_draft_still_warns_of_them(
    desk: Client, section: Section, kim: User
) -> None:
    answer = begun(desk, section, kim, 1, 2).send(desk, {"missing": "pair"}, follow=True)
    assert drafted(section) == {1, 2, 3, 4}
    assert "Paired, but not checked in: Cy; José García-López." in read(answer).one(".not-checked-in").text


def test_who_comes_while_it_is_asked_is_paired_and_who_is_missing_meanwhile_is_asked_about(
    desk: Client, event: Event, section: Section, kim: User
) -> None:
    form = begun(desk, section, kim, 1)
    came = section.players.get(number=2).pk
    check_in.check_in(event, came, by=kim)
    other = begun(desk, section, kim)
    check_in.take_back(event, CheckIn.objects.get(player=came).pk, by=kim)
    answer = other.send(desk, {"missing": "out"})
    assert answer.status_code == 422
    assert "Now others are not checked in. Nothing was saved." in read(answer)
    check_in.check_in(event, came, by=kim)
    form.send(desk, {"missing": "out"})
    assert drafted(section) == {1, 2}


def test_where_the_no_shows_leave_nobody_to_pair_the_page_says_so_and_no_draft_is_made(
    desk: Client, section: Section, kim: User
) -> None:
    answer = begun(desk, section, kim, 1).send(desk, {"missing": "out"}, follow=True)
    assert "3 players have a zero-point bye in round 1." in read(answer)
    assert read(answer).all(".empty")
    assert draft_of(section, 1) is None


def test_a_section_that_checks_nobody_in_is_paired_without_a_question(
    desk: Client, event: Event, section: Section, kim: User
) -> None:
    reserve = section_of(event, "Reserve", "Eve/Elm Flo/Fir")
    check_in.check_in(event, reserve.players.get(number=1).pk, by=kim)
    check_in.walk_in(section, RosterEntry(None, "Zhou, Mia"), by=kim)
    begun(desk, section, kim).send(desk)
    assert len(drafted(section)) == 5


def test_the_page_of_the_round_counts_apart_who_is_not_checked_in(
    desk: Client, section: Section, kim: User
) -> None:
    """*Pair this round (4)* stood beside two who had come."""

    def heading() -> str:
        return visit(desk, at("desk-round", section, 1)).one("h2#pairing").text

    assert heading() == "Pair this round (4)"
    for number in (1, 2):
        check_in.check_in(section.event, section.players.get(number=number).pk, by=kim)
    assert heading() == "Pair this round (4 players, 2 not checked in)"
    absent = [section.players.get(number=number).pk for number in (3, 4)]
    check_in.no_shows(section.event, absent, withdraw=False, by=kim)
    assert heading() == "Pair this round (2)"
