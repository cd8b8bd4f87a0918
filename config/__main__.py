"""The `wallchart` command of an installed Wallchart: as `manage.py`, and it serves unless told otherwise."""

import os
import sys

from .installed import version


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("WALLCHART_COMMAND", "wallchart")
    if sys.argv[1:] == ["--version"]:
        print(f"Wallchart {version()}")  # Django would tell its own
        return
    from django.core.management import execute_from_command_line

    execute_from_command_line(["wallchart", *command(sys.argv[1:])])


def command(words: list[str]) -> list[str]:
    """The words of a command; options alone are those of `serve`.

    >>> command([]), command(["--port", "8080"])
    (['serve', '--open'], ['serve', '--open', '--port', '8080'])
    >>> command(["backup", "--to", "F"]), command(["--help"])
    (['backup', '--to', 'F'], ['--help'])
    """
    if words and (not words[0].startswith("-") or words[0] in ("-h", "--help", "--version")):
        return words
    return ["serve", "--open", *words]


if __name__ == "__main__":
    main()
