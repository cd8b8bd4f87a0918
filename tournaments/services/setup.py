"""Making and editing events and sections."""

from datetime import date

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from tiebreaks.engine.ranking.editions import EDITIONS, current
from tiebreaks.models import Standings

from ..changes import section_change
from ..errors import Refused
from ..models import Event, Player, Round, Section, Staff, Verb
from ..selectors.orders import is_locked, is_posted
from .addresses import free_slug
from .prizes import place_prizes
from .visitors import renaming_visits

# The first words of addresses that are no event's: /setup/sign-in/, /desk/games/5/result/ …
RESERVED = {"boards", "events", "games", "seats", "sign-in", "sign-out"}
# The same after an event's: /e/…/teams/k-3/, /setup/…/schools/ …
RESERVED_IN_EVENT = {"schools", "sections", "teams"}


def create_event(*, name: str, city: str = "", starts_on: date | None = None, by: User) -> Event:
    """A new event, with the person who made it on its staff."""
    try:
        return _create_event(name, city, starts_on, by)
    except IntegrityError:
        # Somebody took the same address between our look and our insert: look once more.
        return _create_event(name, city, starts_on, by)


def _create_event(name: str, city: str, starts_on: date | None, by: User) -> Event:
    with transaction.atomic():
        event = Event.objects.create(
            name=name,
            city=city,
            starts_on=starts_on,
            slug=free_slug(Event.objects.all(), name, "event", RESERVED),
        )
        Staff.objects.create(event=event, user=by)
    return event


def edit_event(event: Event, *, name: str, city: str, starts_on: date | None, by: User) -> None:
    """Rename or move an event. Every section's pages carry its name, so each section changes."""
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=event.pk)
        fields = {"name": name, "city": city, "starts_on": starts_on}
        if all(getattr(event, field) == value for field, value in fields.items()):
            return
        sections = list(event.sections.order_by("pk").values_list("pk", flat=True))
        if not sections:
            Event.objects.filter(pk=event.pk).update(**fields)
            return
        with section_change(sections[0], by=by, verb=Verb.SETUP, also=sections[1:]) as change:
            change.update(event, **fields)
            change.summary = _("Event: %(name)s") % {"name": name}


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
    by: User,
) -> Section:
    """A new, empty section with its first sheet, read by the current edition where none is named.

    Where ``boards`` are given, teams meet on so many of them.
    """
    with transaction.atomic():
        # Locked, so that two sections made at once cannot find the same address free.
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
        )
        with section_change(section.pk, by=by, verb=Verb.SETUP) as change:
            change.note(section)
            change.summary = _("Section made: %(name)s") % {"name": name}
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
    """Change what a section is; rounds that were begun and games a round once seated cannot be taken away.

    What is not given stays as it is.
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
                _("Round %(number)d is entered already, so there are at least %(number)d rounds.")
                % {"number": begun}
            )
        if games != change.section.games and begun:
            raise Refused(_("Games a round cannot change once players are seated."))
        if format != change.section.format and is_locked(section) and not is_posted(section):
            # The rulebook's default depends on the format: a locked order would change without a word.
            raise Refused(
                _("Play has begun under the rulebook's default order for this format. Post an order first.")
            )
        boards = change.section.boards if boards is None else boards
        if boards != change.section.boards and is_settled(change.section):
            raise Refused(
                _(
                    "Who meets, and on how many boards, changes only in a section without entries and orders"
                    " on which no team table draws."
                )
            )
        by_points = change.section.by_game_points if by_game_points is None else by_game_points
        by_points = by_points and bool(boards)
        if by_points != change.section.by_game_points and is_locked(section):
            raise Refused(_("Play has begun, so match points or game points go on ranking as they do."))
        edition = edition or change.section.edition
        if edition != change.section.edition and is_locked(section):
            raise Refused(
                _("Play has begun under the %(edition)s, so the section stays with it.")
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
        change.summary = _("Section: %(name)s") % {"name": name}


def is_settled(section: Section) -> bool:
    """Whether something hangs on who meets: an entry, a table, an order that only players or teams have."""
    return (
        section.drawn_on_by.exists()
        or bool(section.columns)
        or section.players.exists()
        or is_posted(section)
    )
