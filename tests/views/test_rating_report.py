"""The rating report's page gives its files, and says what is missing and where that is mended."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import (
    a_section,
    enter,
    games_of,
    paired,
    played,
    three_teams,
)
from tests.formats import dbase
from tests.rating_lists import a_list, as_text
from tests.sign_in import signed_in
from tests.views.rating_report_page import (
    COMPLETE,
    address,
    complete,
    files,
    lines,
    page_of,
    refused,
    section,
)
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.formats.rating_report import FILES
from tournaments.models import Event, ExtraGame, Game, Player, Section, TeamMember
from tournaments.services import attendance, matches, rating_report

__all__ = ["section"]

pytestmark = pytest.mark.django_db


def test_a_complete_report_is_offered_as_a_zip_and_file_by_file(desk: Client, section: Section) -> None:
    page = page_of(desk, section.event)
    assert "The report is complete" in page
    assert "They have not yet been checked by the US Chess validator." in page
    event, sections, players = files(desk, section.event)
    assert (event[0]["H_NAME"], event[0]["H_BEG_DATE"]) == (section.event.name, "20260502")
    assert event[0]["H_END_DATE"] == "20260502", "an event of one day"
    assert (sections[0]["S_R_SYSTEM"], sections[0]["S_CTD_ID"]) == ("D", "10000001")
    assert lines(players) == ["1 1 W2W", "1 2 L1B", "1 3 D4W", "1 4 D3B"]
    for name in FILES:
        assert page.link(name) == address(section.event, name)
        answer = desk.get(address(section.event, name))
        assert answer.headers["Content-Disposition"] == f'attachment; filename="{name}"'
        assert dbase.read(answer.content).records in (event, sections, players)
    assert desk.get(address(section.event, "x.dbf")).status_code == 404


def test_a_suffix_stands_beside_the_last_name_however_it_was_typed(desk: Client, section: Section) -> None:
    first, second = section.players.order_by("number")[:2]
    Player.objects.filter(pk=first.pk).update(name="Fir, Jr., Eli")
    Player.objects.filter(pk=second.pk).update(name="Al Nguyen, Jr.")
    _event, _sections, players = files(desk, section.event)
    assert [each["D_NAME"] for each in players[:2]] == ["FIR JR., ELI", "NGUYEN JR., AL"]


def test_a_section_that_is_not_checked_is_in_no_file(desk: Client, section: Section) -> None:
    a_section(2, 1, event=section.event, name="Casual")
    assert refused(desk, section.event)
    rating_report.edit(section.event, {"casual": {"rated": False}}, by=section.event.staff.get().user)
    _event, sections, _players = files(desk, section.event)
    assert [each["S_SEC_NAME"] for each in sections] == ["Open"]


def test_the_players_of_teams_are_filed_with_their_games_on_the_boards(desk: Client, kim: User) -> None:
    section = three_teams()
    director = section.event.staff.get().user
    paired(section, 1, "1 3\n2 H")
    game = games_of(section, 1)[0]
    for board, letters in ((1, "WL"), (2, "LW"), (3, "DD"), (4, "XF")):
        row = game.match_boards.get(board=board)
        matches.record_board(row, letters, revision=row.revision, by=director)
    section = complete(section)
    for at_, member in enumerate(TeamMember.objects.order_by("team__number", "board"), 1):
        TeamMember.objects.filter(pk=member.pk).update(uscf_id=f"3000{at_:04}")
    _event, sections, players = files(signed_in(director), section.event)
    # The alternate and the team with the bye were never paired.
    assert lines(players) == [
        *("1 1 W5W", "1 2 L6B", "1 3 D7W", "1 4 X0"),
        *("1 5 L1B", "1 6 W2W", "1 7 D3B", "1 8 F0"),
    ]
    assert players[0]["D_NAME"] == "AMES, ADA"
    assert len(dbase.games(sections, players)) == 3


def test_the_players_of_a_team_that_entered_again_are_filed_as_one_who_did(desk: Client, kim: User) -> None:
    """Each entry is a line of its own, and its ID no second player's (34H)."""
    section = three_teams()
    director = section.event.staff.get().user
    paired(section, 1, "1 3\n2 H")
    recorded(section, 1)
    again = attendance.re_enter(section.players.get(number=1), 1, {1: Kind.UNPAIRED}, by=director)
    paired(section, 2, f"{again.number} 2\n3 B")
    recorded(section, 2)
    section = complete(section)
    for at_, name in enumerate(sorted(set(TeamMember.objects.values_list("name", flat=True))), 1):
        TeamMember.objects.filter(name=name).update(uscf_id=f"3000{at_:04}")
    _event, _sections, players = files(signed_in(director), section.event)
    assert [each["D_NAME"] for each in players].count("AMES, ADA") == 2


def recorded(section: Section, round: int) -> None:
    for row in games_of(section, round)[0].match_boards.order_by("board"):
        if row.home and row.away:
            matches.record_board(row, "WL", revision=row.revision, by=section.event.staff.get().user)


def test_a_visitor_is_filed_where_the_game_was_with_the_id_of_home(desk: Client, event: Event) -> None:
    home = a_section(5, 2, event=event, name="Open")
    played(home, 1, "1 2 WL\n3 4 DD\n5 B")
    played(home, 2, "1 3 WL\n2 5 DD\n4 H")
    reserve = a_section(1, 1, event=event, name="Reserve")
    (game,) = paired(reserve, 1, "1 5@Open", publish=True)
    enter(game, "WL")
    complete(home)
    complete(reserve)
    visitor = home.players.get(number=5)
    Player.objects.filter(visitor_of=visitor).update(uscf_id="")
    _event, _sections, players = files(desk, event)
    assert lines(players)[4:] == ["1 5 B0 D2B", "2 1 W2W U0", "2 2 L1B U0"]
    assert (players[6]["D_MEM_ID"], players[6]["D_NAME"]) == (visitor.uscf_id, players[4]["D_NAME"])
    assert "These play in more than one section." in page_of(desk, event)


def test_extra_games_are_a_section_after_their_own(desk: Client, section: Section) -> None:
    players = {player.number: player for player in section.players.all()}
    ExtraGame.objects.create(
        section=section, white=players[2], black=players[4], white_kind="W", black_kind="L"
    )
    _event, sections, players_ = files(desk, section.event)
    assert [each["S_SEC_NAME"] for each in sections] == ["Open", "Extra games, Open"]
    assert lines(players_)[4:] == ["2 1 W2W", "2 2 L1B"]
    assert [each["D_MEM_ID"] for each in players_[4:]] == [players[2].uscf_id, players[4].uscf_id]


def test_a_section_of_extra_games_alone_has_no_empty_section_beside_them(desk: Client, event: Event) -> None:
    section = a_section(2, 1, event=event, name="Games beside the Fall Open")
    complete(section)
    white, black = section.players.order_by("number")
    ExtraGame.objects.create(section=section, white=white, black=black, white_kind="D", black_kind="D")
    _event, sections, players = files(desk, event)
    assert [(each["S_SEC_NUM"], each["S_LST_PAIR"]) for each in sections] == [("1", "2")]
    assert lines(players) == ["1 1 D2W", "1 2 D1B"]
    notes = page_of(desk, event).one("details.findings")
    assert "The name of the section is cut off: Extra games, Games beside the" in notes


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("affiliate", "Affiliate ID"),
        ("chief_td", "Chief TD's ID"),
        ("starts_on", "First day"),
        ("city", "City"),
        ("state", "State"),
        ("zip_code", "ZIP code"),
        ("country", "Country"),
    ],
)
def test_what_the_event_lacks_leads_to_its_field(
    desk: Client, section: Section, name: str, said: str
) -> None:
    Event.objects.filter(pk=section.event_id).update(**{name: None if name == "starts_on" else ""})
    problems = page_of(desk, section.event).one(".findings.warning")
    assert f"Missing: {said}" in problems
    assert problems.link(said) == f"#id_{name}"
    assert page_of(desk, section.event).one(f"#id_{name}") is not None
    assert "1 problem to fix" in problems
    assert refused(desk, section.event)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"affiliate": "B6000001"}, "The affiliate ID is not the letter A and 7 digits."),
        ({"chief_td": "1000001"}, "The chief TD's ID does not have 8 digits."),
        ({"assistant_td": "X"}, "The assistant TD's ID does not have 8 digits."),
        ({"other_tds": "10000001, 7"}, "One of the other TDs' IDs does not have 8 digits."),
        ({"ends_on": date(2026, 5, 1)}, "The last day is before the first day."),
    ],
)
def test_what_the_event_has_in_another_form_is_named(
    desk: Client, section: Section, changed: dict[str, Any], said: str
) -> None:
    Event.objects.filter(pk=section.event_id).update(**changed)
    problems = page_of(desk, section.event).one(".findings.warning")
    assert problems.link(said) == f"#id_{next(iter(changed))}"


@pytest.mark.parametrize(
    ("changed", "said", "field"),
    [
        ({"time_control": ""}, "No time control: Open", "time_control"),
        (
            {"time_control": "G/60"},
            "“G/60” is not right. Expected: the delay or increment too",
            "time_control",
        ),
        ({"starts_on": date(2026, 5, 1)}, "The days of the section are not within", "starts_on"),
        ({"ends_on": date(2026, 5, 3)}, "The days of the section are not within", "starts_on"),
    ],
)
def test_what_a_section_lacks_leads_to_its_field(
    desk: Client, section: Section, changed: dict[str, Any], said: str, field: str
) -> None:
    Section.objects.filter(pk=section.pk).update(**changed)
    page = page_of(desk, section.event)
    assert said in page.one(".findings.warning")
    assert f"#id_{field}-open" in page.one(".findings.warning").links
    assert page.one(f"#id_{field}-open") is not None


def test_missing_results_lead_to_their_round(desk: Client, event: Event) -> None:
    section = a_section(4, 2, event=event)
    played(section, 1, "1 2 WL\n3 4 DD")
    played(section, 2, "1 3\n2 4")
    complete(section)
    problems = page_of(desk, event).one(".findings.warning")
    assert problems.link("Round 2: 2 results are missing.") == at("desk-round", section, 2)


def test_a_section_without_a_game_is_named(desk: Client, event: Event) -> None:
    section = a_section(2, 1, event=event)
    complete(section)
    problems = page_of(desk, event).one(".findings.warning")
    said = "No game was played. Enter the results, or leave the section out."
    assert problems.link(said) == at("desk-section", section)


def test_boards_of_matches_without_names_lead_to_their_lineups(desk: Client, event: Event) -> None:
    section = a_section(2, 1, event=event, boards=2)
    played(section, 1, "1 2")
    problems = page_of(desk, event).one(".findings.warning")
    (game,) = games_of(section, 1)
    assert "A player of a match has no name: round 1, match 1, board 1; round 1, match 1, board 2" in problems
    assert problems.link("round 1, match 1, board 2") == reverse("match", args=[game.pk])
    assert "was played" not in problems


def test_teams_whose_boards_are_not_known_are_named(desk: Client, event: Event) -> None:
    section = a_section(2, 1, event=event, boards=2)
    said = "No game on a board was played. Enter the boards, or leave the section out."
    assert page_of(desk, event).one(".findings.warning").link(said) == at("desk-section", section)


def test_players_without_an_id_or_with_another_form_of_one_lead_to_their_pages(
    desk: Client, section: Section
) -> None:
    one, two = section.players.order_by("number")[:2]
    Player.objects.filter(pk=one.pk).update(uscf_id="")
    Player.objects.filter(pk=two.pk).update(uscf_id="123")
    problems = page_of(desk, section.event).one(".findings.warning")
    assert f"No US Chess ID: {one.called}" in problems
    assert problems.link(one.called) == "#id_uscf_id-open-1"
    assert f"The US Chess ID does not have 8 digits: {two.called}" in problems
    assert "2 problems to fix" in problems


def test_one_id_of_two_players_is_named_and_that_of_two_entries_of_one_is_a_note(
    desk: Client, section: Section
) -> None:
    one, two = section.players.order_by("number")[:2]
    Player.objects.filter(pk=two.pk).update(uscf_id=one.uscf_id)
    said = f"Two players with one US Chess ID: {one.called}; {two.called}"
    assert said in page_of(desk, section.event).one(".findings.warning")
    Player.objects.filter(pk=two.pk).update(reentry_of=one)
    page = page_of(desk, section.event)
    assert "The report is complete" in page
    assert f"Entered again (34H), with a line for each entry: {one.called}; {two.called}" in page


def test_a_membership_that_expired_before_the_last_day_is_named(desk: Client, section: Section) -> None:
    one, two = section.players.order_by("number")[:2]
    Player.objects.filter(pk=one.pk).update(expires_on=date(2026, 5, 1))
    Player.objects.filter(pk=two.pk).update(expires_on=date(2026, 5, 2))
    problems = page_of(desk, section.event).one(".findings.warning")
    assert f"The membership expired before the last day: {one.called}, May 1, 2026" in problems
    assert two.called not in problems


def test_a_name_without_a_letter_of_the_report_is_named(desk: Client, section: Section) -> None:
    one, two = section.players.order_by("number")[:2]
    Player.objects.filter(pk=one.pk).update(name="李 小龙")
    Player.objects.filter(pk=two.pk).update(name="李 Lee")
    problems = page_of(desk, section.event).one(".findings.warning")
    assert "The name has no letters that the report allows: 李 小龙" in problems
    assert "Lee" not in problems
    assert refused(desk, section.event)


def test_a_player_in_two_sections_is_a_note_and_no_problem(desk: Client, section: Section) -> None:
    other = a_section(2, 1, event=section.event, name="Evening")
    played(other, 1, "1 2 WL")
    complete(other)
    same = section.players.get(number=1)
    Player.objects.filter(section=other, number=1).update(uscf_id=same.uscf_id, name=same.name)
    page = page_of(desk, section.event)
    assert "The report is complete" in page
    assert f"These play in more than one section. Is that right? {same.called} (Open);" in page


def test_an_id_that_somebody_of_another_name_has_in_another_section_is_a_problem(
    desk: Client, section: Section
) -> None:
    other = a_section(4, 1, event=section.event, name="Evening")
    played(other, 1, "1 2 WL")
    complete(other)
    one, stranger = section.players.get(number=1), other.players.get(number=4)
    Player.objects.filter(pk=stranger.pk).update(uscf_id=one.uscf_id)
    page = page_of(desk, section.event)
    said = f"One US Chess ID, but two names: {one.called} (Open); {stranger.called} (Evening)"
    assert said in page.one(".findings.warning"), "also of one who was never paired"
    assert "These play in more than one section." not in page
    assert refused(desk, section.event)

    Player.objects.filter(pk=stranger.pk).update(name=f"{one.name} Jr.")
    assert "The report is complete" in page_of(desk, section.event), "a name written with more"


def test_an_id_that_somebody_of_another_name_has_in_a_section_that_is_not_rated_is_a_note(
    desk: Client, section: Section
) -> None:
    casual = a_section(4, 1, event=section.event, name="Casual")
    Section.objects.filter(pk=casual.pk).update(rated=False)
    one, stranger = section.players.get(number=1), casual.players.get(number=4)
    Player.objects.filter(pk=stranger.pk).update(uscf_id=one.uscf_id)
    page = page_of(desk, section.event)
    assert "The report is complete" in page
    said = f"One US Chess ID, but two names. Which is right? {one.called} (Open); {stranger.called} (Casual)"
    assert said in page


@pytest.mark.parametrize(
    ("zip_code", "country", "wrong"),
    [
        ("9730", "USA", True),
        ("973011234", "USA", True),
        ("97301", "USA", False),
        ("97301-1234", "USA", False),
        ("V5K 0A1", "Canada", False),
    ],
)
def test_a_zip_code_of_the_united_states_has_five_digits_or_nine(
    desk: Client, section: Section, zip_code: str, country: str, wrong: bool
) -> None:
    Event.objects.filter(pk=section.event_id).update(zip_code=zip_code, country=country)
    page = page_of(desk, section.event)
    said = "The ZIP code does not have 5 digits, or 5 and 4 such as 97301-1234."
    assert (said in page) == wrong
    if wrong:
        assert page.one(".findings.warning").link(said) == "#id_zip_code"


def test_a_side_that_somebody_changed_by_hand_is_found(desk: Client, section: Section) -> None:
    seat = Game.objects.order_by("board")[0].seats.get(side="b")
    type(seat).objects.filter(pk=seat.pk).update(kind=Kind.DRAW.letter)
    found = page_of(desk, section.event).one(".findings.warning")
    assert "Column 1 of the crosstable: the two sides of a game do not agree." in found
    assert at("desk-round", section, 1) in found.links
    assert refused(desk, section.event)


def test_no_section_at_all_is_named(desk: Client, event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(**COMPLETE)
    assert "No section is checked." in page_of(desk, event).one(".findings.warning")


def test_a_section_that_nobody_is_in_is_left_out_and_is_no_problem(desk: Client, section: Section) -> None:
    """Its players were merged into another one."""
    empty = a_section(0, 5, event=section.event, name="K-1")
    page = page_of(desk, section.event)
    assert "The report is complete" in page
    assert "Nobody is in these sections, so they are left out: K-1" in page
    assert page.link("K-1") == at("edit-section", empty)
    assert "time_control-k-1" not in page.form(address(section.event)).fields
    _event, sections, _players = files(desk, section.event)
    assert [each["S_SEC_NAME"] for each in sections] == ["Open"]


def test_what_the_files_do_is_noted(desk: Client, event: Event) -> None:
    section = a_section(6, 3, event=event, name="The Championship of All Six Counties")
    played(section, 1, "1 3 WL\n4 5 DD\n2 H")
    complete(section)
    Player.objects.filter(section=section, number=1).update(state="Oregon")
    Event.objects.filter(pk=event.pk).update(city="The Village of Upper Salem")
    notes = page_of(desk, event).one("details.findings")
    two, six = (section.players.get(number=number).called for number in (2, 6))
    assert f"Never paired, and so not in the report: {two}; {six}" in notes
    assert "The report numbers its lines from 1 on." in notes
    assert "The state is not two letters, so it is left empty:" in notes
    assert "The name of the section is cut off: The Championship of All Six Co" in notes
    assert "The expiration dates of 4 players are not known." in notes
    assert "The name of the city is cut off: The Village of Upper" in notes


@pytest.mark.parametrize(
    ("rounds", "format", "games"), [(2, "round robin", 1), (1, "round robin", 2), (1, "swiss", 2)]
)
def test_a_section_in_which_players_meet_twice_says_that_it_is_filed_as_a_swiss(
    desk: Client, event: Event, rounds: int, format: str, games: int
) -> None:
    section = a_section(2, rounds, event=event, format=format, games=games)
    for number in range(1, rounds + 1):
        played(section, number, "1 2")
        for game in games_of(section, number):
            enter(game, "DD")
    assert (
        "Players meet twice. The section is filed as a Swiss (type S) with a column for each game. Type 2,"
        " the double round robin, is never written: the format does not describe its columns."
    ) in page_of(desk, event)


def test_a_section_with_rounds_to_play_makes_the_report_no_complete_one(desk: Client, event: Event) -> None:
    """US Chess takes the rounds of an event that stopped early, so the report can be written all the same."""
    section = a_section(4, 5, event=event, name="K-5 Championship")
    played(section, 1, "1 2 WL\n3 4 DD")
    complete(section)
    page = page_of(desk, event)
    assert "The report is complete" not in page
    ahead = page.one(".findings.warning")
    assert ahead.text.startswith("Rounds are still to be played")
    assert "K-5 Championship: rounds 2–5 are not played." in ahead
    assert ahead.link("K-5 Championship: rounds 2–5 are not played.") == at("desk-section", section)
    stopped = "If the event stopped early, download the report of the rounds that were played."
    assert stopped in ahead
    assert ahead.link("Download the report (ZIP)") == address(event, "rating-report.zip")
    assert lines(files(desk, event)[2]) == ["1 1 W2W", "1 2 L1B", "1 3 D4W", "1 4 D3B"]
    Event.objects.filter(pk=event.pk).update(city="")
    page = page_of(desk, event)
    assert "rounds 2–5 are not played" in page.texts(".findings.warning")[0], "also beside what is missing"
    assert "Download the report" not in page
    Section.objects.filter(pk=section.pk).update(rounds=2)
    assert "K-5 Championship: round 2 is not played." in page_of(desk, event)


def test_a_name_with_an_id_or_a_rating_in_it_leads_to_where_it_is_mended(
    desk: Client, section: Section
) -> None:
    one = section.players.get(number=1)
    Player.objects.filter(pk=one.pk).update(name="Omar Zephyrine 18123456 612")
    problems = page_of(desk, section.event).one(".findings.warning")
    assert "More than a name: Omar Zephyrine 18123456 612" in problems
    assert problems.link("Omar Zephyrine 18123456 612") == at("edit-player", section, 1) + "?for=report"
    assert refused(desk, section.event)


def test_an_id_that_the_rating_list_has_under_another_name_is_noted(
    desk: Client, section: Section, settings: Any, tmp_path: Path
) -> None:
    settings.RATING_LIST = tmp_path / "list.sqlite3"
    one, two = section.players.get(number=1), section.players.get(number=2)
    a_list(as_text([("QUILL,ZOE", one.uscf_id, "OR", "", ""), (two.name.upper(), two.uscf_id, "OR", "", "")]))
    notes = page_of(desk, section.event).one("details.findings")
    said = "The rating list has another name for the ID. Is it right?"
    assert f"{said} {one.called} (Zoe Quill)" in notes
    assert f"{two.called} (" not in notes
