"""Creating and editing events and sections."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.ranking.editions import EDITIONS, current
from tiebreaks.models import Standings

from .. import zones
from ..changes import lock_sections, read_only, section_change
from ..errors import Conflict, Refused
from ..formats.limits import Limits
from ..models import Event, PairingDraft, Player, Role, Round, Section, Staff, Verb
from ..numbers import MOST_BOARD
from ..selectors.event.emptied import emptied_beside
from ..selectors.event.orders import is_locked, is_posted
from ..selectors.pairing.shared_boards import boards_in_a_row
from ..text.log import Summary
from .addresses import free_slug, namesake
from .prizes import place_prizes
from .visitors import renaming_visits

MOST_AT_ONCE = 20  # events of one name
# First path segments that are not events: /setup/backup/, /desk/games/5/result/ …
RESERVED = {"backup", "boards", "events", "games", "seats", "sign-in", "sign-out"}
# The same after an event's segment: /e/…/teams/k-3/, /setup/…/schools/ …
RESERVED_IN_EVENT = {"schools", "screen", "sections", "teams"}


def create_event(
    *,
    name: str,
    city: str = "",
    starts_on: date | None = None,
    time_zone: str = "",
    short_names: bool = False,
    listed: bool = False,
    draft: bool = True,
    by: User,
) -> Event:
    """Create an event, with its creator as the chief."""
    fields: dict[str, Any] = {"city": city, "starts_on": starts_on, "time_zone": time_zone or zones.default()}
    fields |= {"short_names": short_names, "listed": listed, "hidden": draft}
    for _attempt in range(MOST_AT_ONCE):
        try:
            return _create_event(name, fields, by)
        except IntegrityError:
            continue  # somebody took the same address between the query and the insert
    raise Conflict(_("Many events of this name are being created. Nothing was saved. Try again."))


def _create_event(name: str, fields: Mapping[str, Any], by: User) -> Event:
    with transaction.atomic():
        slug = free_slug(Event.objects.all(), name, "event", RESERVED)
        event = Event.objects.create(name=name, slug=slug, **fields)
        Staff.objects.create(event=event, user=by, role=Role.CHIEF)
    return event


def edit_event(
    event: Event,
    *,
    name: str,
    city: str,
    starts_on: date | None,
    time_zone: str = "",
    short_names: bool | None = None,
    listed: bool | None = None,
    by: User,
) -> None:
    """Edit an event; ``None`` leaves a choice as it is.

    The pages of every section show its name, its time and its players' names, so every section changes.
    """
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=event.pk)
        if event.archived:
            raise read_only(event.name)
        fields: dict[str, Any] = {"name": name, "city": city, "starts_on": starts_on}
        fields |= {"time_zone": time_zone or event.time_zone}
        chosen = {"short_names": short_names, "listed": listed}
        fields |= {field: value for field, value in chosen.items() if value is not None}
        change_event(event, fields, Summary.EVENT_EDITED, by=by)


def change_event(
    event: Event,
    fields: Mapping[str, Any],
    summary: Summary,
    *,
    by: User,
    verb: Verb = Verb.SETUP,
    sections: Sequence[tuple[Section, dict[str, Any]]] = (),
    **told: Any,
) -> None:
    """Change what all pages of a locked event show: its own fields, and fields of some of its sections.
    The log keeps what is ``told`` beside the event's name.

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
        change.say(summary, name=event.name, **told)


def number_boards(event: Event, *, by: User) -> None:
    """Number the boards of all sections one after another (:func:`.boards_in_a_row`). Published rounds
    keep theirs."""
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=event.pk)
        lock_sections(list(event.sections.values_list("pk", flat=True)))
        in_a_row = boards_in_a_row(event)
        if any(each.first > MOST_BOARD for each in in_a_row):
            message = _("There are more boards than numbers up to %(most)d. Nothing was saved.")
            raise Refused(message % {"most": MOST_BOARD})
        wanted = [(each.section, {"first_board": each.first}) for each in in_a_row]
        new = [(section, new) for section, new in wanted if section.first_board != new["first_board"]]
        if new:
            change_event(event, {}, Summary.BOARDS_NUMBERED, by=by, sections=new)


def create_section(
    event: Event,
    *,
    name: str,
    rounds: int,
    format: str = Section.Formats.SWISS,
    games: int = 1,
    boards: int | None = None,
    by_game_points: bool | None = None,
    first_board: int | None = None,
    place_trophies: int = 0,
    edition: str | None = None,
    draft: bool = True,
    by: User,
    **options: Any,
) -> Section:
    """Create an empty section, the last on the event's pages, under the current edition unless one is
    given.

    With ``boards``, it is a section of teams that meet on this many boards. ``options`` are those of
    :data:`OF_BYES` and :data:`OF_LIMITS`.
    """
    options = checked_options(rounds, options)
    with transaction.atomic():
        # The lock keeps two new sections from finding the same address free.
        event = Event.objects.select_for_update().get(pk=event.pk)
        check_name(event, name)
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
            first_board=first_board or 1,
            prizes=place_prizes(place_trophies),
            edition=edition or current().code,
            position=(event.sections.aggregate(last=Max("position"))["last"] or 0) + 1,
            hidden=draft,
            **options,
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
    first_board: int | None = None,
    edition: str | None = None,
    by: User,
    **options: Any,
) -> None:
    """Edit a section. Options left out stay as they are, those of :data:`OF_BYES` and :data:`OF_LIMITS` too.

    Raises :class:`Refused` for changes that play or entries have locked.
    """
    visits = Player.objects.filter(visitor_of__section=section)
    is_renamed = name != section.name
    # Their pages name it.
    emptied = emptied_beside(section) if is_renamed else []
    with (
        renaming_visits(visits if is_renamed else visits.none(), section.pk, by),
        section_change(section.pk, by=by, verb=Verb.SETUP, also=emptied) as change,
    ):
        fields = check_section_edit(
            change.section,
            rounds=rounds,
            format=format,
            games=games,
            boards=boards,
            by_game_points=by_game_points,
            edition=edition,
        )
        check_name(change.section.event, name, of=change.section)
        fields |= checked_options(fields["rounds"], options)
        fields["first_board"] = first_board or change.section.first_board
        change.update(change.section, name=name, **fields)
        change.say(Summary.SECTION_EDITED, name=name)


def check_name(event: Event, name: str, *, of: Section | None = None) -> None:
    """Raise :class:`Refused` for the name of another section. ``of`` is the section that gets it."""
    if (there := namesake(event.sections.all(), name, of=of)) is not None:
        raise Refused(
            _("%(event)s has a section “%(name)s” already. Nothing was saved. Choose another name.")
            % {"event": event.name, "name": there}
        )


# What is posted of requested byes; it can be changed at any time.
OF_BYES = ("half_byes", "byes_before", "last_bye_irrevocable")
# Who may enter. It can be changed at any time too: who is in already stays.
OF_LIMITS = Limits._fields


def checked_options(rounds: int, options: dict[str, Any]) -> dict[str, Any]:
    """The fields of :data:`OF_BYES` and :data:`OF_LIMITS` that are given.

    Raises :class:`Refused` for a deadline after the end, and for limits that nobody is within.
    """
    if unknown := options.keys() - {*OF_BYES, *OF_LIMITS}:
        raise TypeError(unknown)
    if (options.get("byes_before") or 0) > rounds:
        raise Refused(_not_so_late(rounds) % {"round": options["byes_before"], "rounds": rounds})
    limits = Limits(*(options.get(name) for name in OF_LIMITS))
    for lowest, highest in (limits[:2], limits[2:]):
        if lowest is not None and highest is not None and lowest > highest:
            message = _("The lowest grade or rating is above the highest. Nothing was saved. Swap them.")
            raise Refused(message)
    return options


def _not_so_late(rounds: int) -> str:
    return ngettext(
        "Byes can't be requested before round %(round)d: the section has %(rounds)d round.",
        "Byes can't be requested before round %(round)d: the section has %(rounds)d rounds.",
        rounds,
    )


# The fields that play or entries lock.
FORM_OF_SECTION = {"rounds", "format", "games", "boards", "by_game_points", "edition"}


def too_few_rounds(last: int) -> Refused:
    """What is said where the ``last`` round in which somebody is seated would be beyond the section's."""
    message = _("Round %(number)d has pairings or byes, so the section needs at least %(number)d rounds.")
    return Refused(message % {"number": last})


def check_section_edit(section: Section, **asked: Any) -> dict[str, Any]:
    """All of :data:`FORM_OF_SECTION`, those that are not asked for as they are.

    Raises :class:`Refused` for a change that play or entries have locked.
    """
    fields = {name: getattr(section, name) for name in FORM_OF_SECTION}
    fields |= {name: value for name, value in asked.items() if value not in (None, "")}
    fields["by_game_points"] = bool(fields["by_game_points"] and fields["boards"])
    changed = {name for name, value in fields.items() if value != getattr(section, name)}
    begun = Round.objects.filter(section=section, seats__isnull=False).aggregate(n=Max("number"))["n"] or 0
    if fields["rounds"] < begun:
        raise too_few_rounds(begun)
    if fields["rounds"] < section.rounds:
        _check_no_draft_after(section, fields["rounds"])
    if "games" in changed and begun:
        raise Refused(_("You can't change the games per round after players are paired."))
    if "format" in changed and is_locked(section) and not is_posted(section):
        # The default order depends on the format: a locked order would change silently.
        raise Refused(
            _("Play has begun under the default tiebreak order of this format. Post an order first.")
        )
    if "boards" in changed and is_settled(section):
        raise Refused(
            _(
                "You can't change who plays, or the number of boards, after the section has entries, a"
                " tiebreak order, extra columns or a team table."
            )
        )
    if "by_game_points" in changed and is_locked(section):
        raise Refused(_("You can't change the scoring basis after play begins."))
    if "edition" in changed and is_locked(section):
        raise Refused(
            _("You can't change the edition after play begins. This section follows the %(edition)s.")
            % {"edition": _(EDITIONS[section.edition].short)}
        )
    return fields


def _check_no_draft_after(section: Section, rounds: int) -> None:
    """A section with fewer rounds has no page for the draft of a later one."""
    drafts = PairingDraft.objects.filter(section=section, round__gt=rounds)
    if number := drafts.aggregate(last=Max("round"))["last"]:
        message = _(
            "Round %(number)d has a draft that is not published. Nothing was saved. Discard the draft first,"
            " or keep %(number)d rounds."
        )
        raise Refused(message % {"number": number})


def is_settled(section: Section) -> bool:
    """Whether entries, a team table, an order or columns fix whether players or teams meet here."""
    return (
        section.drawn_on_by.exists()
        or bool(section.columns)
        or section.players.exists()
        or is_posted(section)
    )
