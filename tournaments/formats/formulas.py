"""Formulas of spreadsheets that gave no value. What stands in their cells says nothing of a player."""

import re
from collections.abc import Iterable

from django.utils.translation import gettext as _

from .delimited import Row
from .records import FileProblem

# Stands here for a formula whose value the spreadsheet did not store.
NO_VALUE = "#FORMULA!"
_FAILED = re.compile(r"#(?:N/A|GETTING_DATA|[A-Z0-9/_]+[!?])|Err:[0-9]{3}")


def without_failed(row: Row, columns: Iterable[int], problems: list[FileProblem]) -> Row:
    """The row with nothing in these columns where a formula failed. Each such field is a problem.

    >>> problems = []
    >>> without_failed(Row(2, ["Bo Birch", "#N/A", "#REF!"]), [0, 1], problems).fields
    ['Bo Birch', '', '#REF!']
    >>> [(each.line, each.column, each.read) for each in problems]
    [(2, 2, '#N/A')]
    """
    failed = {index for index in columns if _FAILED.fullmatch(row.field(index))}
    if not failed:
        return row
    expected = _("a value. The formula in this cell has none: type the value there")
    problems += [row.problem(index, expected) for index in sorted(failed)]
    return Row(row.line, ["" if index in failed else field for index, field in enumerate(row.fields)])
