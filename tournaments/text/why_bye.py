"""Why somebody has the full-point bye: plainly for parents, and in the words of the rules, for anybody."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tiebreaks.engine.messages import gettext_noop

from ..pairing import of_teams, plain
from ..pairing import sentences as s
from . import wording
from .stored import from_json

# To whom it goes, by what the rules say.
_GOES = {
    s.BYE: gettext_lazy("It goes to the lowest rated of the lowest score group who can have it."),
    s.BYE_ABOVE: gettext_lazy(
        "Nobody in a lower group can have it, so it goes to the lowest rated of the {points}-point group who"
        " can."
    ),
    s.BYE_UNRATED: gettext_lazy("Nobody rated in the {points}-point group can have it."),
    s.BYE_NONE_RATED: gettext_lazy("Nobody in the {points}-point group is rated."),
    s.BYE_AFTER_ALL: gettext_lazy("Nobody else in the {points}-point group can have it."),
    s.BYE_UNRATED_LAST: gettext_lazy(
        "By the posted rules it goes to the unrated of the {points}-point group first."
    ),
    s.BYE_FOR_COLOR: gettext_lazy("It does not go to {other}, because the colors work out better this way."),
}
# What no other sentence tells of why it is there.
_ALONE = {
    s.BYE_OF_LINE: gettext_lazy("A round-robin table says who sits out in this round."),
    s.TABLE_BYE: gettext_lazy("A round-robin table says who sits out in this round."),
    s.ELSEWHERE: gettext_lazy("Paired in {program}. Its file does not say why this player has the bye."),
    s.BYE_LADDER: gettext_lazy(
        "Somebody left the round or came late. Others moved up, and the bye was left over."
    ),
    s.BYE_LADDER_AFTER: gettext_lazy("{gone} left the round. Others moved up, and the bye was left over."),
    s.BYE_LEFT: gettext_lazy("After the round was posted, no opponent was left."),
    s.BYE_OVERTAKEN: gettext_lazy(
        "It was given before something changed that the pairing goes by: a result, who plays, colors, a"
        " rating, a team, or a setting. The director kept it."
    ),
}
# What is told beside the first, most needed first: a phone shows one of them at once.
_BESIDE = {
    s.ASSUMED_BYE: gettext_lazy("{one} got the bye on a score of {points}: a result was still missing."),
    s.CORRECTED_BYE: gettext_lazy(s.CORRECTED_BYE),
    s.ASSIGNED: gettext_lazy(plain.ASSIGNED),
}
# Those who were passed over, as the rules have it, and how anybody may read it: no public page says who is
# new to rated chess, only who is unrated, nor that somebody should not meet somebody.
_LESS_WELL = gettext_noop("{name} (the others could not be paired as well)")
_PASSED = {
    s.NEW: s.UNRATED,
    s.MORE_REQUESTS: _LESS_WELL,
    s.NOT_APART: _LESS_WELL,
}

_PUBLIC = {*_ALONE, *_BESIDE, s.ASSUMED_SOME}

# Instead of the round of a half-point bye that no public page has.
NOT_SHOWN = 0

Told = Iterable[tuple[str, Mapping[str, Any]]]


def plainly(told: Told, *, matches: bool) -> str:
    """Why somebody has the bye, from the ids and values of what the rules say of it."""
    for id, values in told:
        if said := _ALONE.get(id):
            return str(said).format(**values)
        if said := _GOES.get(_of_players(id)):
            return f"{_odd(matches)} {str(said).format(**values)}"
    return _("The director gave this bye.")


def beside(told: Told) -> list[str]:
    """What is told beside the plain sentence, from the same ids and values: ratings that the director
    assigned only where it goes by ratings."""
    texts = dict(told)
    by_rating = any(_of_players(id) in _GOES for id in texts)
    return [
        str(said).format(**texts[id])
        for id, said in _BESIDE.items()
        if id in texts and (by_rating or id != s.ASSIGNED)
    ]


def _odd(matches: bool) -> str:
    if matches:
        return _("The number of teams to pair was odd, so one had no opponent.")
    return _("The number of players to pair was odd, so one had no opponent.")


_PLAYERS = {of_teams.told(id): id for id in _GOES}


def _of_players(id: str) -> str:
    return _PLAYERS.get(id, id)


def in_public(told: Told, shown: Collection[int]) -> list[Any]:
    """The sentences as anybody may read them: without what is the director's, or is on no public page. A
    half-point bye is in one of the rounds that are ``shown``."""
    found: list[Any] = []
    for id, values in told:
        if id == s.PASSED_OVER:
            names = list(_passed(values["names"], shown))
            found += [[id, {"names": names}]] if names else []
        elif id in _PUBLIC or _of_players(id) in _GOES:
            round = values.get("round")
            is_hidden = round is not None and round not in shown
            found.append([id, {**values, **({"round": NOT_SHOWN} if is_hidden else {})}])
    return found


def by_rules(told: Told, shown: Collection[int]) -> list[str]:
    """The rules' own sentences, in the reader's language."""
    return [
        wording.message(from_json(id, values))
        for id, values in in_public(told, shown)
        if values.get("round") != NOT_SHOWN and id != s.ELSEWHERE
    ]


def _passed(names: Any, shown: Collection[int]) -> Iterator[list[Any]]:
    """Who was passed over, as anybody may read it. Rows of earlier releases have it in one text."""
    for id, values in names if isinstance(names, list) else ():
        public = _PASSED.get(_of_players(id), id)
        if _of_players(id) != s.HALF_BYE or values["round"] in shown:
            yield [public, {name: values[name] for name in ("name", "round", "count") if name in values}]
