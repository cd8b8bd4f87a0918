"""What the page of announcing prizes shows."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.prizes import Prize, Scope
from tiebreaks.engine.prizes.notation import parse, show
from tiebreaks.engine.prizes.presets import PRIZE_PRESETS, PrizePreset
from tiebreaks.engine.prizes.prize import MEDAL, dollars, grade_level, in_order_of_value
from tiebreaks.engine.prizes.reasons import Why
from tiebreaks.published import PlayersDocument
from tiebreaks.selectors import players_document

from ...models import Section, TeamTable
from ...text import prizes as words
from ...text import wording
from .unwinnable import Unwinnable, unwinnable


@dataclass(frozen=True)
class PrizeLine:
    """A line of the announcement, with notes for the director before the event."""

    text: str
    notes: list[str]
    unwinnable: list[Unwinnable]


@dataclass(frozen=True)
class PrizesPage:
    lines: list[PrizeLine]
    own_order: bool
    medals_first: str
    fund: str
    presets: list[PrizePreset]
    players: int
    # They award the team trophies.
    tables: list[TeamTable]


def prizes_page(section: Section) -> PrizesPage:
    prizes = parse(section.prizes)
    document = players_document(section.standings_id)
    players = len(document.standings)
    unwon = _unwon(document) if players else {}
    texts = section.prizes.splitlines()
    groups = [parse(text) for text in texts]
    fund = sum(prize.cents for prize in prizes)
    return PrizesPage(
        lines=[
            PrizeLine(text, _notes(group, document, {} if nobody else unwon, prizes), nobody)
            for text, group in zip(texts, groups, strict=True)
            for nobody in [unwinnable(section, group)]
        ],
        own_order=list(prizes) != in_order_of_value(prizes),
        medals_first=medals_first(prizes),
        fund=dollars(fund) if fund else "",
        presets=list(PRIZE_PRESETS.values()),
        players=players,
        tables=list(section.team_tables.order_by("pk")),
    )


def medals_first(prizes: Iterable[Prize]) -> str:
    """That a medal for a place keeps its winner from the trophies after it (32F); empty if there is none."""
    listed = [prize for prize in prizes if prize.item and not prize.apart and prize.scope is not Scope.TEAM]
    trophies = [
        at for at, prize in enumerate(listed) if prize.scope is not Scope.PLACE and prize.item != MEDAL
    ]
    before = listed[: max(trophies, default=0)]
    medals = [prize for prize in before if prize.scope is Scope.PLACE and prize.item == MEDAL]
    if not medals:
        return ""
    said = _(
        "Places come first (32F): a player with a medal for %(places)s place takes no class, grade or other"
        " trophy. To give the trophies first, move the medals below them on the section’s Prizes page."
    )
    return said % {"places": wording.places(medals[0].nth, medals[-1].nth)}


def medals_beside_money(prizes: Sequence[Prize]) -> str:
    """That money keeps nobody from a medal for those without a trophy; empty if no money is announced beside
    such a medal."""
    rest = [prize for prize in prizes if prize.without_trophy]
    if not rest or not any(prize.cents and not prize.item for prize in prizes):
        return ""
    said = _(
        "“%(line)s” goes to winners of money too, unless they win a trophy or another medal. No announcement"
        " can leave them out."
    )
    return said % {"line": show(rest[:1])}


def _notes(
    group: tuple[Prize, ...], document: PlayersDocument, unwon: dict[str, Why], prizes: tuple[Prize, ...]
) -> list[str]:
    first = group[0]
    return [
        *_unwon_of(group, unwon),
        *_overlaps(first, prizes),
        *_of_teams(first),
        *(_in_no_band(document) if first.of_grades else ()),
    ]


def _in_no_band(document: PlayersDocument) -> Iterator[str]:
    """Whom no band of grades can have: those without a grade, or with one that is none of school."""
    cards = document.chart.by_number
    grades = [cards[standing.number].grade.strip() for standing in document.standings]
    if missing := grades.count(""):
        yield ngettext("%(count)d player has no grade.", "%(count)d players have no grade.", missing) % {
            "count": missing
        }
    if unread := sorted({grade for grade in grades if grade and grade_level(grade) is None}):
        yield _("Not from Pre-K to 12: %(grades)s.") % {"grades": ", ".join(unread[:5])}


def _unwon(document: PlayersDocument) -> dict[str, Why]:
    """The prizes for which no player, or too few players, of the roster qualify, whatever the results."""
    found = {a.prize: a.why.why for a in document.awards.trophies if not a.winners}
    found |= {unpaid.purse.prize: unpaid.why.why for unpaid in document.awards.unpaid}
    lasting = (Why.NOBODY, Why.TOO_FEW)
    games = (Scope.UPSET, Scope.SCORE)
    return {str(p): why for p, why in found.items() if why in lasting and p.scope not in games}


def _unwon_of(group: tuple[Prize, ...], unwon: dict[str, Why]) -> list[str]:
    missing = [unwon[str(prize)] for prize in group if str(prize) in unwon]
    if not missing:
        return []
    if missing[0] is Why.NOBODY:
        return [_("Nobody on the roster qualifies.")]
    return [_("Fewer players on the roster qualify than there are prizes.")]


def _of_teams(prize: Prize) -> list[str]:
    """A line for team trophies, which team tables award."""
    if prize.scope is not Scope.TEAM or prize.label:
        return []
    return [_("Team tables award team trophies. Set their number there, and remove this line.")]


def _overlaps(prize: Prize, prizes: tuple[Prize, ...]) -> list[str]:
    """Bands that overlap partly are usually a mistake."""
    others = {other.ladder: capfirst(words.group(other)) for other in prizes if _overlap(prize, other)}
    return [_("Overlaps with %(band)s.") % {"band": band} for band in others.values()]


def _overlap(one: Prize, other: Prize) -> bool:
    bands = one.scope is other.scope and (one.scope in (Scope.BAND, Scope.AGE) or one.of_grades)
    if not bands or None in (one.low, other.low):
        return False
    first, second = sorted([(one.low or 0, one.under), (other.low or 0, other.under)])
    return first[0] < second[0] < first[1] < second[1]
