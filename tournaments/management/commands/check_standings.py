"""Compute every section and table of teams anew, and compare with the sheet that its pages show."""

import json
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks import services as tiebreaks
from tiebreaks.models import Sheet, TeamSheet
from tournaments import wallcharts
from tournaments.changes import lock_sections
from tournaments.errors import Refused
from tournaments.models import ExtraGame, MatchBoard, Player, Seat, Section, TeamTable
from tournaments.schools import counted_once
from tournaments.schools import tables as team_tables
from tournaments.schools.names import schools_of
from tournaments.services.settling import outcome


class Command(BaseCommand):
    help = (
        "Recompute all standings, of players and of teams, and compare with what is stored. Changes nothing."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        differing = sum([*self.sections(), *self.tables()])
        if differing:
            raise CommandError(
                ngettext("%(count)d section differs", "%(count)d sections differ", differing)
                % {"count": differing}
            )

    def sections(self) -> Iterator[bool]:
        """Whether each section differs."""
        for pk in Section.objects.order_by("event", "pk").values_list("pk", flat=True):
            # Under the section's lock: a result entered between two reads would look like a difference.
            with transaction.atomic():
                section = Section.objects.select_for_update(of=("self",)).select_related("event").get(pk=pk)
                difference = first_difference(section)
            yield self.told(section, difference)

    def tables(self) -> Iterator[bool]:
        """Whether each table of teams differs from what the sheets of its sections give."""
        for pk in TeamTable.objects.order_by("event", "pk").values_list("pk", flat=True):
            with transaction.atomic():
                lock_sections(Section.objects.filter(team_tables=pk).values_list("pk", flat=True))
                table = TeamTable.objects.select_related("event").get(pk=pk)
                difference = first_team_difference(table)
            yield self.told(table, difference)

    def told(self, place: Section | TeamTable, difference: str) -> bool:
        name = f"{place.event} · {place}"
        if difference:
            self.stdout.write(f"{name}: {self.style.ERROR(difference)}")
        else:
            agrees = _("%(section)s: agrees at version %(version)d")
            self.stdout.write(agrees % {"section": name, "version": place.version})
        return bool(difference)


def first_difference(section: Section) -> str:
    """What differs first between the stored sheet and the rows; empty where they agree."""
    sheet = Sheet.objects.filter(section=section).first()
    if sheet is None:
        return _("there is no sheet")
    if sheet.stamp != section.stamp:
        return _("the sheet is of %(sheet)s, the section at %(section)s") % {
            "sheet": sheet.stamp,
            "section": section.stamp,
        }
    if wrong := _stranger(section) or _unsettled(section):
        return wrong
    computed = tiebreaks.computed_body(section.pk, wallcharts.load(section))
    if sheet.body == computed:
        return ""
    try:
        stored = json.loads(sheet.body)
        where, there, here = next(_differences(stored, json.loads(computed)))
    except ValueError:
        return _("the sheet cannot be read")
    except StopIteration:
        return _("the sheet is not written canonically")
    return _("%(where)s: the sheet has %(stored)s, the rows give %(computed)s") % {
        "where": where,
        "stored": _short(there),
        "computed": _short(here),
    }


def first_team_difference(table: TeamTable) -> str:
    """What differs between a table's stored sheet and its sections; empty where they agree."""
    sheet = TeamSheet.objects.filter(table=table).first()
    if sheet is None:
        return _("there is no sheet")
    if sheet.stamp != table.stamp:
        return _("the sheet is of %(sheet)s, the table at %(table)s") % {
            "sheet": sheet.stamp,
            "table": table.stamp,
        }
    if stranger := table.sections.exclude(event=table.event_id, has_tables=True).first():
        return _("it draws on %(section)s, which does not know of it") % {"section": stranger}
    schools = schools_of(table.event_id)
    try:
        counted_once.check(table, schools)
        computed = tiebreaks.computed_team_body(table.pk, team_tables.load(table, schools))
    except Refused as refused:
        return "; ".join(f"{trouble.where}: {trouble.read}" for trouble in refused.troubles)
    except ValueError:
        return _("a sheet of its sections cannot be read")
    return "" if sheet.body == computed else _("the sheet differs from what its sections give")


def _stranger(section: Section) -> str:
    """The first row that points into another section; there is no wall chart with it."""
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
        return _("%(player)s: the rows call it a re-entry of %(earlier)s, of section %(section)s") % {
            "player": player,
            "earlier": player.reentry_of,
            "section": player.reentry_of.section if player.reentry_of else "",
        }
    extra = ExtraGame.objects.filter(section=section).select_related("white", "black")
    if game := extra.exclude(white__section=section, black__section=section).first():
        return _("extra game %(game)s: the rows have a player of another section") % {"game": game}
    return ""


def _unsettled(section: Section) -> str:
    """The first match whose teams have not what its boards make, or a player of another team."""
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
        made = [(home.letter, home_q), (away.letter, away_q)]
        # Before anything is entered nobody has a score.
        stands = [(seat.kind, seat.board_points_q or 0) for seat in sides[pk]]
        teams = [seat.player_id for seat in sides[pk]]
        of_another = [
            member
            for board in boards
            for member, team in zip((board.home, board.away), teams, strict=False)
            if member is not None and member.team_id != team
        ]
        if stands != made or of_another:
            where = {"round": boards[0].game.round.number, "match": boards[0].game.board}
            if of_another:
                text = _("round %(round)d, match %(match)d: %(player)s sits there for another team")
                return text % {**where, "player": of_another[0].name}
            return _("round %(round)d, match %(match)d: the result is not what its boards make") % where
    return ""


def _differences(stored: dict[str, Any], computed: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Where two bodies differ, what was computed from (cards, decisions) before what came of it."""
    names = {card[0]: card[1] for card in computed["cards"]}
    ranked = [standing[0] for standing in computed["standings"]]
    for field in sorted(
        stored.keys() | computed.keys(), key=lambda field: (field not in ("cards", "decisions"), field)
    ):
        there, here = stored.get(field, []), computed.get(field, [])
        if there == here:
            continue
        if field in ("cards", "standings"):
            rows = {row[0]: row for row in there}
            for row in here:
                if rows.get(row[0]) != row:
                    yield f"{field}, {row[0]} {names[row[0]]}", rows.get(row[0]), row
        elif field in ("values", "shown"):
            codes = {
                "values": [*computed["order"].split(","), *computed.get("recorded", ())],
                "shown": computed.get("columns", "").split(","),
            }[field]
            for code, stored_column, column in zip(codes, there, here, strict=False):
                for number, stored_value, value in zip(ranked, stored_column, column, strict=False):
                    if stored_value != value:
                        yield f"{code} of {number} {names[number]}", stored_value, value
        elif field == "awards" and isinstance(there, dict) and isinstance(here, dict):
            rows = {trophy["prize"]: trophy for trophy in there["trophies"]}
            for trophy in here["trophies"]:
                if rows.get(trophy["prize"]) != trophy:
                    yield computed["prizes"][trophy["prize"] - 1], rows.get(trophy["prize"]), trophy
        yield field, there, here


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 120 else f"{text[:120]}…"
