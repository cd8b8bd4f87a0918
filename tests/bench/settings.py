"""The server's settings as they are, with two bare views beside the real ones."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.urls"
ALLOWED_HOSTS = ["127.0.0.1"]
