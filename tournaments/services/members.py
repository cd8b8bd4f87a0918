"""The players of teams, in each team's order; who stands beyond the boards of a match is an alternate."""

from collections.abc import Sequence
from fractions import Fraction

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.ranking.membership import name_key

from ..changes import Change, section_change
from ..errors import Refused, Trouble
from ..formats.entries import Entry, plain_name, same_name
from ..formats.team_roster import MOST_MEMBERS, Member
from ..models import MatchBoard, Player, Section, TeamMember
from .rosters import add_in, entry_under_lock


def bring_in(
    section: Section, members: Sequence[Member], *, by: User, by_rating: bool = False
) -> list[Player]:
    """List the players of teams; a team that is not in the section yet is entered. Answers the new teams.

    A team's list replaces the one it had. ``by_rating`` numbers new teams by the average of their boards.
    """
    with section_change(section.pk, by=by, verb="roster") as change:
        section = change.section
        teams = {name_key(team.name): team for team in Player.objects.filter(section=section)}
        lists: dict[str, list[Member]] = {}
        for member in members:
            lists.setdefault(name_key(member.team), []).append(member)
        _nobody_twice(section, members, [teams[name].pk for name in lists if name in teams])
        new = [name for name in lists if name not in teams]
        if by_rating:
            new.sort(key=lambda name: -_average(lists[name], section.boards))
        entries = [Entry(None, lists[name][0].team, line=lists[name][0].line) for name in new]
        made = add_in(change, entries)
        teams |= {name_key(team.name): team for team in made}
        for name, listed in lists.items():
            _list(change, teams[name], listed)
        told = ngettext("Players of %(count)d team listed", "Players of %(count)d teams listed", len(lists))
        change.summary = told % {"count": len(lists)}
    return made


def list_members(team: Player, members: Sequence[Member], *, by: User) -> None:
    """Replace a team's list; :class:`Refused` where somebody who sat on a board is not on it any more."""
    with section_change(team.section_id, by=by, verb="roster") as change:
        team = entry_under_lock(team)
        if not change.section.boards:
            raise Refused(_("In this section players meet; only a team has a list of players."))
        _nobody_twice(change.section, members, [team.pk])
        _list(change, team, members)
        change.summary = _("%(name)s: players listed") % {"name": team.name}


def _average(members: Sequence[Member], boards: int) -> Fraction:
    rated = [m.rating for m in sorted(members, key=lambda m: m.board)[:boards] if m.rating]
    return Fraction(sum(rated), len(rated)) if rated else Fraction(0)


def _nobody_twice(section: Section, members: Sequence[Member], replaced: list[int]) -> None:
    """Nobody plays for two teams; namesakes are two people where both have an ID.

    Those whose lists are replaced are asked by the new ones alone.
    """
    others = TeamMember.objects.filter(team__section=section).exclude(team__in=replaced)
    others = others.select_related("team")
    ids = {member.uscf_id: member for member in others if member.uscf_id}
    names = {plain_name(member.name): member for member in others}
    troubles = []
    for member in members:
        if holder := ids.get(member.uscf_id):
            read = member.uscf_id
            expected = _("a player of one team (%(name)s of %(team)s has this ID)")
        elif (holder := names.get(plain_name(member.name))) and not (holder.uscf_id and member.uscf_id):
            read = member.name
            expected = _("another name, or the IDs of both: %(name)s plays for %(team)s")
        else:
            continue
        told = expected % {"name": holder.name, "team": holder.team.name}
        troubles.append(Trouble(_("line %d") % member.line, read, told))
    for member in members:
        most = TeamMember._meta.get_field("name").max_length or 0
        if len(member.name) > most:
            expected = _("a name of at most %d characters") % most
            troubles.append(Trouble(_("line %d") % member.line, member.name, expected))
    if troubles:
        raise Refused(_("Nobody was listed."), troubles)


def _list(change: Change, team: Player, members: Sequence[Member]) -> None:
    """Write a team's list: who stays keeps the boards that they sat on."""
    before = list(team.members.all())
    kept: dict[int, TeamMember] = {}
    for index, member in enumerate(members):
        left = [row for row in before if row not in kept.values()]
        same = [row for row in left if member.uscf_id and row.uscf_id == member.uscf_id]
        same += [row for row in left if same_name(row.name, member.name)]
        if same:
            kept[index] = same[0]
    gone = [row for row in before if row not in kept.values()]
    sat = MatchBoard.objects.filter(Q(home__in=gone) | Q(away__in=gone)).select_related("home", "away")
    if board := sat.first():
        name = next(row.name for row in gone if row in (board.home, board.away))
        raise Refused(
            _("%(name)s sits in a match of %(team)s, and so stays on its list.")
            % {"name": name, "team": team.name}
        )
    for row in gone:
        change.delete(row)
    # A place in the order is taken once: whoever moves leaves it first.
    for index, row in kept.items():
        if row.board != members[index].board:
            change.update(row, board=row.board + MOST_MEMBERS)
    new = []
    for index, member in enumerate(members):
        fields = {
            "board": member.board,
            "name": member.name,
            "uscf_id": member.uscf_id,
            "rating": member.rating,
        }
        if index in kept:
            change.update(kept[index], **fields)
        else:
            new.append(TeamMember(team=team, **fields))
    change.create_all(new)
