"""The pages of a final section: the header everywhere, the trophy order, its bytes; the desk."""

import json
from datetime import UTC, date, datetime

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import (
    a_section,
    as_it_stands,
    corrected,
    director_of,
    enter,
    games_of,
    paired,
    played,
    swap_colors,
    three_teams,
)
from tests.html import read, visit
from tests.sign_in import signed_in
from tests.views.people_page import an_assistant
from tests.views.public_pages import PAGES, address
from tiebreaks import final
from tiebreaks.models import FinalSheet
from tournaments.models import Event, Game, LogEntry, MatchBoard, Seat, Section
from tournaments.services import ceremony, decisions, prizes, replaying, rosters
from tournaments.services.finishing import finish, reopen
from tournaments.services.matches import record_board
from tournaments.services.pairings import remove_bye
from tournaments.text.wording import date_and_clock

# A piece of a page, and a card of another one.
WITHOUT_HEADER = {"row", "card"}


@pytest.fixture
def section(kim: User) -> Section:
    """1 has won both games, 2 and 3 one each and nothing separates them, 4 none."""
    section = a_section(4, 2, by=kim, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3 WL\n2 4 WL")
    prizes.announce(section, "1st place trophy", in_this_order=False, by=kim)
    return as_it_stands(section)


def two_versions(section: Section, kim: User) -> None:
    finish(as_it_stands(section), by=kim)
    reopen(as_it_stands(section), by=kim, reason="Board 1 was entered wrong")
    corrected(games_of(section, 2)[0], "LW", by=kim)
    finish(as_it_stands(section), by=kim)


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


# --- for everybody --------------------------------------------------------------------------------


def test_the_desk_leads_from_a_final_section_to_its_final_sheet(
    desk: Client, section: Section, kim: User
) -> None:
    page = reverse("desk-event", args=[section.event.slug])
    assert "All rounds finished" in visit(desk, page).one(".sections .next")
    finish(section, by=kim)
    (link,) = visit(desk, page).one(".sections .next").all("a")
    assert (link.text, link["href"]) == ("Final sheet", address(as_it_stands(section), "final"))


def test_every_page_of_the_section_says_final_with_the_date(
    client: Client, section: Section, kim: User
) -> None:
    row = finish(section, by=kim)
    for name in set(PAGES) - WITHOUT_HEADER:
        page = visit(client, address(section, name))
        assert page.one(".status .final").text == "FINAL", name
        (status,) = [each for each in page.all(".status") if each.all(".final")]
        assert date_and_clock(row.finished_at) in status, name
        assert (at("final-version", section, 1) in status.links) is (name != "final"), name
        assert not any("After all 2 rounds" in each for each in page.all(".status")), name
    earlier = visit(client, address(section, "standings"), {"after": 1})
    assert "After round 1 of 2" in earlier.one("#status")
    assert earlier.one(".final").text == "FINAL"
    why = visit(client, address(section, "why"), {"after": 1})
    assert [status.text.split(" · ")[0] for status in why.all(".status")][1:] == ["After round 1 of 2"]


def test_no_page_says_final_before_and_after(client: Client, section: Section, kim: User) -> None:
    finish(section, by=kim)
    reopen(as_it_stands(section), by=kim, reason="A slip was read wrong")
    for name in set(PAGES) - WITHOUT_HEADER:
        assert not visit(client, address(section, name)).all(".final"), name


def test_the_pages_that_follow_a_reopened_section_say_why_and_lead_to_what_no_longer_holds(
    client: Client, section: Section, kim: User
) -> None:
    reason = "A slip was read wrong"
    finish(section, by=kim)
    reopen(as_it_stands(section), by=kim, reason=reason)
    home = reverse("event", args=[section.event.slug])
    for shown in (home, *(address(section, name) for name in ("standings", "trophies", "round"))):
        page = visit(client, shown)
        assert reason in page, shown
        assert at("final-version", section, 1) in page.links, shown
    # Results that come in leave it standing.
    corrected(games_of(section, 2)[0], "LW", by=kim)
    assert reason in visit(client, address(section, "standings"))
    finish(as_it_stands(section), by=kim)
    assert reason not in visit(client, home)


def test_the_trophy_order_says_why_it_differs_from_the_rating_crosstable(
    client: Client, section: Section, kim: User
) -> None:
    finish(section, by=kim)
    page = visit(client, at("final", section))
    assert page.headings[0] == f"{section.name} Trophy order"
    assert page.one(".differs").text == (
        "Trophies follow this order: the posted tiebreaks rank players with the same score. The US"
        " Chess rating crosstable ignores tiebreaks, so tied players can be in a different order"
        " there."
    )
    rows = page.all(".trophy-order tbody tr")
    assert [row.one(".rank").text for row in rows] == ["1", "2=", "2=", "4"]
    assert [row.one(".points").text for row in rows] == ["2", "1", "1", "0"]
    assert "1st trophy" in rows[0]
    assert "The posted tiebreaks leave these two tied." in rows[1]
    assert "Tiebreaks: Solkoff" in page


def a_finished_match() -> tuple[Section, Game, User]:
    """Three teams, one match of one round, which White won on every board, finished by its director."""
    section = three_teams()
    kim = director_of(section)
    Section.objects.filter(pk=section.pk).update(rounds=1)
    (match,) = paired(section, 1, "1 3\n2 U", publish=True)
    for row in MatchBoard.objects.filter(game=match):
        record_board(row, "WL", revision=row.revision, by=kim)
    finish(as_it_stands(section), by=kim)
    return section, match, kim


def test_the_trophy_order_of_teams_speaks_of_teams(client: Client) -> None:
    section, *_rest = a_finished_match()
    page = visit(client, at("final", section))
    assert page.one(".differs").text == (
        "Trophies follow this order: the posted tiebreaks rank teams with the same score. The US Chess"
        " rating crosstable lists players and their games, not teams."
    )
    assert "anybody can rank the teams and award the prizes again" in page.one(".proof")
    assert "Player" not in page.texts("thead th")


def test_what_decided_stands_with_the_one_who_is_ahead(client: Client, kim: User) -> None:
    section = a_section(4, 2, by=kim, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3 LW\n2 4 WL")
    finish(as_it_stands(section), by=kim)
    rows = visit(client, at("final", section)).all(".trophy-order tbody tr")
    assert [len(row.all(".ahead")) for row in rows] == [0, 1, 0, 0]
    assert rows[1].one(".ahead").text == "ahead by Solkoff 3 to 1"


def test_the_bytes_are_those_that_the_page_shows_the_hash_of(
    client: Client, section: Section, kim: User
) -> None:
    row = finish(section, by=kim)
    page = visit(client, at("final-version", section, 1))
    assert row.sha256 in page
    answer = client.get(page.link("Download this sheet (JSON)"))
    assert answer.headers["Content-Type"] == "application/json"
    assert final.digest(answer.content) == row.sha256
    assert final.differences(final.read(answer.content)) == []


def test_a_sheet_has_public_fields_only(client: Client, section: Section, kim: User) -> None:
    player = section.players.get(number=1)
    player.uscf_id, player.age = "30000001", 9
    player.save()
    finish(as_it_stands(section), by=kim)
    content = client.get(at("final-sheet", section, 1)).content.decode()
    assert "30000001" not in content
    cards = json.loads(content)["cards"]
    assert {len(card) for card in cards} == {10}
    assert 9 not in cards[0]


def test_version_2_shows_its_difference_and_links_version_1(
    client: Client, section: Section, kim: User
) -> None:
    two_versions(section, kim)
    standings = visit(client, at("standings", section))
    assert standings.link("Trophy order, version 2: what changed") == at("final-version", section, 2)
    page = visit(client, at("final", section))
    since = page.one(".since")
    one, three = (section.players.get(number=number).called for number in (1, 3))
    assert "Changes since version 1" in since
    assert "Why: Board 1 was entered wrong" in since
    assert ["1st place trophy", f"{one} → {three}"] in since.rows
    assert at("final-version", section, 1) in since.links
    first = visit(client, at("final-version", section, 1))
    assert not first.all(".since")
    assert "Version 2 replaced this version." in first
    assert at("final-version", section, 2) in first.links
    assert first.all(".trophy-order tbody tr")[0].one("bdi").text == one


def test_version_2_shows_the_corrected_results_before_and_after_and_marks_who_has_them(
    client: Client, section: Section, kim: User
) -> None:
    two_versions(section, kim)
    one, three = (section.players.get(number=number).called for number in (1, 3))
    page = visit(client, at("final", section))
    table = page.one("table.corrected")
    assert table.one("caption").text == "1 corrected result"
    assert table.rows[1:] == [[f"{one} – {three}", "2", "1–0 → 0–1"]]
    rows = page.all(".trophy-order tbody tr")
    assert {row.one("bdi").text for row in rows if "corrected" in row.texts(".pill")} == {one, three}
    assert "corrected" not in visit(client, at("final-version", section, 1))


def test_what_is_won_is_called_beside_a_name_as_on_the_standings(client: Client, kim: User) -> None:
    section = a_section(2, 1, by=kim)
    played(section, 1, "1 2 WL")
    prizes.announce(section, "1st place trophy\n1+ points: medal", in_this_order=False, by=kim)
    finish(as_it_stands(section), by=kim)
    row = visit(client, at("final", section)).all(".trophy-order tbody tr")[0]
    assert row.texts(".pill") == ["1st trophy", "Medal"]


def test_a_correction_that_moves_nobody_is_shown_all_the_same(client: Client, kim: User) -> None:
    section = a_section(2, 1, by=kim)
    played(section, 1, "1 2 FX")
    finish(as_it_stands(section), by=kim)
    reopen(as_it_stands(section), by=kim, reason="They came late and played")
    corrected(games_of(section, 1)[0], "LW", by=kim)
    finish(as_it_stands(section), by=kim)
    page = visit(client, at("final", section))
    assert page.one("table.corrected").rows[1][2] == "F–X → 0–1"
    assert "No place, no score and no trophy changed." in page.one(".since")


def test_of_two_games_in_a_round_the_one_that_was_corrected_is_shown(client: Client, kim: User) -> None:
    section = a_section(2, 1, by=kim, games=2)
    for game in paired(section, 1, "1 2", publish=True):
        enter(game, "DD")
    finish(as_it_stands(section), by=kim)
    reopen(as_it_stands(section), by=kim, reason="The second slip was read wrong")
    second = games_of(section, 1)[1]
    corrected(second, "WL", by=kim)
    white, black = (seat.player.called for seat in second.seats.order_by("-side"))
    finish(as_it_stands(section), by=kim)
    table = visit(client, at("final", section)).one("table.corrected")
    assert table.rows[1:] == [[f"{white} – {black}", "1", "½–½ → 1–0"]]


def test_of_a_match_of_teams_the_score_is_shown_before_and_after(client: Client) -> None:
    section, match, kim = a_finished_match()
    reopen(as_it_stands(section), by=kim, reason="Board 1 was entered wrong")
    first = MatchBoard.objects.get(game=match, board=1)
    record_board(first, "LW", revision=first.revision, by=kim)
    finish(as_it_stands(section), by=kim)
    page = visit(client, at("final", section))
    table = page.one("table.corrected")
    assert table.texts("thead th") == ["Teams", "Round", "Result"]
    assert table.rows[1:] == [["Alder Lane – Cedar Castles", "1", "4–0 → 3–1"]]


def test_a_bye_that_became_another_one_is_a_corrected_result(client: Client, kim: User) -> None:
    section = a_section(3, 1, by=kim)
    played(section, 1, "1 2 WL\n3 B")
    finish(as_it_stands(section), by=kim)
    reopen(as_it_stands(section), by=kim, reason="The bye was asked for")
    remove_bye(Seat.objects.get(game=None), by=kim, reason="asked for half a point")
    paired(section, 1, "3 H")
    finish(as_it_stands(section), by=kim)
    name = section.players.get(number=3).called
    assert visit(client, at("final", section)).one("table.corrected").rows[1:] == [
        [name, "1", "full-point bye → half-point bye"]
    ]


def test_a_board_whose_colors_alone_were_corrected_has_the_same_result(client: Client, kim: User) -> None:
    section = a_section(2, 1, by=kim)
    played(section, 1, "1 2 DD")
    finish(as_it_stands(section), by=kim)
    reopen(as_it_stands(section), by=kim, reason="They sat down the other way")
    swap_colors(games_of(section, 1)[0], kim)
    finish(as_it_stands(section), by=kim)
    since = visit(client, at("final", section)).one(".since")
    assert not since.all("table.corrected")
    assert "No place, no score and no trophy changed." in since


def test_the_trophy_order_says_why_players_ahead_do_not_win_a_trophy(
    client: Client, section: Section, kim: User
) -> None:
    section.players.filter(number__in=(1, 4)).update(rating=900)
    section.players.filter(number__in=(2, 3)).update(rating=1500)
    prizes.announce(section, "1st place trophy\nTop under 1000", in_this_order=False, by=kim)
    sheet = finish(as_it_stands(section), by=kim).sheet
    won = visit(client, at("final", section)).all(".won li")
    first = section.players.get(number=1).called
    assert f"Skipped: {first} already takes 1st place trophy (32F)." in [
        each.text for line in won for each in line.all(".skipped")
    ]
    assert "already takes" not in sheet, "the bytes are as they were"


@pytest.mark.parametrize("language", ["", "/es"])
def test_the_sheet_of_a_section_where_a_coin_decided_is_read_in_each_language(
    client: Client, kim: User, language: str
) -> None:
    """A sheet does not say how a toss was recorded."""
    section = a_section(4, 1, by=kim, order="modified_median")
    played(section, 1, "1 2 WL\n3 4 WL", by=kim)
    prizes.announce(section, "1st–2nd trophies", in_this_order=False, by=kim)
    decisions.toss_coin(section, [1, 3], by=kim)
    finish(as_it_stands(section), by=kim)
    assert client.get(language + at("final", section)).status_code == 200


def test_a_version_that_was_reopened_says_why(client: Client, section: Section, kim: User) -> None:
    finish(section, by=kim)
    reopen(as_it_stands(section), by=kim, reason="Board 1 was entered wrong")
    page = visit(client, at("final-version", section, 1))
    assert "Board 1 was entered wrong" in page.one(".warning")
    assert "when the director finishes the section again" in page.one(".warning")


def test_awards_that_were_announced_say_that_the_section_was_reopened(
    client: Client, section: Section, kim: User
) -> None:
    ceremony.freeze(section, by=kim)
    finish(as_it_stands(section), by=kim)
    announced = at("announced", section, 1)
    assert not visit(client, announced).all(".warning")
    reopen(as_it_stands(section), by=kim, reason="Board 1 was entered wrong")
    page = visit(client, announced)
    assert "Board 1 was entered wrong" in page.one(".warning")
    assert "these awards may change" in page.one(".warning")
    assert at("final-version", section, 1) in page.one(".warning").links


def test_before_the_first_version_the_address_says_what_will_be_here(
    client: Client, section: Section
) -> None:
    page = visit(client, at("final", section))
    assert "not final yet" in page.one(".empty")
    assert client.get(at("final-version", section, 1)).status_code == 404
    assert client.get(at("final-sheet", section, 1)).status_code == 404


# --- at the desk ----------------------------------------------------------------------------------


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
