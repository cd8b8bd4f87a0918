"""The pages of errors, made without reading the request.

Django's own views of errors check a form's token first. A body that cannot be read then raised a second error
in the page of the first: a 500 instead of a 400 or a 404.
"""

from http import HTTPStatus

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from tournaments.views import unknown_host

from . import troubles


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, DisallowedHost):
        return unknown_host.page(request)
    return troubles.suspicious(request, exception)


def not_allowed(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page(HTTPStatus.FORBIDDEN)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page(HTTPStatus.NOT_FOUND)


def _page(status: HTTPStatus) -> HttpResponse:
    return HttpResponse(render_to_string(f"{status}.html"), status=status)
