"""What was changed, by whom and why."""

from django.conf import settings
from django.db import models

from ..text.wording import unbroken
from .events import Section


class LogEntry(models.Model):
    """One accepted change: who, when, what, why; each changed row before and after. Append-only."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="log")
    epoch = models.CharField(max_length=8)
    version = models.PositiveIntegerField()
    at = models.DateTimeField(auto_now_add=True)
    who = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    verb = models.CharField(max_length=24)
    summary = models.CharField(max_length=300)
    reason = models.CharField(max_length=300, blank=True)
    # [[table, id, before or null, after or null], …]: before and after hold the fields that changed.
    rows = models.JSONField()
    undoes = models.OneToOneField(
        "self", on_delete=models.CASCADE, null=True, blank=True, related_name="undone_by"
    )

    class Meta:
        ordering = ["-version"]
        constraints = [
            models.UniqueConstraint(fields=["section", "epoch", "version"], name="one_log_entry_a_version"),
        ]
        # The desk asks: what did I enter last here?
        indexes = [models.Index(fields=["section", "who", "-version"], name="log_of_a_person")]

    def __str__(self) -> str:
        return self.summary

    @property
    def said(self) -> str:
        """The summary as it is shown."""
        return unbroken(self.summary)
