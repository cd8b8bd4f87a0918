"""Entering the result of a board."""

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.prepared import Prepared
from tiebreaks.published import PlayersDocument, read_players

from ..changes import SectionChange, section_change, under_lock
from ..errors import Conflict, Finished, Refused, ResultConflict
from ..models import BYES, Game, LogEntry, MatchBoard, Round, Seat, Section, Verb
from ..selectors.results.consequences import Consequences
from ..text.log import Summary
from ..text.results import ENTERED, OPEN, RESULTS, THE_RESULTS_OWN, Points, show_result
from ..text.wording import after_round
from . import corrections
from .publishing import published
from .settling import write_sides


class Recorded(NamedTuple):
    """A board after its entry, with both seats, and the section at the version that shows it.

    ``entry`` is in the log; none if nothing changed. ``document`` was published with it; none if it was not
    made from the one before.
    """

    game: Game
    seats: list[Seat]
    section: Section
    entry: LogEntry | None = None
    document: PlayersDocument | None = None

    @property
    def corrects(self) -> bool:
        """Whether it replaced another result."""
        return self.entry is not None and "was" in self.entry.values


def record_result(
    game: Game,
    result: str,
    ruled_q: Points | None = None,
    *,
    revision: int,
    by: User,
    reason: str = "",
    own_only: bool = False,
    shows: str = "",
    seen: Consequences | None = None,
    asks: bool = False,
) -> Recorded:
    """Enter, correct or clear (``??``) a board's result; ``revision`` is the one the screen showed, ``shows``
    of which board, ``seen`` what a correction moves (:mod:`.corrections`).

    Entering the same result again changes nothing, whatever revision the screen showed; awarded points of a
    ruling stay. Another result replaces both. A ruling has the points it awards, ``ruled_q``.
    Raises :class:`ResultConflict` if somebody changed the board, :class:`Refused` for an unknown result, and
    with ``own_only`` for a result that somebody else entered, or in a round that is not published,
    :class:`.Unseen` for a correction that somebody has not seen. With ``asks``, another result of a finished
    board is a question: :class:`.Finished`.
    """
    verb = verb_of(result, ruled_q)
    with section_change(game.round.section_id, by=by, verb=verb, reason=reason) as change:
        game, seats = board_with_sides(game)
        if change.section.boards:
            raise Refused(_("Match results come from the boards. Enter the boards."))
        current = "".join(seat.kind for seat in seats)
        current_q = tuple(seat.points_q for seat in seats)
        if current == result or game.revision == revision:
            check_shown(change.section, game, seats, shows)
        if current == result and ruled_q in (None, current_q):
            return Recorded(game, seats, change.section)
        awarded_q = ruled_q or THE_RESULTS_OWN
        if game.revision != revision:
            raise ResultConflict(current, result, game.entered_by, current_q, awarded_q, reason)
        if own_only:
            check_own(game, game.round, is_open=current == OPEN, by=by)
        check_withdrawn(game, seats, result)
        corrected = corrections.check(
            change,
            {game.round.number, *(seat.round.number for seat in seats)},
            had_result=current != OPEN,
            seen=seen,
        )
        if asks and current != OPEN:
            raise Finished(current, result, game.entered_by, current_q, awarded_q, reason)
        was_published = game.round.published_at is not None
        corrected |= still_withdrawn(change.section, seats, current, result)
        corrected |= write_result(change, game, seats, result, awarded_q, by=by)
        if was_published:
            change.only_results(
                {
                    (seat.player.number, seat.round.number): (Kind.of(seat.kind), seat.awarded_q)
                    for seat in seats
                }
            )
        replaces = seen is not None or current != OPEN
        if replaces:
            corrected["was"] = [current, list(current_q)]
        change.say(
            Summary.RESULT if not replaces else Summary.RESULT_CORRECTED,
            round=game.round.number,
            board=game.board,
            white=change.section.called(seats[0].player.name),
            black=change.section.called(seats[1].player.name),
            result=[result, list(awarded_q)],
            **corrected,
        )
    section = change.section
    document = read_players(section.standings.published.body) if change.followed else None
    return Recorded(game, seats, section, change.entry, document)


def write_result(
    change: SectionChange,
    game: Game,
    seats: list[Seat],
    result: str,
    awarded_q: Points = THE_RESULTS_OWN,
    *,
    by: User,
) -> dict[str, Any]:
    """Write a board's result within a change. The round is published with it. Returns what the log says of
    forfeits that are entered so."""
    with published(change, game.round, by=by) as told:
        write_sides(change, game, seats, result, awarded_q, by=by)
    return told


def verb_of(result: str, ruled_q: Points | None) -> Verb:
    """Whether this is a result or a ruling. Raises :class:`Refused` for letters that no result has."""
    if ruled_q is not None:
        return Verb.RULING
    if result not in RESULTS:
        raise not_entered(result)
    return Verb.RESULT


def not_entered(result: str) -> Refused:
    """Why letters are not entered as a result: a ruling gives them, or no result has them."""
    kinds = {kind.letter: kind for kind in Kind if kind is not Kind.OPEN and kind not in BYES}
    if len(result) == 2 and all(letter in kinds for letter in result):
        message = _(
            "Nothing was saved. %(result)s is a ruling, which needs a reason. A chief or an assistant"
            " enters it: choose Ruling in the board’s menu."
        )
        return Refused(message % {"result": show_result(result)})
    allowed = ", ".join(RESULTS[each] for each in ENTERED if each != OPEN)
    return Refused(
        _("“%(read)s” is not a result. Nothing was saved. Expected one of %(allowed)s, or %(none)s for none.")
        % {"read": result, "allowed": allowed, "none": RESULTS[OPEN]}
    )


def check_shown(section: Section, game: Game, seats: Iterable[Seat], shows: str) -> None:
    """Raise :class:`Conflict` if a page shows another board under this key: it is from before a restore."""
    if shows and shows != game.shown_as(section, game.round.number, [seat.player.number for seat in seats]):
        raise Conflict(
            _("The board on this page is not the one here now. Nothing was saved. Reload the page.")
        )


def check_own(board: Game | MatchBoard, round: Round, *, is_open: bool, by: User) -> None:
    """Raise :class:`Refused` if a scorekeeper may not change this board."""
    if round.published_at is None:
        message = _("Round %(number)d is not published yet. Nothing was saved.")
        raise Refused(message % {"number": round.number})
    # An imported result has no author; the chief answers for it.
    if not is_open and board.entered_by_id != by.pk:
        author = board.entered_by
        name = (author.get_full_name() or author.get_username()) if author else _("somebody else")
        raise Refused(
            _("%(name)s entered this result. Ask the chief or an assistant to change it.") % {"name": name}
        )
    if not is_open and board.verified:
        raise Refused(_("This result is verified. Ask the chief or an assistant to change it."))


def sides(game: Game) -> list[Seat]:
    """White's seat and Black's."""
    return list(game.seats.select_related("player", "round").order_by("-side"))


def check_withdrawn(game: Game, seats: list[Seat], result: str) -> None:
    """Raise :class:`Refused` if a withdrawn player gets anything but a forfeit loss (30B)."""
    for seat, kind in zip(seats, map(Kind.of, result), strict=True):
        left = seat.player.withdrawn_after
        began = min(seat.round.number, game.round.number)
        if left is not None and left < began and kind not in (Kind.OPEN, Kind.FORFEIT_LOSS):
            raise Refused(
                _(
                    "%(name)s withdrew %(after)s, so only a forfeit loss can be entered here."
                    " If the game was played, reinstate the player on the roster first."
                )
                % {"name": seat.player.called, "after": after_round(left)}
            )


def still_withdrawn(section: Section, seats: Sequence[Seat], before: str, now: str) -> dict[str, Any]:
    """What the log says of who forfeits no longer by this result, and was withdrawn with its round as a
    no-show is: reinstating the player is the director's to do."""
    after = max(seat.round.number for seat in seats)
    loss = Kind.FORFEIT_LOSS.letter
    players = [
        seat.player
        for seat, was, letter in zip(seats, before, now, strict=True)
        if was == loss != letter and seat.player.withdrawn_after == after
    ]
    named = [[player.number, section.called(player.name)] for player in players]
    return {"still_withdrawn": named} if named else {}


def board_under_lock(game: Game) -> Game:
    return under_lock(Game.objects.select_related("round", "entered_by"), game.pk, _board_is_gone())


def board_with_sides(game: Game) -> tuple[Game, list[Seat]]:
    """The board as it is now with White's seat and Black's, in one query."""
    found = sorted(_sides_of(game.pk), key=attrgetter("side"), reverse=True)
    if not found or found[0].game is None:
        raise Conflict(_board_is_gone())
    return found[0].game, found


_sides_of = Prepared(
    lambda game: Seat.objects.filter(game=game).select_related(
        "game__round", "game__entered_by", "player", "round"
    )
)


def _board_is_gone() -> str:
    return _("Somebody removed this board from the round. Reload the page.")
