"""Numbers as they come in, from an address or a form that anybody may have written."""

# Python refuses to read thousands of figures, a database some twenty; nothing here is counted so far.
MOST_FIGURES = 9


def whole_number(text: str) -> int | None:
    """A whole number written in figures; None for anything else.

    >>> whole_number("42"), whole_number("-1"), whole_number("²"), whole_number("9" * 5000)
    (42, None, None, None)
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_FIGURES else None
