"""Settings, all of them from the environment; without any, a director's laptop just works.

README.md has the table of the variables.
"""

import os
import secrets
from pathlib import Path
from typing import Any

import environ

from config import installed, logs, sentry, sqlite
from config.folders import cannot_use, writable_folder
from config.templates import UnindentedRows

BASE_DIR = Path(__file__).resolve().parent.parent
# Of templates, static files and translations: of a checkout the same folder.
FILES = installed.files()
VERSION = installed.version()
env = environ.Env()

# Everything the program writes: the database, the secret key, the collected static files.
VAR_DIR = writable_folder(Path(env.str("VAR_DIR", default=str(installed.data_folder()))))
# Of locks between the processes of one machine.
LOCKS_DIR = VAR_DIR

# --- Who may ask, and how ---------------------------------------------------------------------

DEBUG = env.bool("DEBUG", default=False)


def secret_key_of_this_machine() -> str:
    """Made once and kept, so that a restart signs nobody out.

    Linked into place whole: two processes that start together read the same key.
    """
    kept = VAR_DIR / "secret_key"
    if not kept.exists():
        fresh = VAR_DIR / f"secret_key.{os.getpid()}"
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with open(descriptor, "w", encoding="ascii") as file:
                file.write(secrets.token_urlsafe(50))
            os.link(fresh, kept)
        except FileExistsError:
            pass  # the other process was first
        finally:
            fresh.unlink()
    return kept.read_text(encoding="ascii").strip()


try:
    SECRET_KEY = env.str("SECRET_KEY", default="") or secret_key_of_this_machine()
except OSError as error:
    cannot_use(error, VAR_DIR)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
# `manage.py serve` says where it listens. It then answers to this machine's names and addresses too, which
# change with the Wi-Fi, unless ALLOWED_HOSTS was given.
LISTENS_AT: tuple[str, int] | None = None
ALLOWED_HOSTS_GIVEN = "ALLOWED_HOSTS" in env.ENVIRON
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

# Behind a proxy that ends HTTPS: BEHIND_PROXY trusts its X-Forwarded-Proto and X-Request-ID (only when the
# proxy sets these headers itself), HTTPS sends browsers there and keeps the cookies off plain HTTP.
HTTPS = env.bool("HTTPS", default=False)
BEHIND_PROXY = env.bool("BEHIND_PROXY", default=False)
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = HTTPS
# These are asked for inside the machine, where nobody speaks HTTPS.
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^metrics$"]
SESSION_ENGINE = "config.sessions"
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=30 * 24 * 3600) if HTTPS else 0
# Other names under the host's domain are not ours to bind to HTTPS.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

SECURE_CSP = {
    "default-src": ["'none'"],
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'"],
    "manifest-src": ["'self'"],
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
}

# --- What is put together ---------------------------------------------------------------------

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    # `runserver` too serves static files as `serve` and gunicorn do.
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "template_partials",
    "tournaments",
    "tiebreaks",
]

# None of these sets a cookie unless a view used the session, the messages or a form's token:
# public pages use none of them.
MIDDLEWARE = [
    "config.middleware.request_log",
    # Before what protects pages: a style sheet or a font has no use for it, and phones pay for every byte.
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.middleware.content_security_policy",
    "config.troubles.Troubles",
    "config.middleware.learn_own_address",
    "django.middleware.security.SecurityMiddleware",
    "config.middleware.shared_or_kept_by_nobody",
    "config.language.language_of_page",
    "config.sessions.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "config.admission.remember_signed_in",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
# What `manage.py serve` runs. (It cannot import what lies above it.)
SERVER = "config.serving.server"

TEMPLATES = [
    {
        "BACKEND": "config.templates.PlainNumbers",
        "NAME": "django",
        "DIRS": [FILES / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "template_partials.loader.Loader",
                    [("django.template.loaders.cached.Loader", ["config.templates.Unindented"])],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "libraries": {"reference": "config.reference", "sheets": "config.storage"},
            "builtins": [
                "template_partials.templatetags.partials",
                "tournaments.text.filters",
                "tournaments.rows",
                "tournaments.languages",
                "tournaments.forms.carried",
                "tournaments.views.menu",
            ],
        },
    },
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "NAME": "rows",
        "OPTIONS": {
            "environment": "tournaments.rows.environment",
            "loader": UnindentedRows(FILES / "templates"),
        },
    },
]

# --- Where things are kept --------------------------------------------------------------------

# Never ATOMIC_REQUESTS: with SQLite's IMMEDIATE every page read would take the write lock.
sqlite.use_newest_library()
DATABASES: dict[str, dict[str, Any]] = {
    "default": env.db_url("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'wallchart.sqlite3'}")
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"].setdefault("OPTIONS", {}).update(sqlite.options())
    # One connection per thread; config/sqlite.py lets go of it when the file is another one.
    DATABASES["default"]["CONN_MAX_AGE"] = None
else:
    DATABASES["default"]["CONN_MAX_AGE"] = env.int("CONN_MAX_AGE", default=60)
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    # What somebody else's session locks, or a server that does not answer, must not hold a thread for ever:
    # after as long as SQLite waits too, it is a 503 that says so.
    patience = {"connect_timeout": 5, "options": "-c lock_timeout=10s"}
    DATABASES["default"]["OPTIONS"] = patience | DATABASES["default"].get("OPTIONS", {})
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# "fragments" holds rendered pieces of pages under keys that carry the section's version: nothing
# in it goes stale, so nothing expires, and it is bounded by size (in Redis by its maxmemory).
REDIS_URL = env.str("REDIS_URL", default="")
CACHES: dict[str, dict[str, Any]] = {"default": {}, "fragments": {"TIMEOUT": None}}
for name, cache in CACHES.items():
    if REDIS_URL:
        cache["BACKEND"] = "config.caches.RedisOrMemory"
        cache |= {"LOCATION": REDIS_URL, "KEY_PREFIX": f"wallchart-{name}"}
    else:
        cache["BACKEND"] = "django.core.cache.backends.locmem.LocMemCache"
        cache |= {"LOCATION": name, "OPTIONS": {"MAX_ENTRIES": 500}}

# A list that is longer than any section was pasted by mistake, or to keep the laptop busy.
SECTION_ENTRIES = env.int("SECTION_ENTRIES", default=2000)

# The rating list of this machine, a file of its own. Several servers can read one on a shared disk.
RATING_LIST = Path(env.str("RATING_LIST", default=str(VAR_DIR / "rating-list.sqlite3")))

# How a command of this one is begun: another way was started by a starter of the zip, or is installed.
COMMAND = os.environ.get("WALLCHART_COMMAND", "python manage.py")

# From the root, wherever a page is: a language may stand before its address.
STATIC_URL = "/static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str(VAR_DIR / "static")))
STATICFILES_DIRS = [directory for directory in [FILES / "static"] if directory.is_dir()]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "django.contrib.staticfiles.storage.StaticFilesStorage"
            if DEBUG
            else "config.storage.HashedStaticFiles"
        )
    },
}
WHITENOISE_ALLOW_ALL_ORIGINS = False

# --- People and language ----------------------------------------------------------------------

AUTHENTICATION_BACKENDS = ["config.accounts.Accounts"]
PASSWORD_HASHERS = [
    "config.hashers.LaptopArgon2",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "sign-in"
CSRF_FAILURE_VIEW = "tournaments.views.setup.sign_in.another_session"

TIME_ZONE = env.str("TIME_ZONE", default="America/New_York")

LANGUAGE_CODE = "en-us"
# Of public pages; the desk is in English.
LANGUAGES = [("en-us", "English"), ("es", "Español")]
LOCALE_PATHS = [FILES / "locale"]

# --- What is said on the terminal -------------------------------------------------------------

LOG_FORMAT = env.str("LOG_FORMAT", default="plain")
LOGGING_CONFIG = "config.logs.set_up"
LOGGING = logs.configuration(env.str("LOG_LEVEL", default="WARNING"), LOG_FORMAT)

# --- Who else is told, if anybody --------------------------------------------------------------

# Reports of failures. Without a DSN, nothing is sent anywhere.
if SENTRY_DSN := env.str("SENTRY_DSN", default=""):
    sentry.start(SENTRY_DSN)

# Figures at /metrics: to private addresses, or to those who know the token.
METRICS = env.bool("METRICS", default=False)
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
