"""Whole numbers from addresses and forms, which anybody may have written."""

# Python refuses thousands of digits and a database some twenty. Nothing here needs more than nine.
MOST_DIGITS = 9


def whole_number(text: str) -> int | None:
    """A whole number written in digits; None for anything else.

    >>> whole_number("42"), whole_number("-1"), whole_number("²"), whole_number("9" * 5000)
    (42, None, None, None)
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else None
