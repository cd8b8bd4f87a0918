"""Schools that a registration file, and the rosters, spell in several ways: one question for each."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.ranking.membership import name_key

from ...formats.names import folded
from ...formats.registration import ListedPlayer
from ...models import Event, Player
from ...schools.names import each_once, further_spellings, says_no_team, schools_of
from .doubts import KEEP, OUT, Doubts
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
    in_file = Counter(filter(None, (_spelling(each.entry.team) for each in listed)))
    decided = {_spelling(each.entry.team) for each in listed if each.entry.line not in doubts.undecided}
    there = Counter(filter(None, map(_spelling, here)))
    for word in [team for team in in_file | there if says_no_team(team)]:
        del in_file[word], there[word]
    instead: dict[str, str] = {}
    spelled = [team for team in sorted(in_file | there) if team in decided or there[team]]
    for group in _together(spelled[:MOST_SPELLINGS], same):
        if in_file.keys() & set(group) and len(set(map(str.casefold, group))) > 1:
            in_order = sorted(group, key=lambda team: (-in_file[team] - there[team], team.casefold(), team))
            lines = [each for each in listed if _spelling(each.entry.team) in group]
            instead |= _asked([(team, in_file[team], there[team]) for team in in_order], lines, doubts)
    return [
        replace(each, entry=replace(each.entry, team=instead[_spelling(each.entry.team)]))
        if _spelling(each.entry.team) in instead
        else each
        for each in listed
    ]


def about_no_teams(
    listed: Iterable[ListedPlayer], known: Mapping[str, str], doubts: Doubts
) -> tuple[list[str], list[list[str]]]:
    """Of the words in place of schools, those that are no teams, and those that are, with the spellings of
    each. Of what is ``known`` on the Schools page nothing is asked: a further spelling counts as that one."""
    none, teams, words = further_spellings((each.entry.team for each in listed), known)
    if not words:
        return none, teams
    n = sum(map(len, words.values()))
    said = ngettext(
        "%(n)d player has no school’s name as the school: %(words)s. Is this a team?",
        "%(n)d players have no school’s name as their school: %(words)s. Are these teams?",
        n,
    )
    choices = [
        (OUT, _("Not teams: no team prize counts them, and their players keep the word")),
        (KEEP, _("Count each as a team")),
    ]
    told = "; ".join(f"{first} ({len(rest) + 1})" for first, *rest in words.values())
    about = ("no team", *sorted(words))
    answer = doubts.ask(about, said % {"n": n, "words": told}, choices, once=True, usual=OUT)
    found = [each_once(spellings) for spellings in words.values()]
    if answer == OUT:
        return [*none, *(text for spellings in found for text in spellings)], teams
    return none, [*teams, *found]


def as_answered(event: Event, team: str) -> str:
    """A school as a director spelled it when a registration file had it so, if a player here is from it."""
    spelling = answers_of(event).get(_kept_as(team), KEEP)
    if not team or spelling == KEEP:
        return team
    teams = Player.objects.filter(section__event=event).order_by("pk").values_list("team", flat=True)
    return next((each for each in teams if _value(each) == spelling), team)


@dataclass(frozen=True)
class Spelling:
    """A school of a player's ``own`` spelling, as most players here of what may be the same one write it."""

    own: str
    team: str
    count: int

    @property
    def said(self) -> str:
        said = ngettext(
            "“%(team)s” may be %(here)s, the school of %(n)d player here.",
            "“%(team)s” may be %(here)s, the school of %(n)d players here.",
            self.count,
        )
        return said % {"team": self.own, "here": self.team, "n": self.count}


def as_spelled_here(player: Player) -> Spelling | None:
    """How a player's school is spelled here otherwise, by that many others, if nobody said whether it is
    the same one: neither about a registration file nor on the Schools page."""
    event, own = player.section.event, _spelling(player.team)
    teams = Player.objects.filter(section__event=event).exclude(pk=player.pk).values_list("team", flat=True)
    there = Counter(filter(None, map(_spelling, teams)))
    if not own or says_no_team(own) or _kept_as(own) in answers_of(event):
        return None
    plain, same = _plainly(own), schools_of(event.pk).names
    keys = {name_key(team) for team in there}
    if name_key(own) in keys | same.keys():
        return None
    alike = [team for team in there if _are_alike(plain, _plainly(team))]
    best = min(alike, key=lambda team: (-there[team], team), default="")
    return Spelling(player.team, best, there[best]) if best else None


def _kept_as(team: str) -> str:
    """What an answer about a school is remembered under, in whatever capitals the next file has it."""
    return digest("spelling", _spelling(team).casefold())


def _value(team: str) -> str:
    """The answer that a school is spelled so."""
    return digest("spelling", _spelling(team))


def may_be_one(one: str, other: str) -> bool:
    """Whether two names of sections may mean one: with a slip, or with words that one of them leaves out.

    >>> may_be_one("K-3 Championshp", "K-3 Championship"), may_be_one("K-5 U800", "K-5 Under 800")
    (True, True)
    >>> may_be_one("K-3", "K-3 Reserve"), may_be_one("K-3 Reserve", "K-5 Reserve")
    (True, False)
    """
    plain, other_plain = (_plainly(re.sub(r"\bu(?=\d)", "under ", folded(each))) for each in (one, other))
    words, others = set(plain.split()), set(other_plain.split())
    return words <= others or others <= words or _are_alike(plain, other_plain)


def _asked(
    spellings: Sequence[tuple[str, int, int]], lines: Iterable[ListedPlayer], doubts: Doubts
) -> dict[str, str]:
    """By each spelling that is to be another, that one. With each stands how many players have it in the file
    and here. The answers go by the letters, since which of the spellings most players have is another with
    each file, and so is which of them there are."""
    values = {_value(team): team for team, _in_file, _here in spellings}
    two = len(spellings) == 2
    said = _("A team is spelled two ways: %(spellings)s.")
    write = _("Write %(team)s for both") if two else _("Write %(team)s for all")
    if not two:
        said = _("A team is spelled %(n)d ways: %(spellings)s.")
    keep = _("These are two teams") if two else _("These are different teams")
    if len({name_key(team) for team in values.values()}) == 1:
        keep = _("Leave them as they are. They count as one team")
    here = sum(count for _team, _in_file, count in spellings)
    told = [f"{team} ({_counted(*counts) if here else counts[0]})" for team, *counts in spellings]
    in_a_row = _("%(some)s and %(last)s") % {"some": ", ".join(told[:-1]), "last": told[-1]}
    choices = [*((value, write % {"team": team}) for value, team in values.items()), (KEEP, keep)]
    answer = doubts.ask(
        ("team", *sorted(values)),
        said % {"n": len(told), "spellings": in_a_row},
        choices,
        kept_as=list(dict.fromkeys(map(_kept_as, values.values()))),
        lines=lines,
    )
    # While a further spelling is asked about, what was answered about the others holds.
    answers = {value: answer or doubts.before.get(_kept_as(team), "") for value, team in values.items()}
    return {
        team: values[answers[value]]
        for value, team in values.items()
        if answers[value] in values and answers[value] != value
    }


def _counted(in_file: int, here: int) -> str:
    counted = {_("%(n)d in the file"): in_file, _("%(n)d here"): here}
    return ", ".join(said % {"n": count} for said, count in counted.items() if count)


def _spelling(team: str) -> str:
    """With its capitals, for a roster shows them."""
    return " ".join(team.split())


def _together(spelled: Sequence[str], same: Mapping[str, object]) -> Iterator[list[str]]:
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


def _alike(spelled: Sequence[str]) -> Iterator[tuple[str, str]]:
    plain = {team: _plainly(team) for team in spelled}
    for at, one in enumerate(spelled):
        for other in spelled[at + 1 :]:
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
