"""What only the rating report reads is corrected in a final section too; its final sheet and pages stay."""

from datetime import date

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import a_section, as_it_stands, paired, play_match, three_teams
from tests.html import read, visit
from tests.sign_in import signed_in
from tests.views.rating_report_page import address, page_of, section
from tiebreaks.models import FinalSheet
from tiebreaks.selectors import players_document
from tournaments.errors import Refused
from tournaments.models import Player, Section, TeamMember
from tournaments.services import rosters
from tournaments.services.finishing import finish, reopen

__all__ = ["section"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def final(section: Section, kim: User) -> Section:
    """Final, with a player without an ID."""
    section.players.filter(number=2).update(uscf_id="")
    finish(as_it_stands(section), by=kim)
    return as_it_stands(section)


def test_a_missing_id_of_a_final_section_is_typed_on_the_reports_page(desk: Client, final: Section) -> None:
    two = final.players.get(number=2)
    before, sheet = players_document(final.standings_id), FinalSheet.objects.get()
    problems = page_of(desk, final.event).one(".findings.warning")
    assert f"No US Chess ID: {two.called}" in problems
    assert problems.link(two.called) == "#id_uscf_id-open-2"
    form = page_of(desk, final.event).form(address(final.event))
    assert form.send(desk, {"uscf_id-open-2": "12345678"}).status_code == 302
    assert final.players.get(number=2).uscf_id == "12345678"
    assert "The report is complete" in page_of(desk, final.event)
    after, now = players_document(final.standings_id), FinalSheet.objects.get()
    assert (now.sheet, now.sha256, now.reopened_at) == (sheet.sheet, sheet.sha256, None)
    assert after == before, "the public document has neither"


def test_an_expired_membership_of_a_final_section_leads_to_where_it_is_corrected(
    desk: Client, final: Section
) -> None:
    one = final.players.get(number=1)
    Player.objects.filter(pk=one.pk).update(expires_on=date(2026, 4, 30))
    problems = page_of(desk, final.event).one(".findings.warning")
    field = problems.link(f"{one.called}, Apr 30, 2026")
    assert page_of(desk, final.event).all(f'[id="{field.removeprefix("#")}"]'), "a field of the report's page"
    # Or on the player's own.
    there = f"{at('edit-player', final, 1)}?for=report"
    page = visit(desk, there)
    assert page.link("Reopen…") == at("finish", final), "for everything else"
    assert "What the rating report and the desk need can still change here" in page
    assert not page.all("fieldset[disabled]"), "the button can be pressed"
    assert page.link("Back to the report") == address(final.event)
    form = page.form(there)
    assert form.names >= {"uscf_id", "expires_on", "state", "fee_cents"}
    assert not form.names & {"name", "rating", "grade", "team", "house", "number"}
    assert page.one("main").actions == [there], "nothing else is offered that would be refused"
    answer = form.send(desk, {"expires_on": "2027-04-30", "state": "WA"})
    assert answer.headers["Location"] == address(final.event), "to the next problem"
    one.refresh_from_db()
    assert (one.expires_on, one.state) == (date(2027, 4, 30), "WA")


def test_what_the_chart_shows_stays_until_the_section_is_reopened(final: Section, kim: User) -> None:
    one = final.players.get(number=1)
    rosters.edit_player(one, by=kim, name=one.name, uscf_id="12345670")
    with pytest.raises(Refused, match="Open is final"):
        rosters.edit_player(one, by=kim, name="Somebody Else", uscf_id="12345671")
    one.refresh_from_db()
    assert one.uscf_id == "12345670"


def test_an_id_of_one_who_visited_a_final_section_is_corrected(final: Section, kim: User) -> None:
    home = a_section(4, 1, event=final.event, name="Evening")
    one = home.players.get(number=1)
    Player.objects.create(
        section=final, number=9, name=one.name, rating=one.rating, house=True, visitor_of=one
    )
    rosters.edit_player(one, by=kim, uscf_id="12345670")
    one.refresh_from_db()
    assert one.uscf_id == "12345670"


def test_ids_on_the_list_of_a_final_team_are_corrected_and_nothing_else_of_it(desk: Client) -> None:
    section = three_teams()
    director = section.event.staff.get().user
    Section.objects.filter(pk=section.pk).update(rounds=1)
    (match,) = paired(section, 1, "1 3\n2 H", publish=True)
    play_match(match, "WL", "LW", "DD", "WL")
    finish(as_it_stands(section), by=director)
    there, mine = at("team-members", section, 1) + "?for=report", signed_in(director)
    assert not visit(mine, there).all("fieldset[disabled]")
    form = visit(mine, there).form(there)
    (text,) = form.fields["text"]
    other = form.send(mine, {"text": text.replace("Ed Ames", "Ed Aimes")})
    assert other.status_code == 422
    assert "is final. Nothing was saved." in read(other)
    assert form.send(mine, {"text": text.replace("10000001", "10000009")}).headers["Location"] == address(
        section.event
    )
    assert TeamMember.objects.get(name="Ada Ames").uscf_id == "10000009"


def test_a_section_that_was_reopened_makes_the_report_no_complete_one(
    desk: Client, section: Section, kim: User
) -> None:
    finish(as_it_stands(section), by=kim)
    reopen(as_it_stands(section), by=kim, reason="Board 1 was entered wrong")
    page = page_of(desk, section.event)
    assert "The report is complete" not in page
    said = "Open was reopened and is not final again. Finish it first."
    assert page.one(".findings.warning").link(said) == at("finish", section)
    assert "Download the report" in page, "US Chess asks for no final sheet"
    finish(as_it_stands(section), by=kim)
    page = page_of(desk, section.event)
    assert "The report is complete" in page
    assert "Not final yet" not in page


def test_sections_that_nobody_finished_are_named_beside_the_report(desk: Client, section: Section) -> None:
    ready = page_of(desk, section.event).one(".findings:not(details)")
    assert "Not final yet, so results can still change: Open" in ready
    assert ready.link("Open") == at("finish", section)
