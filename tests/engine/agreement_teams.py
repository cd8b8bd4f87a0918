"""Do the engine and the oracle agree about teams? As `agreement` does for players."""

import random
import re
from collections.abc import Iterable, Iterator
from typing import Any

from tests.engine import agreement, oracle_teams
from tests.engine.random_charts import random_chart
from tiebreaks.engine.chart import reading
from tiebreaks.engine.chart.wallchart import Wallchart
from tiebreaks.engine.ranking import fold as ranking
from tiebreaks.engine.ranking import membership, sequence
from tiebreaks.engine.ranking.membership import SectionRanking
from tiebreaks.engine.systems import MATCH_SYSTEMS, TEAM_SYSTEMS
from tournaments.formats import standings_json, wallchart_csv

# The charts of every run; `make long` draws many more.
CHARTS = range(120)
SCHOOLS = ["Lincoln", "Oak Hill", "Riverside", "Elm", ""]


def disagreements(seeds: Iterable[int]) -> Iterator[str]:
    """What the two say differently of the teams of one section or of two together, in every reading."""
    for seed in seeds:
        rng = random.Random(seed)
        texts = [with_teams(rng, random_chart(rng)) for _ in range(rng.choice([1, 1, 2]))]
        charts = [wallchart_csv.read(text).chart for text in texts]
        order = agreement.random_order(rng, TEAM_SYSTEMS)
        orders = [agreement.random_order(rng)] * len(texts)
        if len(texts) > 1 and rng.random() < 0.3:
            orders = [sequence.RULEBOOK_SWISS, "modified_median,solkoff,kashdan"]
        rules = rng.randint(1, 5), rng.randint(1, 3), rng.random() < 0.3
        posted = [(text, each.split(",")) for text, each in zip(texts, orders, strict=True)]
        for after in (*range(min(chart.through for chart in charts) + 1), None):
            expected = oracle_teams.team_standings(posted, order.split(","), *rules, after, after is None)
            found = computed(list(zip(charts, orders, strict=True)), order, rules, after)
            if expected != found:
                where = "live" if after is None else f"after round {after}"
                told = f"seed {seed}, {where}, {order} of {orders}, {rules}:"
                yield "\n".join([told, f"oracle {expected}", f"engine {found}", *texts])


def computed(
    charts: list[tuple[Wallchart, str]], order: str, rules: tuple[int, int, bool], after: int | None
) -> list[dict[str, Any]]:
    """The engine's rows, in the oracle's way of naming teams and members."""
    sections = []
    for at, (chart, posted) in enumerate(charts):
        read = reading.live(chart) if after is None else reading.after_round(chart, after)
        sections.append(SectionRanking(str(at), ranking.rank(read, sequence.parse(posted))))
    teams = membership.form_teams(sections, *rules)
    rows = standings_json.team_rows(ranking.rank(teams, sequence.parse(order, TEAM_SYSTEMS)))
    for row in rows:
        members = [teams.members[key] for key in row["counting"]]
        row["team"] = row["team"].lower().replace(" ", "")
        row["counting"] = [(int(member.section), member.card.number) for member in members]
    return rows


# --- teams that meet each other -------------------------------------------------------------------

WON, DRAWN = [("2.5", "1.5"), ("3", "1"), ("4", "0"), ("2", "1.5")], [("2", "2"), ("1.5", "1.5")]
BOARDS = {"W": WON, "L": [(theirs, mine) for mine, theirs in WON], "D": DRAWN}
MATCH = re.compile(r"([WLDNRS?XFZ])(\d+)([wb]?)(=[\d.]+)?", re.IGNORECASE)


def match_disagreements(seeds: Iterable[int]) -> Iterator[str]:
    """What the two say differently of charts whose entries are teams, in every reading."""
    for seed in seeds:
        rng = random.Random(seed)
        text = with_boards(rng, random_chart(rng, games=1))
        file = wallchart_csv.read(text)
        if file.problems:
            yield f"seed {seed}: the reader refuses a valid chart: {file.problems}\n{text}"
            continue
        order = agreement.random_order(rng, MATCH_SYSTEMS)
        for posted in (order, "match_points,game_points,us_amateur", "game_points,us_amateur:adjusted"):
            for after in (*range(file.chart.through + 1), None):
                if difference := agreement.compare(text, file.chart, posted, after, MATCH_SYSTEMS):
                    yield f"seed {seed}, {posted}, {difference}\n{text}"


def with_boards(rng: random.Random, text: str) -> str:
    """The same chart as one of teams: most matches have board points, which rank in some."""
    lines = text.splitlines()
    header = next(at for at, line in enumerate(lines) if not line.startswith("# "))
    directives = ["# entrants: teams", "# boards: 4"]
    if rng.random() < 0.1 or "@" in text:
        return "\n".join([*directives, *lines]) + "\n"
    if rng.random() < 0.4:
        directives.append("# score: game points")
    delimiter = next(mark for mark in "\t;," if mark in lines[header])
    scored: dict[tuple[int, int, int], str] = {}
    for at in range(header + 1, len(lines)):
        fields = lines[at].split(delimiter)
        for column, field in enumerate(fields[5:], 5):
            match = MATCH.fullmatch(field)
            if match:
                fields[column] = scored_match(rng, match, (column, int(fields[0]), int(match[2])), scored)
            elif field.upper() == "B" and rng.random() < 0.3:
                fields[column] = f"{field}(2)"
        lines[at] = delimiter.join(fields)
    return "\n".join([*directives, *lines]) + "\n"


def scored_match(
    rng: random.Random,
    match: re.Match[str],
    key: tuple[int, int, int],
    scored: dict[tuple[int, int, int], str],
) -> str:
    letter = match[1].upper()
    if letter in "?XFZ" and rng.random() < 0.5:
        return match[0]
    column, me, other = key
    if key not in scored:
        loose = [(rng.choice("01234"), rng.choice(["0.5", "1.5", "3"]))]
        mine, theirs = rng.choice(BOARDS.get(letter, loose))
        scored[key], scored[column, other, me] = mine, theirs
    return f"{match[1]}{match[2]}{match[3]}({scored[key]}){match[4] or ''}"


def with_teams(rng: random.Random, text: str) -> str:
    """The same chart with a column of schools, some names typed in capitals or without their blanks."""
    lines = []
    for line in text.splitlines():
        if not line.startswith("# "):
            delimiter = next(mark for mark in "\t;," if mark in line)
            school = rng.choice(SCHOOLS)
            heading = line.lower().startswith("number")
            typed = rng.choice([school, school.replace(" ", ""), school.upper()])
            line += delimiter + ("team" if heading else typed)
        lines.append(line)
    return "\n".join(lines) + "\n"
