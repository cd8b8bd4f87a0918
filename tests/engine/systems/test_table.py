"""What every system declares: the table of systems is complete, ordered and postable."""

from pathlib import Path

import pytest

from tiebreaks.engine import systems
from tiebreaks.engine.ranking.sequence import OrderError, parse
from tiebreaks.engine.systems import MATCH_SYSTEMS, SYSTEMS, TEAM_SYSTEMS
from tiebreaks.engine.teams.sums import added_up
from tiebreaks.engine.terms.system import TiebreakSystem

TABLES = {**MATCH_SYSTEMS, **TEAM_SYSTEMS}
SUMS = {code for code in TEAM_SYSTEMS if code.startswith("sum:")}
# The variations that count among players who are tied: no sum over a team has them.
OF_GROUP = {
    code: {variation.code for variation in system.variations if variation.of_group}
    for code, system in SYSTEMS.items()
}
EVERY = pytest.mark.parametrize("system", TABLES.values(), ids=TABLES)


def test_every_module_of_a_rule_stands_in_the_table() -> None:
    modules = {path.stem for path in Path(systems.__file__).parent.glob("*.py")} - {"__init__"}
    assert modules == set(TABLES) - SUMS


def test_the_table_stands_in_the_order_of_the_rulebook_and_what_it_does_not_know_comes_last() -> None:
    numbers = [int(system.rule.removeprefix("34E") or 99) for system in SYSTEMS.values()]
    default, other = numbers[:3], numbers[3:]
    assert default == [1, 2, 3]
    assert other == sorted(other)


@EVERY
def test_every_system_and_variation_can_be_posted_in_one_sentence(system: TiebreakSystem) -> None:
    for summary in [system.summary, *(variation.summary for variation in system.offered)]:
        assert summary[0].isupper() or summary[0].isdigit()
        assert summary.endswith(".")
        assert ". " not in summary
    assert system.name
    assert system.head
    assert system.source


@EVERY
def test_every_caution_is_one_sentence(system: TiebreakSystem) -> None:
    for caution in system.cautions:
        assert caution[0].isupper()
        assert caution.endswith(".")
        assert ". " not in caution


def test_head_to_head_warns_of_circles_draws_and_who_has_not_met() -> None:
    circle, draw, not_met = SYSTEMS["head_to_head"].cautions
    assert "A beat B, B beat C, C beat A" in circle
    assert "draw" in draw
    assert "seldom all met" in not_met


@EVERY
def test_every_variation_parses_and_prints_back(system: TiebreakSystem) -> None:
    for variation in system.offered:
        step = f"{system.code}:{variation.code}"
        assert str(parse(step, TABLES)) == step


@EVERY
def test_the_variation_of_another_system_is_refused_with_what_is_allowed(system: TiebreakSystem) -> None:
    allowed = [variation.code for variation in system.offered]
    others = {variation.code for other in SYSTEMS.values() for variation in other.offered}.difference(allowed)
    assert others
    for code in others:
        with pytest.raises(OrderError) as refused:
            parse(f"{system.code}:{code}", TABLES)
        if code in OF_GROUP.get(system.adds_up, ()):
            assert f"{system.code} cannot be added up with '{code}'" in str(refused.value)
            continue
        said = f"{system.code} has no variation '{code}'. Choose from {', '.join(allowed)}."
        assert str(refused.value) == said


@EVERY
def test_every_system_shows_a_worked_example(system: TiebreakSystem) -> None:
    evaluate = added_up if system.code in SUMS else system.evaluate
    assert ">>>" in (evaluate.__doc__ or "")


def test_a_system_of_teams_says_which_individual_one_it_adds_up() -> None:
    assert all(system.adds_up in SYSTEMS for system in TEAM_SYSTEMS.values())
    assert not any(system.adds_up for system in MATCH_SYSTEMS.values())


def test_each_individual_system_that_stands_by_itself_has_a_sum_for_teams() -> None:
    alone = {code for code, system in SYSTEMS.items() if not (system.of_group or system.by_people)}
    assert {f"sum:{code}" for code in alone} == SUMS
