"""Fill an empty database with sections to measure; print a session and what to ask each section for."""

import sys
from itertools import islice

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.contrib.auth.models import User  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.middleware.csrf import _get_new_csrf_string  # noqa: E402

from tiebreaks.engine.ranking.sequence import RULEBOOK_SWISS  # noqa: E402
from tournaments.formats.records import RosterEntry, WallchartFile  # noqa: E402
from tournaments.models import Event, Game, Section  # noqa: E402
from tournaments.services import prizes, teams  # noqa: E402
from tournaments.services.importing import import_wallchart  # noqa: E402
from tournaments.services.setup import create_event, create_section  # noqa: E402
from tournaments.simulation.event import Plan, Simulation  # noqa: E402

from .fields import PRIZES, field, with_names_abroad, with_schools  # noqa: E402


def signed_in(user: User) -> str:
    session = SessionStore()
    session["_auth_user_id"] = str(user.pk)
    session["_auth_user_backend"] = settings.AUTHENTICATION_BACKENDS[0]
    session["_auth_user_hash"] = user.get_session_auth_hash()
    session.save()
    return str(session.session_key)


def simulated(event: Event, plan: Plan, user: User) -> Section:
    """All rounds but the last played through the services, the last one to be paired."""
    simulation = Simulation(event, plan, by=user)
    simulation.enter()
    for _played in islice(simulation.rounds(), plan.rounds - 1):
        continue
    return simulation.section


def main() -> None:
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    with connection.cursor() as cursor:
        key = "INTEGER PRIMARY KEY" if connection.vendor == "sqlite" else "SERIAL PRIMARY KEY"
        cursor.execute(f"CREATE TABLE bench_row (id {key}, n INTEGER)")
    user = User.objects.create_user("bench")
    print(signed_in(user), _get_new_csrf_string())
    event = create_event(name="Bench", draft=False, by=user)
    for size in sys.argv[1:]:
        field_of, *more = size.split("+")
        teams_too = "teams" in more
        players, rounds = map(int, field_of.split("x"))
        if "simulated" in more:
            section = simulated(event, Plan(players, rounds, section=size), user)
            print(f"{section.pk}:{event.slug}/{section.slug}:")
            continue
        section = create_section(event, name=size, rounds=rounds, draft=False, by=user)
        if "prizes" in more:
            prizes.announce(section, "\n".join(PRIZES), by=user)
        chart = with_schools(field(players, rounds)) if teams_too else field(players, rounds)
        if "names" in more:
            chart = with_names_abroad(chart)
        entries = [
            RosterEntry(number=c.number, name=c.name, rating=c.rating, team=c.team, grade=c.grade)
            for c in chart.cards
        ]
        file = WallchartFile("", chart, tuple(entries))
        import_wallchart(section, file, order=RULEBOOK_SWISS, by=user)
        if teams_too:
            teams.make_table(event, name="Schools", sections=[section], place_trophies=10, by=user)
        games = Game.objects.filter(round__section=section, round__number=rounds).order_by("board")
        print(f"{section.pk}:{event.slug}/{section.slug}:{','.join(str(game.pk) for game in games)}")


if __name__ == "__main__":
    main()
