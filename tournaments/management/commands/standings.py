"""Print the standings of wall chart files, without a database."""

import json
from dataclasses import replace
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from tiebreaks.engine.chart.reading import after_round, live
from tiebreaks.engine.ranking import sequence as sequences
from tiebreaks.engine.ranking.fold import Ranked, Ranking, rank
from tiebreaks.engine.ranking.membership import SectionRanking, form_teams
from tiebreaks.engine.systems import MATCH_SYSTEMS, TEAM_SYSTEMS
from tiebreaks.engine.teams.teams import Teams
from tournaments.formats import wallchart_csv
from tournaments.formats.records import WallchartFile
from tournaments.formats.standings_csv import as_csv
from tournaments.formats.standings_json import FileStandings, as_dict, has_number
from tournaments.formats.standings_text import as_text
from tournaments.text import wording

from ..files import (
    WRONG_ARGUMENTS,
    count,
    default_order,
    explain_files,
    finish,
    misplaced_systems,
    opened,
    posted,
    print_utf8,
)


class Command(BaseCommand):
    help = "Print the standings of wall chart files (CSV, one section per file). Uses no database."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        explain_files(parser)
        parser.add_argument("files", nargs="+", metavar="FILE", help="a wall chart, or - for standard input")
        parser.add_argument(
            "--order",
            type=partial(posted, systems=MATCH_SYSTEMS),
            help="tiebreak systems in order, such as modified_median,solkoff,cumulative:omit_last"
            " (default: the rulebook's order for the format)",
        )
        when = parser.add_mutually_exclusive_group()
        when.add_argument(
            "--after",
            type=count,
            metavar="ROUND",
            help="standings after this round (default: last complete)",
        )
        when.add_argument("--live", action="store_true", help="include the round being played")
        parser.add_argument(
            "--why", type=count, metavar="NUMBER", help="explain the tiebreaks of this player"
        )
        parser.add_argument(
            "--teams",
            type=count,
            metavar="N",
            help="rank teams too; the best N players of each count",
        )
        parser.add_argument(
            "--team-order",
            type=partial(posted, systems=TEAM_SYSTEMS),
            help="tiebreak systems for teams, such as team_cumulative,sum:solkoff"
            f" (default: {sequences.SCHOLASTIC_TEAMS})",
        )
        parser.add_argument(
            "--team-minimum",
            type=count,
            metavar="M",
            help="list teams of fewer than M players without ranking them (default: 1)",
        )
        parser.add_argument(
            "--team-lowest-number",
            action="store_true",
            help="among equal scores count the lowest pairing numbers (default: the best tiebreaks)",
        )
        parser.add_argument("--format", choices=["table", "json", "csv"], default="table")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["teams"] is None and any(
            options[name] for name in ("team_order", "team_minimum", "team_lowest_number")
        ):
            raise CommandError(
                _("Options for teams need --teams N. Add it, or leave them out."), returncode=WRONG_ARGUMENTS
            )
        print_utf8()
        texts, unopened = opened(options["files"])
        computed = [self.compute(path, text, options) for path, text in texts]
        good = [standings for standings in computed if standings.ranking]
        asked = options["why"]
        if asked is not None and good and not any(has_number(s.ranking, asked) for s in good if s.ranking):
            raise CommandError(
                _("No player has number %(number)d.") % {"number": asked}, returncode=WRONG_ARGUMENTS
            )
        if options["format"] == "json":
            self.stdout.write(json.dumps([as_dict(standings) for standings in computed], indent=1))
        else:
            printed = as_csv if options["format"] == "csv" else as_text
            self.stdout.write("\n".join(map(printed, good)), ending="")
        self.report(computed, notes=options["format"] == "table")
        finish(unopened, sum(one.ranking is None for one in computed))

    def compute(self, path: str, text: bytes, options: dict[str, Any]) -> FileStandings:
        file = wallchart_csv.read(text)
        if options["teams"] is not None and file.two_teams:
            file = replace(file, problems=tuple(sorted({*file.problems, *file.two_teams})))
        order = options["order"] or default_order(file)
        if file.problems:
            return FileStandings(path, file, order, ranking=None)
        if refused := misplaced(file, order, options):
            raise CommandError(f"{path}: {refused}", returncode=WRONG_ARGUMENTS)
        try:
            reading = live(file.chart) if options["live"] else after_round(file.chart, options["after"])
            ranking = rank(reading, order)
        except ValueError as error:
            raise CommandError(f"{path}: {error}", returncode=WRONG_ARGUMENTS) from error
        return FileStandings(path, file, order, ranking, options["why"], teams(file, ranking, options))

    def report(self, computed: list[FileStandings], notes: bool) -> None:
        """Print problems by line and column, and notes if a person reads them."""
        for standings in computed:
            for line, column, read, expected in standings.file.problems:
                problem = wording.problem(read, expected)
                self.stderr.write(f"{standings.path}:{line}:{column}: {problem}")
            for note in standings.file.notes if notes else ():
                self.stderr.write(f"{standings.path}: {note}", self.style.NOTICE)


def teams(file: WallchartFile, ranking: Ranking, options: dict[str, Any]) -> Ranked[Teams] | None:
    """The teams of a file's players, ranked, if they were asked for."""
    if options["teams"] is None:
        return None
    section = SectionRanking(file.section, ranking)
    gathered = form_teams(
        [section], options["teams"], options["team_minimum"] or 1, options["team_lowest_number"]
    )
    return rank(gathered, options["team_order"] or sequences.default_team_order())


def misplaced(file: WallchartFile, order: sequences.Sequence, options: dict[str, Any]) -> str:
    """Why the options do not fit a file of players, or of teams; empty if they do."""
    if file.entrants == "teams" and options["teams"] is not None:
        return _("--teams needs a file of players. This file lists teams.")
    return misplaced_systems(file, order)
