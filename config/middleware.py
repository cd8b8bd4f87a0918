"""What every request gets: a name and a line in the log, response headers, and the names of the server."""

import ipaddress
import logging
import time
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port, validate_host

from tournaments.selectors.event.addresses import answer_to_own_names

from . import request_ids
from .answered import account_for
from .logs import access, route_of


def request_log(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Name each request, in the log and in its response, and log it at INFO when it is answered."""

    def middleware(request: HttpRequest) -> HttpResponse:
        with request_ids.named(request.headers) as name:
            began = time.perf_counter()
            response = get_response(request)
            response.headers[request_ids.HEADER] = name
            seconds = time.perf_counter() - began
            if settings.METRICS or access.isEnabledFor(logging.INFO):
                _account_for(request, response, seconds)
        return response

    return middleware


def _account_for(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    size = response.headers.get("Content-Length", "0") if response.streaming else len(response.content)
    # Who asks is known where a view looked. Looking here would cost each poll a query.
    user = getattr(request, "_cached_user", None)
    account_for(
        request.method, route_of(request), response.status_code, seconds, int(size), user.pk if user else None
    )


# One answer of a cache between phones and server serves all who ask within a second. Browsers ask every time.
SHARED_FOR_A_SECOND = "public, max-age=0, must-revalidate, s-maxage=1"
SHARED_STATUSES = {200, 204, 304, 404}


def content_security_policy(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Send `SECURE_CSP` with every response.

    Django 6 has a middleware and a setting of this name; until then this one reads the same
    dictionary, so that the setting survives the upgrade and this function does not.
    """
    text = policy()

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", text)
        return response

    return middleware


def policy() -> str:
    return "; ".join(" ".join([name, *values]) for name, values in settings.SECURE_CSP.items())


def learn_own_address(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answer at an address that this machine got after its start, when the first phone comes by it.

    Only of `manage.py serve`, and only an address that is this machine's now. A server answers to its
    ALLOWED_HOSTS.
    """
    if settings.LISTENS_AT is None or settings.ALLOWED_HOSTS_GIVEN:
        raise MiddlewareNotUsed

    def middleware(request: HttpRequest) -> HttpResponse:
        host, _port = split_domain_port(request.META.get("HTTP_HOST", ""))
        if not validate_host(host, settings.ALLOWED_HOSTS) and _is_address(host):
            answer_to_own_names()
        return get_response(request)

    return middleware


def _is_address(host: str) -> bool:
    try:
        ipaddress.IPv4Address(host)
    except ValueError:
        return False
    return True


def shared_or_kept_by_nobody(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Say who may keep an answer that does not say it: caches one of a public page, nobody any other."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        kept = SHARED_FOR_A_SECOND if _may_be_shared(request, response) else "no-store"
        response.headers.setdefault("Cache-Control", kept)
        return response

    return middleware


def _may_be_shared(request: HttpRequest, response: HttpResponse) -> bool:
    policy = getattr(request.resolver_match and request.resolver_match.func, "policy", "")
    asked_only = request.method in ("GET", "HEAD") and response.status_code in SHARED_STATUSES
    return asked_only and policy.startswith("public") and not response.cookies
