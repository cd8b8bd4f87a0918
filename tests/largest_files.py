"""The largest files that are taken, all people invented; and what they need of a process.

``python -m tests.largest_files registration`` uploads one to the database of its environment, as a director
does, and prints the seconds of the slower page.
"""

import os
import sys
from collections.abc import Callable
from time import process_time

from tests.swisssys_file import player, section, swisssys

LINES, SECTIONS = 5_000, 60
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def registration() -> bytes:
    """5,000 players of 60 sections and 300 schools, with columns that are dropped and not imported."""
    lines = ["Name,ID,Rating,Grade,School,Section,Byes,DOB,Parent Email,T-shirt,Notes"]
    lines += [
        f'"{a_name(at)}",{12_000_000 + at * 7},{100 + at * 13 % 1_900},{at % 13},School {at % 300}'
        f",Section {at % SECTIONS},{at % 5 + 1 if at % 9 == 0 else ''},5/{at % 28 + 1}/2014"
        f",parent{at}@example.org,{'SML'[at % 3]},{'Needs a chair near the door. ' * 28}"
        for at in range(LINES)
    ]
    return "\n".join(lines).encode()


def companion() -> bytes:
    """5,000 players of ten sections after seven rounds."""
    number = LINES // 10
    rounds = 7
    sections = []
    for of in range(10):
        # One half of a section plays the other, each round another one of it.
        half = number // 2
        people = []
        for at in range(number):
            first = at < half
            results = []
            for round in range(rounds):
                other = half + (at + round) % half if first else (at - half - round) % half
                board = (at if first else other) + 1
                results.append(f"{'+-'[not first]};{other + 1};{'WB'[(round + first) % 2]};{board}")
            name, uscf_id = a_name(of * number + at), str(13_000_000 + of * number + at)
            people.append(player(at + 1, *results, name=name, ID=uscf_id, Rating=2_000 - at, Email="a@b.org"))
        sections.append(section(people, f"Section {of + 1}", rounds))
    return swisssys(*sections)


LARGEST: dict[str, tuple[str, Callable[[], bytes], str]] = {
    "registration": ("registration-file", registration, "entries.csv"),
    "companion": ("companion", companion, "spring.sjson"),
}


def a_name(at: int) -> str:
    letters = "".join(_LETTERS[at * 7_919 % 456_976 // 26**place % 26] for place in range(4))
    return f"{letters.capitalize()}son, {letters[::-1].capitalize()}"


def main(kind: str) -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from django.contrib.auth.models import User
    from django.core.files.uploadedfile import SimpleUploadedFile
    from django.test import Client
    from django.urls import reverse

    from tournaments.services import setup

    by = User.objects.create_user("kim")
    event = setup.create_event(by=by, name="Spring")
    desk = Client(headers={"host": "localhost"})
    desk.force_login(by)
    address, made, name = LARGEST[kind]
    page = reverse(address, args=[event.slug])
    data = made()
    begun = process_time()
    sent = desk.post(page, {"file": SimpleUploadedFile(name, data)})
    uploaded = process_time()
    shown = desk.get(sent.headers["Location"])
    print(max(uploaded - begun, process_time() - uploaded))
    assert (sent.status_code, shown.status_code) == (302, 200), sent.text


if __name__ == "__main__":
    main(sys.argv[1])
