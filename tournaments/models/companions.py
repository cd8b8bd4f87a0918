"""Sections that are paired in another program, whose file is read again and again."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from tiebreaks.fields import Line

from .events import Event, Section


class Companion(models.Model):
    """What the file of another program said of a section when it was last read.

    ``said`` is that section in the file, as :mod:`tournaments.selectors.files.companion` writes it: what is
    here and differs from it was entered here. ``called`` is the section's name there.
    """

    section = models.OneToOneField(Section, on_delete=models.CASCADE, related_name="companion")
    program = Line(max_length=40)
    called = Line(max_length=120)
    said = models.JSONField(default=dict)
    read_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.section} · {self.program}"


class CompanionFile(models.Model):
    """A file that a director uploaded, until its changes are taken: what of it concerns the event, and no
    birth date or address."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="companion_file")
    program = Line(max_length=40)
    title = Line(max_length=200, blank=True)
    left_out = models.JSONField(default=list)
    sections = models.JSONField(default=list)
    read_at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    def __str__(self) -> str:
        return f"{self.event} · {self.program}"
