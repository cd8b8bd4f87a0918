"""Requests that cannot be answered, in words and with the right status: 400 and 413 for what was sent, 503
with `Retry-After` for what passes by itself.

Nothing here reads the database: it may be what is missing.
"""

import errno
import logging
import sys
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from http import HTTPStatus
from typing import Any

from django.contrib.sessions.exceptions import SessionInterrupted
from django.core.exceptions import (
    RequestDataTooBig,
    SuspiciousMultipartForm,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.views import defaults

from tiebreaks.lines import NullCharacter, refuse_null
from tournaments import full_disk
from tournaments.formats import sizes
from tournaments.formats.sizes import megabytes
from tournaments.languages import spoken
from tournaments.text.commands import as_started_lazy
from tournaments.turns import Busy

from . import request_ids

logger = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class Trouble:
    """``name`` and ``detail`` are for the log; ``title`` and ``text`` are for people.

    The text of what passes is what to do; the page says what became of what was sent. ``back`` is the address
    of the page whose form it was, where that is known.
    """

    name: str
    status: HTTPStatus
    title: Promise
    text: Promise | str
    retry_after: int | None = None
    detail: Callable[[], str] = str
    back: str = ""


def _bad(name: str, text: Promise, status: HTTPStatus = HTTPStatus.BAD_REQUEST) -> Trouble:
    return Trouble(name, status, _("We could not read that request."), text)


def _too_long(name: str, text: Promise | str) -> Trouble:
    return Trouble(name, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, _("That is too long."), text)


def _passing(
    name: str, title: Promise, text: Promise, retry_after: int, detail: Callable[[], str] = str
) -> Trouble:
    return Trouble(name, HTTPStatus.SERVICE_UNAVAILABLE, title, text, retry_after, detail)


def _remedy() -> str:
    from tournaments.services import database_file  # which needs the models; a server imports this before

    return database_file.remedy()


def _place() -> str:
    from tournaments.services import database_file

    return str(database_file.file() or "")


def _of_another_file(error: BaseException) -> Trouble | None:
    """SQL that fails is ours, unless another program put a file in the place that ours does not fit."""
    from tournaments.services import beginning, database_file

    file = database_file.file()
    if file is None or not isinstance(error, DatabaseError):
        return None
    if beginning.is_missing(file):
        return FILE_GONE
    return OTHER_RELEASE if beginning.is_of_another_release(file) else None


CHARSET = _bad("charset", _("It is not written in UTF-8. Nothing was saved."))
NULL = _bad(
    "null byte",
    _(
        "It contains a null character, which text can’t have. Nothing was saved. Copy the text again,"
        " without it."
    ),
)
NOT_A_FORM = _bad(
    "not a form",
    _("Nothing was saved. It did not arrive as a normal form. Reload the page and send it again."),
)
TOO_LONG = _too_long(
    "body over the limit",
    format_lazy(
        _(
            "Nothing was saved. A form takes at most {form}, a file at most {most}. Send the list of one"
            " section."
        ),
        form=megabytes(sizes.FORM),
        most=megabytes(sizes.BODY),
    ),
)


def file_too_long(path: str, size: int, most: int) -> Trouble:
    """Of a page that takes files of so many bytes; ``size`` is that of the one that was sent, or 0."""
    text = _(
        "Nothing was saved. This page takes a file or a text of at most {most}. Check which one you chose."
    )
    if size:
        text = _(
            "It has {size}. Nothing was saved. This page takes a file or a text of at most {most}."
            " Check which one you chose."
        )
    told = format_lazy(text, size=megabytes(round(size, -5)), most=megabytes(most))
    title = _("This file is too large.")
    return Trouble("file over the limit", HTTPStatus.REQUEST_ENTITY_TOO_LARGE, title, told, back=path)


RATING_LIST_TOO_LONG = _too_long(
    "rating list over the limit",
    as_started_lazy(
        format_lazy(
            _(
                "Nothing was read. This page takes a file of at most {most}. At the computer that runs"
                " Wallchart, this reads the list of all members: python manage.py rating_list FILE"
            ),
            most=megabytes(sizes.RATING_LIST),
        )
    ),
)
BACKUP_TOO_LONG = _too_long(
    "backup over the limit",
    as_started_lazy(
        format_lazy(
            _(
                "Nothing was restored. This page takes a file of at most {most}. At the computer that runs"
                " Wallchart, this takes any size: python manage.py restore FILE"
            ),
            most=megabytes(sizes.BACKUP),
        )
    ),
)
TOO_MANY_FIELDS = _too_long(
    "too many fields", _("Nothing was saved. The form has too many fields. Send fewer at a time.")
)
TOO_MANY_FILES = _too_long(
    "too many files", _("Nothing was saved. The form has too many files. Send one at a time.")
)
SIGNED_OUT = Trouble(
    "session ended meanwhile",
    HTTPStatus.BAD_REQUEST,
    _("You were signed out in the meantime."),
    _("What you sent may have been saved. Sign in again, and check before you send it again."),
)
SUSPICIOUS = _bad("suspicious", _("Go back, reload the page and try again."))
TOO_SLOW = Trouble(
    "body broken off",
    HTTPStatus.REQUEST_TIMEOUT,
    _("Not all of that arrived."),
    _("Nothing was saved. The connection was too slow, or it broke. Send it again."),
)
ONLY_FORMS = Trouble(
    "only forms",
    HTTPStatus.METHOD_NOT_ALLOWED,
    _("This address has no page."),
    _("It only accepts forms. Nothing was changed."),
)
ONLY_READ = Trouble(
    "only read",
    HTTPStatus.METHOD_NOT_ALLOWED,
    _("This page is read only."),
    _("Nothing was saved: this page accepts no changes."),
)
BUSY = _passing(
    "busy",
    _("Many people are using Wallchart right now."),
    _("Nothing is wrong. Try again in a few seconds."),
    2,
)
AWAY = _passing("database away", _("The database does not answer."), _("Restart the database."), 5)
LOCKED = _passing(
    "database locked", _("The database is locked."), _("Close the other programs that use the database."), 3
)
FULL = _passing(
    "disk full",
    _("The disk is full."),
    _("Free up space on the database’s disk."),
    10,
)
READ_ONLY = _passing(
    "database read-only",
    _("The database cannot be written."),
    _("Let Wallchart write to the database file and its folder."),
    10,
)
SERVER_READ_ONLY = _passing(
    "database server read-only",
    _("The database is not accepting changes."),
    _(
        "Its server is read only now. Let it accept changes again, or set DATABASE_URL to the server"
        " that does."
    ),
    10,
)
FILE_GONE = _passing(
    "database file out of reach",
    _("The database file cannot be reached."),
    _("Plug its disk in again, or move the file back to its place. Wallchart must be allowed to open it."),
    5,
    detail=_place,
)
OTHER_RELEASE = _passing(
    "database of another release",
    _("The database file is from another release."),
    _("Stop Wallchart and start it again: it upgrades a file from an older release."),
    30,
    detail=_place,
)
DAMAGED = _passing(
    "database damaged",
    _("The database file is damaged."),
    _(
        "Stop Wallchart. Move the file to another folder and keep it. Then restore the last copy. "
        "Wallchart's window, or its log, names the file and where the copies are."
    ),
    30,
    detail=_remedy,
)

# What a parent reads of each of these. Directors read at the desk what to do about it.
OF_PARENTS = {AWAY, LOCKED, FULL, READ_ONLY, SERVER_READ_ONLY, FILE_GONE, OTHER_RELEASE, DAMAGED}
SOON = (_("Standings and pairings are not available right now."), _("They will be back soon."))

# PostgreSQL names what is wrong by codes (Appendix A of its manual), SQLite by numbers (its result codes).
OF_POSTGRESQL = {
    "25006": SERVER_READ_ONLY,
    "40001": LOCKED,
    "40P01": LOCKED,
    "55P03": LOCKED,
    "53": AWAY,
    "57P": AWAY,
    "08": AWAY,
}
SQLITE_ERROR = 1
OF_SQLITE = {
    5: LOCKED,
    6: LOCKED,
    8: READ_ONLY,
    1032: FILE_GONE,  # READONLY_DBMOVED
    10: FILE_GONE,
    11: DAMAGED,
    14: FILE_GONE,
    26: DAMAGED,
}
# A hall full of phones, or an address typed by hand, is no news.
QUIET = {BUSY, ONLY_FORMS, ONLY_READ}
OF_FILES = {errno.EROFS: READ_ONLY}


def of(error: BaseException) -> Trouble | None:
    """The trouble with the database, or with its disk, that raised this; None for any other error."""
    if full_disk.is_full(error):
        return FULL
    for cause in full_disk.causes(error):
        if isinstance(cause, OSError) and cause.errno in OF_FILES:
            return OF_FILES[cause.errno]
        if (number := getattr(cause, "sqlite_errorcode", None)) is not None:
            if number == SQLITE_ERROR:
                return _of_another_file(error)
            # The primary code is the last byte of an extended one.
            trouble = OF_SQLITE.get(number) or OF_SQLITE.get(number & 0xFF)
            # Damage that Django's connection did not meet is that of another file, of a backup say.
            return trouble if trouble is not DAMAGED or isinstance(error, DatabaseError) else None
        if state := getattr(cause, "sqlstate", None):
            return next((OF_POSTGRESQL[state[:n]] for n in (5, 3, 2) if state[:n] in OF_POSTGRESQL), None)
    # A connection that could not be made, or that broke, has no code.
    lost = (OperationalError, InterfaceError) if connection.vendor == "postgresql" else ()
    return AWAY if isinstance(error, lost) else None


# Pages are kept, and each answer has a reference of its own.
REFERENCE = "@" * request_ids.READ_OUT


class Sent(Enum):
    """What became of what a request sent."""

    NOTHING = auto()
    LOST = auto()
    MAYBE_SAVED = auto()


def may_be_saved(request: HttpRequest) -> None:
    """Remember that a view has done its work: what fails from here on cannot say that nothing was saved."""
    request.view_has_answered = True  # type: ignore[attr-defined]


@lru_cache(maxsize=128)
def _text(trouble: Trouble, sent: Sent, is_script: bool, to_parents: bool, _language: object) -> bytes:
    passes = trouble.retry_after is not None
    title, text = SOON if to_parents and trouble in OF_PARENTS else (trouble.title, trouble.text)
    context = {
        "title": title,
        "text": text,
        "back": trouble.back,
        "lost": passes and sent is Sent.LOST,
        "maybe_saved": passes and sent is Sent.MAYBE_SAVED,
        "send_again": passes and sent is Sent.LOST and not is_script,
        "reload_after": trouble.retry_after if sent is Sent.NOTHING and not is_script else None,
    }
    with request_ids.as_if(REFERENCE):
        return render_to_string(f"trouble.html{'#troubles' if is_script else ''}", context).encode()


def answer(
    trouble: Trouble,
    method: str,
    *,
    is_script: bool = False,
    to_parents: bool = False,
    maybe_saved: bool = False,
    detail: str = "",
) -> HttpResponse:
    """The trouble as a page, which asks again by itself if nothing was sent; for a script as a fragment.

    ``detail`` is for the log. ``to_parents``: they cannot mend it, and read that it passes.
    """
    level = logging.INFO if trouble in QUIET else logging.WARNING
    detail = detail or trouble.detail()
    logger.log(level, "%s: %s%s", trouble.status.value, trouble.name, detail and f": {detail}")
    sent = Sent.NOTHING
    if method not in {"GET", "HEAD"}:
        sent = Sent.MAYBE_SAVED if maybe_saved else Sent.LOST
    text = _text(trouble, sent, is_script, to_parents, spoken()).replace(
        REFERENCE.encode(), request_ids.reference().encode()
    )
    response = HttpResponse(text, status=trouble.status)
    response.headers["Cache-Control"] = "no-store"
    if trouble.retry_after is not None:
        response.headers["Retry-After"] = str(trouble.retry_after)
    response._has_been_logged = True  # type: ignore[attr-defined]  # or Django adds a traceback
    return response


def answer_to(request: HttpRequest, trouble: Trouble, detail: str = "") -> HttpResponse:
    is_script = bool(request.headers.get("HX-Request"))
    maybe_saved = hasattr(request, "view_has_answered")
    view = request.resolver_match and request.resolver_match.func
    return answer(
        trouble,
        request.method or "",
        is_script=is_script,
        to_parents=getattr(view, "policy", "").startswith("public"),
        maybe_saved=maybe_saved,
        detail=detail,
    )


def suspicious(request: HttpRequest, error: Exception) -> HttpResponse:
    """What Django refuses with a 400. By itself it would log where, line by line, and what was sent."""
    trouble = _OF_REQUESTS.get(type(error), SUSPICIOUS)
    return answer_to(request, trouble, type(error).__name__ if trouble is SUSPICIOUS else "")


def server_error(request: HttpRequest) -> HttpResponse:
    """What no view answered: the trouble that it was, or an error of ours (Django's `handler500`)."""
    trouble = of(error) if (error := sys.exc_info()[1]) else None
    return answer_to(request, trouble) if trouble else defaults.server_error(request)


_OF_REQUESTS: dict[type[Exception], Trouble] = {
    Busy: BUSY,
    NullCharacter: NULL,
    UnreadablePostError: TOO_SLOW,
    RequestDataTooBig: TOO_LONG,
    TooManyFieldsSent: TOO_MANY_FIELDS,
    TooManyFilesSent: TOO_MANY_FILES,
    MultiPartParserError: NOT_A_FORM,
    SuspiciousMultipartForm: NOT_A_FORM,
    SessionInterrupted: SIGNED_OUT,
}


class Troubles:
    """The middleware: refuses what no view should have to read, and says what is wrong with the database."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        trouble = _unreadable(request)
        if trouble:
            return answer_to(request, trouble)
        response = self.get_response(request)
        if response.status_code == HTTPStatus.METHOD_NOT_ALLOWED and not response.content:
            return _in_words(request, response)
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        # A view that takes uploads reads its form itself, and says what is wrong with it.
        if request.method != "POST" or getattr(view, "takes_uploads", False):
            return None
        try:
            refuse_null(request.POST.lists())
        except (NullCharacter, UnreadablePostError) as error:
            return answer_to(request, _OF_REQUESTS[type(error)])
        return None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        trouble = _OF_REQUESTS.get(type(error)) or of(error)
        return answer_to(request, trouble) if trouble else None


def _in_words(request: HttpRequest, blank: HttpResponse) -> HttpResponse:
    """A method that an address does not take, instead of an empty window."""
    response = answer_to(request, ONLY_FORMS if request.method in {"GET", "HEAD"} else ONLY_READ)
    response.headers["Allow"] = blank.headers["Allow"]
    return response


def _unreadable(request: HttpRequest) -> Trouble | None:
    charset = (request.content_params or {}).get("charset", "utf-8")
    if charset.lower() not in {"utf-8", "utf8"}:
        return CHARSET
    query, cookies = request.META.get("QUERY_STRING", ""), request.META.get("HTTP_COOKIE", "")
    # A quoted cookie may have it as \000.
    if "\0" in request.path_info or "%00" in query or "\0" in query or "\\000" in cookies:
        return NULL
    return None
