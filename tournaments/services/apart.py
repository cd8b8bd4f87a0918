"""Entries who are not paired with each other: siblings, and those who asked for it (28T)."""

import re
from collections.abc import Mapping

from django.conf import settings
from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tiebreaks.lines import clean_line

from ..changes import section_change
from ..errors import InFields, Refused, Trouble
from ..models import KeptApart, Player, Section, Verb
from ..numbers import whole_number
from ..selectors.entries.apart import kept_apart
from ..text.log import Summary

# With the dashes that people paste.
_PAIR = re.compile("#?([0-9]+) ?[-\u2013\u2014/ ] ?#?([0-9]+)")


def keep_apart(section: Section, never: str, asked: str, *, by: User) -> None:
    """Keep these pairs apart and no others, typed as ``3-8, 4-9``: ``never`` paired, ``asked`` if possible.

    Raises :class:`Refused` with everything that is wrong.
    """
    with section_change(section.pk, by=by, verb=Verb.SETUP) as change:
        players = {player.number: player for player in Player.objects.filter(section=change.section)}
        troubles: dict[str, list[Trouble]] = {"never": [], "asked": []}
        wanted: dict[frozenset[int], KeptApart] = {}
        of_teams = bool(change.section.boards)
        _read(never, False, players, wanted, troubles["never"], of_teams=of_teams)
        _read(asked, True, players, wanted, troubles["asked"], of_teams=of_teams)
        if any(troubles.values()):
            raise InFields(_("Nothing was saved."), troubles)
        if len(wanted) > settings.SECTION_ENTRIES:
            raise Refused(_("Nothing was saved. These are more pairs than a section may have entries."))
        for row in kept_apart(change.section):
            same = wanted.pop(frozenset((row.one_id, row.other_id)), None)
            if same is None:
                change.delete(row)
            else:
                change.update(row, asked=same.asked)
        change.create_all(wanted.values())
        pairs = [[row.one.called, row.other.called] for row in kept_apart(change.section)]
        if pairs:
            change.say(Summary.KEPT_APART, pairs=pairs)
        else:
            change.say(Summary.NONE_KEPT_APART)


def _read(
    text: str,
    asked: bool,
    players: Mapping[int, Player],
    wanted: dict[frozenset[int], KeptApart],
    troubles: list[Trouble],
    *,
    of_teams: bool,
) -> None:
    of_section, different = _("numbers of players of this section"), _("two different players")
    if of_teams:
        of_section, different = _("numbers of teams of this section"), _("two different teams")
    for typed in filter(None, map(clean_line, re.split(r"[,;\n]", text))):
        match = _PAIR.fullmatch(typed)
        numbers = [whole_number(each) or 0 for each in match.groups()] if match else []
        found = [players[number] for number in numbers if number in players]
        if match is None:
            _wrong(troubles, typed, _("two wall-chart numbers, such as 3-8"))
        elif len(found) < 2:
            _wrong(troubles, typed, of_section)
        elif found[0] == found[1]:
            _wrong(troubles, typed, different)
        elif (pair := frozenset(player.pk for player in found)) in wanted:
            _wrong(troubles, typed, _("each pair once"))
        else:
            one, other = sorted(found, key=lambda player: player.pk)
            wanted[pair] = KeptApart(one=one, other=other, asked=asked)


def _wrong(troubles: list[Trouble], typed: str, expected: str) -> None:
    troubles.append(Trouble(_("pair"), typed, expected))
