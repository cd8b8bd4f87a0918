"""Forms of the players of a section."""

from collections.abc import Callable

from django.contrib.auth.models import User

from tests.addresses import at
from tests.factories import EntryFactory, a_section, played, three_teams
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.formats.byes import Bye
from tournaments.formats.records import RosterFile
from tournaments.models import LogEntry, Section
from tournaments.services import (
    byes,
    importing,
    pairings,
    rosters,
)

from .cases import Sent, case, four, renamed


@case("import-roster")
def import_roster(kim: User) -> Sent:
    return Sent(at("import-roster", a_section(0, by=kim)), {"text": "Ann Alder\nBo Birch"})


@case("undo-import")
def undo_import(kim: User) -> Sent:
    section = a_section(0, 2, by=kim)
    entries = tuple(EntryFactory.create() for _player in range(3))
    importing.import_roster(section, RosterFile(entries), by=kim)
    return Sent(at("undo-import", section), {}, lambda: pairings.pair(section, 1, "1 2", by=kim))


@case("undo-entry")
def undo_entry(kim: User) -> Sent:
    section = four(kim)
    rosters.edit_player(section.players.get(number=2), name="Bo Birch", by=kim)
    entry = LogEntry.objects.latest("pk")
    return Sent(at("undo-entry", section, entry.pk), {}, renamed(section, 2, kim))


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


@case("request-byes")
def request_byes(kim: User) -> Sent:
    section = four(kim)
    player = section.players.get(number=2)
    return Sent(
        at("request-byes", section, 2),
        {"byes": "2z"},
        lambda: byes.request_byes(player, [Bye(1, Kind.HALF_BYE)], by=kim),
    )


@case("number-roster")
def number_by_rating(kim: User) -> Sent:
    section = four(kim)
    player = section.players.get(number=2)
    rosters.edit_player(player, rating=1500, by=kim)
    return Sent(
        at("number-roster", section),
        {},
        lambda: rosters.edit_player(player, rating=1600, by=kim),
    )


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
