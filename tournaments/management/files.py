"""What the commands that read wall chart files share: files in, orders, and text out."""

import io
import re
import sys
from argparse import ArgumentTypeError, RawDescriptionHelpFormatter
from collections.abc import Sequence
from pathlib import Path

from django.core.management.base import CommandError, CommandParser, DjangoHelpFormatter
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.ranking import editions
from tiebreaks.engine.ranking import sequence as sequences
from tiebreaks.engine.systems import SYSTEMS
from tiebreaks.engine.terms.system import TiebreakSystem
from tournaments.formats.records import WallchartFile
from tournaments.text import wording

WRONG_ARGUMENTS = 2

# In short what formats/wallchart_csv reads.
WALL_CHART_FILE = """\
A wall chart file has, before the headings, lines such as
  # section: K-5   # rounds: 5   # format: round robin   # games: 2
  # entrants: teams       the entries are teams that meet each other, with board points as in W3(2.5)
  # score: game points    of teams: game points rank, not match points
  # boards: 4             of teams: boards of a match, if neither player came to some of them
and the headings number, name, r1, r2, … and, optional, id, rating, team, grade, state, house, reentry of,
  withdrew                the round after which the entry left, 0 for one that never started
  extra                   rated side games, which do not count: W7w+L3b, on the lines of both players
"""


class _HelpFormatter(DjangoHelpFormatter, RawDescriptionHelpFormatter):
    """The options of a command before Django's own, and the lines below them as they are."""


def explain_files(parser: CommandParser) -> None:
    """Add what a wall chart file may have to a command's help."""
    parser.epilog = WALL_CHART_FILE
    parser.formatter_class = _HelpFormatter


def print_utf8() -> None:
    """A pipe on Windows uses an old code page, without → and without many names."""
    if isinstance(sys.stdout, io.TextIOWrapper) and not sys.stdout.isatty():
        sys.stdout.reconfigure(encoding="utf-8")


def contents(path: str) -> bytes:
    if path == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}", returncode=WRONG_ARGUMENTS) from error


def opened(paths: Sequence[str]) -> tuple[list[tuple[str, bytes]], str]:
    """What is in each file, and why others cannot be opened, one line each: that stops no good file."""
    texts, refused = [], []
    for path in paths:
        try:
            texts.append((path, contents(path)))
        except CommandError as error:
            refused.append(str(error))
    if not texts:
        raise CommandError("\n".join(refused), returncode=WRONG_ARGUMENTS)
    return texts, "\n".join(refused)


def finish(unopened: str, bad: int) -> None:
    """Fail where files could not be opened, or were read and have problems."""
    if unopened:
        raise CommandError(unopened, returncode=WRONG_ARGUMENTS)
    if bad:
        count = {"count": bad}
        raise CommandError(
            ngettext("%(count)d file has problems.", "%(count)d files have problems.", bad) % count
        )


def posted(text: str, systems: dict[str, TiebreakSystem]) -> sequences.Sequence:
    try:
        return sequences.parse(text, systems)
    except sequences.OrderError as error:
        raise ArgumentTypeError(str(error)) from error


def count(text: str) -> int:
    """A number that is typed after an option: 1 or more."""
    if not re.fullmatch("[0-9]{1,3}", text) or int(text) < 1:
        raise ArgumentTypeError(wording.problem(text, _("a number, 1 or more")))
    return int(text)


def default_order(file: WallchartFile) -> sequences.Sequence:
    """The rulebook's order. Teams without board points have the order for players."""
    if file.entrants == "teams" and file.chart.has_board_points:
        return sequences.default_match_order(file.chart.by_game_points)
    return editions.current().default_order(file.chart.format)


def misplaced_systems(file: WallchartFile, order: sequences.Sequence) -> str:
    """Why an order does not fit a file of players; empty if it does."""
    codes = ", ".join(step.system.code for step in order.steps if step.system.code not in SYSTEMS)
    if file.entrants == "teams" or not codes:
        return ""
    refusal = _(
        "%(codes)s: only for a file with the line “# entrants: teams”. For players choose from %(known)s."
    )
    return refusal % {"codes": codes, "known": ", ".join(SYSTEMS)}
