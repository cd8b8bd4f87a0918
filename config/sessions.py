"""Sessions in the database, read by a query that is written once: each request of the desk begins so."""

from django.contrib.sessions import middleware
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.models import Session
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tiebreaks.prepared import Prepared

from . import troubles

_of_key = Prepared(lambda key: Session.objects.filter(session_key=key))


class SessionStore(db.SessionStore):
    def _get_session_from_db(self) -> Session | None:
        found = _of_key(self.session_key or "")
        if found and found[0].expire_date > timezone.now():
            return found[0]
        self._session_key = None
        return None

    def save(self, must_create: bool = False) -> None:
        try:
            super().save(must_create)
        except UpdateError as error:
            # Django takes whatever the database says for a session that is gone.
            failure = error.__context__
            if failure is not None and troubles.of(failure):
                raise failure from failure.__cause__
            raise


class SessionMiddleware(middleware.SessionMiddleware):
    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        # Saving the session may fail where the act itself was committed.
        troubles.may_be_saved(request)
        return super().process_response(request, response)
