from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        from . import checks  # noqa: F401 (registers the check)
        from .services import database_file, journals

        # Whatever this process is for, it has not opened the database yet. Where the file is gone, its log
        # waits for it.
        if (file := database_file.file()) and file.exists():
            journals.look(file)
