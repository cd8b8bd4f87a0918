"""A natural board by the places of its two players (28J, 29C1, 29L1): in the whole score group, or among
those left to be paired where a floater, a set board or a pool has taken others out of it."""

from tiebreaks.engine.points import show

from . import sentences as s
from .acceleration import DRAWER_BONUS
from .brackets import Solved
from .setting import Setting

_LEFT = {
    s.FIRST_ROUND: s.FIRST_ROUND_LEFT,
    s.FIRST_ROUND_NEIGHBORS: s.FIRST_ROUND_NEIGHBORS_LEFT,
    s.NATURAL: s.NATURAL_LEFT,
    s.NATURAL_NEIGHBORS: s.NATURAL_NEIGHBORS_LEFT,
    s.NATURAL_UNRATED: s.NATURAL_UNRATED_LEFT,
    s.NATURAL_CLASS: s.NATURAL_CLASS_LEFT,
}


def counts_those_left(setting: Setting, solved: Solved) -> bool:
    """Whether places in the rest of a bracket are others in the whole group: not where the rest are all of it
    from the top, one odd player at its end left out."""
    members = setting.rest(solved)
    whole = setting.whole(solved, members[0])
    return members != whole[: len(members)] or len(whole) > len(members) + 1


def by_place(setting: Setting, solved: Solved, higher: int) -> str:
    """The sentence of a board of two who meet as they stand in the rest of a bracket, by the higher one."""
    members, text = setting.rest(solved), _text(setting, solved)
    at = members.index(higher) + 1
    values: dict[str, object] = {"place": s.ordinal(at), "next": s.ordinal(at + 1)}
    if setting.unrated_list(members):
        values["unrated_list"] = True
    if any(setting.player(x).bonus for x in members):
        values["bonus"] = DRAWER_BONUS
    if text not in (s.FIRST_ROUND, s.FIRST_ROUND_NEIGHBORS):
        values["points"] = show(setting.player(higher).score_q)
    return s.say(_LEFT[text] if counts_those_left(setting, solved) else text, **values)


def _text(setting: Setting, solved: Solved) -> str:
    field = setting.field
    if setting.request.round == 1 and field.options.acceleration == "off":
        return s.FIRST_ROUND_NEIGHBORS if field.neighbors_meet else s.FIRST_ROUND
    if field.neighbors_meet:
        return s.NATURAL_NEIGHBORS
    if solved.pool:
        return s.NATURAL_UNRATED if solved.pool == "29J" else s.NATURAL_CLASS
    return s.NATURAL
