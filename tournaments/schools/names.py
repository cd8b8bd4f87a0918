"""The names of an event's schools, for every spelling in its rosters."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tiebreaks.engine.ranking.membership import name_key
from tiebreaks.prepared import Prepared

from ..models import NO_TEAM, Player, School

# What families write where a form asks for a school, and there is none.
_HOME = r"(?:hs ?)?home(?: ?(?:school(?:ed|er|ers|ing)?|educated|education|ed|hs))?"
_NONE = re.compile(
    _HOME + r"|unattached|unaffiliated|not affiliated|no affiliation"
    r"|independent|individual|no (?:school|team|club)|not applicable|not in school|not a team"
)


def says_no_team(team: str) -> bool:
    """Whether a word is likely none of a school.

    >>> [says_no_team(text) for text in ("Home-School", "HOMESCHOOLED", "HS-home", "Unattached")]
    [True, True, True, True]
    >>> [says_no_team(text) for text in ("Independent Day School", "Home School Academy", "PS 12", "")]
    [False, False, False, False]
    """
    return bool(_NONE.fullmatch(_words(team)))


def no_team_key(team: str) -> str:
    """A key for such a word: every spelling of *Homeschool* has the same.

    >>> {no_team_key(text) for text in ("Home School", "Homeschool", "homeschooled", "home-schooled")}
    {'homeschool'}
    """
    return "homeschool" if re.fullmatch(_HOME, _words(team)) else name_key(team)


def further_spellings(
    texts: Iterable[str], known: Mapping[str, str]
) -> tuple[list[str], list[list[str]], dict[str, list[str]]]:
    """Of the words in place of schools that are not ``known`` on the Schools page: further spellings of one
    that is no team there, those of one that is, after its name, and by their keys the others.

    >>> further_spellings(["home-school", "Unattached", "Elm"], {"homeschool": ""})
    (['home-school'], [], {'unattached': ['Unattached']})
    """
    words: dict[str, list[str]] = {}
    for text in texts:
        if says_no_team(text) and name_key(text) not in known:
            words.setdefault(no_team_key(text), []).append(text)
    said_before = {no_team_key(key): name for key, name in known.items() if says_no_team(key)}
    none: list[str] = []
    teams: list[list[str]] = []
    for key in sorted(words.keys() & said_before.keys()):
        spellings, name = each_once(words.pop(key)), said_before[key]
        if name:
            teams.append([name, *spellings])
        else:
            none += spellings
    return none, teams, words


def each_once(words: Iterable[str]) -> list[str]:
    """Each spelling once, as it stands first."""
    first: dict[str, str] = {}
    for word in words:
        first.setdefault(name_key(word), word)
    return list(first.values())


def _words(team: str) -> str:
    return " ".join(re.findall(r"[^\W\d_]+", team)).casefold()


@dataclass(frozen=True)
class Schools:
    """The schools of an event: their names by spelling, and their codes by name. What is no team has no
    name."""

    names: dict[str, str]
    codes: dict[str, str]

    def called(self, team: str) -> str:
        """The name of the school that a roster spells so; empty for what is no team."""
        return self.names.get(name_key(team), team)

    def respelled(self, teams: Iterable[str]) -> dict[str, str]:
        """The names of those teams that the roster spells differently. A word that is no team is shown."""
        return {team: name for team in set(teams) if (name := self.called(team)) not in ("", team)}

    def meant(self, team: str) -> str:
        """A key for the school that a roster spells so; all its spellings have the same key, and what is no
        team has none."""
        return name_key(self.called(team))


def newly_no_team(event_id: int, team: str) -> bool:
    """Whether this word is no team, and only one player of the event has it."""
    if not says_no_team(team) or schools_of(event_id).called(team):
        return False
    teams = Player.objects.filter(section__event=event_id).values_list("team", flat=True)
    return sum(no_team_key(each) == no_team_key(team) for each in teams) == 1


def written_in(event_id: int) -> set[str]:
    """The names of schools and teams as rosters and the Schools page write them, without the short codes."""
    teams = Player.objects.filter(section__event=event_id).exclude(team="").values_list("team", flat=True)
    schools = School.objects.filter(event=event_id).exclude(name=NO_TEAM)
    return {*teams, *(text for school in schools for text in (school.name, *school.spellings))}


_of_event = Prepared(lambda event: School.objects.filter(event=event))


def schools_of(event_id: int) -> Schools:
    rows = _of_event(event_id)
    return Schools(
        {
            name_key(text): "" if row.name == NO_TEAM else row.name
            for row in rows
            for text in (row.name, row.code, *row.spellings)
            if text
        },
        {row.name: row.code for row in rows if row.code},
    )
