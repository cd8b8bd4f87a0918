"""The settings of the tests: the real ones, less what makes tests slow or lets runs collide."""

import secrets
import tempfile
from pathlib import Path

from config.settings import *  # noqa: F403
from config.settings import DATABASES, STORAGES

# A manifest would need collected files; live servers take them from the sources.
STORAGES["staticfiles"] = {
    "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage",
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]

# No run waits for the passwords that another one checks.
_locks = tempfile.TemporaryDirectory(prefix="wallchart-locks-", ignore_cleanup_errors=True)
LOCKS_DIR = Path(_locks.name)

# There is no rating list but in the tests that read one, whatever this machine has.
RATING_LIST = LOCKS_DIR / "rating-list.sqlite3"

# A database of this run's own, so that runs side by side do not meet, nor one that was broken off and
# left its database, journal or server behind. On SQLite a file: in memory, every thread of a live server
# would share one connection, and with it one transaction. A live server that starts before the database is
# made looks at the other name.
DATABASES["default"]["CONN_MAX_AGE"] = 0  # a kept connection would keep it from being dropped
_name = f"test_wallchart_{secrets.token_hex(4)}"
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    _name = str(Path(tempfile.gettempdir()) / f"{_name}.sqlite3")
    if DATABASES["default"]["NAME"] == ":memory:":
        # Another name: what a test imports of `config.wsgi` serves this one, and makes no file of that name.
        DATABASES["default"]["NAME"] = f"{_name}-of-nobody"
DATABASES["default"]["TEST"] = {"NAME": _name}
