"""For visitors who come by a name that the server does not answer to: where Wallchart is."""

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from ..selectors.event.addresses import phone_addresses, runs_in_a_hall


def page(request: HttpRequest) -> HttpResponse:
    here = request.get_full_path()
    told = render_to_string(
        "unknown_host.html",
        {
            "host": request.META.get("HTTP_HOST", "")[:100],
            "addresses": [f"{address}{here}" for address in phone_addresses()],
            "hall": runs_in_a_hall(),
        },
    )
    return HttpResponse(told, status=400)
