"""A final section at the desk: what is named before it is finished, reopening, and who is named after."""

from datetime import UTC, date, datetime

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import (
    a_section,
    as_it_stands,
    enter,
    games_of,
    played,
)
from tests.html import read, visit
from tests.sign_in import signed_in
from tests.views.final_page import section, two_versions
from tests.views.people_page import an_assistant
from tiebreaks.models import FinalSheet
from tournaments.models import Event, LogEntry, Section
from tournaments.services import prizes, replaying, rosters
from tournaments.services.finishing import finish, reopen

__all__ = ["section"]


def test_who_was_held_out_of_a_round_and_never_paired_is_named_before_the_section_is_finished(
    desk: Client, kim: User
) -> None:
    """29H8: 3 and 4 wait for their result, and nobody pairs them once it is there. A bye is another thing."""
    section = a_section(5, 2, by=kim, order="solkoff")
    played(section, 1, "1 2 WL\n3 4\n5 H")
    played(section, 2, "1 5 WL\n2 U")
    enter(games_of(section, 1)[1], "WL")
    three, four = (section.players.get(number=number).called for number in (3, 4))
    page = visit(desk, at("finish", section))
    assert f"Without a board or a bye in round 2 : {three}; {four}".replace(" :", ":") in page
    assert page.link("Without a board or a bye in round 2") == at("desk-round", section, 2)
    assert "in round 1" not in page.text.replace("round 1 is verified", "")


def test_missing_ids_are_named_before_the_section_is_finished_and_may_come_after_it(
    desk: Client, section: Section, kim: User
) -> None:
    """Where nobody has an ID, the section is not rated, and nothing is missing."""
    assert "US Chess ID" not in visit(desk, at("finish", section)).one("main")
    section.players.filter(number__in=(1, 2)).update(uscf_id="30519999")
    section.players.filter(number=2).update(uscf_id="30518888")
    page = visit(desk, at("finish", section))
    said = (
        "2 players have no US Chess ID, which the rating report needs. Enter them now, or after you finish."
    )
    assert said in page
    assert page.one(".missing").link("Rating report") == reverse("rating-report", args=[section.event.slug])


def test_what_the_chart_does_not_show_is_undone_in_a_final_section_without_reopening_it(
    desk: Client, section: Section, kim: User
) -> None:
    finish(section, by=kim)
    one = section.players.get(number=1)
    rosters.edit_player(one, by=kim, uscf_id="30519999", expires_on=date(2027, 1, 31), state="IA")
    entry = LogEntry.objects.filter(standings=section.standings_id).latest("pk")
    answer = desk.post(at("undo-entry", section, entry.pk), follow=True)
    assert "is final" not in read(answer).one("main")
    one.refresh_from_db()
    assert (one.uscf_id, one.expires_on, one.state) == ("", None, "")
    assert FinalSheet.objects.get().reopened_at is None
    assert not replaying.replay(section.event).differences
    undone = LogEntry.objects.filter(standings=section.standings_id).latest("pk")
    desk.post(at("undo-entry", section, undone.pk))
    one.refresh_from_db()
    assert one.uscf_id == "30519999"


def test_a_prize_for_a_mark_that_nobody_has_is_named_before_the_section_is_finished(
    desk: Client, section: Section, kim: User
) -> None:
    prizes.announce(section, "1st place trophy\nTop girl\nTop female\nTop marked chess club", by=kim)
    page = visit(desk, at("finish", section))
    assert f"Nobody in {section.name} is marked as a girl. Mark them on the roster." in page
    assert f"Nobody in {section.name} is marked as female. Mark them on the roster." in page
    assert f"Nobody in {section.name} is marked “chess club”. Mark them on the roster." in page
    assert page.link("Mark them on the roster.") == at("roster", section)
    section.players.filter(number=2).update(marks="girl, chess club")
    assert "Nobody in" not in visit(desk, at("finish", as_it_stands(section)))
    prizes.announce(section, "Best grade 2\nTop under 200", by=kim)
    page = visit(desk, at("finish", section))
    assert f"Nobody in {section.name} has a grade. Enter grades on the roster." in page
    assert "is rated under 200" not in page, "nothing can be mended"


# --- finishing and reopening ------------------------------------------------------------------------


def test_the_desk_names_what_is_open_and_finishes_all_the_same(desk: Client, section: Section) -> None:
    page = visit(desk, at("finish", section))
    assert "No board of round 1 is verified." in page
    tied = [section.players.get(number=number).called for number in (2, 3)]
    assert all(name in page.one(".missing") for name in tied)
    answer = page.form(at("finish-section", section)).send(desk, follow=True)
    assert "Final. Version 1 is public." in read(answer)
    assert FinalSheet.objects.get().standings_id == section.standings_id


@pytest.mark.parametrize("hidden", ["event", "section"])
def test_a_draft_that_is_final_is_not_said_to_be_public(desk: Client, section: Section, hidden: str) -> None:
    draft = section.event if hidden == "event" else section
    draft.hidden = True
    draft.save()
    page = read(
        visit(desk, at("finish", section)).form(at("finish-section", section)).send(desk, follow=True)
    )
    assert "is public" not in page
    assert "Final. Version 1 will be public once you publish." in page
    assert f"Players and parents can’t see it yet: the {hidden} is a draft." in page


def test_a_winner_named_in_a_draft_is_not_said_to_be_public(
    desk: Client, section: Section, kim: User
) -> None:
    prizes.announce(section, "Sportsmanship trophy", by=kim)
    finish(as_it_stands(section), by=kim)
    section.event.hidden = True
    section.event.save()
    sent = {"prize": "sportsmanship", "number": "2", "do": "name"}
    page = visit(desk, desk.post(at("choose-winner", section), sent)["Location"])
    assert "is public" not in page
    assert "Version 2 of the trophy order says what changed. It will be public once you publish." in page


def test_the_list_of_sections_names_the_version_that_is_final_and_its_day(
    desk: Client, section: Section, kim: User
) -> None:
    lists = [reverse("desk"), reverse("desk-event", args=[section.event.slug])]
    two_versions(section, kim)
    # After midnight in London, and still the day before in Chicago.
    late = datetime(2026, 11, 15, 3, 30, tzinfo=UTC)
    FinalSheet.objects.filter(reopened_at=None).update(finished_at=late)
    Event.objects.filter(pk=section.event_id).update(time_zone="America/Chicago")
    for shown in lists:
        assert "Final, version 2, Nov 14, 2026" in visit(desk, shown).one(".sections .what")
    reopen(as_it_stands(section), by=kim, reason="Board 1 was entered wrong")
    for shown in lists:
        assert "Final, version" not in visit(desk, shown).one(".sections .what")


def test_the_desk_names_missing_results_and_offers_no_button(desk: Client, kim: User) -> None:
    section = a_section(4, 1, by=kim)
    played(section, 1, "1 2 WL\n3 4")
    page = visit(desk, at("finish", section))
    assert "Round 1: 1 result missing" in page.all(".missing")[0]
    assert at("finish-section", section) not in page.actions
    assert page.link("Change the number of rounds") == at("edit-section", section)


def test_reopening_without_a_reason_is_refused_and_keeps_the_page(
    desk: Client, section: Section, kim: User
) -> None:
    finish(section, by=kim)
    form = visit(desk, at("finish", section)).form(at("reopen-section", section))
    page = read(form.send(desk, {"reason": "x"}))
    assert "is not a reason" in page
    assert FinalSheet.objects.get().reopened_at is None
    form = visit(desk, at("finish", section)).form(at("reopen-section", section))
    page = read(form.send(desk, {"reason": "Board 1 was entered wrong"}, follow=True))
    assert "Reopened. Version 1 no longer applies." in page
    assert "Board 1 was entered wrong" in page


def test_an_assistant_reads_what_is_open_and_cannot_finish(desk: Client, section: Section, kim: User) -> None:
    section.event.staff.filter(user=kim).update(role="assistant")
    page = visit(desk, at("finish", section))
    assert "The chief finishes the section." in page
    assert at("finish-section", section) not in page.actions


def test_a_finished_section_offers_no_correction_at_the_desk(
    desk: Client, section: Section, kim: User
) -> None:
    offers = "Changing a result here is a correction"
    assert offers in visit(desk, at("desk-round", section, 1))
    finish(section, by=kim)
    page = visit(desk, at("desk-round", section, 1))
    assert offers not in page
    assert "Its results, roster and prizes can't be changed." in page


def test_why_somebody_wins_is_told_in_the_language_of_the_page(client: Client, kim: User) -> None:
    section = a_section(4, 2, by=kim, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3 WL\n2 4 WL")
    lines = "1st place trophy\n2 points or more: medal\nTop under 1900 trophy"
    prizes.announce(section, lines, in_this_order=False, by=kim)
    finish(as_it_stands(section), by=kim)
    english = visit(client, at("final", section)).texts(".won .soft")
    spanish = visit(client, "/es" + at("final", section)).texts(".won .soft")
    live = visit(client, "/es" + at("trophies", section))
    assert len(english) == len(spanish) >= 2
    assert not {*english} & {*spanish}
    assert spanish[0] in live


def test_why_somebody_wins_by_age_or_mark_is_told_in_the_language_of_the_page(
    client: Client, kim: User
) -> None:
    section = a_section(4, 2, by=kim, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3 WL\n2 4 WL")
    section.players.filter(number=2).update(marks="girl")
    section.players.filter(number=4).update(age=8)
    lines = "1st place trophy\nTop girl\nTop age 9 and under"
    prizes.announce(section, lines, in_this_order=False, by=kim)
    finish(as_it_stands(section), by=kim)
    english = visit(client, at("final", section))
    spanish = visit(client, "/es" + at("final", section))
    best = "The best placed of those who qualify (32F)."
    assert english.texts(".won .soft").count(best) == len(english.texts(".won .soft")) - 1 == 2
    assert best not in spanish
    assert len(spanish.texts(".won .soft")) == 3
    assert "#" not in "".join(spanish.texts(".won li"))


def test_the_page_says_that_awards_by_age_or_mark_cannot_be_made_again(client: Client, kim: User) -> None:
    section = a_section(2, 1, by=kim)
    played(section, 1, "1 2 WL")
    prizes.announce(section, "1st place trophy", in_this_order=False, by=kim)
    finish(as_it_stands(section), by=kim)
    says = "Awards by age or mark can’t be recomputed"
    assert says not in visit(client, at("final", section)).one(".proof")
    reopen(as_it_stands(section), by=kim, reason="A prize was forgotten")
    prizes.announce(as_it_stands(section), "1st place trophy\nTop girl", in_this_order=False, by=kim)
    finish(as_it_stands(section), by=kim)
    assert says in visit(client, at("final", section)).one(".proof")


# --- what the director names ----------------------------------------------------------------------


def test_a_winner_is_named_after_the_section_is_final_and_version_2_says_so(
    client: Client, desk: Client, section: Section, kim: User
) -> None:
    prizes.announce(section, "1st place trophy\nSportsmanship trophy", by=kim)
    page = visit(desk, at("finish", section)).one("main")
    assert "No winner is named yet: Sportsmanship." in page
    one = finish(as_it_stands(section), by=kim)
    assert "1 prize without a winner" in visit(desk, reverse("event-ceremony", args=[section.event.slug]))
    for page_of in ("ceremony", "finish"):
        page = visit(desk, at(page_of, section))
        assert page.link("Name the winners") == at("awards", section) + "#choices"
    assert "The section is final. A name here makes the next version" in visit(desk, at("awards", section))

    two = section.players.get(number=2)
    sent = {"prize": "sportsmanship", "number": "2", "do": "name"}
    answer = desk.post(at("choose-winner", section), sent)
    assert answer.status_code == 302
    assert "Version 2 of the trophy order is public." in visit(desk, answer["Location"])
    was, now = FinalSheet.objects.order_by("number")
    assert (was.sha256, was.sheet) == (one.sha256, one.sheet), "what was frozen stays"
    assert was.reopened_at is not None
    assert now.reopened_at is None
    assert was.reason == "Sportsmanship: winner named"
    assert f"Sportsmanship trophy {two.called}" in visit(client, at("final-version", section, 2))
    assert "No winner is named yet" not in visit(desk, at("ceremony", section))
    desk.post(at("choose-winner", section), sent)
    assert FinalSheet.objects.count() == 2, "the same name is no change"


def test_only_the_chief_names_a_winner_of_a_final_section(
    client: Client, section: Section, kim: User
) -> None:
    prizes.announce(section, "Sportsmanship trophy", by=kim)
    finish(as_it_stands(section), by=kim)
    assistant = signed_in(an_assistant(section.event))
    assert "so the chief names the winners" in visit(assistant, at("ceremony", section))
    answer = assistant.post(at("choose-winner", section), {"prize": "sportsmanship", "number": "2"})
    assert "is final. Nothing was saved." in read(answer)
    assert FinalSheet.objects.count() == 1
