"""What holds of every style sheet."""

import re
from collections import Counter
from pathlib import Path

from django.conf import settings

# Of commas in a list: what has so many is written once.
LONG = 8
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


def repeated(sheet: str) -> list[str]:
    """The long lists of selectors that stand more than once."""
    plain = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    heads = re.findall(r":is\(((?:[^(){}]|\([^(){}]*\))*)\)", plain)
    lists = [" ".join(head.split()) for head in heads if head.count(",") >= LONG]
    return [each for each, count in Counter(lists).items() if count > 1]


def test_a_long_list_of_selectors_stands_once() -> None:
    """A link that is added to one of two lists is missing from the other."""
    assert {sheet.name: found for sheet in SHEETS if (found := repeated(sheet.read_text()))} == {}


def test_nothing_waits_for_a_mouse_where_there_is_none() -> None:
    assert SHEETS
    assert {sheet.name: found for sheet in SHEETS if (found := unguarded(sheet.read_text()))} == {}


def test_a_rule_that_a_thumb_would_leave_colored_is_found() -> None:
    guarded = "@media (hover: hover) { a:hover { color: red; } }"
    assert unguarded(f"{guarded} @layer page {{ b {{ top: 0; }} i,\n b:hover {{ color: red; }} }}") == [
        "i, b:hover"
    ]
