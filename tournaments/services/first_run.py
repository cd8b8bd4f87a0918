"""The first account of a new Wallchart, which nobody had to invite."""

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.db import models, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ..errors import Refused
from ..models import Release


class Beginning(models.TextChoices):
    """What a new director begins with."""

    EVENT = "event", gettext_lazy("A new event")
    DEMO = "demo", gettext_lazy("The demo, to look around")
    BACKUP = "backup", gettext_lazy("A backup file from another computer")


def is_open() -> bool:
    """Whether nobody has an account yet. Once somebody had one, the page is closed for good."""
    return not User.objects.exists()


def begin(name: str, password: str) -> User:
    """Make the first account. Raises :class:`Refused` if there is one."""
    hashed = make_password(password)
    with transaction.atomic():
        # Of two that are sent at once, one waits here, and finds the other's account.
        list(Release.objects.select_for_update().order_by("pk"))
        if not is_open():
            raise Refused(_("Somebody has made the first account already. Sign in with it."))
        return User.objects.create(username=name, password=hashed, is_staff=True)
