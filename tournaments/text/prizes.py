"""Sentences over prizes and awards. A prize is called what its announcement calls it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tiebreaks.engine.prizes import Prize, Scope, Terms
from tiebreaks.engine.prizes.cash import CashAward
from tiebreaks.engine.prizes.prize import MEDAL, TROPHY, dollars, title
from tiebreaks.engine.prizes.reasons import Reason, Why

from .wording import bdi, places

_REASONS = {
    # Trophies.
    Why.BEST: gettext_lazy("the best placed of those who qualify (32F)"),
    Why.WITH_MONEY: gettext_lazy("the trophy follows the money (33D2a)"),
    Why.AT_SCORE: gettext_lazy("everybody at this score or above"),
    Why.TIED: gettext_lazy("the posted order leaves a tie: a playoff or a toss decides"),
    Why.ALREADY: gettext_lazy("{name} already takes {prize} (32F)"),
    Why.MAY_TAKE: gettext_lazy("{name} may take another trophy, depending on how a tie is decided (32F)"),
    # Money.
    Why.ALONE: gettext_lazy("takes the most valuable prize that is left to win: {prize} (32B1)"),
    Why.SHARED: gettext_lazy("{count} who tied share {money} equally (32B2)"),
    Why.ONLY_THEY: gettext_lazy(
        "split off: nobody else in the tie can win {prize}, and {money} is more than {other} (32B3)"
    ),
    Why.CAPPED: gettext_lazy(
        "{name} is held to {money}, the largest prize without the tie: {prize}; the rest goes to the others "
        "(32B3)"
    ),
    Why.LIMITED: gettext_lazy("{name} is unrated and held to {money}; the rest passes on (32C6)"),
    Why.NONE_TO_WIN: gettext_lazy("{name} can win none of these prizes and shares in none (32B3)"),
    Why.PAID: gettext_lazy("{name} is paid already, from {prize} (32B1)"),
    # Those who would have won, and do not.
    Why.WITHDRAWN: gettext_lazy("{name} has withdrawn (32C1)"),
    Why.ABSENT: gettext_lazy("{name} is not present, as this prize requires"),
    Why.OTHER_ENTRY: gettext_lazy("{name} has another entry, and only one entry of a player wins (32C5)"),
    # Prizes without a winner.
    Why.NOBODY: gettext_lazy("nobody qualifies: not awarded (32C3)"),
    Why.TOO_FEW: gettext_lazy("too few who qualify: not awarded (32C2)"),
    Why.ALL_HAVE: gettext_lazy("all who qualify have another prize: not awarded"),
    Why.TEAMS: gettext_lazy("awarded apart, by the team standings"),
}


def reason(given: Reason, name: str = "") -> SafeString:
    """Why somebody gets a prize, or does not. ``name`` is who the reason is about, if it is about one player.

    >>> reason(Reason(Why.ALREADY, 7, "1st place trophy"), "Ann")
    '<bdi>Ann</bdi> already takes 1st place trophy (32F)'
    """
    if given.why is Why.ODD_CENT:
        return odd_cents([name])
    return format_html(
        str(_REASONS[given.why]),
        name=bdi(name),
        prize=given.prize,
        money=dollars(given.cents),
        other=dollars(given.other),
        count=given.players,
    )


def reasons(given: Iterable[Reason], names: Mapping[int, str]) -> list[SafeString]:
    """Each reason as a sentence. One sentence at the end tells who gets the odd cents."""
    given = list(given)
    told = [reason(each, names.get(each.number, "")) for each in given if each.why is not Why.ODD_CENT]
    odd = [names[each.number] for each in given if each.why is Why.ODD_CENT]
    return [*told, odd_cents(odd)] if odd else told


def odd_cents(names: Sequence[str]) -> SafeString:
    """No rule says whose they are, and tiebreaks must not (34C)."""
    told = ngettext(
        "the odd cent goes to the lowest number: {names}",
        "the odd cents go to the lowest numbers: {names}",
        len(names),
    )
    return format_html(told, names=_names(names))


def ahead_on_score(names: Sequence[str], score: str) -> SafeString:
    """``ahead of Zara on 2 points``: the next in line has less."""
    return format_html(_("ahead of {names} on {score}"), names=_names(names), score=score)


def upset(name: str, points: int) -> SafeString:
    return format_html(_("won against {name}, rated {points} higher"), name=bdi(name), points=points)


def _names(names: Sequence[str]) -> SafeString:
    return format_html_join(", ", "{}", ((bdi(name),) for name in names))


def offered(prize: Prize) -> str:
    """A trophy as it was announced, without its money: each is awarded on its own."""
    return prize.trophy


def money(prize: Prize, cents: int | None = None) -> str:
    """A prize in money as it was announced, and what is left of it where that is less."""
    said = prize.money
    if prize.name:
        said += f" {dollars(prize.cents)}"
    if cents is None or cents == prize.cents:
        return said
    return _("%(money)s of %(prize)s") % {"money": dollars(cents), "prize": said}


def paid_from(cash: Sequence[CashAward], number: int) -> str:
    """The prizes that a player's money comes from, as a receipt names them."""
    theirs = [one for one in cash if any(paid.number == number and paid.cents for paid in one.payments)]
    return "; ".join(_brought(one) for one in theirs)


def _brought(award: CashAward) -> str:
    prizes = get_text_list([money(*purse) for purse in award.brought], _("and"))
    if len(award.players) == 1:
        return prizes
    said = {"prizes": prizes, "count": len(award.players)}
    return _("%(prizes)s, shared by %(count)d") % said


def band(prize: Prize) -> str:
    """``1500–1799``, ``Class A``: whom a class is for."""
    return title(replace(prize, nth=1, item="", cents=0))


def trophies(prizes: Sequence[Prize]) -> str:
    """The title of one trophy, or of those that hang on one decision: ``1st–2nd place trophies``."""
    nths = [prize.nth for prize in prizes if prize.scope is Scope.PLACE and not prize.name]
    items = {prize.item for prize in prizes}
    if len(nths) == len(prizes) == nths[-1] - nths[0] + 1 and items == {TROPHY}:
        title = _("%(places)s place trophy") if len(prizes) == 1 else _("%(places)s place trophies")
        return title % {"places": places(nths[0], nths[-1])}
    return get_text_list([offered(prize) for prize in prizes], _("and"))


def badge(prizes: Sequence[Prize]) -> str:
    """The figure beside place trophies: ``1``, ``3–4``; others have none."""
    nths = [prize.nth for prize in prizes if prize.scope is Scope.PLACE]
    if len(nths) < len(prizes):
        return ""
    return str(nths[0]) if len(nths) == 1 else f"{nths[0]}–{nths[-1]}"


def pill(prizes: Sequence[Prize]) -> str:
    """The same beside a name, where there is little room: ``1st trophy``, ``medal``."""
    first, last = prizes[0], prizes[-1]
    if first.scope is Scope.SCORE:
        return _("Medal") if first.item == MEDAL else _("Trophy")
    if len(prizes) == last.nth - first.nth + 1 and all(
        prize.scope is Scope.PLACE and prize.item == TROPHY and not prize.name for prize in prizes
    ):
        return _("%(place)s trophy") % {"place": places(first.nth, last.nth)}
    return get_text_list([offered(prize) for prize in prizes], _("or"))


def terms(of: Terms, prizes: Sequence[Prize]) -> list[str]:
    """What was announced for all prizes, where it is not the rulebook's own."""
    said = []
    if present := [prize for prize in prizes if prize.present]:
        everybody = len(present) == len(prizes)
        of_these = ", ".join(
            offered(replace(prize, name="")) if prize.item else money(prize) for prize in present
        )
        said.append(
            _("Winners must be present.")
            if everybody
            else _("Winners must be present: %(prizes)s.") % {"prizes": of_these}
        )
    if of.based_on:
        said.append(
            _("The fund is based on %(based)d entries; %(came)d came (32C4).")
            % {"based": of.based_on, "came": of.entries}
        )
    if of.unrated_limit is not None:
        limit = dollars(of.unrated_limit)
        told = _("Unrated players can win at most %(money)s in open prizes (32C6).")
        said.append(told % {"money": limit})
    if of.cash_playoff:
        said.append(_("A playoff decides money too, as all publicity announced (34C)."))
    if of.follow_money:
        said.append(_("A trophy follows the money of its prize (33D2a)."))
    if of.withdrawn_too:
        said.append(_("Players who withdrew can win (32C1)."))
    return said
