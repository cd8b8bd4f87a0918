"""Whole numbers that anybody may have written in an address or a form, and the highest of a board."""

# Python refuses thousands of digits and a database some twenty. Nothing here needs more than nine.
MOST_DIGITS = 9
# The highest number of a board in the hall.
MOST_BOARD = 9999


def whole_number(text: str) -> int | None:
    """A whole number written in digits; None for anything else.

    >>> whole_number("42"), whole_number("-1"), whole_number("²"), whole_number("9" * 5000)
    (42, None, None, None)
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else None
