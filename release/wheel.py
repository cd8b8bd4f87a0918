"""The wheel of Wallchart itself."""

from pathlib import Path

from hatchling.builders.wheel import WheelBuilder


def build(project: Path, into: Path) -> Path:
    """Build the wheel of this checkout; nothing is downloaded."""
    into.mkdir(parents=True, exist_ok=True)
    return Path(next(WheelBuilder(str(project)).build(directory=str(into), versions=["standard"])))
