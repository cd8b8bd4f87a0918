"""What commands that write say on a disk without room: one sentence, and no traceback."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from .. import full_disk


class WritingCommand(BaseCommand):
    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            return super().execute(*args, **options)
        except CommandError:
            raise
        except Exception as error:
            if not full_disk.is_full(error):
                raise
            raise CommandError(full_disk.said(error)) from error
