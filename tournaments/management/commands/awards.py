"""Award the prizes of a wall chart file, without a database: to check awards made elsewhere."""

import json
import re
from argparse import ArgumentTypeError
from dataclasses import replace
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from tiebreaks.engine.chart.reading import after_round
from tiebreaks.engine.chart.wallchart import Decision
from tiebreaks.engine.prizes import award
from tiebreaks.engine.prizes.prize import in_order_of_value
from tiebreaks.engine.ranking.fold import Ranking, rank
from tiebreaks.engine.ranking.sequence import Sequence
from tiebreaks.engine.systems import MATCH_SYSTEMS
from tournaments.formats import prize_list, wallchart_csv
from tournaments.formats.awards_json import FileAwards, as_dict
from tournaments.formats.awards_text import as_text
from tournaments.formats.records import FileProblem, WallchartFile
from tournaments.text import wording

from ..files import (
    WRONG_ARGUMENTS,
    contents,
    default_order,
    explain_files,
    misplaced_systems,
    posted,
    print_utf8,
)


class Command(BaseCommand):
    help = (
        "Award prizes by a wall chart file (CSV) after its last complete round. PRIZES has one prize per"
        " line, as the pages take them, and lines such as “terms: unrated limit $50, no-shows too”. Uses no"
        " database."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        explain_files(parser)
        parser.add_argument("file", metavar="FILE", help="a wall chart, or - for standard input")
        parser.add_argument("--prizes", required=True, metavar="PRIZES", help="the prizes, one per line")
        parser.add_argument(
            "--order",
            type=partial(posted, systems=MATCH_SYSTEMS),
            help="tiebreak systems in order (default: the rulebook's order for the format)",
        )
        parser.add_argument(
            "--term",
            type=term,
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="a term of all prizes: unrated_limit, event_fund (in cents), based_on, entries,"
            " trophy_follows_money, cash_playoff, withdrawn_too, no_shows_too (yes or no), absent (numbers)",
        )
        parser.add_argument(
            "--playoff",
            type=numbers,
            action="append",
            default=[],
            metavar="NUMBERS",
            help='tied players in the order of their playoff, best first, such as "3 7 1"',
        )
        parser.add_argument("--format", choices=["table", "json"], default="table")

    def handle(self, *args: Any, **options: Any) -> None:
        print_utf8()
        path, path_of_prizes = options["file"], options["prizes"]
        file = wallchart_csv.read(contents(path))
        listed = read_prizes(contents(path_of_prizes))
        problems = [*((path, each) for each in file.problems)]
        problems += [(path_of_prizes, each) for each in listed.problems]
        missing = unknown(file, listed.terms.get("absent", frozenset()))
        if missing and not problems:
            line, read = listed.absent_at
            expected = _("a number on this wall chart: no one has %(number)d") % {"number": missing[0]}
            problems.append((path_of_prizes, FileProblem(line, 1, read, expected)))
        entries = sum(not card.house for card in file.chart.cards)
        said = dict(listed.terms)
        for given in options["term"]:
            said |= given
        terms = prize_list.in_force(said, entries)
        found = FileAwards(path, file, listed, terms, problems=tuple(problems))
        if not problems:
            order = options["order"] or default_order(file)
            refused = misplaced_systems(file, order)
            if missing := unknown(file, terms.absent):
                refused = refused or _("No player has number %(number)d.") % {"number": missing[0]}
            if refused:
                raise CommandError(f"{path}: {refused}", returncode=WRONG_ARGUMENTS)
            ranking = ranked(file, order, options["playoff"])
            awards = award(ranking, in_order_of_value(listed.prizes), terms)
            found = replace(found, ranking=ranking, awards=awards)
        if options["format"] == "json":
            self.stdout.write(json.dumps(as_dict(found), indent=1))
        else:
            self.stdout.write(as_text(found), ending="")
        self.report(found)

    def report(self, found: FileAwards) -> None:
        for path, (line, column, read, expected) in found.problems:
            self.stderr.write(f"{path}:{line}:{column}: {wording.problem(read, expected)}")
        if found.problems:
            raise CommandError(_("Nothing was awarded: the files have problems."))


def read_prizes(data: bytes) -> prize_list.PrizeList:
    try:
        return prize_list.read(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        problem = FileProblem(1, 1, "", _("text in UTF-8"))
        return prize_list.PrizeList((), {}, (problem,))


def ranked(file: WallchartFile, order: Sequence, playoffs: list[list[int]]) -> Ranking:
    """The ranking after the last complete round, with these playoffs."""
    chart = file.chart
    played = tuple(
        Decision("playoff", chart.through, tuple((number,) for number in numbers)) for numbers in playoffs
    )
    ranking = rank(after_round(replace(chart, decisions=played)), order)
    for numbers, decision in zip(playoffs, played, strict=True):
        if not ranking.holds(decision):
            refusal = _(
                "--playoff “%(numbers)s”: no tie remains of exactly these players. If tiebreaks"
                " separate them first, put playoff first in --order."
            )
            said = refusal % {"numbers": " ".join(map(str, numbers))}
            raise CommandError(said, returncode=WRONG_ARGUMENTS)
    return ranking


def unknown(file: WallchartFile, absent: frozenset[int]) -> list[int]:
    """The numbers of the absent that nobody has."""
    return sorted(absent - file.chart.by_number.keys())


def term(text: str) -> dict[str, Any]:
    try:
        return prize_list.read_term(text)
    except ValueError as error:
        raise ArgumentTypeError(wording.problem(text, str(error))) from error


def numbers(text: str) -> list[int]:
    found = text.replace(",", " ").split()
    if len(set(found)) < max(2, len(found)) or not all(re.fullmatch("[0-9]{1,7}", each) for each in found):
        raise ArgumentTypeError(wording.problem(text, _("two wall-chart numbers or more, such as 3 7 1")))
    return [int(number) for number in found]
