"""Rows of a table that are rendered once and kept by what they show. After a result, most rows are as before.

``{% kept row.key … %}`` renders its content once for these values. They must say everything that it depends
on and that can differ within a process.
"""

from collections.abc import Hashable
from typing import Any

from django.conf import settings
from django.template import Context, Library, Node, NodeList
from django.template.base import FilterExpression, Parser, Token
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = Library()

# Some kilobytes each; a large event has some thousand rows.
ROWS = 4000


class _Kept:
    """A bounded memory: what was not asked for since it last filled up twice is forgotten."""

    def __init__(self) -> None:
        self.recent: dict[Hashable, str] = {}
        self.older: dict[Hashable, str] = {}

    def get(self, key: Hashable) -> str | None:
        if (row := self.recent.get(key)) is None and (row := self.older.get(key)) is not None:
            self.keep(key, row)
        return row

    def keep(self, key: Hashable, row: str) -> None:
        # Threads may render a row twice or forget some early; none reads half of one.
        if len(self.recent) >= ROWS:
            self.recent, self.older = {}, self.recent
        self.recent[key] = row


_kept = _Kept()


class KeptNode(Node):
    def __init__(self, values: list[FilterExpression], content: NodeList) -> None:
        self.values = values
        self.nodelist = content

    def render(self, context: Context) -> SafeString:
        if settings.DEBUG:
            return self.nodelist.render(context)
        key = (id(self), get_language(), *(value.resolve(context) for value in self.values))
        row = _kept.get(key)
        if row is None:
            row = self.nodelist.render(context)
            _kept.keep(key, row)
        return SafeString(row)


@register.tag
def kept(parser: Parser, token: Token) -> Any:
    values = [parser.compile_filter(bit) for bit in token.split_contents()[1:]]
    content = parser.parse(("endkept",))
    parser.delete_first_token()
    return KeptNode(values, content)
