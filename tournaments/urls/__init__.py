"""Every page: what parents read, where results are entered, where an event is set up."""

from django.urls import include, path

from ..views.setup.visibility import preview

urlpatterns = [
    path("desk/", include("tournaments.urls.desk")),
    path("setup/", include("tournaments.urls.setup")),
    # Drafts, by the addresses that they will have.
    path("preview/e/<slug:event>/", preview, name="preview-event"),
    path("preview/e/<slug:event>/<path:page>", preview, name="preview"),
    path("", include("tournaments.urls.public")),
]
