"""Who wins what, in words: the pills of the standings, the page of trophies, the page of the money."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.text import capfirst

from tiebreaks.decided import decided
from tiebreaks.engine.chart.wallchart import Card, Kind
from tiebreaks.engine.prizes import Prize, Scope
from tiebreaks.engine.prizes.cash import CashAward
from tiebreaks.engine.prizes.notation import show
from tiebreaks.engine.prizes.prize import MEDAL, PRIZE, dollars
from tiebreaks.engine.prizes.reasons import Reason, Why
from tiebreaks.engine.prizes.trophies import TrophyAward
from tiebreaks.engine.ranking.fold import Standing
from tiebreaks.frozen import AwardsRecord
from tiebreaks.published import PlayersDocument, TeamLine

from ...text import prize_reasons, ties, wording
from ...text import prizes as words
from .playing import has_opponents, stage

OVER_THE_BOARD = (Kind.WIN, Kind.LONE_WIN)

# --- beside a name ------------------------------------------------------------------------------


@dataclass(frozen=True)
class TrophyPill:
    """A trophy beside a name, or all the money: the player takes it, or contests it with others.

    ``decided``: games are still being played, and none of them can change it. ``projected``: it would be
    theirs if it ended now. ``open``: a result or the director can still move it, so it does not look won;
    what was announced does.
    """

    text: str
    contested: bool
    decided: bool = False
    projected: bool = False
    open: bool = False


def pills(document: PlayersDocument) -> dict[int, list[TrophyPill]]:
    """What each winner takes: trophies, the money, medals for a score; of those who contest some, all that
    they may take."""
    found: dict[int, list[TrophyPill]] = {}
    for prizes, winners in _contests(document):
        for number in winners:
            mine = [award.prize for award in prizes if number in award.winners]
            pill = TrophyPill(
                words.pill(mine, undecided=True),
                contested=True,
                projected=not document.finished,
                open=_open(document, announced=False),
            )
            found.setdefault(number, []).append(pill)
    medals: list[tuple[int, TrophyPill]] = []
    sure = decided_trophies(document)
    for at, award in enumerate(document.awards.trophies):
        for number in () if award.contest else award.winners:
            moves = at not in sure and not _lasts(award.prize)
            pill = TrophyPill(
                words.pill([award.prize]),
                contested=False,
                decided=at in sure,
                projected=moves and not document.finished,
                open=moves and _open(document, _is_announced(document, award)),
            )
            if award.prize.scope is Scope.SCORE:
                medals.append((number, pill))
            else:
                found.setdefault(number, []).append(pill)
    for number, pill in [*_money(document), *medals]:
        found.setdefault(number, []).append(pill)
    return found


def _money(document: PlayersDocument) -> Iterator[tuple[int, TrophyPill]]:
    """All that each player is paid. Games still being played can move any of it."""
    paid = {payment.number for award in document.awards.cash for payment in award.payments if payment.cents}
    announced = {(share.winner.number, share.cents) for share in _announced(document).cash}
    for number in paid:
        money = words.money_pill(document.awards.cash, number)
        is_open = _open(document, (number, document.awards.cents(number)) in announced)
        yield number, TrophyPill(money, contested=False, projected=not document.finished, open=is_open)


def _open(document: PlayersDocument, announced: bool) -> bool:
    """Whether the director can still move a prize: the section is not final, and its winners are not those
    ``announced``."""
    return document.final is None and not announced


def _announced(document: PlayersDocument) -> AwardsRecord:
    """The awards as they were frozen, while no game is open and the section is not reopened."""
    holds = document.frozen and document.finished and not document.reopened
    return document.frozen.record if document.frozen and holds else AwardsRecord()


def _is_announced(document: PlayersDocument, award: TrophyAward) -> bool:
    line = show([award.prize])
    return any(
        each.line == line and {winner.number for winner in each.winners} == set(award.winners)
        for each in _announced(document).awards
    )


def _lasts(prize: Prize) -> bool:
    """Whether who has it now keeps it: points do not go away again, and with them no medal for a score,
    unless a trophy takes its place; what is chosen is chosen."""
    return prize.scope is Scope.CHOICE or (prize.scope is Scope.SCORE and not prize.without_trophy)


def decided_trophies(document: PlayersDocument) -> frozenset[int]:
    """The indices of trophies that stay with who has them now, before the end. At the end all do, and pages
    say so once. One that is sure of another, while open games count as played, has no mark."""
    if document.finished:
        return frozenset()
    sure, awards = decided(document).trophies, document.awards.trophies
    return frozenset(at for at, winners in sure.items() if winners == awards[at].winners)


def _contests(document: PlayersDocument) -> list[tuple[list[TrophyAward], list[int]]]:
    """The trophies that hang on one decision, with all who may take one of them, the best first."""
    together: dict[int, list[TrophyAward]] = {}
    for award in document.awards.trophies:
        if award.contest:
            together.setdefault(award.contest, []).append(award)
    found = []
    for awards in together.values():
        may = {number for award in awards for number in award.winners}
        found.append((awards, [s.number for s in document.standings if s.number in may]))
    return found


def contested_ties(document: PlayersDocument) -> list[frozenset[int]]:
    """Of each contested trophy those who may take it; a tie matters if two of it are among them."""
    return [frozenset(award.winners) for award in document.awards.trophies if award.contest]


def undecided(document: PlayersDocument) -> int:
    """How many decisions about trophies are open."""
    return len(_contests(document))


# --- what there is ------------------------------------------------------------------------------


class Kinds(NamedTuple):
    """What kinds of things the prizes of a section are, and whether any is money."""

    things: frozenset[str]
    money: bool

    @property
    def first(self) -> str:
        """The page that they open on: medals alone come after the money."""
        return "cash" if self.money and not self.things - {MEDAL} else "trophies"

    @property
    def all_trophies(self) -> bool:
        """Whether trophies and medals are all that there is; else they are called prizes."""
        return not self.money and PRIZE not in self.things

    @property
    def pages(self) -> list[str]:
        """The pages that show any; without prizes that of trophies says so."""
        return [*(["trophies"] if self.things or not self.money else []), *(["cash"] if self.money else [])]


def kinds(document: PlayersDocument) -> Kinds:
    things = frozenset(prize.item for prize in document.prizes if prize.item)
    return Kinds(things, any(prize.cents for prize in document.prizes))


# --- the page of trophies -----------------------------------------------------------------------


@dataclass(frozen=True)
class TrophyLine:
    """A trophy, or several that hang on one decision: whose it is, and why not somebody else's.

    ``decided`` and ``open`` are those of the pill. ``reasons`` are sentences; ``how`` says how it came about
    where people decided. ``against`` is the player that the why page compares the winner with. ``skipped``
    says why players ahead of the winner do not take it.
    """

    title: str
    badge: str
    winners: Sequence[Card | TeamLine]
    contested: int
    reasons: tuple[str, ...]
    announced: str = ""
    medal: bool = False
    decided: bool = False
    open: bool = False
    against: int | None = None
    how: str = ""
    skipped: tuple[SafeString, ...] = ()

    @property
    def reason(self) -> SafeString:
        return wording.paragraph(self.reasons)


@dataclass(frozen=True)
class TrophyPage:
    lines: list[TrophyLine]
    medals: list[TrophyLine]
    unawarded: list[tuple[str, str]]
    # Whose they are is told later, and how.
    later: list[tuple[str, str]]
    teams: tuple[Prize, ...]
    announced: list[str]
    terms: list[str]
    on_top: str
    money: bool
    has_opponents: bool


def trophy_page(document: PlayersDocument) -> TrophyPage:
    lines, done = [], set()
    for award in document.awards.trophies:
        if award.contest and award.contest not in done:
            done.add(award.contest)
            lines.append(_contested(document, award))
        elif not award.contest:
            lines.append(_settled(document, award))
    return TrophyPage(
        lines=[line for line in lines if line.winners and not line.medal],
        medals=[line for line in lines if line.winners and line.medal],
        unawarded=list(_unawarded(document, later=False)),
        later=list(_unawarded(document, later=True)),
        teams=document.awards.teams,
        announced=words.announced(
            # Of teams the tables tell, where there are any.
            [
                replace(prize, cents=0)
                for prize in document.prizes
                if prize.item and not (prize.scope is Scope.TEAM and document.tables)
            ]
        ),
        terms=words.terms(document.terms, document.prizes),
        on_top=words.on_top(document.prizes),
        money=kinds(document).money,
        has_opponents=has_opponents(document),
    )


def _unawarded(document: PlayersDocument, *, later: bool) -> Iterator[tuple[str, str]]:
    """Trophies without a winner, and why: those that get one ``later``, or all others. Neighbors with one
    reason share a line, as announced."""
    waiting = (Why.UNNAMED, Why.AT_END)
    empty = [a for a in document.awards.trophies if not a.winners and (a.why.why in waiting) == later]
    for why, awards in groupby(empty, key=lambda award: award.why):
        for line in words.announced([replace(award.prize, cents=0) for award in awards]):
            yield line, prize_reasons.reason(why)


def each_trophy(document: PlayersDocument) -> Iterator[tuple[TrophyAward, TrophyLine]]:
    """One by one in the order of value, also those that hang on one decision."""
    for award in document.awards.trophies:
        yield award, (_contested if award.contest else _settled)(document, award)


def _contested(document: PlayersDocument, award: TrophyAward) -> TrophyLine:
    awards, winners = next(pair for pair in _contests(document) if award in pair[0])
    standings = {s.number: s for s in document.standings}
    tied = {ties.tied_on(standings[number].score_q): None for number in winners}
    return TrophyLine(
        title=words.trophies([each.prize for each in awards]),
        badge=words.badge([each.prize for each in awards]),
        winners=[document.chart.by_number[number] for number in winners],
        contested=len(awards),
        reasons=(*tied, ties.undecided(len(winners), stage(document))),
        skipped=tuple(dict.fromkeys(reason for each in awards for reason in _skipped(document, each))),
    )


def _settled(document: PlayersDocument, award: TrophyAward) -> TrophyLine:
    prize = award.prize
    against, how = None, ""
    reasons: tuple[str, ...] = (prize_reasons.reason(award.why),)
    if award.winners and prize.scope is Scope.UPSET:
        reasons = (_upset(document, document.chart.by_number[award.winners[0]]),)
    elif award.winners and prize.for_everybody:
        reasons = prize_reasons.to_everybody(prize)
    elif award.winners and prize.scope not in (Scope.SCORE, Scope.CHOICE) and not prize.private:
        standing = document.by_number[award.winners[0]]
        place = prize.scope is Scope.PLACE
        if place:
            first = ties.among_tied(standing)
        else:
            first = _of_group(standing, prize, award.passed, best=award.why.why is Why.BEST)
        # The player whom the money put first may be behind the next in line.
        if award.why.why is Why.BEST:
            reason, against, how = _ahead(
                document, standing, () if place and _alone(standing) else award.behind, place
            )
            reasons = (first, reason) if reason else (first,)
        else:
            reasons = (first, *reasons)
        if prize.of_grades:
            reasons = (words.in_grade(document.chart.by_number[award.winners[0]]), *reasons)
    sure = any(document.awards.trophies[at] is award for at in decided_trophies(document))
    return TrophyLine(
        title=words.trophies([prize]),
        badge=words.badge([prize]),
        announced=words.offered(replace(prize, name="")) if prize.name and prize.item != PRIZE else "",
        medal=prize.scope is Scope.SCORE,
        decided=sure,
        open=not sure and not _lasts(prize) and _open(document, _is_announced(document, award)),
        winners=[document.chart.by_number[number] for number in award.winners],
        contested=0,
        reasons=reasons,
        against=against,
        how=how,
        skipped=_skipped(document, award),
    )


def _skipped(document: PlayersDocument, award: TrophyAward) -> tuple[SafeString, ...]:
    """Why players ahead of the winner do not take the trophy. For an age it would tell their ages."""
    if award.prize.private:
        return ()
    return tuple(prize_reasons.reasons(award.passed, _names(document)))


def _of_group(standing: Standing, prize: Prize, passed: Sequence[Reason], *, best: bool = True) -> str:
    """Why somebody has a prize that is for some players only. Of an age or a mark it does not tell whether
    others have it too."""
    place = ties.in_section(standing)
    return prize_reasons.best_of_group(prize, passed, place) if best and not prize.private else place


def _alone(standing: Standing) -> bool:
    return standing.first == standing.last


def _ahead(
    document: PlayersDocument, standing: Standing, behind: tuple[int, ...], place: bool
) -> tuple[SafeString | str, int | None, str]:
    """What sets a winner apart from the next in line, who that is, and how it was recorded if people decided.

    For a ``place``, the last of a tie is compared with the player above.
    """
    ranked = document.standings
    at = {each.number: index for index, each in enumerate(ranked)}
    mine = at[standing.number]
    other = next((at[number] for number in behind if ranked[at[number]].score_q == standing.score_q), None)
    if other is None and place and standing.decided_by is not None:
        other = mine - 1
    if other is None:
        return _on_score(document, behind, place), None, ""
    between = ranked[min(mine, other) + 1 : max(mine, other) + 1]
    step = min((s.decided_by for s in between if s.decided_by is not None), default=None)
    if step is None:
        return "", None, ""
    posted, column, rival = document.steps[step], document.values[step], ranked[other].number
    decision = document.ranking().decision(step, standing.number) if posted.system.by_people else None
    how = ties.recording(decision, document.recording(decision)) if decision else ""
    told = ties.next_after
    if mine < other:
        told = ties.ahead_of if place else ties.next_in_line
    name = document.chart.by_number[rival].name
    return told(posted, column.get(standing.number), name, column.get(rival)), rival, how


def _on_score(document: PlayersDocument, behind: tuple[int, ...], place: bool) -> SafeString | str:
    """The next in line has a lower score."""
    waiting = [standing for standing in document.standings if standing.number in behind]
    if not waiting:
        return ""
    names = [document.chart.by_number[standing.number].name for standing in waiting]
    told = ties.ahead_on_score if place else ties.next_on_score
    return told(names, waiting[0].score_q)


def _upset(document: PlayersDocument, card: Card) -> SafeString:
    """The opponent that the winner beat, and how much higher that opponent was rated."""
    names = document.chart.by_number
    beaten = [names[cell.opponent] for cell in card.cells if cell.opponent and cell.kind in OVER_THE_BOARD]
    best = max(beaten, key=lambda other: other.rating or 0)
    return prize_reasons.upset(best.name, (best.rating or 0) - (card.rating or 0))


# --- what no result decides ---------------------------------------------------------------------


@dataclass(frozen=True)
class Choice:
    """A prize by the director's choice: what it is called in forms and on pages, and who was named."""

    key: str
    title: str
    winner: Card | None


def choices(document: PlayersDocument) -> list[Choice]:
    named, cards = dict(document.terms.chosen), document.chart.by_number
    keys = dict.fromkeys(prize.choice for prize in document.prizes if prize.scope is Scope.CHOICE)
    return [Choice(key, capfirst(key), cards.get(named.get(key, 0))) for key in keys]


# --- the page of the money ----------------------------------------------------------------------


@dataclass(frozen=True)
class CashLine:
    """Players who divide the prizes that they brought in."""

    tied: str
    brought: list[str]
    pool: str
    paid: list[tuple[Card, str]]
    reasons: list[SafeString]
    left: str
    skipped: list[SafeString]


@dataclass(frozen=True)
class CashPage:
    """All the money: what is paid and what no one won add up to what is offered."""

    shares: list[CashLine]
    unpaid: list[tuple[str, str, SafeString]]
    payout: list[tuple[Card, str]]
    offered: str
    paid: str
    left: str
    announced: list[str]
    terms: list[str]
    has_opponents: bool


def cash_page(document: PlayersDocument) -> CashPage:
    awards = document.awards
    numbers = [standing.number for standing in document.standings]
    payout = [(number, awards.cents(number)) for number in numbers]
    paid = sum(cents for _number, cents in payout)
    left = sum(unpaid.purse.cents for unpaid in awards.unpaid)
    return CashPage(
        shares=[_cash_line(document, award) for award in awards.cash],
        unpaid=[
            (words.money(*u.purse), dollars(u.purse.cents), prize_reasons.reason(u.why))
            for u in awards.unpaid
        ],
        payout=[(document.chart.by_number[n], dollars(cents)) for n, cents in payout if cents],
        offered=dollars(paid + left),
        paid=dollars(paid),
        left=dollars(left) if left else "",
        announced=words.announced([replace(prize, item="") for prize in document.prizes if prize.cents]),
        terms=words.terms(document.terms, document.prizes),
        has_opponents=has_opponents(document),
    )


def _cash_line(document: PlayersDocument, award: CashAward) -> CashLine:
    cards = document.chart.by_number
    standings = [s for s in document.standings if s.number in award.players]
    cents = {payment.number: payment.cents for payment in award.payments}
    tied = ""
    if award.brought[0].prize.scope is Scope.UPSET:
        # Its winners tie in what they won against, whatever their places are.
        tied = wording.paragraph(_upset(document, cards[s.number]) for s in standings)
    elif award.brought[0].prize.scope is not Scope.CHOICE and len({s.first for s in standings}) == 1:
        first, prize = standings[0], award.brought[0].prize
        if not _alone(first):
            tied = ties.tied_for(first)
        elif prize.scope is Scope.PLACE:
            tied = ties.alone_in_place(first)
        else:
            tied = _of_group(first, prize, award.passed)
    return CashLine(
        tied=tied,
        brought=[words.money(purse.prize, purse.cents) for purse in award.brought],
        pool=dollars(sum(purse.cents for purse in award.brought)),
        paid=[(cards[s.number], dollars(cents[s.number])) for s in standings],
        reasons=prize_reasons.reasons_of(award, _names(document)),
        left=dollars(sum(purse.cents for purse in award.left)) if award.left else "",
        # Of an age it would say whose it is.
        skipped=[]
        if any(purse.prize.private for purse in award.brought)
        else prize_reasons.reasons(award.passed, _names(document)),
    )


def _names(document: PlayersDocument) -> dict[int, str]:
    return {card.number: card.name for card in document.chart.cards}
