"""Why two meet who are teammates to be avoided (28N): colors come first, a group stays together, or nothing
legal keeps all apart."""

from collections.abc import Collection, Iterator, Sequence

from tiebreaks.engine.points import show

from . import sentences as s
from .boards import Seated
from .field import Mates
from .floater_reasons import LEFT_FOR_TEAMS
from .setting import Setting


def told_of_teammates(setting: Setting, one: Seated, told: Sequence[str]) -> str:
    """The sentence of a board of ours. Where it is ``told`` that somebody left the group for teammates,
    nobody reads that none does."""
    field, x, y = setting.field, one.higher, one.lower
    names = {"one": setting.name(x), "other": setting.name(y)}
    own = max(field.score[x], field.score[y])
    stays = not any(getattr(text, "id", "") in LEFT_FOR_TEAMS for text in told)
    if (x, y) in setting.mates_for_colors:
        text, kept = s.MATES_LATER, None
    elif field.keeps_group(own) and not setting.of_one_team and stays:
        # Who meets somebody of another score has left the group, or it has come to nothing.
        text, kept = s.MATES_GROUP if field.score[x] == field.score[y] else s.MATES_BELOW, own
    else:
        text, kept = _kept_elsewhere(setting, x, y)
    rule = field.options.team_rule("" if kept is None else "c")
    return s.say(text, **names, points=show(own if kept is None else kept), rule=rule)


def _kept_elsewhere(setting: Setting, x: int, y: int) -> tuple[str, int | None]:
    """The sentence of two for whom no group of their own is kept, and the score of the one that is: of those
    that keep their players the nearest that stays together, or else that is left."""
    score = setting.field.score
    left = score[x] if score[x] != score[y] else None
    kept = [*_kept_together(setting, x, y)]
    together = next((each for each in kept if each != left and _stay_together(setting, each)), None)
    if together is not None:
        return s.MATES_TOGETHER, together
    return (s.MATES_BELOW, kept[0]) if kept else (s.MATES, None)


def _kept_together(setting: Setting, x: int, y: int) -> Iterator[int]:
    """The scores of groups that keep their players (28N1c) where fewer teammates would meet otherwise: the
    nearest first of those that were paired before these two, or with them."""
    field = setting.field
    every = [field.mates, field.parted] if field.apart(x, y) else [field.mates]
    for solved in reversed(setting.solved):
        bracket = solved.bracket
        score_q = field.score[bracket.group[0]]
        here = {*bracket.arriving, *bracket.again, *bracket.group, *bracket.below}
        stays = {x, y} <= here and field.keeps_group(score_q)
        if stays and all(_more_meet(setting, here, mates) for mates in every):
            yield score_q


def _stay_together(setting: Setting, score_q: int) -> bool:
    """Whether any two of a score group meet, so that it is kept together."""
    score = setting.field.score
    return any(score[one.higher] == score[one.lower] == score_q for one in setting.seated)


def _more_meet(setting: Setting, here: Collection[int], mates: Mates) -> bool:
    """Whether more mates among these meet than in a legal pairing that has the fewest."""
    fewest = setting.field.fewest(here, mates)
    meet = sum(x in here and setting.opponent[x] in mates.of[x] for x in setting.opponent) // 2
    return fewest is not None and meet > fewest
