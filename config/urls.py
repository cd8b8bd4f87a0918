"""The glossary stands under /rules/, what phones install at the root; all else belongs to the tournaments."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

from . import installing

urlpatterns: list[URLPattern | URLResolver] = [
    path("rules/", include("tiebreaks.urls")),
    path("manifest.webmanifest", installing.manifest, name="manifest"),
    path("worker.js", installing.worker, name="worker"),
    path("", include("tournaments.urls")),
]
if settings.METRICS:
    from config.metrics import metrics

    urlpatterns = [path("metrics", metrics, name="metrics"), *urlpatterns]

handler400 = "config.errors.bad_request"
handler403 = "config.errors.not_allowed"
handler404 = "config.errors.not_found"
handler500 = "config.troubles.server_error"
