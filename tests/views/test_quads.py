"""The page that cuts a section into quads (30G): who plays with whom, then one press."""

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import UserFactory, a_section, as_it_stands, played, section_of
from tests.html import read, visit
from tests.sign_in import signed_in
from tournaments.formats.records import RosterEntry
from tournaments.models import Event, LogEntry, Role, Section, Staff
from tournaments.services import check_in, drafts, rosters
from tournaments.services.regrouping import make_quads


def test_a_director_sees_who_plays_with_whom_and_makes_quads_with_one_press(desk: Client, kim: User) -> None:
    section = a_section(10, by=kim, name="K-8")
    page = visit(desk, visit(desk, at("edit-section", section)).link("Make quads"))
    assert page.texts("caption") == ["Quad 1: boards 1–2", "Quad 2 (Swiss): boards 3–5"]
    first, second = page.all("table")
    assert [row.texts("td")[-1] for row in first.all("tbody tr")] == ["2000", "1950", "1900", "1850"]
    assert len(second.all("tbody tr")) == 6
    answer = page.form(at("make-quads", section)).send(desk, {"rest": "swiss", "delete": "on"})
    page = visit(desk, answer["Location"])
    said = "K-8 is cut into quads: its entries are in Quad 1–Quad 2 (Swiss) now."
    assert page.texts(".notice.success") == [f"{said} To undo this, open the log of Quad 1."]
    assert [each.name for each in Section.objects.order_by("position")] == ["Quad 1", "Quad 2 (Swiss)"]
    # Each is paired as any round robin is.
    quad = Section.objects.get(name="Quad 1")
    visit(desk, at("pairing", quad, 1)).form(at("propose-pairing", quad, 1)).send(desk)
    assert "Round 1 of the round-robin table for 4 players (30A)." in visit(desk, at("pairing", quad, 1))


def test_the_section_that_was_cut_says_at_the_desk_that_it_is_empty_and_offers_to_delete_it(
    desk: Client, kim: User
) -> None:
    section = a_section(8, by=kim, name="K-8")
    empty = a_section(0, event=section.event, by=kim, name="Open")
    form = visit(desk, at("make-quads", section)).form(at("make-quads", section))
    page = read(form.send(desk, {"delete": ""}, follow=True))
    home = next(each for each in page.all(".sections > li") if each.one(".name").text == "K-8")
    assert "Empty: its entries are in Quad 1–Quad 2." in home
    assert home.link("Delete this section…") == at("delete-section", section)
    assert "Import the roster" not in home
    assert page.link("Import the roster") == at("import-roster", empty), "nobody was there yet"
    helper = UserFactory.create()
    Staff.objects.create(event=section.event, user=helper, role=Role.ASSISTANT)
    page = visit(signed_in(helper), page.address)
    assert "Empty: its entries are in Quad 1–Quad 2." in page
    assert "Delete this section…" not in page


def test_a_quad_shows_no_bye_that_nobody_has_and_no_score_groups(desk: Client, kim: User) -> None:
    """Its boards are in the order of the table, whatever the scores are."""
    section = a_section(4, 3, by=kim, format=Section.Formats.ROUND_ROBIN, order="solkoff")
    played(section, 1, "1 4 LW\n2 3 WL")
    section = as_it_stands(section)
    drafts.keep(section, 2, drafts.propose(section, 2), by=kim)
    page = visit(desk, at("pairing", section, 2))
    assert len(page.all("li.pair")) == 2
    assert not page.all("li.group")
    assert "Full-point bye" not in page


def test_in_a_round_robin_of_an_odd_number_the_one_who_sits_out_has_no_point(desk: Client, kim: User) -> None:
    section = a_section(5, 5, by=kim, format=Section.Formats.ROUND_ROBIN, order="solkoff")
    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
    page = visit(desk, at("pairing", section, 1))
    assert "Sits out, no point" in page
    assert "Full-point bye" not in page


def test_the_last_group_plays_a_round_robin_if_the_director_says_so(desk: Client, kim: User) -> None:
    section = a_section(9, by=kim, name="K-8")
    page = visit(desk, at("make-quads", section))
    assert "a round robin of 5 rounds" in page
    page.form(at("make-quads", section)).send(desk, {"name": "K-8 Quad", "rest": "round-robin"})
    made = Section.objects.exclude(pk=section.pk).order_by("position")
    assert [(each.name, each.rounds) for each in made] == [("K-8 Quad 1", 3), ("K-8 Quad 2", 5)]


def test_full_quads_ask_nothing_of_a_last_group(desk: Client, kim: User) -> None:
    page = visit(desk, at("make-quads", a_section(8, by=kim)))
    assert page.texts("caption") == ["Quad 1: boards 1–2", "Quad 2: boards 3–4"]
    assert "The last group plays" not in page


def test_too_few_entries_and_a_house_player_are_told(desk: Client, kim: User) -> None:
    section = a_section(8, by=kim)
    rosters.edit_player(section.players.get(number=1), house=True, by=kim)
    page = visit(desk, at("make-quads", section))
    assert "Quads need at least 8 entries." in page
    assert not page.all(".measure button")


def test_a_second_tab_is_told_that_the_section_was_cut_and_where_its_players_are(
    desk: Client, kim: User
) -> None:
    section = a_section(8, by=kim, name="K-8")
    stale = visit(desk, at("make-quads", section)).form(at("make-quads", section))
    make_quads(section, by=kim)
    answer = stale.send(desk)
    said = "K-8 was cut into quads: its entries are in Quad 1–Quad 2 now."
    assert said in read(answer)
    page = visit(desk, at("make-quads", section))
    assert said in page
    assert "at least 8" not in page


def test_undoing_quads_says_what_goes_and_leads_to_the_event(desk: Client, kim: User) -> None:
    section = a_section(8, by=kim, name="K-8")
    first, _second = make_quads(section, by=kim)
    made = LogEntry.objects.get(standings=first.standings_id, code="quads-made")
    page = visit(desk, at("undo-entry", first, made.pk))
    for name in ("Quad 1", "Quad 2"):
        assert f"the section {name}, with its settings and its log" in page
    assert "To have quads again, make them again." in page
    assert "can be undone too" not in page
    page = read(page.form(at("undo-entry", first, made.pk)).send(desk, follow=True))
    assert "This was undone: K-8 cut into quads" in page
    assert "Quad 2" not in page.one("main").text.replace("Quad 1–Quad 2", "")


def test_quads_in_which_something_was_entered_are_not_undone_and_it_is_named(desk: Client, kim: User) -> None:
    section = a_section(8, by=kim, name="K-8")
    first, second = make_quads(section, by=kim)
    rosters.add_players(second, [RosterEntry(None, "Eve")], by=kim)
    made = LogEntry.objects.get(standings=first.standings_id, code="quads-made")
    page = visit(desk, at("undo-entry", first, made.pk))
    assert "Undo them first, from the top: " in page
    assert page.one(".log a").text == "Eve added"


def test_an_assistant_has_no_way_to_quads(desk: Client, kim: User) -> None:
    section = a_section(8, by=kim)
    helper = UserFactory.create()
    Staff.objects.create(event=section.event, user=helper, role=Role.ASSISTANT)
    assert "Make quads" not in visit(signed_in(helper), at("edit-section", section))


def test_a_quad_without_a_game_left_says_so_and_names_the_ways_out(
    desk: Client, event: Event, kim: User
) -> None:
    section = section_of(event, "K-8", "Ann Bo Cy Di Eve Flo Gus Hal")
    quad, _other = make_quads(section, by=kim)
    door = visit(desk, reverse("no-shows", args=[event.slug]))
    assert "Without all of them, Quad 1 would have 0 players left for its round robin." in door
    out = [quad.players.get(number=number).pk for number in (1, 2)]
    check_in.no_shows(event, out, withdraw=True, by=kim)
    begin = at("pairing", quad, 1)
    page = read(visit(desk, begin).form(at("propose-pairing", quad, 1)).send(desk, follow=True))
    ways = {
        "Merge with another section": at("merge-sections", quad),
        "Undo the quads in the log": at("section-log", quad),
    }
    assert "Quad 1 has 2 players left." in page
    assert "A player who would meet one of them in a round has no game in it, and no point." in page
    assert {words: page.link(words) for words in ways} == ways
    assert "No problems." not in page
    page = visit(desk, at("publish-pairing", quad, 1), follow=True)
    assert "Round 1 has no game, as nobody’s opponent is there. Nothing was published." in page


def test_the_section_that_was_cut_goes_unless_the_box_is_cleared_and_is_on_no_hall_screen(
    desk: Client, kim: User
) -> None:
    section = a_section(8, by=kim, name="K-8")
    form = visit(desk, at("make-quads", section)).form(at("make-quads", section))
    form.send(desk, {"delete": ""})
    hall = visit(desk, reverse("screen", args=[section.event.slug]))
    assert "Quad 1" in hall
    assert "K-8" not in hall
    other = a_section(8, event=section.event, name="K-5")
    visit(desk, at("make-quads", other)).form(at("make-quads", other)).send(desk)
    assert not Section.objects.filter(name="K-5").exists()
