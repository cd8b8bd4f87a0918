"""The boards of a posted round that were removed, by the log: whom those who have none now were to meet."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from ...models import LogEntry, Player, Round, Section
from ...pairing.repairing import Step
from ..public.changed_pairings import OF_RESULTS


def removed_boards(section: Section, number: int, alone: Collection[int]) -> list[Step]:
    """The last board that each of those who are ``alone`` had in the round, they first."""
    if not alone:
        return []
    round = Round.objects.get(section=section, number=number)
    called = dict(Player.objects.filter(section=section).values_list("pk", "number"))
    since = LogEntry.objects.filter(standings=section.standings_id, at__gte=round.published_at)
    found: dict[int, Step] = {}
    for rows in since.exclude(verb__in=OF_RESULTS).order_by("-pk").values_list("rows", flat=True):
        for one, other in _removed(rows, round.pk):
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
