"""Pair a round of wall chart files, without a database."""

import json
from argparse import ArgumentTypeError
from dataclasses import replace
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from tournaments.formats import pairing_csv, wallchart_csv
from tournaments.formats.pairing_json import FilePairing, as_dict
from tournaments.formats.pairing_text import as_text
from tournaments.pairing.explain import Typed, explain
from tournaments.pairing.options import OptionError, parse
from tournaments.pairing.pairing import pair
from tournaments.pairing.request import Locks, PairingInput, round_to_pair
from tournaments.pairing.result import Impossible, PairingResult
from tournaments.text import wording

from ..files import WRONG_ARGUMENTS, contents, count, explain_files, finish, opened, print_utf8

DIRECTIVES = """\
For pairing also, before the headings,
  # color: white          the lot of round one for board 1     # bye: none
  # option: teams=plus_two                                     # no pair: 3 7
In the round to be paired H and U are requested byes and absences, ?12w is a board set by the director.
"""


class Command(BaseCommand):
    help = (
        "Pair a round of wall chart files by US Chess rules, with a reason for each board. Uses no database."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        explain_files(parser)
        parser.epilog = f"{parser.epilog}{DIRECTIVES}"
        parser.add_argument("files", nargs="+", metavar="FILE", help="a wall chart, or - for standard input")
        parser.add_argument(
            "--round", type=count, metavar="N", help="default: the first round with no result"
        )
        parser.add_argument(
            "--option",
            action="append",
            default=[],
            type=option,
            metavar="NAME=VALUE",
            help="an option of the pairing, such as teams=plus_two",
        )
        parser.add_argument(
            "--bye",
            action="append",
            default=[],
            type=bye,
            metavar="NUMBER",
            help="who gets the full-point bye; none forbids one",
        )
        parser.add_argument(
            "--explain",
            metavar="BOARDS",
            help="reasons for the pairing in this file (board,white,black; or as --format csv has it)",
        )
        parser.add_argument("--format", choices=["table", "json", "csv"], default="table")

    def handle(self, *args: Any, **options: Any) -> None:
        print_utf8()
        check_arguments(options["bye"], options["option"])
        texts, unopened = opened(options["files"])
        typed = self.typed(options["explain"])
        paired = [self.compute(path, text, options, typed) for path, text in texts]
        if options["format"] == "json":
            self.stdout.write(json.dumps([as_dict(one) for one in paired], indent=1))
        elif options["format"] == "csv":
            made = [pairing_csv.as_csv(one.request, one.result) for one in paired if one.result]
            self.stdout.write("\n".join(made), ending="")
        else:
            self.stdout.write("\n".join(as_text(one) for one in paired if one.result), ending="")
        self.report(paired)
        finish(unopened, sum(one.result is None for one in paired))

    def typed(self, path: str | None) -> Typed | None:
        if path is None:
            return None
        found = pairing_csv.read_boards(contents(path))
        if found.problems:
            told = [
                f"{path}:{line}:{column}: {wording.problem(read, expected)}"
                for line, column, read, expected in found.problems
            ]
            raise CommandError("\n".join(told), returncode=WRONG_ARGUMENTS)
        if not found.boards:
            text = f"{path}: {_('There are no boards to explain. Expected: lines of board, white, black')}"
            raise CommandError(text, returncode=WRONG_ARGUMENTS)
        return Typed(found.boards, found.bye)

    def compute(self, path: str, text: bytes, options: dict[str, Any], typed: Typed | None) -> FilePairing:
        file = wallchart_csv.read(text)
        said = pairing_csv.read_directives(text)
        number = round_to_pair(file.chart) if options["round"] is None else options["round"]
        of_teams = file.entrants == "teams"
        request = PairingInput(file.pairing_chart, number, color=said.color, of_teams=of_teams)
        players = {card.number for card in file.chart.cards if not card.visitor}
        # Of a file that cannot be read not all players may be known.
        unknown = [] if file.problems else said.unknown(players)
        if problems := tuple(sorted({*file.problems, *said.problems, *unknown})):
            return FilePairing(path, file, request, None, problems)
        given = next(iter(options["bye"]), said.bye)
        if typed and (reason := contradiction(typed, given)):
            return FilePairing(path, file, request, None, reason=reason)
        locks = Locks(asked_apart=said.apart, bye=given or None, no_bye=given == 0)
        chosen = parse([*said.options, *options["option"]])
        color = {"white": "w", "black": "b"}.get(chosen.initial_color, said.color)
        request = replace(request, options=chosen, locks=locks, color=color)
        made: PairingResult | Impossible = explain(request, typed) if typed else pair(request)
        if isinstance(made, Impossible):
            return FilePairing(path, file, request, None, reason=" ".join([made.reason, *made.choices]))
        return FilePairing(path, file, request, made)

    def report(self, paired: list[FilePairing]) -> None:
        """Print problems by line and column."""
        for one in paired:
            for line, column, read, expected in one.problems:
                self.stderr.write(f"{one.path}:{line}:{column}: {wording.problem(read, expected)}")
            if one.reason:
                self.stderr.write(f"{one.path}: {one.reason}")


def check_arguments(byes: list[int], settings: list[str]) -> None:
    """Raise :class:`CommandError` for two arguments of which only one can hold: none counts silently."""
    first: dict[str, str] = {}
    given = [("--bye", f"--bye {each or 'none'}") for each in byes]
    given += [(each.partition("=")[0].strip(), f"--option {each}") for each in settings]
    for name, argument in given:
        if first.setdefault(name, argument) != argument:
            values = {"one": first[name], "other": argument}
            text = _("%(one)s and %(other)s contradict each other. Give one of them.") % values
            raise CommandError(text, returncode=WRONG_ARGUMENTS)


def contradiction(typed: Typed, given: int | None) -> str:
    """What is wrong with boards to explain where another full-point bye is set, or 0 for none."""
    if typed.bye and given not in (None, typed.bye):
        text = _("The boards to explain give the full-point bye to number %(typed)d, and %(set)s is set.")
        return text % {"typed": typed.bye, "set": given or "none"}
    if given and any(given in (white, black) for _board, white, black in typed.boards):
        text = _("Number %(number)d is set to have the full-point bye, and has a board to explain.")
        return text % {"number": given}
    return ""


def option(text: str) -> str:
    try:
        parse([text])
    except OptionError as error:
        raise ArgumentTypeError(str(error)) from error
    return text


def bye(text: str) -> int:
    try:
        return pairing_csv.bye_number(text)
    except ValueError as error:
        raise ArgumentTypeError(wording.problem(text, str(error))) from error
