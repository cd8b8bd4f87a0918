"""Recording what people decided about a tie (34E12, 34E13), for exactly those who are still tied: players of
a section, or teams of a table.
"""

import random
import re
import secrets
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial, singledispatch
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tiebreaks.engine.chart.reading import after_round
from tiebreaks.engine.ranking.fold import Ranked, Ranking, rank
from tiebreaks.models import Decision

from .. import wallcharts
from ..changes import Change, standings_change
from ..errors import Conflict, Refused, Trouble
from ..models import HasStandings, Player, Section, TeamTable, Verb
from ..schools import tables as team_tables
from ..schools.names import schools_of
from ..selectors.orders import order_in, team_order_in
from ..text.wording import decision as told

PLAYOFF, COIN_TOSS = Decision.Codes.PLAYOFF.value, Decision.Codes.COIN_TOSS.value

# Numbers, the best first; those whom the playoff left level together.
Levels = Sequence[Collection[int]]

_GAME = re.compile(r"#?([0-9]{1,6})\s*(?:(=)|[\s,;:>–-])\s*#?([0-9]{1,6})")


def record_playoff(
    owner: HasStandings, order: Levels, *, by: User, note: str = "", stamp: str = ""
) -> Decision:
    """Record how a playoff ended. :class:`Refused` unless it orders exactly a group that is still tied;
    :class:`Conflict` where a table is not ``stamp``'s any more, because numbers of teams follow their names.
    """
    return _record(owner, PLAYOFF, order, by=by, note=note, stamp=stamp)


def playoff_order(games: str) -> list[list[int]]:
    """The order that a playoff's games make: ``5 1`` a line for 5 beat 1, ``5=1`` for a draw; by points.

    :class:`Refused` with every line that cannot be read.

    >>> playoff_order("5 1\\n3=1")
    [[5], [1, 3]]
    """
    points: Counter[int] = Counter()
    troubles = []
    for at, line in enumerate(games.splitlines(), 1):
        if not line.strip():
            continue
        match = _GAME.fullmatch(line.strip())
        if match is None or int(match[1]) == int(match[3]):
            expected = _("two different numbers, the winner first (5 1), or a draw (5=1)")
            troubles.append(Trouble(_("line %d") % at, line.strip(), expected))
            continue
        points.update({int(match[1]): 1 if match[2] else 2, int(match[3]): 1 if match[2] else 0})
    if troubles:
        raise Refused(_("Nothing was recorded."), troubles)
    return [
        sorted(number for number in points if points[number] == each)
        for each in sorted(set(points.values()), reverse=True)
    ]


def record_toss(owner: HasStandings, order: Levels, *, by: User, note: str = "", stamp: str = "") -> Decision:
    """Record a coin that was tossed by hand, under the same conditions."""
    return _record(owner, COIN_TOSS, order, by=by, note=note, stamp=stamp)


def toss_coin(
    owner: HasStandings, group: Collection[int], *, by: User, note: str = "", stamp: str = ""
) -> Decision:
    """Toss a coin for a group that is still tied. It is tossed once: withdrawn, it falls as it fell before.

    The keys of the tied in ascending order, shuffled by ``random.Random(seed)``, are the order drawn.
    """
    with standings_change(owner, by=by, verb=Verb.TIE) as change:
        tie = _tied(change.owner, stamp)
        _check(tie.ranking, COIN_TOSS, [[number] for number in group])
        keys = sorted(tie.keys[number] for number in group)
        for fell in tie.rows.exclude(seed=""):
            if tie.is_of(fell, keys):
                change.update(fell, withdrawn=False)
                change.summary = _summary(change.owner, fell)
                return fell
        seed = secrets.token_hex(8)
        random.Random(seed).shuffle(keys)  # noqa: S311 (anybody may draw it again from the seed)
        return _create(change, tie, COIN_TOSS, [[key] for key in keys], by=by, note=note, seed=seed)


def withdraw_decision(owner: HasStandings, decision: Decision, *, by: User) -> None:
    """Take back what was recorded about a tie; those whom it separated are tied again."""
    with standings_change(owner, by=by, verb=Verb.TIE) as change:
        row = Decision.objects.get(pk=decision.pk, standings=owner.standings_id)
        change.update(row, withdrawn=True)
        change.summary = _("Withdrawn: %(summary)s") % {"summary": _summary(owner, row)}


# --- where it is recorded -----------------------------------------------------------------------


class _Tied(NamedTuple):
    """Who is ranked where something is recorded: what keeps a number, and what is recorded there already.

    ``row`` makes the row of a new decision, ``rows`` are those about the standings as they are.
    """

    owner: HasStandings
    ranking: Ranked[Any]
    keys: Mapping[int, Any]
    row: Callable[..., Decision]
    rows: QuerySet[Decision]
    meant: Callable[[Any], Any] = lambda key: key

    def is_of(self, row: Decision, keys: Collection[Any]) -> bool:
        return {self.meant(key) for key in row.members} == {self.meant(key) for key in keys}


@singledispatch
def _tied(owner: HasStandings, stamp: str) -> _Tied:
    raise TypeError(type(owner))


@_tied.register
def _tied_players(section: Section, stamp: str) -> _Tied:
    ranking = ranking_now(section)
    keys = dict(Player.objects.filter(section=section).values_list("number", "pk"))
    about = {"standings": section.standings, "after_round": ranking.reading.counted}
    return _Tied(section, ranking, keys, partial(Decision, **about), Decision.objects.filter(**about))


@_tied.register
def _tied_teams(table: TeamTable, stamp: str) -> _Tied:
    if stamp not in ("", table.stamp):
        raise Conflict(
            _("The standings changed since this page was loaded. Nothing was recorded: look again.")
        )
    schools = schools_of(table.event_id)
    source = team_tables.load(table, schools)
    for each in source.sections:
        if each.ranking.reading.live:
            raise Refused(
                _("Round %(round)d of %(section)s is being played. A tie is decided when no game is open.")
                % {"round": each.ranking.reading.counted, "section": each.name}
            )
    after = max(each.ranking.reading.counted for each in source.sections)
    if not after:
        raise Refused(_("No round is complete yet: there is nothing to decide."))
    ranking = source.ranked(team_order_in(table))
    about = {
        "standings": table.standings,
        "after_round": after,
        "rounds": team_tables.rounds_counted(table, source),
    }
    return _Tied(
        table,
        ranking,
        {team.number: team.name for team in ranking.reading.teams},
        partial(Decision, **about),
        Decision.objects.filter(**about),
        schools.meant,
    )


def ranking_now(section: Section) -> Ranking:
    """The ranking after the last round, by the order that holds; :class:`Refused` while a game is open."""
    chart = wallcharts.load(section).chart
    if chart.open_round is not None:
        raise Refused(
            _("Round %(round)d is being played. A tie is decided when no game is open.")
            % {"round": chart.open_round}
        )
    if not chart.through:
        raise Refused(_("No round is complete yet: there is nothing to decide."))
    return rank(after_round(chart), order_in(section))


def _record(owner: HasStandings, code: str, order: Levels, *, by: User, note: str, stamp: str) -> Decision:
    with standings_change(owner, by=by, verb=Verb.TIE) as change:
        tie = _tied(change.owner, stamp)
        _check(tie.ranking, code, order)
        levels = [sorted(tie.keys[number] for number in level) for level in order if level]
        return _create(change, tie, code, levels, by=by, note=note)


def _create(
    change: Change[Any],
    tie: _Tied,
    code: str,
    levels: list[list[Any]],
    *,
    by: User,
    note: str,
    seed: str = "",
) -> Decision:
    row = change.create(
        tie.row(
            code=code,
            order=levels,
            seed=seed,
            note=note.strip()[:300],
            recorded_at=timezone.now(),
            recorded_by=by.get_full_name() or by.get_username(),
        )
    )
    change.summary = _summary(tie.owner, row)
    return row


@singledispatch
def _summary(owner: HasStandings, row: Decision) -> str:
    return told(row.get_code_display(), row.order)


@_summary.register
def _summary_of_players(section: Section, row: Decision) -> str:
    names = dict(Player.objects.filter(pk__in=row.members).values_list("pk", "name"))
    return told(row.get_code_display(), [[names.get(pk, "–") for pk in level] for level in row.order])


# --- what cannot be recorded --------------------------------------------------------------------


def _check(ranking: Ranked[Any], code: str, order: Levels) -> None:
    """:class:`Refused`, with what is allowed, unless exactly a group that waits for people is ordered."""
    waiting = [group for group, codes in ranking.undecided().items() if code in codes]
    if not waiting:
        raise Refused(
            _("Nobody is tied whom the posted order does not separate: there is nothing to decide.")
        )
    named = [number for level in order for number in level]
    nearest = max(waiting, key=lambda group: len(group.intersection(named)))
    troubles = list(_troubles(ranking, waiting, nearest, named))
    if not troubles and len([level for level in order if level]) < 2:
        troubles.append(Trouble(_("places"), _("everybody level"), _("at least two different places")))
    if troubles:
        raise Refused(_("Nothing was recorded."), troubles)


def _troubles(
    ranking: Ranked[Any], waiting: list[frozenset[int]], nearest: frozenset[int], named: list[int]
) -> list[Trouble]:
    if not nearest.intersection(named):
        groups = "; ".join(_numbers(group) for group in waiting)
        expected = _("exactly one of the groups that are still tied: %(groups)s") % {"groups": groups}
        return [Trouble(_("tie"), _numbers(named) or _("nobody"), expected)]
    cards = ranking.reading.by_number
    tied = ", ".join(f"{number} {cards[number].name}" for number in sorted(nearest))
    troubles = []
    for number in sorted(set(named)):
        where = _("number %d") % number
        if number not in nearest:
            name = cards[number].name if number in cards else _("nobody")
            troubles.append(
                Trouble(where, name, _("only those who are still tied: %(tied)s") % {"tied": tied})
            )
        elif named.count(number) > 1:
            troubles.append(Trouble(where, _("named %d times") % named.count(number), _("each of them once")))
    for number in sorted(nearest.difference(named)):
        expected = _("a place for everybody who is still tied: %(tied)s") % {"tied": tied}
        troubles.append(Trouble(_("number %d") % number, _("no place"), expected))
    return troubles


def _numbers(group: Collection[int]) -> str:
    return ", ".join(map(str, sorted(group)))
