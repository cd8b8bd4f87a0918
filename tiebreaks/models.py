"""Standings: one for whatever is ranked. Players of a section, teams that meet, schools of a table.

A :class:`Standings` owns the posted orders, the published document, what people decided about its ties, and
the awards that were frozen for its ceremony. It is the unit of lock, log and recompute.
"""

import secrets
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


def new_epoch() -> str:
    """A random name for one run of version numbers.

    Restored standings count their versions anew. Under another epoch no phone and no cache takes the new
    version 42 for the old one.
    """
    return secrets.token_hex(4)


class Standings(models.Model):
    """The clock of what is ranked: each change counts the version up by one. Compare stamps with ``!=``."""

    epoch = models.CharField(max_length=8, default=new_epoch, editable=False)
    version = models.PositiveIntegerField(default=0, editable=False)

    def __str__(self) -> str:
        return self.stamp

    @property
    def stamp(self) -> str:
        return f"{self.epoch}.{self.version}"


class PostedOrder(models.Model):
    """An order of tiebreaks as it was posted. The latest holds; earlier ones stay, visible to everyone.

    ``order`` is the line that :func:`~.engine.ranking.sequence.parse` reads. ``after_round`` says how far the
    event was when it was posted; 0 is before round one.
    """

    standings = models.ForeignKey(Standings, on_delete=models.CASCADE, related_name="posted_orders")
    order = models.CharField(max_length=400)
    posted_at = models.DateTimeField()
    # The name as it stood on the notice; an account that is renamed or deleted later does not rewrite it.
    posted_by = models.CharField(max_length=310, blank=True)
    after_round = models.PositiveSmallIntegerField(default=0)
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.order


class Published(models.Model):
    """What was computed at a version: one canonical JSON document (:mod:`tiebreaks.published`).

    Replaced in place in the transaction that made the old one stale, so a page that reads this row is never
    torn. ``schema`` and ``engine`` name the code that wrote it: ``manage.py rebuild`` finds older ones.
    """

    standings = models.OneToOneField(
        Standings, on_delete=models.CASCADE, related_name="published", primary_key=True
    )
    epoch = models.CharField(max_length=8)
    version = models.PositiveIntegerField()
    computed_at = models.DateTimeField()
    schema = models.PositiveSmallIntegerField()
    engine = models.PositiveSmallIntegerField()
    body = models.TextField()

    def __str__(self) -> str:
        return f"{self.pk} · {self.stamp}"

    @property
    def stamp(self) -> str:
        return f"{self.epoch}.{self.version}"


class Decision(models.Model):
    """A playoff (34E12) or a coin toss (34E13) as a director recorded it, for those who were tied.

    ``order`` holds keys of the tied that outlive an edit, the best first, level ones together: primary keys
    of players, names of schools. ``rounds`` says how many rounds counted in each section of a table, by its
    key; ``after_round`` is the highest of them. A toss by the program keeps its ``seed``.
    """

    class Codes(models.TextChoices):
        PLAYOFF = "playoff", _("Playoff")
        COIN_TOSS = "coin_toss", _("Coin toss")

    standings = models.ForeignKey(Standings, on_delete=models.CASCADE, related_name="decisions")
    code = models.CharField(max_length=12, choices=Codes)
    after_round = models.PositiveSmallIntegerField()
    rounds = models.JSONField(default=list)
    order = models.JSONField()
    seed = models.CharField(max_length=32, blank=True)
    note = models.CharField(max_length=300, blank=True)
    recorded_at = models.DateTimeField()
    # As on a posted order: an account that is renamed later does not rewrite it.
    recorded_by = models.CharField(max_length=310, blank=True)
    # Not deleted: a coin that was tossed is never tossed again, so its outcome must be known.
    withdrawn = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(code__in=["playoff", "coin_toss"]), name="decision_is_a_playoff_or_a_toss"
            ),
            models.CheckConstraint(
                condition=Q(seed="") | Q(code="coin_toss"), name="decision_has_a_seed_only_if_tossed"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.standings_id} · {self.code}"

    @property
    def members(self) -> set[Any]:
        """The keys of those whom it is for."""
        return {key for level in self.order for key in level}


class FrozenAwards(models.Model):
    """Awards as they were frozen for a ceremony. Never changed: a correction makes the next version.

    ``awards`` is canonical JSON (:mod:`tiebreaks.frozen`) with the names as they were; ``sha256`` is of its
    bytes, and ``stamp`` names the document that they were read from.
    """

    standings = models.ForeignKey(Standings, on_delete=models.CASCADE, related_name="frozen_awards")
    number = models.PositiveSmallIntegerField()
    stamp = models.CharField(max_length=24)
    awards = models.TextField()
    sha256 = models.CharField(max_length=64)
    frozen_at = models.DateTimeField()
    # As on a posted order: an account that is renamed later does not rewrite it.
    frozen_by = models.CharField(max_length=310, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["standings", "number"], name="awards_version_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="awards_version_is_positive"),
        ]

    def __str__(self) -> str:
        return f"{self.standings_id} · {self.number}"
