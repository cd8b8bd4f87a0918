"""What is wrong with the database, its file or its disk: one sentence of a command, and no traceback."""

from contextlib import suppress
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from .. import full_disk
from ..errors import Refused
from ..services import beginning, database_file


class WordedCommand(BaseCommand):
    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            return super().execute(*args, **options)
        except CommandError:
            raise
        except Exception as error:
            if full_disk.is_full(error):
                raise CommandError(full_disk.said(error)) from error
            if isinstance(error, DatabaseError):
                try:
                    _refuse_unusable()
                except Refused as refused:
                    raise CommandError(refused.message) from error
            raise


def _refuse_unusable() -> None:
    """Raise :class:`Refused`, with what to do, if it is known why the database cannot be used."""
    beginning.must_not_replace()
    database_file.must_be_writable()
    beginning.must_be_whole()
    with suppress(DatabaseError):  # what it says of itself is for the traceback
        beginning.must_be_ready()
