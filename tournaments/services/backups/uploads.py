"""Uploaded files that wait for a director's answer, so that nobody chooses a file again.

They have names of children: for the owner of this machine alone, and gone after an hour.
"""

import re
import secrets
import time
from contextlib import suppress
from pathlib import Path
from typing import IO

from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from msgspec import json

from .whole_files import whole_file

KEPT = 60 * 60  # seconds


def keep(file: IO[bytes], name: str, by: User) -> str:
    """Keep a file for this person, under the name that it came with; the word that finds it again."""
    _folder().mkdir(mode=0o700, exist_ok=True)
    forget_old()
    word = secrets.token_hex(16)
    file.seek(0)
    with whole_file(_path(by, word)) as kept:
        kept.write(json.encode(name) + b"\n" + file.read())
    return word


def kept(word: str, by: User) -> "ContentFile[bytes] | None":
    """This person's file, under the name that it came with; None once it is gone."""
    forget_old()
    if not re.fullmatch("[0-9a-f]{32}", word):
        return None
    try:
        name, _line, content = _path(by, word).read_bytes().partition(b"\n")
    except FileNotFoundError:
        return None
    return ContentFile(content, json.decode(name))


def forget(word: str, by: User) -> None:
    if re.fullmatch("[0-9a-f]{32}", word):
        _path(by, word).unlink(missing_ok=True)


def forget_old() -> None:
    for path in _folder().glob("*"):
        with suppress(FileNotFoundError):
            if time.time() - path.stat().st_mtime > KEPT:
                path.unlink()


def _folder() -> Path:
    return Path(settings.VAR_DIR) / "uploads"


def _path(by: User, word: str) -> Path:
    return _folder() / f"{by.pk}-{word}"
