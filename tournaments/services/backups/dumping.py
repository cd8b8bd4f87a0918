"""A copy of a database on a PostgreSQL server, by PostgreSQL's own tool.

It knows nothing of our models, so it reads a database of any release; it has one moment, while others write.
"""

import os
import shutil
import subprocess
from pathlib import Path

from django.db import connection
from django.db.backends.postgresql.client import DatabaseClient
from django.utils.translation import gettext as _

from ...errors import Refused
from .whole_files import whole_file


def dump_database(to: Path) -> None:
    """Write the whole database into a file for ``pg_restore``. Raises :class:`Refused` if that cannot be."""
    program = shutil.which("pg_dump")
    if program is None:
        raise Refused(_("pg_dump is not installed. Install PostgreSQL's client, of the server's version."))
    # The password goes by the environment: everybody on the machine may read a command line.
    (_psql, *where), environment = DatabaseClient.settings_to_cmd_args_env(connection.settings_dict, [])
    command = [program, "--format=custom", "--no-password", *where]
    try:
        with whole_file(to) as file:
            subprocess.run(  # noqa: S603 (our own words and the settings' address)
                command,
                env=os.environ | (environment or {}),
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.PIPE,
                text=True,
                check=True,
            )
    except subprocess.CalledProcessError as error:
        raise Refused(" ".join(error.stderr.split()) or f"pg_dump: {error.returncode}") from error
    except OSError as error:
        message = _("%(file)s cannot be written: %(reason)s")
        raise Refused(message % {"file": to, "reason": error.strerror}) from error
