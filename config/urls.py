"""The rules' glossary stands under /rules/; every other page belongs to the tournaments."""

from django.urls import include, path

handler400 = "tournaments.views.unknown_host.bad_request"
urlpatterns = [
    path("rules/", include("tiebreaks.urls")),
    path("", include("tournaments.urls")),
]

handler500 = "config.troubles.server_error"
