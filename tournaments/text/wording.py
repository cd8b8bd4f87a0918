"""Sentences over the engine's codes and numbers: what directors, players and parents read.

The engine holds codes, numbers and message ids; here they become words. Names of people stand in ``<bdi>``,
so that a right-to-left name does not turn the sentence around.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Protocol

from django.contrib.humanize.templatetags.humanize import ordinal as _ordinal
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tiebreaks.engine import points
from tiebreaks.engine.chart.wallchart import Decision
from tiebreaks.engine.evaluation import EVEN, MINUS, PLUS, Dropped, Evaluation, Unit, Value
from tiebreaks.engine.messages import Message
from tiebreaks.engine.ranking.editions import EDITIONS
from tiebreaks.engine.ranking.sequence import Sequence, Step
from tiebreaks.engine.systems.coin_toss import CODE as COIN_TOSS
from tiebreaks.published import Posting, Recording

# --- what the engine says -------------------------------------------------------------------------


def translated(said: str) -> str:
    """A message of the engine in the reader's language; any other text as it is."""
    return _(said.id).format(**said.values) if isinstance(said, Message) else said


def message(said: str) -> str:
    """A message id of the engine, with values or without, in the reader's language.

    >>> message("Solkoff")
    'Solkoff'
    """
    if isinstance(said, Message):
        return _(said.id).format(**{name: _(str(value)) for name, value in said.values.items()})
    return _(said)


def problem(read: str, expected: str) -> str:
    """What was read and what was expected, in one line.

    >>> problem("W9", "an opponent of this section"), problem("", "a name")
    ('“W9” is not right. Expected: an opponent of this section', 'Expected: a name')
    """
    if not read:
        return _("Expected: %(expected)s") % {"expected": expected}
    return _("“%(read)s” is not right. Expected: %(expected)s") % {"read": read, "expected": expected}


# --- numbers ------------------------------------------------------------------------------------


def ordinal(number: int) -> str:
    """``1st``, ``2nd``: as the language has it."""
    return str(_ordinal(number))


def places(first: int, last: int) -> str:
    """``2nd–5th``, or ``1st``."""
    return ordinal(first) if first == last else f"{ordinal(first)}–{ordinal(last)}"


def rank(number: int, tied: int) -> str:
    """``3``; ``3=`` where it is shared."""
    return f"{number}=" if tied > 1 else f"{number}"


def score(score_q: int) -> str:
    """``3 points``, ``½ point``."""
    text = ngettext("%(points)s point", "%(points)s points", 1 if 0 < score_q <= points.POINT else 2)
    return text % {"points": points.show(score_q)}


def values(unit: Unit, *compared: Value) -> list[str]:
    """Values as they are printed, with as many decimals as it takes to tell different ones apart.

    >>> from fractions import Fraction
    >>> values(Unit.RATING, Fraction(4750, 3), Fraction(15833, 10)), values(Unit.POINTS, 34, 32)
    (['1583.33', '1583.30'], ['8½', '8'])
    """
    shown = [unit.show(value) for value in compared]
    digits = 1
    while len(set(shown)) < len(set(compared)) and digits < 9:
        digits += 1
        quantum = 1 if unit is not Unit.POINTS else points.POINT
        shown = [
            unit.show(None) if value is None else _decimals(round(value * 10**digits / quantum), digits)
            for value in compared
        ]
    return shown


def _decimals(scaled: int, digits: int) -> str:
    whole, part = divmod(abs(scaled), 10**digits)
    return ("−" if scaled < 0 else "") + f"{whole}.{part:0{digits}d}"


# --- times --------------------------------------------------------------------------------------
# One form everywhere, in the event's time zone. Templates use them as filters.


def clock(at: datetime) -> str:
    """``2:41 PM``."""
    return date_format(timezone.localtime(at), pgettext("format of a time", "g:i A"))


def day_and_clock(at: datetime) -> str:
    """``Sat 8:52 AM``: within an event, the weekday is enough."""
    return date_format(timezone.localtime(at), pgettext("format of a weekday and time", "D g:i A"))


def calendar_date(day: date) -> str:
    """``Nov 21, 2026``."""
    return date_format(day, pgettext("format of a date", "M j, Y"))


def date_and_clock(at: datetime) -> str:
    """``Sat, Nov 21, 2026, 8:52 AM``: for what stays."""
    return date_format(timezone.localtime(at), pgettext("format of a date and time", "D, M j, Y, g:i A"))


# --- the order ----------------------------------------------------------------------------------


def step(posted: Step) -> str:
    """``Cumulative (omit last)``: a posted system with its variations."""
    chosen = [message(variation.name) for variation in posted.chosen]
    return message(posted.system.name) + (f" ({', '.join(chosen)})" if chosen else "")


def order(posted: Sequence) -> str:
    """``Modified Median → Solkoff → …``."""
    return " → ".join(map(step, posted.steps))


def columns(shown: Sequence) -> str:
    """``Cumulative, Kashdan``: what stands beside the order comes in no order."""
    return ", ".join(map(step, shown.steps))


def posted(posting: Posting, *, first: bool) -> SafeString:
    """``Changed after round 2 by Kim Okafor, Sat, Nov 21, 2026, 8:52 am``.

    Only an order that was posted during play has a reason (34B): with one, nothing was before round 1.
    """
    if posting.after_round:
        at = _("Posted after round {round}") if first else _("Changed after round {round}")
    elif posting.reason:
        at = _("Posted during round 1") if first else _("Changed during round 1")
    else:
        at = _("Posted before round 1") if first else _("Changed before round 1")
    at = at.format(round=posting.after_round)
    when = date_and_clock(posting.at)
    if not posting.by:
        return format_html("{}, {}", at, when)
    return format_html(_("{at} by {by}, {when}"), at=at, by=bdi(posting.by), when=when)


def edition(code: str) -> str:
    """The rulebook that an edition's code stands for."""
    return _(EDITIONS[code].name)


def short_edition(code: str) -> str:
    """The same in two words: ``7th edition``."""
    return _(EDITIONS[code].short)


# --- the event as it stands ---------------------------------------------------------------------


def state(
    *, live: bool, counted: int, rounds: int, boards_in: int, boards: int, matches: bool = False
) -> str:
    """How far a section is: ``Round 4 · 12 of 20 boards in``, ``After round 3 of 5``."""
    if live:
        text = _("Round %(round)d · %(in)d of %(boards)d boards in")
        if matches:
            text = _("Round %(round)d · %(in)d of %(boards)d matches in")
        return text % {"round": counted, "in": boards_in, "boards": boards}
    if not counted:
        return _("Before round 1")
    if counted == rounds:
        return ngettext("After the only round", "After all %(rounds)d rounds", rounds) % {"rounds": rounds}
    return _("After round %(round)d of %(rounds)d") % {"round": counted, "rounds": rounds}


def after_round(number: int) -> str:
    """``after round 3``, within a sentence."""
    return _("after round %(round)d") % {"round": number}


# --- ties ---------------------------------------------------------------------------------------


def tied(first: int, last: int, *, teams: bool = False) -> str:
    """``4 players tied 2nd–5th``; of one player only the place."""
    if first == last:
        return ordinal(first)
    count = last - first + 1
    said = _("%(count)d teams tied %(places)s") if teams else _("%(count)d players tied %(places)s")
    return said % {"count": count, "places": places(first, last)}


def claim(first: int, last: int, score_q: int) -> str:
    """What everybody of a score group may say of themselves, whatever the tiebreaks made of it."""
    named = {"places": places(first, last), "score": score(score_q)}
    if first == last:
        return _("%(places)s place, %(score)s.") % named
    return _("%(places)s place, %(score)s: every tied player may claim it; the tiebreaks order them.") % named


def team_claim(first: int, last: int, score_q: int) -> str:
    """The same of a team."""
    named = {"places": places(first, last), "score": score(score_q)}
    if first == last:
        return _("%(places)s place, %(score)s.") % named
    return _("%(places)s place, %(score)s: every tied team may claim it; the tiebreaks order them.") % named


def small_schools(minimum: int, small: Iterable[tuple[str, int]]) -> str:
    """Schools of one player, or of fewer than a place takes; a table that ranks them says so."""
    named = ", ".join(f"{isolated(name)} ({players})" for name, players in small)
    if minimum > 1:
        said = _("Not ranked, of fewer than %(minimum)d players: %(schools)s.")
    else:
        said = _("Ranked though of one player: %(schools)s. Ask for 2 players if one is no team.")
    told = said % {"minimum": minimum, "schools": named}
    return told + " " + _("If one is another school written otherwise, merge them on the page of schools.")


def joined(first: str, second: SafeString) -> SafeString:
    """Two sayings with a comma between them."""
    return format_html("{}, {}", first, second)


def ahead_by(posted: Step, upper: Value, lower: Value) -> SafeString:
    """The one sentence between two ranks: ``ahead by **Solkoff** 8½ to 8``, ``ahead by **Playoff**``."""
    if posted.system.by_people:
        return format_html(_("ahead by <b>{system}</b>"), system=step(posted))
    more, less = values(posted.system.unit, upper, lower)
    return format_html(
        _("ahead by <b>{system}</b> {more} to {less}"), system=step(posted), more=more, less=less
    )


def over(posted: Step, mine: str, name: str, theirs: str) -> SafeString:
    """Why a trophy is somebody's: ``Cumulative 8 to 7, ahead of Bill``, ``Playoff, ahead of Bill``."""
    sentence = _("{system} {mine} to {theirs}, ahead of {name}")
    if posted.system.by_people:
        sentence = _("{system}, ahead of {name}")
    return format_html(sentence, system=step(posted), mine=mine, name=bdi(name), theirs=theirs)


def under(posted: Step, mine: str, name: str, theirs: str) -> SafeString:
    """The same from below: ``Cumulative 7 to 8, behind Dana``, ``Playoff, behind Dana``."""
    sentence = _("{system} {mine} to {theirs}, behind {name}")
    if posted.system.by_people:
        sentence = _("{system}, behind {name}")
    return format_html(sentence, system=step(posted), mine=mine, name=bdi(name), theirs=theirs)


def decision(system: str, levels: list[list[str]]) -> str:
    """``Playoff: Dana, then Bill and Ed level``."""
    return f"{system}: {outcome(levels)}"


def outcome(levels: list[list[str]]) -> str:
    """``Dana, then Bill and Ed level``."""
    isolates = [[isolated(name) for name in names] for names in levels]
    told = [
        names[0] if len(names) == 1 else _("%(names)s level") % {"names": get_text_list(names, _("and"))}
        for names in isolates
    ]
    return _(", then ").join(told)


class Named(Protocol):
    """A player, or a team."""

    @property
    def name(self) -> str: ...


def levels(decision: Decision, by_number: Mapping[int, Named]) -> list[list[str]]:
    """The names of a decision as the engine has it, the best first."""
    return [[by_number[number].name for number in level] for level in decision.order]


def recording(decision: Decision, how: Recording | None) -> str:
    """``Tossed by hand, recorded by Kim Okafor, Sat, Nov 21, 2026, 4:12 pm``: parents need to trust it."""
    if how is None:
        return _("Recorded by the director")
    if how.seed:
        told = _("Drawn by the program from {numbers} with the seed {seed}, recorded by {by}, {when}")
    elif decision.code == COIN_TOSS:
        told = _("Tossed by hand, recorded by {by}, {when}")
    else:
        told = _("Recorded by {by}, {when}")
    return format_html(
        told,
        numbers=", ".join(isolated(str(each)) for each in how.drawn_from),
        seed=format_html("<code>{}</code>", how.seed),
        by=bdi(how.by),
        when=date_and_clock(how.at),
    )


def unresolved() -> str:
    return _("nothing in the posted order separates them; the director decides")


def bdi(name: str) -> SafeString:
    """A name, safe in a sentence of another direction."""
    return format_html("<bdi>{}</bdi>", name)


def unbroken(text: str) -> str:
    """The text with its results kept whole: a line may end after a dash, and ``1–`` alone says nothing."""
    return re.sub(r"(?<=\S)–(?=\S)", "–\u2060", text)


def isolated(name: str) -> str:
    """The same in plain text. Without it “… – שרה 1–0” is shown as 0–1: figures join the name's direction."""
    right_to_left = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name)
    return f"\u2068{name}\u2069" if right_to_left else name


# --- who is not ranked ----------------------------------------------------------------------------


def house_players() -> str:
    """The heading above house players."""
    return f"{_('House players')} · {_('not ranked')}"


def withdrew_before_half() -> str:
    """The heading above those who left a round robin early."""
    return f"{_('Withdrew before half')} · {_('not ranked (30B)')}"


def too_small(minimum: int) -> str:
    """The heading above teams without enough players."""
    unranked = ngettext(
        "not ranked: fewer than %(minimum)s player", "not ranked: fewer than %(minimum)s players", minimum
    )
    return f"{_('Too small')} · {unranked % {'minimum': minimum}}"


def best_count(best: int) -> str:
    """``the best 4 count``: how many players make a team's score."""
    return ngettext("the best %(best)d counts", "the best %(best)d count", best) % {"best": best}


# --- terms --------------------------------------------------------------------------------------


def remark(evaluation: Evaluation) -> str:
    """Why something was left out, or whatever else decided the value."""
    text = evaluation.remark
    if text not in (PLUS, EVEN, MINUS):
        return _(text) if text else ""
    count = max(_count(evaluation, Dropped.LOWEST), _count(evaluation, Dropped.HIGHEST))
    sentence = {
        PLUS: ngettext(
            "Plus score (more than half of the possible points): the lowest is left out.",
            "Plus score (more than half of the possible points): the %(count)d lowest are left out.",
            count,
        ),
        EVEN: ngettext(
            "Even score (exactly half of the possible points): the lowest and the highest are left out.",
            "Even score (exactly half of the possible points): the %(count)d lowest and the %(count)d highest"
            " are left out.",
            count,
        ),
        MINUS: ngettext(
            "Minus score (less than half of the possible points): the highest is left out.",
            "Minus score (less than half of the possible points): the %(count)d highest are left out.",
            count,
        ),
    }
    return sentence[text] % {"count": count}


def _count(evaluation: Evaluation, which: Dropped) -> int:
    return sum(term.dropped is which for term in evaluation.terms)


def dropped(which: Dropped | None) -> str:
    """What stands beside a term that does not count."""
    if which is None:
        return ""
    return _("left out: the lowest") if which is Dropped.LOWEST else _("left out: the highest")


def arithmetic(evaluation: Evaluation, unit: Unit) -> str:
    """The sum as it is written on a blackboard: ``1 + 2 + 2 + 3``, and what is taken off ``− 1``."""
    text = ""
    for term in evaluation.terms:
        if term.dropped is not None:
            continue
        shown = unit.show(term.points_q).removeprefix("−")
        if not text:
            text = f"−{shown}" if term.points_q < 0 else shown
        else:
            text += f" − {shown}" if term.points_q < 0 else f" + {shown}"
    return text
