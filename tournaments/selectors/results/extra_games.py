"""Rated games outside the rounds (28M4), as the desk lists them."""

from django.db.models import QuerySet

from ...models import ExtraGame, Section


def extra_games(section: Section) -> QuerySet[ExtraGame]:
    """In the order in which they were entered."""
    return (
        ExtraGame.objects.filter(section=section)
        .select_related("white__section", "black__section")
        .order_by("pk")
    )
