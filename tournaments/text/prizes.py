"""Sentences over prizes and awards. What an announcement calls by a name keeps it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst, get_text_list
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from tiebreaks.engine import points
from tiebreaks.engine.chart.wallchart import Card
from tiebreaks.engine.prizes import Prize, Scope, Terms
from tiebreaks.engine.prizes.cash import CashAward
from tiebreaks.engine.prizes.notation import alike, parse, show
from tiebreaks.engine.prizes.prize import (
    BY_SIZE,
    CLASSES,
    FEWEST_PLAYERS,
    MARKS,
    MEDAL,
    MOST_AGE,
    MOST_GRADE,
    MOST_PLAYERS,
    PERFECT_SCORE,
    PRIZE,
    TROPHY,
    dollars,
    grade_label,
    grade_level,
    lowest,
)
from tiebreaks.engine.prizes.reasons import Reason
from tiebreaks.frozen import OF_TEAMS, FrozenAward, MovedAward

from .wording import listed, nth, ordinal, places

# The terms of one prize, and what has them.
_TERMS = {
    "on_top": gettext_lazy("on top"),
    "withdrawn_too": gettext_lazy("withdrawn too"),
    "unrated_too": gettext_lazy("unrated too"),
    "guaranteed": gettext_lazy("guaranteed"),
    "present": gettext_lazy("must be present"),
    "without_trophy": gettext_lazy("not with a trophy"),
}


def moved(award: MovedAward) -> list[SafeString]:
    """What a correction made of an award: who had it when it was announced, who has it now."""
    if award.shared and not (award.lost and award.won):
        told = _("{title}: now also for {names}.") if award.won else _("{title}: no longer for {names}.")
        return [format_html(told, title=title_read(award), names=listed(award.won or award.lost))]
    then = _("{title}: was for {names}.") if award.lost else _("{title}: was for no one.")
    if award.undecided:
        now = _("Now undecided.")
    else:
        now = _("Now for {names}.") if award.won else _("Now for no one.")
    return [
        format_html(then, title=title_read(award), names=listed(award.lost)),
        format_html(now, names=listed(award.won)),
    ]


# --- titles ---------------------------------------------------------------------------------------

# By the item, and whether money comes with it. Of a thing its name says the rest. A group's trophy alone has
# its own: _group_trophy.
_PLACE = {
    (MEDAL, False): gettext_lazy("%(place)s place medal"),
    (MEDAL, True): gettext_lazy("%(place)s place medal and %(money)s"),
    (TROPHY, False): gettext_lazy("%(place)s place trophy"),
    (TROPHY, True): gettext_lazy("%(place)s place trophy and %(money)s"),
    ("", True): gettext_lazy("%(place)s place %(money)s"),
    (PRIZE, False): gettext_lazy("%(place)s place"),
}
_TEAM_PLACE = {
    (MEDAL, False): gettext_lazy("%(place)s place team medal"),
    (MEDAL, True): gettext_lazy("%(place)s place team medal and %(money)s"),
    (TROPHY, False): gettext_lazy("%(place)s place team trophy"),
    (TROPHY, True): gettext_lazy("%(place)s place team trophy and %(money)s"),
    ("", True): gettext_lazy("%(place)s place team %(money)s"),
    (PRIZE, False): gettext_lazy("%(place)s place team"),
}
_FIRST_OF_GROUP = {
    (MEDAL, False): gettext_lazy("%(group)s medal"),
    (MEDAL, True): gettext_lazy("%(group)s medal and %(money)s"),
    (TROPHY, True): gettext_lazy("%(group)s trophy and %(money)s"),
    (TROPHY, False): gettext_lazy("%(group)s trophy"),
    ("", True): gettext_lazy("%(group)s %(money)s"),
}
_OF_GROUP = {
    (MEDAL, False): gettext_lazy("%(place)s %(group)s medal"),
    (MEDAL, True): gettext_lazy("%(place)s %(group)s medal and %(money)s"),
    (TROPHY, True): gettext_lazy("%(place)s %(group)s trophy and %(money)s"),
    (TROPHY, False): gettext_lazy("%(place)s %(group)s trophy"),
    ("", True): gettext_lazy("%(place)s %(group)s %(money)s"),
}


def named(prize: Prize) -> str:
    """What a prize is called: its name, if the announcement gives it one, or its title; of a thing both.

    >>> named(Prize(Scope.UPSET, item=PRIZE, name="book"))
    'Biggest upset: book'
    """
    if prize.item == PRIZE:
        return _("%(prize)s: %(thing)s") % {"prize": title(prize), "thing": prize.name}
    return prize.name or title(prize)


def for_what(prize: Prize) -> str:
    """A prize without its worth: ``2nd place``, ``Top under 800``."""
    return prize.name or title(replace(prize, item=PRIZE, cents=0))


def title(prize: Prize) -> str:
    """What a prize is for and what it is worth.

    >>> title(Prize(Scope.BAND, 2, low=1800, under=2000, item=TROPHY, cents=5000))
    '2nd Class A trophy and $50'
    >>> title(Prize(Scope.GRADE, grade="2", item=TROPHY)), title(Prize(Scope.UNRATED, cents=5000))
    ('Best grade 2', 'Unrated $50')
    """
    worth, money = (prize.item, bool(prize.cents)), dollars(prize.cents)
    if prize.scope in (Scope.PLACE, Scope.TEAM) and not prize.label:
        sentences = _PLACE if prize.scope is Scope.PLACE else _TEAM_PLACE
        return sentences[worth] % {"place": nth(prize.nth), "money": money}
    values = {"place": ordinal(prize.nth), "money": money}
    if prize.scope is Scope.SCORE:
        return _at_score(prize)
    if worth == (PRIZE, False) or (worth == (TROPHY, False) and prize.scope is not Scope.CHOICE):
        return capfirst(_group_trophy(prize) % (values | {"group": group(prize, full=True)}))
    sentences = _FIRST_OF_GROUP if prize.nth == 1 else _OF_GROUP
    return capfirst(sentences[worth] % (values | {"group": group(prize)}))


def _group_trophy(prize: Prize) -> str:
    """A trophy or a thing alone goes without saying: ``Top under 800``, ``2nd under 800``."""
    if prize.nth > 1:
        return _("%(place)s %(group)s")
    if prize.label in BY_SIZE or prize.scope is Scope.CHOICE:
        return "%(group)s"
    if prize.scope is Scope.UPSET:
        return _("Biggest %(group)s")
    one_age = prize.scope is Scope.AGE and prize.low == prize.under - 1
    one = one_age or (prize.scope is Scope.GRADE and not prize.of_grades)
    return _("Best %(group)s") if one else _("Top %(group)s")


def _at_score(prize: Prize) -> str:
    if prize.item == PRIZE:
        return _whose_score(prize)
    if prize.label == PERFECT_SCORE:
        return _("Perfect score: medal") if prize.item == MEDAL else _("Perfect score: trophy")
    if prize.for_everybody:
        return _("Medal for everybody") if prize.item == MEDAL else _("Trophy for everybody")
    count = 1 if prize.points_q <= points.POINT else 2
    if prize.item == MEDAL:
        text = ngettext("%(points)s point or more: medal", "%(points)s points or more: medal", count)
    else:
        text = ngettext("%(points)s point or more: trophy", "%(points)s points or more: trophy", count)
    return text % {"points": points.show(prize.points_q)}


def _whose_score(prize: Prize) -> str:
    """Of a thing at a score, whose name says the rest."""
    if prize.label == PERFECT_SCORE:
        return _("Perfect score")
    if prize.for_everybody:
        return _("Everybody")
    count = 1 if prize.points_q <= points.POINT else 2
    text = ngettext("%(points)s point or more", "%(points)s points or more", count)
    return text % {"points": points.show(prize.points_q)}


def group(prize: Prize, *, full: bool = False) -> str:
    """Who can win a prize: ``U800``, in ``full`` ``under 800``; ``Class A``, ``1500–1799``, ``grade 2``."""
    if prize.scope is Scope.BAND:
        if prize.low is None:
            return (_("under %(rating)d") if full else _("U%(rating)d")) % {"rating": prize.under}
        if name := CLASSES.get((prize.low, prize.under)):
            return _(name)
        return _("%(low)d–%(high)d") % {"low": prize.low, "high": prize.under - 1}
    if prize.scope is Scope.AGE:
        return _ages(prize)
    if prize.of_grades:
        return _grades(prize)
    if prize.scope in (Scope.CHOICE, Scope.TEAM) or prize.label in MARKS:
        return _(prize.label)
    if prize.scope is Scope.MARK:
        return prize.label
    if prize.scope is Scope.GRADE:
        return _("grade %(grade)s") % {"grade": prize.grade}
    return _("unrated") if prize.scope is Scope.UNRATED else _("upset")


def its_players(prize: Prize) -> str:
    """Who can win a prize, as people: ``the players under 800``, ``the players in grade 2``."""
    if prize.scope is Scope.UNRATED:
        return _("the unrated players")
    if prize.scope is not Scope.BAND or CLASSES.get((prize.low or 0, prize.under)):
        return _("the players in %(group)s") % {"group": group(prize)}
    if prize.low is None:
        return _("the players under %(rating)d") % {"rating": prize.under}
    return _("the players rated %(low)d–%(high)d") % {"low": prize.low, "high": prize.under - 1}


def _grades(prize: Prize) -> str:
    grades = {"lowest": grade_label(lowest(prize)), "highest": grade_label(prize.under - 1)}
    if prize.low is None:
        return _("grade %(highest)s and below") % grades
    if prize.under > MOST_GRADE:
        return _("grade %(lowest)s and up") % grades
    return _("grades %(lowest)s–%(highest)s") % grades


def in_grade(winner: Card) -> str:
    """What puts the winner into a band of grades."""
    level = grade_level(winner.grade)
    return _("In grade %(grade)s.") % {"grade": winner.grade if level is None else grade_label(level)}


def _ages(prize: Prize) -> str:
    ages = {"youngest": prize.low, "oldest": prize.under - 1}
    if prize.low is None:
        return _("age %(oldest)d and under") % ages
    if prize.under > MOST_AGE:
        return _("age %(youngest)d and over") % ages
    if prize.low == prize.under - 1:
        return _("age %(oldest)d") % ages
    return _("ages %(youngest)d–%(oldest)d") % ages


def offered(prize: Prize) -> str:
    """A trophy as it was announced, without its money: each is awarded on its own."""
    return named(prize.item_alone)


def money(prize: Prize, cents: int | None = None) -> str:
    """A prize in money as it was announced, and what is left of it where that is less."""
    whole = title(prize.money_alone)
    if prize.name:
        whole = _("%(name)s %(money)s") % {"name": prize.name, "money": dollars(prize.cents)}
    if cents is None or cents == prize.cents:
        return whole
    return _("%(money)s of %(prize)s") % {"money": dollars(cents), "prize": whole}


def money_pill(cash: Sequence[CashAward], number: int) -> str:
    """All that a player is paid, beside the name: what it is for where it is no share of the places'."""
    cents = {
        at: payment.cents
        for at, award in enumerate(cash)
        for payment in award.payments
        if payment.number == number and payment.cents
    }
    if len(cents) == 1:
        ((at, alone),) = cents.items()
        prizes = {purse.prize for purse in cash[at].brought}
        if len(prizes) == 1 and (prize := prizes.pop()).scope is not Scope.PLACE:
            return money(replace(prize, cents=alone))
    return dollars(sum(cents.values()))


def paid_from(cash: Sequence[CashAward], number: int) -> str:
    """The prizes that a player's money comes from, as a receipt names them."""
    theirs = [one for one in cash if any(paid.number == number and paid.cents for paid in one.payments)]
    return "; ".join(brought(one) for one in theirs)


def brought(award: CashAward) -> str:
    prizes = get_text_list([money(*purse) for purse in award.brought], _("and"))
    if len(award.players) == 1:
        return prizes
    return _("%(prizes)s, shared by %(count)d") % {"prizes": prizes, "count": len(award.players)}


def trophies(prizes: Sequence[Prize]) -> str:
    """The title of one trophy, or of those that hang on one decision: ``1st–2nd place trophies``."""
    if len(prizes) == 1:
        return offered(prizes[0])
    nths = [prize.nth for prize in prizes if prize.scope is Scope.PLACE and not prize.name]
    items = {prize.item for prize in prizes}
    if len(nths) == len(prizes) == nths[-1] - nths[0] + 1 and items == {TROPHY}:
        return _("%(places)s place trophies") % {"places": places(nths[0], nths[-1])}
    return get_text_list([offered(prize) for prize in prizes], _("and"))


def announced(prizes: Sequence[Prize]) -> list[str]:
    """The lines of an announcement: as the director reads them, or in another language what each is for."""
    if (get_language() or "en").startswith("en"):
        return show(prizes).splitlines()
    return [", ".join([_alike(run), *_terms_of(run[0])]) for run in alike(prizes)]


def _alike(prizes: Sequence[Prize]) -> str:
    if prizes[0].item and not prizes[0].cents:
        return trophies(prizes)
    return "; ".join([f"{title(each)} “{each.name}”" if each.name else title(each) for each in prizes])


def _terms_of(prize: Prize) -> list[str]:
    """All but the director's own order of value."""
    return [str(term) for field, term in _TERMS.items() if getattr(prize, field)]


def title_read(award: FrozenAward | MovedAward) -> str:
    """The title of a frozen award in the language of its reader. The record keeps it as it was announced."""
    if award.line.startswith(OF_TEAMS):
        # One that is undecided has the places of all that hang on the decision.
        nths = [int(each) for each in re.findall("[0-9]+", award.title)]
        return team_trophies(nths[0], nths[-1]) if nths else award.title
    try:
        return trophies(parse(award.line))
    except ValueError:
        return award.title  # of an announcement that is read no more


def team_trophies(first: int, last: int) -> str:
    """``1st place team trophy``, ``1st–2nd place team trophies``."""
    if first == last:
        return title(_of_a_team(Prize(Scope.PLACE, first, item=TROPHY)))
    return _("%(places)s place team trophies") % {"places": places(first, last)}


def of_teams(prizes: Sequence[Prize]) -> str:
    """The title of a team's trophy, or of those that hang on one decision."""
    nths = [prize.nth for prize in prizes if not prize.label]
    titles = [team_trophies(nths[0], nths[-1])] if nths else []
    return get_text_list([*titles, *(named(prize) for prize in prizes if prize.label)], _("and"))


def about_a_team(given: Reason) -> Reason:
    """A reason with the prize of a table as one of teams."""
    return given._replace(prize=given.prize and _of_a_team(given.prize))


def _of_a_team(prize: Prize) -> Prize:
    """In a table, whose places are those of teams."""
    return replace(prize, scope=Scope.TEAM) if prize.scope is Scope.PLACE else prize


def badge(prizes: Sequence[Prize]) -> str:
    """The figure beside place trophies: ``1``, ``3–4``; others have none."""
    nths = [prize.nth for prize in prizes if prize.scope is Scope.PLACE]
    if len(nths) < len(prizes):
        return ""
    return str(nths[0]) if len(nths) == 1 else f"{nths[0]}–{nths[-1]}"


# --- beside a name --------------------------------------------------------------------------------


def pill_read(award: FrozenAward) -> str:
    """The same of a frozen award, in the language of its reader. A team's keeps its title."""
    try:
        return pill(parse(award.line), undecided=award.undecided)
    except ValueError:
        return title_read(award)


def pill(prizes: Sequence[Prize], *, undecided: bool = False) -> str:
    """Where there is little room: ``1st trophy``, ``Medal``; ``3rd–4th trophy undecided``."""
    runs, first = list(_runs(prizes)), prizes[0]
    if len(runs) == 1 and _is_place_trophy(first):
        return place_pill(first.nth, prizes[-1].nth, undecided=undecided)
    if first.scope is Scope.SCORE:
        items = {MEDAL: _("Medal"), TROPHY: _("Trophy"), PRIZE: first.name}
        short = items[first.item]
    elif first.label == FEWEST_PLAYERS:
        short = _("Fewest players")
    elif first.label == MOST_PLAYERS:
        short = _("Most players")
    else:
        short = get_text_list([_offered_of(run) for run in runs], _("or"))
    return _("%(trophy)s undecided") % {"trophy": short} if undecided else short


def _is_place_trophy(prize: Prize) -> bool:
    return prize.scope is Scope.PLACE and prize.item == TROPHY and not prize.name


def _runs(prizes: Sequence[Prize]) -> Iterator[list[Prize]]:
    """The trophies of places in a row together, every other prize alone."""
    for _row, run in groupby(
        enumerate(prizes), lambda pair: (place := _is_place_trophy(pair[1]), pair[0] - place * pair[1].nth)
    ):
        yield [prize for _at, prize in run]


def _offered_of(run: Sequence[Prize]) -> str:
    """``1st–5th place trophy``: one of them."""
    if len(run) == 1:
        return offered(run[0])
    return _PLACE[TROPHY, False] % {"place": places(run[0].nth, run[-1].nth)}


def place_pill(first: int, last: int, *, undecided: bool) -> str:
    if first == last:
        text = _("%(place)s trophy undecided") if undecided else _("%(place)s trophy")
        return text % {"place": nth(first)}
    text = _("%(places)s trophy undecided") if undecided else _("%(places)s trophy")
    return text % {"places": places(first, last)}


# --- terms ----------------------------------------------------------------------------------------


def terms(of: Terms, prizes: Sequence[Prize]) -> list[str]:
    """What was announced for all prizes, where it is not the rulebook's own."""
    sentences = []
    if present := [prize for prize in prizes if prize.present]:
        titles = "; ".join(
            offered(replace(prize, name="")) if prize.item else money(prize) for prize in present
        )
        sentences.append(
            _("Winners must be present.")
            if len(present) == len(prizes)
            else _("Winners must be present: %(prizes)s.") % {"prizes": titles}
        )
    if of.based_on:
        sentences.append(
            _("The fund is based on %(based)d entries. There were %(came)d (32C4).")
            % {"based": of.based_on, "came": of.entries}
        )
    if of.event_fund is not None:
        text = _("The fund of the whole event is %(money)s (32C4).")
        sentences.append(text % {"money": dollars(of.event_fund)})
    if of.unrated_limit is not None:
        text = _("Unrated players can win at most %(money)s in open prizes (32C6).")
        sentences.append(text % {"money": dollars(of.unrated_limit)})
    if of.cash_playoff:
        sentences.append(_("A playoff decides money too, as all publicity announced (34C)."))
    if of.follow_money:
        sentences.append(_("A trophy follows the money of its prize (33D2a)."))
    if of.withdrawn_too:
        sentences.append(_("Players who withdrew can win (32C1)."))
    if of.no_shows_too:
        sentences.append(_("Entries that played no game can win (32C2)."))
    return sentences


def on_top(prizes: Sequence[Prize]) -> str:
    """What a winner of a trophy can have besides (32F is of one trophy a player); empty where nothing is.

    >>> upset, medal = Prize(Scope.UPSET, item=TROPHY), Prize(Scope.SCORE, item=MEDAL)
    >>> on_top([Prize(Scope.PLACE, item=TROPHY), upset, medal])
    'A player can win these on top of a trophy: Biggest upset; Medals.'
    """
    apart = [prize for prize in prizes if prize.item and prize.apart and not prize.without_trophy]
    if not apart:
        return ""
    titles = dict.fromkeys(_kind_on_top(prize) for prize in apart)
    return _("A player can win these on top of a trophy: %(prizes)s.") % {"prizes": "; ".join(titles)}


def _kind_on_top(prize: Prize) -> str:
    if prize.scope is not Scope.SCORE:
        return for_what(prize)
    return _("Medals") if prize.item == MEDAL else _("Prizes for a score")
