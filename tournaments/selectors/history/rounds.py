"""The rounds that an entry of the log published, paired or took back, and those that stand on them."""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from django.db.models import Q
from django.utils.translation import gettext as _

from ...models import (
    Game,
    LogEntry,
    Round,
    Seat,
    Section,
    Verb,
)
from ...text.results import OPEN
from .rows import net, of_model, root_of

# Entries that change results. Undoing one is a change of results too.
OF_RESULTS = (Verb.RESULT, Verb.RULING, Verb.LINE_UP)


def published_by(entry: LogEntry) -> list[int]:
    """The rounds that an entry published, by their primary keys."""
    return [
        each.pk
        for each in net(entry).values()
        if each.table == "round"
        and (each.after or {}).get("published_at")
        and not (each.before or {}).get("published_at")
    ]


def published_rounds(entry: LogEntry) -> list[int]:
    """The published rounds that an entry published, or whose boards and byes it changed, in their order.
    Results are corrections, and ask themselves; the page of an import names all that goes."""
    if root_of(entry).verb in (*OF_RESULTS, Verb.IMPORT):
        return []
    rounds = set(published_by(entry))
    for model in (Seat, Game):
        images = {each.pk: {**(each.before or {}), **(each.after or {})} for each in of_model(entry, model)}
        rounds |= {image["round_id"] for image in images.values() if "round_id" in image}
        rounds |= set(model._default_manager.filter(pk__in=images).values_list("round", flat=True))
    published = Round.objects.filter(pk__in=rounds, published_at__isnull=False)
    return sorted(set(published.values_list("number", flat=True)))


def published_again(entry: LogEntry) -> dict[int, int]:
    """The numbers of the rounds that undoing an entry publishes again, by their primary keys."""
    gone = {
        each.pk: each.before or {}
        for each in of_model(entry, Round)
        if (each.before or {}).get("published_at") and not (each.after or {}).get("published_at")
    }
    there = dict(Round.objects.filter(pk__in=gone).values_list("pk", "number"))
    numbers = {pk: there.get(pk) or before["number"] for pk, before in gone.items()}
    return dict(sorted(numbers.items(), key=lambda each: each[1]))


def rounds_paired_on(entry: LogEntry) -> list[Round]:
    """The rounds that stand on one which undoing an entry would hide, or leave without its boards: in a Swiss
    the later ones with boards; elsewhere those that were published after it."""
    if root_of(entry).verb in OF_RESULTS:
        return []
    published = published_by(entry)
    boards = {
        each.pk: (each.after or {})["round_id"]
        for each in of_model(entry, Game)
        if each.before is None and each.after
    }
    if not published and not boards:
        return []
    of_others = Game.objects.filter(round__in=boards.values()).exclude(pk__in=boards)
    emptied = {*boards.values()} - {*of_others.values_list("round", flat=True)}
    going = Round.objects.filter(pk__in={*published, *emptied}).select_related("section").order_by("number")
    if (first := going.first()) is None:
        return []
    later = Round.objects.filter(section=first.section_id, number__gt=first.number).exclude(pk__in=going)
    if first.section.format == Section.Formats.SWISS:
        later = later.filter(Q(published_at__isnull=False) | Q(games__isnull=False))
    elif first.published_at is None:
        return []
    else:
        later = later.filter(published_at__gt=first.published_at)
    later = later.filter(seats__isnull=False).distinct().order_by("number")
    return [each for each in later if _stands_on(entry, each)]


def _stands_on(entry: LogEntry, later: Round) -> bool:
    """Whether a later round was paired or published since. One that was there before the entry was there
    without it, and may be again."""
    paired = pairings_of(entry, [later])
    return not paired or paired[0].pk > entry.pk


def pairings_of(entry: LogEntry, rounds: Collection[Round]) -> list[LogEntry]:
    """The entries that paired or published these rounds, or brought them back, newest first."""
    if not rounds:
        return []
    pks = {each.pk for each in rounds}
    there = set(Game.objects.filter(round__in=pks).values_list("pk", flat=True))
    entries = LogEntry.objects.filter(standings=entry.standings_id, undone_by__isnull=True)
    entries = entries.exclude(pk=entry.pk).exclude(verb__in=OF_RESULTS)
    return [
        each
        for each in entries.select_related("undoes", "who").order_by("-pk")
        if pks & {*published_by(each)}
        or any(row.before is None and row.pk in there for row in of_model(each, Game))
    ]


class RoundFirst(NamedTuple):
    """The round that goes before another one can: why, what to do, and the entry that paired it."""

    why: str
    what: str
    entry: LogEntry | None


def round_first(entry: LogEntry) -> RoundFirst | None:
    """What to say of the next of the rounds that stand on one which undoing this entry would take."""
    if not (rounds := rounds_paired_on(entry)):
        return None
    later = rounds[0]
    said = {"later": later.number, "round": later.number - 1}
    swiss = later.section.format == Section.Formats.SWISS
    why = _("Round %(later)d is paired on round %(round)d.") if swiss else _("Round %(later)d is published.")
    paired = pairings_of(entry, [later])
    return RoundFirst(why % said, _("Undo round %(later)d first.") % said, paired[0] if paired else None)


def _rounds_taken(entry: LogEntry) -> dict[int, int]:
    """The numbers of the rounds that an entry hid, or of which it removed boards, by their primary keys."""
    if root_of(entry).verb in OF_RESULTS:
        return {}
    removed = {
        (each.before or {})["round_id"]
        for each in of_model(entry, Game)
        if each.before and each.after is None
    }
    gone = {
        each.pk: (each.before or {})["number"]
        for each in of_model(entry, Round)
        if each.pk in removed and each.after is None
    }
    there = Round.objects.filter(pk__in=removed - gone.keys()).values_list("pk", "number") if removed else ()
    return gone | dict(there) | published_again(entry)


def first_that_comes(entry: LogEntry) -> int:
    """The number of the first round whose boards come back when an undoing is undone; else 0."""
    return min(_rounds_taken(entry).values(), default=0) if entry.undoes_id else 0


def takes_round_before(later: LogEntry, entry: LogEntry, number: int) -> bool:
    """Whether a later undoing took back a round before this one, which was paired on it, and it is not there
    now."""
    if not later.undoes_id or later.standings_id != entry.standings_id:
        return False
    before = {each for each in _rounds_taken(later).values() if each < number}
    there = Round.objects.filter(section__standings=entry.standings_id, number__in=before)
    there = there.filter(published_at__isnull=False, games__isnull=False)
    return bool(before - {*there.values_list("number", flat=True)})


def stays_published(entry: LogEntry) -> int | None:
    """The round that an entry did nothing but publish, if it stays published now."""
    for each in entry.changes:
        if each.table != "round" or (each.before or {}).get("published_at", "") is not None:
            return None
    if rounds_paired_on(entry):
        return None  # These say that they go first.
    rounds = Round.objects.filter(pk__in=[each.pk for each in entry.changes]).order_by("number")
    return next((round.number for round in rounds if is_still_needed(round, created=None)), None)


def is_still_needed(round: Round, created: Mapping[str, Any] | None) -> bool:
    """Whether a round stays, or stays published, after the entry that created or published it is undone.

    It may have other seats or results since, or be published, or a later round was; what players saw must not
    disappear from the public pages. ``created`` has the round as the entry created it, if it did.
    """
    if created is not None:
        published_since = created["published_at"] is None and round.published_at is not None
        return published_since or round.seats.exists()
    # A game of another round (28M2) is published with that round.
    if round.seats.filter(game__round=round).exclude(kind=OPEN[0]).exists():
        return True
    if round.published_at is None:
        return False
    later = Round.objects.filter(section=round.section_id, number__gt=round.number, seats__isnull=False)
    return later.filter(published_at__gt=round.published_at).exists()
