"""Every form of the desk, once: where it is, what is typed, and what somebody else changes meanwhile."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import F
from django.urls import reverse

from tests.addresses import at
from tests.factories import EntryFactory, EventFactory, UserFactory, a_section, enter, played, three_teams
from tests.rating_lists import a_list, as_text
from tests.swisssys_file import states
from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.models import Standings
from tournaments.formats import registration
from tournaments.formats.byes import Bye
from tournaments.formats.programs.reading import read as read_program
from tournaments.formats.records import RosterFile
from tournaments.forms.pairing_options import PairingOptionsForm
from tournaments.models import ExtraGame, Game, Invitation, LogEntry, Role, Seat, Section, Staff, TeamTable
from tournaments.pairing.draft import Draft, DraftBoard
from tournaments.pairing.options import Options
from tournaments.selectors.rating_updates import updates
from tournaments.services import (
    apart,
    backups,
    byes,
    check_in,
    companion,
    decisions,
    drafts,
    extra_games,
    finishing,
    importing,
    orders,
    pairings,
    people,
    prizes,
    rosters,
    setup,
    teams,
    visibility,
)
from tournaments.services import rating_report as rating_reports
from tournaments.services.backups import automatic
from tournaments.services.mirroring import granting, joining


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


# What the page of the pairing options sends if nothing on it is changed.
OPTIONS = {name: value for name, value in PairingOptionsForm.values(Options()).items() if value}

TABLE = {"name": "Teams", "best": 3, "minimum": 2, "place_trophies": 1}


@case("new-event")
def new_event(kim: User) -> Sent:
    return Sent(reverse("new-event"), {"name": "Harvest Open"})


@case("walk-in")
def walk_in(kim: User) -> Sent:
    section = four(kim)
    typed = {"line": "Ngo, Amy 1234 Sabin 12345678", "section": section.slug}
    return Sent(reverse("walk-in", args=[section.event.slug]), typed)


@case("change-section")
def change_section(kim: User) -> Sent:
    section = four(kim)
    other = a_section(2, event=section.event)
    player = section.players.get(number=2)
    return Sent(
        reverse("change-section", args=[section.event.slug, player.pk]),
        {"section": other.slug},
        renamed(section, 2, kim),
    )


@case("no-shows")
def no_shows(kim: User) -> Sent:
    section = four(kim)
    players = [player.pk for player in section.players.all()]
    return Sent(
        reverse("no-shows", args=[section.event.slug]),
        {"player": players[:2], "how": "bye"},
        lambda: check_in.check_in(section.event, players[3], by=kim),
    )


@case("registration-file")
def registration_file(kim: User) -> Sent:
    section = four(kim)
    table = registration.read_table("Name,Rating\nZed Zander,1200\nYan Yarrow,unr\n")
    seen = importing.plan(section.event, table, importing.Choices()).digest
    return Sent(
        reverse("registration-file", args=[section.event.slug]),
        {"carried": registration.packed(table), "seen": seen, "do": "import"},
        lambda: rosters.add_players(section, [EntryFactory.create()], by=kim),
    )


@case("update-ratings")
def update_ratings(kim: User) -> Sent:
    section = four(kim)
    rosters.edit_player(section.players.get(number=1), by=kim, uscf_id="39999999")
    a_list(as_text([("QUIXOTE,ZEBULON", "39999999", "OR", "01/31/2028", "1234")]))
    return Sent(
        reverse("update-ratings", args=[section.event.slug]),
        {"update": [each.key for each in updates(section.event)[0].updates]},
        lambda: rosters.edit_player(section.players.get(number=1), by=kim, rating=900),
    )


@case("rating-report")
def rating_report(kim: User) -> Sent:
    section = four(kim)
    event = section.event
    return Sent(
        reverse("rating-report", args=[event.slug]),
        {"affiliate": "A6000001", f"rated-{section.slug}": "on", f"level-{section.slug}": "N"},
        lambda: rating_reports.edit(event, {section.slug: {"time_control": "G/60;d5"}}, by=kim),
    )


@case("edit-event")
def edit_event(kim: User) -> Sent:
    event = four(kim).event
    return Sent(
        reverse("edit-event", args=[event.slug]),
        {"name": "Spring Open"},
        lambda: setup.edit_event(event, name="Harvest Open", city="Salem", starts_on=None, by=kim),
    )


@case("event-visibility")
def event_visibility(kim: User) -> Sent:
    section = four(kim, draft=True)
    return Sent(
        reverse("event-visibility", args=[section.event.slug]),
        {"do": "publish", "sections": [section.pk]},
        lambda: a_section(0, event=section.event, by=kim),
    )


@case("archive-event")
def archive_event(kim: User) -> Sent:
    event = four(kim).event
    return Sent(
        reverse("archive-event", args=[event.slug]),
        {"do": "archive"},
        lambda: visibility.hide_event(event, by=kim),
    )


@case("delete-event")
def delete_event(kim: User) -> Sent:
    section = four(kim)
    return Sent(
        reverse("delete-event", args=[section.event.slug]),
        {},
        lambda: rosters.add_players(section, [EntryFactory.create()], by=kim),
    )


@case("arrange-sections")
def arrange_sections(kim: User) -> Sent:
    first = four(kim)
    second = a_section(0, event=first.event, by=kim)
    order = [second.pk, first.pk]
    return Sent(
        reverse("arrange-sections", args=[first.event.slug]),
        {"sections": order},
        lambda: a_section(0, event=first.event, by=kim),
    )


@case("visibility")
def section_visibility(kim: User) -> Sent:
    section = four(kim)
    return Sent(
        at("visibility", section),
        {"do": "hide"},
        lambda: setup.edit_section(section, name="Reserve", rounds=2, format="swiss", games=1, by=kim),
    )


@case("archive")
def archive(kim: User) -> Sent:
    section = four(kim)
    return Sent(
        at("archive", section),
        {"do": "archive"},
        lambda: visibility.set_hidden(section, True, by=kim),
    )


@case("team-archive")
def archive_table(kim: User) -> Sent:
    table = a_table(kim)
    return Sent(
        at("team-archive", table),
        {"do": "archive"},
        lambda: visibility.set_hidden(table, True, by=kim),
    )


@case("delete-section")
def delete_section(kim: User) -> Sent:
    section = four(kim)
    return Sent(
        at("delete-section", section),
        {},
        lambda: rosters.add_players(section, [EntryFactory.create()], by=kim),
    )


@case("copy-from")
def copy_from(kim: User) -> Sent:
    section = four(kim)
    source = a_section(0, 5, by=kim, order="solkoff", place_trophies=2)
    return Sent(
        at("copy-from", section, source.pk),
        {"parts": ["options", "order", "prizes"]},
        lambda: prizes.announce(source, "1st place $50", by=kim),
    )


@case("late-change")
def late_change(kim: User) -> Sent:
    section = four(kim)
    played(section, 1, "1 2 WL\n3 4 WL")
    other = a_section(2, event=section.event)
    return Sent(at("late-change", section, 2, other.pk), {}, renamed(section, 2, kim))


@case("merge-with")
def merge_with(kim: User) -> Sent:
    section = four(kim)
    other = a_section(2, event=section.event)
    return Sent(at("merge-with", section, other.pk), {}, renamed(other, 2, kim))


@case("split-at")
def split_at(kim: User) -> Sent:
    section = a_section(4, by=kim)
    typed = {"name": "Under 1900", "new": "lower", "unrated": "lower"}
    return Sent(at("split-at", section, "rating-1900"), typed, renamed(section, 2, kim))


@case("copy-sections-from")
def copy_sections_from(kim: User) -> Sent:
    event = four(kim).event
    source = a_section(0, 5, by=kim, order="solkoff")
    return Sent(
        reverse("copy-sections-from", args=[event.slug, source.event.pk]),
        {"sections": [source.pk]},
        lambda: prizes.announce(source, "1st place $50", by=kim),
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


def a_deputy(kim: User) -> Staff:
    event = EventFactory.create(by=kim)
    return event.staff.create(user=UserFactory.create(), role=Role.ASSISTANT)


@case("invite")
def invite(kim: User) -> Sent:
    return Sent(reverse("invite", args=[EventFactory.create(by=kim).slug]), {"role": "assistant"})


KEY = "ABCDE-" * 7 + "ABCDE"


@case("mirror")
def mirror(kim: User) -> Sent:
    event = four(kim).event
    return Sent(
        reverse("mirror", args=[event.slug]),
        {"mirror": "https://chess.example", "key": KEY},
        lambda: joining.join(event, "https://club.example", KEY, by=kim),
    )


@case("stop-mirror")
def stop_mirror(kim: User) -> Sent:
    event = four(kim).event
    joining.join(event, "https://chess.example", KEY, by=kim)
    return Sent(
        reverse("stop-mirror", args=[event.slug]),
        {},
        lambda: joining.join(event, "https://club.example", KEY, by=kim),
    )


@case("choose-folder")
def choose_folder(kim: User) -> Sent:
    four(kim)
    beside = Path(settings.VAR_DIR).parent
    return Sent(
        reverse("choose-folder"),
        {"folder": str(beside / "one")},
        lambda: automatic.choose(str(beside / "other")),
    )


class Backup(BytesIO):
    """A file that is sent more than once."""

    name = "x.wallchart"

    def read(self, *args: Any) -> bytes:
        self.seek(0)
        return super().read(*args)


@case("restore")
def restore(kim: User) -> Sent:
    section = four(kim)
    file = Backup()
    backups.one_event(section.event, file)
    Standings.objects.all().delete()
    section.event.delete()
    return Sent(reverse("restore"), {"file": file})


@case("mirrors")
def mirrors(kim: User) -> Sent:
    four(kim)
    return Sent(reverse("mirrors"), {"address": "spring-open"})


def given_out(name: str) -> Callable[[User], Sent]:
    def sent(kim: User) -> Sent:
        four(kim)
        mirror = granting.give_out("spring-open", by=kim)
        return Sent(reverse(name, args=[mirror.pk]), {}, lambda: granting.renew(mirror))

    return sent


for name in ("renew-mirror", "take-back-mirror", "remove-mirror"):
    case(name)(given_out(name))


@case("withdraw-invitation")
def withdraw_invitation(kim: User) -> Sent:
    invitation = people.invite(EventFactory.create(by=kim), Role.ASSISTANT, by=kim)
    return Sent(
        reverse("withdraw-invitation", args=[invitation.event.slug, invitation.pk]),
        {},
        lambda: Invitation.objects.update(until=F("until") - timedelta(minutes=10)),
    )


@case("change-role")
def change_role(kim: User) -> Sent:
    deputy = a_deputy(kim)
    return Sent(
        reverse("change-role", args=[deputy.event.slug, deputy.user_id]),
        {"role": "scorekeeper"},
        lambda: people.change_role(deputy, Role.CHECK_IN, by=kim),
    )


@case("remove-person")
def remove_person(kim: User) -> Sent:
    deputy = a_deputy(kim)
    return Sent(
        reverse("remove-person", args=[deputy.event.slug, deputy.user_id]),
        {},
        lambda: people.change_role(deputy, Role.CHECK_IN, by=kim),
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


@case("number-by-rating")
def number_by_rating(kim: User) -> Sent:
    section = four(kim)
    player = section.players.get(number=2)
    rosters.edit_player(player, rating=1500, by=kim)
    return Sent(
        at("number-by-rating", section),
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


@case("pairing-options")
def choose_pairing_options(kim: User) -> Sent:
    section = four(kim)
    return Sent(
        at("pairing-options", section),
        OPTIONS | {"teams": "never"},
        lambda: orders.post_options(section, Options(acceleration="added_score"), by=kim),
    )


@case("keep-apart")
def keep_apart(kim: User) -> Sent:
    section = four(kim)
    return Sent(
        at("keep-apart", section),
        {"never": "1-2", "asked": "3-4"},
        lambda: apart.keep_apart(section, "2-4", "", by=kim),
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


@case("flyer")
def flyer(kim: User) -> Sent:
    section = four(kim)
    return Sent(
        reverse("flyer", args=[section.event.slug]),
        {"text": "All sections:\n1st place trophy", "do": "save"},
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


@case("choose-winner")
def choose_winner(kim: User) -> Sent:
    section = finished(kim)
    prizes.announce(section, "Sportsmanship trophy", by=kim)
    return Sent(
        at("choose-winner", section),
        {"prize": "sportsmanship", "number": 1},
        lambda: prizes.choose(section, "sportsmanship", 3, by=kim),
    )


@case("pair-round")
def pair_round(kim: User) -> Sent:
    section = four(kim)
    return Sent(
        at("pair-round", section, 1),
        {"pairings": "1 2"},
        lambda: pairings.pair(section, 1, "3 4", by=kim),
    )


def proposed(kim: User) -> Section:
    """Round 1 of four players, as the rules propose it."""
    section = four(kim)
    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
    return section


@case("propose-pairing")
def propose_pairing(kim: User) -> Sent:
    section = four(kim)
    return Sent(
        at("propose-pairing", section, 1),
        {},
        lambda: pairings.give_bye(section, 1, [1], Kind.HALF_BYE, by=kim),
    )


@case("change-pairing")
def change_pairing(kim: User) -> Sent:
    section = proposed(kim)
    return Sent(
        at("change-pairing", section, 1),
        {"do": "swap-0"},
        lambda: drafts.edit(section, 1, Draft((DraftBoard(1, 2),)), by=kim),
    )


@case("publish-pairing")
def publish_pairing(kim: User) -> Sent:
    section = proposed(kim)
    return Sent(
        at("publish-pairing", section, 1),
        {},
        lambda: drafts.edit(section, 1, Draft((DraftBoard(1, 2),)), by=kim),
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


@case("finish-section")
def finish(kim: User) -> Sent:
    section = won(kim)
    return Sent(at("finish-section", section), {}, renamed(section, 1, kim))


@case("reopen-section")
def reopen(kim: User) -> Sent:
    section = won(kim)
    finishing.finish(section, by=kim)

    def meanwhile() -> None:
        finishing.reopen(section, by=kim, reason="A slip was read wrong", stamp="")
        finishing.finish(section, by=kim)

    return Sent(at("reopen-section", section), {"reason": "Board 2 was entered wrong"}, meanwhile)


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


@case("take-companion")
def take_companion(kim: User) -> Sent:
    """Round 1 came in paired, and now with its results; meanwhile a result is entered here."""
    event = EventFactory.create(by=kim)
    paired, played_there = (read_program(data) for data in states()[1:3])
    companion.take(event, paired, by=kim)
    companion.upload(event, played_there, by=kim)
    board = Game.objects.get(round__section__event=event, board=1)
    address = reverse("take-companion", args=[event.slug])
    return Sent(address, {}, lambda: enter(board, "LW", by=kim))
