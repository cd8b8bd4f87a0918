"""Prizes: typed or pasted, arranged without a script; who wins what, in words and in dollars."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.addresses import at
from tests.factories import UserFactory, a_section, as_it_stands, played
from tests.html import read, visit
from tests.sign_in import signed_in
from tests.views.prizes_page import announce, paid, section, spoken, where
from tiebreaks.models import Published
from tiebreaks.selectors import players_document
from tournaments import demo
from tournaments.formats.records import RosterEntry
from tournaments.models import Event, Player, Section
from tournaments.selectors.public import visible
from tournaments.services import attendance, decisions, rosters

__all__ = ["section"]


# --- announcing ---------------------------------------------------------------------------------


def test_prizes_are_typed_one_a_line(section: Section, desk: Client) -> None:
    answer = desk.post(at("prizes", section), {"text": "Top U1900\n1st - 2nd trophies\n1st place $100"})
    assert answer.status_code == 302
    assert as_it_stands(section).prizes == "1st place $100\n1st–2nd trophies\nTop under 1900"
    page = visit(desk, at("prizes", section))
    assert "Prizes are in the rulebook's order of value" in page
    assert "Prize fund: $100." in page


def test_all_problems_stand_in_one_report_beside_what_was_typed(section: Section, desk: Client) -> None:
    typed = "1st–2nd trophies\nTop 800\nU1800 $-5\n1st place $99999999999"
    answer = desk.post(at("prizes", section), {"text": typed, "in_this_order": "on"})
    assert answer.status_code == 422
    page = read(answer)
    assert "Nothing was saved: there are 3 problems." in page
    assert "line 2 Top 800 one of these forms: 1st place trophy" in page
    assert "line 3 $-5 an amount from $0.01 to $10,000,000" in page
    assert "line 4 $99999999999 an amount" in page
    assert answer.context["form"]["text"].value() == typed
    assert answer.context["form"]["in_this_order"].value()
    assert as_it_stands(section).prizes == ""


def test_a_pasted_line_of_terms_is_refused_with_where_it_belongs_on_the_page(
    section: Section, desk: Client
) -> None:
    """`manage.py awards` reads such a line in a list of prizes."""
    typed = "1st place $100\nTerms: unrated limit $50, based on 40"
    answer = desk.post(at("prizes", section), {"text": typed})
    assert answer.status_code == 422
    page = read(answer)
    told = "a prize. What applies to all prizes goes under “Rules for all prizes”, below"
    assert f"line 2 Terms: unrated limit $50, based on 40 {told}" in page
    assert "Rules for all prizes" in [heading.text for heading in page.all("h2")]
    assert as_it_stands(section).prizes == ""


def test_a_text_that_is_too_long_is_refused(section: Section, desk: Client) -> None:
    assert desk.post(at("prizes", section), {"text": "1st\n" * 6000}).status_code == 422
    assert as_it_stands(section).prizes == ""


def test_lines_are_moved_removed_and_added_by_buttons(section: Section, desk: Client) -> None:
    def press(act: str) -> str:
        assert desk.post(at("arrange-prizes", section), {"do": act}).status_code in (302, 409)
        return as_it_stands(section).prizes

    announce(section, "1st–2nd trophies", "Top under 1900", "Top unrated")
    assert press("up:Top under 1900") == "Top under 1900\n1st–2nd trophies\nTop unrated"
    assert "Prizes are in your own order of value" in spoken("prizes", section, desk)
    assert press("down:Top under 1900") == "1st–2nd trophies\nTop under 1900\nTop unrated"
    assert press("remove:Top under 1900") == "1st–2nd trophies\nTop unrated"
    assert press("remove:Top under 1900") == "1st–2nd trophies\nTop unrated"
    assert press("preset:medals") == "1st–2nd trophies\nTop unrated\n3 points or more: medal"
    assert press("nothing") == "1st–2nd trophies\nTop unrated\n3 points or more: medal"


def test_the_order_that_was_arranged_is_kept_when_the_text_is_edited(section: Section, desk: Client) -> None:
    announce(section, "Top under 1900", "1st–2nd trophies", in_this_order=True)
    form = desk.get(at("prizes", section)).context["form"]
    assert form["in_this_order"].value()
    desk.post(at("prizes", section), {"text": form["text"].value() + "\nTop unrated", "in_this_order": "on"})
    assert as_it_stands(section).prizes == "Top under 1900\n1st–2nd trophies\nTop unrated"


def test_what_nobody_can_win_is_noted_before_the_event(section: Section, desk: Client) -> None:
    announce(section, "1st–10th trophies", "Top under 1000", "Top 1700–1899", "Top 1800–1999", "U1800 $20")
    page = spoken("prizes", section, desk)
    assert "1st–10th trophies Fewer players on the roster qualify than there are prizes." in page
    assert f"Top under 1000 Nobody in {section.name} is rated under 1000." in page
    assert "Top 1700–1899 Overlaps with Class A." in page
    assert "U1800 $20 ↑" in page
    announce(section, "Top 1700–1899", "Top 1700–1999", "U1800 $20")
    assert "Overlaps" not in spoken("prizes", section, desk)


TERMS = {"unrated_limit": "1250.50", "fund_based_on": "40", "fund_entries": "30", "withdrawn_too": "on"}


def test_what_holds_for_all_prizes_is_set_and_read_by_everybody(section: Section, desk: Client) -> None:
    announce(section, "1st place $200")
    assert desk.post(at("prize-terms", section), TERMS | {"cash_playoff": "on"}).status_code == 302
    after = as_it_stands(section)
    assert (after.unrated_limit, after.fund_based_on, after.fund_entries) == (1250_50, 40, 30)
    assert (after.withdrawn_too, after.cash_playoff, after.follow_money) == (True, True, False)
    page = spoken("cash", section)
    assert "The fund is based on 40 entries. There were 30 (32C4)." in page
    assert "Unrated players can win at most $1,250.50 in open prizes (32C6)." in page
    assert "$150 of 1st place $200" in page
    assert "A playoff decides money too" in page
    assert "Players who withdrew can win (32C1)." in page
    form = desk.get(at("prizes", section)).context["terms"]
    assert str(form["unrated_limit"].value()) == "1250.50"


def test_half_of_a_fund_of_two_sections_is_paid_and_the_page_says_whose_fund(
    section: Section, desk: Client, kim: User
) -> None:
    """RULES §12.1, decided: $400 in each section, 5 of 20 entries; above $500 together."""
    reserve = a_section(4, 2, event=section.event, by=kim)
    played(reserve, 1, "1 2 WL\n3 4 WL")
    for one in (section, reserve):
        announce(one, "1st place $400")
        desk.post(at("prize-terms", one), {"fund_based_on": "20", "fund_entries": "5"})
    for one in (section, reserve):
        page = spoken("cash", one)
        assert "Offered $200" in page
        assert "The fund of the whole event is $800 (32C4)." in page
    alone = {"fund_based_on": "20", "fund_entries": "5", "fund_alone": "on"}
    desk.post(at("prize-terms", section), alone)
    assert "Offered $100" in spoken("cash", section)
    assert "The fund of the whole event" not in spoken("cash", section)


def test_an_entry_that_played_no_game_wins_nothing_and_the_page_says_so(
    section: Section, desk: Client, kim: User
) -> None:
    rosters.add_players(section, [RosterEntry(None, "Ned Never", grade="9")], by=kim)
    announce(section, "Best grade 9", "Best grade 9 $10")
    assert "Ned Never" not in spoken("trophies", section)
    assert "Best grade 9 No one qualifies (32C3)." in spoken("trophies", section)
    assert "Ned Never $10" not in spoken("cash", section)
    desk.post(at("prize-terms", section), {"no_shows_too": "on"})
    assert "Best grade 9 Ned Never" in spoken("trophies", section)
    assert "Ned Never $10" in spoken("cash", section)
    assert "Entries that played no game can win (32C2)." in spoken("cash", section)


@pytest.mark.parametrize(
    "wrong",
    [{"unrated_limit": "-1"}, {"unrated_limit": "1.001"}, {"fund_based_on": "-3"}, {"fund_entries": "x"}],
)
def test_terms_that_cannot_be_change_nothing(section: Section, desk: Client, wrong: dict[str, str]) -> None:
    answer = desk.post(at("prize-terms", section), TERMS | wrong)
    assert answer.status_code == 422
    assert as_it_stands(section).version == section.version


def test_only_the_events_own_staff_announces_and_sees_the_desks_page(section: Section) -> None:
    announce(section, "1st place trophy")
    stranger = signed_in(UserFactory.create())
    for client, expected in ((stranger, 404), (Client(), 302)):
        assert client.get(at("prizes", section)).status_code == expected
        assert client.get(at("awards", section)).status_code == expected
        assert client.get(at("awards-live", section)).status_code == expected
        for name in ("prizes", "arrange-prizes", "prize-terms", "presence"):
            posted = client.post(at(name, section), {"do": "remove:1st place trophy", "text": ""})
            assert posted.status_code == expected, name
    assert as_it_stands(section).prizes == "1st place trophy"


# --- trophies -----------------------------------------------------------------------------------


def test_a_class_trophy_says_who_was_skipped_and_who_is_next(section: Section) -> None:
    played(section, 2, "3 1 WL\n2 5 WL\n6 4 WL")  # 3 has two; 1, 2, 5 and 6 one; 4 none
    announce(section, "1st place trophy", "Top under 1960", "Top under 1860", "2nd under 1860")
    page = spoken("trophies", section)
    third, four = Player.objects.get(section=section, number=3), Player.objects.get(section=section, number=4)
    assert f"1st place trophy {third.name} Alone on 2 points." in page
    assert f"Skipped: {third.name} already takes 1st place trophy (32F)" in page
    assert "Projected" not in page
    assert four.name not in page.split("2nd under 1860")[0]


def test_trophies_that_hang_on_one_tie_are_said_together(section: Section, desk: Client) -> None:
    announce(section, "1st–3rd trophies", "Top under 1960")
    page = spoken("trophies", section)
    one, three, five = (Player.objects.get(section=section, number=n).name for n in (1, 3, 5))
    assert (
        f"1st–3rd place trophies undecided {one}; {three}; {five} Tied on 1 point. Level after round 1."
        in page
    )


def test_a_tie_is_about_a_trophy_only_where_one_is_contested(kim: User, desk: Client) -> None:
    section = a_section(6, 1, by=kim, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL\n5 6 WL")
    announce(section, "Top under 1860")  # 4 and 6 are in it, and 5, who has won
    assert "Ties for trophies" not in spoken("ties", section, desk)
    announce(section, "Top under 1860", "2nd under 1860")
    assert "Ties for trophies Tied for 4th–6th on 0 points" in spoken("ties", section, desk)
    assert "1 tie for a trophy is undecided." in spoken("awards", section, desk)
    decisions.record_decision(decisions.COIN_TOSS, as_it_stands(section), [[4], [6], [2]], by=kim)
    assert "undecided" not in spoken("awards", section, desk)
    name = Player.objects.get(section=section, number=4).name
    assert f"2nd under 1860 {name}" in spoken("awards", section, desk)


def test_a_tie_of_which_only_one_may_take_a_trophy_is_about_none(section: Section, desk: Client) -> None:
    """5 or, if 5 is first, 6 is the best below 1810; whether 6 stands before 2 and 4 matters to nobody."""
    announce(section, "1st place trophy", "Top under 1810")
    played(section, 2, "1 2 DD\n3 4 DD\n5 6 DD")
    about, _summary, others = spoken("ties", section, desk).partition("1 other tie")
    assert "Tied for 1st–3rd on 1½ points" in about
    assert "4th–6th" in others


def test_a_trophy_that_follows_the_money_says_so(section: Section, desk: Client) -> None:
    played(section, 2, "1 3 WL\n2 5 WL\n6 4 WL")
    announce(section, "1st place trophy and $50")
    desk.post(at("prize-terms", section), {"follow_money": "on"})
    page = spoken("trophies", section)
    assert "The trophy follows the money (33D2a)." in page
    assert "A trophy follows the money of its prize (33D2a)." in page


def test_medals_and_the_biggest_upset_say_what_they_are_for(section: Section) -> None:
    played(section, 2, "3 1 WL\n2 5 LW\n6 4 WL")
    announce(section, "2 points or more: medal", "Biggest upset", "9 points or more: medal", "Top unrated")
    page = spoken("trophies", section)
    three, five = (Player.objects.get(section=section, number=n).name for n in (3, 5))
    assert f"2 points or more: medal {three} {five} Everyone with this score or more." in page
    two = Player.objects.get(section=section, number=2).name
    assert f"Biggest upset {five} Won against {two}, rated 150 higher." in page
    assert "Not awarded Top unrated No one qualifies (32C3). 9 points or more: medal No one" in page


def test_what_everybody_gets_names_no_score(section: Section) -> None:
    played(section, 2, "3 1 WL\n2 5 LW\n6 4 WL")
    announce(section, "Everybody: medal")
    page = spoken("trophies", section)
    assert "Medal for everybody" in page
    assert "Everyone with this score" not in page
    announce(section, "1st–2nd trophies", "Everybody: medal, not with a trophy")
    page = spoken("trophies", section)
    assert "Everyone who takes no other trophy or medal." in page
    assert "Everyone with this score" not in page


def test_more_trophies_than_players_are_not_awarded_in_one_line(section: Section) -> None:
    announce(section, "1st–300th trophies", "Top unrated", "2nd unrated")
    page = spoken("trophies", section).split("Not awarded")[1]
    assert page.startswith(
        " 7th–300th trophies Too few qualify (32C2). 1st–2nd unrated trophies No one qualifies (32C3)."
    )


def test_a_trophy_of_a_name_says_what_it_is_for(section: Section) -> None:
    played(section, 2, "1 3 WL\n2 5 WL\n6 4 WL")
    announce(section, "1st place trophy “Mayor’s <Cup>”")
    name = Player.objects.get(section=section, number=1).name
    assert f"Mayor’s <Cup> 1st place trophy {name}" in spoken("trophies", section)


def test_a_thing_stands_behind_what_it_is_won_for(section: Section) -> None:
    played(section, 2, "1 3 WL\n2 5 WL\n6 4 WL")
    lines = ["1st place prize “chess clock”", "Top U1900 prize “book”", "Everybody: prize “pencil”"]
    announce(section, *lines, "Sportsmanship prize “bag”", "Perfect score: medal")
    name = Player.objects.get(section=section, number=1).name
    page = spoken("trophies", section)
    assert f"1st place: chess clock {name} Alone on 2 points." in page
    assert "Top under 1900: book" in page
    assert f"Perfect score: medal {name}" in page
    assert "Everybody: pencil" in page
    assert "Sportsmanship prize “bag”" in page
    spanish = visit(Client(), "/es" + at("trophies", section)).spoken
    assert "Puntaje perfecto" in spanish


def test_who_is_not_there_is_skipped_where_the_prize_asks(section: Section, desk: Client) -> None:
    played(section, 2, "1 3 WL\n2 5 WL\n6 4 WL")
    announce(section, "1st place trophy")
    assert "must be present" not in spoken("awards", section, desk)
    announce(section, "1st place trophy, must be present")
    assert "Winners must be present." in spoken("trophies", section)
    assert desk.post(at("presence", section), {"number": "1", "do": "absent"}).status_code == 302
    one = Player.objects.get(section=section, number=1)
    assert one.absent
    assert f"{one.name} is not present, as this prize requires" in spoken("trophies", section)
    assert f"1 {one.name} absent" in spoken("awards", section, desk)
    desk.post(at("presence", section), {"number": "1", "do": "here"})
    assert f"1st place trophy {one.name}" in spoken("trophies", section)
    assert desk.post(at("presence", section), {"number": "77", "do": "absent"}).status_code == 422


# --- grades -------------------------------------------------------------------------------------


def test_a_prize_for_a_grade_and_below_says_the_winners_grade_and_whom_no_band_has(
    kim: User, desk: Client
) -> None:
    section = a_section(0, 1, by=kim, order="solkoff")
    roster = "name,rating,grade\nAnn Alder,900,4\nBill Birch,800,2nd\nFaye Fir,700,Varsity\nGus Grove,600,\n"
    assert desk.post(at("import-roster", section), {"text": roster}).status_code == 302
    played(section, 1, "1 2 WL\n3 4 WL")
    assert desk.post(at("prizes", section), {"text": "1st\n2nd grade and below\nK-1 $10"}).status_code == 302
    page = spoken("trophies", section)
    assert "Top grade 2 and below Bill Birch In grade 2. " in page
    assert "Grades K–1 $10 No one qualifies (32C3)." in spoken("cash", section)
    told = "1 player has no grade. Not from Pre-K to 12: Varsity."
    assert f"Top grade 2 and below {told}" in spoken("prizes", section, desk)


# --- marks and choices --------------------------------------------------------------------------


def test_a_mark_is_shown_with_the_trophy_that_it_wins_and_stands_nowhere_else(
    kim: User, desk: Client
) -> None:
    """Neither before the end nor of the player behind, whatever page or document."""
    section = a_section(4, 2, by=kim, order="solkoff")
    announce(section, "1st place trophy", "Top girl", "Top marked chess club")
    for number, said in ((2, "Girls; chess club"), (3, "girl"), (4, "girl")):
        player = section.players.get(number=number)
        form = {"name": player.name, "number": number, "rating": player.rating or "", "marks": said}
        assert desk.post(reverse("edit-player", args=[*where(section), number]), form).status_code == 302
    assert section.players.get(number=2).marks == "girl, chess club"
    played(section, 1, "1 2 WL\n3 4 WL")
    assert "Top girl Awarded after the last round." in spoken("trophies", section)
    played(section, 2, "1 3 WL\n2 4 LW")
    first, three = section.players.get(number=1), section.players.get(number=3)
    page = spoken("trophies", section)
    assert f"Top girl {three.called} The best placed of those who qualify" in page
    document = players_document(section.standings_id)
    assert "chess club" not in Published.objects.get(standings=section.standings_id).body.replace(
        '"label":"chess club"', ""
    )
    top = next(award for award in document.awards.trophies if award.prize.label == "girl")
    assert (top.winners, top.passed, top.behind) == ((3,), (), ())
    assert (
        "girl" not in visit(Client(), reverse("player", args=[*where(section), first.number])).spoken.lower()
    )


@pytest.mark.parametrize("mark", ["girl 2", "<b>", "x" * 31])
def test_a_mark_that_no_prize_could_name_is_refused(kim: User, desk: Client, mark: str) -> None:
    section = a_section(1, 1, by=kim, order="solkoff")
    player = section.players.get()
    form = {"name": player.name, "number": "1", "rating": "", "marks": f"girl, {mark}"}
    answer = desk.post(reverse("edit-player", args=[*where(section), 1]), form)
    assert answer.status_code == 422
    assert "words of up to 30 letters, without numbers or symbols" in read(answer)
    player.refresh_from_db()
    assert player.marks == ""


def test_a_director_names_who_gets_what_no_result_decides_and_takes_it_back(
    section: Section, desk: Client
) -> None:
    announce(section, "1st place trophy", "Sportsmanship trophy", "Best game $25")
    told = "Named by the director at the ceremony."
    assert f"Awarded later Sportsmanship trophy {told}" in spoken("trophies", section)
    assert "No winner is named yet: Best game; Sportsmanship." in spoken("ceremony", section, desk)
    one, two = (section.players.get(number=number) for number in (1, 2))
    for number in (1, 2):
        sent = {"prize": "sportsmanship", "number": str(number), "do": "name"}
        assert desk.post(at("choose-winner", section), sent).status_code == 302
    assert f"Sportsmanship trophy {two.called} The director named the winner." in spoken("trophies", section)
    assert f"Sportsmanship {two.number} {two.called} Take back" in spoken("awards", section, desk)
    desk.post(at("choose-winner", section), {"prize": "best game", "number": "1", "do": "name"})
    assert f"Best game $25 {one.called} $25 The director named the winner." in spoken("cash", section)
    assert "Best game: " + one.called + " named" in spoken("section-log", section, desk)
    desk.post(at("choose-winner", section), {"prize": "sportsmanship", "do": "back"})
    assert told in spoken("trophies", section)
    refused = desk.post(at("choose-winner", section), {"prize": "sportsmanship", "number": "77"})
    assert refused.status_code == 422
    assert desk.post(at("choose-winner", section), {"prize": "hats", "number": "1"}).status_code == 409


# --- ages ---------------------------------------------------------------------------------------


def test_an_age_decides_its_prizes_and_stands_on_no_public_page(kim: User, desk: Client) -> None:
    section = a_section(0, 1, by=kim, order="solkoff")
    roster = "name,rating,age\nAnn Alder,1500,47\nBill Birch,1400,\nFaye Fir,1300,53\nGus Grove,1200,59\n"
    assert desk.post(at("import-roster", section), {"text": roster}).status_code == 302
    played(section, 1, "1 2 WL\n3 4 WL")
    form = {"name": "Bill Birch", "number": "2", "rating": "1400", "age": "58"}
    assert desk.post(reverse("edit-player", args=[*where(section), 2]), form).status_code == 302
    announce(section, "Top age 50 and over", "Best age 59", "Best age 47 $10", "Best age 12")
    page = spoken("trophies", section)
    assert "Top age 50 and over Faye Fir" in page
    assert "Best age 59 Gus Grove" in page
    assert "Best age 12 No one qualifies (32C3)." in page
    assert f"Best age 12 Nobody in {section.name} is of age 12." in spoken("prizes", section, desk)


def test_a_prize_of_an_age_names_its_winner_and_says_nobody_elses_age(kim: User) -> None:
    section = a_section(4, 1, by=kim, order="solkoff,coin_toss")
    played(section, 1, "1 2 WL\n3 4 WL")
    for player in section.players.all():
        rosters.edit_player(player, age=9, by=kim)
    lines = ["1st place trophy and $50", "2nd place trophy", "Best age 9", "Age 9 $20"]
    announce(section, *lines)
    decisions.record_decision(decisions.COIN_TOSS, section, [[3], [1]], by=kim)
    decisions.record_decision(decisions.COIN_TOSS, section, [[2], [4]], by=kim)
    names = [section.players.get(number=number).name for number in (1, 3, 4)]
    line = spoken("trophies", section).split("Best age 9")[1].split("Announced")[0]
    assert section.players.get(number=2).name in line
    assert not [name for name in names if name in line]
    assert "Skipped" not in spoken("cash", section)


def test_an_age_is_in_no_document_that_public_pages_and_files_are_made_from(kim: User) -> None:
    section = a_section(4, 1, by=kim, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL")
    announce(section, "1st–4th trophies", "Top age 90 and over")
    without = as_it_stands(section).standings.published.body
    for player in section.players.all():
        rosters.edit_player(player, age=40 + player.number, by=kim)
    assert as_it_stands(section).standings.published.body == without
    rosters.edit_player(section.players.get(number=1), age=90, by=kim)
    announce(section, "Top age 90 and over")
    assert as_it_stands(section).standings.published.body != without


@pytest.mark.parametrize("age", ["0", "121", "-3", "9.5", "nine"])
def test_an_age_that_is_none_is_refused_in_the_form_and_in_a_list(kim: User, desk: Client, age: str) -> None:
    section = a_section(1, by=kim)
    form = {"name": "Ann Alder", "number": "1", "rating": "", "age": age}
    assert desk.post(reverse("edit-player", args=[*where(section), 1]), form).status_code == 422
    answer = desk.post(at("import-roster", section), {"text": f"name,age\nBill Birch,{age}\n"})
    assert answer.status_code == 422
    assert "an age in whole years, or nothing. Birth dates are never stored" in read(answer)
    assert as_it_stands(section).version == section.version


def test_a_birth_date_in_the_place_of_an_age_is_refused_in_the_form_and_made_an_age_from_a_list(
    kim: User, desk: Client
) -> None:
    section = a_section(1, by=kim)
    Event.objects.filter(pk=section.event_id).update(starts_on="2026-05-02")
    form = {"name": "Ann Alder", "number": "1", "rating": "", "age": "2014-05-01"}
    assert desk.post(reverse("edit-player", args=[*where(section), 1]), form).status_code == 422
    desk.post(at("import-roster", section), {"text": "name,age\nBill Birch,2014-05-01\n"})
    assert section.players.get(name="Bill Birch").age == 12


def test_a_player_who_enters_again_is_as_old_as_before(kim: User) -> None:
    section = a_section(1, by=kim)
    first = section.players.get()
    rosters.edit_player(first, age=9, by=kim)
    assert attendance.re_enter(first, 0, {}, by=kim).age == 9


# --- the demo -----------------------------------------------------------------------------------


def test_the_demo_shows_what_a_scholastic_section_gives(kim: User) -> None:
    event = demo.load(kim)
    k8 = event.sections.get(name="K-8 Championship")
    page = spoken("trophies", k8)
    for told in (
        "Priya Sandoval 1st of the eight on 3 points. Ahead of Hazel Thornbury on Solkoff, 10 to 9½.",
        "3rd–4th place trophies undecided Jonah Castellan; Amara Whitlock",
        "Top under 1000 Juniper Hale Best of the players under 1000: 2nd of the nine in the section on"
        " 2 points. Ahead of Clara Millburn, next in line, on Cumulative of opposition, 18½ to 18.",
        "6th of the nine in the section on 2 points. Next in line: Naomi Stroud with 1½ points.",
        "Top unrated Sadie Templeton",
        "Best grade 5 Leila Norwood Best of the players in grade 5 without another prize:"
        " 8th of the nine in the section on 2 points. Ahead of Ruby Calloway, next in line, on"
        " Modified Median, 3 to 2½. Skipped: Clara Millburn already takes 2nd under 1000 (32F).",
        "Biggest upset Juniper Hale Won against Ruby Calloway, rated 520 higher.",
        "3 points or more: medal Priya Sandoval Hazel Thornbury",
        "1st place team trophy Cedar Hill 1st of the two on 10½ points. Ahead of Wren Academy on Cumulative"
        " of the team, 30½ to 26.",
        "9 games are still being played, so winners may change.",
    ):
        assert told in page
    cash = spoken("cash", k8)
    assert "1st place $150; 2nd place $100; 3rd place $60 $310 Tied for 1st–8th on 3 points." in cash
    assert "Divided $400 Offered $400" in cash
    assert sum(paid(visit(Client(), at("cash", k8)))) == 400_00


def test_a_page_of_prizes_is_made_from_one_row(
    section: Section, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    announce(section, "1st–3rd trophies", "1st place $50", "U1900 $20")
    for page in ("trophies", "cash"):
        visible._described.cache_clear()
        with django_assert_num_queries(2):  # where it is, and its document
            Client().get(at(page, section))
