"""The awards of a wall chart file as JSON, for programs. The field names are a contract: others read them.

Money is in whole cents. What is paid and what nobody wins add up to what is offered: the announced amounts,
or the part of them that is paid where fewer entries came than the fund was based on (32C4).
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from tiebreaks.engine import points
from tiebreaks.engine.prizes import Awards, Prize, Terms
from tiebreaks.engine.prizes.cash import CashAward
from tiebreaks.engine.prizes.funds import Purse, purses
from tiebreaks.engine.prizes.reasons import Reason, Why
from tiebreaks.engine.prizes.trophies import TrophyAward
from tiebreaks.engine.ranking.fold import Ranking

from ..text import prize_reasons
from ..text.wording import plain
from .prize_list import PrizeList
from .records import FileProblem, WallchartFile


@dataclass(frozen=True)
class FileAwards:
    """The awards of one file. ``ranking`` and ``awards`` are None if a file has problems.

    Each of the ``problems`` stands with the path of its file.
    """

    path: str
    file: WallchartFile
    listed: PrizeList
    terms: Terms
    ranking: Ranking | None = None
    awards: Awards | None = None
    problems: tuple[tuple[str, FileProblem], ...] = ()

    @property
    def prizes(self) -> list[Prize]:
        """The prizes as awards name them, in the order of the list."""
        return [replace(prize, value=None) for prize in self.listed.prizes]

    @cached_property
    def index(self) -> dict[Prize, int]:
        return {prize: at for at, prize in enumerate(self.prizes)}

    @cached_property
    def names(self) -> dict[int, str]:
        return {card.number: card.name for card in self.file.chart.cards}

    def paid(self) -> dict[int, int]:
        """What each winner of money gets, in the order of the standings."""
        if self.ranking is None or self.awards is None:
            return {}
        paid = {s.number: self.awards.cents(s.number) for s in self.ranking.standings}
        return {number: cents for number, cents in paid.items() if cents}

    def reasons(self, given: Iterable[Reason]) -> list[str]:
        return [plain(sentence) for sentence in prize_reasons.reasons(given, self.names)]

    def reasons_of(self, share: CashAward) -> list[str]:
        return [plain(sentence) for sentence in prize_reasons.reasons_of(share, self.names)]

    def trophies(self) -> list[TrophyAward]:
        """The trophies and medals, in the order of the list. Those of teams have no winner here."""
        if self.awards is None:
            return []
        of_teams = [prize for prize in self.awards.teams if prize.item]
        found = [*self.awards.trophies, *(TrophyAward(p, (), why=Reason(Why.TEAMS)) for p in of_teams)]
        return sorted(found, key=lambda award: self.index[award.prize])


def as_dict(found: FileAwards) -> dict[str, Any]:
    """The JSON object of one file."""
    ranking, awards = found.ranking, found.awards
    offered = {purse.prize: purse.cents for purse in purses(found.prizes, found.terms)}
    return {
        "section": found.file.section,
        "through": found.file.chart.through,
        "standing": [[s.number, points.decimal(s.score_q), s.rank] for s in ranking.standings]
        if ranking
        else [],
        "prizes": [
            {
                "index": at,
                "title": str(replace(prize, item="", cents=0)),
                "scope": prize.scope.name.lower(),
                "cents": offered.get(prize, 0),
                "item": prize.item,
            }
            for at, prize in enumerate(found.prizes)
            if awards
        ],
        "paid": {str(number): cents for number, cents in found.paid().items()},
        "pools": [
            {
                "players": list(share.players),
                "brought": _purses(found, share.brought),
                "payments": [[paid.number, paid.cents] for paid in share.payments],
                "left": _purses(found, share.left),
                "reasons": found.reasons_of(share),
            }
            for share in (awards.cash if awards else ())
        ],
        "unawarded": [
            {
                "prize": found.index[unpaid.purse.prize],
                "cents": unpaid.purse.cents,
                "reason": plain(prize_reasons.reason(unpaid.why)),
            }
            for unpaid in (awards.unpaid if awards else ())
        ],
        "trophies": [
            {
                "prize": found.index[award.prize],
                "winners": [] if award.contest else list(award.winners),
                "contested": list(award.winners) if award.contest else [],
                "reason": plain(prize_reasons.reason(award.why)),
            }
            for award in found.trophies()
        ],
        "problems": [{"file": path, **problem._asdict()} for path, problem in found.problems],
    }


def _purses(found: FileAwards, brought: Iterable[Purse]) -> list[list[int]]:
    return [[found.index[purse.prize], purse.cents] for purse in brought]
