"""Signing in, with a wait after too many tries."""

import math
import time
from typing import Any

from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django.utils.translation import ngettext

FAILURES = 5
WAIT = 5 * 60  # seconds


class SignInForm(AuthenticationForm):
    """Name and password. Too many failures from one address pause that name there."""

    def clean(self) -> dict[str, Any]:
        left: float = cache.get(f"{self._key}.until", 0) - time.time()
        if left > 0:
            minutes = math.ceil(left / 60)
            text = ngettext(
                "Too many attempts. Try again in %(minutes)d minute.",
                "Too many attempts. Try again in %(minutes)d minutes.",
                minutes,
            )
            raise ValidationError(text % {"minutes": minutes})
        try:
            cleaned = super().clean()
        except ValidationError:
            self._failed()
            raise
        if self.get_user() is not None:  # an empty password is no attempt, and no success either
            cache.delete_many([self._key, f"{self._key}.until"])
        return cleaned

    @property
    def _key(self) -> str:
        name = self.cleaned_data.get("username", "").casefold()
        return f"sign-in.{salted_hmac('sign-in', f'{address_of(self.request)} {name}').hexdigest()}"

    def _failed(self) -> None:
        cache.add(self._key, 0, WAIT)
        try:
            failures = cache.incr(self._key)
        except ValueError:  # it expired just now
            return
        if failures >= FAILURES:
            cache.set(f"{self._key}.until", time.time() + WAIT, WAIT)


def address_of(request: HttpRequest | None) -> str:
    """The address a request comes from; behind a proxy, the one that the proxy reports."""
    if request is None:
        return ""
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.SECURE_PROXY_SSL_HEADER else ""
    return forwarded.rpartition(",")[2].strip() or request.META.get("REMOTE_ADDR", "")
