"""The headings of a flyer: sections in other words, several at once, and those that are not here."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.factories import EventFactory, SectionFactory, as_it_stands
from tests.html import read, visit
from tournaments.errors import Refused
from tournaments.models import Role, Section, Staff, TeamTable
from tournaments.services import flyer_lines, flyers
from tournaments.services.teams import make_table


@pytest.fixture
def sections(kim: User) -> list[Section]:
    event = EventFactory.create()
    Staff.objects.create(event=event, user=kim, role=Role.CHIEF)
    return [SectionFactory.create(event=event, name=name) for name in ("K-3 Open", "K-5 Open", "Adult")]


def announced(sections: list[Section]) -> list[str]:
    return [as_it_stands(section).prizes for section in sections]


def parts(sections: list[Section], text: str) -> dict[str, str]:
    planned = flyers.plan(sections[0].event, text)
    assert planned.troubles == []
    return {part.section.name: part.text for part in planned.parts}


@pytest.mark.parametrize(
    "heading",
    [
        "K-3 and K-5:",
        "K-3 & K-5 Open:",
        "K–3 / K–5:",
        "K-3, K-5:",
        "K-3 Open and K-5 Open sections:",
        "Grades K-3 and K-5:",
        "K-3 Open & K-5 Open",
        "K-3 Open (under 600) & K-5 Open (unrated too):",
    ],
)
def test_one_heading_names_several_sections(sections: list[Section], heading: str) -> None:
    for text in (f"{heading}\nTop 3", f"{heading} Top 3" if heading.endswith(":") else f"{heading}:\nTop 3"):
        assert parts(sections, text) == {"K-3 Open": "1st–3rd trophies", "K-5 Open": "1st–3rd trophies"}


@pytest.mark.parametrize(
    "heading", ["ADULT SECTION", "Adult section:", "Adult division:", "The Adult Section -"]
)
def test_a_heading_may_say_section(sections: list[Section], heading: str) -> None:
    assert parts(sections, f"{heading}\nTop 3") == {"Adult": "1st–3rd trophies"}


def test_a_line_says_itself_that_it_is_of_each_section(sections: list[Section]) -> None:
    told = "1st–3rd trophies\nEverybody: medal, not with a trophy"
    text = "SPRING OPEN\nTrophies awarded to the top 3 in each section. All other players receive a medal."
    assert set(parts(sections, text).values()) == {told}
    text = "PRIZES (All Sections)\nTop 3\nRibbons to everyone else!"
    assert set(parts(sections, text).values()) == {told.replace("medal", "prize “ribbon”")}
    assert parts(sections, "Adult: Top 2\nTop girl in each section")["K-3 Open"] == "Top girl"


@pytest.mark.parametrize("mark", ["1) ", "1. ", "• "])
def test_headings_may_be_numbered(sections: list[Section], mark: str) -> None:
    assert parts(sections, f"{mark}Adult - Trophies 1st-3rd") == {"Adult": "1st–3rd trophies"}


def test_a_section_that_is_not_here_is_called_so_wherever_it_stands(sections: list[Section]) -> None:
    text = "K-3: Top 3\nK-12 Open: trophies to top 10\nTop girl\nK-5: Top 5"
    planned = flyers.plan(sections[0].event, text)
    (trouble,) = planned.troubles
    assert (trouble.where, trouble.read) == ("line 2", "K-12 Open: trophies to top 10")
    assert trouble.expected == (
        "a section of this event. No section is called “K-12 Open”. Sections here: K-3 Open; K-5 Open; Adult"
    )
    assert [part.text for part in planned.parts] == ["1st–3rd trophies", "1st–5th trophies"], "not Top girl"
    several = flyers.plan(sections[0].event, "K-3 and K-12: Top 3").troubles
    assert ["No section is called “K-12”" in trouble.expected for trouble in several] == [True]


def test_a_heading_that_begins_two_names_asks_which(sections: list[Section]) -> None:
    SectionFactory.create(event=sections[0].event, name="K-3 Novice")
    planned = flyers.plan(sections[0].event, "K-3: Top 3")
    assert "“K-3” may be K-3 Open or K-3 Novice" in planned.troubles[0].expected
    assert planned.unknown == [flyer_lines.Unknown("K-3", "")]


def test_a_menu_takes_a_heading_for_a_section_that_is_here_or_leaves_it_out(
    sections: list[Section], desk: Client
) -> None:
    address = reverse("flyer", args=[sections[0].event.slug])
    text = "K-12 Open: trophies to top 10\nNovice:\nTop girl\nK-5: Top 5"
    page = read(desk.post(address, {"text": text, "do": "look"}, follow=True))
    form = page.form(address, holding="taken")
    assert form.fields["heading"] == ["K-12 Open", "Novice"]
    sent = {"heading": ["K-12 Open", "Novice"], "taken": ["adult", "-"]}
    page = read(desk.post(address, {"text": text, "do": "look", **sent}, follow=True))
    assert "Left out: Novice:; Top girl" in page.spoken
    assert "Adult 1st–10th trophies" in page.spoken
    assert page.form(address, holding="add").fields["taken"] == ["adult", "-"], "can be changed"
    assert desk.post(address, {"text": text, "do": "save", **sent}).status_code == 302
    assert announced(sections) == ["", "1st–5th trophies", "1st–10th trophies"]


def test_lines_that_are_no_prizes_are_left_out_if_the_director_says_so(
    sections: list[Section], desk: Client
) -> None:
    address = reverse("flyer", args=[sections[0].event.slug])
    text = "K-5: Top 5\n5 rounds, G/30;d5\nEntry fee: $40 by 11/20\nTop girl"
    page = read(desk.post(address, {"text": text, "do": "look"}, follow=True))
    assert "5 rounds, G/30;d5" in page.texts(".troubles td")[1]
    page = read(desk.post(address, {"text": text, "do": "look", "leave_out": "on"}, follow=True))
    assert "Left out: 5 rounds, G/30;d5; Entry fee: $40 by 11/20" in page.spoken
    assert desk.post(address, {"text": text, "do": "save", "leave_out": "on"}).status_code == 302
    assert announced(sections)[1] == "1st–5th trophies\nTop girl"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "Medals and sportsmanship award and top 3 teams",
            "who wins each: “Medals” does not say it. Such as Medals to 1st–3rd, or Medals to all other"
            " players",
        ),
        (
            "Top girl, best hat and top 5",
            "each award on a line of its own. Read here: Top girl; top 5. Not read: “best hat”",
        ),
        (
            "5 rounds, G/30;d5",
            "a prize, such as Top 5, Top girl or 2nd U800 $40. If it is none, check “Leave out lines that are"
            " no prizes”. “Prize formats” on a section’s Prizes page has them all",
        ),
        ("Top 3 in each grade", "a line for each grade, such as Top 3 grade 2"),
    ],
)
def test_a_line_that_cannot_be_read_says_why(
    sections: list[Section], kim: User, line: str, said: str
) -> None:
    make_table(sections[0].event, name="Teams", sections=sections, by=kim)
    (trouble,) = flyers.plan(sections[0].event, f"Adult: {line}").troubles
    assert trouble.read == f"Adult: {line}"
    assert trouble.expected == said


def test_the_whole_line_is_shown(sections: list[Section], desk: Client) -> None:
    line = (
        "Adult: "
        + "Trophies to the first five finishers of every club of the county, " * 5
        + "and their aunts"
    )
    address = reverse("flyer", args=[sections[0].event.slug])
    assert line in read(desk.post(address, {"text": line, "do": "look"}, follow=True))


def test_team_prizes_ask_for_a_table_before_anything_is_saved(sections: list[Section], desk: Client) -> None:
    event = sections[0].event
    address, new = reverse("flyer", args=[event.slug]), reverse("new-table", args=[event.slug])
    page = visit(desk, address)
    assert "Team trophies need a team table. These sections have none: K-3 Open; K-5 Open; Adult." in page
    assert new in page.one("main").links
    page = read(desk.post(address, {"text": "K-3 and K-5: Top 3, top 2 teams", "do": "look"}, follow=True))
    said = "a team table that draws on K-3 Open; K-5 Open. Check “Create the team tables that are missing”"
    said = f"{said}, or create the table first"
    assert ("line 1", said) == (page.texts(".troubles td")[0], page.texts(".troubles td")[2])
    assert new in page.one("main").links


def test_how_many_of_a_team_count_is_shown_and_saved(
    sections: list[Section], desk: Client, kim: User
) -> None:
    event = sections[0].event
    make_table(event, name="Schools", sections=sections[:2], by=kim)
    address = reverse("flyer", args=[event.slug])
    text = "K-3 and K-5: Top 3, top 2 teams (top 3 players count)"
    page = read(desk.post(address, {"text": text, "do": "look"}, follow=True))
    assert "Schools: the best 3 players of a team count (now 4)." in page
    assert desk.post(address, {"text": text, "do": "save"}).status_code == 302
    table = TeamTable.objects.get()
    assert (table.place_trophies, table.best, table.minimum) == (2, 3, 2)
    assert "These sections have none: Adult." in visit(desk, address)
    page = read(desk.post(address, {"text": text, "do": "look"}, follow=True))
    assert page.spoken.count("Already the same here.") == 2


def test_one_table_gives_one_number_of_trophies(sections: list[Section], kim: User) -> None:
    event = sections[0].event
    make_table(event, name="Schools", sections=sections[:2], by=kim)
    with pytest.raises(Refused) as refused:
        flyers.announce_all(event, "K-3: top 2 teams\nK-5: top 3 teams", by=kim)
    (trouble,) = refused.value.troubles
    assert (trouble.where, trouble.expected) == (
        "line 2",
        "the same team trophies as for K-3 Open: both are of the table Schools",
    )


def test_on_the_page_of_one_section_how_many_count_is_saved_and_said(
    sections: list[Section], desk: Client, kim: User
) -> None:
    make_table(sections[0].event, name="Schools", sections=sections[:1], by=kim)
    address = reverse("prizes", args=[sections[0].event.slug, sections[0].slug])
    form = visit(desk, address).form(address, holding="text")
    page = read(form.send(desk, {"text": "Top 2 teams (best 3 scores count)"}, follow=True))
    assert "The team trophies are on the page of Schools, where the best 3 players of a team count." in page
    assert TeamTable.objects.get().best == 3


@pytest.mark.parametrize("written", ["Under 1600", "U1600", "U-1600", "under-1600"])
@pytest.mark.parametrize("name", ["Under 1600", "U1600", "U 1600 Reserve"])
def test_a_section_under_a_rating_is_found_however_either_is_written(
    sections: list[Section], written: str, name: str
) -> None:
    """Else its prizes would be class prizes of the section above."""
    SectionFactory.create(event=sections[0].event, name=name)
    told = parts(sections, f"Adult: 1st $300\n{written}: $150-75")
    assert told == {"Adult": "1st place $300", name: "1st place $150\n2nd place $75"}
    assert parts(sections, "Adult: 1st $300, U1600 $150")["Adult"] == "1st place $300\nU1600 $150"


def test_a_group_that_may_be_a_section_is_asked_about(sections: list[Section]) -> None:
    SectionFactory.create(event=sections[0].event, name="Reserve (U1600)")
    SectionFactory.create(event=sections[0].event, name="All Girls")
    for line in ("Under 1600: $150-75", "Girls: top 5"):
        planned = flyers.plan(sections[0].event, f"Adult: 1st $300\n{line}")
        (trouble,) = planned.troubles
        assert "may be Reserve (U1600)" in trouble.expected or "may be All Girls" in trouble.expected
        assert len(planned.unknown) == 1
    assert parts(sections, "Adult: Top 3\nTop girls: 1st-5th")["Adult"].endswith("1st–5th girl trophies")


def test_a_heading_may_say_that_awards_follow(sections: list[Section]) -> None:
    assert parts(sections, "K-3 Open Awards:\nTop 3\nADULT PRIZES: top 2") == {
        "K-3 Open": "1st–3rd trophies",
        "Adult": "1st–2nd trophies",
    }


def test_a_section_that_is_written_as_in_the_flyer_is_the_one(sections: list[Section]) -> None:
    for name in ("U1600", "Under 1600"):
        SectionFactory.create(event=sections[0].event, name=name)
    assert parts(sections, "U1600: Top 3\nUnder 1600: Top 2") == {
        "U1600": "1st–3rd trophies",
        "Under 1600": "1st–2nd trophies",
    }


@pytest.mark.parametrize("ranks", ["below: 1st, 2nd", "below 1st, 2nd", "below 1st and 2nd"])
def test_a_colon_among_prizes_is_no_heading(sections: list[Section], kim: User, ranks: str) -> None:
    line = f"Trophies to top 5. Top girl. Grade 2 and {ranks}. Team trophies: top 3."
    for section in sections:
        make_table(section.event, name=section.name, sections=[section], by=kim)
    assert parts(sections, f"K-3:\n{line}") == {
        "K-3 Open": "1st–5th trophies\n1st–2nd grade 2 and below trophies\nTop girl\n1st–3rd team trophies"
    }


def test_what_is_no_prize_behind_prizes_is_no_section(sections: list[Section]) -> None:
    planned = flyers.plan(sections[0].event, "K-3:\nTop 5. Top girl, best hat: top 3")
    assert planned.unknown == []
    assert "No section is called" not in planned.troubles[0].expected


@pytest.mark.parametrize(
    ("words", "prize"),
    [
        ("best game prize", "Best game trophy"),
        ("best game", "Best game trophy"),
        ("best game book", "Best game prize “book”"),
    ],
)
def test_the_best_game_needs_no_sum(sections: list[Section], words: str, prize: str) -> None:
    told = parts(sections, f"Adult: 1st $100, 2nd $50, {words}")["Adult"]
    assert told == f"1st place $100\n2nd place $50\n{prize}"


@pytest.mark.parametrize("second", ["Medals for all players", "Medals to all other players", "Top girl"])
def test_what_a_section_has_already_is_not_said_of_it_again_by_a_line_for_all(
    sections: list[Section], second: str
) -> None:
    own = "Top 3. Top girl. Medals to all other players"
    planned = flyers.plan(sections[0].event, f"K-3: {own}\nAll sections:\n{second}")
    assert planned.troubles == []
    assert planned.again == [
        f"“{second}”: a section with a line of its own for this awards it once, as that line says."
    ]
    told = {part.section.name: part.text for part in planned.parts}
    assert told["K-3 Open"] == "1st–3rd trophies\nTop girl\nEverybody: medal, not with a trophy"
    assert len(told["Adult"].splitlines()) == 1


def test_a_limit_of_grade_with_prizes_on_its_line_is_a_prize_of_the_section_above(
    sections: list[Section],
) -> None:
    line = "Grade 2 and below: trophies to 1st, 2nd"
    text = f"K-3:\nTrophies to top 5\n{line}\nTop girl"
    told = "1st–5th trophies\n1st–2nd grade 2 and below trophies\nTop girl"
    assert parts(sections, text) == {"K-3 Open": told}
    (asked,) = flyers.plan(sections[0].event, f"K-3: Top 5\n{line.partition(' trophies')[0]}\nTop 2").unknown
    assert asked.name == "Grade 2 and below", "nothing on its line: a heading"
    SectionFactory.create(event=sections[0].event, name="Grade 2 and below")
    assert parts(sections, text) == {
        "K-3 Open": "1st–5th trophies",
        "Grade 2 and below": "1st–2nd trophies\nTop girl",
    }
