"""Signing in, with a wait after too many tries."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ..known_browsers import browser_of
from ..selectors.event.people import account_named
from ..services import sign_ins


class Waiting(Protocol):
    """A form with a password; ``seconds`` to wait, 0 if there is no wait."""

    seconds: int


@dataclass
class Try:
    succeeded: bool = False


@contextmanager
def throttled(form: Waiting, request: HttpRequest | None, name: str) -> Iterator[Try]:
    """Count the try of a password. Raises :class:`ValidationError` during a wait, which the form then tells.

    Too many failures pause the name at an address, the address, or the name; in a browser that knows the
    name, only that browser.
    """
    address, browser = address_of(request), browser_of(request, name)
    with sign_ins.hashing():
        form.seconds = sign_ins.attempt(name, address, browser)
        if form.seconds:
            text = _(
                "Too many attempts. Try again in %(wait)s. Until then the right password is refused too."
            )
            raise ValidationError(text % {"wait": _in_words(form.seconds)})
        this = Try()
        try:
            yield this
        finally:
            if this.succeeded:
                sign_ins.succeeded(name, address, browser)
            else:
                sign_ins.failed(name, address)


def _in_words(seconds: int) -> str:
    """A wait of at least a minute in whole minutes, rather too long than too short."""
    if seconds < 60:
        return ngettext("%d second", "%d seconds", seconds) % seconds
    minutes = -(-seconds // 60)
    return ngettext("%d minute", "%d minutes", minutes) % minutes


class SignInForm(AuthenticationForm):
    """Name and password, with a wait after too many failures (:func:`throttled`).

    ``seconds`` to wait, 0 if there is no wait.
    """

    seconds = 0
    error_messages = AuthenticationForm.error_messages | {
        "invalid_login": gettext_lazy("That name and password do not match. Passwords are case-sensitive.")
    }

    def clean(self) -> dict[str, Any]:
        name = self.cleaned_data.get("username", "")
        if not name or not self.cleaned_data.get("password"):
            return super().clean()  # an empty password is no attempt, and no success either
        if account := account_named(name):
            self.cleaned_data["username"] = account.get_username()
        with throttled(self, self.request, name) as this:
            cleaned = super().clean()
            this.succeeded = True
            return cleaned


def address_of(request: HttpRequest | None) -> str:
    """The address a request comes from; behind a proxy, the one that the proxy reports."""
    if request is None:
        return ""
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.SECURE_PROXY_SSL_HEADER else ""
    return forwarded.rpartition(",")[2].strip() or request.META.get("REMOTE_ADDR", "")
