"""Rows by the hundred: standings of a large section, boards of a round, the terms of a why page.

They are written in Jinja, which renders them some ten times as fast as Django's templates: a result moves
most rows of a score group, and phones ask for the new table at once. Everything else stays in Django's.

A result changes few games and few values. What a row says of them is a part, written again only when it
changes, whichever version and page it stands on.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import cache, partial
from itertools import islice
from threading import Lock
from typing import Any, cast

from django.conf import settings
from django.template import Library
from django.template.backends.jinja2 import Template
from django.template.loader import get_template
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext
from jinja2 import BaseLoader, Environment, StrictUndefined
from jinja2.runtime import Macro

from .languages import spoken
from .text import filters
from .turns import turns

register = Library()

# Some 1.5 KB each.
PARTS = 8000
# How many pieces of a template are written before those signed in may pass: some four rows.
AT_A_TIME = 20

_parts: OrderedDict[Hashable, str] = OrderedDict()
_parts_lock = Lock()


def environment(*, loader: BaseLoader, auto_reload: bool, **_others: Any) -> Environment:
    """What these templates have: the filters of the others, and ``_`` and ``ngettext`` for words."""
    made = Environment(
        loader=loader,
        auto_reload=auto_reload,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    made.filters |= filters.register.filters
    made.globals |= {"_": gettext, "ngettext": ngettext, "url": url}
    return made


def url(name: str, *args: object) -> str:
    """``{{ url("ruling", board.game) }}``: the address of a view."""
    return reverse(name, args=args)


@cache
def _words(language: str | None) -> Callable[[str], str]:
    """The messages of these templates in a language, each looked up once."""
    return cache(gettext)


def part(on: Hashable, macro: Macro, shows: Hashable, of: object) -> str:
    """``{{ part(cells, row.played, row) }}``: what this macro writes of a row, by all that it ``shows``.

    ``on`` which page, in which language, is known for all of its rows.
    """
    if settings.DEBUG:  # the template may have changed
        return macro(of)
    key = (on, macro.name, shows)
    with _parts_lock:
        if (written := _parts.get(key)) is not None:
            _parts.move_to_end(key)
            return written
    written = macro(of)
    with _parts_lock:
        _parts[key] = written
        while len(_parts) > PARTS:
            _parts.popitem(last=False)
    return written


@register.simple_tag
def rows(template: str, **shown: Any) -> SafeString:
    """``{% rows "public/systems.jinja" systems=why.systems %}``: the rows of this template."""
    found = cast(Template, get_template(template, using="rows"))
    # Without Jinja's context, which it would make anew for each row.
    kept = partial(part, (template, *spoken()))
    given = shown | {"_": _words(get_language()), "part": kept}
    pieces, written = found.template.generate(given), []
    while some := list(islice(pieces, AT_A_TIME)):
        written += some
        turns.give_way()
    return SafeString("".join(written))
