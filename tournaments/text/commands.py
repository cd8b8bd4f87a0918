"""Commands as they are typed where this Wallchart was started: from a zip, as a wheel, or from a checkout."""

import re
from shlex import quote
from typing import Any

from django.conf import settings
from django.utils.functional import lazy

_HERE = "python manage.py"


def as_started(sentence: object) -> str:
    """A sentence that names a command, with the command as it is typed here.

    >>> from django.test import override_settings
    >>> with override_settings(COMMAND="./start-wallchart.sh"):
    ...     as_started("To continue from a copy: python manage.py restore FILE")
    'To continue from a copy: ./start-wallchart.sh restore FILE'
    """
    return str(sentence).replace(_HERE, settings.COMMAND)


# The same of a sentence that is translated later.
as_started_lazy: Any = lazy(as_started, str)


def command(words: str) -> str:
    """The command alone."""
    return as_started(f"{_HERE} {words}")


def in_a_shell(name: str) -> str:
    """A name as an argument of a command: in quotes, where it has a blank or the like. Double quotes are read
    by each shell, that of Windows too; only what has a meaning within these stands in the single ones.

    >>> print(in_a_shell("dora"), in_a_shell("Dora Desk"), in_a_shell("O'Brien"), in_a_shell("Cash $ Desk"))
    dora "Dora Desk" "O'Brien" 'Cash $ Desk'
    """
    if re.fullmatch(r"[\w.+-][\w.@+-]*", name):
        return name
    return quote(name) if re.search(r'["$`!%\\]', name) else f'"{name}"'
