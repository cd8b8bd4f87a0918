from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TiebreaksConfig(AppConfig):
    name = "tiebreaks"
    verbose_name = _("Tiebreaks")
