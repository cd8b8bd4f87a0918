"""Why somebody has a prize, and why others have not."""

import re
from collections.abc import Iterable, Mapping, Sequence

from django.contrib.humanize.templatetags.humanize import apnumber
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tiebreaks.engine.prizes import Prize, Scope
from tiebreaks.engine.prizes.cash import CashAward
from tiebreaks.engine.prizes.prize import (
    dollars,
)
from tiebreaks.engine.prizes.reasons import Reason, Why

from .prizes import for_what, its_players, named
from .wording import bdi, listed

_REASONS = {
    # Trophies.
    Why.BEST: gettext_lazy("The best placed of those who qualify (32F)."),
    Why.WITH_MONEY: gettext_lazy("The trophy follows the money (33D2a)."),
    Why.AT_SCORE: gettext_lazy("Everyone with this score or more."),
    Why.WITHOUT_TROPHY: gettext_lazy("Everyone with this score or more who takes no other trophy or medal."),
    Why.CHOSEN: gettext_lazy("The director named the winner."),
    Why.TIED: gettext_lazy("The posted tiebreaks leave a tie. A playoff or coin toss decides."),
    Why.ALREADY: gettext_lazy("{name} already takes {prize} (32F)."),
    Why.MAY_TAKE: gettext_lazy("{name} may take another trophy, depending on how a tie is decided (32F)."),
    # Money.
    Why.ALONE: gettext_lazy("Wins the largest cash prize still available: {prize} (32B1)."),
    Why.SHARED: gettext_lazy("The {count} who can win it share {money} equally (32B2)."),
    Why.ONLY_THEY: gettext_lazy(
        "No one else in the tie can win {prize}, so it is shared separately: {money} each, more than {other} "
        "(32B3)."
    ),
    Why.ONLY_THEY_ALL: gettext_lazy(
        "No one else in the tie can win these prizes, so they are shared separately: {money} each, more than "
        "{other} (32B3)."
    ),
    Why.CAPPED: gettext_lazy(
        "{name} can win at most {money}, the largest prize available without the tie: {prize}. The others "
        "share the rest (32B3)."
    ),
    Why.LIMITED: gettext_lazy(
        "{name} is unrated and can win at most {money}. The rest is for others who can win the prize (32C6)."
    ),
    Why.NONE_TO_WIN: gettext_lazy("Tied players who don’t qualify for this money get no share of it (32B3)."),
    Why.UNTRIED: gettext_lazy(
        "The prizes of this tie overlap in too many ways to try each. Check by hand whether some of the tied "
        "players would win more apart from the others (32B3)."
    ),
    Why.PAID: gettext_lazy("{name} already wins {prize} (32B1)."),
    # Those who would have won, and do not.
    Why.WITHDRAWN: gettext_lazy("{name} has withdrawn (32C1)."),
    Why.NO_SHOW: gettext_lazy("{name} played no game (32C2)."),
    Why.ABSENT: gettext_lazy("{name} is not present, as this prize requires."),
    Why.OTHER_ENTRY: gettext_lazy("{name} has another entry, and only one entry of a player wins (32C5)."),
    # Prizes without a winner.
    Why.NOBODY: gettext_lazy("No one qualifies (32C3)."),
    Why.UNMARKED: gettext_lazy("No one is marked for it."),
    Why.TOO_FEW: gettext_lazy("Too few qualify (32C2)."),
    Why.ALL_HAVE: gettext_lazy("All who qualify have another prize."),
    Why.HELD_BACK: gettext_lazy(
        "The limit for unrated players holds it back, and no one else is left to win it (32C6)."
    ),
    Why.UNNAMED: gettext_lazy("Named by the director at the ceremony."),
    Why.AT_END: gettext_lazy("Awarded after the last round."),
    Why.TEAMS: gettext_lazy("The team standings decide it."),
}

# The rulebook's numbers are small print.
_NUMBER = re.compile(r" (\(\d\d[A-Z]\w*\))")

# Won beside another prize, so never in its stead (32B1).
_ON_TOP = gettext_lazy("{prize} comes on top of a place or class prize.")

# Of one who wins by themselves what the others cannot win.
_ONLY_ONE = {
    Why.ONLY_THEY: gettext_lazy(
        "No one else in the tie can win {prize}. Alone it is {money}, more than an equal share of {other} "
        "(32B3)."
    ),
    Why.ONLY_THEY_ALL: gettext_lazy(
        "No one else in the tie can win these prizes. Together they are {money}, more than an equal share of "
        "{other} (32B3)."
    ),
}

# 32B2 is of those who tie for places.
_SAME_UPSET = gettext_lazy("The {count} with the same upset share {money} equally.")


def reason(
    given: Reason, name: str = "", *, of_upset: bool = False, paid: frozenset[int] = frozenset()
) -> SafeString:
    """Why somebody gets a prize, or does not. ``name`` is who the reason is about, if it is about one player;
    ``of_upset``: it is about money for an upset. ``paid`` has the sums that are paid for this reason, where
    some may have an odd cent.

    >>> from tiebreaks.engine.prizes.prize import TROPHY
    >>> prize = Prize(Scope.PLACE, item=TROPHY)
    >>> reason(Reason(Why.ALREADY, 7, prize), "Ann")
    '<bdi>Ann</bdi> already takes 1st place trophy <small class="soft">(32F)</small>.'
    >>> reason(Reason(Why.ALONE, prize=Prize(Scope.UPSET, cents=1000)))
    'Upset $10 comes on top of a place or class prize.'
    """
    if given.why is Why.ODD_CENT:
        return odd_cents([name])
    if given.prize is None:
        prize = ""
    else:
        # Whose money is divided gets another amount than was announced.
        prize = for_what(given.prize) if given.why is Why.PAID else named(given.prize)
    sentence = _REASONS[given.why]
    if given.why is Why.ALONE and given.prize is not None and given.prize.apart:
        sentence = _ON_TOP
    elif given.players == 1 and given.why in _ONLY_ONE:
        sentence = _ONLY_ONE[given.why]
    elif given.why is Why.SHARED and of_upset:
        sentence = _SAME_UPSET
    return format_html(
        _NUMBER.sub(r' <small class="soft">\1</small>', str(sentence)),
        name=bdi(name),
        prize=prize,
        money=_each(given, paid),
        other=dollars(given.other),
        count=apnumber(given.players),
    )


def _each(given: Reason, paid: frozenset[int]) -> str:
    """``$16.66``, or ``$16.66 or $16.67`` where these are the shares."""
    if given.why not in _ONLY_ONE or paid != {given.cents, given.cents + 1}:
        return dollars(given.cents)
    return _("%(less)s or %(more)s") % {"less": dollars(given.cents), "more": dollars(given.cents + 1)}


def best_of_group(prize: Prize, passed: Iterable[Reason], place: str) -> str:
    """Why a prize for some players only is theirs: the best of these, or of those whom ``passed`` leaves, and
    then the ``place`` in the section."""
    why = {each.why for each in passed}
    if not why:
        told = _("Best of %(players)s: %(place)s")
    elif why <= {Why.ALREADY, Why.MAY_TAKE, Why.PAID}:
        told = _("Best of %(players)s without another prize: %(place)s")
    else:
        told = _("Best of %(players)s who can still win it: %(place)s")
    return told % {"players": its_players(prize), "place": place}


def reasons_of(cash: CashAward, names: Mapping[int, str]) -> list[SafeString]:
    """Why money is divided as it is, a sentence each."""
    of_upset = cash.brought[0].prize.scope is Scope.UPSET
    paid = frozenset(payment.cents for payment in cash.payments)
    return reasons(cash.reasons, names, of_upset=of_upset, paid=paid)


def reasons(
    given: Iterable[Reason],
    names: Mapping[int, str],
    *,
    of_upset: bool = False,
    paid: frozenset[int] = frozenset(),
) -> list[SafeString]:
    """Each reason as a sentence. One sentence at the end tells who gets the odd cents."""
    given = list(given)
    sentences = [
        reason(each, names.get(each.number, ""), of_upset=of_upset, paid=paid)
        for each in given
        if each.why is not Why.ODD_CENT
    ]
    odd = [names[each.number] for each in given if each.why is Why.ODD_CENT]
    return [*sentences, odd_cents(odd)] if odd else sentences


def odd_cents(names: Sequence[str]) -> SafeString:
    """No rule says whose they are, and tiebreaks must not (34C)."""
    sentence = ngettext(
        "The money does not divide evenly. The odd cent goes to the lowest wall-chart number: {names}.",
        "The money does not divide evenly. The odd cents go to the lowest wall-chart numbers: {names}.",
        len(names),
    )
    return format_html(sentence, names=listed(names))


def to_everybody(prize: Prize) -> tuple[str, ...]:
    """Why somebody gets what everybody gets: its title says that, unless some have a trophy instead."""
    return (_("Everyone who takes no other trophy or medal."),) if prize.without_trophy else ()


def upset(name: str, points: int) -> SafeString:
    return format_html(_("Won against {name}, rated {points} higher."), name=bdi(name), points=points)


def fewest(count: int, *, left: bool) -> str:
    """Why a team has the trophy for the fewest players: of all, or of those that took no other."""
    if left:
        text = ngettext(
            "It has %(count)d player, the fewest of the ranked teams left.",
            "It has %(count)d players, the fewest of the ranked teams left.",
            count,
        )
    else:
        text = ngettext(
            "It has %(count)d player, the fewest of the ranked teams.",
            "It has %(count)d players, the fewest of the ranked teams.",
            count,
        )
    return text % {"count": count}


def most(count: int, *, left: bool) -> str:
    """Why a team has the trophy for the most players: of all, or of those that took no other."""
    if left:
        text = ngettext(
            "It has %(count)d player, the most of the ranked teams left.",
            "It has %(count)d players, the most of the ranked teams left.",
            count,
        )
    else:
        text = ngettext(
            "It has %(count)d player, the most of the ranked teams.",
            "It has %(count)d players, the most of the ranked teams.",
            count,
        )
    return text % {"count": count}


def never_played(names: Sequence[str]) -> SafeString:
    """Who makes no team smaller or larger."""
    sentence = ngettext(
        "{names} never played and is not counted.", "{names} never played and are not counted.", len(names)
    )
    return format_html(sentence, names=listed(names))


def as_many(names: Iterable[str]) -> SafeString:
    return format_html(_("Ranked above {names}, with as many players."), names=listed(names))
