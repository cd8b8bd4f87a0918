"""Why an event's server has not what the hall has, in words."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Trouble(models.TextChoices):
    """What keeps a push from arriving, each kind with its sentence."""

    NO_CONNECTION = (
        "no-connection",
        _("The server cannot be reached. Nothing is lost: it gets everything later."),
    )
    NOT_SECURE = (
        "not-secure",
        _("The server cannot prove who it is. Check its address, and this computer's clock."),
    )
    ELSEWHERE = "elsewhere", _("The server redirects to another address. Type that one.")
    NOT_WALLCHART = "not-wallchart", _("No Wallchart answers at this address. Check it.")
    REFUSED = "refused", _("The server refused what was sent.")
    FAILED = "failed", _("Sending failed. Wallchart will try again.")
