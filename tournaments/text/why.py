"""Why one is ahead of another, in one breath; the rest of a why page in a parent's words.

Sentences here are plain text: a name that reads from right to left is isolated, so that templates only
escape them.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from django.contrib.humanize.templatetags.humanize import apnumber
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from tiebreaks.engine import points
from tiebreaks.engine.chart.wallchart import Card, Kind
from tiebreaks.engine.evaluation import Evaluation
from tiebreaks.engine.ranking.fold import ONLY_UNPLAYED
from tiebreaks.engine.ranking.sequence import Step

from . import ties, wording
from .players import outcome
from .ties import Reached
from .wording import and_before, isolated, kept

# The most letters of what is read first.
BREATH = 120

_NTH = (
    gettext_lazy("first"),
    gettext_lazy("second"),
    gettext_lazy("third"),
    gettext_lazy("fourth"),
    gettext_lazy("fifth"),
    gettext_lazy("sixth"),
    gettext_lazy("seventh"),
    gettext_lazy("eighth"),
    gettext_lazy("ninth"),
)


def nth(number: int) -> str:
    """``fourth``, within a sentence; ``10th`` from there on.

    >>> nth(4), nth(11)
    ('fourth', '11th')
    """
    return str(_NTH[number - 1]) if number <= len(_NTH) else wording.ordinal(number)


# --- two of them -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Deciding:
    """The step that sets two apart, and what it says of the higher and of the lower one."""

    step: Step
    higher: Evaluation
    lower: Evaluation


def breath(
    names: tuple[str, str],
    scores_q: tuple[int, int],
    equal: int,
    deciding: Deciding | None,
    *,
    reached: Reached,
    tied: int = 2,
) -> str:
    """Why the first of two is ahead: at most :data:`BREATH` letters, the plainest sentence that fits.

    ``names`` are what they are called, the higher one first, ``equal`` how many steps left them tied,
    ``tied`` how many are still tied after all steps.
    """
    higher, lower = map(isolated, names)
    return next(
        said
        for said in _sentences(higher, lower, scores_q, equal, deciding, reached=reached, tied=tied)
        if len(said) <= BREATH
    )


def _sentences(
    higher: str,
    lower: str,
    scores_q: tuple[int, int],
    equal: int,
    deciding: Deciding | None,
    *,
    reached: Reached,
    tied: int,
) -> Iterator[str]:
    more_q, less_q = scores_q
    if more_q != less_q:
        values = {"score": wording.score(more_q), "less": points.show(less_q), "name": higher}
        yield _("{score} to {less}, so {name} is ahead.").format(**values)
        yield _("{score} to {less}.").format(**values)
        return
    before = _equal_on(equal)
    if deciding is None:
        undecided = ties.undecided(tied, reached)
        if ties.level(reached):
            yield " ".join(filter(None, [before, undecided]))
        yield undecided
        return
    if not before:
        before = _("Both have {score}.").format(score=wording.score(more_q))
    for decides in _decides(higher, lower, equal, deciding):
        yield f"{before} {decides}"
        yield decides


@kept
def _equal_on(steps: int) -> str:
    if not steps:
        return ""
    if steps == 1:
        return _("Equal on the first tiebreak.")
    return ngettext("Equal on {count} tiebreak.", "Equal on {count} tiebreaks.", steps).format(
        count=apnumber(steps)
    )


def _decides(higher: str, lower: str, equal: int, deciding: Deciding) -> Iterator[str]:
    system = deciding.step.system
    values = deciding.higher.value, deciding.lower.value
    more, less = wording.values(system.unit, *values)
    words = {"name": higher, "other": lower, "more": more, "less": less}
    words["system"] = wording.message(system.name)
    if deciding.lower.remark == ONLY_UNPLAYED != deciding.higher.remark:
        yield _("{name} has points from games, {other} from byes and forfeits only.").format(**words)
        yield _("Points from games rank ahead of points from byes and forfeits.")
        return
    if values[1] is None and not system.by_people:
        yield _("Only {name} has a value in {system}: {more}.").format(**words)
        yield _("Only one has a value in {system}.").format(**words)
        return
    ahead = system.case(deciding.higher, deciding.lower).ahead
    if ahead and (system.by_people or not equal):
        yield _(ahead).format(**words)
    if system.by_people:
        yield _("{system} decides.").format(**words)
    elif equal:
        yield _("The {nth} decides: {system}, {more} to {less}.").format(nth=nth(equal + 1), **words)
    yield _("{system} decides: {more} to {less}.").format(**words)
    yield _("{more} to {less}.").format(**words)


def gist(scores_q: tuple[int, int], deciding: Deciding | None, reached: Reached) -> str:
    """The same in a few words, beside the marks of the steps: ``Solkoff, 8½ to 8``."""
    if scores_q[0] != scores_q[1]:
        return _("{more} to {less}").format(more=wording.score(scores_q[0]), less=points.show(scores_q[1]))
    if deciding is None:
        return ties.level(reached) or _("still tied")
    if deciding.step.system.by_people:
        return wording.step(deciding.step)
    return _("{system}, {values}").format(
        system=wording.message(deciding.step.system.name), values=compared(deciding)
    )


def compared(deciding: Deciding) -> str:
    """``8½ to 8``."""
    if deciding.step.system.by_people:
        return ""
    more, less = wording.values(deciding.step.system.unit, deciding.higher.value, deciding.lower.value)
    return _("{more} to {less}").format(more=more, less=less)


@kept
def equal(shown: str) -> str:
    """Of a step that leaves two tied: ``equal, 7 each``."""
    return _("equal, {value} each").format(value=shown)


def _counted(steps: int) -> str:
    """``three``, before a noun: there Spanish has another word for one."""
    return pgettext("before a noun", "one") if steps == 1 else str(apnumber(steps))


@kept
def marks(equal: int, decided: bool) -> str:
    """The row of marks read aloud: ``Equal on three tiebreaks, decided on the fourth``."""
    if not decided:
        return ngettext("Equal on {count} tiebreak", "Equal on {count} tiebreaks", equal).format(
            count=_counted(equal)
        )
    if not equal:
        return _("Decided on the first tiebreak")
    return ngettext(
        "Equal on {count} tiebreak, decided on the {nth}",
        "Equal on {count} tiebreaks, decided on the {nth}",
        equal,
    ).format(count=_counted(equal), nth=nth(equal + 1))


def both(names: Sequence[str]) -> str:
    """``Ann and Ben``, or the one name."""
    isolates = [isolated(name) for name in names]
    if len(isolates) == 1:
        return isolates[0]
    return and_before(names[1]).format(first=isolates[0], second=isolates[1])


def others(count: int) -> str:
    """``and 4 others``, below those who are named."""
    return ngettext("and {count} other", "and {count} others", count).format(count=count)


def others_with(score_q: int, count: int) -> str:
    """``and 4 others with 3 points``, below those who are named."""
    said = ngettext("and {count} other with {score}", "and {count} others with {score}", count)
    return said.format(count=count, score=wording.score(score_q))


def not_needed(steps: Sequence[str]) -> str:
    """The heading of the steps after the one that decided."""
    return _("Not needed: {systems}").format(systems=", ".join(steps))


def found(count: int) -> str:
    """Of what somebody typed to compare with."""
    if not count:
        return _("Nobody else here has this name.")
    return ngettext("{count} found", "{count} found", count).format(count=count)


def set_aside(round: int, name: str) -> SafeString:
    """A round that counts for nobody (30B)."""
    sentence = _("Round {round} does not count: {name} withdrew before playing half of the games (30B).")
    return format_html(sentence, round=round, name=wording.bdi(name))


def unranked(card: Card) -> SafeString:
    """Why somebody has no place that another could be compared with."""
    if card.house:
        sentence = _("{name} is a house player and is not ranked, so there is nothing to compare.")
    else:
        sentence = _(
            "{name} withdrew before playing half of the games and is not ranked (30B), so there is nothing "
            "to compare."
        )
    return format_html(sentence, name=wording.bdi(card.name))


def equal_on(steps: Sequence[str]) -> str:
    """Steps that left all of a tie equal: ``All equal on Solkoff, Cumulative.``"""
    return _("All equal on {systems}.").format(systems=", ".join(steps))


# --- games -----------------------------------------------------------------------------------------


@kept
def played(kind: Kind, round: int) -> str:
    """Of a game, below the opponent's name: ``won, round 1``; of one that counts for nobody the round alone
    (30B)."""
    if kind is Kind.UNPAIRED:
        return in_round(round)
    return _("{outcome}, round {round}").format(outcome=outcome(kind), round=round)


@kept
def in_round(round: int) -> str:
    """``Round 3``, where a term stands for a round and not for an opponent."""
    return _("Round {round}").format(round=round)


# By the result, with the opponent's name.
_AGAINST = {
    Kind.WIN: gettext_lazy("won against {name}"),
    Kind.LOSS: gettext_lazy("lost to {name}"),
    Kind.DRAW: gettext_lazy("drew with {name}"),
    Kind.LONE_WIN: gettext_lazy("won against {name}"),
    Kind.LONE_LOSS: gettext_lazy("lost to {name}"),
    Kind.LONE_DRAW: gettext_lazy("drew with {name}"),
    Kind.FORFEIT_WIN: gettext_lazy("won by forfeit against {name}"),
    Kind.FORFEIT_LOSS: gettext_lazy("lost by forfeit to {name}"),
    Kind.FORFEIT_DRAW: gettext_lazy("drew by forfeit with {name}"),
    Kind.OPEN: gettext_lazy("still playing {name}"),
}


@kept
def against(kind: Kind, opponent: str) -> str:
    """``won against Anjali Farrow``; of a round without a game ``half-point bye``; of a game that
    counts for nobody the name (30B)."""
    if kind is Kind.UNPAIRED and opponent:
        return isolated(opponent)
    sentence = _AGAINST.get(kind)
    return str(sentence).format(name=isolated(opponent)) if sentence and opponent else outcome(kind)


@kept
def reason(id: str, rule: str) -> str:
    """``deducted: points from an unplayed round (34E3)``."""
    return f"{_(id)} ({rule})" if rule else _(id)


@kept
def of_round(round: int, said: str) -> str:
    """``Round 2: not played: always counts a half point (34E1)``."""
    return _("Round {round}: {reason}").format(round=round, reason=said)


# --- the whole tie ---------------------------------------------------------------------------------


def tie_of(places: str, players: int, score_q: int, *, teams: bool = False) -> str:
    """``6 players tied on 3 points for 2nd–7th``."""
    text = (
        _("{count} teams tied on {score} for {places}")
        if teams
        else _("{count} players tied on {score} for {places}")
    )
    return text.format(count=players, score=wording.score(score_q), places=places)


def still_tied(players: int, *, teams: bool = False) -> str:
    """Of a part that goes on to the next step: ``4 still tied``."""
    return ngettext("{count} still tied", "{count} still tied", players).format(count=players)


Called = Callable[[str], str]


def called_apart(called: Called, one: str, other: str) -> tuple[str, str]:
    """Two by what they are called; by their names where that is the same.

    >>> first = lambda name: name.split()[0]
    >>> called_apart(first, "Ann Lee", "Ann Ray"), called_apart(first, "Ann Lee", "Bo Ray")
    (('Ann Lee', 'Ann Ray'), ('Ann', 'Bo'))
    """
    short = called(one), called(other)
    return short if short[0] != short[1] else (one, other)
