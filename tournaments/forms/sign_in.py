"""Signing in, with a wait after too many tries."""

from typing import Any

from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import ngettext

from ..known_browsers import browser_of
from ..services import sign_ins


class SignInForm(AuthenticationForm):
    """Name and password. Too many failures pause the name at an address, the address, or the name; in a
    browser that knows the name, only that browser.

    ``minutes`` to wait, 0 if there is no wait.
    """

    minutes = 0

    def clean(self) -> dict[str, Any]:
        name, address = self.cleaned_data.get("username", ""), address_of(self.request)
        if not name or not self.cleaned_data.get("password"):
            return super().clean()  # an empty password is no attempt, and no success either
        browser = browser_of(self.request, name)
        with sign_ins.hashing():
            self.minutes = sign_ins.attempt(name, address, browser)
            if self.minutes:
                text = ngettext(
                    "Too many attempts. Try again in %(minutes)d minute.",
                    "Too many attempts. Try again in %(minutes)d minutes.",
                    self.minutes,
                )
                raise ValidationError(text % {"minutes": self.minutes})
            try:
                cleaned = super().clean()
            except ValidationError:
                sign_ins.failed(name, address)
                raise
            sign_ins.succeeded(name, address, browser)
            return cleaned


def address_of(request: HttpRequest | None) -> str:
    """The address a request comes from; behind a proxy, the one that the proxy reports."""
    if request is None:
        return ""
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.SECURE_PROXY_SSL_HEADER else ""
    return forwarded.rpartition(",")[2].strip() or request.META.get("REMOTE_ADDR", "")
