"""Recording what people decided about a tie (34E12, 34E13), for exactly the players who are still tied."""

import random
import re
import secrets
from collections import Counter
from collections.abc import Collection, Sequence

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from tiebreaks.engine.ranking import Ranking, rank
from tiebreaks.engine.reading import after_round

from .. import wallcharts
from ..changes import Change, section_change
from ..errors import Refused, Trouble
from ..models import Player, Section, TieDecision
from ..wording import decision as told
from .orders import order_in

PLAYOFF, COIN_TOSS = TieDecision.Codes.PLAYOFF.value, TieDecision.Codes.COIN_TOSS.value

# Numbers, the best first; those whom the playoff left level together.
Levels = Sequence[Collection[int]]

_GAME = re.compile(r"#?([0-9]{1,6})\s*(?:(=)|[\s,;:>–-])\s*#?([0-9]{1,6})")


def record_playoff(section: Section, order: Levels, *, by: User, note: str = "") -> TieDecision:
    """Record how a playoff ended. :class:`Refused` unless it orders exactly a group that is still tied."""
    return _record(section, PLAYOFF, order, by=by, note=note)


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


def record_toss(section: Section, order: Levels, *, by: User, note: str = "") -> TieDecision:
    """Record a coin that was tossed by hand, under the same conditions."""
    return _record(section, COIN_TOSS, order, by=by, note=note)


def toss_coin(section: Section, group: Collection[int], *, by: User, note: str = "") -> TieDecision:
    """Toss a coin for a group that is still tied. It is tossed once: withdrawn, it falls as it fell before.

    The players' keys in ascending order, shuffled by ``random.Random(seed)``, are the order drawn.
    """
    with section_change(section.pk, by=by, verb="tie") as change:
        ranking = ranking_now(change.section)
        _check(ranking, COIN_TOSS, [[number] for number in group])
        keys = sorted(_keys(change.section, group).values())
        after = ranking.reading.counted
        tossed = TieDecision.objects.filter(section=change.section, after_round=after).exclude(seed="")
        for fell in tossed:
            if fell.members == set(keys):
                change.update(fell, withdrawn=False)
                change.summary = _summary(fell)
                return fell
        seed = secrets.token_hex(8)
        random.Random(seed).shuffle(keys)  # noqa: S311 (anybody may draw it again from the seed)
        return _create(change, COIN_TOSS, after, [[key] for key in keys], by=by, note=note, seed=seed)


def withdraw_decision(decision: TieDecision, *, by: User) -> None:
    """Take back what was recorded about a tie; the players are tied again."""
    with section_change(decision.section_id, by=by, verb="tie") as change:
        row = TieDecision.objects.get(pk=decision.pk)
        change.update(row, withdrawn=True)
        change.summary = _("Withdrawn: %(summary)s") % {"summary": _summary(row)}


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


def _record(section: Section, code: str, order: Levels, *, by: User, note: str) -> TieDecision:
    with section_change(section.pk, by=by, verb="tie") as change:
        ranking = ranking_now(change.section)
        _check(ranking, code, order)
        keys = _keys(change.section, [number for level in order for number in level])
        levels = [sorted(keys[number] for number in level) for level in order if level]
        return _create(change, code, ranking.reading.counted, levels, by=by, note=note)


def _create(
    change: Change, code: str, after: int, levels: list[list[int]], *, by: User, note: str, seed: str = ""
) -> TieDecision:
    row = change.create(
        TieDecision(
            section=change.section,
            code=code,
            after_round=after,
            order=levels,
            seed=seed,
            note=note.strip()[:300],
            recorded_at=timezone.now(),
            recorded_by=by.get_full_name() or by.get_username(),
        )
    )
    change.summary = _summary(row)
    return row


def _keys(section: Section, numbers: Collection[int]) -> dict[int, int]:
    return dict(Player.objects.filter(section=section, number__in=numbers).values_list("number", "pk"))


def _summary(row: TieDecision) -> str:
    names = dict(Player.objects.filter(pk__in=row.members).values_list("pk", "name"))
    return told(row.get_code_display(), [[names.get(pk, "–") for pk in level] for level in row.order])


# --- what cannot be recorded --------------------------------------------------------------------


def _check(ranking: Ranking, code: str, order: Levels) -> None:
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
    ranking: Ranking, waiting: list[frozenset[int]], nearest: frozenset[int], named: list[int]
) -> list[Trouble]:
    if not nearest.intersection(named):
        groups = "; ".join(_numbers(group) for group in waiting)
        expected = _("exactly one of the groups that are still tied: %(groups)s") % {"groups": groups}
        return [Trouble(_("players"), _numbers(named) or _("nobody"), expected)]
    cards = ranking.reading.by_number
    tied = ", ".join(f"{number} {cards[number].name}" for number in sorted(nearest))
    troubles = []
    for number in sorted(set(named)):
        where = _("number %d") % number
        if number not in nearest:
            name = cards[number].name if number in cards else _("nobody")
            troubles.append(
                Trouble(where, name, _("only players who are still tied: %(tied)s") % {"tied": tied})
            )
        elif named.count(number) > 1:
            troubles.append(Trouble(where, _("named %d times") % named.count(number), _("each player once")))
    for number in sorted(nearest.difference(named)):
        expected = _("a place for everybody who is still tied: %(tied)s") % {"tied": tied}
        troubles.append(Trouble(_("number %d") % number, _("no place"), expected))
    return troubles


def _numbers(group: Collection[int]) -> str:
    return ", ".join(map(str, sorted(group)))
