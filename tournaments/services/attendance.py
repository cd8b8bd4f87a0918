"""Who comes late (28K), enters again (34H), misses some rounds, or does not come to the board."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Format, Kind

from ..changes import SectionChange, section_change
from ..errors import Refused, Trouble, Unseen
from ..formats.byes import Bye, written
from ..formats.records import RosterEntry
from ..models import Game, Player, Round, Seat, Section, Verb
from ..selectors.entries.numbering import free_number
from ..text import wording
from ..text.log import Summary
from ..text.results import BLACK_FORFEITS, BOTH_FORFEIT, THE_RESULTS_OWN, WHITE_FORFEITS
from . import byes, corrections
from .matches import forfeit_match
from .pairings import bye_seats, byes_lost, check_seen, leave, not_planned, still_paired, the_round
from .results import board_with_sides, check_withdrawn, still_withdrawn, write_result
from .rosters import add_entries, entry_under_lock, new_player, same_list

# A missed round counts half a point, or none.
MISSED = (Kind.HALF_BYE, Kind.UNPAIRED)


def add_player(
    section: Section,
    entry: RosterEntry,
    missed: Mapping[int, Kind] = MappingProxyType({}),
    *,
    by: User,
    different: bool = False,
    anyway: bool = False,
) -> Player:
    """Add a player with the byes that the entry asks for, in one change. One who comes after pairings are
    published has byes for the rounds ``missed`` too, where the entry asks for none of them.

    Raises :class:`.PastPosted` for half-point byes past the posted limit or deadline, unless they are wanted
    ``anyway``.
    """
    named = [bye.round for bye in entry.byes]
    published = Round.objects.filter(section=section, number__in=named, published_at__isnull=False)
    verb = Verb.LATE if missed or (named and published.exists()) else Verb.ROSTER
    with section_change(section.pk, by=by, verb=verb) as change:
        change.different = different
        (player,) = add_entries(change, [entry], unasked=True)
        asked = [bye for bye in entry.byes if missed.get(bye.round) is not bye.kind]
        _refuse_two_answers(asked, missed)
        byes.request_new(change, {player: asked}, anyway=anyway)
        miss(change, player, missed)
        if asked:
            every = [*asked, *(Bye(number, kind) for number, kind in missed.items())]
            change.say(Summary.PLAYER_ADDED_WITH_BYES, name=player.called, asked=byes.plain(every))
        elif rounds := half_byes(missed):
            change.say(Summary.LATE_WITH_BYES, name=player.called, rounds=rounds, count=len(rounds))
        else:
            change.say(Summary.PLAYER_ADDED, name=player.called)
    return player


def _refuse_two_answers(asked: Iterable[Bye], missed: Mapping[int, Kind]) -> None:
    """Raise :class:`Refused` for a bye in a missed round for which another was chosen."""
    expected = _("only future rounds. Choose the bye for round %(round)d under Missed rounds")
    troubles = [
        Trouble(_("byes"), written([bye]), expected % {"round": bye.round})
        for bye in asked
        if bye.round in missed
    ]
    if troubles:
        raise Refused(_("Nobody was added."), troubles)


def re_enter(
    player: Player, after_round: int, missed: Mapping[int, Kind], *, by: User, reason: str = ""
) -> Player:
    """Withdraw a player after a round and enter the player again (34H). That a published bye goes with it
    needs a ``reason``.

    The new entry has the next free number. Only its own games and byes count. One person has one seat in a
    round: until the first entry leaves, the new one has byes.
    """
    with section_change(player.section_id, by=by, verb=Verb.REENTRY, reason=reason) as change:
        first = entry_under_lock(player)
        if first.house:
            raise Refused(_("%(name)s is a house player and cannot re-enter.") % {"name": first.called})
        if again := first.reentries.first():
            raise Refused(
                _("%(name)s already re-entered, as number %(number)d.")
                % {"name": first.called, "number": again.number}
            )
        lost = byes_lost(change, first, after_round)
        canceled = [(seat.round.number, seat.kind) for seat in lost if seat.round.published_at is not None]
        leave(change, first, after_round)
        missed = _with_both_entries(change.section, after_round, missed)
        entry = new_player(change.section, free_number(change.section), first)
        entry.reentry_of = first
        change.create(entry)
        change.create_all(same_list(first, entry))
        miss(change, entry, missed)
        values = {"name": first.called, "number": entry.number, "round": after_round}
        if canceled:
            change.say(Summary.REENTERED_BYES_CANCELED, **values, canceled=canceled)
        elif rounds := half_byes(missed):
            change.say(Summary.REENTERED_WITH_BYES, **values, rounds=rounds, count=len(rounds))
        else:
            change.say(Summary.REENTERED, **values)
    return entry


def _with_both_entries(section: Section, after_round: int, missed: Mapping[int, Kind]) -> dict[int, Kind]:
    """The byes of a re-entry, with a zero-point bye in each round to come that the first entry still plays.

    Raises :class:`Refused` for a published round of the first entry without a bye.
    """
    open_to_both = [number for number in range(1, after_round + 1) if number not in missed]
    published = Round.objects.filter(section=section, number__in=open_to_both, published_at__isnull=False)
    expected = _("a bye in round %(round)d, as the first entry withdraws after round %(after)d")
    troubles = [
        Trouble(
            _("round %(round)d") % {"round": number},
            _("still to be paired"),
            expected % {"round": number, "after": after_round},
        )
        for number in published.order_by("number").values_list("number", flat=True)
    ]
    if troubles:
        raise Refused(_("Nobody re-entered."), troubles)
    return {**dict.fromkeys(open_to_both, Kind.UNPAIRED), **missed}


def out_until(player: Player, after_round: int, back: int, *, by: User, reason: str = "") -> None:
    """A player is out after a round and plays again from a later one: the rounds between are zero-point byes,
    where no other bye was asked for.

    An open pairing of such a round must be removed or forfeited first. In a round robin it stays and becomes
    a forfeit.
    """
    with section_change(player.section_id, by=by, verb=Verb.WITHDRAW, reason=reason) as change:
        player = entry_under_lock(player)
        for number in (after_round, back - 1):
            if not 0 <= number < change.section.rounds:
                raise not_planned(change.section, number + 1)
        if back < after_round + 2:
            raise Refused(
                _("%(name)s would miss no round. The return round must come after the missed ones.")
                % {"name": player.called}
            )
        missed = _sit_out(change, player, range(after_round + 1, back))
        values = {"name": player.called, "round": after_round, "back": back}
        change.say(Summary.OUT_UNTIL, **values, asked=byes.plain(missed))


def come_back(player: Player, back: int, *, by: User) -> None:
    """A player who withdrew plays again from a round: those that were missed are zero-point byes."""
    with section_change(player.section_id, by=by, verb=Verb.WITHDRAW) as change:
        player = entry_under_lock(player)
        left = player.withdrawn_after
        if left is None:
            raise Refused(_("%(name)s has not withdrawn.") % {"name": player.called})
        if not left < back <= change.section.rounds:
            raise Refused(
                _("%(name)s withdrew %(after)s. Expected: a round from %(first)d to %(last)d.")
                % {
                    "name": player.called,
                    "after": wording.after_round(left),
                    "first": left + 1,
                    "last": change.section.rounds,
                }
            )
        change.update(player, withdrawn_after=None)
        missed = _sit_out(change, player, range(left + 1, back))
        if missed:
            change.say(Summary.BACK_IN, name=player.called, round=back, asked=byes.plain(missed))
        else:
            change.say(Summary.REINSTATED, name=player.called)


def _sit_out(change: SectionChange, player: Player, numbers: Iterable[int]) -> list[Bye]:
    """Give a zero-point bye in each of these rounds in which the player has no seat; the byes given."""
    seats = Seat.objects.filter(player=player).select_related("round").order_by("slot")
    there = {seat.round.number: seat for seat in seats}
    fixed = change.section.format == Format.ROUND_ROBIN.value
    given = []
    for number in numbers:
        seat = there.get(number)
        if seat is None:
            given.append(Bye(number, Kind.UNPAIRED))
            round = the_round(change, number)
            change.create_all(bye_seats(round, player, Kind.UNPAIRED, change.section))
        elif Kind.of(seat.kind).played and Kind.of(seat.kind) is not Kind.OPEN:
            message = _("%(name)s played in round %(round)d, so can’t be out that round.")
            raise Refused(message % {"name": player.called, "round": number})
        elif seat.kind == Kind.OPEN.letter and not fixed:
            raise still_paired(player.called, number)
    return given


# Who of a board did not come, and its result.
NO_SHOWS = {"white": WHITE_FORFEITS, "black": BLACK_FORFEITS, "both": BOTH_FORFEIT}


def no_show(game: Game, absent: str, *, by: User, revision: int, shows: str = "") -> None:
    """A player who did not come to a board, or ``both``, forfeits and withdraws after its round: one change.
    A team forfeits every board of its match.

    Raises :class:`Conflict` if somebody changed the board since ``revision``, the one that the screen showed,
    or if that was another board, ``shows``.
    """
    if absent not in NO_SHOWS:
        raise Refused(_("Choose who did not show up. Reload the page."))
    result = NO_SHOWS[absent]
    with section_change(game.round.section_id, by=by, verb=Verb.RESULT) as change:
        game, seats = board_with_sides(game)
        check_seen(change.section, game, revision, shows)
        check_withdrawn(game, seats, result)
        had = "".join(seat.kind for seat in seats)
        rounds = {game.round.number, *(seat.round.number for seat in seats)}
        had_result = any(seat.kind != Kind.OPEN.letter for seat in seats)
        try:
            corrections.check(change, rounds, had_result=had_result, seen=None)
        except Unseen:
            raise Refused(
                _(
                    "Later pairings or awards depend on the result of board %(board)d. Enter the"
                    " forfeit, which shows what it changes. Then withdraw the player on the roster."
                )
                % {"board": game.board}
            ) from None
        if change.section.boards:
            told = forfeit_match(change, game, result, by=by)
        else:
            told = write_result(change, game, seats, result, by=by)
        gone = [seat.player for seat, letter in zip(seats, result, strict=True) if letter == "F"]
        for player in gone:
            if player.visitor_of_id is None and player.withdrawn_after is None:
                leave(change, player, max(rounds))
        white, black = (change.section.called(seat.player.name) for seat in seats)
        values: dict[str, Any] = {
            "round": game.round.number,
            "result": [result, list(THE_RESULTS_OWN)],
            "players": [change.section.called(player.name) for player in gone],
            **told,
            **still_withdrawn(change.section, seats, had, result),
        }
        if change.section.boards:
            change.say(Summary.TEAM_NO_SHOW, match=game.board, home=white, away=black, **values)
        else:
            change.say(Summary.NO_SHOW, board=game.board, white=white, black=black, **values)


def miss(change: SectionChange, player: Player, missed: Mapping[int, Kind]) -> None:
    """Give a half-point bye, or no point, for each missed round."""
    expected = _("a half-point bye or no points, in a round of this section")
    troubles = [
        Trouble(_("round %(round)d") % {"round": number}, _(kind.label), expected)
        for number, kind in missed.items()
        if kind not in MISSED or not 1 <= number <= change.section.rounds
    ]
    if troubles:
        raise Refused(_("Nobody was added."), troubles)
    for number, kind in sorted(missed.items()):
        change.create_all(bye_seats(the_round(change, number), player, kind, change.section))


def half_byes(missed: Mapping[int, Kind]) -> list[int]:
    return sorted(number for number, kind in missed.items() if kind is Kind.HALF_BYE)
