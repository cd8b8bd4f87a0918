"""What the commands that read wall chart files share: files in, orders, and text out."""

import io
import sys
from argparse import ArgumentTypeError
from pathlib import Path

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from tiebreaks.engine.ranking import editions
from tiebreaks.engine.ranking import sequence as sequences
from tiebreaks.engine.systems import SYSTEMS
from tiebreaks.engine.terms.system import TiebreakSystem
from tournaments.formats.records import WallchartFile

WRONG_ARGUMENTS = 2


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


def posted(text: str, systems: dict[str, TiebreakSystem]) -> sequences.Sequence:
    try:
        return sequences.parse(text, systems)
    except sequences.OrderError as error:
        raise ArgumentTypeError(str(error)) from error


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
