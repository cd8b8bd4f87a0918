"""The boards of a posted round that were removed, by the log: whom those who have none now were to meet."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from ...models import LogEntry, Player, Round, Section
from ...pairing.repairing import Step
from ..history.log import holding_now
from ..public.changed_pairings import OF_RESULTS


def removed_boards(section: Section, number: int, alone: Collection[int]) -> list[Step]:
    """The last board that each of those who are ``alone`` had in the round, they first.

    A step that was undone removed none, and its undoing took back none: that board never was.
    """
    if not alone:
        return []
    round = Round.objects.get(section=section, number=number)
    called = dict(Player.objects.filter(section=section).values_list("pk", "number"))
    since = LogEntry.objects.filter(standings=section.standings_id, at__gte=round.published_at)
    found: dict[int, Step] = {}
    steps = since.filter(undoes=None).exclude(verb__in=OF_RESULTS)
    holding = holding_now(steps.values_list("pk", flat=True))
    for pk, rows in steps.order_by("-pk").values_list("pk", "rows"):
        for one, other in _removed(rows, round.pk) if holding[pk] else ():
            if called.get(one) in alone and other in called:
                found.setdefault(called[one], (called[one], called[other]))
        if len(found) == len(alone):
            break
    return list(found.values())


def _removed(rows: Iterable[Any], round: int) -> Iterator[tuple[int, int]]:
    """Who sat at each board of a round that an entry removed, each of the two first, by primary key."""
    sat: defaultdict[int, list[int]] = defaultdict(list)
    for table, _pk, before, after in rows:
        if table == "seat" and before and after is None and before["round_id"] == round and before["game_id"]:
            sat[before["game_id"]].append(before["player_id"])
    for both in sat.values():
        if len(both) == 2:
            yield both[0], both[1]
            yield both[1], both[0]
