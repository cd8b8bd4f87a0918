"""Points as people write them, in whole quarters."""

from fractions import Fraction

import pytest

from tiebreaks.engine.points import decimal, parse, show


@pytest.mark.parametrize(
    ("text", "quarters"),
    [("3", 12), (" 3½ ", 14), ("½", 2), ("0.5", 2), ("1,25", 5), (".75", 3), ("-1.5", -6), ("−½", -2)],
)
def test_points_are_read_as_people_write_them(text: str, quarters: int) -> None:
    assert parse(text) == quarters


@pytest.mark.parametrize("text", ["", "-", "one", "1.3", "1.255", "½½", "1½.5", "1.", "+1"])
def test_what_is_no_number_of_points_is_refused_with_what_was_read(text: str) -> None:
    with pytest.raises(ValueError, match=r"^not a number of points: ") as refused:
        parse(text)
    assert str(refused.value).endswith(repr(text))


@pytest.mark.parametrize("quarters", range(-9, 10))
def test_what_is_printed_reads_back(quarters: int) -> None:
    assert parse(show(quarters)) == quarters
    assert parse(decimal(quarters)) == quarters


def test_a_fraction_is_printed_as_points_where_no_quarter_will_do() -> None:
    assert decimal(Fraction(7, 2)) == "7/8"
    assert decimal(Fraction(7, 1)) == "1.75"
