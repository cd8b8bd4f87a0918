"""Random brackets: many tied ratings, unrated players, holes in the colors, pairs who have met."""

import random
from dataclasses import replace
from typing import NamedTuple

from tests.pairing.oracle import Oracle
from tournaments.pairing.field import Entrant, Field
from tournaments.pairing.options import parse


class Case(NamedTuple):
    field: Field
    oracle: Oracle
    arriving: tuple[int, ...]
    group: tuple[int, ...]
    below: tuple[int, ...]
    following: tuple[int, ...]


def case(seed: int, sizes: tuple[int, ...], floaters: int = 0, teams: str = "off", *others: str) -> Case:
    """Score groups of these sizes, the lowest one last; the first ``floaters`` players come from above.

    ``teams`` is how teammates are avoided (28N); ``others`` are more options, as they are written.
    """
    rng = random.Random(seed)
    rounds = rng.randint(1, 6)
    spread = rng.choice((60, 150, 400, 900))
    entrants = []
    scores = [len(sizes) - at for at, size in enumerate(sizes) for _ in range(size)]
    for number, score in enumerate([len(sizes) + 1] * floaters + scores, 1):
        rating = None if rng.random() < 0.1 else 1000 + 10 * rng.randint(0, spread // 10)
        colors = "".join(rng.choice("wwwbbb-") for _ in range(rounds))
        entrants.append(Entrant(number, f"P{number}", rating, 4 * score, colors))
    met = rng.choice((0.0, 0.1, 0.3))
    barred: dict[int, set[int]] = {}
    for x in range(1, len(entrants) + 1):
        for y in range(x + 1, len(entrants) + 1):
            # Two floaters who could meet would have met above.
            if rng.random() < met or y <= floaters:
                barred.setdefault(x, set()).add(y)
    of_teams = random.Random(f"teams {seed}")
    names = "ABCD"[: of_teams.randint(2, 4)]
    if teams != "off":
        entrants = [replace(player, team=of_teams.choice(names)) for player in entrants]
    games, last = of_teams.randint(0, 5), of_teams.random() < 0.3
    options = parse([f"teams={teams}", *others])
    field = Field(entrants, barred, options, games_played=games, last_round=last)
    keeping = {
        4 * score
        for score in range(len(sizes) + 2)
        if teams == "if_required"
        or (teams == "plus_two" and 2 * score - games >= 2)
        or (teams == "never" and last and score == field.score[0] / 4)
    }
    pairs = {frozenset((x, y)) for x, others in enumerate(field.barred) for y in others}
    players = [(p.rating, p.score_q, p.colors) for p in field.players]
    ends = [floaters]
    for size in sizes:
        ends.append(ends[-1] + size)
    everyone = range(ends[-1])
    return Case(
        field,
        Oracle(
            players,
            pairs,
            teams=[p.team for p in field.players],
            keeping=keeping,
            neighbors=options.small_swiss == "neighbors",
            teams_later=options.teams_before == "alternation",
        ),
        tuple(everyone[:floaters]),
        tuple(everyone[floaters : ends[1]]),
        tuple(everyone[ends[1] :]),
        tuple(everyone[ends[1] : ends[2]]) if len(ends) > 2 else (),
    )
