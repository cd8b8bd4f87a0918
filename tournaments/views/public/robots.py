"""What search engines may read.

Pages with names say themselves that they are not listed, unless their event's director allowed it: an engine
has to read a page to be told so, hence ``robots.txt`` keeps it from the desk alone.
"""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tiebreaks.policies import public

# Behind these is a sign-in, or a way to it.
NOT_PUBLIC = ("/b/", "/desk/", "/preview/", "/setup/")


@public(why="it names no event and nobody")
@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in NOT_PUBLIC)]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


def unlisted(response: HttpResponse) -> HttpResponse:
    """A file, or a piece of a page: no engine lists it, whatever is said of its event's pages."""
    response.headers["X-Robots-Tag"] = "noindex"
    return response
