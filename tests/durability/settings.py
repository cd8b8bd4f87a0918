"""The server whose power is cut: either journal, synced as Wallchart does it or, to prove the test, less."""

import os
from copy import deepcopy

from config import sqlite
from tests import settings
from tests.settings import *  # noqa: F403

# Of its own: a module that imports this one keeps the options of the tests.
DATABASES = deepcopy(settings.DATABASES)
# As a server keeps them: the last one to close would write the log into the file.
DATABASES["default"]["CONN_MAX_AGE"] = None
_journal = {"WAL": sqlite.WAL, "TRUNCATE": sqlite.ROLLBACK_JOURNAL}[os.environ.get("JOURNAL", "WAL")]
DATABASES["default"].setdefault("OPTIONS", {})["init_command"] = _journal.replace(
    "synchronous=FULL", f"synchronous={os.environ.get('SYNCHRONOUS', 'FULL')}"
)
