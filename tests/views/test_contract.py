"""What every form of the desk promises: it acts once, and on nothing that changed since it was shown.

Each form has one case below: where it is, what is typed into it, and what somebody else does meanwhile that
changes what it shows. A form without a case fails here.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.auth.models import User
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from tests.addresses import at
from tests.directors_client import PAGES, STAMPED
from tests.factories import EntryFactory, EventFactory, a_section, played, three_teams
from tests.html import read
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.formats.records import RosterFile
from tournaments.models import Act, Event, ExtraGame, LogEntry, Player, Seat, Section, TeamTable
from tournaments.services import (
    decisions,
    extra_games,
    importing,
    orders,
    pairings,
    prizes,
    rosters,
    setup,
    teams,
)
from tournaments.services.acts import KEPT, fresh_token

# Entries of results carry the revision of their board, and undo the entry that it takes back.
BY_REVISION = {
    *("enter-result", "ruling", "swap-colors", "remove-pairing"),
    *("match", "enter-match", "enter-board", "board-ruling"),
    "undo",
}
# A restored event is there the second time, which the restore says and asks about; a folder of this machine
# is chosen, and chosen again. Neither can wait inside a transaction: they copy the database.
BY_THEMSELVES = {"restore", "choose-folder"}


@dataclass
class Sent:
    """A form that is sent to ``address`` with what is ``typed``.

    ``meanwhile`` is what somebody else does that changes what the form shows.
    """

    address: str
    typed: dict[str, Any] = field(default_factory=dict)
    meanwhile: Callable[[], object] = lambda: None


CASES: dict[str, Callable[[User], Sent]] = {}


def case(name: str) -> Callable[[Callable[[User], Sent]], Callable[[User], Sent]]:
    def keep(make: Callable[[User], Sent]) -> Callable[[User], Sent]:
        CASES[name] = make
        return make

    return keep


def four(kim: User, **fields: Any) -> Section:
    """Four players of two schools, before round 1 of two."""
    section = a_section(0, 2, by=kim, **fields)
    entries = [EntryFactory.create(team=team) for team in ("Elm", "Fir", "Elm", "Fir")]
    rosters.add_players(section, entries, by=kim)
    return section


def finished(kim: User) -> Section:
    """One round of one: 1 and 3 share the first place and its trophy."""
    section = a_section(4, rounds=1, by=kim, order="solkoff", place_trophies=1)
    played(section, 1, "1 2 WL\n3 4 WL")
    return section


def won(kim: User) -> Section:
    """The same, with everything decided."""
    section = finished(kim)
    decisions.record_decision(decisions.PLAYOFF, section, [[1], [3]], by=kim)
    decisions.record_decision(decisions.PLAYOFF, section, [[2], [4]], by=kim)
    return section


def a_table(kim: User, section: Section | None = None, **fields: Any) -> TeamTable:
    section = section or four(kim)
    return teams.make_table(section.event, name="Schools", sections=[section], by=kim, **fields)


def played_table(kim: User) -> TeamTable:
    """Two schools with a point each."""
    section = four(kim)
    setup.edit_section(section, name=section.name, rounds=1, format="swiss", games=1, by=kim)
    played(section, 1, "1 3 DD\n2 4 DD")
    return a_table(kim, section, minimum=1, place_trophies=1)


def renamed(section: Section, number: int, kim: User) -> Callable[[], object]:
    player = section.players.get(number=number)
    return lambda: rosters.edit_player(player, name="Zoe Zander", by=kim)


TABLE = {"name": "Teams", "best": 3, "minimum": 2, "place_trophies": 1}


@case("new-event")
def new_event(kim: User) -> Sent:
    return Sent(reverse("new-event"), {"name": "Harvest Open"})


@case("edit-event")
def edit_event(kim: User) -> Sent:
    event = four(kim).event
    return Sent(
        reverse("edit-event", args=[event.slug]),
        {"name": "Spring Open"},
        lambda: setup.edit_event(event, name="Harvest Open", city="Salem", starts_on=None, by=kim),
    )


@case("new-section")
def new_section(kim: User) -> Sent:
    event = EventFactory.create(by=kim)
    typed = {"name": "Open", "rounds": 3, "format": "swiss", "games": 1, "place_trophies": 0}
    return Sent(reverse("new-section", args=[event.slug]), typed)


@case("edit-section")
def edit_section(kim: User) -> Sent:
    section = four(kim)
    return Sent(
        at("edit-section", section),
        {"name": "Reserve", "rounds": 2, "format": "swiss", "games": 1},
        lambda: setup.edit_section(section, name=section.name, rounds=5, format="swiss", games=1, by=kim),
    )


@case("new-table")
def new_table(kim: User) -> Sent:
    section = four(kim)
    return Sent(reverse("new-table", args=[section.event.slug]), TABLE | {"sections": [section.pk]})


@case("edit-table")
def edit_table(kim: User) -> Sent:
    table = a_table(kim)
    sections = list(table.sections.all())
    return Sent(
        at("edit-table", table),
        TABLE | {"sections": [sections[0].pk]},
        lambda: teams.edit_table(table, sections=sections, best=9, by=kim),
    )


@case("remove-table")
def remove_table(kim: User) -> Sent:
    table = a_table(kim)
    sections = list(table.sections.all())
    return Sent(
        at("remove-table", table),
        {},
        lambda: teams.edit_table(table, sections=sections, name="Clubs", by=kim),
    )


@case("schools")
def schools(kim: User) -> Sent:
    section = four(kim)
    return Sent(
        reverse("schools", args=[section.event.slug]),
        {"spelling": ["Elm"], "name": "Elm Street"},
        lambda: teams.name_school(section.event, ["Elm"], name="Elmwood", by=kim),
    )


@case("import-roster")
def import_roster(kim: User) -> Sent:
    return Sent(at("import-roster", a_section(0, by=kim)), {"text": "Ann Alder\nBo Birch"})


@case("undo-import")
def undo_import(kim: User) -> Sent:
    section = a_section(0, 2, by=kim)
    entries = tuple(EntryFactory.create() for _player in range(3))
    importing.import_roster(section, RosterFile(entries), by=kim)
    return Sent(at("undo-import", section), {}, lambda: pairings.pair(section, 1, "1 2", by=kim))


@case("import-wallchart")
def import_wallchart(kim: User) -> Sent:
    text = "number,name,r1\n1,Ann Alder,W2w\n2,Bo Birch,L1b\n"
    return Sent(at("import-wallchart", a_section(0, by=kim)), {"text": text, "step": "solkoff"})


@case("add-player")
def add_player(kim: User) -> Sent:
    return Sent(at("add-player", four(kim)), {"name": "Ann Alder"})


@case("edit-player")
def edit_player(kim: User) -> Sent:
    section = four(kim)
    return Sent(at("edit-player", section, 2), {"name": "Bo Birch"}, renamed(section, 2, kim))


@case("remove-player")
def remove_player(kim: User) -> Sent:
    section = four(kim)
    return Sent(at("remove-player", section, 2), {}, renamed(section, 2, kim))


@case("withdraw-player")
def withdraw_player(kim: User) -> Sent:
    section = four(kim)
    player = section.players.get(number=2)
    return Sent(
        at("withdraw-player", section, 2),
        {"after_round": 0},
        lambda: pairings.withdraw(player, 1, by=kim),
    )


@case("re-enter-player")
def re_enter_player(kim: User) -> Sent:
    section = a_section(4, by=kim)
    played(section, 1, "1 2 WL\n3 4 WL")
    player = section.players.get(number=2)
    return Sent(
        at("re-enter-player", section, 2),
        {"after_round": 1, "missed-1": "U"},
        lambda: pairings.withdraw(player, 1, by=kim),
    )


@case("team-members")
def team_members(kim: User) -> Sent:
    section = three_teams()
    section.event.staff.create(user=kim)
    meanwhile = a_change_of_the_list(section)
    return Sent(at("team-members", section, 2), {"text": "1, Flo Birk\n2, Gil Birk"}, meanwhile)


def a_change_of_the_list(section: Section) -> Callable[[], object]:
    return lambda: section.players.get(number=2).members.filter(board=3).delete()


@case("order")
def order(kim: User) -> Sent:
    section = four(kim)
    return Sent(
        at("order", section),
        {"step": ["solkoff"]},
        lambda: orders.post_order(section, "kashdan", by=kim),
    )


@case("team-order")
def team_order(kim: User) -> Sent:
    table = a_table(kim)
    order = str(table.default_order)
    return Sent(
        at("team-order", table),
        {"step": ["sum:solkoff"]},
        lambda: orders.post_order(table, order, by=kim),
    )


@case("columns")
def columns(kim: User) -> Sent:
    section = four(kim)
    return Sent(
        at("columns", section),
        {"step": ["kashdan"]},
        lambda: orders.show_columns(section, "most_blacks", by=kim),
    )


@case("prizes")
def announce(kim: User) -> Sent:
    section = four(kim)
    return Sent(
        at("prizes", section),
        {"text": "1st place trophy"},
        lambda: prizes.announce(section, "1st place $100", by=kim),
    )


@case("arrange-prizes")
def arrange(kim: User) -> Sent:
    section = four(kim)
    return Sent(
        at("arrange-prizes", section),
        {"do": "preset:medals"},
        lambda: prizes.announce(section, "1st place $100", by=kim),
    )


@case("prize-terms")
def terms(kim: User) -> Sent:
    section = four(kim)
    return Sent(
        at("prize-terms", section),
        {"fund_based_on": "40"},
        lambda: prizes.set_terms(section, fund_based_on=30, by=kim),
    )


@case("presence")
def presence(kim: User) -> Sent:
    section = finished(kim)
    prizes.announce(section, "1st place trophy, must be present", by=kim)
    return Sent(
        at("presence", section),
        {"number": 1, "do": "absent"},
        lambda: prizes.set_absent(section, 3, True, by=kim),
    )


@case("pair-round")
def pair_round(kim: User) -> Sent:
    section = four(kim)
    return Sent(
        at("pair-round", section, 1),
        {"pairings": "1 2"},
        lambda: pairings.pair(section, 1, "3 4", by=kim),
    )


@case("give-bye")
def give_bye(kim: User) -> Sent:
    section = four(kim)
    return Sent(
        at("give-bye", section, 1),
        {"player": [1], "kind": "H"},
        lambda: pairings.pair(section, 1, "3 4", by=kim),
    )


@case("publish-round")
def publish_round(kim: User) -> Sent:
    section = four(kim)
    pairings.pair(section, 1, "1 2", by=kim)
    return Sent(at("publish-round", section, 1), {}, lambda: pairings.pair(section, 1, "3 4", by=kim))


@case("remove-bye")
def remove_bye(kim: User) -> Sent:
    section = four(kim)
    pairings.pair(section, 1, "1 2\n3 H", by=kim)
    return Sent(reverse("remove-bye", args=[Seat.objects.get(kind="H").pk]))


@case("extra-games")
def add_extra_game(kim: User) -> Sent:
    return Sent(at("extra-games", four(kim)), {"white": 1, "black": 2, "result": "WL"})


@case("remove-extra-game")
def remove_extra_game(kim: User) -> Sent:
    section = four(kim)
    extra_games.add_extra_game(section, 1, 2, Kind.WIN, Kind.LOSS, by=kim)
    return Sent(reverse("remove-extra-game", args=[ExtraGame.objects.get().pk]))


@case("decide-tie")
def decide_tie(kim: User) -> Sent:
    section = finished(kim)
    return Sent(
        at("decide-tie", section),
        {"how": "toss", "place-1": "0", "place-3": "1"},
        renamed(section, 1, kim),
    )


@case("withdraw-decision")
def withdraw_decision(kim: User) -> Sent:
    section = finished(kim)
    row = decisions.record_decision(decisions.PLAYOFF, section, [[1], [3]], by=kim)
    return Sent(at("withdraw-decision", section, row.pk), {}, renamed(section, 1, kim))


@case("freeze-awards")
def freeze(kim: User) -> Sent:
    section = won(kim)
    return Sent(at("freeze-awards", section), {}, renamed(section, 1, kim))


@case("team-decide-tie")
def decide_tie_of_teams(kim: User) -> Sent:
    table = played_table(kim)
    return Sent(
        at("team-decide-tie", table),
        {"how": "toss", "place-1": "0", "place-2": "1"},
        renamed(table.sections.get(), 1, kim),
    )


@case("team-withdraw-decision")
def withdraw_decision_of_teams(kim: User) -> Sent:
    table = played_table(kim)
    row = decisions.record_decision(decisions.PLAYOFF, table, [[1], [2]], by=kim)
    address = at("team-withdraw-decision", table, row.pk)
    return Sent(address, {}, renamed(table.sections.get(), 1, kim))


@case("team-freeze-awards")
def freeze_of_teams(kim: User) -> Sent:
    table = played_table(kim)
    decisions.record_decision(decisions.PLAYOFF, table, [[1], [2]], by=kim)
    return Sent(at("team-freeze-awards", table), {}, renamed(table.sections.get(), 1, kim))


# --- the list is complete ---------------------------------------------------------------------------


def patterns(resolver: URLResolver) -> Iterator[URLPattern]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from patterns(pattern)
        else:
            yield pattern


# Something for each part that an address can name.
PARTS = {
    "entry": 1,
    **dict.fromkeys(("event", "section", "table"), "nowhere"),
    **dict.fromkeys(("number", "game", "board", "seat", "decision"), 1),
    "file": "awards.csv",
}


def test_every_form_of_the_desk_has_its_case_here(desk: Client) -> None:
    """A new address that takes a form must promise what the others do."""
    takes_forms = set()
    for pattern in patterns(get_resolver()):
        if getattr(pattern.callback, "policy", "") != "desk" or not pattern.name:
            continue
        named = {part: PARTS[part] for part in pattern.pattern.converters}
        if desk.post(reverse(pattern.name, kwargs=named)).status_code != 405:
            takes_forms.add(pattern.name)
    assert takes_forms == set(PAGES) | BY_REVISION | BY_THEMSELVES
    assert set(CASES) == set(PAGES)


# --- two tabs ---------------------------------------------------------------------------------------


def changes() -> int:
    return LogEntry.objects.count() + Event.objects.count()


@pytest.mark.parametrize("name", STAMPED)
def test_a_form_whose_page_is_out_of_date_changes_nothing_until_it_was_shown_again(
    name: str, desk: Any, kim: User
) -> None:
    sent = CASES[name](kim)
    carried = desk.carried(sent.address)
    assert carried["stamp"], name
    sent.meanwhile()
    before = changes()

    answer = desk.post(sent.address, sent.typed | carried)

    assert answer.status_code == 409, read(answer).text
    assert "Nothing was" in read(answer)
    assert changes() == before
    # The page as it is now: the director has seen the other's change, and sends hers over it.
    knowing = desk.post(sent.address, sent.typed)
    if name != "re-enter-player":  # the other withdrew the player, whom the form cannot withdraw again
        assert knowing.status_code == 302, read(knowing).text
        assert changes() > before


@pytest.mark.parametrize("name", STAMPED)
def test_a_form_without_its_stamp_is_out_of_date(name: str, desk: Any, kim: User) -> None:
    sent = CASES[name](kim)
    before = changes()
    answer = desk.post(sent.address, sent.typed | {"token": fresh_token(kim), "stamp": ""})
    assert answer.status_code == 409
    assert changes() == before


# --- twice ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PAGES)
def test_a_form_that_is_sent_twice_acts_once_and_leads_to_the_same_page(
    name: str, desk: Any, kim: User
) -> None:
    sent = CASES[name](kim)
    carried = desk.carried(sent.address)
    first = desk.post(sent.address, sent.typed | carried)
    assert first.status_code == 302, read(first).text
    once, players = changes(), Player.objects.count()

    second = desk.post(sent.address, sent.typed | carried)

    if name in ("remove-player", "remove-table", "remove-bye", "remove-extra-game"):
        assert second.status_code == 404
        assert "is not here" in read(second) or "There is no number 2" in read(second)
    else:
        assert second.status_code == 302
        assert second.headers["Location"] == first.headers["Location"]
        assert "This was saved already." in [str(each) for each in get_messages(second.wsgi_request)]
    assert (changes(), Player.objects.count()) == (once, players)


@pytest.mark.parametrize("name", PAGES)
def test_a_form_without_a_token_is_refused(name: str, desk: Any, kim: User) -> None:
    sent = CASES[name](kim)
    before = changes()
    for token in ("", "made-up", fresh_token(kim)[:-1] + "?", fresh_token(User(pk=kim.pk + 1))):
        answer = desk.post(sent.address, sent.typed | {"token": token})
        assert answer.status_code == 409, read(answer).text
        assert "Nothing was saved." in read(answer)
    assert changes() == before


def test_a_refused_form_can_be_sent_again(desk: Any, kim: User) -> None:
    section = four(kim)
    address = at("add-player", section)
    carried = desk.carried(address)
    assert desk.post(address, {"name": "Ann Alder", "number": 1} | carried).status_code == 422
    assert desk.post(address, {"name": "Ann Alder", "number": 9} | carried).status_code == 302
    assert section.players.filter(name="Ann Alder").count() == 1


def test_the_same_words_from_another_tab_are_saved_once_unless_the_director_means_it(
    desk: Any, kim: User
) -> None:
    section = four(kim)
    address = at("add-player", section)
    first, second = (desk.carried(address) for _tab in range(2))
    assert desk.post(address, {"name": "Ann Alder"} | first).status_code == 302
    answer = desk.post(address, {"name": "Ann Alder", "another": ""} | second)
    assert answer.status_code == 409
    page = read(answer)
    assert "You saved the same a few minutes ago. Nothing more was saved." in page
    assert section.players.filter(name="Ann Alder").count() == 1
    assert page.form(address).send(desk).status_code == 302
    assert section.players.filter(name="Ann Alder").count() == 2


def test_other_words_in_a_form_that_was_sent_are_not_lost(desk: Any, kim: User) -> None:
    section = four(kim)
    address = at("add-player", section)
    carried = desk.carried(address)
    assert desk.post(address, {"name": "Ann Alder"} | carried).status_code == 302
    answer = desk.post(address, {"name": "Bo Birch"} | carried)
    assert answer.status_code == 409
    assert "This form was sent before, and what it said then was saved." in read(answer)
    assert read(answer).form(address).send(desk).status_code == 302
    assert section.players.filter(name="Bo Birch").count() == 1


def test_a_page_that_was_open_for_too_long_must_be_loaded_again(desk: Any, kim: User) -> None:
    """So a token needs to be remembered no longer than it can be sent."""
    section = four(kim)
    with patch("django.core.signing.time.time", return_value=time.time() - KEPT.total_seconds() - 60):
        old = fresh_token(kim)
    answer = desk.post(at("add-player", section), {"name": "Ann Alder", "token": old})
    assert answer.status_code == 409
    assert "This page was open for too long" in read(answer)
    assert not section.players.filter(name="Ann Alder").exists()


def test_tokens_that_cannot_be_sent_any_more_are_forgotten(desk: Any, kim: User) -> None:
    section = four(kim)
    Act.objects.create(token="old", user=kim, sent="")
    Act.objects.update(at=timezone.now() - KEPT - timedelta(minutes=1))
    desk.post(at("add-player", section), {"name": "Ann Alder"})
    assert not Act.objects.filter(token="old").exists()


def test_what_was_typed_stays_beside_what_it_is_now(desk: Any, kim: User) -> None:
    section = four(kim)
    player = section.players.get(number=2)
    address = at("edit-player", section, 2)
    carried = desk.carried(address)
    rosters.edit_player(player, rating=1500, by=kim)
    answer = desk.post(address, {"name": "Bo Birch", "number": 2, "team": "Fir"} | carried)
    page = read(answer)
    assert "Now: 1500 (changed meanwhile)" in page
    assert page.text.count("changed meanwhile") == 1  # nobody else changed the name
    again = page.form(address)
    assert again.fields["name"] == ["Bo Birch"]
    assert again.fields["rating"] == [""]
    assert again.send(desk, {"rating": "1500"}).status_code == 302
    player.refresh_from_db()
    assert (player.name, player.rating) == ("Bo Birch", 1500)


def test_a_fault_does_not_hide_what_changed_meanwhile(desk: Any, kim: User) -> None:
    """The form that is shown with the fault shows what was typed, so it is as old as it was."""
    section = four(kim)
    address = at("edit-player", section, 2)
    carried = desk.carried(address)
    rosters.edit_player(section.players.get(number=2), rating=1500, by=kim)
    faulty = desk.post(address, {"name": "Bo Birch", "rating": "good"} | carried)
    assert faulty.status_code == 422
    answer = read(faulty).form(address).send(desk, {"rating": "1400"})
    assert answer.status_code == 409
    assert "Now: 1500 (changed meanwhile)" in read(answer)
