"""The hall screen: pairings A to Z, results as they come in, standings; of the sections that were chosen."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import (
    a_section,
    as_it_stands,
    director_of,
    enter,
    games_of,
    paired,
    played,
    three_teams,
)
from tests.html import Element, read, visit
from tournaments.formats.records import RosterEntry
from tournaments.models import Game, Section
from tournaments.services import ceremony, finishing, pairings, prizes, rebuilding, rosters, setup, visibility

NAMES = ["Alder, Cy", "Ana Del Campo", "del Campo, Ana", "Bo Zorn", "Di O'Brien", "Öberg, Eve", "Fay Oak"]


@pytest.fixture
def section(kim: User) -> Section:
    """Seven players, the last with a bye."""
    section = a_section(0, 3, by=kim)
    rosters.add_players(section, [RosterEntry(None, name) for name in NAMES], by=kim)
    pairings.pair(section, 1, "1 2\n3 4\n5 6\n7 H", by=kim)
    pairings.publish(section, 1, by=kim)
    return as_it_stands(section)


def screen(section: Section, **query: str) -> str:
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    return reverse("screen", args=[section.event.slug]) + (f"?{asked}" if asked else "")


def lines(page: Element, kind: str = "pairings") -> list[list[str]]:
    return [[part.text for part in line.all("li > *")] for line in page.all(f".slide.{kind} li")]


def kinds(page: Element) -> list[str]:
    return [slide["class"].removeprefix("slide ") for slide in page.all(".slide")]


def heads(page: Element) -> list[str]:
    return page.texts(".slide h2")


def test_everybody_is_listed_by_last_name_as_it_was_typed_with_board_and_color(
    client: Client, section: Section
) -> None:
    assert lines(visit(client, screen(section))) == [
        ["Alder Cy", "board 1", "White"],
        ["Campo Ana Del", "board 1", "Black"],
        ["del Campo Ana", "board 2", "White"],
        ["Oak Fay", "half-point bye"],
        ["Öberg Eve", "board 3", "Black"],
        ["O'Brien Di", "board 3", "White"],
        ["Zorn Bo", "board 2", "Black"],
    ]


def test_a_team_reads_that_its_color_is_that_of_board_1(client: Client) -> None:
    section = three_teams()
    paired(section, 1, "1 2\n3 B", publish=True)
    assert lines(visit(client, screen(section)))[:2] == [
        ["Alder Lane", "match 1", "White on board 1"],
        ["Birch Bishops", "match 1", "Black on board 1"],
    ]
    a_to_z = visit(client, at("round", section, 1), {"show": "names"}).texts(".by-name .plays")
    assert a_to_z == ["White on board 1", "Black on board 1"]


def test_it_says_how_to_find_a_board(client: Client, section: Section) -> None:
    told = visit(client, screen(section)).one(".slide.pairings .far").text
    assert told == "Find your last name, then your board"
    section.event.short_names = True
    section.event.save()
    assert "Find your name, then your board" in visit(client, screen(section)).one(".slide .far").text


def test_results_and_standings_come_with_the_first_result_and_pairings_go_with_the_last(
    client: Client, section: Section
) -> None:
    assert kinds(visit(client, screen(section))) == ["pairings"]
    first, *others = games_of(section, 1)
    enter(first, "WL")
    page = visit(client, screen(section))
    assert kinds(page) == ["pairings", "results", "standings"]
    assert lines(page, "results") == [["board 1", "Cy Alder", "White 1–0 Black", "Ana Del Campo"]]
    assert lines(page, "standings")[0][1:] == ["Cy Alder", "", "1"]
    assert "Games still being played count as 0 for now" in page
    for game in others:
        enter(game, "DD")
    page = visit(client, screen(section))
    assert kinds(page) == ["results", "standings"]
    assert len(lines(page, "results")) == 3


def test_a_result_has_the_marks_of_white_and_black_where_the_colors_are_known(
    client: Client, section: Section
) -> None:
    (first, *_others) = games_of(section, 1)
    enter(first, "LW")
    marks = [each["class"] for each in visit(client, screen(section)).all(".results li .color")]
    assert marks == ["color", "color is-black"]
    Game.objects.filter(round__section=section).update(colors_known=False)
    rebuilding.rebuild(Section, section.pk)
    assert not visit(client, screen(section)).all(".results li .color")


def test_the_round_that_is_posted_last_is_shown_and_a_draft_is_not(
    client: Client, section: Section, kim: User
) -> None:
    played(section, 2, "1 3\n2 4")
    assert f"{section.name} Round 2 pairings" in heads(visit(client, screen(section)))
    paired(section, 3, "1 4\n2 3")
    assert not [head for head in heads(visit(client, screen(section))) if "Round 3" in head]
    pairings.publish(section, 3, by=kim)
    assert f"{section.name} Round 3 pairings" in heads(visit(client, screen(section)))


def test_before_the_first_round_it_says_that_it_will_appear(client: Client, kim: User) -> None:
    section = a_section(2, by=kim)
    page = visit(client, screen(section))
    assert kinds(page) == ["nothing"]
    assert "Round 1 is not posted yet. It appears here by itself." in page


def test_between_rounds_it_says_that_the_next_one_is_not_posted_yet(client: Client, kim: User) -> None:
    """Children stand before it and wait for their boards."""
    section = a_section(4, 2, by=kim)
    played(section, 1, "1 2 WL\n3 4 WL")
    says = "Round 2 is not posted yet."
    assert [says in slide.one(".far") for slide in visit(client, screen(section)).all(".slide")] == [
        True,
        True,
    ]
    played(section, 2, "1 3\n2 4")
    assert says not in visit(client, screen(section))
    for game in games_of(section, 2):
        enter(game, "DD")
    assert "is not posted yet" not in visit(client, screen(section))


def test_the_standings_say_who_withdrew(client: Client, kim: User) -> None:
    """ "5 Gus Pine 0" looked like somebody who lost."""
    section = a_section(5, 3, by=kim)
    played(section, 1, "1 2 WL\n3 4 WL\n5 U")
    pairings.withdraw(section.players.get(number=5), 1, by=kim)
    marks = visit(client, screen(section, show="standings")).texts(".standings .name i")
    assert marks == ["withdrew"]
    assert visit(client, at("paper", section)).texts("tbody .gone") == ["withdrew"]


def test_a_posted_round_of_byes_alone_is_listed(client: Client, kim: User) -> None:
    """It said that the round is not posted yet."""
    section = a_section(2, 2, by=kim)
    paired(section, 1, "1 H\n2 H", publish=True)
    page = visit(client, screen(section))
    assert [line[-1] for line in lines(page)] == ["half-point bye", "half-point bye"]
    assert "is not posted yet" not in page


def test_many_players_are_cut_into_pages_of_about_the_same_length(client: Client, kim: User) -> None:
    section = a_section(46, by=kim)
    paired(section, 1, "\n".join(f"{n} {n + 1}" for n in range(1, 46, 2)), publish=True)
    slides = visit(client, screen(section)).all(".slide")
    assert [len(slide.all("li")) for slide in slides] == [15, 15, 16]
    first, last = slides[0].all("li")[0], slides[0].all("li")[-1]
    name = "li b"
    assert slides[0].all(".span")[0].text == f"{first.all(name)[0].text} to {last.all(name)[0].text}"


def test_the_address_says_which_sections_and_what_of_them(
    client: Client, section: Section, kim: User
) -> None:
    other = a_section(2, 1, event=section.event, name="Reserve", by=kim)
    played(other, 1, "1 2 WL")
    assert [head.split(" Round")[0] for head in heads(visit(client, screen(section)))] == [
        section.name,
        "Reserve",
        "Reserve Standings",
    ]
    assert kinds(visit(client, screen(section, sections=other.slug))) == ["results", "standings"]
    assert kinds(visit(client, screen(section, sections=other.slug, show="standings"))) == ["standings"]
    both = visit(client, screen(section, sections=f"{other.slug},{section.slug}", show="standings,pairings"))
    assert kinds(both) == ["pairings", "standings"]
    assert kinds(visit(client, screen(section, sections="gone", show="nonsense"))) == kinds(
        visit(client, screen(section))
    )


def test_the_screen_leads_to_itself_in_spanish_with_the_same_choice(client: Client, section: Section) -> None:
    page = visit(client, screen(section, sections=section.slug))
    assert page.link("Español") == f"/es{screen(section, sections=section.slug)}"
    assert "En su teléfono" in visit(client, page.link("Español"))


def test_a_draft_is_on_no_screen(client: Client, section: Section, kim: User) -> None:
    other = a_section(2, 1, event=section.event, name="Reserve", by=kim)
    visibility.set_hidden(other, True, by=kim)
    assert "Reserve" not in visit(client, screen(section, sections=other.slug))


def test_standings_show_how_each_rank_moved(client: Client, kim: User) -> None:
    section = a_section(4, 3, by=kim, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3 LW\n2 4 WL")
    page = visit(client, screen(section, show="standings"))
    assert page.texts(".standings .rank")[-1] == "4 ▼1"
    assert page.all(".standings .rank small")[-1]["aria-label"] == "down 1"


def test_of_several_prizes_a_line_shows_the_first_and_the_page_says_where_all_are(
    client: Client, kim: User
) -> None:
    """A medal stood beside those alone who had nothing else."""
    section = a_section(4, 2, by=kim, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL")
    told = "Each line shows one prize. Phones show all."
    prizes.announce(section, "1st place trophy\nTop under 1900", by=kim)
    assert told not in visit(client, screen(section, show="standings"))
    prizes.announce(section, "1st place trophy\nMedal for everybody", by=kim)
    page = visit(client, screen(section, show="standings"))
    assert told in page.one(".slide.standings .span").text
    prizes.announce(section, "Medal for everybody", by=kim)
    assert told not in visit(client, screen(section, show="standings"))


def test_a_final_section_says_so(client: Client, section: Section, kim: User) -> None:
    other = a_section(2, 1, event=section.event, name="Reserve", by=kim)
    played(other, 1, "1 2 WL")
    finishing.finish(as_it_stands(other), by=kim)
    page = visit(client, screen(section, sections=other.slug))
    assert kinds(page) == ["standings"]
    assert page.one(".final").text == "FINAL"


def test_standings_say_what_a_dashed_trophy_is_while_there_is_one(
    client: Client, section: Section, kim: User
) -> None:
    says = "A dashed prize is not won yet."
    other = a_section(2, 1, event=section.event, name="Reserve", by=kim)
    played(other, 1, "1 2 WL")
    assert says not in visit(client, screen(section, sections=other.slug, show="standings"))
    prizes.announce(other, "1st place trophy", in_this_order=False, by=kim)
    page = visit(client, screen(section, sections=other.slug, show="standings"))
    assert says in page.one(".slide.standings .span")
    ceremony.freeze(as_it_stands(other), by=kim)
    page = visit(client, screen(section, sections=other.slug, show="standings"))
    assert says not in page
    assert not page.all(".projected")
    finishing.finish(as_it_stands(other), by=kim)
    assert says not in visit(client, screen(section, sections=other.slug, show="standings"))


def test_its_poll_answers_with_the_pages_alone_and_nothing_without_news(
    client: Client, section: Section
) -> None:
    page = visit(client, screen(section, sections=section.slug))
    asked = page.one("#live")["hx-get"]
    assert client.get(asked).status_code == 204
    enter(games_of(section, 1)[0], "WL")
    fragment = client.get(asked)
    assert kinds(read(fragment)) == ["pairings", "results", "standings"]
    assert "On your phone" not in read(fragment)


def test_the_address_for_phones_breaks_after_its_slashes_and_inside_no_word(
    client: Client, section: Section
) -> None:
    address = visit(client, screen(section)).one(".phones b")
    assert address.texts("span") == ["http://testserver/", "e/", f"{section.event.slug}/"]


def test_the_old_address_of_a_section_leads_to_the_screen(client: Client, section: Section) -> None:
    assert client.get(at("hall", section)).headers["Location"] == screen(section, sections=section.slug)


def test_no_new_section_is_called_screen(section: Section) -> None:
    made = setup.create_section(section.event, name="Screen", rounds=1, by=director_of(section))
    assert made.slug != "screen"


# --- chosen at the desk ---------------------------------------------------------------------------


def opened(desk: Client, address: str, chosen: dict[str, list[str]]) -> str:
    """Where the button leads with what is ticked, whether or not its address was asked for before."""
    button = visit(desk, address).one("button[name='open']")
    assert button.text == "Open the hall screen"
    return desk.get(address, chosen | {"open": button["value"]}).headers["Location"]


def test_the_director_chooses_and_opens_what_is_ticked(desk: Client, section: Section, kim: User) -> None:
    """The button led to what had been chosen before, unless one pressed another one first."""
    other = a_section(2, 1, event=section.event, name="Reserve", by=kim)
    address = reverse("event-screen", args=[section.event.slug])
    everything = {"sections": [section.slug, other.slug], "show": ["pairings", "results", "standings"]}
    assert opened(desk, address, everything) == screen(section)
    some = {"sections": [other.slug], "show": ["standings", "results"]}
    assert opened(desk, address, some) == screen(section, sections=other.slug, show="results,standings")
    page = visit(desk, address, some)
    checked = [box["value"] for box in page.all("input[checked]")]
    assert checked == [other.slug, "results", "standings"]


def test_the_address_for_another_projector_is_whole(desk: Client, section: Section, kim: User) -> None:
    a_section(2, 1, event=section.event, name="Reserve", by=kim)
    address = reverse("event-screen", args=[section.event.slug])
    page = visit(desk, address)
    assert page.texts("code") == [f"http://testserver{way}{screen(section)}" for way in ("", "/es")]
    page = visit(desk, address, {"sections": [section.slug]})
    assert page.texts("code")[0] == f"http://testserver{screen(section, sections=section.slug)}"


def test_all_sections_are_the_short_address(desk: Client, section: Section) -> None:
    address = reverse("event-screen", args=[section.event.slug])
    everything = {"sections": [section.slug], "show": ["pairings", "results", "standings"]}
    assert opened(desk, address, everything) == screen(section)


def test_the_director_finds_it_among_what_is_printed_and_in_the_menu_of_the_event(
    desk: Client, section: Section
) -> None:
    address = reverse("event-screen", args=[section.event.slug])
    assert address in visit(desk, at("print", section)).links
    assert address in visit(desk, reverse("desk-event", args=[section.event.slug])).links
