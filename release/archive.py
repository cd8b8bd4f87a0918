"""The zip: one folder with the starters, the wheels, and the lock file that pip checks them by."""

import stat
import zipfile
from collections.abc import Iterable
from pathlib import Path

STARTERS = Path(__file__).parent / "starters"
# What is double-clicked must be a program where files say so.
PROGRAMS = {".command", ".desktop", ".sh"}
# The same bytes for the same release, whenever it is built.
LONG_AGO = (2020, 1, 1, 0, 0, 0)


def write(file: Path, version: str, wheel: Path, packages: Iterable[Path], texts: Iterable[Path]) -> None:
    """Write the zip of this version, whole or not at all."""
    folder = f"wallchart-{version}"
    parts = {f"{folder}/{starter.name}": starter for starter in sorted(STARTERS.iterdir())}
    parts |= {f"{folder}/{text.name}": text for text in texts}
    parts |= {f"{folder}/wheels/{each.name}": each for each in (wheel, *packages)}
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_suffix(".part")
    with zipfile.ZipFile(unfinished, "w") as archive:
        for name, part in parts.items():
            archive.writestr(_entry(name), _content(part))
    unfinished.replace(file)


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, LONG_AGO)
    entry.create_system = 3  # Unix: the mode is read
    mode = 0o755 if Path(name).suffix in PROGRAMS else 0o644
    entry.external_attr = (stat.S_IFREG | mode) << 16
    # A wheel is packed already.
    entry.compress_type = zipfile.ZIP_STORED if name.endswith(".whl") else zipfile.ZIP_DEFLATED
    return entry


def _content(part: Path) -> bytes:
    content = part.read_bytes()
    if part.suffix == ".bat":  # the interpreter of Windows loses its way in other files
        content = content.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    return content
