"""What the page of ties shows: the groups that wait for people, and what was recorded about others."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from tiebreaks.engine.ranking import Ranking
from tiebreaks.engine.systems import SYSTEMS
from tiebreaks.models import Sheet
from tiebreaks.sheets import SheetBody

from .. import wallcharts, wording
from ..models import Player, Section, TieDecision
from .prizes import contested_ties


@dataclass(frozen=True)
class Tied:
    """One of the tied; ``chosen`` is the place that was typed where something could not be recorded."""

    number: int
    name: str
    chosen: str


@dataclass(frozen=True)
class Tie:
    """A group that waits for people; ``step`` is the posted step of people at which it waits, if at one."""

    title: str
    players: list[Tied]
    places: list[tuple[str, str]]
    trophy: bool
    codes: frozenset[str]
    step: str


@dataclass(frozen=True)
class Recorded:
    """What was recorded about a tie; ``aside`` says why it decides nothing now."""

    pk: int
    told: str
    after_round: int
    by: str
    at: datetime
    seed: str
    note: str
    withdrawn: bool
    aside: str


@dataclass(frozen=True)
class TiesPage:
    open_round: int | None
    counted: int
    finished: bool
    trophy: list[Tie]
    others: list[Tie]
    recorded: list[Recorded]


def ties(section: Section, typed: Mapping[int, str]) -> TiesPage:
    """Ties of the sheet's own reading, those about a trophy apart; ``typed`` are places by number."""
    body = SheetBody(Sheet.objects.values_list("body", flat=True).get(section=section))
    ranking = body.ranking()
    waiting = [] if body.live or not body.counted else _waiting(body, ranking, typed)
    return TiesPage(
        open_round=body.counted if body.live else None,
        counted=body.counted,
        finished=body.through == body.rounds,
        trophy=[tie for tie in waiting if tie.trophy],
        others=[tie for tie in waiting if not tie.trophy],
        recorded=_recorded(section, ranking),
    )


def _waiting(body: SheetBody, ranking: Ranking, typed: Mapping[int, str]) -> list[Tie]:
    cards = body.chart.by_number
    contests = contested_ties(body)
    winners = {number for award in body.awards.trophies for number in award.winners}
    found = []
    for group, codes in ranking.undecided().items():
        standings = [ranking.by_number[number] for number in group]
        first = min(standing.rank for standing in standings)
        # At a posted step of people a group waits even where the steps after it separate its players.
        split = any(standing.rank != first for standing in standings)
        last = first + len(group) - 1
        found.append(
            Tie(
                title=_("%(places)s, on %(score)s")
                % {"places": wording.places(first, last), "score": wording.score(standings[0].score_q)},
                players=[Tied(n, cards[n].name, typed.get(n, "")) for n in sorted(group)],
                places=[(str(at), wording.ordinal(first + at)) for at in range(len(group))],
                trophy=any(len(contest & group) > 1 for contest in contests)
                or (split and not winners.isdisjoint(group)),
                codes=codes,
                step=", ".join(_(SYSTEMS[code].name) for code in sorted(codes)) if split else "",
            )
        )
    return found


def _recorded(section: Section, ranking: Ranking) -> list[Recorded]:
    rows = list(TieDecision.objects.filter(section=section).order_by("-pk"))
    if not rows:
        return []
    players = Player.objects.filter(pk__in=set().union(*(row.members for row in rows)))
    by_key = {player.pk: player for player in players}
    numbers = {pk: player.number for pk, player in by_key.items()}
    return [
        Recorded(
            pk=row.pk,
            told=wording.decision(
                row.get_code_display(),
                [[by_key[pk].name if pk in by_key else "–" for pk in level] for level in row.order],
            ),
            after_round=row.after_round,
            by=row.recorded_by,
            at=row.recorded_at,
            seed=row.seed,
            note=row.note,
            withdrawn=row.withdrawn,
            aside=_aside(row, ranking, numbers),
        )
        for row in rows
    ]


def _aside(row: TieDecision, ranking: Ranking, numbers: dict[int, int]) -> str:
    """Why something recorded decides nothing now; empty where it holds."""
    if row.withdrawn:
        return _("withdrawn")
    if ranking.reading.live or row.after_round != ranking.reading.counted:
        return _("set aside: it was about the standings after round %(round)d") % {"round": row.after_round}
    decision = wallcharts.decision(row, numbers)
    return "" if decision and ranking.holds(decision) else _("set aside: the group changed")
