"""What makes public pages an app on a phone: a name, icons, and a worker that reads pages offline."""

import json

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe

from tiebreaks.policies import public

from .middleware import policy

# Of the light style sheet, base.css.
PAPER, ACCENT = "#fcfbf8", "#14603f"
ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("maskable-512.png", "512x512", "maskable"),
)


@public(why="it names no event and nobody")
@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """The app begins with the players whom its phone follows."""
    about = {
        "name": "Wallchart",
        "short_name": "Wallchart",
        "start_url": reverse("following"),
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": ACCENT,
        "icons": [
            {"src": static(f"icons/{name}"), "sizes": sizes, "type": "image/png", "purpose": purpose}
            for name, sizes, purpose in ICONS
        ],
    }
    return HttpResponse(json.dumps(about), content_type="application/manifest+json")


@public(why="it names no event and nobody")
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker. It stands at the root, for a worker acts on what lies below it."""
    context = {"policy": policy(), "static": settings.STATIC_URL}
    return render(request, "worker.js", context, content_type="text/javascript; charset=utf-8")
