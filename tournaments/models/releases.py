"""Which releases of Wallchart a database has seen."""

from django.db import models

# The number of this release. Raise it when you release; tests/upgrades has a database of each earlier one.
RELEASE = 2


class Release(models.Model):
    """A release that brought this database up to date. An older one reads here whose database it is."""

    number = models.PositiveSmallIntegerField(primary_key=True)
    since = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.number)
