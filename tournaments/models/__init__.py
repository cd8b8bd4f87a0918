"""The tables: entries, seats, results, and the log of every change.

Scores are not stored: they are computed from seats. Nothing here acts; every change that a public page could
show goes through :mod:`tournaments.changes`. What must always hold is a constraint.
"""

from .acts import Act
from .companions import Companion, CompanionFile
from .events import MOST_BOARDS, MOST_GRAND_PRIX, Event, HasStandings, Section, Visibility
from .log import OF_PLAY, LogEntry, RowChange, Verb
from .mirrors import Mirror, MirroredPart, MirroredStandings, Mirroring
from .pairings import PairingDraft, PairingReasons
from .people import CHIEFS, EVERYBODY, MANAGERS, REGISTRARS, SCORERS, Invitation, Role, Staff
from .players import CheckIn, KeptApart, Player, TeamMember
from .releases import RELEASE, Release
from .rounds import BOARD_RESULTS, BYES, RATED, Entered, ExtraGame, Game, MatchBoard, Round, Seat
from .sign_ins import SignInFailures
from .tables import NO_TEAM, School, TableSection, TeamTable, visible_tables

__all__ = [
    "BOARD_RESULTS",
    "BYES",
    "CHIEFS",
    "EVERYBODY",
    "MANAGERS",
    "MOST_BOARDS",
    "MOST_GRAND_PRIX",
    "NO_TEAM",
    "OF_PLAY",
    "RATED",
    "REGISTRARS",
    "RELEASE",
    "SCORERS",
    "Act",
    "CheckIn",
    "Companion",
    "CompanionFile",
    "Entered",
    "Event",
    "ExtraGame",
    "Game",
    "HasStandings",
    "Invitation",
    "KeptApart",
    "LogEntry",
    "MatchBoard",
    "Mirror",
    "MirroredPart",
    "MirroredStandings",
    "Mirroring",
    "PairingDraft",
    "PairingReasons",
    "Player",
    "Release",
    "Role",
    "Round",
    "RowChange",
    "School",
    "Seat",
    "Section",
    "SignInFailures",
    "Staff",
    "TableSection",
    "TeamMember",
    "TeamTable",
    "Verb",
    "Visibility",
    "visible_tables",
]
