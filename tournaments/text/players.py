"""What a parent reads of one player: the next board, what came of it, the place."""

from collections.abc import Iterable

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.engine.ranking.fold import Standing

from .results import bye_name
from .wording import MOST_BOARDS, bdi, isolated, ordinal, score

_OUTCOMES = {
    Kind.WIN: gettext_lazy("won"),
    Kind.LOSS: gettext_lazy("lost"),
    Kind.DRAW: gettext_lazy("drew"),
    Kind.LONE_WIN: gettext_lazy("won"),
    Kind.LONE_LOSS: gettext_lazy("lost"),
    Kind.LONE_DRAW: gettext_lazy("drew"),
    Kind.FORFEIT_WIN: gettext_lazy("won by forfeit"),
    Kind.FORFEIT_LOSS: gettext_lazy("lost by forfeit"),
    Kind.FORFEIT_DRAW: gettext_lazy("drew by forfeit"),
}


def outcome(kind: Kind, *, by_table: bool = False, counts: bool = True) -> str:
    """What a game, or a round without one, was for a player: ``won``, ``half-point bye``; against somebody
    who withdrew too early ``won, does not count (30B)``."""
    said = str(_OUTCOMES.get(kind) or bye_name(kind, by_table=by_table))
    return said if counts else _("%(outcome)s, does not count (30B)") % {"outcome": said}


def later(outcome: str) -> str:
    """``half-point bye, not counted yet``: the points of a row are not in the score so far."""
    return _("%(outcome)s, not counted yet") % {"outcome": outcome}


def ahead(outcome: str) -> str:
    """``half-point bye, counts once the pairings are posted``: the points of a row for a round to come."""
    return _("%(outcome)s, counts once the pairings are posted") % {"outcome": outcome}


def stands(standing: Standing) -> str:
    """``7th``, or ``tied for 7th after tiebreaks`` where these leave a tie."""
    place = ordinal(standing.rank)
    return _("tied for %(place)s after tiebreaks") % {"place": place} if standing.tied > 1 else place


def stands_so_far(standing: Standing) -> str:
    """``so far 7th``: while games of the round are still played."""
    return _("so far %(place)s") % {"place": stands(standing)}


# By whether it is news, and by the color; "" where there is none.
_BOARDS = {
    (False, "w"): gettext_lazy("Round {round}: board {board}, White against {opponent}"),
    (False, "b"): gettext_lazy("Round {round}: board {board}, Black against {opponent}"),
    (False, ""): gettext_lazy("Round {round}: board {board}, against {opponent}"),
    (True, "w"): gettext_lazy("Round {round} is posted: board {board}, White against {opponent}"),
    (True, "b"): gettext_lazy("Round {round} is posted: board {board}, Black against {opponent}"),
    (True, ""): gettext_lazy("Round {round} is posted: board {board}, against {opponent}"),
}


# Of a team. Each of its boards has a color.
_MATCHES = {
    (False, "w"): gettext_lazy("Round {round}: match {board}, White on board 1 against {opponent}"),
    (False, "b"): gettext_lazy("Round {round}: match {board}, Black on board 1 against {opponent}"),
    (False, ""): gettext_lazy("Round {round}: match {board} against {opponent}"),
    (True, "w"): gettext_lazy("Round {round} is posted: match {board}, White on board 1 against {opponent}"),
    (True, "b"): gettext_lazy("Round {round} is posted: match {board}, Black on board 1 against {opponent}"),
    (True, ""): gettext_lazy("Round {round} is posted: match {board} against {opponent}"),
}


def plays(
    round: int, board: int, color: str, opponent: str, *, news: bool = False, matches: bool = False
) -> SafeString:
    """``Round 5: board 2, White against Wyatt Ferris``; as news, ``Round 5 is posted: …``."""
    sentence = str((_MATCHES if matches else _BOARDS)[news, color])
    return format_html(sentence, round=round, board=board, opponent=bdi(opponent))


# Where somebody sits in the round that is played, short enough for a line of a phone, by the color.
_SEATS = {
    "w": gettext_lazy("Board {board}, White against {opponent}"),
    "b": gettext_lazy("Board {board}, Black against {opponent}"),
    "": gettext_lazy("Board {board}, against {opponent}"),
}


_MATCH_SEATS = {
    "w": gettext_lazy("Match {board}, White on board 1 against {opponent}"),
    "b": gettext_lazy("Match {board}, Black on board 1 against {opponent}"),
    "": gettext_lazy("Match {board} against {opponent}"),
}


def sits(board: str, color: str, opponent: str, *, matches: bool = False) -> SafeString:
    """``Board 2, White against Wyatt Ferris``; of a match, ``Board 42.1, …``; of a team, ``Match 42, …``."""
    seats = _MATCH_SEATS if matches else _SEATS
    return format_html(str(seats[color]), board=board, opponent=bdi(opponent))


def of_board(board: str, kind: Kind) -> str:
    """``Board 42.1: won``: what came of a board of a match."""
    return _("Board %(board)s: %(outcome)s") % {"board": board, "outcome": outcome(kind)}


# What was not finished when the next round was posted, by the color.
_STILL = {
    "w": gettext_lazy("Still playing round {round}: board {board}, White against {opponent}"),
    "b": gettext_lazy("Still playing round {round}: board {board}, Black against {opponent}"),
    "": gettext_lazy("Still playing round {round}: board {board}, against {opponent}"),
}


_STILL_MATCH = gettext_lazy("Still playing round {round}: match {board} against {opponent}")


def still_plays(round: int, board: str, color: str, opponent: str, *, matches: bool = False) -> SafeString:
    """``Still playing round 4: board 2, White against Wyatt Ferris``."""
    sentence = str(_STILL_MATCH if matches else _STILL[color])
    return format_html(sentence, round=round, board=board, opponent=bdi(opponent))


def one_after_the_other(*told: str) -> SafeString:
    """``Still playing round 4: … · Round 5: …``."""
    return format_html_join(" · ", "{}", ((each,) for each in told))


def uncounted(round: int, *, counted: int, boards: list[int], matches: bool = False) -> str:
    """``round 4 not counted yet: board 2 of round 3 is still playing``: beside points without it."""
    if len(boards) > MOST_BOARDS:
        if matches:
            text = _(
                "round %(round)d not counted yet: %(count)d matches of round %(counted)d are still playing"
            )
        else:
            text = _(
                "round %(round)d not counted yet: %(count)d games of round %(counted)d are still playing"
            )
    elif matches:
        text = ngettext(
            "round %(round)d not counted yet: match %(boards)s of round %(counted)d is still playing",
            "round %(round)d not counted yet: matches %(boards)s of round %(counted)d are still playing",
            len(boards),
        )
    else:
        text = ngettext(
            "round %(round)d not counted yet: board %(boards)s of round %(counted)d is still playing",
            "round %(round)d not counted yet: boards %(boards)s of round %(counted)d are still playing",
            len(boards),
        )
    named = ", ".join(map(str, boards))
    return text % {"round": round, "counted": counted, "boards": named, "count": len(boards)}


def counts_once_posted(outcome: str, round: int) -> str:
    """``half-point bye in round 5: counts once its pairings are posted``: beside points without it."""
    text = _("%(outcome)s in round %(round)d: counts once its pairings are posted")
    return text % {"outcome": outcome, "round": round}


def plays_unseated(round: int, opponents: Iterable[str]) -> SafeString:
    """``Round 5: against Wyatt Ferris``: a game of another round, which has its board there (28M2)."""
    return format_html(_("Round {round}: against {opponents}"), round=round, opponents=_named(opponents))


def played(
    round: int,
    kinds: Iterable[Kind],
    standing: Standing | None,
    *,
    so_far: bool = False,
    by_table: bool = False,
) -> str:
    """``Round 4: won, now 4th``, ``so far 4th`` while others play; of a double round, ``Round 4:
    won, drew, now 4th``."""
    values = {"round": round, "outcomes": ", ".join(outcome(kind, by_table=by_table) for kind in kinds)}
    if standing is None:
        return _("Round %(round)s: %(outcomes)s") % values
    values["place"] = stands(standing)
    if so_far:
        return _("Round %(round)s: %(outcomes)s, so far %(place)s") % values
    return _("Round %(round)s: %(outcomes)s, now %(place)s") % values


def unseated(round: int, name: str) -> str:
    """``Round 5: not paired yet``: of who has neither a board nor a bye."""
    return _("Round %(round)d: %(name)s") % {"round": round, "name": name}


def paired_later() -> str:
    return _("paired later")


def not_posted(round: int) -> str:
    return _("Round %(round)d is not posted yet.") % {"round": round}


def withdrew(after: int) -> str:
    if not after:
        return _("Withdrew before round 1.")
    return _("Withdrew after round %(round)d.") % {"round": after}


def after_all_rounds(standing: Standing | None, *, final: bool) -> str:
    """``Final: 4th``; ``After all rounds: 4th`` until the director finishes the section."""
    if standing is None:
        return _("Finished")
    said = _("Final: %(place)s") if final else _("After all rounds: %(place)s")
    return said % {"place": stands(standing)}


def place_and_score(standing: Standing | None, score_q: int) -> str:
    """``7th, tied on 3 points``; ``tied for 7th on 3 points`` where the tiebreaks leave a tie."""
    if standing is None:
        return score(score_q)
    values = {"place": ordinal(standing.rank), "score": score(score_q)}
    if standing.tied > 1:
        return _("tied for %(place)s on %(score)s") % values
    if standing.first != standing.last:
        return _("%(place)s, tied on %(score)s") % values
    return _("%(place)s, %(score)s") % values


def place_on_tiebreaks(standing: Standing | None, score_q: int) -> str:
    """``1st on tiebreaks, 3 points``: where no tiebreak is named, "tied" would read as a shared place."""
    if standing is None or standing.tied > 1 or standing.first == standing.last:
        return place_and_score(standing, score_q)
    values = {"place": ordinal(standing.rank), "score": score(score_q)}
    return _("%(place)s on tiebreaks, %(score)s") % values


def decided_by(stands: str, system: str, values: tuple[str, ...]) -> str:
    """The same with what decides the place: ``7th, tied on 3 points, Modified Median 7 to 6``.

    ``values`` are the player's own and that of the one beside; of a playoff there are none.
    """
    if not values:
        return _("%(stands)s, %(system)s") % {"stands": stands, "system": system}
    own, other = values
    return _("%(stands)s, %(system)s %(own)s to %(other)s") % {
        "stands": stands,
        "system": system,
        "own": own,
        "other": other,
    }


def reached(counted: int, *, live: bool, final: bool) -> str:
    """When somebody stands so, on what is read later: ``after round 3``; empty before round 1."""
    if final:
        return _("FINAL")
    if live:
        return _("during round %(round)d") % {"round": counted}
    return _("after round %(round)d") % {"round": counted} if counted else ""


def title(name: str, stands: str, reached: str) -> str:
    """What a link to the page says where it is sent: ``Amara Whitlock: tied for 3rd … (after round 3)``."""
    values = {"name": isolated(name), "stands": stands, "reached": reached}
    return (_("%(name)s: %(stands)s (%(reached)s)") if reached else _("%(name)s: %(stands)s")) % values


def dated(reached: str, day: str) -> str:
    """``after round 3, Nov 21, 2026``."""
    return _("%(reached)s, %(day)s") % {"reached": reached, "day": day} if reached else day


def where(section: str, event: str) -> str:
    """``Under 1200, Elm Valley Open``."""
    return _("%(section)s, %(event)s") % {"section": section, "event": event}


def _named(names: Iterable[str]) -> SafeString:
    return SafeString(", ".join(map(bdi, names)))
