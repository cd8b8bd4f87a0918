"""The doorstep of every server: who comes in, and who comes first.

A WSGI application around Django's. It caps bodies before anybody reads them, lets signed-in people go first,
keeps threads free for them, and answers 503 with `Retry-After` to what there is no thread for.

Signed in is who carries the key of a session that Django has found to be somebody's in this process: a
made-up cookie is worth nothing, and a known one costs no query.
"""

import re
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from threading import Lock
from typing import TYPE_CHECKING

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve

from tournaments.formats import sizes
from tournaments.turns import Turns, turns

from . import language, request_ids, troubles
from .answered import account_for
from .limits import RESERVED, THREADS
from .middleware import policy

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

# A server that is full of phones is well: its probe must not hear otherwise.
PROBE = "/healthz"
# What a server says of a request that came when too many waited.
IS_CROWDED = "wallchart.is_crowded"
BODY, UPLOAD = sizes.FORM, sizes.BODY


class Sessions:
    """The keys of sessions that were somebody's when last seen; those not seen for longest are forgotten."""

    AT_MOST = 1000

    def __init__(self) -> None:
        self._keys: OrderedDict[str, None] = OrderedDict()
        self._lock = Lock()
        name = re.escape(settings.SESSION_COOKIE_NAME)
        self._cookie = re.compile(rf"(?:^|;\s*){name}=([a-z0-9]{{32}})(?:;|$)")

    def know(self, cookies: str) -> bool:
        """Whether these cookies, as a request carries them, are of somebody signed in."""
        found = self._cookie.search(cookies)
        return found is not None and found[1] in self._keys

    def saw(self, key: str, *, signed_in: bool) -> None:
        with self._lock:
            self._keys.pop(key, None)
            if signed_in:
                self._keys[key] = None
            while len(self._keys) > self.AT_MOST:
                self._keys.popitem(last=False)


sessions = Sessions()


def remember_signed_in(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """A middleware inside Django's own: tells :data:`sessions` whose session a request was."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        # Only where the view asked who it is: a public page does not.
        if hasattr(request, "_cached_user") and (key := request.session.session_key):
            sessions.saw(key, signed_in=request.user.is_authenticated)
        return response

    return middleware


def longest_body(path: str) -> int:
    """How many bytes may be sent to this address. A view that takes files says how large these may
    be: ``takes_uploads``."""
    return UPLOAD if _of_view("takes_uploads", path) else BODY


def too_long(path: str, length: str = "") -> troubles.Trouble:
    """What is said of a body over the limit: of a file other words, and some have another way."""
    said = {
        "takes_backups": troubles.BACKUP_TOO_LONG,
        "takes_rating_lists": troubles.RATING_LIST_TOO_LONG,
    }
    if most := _of_view("takes_uploads", path):
        said["takes_uploads"] = troubles.file_too_long(path, int(length) if length.isdecimal() else 0, most)
    return next((said[each] for each in said if _of_view(each, path)), troubles.TOO_LONG)


def _of_view(attribute: str, path: str) -> int:
    try:
        return int(getattr(resolve(path).func, attribute, 0))
    except Resolver404:
        return 0


def is_too_long(path: str, length: str) -> bool:
    return length.isdecimal() and int(length) > BODY and int(length) > longest_body(path)


def is_in_utf8(content_type: str) -> bool:
    """Django reads an address in the charset of the body before any middleware, and fails over some."""
    named = re.search(r"charset\s*=\s*\"?([^\s;\"]*)", content_type, re.IGNORECASE)
    return named is None or named[1].lower() in {"utf-8", "utf8"}


def may_be_refused(path: str) -> bool:
    """Whether who asks for this asks again. No browser does for a style sheet, which its page would lack."""
    return not path.startswith(settings.STATIC_URL)


class Admission:
    """Lets requests into the application behind it."""

    def __init__(self, application: "WSGIApplication", turns: Turns = turns, threads: int = THREADS) -> None:
        self._application = application
        self._turns = turns
        self._free = threads - RESERVED
        # So that others remain for polls.
        turns.line = self._free * 3 // 4
        self._lock = Lock()

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        path = environ.get("PATH_INFO", "/")
        if not is_in_utf8(environ.get("CONTENT_TYPE") or ""):
            return _refuse(troubles.CHARSET, environ, start_response)
        if is_too_long(path, length := environ.get("CONTENT_LENGTH") or ""):
            return _refuse(too_long(path, length), environ, start_response)
        if environ["REQUEST_METHOD"] == "HEAD":
            return self._head_alone(environ, start_response)
        return self._answer(path, environ, start_response)

    def _head_alone(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Django's handler answers with the body of a GET, and the server sends it: the next answer on this
        connection would begin with it."""
        answer = self._answer(environ.get("PATH_INFO", "/"), environ, start_response)
        if (close := getattr(answer, "close", None)) is not None:
            close()
        return []

    def _answer(
        self, path: str, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        if path == PROBE or sessions.know(environ.get("HTTP_COOKIE", "")):
            with self._turns.signed_in():
                return self._application(environ, start_response)
        with self._lock:
            is_full = environ.get(IS_CROWDED, False) or self._free <= 0
            self._free -= not is_full
        if is_full:
            return _refuse(troubles.BUSY, environ, start_response)
        try:
            with self._turns.public():
                return self._application(environ, start_response)
        finally:
            with self._lock:
                self._free += 1


def _refuse(
    trouble: troubles.Trouble, environ: "WSGIEnvironment", start_response: "StartResponse"
) -> Iterable[bytes]:
    headers = {request_ids.HEADER: environ.get("HTTP_X_REQUEST_ID", "")}
    is_script = bool(environ.get("HTTP_HX_REQUEST"))
    with language.of_request(environ.get("PATH_INFO", "/"), environ.get("HTTP_ACCEPT_LANGUAGE", "")):
        response = refusal(trouble, environ["REQUEST_METHOD"], headers, is_script=is_script)
    response.headers["Content-Length"] = str(len(response.content))
    start_response(f"{response.status_code} {response.reason_phrase}", list(response.items()))
    return [response.content]


def refusal(
    trouble: troubles.Trouble, method: str, headers: Mapping[str, str], *, is_script: bool
) -> HttpResponse:
    """An answer in Django's stead, with what its middlewares give every other: a name, a line, a policy."""
    began = time.perf_counter()
    with request_ids.named(headers) as name:
        response = troubles.answer(trouble, method, is_script=is_script)
        response.headers[request_ids.HEADER] = name
        response.headers["Content-Security-Policy"] = policy()
        account_for(method, "", response.status_code, time.perf_counter() - began, len(response.content))
    return response
