"""The log of a section: newest first, and only what is looked for."""

from datetime import date

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import UserFactory, a_section, as_it_stands, enter, games_of, played, undone
from tests.html import Element, visit
from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.models import Published
from tournaments.models import CheckIn, LogEntry, Section, Staff
from tournaments.services import check_in, pairings, prizes, rebuilding, rosters, setup, visibility


@pytest.fixture
def lee(section: Section) -> User:
    lee = UserFactory.create(first_name="Lee", last_name="Moss")
    Staff.objects.create(event=section.event, user=lee)
    return lee


@pytest.fixture
def section(kim: User) -> Section:
    section = a_section(4, 2, by=kim, order="solkoff")
    section.players.filter(number=4).update(name="Álvarez, Inés")
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3\n2 4 WL")
    return as_it_stands(section)


def lines(desk: Client, section: Section, asked: str) -> list[str]:
    return done(visit(desk, f"{at('section-log', section)}?{asked}"))


def done(page: Element) -> list[str]:
    return page.texts(".log .done")


def test_it_is_narrowed_to_a_round_a_board_and_a_kind(desk: Client, section: Section) -> None:
    assert len(lines(desk, section, "")) > 8
    assert [line[:17] for line in lines(desk, section, "round=1&board=2")] == ["Round 1, board 2:"]
    of_round_two = lines(desk, section, "round=2&kind=result")
    assert [line[:17] for line in of_round_two] == ["Round 2, board 2:"]
    assert lines(desk, section, "kind=swap&round=77") == []


def test_a_player_is_found_by_any_part_of_the_name(desk: Client, section: Section) -> None:
    named = section.players.get(number=1).name
    assert all(named.split()[-1] in line for line in lines(desk, section, f"player={named}"))
    assert len(lines(desk, section, "player=lvarez+In&kind=result")) == 2


@pytest.mark.parametrize("typed", ["alvarez", "INES ALVAREZ", "Álvarez, Inés", "ines"])
def test_a_player_is_found_without_accents_and_in_any_order(
    desk: Client, section: Section, typed: str
) -> None:
    assert len(lines(desk, section, f"kind=result&player={typed}")) == 2


def test_a_player_is_found_by_a_bye_and_by_what_was_undone(desk: Client, section: Section, kim: User) -> None:
    late = a_section(3, 2, by=kim, event=section.event)
    late.players.filter(number=3).update(name="Muñoz, Ana")
    pairings.give_bye(late, 1, [3], Kind.HALF_BYE, by=kim)
    undone(late, by=kim)
    found = lines(desk, late, "player=ana+munoz")
    assert [line.startswith("This was undone") for line in found] == [True, False]


def test_what_one_person_entered_is_told_apart(desk: Client, section: Section, lee: User) -> None:
    enter(games_of(section, 2)[0], "DD", by=lee)
    pairings.withdraw(section.players.get(number=2), 2, by=lee)
    page = visit(desk, at("section-log", section))
    assert page.form(at("section-log", section)).choices("who")[str(lee.pk)] == "Lee Moss"
    mine = lines(desk, section, f"who={lee.pk}")
    assert len(mine) == 2
    assert "withdrew after round 2" in mine[0]


def test_byes_that_came_with_the_pairing_are_found_as_byes(desk: Client, section: Section, kim: User) -> None:
    odd = a_section(3, 2, by=kim, event=section.event)
    pairings.pair(odd, 1, "1 2\n3 B", by=kim)
    assert "bye" in visit(desk, at("section-log", odd)).form(at("section-log", odd)).choices("kind")
    (line,) = lines(desk, odd, "kind=bye")
    assert odd.players.get(number=3).name.split()[-1] in line
    pairings.publish(odd, 1, by=kim)
    assert len(lines(desk, odd, "kind=bye")) == 1


def test_an_entry_that_was_undone_and_redone_says_so_and_can_be_undone_again(
    desk: Client, section: Section, kim: User
) -> None:
    late = a_section(3, 2, by=kim, event=section.event)
    pairings.give_bye(late, 1, [3], Kind.HALF_BYE, by=kim)

    def undo() -> None:
        newest = LogEntry.objects.latest("pk")
        assert desk.post(at("undo-entry", late, newest.pk)).status_code == 302

    def bye() -> Element:
        (line,) = visit(desk, f"{at('section-log', late)}?kind=bye").all(".log .done")
        return line

    undo()
    assert (bye().text.split()[-1], bye().links) == ("undone", [])
    undo()
    assert "redone" in bye()
    assert bye().links == [at("undo-entry", late, LogEntry.objects.latest("pk").pk)]
    undo()
    assert (bye().text.split()[-1], bye().links) == ("undone", [])


def test_an_entry_that_is_not_undone_says_what_to_do_instead(
    desk: Client, section: Section, kim: User
) -> None:
    Published.objects.filter(standings=section.standings_id).delete()
    rebuilding.rebuild(Section, section.pk)
    assert "Nobody changed anything here" in lines(desk, section, "kind=rebuild")[0]


def test_check_ins_are_a_kind_of_their_own_and_are_undone(desk: Client, section: Section, kim: User) -> None:
    stamp = as_it_stands(section).stamp
    player = section.players.get(number=1)
    check_in.check_in(section.event, player.pk, by=kim)
    (line,) = visit(desk, f"{at('section-log', section)}?kind=check-in").all(".log .done")
    assert f"{player.called} is here" in line
    entry = LogEntry.objects.latest("pk")
    assert entry.who == kim
    there = at("undo-entry", section, entry.pk)
    assert there in line.links
    visit(desk, there).form(there).send(desk)
    assert not CheckIn.objects.exists()
    again = at("undo-entry", section, LogEntry.objects.latest("pk").pk)
    visit(desk, again).form(again).send(desk)
    assert CheckIn.objects.get().player == player
    assert as_it_stands(section).stamp == stamp


def test_pages_of_a_narrowed_log_keep_what_was_asked(
    desk: Client, section: Section, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.views.setup.sections.LOG_LINES", 1)
    page = visit(desk, f"{at('section-log', section)}?kind=result&round=1")
    assert page.link("Older") == "?kind=result&round=1&page=2"
    assert "Page 1 of 2" in page


@pytest.mark.parametrize(
    "asked", ["round=x", "board=-1", "who=999999", "kind=nothing", "player=" + "x" * 999]
)
def test_what_cannot_be_looked_for_shows_its_error_and_the_whole_log(
    desk: Client, section: Section, asked: str
) -> None:
    page = visit(desk, f"{at('section-log', section)}?{asked}")
    assert page.all(".errorlist")
    assert len(done(page)) > 8


def test_nothing_found_says_so_with_the_way_back(desk: Client, section: Section) -> None:
    page = visit(desk, f"{at('section-log', section)}?player=nobody")
    assert "No change matches." in page
    assert at("section-log", section) in page.links


def test_sections_that_were_arranged_are_told_in_their_order_before_and_after(
    desk: Client, section: Section, kim: User
) -> None:
    novice = setup.create_section(section.event, name="Novice", rounds=3, by=kim)
    visibility.arrange_sections(section.event, [novice.pk, section.pk], by=kim)
    told = visit(desk, at("section-log", section)).text
    assert f"order: {section.name}, Novice → Novice, {section.name}" in told


def test_the_dates_of_an_edit_are_told_as_everywhere(desk: Client, section: Section, kim: User) -> None:
    player = section.players.get(number=2)
    rosters.edit_player(player, expires_on=date(2026, 3, 31), by=kim)
    rosters.edit_player(player, expires_on=date(2027, 12, 31), by=kim)
    renewed, entered = [line.replace(" becomes", "") for line in lines(desk, section, "")][:2]
    assert "membership expires: Mar 31, 2026 → Dec 31, 2027" in renewed
    assert "membership expires: – → Mar 31, 2026" in entered


def test_an_edit_tells_each_value_before_and_after(desk: Client, section: Section, kim: User) -> None:
    rosters.edit_player(section.players.get(number=2), rating=1234, team="Elm", reason="Typed wrong", by=kim)
    setup.edit_section(section, name="Novice", rounds=3, format=section.format, games=1, by=kim)
    prizes.announce(section, "1st place trophy\nTop under 1900 trophy", in_this_order=False, by=kim)
    prizes.announce(section, "1st place trophy\n2 points or more: medal", in_this_order=False, by=kim)
    told = [line.replace(" becomes", "") for line in lines(desk, section, "")]
    assert "prizes: Top under 1900 → 2 points or more: medal" in told[0]
    assert f"name: {section.name} → Novice; rounds: 2 → 3" in told[2]
    assert "rating: 1950 → 1234; team or school: – → Elm" in told[3]
    prizes.announce(section, "2 points or more: medal\n1st place trophy", in_this_order=True, by=kim)
    [moved, *_earlier] = lines(desk, section, "")
    order = ["1st place trophy", "2 points or more: medal"]
    assert f"order: {'; '.join(order)} → {'; '.join(order[::-1])}" in moved.replace(" becomes", "")
