"""What pages ask or tell before and after an act, as sheets of a workbook: for the desk, with full names."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tiebreaks.frozen import Differences

from ...formats.workbooks import Cell, Cents, Sheet
from ...models import HasStandings, Player
from ...text import wording
from ...text.consequences import AwardLine, PlaceLine, Told
from ..awards.ceremony import Held, VersionPage
from ..awards.ceremony import Sheet as CeremonySheet
from ..entries.quads import Group
from ..results.what_if import WhatIf
from ..setup.regrouping import Merged, Parts
from .companion_comparison import Comparison, GameLine
from .event_workbooks import ceremony
from .rating_updates import Kind, OfSection, Update
from .workbooks import YES

Row = Sequence[Cell]

# --- set-up ---------------------------------------------------------------------------------------


def rating_updates(sections: Iterable[OfSection]) -> Sheet:
    """What the rating list changes, a line for each player, and whom it does not have."""
    heads = [
        *(_("Section"), _("Found"), _("Name"), _("Team"), _("US Chess ID"), _("State")),
        *(_("Changes"), _("Checked"), _("Note")),
    ]
    return Sheet(
        _("Update all ratings"),
        heads,
        [[of.section.name, *row] for of in sections for row in _updates(of)],
    )


def _updates(of: OfSection) -> Iterator[Row]:
    found = {
        Kind.LISTED: _("by US Chess ID"),
        Kind.NAMED: _("by the same name"),
        Kind.UNRATED: _("no rating on the list"),
    }
    for each in (*of.listed, *of.named, *of.unrated):
        changes = "; ".join(f"{value.what}: {value.here} → {value.listed}" for value in each.values)
        yield [
            *(found[each.kind], each.player.name, each.team, each.listed.uscf_id, each.listed.state),
            *(changes, YES if each.checked else "", "; ".join(_notes(each))),
        ]
    for player in of.missing:
        yield [_("not on the list"), player.name, "", player.uscf_id, "", "", "", ""]
    for player in of.ambiguous:
        yield [_("too many of this name"), player.name, "", "", "", "", "", ""]


def _notes(update: Update) -> Iterator[str]:
    if update.assigned:
        yield _("%(rating)d assigned") % {"rating": update.assigned}
    if update.other_name:
        yield _("%(name)s on the list") % {"name": update.other_name}
    yield from update.outside


def merged_roster(merged: Merged) -> Sheet:
    """Each entry with its number afterwards, and the section from which it comes."""
    heads = [_("No."), _("Name"), _("Rating"), _("Assigned rating"), _("Section"), _("Note")]
    rows: list[Row] = [
        [number, *_entry(player), player.section.name, outside] for number, player, outside in merged.roster
    ]
    return Sheet(_("Merged roster"), heads, rows)


def split_parts(parts: Parts) -> Sheet:
    names = _("upper part"), _("lower part"), _("unrated")
    return _parts([(name, "", players) for name, players in zip(names, parts.lists, strict=True)])


def quads(groups: Iterable[Group]) -> Sheet:
    return _parts([(each.name, "–".join(map(str, each.boards)), each.players) for each in groups])


def _parts(parts: Iterable[tuple[str, str, Sequence[Player]]]) -> Sheet:
    """The entries of each part with their numbers there."""
    heads = [_("Part"), _("Boards"), _("No."), _("Name"), _("Rating"), _("Assigned rating")]
    rows: list[Row] = [
        [name, boards, number, *_entry(player)]
        for name, boards, players in parts
        for number, player in enumerate(players, 1)
    ]
    return Sheet(_("Parts"), heads, rows)


def _entry(player: Player) -> list[Cell]:
    return [player.called, player.rating, player.assigned_rating]


# --- another program's file -----------------------------------------------------------------------


def companion(found: Sequence[Comparison], details: Iterable[str] = (), *, waits: bool) -> list[Sheet]:
    """What a file that ``waits`` changes, or what differs from the one that was read last."""
    changes: list[Row] = [[_("The event"), _("change"), line, "", ""] for line in details]
    changes += [[of.name, *row] for of in found for row in _changes(of, waits=waits)]
    heads = [_("Section"), _("What"), _("Details"), _("Here"), _("In the file")]
    games = Sheet(
        _("Results that differ"),
        [
            *(_("Section"), _("Round"), _("Board"), _("White"), _("Black")),
            *(_("Here"), _("In the file"), _("What happens")),
        ],
        [[of.name, *_game(of, game, waits=waits)] for of in found for game in of.games],
    )
    return [sheet for sheet in (Sheet(_("Changes"), heads, changes), games) if sheet.rows]


def _changes(of: Comparison, *, waits: bool) -> Iterator[Row]:
    if of.empty:
        return
    if of.section is None:
        yield [_("new section"), "", "", ""]
    yield from ([_("question"), doubt.said, "", ""] for doubt in of.doubts if waits)
    yield from ([_("change") if waits else _("not imported yet"), line, "", ""] for line in of.told)
    yield from ([_("left out: the section is final"), line, "", ""] for line in of.held)
    rounds = (_("Round %(number)d") % {"number": number} for number in of.left)
    players = (f"{player.number} {player.called}" for player in of.gone_unasked)
    yield from ([_("not in the file, stays here"), each, "", ""] for each in (*rounds, *players))
    yield from ([_("differs"), one.said, one.here, one.there] for one in of.differing)


def _game(of: Comparison, game: GameLine, *, waits: bool) -> list[Cell]:
    happens = _("stays")
    if waits and game.held:
        happens = _("left out: %(name)s is final") % {"name": of.name}
    elif game.taken:
        happens = _("will be imported") if waits else _("not imported yet")
    elif waits and game.key:
        happens = _("stays, unless you take the file’s")
    return [game.round, game.board or None, game.white, game.black, game.here, game.there, happens]


# --- results and awards -----------------------------------------------------------------------------


def what_if(moved: Iterable[WhatIf]) -> Sheet:
    """The three results of an open board beside each other."""
    heads = [
        *(_("Standings"), _("What"), _("Name"), _("Now")),
        *(_("White wins"), _("Draw"), _("Black wins")),
    ]
    rows: list[Row] = [
        [of.name, what, line.name, wording.plain(line.now), *map(wording.plain, line.then)]
        for of in moved
        for what, line in _lines(of)
    ]
    return Sheet(_("What if"), heads, rows)


def moved_by_correction(told: Iterable[Told]) -> Sheet:
    heads = [_("Standings"), _("What"), _("Name"), _("Before"), _("After")]
    rows: list[Row] = [[of.name, what, *_turn(line)] for of in told for what, line in _lines(of)]
    return Sheet(_("What moved"), heads, rows)


def _lines(of: WhatIf | Told) -> Iterator[tuple[str, Any]]:
    """What moves, as on the page: trophies, money, places."""
    yield from ((_("Trophies"), line) for line in of.trophies)
    yield from ((_("Prize money"), line) for line in of.money)
    yield from ((_("Places and points"), line) for line in of.places)


def _turn(line: AwardLine | PlaceLine) -> list[Cell]:
    if isinstance(line, AwardLine):
        return [line.title, wording.plain(line.before), wording.plain(line.after)]
    tiebreak = [f"{line.tiebreak} {side}" for side in line.value] if line.tiebreak else ["", ""]
    sides = zip(line.rank, line.points, tiebreak, strict=True)
    return [line.name, *(" · ".join(filter(None, side)) for side in sides)]


def of_ceremony(called: CeremonySheet) -> list[Sheet]:
    """What is called, and what changed since it was frozen."""
    return [ceremony([called]), *_changed_awards(called.held.version, called.held.since)]


def frozen_version(owner: HasStandings, page: VersionPage) -> list[Sheet]:
    """What a version calls, what each player is paid, and what it changed."""
    held = Held(page.record, page.version.number, page.version.frozen_at)
    paid: list[Row] = [[each.winner.name, Cents(each.cents), each.why] for each in page.record.cash]
    cash = Sheet(_("Cash"), [_("Name"), _("Amount"), _("Prizes")], paid)
    sheets = [ceremony([CeremonySheet(owner, held)]), *([cash] if paid else [])]
    return [*sheets, *_changed_awards(page.before, page.differences)]


def _changed_awards(since: int, found: Differences | None) -> Iterator[Sheet]:
    if found and found.players:
        rows: list[Row] = [
            [each.name, "; ".join(each.gains), "; ".join(each.loses), each.money] for each in found.players
        ]
        heads = [_("Name"), _("Gains"), _("Loses"), _("Cash")]
        yield Sheet(_("Changes since version %(number)d") % {"number": since}, heads, rows)
