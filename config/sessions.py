"""Sessions in the database, read by a query that is written once: each request of the desk begins so."""

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from tiebreaks.prepared import Prepared

_of_key = Prepared(lambda key: Session.objects.filter(session_key=key))


class SessionStore(db.SessionStore):
    def _get_session_from_db(self) -> Session | None:
        found = _of_key(self.session_key or "")
        if found and found[0].expire_date > timezone.now():
            return found[0]
        self._session_key = None
        return None
