"""`python -m tests.durability.hall SECTIONS`: an event in a new database, 200 open boards in each section.

Prints ``{"username", "password", "games"}`` as one line.
"""

import json
import sys

import django


def main() -> None:
    django.setup()
    from django.core.management import call_command

    from tests.factories import PASSWORD, EventFactory, UserFactory, all_open
    from tournaments.models import Game

    call_command("migrate", verbosity=0)
    director = UserFactory.create()
    event = EventFactory.create(by=director)
    for number in range(int(sys.argv[1])):
        all_open(players=40, rounds=10, event=event, name=f"Section {number}")
    games = list(Game.objects.order_by("pk").values_list("pk", flat=True))
    print(json.dumps({"username": director.username, "password": PASSWORD, "games": games}))


if __name__ == "__main__":
    main()
