#!/usr/bin/env python
"""Wallchart's command line; `python manage.py serve` is the one a director needs.

Every Python since 2.7 can read this file, to be told that it is too old.
"""

import os
import sys

if __name__ == "__main__":
    if sys.version_info < (3, 11):
        sys.exit(
            "Wallchart needs Python 3.11 or newer. This is Python %d.%d: install a newer one from "
            "python.org, then follow README.md." % sys.version_info[:2]
        )
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit(
            "Django is not installed for this Python. Run `make install`, or follow the four lines "
            "for your system in README.md, then try again with the Python of .venv."
        )
    execute_from_command_line(sys.argv)
