"""Pairings: typed as numbers; byes and absences, colors, publishing, withdrawals."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.chart.wallchart import Format, Kind

from ..changes import SectionChange, section_change
from ..errors import Conflict, Refused
from ..models import BYES, Game, Player, Round, Seat, Section, Verb
from ..schools.names import schools_of
from ..text.log import Summary
from .matches import remove_boards, seat_teams, swap_sides
from .pairing_lines import NumberedLine, Pairing, TypedSide, checked, parse
from .results import board_under_lock, publish_round, sides
from .rosters import entry_under_lock
from .visitors import visitor

_OPPOSITE = {"w": "b", "b": "w"}


def pair(section: Section, number: int, text: str, *, by: User) -> list[str]:
    """Add boards and byes to a round from lines like ``12 7`` (White, Black) or ``5 B``, ``5 H``, ``5 U``.

    ``7@3`` plays this game for round 3, ``7@Open`` comes from another section (see :mod:`.pairing_lines`).
    Takes all lines or none: :class:`Refused` lists every line that is wrong. Returns remarks about pairings
    that are allowed but unusual. In a double round each line is two games, the second with colors reversed.
    """
    return _seat(section, number, parse(text), by=by, verb=Verb.PAIR)


def give_bye(section: Section, number: int, player_numbers: list[int], kind: Kind, *, by: User) -> None:
    """Give a full-point, half-point or zero-point bye for a round, before or after it is paired."""
    if kind not in BYES:
        raise Refused(_("A bye is a full-point, half-point or zero-point bye."))
    if not player_numbers:
        raise Refused(_("Choose at least one player from the list."))
    lines = [(at, Pairing([TypedSide(player)], kind)) for at, player in enumerate(player_numbers, 1)]
    _seat(section, number, lines, by=by, verb=Verb.BYE)


def _seat(section: Section, number: int, lines: Sequence[NumberedLine], *, by: User, verb: Verb) -> list[str]:
    with section_change(section.pk, by=by, verb=verb) as change:
        section = change.section
        round = the_round(change, number)
        rounds = {number: round}
        board = max(Game.objects.filter(round=round).values_list("board", flat=True), default=0)
        games: list[Game] = []
        seats: list[Seat] = []
        paired: list[tuple[Player, Player]] = []
        byes: list[tuple[Player, Kind]] = []
        for seating in checked(section, number, lines):
            sides = []
            for sitter in seating.sitters:
                if sitter.round not in rounds:
                    rounds[sitter.round] = the_round(change, sitter.round)
                player = visitor(change, sitter.player) if sitter.visits else sitter.player
                sides.append((rounds[sitter.round], player))
            if seating.bye is not None:
                byes.append((sides[0][1], seating.bye))
                seats += bye_seats(*sides[0], seating.bye, section)
                continue
            board += 1
            paired.append((sides[0][1], sides[1][1]))
            for slot in range(1, section.games + 1):
                game = Game(round=round, board=board, slot=slot)
                games.append(game)
                seats += _game_seats(game, sides if slot == 1 else sides[::-1])
        remarks = _remarks(section, number, paired)
        change.create_all(games)
        change.create_all(seats)
        if section.boards:
            seat_teams(change, games, seats, by)
        _say_seated(change, number, len(paired), byes)
    return remarks


def the_round(change: SectionChange, number: int) -> Round:
    """The section's round with this number, created on first use."""
    section = change.section
    if not 1 <= number <= section.rounds:
        raise _not_planned(section, number)
    round = Round.objects.filter(section=section, number=number).first()
    return round or change.create(Round(section=section, number=number))


def _not_planned(section: Section, number: int) -> Refused:
    message = ngettext(
        "There is no round %(number)d. The section has %(rounds)d round.",
        "There is no round %(number)d. The section has %(rounds)d rounds.",
        section.rounds,
    )
    return Refused(message % {"number": number, "rounds": section.rounds})


def remove_pairing(game: Game, *, by: User, revision: int | None = None) -> None:
    """Remove a board from its round, with both sides. A board with a result must be cleared first.

    Raises :class:`Conflict` if somebody changed the board since ``revision``, the one that the screen showed.
    """
    with section_change(game.round.section_id, by=by, verb=Verb.REMOVE) as change:
        game = board_under_lock(game)
        _check_revision(game, revision)
        boards = Game.objects.filter(round=game.round, board=game.board)
        for each in boards:
            seats = list(each.seats.all())
            if any(seat.kind != Kind.OPEN.letter for seat in seats) or not remove_boards(change, each):
                raise Refused(
                    _("Board %(board)d has a result. Clear it, then remove the pairing.")
                    % {"board": game.board}
                )
            for seat in seats:
                change.delete(seat)
            change.delete(each)
        change.say(Summary.PAIRING_REMOVED, round=game.round.number, board=game.board)


def _check_revision(game: Game, revision: int | None) -> None:
    if revision not in (None, game.revision):
        raise Conflict(
            _(
                "Somebody changed board %(board)d after you opened the page. Nothing was saved. Reload the"
                " page."
            )
            % {"board": game.board}
        )


def remove_bye(seat: Seat, *, by: User) -> None:
    """Remove a bye."""
    with section_change(seat.round.section_id, by=by, verb=Verb.REMOVE) as change:
        seats = Seat.objects.filter(round=seat.round, player=seat.player, game__isnull=True)
        for each in seats:
            change.delete(each)
        change.say(Summary.BYE_REMOVED, round=seat.round.number, name=seat.player.called)


def give_white(game: Game, number: int, *, by: User, revision: int | None = None) -> None:
    """Give the player of this number White on a board. Each player keeps the result.

    A player who has White keeps it, whatever ``revision`` the screen showed. Raises :class:`Conflict` if
    somebody else changed the board since.
    """
    with section_change(game.round.section_id, by=by, verb=Verb.SWAP) as change:
        game = board_under_lock(game)
        white, black = sides(game)
        if number not in (white.player.number, black.player.number):
            raise Refused(
                _("Number %(number)d doesn't play on board %(board)d. Reload the page.")
                % {"number": number, "board": game.board}
            )
        if game.colors_known and white.player.number == number:
            return
        _check_revision(game, revision)
        if white.player.number == number:
            change.update(game, revision=game.revision + 1, colors_known=True, entered_by=by)
            change.say(Summary.COLORS_SWAPPED, round=game.round.number, board=game.board)
            return
        for each in Game.objects.filter(round=game.round, board=game.board):
            seats = list(each.seats.all())
            # A side has one seat: delete both before creating either.
            for seat in seats:
                change.delete(seat)
                seat.side = _OPPOSITE[seat.side]
            change.create_all(seats)
            swap_sides(change, each)
            change.update(each, revision=each.revision + 1, colors_known=True, entered_by=by)
        change.say(Summary.COLORS_SWAPPED, round=game.round.number, board=game.board)


def publish(section: Section, number: int, *, by: User) -> None:
    """Publish a round's pairings. Publishing round 1 locks the tiebreak order."""
    with section_change(section.pk, by=by, verb=Verb.PUBLISH) as change:
        round = Round.objects.filter(section=section, number=number).first()
        if round is None or not round.games.exists():
            raise Refused(
                _("Round %(number)d has no pairings to publish. Pair it first.") % {"number": number}
            )
        publish_round(change, round)
        change.say(Summary.PAIRINGS_PUBLISHED, round=number)


def withdraw(player: Player, after_round: int, *, by: User, reason: str = "") -> None:
    """Withdraw a player after a round. This removes later byes; a later game can only be a forfeit.

    In a Swiss, an open pairing of a later round must be removed or forfeited first. In a round robin the
    schedule is fixed: the pairing stays and becomes a forfeit in its round (30B).
    """
    with section_change(player.section_id, by=by, verb=Verb.WITHDRAW, reason=reason) as change:
        player = entry_under_lock(player)
        leave(change, player, after_round)
        change.say(Summary.WITHDREW, name=player.called, round=after_round)


def leave(change: SectionChange, player: Player, after_round: int) -> None:
    """Withdraw an entry within a change."""
    if not 0 <= after_round <= change.section.rounds:
        raise _not_planned(change.section, after_round)
    later = Seat.objects.filter(player=player, round__number__gt=after_round)
    for seat in later.order_by("round__number").select_related("round", "game__round"):
        kind = Kind.of(seat.kind)
        named = {"name": player.called, "round": seat.round.number}
        if seat.game is None:
            change.delete(seat)
        elif kind is Kind.OPEN and change.section.format != Format.ROUND_ROBIN.value:
            raise Refused(
                _("%(name)s is paired in round %(round)d. Remove that pairing or enter its forfeit first.")
                % named
            )
        # A game played ahead (28M2) also belongs to the round in which it was played.
        elif kind.played and kind is not Kind.OPEN and seat.game.round.number > after_round:
            raise Refused(
                _("%(name)s played in round %(round)d. Withdraw the player after that round or a later one.")
                % named
            )
    change.update(player, withdrawn_after=after_round)


def reinstate(player: Player, *, by: User) -> None:
    """Reinstate a player, who can be paired again."""
    with section_change(player.section_id, by=by, verb=Verb.WITHDRAW) as change:
        player = entry_under_lock(player)
        change.update(player, withdrawn_after=None)
        change.say(Summary.REINSTATED, name=player.called)


def _remarks(section: Section, number: int, boards: list[tuple[Player, Player]]) -> list[str]:
    """What to check before publishing: rematches, players of one school, withdrawn players."""
    games: dict[int, list[int]] = {}
    rounds: dict[int, int] = {}
    for game, player, at in Seat.objects.filter(player__section=section, game__isnull=False).values_list(
        "game", "player", "game__round__number"
    ):
        games.setdefault(game, []).append(player)
        rounds[game] = at
    met = {frozenset(players): rounds[game] for game, players in games.items()}
    schools = schools_of(section.event_id)
    remarks = []
    for white, black in boards:
        names = {"white": white.called, "black": black.called}
        earlier = met.get(frozenset((white.pk, black.pk)))
        if earlier is not None:
            remarks.append(_("%(white)s and %(black)s met in round %(round)d.") % {**names, "round": earlier})
        if white.team and black.team and schools.meant(white.team) == schools.meant(black.team):
            names["team"] = schools.called(white.team)
            remarks.append(_("%(white)s and %(black)s are both from %(team)s.") % names)
        remarks += [
            _("%(name)s withdrew after round %(round)d, so this game can only be a forfeit.")
            % {"name": player.called, "round": player.withdrawn_after}
            for player in (white, black)
            if player.withdrawn_after is not None and player.withdrawn_after < number
        ]
    return remarks


def _say_seated(change: SectionChange, number: int, boards: int, byes: list[tuple[Player, Kind]]) -> None:
    values: dict[str, Any] = {"round": number}
    if byes:
        values["byes"] = [(player.called, kind.letter) for player, kind in byes]
    if boards:
        values["boards"] = boards
    change.say(
        Summary.PAIRED_WITH_BYES if boards and byes else Summary.PAIRED if boards else Summary.BYES_GIVEN,
        **values,
    )


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
