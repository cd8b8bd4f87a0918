"""What every request gets: a name and a line in the log, and the response headers that every page carries."""

import logging
import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from . import request_ids
from .logs import route_of

access = logging.getLogger("wallchart.access")


def request_log(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Name each request, in the log and in its response, and log it at INFO when it is answered."""

    if settings.METRICS:
        from .metrics import observe

    def middleware(request: HttpRequest) -> HttpResponse:
        named = request_ids.id_of(request.headers, behind_proxy=settings.BEHIND_PROXY)
        token = request_ids.current.set(named)
        began = time.perf_counter()
        try:
            response = get_response(request)
            response.headers[request_ids.HEADER] = named
            seconds = time.perf_counter() - began
            if access.isEnabledFor(logging.INFO):
                _log(request, response, seconds)
            if settings.METRICS:
                observe(request, response, seconds)
        finally:
            request_ids.current.reset(token)
        return response

    return middleware


def _log(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    size = response.headers.get("Content-Length", "0") if response.streaming else len(response.content)
    # Who asks is known where a view looked. Looking here would cost each poll a query.
    user = getattr(request, "_cached_user", None)
    fields = {
        "method": request.method,
        "route": route_of(request),
        "status": response.status_code,
        "ms": round(1000 * seconds, 1),
        "bytes": int(size),
        "user": user.pk if user else None,
    }
    said = "{method} {route} {status} {ms} ms, {bytes} bytes, user {user}".format(
        **fields | {"route": fields["route"] or "-"}
    )
    access.info(said, extra={"fields": fields})


def content_security_policy(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Send `SECURE_CSP` with every response.

    Django 6 has a middleware and a setting of this name; until then this one reads the same
    dictionary, so that the setting survives the upgrade and this function does not.
    """
    policy = "; ".join(" ".join([name, *values]) for name, values in settings.SECURE_CSP.items())

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", policy)
        return response

    return middleware
