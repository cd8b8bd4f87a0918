"""Posted orders, and sheets: what was last computed by them, each in one row that a page reads.

Of the players of a section, and of the teams of a table.
"""

from typing import Any

from django.db import models


class Posted(models.Model):
    """An order of tiebreaks as it was posted. The latest holds; earlier ones stay, visible to everyone.

    ``order`` is the line that :func:`~.engine.ranking.sequence.parse` reads. ``after_round`` says how far the
    event was when it was posted; 0 is before round one.
    """

    order = models.CharField(max_length=400)
    posted_at = models.DateTimeField()
    # The name as it stood on the notice; an account that is renamed or deleted later does not rewrite it.
    posted_by = models.CharField(max_length=310, blank=True)
    after_round = models.PositiveSmallIntegerField(default=0)
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        abstract = True
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.order


class PostedOrder(Posted):
    """How the players of a section are ordered."""

    section = models.ForeignKey("tournaments.Section", on_delete=models.CASCADE, related_name="posted_orders")


class PostedTeamOrder(Posted):
    """How the teams of a table are ordered: posted apart from any order of players."""

    table = models.ForeignKey("tournaments.TeamTable", on_delete=models.CASCADE, related_name="posted_orders")


class Computed(models.Model):
    """What was computed at a version, as canonical JSON.

    Replaced in place in the transaction that made the old one stale, so a page that reads this row is never
    torn.
    """

    epoch = models.CharField(max_length=8)
    version = models.PositiveIntegerField()
    computed_at = models.DateTimeField()
    body = models.TextField()

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.pk} · {self.stamp}"

    @property
    def stamp(self) -> str:
        return f"{self.epoch}.{self.version}"

    @classmethod
    def replace(cls, pk: int, **fields: Any) -> None:
        """Write the row, in place of the one before where there is one."""
        if not cls._default_manager.filter(pk=pk).update(**fields):
            row = cls(**fields)
            row.pk = pk
            row.save(force_insert=True)


class Sheet(Computed):
    """A section's: chart, order, values, places, awards, boards (:mod:`tiebreaks.sheets`)."""

    section = models.OneToOneField(
        "tournaments.Section", on_delete=models.CASCADE, related_name="sheet", primary_key=True
    )


class TeamSheet(Computed):
    """A table's: teams, members, order, values, places, awards (:mod:`tiebreaks.team_sheets`)."""

    table = models.OneToOneField(
        "tournaments.TeamTable", on_delete=models.CASCADE, related_name="sheet", primary_key=True
    )
