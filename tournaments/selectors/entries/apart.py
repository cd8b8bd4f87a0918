"""Entries of a section who are not paired with each other."""

from collections.abc import Iterable

from tiebreaks.prepared import Prepared

from ...models import KeptApart, Section

_of_section = Prepared(
    lambda section: (
        KeptApart.objects.select_related("one__section", "other__section")
        .filter(one__section=section)
        .order_by("one__number", "other__number", "pk")
    )
)


def kept_apart(section: Section) -> list[KeptApart]:
    return _of_section(section.pk)


def typed(rows: Iterable[KeptApart]) -> str:
    """The pairs by their numbers, as they are typed: ``3-8, 4-9``."""
    return ", ".join("{}-{}".format(*sorted((row.one.number, row.other.number))) for row in rows)
