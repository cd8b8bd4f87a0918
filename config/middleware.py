"""Response headers that every page carries."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse


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
