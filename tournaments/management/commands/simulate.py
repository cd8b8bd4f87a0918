"""Play an event by chance: to look at a full one, to test, to measure."""

from argparse import ArgumentTypeError
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import CommandError, CommandParser
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.lines import clean_line
from tournaments.errors import Refused
from tournaments.management.worded import WordedCommand
from tournaments.models import Event
from tournaments.selectors.awards.ceremony import held
from tournaments.services import setup
from tournaments.simulation.event import Plan, Played, Simulation, most_rounds
from tournaments.simulation.people import MOST_PEOPLE
from tournaments.text.commands import as_started
from tournaments.text.wording import problem

from ..files import WRONG_ARGUMENTS
from .demo import USERNAME, new_password

MOST_ROUNDS = 30  # of a section
MOST_SEED = 999_999_999


class Command(WordedCommand):
    help = (
        "Play an event of invented players by chance, as its director does at the desk: entries, byes,"
        " pairings, results, withdrawals, awards. The same numbers play the same event again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        players = number(2, min(MOST_PEOPLE, settings.SECTION_ENTRIES))
        parser.add_argument(
            "--players", type=players, default=80, metavar="N", help="entries, including late ones (80)"
        )
        parser.add_argument(
            "--rounds", type=number(1, MOST_ROUNDS), default=5, metavar="N", help="rounds of the Swiss (5)"
        )
        parser.add_argument(
            "--seed", type=number(0, MOST_SEED), default=1, metavar="N", help="the random seed (1)"
        )
        parser.add_argument("--name", type=event_name, default="", help="what the event is called")
        parser.add_argument(
            "--director",
            metavar="NAME",
            help="who has the event at the desk (default: the first director of this database, or a new one)",
        )

    def handle(
        self,
        *args: Any,
        players: int,
        rounds: int,
        seed: int,
        name: str,
        director: str | None,
        **options: Any,
    ) -> None:
        if rounds > (most := most_rounds(players)):
            message = ngettext(
                "%(players)d players can play %(most)d round at most without meeting twice. Ask for fewer"
                " rounds or more players.",
                "%(players)d players can play %(most)d rounds at most without meeting twice. Ask for fewer"
                " rounds or more players.",
                most,
            )
            raise CommandError(message % {"players": players, "most": most}, returncode=WRONG_ARGUMENTS)
        by = self.director(director)
        name = name or _("Simulated event, seed %(seed)d") % {"seed": seed}
        try:
            event = setup.create_event(name=name, starts_on=timezone.localdate(), draft=False, by=by)
            self.play(Simulation(event, Plan(players, rounds, seed), by=by))
        except Refused as refused:
            raise CommandError(refused.message) from refused

    def play(self, simulation: Simulation) -> None:
        section = simulation.section
        self.say(_("%(event)s begins.") % {"event": section.event.name})
        for played in simulation.play():
            self.say(line(played))
        if simulation.ended:
            self.say(_("The event ended early. %(why)s") % {"why": simulation.ended})
        awards = held(section)
        self.say(
            _("Awards frozen: trophies %(trophies)d, prize money %(money)s.")
            % {"trophies": len(awards.record.awards), "money": awards.paid}
        )
        self.say(
            _("Public page: %(address)s")
            % {"address": reverse("standings", args=[section.event.slug, section.slug])}
        )
        self.say(_("Desk: %(address)s") % {"address": reverse("desk-event", args=[section.event.slug])})

    def say(self, text: str) -> None:
        """At once: a large event takes a minute."""
        self.stdout.write(text)
        self.stdout.flush()

    def director(self, name: str | None) -> User:
        """Who directs the event. In a database without anybody the demo's director, with a new password."""
        people = User.objects.filter(is_active=True).order_by("pk")
        found = people.filter(username__iexact=name).first() if name else people.first()
        if name and found is None:
            message = _(
                "There is no director named {name}. Create one with: python manage.py director {name}"
            )
            raise CommandError(as_started(message).format(name=name), returncode=WRONG_ARGUMENTS)
        if found is not None:
            return found
        password = new_password()
        self.say(
            _("Sign in with the user name %(name)s and the password %(password)s")
            % {"name": USERNAME, "password": password}
        )
        return User.objects.create_user(USERNAME, password=password, is_staff=True)


def line(played: Played) -> str:
    return _(
        "Round %(number)d: boards %(boards)d, full-point byes %(full_point_byes)d, other byes"
        " %(other_byes)d, forfeits %(forfeits)d, late entries %(late)d, withdrawn %(left)d."
    ) % vars(played)


def number(least: int, most: int) -> Callable[[str], int]:
    """Reads a number in these bounds."""

    def read(text: str) -> int:
        if text.isascii() and text.isdigit() and len(text) < 10 and least <= int(text) <= most:
            return int(text)
        expected = _("a number from %(least)d to %(most)d") % {"least": least, "most": most}
        raise ArgumentTypeError(problem(text, expected))

    return read


def event_name(text: str) -> str:
    longest = Event._meta.get_field("name").max_length or 0
    if len(name := clean_line(text)) > longest:
        expected = _("at most %(longest)d letters") % {"longest": longest}
        raise ArgumentTypeError(problem(f"{name[:20]}…", expected))
    return name
