"""Importing: what a file says becomes a section's rows, in one change. A file with problems changes nothing.

Each function takes a record of :mod:`tournaments.formats.records`, whatever format it was read from.
"""

from .matching import Answers, Imported
from .plans import Choices, Plan
from .registering import Registered, rating_needs_reason, register
from .registration import first_day, plan
from .rosters import import_roster, import_team_roster, import_team_rosters
from .wallcharts import import_wallchart, wallchart_refusal

__all__ = [
    "Answers",
    "Choices",
    "Imported",
    "Plan",
    "Registered",
    "first_day",
    "import_roster",
    "import_team_roster",
    "import_team_rosters",
    "import_wallchart",
    "plan",
    "rating_needs_reason",
    "register",
    "wallchart_refusal",
]
