"""The rules' glossary stands under /rules/; every other page belongs to the tournaments."""

from django.urls import include, path

urlpatterns = [
    path("rules/", include("tiebreaks.urls")),
    path("", include("tournaments.urls")),
]

handler400 = "config.errors.bad_request"
handler403 = "config.errors.not_allowed"
handler404 = "config.errors.not_found"
