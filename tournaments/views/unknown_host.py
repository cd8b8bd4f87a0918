"""For whoever comes by a name that the server does not answer to: where Wallchart is."""

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.defaults import bad_request as other_bad_request

from ..selectors.addresses import phone_addresses, runs_in_a_hall


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if not isinstance(exception, DisallowedHost):
        return other_bad_request(request, exception)
    here = request.get_full_path()
    page = render_to_string(
        "unknown_host.html",
        {
            "host": request.META.get("HTTP_HOST", "")[:100],
            "addresses": [f"{address}{here}" for address in phone_addresses()],
            "hall": runs_in_a_hall(),
        },
    )
    return HttpResponse(page, status=400)
