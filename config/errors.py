"""The pages of errors, made without reading the request.

Django's own views of errors check a form's token first. A body that cannot be read then raised a second error
in the page of the first: a 500 instead of a 400 or a 404.
"""

from http import HTTPStatus

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.views import csrf

from tournaments import interrupted
from tournaments.services.acts import made_for
from tournaments.views import unknown_host
from tournaments.views.sign_in import sign_in_as

from . import troubles


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, DisallowedHost):
        return unknown_host.page(request)
    return troubles.suspicious(request, exception)


def not_allowed(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page(HTTPStatus.FORBIDDEN)


def other_session(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form of a session before this one: shown again to the person for whom it was made."""
    person = made_for(request.POST.get("token", ""))
    if not request.user.is_authenticated or person is None or not interrupted.can_be_carried(request):
        return csrf.csrf_failure(request, reason)
    if person == request.user:
        return redirect(interrupted.keep(request, interrupted.seal(request, request.path)))
    if not request.headers.get("HX-Request"):
        return sign_in_as(request, person)
    return csrf.csrf_failure(request, reason)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page(HTTPStatus.NOT_FOUND)


def _page(status: HTTPStatus) -> HttpResponse:
    return HttpResponse(render_to_string(f"{status}.html"), status=status)
