"""Who works on an event, in which role, and the invitations by which people join."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .events import Event


class Role(models.TextChoices):
    """What a person may do at an event. Policies of views name sets of these."""

    CHIEF = "chief", _("Chief")
    ASSISTANT = "assistant", _("Assistant")
    SCOREKEEPER = "scorekeeper", _("Scorekeeper")
    CHECK_IN = "check-in", _("Check-in helper")

    @property
    def leads(self) -> bool:
        """Posts the order, finishes sections, and says who works here."""
        return self is Role.CHIEF

    @property
    def manages(self) -> bool:
        """Changes rosters, pairings, prizes, and any result."""
        return self in MANAGERS

    @property
    def scores(self) -> bool:
        """Enters results."""
        return self in SCORERS

    @property
    def registers(self) -> bool:
        """Adds walk-ins, and moves players to another section before round 1."""
        return self in REGISTRARS


CHIEFS = frozenset({Role.CHIEF})
MANAGERS = CHIEFS | {Role.ASSISTANT}
SCORERS = MANAGERS | {Role.SCOREKEEPER}
# At the registration desk: walk-ins, and who changes sections before round 1.
REGISTRARS = MANAGERS | {Role.CHECK_IN}
EVERYBODY = frozenset(Role)


class Staff(models.Model):
    """A person who works on an event. Who makes the event is its first chief; an event always has one."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="staff")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="staff_of")
    # Before there were roles, everybody on the staff could do everything.
    role = models.CharField(_("role"), max_length=12, choices=Role, default=Role.CHIEF)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "user"], name="staff_once_an_event"),
            models.CheckConstraint(condition=Q(role__in=list(Role)), name="role_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.event}"


# How long a code lets somebody in.
VALID_FOR = timedelta(hours=1)


class Invitation(models.Model):
    """A code with which one person joins an event in a role, once and for an hour.

    The code itself is not here: ``key`` is a keyed hash of it, and the code is made anew from ``seed`` and
    the server's secret whenever the chief's page shows it. A copy of the database lets nobody in.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=12, choices=Role)
    seed = models.CharField(max_length=32)
    key = models.CharField(max_length=64, unique=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    until = models.DateTimeField()
    withdrawn = models.BooleanField(default=False)
    used_at = models.DateTimeField(null=True, blank=True)
    used_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="invited_by"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(role__in=[role.value for role in Role if role is not Role.CHIEF]),
                name="nobody_is_invited_as_chief",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_role_display()} · {self.event}"

    @property
    def made_at(self) -> datetime:
        return self.until - VALID_FOR
