"""What the pages of ties show: groups that need a decision, and recorded decisions."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import singledispatch
from typing import Any

from django.utils.translation import gettext as _

from tiebreaks.computing import decision_among
from tiebreaks.engine.chart.wallchart import Decision
from tiebreaks.engine.ranking.fold import Ranked, Ranking
from tiebreaks.engine.systems import SYSTEMS
from tiebreaks.engine.teams.teams import Teams
from tiebreaks.models import Decision as DecisionRow
from tiebreaks.published import TeamsDocument
from tiebreaks.selectors import players_document

from ... import wallcharts
from ...models import HasStandings, Player, Section, TeamTable
from ...schools.tables import recorded
from ...text import wording
from ...text.log import Summary, tell
from ..public.prizes import contested_ties
from ..public.team_reasons import with_terms
from .unposted import Unposted, unposted_in


@dataclass(frozen=True)
class Tied:
    """One of the tied entries; ``chosen`` is the place that was typed, when a decision was refused."""

    number: int
    name: str
    chosen: str


@dataclass(frozen=True)
class TieLine:
    """A group that needs a decision; ``step`` names the posted step that asks for it, if one does."""

    title: str
    players: list[Tied]
    places: list[tuple[str, str]]
    trophy: bool
    codes: frozenset[str]
    step: str

    @property
    def numbers(self) -> set[int]:
        return {each.number for each in self.players}


@dataclass(frozen=True)
class DecisionLine:
    """A recorded decision; ``set_aside`` says why it no longer applies, if it does not."""

    row: DecisionRow
    outcome: str
    after: str
    set_aside: str


@dataclass(frozen=True)
class TiesPage:
    """``open`` names the rounds with open games; ``after`` the rounds that count; ``unposted`` is a table of
    teams whose order nobody posted."""

    open: str
    after: str
    counted: int
    finished: bool
    trophy: list[TieLine]
    others: list[TieLine]
    decisions: list[DecisionLine]
    unposted: Unposted | None = None

    @property
    def decided(self) -> bool:
        """Whether a recorded decision applies now."""
        return any(not decision.set_aside for decision in self.decisions)


Typed = Mapping[int, str]


def tie_of(owner: HasStandings, numbers: set[int]) -> TieLine | None:
    """The tie of exactly these numbers, while it needs a decision."""
    page = ties(owner, {})
    lines = [*page.trophy, *page.others]
    return next((tie for tie in lines if {player.number for player in tie.players} == numbers), None)


@singledispatch
def ties(owner: HasStandings, typed: Typed) -> TiesPage:
    """Ties of the published standings, those for a trophy apart; ``typed`` are places by number."""
    raise TypeError(type(owner))


@ties.register
def _in_section(section: Section, typed: Typed) -> TiesPage:
    document = players_document(section.standings_id)
    ranking = document.ranking()
    winners = {number for award in document.awards.trophies for number in award.winners}
    waiting = (
        []
        if document.live or not document.counted
        else _waiting(ranking, contested_ties(document), winners, typed)
    )
    after = wording.after_round(document.counted)
    return TiesPage(
        open=_("Round %(round)d") % {"round": document.counted} if document.live else "",
        after=after,
        counted=document.counted,
        finished=document.through == document.rounds,
        trophy=[tie for tie in waiting if tie.trophy],
        others=[tie for tie in waiting if not tie.trophy and _any_met(tie, ranking)],
        decisions=_of_players(section, ranking),
    )


def _any_met(tie: TieLine, ranking: Ranking) -> bool:
    """Whether any of the tied was paired with somebody: those who never came play no playoff."""
    cards = ranking.reading.by_number
    return any(cell.opponent for number in tie.numbers for cell in cards[number].cells)


@ties.register
def _in_table(table: TeamTable, typed: Typed) -> TiesPage:
    found = with_terms(table.standings_id)
    document, ranking = found.document, found.ranking
    contests = [frozenset(award.winners) for award in document.awards if award.contest]
    winners = {number for award in document.awards for number in award.winners}
    waiting = [] if document.live or not document.through else _waiting(ranking, contests, winners, typed)
    playing = [each for each in document.sections if each.live]
    return TiesPage(
        open="; ".join(
            _("Round %(round)d of %(section)s") % {"round": each.counted, "section": each.name}
            for each in playing
        ),
        after=_after_rounds([(each.name, each.counted) for each in document.sections]),
        counted=document.through,
        finished=document.finished,
        trophy=[tie for tie in waiting if tie.trophy],
        others=[tie for tie in waiting if not tie.trophy],
        decisions=_of_teams(table, document, ranking),
        unposted=unposted_in(table),
    )


def _waiting(
    ranking: Ranked[Any], contests: list[frozenset[int]], winners: set[int], typed: Typed
) -> list[TieLine]:
    entrants = ranking.reading.by_number
    found = []
    for group, codes in ranking.undecided().items():
        standings = [ranking.by_number[number] for number in group]
        first = min(standing.rank for standing in standings)
        # A posted playoff or toss is required even if later steps would separate the group.
        split = any(standing.rank != first for standing in standings)
        last = first + len(group) - 1
        found.append(
            TieLine(
                title=_("Tied for %(places)s on %(score)s")
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


def _of_players(section: Section, ranking: Ranking) -> list[DecisionLine]:
    rows = list(DecisionRow.objects.filter(standings=section.standings_id).order_by("-pk"))
    if not rows:
        return []
    players = Player.objects.filter(pk__in=set().union(*(row.members for row in rows)))
    by_key = {player.pk: player for player in players}
    numbers = {pk: player.number for pk, player in by_key.items()}
    names = {pk: section.called(player.name) for pk, player in by_key.items()}
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


def _of_teams(table: TeamTable, document: TeamsDocument, ranking: Ranked[Teams]) -> list[DecisionLine]:
    rows = DecisionRow.objects.filter(standings=table.standings_id).order_by("-pk")
    sections = dict(table.event.sections.values_list("pk", "name"))
    counted = [
        [section.pk, each.counted]
        for section, each in zip(table.counted_sections, document.sections, strict=True)
    ]
    return [
        _recorded(
            row,
            row.order,
            after=_after_rounds([(sections.get(pk, "–"), rounds) for pk, rounds in row.rounds]),
            now=row.rounds == counted and not document.live,
            holds=_holds(ranking, decision_among(ranking.reading, document.counting, recorded(row))),
        )
        for row in rows
    ]


def _after_rounds(rounds: list[tuple[str, int]]) -> str:
    """``after round 5``; each section by its name where they have played different numbers of rounds."""
    if len({counted for _name, counted in rounds}) == 1:
        return wording.after_round(rounds[0][1])
    return "; ".join(
        _("%(section)s after round %(round)d") % {"section": name, "round": counted}
        for name, counted in rounds
    )


def _holds(ranking: Ranked[Any], decision: Decision | None) -> bool:
    return decision is not None and ranking.holds(decision)


def _recorded(
    row: DecisionRow, levels: list[list[str]], *, after: str, now: bool, holds: bool
) -> DecisionLine:
    set_aside = ""
    if row.withdrawn:
        set_aside = _("withdrawn")
    elif not now:
        set_aside = _("set aside: applied to other standings (%(after)s)") % {"after": after}
    elif not holds:
        set_aside = _("set aside: the tied group changed")
    outcome = tell(Summary.DECIDED, {"system": row.code, "levels": levels})
    return DecisionLine(row, outcome, after, set_aside)
