"""What to know of a round robin before it begins: the rounds that its table has (30A), and a posted order for
a Swiss, which separates nobody there."""

from dataclasses import dataclass

from tiebreaks.engine.ranking.presets import PRESETS
from tiebreaks.engine.ranking.sequence import parse

from ...models import Section
from ...text import wording
from ..event.orders import is_locked, is_posted, order_in
from ..pairing.basis import basis
from ..pairing.small_swiss import SmallSwiss, small_swiss

# All meet the same opponents, so that these are as good as always equal for two who are tied.
_OF_OPPONENTS = {"modified_median", "median", "solkoff"}
_PRESET = PRESETS["rulebook_round_robin"]


@dataclass(frozen=True)
class OfSwiss:
    """The steps of a posted order that separate nobody in a round robin, and the preset for one."""

    steps: str
    preset: str
    order: str


@dataclass(frozen=True)
class NewFormat:
    small: SmallSwiss | None
    of_swiss: OfSwiss | None


def new_format(section: Section) -> NewFormat | None:
    """None for any other format, and once play has begun."""
    if section.format != Section.Formats.ROUND_ROBIN or is_locked(section):
        return None
    return NewFormat(small_swiss(section, basis(section, 1).request), _of_swiss(section))


def _of_swiss(section: Section) -> OfSwiss | None:
    if section.boards or not is_posted(section):
        return None
    steps = [step for step in order_in(section).steps if step.system.code in _OF_OPPONENTS]
    if not steps:
        return None
    order = parse(_PRESET.order, section.systems)
    return OfSwiss(wording.enumerated([*map(wording.step, steps)]), _PRESET.name, wording.order(order))
