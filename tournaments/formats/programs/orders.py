"""The tiebreaks that other programs name, as an order of Wallchart's systems.

FIDE's codes are those of its systems, and of each the US Chess system that adds up the same: how unplayed
games count is then the rule that holds here. An order of which one step is unknown is none.
"""

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

FIDE: Mapping[str, str] = MappingProxyType(
    {
        "BH": "solkoff",
        "BH/M1": "median",
        "SB": "sonneborn_berger",
        "DE": "head_to_head",
        "PS": "cumulative",
        "WIN": "win_count:with_byes+with_forfeits",
        "WON": "win_count",
        "BPG": "most_blacks",
        "ARO": "average_opposition",
        "APRO": "opposition_performance",
    }
)
SWISSSYS: Mapping[str, str] = MappingProxyType(
    {
        "MODMED": "modified_median",
        "SOLK": "solkoff",
        "CUMUL": "cumulative",
        "OPCUMUL": "opposition_cumulative",
        "MED": "median",
        "KASH": "kashdan",
        "OPPERF": "opposition_performance",
        "BPG": "most_blacks",
    }
)


def order_of(steps: Iterable[str], known: Mapping[str, str]) -> str:
    """The order; empty where a step is not known, or is there twice.

    >>> order_of(["DE", "bh"], FIDE), order_of(["BH", "BH/C1"], FIDE), order_of(["BH", "BH"], FIDE)
    ('head_to_head,solkoff', '', '')
    >>> order_of(["Mod. Med", "Op. cumul."], SWISSSYS)
    'modified_median,opposition_cumulative'
    """
    found = [known.get(re.sub(r"[\s.]", "", step).upper(), "") for step in steps]
    systems = {step.partition(":")[0] for step in found}
    return ",".join(found) if len(systems) == len(found) and all(found) else ""
