"""Response headers that every page carries, and the names that the server answers to."""

import ipaddress
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port, validate_host

from tournaments.selectors.addresses import answer_to_own_names


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
