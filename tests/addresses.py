"""Where pages are."""

from django.urls import reverse

from tournaments.models import Section, TeamTable


def at(name: str, place: Section | TeamTable, *more: object) -> str:
    """The address of a page of a section or of a table of teams."""
    return reverse(name, args=[place.event.slug, place.slug, *more])
