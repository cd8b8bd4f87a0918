"""Published orders of tiebreaks, with their sources.

An order is a line that :mod:`.sequence` reads. The note lists what a published order has and our systems do
not. No preset is named after the national scholastic events, because we have not read their regulations.
"""

from dataclasses import dataclass

from ..chart.wallchart import Format
from ..messages import gettext_noop


@dataclass(frozen=True)
class Preset:
    """A published order: the line to post, its source, and what to know before posting it."""

    code: str
    name: str
    order: str
    source: str
    format: Format = Format.SWISS
    note: str = ""


_TABLE = (
    Preset(
        "rulebook_swiss",
        gettext_noop("Rulebook, Swiss"),
        "modified_median,solkoff,cumulative,opposition_cumulative",
        gettext_noop("US Chess Official Rules of Chess, 7th edition, 34E"),
        note=gettext_noop("Players expect it if nothing else was posted before round 1."),
    ),
    Preset(
        "rulebook_round_robin",
        gettext_noop("Rulebook, round robin"),
        "sonneborn_berger,head_to_head",
        gettext_noop("US Chess Official Rules of Chess, 34F"),
        Format.ROUND_ROBIN,
        gettext_noop("Players in a round robin expect it if nothing else was posted."),
    ),
    Preset(
        "vermont_scholastic",
        gettext_noop("Vermont scholastic"),
        "modified_median,solkoff,cumulative,kashdan,head_to_head,most_blacks,coin_toss",
        gettext_noop("Vermont CHESS Information Website, “Chess Tournament Tie Breaking”"),
    ),
    Preset(
        "scholastic_2005",
        gettext_noop("Older scholastic guidelines"),
        "modified_median,solkoff,sonneborn_berger,cumulative,kashdan,head_to_head,most_blacks,coin_toss",
        gettext_noop("Scholastic guidelines of about 2005, as described in the US Chess forum"),
        note=gettext_noop(
            "Secondhand, from a director whose state had another list. The team list is left out."
        ),
    ),
    Preset(
        "north_dakota_2003",
        gettext_noop("North Dakota championship 2003"),
        "solkoff,modified_median,median,opposition_cumulative,win_count,head_to_head",
        gettext_noop("2003 North Dakota championship, the tiebreaks used"),
        note=gettext_noop(
            "In the order of its page. The page describes the SwissSys count for head-to-head, which is a "
            "variation here."
        ),
    ),
    Preset(
        "south_texas_2025",
        gettext_noop("South Texas 2025"),
        "modified_median,median,solkoff,sonneborn_berger,cumulative",
        gettext_noop("South Texas, published tiebreaks of 2025"),
        note=gettext_noop("Its team tiebreak, the cumulative of the top four, is left out."),
    ),
    Preset(
        "oregon_2026",
        gettext_noop("Oregon state 2026"),
        "solkoff,cumulative,opposition_cumulative,opposition_performance:swisssys,kashdan,most_blacks",
        gettext_noop("Oregon state 2026, the columns of its published SwissSys standings"),
        note=gettext_noop("Opposition's performance is posted as SwissSys computes it."),
    ),
    Preset(
        "michigan_2001",
        gettext_noop("Michigan 2001"),
        "modified_median,solkoff,cumulative:full_only,head_to_head,most_blacks",
        gettext_noop("Michigan, published tiebreaks of 2001"),
        note=gettext_noop(
            "The end of the published list, its team list, and its preference for points from games are left "
            "out."
        ),
    ),
    Preset(
        "northwest_elementary",
        gettext_noop("Northwest elementary"),
        "solkoff,cumulative,opposition_cumulative",
        gettext_noop("Published for elementary school events in Oregon and Washington"),
    ),
    Preset(
        "new_york_2019",
        gettext_noop("Greater New York 2019"),
        "modified_median,solkoff,cumulative,opposition_cumulative,playoff",
        gettext_noop("Greater New York 2019, page of the blitz side event"),
        note=gettext_noop(
            "That event sent ties of perfect scores straight to a playoff. Here the director decides."
        ),
    ),
    Preset(
        "cincinnati_club",
        gettext_noop("Cincinnati club"),
        "head_to_head,solkoff,most_blacks,kashdan,sonneborn_berger",
        gettext_noop("A Cincinnati chess club's tiebreak page"),
        note=gettext_noop(
            "Its page counts every unplayed game as a half point. Here a player's unplayed round counts as "
            "an opponent with 0, as the rule says."
        ),
    ),
)
PRESETS: dict[str, Preset] = {preset.code: preset for preset in _TABLE}

# For teams of individual events. The rulebook has no order for them; these two start alike (RULES §11.3).
_TEAM_TABLE = (
    Preset(
        "scholastic_2005_teams",
        gettext_noop("Older scholastic guidelines, teams"),
        "cumulative_of_team,sum:solkoff,sum:sonneborn_berger,sum:kashdan",
        gettext_noop("Scholastic guidelines of about 2005, as described in the US Chess forum"),
        note=gettext_noop(
            "Secondhand, from a director whose state had another list. It continued after these four. "
            "This is the default."
        ),
    ),
    Preset(
        "south_texas_2025_teams",
        gettext_noop("South Texas 2025, teams"),
        "cumulative_of_team",
        gettext_noop("South Texas scholastic tiebreak page, 2025"),
    ),
)
TEAM_PRESETS: dict[str, Preset] = {preset.code: preset for preset in _TEAM_TABLE}
