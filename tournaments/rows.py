"""Rows by the hundred: standings of a large section, the terms of a why page.

They are written in Jinja, which renders them some ten times as fast as Django's templates: a result moves
most rows of a score group, and phones ask for the new table at once. Everything else stays in Django's.
"""

from typing import Any, cast

from django.template import Library
from django.template.backends.jinja2 import Template
from django.template.loader import get_template
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from jinja2 import BaseLoader, Environment, StrictUndefined

from .text import filters
from .turns import turns

register = Library()


def environment(*, loader: BaseLoader, auto_reload: bool, **_others: Any) -> Environment:
    """What these templates have: the filters of the others, and ``_`` for words."""
    made = Environment(
        loader=loader,
        auto_reload=auto_reload,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    made.filters |= filters.register.filters
    made.globals["_"] = gettext
    return made


@register.simple_tag
def rows(template: str, **shown: Any) -> SafeString:
    """``{% rows "public/terms.jinja" terms=system.terms %}``: the rows of this template."""
    found = cast(Template, get_template(template, using="rows"))
    written = []
    for piece in found.template.generate(shown):
        written.append(piece)
        turns.give_way()
    return SafeString("".join(written))
