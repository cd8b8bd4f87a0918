"""Schools that a registration file, and the rosters, spell in several ways: one question for each."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.ranking.membership import name_key

from ...formats.registration import ListedPlayer
from ...models import Event, Player, Section
from ...schools.alike import are_alike, together
from ...schools.names import each_once, further_spellings, says_no_team, schools_of
from .doubts import KEEP, OUT, Doubts
from .matching import digest
from .remembered import answers_of


def about_teams(
    listed: list[ListedPlayer], here: Iterable[str], same: Mapping[str, object], doubts: Doubts
) -> tuple[list[ListedPlayer], dict[str, str]]:
    """The lines, each school spelled as a director says. ``here`` are the spellings of the rosters; ``same``
    are those that the Schools page has merged already. And what is said now, not of an earlier file: by a
    spelling, the one for it, for who is here and not in the file."""
    in_file = Counter(filter(None, (_spelling(each.entry.team) for each in listed)))
    decided = {_spelling(each.entry.team) for each in listed if each.entry.line not in doubts.undecided}
    there = Counter(filter(None, map(_spelling, here)))
    for word in [team for team in in_file | there if says_no_team(team)]:
        del in_file[word], there[word]
    instead: dict[str, str] = {}
    now: dict[str, str] = {}
    spelled = [team for team in sorted(in_file | there) if team in decided or there[team]]
    for group in together(spelled, same):
        if in_file.keys() & set(group) and len(set(map(str.casefold, group))) > 1:
            in_order = sorted(group, key=lambda team: (-in_file[team] - there[team], team.casefold(), team))
            lines = [each for each in listed if _spelling(each.entry.team) in group]
            said = _asked([(team, in_file[team], there[team]) for team in in_order], lines, doubts)
            instead |= said
            if not doubts.questions[-1].before:
                now |= said
    return [
        replace(each, entry=replace(each.entry, team=instead[_spelling(each.entry.team)]))
        if _spelling(each.entry.team) in instead
        else each
        for each in listed
    ], now


def respelled(here: Iterable[Player], instead: Mapping[str, str]) -> list[tuple[Player, str]]:
    """Those whose school is to be spelled otherwise, with how."""
    return [(player, instead[team]) for player in here if (team := _spelling(player.team)) in instead]


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


def spelled_here(event: Event) -> dict[int, Spelling]:
    """By the key of a player whose school nobody else here writes so, how it is spelled here otherwise, if
    nobody said whether it is the same one: neither about a registration file nor on the Schools page."""
    teams = dict(Player.objects.filter(section__event=event).values_list("pk", "team"))
    there = Counter(filter(None, map(_spelling, teams.values())))
    of_key: Counter[str] = Counter()
    for team, count in there.items():
        of_key[name_key(team)] += count
    answers, same = answers_of(event), schools_of(event.pk).names
    found = {}
    for pk, written in teams.items():
        own = _spelling(written)
        if not own or of_key[name_key(own)] > 1 or name_key(own) in same:
            continue
        if says_no_team(own) or _kept_as(own) in answers:
            continue
        alike = [team for team in there if team != own and are_alike(own, team)]
        if alike:
            best = min(alike, key=lambda team: (-there[team], team))
            found[pk] = Spelling(written, best, there[best])
    return found


def as_spelled_here(player: Player) -> Spelling | None:
    """How a player's school is spelled here otherwise, by that many others."""
    return spelled_here(player.section.event).get(player.pk)


def look_like_one(event: Event, sections: Iterable[Section]) -> list[list[str]]:
    """The schools of these sections that count apart and look like one, unless a director said that they
    are not."""
    schools, answers = schools_of(event.pk), answers_of(event)
    written = Player.objects.filter(section__in=sections, house=False).exclude(team="")
    teams = sorted({_spelling(schools.called(team)) for team in written.values_list("team", flat=True)})
    teams = [team for team in each_once(teams) if team and not says_no_team(team)]
    groups = together(teams, {})
    return [group for group in groups if {answers.get(_kept_as(team)) for team in group} != {KEEP}]


def _kept_as(team: str) -> str:
    """What an answer about a school is remembered under, in whatever capitals the next file has it."""
    return digest("spelling", _spelling(team).casefold())


def _value(team: str) -> str:
    """The answer that a school is spelled so."""
    return digest("spelling", _spelling(team))


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
