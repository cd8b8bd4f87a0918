"""How many processes serve. Nothing here reads limits or settings, which depend on it."""

import shlex
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence


def asked_for(environment: Mapping[str, str], words: Sequence[str]) -> int:
    """How many processes gunicorn is told to start: by its words, GUNICORN_CMD_ARGS, or WEB_CONCURRENCY."""
    parser = ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("-w", "--workers", type=int, default=int(environment.get("WEB_CONCURRENCY") or 1))
    known, _others = parser.parse_known_args([*shlex.split(environment.get("GUNICORN_CMD_ARGS", "")), *words])
    return max(1, int(known.workers))
