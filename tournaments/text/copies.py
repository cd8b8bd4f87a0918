"""What can go wrong with the automatic copies, in words."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Trouble(models.TextChoices):
    """Why a copy failed, each kind with its sentence."""

    GONE = "gone", _("The folder is gone. Plug the USB stick in again, or choose another folder.")
    MISSING = "missing", _("There is no such folder. Make it first, or choose another one.")
    NOT_A_FOLDER = (
        "not-a-folder",
        _("This is a file. Copies go into a folder, such as the one the file is in."),
    )
    FULL = "full", _("The folder’s disk is full. Free up space on it, or choose another folder.")
    NOT_WRITABLE = (
        "not-writable",
        _("Wallchart may not write in the folder. Make it writable for you, or choose another one."),
    )
    SILENT = (
        "silent",
        _(
            "The folder has not answered since %(since)s. Check the disk or the network, or choose another"
            " folder."
        ),
    )
    FAILED = "failed", _("The copy could not be written. Check the disk, or choose another folder.")
