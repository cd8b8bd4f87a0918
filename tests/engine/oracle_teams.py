"""A second reading of the rules of teams (§11), beside the oracle of players and written like it.

It imports nothing of `tiebreaks`. A section is the text of its wall chart and the order posted for its
players. What a player's own systems say comes from `oracle`; what becomes of it for a team is said here
anew: who is a member and who counts, what their team is worth, which team stands before which.
"""

from fractions import Fraction
from typing import Any

from tests.engine import oracle
from tests.engine.oracle import Row, show
from tests.engine.oracle_chart import Chart, Entry, Key, Words, count_rounds, is_played, read, score, slots_of

# A section and the entry in it.
Member = tuple[int, Entry]
# What a team has for each step of the order.
Keys = list[tuple[bool, bool, Fraction]]

INDIVIDUAL = [
    "modified_median", "solkoff", "cumulative", "median", "most_blacks", "kashdan", "sonneborn_berger",
    "opposition_cumulative", "opposition_performance", "average_opposition", "win_count",
]  # fmt: skip
CUMULATIVE = oracle.VARIATIONS["cumulative"]
VARIATIONS = {"team_cumulative": CUMULATIVE, "cumulative_of_team": CUMULATIVE} | {
    f"sum:{code}": " ".join(
        word for word in oracle.VARIATIONS.get(code, "").split() if word not in oracle.GROUP_VARIATIONS
    )
    for code in INDIVIDUAL
}


# --- who is a member, and who counts (§11.2) -----------------------------------------------------


def read_sections(sections: list[tuple[str, list[str]]], after: int | None, live: bool) -> list[Chart]:
    """The charts of the sections, counted, each with the rows of its players in their order."""
    charts = []
    for text, order in sections:
        chart = read(text)
        count_rounds(chart, after, live)
        chart["order"] = order
        chart["rows"] = oracle.standings(text, order, after, live)
        charts.append(chart)
    return charts


def better_players(section: int, position: int, charts: list[Chart]) -> list[Any]:
    """What is compared of this row: the section's own order, or what the sections have in common."""
    chart = charts[section]
    entry = chart["entries"][chart["rows"][position]["number"]]
    if len(charts) == 1:
        return [-position]
    compared = []
    for at, step in enumerate(chart["order"]):
        code, _, words = step.partition(":")
        variations = words.split("+") if words else []
        alike = all(len(c["order"]) > at and c["order"][at] == step for c in charts)
        if not alike or oracle.is_group_step(code, variations):
            break
        value = oracle.SYSTEMS[code](entry, chart, variations, [entry])
        first = "otb_first" in variations and oracle.scored_over_the_board(entry)
        compared += [first, value is not None, value or Fraction(0)]
    # What nothing tells apart: the sections as they are listed, then the players as theirs has them.
    return [*compared, -section, -position]


def first_entry(entry: Entry, chart: Chart) -> Key:
    return (
        first_entry(chart["entries"][entry["reentry of"]], chart) if entry["reentry of"] else entry["number"]
    )


def members_of(charts: list[Chart], lowest_number: bool) -> dict[str, list[Member]]:
    """{team: its members}, who counts first. A member is (section, entry)."""
    everybody = []
    for section, chart in enumerate(charts):
        for position, row in enumerate(chart["rows"]):
            entry = chart["entries"][row["number"]]
            if row["rank"] is None or not entry["team"]:
                continue
            better = (
                [-row["number"], -section] if lowest_number else better_players(section, position, charts)
            )
            everybody.append(([score(entry), *better], section, entry))
    teams: dict[str, list[Member]] = {}
    for _, section, entry in sorted(everybody, key=lambda one: one[0], reverse=True):
        members = teams.setdefault(entry["team"].lower().replace(" ", ""), [])
        # 34H: who entered again is one member, by the better entry.
        person = first_entry(entry, charts[section])
        if (section, person) not in [(s, first_entry(e, charts[s])) for s, e in members]:
            members.append((section, entry))
    return teams


# --- what a team is worth ------------------------------------------------------------------------


def taken_off(entry: Entry, variations: Words) -> Fraction:
    """34E3: the points awarded without a game."""
    points = [slot["points"] for slot in slots_of(entry) if not is_played(slot)]
    if "no_deduction" in variations:
        return Fraction(0)
    if "full_only" in variations:
        return Fraction(sum(1 for point in points if point >= 1))
    return sum(points, Fraction(0))


def running_score(entry: Entry, r: int) -> Fraction | None:
    """The score after round r; None where the player has nothing in that round."""
    if r > len(entry["rounds"]) or not entry["rounds"][r - 1]:
        return None
    return sum((slot["points"] for slots in entry["rounds"][:r] for slot in slots), Fraction(0))


def team_cumulative(charts: list[Chart], members: list[Member], best: int, variations: Words) -> Fraction:
    """After each round the best running scores of that round; unplayed points of the last ones off."""
    total = Fraction(0)
    for r in range(1, max(chart["count"] for chart in charts) + 1):
        running = []
        for section, entry in members:
            omitted = "omit_last" in variations and r == charts[section]["count"]
            at = running_score(entry, r)
            if at is not None and not omitted:
                running.append(at)
        total += sum(sorted(running, reverse=True)[:best], Fraction(0))
    return total - sum((taken_off(entry, variations) for _, entry in members[:best]), Fraction(0))


def sum_of(
    code: str, charts: list[Chart], members: list[Member], best: int, variations: Words
) -> Fraction | None:
    """The counting members' values; none where it says nothing of any of them."""
    values = [
        oracle.SYSTEMS[code](entry, charts[section], variations, [entry]) for section, entry in members[:best]
    ]
    said = [value for value in values if value is not None]
    return sum(said, Fraction(0)) if said else None


def value_of(
    code: str, charts: list[Chart], members: list[Member], best: int, variations: Words
) -> Fraction | None:
    if code == "team_cumulative":
        return team_cumulative(charts, members, best, variations)
    if code == "cumulative_of_team":
        return sum_of("cumulative", charts, members, best, variations)
    return sum_of(code.removeprefix("sum:"), charts, members, best, variations)


# --- the table -----------------------------------------------------------------------------------


def split_step(step: str) -> tuple[str, list[str]]:
    """`sum:cumulative:omit_last+full_only`: the code, and the words after it."""
    parts = step.split(":")
    words = parts[2:] if parts[0] == "sum" else parts[1:]
    return step[: len(step) - len(":".join(words))].rstrip(":"), words[0].split("+") if words else []


def team_standings(
    sections: list[tuple[str, list[str]]],
    order: list[str],
    best: int,
    minimum: int = 1,
    lowest_number: bool = False,
    after: int | None = None,
    live: bool = False,
) -> list[Row]:
    """The rows of the teams; `counting` are (section, number), the first being section 0."""
    charts = read_sections(sections, after, live)
    teams = members_of(charts, lowest_number)
    rows: dict[str, Row] = {}
    keys: dict[str, Keys] = {}
    for name in sorted(teams):
        counting = teams[name][:best]
        points = sum((score(entry) for _, entry in counting), Fraction(0))
        otb = any(oracle.scored_over_the_board(entry) for _, entry in counting)
        tiebreaks = {}
        keys[name] = []
        for step in order:
            code, variations = split_step(step)
            assert all(v in [*VARIATIONS[code].split(), "otb_first"] for v in variations), step
            value = value_of(code, charts, teams[name], best, variations)
            tiebreaks[step] = show(value)
            keys[name].append((otb and "otb_first" in variations, value is not None, value or Fraction(0)))
        rows[name] = {
            "team": name, "points": points, "score": show(points), "place": None, "rank": None, "tied": None,
            "tiebreaks": tiebreaks, "decided_by": None, "ahead_by": None,
            "counting": [(section, entry["number"]) for section, entry in counting],
        }  # fmt: skip
    ranked = [name for name in rows if len(teams[name]) >= minimum]
    place(rows, keys, ranked, order)
    for row in rows.values():
        del row["points"]
    return sorted(rows.values(), key=lambda row: (row["rank"] or len(rows) + 1, row["team"]))


def place(rows: dict[str, Row], keys: dict[str, Keys], ranked: list[str], order: list[str]) -> None:
    """Place, rank and what decided, by looking at each team among all the others."""
    for name in ranked:
        row = rows[name]
        same = [other for other in ranked if rows[other]["points"] == row["points"]]
        first = 1 + sum(rows[other]["points"] > row["points"] for other in ranked)
        row["place"] = str(first) if len(same) == 1 else f"{first}-{first + len(same) - 1}"
        row["rank"] = first + sum(keys[other] > keys[name] for other in same)
        row["tied"] = sum(keys[other] == keys[name] for other in same)
        above = [keys[other] for other in same if keys[other] > keys[name]]
        below = [keys[other] for other in same if keys[other] < keys[name]]
        row["decided_by"] = first_difference(min(above), keys[name], order) if above else None
        row["ahead_by"] = first_difference(max(below), keys[name], order) if below else None


def first_difference(one: Keys, other: Keys, order: list[str]) -> str:
    return next(step for step, mine, theirs in zip(order, one, other, strict=True) if mine != theirs)
