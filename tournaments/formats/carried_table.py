"""The table of a registration file in a form, from one step to the next."""

import base64
import json
import zlib
from typing import Any

from django.utils.translation import gettext as _

from tiebreaks.lines import clean_line

from .delimited import Row
from .records import FileProblem
from .registration import MOST_COLUMNS, MOST_LINES, Table

# Of what a form carries, unpacked.
_UNPACKED = 8_000_000


def packed(table: Table) -> str:
    """The table in a few letters, for the next step of a form."""
    rows = [[row.line, *row.fields] for row in table.rows]
    parts = [table.headings, rows, table.dropped, table.problems, table.has_headings]
    parts += [[table.born, table.sex, table.encoding], table.girls, table.totals]
    text = json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode(), 6)).decode()


def unpacked(text: str) -> Table:
    """The table that a form carried. Raises :class:`ValueError` for anything else."""
    try:
        unpack = zlib.decompressobj()
        found = unpack.decompress(base64.b64decode(text, validate=True), _UNPACKED)
        if unpack.unconsumed_tail or not unpack.eof:
            raise ValueError(text[:20])
        headings, rows, dropped, problems, has_headings, of_whom, girls, totals = json.loads(found)
        born, sex, encoding = _words(of_whom)
        table = Table(
            _words(headings),
            [Row(_whole(line), _words(fields)) for line, *fields in rows],
            _words(dropped),
            [FileProblem(_whole(at), _whole(col), *_words([read, exp])) for at, col, read, exp in problems],
            bool(has_headings),
            born,
            sex,
            tuple(map(_whole, girls)),
            _words(totals),
            encoding,
        )
    except (ValueError, TypeError, zlib.error, RecursionError) as error:
        raise ValueError(_("the file again: choose it once more")) from error
    if len(table.rows) > MOST_LINES or len(table.headings) > MOST_COLUMNS:
        raise ValueError(_("the file again: choose it once more"))
    return table


def _words(values: Any) -> list[str]:
    if not isinstance(values, list) or len(values) > MOST_COLUMNS + 2:
        raise ValueError(type(values))
    return [clean_line(str(value)) for value in values]


def _whole(value: Any) -> int:
    if type(value) is not int or not 0 <= value < 10**7:
        raise ValueError(type(value))
    return value
