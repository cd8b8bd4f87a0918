"""What people decided where the posted order left a tie (34E12, 34E13)."""

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .events import Section
from .tables import TeamTable


class Decided(models.Model):
    """A playoff or a coin toss as a director recorded it, for those who were tied after a round.

    ``order`` holds keys of the tied that outlive an edit, the best first, level ones together. ``seed`` is
    what the program drew from; a coin that was tossed by hand has none.
    """

    class Codes(models.TextChoices):
        PLAYOFF = "playoff", _("Playoff")
        COIN_TOSS = "coin_toss", _("Coin toss")

    code = models.CharField(max_length=12, choices=Codes)
    after_round = models.PositiveSmallIntegerField()
    order = models.JSONField()
    seed = models.CharField(max_length=32, blank=True)
    note = models.CharField(max_length=300, blank=True)
    recorded_at = models.DateTimeField()
    # As on a posted order: an account that is renamed later does not rewrite it.
    recorded_by = models.CharField(max_length=310, blank=True)
    # Not deleted: a coin that was tossed is never tossed again, so what came of it must be known.
    withdrawn = models.BooleanField(default=False)

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(
                condition=Q(code__in=["playoff", "coin_toss"]), name="%(class)s_is_a_playoff_or_a_toss"
            ),
            models.CheckConstraint(
                condition=Q(seed="") | Q(code="coin_toss"), name="%(class)s_has_a_seed_only_if_tossed"
            ),
        ]

    @property
    def members(self) -> set[Any]:
        """The keys of those whom it is for."""
        return {key for level in self.order for key in level}


class TieDecision(Decided):
    """About players of a section: their keys are those of their rows, for numbers can be edited."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="tie_decisions")

    def __str__(self) -> str:
        return f"{self.section} · {self.code}"


class TeamTieDecision(Decided):
    """About teams of a table: their keys are the names that they had.

    Sections may be at different rounds: ``rounds`` holds each one's key and how many of its rounds counted.
    ``after_round`` is that of the one that was furthest.
    """

    table = models.ForeignKey(TeamTable, on_delete=models.CASCADE, related_name="tie_decisions")
    rounds = models.JSONField()

    def __str__(self) -> str:
        return f"{self.table} · {self.code}"
