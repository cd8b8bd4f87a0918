"""The acts of forms that were done, so that none is done twice."""

from django.conf import settings
from django.db import models


class Act(models.Model):
    """A form that was sent and done: its token, a digest of what was sent, by whom, and where it led.

    Tokens that are too old to be sent are removed.
    """

    token = models.CharField(max_length=32, unique=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    sent = models.CharField(max_length=64)
    led = models.CharField(max_length=400, blank=True)
    at = models.DateTimeField(auto_now_add=True, db_index=True)

    def __str__(self) -> str:
        return self.led
