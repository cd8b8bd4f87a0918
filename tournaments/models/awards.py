"""Awards as they were frozen for a ceremony."""

from django.db import models
from django.db.models import Q

from .events import Section
from .tables import TeamTable


class Frozen(models.Model):
    """Awards as they were frozen for a ceremony. Never changed: a correction makes the next version.

    ``awards`` is canonical JSON with the names as they were; ``sha256`` is of its bytes, and ``stamp`` names
    the sheet that they were read from.
    """

    number = models.PositiveSmallIntegerField()
    stamp = models.CharField(max_length=24)
    awards = models.TextField()
    sha256 = models.CharField(max_length=64)
    frozen_at = models.DateTimeField()
    # As on a posted order: an account that is renamed later does not rewrite it.
    frozen_by = models.CharField(max_length=310, blank=True)

    class Meta:
        abstract = True


class FinalAwards(Frozen):
    """Those of a section's players."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="final_awards")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["section", "number"], name="awards_version_once_a_section"),
            models.CheckConstraint(condition=Q(number__gte=1), name="awards_version_is_positive"),
        ]

    def __str__(self) -> str:
        return f"{self.section} · {self.number}"


class FinalTeamAwards(Frozen):
    """Those of a table's teams."""

    table = models.ForeignKey(TeamTable, on_delete=models.CASCADE, related_name="final_awards")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="awards_version_once_a_table"),
            models.CheckConstraint(condition=Q(number__gte=1), name="team_awards_version_is_positive"),
        ]

    def __str__(self) -> str:
        return f"{self.table} · {self.number}"
