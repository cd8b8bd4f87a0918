"""Creating and editing events and sections."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from tiebreaks.engine.ranking.editions import EDITIONS, current
from tiebreaks.models import Standings

from .. import zones
from ..changes import section_change
from ..errors import Conflict, Refused
from ..models import Event, Player, Role, Round, Section, Staff, Verb
from ..selectors.orders import is_locked, is_posted
from ..text.log import Summary
from .addresses import free_slug
from .prizes import place_prizes
from .visitors import renaming_visits

MOST_AT_ONCE = 20  # events of one name
# First path segments that are not events: /setup/backup/, /desk/games/5/result/ …
RESERVED = {"backup", "boards", "events", "games", "seats", "sign-in", "sign-out"}
# The same after an event's segment: /e/…/teams/k-3/, /setup/…/schools/ …
RESERVED_IN_EVENT = {"schools", "sections", "teams"}


def create_event(
    *,
    name: str,
    city: str = "",
    starts_on: date | None = None,
    time_zone: str = "",
    draft: bool = True,
    by: User,
) -> Event:
    """Create an event, with its creator as the chief."""
    for _attempt in range(MOST_AT_ONCE):
        try:
            return _create_event(name, city, starts_on, time_zone or zones.default(), draft, by)
        except IntegrityError:
            continue  # somebody took the same address between the query and the insert
    raise Conflict(_("Many events of this name are being created. Nothing was saved. Try again."))


def _create_event(
    name: str, city: str, starts_on: date | None, time_zone: str, draft: bool, by: User
) -> Event:
    with transaction.atomic():
        event = Event.objects.create(
            name=name,
            city=city,
            starts_on=starts_on,
            time_zone=time_zone,
            slug=free_slug(Event.objects.all(), name, "event", RESERVED),
            hidden=draft,
        )
        Staff.objects.create(event=event, user=by, role=Role.CHIEF)
    return event


def edit_event(
    event: Event, *, name: str, city: str, starts_on: date | None, time_zone: str = "", by: User
) -> None:
    """Edit an event. The pages of every section show its name and its time, so every section changes."""
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=event.pk)
        fields = {"name": name, "city": city, "starts_on": starts_on}
        fields |= {"time_zone": time_zone or event.time_zone}
        change_event(event, fields, Summary.EVENT_EDITED, by=by)


def change_event(
    event: Event,
    fields: Mapping[str, Any],
    summary: Summary,
    *,
    by: User,
    verb: Verb = Verb.SETUP,
    sections: Sequence[tuple[Section, dict[str, Any]]] = (),
) -> None:
    """Change what all pages of a locked event show: its own fields, and fields of some of its sections.

    An event without sections has no log yet.
    """
    if all(getattr(event, field) == value for field, value in fields.items()) and not sections:
        return
    every = list(event.sections.order_by("pk").values_list("pk", flat=True))
    if not every:
        Event.objects.filter(pk=event.pk).update(**fields)
        return
    with section_change(every[0], by=by, verb=verb, also=every[1:], archived_too=True) as change:
        change.update(event, **fields)
        change.update_all(sections)
        change.say(summary, name=event.name)


def create_section(
    event: Event,
    *,
    name: str,
    rounds: int,
    format: str = Section.Formats.SWISS,
    games: int = 1,
    boards: int | None = None,
    by_game_points: bool | None = None,
    place_trophies: int = 0,
    edition: str | None = None,
    draft: bool = True,
    by: User,
) -> Section:
    """Create an empty section, the last on the event's pages, under the current edition unless one is
    given.

    With ``boards``, it is a section of teams that meet on this many boards.
    """
    with transaction.atomic():
        # The lock keeps two new sections from finding the same address free.
        event = Event.objects.select_for_update().get(pk=event.pk)
        section = Section.objects.create(
            standings=Standings.objects.create(),
            event=event,
            name=name,
            slug=free_slug(event.sections.all(), name, "section", RESERVED_IN_EVENT),
            rounds=rounds,
            format=format,
            games=games,
            boards=boards or 0,
            by_game_points=bool(boards and by_game_points),
            prizes=place_prizes(place_trophies),
            edition=edition or current().code,
            position=(event.sections.aggregate(last=Max("position"))["last"] or 0) + 1,
            hidden=draft,
        )
        with section_change(section.pk, by=by, verb=Verb.SETUP) as change:
            change.note(section)
            change.say(Summary.SECTION_CREATED, name=name)
            section = change.section
    return section


def edit_section(
    section: Section,
    *,
    name: str,
    rounds: int,
    format: str,
    games: int,
    boards: int | None = None,
    by_game_points: bool | None = None,
    edition: str | None = None,
    by: User,
) -> None:
    """Edit a section. Options left out stay as they are.

    Raises :class:`Refused` for changes that play or entries have locked.
    """
    visits = Player.objects.filter(visitor_of__section=section)
    with (
        renaming_visits(visits if name != section.name else visits.none(), section.pk, by),
        section_change(section.pk, by=by, verb=Verb.SETUP) as change,
    ):
        begun = (
            Round.objects.filter(section=section, seats__isnull=False).aggregate(n=Max("number"))["n"] or 0
        )
        if rounds < begun:
            raise Refused(
                _("Round %(number)d has pairings, so the section needs at least %(number)d rounds.")
                % {"number": begun}
            )
        if games != change.section.games and begun:
            raise Refused(_("You can't change the games per round after players are paired."))
        if format != change.section.format and is_locked(section) and not is_posted(section):
            # The default order depends on the format: a locked order would change silently.
            raise Refused(
                _("Play has begun under the default tiebreak order of this format. Post an order first.")
            )
        boards = change.section.boards if boards is None else boards
        if boards != change.section.boards and is_settled(change.section):
            raise Refused(
                _(
                    "You can't change who plays, or the number of boards, after the section has entries, a"
                    " tiebreak order, extra columns or a team table."
                )
            )
        by_points = change.section.by_game_points if by_game_points is None else by_game_points
        by_points = by_points and bool(boards)
        if by_points != change.section.by_game_points and is_locked(section):
            raise Refused(_("You can't change the scoring basis after play begins."))
        edition = edition or change.section.edition
        if edition != change.section.edition and is_locked(section):
            raise Refused(
                _("You can't change the edition after play begins. This section follows the %(edition)s.")
                % {"edition": _(EDITIONS[change.section.edition].short)}
            )
        change.update(
            change.section,
            name=name,
            rounds=rounds,
            format=format,
            games=games,
            boards=boards,
            by_game_points=by_points,
            edition=edition,
        )
        change.say(Summary.SECTION_EDITED, name=name)


def is_settled(section: Section) -> bool:
    """Whether entries, a team table, an order or columns fix whether players or teams meet here."""
    return (
        section.drawn_on_by.exists()
        or bool(section.columns)
        or section.players.exists()
        or is_posted(section)
    )
