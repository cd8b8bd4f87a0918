"""Recording playoffs (34E12) and coin tosses (34E13), for exactly one group of tied players or teams."""

import random
import re
import secrets
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import singledispatch
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from tiebreaks.engine.chart.reading import after_round
from tiebreaks.engine.ranking.fold import Ranked, rank
from tiebreaks.lines import clean_line
from tiebreaks.models import Decision

from .. import wallcharts
from ..changes import Change, standings_change
from ..errors import Conflict, Refused, Trouble
from ..models import HasStandings, Player, Section, TeamTable, Verb
from ..schools import tables as team_tables
from ..schools.names import schools_of
from ..selectors.event.orders import order_in
from ..text.log import Summary, tell
from .seen import check_seen

PLAYOFF, COIN_TOSS = Decision.Codes.PLAYOFF.value, Decision.Codes.COIN_TOSS.value

# Pairing numbers, the best first. Those who stay level share a level.
Levels = Sequence[Collection[int]]

_GAME = re.compile(r"#?([0-9]{1,6})\s*(?:(=)|[\s,;:>–-])\s*#?([0-9]{1,6})")


def record_decision(
    code: str, owner: HasStandings, order: Levels, *, by: User, note: str = "", stamp: str = ""
) -> Decision:
    """Record the outcome of a playoff, or of a coin toss by hand.

    Raises :class:`Refused` unless it orders exactly one group that is still tied, and :class:`Conflict` if
    the standings changed since ``stamp``: a number can mean somebody else by now.
    """
    with standings_change(owner, by=by, verb=Verb.TIE) as change:
        tie = _tied(change.owner)
        _check_still_tied(change.owner, stamp, tie, {number for level in order for number in level})
        _check(tie.ranking, code, order)
        levels = [sorted(tie.keys[number] for number in level) for level in order if level]
        return _create(change, tie, code, levels, by=by, note=note)


def playoff_order(games: str) -> list[list[int]]:
    """The order by points of a playoff's games, one a line: ``5 1`` for 5 beat 1, ``5=1`` for a draw.

    Raises :class:`Refused` with every line that cannot be read.

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
            troubles.append(Trouble(_("line %(line)d") % {"line": at}, line.strip(), expected))
            continue
        points.update({int(match[1]): 1 if match[2] else 2, int(match[3]): 1 if match[2] else 0})
    if troubles:
        raise Refused(_("Nothing was recorded."), troubles)
    return [
        sorted(number for number in points if points[number] == each)
        for each in sorted(set(points.values()), reverse=True)
    ]


def toss_coin(
    owner: HasStandings, group: Collection[int], *, by: User, note: str = "", stamp: str = ""
) -> Decision:
    """Toss a coin for a group that is still tied. A group has one toss: after a withdrawal it comes back.

    The order drawn is the keys of the tied, ascending, shuffled by ``random.Random(seed)``.
    """
    with standings_change(owner, by=by, verb=Verb.TIE) as change:
        tie = _tied(change.owner)
        keys = sorted(tie.keys[number] for number in group if number in tie.keys)
        tosses = Decision.objects.filter(**tie.about).exclude(seed="")
        earlier = next((toss for toss in tosses if tie.is_of(toss, keys)), None)
        if earlier is not None and not earlier.withdrawn:
            raise Conflict(_("Wallchart already tossed a coin for these players. It was not tossed again."))
        _check_still_tied(change.owner, stamp, tie, group)
        _check(tie.ranking, COIN_TOSS, [[number] for number in group])
        if earlier is not None:
            change.update(earlier, withdrawn=False)
            change.say(Summary.DECIDED, **_values(change.owner, earlier))
            return earlier
        seed = secrets.token_hex(8)
        random.Random(seed).shuffle(keys)  # noqa: S311 (anybody can repeat the draw from the seed)
        return _create(change, tie, COIN_TOSS, [[key] for key in keys], by=by, note=note, seed=seed)


def withdraw_decision(owner: HasStandings, decision: Decision, *, by: User, stamp: str = "") -> None:
    """Withdraw a decision. Those it separated are tied again. ``stamp`` as in :func:`record_decision`."""
    with standings_change(owner, by=by, verb=Verb.TIE) as change:
        row = Decision.objects.get(pk=decision.pk, standings=owner.standings_id)
        if row.withdrawn:
            raise Conflict(_("This decision was withdrawn already."))
        check_seen(change.owner, stamp, _changed())
        change.update(row, withdrawn=True)
        change.say(Summary.DECISION_WITHDRAWN, summary=[Summary.DECIDED.value, _values(owner, row)])


# --- who is tied -----------------------------------------------------------------------


class _Tied(NamedTuple):
    """The ranking with its ties, and the stored key of each number.

    ``about`` has the fields of a decision that name the standings as they are now.
    """

    ranking: Ranked[Any]
    keys: Mapping[int, Any]
    about: dict[str, Any]
    same_key: Callable[[Any], Any] = lambda key: key

    def is_of(self, row: Decision, keys: Collection[Any]) -> bool:
        return {self.same_key(key) for key in row.members} == {self.same_key(key) for key in keys}


def _check_still_tied(owner: HasStandings, stamp: str, tie: _Tied, group: Collection[int]) -> None:
    """Raise :class:`Conflict` unless the standings are those of the stamp, if one is given.

    Where somebody decided the very tie of this ``group`` meanwhile, it says how.
    """
    keys = [tie.keys[number] for number in group if number in tie.keys]
    decided = Decision.objects.filter(**tie.about, withdrawn=False).order_by("-pk")
    if stamp not in ("", owner.stamp) and (
        row := next((row for row in decided if tie.is_of(row, keys)), None)
    ):
        how = tell(Summary.DECIDED, _values(owner, row))
        said = _("%(who)s decided this tie in the meantime: %(how)s. Nothing more was recorded.")
        raise Conflict(said % {"who": row.recorded_by, "how": how})
    check_seen(owner, stamp, _changed())


def _changed() -> str:
    return _("The standings changed since this page loaded. Nothing was recorded. Check them again.")


@singledispatch
def _tied(owner: HasStandings) -> _Tied:
    raise TypeError(type(owner))


@_tied.register
def _tied_players(section: Section) -> _Tied:
    chart = wallcharts.load(section).chart
    if chart.open_round is not None:
        raise Refused(
            _("Round %(round)d has games still playing. Decide ties when they finish.")
            % {"round": chart.open_round}
        )
    if not chart.through:
        raise Refused(_("No round is complete, so there are no ties to decide."))
    keys = dict(Player.objects.filter(section=section).values_list("number", "pk"))
    about = {"standings": section.standings, "after_round": chart.through}
    return _Tied(rank(after_round(chart), order_in(section)), keys, about)


@_tied.register
def _tied_teams(table: TeamTable) -> _Tied:
    schools = schools_of(table.event_id)
    source = team_tables.load(table, schools)
    for each in source.sections:
        if each.ranking.reading.live:
            raise Refused(
                _("Round %(round)d of %(section)s has games still playing. Decide ties when they finish.")
                % {"round": each.ranking.reading.counted, "section": each.name}
            )
    after = max(each.ranking.reading.counted for each in source.sections)
    if not after:
        raise Refused(_("No round is complete, so there are no ties to decide."))
    ranking = source.ranked(order_in(table))
    about = {
        "standings": table.standings,
        "after_round": after,
        "rounds": team_tables.rounds_counted(table, source),
    }
    names = {team.number: team.name for team in ranking.reading.teams}
    return _Tied(ranking, names, about, schools.meant)


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
        Decision(
            **tie.about,
            code=code,
            order=levels,
            seed=seed,
            note=clean_line(note)[:300],
            recorded_at=timezone.now(),
            recorded_by=by.get_full_name() or by.get_username(),
        )
    )
    change.say(Summary.DECIDED, **_values(change.owner, row))
    return row


def _values(owner: HasStandings, row: Decision) -> dict[str, Any]:
    """A decision as the log keeps it: with names."""
    return {"system": row.code, "levels": _named(owner, row)}


@singledispatch
def _named(owner: HasStandings, row: Decision) -> list[list[str]]:
    """The names of a decision, level by level. Those of schools are the stored keys."""
    names: list[list[str]] = row.order
    return names


@_named.register
def _named_players(section: Section, row: Decision) -> list[list[str]]:
    names = dict(Player.objects.filter(pk__in=row.members).values_list("pk", "name"))
    return [[section.called(names.get(pk, "–")) for pk in level] for level in row.order]


# --- what is refused --------------------------------------------------------------------


def _check(ranking: Ranked[Any], code: str, order: Levels) -> None:
    """Raise :class:`Refused` unless the order is of exactly one group that the posted order leaves tied."""
    waiting = [group for group, codes in ranking.undecided().items() if code in codes]
    if not waiting:
        raise Refused(_("No ties remain after the posted tiebreaks."))
    named = [number for level in order for number in level]
    if not named:
        raise Refused(_("Choose a place for everyone who is tied."))
    nearest = max(waiting, key=lambda group: len(group.intersection(named)))
    troubles = list(_troubles(ranking, waiting, nearest, named))
    if not troubles and len([level for level in order if level]) < 2:
        troubles.append(
            Trouble(
                _("places"),
                _("the same place for all"),
                _("at least two different places. If all stay tied, there is nothing to record"),
            )
        )
    if troubles:
        raise Refused(_("Nothing was recorded."), troubles)


def _troubles(
    ranking: Ranked[Any], waiting: list[frozenset[int]], nearest: frozenset[int], named: list[int]
) -> list[Trouble]:
    if not nearest.intersection(named):
        groups = "; ".join(_numbers(group) for group in waiting)
        expected = _("exactly one of the groups still tied: %(groups)s") % {"groups": groups}
        return [Trouble(_("tie"), _numbers(named), expected)]
    cards = ranking.reading.by_number
    tied = ", ".join(f"{number} {cards[number].name}" for number in sorted(nearest))
    troubles = []
    for number in sorted(set(named)):
        where = _("number %(number)d") % {"number": number}
        if number not in nearest:
            name = cards[number].name if number in cards else _("an unknown number")
            troubles.append(Trouble(where, name, _("only those still tied: %(tied)s") % {"tied": tied}))
        elif named.count(number) > 1:
            read = _("listed %(times)d times") % {"times": named.count(number)}
            troubles.append(Trouble(where, read, _("each number once")))
    for number in sorted(nearest.difference(named)):
        expected = _("a place for everyone who is tied: %(tied)s") % {"tied": tied}
        troubles.append(Trouble(_("number %(number)d") % {"number": number}, _("no place chosen"), expected))
    return troubles


def _numbers(group: Collection[int]) -> str:
    return ", ".join(map(str, sorted(group)))
