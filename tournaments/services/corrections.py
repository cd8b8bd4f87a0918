"""Corrections: other results than those that count already. Nobody saves one without seeing what it moves.

A result counts as one when a later round is published or the awards are frozen. An open board takes its first
result without a question, unless the awards are frozen.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tiebreaks.published import read_players
from tiebreaks.selectors import body_to_follow

from ..changes import SectionChange
from ..errors import Conflict, NoReason, Unseen
from ..models import Game, LogEntry, MatchBoard, Seat, Section
from ..selectors.history.log import last_entry
from ..selectors.history.rounds import OF_RESULTS
from ..selectors.history.rows import root_of
from ..selectors.results.consequences import Changed, Consequences, Correction
from ..selectors.results.matches import outcome
from ..text.results import OPEN, THE_RESULTS_OWN, Points, label

# --- under the lock -------------------------------------------------------------------------------


def check(
    change: SectionChange, rounds: Iterable[int], *, had_result: bool, seen: Consequences | None
) -> dict[str, Any]:
    """Raise :class:`Unseen` for a correction whose consequences were not seen as they are now, and
    :class:`NoReason` for one without a reason. Returns what the log keeps of it.

    Costs no query: the published document knows what is published and frozen.
    """
    change.enters = True
    if seen is None:
        if _corrects(change.section, rounds, had_result):
            raise Unseen
        return {}
    change.seen = seen.stamps
    change.compare(change.section.standings, frozen=False)
    if not says_why(change.reason):
        raise NoReason(change.reason.strip())
    return {"moved": seen.plain} if seen.plain else {}


def undoing_corrects(section: Section, entry: LogEntry) -> bool:
    """Whether undoing an entry is a correction, which asks with what it moves."""
    return changes_results(entry) and _corrects(section, *results_in(entry))


def says_why(reason: str) -> bool:
    """Whether a reason is words: one letter, or digits alone, are keys of results that went astray."""
    return len(reason.strip()) > 1 and any(letter.isalpha() for letter in reason)


def _corrects(section: Section, rounds: Iterable[int], had_result: bool) -> bool:
    body = body_to_follow(section.standings)
    if body is None:
        return had_result
    document = read_players(body)
    if document.frozen is not None:
        return True
    last = max(document.boards, default=0)
    return had_result and any(number < last for number in rounds)


# --- what would change ----------------------------------------------------------------------------


def of_result(game: Game, result: str, ruled_q: Points | None = None) -> Correction:
    """Another result of a board, or a ruling on it."""
    points_q = ruled_q or THE_RESULTS_OWN
    seats = _sides([game])
    supposed = {
        seat.pk: (letter, awarded, seat.board_points_q)
        for seat, letter, awarded in zip(seats, result, points_q, strict=True)
    }
    return _correction(game.round.section, seats, supposed)


def of_boards(boards: Sequence[MatchBoard], now: Mapping[int, tuple[str, Points]]) -> Correction:
    """Other results of boards of a match, by their number: letters and awarded points, the home side's first.

    ``boards`` are all of the match, as the rows have them.
    """
    game = boards[0].game
    section = game.round.section
    seats = _sides([game])
    changed = []
    for board in boards:
        result, points_q = now.get(board.board, (board.result, board.points_q))
        if (result, tuple(points_q)) == (board.result, board.points_q):
            continue
        chairs = zip((board.home, board.away), seats, strict=True)
        one, other = (member.called if member else seat.player.name for member, seat in chairs)
        at = f"{label(game.board, game.slot, section.games)}.{board.board}"
        changed.append(
            Changed(game.round.number, at, one, other, board.result, board.points_q, result, points_q)
        )
        board.home_kind, board.away_kind = result[0], result[1]
        board.home_points_q, board.away_points_q = points_q
    home, away, home_q, away_q = outcome(boards)
    supposed = {
        seat.pk: (kind.letter, None, scored_q)
        for seat, kind, scored_q in zip(seats, (home, away), (home_q, away_q), strict=True)
    }
    return Correction(section, changed, [game], supposed)


def of_undo(section: Section, by: User, entry_id: int) -> tuple[LogEntry, Correction]:
    """Taking back this person's last entry, which changed results. Raises :class:`.Conflict` if it is no
    longer the last."""
    entry = last_entry(section, by)
    if entry is None or entry.pk != entry_id or entry.verb not in OF_RESULTS:
        raise not_the_last(section, entry_id, entry)
    return entry, of_entry(section, entry)


def not_the_last(section: Section, entry_id: int, last: LogEntry | None) -> Conflict:
    """Why an entry that a page showed as a person's ``last`` is not undone."""
    undone = LogEntry.objects.filter(standings=section.standings_id, pk=entry_id, undone_by__isnull=False)
    if undone.exists():
        return Conflict(_("This was undone already, in another window. Nothing more was undone."))
    if last is None:
        return Conflict(_("You have no entry to undo in this section."))
    return Conflict(
        _("You have made a newer entry since this page loaded: %(summary)s. Nothing was undone.")
        % {"summary": last.summary}
    )


def of_entry(section: Section, entry: LogEntry) -> Correction:
    """Taking back an entry that changed results."""
    before: dict[tuple[str, int], dict[str, Any]] = {}
    for changed in reversed(entry.changes):
        before.setdefault((changed.table, changed.pk), {}).update(changed.before or {})
    boards = [pk for table, pk in before if table == "matchboard"]
    if boards:
        every = MatchBoard.objects.filter(game__match_boards__in=boards).distinct()
        rows = list(every.select_related("game__round__section", "home", "away"))
        if not rows:
            raise Conflict(_("Somebody removed this board from the round. Reload the page."))
        return of_boards(
            rows, {row.board: _board_as(row, before.get(("matchboard", row.pk), {})) for row in rows}
        )
    pks = [pk for table, pk in before if table == "seat"]
    seats = _sides(Game.objects.filter(seats__in=pks).distinct())
    supposed = {}
    for seat in seats:
        fields = before.get(("seat", seat.pk), {})
        kind, points_q = fields.get("kind", seat.kind), fields.get("points_q", seat.points_q)
        supposed[seat.pk] = kind, points_q, seat.board_points_q
    return _correction(section, seats, supposed)


def changes_results(entry: LogEntry) -> bool:
    """Whether an entry changed results, or undid or redid one that did."""
    return root_of(entry).verb in OF_RESULTS


def results_in(entry: LogEntry) -> tuple[set[int], bool]:
    """The rounds of the boards whose results an entry changed, and whether one of them has a result now."""
    pks: dict[str, set[int]] = {"seat": set(), "matchboard": set()}
    for table, pk, before, after in entry.rows:
        if table in pks and before and after and _OUTCOME & after.keys():
            pks[table].add(pk)
    seats = Seat.objects.filter(pk__in=pks["seat"])
    rows = list(seats.values_list("round__number", "kind"))
    if pks["matchboard"]:
        boards = MatchBoard.objects.filter(pk__in=pks["matchboard"])
        rows += list(boards.values_list("game__round__number", "home_kind"))
    return {number for number, _kind in rows}, any(kind != OPEN[0] for _number, kind in rows)


# The columns that a result is in.
_OUTCOME = {"kind", "points_q", "home_kind", "away_kind", "home_points_q", "away_points_q"}


def _board_as(board: MatchBoard, before: Mapping[str, Any]) -> tuple[str, Points]:
    letters = before.get("home_kind", board.home_kind) + before.get("away_kind", board.away_kind)
    home_q = before.get("home_points_q", board.home_points_q)
    return letters, (home_q, before.get("away_points_q", board.away_points_q))


def _sides(games: Iterable[Game]) -> list[Seat]:
    """White's seat and Black's of each game."""
    about = ("player", "round", "game__round", "game__entered_by")
    seats = Seat.objects.filter(game__in=list(games)).select_related(*about)
    return list(seats.order_by("game", "-side"))


def _correction(section: Section, seats: Sequence[Seat], supposed: dict[int, Any]) -> Correction:
    boards, games = [], []
    for white, black in zip(seats[::2], seats[1::2], strict=True):
        if (game := white.game) is None:
            continue
        games.append(game)
        (one, one_q, _q), (other, other_q, _r) = supposed[white.pk], supposed[black.pk]
        boards.append(
            Changed(
                game.round.number,
                label(game.board, game.slot, section.games),
                section.called(white.player.name),
                section.called(black.player.name),
                white.kind + black.kind,
                (white.points_q, black.points_q),
                one + other,
                (one_q, other_q),
            )
        )
    return Correction(section, boards, games, supposed)
