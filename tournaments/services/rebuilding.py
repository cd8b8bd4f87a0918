"""Checking published documents against the rows, and recomputing them.

A release that corrects a rule, or changes the shape of documents, leaves old documents behind. Each is
computed again from the rows, under its lock. A document that changes gets a new version.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from itertools import zip_longest
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from msgspec import convert

from tiebreaks import services as tiebreaks
from tiebreaks.computing import Source
from tiebreaks.engine.prizes import Prize
from tiebreaks.models import Published
from tiebreaks.published import ENGINE, SCHEMA

from .. import wallcharts
from ..changes import Change, lock_sections, log_change
from ..errors import Refused
from ..models import ExtraGame, HasStandings, MatchBoard, Player, Seat, Section, TeamTable, Verb
from ..schools import counted_once, tables
from ..schools.names import schools_of
from ..selectors.results.matches import outcome
from ..text.log import Difference, Summary, tell_difference

# A difference as the log keeps it.
CodeAndValues = tuple[str, dict[str, str]]
_NO_DOCUMENT: CodeAndValues = (Difference.NO_DOCUMENT.value, {})


class Found(NamedTuple):
    """Checked standings, and the first difference from the rows; empty if there is none."""

    owner: HasStandings
    difference: str


def owners(*, stale: bool = False) -> list[tuple[type[HasStandings], int]]:
    """All owners of standings, or those with documents of older code: sections first, then team tables.

    Not those of a mirror: what they show was computed in a hall, from rows that are not here.
    """
    older = Q(standings__published__schema__lt=SCHEMA) | Q(standings__published__engine__lt=ENGINE)
    chosen = older | Q(standings__published=None) if stale else Q()
    return [
        (model, pk)
        for model in (Section, TeamTable)
        for pk in model._default_manager.filter(chosen, standings__mirrored=None)
        .order_by("event", "pk")
        .values_list("pk", flat=True)
    ]


def check(model: type[HasStandings], pk: int) -> Found:
    """Compare the document with the rows, and the rows with each other. Changes nothing."""
    with transaction.atomic():
        owner = _locked(model, pk)
        return Found(owner, difference_of(owner))


def rebuild(model: type[HasStandings], pk: int) -> Found:
    """Compute the document from the rows. If it differs, this is a change: a new version and a log entry.

    A document of this code that does not differ stays as it is, with the time when it was computed."""
    with transaction.atomic():
        owner = _locked(model, pk)
        published = Published.objects.filter(pk=owner.standings_id).first()
        source = _LOAD[type(owner)](owner)
        _ranking, body = tiebreaks.computed(owner.standings_id, source, owner.order)
        difference = _NO_DOCUMENT if published is None else first_difference(published.body, body)
        if difference:
            change = Change(owner, Verb.REBUILD)
            change.say(Summary.RECOMPUTED, difference=list(difference))
            log_change(owner.standings, change, None)
        if published is None or difference or (published.schema, published.engine) != (SCHEMA, ENGINE):
            tiebreaks.publish(owner.standings, source, owner.order)
        return Found(owner, _shown(difference))


def _locked(model: type[HasStandings], pk: int) -> HasStandings:
    """The owner, locked: a result entered between two reads would look like a difference."""
    lock_sections([section.pk for section in model._default_manager.get(pk=pk).counted_sections])
    rows: Any = model._default_manager.select_related("standings")
    owner: HasStandings = rows.select_for_update().get(pk=pk)
    return owner


def difference_of(owner: HasStandings) -> str:
    """How the published document differs from the rows, or these from each other; empty if they agree."""
    published = Published.objects.filter(pk=owner.standings_id).first()
    if published is None:
        return _("there is no document")
    if published.stamp != owner.stamp:
        return _("the document has version %(document)s, the standings have version %(standings)s") % {
            "document": published.stamp,
            "standings": owner.stamp,
        }
    try:
        if wrong := _WRONG[type(owner)](owner):
            return wrong
        _ranking, body = tiebreaks.computed(owner.standings_id, _LOAD[type(owner)](owner), owner.order)
    except Refused as refused:
        return "; ".join(f"{trouble.where}: {trouble.read}" for trouble in refused.troubles)
    except ValueError:
        return _("the document of one of its sections cannot be read")
    return _shown(first_difference(published.body, body))


def _shown(difference: CodeAndValues | None) -> str:
    return tell_difference(*difference) if difference else ""


# --- the rows ---------------------------------------------------------------------------------------


def _of_another_section(section: Section) -> str:
    """The first row that refers to another section. Such rows have no wall chart."""
    here = Seat.objects.filter(round__section=section).select_related(
        "player", "round", "game__round__section"
    )
    if seat := here.exclude(player__section=section).select_related("player__section").first():
        return _("round %(round)d: the rows seat %(player)s, of section %(section)s") % {
            "round": seat.round.number,
            "player": seat.player,
            "section": seat.player.section,
        }
    if seat := here.filter(game__isnull=False).exclude(game__round__section=section).first():
        return _("round %(round)d: the rows seat %(player)s at a board of section %(section)s") % {
            "round": seat.round.number,
            "player": seat.player,
            "section": seat.game.round.section if seat.game else "",
        }
    entries = Player.objects.filter(section=section, reentry_of__isnull=False)
    if player := entries.exclude(reentry_of__section=section).select_related("reentry_of__section").first():
        return _("%(player)s: in the rows a re-entry of %(earlier)s, of section %(section)s") % {
            "player": player,
            "earlier": player.reentry_of,
            "section": player.reentry_of.section if player.reentry_of else "",
        }
    extra = ExtraGame.objects.filter(section=section).select_related("white", "black")
    if game := extra.exclude(white__section=section, black__section=section).first():
        return _("extra game %(game)s: one player is of another section") % {"game": game}
    return ""


def _unsettled(section: Section) -> str:
    """The first match with a result that does not follow from its boards, or with a wrong player."""
    rows = MatchBoard.objects.filter(game__round__section=section).select_related(
        "game__round", "home", "away"
    )
    matches: dict[int, list[MatchBoard]] = defaultdict(list)
    for board in rows.order_by("game__round__number", "game__board", "board"):
        matches[board.game_id].append(board)
    sides: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(game__in=matches).order_by("-side"):
        sides[seat.game_id or 0].append(seat)
    for pk, boards in matches.items():
        home, away, home_q, away_q = outcome(boards)
        computed = [(home.letter, home_q), (away.letter, away_q)]
        # Before the first result a seat has no board points.
        stored = [(seat.kind, seat.board_points_q or 0) for seat in sides[pk]]
        teams = [seat.player_id for seat in sides[pk]]
        of_another = [
            member
            for board in boards
            for member, team in zip((board.home, board.away), teams, strict=False)
            if member is not None and member.team_id != team
        ]
        if stored != computed or of_another:
            where = {"round": boards[0].game.round.number, "match": boards[0].game.board}
            if of_another:
                message = _("round %(round)d, match %(match)d: %(player)s is of another team")
                return message % {**where, "player": of_another[0].name}
            return _("round %(round)d, match %(match)d: the result does not follow from the boards") % where
    return ""


def _wrong_in_table(table: TeamTable) -> str:
    counted_once.check(table, schools_of(table.event_id))
    other = table.sections.exclude(event=table.event_id).first()
    return _("the table draws on %(section)s of another event") % {"section": other} if other else ""


_LOAD: Mapping[type[HasStandings], Callable[[Any], Source]] = {
    Section: wallcharts.load,
    TeamTable: tables.load,
}
# Contradictions in the rows themselves. A document computed from them would agree with them.
_WRONG: Mapping[type[HasStandings], Callable[[Any], str]] = {
    Section: lambda section: _of_another_section(section) or _unsettled(section),
    TeamTable: _wrong_in_table,
}


# --- the documents ----------------------------------------------------------------------------------


def first_difference(stored: str, computed: str) -> CodeAndValues | None:
    """The first difference between two documents; None if they have the same bytes."""
    if stored == computed:
        return None
    try:
        where, there, here = next(_differences(json.loads(stored), json.loads(computed)))
    except ValueError:
        return Difference.UNREADABLE.value, {}
    except StopIteration:
        return Difference.NOT_CANONICAL.value, {}
    values = {"where": where, "stored": _short(there), "computed": _short(here)}
    return Difference.OTHER_VALUE.value, values


# The input of a document comes before what was computed from it.
_FIRST = ("cards", "decisions", "members", "teams")


def _differences(stored: dict[str, Any], computed: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    fields = sorted(stored.keys() | computed.keys(), key=lambda field: (field not in _FIRST, field))
    names = {row[0]: row[1] for row in computed.get("cards", computed.get("teams", ()))}
    ranked = [standing[0] for standing in computed["standings"]]
    for field in fields:
        there, here = stored.get(field, []), computed.get(field, [])
        if there == here:
            continue
        if field in ("cards", "standings", "teams"):
            rows = {row[0]: row for row in there}
            for row in here:
                if rows.get(row[0]) != row:
                    yield f"{field}, {row[0]} {names.get(row[0], '')}", rows.get(row[0]), row
        elif field in ("columns_of_values", "columns_shown"):
            written = computed["order_text" if field == "columns_of_values" else "columns_text"]
            codes = [*written.split(","), *computed.get("recorded", ())]
            for code, old_column, column in zip(codes, there, here, strict=False):
                for number, old, value in zip(ranked, old_column, column, strict=False):
                    if old != value:
                        yield f"{code} of {number} {names.get(number, '')}", old, value
        elif field == "awards" and there:
            # Of a team table they are the trophies alone.
            trophies = [
                awards["trophies"] if isinstance(awards, dict) else awards for awards in (there, here)
            ]
            for old, trophy in zip_longest(*trophies):
                if old != trophy:
                    yield str(convert((trophy or old)[0], Prize)), old, trophy
        yield field, there, here


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 120 else f"{text[:120]}…"
