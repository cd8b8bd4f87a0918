"""How far a section is, and what its standings wait for."""

from collections.abc import Collection

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.published import Progress

from .. import copied
from .wording import MOST_BOARDS, day_and_clock


def progress(of: Progress, *, matches: bool = False) -> str:
    """How far a section is, with what its standings wait for where a later round is posted."""
    if of.left:
        return left_in_last_round(of.rounds, of.left, teams=matches)
    if of.waits_for:
        return standings_wait(of.current, counted=of.counted, boards=of.waits_for, matches=matches)
    text = state(
        live=of.live,
        counted=of.counted,
        rounds=of.rounds,
        playing=of.playing,
        boards=of.boards,
        matches=matches,
    )
    return and_posted(text, of.current) if of.current > max(of.counted, 1) else text


def state(*, live: bool, counted: int, rounds: int, playing: int, boards: int, matches: bool = False) -> str:
    """How far a section is: ``Live · round 4 · 9 of 19 games still playing``, ``After round 3 of 5``."""
    if not live:
        return round_reached(live=live, counted=counted, rounds=rounds)
    if playing == boards and not matches:
        return _in_play(_("round %(round)d · no results yet") % {"round": counted})
    if matches:
        text = ngettext(
            "round %(round)d · %(playing)d of %(boards)d match still playing",
            "round %(round)d · %(playing)d of %(boards)d matches still playing",
            boards,
        )
    else:
        text = ngettext(
            "round %(round)d · %(playing)d of %(boards)d game still playing",
            "round %(round)d · %(playing)d of %(boards)d games still playing",
            boards,
        )
    return _in_play(text % {"round": counted, "playing": playing, "boards": boards})


def _in_play(state: str) -> str:
    """``Live · round 4``; on a plain copy, which does not change: ``As of Sat 9:30 PM · round 4``."""
    at = copied.at.get()
    if at is None:
        return _("Live · %(state)s") % {"state": state}
    return _("As of %(time)s · %(state)s") % {"time": day_and_clock(at), "state": state}


def round_reached(*, live: bool, counted: int, rounds: int) -> str:
    """What changes with the round and not with every result: ``Live · round 4``, ``After round 3 of 5``."""
    if live:
        return _in_play(_("round %(round)d") % {"round": counted})
    if not counted:
        return _("Before round 1")
    if counted == rounds:
        return ngettext("After the only round", "After all %(rounds)d rounds", rounds) % {"rounds": rounds}
    return _("After round %(round)d of %(rounds)d") % {"round": counted, "rounds": rounds}


def left_in_last_round(rounds: int, count: int, *, teams: bool) -> str:
    """``Round 5 of 5 · 1 player not paired yet``: every game of it is over."""
    if teams:
        text = ngettext(
            "Round %(rounds)d of %(rounds)d · %(count)d team not paired yet",
            "Round %(rounds)d of %(rounds)d · %(count)d teams not paired yet",
            count,
        )
    else:
        text = ngettext(
            "Round %(rounds)d of %(rounds)d · %(count)d player not paired yet",
            "Round %(rounds)d of %(rounds)d · %(count)d players not paired yet",
            count,
        )
    return text % {"rounds": rounds, "count": count}


def and_posted(text: str, round: int) -> str:
    """``Live · round 3 · round 4 is posted``: a result of an earlier round is still missing."""
    return _("%(state)s · round %(round)d is posted") % {"state": text, "round": round}


def standings_wait(round: int, *, counted: int, boards: Collection[int], matches: bool = False) -> str:
    """``Live · round 2 · standings wait for board 7 of round 1``: a result of an earlier round is missing."""
    if len(boards) > MOST_BOARDS:
        text = _("round %(round)d · standings wait for %(count)d results of round %(counted)d")
    elif matches:
        text = ngettext(
            "round %(round)d · standings wait for match %(boards)s of round %(counted)d",
            "round %(round)d · standings wait for matches %(boards)s of round %(counted)d",
            len(boards),
        )
    else:
        text = ngettext(
            "round %(round)d · standings wait for board %(boards)s of round %(counted)d",
            "round %(round)d · standings wait for boards %(boards)s of round %(counted)d",
            len(boards),
        )
    named = ", ".join(map(str, boards))
    values = {"round": round, "counted": counted, "boards": named, "count": len(boards)}
    return _in_play(text % values)
