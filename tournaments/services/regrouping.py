"""Merging two small sections, splitting a large one and cutting it into quads, before round 1 is paired."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from ..changes import SectionChange, lock_sections, refuse_archived, section_change
from ..errors import Conflict, Refused
from ..models import Event, PairingDraft, Player, Section, Verb
from ..selectors.entries import quads
from ..selectors.event.emptied import emptied_beside
from ..selectors.setup.regrouping import RATING, Cut, closed, parts
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
    once if asked, with the team tables that count no other section. ``different`` as in
    :func:`.rosters.add_players`.
    """
    visits = Player.objects.filter(visitor_of__section=stays)
    with transaction.atomic():
        locked = _lock(stays.event)
        source, target = _still(locked, goes), _still(locked, stays)
        _refuse_closed(source, target)
        rows = list(source.players.select_related("section").order_by("number"))
        if not rows:
            raise Refused(_("%(name)s has no entries. Nothing was saved.") % {"name": source.name})
        # The pages of those emptied before may say that their players are here.
        beside = {source.pk, *emptied_beside(source)} - {target.pk}
        with (
            renaming_visits(visits, target.pk, by),
            section_change(target.pk, by=by, verb=Verb.ROSTER, also=beside) as change,
        ):
            change.different = different
            move_all(change, rows, change.section)
            renumber(change, change.section)
            if limits := _joined(source, target):
                change.update(change.section, **limits)
            PairingDraft.objects.filter(section__in=[source, target]).delete()
            values = {"section": source.name, "target": target.name}
            change.say(Summary.SECTIONS_MERGED, **values, count=len(rows))
        if delete:
            delete_section(source, by=by, from_tables=True)
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
    section, and how many moved. Both are numbered by rating. The rating of a cut is a limit of both: who
    enters later goes to the right one."""
    with transaction.atomic():
        home = _still(_lock(section.event), section)
        _refuse_closed(home)
        found = parts(home, cut)
        moving = found.moving(unrated_up=unrated_up, new_is_upper=new_is_upper)
        if not moving or len(moving) == sum(map(len, found.lists)):
            raise Refused(_("One of the two sections would be empty. Nothing was saved. Choose another cut."))
        stays, goes = _limits(home, cut, new_is_upper=new_is_upper)
        made = _with_set_up(home, name, by, **goes)
        with _moving_out(home, {made: moving}, by, log=home) as change:
            change.update(change.section, **stays)
            change.say(Summary.SECTION_SPLIT, section=home.name, target=made.name, count=len(moving))
    return made, len(moving)


def _limits(home: Section, cut: Cut, *, new_is_upper: bool) -> tuple[dict[str, Any], dict[str, Any]]:
    """The limits of rating of a section that is cut at one, and those of the new one."""
    if cut.by != RATING or home.boards:
        return {}, {}
    lower = {"lowest_rating": home.limits.lowest_rating, "highest_rating": cut.number - 1}
    upper = {"lowest_rating": cut.number, "highest_rating": home.limits.highest_rating}
    return (lower, upper) if new_is_upper else (upper, lower)


def _joined(one: Section, other: Section) -> dict[str, Any]:
    """The limits of rating of two sections that a cut had parted; nothing for others."""
    for lower, upper in ((one.limits, other.limits), (other.limits, one.limits)):
        if lower.highest_rating is not None and lower.highest_rating + 1 == upper.lowest_rating:
            return {"lowest_rating": lower.lowest_rating, "highest_rating": upper.highest_rating}
    return {}


def make_quads(
    section: Section, *, name: str = "Quad", all_play_all: bool = False, delete: bool = False, by: User
) -> list[Section]:
    """Create a section with the set-up of this one for each four players in the order of their ratings, and
    move them there (30G). The names and the last group are as in :func:`.selectors.entries.quads.groups`.

    Nobody is left but house players; this section is deleted at once if asked.
    """
    with transaction.atomic():
        home = _still(_lock(section.event), section)
        _refuse_closed(home)
        if why := quads.too_few(home):
            raise Refused(f"{why} {_('Nothing was saved.')}")
        found = quads.groups(home, name=name, all_play_all=all_play_all)
        made = {_with_set_up(home, group.name, by, **group.instead): group.players for group in found}
        with _moving_out(home, made, by, log=next(iter(made))) as change:
            values = {"section": home.name, "first": found[0].name, "last": found[-1].name}
            change.say(Summary.QUADS_MADE, **values, count=sum(map(len, made.values())))
        if delete:
            delete_section(home, by=by)
    return list(made)


def _with_set_up(home: Section, name: str, by: User, **instead: Any) -> Section:
    """A new section with the set-up of another, and what the rating report says of it."""
    made = copying.copy_section(home.event, home, name=name, draft=home.hidden, by=by, **instead)
    with section_change(made.pk, by=by, verb=Verb.SETUP) as change:
        change.update(change.section, **{each: getattr(home, each) for each in OF_REPORT})
        change.say(Summary.SECTION_EDITED, name=name)
    return made


@contextmanager
def _moving_out(
    home: Section, moving: Mapping[Section, Sequence[Player]], by: User, *, log: Section
) -> Iterator[SectionChange]:
    """Move entries of a section to new ones, and number all by rating, in one change, which the caller tells
    of. The ``log`` of one of these sections undoes it: of one that is not deleted next."""
    # The pages of those emptied before may say that their players are here.
    every = {*(each.pk for each in (home, *moving)), *emptied_beside(home)} - {log.pk}
    visits = Player.objects.filter(visitor_of__section=home)
    with (
        renaming_visits(visits, home.pk, by),
        section_change(log.pk, by=by, verb=Verb.ROSTER, also=every) as change,
    ):
        for made, players in moving.items():
            move_all(change, players, made)
            renumber(change, made)
        renumber(change, home)
        PairingDraft.objects.filter(section=home).delete()
        yield change


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
