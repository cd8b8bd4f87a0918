"""Six scorers enter two hundred results into one section at the same time, through a real server.

Each scorer is a process with a session of its own.
"""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from django.core.management import call_command

from tests.concurrency.conftest import PATIENCE, ROOT
from tests.factories import (
    PASSWORD,
    EntryFactory,
    EventFactory,
    UserFactory,
    a_section,
    all_open,
    as_it_stands,
    director_of,
    games_of,
)
from tournaments.models import Game, LogEntry, Section, Staff, TeamTable
from tournaments.services import pairings, rosters, teams

PLAYERS, ROUNDS, SCORERS = 40, 10, 6

Entry = tuple[int, str, int]


@pytest.fixture
def section(transactional_db: None) -> Section:
    """Two hundred open boards: forty players, paired round about for ten rounds."""
    return all_open(PLAYERS, ROUNDS)


@contextmanager
def scorer(site: str, username: str, entries: list[Entry]) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.concurrency.scorer"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    told = {"site": site, "username": username, "password": PASSWORD, "entries": entries}
    try:
        assert process.stdin
        process.stdin.write(json.dumps(told) + "\n")
        process.stdin.flush()
        yield process
    finally:
        process.kill()
        process.communicate()


def enter_together(site: str, section: Section, shares: list[list[Entry]]) -> list[dict[Entry, int]]:
    """What each scorer was answered for each entry; all begin when the last one has signed in."""
    with ExitStack() as hall:
        scorers = []
        for number, entries in enumerate(shares):
            user = UserFactory.create(username=f"scorer{number}")
            Staff.objects.create(event=section.event, user=user)
            scorers.append(hall.enter_context(scorer(site, user.username, entries)))
        for process in scorers:
            assert process.stdout
            assert process.stdout.readline() == "ready\n"
        for process in scorers:
            assert process.stdin
            process.stdin.write("go\n")
            process.stdin.flush()
        statuses = [json.loads(process.communicate(timeout=PATIENCE)[0]) for process in scorers]
    return [dict(zip(entries, got, strict=True)) for entries, got in zip(shares, statuses, strict=True)]


def stands(game: int) -> str:
    seats = Game.objects.get(pk=game).seats.order_by("-side")
    return "".join(seats.values_list("kind", flat=True))


@pytest.mark.slow
def test_six_scorers_enter_two_hundred_results_and_nothing_is_lost(site: str, section: Section) -> None:
    games = [game.pk for number in range(1, ROUNDS + 1) for game in games_of(section, number)]
    assert len(games) == 200
    results = {game: ("WL", "LW", "DD", "XF")[game % 4] for game in games}
    shares: list[list[Entry]] = [[] for _scorer in range(SCORERS)]
    for at, game in enumerate(games):
        shares[at % SCORERS].append((game, results[game], 0))
    # Some boards are entered by two, one after the other or at once: the same, or another result.
    the_same, another = games[5::10], games[2::10]
    for game in the_same:
        shares[(games.index(game) + 1) % SCORERS].append((game, results[game], 0))
    for game in another:
        shares[(games.index(game) + 1) % SCORERS].insert(games.index(game) // SCORERS, (game, "FF", 0))

    answers = enter_together(site, section, shares)

    assert Counter(status for share in answers for status in share.values()) == {
        200: 200 + len(the_same),
        409: len(another),
    }
    # Who entered a board that two entered alike is the faster one, whom the answers do not tell.
    accepted = {
        game: (result, f"scorer{number}")
        for number, share in enumerate(answers)
        for (game, result, _revision), status in share.items()
        if status == 200 and game not in the_same
    }
    assert len(accepted) == 200 - len(the_same)
    assert {game: stands(game) for game in accepted} == {game: r for game, (r, _who) in accepted.items()}
    assert {game: stands(game) for game in the_same} == {game: results[game] for game in the_same}
    assert set(Game.objects.values_list("revision", flat=True)) == {1}

    after = as_it_stands(section)
    assert after.version == section.version + 200
    call_command("check_standings")

    log = LogEntry.objects.filter(standings__section=section, version__gt=section.version).order_by("version")
    assert [entry.version for entry in log] == list(range(section.version + 1, after.version + 1))
    logged = {
        next(pk for table, pk, *_ in entry.rows if table == "game"): entry.who.username
        for entry in log.select_related("who")
        if entry.who
    }
    assert len(logged) == 200
    assert {game: logged[game] for game in accepted} == {g: who for g, (_result, who) in accepted.items()}


@pytest.mark.slow
def test_two_sections_of_one_table_of_teams_change_at_once_and_it_misses_neither(
    site: str, transactional_db: None
) -> None:
    event = EventFactory.create()
    sections = [a_section(0, 2, event=event, name=name) for name in ("K-1", "K-3")]
    for section in sections:
        entries = [EntryFactory.create(team=f"School {n % 5}") for n in range(PLAYERS)]
        rosters.add_players(section, entries, by=director_of(section))
        for number in (1, 2):
            lines = "\n".join(f"{n} {PLAYERS + 1 - n}" for n in range(1, PLAYERS // 2 + 1))
            pairings.pair(section, number, lines, by=director_of(section))
            pairings.publish(section, number, by=director_of(section))
    table = teams.make_table(event, name="Teams", sections=sections, by=director_of(event))
    games = [[game.pk for n in (1, 2) for game in games_of(section, n)] for section in sections]
    shares = [[(game, "WL", 0) for game in own[at::2]] for own in games for at in (0, 1)]

    answers = enter_together(site, sections[0], shares)

    assert {status for share in answers for status in share.values()} == {200}
    assert TeamTable.objects.get().version == table.version + 2 * PLAYERS
    call_command("check_standings")
