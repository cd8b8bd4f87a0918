"""Who comes after round 1 was published: one press seats the player against who has the full-point bye."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import EntryFactory, as_it_stands, enter, games_of, paired, section_of
from tests.html import Element, read, visit
from tests.views.check_in_page import door, helper
from tournaments.models import Event, LogEntry, Section
from tournaments.services import check_in, drafts, pairings, rosters
from tournaments.services.undoing import undo_entry

__all__ = ["helper"]

OFFER = "Seat Omar against Eve (full-point bye)"


@pytest.fixture
def section(event: Event, kim: User) -> Section:
    """Ann and Bo play, Cy and Di play, Eve has the full-point bye, and Omar was not there."""
    section = section_of(event, "Open", "Ann/Elm Bo/Fir Cy/Elm Di/Fir Eve/Hay Omar/Ivy")
    for number in range(1, 6):
        check_in.check_in(event, section.players.get(number=number).pk, by=kim)
    omar = section.players.get(number=6)
    check_in.no_shows(event, [omar.pk], withdraw=False, by=kim)
    paired(section, 1, "1 2\n3 4\n5 B", publish=True)
    return as_it_stands(section)


def came(client: Client, event: Event, section: Section, number: int = 6) -> Element:
    key = section.players.get(number=number).pk
    return read(client.post(reverse("mark-check-in", args=[event.slug]), {"here": key}, follow=True))


def seats(section: Section) -> set[frozenset[int]]:
    return {frozenset(seat.player.number for seat in game.seats.all()) for game in games_of(section, 1)}


def byes(section: Section) -> list[int]:
    rows = section.round_set.get(number=1).seats.filter(game=None)
    return sorted(rows.values_list("player__number", flat=True))


def test_a_latecomer_is_seated_against_the_bye_by_one_press_on_the_row_that_stays(
    desk: Client, event: Event, section: Section
) -> None:
    assert "Open round 1" in came(desk, event, section)
    row = door(desk, event).one(f"#p{section.players.get(number=6).pk}")
    assert OFFER in row
    page = visit(desk, reverse("check-in", args=[event.slug]))
    form = page.form(reverse("mark-check-in", args=[event.slug]))
    button = row.one("button[name=seat]")
    sent = {name: values[-1] for name, values in form.fields.items()} | {"seat": str(button["value"])}
    answer = read(desk.post(str(button["formaction"]), sent, follow=True))
    assert "Omar is seated in round 1." in answer
    assert OFFER not in answer
    assert seats(section) == {frozenset({1, 2}), frozenset({3, 4}), frozenset({5, 6})}
    assert byes(section) == []
    last = LogEntry.objects.filter(standings=section.standings).latest("pk")
    assert last.reason == "late arrival"
    # The press of a second window changes nothing.
    desk.post(str(button["formaction"]), sent)
    assert LogEntry.objects.filter(standings=section.standings).latest("pk") == last


def test_a_script_is_answered_with_the_row_without_the_offer(
    desk: Client, event: Event, section: Section
) -> None:
    came(desk, event, section)
    omar = section.players.get(number=6).pk
    where, script = reverse("seat-latecomer", args=[event.slug]), {"HX-Request": "true"}
    refused = read(desk.post(where, {"seat": f"{omar}-5"}, headers=script)).one("#lists")
    assert "reason" in str(refused["data-told"])
    assert OFFER in refused
    other = {"seat": f"{omar}-4", f"reason-{omar}": "late arrival"}
    told = str(read(desk.post(where, other, headers=script)).one("#lists")["data-told"])
    assert told == "Omar can’t be seated that way any more. Nothing was saved. Look at the round again."
    lists = read(desk.post(where, other | {"seat": f"{omar}-5"}, headers=script)).one("#lists")
    assert lists["data-told"] == "Omar is seated in round 1."
    assert OFFER not in lists


def test_the_pages_of_the_round_offer_the_seat_too_and_the_log_takes_it_back(
    desk: Client, event: Event, section: Section, kim: User
) -> None:
    came(desk, event, section)
    assert OFFER in visit(desk, at("pairing", section, 1))
    where = reverse("seat-latecomer", args=[event.slug])
    page = visit(desk, at("desk-round", section, 1))
    assert "Omar is here and has no board." in page
    button = page.one("button[name=seat]")
    form = page.form(where)
    answer = read(form.send(desk, {"seat": str(button["value"])}, follow=True))
    assert answer.all("#game-" + str(games_of(section, 1)[2].pk))
    assert "has no board" not in answer
    assert byes(section) == []
    last = LogEntry.objects.filter(standings=section.standings).latest("pk")
    undo_entry(section.pk, entry_id=last.pk, by=kim, reason="not him")
    assert byes(section) == [5, 6]
    assert OFFER in visit(desk, at("desk-round", section, 1))


def test_without_a_bye_the_choices_are_named_with_their_links(
    desk: Client, helper: Client, event: Event, section: Section, kim: User
) -> None:
    rosters.add_players(section, [EntryFactory.create(name="Pia", team="Oak")], by=kim)
    came(desk, event, section)
    omar, pia = (section.players.get(number=number).pk for number in (6, 7))
    desk.post(
        reverse("seat-latecomer", args=[event.slug]), {"seat": f"{omar}-5", f"reason-{omar}": "late arrival"}
    )
    came(desk, event, section, 7)
    row = door(desk, event).one(f"#p{pia}")
    assert "Pia has no board in round 1, and there is no full-point bye to play against." in row
    assert at("add-player", section) in row.links
    assert f"{at('desk-round', section, 1)}#late-{pia}" in row.links
    assert "Pia is here and has no board." in visit(desk, at("desk-round", section, 1)).one(f"#late-{pia}")
    assert "no full-point bye" not in door(helper, event)


def test_two_latecomers_without_a_bye_to_play_against_are_seated_together_by_one_press(
    desk: Client, event: Event, kim: User
) -> None:
    section = section_of(event, "Reserve", "Ann/Elm Bo/Fir Liam/Elm Ned/Ivy Pia/Oak")
    keys = [section.players.get(number=number).pk for number in range(1, 6)]
    for key in keys[:2]:
        check_in.check_in(event, key, by=kim)
    check_in.no_shows(event, keys[2:], withdraw=False, by=kim)
    paired(section, 1, "1 2", publish=True)
    came(desk, event, section, 3)
    came(desk, event, section, 4)
    came(desk, event, section, 5)
    page = visit(desk, reverse("check-in", args=[event.slug]))
    liam, ned, pia = (page.one(f"#p{key}") for key in keys[2:])
    assert "Seat Liam against Ned" in liam
    assert "Seat Ned against Liam" in ned
    assert "Pia has no board in round 1" in pia
    assert "full-point bye" not in liam
    round_page = visit(desk, at("desk-round", section, 1))
    assert "Liam and Ned are here and have no board." in round_page
    assert len(round_page.all("button[name=seat]")) == 1
    button = ned.one("button[name=seat]")
    sent = {"seat": str(button["value"]), f"reason-{keys[3]}": "late arrival"}
    answer = read(desk.post(str(button["formaction"]), sent, follow=True))
    assert "Ned is seated in round 1." in answer
    assert "Seat Liam" not in answer
    assert seats(section) == {frozenset({1, 2}), frozenset({3, 4})}
    assert byes(section) == [5]
    last = LogEntry.objects.filter(standings=section.standings).latest("pk")
    assert (last.code, last.reason) == ("seated-together", "late arrival")
    undo_entry(section.pk, entry_id=last.pk, by=kim, reason="not them")
    assert byes(section) == [3, 4, 5]


def test_nobody_is_offered_a_seat_in_a_round_that_is_over_or_before_it_is_published(
    desk: Client, event: Event, section: Section, kim: User
) -> None:
    for game in games_of(section, 1):
        enter(game, "WL")
    came(desk, event, section)
    assert OFFER not in door(desk, event)
    other = section_of(event, "Reserve", "Flo/Elm Gus/Fir Hal/Elm")
    now = as_it_stands(other)
    check_in.check_in(event, other.players.get(number=1).pk, by=kim)
    drafts.keep(now, 1, drafts.propose(now, 1, lot="w"), by=kim)
    assert "against" not in door(desk, event)


def test_a_walk_in_after_round_one_is_told_of_missed_rounds_first_and_let_in_by_a_director(
    desk: Client, helper: Client, event: Event, section: Section, kim: User
) -> None:
    where = reverse("walk-in", args=[event.slug])
    assert where in door(desk, event).links
    assert where not in door(helper, event).links
    assert "A chief or an assistant adds late players here." in visit(helper, where)
    page = visit(desk, where)
    assert "Open has begun: round 1 is still to be paired for a walk-in." in page
    typed = {"line": "Ngo, Amy 1234 Sabin", "section": section.slug}
    assert "Amy Ngo was added to Open" in read(desk.post(where, typed, follow=True))
    amy = section.players.get(name__contains="Ngo")
    assert "(full-point bye)" in door(desk, event).one(f"#p{amy.pk}")
    refused = helper.post(where, typed | {"line": "Ngo, Bea 1200 Sabin"})
    assert refused.status_code == 422
    for game in games_of(section, 1):
        enter(game, "WL")
    assert "Open has begun: missed rounds are byes (1)." in visit(desk, where)
    desk.post(where, typed | {"line": "Quill, Zoe 900", "missed": "H"})
    zoe = section.players.get(name__contains="Quill")
    assert [(seat.round.number, seat.kind) for seat in zoe.seats.all()] == [(1, "H")]
    desk.post(where, typed | {"line": "Pine, Ivo 900"})
    ivo = section.players.get(name__contains="Pine")
    assert [(seat.round.number, seat.kind) for seat in ivo.seats.all()] == [(1, "U")]


def test_a_no_show_who_comes_while_round_two_is_played_is_seated_with_who_is_left_alone(
    desk: Client, helper: Client, event: Event, section: Section, kim: User
) -> None:
    other = section_of(event, "Reserve", "Ann/Elm Bo/Fir Cy/Elm Di/Fir Omar/Ivy")
    for number in range(1, 5):
        check_in.check_in(event, other.players.get(number=number).pk, by=kim)
    omar = other.players.get(number=5)
    check_in.no_shows(event, [omar.pk], withdraw=True, by=kim)
    for game in paired(other, 1, "1 2\n3 4", publish=True):
        enter(game, "WL")
    games = paired(other, 2, "1 3\n2 4", publish=True)
    told = came(helper, event, other, 5)
    assert "Omar is here and plays from round 3." in told
    assert "Ask the head table about round 2." in told
    page = visit(desk, at("desk-round", other, 2))
    assert "Omar has no board in round 2" in page
    pairings.remove_pairing(games[1], by=kim, reason="went home")
    pairings.withdraw(other.players.get(number=4), 1, by=kim)
    offer = "Seat Omar against Bo (no opponent)"
    assert offer in door(desk, event)
    assert offer not in visit(desk, at("desk-round", other, 1))
    page = visit(desk, at("desk-round", other, 2))
    assert offer in page
    form = page.form(reverse("seat-latecomer", args=[event.slug]))
    answer = read(form.send(desk, {"seat": str(page.one("button[name=seat]")["value"])}, follow=True))
    assert "Omar is seated in round 2." in answer
    assert [{seat.player.called for seat in game.seats.all()} for game in games_of(other, 2)] == [
        {"Ann", "Cy"},
        {"Bo", "Omar"},
    ]
    assert offer not in door(desk, event)


def test_who_was_here_before_a_later_round_and_sits_it_out_is_no_latecomer_in_it(
    desk: Client, event: Event, kim: User
) -> None:
    section = section_of(event, "Reserve", "Ann/Elm Bo/Fir Cy/Elm")
    check_in.check_in(event, section.players.get(number=3).pk, by=kim)
    for game in paired(section, 1, "1 2\n3 B", publish=True):
        enter(game, "WL")
    paired(section, 2, "1 2\n3 U", publish=True)
    assert "has no board" not in door(desk, event)
