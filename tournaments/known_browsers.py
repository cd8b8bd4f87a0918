"""Browsers in which somebody has signed in before. They wait for their own failures only: who fails in a
director's name elsewhere, or from the hall's address, keeps nobody out.

A cookie of the sign-in page says so, signed, one for each name. Public pages never see it.
"""

import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.crypto import salted_hmac

SALT = "known browser"
A_YEAR = 365 * 24 * 3600


def browser_of(request: HttpRequest | None, name: str) -> str:
    """A mark of the browser if this name has signed in there, else nothing."""
    if request is None:
        return ""
    return request.get_signed_cookie(_cookie_of(name), "", salt=SALT, max_age=A_YEAR) or ""


def remember(response: HttpResponse, name: str) -> HttpResponse:
    """Mark the browser that gets this answer as one in which this name has signed in."""
    response.set_signed_cookie(
        _cookie_of(name),
        secrets.token_urlsafe(12),
        salt=SALT,
        max_age=A_YEAR,
        path=reverse("sign-in"),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def _cookie_of(name: str) -> str:
    return f"known-{salted_hmac(SALT, name.casefold()).hexdigest()[:12]}"
