"""Response headers that every page carries."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

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
    policy = "; ".join(" ".join([name, *values]) for name, values in settings.SECURE_CSP.items())

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", policy)
        return response

    return middleware


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
