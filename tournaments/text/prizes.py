"""Sentences over prizes and awards. A prize is called what its announcement calls it."""

from collections.abc import Sequence
from dataclasses import replace

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tiebreaks.engine.prizes import Prize, Scope, Terms
from tiebreaks.engine.prizes.cash import Division
from tiebreaks.engine.prizes.prize import MEDAL, TROPHY, dollars, title
from tiebreaks.engine.prizes.reasons import Reason, Why

from .wording import bdi, places

# A reason that is about somebody, said with the name.
_ABOUT = {
    Why.ALREADY: gettext_lazy("{name} already takes {prize} (32F)"),
    Why.PAID: gettext_lazy("{name} is paid already, from {prize} (32B1)"),
    Why.MAY_TAKE: gettext_lazy("{name} may take another trophy, as a tie is decided (32F)"),
    Why.WITHDRAWN: gettext_lazy("{name} has withdrawn (32C1)"),
    Why.ABSENT: gettext_lazy("{name} is not present, as this prize asks"),
    Why.OTHER_ENTRY: gettext_lazy("{name} won with another entry of the same player (32C5)"),
    Why.CAPPED: gettext_lazy(
        "{name} is held to {money}, the largest prize without the tie: {prize}; the rest goes to the others "
        "(32B3)"
    ),
    Why.LIMITED: gettext_lazy("{name} is unrated and held to {money}; the rest passes on (32C6)"),
    Why.NONE_TO_WIN: gettext_lazy("{name} can win none of these prizes and shares in none (32B3)"),
}


def reason(given: Reason, name: str) -> SafeString:
    """Why somebody gets a prize, or does not; an announced prize is named as it was announced."""
    message = given.message
    about = _ABOUT.get(given.why)
    return format_html(str(about) if about else _(message.id), **message.values | {"name": bdi(name)})


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
    """A trophy as it was announced, without its money: the two are worked apart."""
    return str(replace(prize, cents=0))


def money(prize: Prize, cents: int | None = None) -> str:
    """A prize in money as it was announced, and what is left of it where that is less."""
    said = str(replace(prize, item=""))
    if prize.name:
        said += f" {dollars(prize.cents)}"
    if cents is None or cents == prize.cents:
        return said
    return _("%(money)s of %(prize)s") % {"money": dollars(cents), "prize": said}


def paid_from(divisions: Sequence[Division], number: int) -> str:
    """The prizes that somebody's money comes from, as a receipt names them."""
    theirs = [d for d in divisions if any(paid.number == number and paid.cents for paid in d.payments)]
    return "; ".join(_brought(division) for division in theirs)


def _brought(division: Division) -> str:
    prizes = get_text_list([money(*purse) for purse in division.brought], _("and"))
    if len(division.players) == 1:
        return prizes
    said = {"prizes": prizes, "count": len(division.players)}
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
        told = _("Whoever is unrated wins no more than %(money)s of prizes for all (32C6).")
        said.append(told % {"money": limit})
    if of.cash_playoff:
        said.append(_("A playoff decides money too, as all publicity announced (34C)."))
    if of.follow_money:
        said.append(_("A trophy follows the money of its prize (33D2a)."))
    if of.withdrawn_too:
        said.append(_("Whoever withdrew can win (32C1)."))
    return said
