"""Standings of players in a section, of teams in a section of matches, or of schools in a team table.

A :class:`Standings` owns its posted orders, its published document, the decisions about its ties, the awards
frozen for its ceremony and its final sheets. It is the unit of lock, log and recompute.
"""

import secrets
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .fields import Line


def new_epoch() -> str:
    """A random name for one run of version numbers.

    Restored standings start their versions again. With a new epoch, no phone and no cache takes the new
    version 42 for the old one.
    """
    return secrets.token_hex(4)


class Standings(models.Model):
    """The clock of one ranking: each change adds one to the version. Compare stamps with ``!=``."""

    epoch = models.CharField(max_length=8, default=new_epoch, editable=False)
    version = models.PositiveIntegerField(default=0, editable=False)

    def __str__(self) -> str:
        return self.stamp

    @property
    def stamp(self) -> str:
        return f"{self.epoch}.{self.version}"


class PostedOrder(models.Model):
    """A posted tiebreak order. The latest is in force; earlier ones stay visible to everyone.

    ``order`` is the line that :func:`~.engine.ranking.sequence.parse` reads. ``pairing`` has the options by
    which rounds are paired, as the owner writes them; empty where none were chosen. ``after_round`` is the
    last complete round when it was posted; 0 is before round 1.
    """

    standings = models.ForeignKey(Standings, on_delete=models.CASCADE, related_name="posted_orders")
    order = models.CharField(max_length=400)
    pairing = models.CharField(max_length=400, blank=True)
    posted_at = models.DateTimeField()
    # The name as posted. Renaming or deleting the account does not change it.
    posted_by = Line(max_length=310, blank=True)
    after_round = models.PositiveSmallIntegerField(default=0)
    reason = Line(max_length=300, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.order


class Published(models.Model):
    """The published document of a version: one canonical JSON text (:mod:`tiebreaks.published`).

    The transaction that changes the standings also replaces this row, so a page that reads it is never torn.
    ``schema`` and ``engine`` name the code that wrote it; ``manage.py rebuild`` finds older ones.
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
    """A playoff (34E12) or a coin toss (34E13), as a director recorded it for a tie.

    ``order`` has the tied, the best first, those still level together, by keys that survive edits: primary
    keys of players, names of schools. ``rounds`` has the rounds counted in each section of a table, by its
    primary key; ``after_round`` is the highest. A toss by the program keeps its ``seed``.
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
    note = Line(max_length=300, blank=True)
    recorded_at = models.DateTimeField()
    # As on a posted order: renaming the account does not change it.
    recorded_by = Line(max_length=310, blank=True)
    # Never deleted: a coin is tossed once, so its outcome must stay known.
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
        """The keys of the tied."""
        return {key for level in self.order for key in level}


class Version(models.Model):
    """A numbered version of something frozen: canonical JSON with the names of that time. It never changes.

    ``sha256`` is the hash of its bytes, and ``stamp`` the version of the document they come from.
    """

    number = models.PositiveSmallIntegerField()
    stamp = models.CharField(max_length=24)
    sha256 = models.CharField(max_length=64)

    class Meta:
        abstract = True
        ordering = ["number"]

    def __str__(self) -> str:
        return f"{self.standings_id} · {self.number}"  # type: ignore[attr-defined]


class FrozenAwards(Version):
    """Awards frozen for a ceremony (:mod:`tiebreaks.frozen`). A correction makes the next version."""

    standings = models.ForeignKey(Standings, on_delete=models.CASCADE, related_name="frozen_awards")
    awards = models.TextField()
    # For awards frozen in another database: each player's key here, by the key in the text. The text keeps
    # its own, because a hash of what was announced must not change.
    keys = models.JSONField(null=True, editable=False)
    frozen_at = models.DateTimeField()
    # As on a posted order: renaming the account does not change it.
    frozen_by = Line(max_length=310, blank=True)

    class Meta(Version.Meta):
        constraints = [
            models.UniqueConstraint(fields=["standings", "number"], name="awards_version_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="awards_version_is_positive"),
        ]


class FinalSheet(Version):
    """The trophy order of a section that was finished (:mod:`tiebreaks.final`).

    It holds until somebody reopens the section, with a ``reason``; finishing again makes the next version.
    """

    standings = models.ForeignKey(Standings, on_delete=models.CASCADE, related_name="final_sheets")
    sheet = models.TextField()
    # Each player's key by the number on the sheet, which has no keys: numbers can change between versions.
    keys = models.JSONField(editable=False)
    finished_at = models.DateTimeField()
    # As on a posted order: renaming the account does not change them.
    finished_by = Line(max_length=310, blank=True)
    reopened_at = models.DateTimeField(null=True, editable=False)
    reopened_by = Line(max_length=310, blank=True)
    reason = Line(max_length=300, blank=True)

    class Meta(Version.Meta):
        constraints = [
            models.UniqueConstraint(fields=["standings", "number"], name="final_version_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="final_version_is_positive"),
            models.UniqueConstraint(
                fields=["standings"], condition=Q(reopened_at=None), name="one_final_version_holds"
            ),
            models.CheckConstraint(
                condition=Q(reopened_at__isnull=True, reason="")
                | (Q(reopened_at__isnull=False) & ~Q(reason="")),
                name="final_version_is_reopened_with_a_reason",
            ),
        ]
