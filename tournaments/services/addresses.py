"""Addresses of new events, sections and team tables."""

from collections.abc import Collection
from typing import Any

from django.db.models import QuerySet
from django.utils.text import slugify


def free_slug(among: QuerySet[Any], name: str, fallback: str, reserved: Collection[str] = ()) -> str:
    """A free address made from a name, or from ``fallback`` if the name has no Latin letters."""
    stem = slugify(name)[:60] or fallback
    taken = set(among.filter(slug__startswith=stem).values_list("slug", flat=True)) | set(reserved)
    if stem not in taken:
        return stem
    return next(f"{stem}-{n}" for n in range(2, len(taken) + 3) if f"{stem}-{n}" not in taken)
