"""Sentences about ties: who is level, what set others apart, and what people decided."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from django.contrib.humanize.templatetags.humanize import apnumber
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.chart.wallchart import Card, Decision
from tiebreaks.engine.evaluation import Value
from tiebreaks.engine.ranking.fold import Standing
from tiebreaks.engine.ranking.sequence import Step
from tiebreaks.engine.systems.coin_toss import CODE as COIN_TOSS
from tiebreaks.engine.teams.teams import Team
from tiebreaks.published import Recording, TeamLine

from .wording import bdi, date_and_clock, isolated, kept, listed, nth, ordinal, places, score, step, values


class Stage(Enum):
    """How far a section is: games are open, nothing more is played, or a director has finished it."""

    OPEN = "open"
    OVER = "over"
    FINAL = "final"


@dataclass(frozen=True)
class Between:
    """All results of the rounds so far are in, and the next one has not begun."""

    after: int


Reached = Stage | Between


def tied(first: int, last: int, *, teams: bool = False) -> str:
    """``4 players tied for 2nd–5th``; of one player only the place."""
    if first == last:
        return ordinal(first)
    text = _("%(count)d teams tied for %(places)s") if teams else _("%(count)d players tied for %(places)s")
    return text % {"count": last - first + 1, "places": places(first, last)}


def tied_with(standing: Standing, name: str) -> SafeString:
    """``Tied with 6 others on 3 points. Tiebreaks put Amara 7th.``"""
    others, still = standing.last - standing.first, standing.tied > 1
    return format_html(_tied_with(others, still, standing.score_q, standing.rank), name=bdi(name))


@kept
def _tied_with(others: int, still: bool, score_q: int, place: int) -> str:
    if not others:
        return _alone(score_q, place)
    if still:
        sentence = ngettext(
            "Tied with {others} other on {score}. Still tied for {rank} after the tiebreaks.",
            "Tied with {others} others on {score}. Still tied for {rank} after the tiebreaks.",
            others,
        )
    else:
        sentence = ngettext(
            "Tied with {others} other on {score}. Tiebreaks put {name} {rank}.",
            "Tied with {others} others on {score}. Tiebreaks put {name} {rank}.",
            others,
        )
    return sentence.format(others=others, score=score(score_q), rank=ordinal(place), name="{name}")


def alone(standing: Standing) -> str:
    """``1st place, alone on 4 points.``"""
    return _alone(standing.score_q, standing.rank)


def _alone(score_q: int, place: int) -> str:
    return _("{rank} place, alone on {score}.").format(rank=nth(place), score=score(score_q))


def moved(up: int, round: int) -> str:
    """``Up 3 places since round 3.``; empty for a rank that did not move."""
    if up > 0:
        text = ngettext(
            "Up %(places)d place since round %(round)d.", "Up %(places)d places since round %(round)d.", up
        )
    elif up:
        text = ngettext(
            "Down %(places)d place since round %(round)d.",
            "Down %(places)d places since round %(round)d.",
            -up,
        )
    else:
        return ""
    return text % {"places": abs(up), "round": round}


def among_tied(standing: Standing) -> str:
    """``5th of the seven on 3 points.``: why a place is theirs, before what set them apart."""
    if standing.first == standing.last:
        return _("Alone on %(score)s.") % {"score": score(standing.score_q)}
    return _("%(rank)s of the %(count)s on %(score)s.") % _among_tied(standing)


def in_section(standing: Standing) -> str:
    """The same of a prize for some players only: ``14th in the section with 1 point.``"""
    if standing.first == standing.last:
        values = {"rank": ordinal(standing.rank), "score": score(standing.score_q)}
        return _("%(rank)s in the section with %(score)s.") % values
    return _("%(rank)s of the %(count)s in the section on %(score)s.") % _among_tied(standing)


def _among_tied(standing: Standing) -> dict[str, str]:
    return {
        "rank": ordinal(standing.rank - standing.first + 1),
        "count": str(apnumber(standing.last - standing.first + 1)),
        "score": score(standing.score_q),
    }


def alone_in_place(standing: Standing) -> str:
    """``Alone in 1st place on 4 points.``"""
    values = {"place": nth(standing.rank), "score": score(standing.score_q)}
    return _("Alone in %(place)s place on %(score)s.") % values


def tied_for(standing: Standing) -> str:
    """``Tied for 2nd–5th on 3 points.``"""
    return _("Tied for %(places)s on %(score)s.") % {
        "places": places(standing.first, standing.last),
        "score": score(standing.score_q),
    }


def tied_on(score_q: int) -> str:
    """``Tied on 3 points.``"""
    return _("Tied on %(score)s.") % {"score": score(score_q)}


def level(reached: Reached) -> str:
    """``level so far``, between rounds ``level after round 4``; empty once nothing more is played."""
    if isinstance(reached, Between):
        return _("level after round %(round)d") % {"round": reached.after}
    return _("level so far") if reached is Stage.OPEN else ""


def unresolved(count: int, reached: Reached) -> str:
    """Between lines that nothing separates: what :func:`level` says, or the sentence of :func:`undecided`."""
    return level(reached) or undecided(count, reached)


def undecided(count: int, reached: Reached) -> str:
    """The same among sentences: ``Level so far.``, then what decides; in a final section nothing does."""
    if isinstance(reached, Between):
        return _("Level after round %(round)d.") % {"round": reached.after}
    if reached is Stage.OPEN:
        return _("Level so far.")
    if reached is Stage.FINAL:
        text = ngettext(
            "The posted tiebreaks leave these %(count)s tied. They share the place.",
            "The posted tiebreaks leave these %(count)s tied. They share the place.",
            count,
        )
    else:
        text = ngettext(
            "The posted tiebreaks leave these %(count)s tied. A playoff or coin toss decides.",
            "The posted tiebreaks leave these %(count)s tied. A playoff or coin toss decides.",
            count,
        )
    return text % {"count": apnumber(count)}


@kept
def ahead_by(posted: Step, upper: Value, lower: Value) -> SafeString:
    """The one sentence between two ranks: ``ahead by **Solkoff** 8½ to 8``, ``ahead by **Playoff**``."""
    if posted.system.by_people:
        return format_html(_("ahead by <b>{system}</b>"), system=step(posted))
    more, less = values(posted.system.unit, upper, lower)
    return format_html(
        _("ahead by <b>{system}</b> {more} to {less}"), system=step(posted), more=more, less=less
    )


def ahead_of(posted: Step, mine: Value, name: str, theirs: Value) -> SafeString:
    """Why a trophy is somebody's: ``Ahead of Bill on Cumulative, 8 to 7.``, ``Ahead of Bill by Playoff.``"""
    if posted.system.by_people:
        return format_html(_("Ahead of {name} by {system}."), system=step(posted), name=bdi(name))
    return _apart(_("Ahead of {name} on {system}, {own} to {other}."), posted, name, mine, theirs)


def next_after(posted: Step, mine: Value, name: str, theirs: Value) -> SafeString:
    """Why an award is the last one's of a tie: ``Next after Dan on Cumulative, 7 to 8.``, ``Next after Dan by
    Playoff.``. The winner's own value is the first, as in :func:`ahead_of`."""
    if posted.system.by_people:
        return format_html(_("Next after {name} by {system}."), system=step(posted), name=bdi(name))
    sentence = _("Next after {name} on {system}, {own} to {other}.")
    return _apart(sentence, posted, name, mine, theirs)


def _apart(sentence: str, posted: Step, name: str, mine: Value, theirs: Value) -> SafeString:
    own, other = values(posted.system.unit, mine, theirs)
    return format_html(sentence, system=step(posted), own=own, other=other, name=bdi(name))


def next_in_line(posted: Step, mine: Value, name: str, theirs: Value) -> SafeString:
    """The same of a prize that is not for all: others of the section may be between the two."""
    if posted.system.by_people:
        sentence = _("Ahead of {name}, next in line, by {system}.")
        return format_html(sentence, system=step(posted), name=bdi(name))
    sentence = _("Ahead of {name}, next in line, on {system}, {own} to {other}.")
    return _apart(sentence, posted, name, mine, theirs)


def next_on_score(names: list[str], score_q: int) -> SafeString:
    """``Next in line: Kirk with 1½ points.``: who would win it otherwise has less."""
    return format_html(_("Next in line: {names} with {score}."), names=listed(names), score=score(score_q))


def ahead_on_score(names: list[str], score_q: int) -> SafeString:
    """``Ahead of Zara, who has 2 points.``: the next in line has less."""
    sentence = ngettext(
        "Ahead of {names}, who has {score}.", "Ahead of {names}, who have {score}.", len(names)
    )
    return format_html(sentence, names=listed(names), score=score(score_q))


def outcome(levels: list[list[str]]) -> str:
    """``Dana, then Bill and Ed level``."""
    isolates = [[isolated(name) for name in names] for names in levels]
    each_level = [
        names[0] if len(names) == 1 else _("%(names)s level") % {"names": get_text_list(names, _("and"))}
        for names in isolates
    ]
    return _(", then ").join(each_level)


def levels(decision: Decision, by_number: Mapping[int, Card | Team | TeamLine]) -> list[list[str]]:
    """The names of a decision as the engine has it, the best first."""
    return [[by_number[number].name for number in level] for level in decision.order]


def recording(decision: Decision, how: Recording | None) -> str:
    """``Tossed by hand. Recorded by Kim Okafor, Sat, Nov 21, 2026, 4:12 PM.``: parents need to trust it."""
    if how is None:
        return _("Recorded by the director.")
    if how.seed:
        sentence = _("Drawn by the program from {entrants} with the seed {seed}. Recorded by {by}, {when}.")
    elif decision.code == COIN_TOSS:
        sentence = _("Tossed by hand. Recorded by {by}, {when}.")
    else:
        sentence = _("Recorded by {by}, {when}.")
    return format_html(
        sentence,
        entrants=(", " if all(isinstance(each, int) for each in how.drawn_from) else "; ").join(
            isolated(str(each)) for each in how.drawn_from
        ),
        seed=format_html("<code>{}</code>", how.seed),
        by=bdi(how.by),
        when=date_and_clock(how.at),
    )
