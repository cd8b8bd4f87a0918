#!/usr/bin/env python
"""Wallchart's command line; `python manage.py serve` is the one a director needs."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit(
            "Django is not installed for this Python. Run `make install`, or follow the four lines "
            "for your system in README.md, then try again with the Python of .venv."
        )
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
