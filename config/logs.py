"""What is said on the terminal: one line per event, with the request's id, and nothing about a player.

Log lines leave the machine more easily than a database: they are collected, mailed, pasted into bug reports.
So a line names the route of an address and never its path or its query, and an exception loses the values
that it quotes.
"""

import io
import json
import logging
import logging.config
import re
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest

from . import request_ids

QUOTED = re.compile(r"""(?<!\w)(['"`“‘])(?:.*?)(?:['"`”’](?!\w)|$)""")
Raised = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


# What servers say before a path or a query.
SERVERS_SAY = (
    "Exception while serving",
    "Client disconnected while serving",
    "Error handling request",
    "Invalid request",
)


class RequestId(logging.Filter):
    """Gives each record its request's id, and takes away the path that Django's and servers' own end with."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = request_ids.current.get()
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest) and isinstance(record.args, tuple) and record.args:
            record.args = (*record.args[:-1], route_of(request))
        for said in SERVERS_SAY:
            if str(record.msg).startswith(said):
                record.msg, record.args = said, None
        return True


class Plain(logging.Formatter):
    """For a person at a terminal."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name}{within}: {message}", style="{")

    def format(self, record: logging.LogRecord) -> str:
        record.exc_text = None  # Another handler may have kept the exception here with its values.
        return super().format(record)

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 (the standard library's name)
        named = getattr(record, "request_id", "")
        record.within = f" {named}" if named else ""
        return super().formatMessage(record)

    def formatException(self, ei: Raised) -> str:  # noqa: N802 (the standard library's name)
        return told(ei[1]) if ei[1] else ""


class JsonLines(logging.Formatter):
    """For a program: one JSON object per line. ``fields`` of a record stand beside its message."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "request": getattr(record, "request_id", ""),
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info and record.exc_info[1]:
            line["exception"] = told(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False, default=str)


FORMS: dict[str, Callable[[], logging.Formatter]] = {"plain": Plain, "json": JsonLines}


def configuration(level: str, form: str) -> dict[str, Any]:
    """Logging for this level in this form, ``plain`` or ``json``.

    Django's own default is silent without DEBUG, but for mail to nobody.
    """
    if form not in FORMS:
        raise ImproperlyConfigured(f"LOG_FORMAT is {form!r}. Expected: {' or '.join(FORMS)}.")
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"request_id": {"()": "config.logs.RequestId"}},
        "formatters": {name: {"()": factory} for name, factory in FORMS.items()},
        "handlers": {
            "terminal": {
                "class": "logging.StreamHandler",
                "formatter": form,
                "filters": ["request_id"],
                "stream": "ext://sys.__stderr__" if form == "json" else "ext://sys.stderr",
            }
        },
        "root": {"handlers": ["terminal"], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": "NOTSET", "propagate": True},
            # A wrong address typed on a phone, a hall full of them polling: nothing to warn of.
            "django.request": {"level": "ERROR"},
            # Who comes by another name gets a page that says where Wallchart is.
            "django.security.DisallowedHost": {"level": "CRITICAL"},
            "waitress.queue": {"level": "ERROR"},
            # Its workers write in this form too.
            "gunicorn.error": {"handlers": [], "level": "INFO", "propagate": True},
        },
    }


class Lines(io.TextIOBase):
    """Standard error as lines of the log: what a library prints there, and why a command was refused."""

    logger = logging.getLogger("stderr")

    def __init__(self) -> None:
        self._begun = ""
        self._writing = threading.local()

    def write(self, text: str) -> int:
        # A line that cannot be written is told here too, and that cannot be written either.
        if not getattr(self._writing, "now", False):
            self._writing.now = True
            *whole, self._begun = f"{self._begun}{text}".split("\n")
            for line in filter(None, map(str.rstrip, whole)):
                self.logger.error("%s", line)
            self._writing.now = False
        return len(text)

    def fileno(self) -> int:
        return sys.__stderr__.fileno() if sys.__stderr__ else super().fileno()


def set_up(wanted: dict[str, Any]) -> None:
    """Django's LOGGING_CONFIG. In the form for programs, nothing else reaches standard error."""
    logging.config.dictConfig(wanted)
    if wanted["handlers"]["terminal"]["formatter"] == "json":
        logging.captureWarnings(True)
        sys.excepthook = _end
        threading.excepthook = lambda raised: _end(raised.exc_type, raised.exc_value, raised.exc_traceback)
        sys.stderr = Lines()


def _end(kind: type[BaseException], error: BaseException | None, where: TracebackType | None) -> None:
    if error and not issubclass(kind, KeyboardInterrupt):
        logging.getLogger("wallchart").critical("Not caught", exc_info=(kind, error, where))


access = logging.getLogger("wallchart.access")


def log_access(
    method: str | None, route: str, status: int, seconds: float, size: int, user: int | None = None
) -> None:
    """The line of a request that was answered."""
    fields = {
        "method": method,
        "route": route,
        "status": status,
        "ms": round(1000 * seconds, 1),
        "bytes": size,
        "user": user,
    }
    said = "{method} {route} {status} {ms} ms, {bytes} bytes, user {user}".format(
        **fields | {"route": route or "-"}
    )
    access.info(said, extra={"fields": fields})


def route_of(request: HttpRequest) -> str:
    """The name of the route that the request took; empty for static files and addresses of nothing."""
    return request.resolver_match.view_name if request.resolver_match else ""


def told(error: BaseException) -> str:
    """Where an exception and its causes came from, without the values in their messages."""
    lines: list[str] = []
    for raised in reversed(list(_causes(error))):
        lines += traceback.format_tb(raised.__traceback__)
        lines.append(f"{type(raised).__qualname__}: {without_values(str(raised))}\n")
    return "".join(lines).rstrip()


def without_values(message: str) -> str:
    """The first line without what it quotes. A database tells the values of a row on the lines below.

    >>> without_values("invalid literal for int() with base 10: 'Ann Calder'")
    'invalid literal for int() with base 10: …'
    >>> without_values('violates unique constraint "one"\\nDETAIL: Key (name)=(Ann Calder) already exists.')
    'violates unique constraint …'
    """
    return QUOTED.sub("…", message.partition("\n")[0])


def _causes(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        yield cause
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
