"""Commands as they are typed where this Wallchart was started: from a zip, as a wheel, or from a checkout."""

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
