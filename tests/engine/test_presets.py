"""The published orders: each can be posted as it stands, and says where it comes from."""

import pytest

from tiebreaks.engine.chart.wallchart import Format
from tiebreaks.engine.ranking.editions import current
from tiebreaks.engine.ranking.presets import PRESETS, Preset
from tiebreaks.engine.ranking.sequence import parse

EVERY = pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)


@EVERY
def test_every_preset_parses_and_prints_back_the_same(preset: Preset) -> None:
    assert str(parse(preset.order)) == preset.order


@EVERY
def test_every_preset_has_a_name_and_a_source_and_its_note_is_made_of_sentences(preset: Preset) -> None:
    assert preset.name
    assert preset.source
    assert not preset.source.endswith(".")
    assert preset.note == "" or preset.note.endswith(".")


@EVERY
def test_a_preset_has_two_systems_at_least_and_nothing_after_what_people_decide(preset: Preset) -> None:
    codes = [step.system.code for step in parse(preset.order).steps]
    assert len(codes) >= 2  # 34B
    assert not {"playoff", "coin_toss"} & set(codes[:-1])


def test_no_preset_repeats_another_or_speaks_for_the_national_events() -> None:
    assert len({preset.order for preset in PRESETS.values()}) == len(PRESETS)
    assert len({preset.name for preset in PRESETS.values()}) == len(PRESETS)
    for preset in PRESETS.values():
        assert "national" not in f"{preset.name} {preset.source} {preset.note}".casefold()


@pytest.mark.parametrize("format", Format)
def test_the_rulebooks_defaults_are_presets_of_their_format(format: Format) -> None:
    rulebook = [preset for preset in PRESETS.values() if preset.name.startswith("Rulebook")]
    (own,) = (preset for preset in rulebook if preset.format is format)
    assert own.order == str(current().default_order(format))


@pytest.mark.parametrize(
    ("code", "order"),
    [
        ("rulebook_swiss", "modified_median,solkoff,cumulative,opposition_cumulative"),
        ("rulebook_round_robin", "sonneborn_berger,head_to_head"),
        (
            "vermont_scholastic",
            "modified_median,solkoff,cumulative,kashdan,head_to_head,most_blacks,coin_toss",
        ),
        (
            "north_dakota_2003",
            "solkoff,modified_median,median,opposition_cumulative,win_count,head_to_head",
        ),
    ],
)
def test_the_order_is_that_of_the_source(code: str, order: str) -> None:
    assert PRESETS[code].order == order
