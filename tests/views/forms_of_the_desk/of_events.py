"""Forms of an event, of its people, of backups and mirrors."""

from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import F
from django.urls import reverse

from tests.factories import EntryFactory, EventFactory, UserFactory, a_section
from tests.rating_lists import a_list, as_text
from tiebreaks.models import Standings
from tournaments.formats import registration
from tournaments.formats.carried_table import packed
from tournaments.models import Invitation, Role, Staff
from tournaments.selectors.files.rating_updates import updates
from tournaments.services import (
    backups,
    check_in,
    importing,
    people,
    rosters,
    setup,
    visibility,
)
from tournaments.services import rating_report as rating_reports
from tournaments.services.backups import automatic
from tournaments.services.mirroring import granting, joining

from .cases import Sent, case, four, renamed


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


@case("payment")
def payment(kim: User) -> Sent:
    player = four(kim).players.get(number=2)
    return Sent(
        reverse("payment", args=[player.section.event.slug, player.pk]),
        {"amount": "12.50"},
        lambda: check_in.correct_fee(player.section.event, player.pk, 45_00, by=kim),
    )


@case("write-school")
def write_school(kim: User) -> Sent:
    section = four(kim)
    section.players.filter(number__in=(1, 3)).update(team="Lincoln Elementary")
    section.players.filter(number=2).update(team="Lincoln Elem")
    player = section.players.get(number=2)
    return Sent(
        reverse("write-school", args=[section.event.slug, player.pk]),
        {"team": "Lincoln Elementary"},
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
        {"carried": packed(table), "seen": seen, "do": "import"},
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


@case("number-boards")
def number_boards(kim: User) -> Sent:
    first = four(kim)
    second = a_section(4, event=first.event, by=kim)
    return Sent(
        reverse("number-boards", args=[first.event.slug]),
        {},
        lambda: rosters.add_players(second, [EntryFactory.create() for _ in range(2)], by=kim),
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
