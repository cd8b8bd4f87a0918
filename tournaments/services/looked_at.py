"""What a director sent to look at before it is imported or announced, a registration file or a flyer: each
preview has an address then, and is there after a reload and for the Back key.

It is kept where sessions are, for one person, one event and one page, until it is imported or announced, and
at most for some hours. Nobody is signed in by it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256

from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.datastructures import MultiValueDict

from ..models import Event

KEPT = timedelta(hours=6)
# So many previews of a page are kept, the newest: looking again and again must not fill the database.
MOST = 8
# A key of a session has 40 letters.
_LETTERS = 16
# What a form carries for itself.
_OWN = {"csrfmiddlewaretoken", "token", "stamp", "do", "again"}
# The table of a file.
_LONG = ("carried",)


@dataclass(frozen=True)
class LookedAt:
    """What one person looked at on one page of an event, by the name of its address."""

    page: str
    event: Event
    by: User

    def keep(self, sent: Mapping[str, list[str]]) -> str:
        """Keep what was sent, all values of each field. The answer is the name by which it is found again."""
        kept = {name: values for name, values in sent.items() if name not in _OWN}
        name = sha256(repr(sorted(kept.items())).encode()).hexdigest()[:_LETTERS]
        now = timezone.now()
        Session.objects.filter(expire_date__lt=now).delete()
        Session.objects.update_or_create(
            session_key=self._key + name,
            defaults={"session_data": SessionStore().encode(kept), "expire_date": now + KEPT},
        )
        newest = self._all.order_by("-expire_date").values_list("pk", flat=True)[:MOST]
        self._all.exclude(pk__in=list(newest)).delete()
        return name

    def change(self, name: str, sent: Mapping[str, list[str]]) -> None:
        """Keep what was chosen since, where what was sent under this name is still kept. What is long, and
        so not sent with each choice, stays."""
        if kept := self.kept(name):
            now = {each: values for each, values in sent.items() if each not in _OWN}
            long = {each: kept.getlist(each) for each in _LONG if each in kept}
            row = Session.objects.filter(session_key=self._key + name)
            row.update(session_data=SessionStore().encode({**now, **long}))

    def kept(self, name: str) -> MultiValueDict[str, str]:
        """What was sent; nothing if it is not kept any more."""
        found = Session.objects.filter(session_key=self._key + name, expire_date__gt=timezone.now()).first()
        known = SessionStore().decode(found.session_data) if found and len(name) == _LETTERS else {}
        return MultiValueDict(known)

    @property
    def newest(self) -> MultiValueDict[str, str]:
        """What was sent last; nothing if none is kept any more."""
        row = self._all.filter(expire_date__gt=timezone.now()).order_by("-expire_date").first()
        return MultiValueDict(SessionStore().decode(row.session_data) if row else {})

    def forget(self) -> None:
        """Once it is imported or announced."""
        self._all.delete()

    @property
    def _all(self) -> QuerySet[Session]:
        return Session.objects.filter(session_key__startswith=self._key)

    @property
    def _key(self) -> str:
        whose = salted_hmac(f"looked at: {self.page}", f"{self.by.pk}.{self.event.pk}").hexdigest()
        return f"file.{whose[:_LETTERS]}."
