"""What would be awarded if slips that somebody read otherwise are right, until a director has decided."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tiebreaks.published import Document

from ... import wallcharts
from ...models import HasStandings, MatchBoard, Seat, Section
from .differing import Differing, readings
from .matches import outcome
from .supposed import if_supposed
from .verifying import Progress, unverified_rounds


@dataclass(frozen=True)
class Doubt:
    """The rounds with such slips, and the documents of a section or team table with what was read."""

    rounds: list[Progress] = field(default_factory=list)
    documents: list[Document] = field(default_factory=list)


def doubt(owner: HasStandings) -> Doubt:
    """Each slip of a section by itself, and all of them together: several may move what none moves alone."""
    found = Doubt()
    for section in owner.counted_sections:
        # Nearly always there is nothing to read.
        rounds = [each for each in _read_twice(section) if each.differing]
        slips = [slip for each in rounds for slip in each.differing]
        found.rounds.extend(rounds)
        for way in [*([slip] for slip in slips), *([slips] if len(slips) > 1 else [])]:
            pairs = if_supposed(section, supposing(way)).pairs
            found.documents.extend(after for of, _before, after in pairs if of == owner)
    return found


def _read_twice(section: Section) -> list[Progress]:
    return unverified_rounds([section]) if readings([section]) else []


def supposing(slips: Sequence[Differing]) -> wallcharts.Supposed:
    """The outcomes of these boards as they were read."""
    games = {slip.pk: slip.read for slip in slips if not slip.of_match}
    boards = {slip.pk: slip.read for slip in slips if slip.of_match}
    return dict([*_of_games(games), *_of_matches(boards)])


def _of_games(read: dict[int, str]) -> Iterator[tuple[int, tuple[str, int | None, int | None]]]:
    seats = Seat.objects.filter(game__in=read).order_by("game", "-side")
    for at, (seat, game, points_q) in enumerate(seats.values_list("pk", "game", "board_points_q")):
        yield seat, (read[game][at % 2], None, points_q)


def _of_matches(read: dict[int, str]) -> Iterator[tuple[int, tuple[str, int | None, int | None]]]:
    matches: dict[int, list[MatchBoard]] = {}
    for board in MatchBoard.objects.filter(game__match_boards__in=read).distinct() if read else ():
        if board.pk in read:
            board.home_kind, board.away_kind = read[board.pk][0], read[board.pk][1]
            board.home_points_q = board.away_points_q = None
        matches.setdefault(board.game_id, []).append(board)
    for match, boards in matches.items():
        home, away, *scored_q = outcome(boards)
        seats = Seat.objects.filter(game=match).order_by("-side")
        for seat, kind, points_q in zip(seats, (home, away), scored_q, strict=True):
            yield seat.pk, (kind.letter, None, points_q)
