"""What the pages of ties show: the groups that wait for people, and what was recorded about others."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Decision
from tiebreaks.engine.ranking.fold import Ranked, Ranking
from tiebreaks.engine.systems import SYSTEMS
from tiebreaks.engine.teams.teams import Teams
from tiebreaks.models import Sheet
from tiebreaks.sheets import SheetBody
from tiebreaks.team_sheets import TeamSheetBody, decision_among

from .. import wallcharts
from ..models import Player, Section, TeamTable, TeamTieDecision, TieDecision
from ..schools.tables import recorded
from ..text import wording
from .prizes import contested_ties
from .team_reasons import with_terms


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
    after: str
    by: str
    at: datetime
    seed: str
    note: str
    withdrawn: bool
    aside: str


@dataclass(frozen=True)
class TiesPage:
    """``open`` names the rounds being played, if any; ``after`` the rounds that count."""

    open: str
    after: str
    counted: int
    finished: bool
    trophy: list[Tie]
    others: list[Tie]
    recorded: list[Recorded]


Typed = Mapping[int, str]


def ties(section: Section, typed: Typed) -> TiesPage:
    """Ties of the sheet's own reading, those about a trophy apart; ``typed`` are places by number."""
    body = SheetBody(Sheet.objects.values_list("body", flat=True).get(section=section))
    ranking = body.ranking()
    winners = {number for award in body.awards.trophies for number in award.winners}
    waiting = [] if body.live or not body.counted else _waiting(ranking, contested_ties(body), winners, typed)
    after = wording.after_round(body.counted)
    return TiesPage(
        open=_("Round %(round)d") % {"round": body.counted} if body.live else "",
        after=after,
        counted=body.counted,
        finished=body.through == body.rounds,
        trophy=[tie for tie in waiting if tie.trophy],
        others=[tie for tie in waiting if not tie.trophy],
        recorded=_of_players(section, ranking),
    )


def team_ties(table: TeamTable, typed: Typed) -> TiesPage:
    """The same of the teams of a table."""
    found = with_terms(table.pk)
    body, ranking = found.body, found.ranking
    contests = [frozenset(award.winners) for award in body.awards if award.contested]
    winners = {number for award in body.awards for number in award.winners}
    waiting = [] if body.live or not body.through else _waiting(ranking, contests, winners, typed)
    playing = [each for each in body.sections if each.live]
    return TiesPage(
        open=", ".join(
            _("Round %(round)d of %(section)s") % {"round": each.counted, "section": each.name}
            for each in playing
        ),
        after=_after_rounds([(each.name, each.counted) for each in body.sections]),
        counted=body.through,
        finished=body.finished,
        trophy=[tie for tie in waiting if tie.trophy],
        others=[tie for tie in waiting if not tie.trophy],
        recorded=_of_teams(table, body, ranking),
    )


def _waiting(
    ranking: Ranked[Any], contests: list[frozenset[int]], winners: set[int], typed: Typed
) -> list[Tie]:
    entrants = ranking.reading.by_number
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
                players=[Tied(n, entrants[n].name, typed.get(n, "")) for n in sorted(group)],
                places=[(str(at), wording.ordinal(first + at)) for at in range(len(group))],
                trophy=any(len(contest & group) > 1 for contest in contests)
                or (split and not winners.isdisjoint(group)),
                codes=codes,
                step=", ".join(_(SYSTEMS[code].name) for code in sorted(codes)) if split else "",
            )
        )
    return found


# --- what was recorded --------------------------------------------------------------------------


def _of_players(section: Section, ranking: Ranking) -> list[Recorded]:
    rows = list(TieDecision.objects.filter(section=section).order_by("-pk"))
    if not rows:
        return []
    players = Player.objects.filter(pk__in=set().union(*(row.members for row in rows)))
    by_key = {player.pk: player for player in players}
    numbers = {pk: player.number for pk, player in by_key.items()}
    names = {pk: player.name for pk, player in by_key.items()}
    counted = None if ranking.reading.live else ranking.reading.counted
    return [
        _recorded(
            row,
            [[names.get(pk, "–") for pk in level] for level in row.order],
            after=wording.after_round(row.after_round),
            now=row.after_round == counted,
            holds=_holds(ranking, wallcharts.decision(row, numbers)),
        )
        for row in rows
    ]


def _of_teams(table: TeamTable, body: TeamSheetBody, ranking: Ranked[Teams]) -> list[Recorded]:
    rows = TeamTieDecision.objects.filter(table=table).order_by("-pk")
    sections = dict(table.event.sections.values_list("pk", "name"))
    drawn_on = table.sections.order_by("pk").values_list("pk", flat=True)
    counted = [[pk, each.counted] for pk, each in zip(drawn_on, body.sections, strict=True)]
    return [
        _recorded(
            row,
            row.order,
            after=_after_rounds([(sections.get(pk, "–"), rounds) for pk, rounds in row.rounds]),
            now=row.rounds == counted and not body.live,
            holds=_holds(ranking, decision_among(ranking.reading, body.counted, recorded(row))),
        )
        for row in rows
    ]


def _after_rounds(rounds: list[tuple[str, int]]) -> str:
    """``after round 5``; where sections are not equally far, each by its name."""
    if len({counted for _name, counted in rounds}) == 1:
        return wording.after_round(rounds[0][1])
    return ", ".join(f"{name} {wording.after_round(counted)}" for name, counted in rounds)


def _holds(ranking: Ranked[Any], decision: Decision | None) -> bool:
    return decision is not None and ranking.holds(decision)


def _recorded(
    row: TieDecision | TeamTieDecision, levels: list[list[str]], *, after: str, now: bool, holds: bool
) -> Recorded:
    aside = ""
    if row.withdrawn:
        aside = _("withdrawn")
    elif not now:
        aside = _("set aside: it was about the standings %(after)s") % {"after": after}
    elif not holds:
        aside = _("set aside: the group changed")
    return Recorded(
        pk=row.pk,
        told=wording.decision(row.get_code_display(), levels),
        after=after,
        by=row.recorded_by,
        at=row.recorded_at,
        seed=row.seed,
        note=row.note,
        withdrawn=row.withdrawn,
        aside=aside,
    )
