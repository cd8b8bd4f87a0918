"""The sessions in which a person is signed in: on a laptop, a phone, another phone.

Only people at the desk have sessions, so there are few, and looking through all of them is cheap. A session's
row is the only thing that makes its cookie worth something: without it, the next request is signed out.
"""

from datetime import timedelta

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.utils import timezone

# What is left of the session of a person who was removed: from which event. It signs nobody in.
REMOVED_FROM = "removed_from"
KEPT = timedelta(days=1)


def end(user: User, but: str | None = None) -> int:
    """End this person's sessions ``but`` the one of this key. The answer is how many."""
    Session.objects.filter(expire_date__lt=timezone.now()).delete()
    others = Session.objects.exclude(session_key=but)
    theirs = [row.session_key for row in others if _is_of(user, row)]
    Session.objects.filter(session_key__in=theirs).delete()
    return len(theirs)


def end_with_a_note(user: User, removed_from: str) -> None:
    """End all sessions of a person who was removed from an event, and keep for each device why: the next
    request is told so, and nobody else is."""
    now = timezone.now()
    note = SessionStore().encode({REMOVED_FROM: removed_from})
    theirs = [row.session_key for row in Session.objects.filter(expire_date__gt=now) if _is_of(user, row)]
    Session.objects.filter(session_key__in=theirs).update(session_data=note, expire_date=now + KEPT)


def count(user: User) -> int:
    """On how many devices this person is signed in."""
    now = timezone.now()
    return sum(_is_of(user, row) for row in Session.objects.filter(expire_date__gt=now))


def _is_of(user: User, row: Session) -> bool:
    return row.get_decoded().get(SESSION_KEY) == str(user.pk)
