"""What changed since a draft was paired, by name: settings, ratings and teams, who left or came, byes, and
results and colors of earlier rounds."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tiebreaks.engine.chart.wallchart import Card, Kind

from ...models import LogEntry, PairingDraft, Round, Seat, Section, Verb
from ...models.following import Moves, moves_in
from ...pairing import sentences
from ...pairing.draft import Draft
from ...pairing.pairing import pair
from ...pairing.request import PairingInput
from ...pairing.result import PairingResult
from ...text.results import bye_name, show_result
from ..entries.late import late_entries
from .basis import Basis, OpenGame
from .overtaken_reasons import Kept
from .reasons import paired_on

# More are counted in one line.
NAMED = 3


def changed_since(section: Section, of: Basis, row: PairingDraft) -> list[str]:
    """The changes; empty where none is known by name, as of a draft of an older release."""
    came = _came(section, row)
    return [
        *_settings(section, row),
        *_roster(section, of, row),
        *_left_or_came(section, of, row, came),
        *_other_byes(section, of, row, came),
        *results_since(section, row),
        *_colors(section, row),
    ]


def only_rests_taken(of: Basis, row: PairingDraft) -> bool:
    """Whether nothing else changed than that who was paired has a bye of this round instead of a seat: what
    a director does within the draft is no news there."""
    request = of.request
    resting = {
        card.number for card in request.chart.cards if card.number in _paired(row) and _rests(of, row, card)
    }
    cards = [
        replace(card, cells=tuple([cell for cell in card.cells if cell.round != request.round]))
        if card.number in resting
        else card
        for card in request.chart.cards
    ]
    before = replace(request, chart=replace(request.chart, cards=tuple(cards)))
    return bool(resting) and replace(of, request=before).read == row.paired_at


def only_numbers(section: Section, of: Basis, row: PairingDraft, changes: Sequence[str]) -> bool:
    """Whether the changes are wall-chart numbers alone: the draft has the same players on the same boards."""
    return bool(changes) and [*changes] == [*_numbers(of, _moves(section, row))]


def makes_the_same(request: PairingInput, draft: Draft, changes: Sequence[str]) -> bool:
    """Whether only the number of rounds changed, and the rules make the same boards of it."""
    if [*changes] != [str(_OF_SECTION["rounds"])]:
        return False
    made = pair(replace(request, locks=replace(request.locks, boards=draft.locks)))
    if not isinstance(made, PairingResult):
        return False
    rests = made.bye.number if made.bye else 0
    boards = {(board.white, board.black) for board in draft.boards}
    return boards == {(board.white, board.black) for board in made.boards} and rests == draft.bye


def _rests(of: Basis, row: PairingDraft, card: Card) -> bool:
    """Whether somebody has a bye of this round, and no seat of the draft any more."""
    return card.number not in row.draft.seated and bool(of.request.away(card))


def _paired(row: PairingDraft) -> set[int]:
    """Who got a board or the full-point bye when the rules paired the round on what they read: a ladder after
    it (29G1) is the way out of what has changed since."""
    replaced = [reasons for _boards, _bye, *reasons in row.before if reasons]
    of_ladders = [reasons for reasons in replaced if reasons[2:] == [row.paired_at]]
    boards, bye = of_ladders[0][:2] if of_ladders else (row.reasons, row.bye_reasons)
    return _on(boards) | ({bye[0]} if bye else set())


def _on(boards: Iterable[Sequence[Any]]) -> set[int]:
    return {number for white, black, *_why in boards for number in (white, black)}


def why_kept(section: Section, row: PairingDraft) -> Kept:
    """The sentence of a board that the rules made of a draft and would not make now, once the director has
    decided to keep it."""
    return Kept(sentences.OVERTAKEN if results_since(section, row) else sentences.OVERTAKEN_OTHERWISE)


# What is told of them at the desk while it is a draft: nobody has decided to keep them.
_NOT_AGAIN = gettext_lazy(
    "{one} and {other} were paired before this changed: {changes}. They were not paired again since."
)
_NOT_AGAIN_UNNAMED = gettext_lazy(
    "{one} and {other} were paired before something changed that the rules go by."
    " They were not paired again since."
)


def not_again(changes: Sequence[str]) -> Kept:
    """The sentence of a board of a draft that the rules made and would not make now."""
    if changes:
        return Kept(str(_NOT_AGAIN), {"changes": in_short(changes)})
    return Kept(str(_NOT_AGAIN_UNNAMED))


def bye_not_again(changes: Sequence[str]) -> str:
    """The same of the full-point bye of a draft."""
    if changes:
        told = _(
            "Full-point bye: given before this changed: %(changes)s. The round was not paired again since."
        )
        return told % {"changes": in_short(changes)}
    return _(
        "Full-point bye: given before something changed that the rules go by."
        " The round was not paired again since."
    )


def in_short(changes: Sequence[str]) -> str:
    names = "; ".join(changes[:NAMED])
    if len(changes) <= NAMED:
        return names
    return _("%(names)s; and %(count)d more") % {"names": names, "count": len(changes) - NAMED}


# What the rules read of a section and of an entry, by the columns.
_OF_SECTION = {
    "format": gettext_lazy("the format"),
    "rounds": gettext_lazy("the number of rounds"),
    "games": gettext_lazy("the games per round"),
    "pairing_options": gettext_lazy("the pairing options"),
}
_OF_ENTRY = {
    "pairing_rating": gettext_lazy("the rating of {name}"),
    "team": gettext_lazy("the team of {name}"),
    "house": gettext_lazy("whether {name} is a house player"),
}


def _settings(section: Section, row: PairingDraft) -> Iterator[str]:
    """Settings of the section, and ratings and teams, that are others than when the rules paired this."""
    were = _as_they_were(section, row)
    of_section = were["section"].get(section.pk, {})
    for column, said in _OF_SECTION.items():
        if column in of_section and of_section[column] != getattr(section, column):
            yield str(said)
    for player in section.players.filter(pk__in=were["player"]).order_by("number"):
        was = were["player"][player.pk]
        if {"rating", "assigned_rating"} & was.keys():
            assigned = was.get("assigned_rating", player.assigned_rating)
            was["pairing_rating"] = assigned or was.get("rating", player.rating)
        for column, said in _OF_ENTRY.items():
            if column in was and was[column] != getattr(player, column):
                yield str(said).format(name=player.called)
    if were["keptapart"]:
        yield _("who is kept apart")


def _roster(section: Section, of: Basis, row: PairingDraft) -> Iterator[str]:
    """Who is not in the section any more, and who has another number: the draft has followed them."""
    found = _moves(section, row)
    for name in found.left.values():
        yield _("%(name)s left the section") % {"name": name}
    house = {card.name for card in of.request.chart.cards if card.house}
    for name in sorted(found.came & house):
        yield _("%(name)s is a house player now") % {"name": name}
    yield from _numbers(of, found)


def _moves(section: Section, row: PairingDraft) -> Moves:
    entries = LogEntry.objects.filter(standings__section__event=section.event_id, at__gt=paired_on(row))
    changes = (change for entry in entries.only("rows").order_by("at", "pk") for change in entry.changes)
    return moves_in(changes).get(section.pk, Moves())


def _numbers(of: Basis, found: Moves) -> Iterator[str]:
    # The log may be newer than the wall chart that was read.
    by_number = of.request.chart.by_number
    renumbered = [by_number[number] for number in found.numbers.values() if number in by_number]
    if len(renumbered) > NAMED:
        yield _("%(count)d players have other wall-chart numbers") % {"count": len(renumbered)}
    else:
        for card in renumbered:
            yield _("%(name)s is number %(number)d now") % {"name": card.name, "number": card.number}


def _left_or_came(section: Section, of: Basis, row: PairingDraft, came: Mapping[int, bool]) -> Iterator[str]:
    """Who was paired and is not in the round now, and who is in it and was not paired."""
    if not row.reasons:
        return
    request, late = of.request, cache(partial(late_entries, section))
    # Boards of who left the section have no reasons any more. Nor have those of who came and was seated.
    paired = _paired(row) | (row.draft.seated - _on(row.reasons) - came.keys())
    forfeited = {
        number
        for white, black, why, *_group in row.reasons
        if any(id in sentences.FORFEITS for id, _values in why)
        for number in (white, black)
    }
    for card in request.chart.cards:
        values: dict[str, object] = {"name": request.name(card.number)}
        is_in = request.in_pool(card)
        if card.number in of.seated or is_in == (card.number in paired) or (is_in and card.house):
            continue
        if request.forfeits(card) and card.number in forfeited:
            continue
        if is_in and card.number in late():
            yield _("%(name)s entered late") % values
        elif is_in and came.get(card.number):
            yield _("%(name)s was reinstated") % values
        elif is_in:
            yield _("%(name)s is in this round now") % values
        elif request.gone(card):
            yield _("%(name)s withdrew") % values
        elif _rests(of, row, card):
            continue
        elif resting := request.away(card):
            yield _("%(name)s has a %(bye)s") % {**values, "bye": bye_name(resting.kind)}
        elif card.number in paired:
            yield _("%(name)s is not in this round") % values


def _came(section: Section, row: PairingDraft) -> dict[int, bool]:
    """Who could not be paired when the rules paired this, by the log: who entered or moved here, had a bye of
    the round, or had withdrawn. Of each number whether it is the last."""
    entries = LogEntry.objects.filter(standings__section__event=section.event_id, at__gt=paired_on(row))
    rounds = {*Round.objects.filter(section=section, number=row.round).values_list("pk", flat=True)}
    were: dict[int, dict[str, Any]] = defaultdict(dict)
    new: set[tuple[str, int]] = set()
    rested: set[int] = set()
    for rows in entries.order_by("at", "pk").values_list("rows", flat=True):
        for table, pk, before, after in rows:
            if table not in ("player", "seat") or (table, pk) in new:
                continue
            if before is None:
                new.add((table, pk))
            elif table == "player":
                were[pk] = before | were[pk]
            elif after is None and before["game_id"] is None and before["round_id"] in rounds:
                rested.add(before["player_id"])

    def had_left(pk: int) -> bool:
        after = were[pk].get("withdrawn_after")
        return after is not None and after < row.round

    moved = {pk for pk, was in were.items() if was.get("section_id", section.pk) != section.pk}
    back = {pk for pk in [*were] if had_left(pk)}
    keys = {pk for table, pk in new if table == "player"} | moved | rested | back
    players = section.players.filter(pk__in=keys).values_list("pk", "number")
    return {number: pk in back for pk, number in players}


def _other_byes(section: Section, of: Basis, row: PairingDraft, came: Mapping[int, bool]) -> Iterator[str]:
    """The byes of other rounds that are others than when the rules paired this, since who may have the
    full-point bye goes by them (28L4). Of who came or left it is told already."""
    entries = LogEntry.objects.filter(standings=section.standings_id, at__gt=paired_on(row))
    byes: dict[tuple[int, int], list[str | None]] = defaultdict(list)
    for rows in entries.order_by("at", "pk").values_list("rows", flat=True):
        for table, _pk, before, after in rows:
            if table != "seat" or (before and after):
                continue
            if (seat := before or after)["game_id"] is None:
                kinds = [each and each["kind"] for each in (before, after)]
                byes[seat["round_id"], seat["player_id"]] += kinds
    rounds = dict(Round.objects.filter(section=section).exclude(number=row.round).values_list("pk", "number"))
    numbers = dict(section.players.values_list("pk", "number"))
    known = of.request.chart.by_number
    changed = {
        (rounds[round], numbers[player])
        for (round, player), kinds in byes.items()
        if kinds[0] != kinds[-1] and round in rounds and player in numbers
    }
    for round, number in sorted(changed):
        card = known.get(number)
        if card and number not in came and not of.request.gone(card):
            yield _("the bye of %(name)s in round %(round)d") % {"name": card.name, "round": round}


def _colors(section: Section, row: PairingDraft) -> Iterator[str]:
    """The boards of earlier rounds whose colors were corrected since the rules paired this."""
    swaps = LogEntry.objects.filter(
        standings=section.standings_id, verb=Verb.SWAP, at__gt=paired_on(row), undone_by=None
    )
    boards = {(said["round"], said.get("board") or said.get("match")) for said in (e.values for e in swaps)}
    told = _("the colors of round %(round)d, board %(board)d")
    if section.boards:
        told = _("the colors of round %(round)d, match %(board)d")
    for number, board in sorted(boards):
        if number < row.round:
            yield told % {"round": number, "board": board}


def results_since(section: Section, row: PairingDraft) -> list[str]:
    """The boards of earlier rounds whose results are others than when the rules paired this."""
    if section.format == Section.Formats.ROUND_ROBIN:
        return []
    were = _outcomes(section, row)
    seats = Seat.objects.filter(pk__in=were, game__round__number__lt=row.round).select_related("game__round")
    told = _("the result of round %(round)d, board %(board)d")
    if section.boards:
        told = _("the result of round %(round)d, match %(board)d")
    changed = {
        (seat.game.round.number, seat.game.board)
        for seat in seats
        if seat.game and any(getattr(seat, name) != value for name, value in were[seat.pk].items())
    }
    return [told % {"round": number, "board": board} for number, board in sorted(changed)]


def with_undone(of: Basis, section: Section, row: PairingDraft) -> list[OpenGame]:
    """The games without a result; of one that had a result when the rules paired the draft, which it was."""
    reopened = of.reopened(row)
    if not reopened:
        return of.open_games
    were = _outcomes(section, row)
    both: dict[int, dict[str, tuple[int, str]]] = defaultdict(dict)
    for seat in Seat.objects.filter(pk__in=were, game__isnull=False).select_related("player"):
        if seat.kind == Kind.OPEN.letter and (kind := were[seat.pk].get("kind")):
            both[seat.game_id or 0][seat.side] = (seat.player.number, kind)
    was = {
        frozenset((white, black)): "" if section.boards else show_result(of_white + of_black)
        for (white, of_white), (black, of_black) in (
            (sides["w"], sides["b"]) for sides in both.values() if len(sides) == 2
        )
    }
    return [
        replace(game, reopened=True, was=was.get(frozenset(game.numbers), "")) if game in reopened else game
        for game in of.open_games
    ]


def _outcomes(section: Section, row: PairingDraft) -> dict[int, dict[str, Any]]:
    """What has changed of results since the rules paired this, as it was then, by the keys of the seats."""
    return {
        pk: {name: before[name] for name in _OUTCOME & before.keys()}
        for pk, before in _as_they_were(section, row)["seat"].items()
    }


def _as_they_were(section: Section, row: PairingDraft) -> dict[str, dict[int, dict[str, Any]]]:
    """By table and key, what has changed of rows since the rules paired this, as it was then. Of a row that
    was not there then, or is not there now, nothing is told but that of who is kept apart."""
    entries = LogEntry.objects.filter(standings=section.standings_id, at__gt=paired_on(row))
    were: dict[str, dict[int, dict[str, Any]]] = defaultdict(dict)
    for rows in entries.order_by("at", "pk").values_list("rows", flat=True):
        for table, pk, before, after in rows:
            if (before and after) or table == "keptapart":
                were[table][pk] = (before or {}) | were[table].get(pk, {})
    return were


# The columns of a seat that its result is in.
_OUTCOME = {"kind", "points_q", "board_points_q"}
