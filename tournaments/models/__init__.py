"""The tables: who is there, who sat where, what came of it, and who said so when.

Scores are not stored: they are computed from seats. Nothing here acts; every change that a public page could
show goes through :func:`tournaments.changes.section_change`. What must always hold is a constraint.
"""

from .awards import FinalAwards, FinalTeamAwards, Frozen
from .decisions import Decided, TeamTieDecision, TieDecision
from .events import MOST_BOARDS, Event, Section, Staff
from .log import LogEntry
from .players import Player, TeamMember
from .rounds import BOARD_RESULTS, BYES, RATED, ExtraGame, Game, MatchBoard, Round, Seat
from .tables import School, TableSection, TeamTable

__all__ = [
    "BOARD_RESULTS",
    "BYES",
    "MOST_BOARDS",
    "RATED",
    "Decided",
    "Event",
    "ExtraGame",
    "FinalAwards",
    "FinalTeamAwards",
    "Frozen",
    "Game",
    "LogEntry",
    "MatchBoard",
    "Player",
    "Round",
    "School",
    "Seat",
    "Section",
    "Staff",
    "TableSection",
    "TeamMember",
    "TeamTable",
    "TeamTieDecision",
    "TieDecision",
]
