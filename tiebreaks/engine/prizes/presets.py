"""Prizes to start from: announcements as data, each a text that :mod:`.notation` reads."""

from dataclasses import dataclass

from ..messages import gettext_noop


@dataclass(frozen=True)
class PrizePreset:
    """A name for the menu, and the lines that are announced."""

    code: str
    name: str
    text: str


_TABLE = (
    PrizePreset("top_10", gettext_noop("Trophies for the top 10"), "1st–10th trophies"),
    PrizePreset(
        "top_5_and_classes",
        gettext_noop("Trophies for the top 5 and three classes"),
        "1st–5th trophies\nTop under 1000\nTop under 600\nTop unrated",
    ),
    PrizePreset("medals", gettext_noop("Medals for 3 points or more"), "3 points or more: medal"),
)
PRIZE_PRESETS: dict[str, PrizePreset] = {preset.code: preset for preset in _TABLE}
