"""Failed sign-ins, counted where no restart, no other process and no flood of other names forgets them."""

from django.db import models


class SignInFailures(models.Model):
    """How often signing in failed since a moment: of a name, from an address, or of a name there.

    ``key`` is a keyed hash: neither names nor addresses are stored.
    """

    key = models.CharField(max_length=64, primary_key=True)
    failures = models.PositiveIntegerField()
    since = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.failures} since {self.since}"
