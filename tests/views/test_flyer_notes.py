"""What the preview of a flyer and a section's Prizes page say before it matters; terms that are kept."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import EventFactory, SectionFactory, a_section, as_it_stands, director_of
from tests.html import Element, read, visit
from tournaments.errors import Refused
from tournaments.models import Role, Section, Staff
from tournaments.services import flyers, prizes


@pytest.fixture
def section(kim: User) -> Section:
    """Four players, rated 2000 to 1850, without grades, ages or marks."""
    return a_section(4, 2, by=kim, name="Open")


def preview(desk: Client, section: Section, text: str, **more: str) -> Element:
    address = reverse("flyer", args=[section.event.slug])
    return read(desk.post(address, {"text": f"Open:\n{text}", "do": "look", **more}, follow=True))


def saved(desk: Client, section: Section, text: str, **more: str) -> str:
    address = reverse("flyer", args=[section.event.slug])
    assert desk.post(address, {"text": f"Open:\n{text}", "do": "save", **more}).status_code == 302
    return as_it_stands(section).prizes


# --- who can win ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said", "mended"),
    [
        ("Top girl", "Nobody in Open is marked as a girl.", "Mark them on the roster."),
        ("Best newcomer", "Nobody in Open is marked as a newcomer.", "Mark them on the roster."),
        ("Best grade 2", "Nobody in Open has a grade.", "Enter grades on the roster."),
        ("Top K-2", "Nobody in Open has a grade.", "Enter grades on the roster."),
        ("Top age 10 and under", "Nobody in Open has an age.", "Enter ages on the roster."),
        ("Top under 600", "Nobody in Open is rated under 600.", ""),
        ("Class B $20", "Nobody in Open is rated 1600–1799.", ""),
        ("Top unrated", "Nobody in Open is unrated.", ""),
    ],
)
def test_whom_a_prize_finds_nobody_for_is_said_at_the_preview_and_on_the_prizes_page(
    desk: Client, section: Section, line: str, said: str, mended: str
) -> None:
    told = f"{said} {mended}".strip()
    page = preview(desk, section, line)
    assert told in page
    saved(desk, section, line)
    page = visit(desk, at("prizes", section))
    assert told in page
    assert "Nobody on the roster qualifies" not in page
    if mended:
        assert page.link(mended) == at("roster", section)


def test_who_has_no_grade_is_counted_where_nobody_is_in_the_grade(desk: Client, section: Section) -> None:
    section.players.filter(number=1).update(grade="3")
    page = preview(desk, section, "Best grade 2")
    assert "Nobody in Open is in grade 2. 3 players have no grade. Enter grades on the roster." in page
    section.players.update(grade="3")
    page = preview(desk, section, "Best grade 2\nBest grade 3\nTop grade 4 and up")
    assert "Nobody in Open is in grade 2." in page
    assert "Nobody in Open is in grade 4 and up." in page
    assert page.spoken.count("Nobody in") == 2
    assert "Enter grades" not in page


def test_before_anybody_is_entered_the_limits_of_the_section_say_who_can_win(desk: Client, kim: User) -> None:
    event = EventFactory.create()
    Staff.objects.create(event=event, user=kim, role=Role.CHIEF)
    section = SectionFactory.create(event=event, name="Open", lowest_rating=800, highest_grade=5)
    page = preview(desk, section, "Top under 600\nTop under 900\nBest grade 6\nBest grade 5\nTop girl")
    assert "Nobody in Open can be rated under 600: its limits say so." in page
    assert "Nobody in Open can be in grade 6: its limits say so." in page
    assert page.spoken.count("Nobody in") == 2


# --- the order of medals ----------------------------------------------------------------------------


def test_which_goes_first_a_medal_for_a_place_or_a_trophy_is_said_before_it_matters(
    desk: Client, section: Section
) -> None:
    said = (
        "Places come first (32F): a player with a medal for 4th–10th place takes no class, grade or other"
        " trophy."
    )
    text = "Trophies 1st-3rd, medals 4th-10th\nTop under 1900"
    assert said in preview(desk, section, text)
    saved(desk, section, text)
    assert said in visit(desk, at("prizes", section))
    prizes.move(section, "4th–10th medals", up=False, by=director_of(section))
    assert "Places come first" not in visit(desk, at("prizes", section))
    assert "Places come first" not in preview(desk, section, "Medals to the top 3\nSportsmanship trophy")


# --- lines that are read in part ---------------------------------------------------------------------


def test_what_was_understood_of_a_line_is_kept_and_the_rest_is_left_out_by_name(
    desk: Client, section: Section
) -> None:
    text = "Top 2, best hat, Top under 1900\n5 rounds\nTop 3 wise men"
    page = preview(desk, section, text)
    assert page.texts(".troubles td")[1] == "Top 2, best hat, Top under 1900"
    page = preview(desk, section, text, leave_out="on")
    assert "Left out of “Top 2, best hat, Top under 1900”: best hat" in page
    assert "Left out: 5 rounds; Top 3 wise men" in page
    assert saved(desk, section, text, leave_out="on") == "1st–2nd trophies\nTop under 1900"


def test_where_what_was_not_understood_is_money_nothing_of_the_line_is_kept(
    desk: Client, section: Section
) -> None:
    text = "Top 3: $50, $30, $20 Amazon gift cards"
    page = preview(desk, section, text, leave_out="on")
    assert page.texts(".troubles td")[1] == text
    assert as_it_stands(section).prizes == ""


@pytest.mark.parametrize(
    "line",
    [
        "Top 2, best hat trophy, Top under 1900",
        "Top 2, wise men $25",
        "Best costume trophy",
        "Medals for the tallest",
        "Top wise man $25",
    ],
)
def test_no_box_leaves_out_a_line_that_speaks_of_a_prize_it_is_asked_for_by_number(
    desk: Client, section: Section, line: str
) -> None:
    page = preview(desk, section, f"5 rounds\n{line}", leave_out="on")
    assert page.texts(".troubles td")[:2] == ["line 3", line]
    assert "What would change" not in page


def test_what_may_be_a_medal_or_a_ribbon_is_asked_for_on_a_line_of_its_own(
    desk: Client, section: Section
) -> None:
    page = preview(desk, section, "Medals to 1st, 2nd, 3rd ribbons")
    assert "each award on a line of its own, such as Medals to 1st–3rd and below it Ribbons" in page
    assert "What would change" not in page


def test_ribbons_for_the_rest_are_no_second_medal(desk: Client, section: Section) -> None:
    page = preview(desk, section, "Medals for 2 points or more. Ribbons to everyone else.")
    assert "Everybody: prize “ribbon”, not with a trophy" in page


def test_a_part_that_cannot_be_read_is_quoted(desk: Client, section: Section) -> None:
    page = preview(desk, section, "Top 2, best hat, Top under 1900")
    assert "Not read: “best hat”" in page


def test_a_thing_comes_on_top_where_the_same_place_wins_a_trophy(desk: Client, section: Section) -> None:
    told = "1st–3rd trophies\n1st place prize “$200 scholarship”, on top\nTop under 1900"
    text = "Trophies 1st-3rd, top under 1900\n$200 scholarship to the champion"
    assert sorted(saved(desk, section, text).splitlines()) == sorted(told.splitlines())
    assert "2nd place prize “bag”, on top" in saved(desk, section, "2nd: bag", add="on")
    assert "Already the same here." in preview(desk, section, "2nd: bag", add="on")
    place = at("prizes", section)
    visit(desk, place).form(place, holding="text").send(desk, {"text": "1st: trophy and chess clock"})
    assert sorted(as_it_stands(section).prizes.splitlines()) == [
        "1st place prize “chess clock”, on top",
        "1st place trophy",
    ]


def test_a_condition_is_of_the_prize_before_it(desk: Client, section: Section) -> None:
    line = "Top 5, top unrated (not in top 5). Biggest upset"
    assert saved(desk, section, line) == "1st–5th trophies\nTop unrated\nBiggest upset"


def test_what_stands_above_all_headings_and_is_read_in_part_is_asked_about(
    desk: Client, section: Section
) -> None:
    address = reverse("flyer", args=[section.event.slug])
    for above in ("Trophies to top 5 and best hat", "PRIZES ($2,000 based on 80 entries, 60% guaranteed)"):
        text = f"SPRING OPEN\n{above}\nOpen:\nTop 3"
        page = read(desk.post(address, {"text": text, "do": "look"}, follow=True))
        assert page.texts(".troubles td")[1] == above
        page = read(desk.post(address, {"text": text, "do": "look", "leave_out": "on"}, follow=True))
        assert page.texts(".troubles td")[1] == above, "no box leaves out what speaks of a prize"


# --- terms -------------------------------------------------------------------------------------------


def test_not_in_the_top_five_goes_without_saying_where_five_places_win(
    desk: Client, section: Section
) -> None:
    assert saved(desk, section, "Trophies to top 5\nTop unrated (not in top 5)") == (
        "1st–5th trophies\nTop unrated"
    )
    for text in ("Trophies to top 10", "Trophies to top 5\nMedals 6-10", "Trophies to top 3"):
        page = preview(desk, section, f"{text}\nTop unrated (not in top 5)")
        (read_as, expected) = page.texts(".troubles td")[1:3]
        assert read_as == "Top unrated (not in top 5)"
        assert expected.startswith(f"{section.name}: Wallchart can’t keep exactly the first 5 places out")
        assert "Write it without “not in top 5”: nobody takes two trophies anyway (32F)" in expected
    assert (
        "not in top 5" in preview(desk, section, "Top 5\nUnrated $20 (not in top 5)").texts(".troubles td")[1]
    )


def test_it_goes_without_saying_on_the_page_of_a_section_too(desk: Client, section: Section) -> None:
    place = at("prizes", section)
    form = visit(desk, place).form(place, holding="text")
    page = read(form.send(desk, {"text": "Top 10\nTop girl (not in top 5)"}))
    assert "Nothing was saved. Line 2: Wallchart can’t keep exactly the first 5 places out" in page
    assert "nobody takes two trophies anyway (32F)." in page
    assert as_it_stands(section).prizes == ""
    form = visit(desk, place).form(place, holding="text")
    form.send(desk, {"text": "Top 5\nTop girl (not in top 5)"})
    assert as_it_stands(section).prizes == "1st–5th trophies\nTop girl"


def test_the_entries_that_the_fund_is_based_on_are_shown_and_saved(desk: Client, section: Section) -> None:
    text = "$$ 1st $200, 2nd $100 b/40"
    assert "The fund is based on 40 entries (32C4)." in preview(desk, section, text)
    assert saved(desk, section, text) == "1st place $200\n2nd place $100"
    assert as_it_stands(section).fund_based_on == 40
    assert "Already the same here." in preview(desk, section, text)
    assert "The fund is based on 30 entries (32C4), now on 40." in preview(desk, section, "1st $200 b/30")
    place = at("prizes", section)
    form = visit(desk, place).form(place, holding="text")
    page = read(form.send(desk, {"text": "1st $200 b/25"}, follow=True))
    assert "The fund is based on 25 entries (32C4)." in page
    assert as_it_stands(section).fund_based_on == 25


def test_a_fund_is_based_on_one_number_of_entries(section: Section, kim: User) -> None:
    with pytest.raises(Refused) as refused:
        flyers.announce_all(section.event, "Open:\n1st $200 b/40\nU1600 $50 b/30", by=kim)
    (trouble,) = refused.value.troubles
    assert (trouble.where, trouble.expected) == ("line 3", "one number of entries for all prizes: 40 or 30")
