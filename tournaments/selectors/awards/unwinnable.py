"""Prizes that nobody on the roster can win, whatever the results: why, and where that is mended."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.chart.reading import after_round
from tiebreaks.engine.chart.wallchart import Card, Wallchart
from tiebreaks.engine.prizes import Prize, Scope, Terms
from tiebreaks.engine.prizes.contenders import Contenders
from tiebreaks.engine.prizes.prize import FEMALE, MARKS, grade_level, lowest
from tiebreaks.engine.ranking.fold import rank
from tiebreaks.engine.ranking.sequence import Sequence

from ...models import Section
from ...text.prizes import group

# Of people it is said without an article.
_ADJECTIVES = {FEMALE, "local"}
_SCOPES = (Scope.BAND, Scope.UNRATED, Scope.GRADE, Scope.AGE, Scope.MARK)


@dataclass(frozen=True)
class Unwinnable:
    """Why nobody can win a prize. ``mend`` is what can be done about it on the roster, if anything."""

    sentence: str
    mend: str = ""


def unwinnable(section: Section, prizes: Iterable[Prize]) -> list[Unwinnable]:
    """Each reason once. Where nobody is entered yet, the limits of the section alone say who can win."""
    asked = {prize.ladder: prize for prize in prizes if prize.scope in _SCOPES}
    if not asked:
        return []
    cards = _cards(section)
    field = Contenders(rank(after_round(Wallchart(cards, rounds=1)), Sequence(())), Terms())
    if cards:
        found = (_why(section, each, cards) for each in asked.values() if not field.in_scope(each))
    else:
        found = (_by_limits(section, each) for each in asked.values() if _outside(section, each))
    return list(dict.fromkeys(found))


def _cards(section: Section) -> tuple[Card, ...]:
    """The players alone: what they played changes nobody's grade."""
    rows = section.players.filter(house=False, visitor_of=None).order_by("number")
    fields = rows.values_list("number", "name", "rating", "grade", "age", "marks")
    return tuple(
        Card(number, name, rating=rating, grade=grade, age=age, marks=frozenset(marks.split(", ")))
        for number, name, rating, grade, age, marks in fields
    )


def _why(section: Section, prize: Prize, cards: tuple[Card, ...]) -> Unwinnable:
    values = {"section": section.name, "group": group(prize)}
    if prize.scope is Scope.MARK:
        return Unwinnable(_unmarked(section, prize.label), _("Mark them on the roster."))
    if prize.scope is Scope.GRADE:
        lack = sum(not card.grade.strip() for card in cards)
        without = ngettext("%(count)d player has no grade.", "%(count)d players have no grade.", lack)
        said = _("Nobody in %(section)s is in %(group)s.") % values
        if lack == len(cards):
            said, without = _("Nobody in %(section)s has a grade.") % values, ""
        return _lacking(said, without, lack, _("Enter grades on the roster."))
    if prize.scope is Scope.AGE:
        lack = sum(card.age is None for card in cards)
        without = ngettext("%(count)d player has no age.", "%(count)d players have no age.", lack)
        said = _("Nobody in %(section)s is of %(group)s.") % values
        if lack == len(cards):
            said, without = _("Nobody in %(section)s has an age.") % values, ""
        return _lacking(said, without, lack, _("Enter ages on the roster."))
    if prize.scope is Scope.UNRATED:
        return Unwinnable(_("Nobody in %(section)s is unrated.") % values)
    if not any(card.rating for card in cards):
        return Unwinnable(
            _("Nobody in %(section)s has a rating.") % values, _("Enter ratings on the roster.")
        )
    if prize.low is None:
        return Unwinnable(_("Nobody in %(section)s is rated under %(under)d.") % (values | _bounds(prize)))
    return Unwinnable(_("Nobody in %(section)s is rated %(low)d–%(high)d.") % (values | _bounds(prize)))


def _lacking(said: str, without: str, lack: int, mend: str) -> Unwinnable:
    """What nobody is, with how many may be it and do not say so."""
    if not lack:
        return Unwinnable(said)
    return Unwinnable(f"{said} {without % {'count': lack}}".strip(), mend)


def _bounds(prize: Prize) -> dict[str, int]:
    return {"under": prize.under, "low": prize.low or 0, "high": prize.under - 1}


def _outside(section: Section, prize: Prize) -> bool:
    """Whether the limits of the section leave nobody for a prize."""
    if prize.scope is Scope.BAND and not prize.unrated_too:
        return not _overlap(prize.low or 0, prize.under - 1, section.limits[2:])
    if prize.scope is Scope.GRADE:
        level = grade_level(prize.grade) if prize.grade else None
        low, high = (lowest(prize), prize.under - 1) if prize.of_grades else (level, level)
        return low is not None and high is not None and not _overlap(low, high, section.limits[:2])
    return False


def _overlap(low: int, high: int, limits: tuple[int | None, ...]) -> bool:
    least, most = limits
    return (least is None or high >= least) and (most is None or low <= most)


def _by_limits(section: Section, prize: Prize) -> Unwinnable:
    values = {"section": section.name, "group": group(prize)} | _bounds(prize)
    if prize.scope is Scope.GRADE:
        return Unwinnable(_("Nobody in %(section)s can be in %(group)s: its limits say so.") % values)
    if prize.low is None:
        return Unwinnable(
            _("Nobody in %(section)s can be rated under %(under)d: its limits say so.") % values
        )
    return Unwinnable(_("Nobody in %(section)s can be rated %(low)d–%(high)d: its limits say so.") % values)


def _unmarked(section: Section, label: str) -> str:
    values = {"section": section.name, "mark": _(label)}
    if label not in MARKS:
        return _("Nobody in %(section)s is marked “%(mark)s”.") % values
    if label in _ADJECTIVES:
        return _("Nobody in %(section)s is marked as %(mark)s.") % values
    return _("Nobody in %(section)s is marked as a %(mark)s.") % values
