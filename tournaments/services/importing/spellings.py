"""Schools that a registration file, and the rosters, spell in several ways: one question for each."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from django.utils.translation import gettext as _

from tiebreaks.engine.ranking.membership import name_key

from ...formats.names import folded
from ...formats.registration import ListedPlayer
from ...models import Event, Player
from .doubts import KEEP, Doubts
from .matching import digest
from .remembered import answers_of

# Spellings that are compared with each other.
MOST_SPELLINGS = 400
# Words that schools are written with and without, and ways to write one.
_PLAIN = {"school", "the", "chess", "club", "team"}
_SHORT = {
    "elem": "elementary",
    "es": "elementary",
    "ms": "middle",
    "hs": "high",
    "st": "saint",
    "mt": "mount",
}


def about_teams(
    listed: list[ListedPlayer], here: Iterable[str], same: Mapping[str, object], doubts: Doubts
) -> list[ListedPlayer]:
    """The lines, each school spelled as a director says. ``here`` are the spellings of the rosters; ``same``
    are those that the Schools page has merged already."""
    count: Counter[str] = Counter()
    spelled: dict[str, str] = {}
    for team in [*here, *(each.entry.team for each in listed)]:
        if team:
            spelled.setdefault(_key(team), team)
            count[_key(team)] += 1
    written = {_key(each.entry.team) for each in listed}
    instead: dict[str, str] = {}
    for keys in _together(dict(sorted(spelled.items())[:MOST_SPELLINGS]), same):
        if written & set(keys):
            in_order = sorted(keys, key=lambda key: (-count[key], key))
            instead |= _asked([(spelled[key], count[key]) for key in in_order], doubts)
    return [
        replace(each, entry=replace(each.entry, team=instead[_key(each.entry.team)]))
        if _key(each.entry.team) in instead
        else each
        for each in listed
    ]


def as_answered(event: Event, team: str) -> str:
    """A school as a director spelled it when a registration file had it so, if a player here is from it."""
    spelling = answers_of(event).get(_kept_as(team), KEEP)
    if not team or spelling == KEEP:
        return team
    teams = Player.objects.filter(section__event=event).order_by("pk").values_list("team", flat=True)
    return next((each for each in teams if _kept_as(each) == spelling), team)


def _kept_as(team: str) -> str:
    return digest("spelling", _key(team))


def _asked(spellings: Sequence[tuple[str, int]], doubts: Doubts) -> dict[str, str]:
    """By each spelling that is to be another, that one. The answers go by the letters, since which of the
    spellings most players have is another with each file, and so is which of them there are."""
    values = {_kept_as(team): team for team, _count in spellings}
    two = len(spellings) == 2
    said = _("A team is spelled two ways: %(spellings)s.")
    write = _("Write %(team)s for both") if two else _("Write %(team)s for all")
    if not two:
        said = _("A team is spelled %(n)d ways: %(spellings)s.")
    keep = _("These are two teams") if two else _("These are different teams")
    if len({name_key(team) for team, _count in spellings}) == 1:
        keep = _("Leave them as they are. They count as one team")
    told = [f"{team} ({count})" for team, count in spellings]
    in_a_row = _("%(some)s and %(last)s") % {"some": ", ".join(told[:-1]), "last": told[-1]}
    choices = [*((value, write % {"team": team}) for value, team in values.items()), (KEEP, keep)]
    answer = doubts.ask(
        ("team", *sorted(values)), said % {"n": len(told), "spellings": in_a_row}, choices, kept_as=values
    )
    # While a further spelling is asked about, what was answered about the others holds.
    answers = {value: answer or doubts.before.get(value, "") for value in values}
    return {
        _key(team): values[answers[value]]
        for value, team in values.items()
        if answers[value] in values and answers[value] != value
    }


def _key(team: str) -> str:
    """A spelling: with its blanks, for a roster shows them."""
    return " ".join(team.split()).casefold()


def _together(spelled: Mapping[str, str], same: Mapping[str, object]) -> Iterator[list[str]]:
    """The spellings that may be one school's, each with all that are like it or like one of these."""
    group = {key: [key] for key in spelled}
    for one, other in _alike(spelled):
        first, second = name_key(one), name_key(other)
        if group[one] is group[other] or (first in same and same[first] == same.get(second)):
            continue
        group[one] += group[other]
        for key in group[other]:
            group[key] = group[one]
    done: set[int] = set()
    for keys in group.values():
        if len(keys) > 1 and id(keys) not in done:
            done.add(id(keys))
            yield keys


def _alike(spelled: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    keys = list(spelled)
    plain = {key: _plainly(team) for key, team in spelled.items()}
    for at, one in enumerate(keys):
        for other in keys[at + 1 :]:
            if _are_alike(plain[one], plain[other]):
                yield one, other


def _plainly(team: str) -> str:
    words = re.findall(r"\w+", folded(team))
    kept = [_SHORT.get(word, word) for word in words if word not in _PLAIN]
    return " ".join(kept or words)


def _are_alike(one: str, other: str) -> bool:
    """Whether two names are one with a slip. Numbers tell schools apart."""
    if one.replace(" ", "") == other.replace(" ", ""):
        return True
    if min(len(one), len(other)) < 6 or abs(len(one) - len(other)) > 2:
        return False
    if re.findall("[0-9]+", one) != re.findall("[0-9]+", other) or one[0] != other[0]:
        return False
    compared = SequenceMatcher(None, one, other, autojunk=False)
    return compared.real_quick_ratio() > 0.87 and compared.quick_ratio() > 0.87 and compared.ratio() > 0.87
