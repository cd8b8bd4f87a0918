"""Players of one section who play in another (28M3). They are house players there and unchanged at home."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet

from ..changes import SectionChange, lock_sections, section_change
from ..models import Player, Section, Verb
from ..selectors.entries.numbering import free_number
from ..text.log import Summary


def visitor(change: SectionChange, home: Player) -> Player:
    """The visitor's entry in the section being changed, created on the first visit."""
    found = Player.objects.filter(section=change.section, visitor_of=home).first()
    return found or change.create(visitor_entry(change.section, home, free_number(change.section)))


def visitor_entry(section: Section, home: Player, number: int) -> Player:
    """An unsaved entry for a player of another section."""
    return Player(
        section=section,
        number=number,
        name=home.name,
        rating=home.rating,
        assigned_rating=home.assigned_rating,
        house=True,
        visitor_of=home,
    )


@contextmanager
def renaming_visits(visits: QuerySet[Player], home: int, by: User) -> Iterator[None]:
    """After a change of players of ``home``, rename them in every section they visit."""
    with transaction.atomic():
        visited = sorted(set(visits.values_list("section", flat=True)))
        lock_sections([*visited, home])
        yield
        for section in visited:
            with section_change(section, by=by, verb=Verb.ROSTER) as change:
                for row in visits.filter(section=section).select_related("visitor_of"):
                    if (entry := row.visitor_of) is not None:
                        change.update(
                            row,
                            name=entry.name,
                            rating=entry.rating,
                            assigned_rating=entry.assigned_rating,
                        )
                change.touch()
                change.say(Summary.VISITORS_RENAMED)
