"""Every page: what parents read, where results are entered, where an event is set up."""

from django.urls import include, path

urlpatterns = [
    path("desk/", include("tournaments.urls.desk")),
    path("setup/", include("tournaments.urls.setup")),
    path("", include("tournaments.urls.public")),
]
