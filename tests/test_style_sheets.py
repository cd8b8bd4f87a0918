"""What holds of every style sheet."""

import re
from pathlib import Path

from django.conf import settings

SHEETS = sorted((Path(settings.BASE_DIR) / "static" / "css").glob("*.css"))


def unguarded(sheet: str) -> list[str]:
    """The selectors with ``:hover`` outside of ``@media (hover: hover)``."""
    found: list[str] = []
    inside: list[str] = []
    for head, brace in re.findall(r"([^{}]*)([{}])", re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)):
        if brace == "}":
            inside.pop()
            continue
        if ":hover" in head and not any("(hover: hover)" in each for each in inside):
            found.append(" ".join(head.split(";")[-1].split()))
        inside.append(head)
    return found


def test_nothing_waits_for_a_mouse_where_there_is_none() -> None:
    assert SHEETS
    assert {sheet.name: found for sheet in SHEETS if (found := unguarded(sheet.read_text()))} == {}


def test_a_rule_that_a_thumb_would_leave_colored_is_found() -> None:
    guarded = "@media (hover: hover) { a:hover { color: red; } }"
    assert unguarded(f"{guarded} @layer page {{ b {{ top: 0; }} i,\n b:hover {{ color: red; }} }}") == [
        "i, b:hover"
    ]
