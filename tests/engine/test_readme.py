"""The engine's README tells the truth: its example runs, and its checklist is what exists."""

import doctest
import re
from pathlib import Path

from tiebreaks import engine
from tiebreaks.engine.systems import MATCH_SYSTEMS, SYSTEMS, TEAM_SYSTEMS

README = Path(engine.__file__).parent / "README.md"


def test_the_example_prints_what_it_says() -> None:
    run = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert run.attempted
    assert not run.failed


def test_the_rules_that_are_ticked_are_those_in_the_table_of_systems() -> None:
    ticked = re.findall(r"^\| ☑ \| (\S+) \|.*`(\S+)` \|$", README.read_text(encoding="utf-8"), re.MULTILINE)
    assert {code: rule for rule, code in ticked if rule != "–"} == {
        system.code: system.rule for system in SYSTEMS.values() if system.rule.startswith("34E")
    }
    sums = {code for code in TEAM_SYSTEMS if code.startswith("sum:")}
    assert {code for _rule, code in ticked} - {"sum:…"} == {*MATCH_SYSTEMS, *TEAM_SYSTEMS} - sums


def test_every_module_has_its_line_and_rules_and_prizes_have_one_for_their_room() -> None:
    text = README.read_text(encoding="utf-8")
    paths = {path.relative_to(README.parent).with_suffix("") for path in README.parent.rglob("*.py")}
    modules = {str(path) for path in paths if path.name != "__init__"}
    rooms = {path.parts[0] for path in paths if len(path.parts) > 1}
    own = {name for name in modules if not name.startswith(("systems/", "prizes/"))}
    assert set(re.findall(r"^\| `([a-z_/]+)` \|", text, re.MULTILINE)) == own
    assert set(re.findall(r"^\| \*\*([a-z]+)/\*\*", text, re.MULTILINE)) == rooms
