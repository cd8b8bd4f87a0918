"""Do what the plan of a registration file says: all sections in one change, one entry of the log."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from ...changes import SectionChange, lock_sections, refuse_archived, refuse_final, section_change
from ...errors import PastPosted, Refused
from ...models import Event, Player, Section, Verb
from ...schools.counted_once import namesakes_in
from ...selectors.entries.byes import past_posted
from ...selectors.event.emptied import emptied_beside
from ...text.log import Summary
from ..byes import Requests, halves, request_new
from ..moving import move_all
from ..rosters import add_entries, check_ratings, entry_under_lock, fixed_ratings, pairing_rating
from ..setup import create_section
from ..teams import say_teams
from ..visitors import renaming_visits
from .plans import Entry, Plan, Target
from .remembered import chosen_columns, remember


@dataclass
class Registered:
    """What came of a file. ``sections`` are those that it changed, the first with the entry of the log."""

    sections: list[Section] = field(default_factory=list)
    created: list[Section] = field(default_factory=list)
    added: int = 0
    changed: int = 0
    moved: int = 0


def register(
    event: Event,
    plan: Plan,
    *,
    by: User,
    by_rating: bool = True,
    anyway: bool = False,
    reason: str = "",
) -> Registered:
    """Add, change and move the players of a plan; sections that it needs are created.

    Raises :class:`Refused` for a plan without sections or with open questions, :class:`PastPosted` for
    half-point byes past the posted limit or deadline, unless they are wanted ``anyway``, and
    :class:`.RatingFixed` for other ratings without a ``reason`` (:func:`.check_ratings`).
    """
    if plan.no_sections:
        raise Refused(plan.no_sections)
    if plan.open:
        raise Refused(_("Nothing was saved yet. Answer the questions below, then import."))
    if not plan.has_players:
        raise Refused(_("Nothing was saved. The file has no player that could be read."))
    done = Registered()
    with transaction.atomic():
        if plan.says_teams:
            # A school is the event's, whose lock comes before those of its sections.
            Event.objects.select_for_update().get(pk=event.pk)
        of_target = _sections(event, plan, by, done)
        touched = {
            pk
            for entry in plan.entries
            if entry.state != "same" or entry.is_noted
            for pk in _touches(entry, of_target)
        }
        touched |= {player.section_id for player, _team in plan.respelled}
        beside: set[int] = set()
        if plan.says_teams:
            touched = touched or {of_target[plan.entries[0].target.key]}
            beside = set(event.sections.filter(drawn_on_by__isnull=False).values_list("pk", flat=True))
        moving = (entry.player for entry in plan.entries if len(_touches(entry, of_target)) > 1)
        if mover := next(filter(None, moving), None):
            beside |= set(emptied_beside(mover.section))
        if touched:
            with renaming_visits(_visits_of_renamed(plan), min(touched), by):
                _change(plan, of_target, sorted(touched), beside, by, by_rating, anyway, reason, done)
        file = plan.table.state, timezone.now().isoformat()
        remember(
            event.pk,
            columns=chosen_columns(event, plan.table, plan.columns),
            files=[] if plan.is_older else [file],
            same=plan.same,
            answers=plan.answers,
            sections=of_target,
        )
    return done


def rating_needs_reason(plan: Plan) -> bool:
    """Whether a plan changes a rating that was fixed when round 1 was paired (28H)."""
    return bool(fixed_ratings(_corrections(plan)))


def _corrections(plan: Plan) -> list[tuple[Player, Mapping[str, Any]]]:
    return [(entry.player, entry.fields) for entry in plan.entries if entry.player]


def _visits_of_renamed(plan: Plan) -> "QuerySet[Player]":
    return Player.objects.filter(
        visitor_of__in=[player.pk for player, fields in _corrections(plan) if "name" in fields]
    )


def _sections(event: Event, plan: Plan, by: User, done: Registered) -> dict[str, int]:
    """The sections of the targets that get a player; those that are new are created."""
    found = {}
    for target in plan.targets:
        if target.section is not None:
            found[target.key] = target.section.pk
        elif any(entry.target.key == target.key for entry in plan.entries):
            made = create_section(event, name=target.name[:80], rounds=target.rounds, by=by)
            done.created.append(made)
            found[target.key] = made.pk
    return found


def _touches(entry: Entry, of_target: Mapping[str, int]) -> set[int]:
    home = {entry.player.section_id} if entry.player else set()
    return home | {of_target[entry.target.key]}


def _change(
    plan: Plan,
    of_target: Mapping[str, int],
    touched: list[int],
    beside: set[int],
    by: User,
    by_rating: bool,
    anyway: bool,
    reason: str,
    done: Registered,
) -> None:
    sections = lock_sections(touched)
    for each in sections.values():
        refuse_archived(each)
        refuse_final(each)
    past: list[str] = []
    # The sections beside show the schools, or are empty and show where their players are.
    also = {*touched[1:], *beside}
    with section_change(touched[0], by=by, verb=Verb.IMPORT, reason=reason, also=also) as change:
        # The parts of one change: what each of them notes is a row of the one entry.
        parts = {pk: change.part(section) for pk, section in sections.items()}
        parts[touched[0]] = change
        if plan.says_teams:
            say_teams(change, change.section.event, none=plan.no_teams, teams=plan.are_teams)
        check_ratings(_corrections(plan), reason)
        for entry in plan.entries:
            if entry.player and entry.state == "changed":
                past += _correct(change, parts, entry, of_target, done)
        change.update_all(
            (entry.player, {"registered": entry.registered})
            for entry in plan.entries
            if entry.player and entry.state == "same" and entry.is_noted
        )
        for player, team in plan.respelled:
            change.update(entry_under_lock(player), team=team)
            done.changed += 1
        for target in plan.targets:
            past += _add(parts, plan, target, of_target, by_rating, done)
        if past and not anyway:
            raise PastPosted(past)
        for part in parts.values():
            for player, namesakes in namesakes_in(part.section):
                change.update(player, namesakes=namesakes)
        done.sections = [part.section for part in parts.values()]
        names = [part.section.name for part in parts.values()]
        values = {"added": done.added, "changed": done.changed, "moves": done.moved}
        created = [section.name for section in done.created]
        change.say(Summary.REGISTRATION, into=names, created=created, **values)


def _correct(
    change: SectionChange,
    parts: Mapping[int, SectionChange],
    entry: Entry,
    of_target: Mapping[str, int],
    done: Registered,
) -> list[str]:
    """Take the values of the file for a player who is here. Returns byes past what is posted."""
    if entry.player is None:
        return []
    row = entry_under_lock(entry.player)
    if entry.moves:
        move_all(change, [row], parts[of_target[entry.target.key]].section)
        done.moved += 1
    if entry.fields or entry.byes is not None or entry.pays:
        done.changed += 1
    noted: dict[str, Any] = {} if entry.registered is None else {"registered": entry.registered}
    if "name" in entry.fields:
        noted["namesakes"] = []
    change.update(row, **entry.fields, **noted)
    if entry.byes is None:
        return []
    part = parts[row.section_id]
    requests = Requests(part, [row])
    if troubles := requests.wrong(row, entry.byes):
        raise Refused(_("Nothing was saved."), troubles)
    asked = requests.set(row, entry.byes)
    return past_posted(part.section, {row: halves(asked.new)})


def _add(
    parts: Mapping[int, SectionChange],
    plan: Plan,
    target: Target,
    of_target: Mapping[str, int],
    by_rating: bool,
    done: Registered,
) -> list[str]:
    """Add the new players of one section. Returns byes past what is posted."""
    new = [
        entry.listed.entry for entry in plan.entries if not entry.player and entry.target.key == target.key
    ]
    if not new:
        return []
    part = parts[of_target[target.key]]
    made: list[Player] = add_entries(part, new, rating=pairing_rating if by_rating else None)
    done.added += len(made)
    asking = {player: entry.byes for player, entry in zip(made, new, strict=True)}
    where = {
        player: _("line %(line)d") % {"line": entry.line} for player, entry in zip(made, new, strict=True)
    }
    return request_new(part, asking, where=where, anyway=True)
