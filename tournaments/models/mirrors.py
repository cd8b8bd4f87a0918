"""Events that are shown in two places: in the hall, which keeps them, and on a server, which mirrors them."""

from datetime import UTC, datetime

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tiebreaks.fields import Line
from tiebreaks.models import Standings

from .events import Event


class Mirroring(models.Model):
    """In the hall: the key with which a server lets this event in. Where that is, the event itself says."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="mirroring")
    key = Line(_("key"), max_length=80)

    def __str__(self) -> str:
        return f"{self.event} · {self.event.mirror}"


class Mirror(models.Model):
    """On a server: an address that was given out to the hall of one event, which nobody here can change.

    The key itself is not here: it is made of ``seed`` and the server's secret, so that a copy of the database
    mirrors nothing. Without a seed the key was taken back, and the pages stay. ``counter`` is that of the
    last push that was taken, ``heard`` the second of it since 1970 (0: never), ``state`` a digest of all that
    the mirror shows.
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="mirrored")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    seed = models.CharField(max_length=32, blank=True)
    given_at = models.DateTimeField()
    key_used = models.BooleanField(default=False)
    counter = models.BigIntegerField(default=0)
    heard = models.BigIntegerField(default=0)
    state = models.CharField(max_length=64, blank=True)

    def __str__(self) -> str:
        return str(self.event)

    @property
    def heard_at(self) -> datetime | None:
        """When the hall was last heard from."""
        return datetime.fromtimestamp(self.heard, UTC) if self.heard else None

    @property
    def key_is_unused(self) -> bool:
        """Whether there is a key that no push came with: somebody may still have to copy it."""
        return bool(self.seed) and not self.key_used


class MirroredPart(models.Model):
    """A part of what a mirror shows, as the hall sent it: the rows that pages read are made of it."""

    mirror = models.ForeignKey(Mirror, on_delete=models.CASCADE, related_name="parts")
    name = models.CharField(max_length=200)
    digest = models.CharField(max_length=64)
    text = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["mirror", "name"], name="part_once_a_mirror")]

    def __str__(self) -> str:
        return f"{self.mirror} · {self.name}"


class MirroredStandings(models.Model):
    """Standings that were computed elsewhere, and when play last moved them there: no log is here to tell."""

    standings = models.OneToOneField(
        Standings, on_delete=models.CASCADE, related_name="mirrored", primary_key=True
    )
    as_of = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.standings)
