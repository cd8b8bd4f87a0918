"""Options are kept in one line, told in words, and offered only where the pairing obeys them."""

import pytest

from tournaments.forms.pairing_options import PairingOptionsForm
from tournaments.pairing import options
from tournaments.pairing.options import OPTIONS, Options, differing, parse, read, written
from tournaments.text.pairing_options import TOLD, PostedOptions


def test_every_option_and_every_value_has_its_words() -> None:
    assert TOLD.keys() == {option.name for option in OPTIONS}
    for option in OPTIONS:
        told = set(TOLD[option.name].values)
        assert set(option.values) <= told, option.name
        assert next(iter(TOLD[option.name].values)) == option.values[0], "the default comes first"
        for value in told:
            parse([f"{option.name}={value}"])


@pytest.mark.parametrize("option", [option.name for option in OPTIONS])
def test_every_value_goes_through_the_line_and_the_form_unchanged(option: str) -> None:
    for value in TOLD[option].values:
        # Classes without limits are told.
        classes = ["class_limits=1400,1800"] if option == "class_pools" else []
        chosen = parse([f"{option}={value}", *classes])
        assert read(written(chosen)) == chosen
        form = PairingOptionsForm(PairingOptionsForm.values(chosen))
        assert form.is_valid(), form.errors
        assert form.chosen() == chosen


@pytest.mark.parametrize(
    "settings",
    [
        ["limits=60/150"],
        ["teams=plus_two", "plus_limit=3", "minus_limit=2"],
        ["class_pools=contention", "class_limits=1400,1800"],
    ],
)
def test_what_is_typed_goes_through_too(settings: list[str]) -> None:
    chosen = parse(settings)
    form = PairingOptionsForm(PairingOptionsForm.values(chosen))
    assert form.is_valid()
    assert form.chosen() == chosen


@pytest.mark.parametrize("typed", ["", "60", "150/60", "a/b", "-1/2", "60/150/200", "99999/99999"])
def test_limits_that_are_none_are_told_and_kept(typed: str) -> None:
    values = PairingOptionsForm.values(Options()) | {"limits": "other", "limits_other": typed}
    form = PairingOptionsForm(values)
    assert not form.is_valid()
    assert "the lower first" in str(form.errors["limits_other"])
    assert form["limits_other"].value() == typed


@pytest.mark.parametrize("typed", ["", "under 1400", "1800, 1400", "1400, 1400", "1400,,1800", "-1400"])
def test_classes_that_end_nowhere_are_told_and_kept(typed: str) -> None:
    values = PairingOptionsForm.values(Options()) | {"class_pools": "full", "class_limits": typed}
    form = PairingOptionsForm(values)
    assert not form.is_valid()
    assert "the lowest first" in str(form.errors["class_limits"])
    assert form["class_limits"].value() == typed


def test_the_rules_own_way_is_one_sentence_and_each_variation_a_line() -> None:
    standard = PostedOptions(written(Options()))
    assert (standard.lines, standard.said) == (
        [],
        "Paired by rules 27 to 29, without variations.",
    )
    varied = PostedOptions(written(parse(["teams=plus_two", "acceleration=sixths", "limits=60/150"])))
    assert [str(line) for line in varied.lines] == [
        "Colors and ratings: up to 60 points for alternation, 150 for equalization (29E5h)",
        "Teammates: avoided as plus-two, the standard of combined events (28N1)",
        "Acceleration: by sixths of the field in rounds 1 and 2 (28R3)",
    ]
    classes = PostedOptions(written(parse(["class_pools=full", "class_limits=1400,1800"])))
    assert [str(line) for line in classes.lines] == [
        "Classes in the last round: meet each other; the odd one joins the rest (29I1)",
        "Where the classes end: under 1400; 1400 to 1799 (29I)",
    ]
    assert not differing(parse(["class_limits=1400"]))
    assert varied.standard.startswith("Everything else")


def test_nothing_chosen_is_not_the_same_as_the_rules_own_way() -> None:
    assert not PostedOptions("")
    assert PostedOptions(written(Options()))


def test_limits_of_plus_scores_are_silent_without_the_plus_two_rule() -> None:
    assert not differing(parse(["plus_limit=3"]))
    assert [option.name for option, _value in differing(parse(["plus_limit=3", "teams=plus_two"]))] == [
        "teams",
        "plus_limit",
    ]


def test_a_line_of_another_release_is_read_as_far_as_it_is_known() -> None:
    assert options.read("tea=green teams=some odd_gain=1") == Options(odd_gain=1)
