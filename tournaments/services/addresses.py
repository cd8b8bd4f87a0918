"""Addresses of new events, sections and team tables, and whose name is taken."""

from collections.abc import Collection
from typing import Any

from django.db.models import QuerySet
from django.utils.text import slugify

from tiebreaks.engine.ranking.membership import name_key

from ..models import HasStandings


def free_slug(among: QuerySet[Any], name: str, fallback: str, reserved: Collection[str] = ()) -> str:
    """A free address made from a name, or from ``fallback`` if the name has no Latin letters."""
    stem = slugify(name)[:60] or fallback
    taken = set(among.filter(slug__startswith=stem).values_list("slug", flat=True)) | set(reserved)
    if stem not in taken:
        return stem
    return next(f"{stem}-{n}" for n in range(2, len(taken) + 3) if f"{stem}-{n}" not in taken)


def namesake(among: QuerySet[Any], name: str, *, of: HasStandings | None = None) -> str | None:
    """The name of another one that is called so: two could not be told apart in the hall.

    ``of`` is the one that gets the name. Names that were alike before stay as they are.
    """
    if of is not None and name_key(name) == name_key(of.name):
        return None
    others = among.exclude(pk=of.pk) if of else among
    return next(
        (each for each in others.values_list("name", flat=True) if name_key(each) == name_key(name)), None
    )
