"""What a director chose about a registration file, between two of its pages: each page has an address then,
and is there after a reload and for the Back key.

It is kept where sessions are, for one person and one event, until the file is imported, and at most for some
hours. Nobody is signed in by it.
"""

from collections.abc import Mapping
from datetime import timedelta
from hashlib import sha256

from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from ...models import Event

KEPT = timedelta(hours=6)
# So many pages are kept, the newest: looking again and again must not fill the database.
MOST = 8
# A key of a session has 40 letters.
_LETTERS = 16
# What a page carries for itself.
_OWN = {"csrfmiddlewaretoken", "token", "stamp", "do", "again"}


def keep(event: Event, sent: Mapping[str, str], *, by: User) -> str:
    """Keep what was sent. The answer is the name under which it is found again."""
    kept = {name: value for name, value in sent.items() if name not in _OWN}
    name = sha256(repr(sorted(kept.items())).encode()).hexdigest()[:_LETTERS]
    now = timezone.now()
    Session.objects.filter(expire_date__lt=now).delete()
    Session.objects.update_or_create(
        session_key=_of(event, by) + name,
        defaults={"session_data": SessionStore().encode(kept), "expire_date": now + KEPT},
    )
    newest = _all(event, by).order_by("-expire_date").values_list("pk", flat=True)[:MOST]
    _all(event, by).exclude(pk__in=list(newest)).delete()
    return name


def kept(event: Event, name: str, *, by: User) -> dict[str, str]:
    """What this person sent about this event; nothing if it is not kept any more."""
    found = Session.objects.filter(session_key=_of(event, by) + name, expire_date__gt=timezone.now()).first()
    return SessionStore().decode(found.session_data) if found and len(name) == _LETTERS else {}


def forget(event: Event, *, by: User) -> None:
    """Once the file is imported."""
    _all(event, by).delete()


def _all(event: Event, by: User) -> QuerySet[Session]:
    return Session.objects.filter(session_key__startswith=_of(event, by))


def _of(event: Event, by: User) -> str:
    return f"file.{salted_hmac('registration file', f'{by.pk}.{event.pk}').hexdigest()[:_LETTERS]}."
