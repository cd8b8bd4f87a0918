"""How gunicorn runs Wallchart: `gunicorn --config python:config.gunicorn config.wsgi`.

A thread of gunicorn reads a request as slowly as its client sends it, up to a minute, so a proxy that takes
whole requests stands before it.
"""

import os
import sys
from typing import Any

from .processes import asked_for

workers = asked_for(os.environ, sys.argv[1:])
# Threads and connections are shared out among as many; what reads them reads this name.
os.environ["WEB_CONCURRENCY"] = str(workers)

from . import logs  # noqa: E402
from .limits import SWITCH_INTERVAL, THREADS, connections  # noqa: E402

worker_class = "config.slow_requests.Worker"
threads = THREADS
sys.setswitchinterval(SWITCH_INTERVAL)  # its workers are forked from here
worker_connections = connections()
# Longer than the proxy keeps an idle connection, or it would send a request into one that just closed.
keepalive = 75
timeout = 60
limit_request_line = 8190
limit_request_fields = 60
limit_request_field_size = 8190
# A heartbeat on a disk that is busy would be missed.
MEMORY = "/dev/shm"  # noqa: S108 (gunicorn makes a nameless file there)
worker_tmp_dir = MEMORY if os.path.isdir(MEMORY) else None
control_socket_disable = True
# What is written is for this user alone. (gunicorn's own default lets everybody write.)
umask = 0o077
# As its workers log: the process that starts them would write in a form of its own.
logconfig_dict = logs.configuration(
    os.environ.get("LOG_LEVEL") or "WARNING", os.environ.get("LOG_FORMAT") or "plain"
)
logs.set_up(logconfig_dict)


def on_exit(_server: Any) -> None:
    """After the last worker has ended; the process that started them has not read any of Wallchart."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()

    from tournaments.services import database_file

    database_file.settle()
