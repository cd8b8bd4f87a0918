"""Pairings: typed as numbers; byes and absences, colors, publishing, withdrawals.

Players have read the boards of a published round, so each change of them is a correction with a reason.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.chart.wallchart import Format, Kind

from ..changes import SectionChange, section_change
from ..errors import Conflict, Irrevocable, NoReason, Refused
from ..models import BYES, Game, Player, Round, Seat, Section, Verb
from ..pairing.board_numbers import numbered
from ..pairing.draft import Draft
from ..selectors.entries.byes import is_irrevocable, past_posted
from ..selectors.pairing.basis import Basis, basis_of, draft_of, free_boards
from ..selectors.pairing.lines import NumberedLine, Pairing, Seating, TypedSide, checked, lines_of_byes, parse
from ..text.log import Summary
from .corrections import says_why
from .matches import remove_boards, seat_teams, swap_sides
from .publishing import enter_forfeits, publish_round, winners
from .results import board_under_lock, check_shown, sides
from .rosters import entry_under_lock
from .visitors import visitor

_OPPOSITE = {"w": "b", "b": "w"}


def pair(section: Section, number: int, text: str, *, by: User, reason: str = "") -> "Seated":
    """Add boards and byes to a round from lines like ``12 7`` (White, Black) or ``5 B``, ``5 H``, ``5 U``.

    ``7@3`` plays this game for round 3, ``7@Open`` comes from another section (see :mod:`.pairing_lines`).
    Takes all lines or none: :class:`Refused` lists every line that is wrong. In a double round each line is
    two games, the second with colors reversed. A published round needs a ``reason``.
    """
    return _seat(section, number, parse(text), by=by, verb=Verb.PAIR, reason=reason)


def give_bye(
    section: Section, number: int, player_numbers: list[int], kind: Kind, *, by: User, reason: str = ""
) -> list[str]:
    """Give a full-point, half-point or zero-point bye for a round, before or after it is paired. A published
    round needs a ``reason``.

    Returns what is past the posted limit or deadline.
    """
    if kind not in BYES:
        raise Refused(_("A bye is a full-point, half-point or zero-point bye."))
    if not player_numbers:
        raise Refused(_("Choose at least one player from the list."))
    lines = lines_of_byes(player_numbers, kind)
    return _seat(section, number, lines, by=by, verb=Verb.BYE, reason=reason).told


class Seated(NamedTuple):
    """What was seated in a round: the boards' players, White first, and the byes. ``told`` is what was left
    out, and what is past the posted limits of byes."""

    boards: list[tuple[Player, Player]]
    byes: list[tuple[Player, Kind]]
    told: list[str]


def check_reason(change: SectionChange, round: Round) -> None:
    """Raise :class:`NoReason` for a change of published pairings that does not say why."""
    if round.published_at is not None and not says_why(change.reason):
        raise NoReason(change.reason.strip())


def _seat(
    section: Section, number: int, lines: Sequence[NumberedLine], *, by: User, verb: Verb, reason: str
) -> Seated:
    with section_change(section.pk, by=by, verb=verb, reason=reason) as change:
        published = the_round(change, number).published_at is not None
        # A correction leaves no gap: a new board takes the number that another one left.
        seated = seat_lines(change, number, lines, by=by, filling=published)
        halves = [player for player, kind in seated.byes if kind is Kind.HALF_BYE]
        seated.told.extend(past_posted(change.section, {player: [number] for player in halves}))
        if published:
            seated.byes.extend(winners(enter_forfeits(change, the_round(change, number), by=by)))
        say_paired(change, number, seated)
    return seated


def seat_lines(
    change: SectionChange,
    number: int,
    lines: Sequence[NumberedLine],
    *,
    by: User,
    filling: bool = False,
    at: Mapping[frozenset[int], int] = MappingProxyType({}),
) -> Seated:
    """Seat the players of these lines within a change. Boards are numbered after those that are there, but
    for those that a player has reserved, and for those of two who keep a number, by their two pairing numbers
    (``at``); ``filling``, they first take the numbers that are free."""
    section = change.section
    round = the_round(change, number)
    rounds = {number: round}
    read = checked(section, number, lines)
    seatings = read.seatings
    check_reason(change, round)
    tables = _tables(section, number, seatings, filling, at)
    games: list[Game] = []
    seats: list[Seat] = []
    seated = Seated([], [], read.left_out())
    for seating in seatings:
        sides = []
        for sitter in seating.sitters:
            if sitter.round not in rounds:
                rounds[sitter.round] = the_round(change, sitter.round)
            player = visitor(change, sitter.player) if sitter.visits else sitter.player
            sides.append((rounds[sitter.round], player))
        if seating.bye is not None:
            seated.byes.append((sides[0][1], seating.bye))
            seats += bye_seats(*sides[0], seating.bye, section)
            continue
        board = next(tables)
        seated.boards.append((sides[0][1], sides[1][1]))
        for slot in range(1, section.games + 1):
            game = Game(round=round, board=board, slot=slot)
            games.append(game)
            seats += _game_seats(game, sides if slot == 1 else sides[::-1])
    change.create_all(games)
    change.create_all(seats)
    if section.boards:
        seat_teams(change, games, seats, by)
    return seated


def _tables(
    section: Section,
    number: int,
    seatings: Sequence[Seating],
    filling: bool,
    at: Mapping[frozenset[int], int],
) -> Iterator[int]:
    """The numbers of the boards, one after another."""
    first, taken = free_boards(section, number)
    first = section.first_board if filling else first
    paired = [[sitter.player for sitter in each.sitters] for each in seatings if each.bye is None]
    reserved = {one.pk: one.fixed_board for players in paired for one in players if one.fixed_board}
    for players in paired:
        if kept := at.get(frozenset(one.number for one in players)):
            reserved |= {one.pk: kept for one in players}
    return iter(numbered([{player.pk for player in players} for players in paired], reserved, first, taken))


def the_round(change: SectionChange, number: int) -> Round:
    """The section's round with this number, created on first use."""
    section = change.section
    if not 1 <= number <= section.rounds:
        raise not_planned(section, number)
    round = Round.objects.filter(section=section, number=number).first()
    return round or change.create(Round(section=section, number=number))


def not_planned(section: Section, number: int) -> Refused:
    message = ngettext(
        "There is no round %(number)d. The section has %(rounds)d round.",
        "There is no round %(number)d. The section has %(rounds)d rounds.",
        section.rounds,
    )
    return Refused(message % {"number": number, "rounds": section.rounds})


def remove_pairing(
    game: Game, *, by: User, revision: int | None = None, shows: str = "", reason: str = ""
) -> None:
    """Remove a board from its round, with both sides. A board with a result must be cleared first.

    Raises :class:`Conflict` if somebody changed the board since ``revision``, the one that the screen showed,
    or if that was another board, ``shows``.
    """
    with section_change(game.round.section_id, by=by, verb=Verb.REMOVE, reason=reason) as change:
        game = board_under_lock(game)
        check_seen(change.section, game, revision, shows)
        change.say(Summary.PAIRING_REMOVED, **_unpair(change, game))


@contextmanager
def off_the_board(game: Game | None, *, by: User, reason: str) -> Iterator[None]:
    """Remove a board before what a player who sits there does next; both or neither."""
    with transaction.atomic():
        if game is not None:
            remove_pairing(game, by=by, revision=game.revision, reason=reason)
        yield


def _unpair(change: SectionChange, game: Game) -> dict[str, Any]:
    """Take a board off its round. Returns what the log says of it."""
    said = _board_said(change.section, game)
    remove_board(change, game)
    check_reason(change, game.round)
    # Posted numbers are on the wall and on slips: they stay, and the next new board takes the free one.
    if game.round.published_at is None:
        close_up(change, game.round)
    return said


def _board_said(section: Section, game: Game) -> dict[str, Any]:
    """What the log says of a board: which one it is, and who sits there, White first."""
    pair = [seat.player.called for seat in sides(game)]
    return {
        "round": game.round.number,
        "match" if section.boards else "board": game.board,
        "pairs": [pair],
    }


def boards_said(section: Section, boards: Sequence[tuple[Player, Player]]) -> dict[str, Any]:
    """What the log says of boards that were put up: how many there are, and who sits there, White first."""
    if not boards:
        return {"boards": 0}
    pairs = [(white.called, black.called) for white, black in boards]
    return {"matches" if section.boards else "boards": len(boards), "pairs": pairs}


def remove_board(change: SectionChange, game: Game) -> None:
    """Delete a board without a result, in a double round both games of it, within a change."""
    for each in Game.objects.filter(round=game.round, board=game.board):
        seats = list(each.seats.all())
        if any(seat.kind != Kind.OPEN.letter for seat in seats) or not remove_boards(change, each):
            told = _("Board %(board)d has a result. Clear it, then remove the pairing.")
            if change.section.boards:
                told = _("Match %(board)d has a result. Clear it, then remove the pairing.")
            raise Refused(told % {"board": game.board})
        for seat in seats:
            change.delete(seat)
        change.delete(each)


def close_up(change: SectionChange, round: Round) -> None:
    """Number the boards of a round without gaps again, in their order. Reserved boards stay where they are.

    Not once the round has a result: players sit at their boards, and slips with results name them.
    """
    games = list(Game.objects.filter(round=round).order_by("board", "slot").prefetch_related("seats__player"))
    seats = [seat for game in games for seat in game.seats.all()]
    if any(seat.kind != Kind.OPEN.letter for seat in seats):
        return
    # Who has not got the reserved board sits in the row.
    reserved = {
        seat.player_id: game.board
        for game in games
        for seat in game.seats.all()
        if seat.player.fixed_board == game.board
    }
    boards = {game.board: {seat.player_id for seat in game.seats.all()} for game in reversed(games)}
    in_a_row = [board for board in sorted(boards) if board not in reserved.values()]
    if not in_a_row:
        return
    order = sorted(boards)
    numbers = numbered(
        [boards[board] for board in order], reserved, min(in_a_row[0], change.section.first_board)
    )
    new = dict(zip(order, numbers, strict=True))
    for game in games:
        if new[game.board] < game.board:
            change.update(game, board=new[game.board])


def check_plays(game: Game, number: int) -> None:
    """Raise :class:`Refused` if nobody of this number sits on the board."""
    if number not in {seat.player.number for seat in sides(game)}:
        told = _("Number %(number)d doesn't play on board %(board)d. Reload the page.")
        if game.round.section.boards:
            told = _("Number %(number)d doesn't play match %(board)d. Reload the page.")
        raise Refused(told % {"number": number, "board": game.board})


def check_seen(section: Section, game: Game, revision: int | None, shows: str) -> None:
    """Raise :class:`Conflict` if the board is not as the screen showed it, or not the one that it showed."""
    if revision not in (None, game.revision):
        told = _(
            "Somebody changed board %(board)d after you opened the page. Nothing was saved. Reload the page."
        )
        if section.boards:
            told = _(
                "Somebody changed match %(board)d after you opened the page. Nothing was saved. Reload the"
                " page."
            )
        raise Conflict(told % {"board": game.board})
    check_shown(section, game, sides(game), shows)


def remove_bye(seat: Seat, *, by: User, reason: str = "") -> None:
    """Remove a bye. Raises :class:`Irrevocable` for one that stays, without a reason (22C)."""
    with section_change(seat.round.section_id, by=by, verb=Verb.REMOVE, reason=reason) as change:
        stays = is_irrevocable(change.section, seat.round.number, Kind.of(seat.kind))
        if stays and not reason.strip():
            raise Irrevocable(seat.player.called, seat.round.number)
        # The round may have been published since the page was made.
        check_reason(change, Round.objects.get(pk=seat.round_id))
        seats = Seat.objects.filter(round=seat.round, player=seat.player, game__isnull=True)
        for each in seats:
            change.delete(each)
        change.say(Summary.BYE_REMOVED, round=seat.round.number, name=seat.player.called)


def give_white(
    game: Game, number: int, *, by: User, revision: int | None = None, shows: str = "", reason: str = ""
) -> None:
    """Give the player of this number White on a board. Each player keeps the result.

    A player who has White keeps it, whatever ``revision`` the screen showed. Raises :class:`Conflict` if
    somebody else changed the board since, or if the screen showed another one, ``shows``.
    """
    with section_change(game.round.section_id, by=by, verb=Verb.SWAP, reason=reason) as change:
        game = board_under_lock(game)
        white, _black = sides(game)
        check_plays(game, number)
        if game.colors_known and white.player.number == number:
            return
        check_seen(change.section, game, revision, shows)
        check_reason(change, game.round)
        if white.player.number == number:
            change.update(game, colors_known=True, **game.entry(by))
            change.say(Summary.COLORS_SWAPPED, **_board_said(change.section, game))
            return
        for each in Game.objects.filter(round=game.round, board=game.board):
            seats = list(each.seats.all())
            # A side has one seat: delete both before creating either.
            for seat in seats:
                change.delete(seat)
                seat.side = _OPPOSITE[seat.side]
            change.create_all(seats)
            swap_sides(change, each)
            change.update(each, colors_known=True, **each.entry(by))
        change.say(Summary.COLORS_SWAPPED, **_board_said(change.section, game))


def publish(section: Section, number: int, *, by: User) -> None:
    """Publish boards that were typed, with the byes of those who have no seat. Publishing round 1 locks the
    tiebreak order."""
    with section_change(section.pk, by=by, verb=Verb.PUBLISH) as change:
        round = Round.objects.filter(section=section, number=number).first()
        if round is None or not round.games.exists():
            raise Refused(
                _("Round %(number)d has no pairings to publish. Pair it first.") % {"number": number}
            )
        if round.published_at is not None:
            return
        of = basis_of(change.section, number, draft_of(section, number))
        left: list[NumberedLine] = list(enumerate(byes_left(of, Draft()), 1))
        seated = seat_lines(change, number, left, by=by) if left else Seated([], [], [])
        seated.byes.extend(publish_round(change, round, by=by))
        change.say(
            Summary.PUBLISHED_WITH_BYES if seated.byes else Summary.PAIRINGS_PUBLISHED,
            round=number,
            **byes_said(change.section, seated),
        )


def byes_left(of: Basis, draft: Draft) -> list[Pairing]:
    """The byes that a round is published with: a zero-point bye for each unseated player, and what a missing
    result gives (29H)."""
    unseated = [Pairing([TypedSide(left)], Kind.UNPAIRED) for left in of.unseated(draft)]
    return [*unseated, *(Pairing([TypedSide(resting)], kind) for resting, kind in of.resting)]


def still_paired(name: str, round: int) -> Refused:
    text = _(
        "%(name)s is paired in round %(round)d. Remove that pairing: check its box on this page, and give the"
        " reason. Or enter its forfeit first."
    )
    return Refused(text % {"name": name, "round": round})


def withdraw(
    player: Player, after_round: int, *, by: User, reason: str = "", unpairing: bool = False
) -> None:
    """Withdraw a player after a round. This removes later byes; a later game can only be a forfeit.

    In a Swiss, an open pairing of a later round must be removed or forfeited first; with ``unpairing`` it is
    removed here. In a round robin the schedule is fixed: the pairing stays and becomes a
    forfeit in its round (30B).
    """
    with section_change(player.section_id, by=by, verb=Verb.WITHDRAW, reason=reason) as change:
        player = entry_under_lock(player)
        canceled = [(seat.round.number, seat.kind) for seat in byes_lost(change, player, after_round)]
        removed = leave(change, player, after_round, unpairing=unpairing)
        values = {"name": player.called, "round": after_round}
        unpaired = {**removed[-1], **values, "of": removed[-1]["round"]} if removed else {}
        if removed and canceled:
            change.say(Summary.WITHDREW_UNPAIRED_BYES, **unpaired, canceled=canceled)
        elif removed:
            change.say(Summary.WITHDREW_UNPAIRED, **unpaired)
        elif canceled:
            change.say(Summary.WITHDREW_BYES, **values, canceled=canceled)
        else:
            change.say(Summary.WITHDREW, **values)


def byes_lost(change: SectionChange, player: Player, after_round: int) -> list[Seat]:
    """The byes with points that who withdraws after a round has in later ones, in their order.

    Players have read those of published rounds: raises :class:`Refused`, which names the bye, without a
    reason.
    """
    later = Seat.objects.filter(player=player, round__number__gt=after_round, slot=1, game__isnull=True)
    seats = later.select_related("round").order_by("round__number")
    lost = [seat for seat in seats if Kind.of(seat.kind).points_q]
    posted = [seat for seat in lost if seat.round.published_at is not None]
    if posted and not change.reason.strip():
        told = _(
            "Nothing was saved. %(name)s has the full-point bye of round %(round)d, which is posted. Enter"
            " the reason: the log keeps it with the change."
        )
        if posted[0].kind == Kind.HALF_BYE.letter:
            told = _(
                "Nothing was saved. %(name)s has a half-point bye in round %(round)d, which is posted. Enter"
                " the reason: the log keeps it with the change."
            )
        raise Refused(told % {"name": player.called, "round": posted[0].round.number})
    for seat in posted:
        check_reason(change, seat.round)
    return lost


def leave(
    change: SectionChange, player: Player, after_round: int, *, unpairing: bool = False
) -> list[dict[str, Any]]:
    """Withdraw an entry within a change. Returns what the log says of each board that is removed for it."""
    if not 0 <= after_round <= change.section.rounds:
        raise not_planned(change.section, after_round)
    later = Seat.objects.filter(player=player, round__number__gt=after_round)
    removed: list[dict[str, Any]] = []
    for seat in later.order_by("round__number").select_related("round", "game__round"):
        kind = Kind.of(seat.kind)
        named = {"name": player.called, "round": seat.round.number}
        if seat.game is None:
            change.delete(seat)
        elif may_keep_seat(change.section, seat, after_round):
            continue
        elif kind is Kind.OPEN and unpairing and seat.game.round_id == seat.round_id:
            removed.append(_unpair(change, seat.game))
        elif kind is Kind.OPEN:
            raise still_paired(player.called, seat.round.number)
        else:
            raise Refused(
                _("%(name)s played in round %(round)d. Withdraw the player after that round or a later one.")
                % named
            )
    change.update(player, withdrawn_after=after_round)
    return removed


def may_keep_seat(section: Section, seat: Seat, after_round: int) -> bool:
    """Whether who withdraws after a round keeps a seat of a later one."""
    kind = Kind.of(seat.kind)
    if seat.game is None:
        return False
    if kind is Kind.OPEN:
        return section.format == Format.ROUND_ROBIN.value
    # A game played ahead (28M2) also belongs to the round in which it was played.
    return not kind.played or seat.game.round.number <= after_round


def reinstate(player: Player, *, by: User) -> None:
    """Reinstate a player, who can be paired again."""
    with section_change(player.section_id, by=by, verb=Verb.WITHDRAW) as change:
        player = entry_under_lock(player)
        change.update(player, withdrawn_after=None)
        change.say(Summary.REINSTATED, name=player.called)


def say_paired(change: SectionChange, number: int, seated: Seated, *, published: bool = False) -> None:
    """Tell the log what was seated."""
    values: dict[str, Any] = {"round": number, **byes_said(change.section, seated)}
    if seated.boards:
        values |= boards_said(change.section, seated.boards)
    if published:
        # The page of the round names the boards of all.
        values.pop("pairs", None)
    if not seated.boards:
        change.say(Summary.BYES_GIVEN, **values)
    elif published:
        change.say(Summary.POSTED_WITH_BYES if seated.byes else Summary.POSTED, **values)
    else:
        change.say(Summary.PAIRED_WITH_BYES if seated.byes else Summary.PAIRED, **values)


def byes_said(section: Section, seated: Seated) -> dict[str, Any]:
    """What the log says of the byes that were given: who has which; nothing for none. Who has no game in a
    round robin sits out, for which no letter stands."""
    sits_out = Kind.UNPAIRED if section.format == Format.ROUND_ROBIN.value else None
    byes = [(player.called, "" if kind is sits_out else kind.letter) for player, kind in seated.byes]
    return {"byes": byes} if byes else {}


def bye_seats(round: Round, player: Player, kind: Kind, section: Section) -> list[Seat]:
    """The seats of a bye: one in every game of the round. A team's bye counts the same on every board."""
    scored_q = section.boards * kind.points_q if section.boards else None
    return [
        Seat(round=round, player=player, slot=slot, kind=kind.letter, board_points_q=scored_q)
        for slot in range(1, section.games + 1)
    ]


def _game_seats(game: Game, sides: Sequence[tuple[Round, Player]]) -> list[Seat]:
    return [
        Seat(round=round, player=player, slot=game.slot, game=game, side=side, kind=Kind.OPEN.letter)
        for (round, player), side in zip(sides, (Seat.Side.WHITE, Seat.Side.BLACK), strict=True)
    ]
