"""Merging two small sections and splitting a large one, before round 1 is paired."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from ..changes import lock_sections, refuse_archived, section_change
from ..errors import Conflict, Refused
from ..models import Event, PairingDraft, Player, Section, Verb
from ..selectors.regrouping import Cut, closed, parts
from ..text.log import Summary
from . import copying
from .moving import move_all
from .numbering import renumber
from .visibility import delete_section
from .visitors import renaming_visits

# What a section says in the rating report, which copying a set-up leaves alone: its days may be of another
# event.
OF_REPORT = ("rated", "time_control", "starts_on", "ends_on", "level", "grand_prix", "fide")


def merge(stays: Section, goes: Section, *, by: User, different: bool = False, delete: bool = False) -> int:
    """Move everybody of one section to another and number that one by rating; how many moved.

    Rounds, order and prizes are those of the section that stays. The other is empty then, and is deleted at
    once if asked. ``different`` as in :func:`.rosters.add_players`.
    """
    visits = Player.objects.filter(visitor_of__section=stays)
    with transaction.atomic():
        locked = _lock(stays.event)
        source, target = _still(locked, goes), _still(locked, stays)
        _refuse_closed(source, target)
        rows = list(source.players.select_related("section").order_by("number"))
        if not rows:
            raise Refused(_("%(name)s has no entries. Nothing was saved.") % {"name": source.name})
        with (
            renaming_visits(visits, target.pk, by),
            section_change(target.pk, by=by, verb=Verb.ROSTER, also=[source.pk]) as change,
        ):
            change.different = different
            move_all(change, rows, change.section)
            renumber(change, change.section)
            PairingDraft.objects.filter(section__in=[source, target]).delete()
            values = {"section": source.name, "target": target.name}
            change.say(Summary.SECTIONS_MERGED, **values, count=len(rows))
        if delete:
            delete_section(source, by=by)
    return len(rows)


def split(
    section: Section,
    cut: Cut,
    *,
    name: str,
    unrated_up: bool = False,
    new_is_upper: bool = False,
    by: User,
) -> tuple[Section, int]:
    """Create a section with the set-up of this one and move its players on one side of a cut there; the
    section, and how many moved. Both are numbered by rating."""
    visits = Player.objects.filter(visitor_of__section=section)
    with transaction.atomic():
        home = _still(_lock(section.event), section)
        _refuse_closed(home)
        found = parts(home, cut)
        moving = found.moving(unrated_up=unrated_up, new_is_upper=new_is_upper)
        if not moving or len(moving) == sum(map(len, (found.upper, found.lower, found.unrated))):
            raise Refused(_("One of the two sections would be empty. Nothing was saved. Choose another cut."))
        made = copying.copy_section(home.event, home, name=name, draft=home.hidden, by=by)
        with section_change(made.pk, by=by, verb=Verb.SETUP) as change:
            change.update(change.section, **{each: getattr(home, each) for each in OF_REPORT})
            change.say(Summary.SECTION_EDITED, name=name)
        with (
            renaming_visits(visits, home.pk, by),
            section_change(home.pk, by=by, verb=Verb.ROSTER, also=[made.pk]) as change,
        ):
            move_all(change, moving, made)
            renumber(change, made)
            renumber(change, change.section)
            PairingDraft.objects.filter(section=home).delete()
            change.say(Summary.SECTION_SPLIT, section=home.name, target=made.name, count=len(moving))
    return made, len(moving)


def _lock(event: Event) -> dict[int, Section]:
    """Every section: the prizes of one may change what others pay, and visitors have names of their home."""
    Event.objects.select_for_update().get(pk=event.pk)
    return lock_sections(list(event.sections.values_list("pk", flat=True)))


def _still(locked: dict[int, Section], section: Section) -> Section:
    if section.pk not in locked:
        raise Conflict(_("Somebody removed or replaced this section. Nothing was saved."))
    refuse_archived(locked[section.pk])
    return locked[section.pk]


def _refuse_closed(*sections: Section) -> None:
    for section in sections:
        if why := closed(section):
            raise Refused(f"{why} {_('Nothing was saved.')}")
