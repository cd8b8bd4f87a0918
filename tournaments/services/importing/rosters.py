"""Import a list of players, or the players of teams in board order. Any beyond the boards are alternates."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from operator import itemgetter

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils.translation import gettext as _

from tiebreaks.engine.ranking.membership import name_key

from ...changes import SectionChange, refuse_final_on_chart, section_change
from ...errors import PastPosted, Refused, Trouble, refused_with
from ...formats.names import player_name_key, same_player_name
from ...formats.records import RosterEntry, RosterFile
from ...formats.team_roster import LAST_BOARD
from ...models import MatchBoard, Player, Section, TeamMember, Verb
from ...selectors.entries.bye_requests import Requestable
from ...selectors.entries.byes import past_posted
from ...selectors.entries.numbering import average_rating
from ...text.log import Summary
from ..byes import Requests, halves, request_new
from ..rosters import add_entries, check_ratings, entry_under_lock, pairing_rating, position
from ..teams import follow_answers, told_as_no_team
from .from_list import completed
from .matching import Answers, Imported, new_among
from .problems import refuse, trouble_of
from .remembered import remember

NO_ANSWERS = Answers()
# An entry of the log names so many players; its rows have them all.
MOST_NAMED = 10


def import_roster(
    section: Section,
    file: RosterFile,
    *,
    by: User,
    by_rating: bool = False,
    answers: Answers = NO_ANSWERS,
    anyway: bool = False,
    reason: str = "",
) -> Imported:
    """Add the players of a list who are not here yet, and take the values that a director wants from it.

    ``by_rating`` as in :func:`.add_players`. Raises :class:`.PastPosted` for half-point byes past the posted
    limit or deadline, unless they are wanted ``anyway``, and :class:`.RatingFixed` for other ratings without
    a ``reason`` (:func:`.check_ratings`).
    """
    _refuse_with_byes(section, file)
    with section_change(section.pk, by=by, verb=Verb.IMPORT, reason=reason) as change:
        change.different = answers.different
        new, report = new_among(change.section, file.entries, answers)
        if report.same:
            remember(section.event_id, same=report.same)
        check_ratings(report.corrections, reason)
        for player, fields in report.corrections:
            change.update(player, **fields)
        new, filled, _known = completed(new)
        report.notes += filter(None, [filled])
        report.notes += not_as_teams(change, new)
        report.added = add_entries(change, new, rating=pairing_rating if by_rating else None)
        past = _request_byes(change, new, report)
        if past and not anyway:
            raise PastPosted(past)
        if report.corrected:
            players = [player.called for player in report.corrected]
            named = players if len(players) <= MOST_NAMED else [*players[:MOST_NAMED], "…"]
            change.say(Summary.PLAYERS_CORRECTED, count=len(report.added), players=named)
        else:
            change.say(Summary.PLAYERS_ADDED, count=len(report.added))
    return report


def not_as_teams(change: SectionChange, new: Sequence[RosterEntry]) -> list[str]:
    """A list makes no team of a word such as *Homeschool* unasked. What a director is told then."""
    words = follow_answers(change, [entry.team for entry in new], unasked=True)
    return [told_as_no_team(words)] if words else []


def _refuse_with_byes(section: Section, file: RosterFile) -> None:
    """Raise :class:`Refused` with all that is wrong in a list, line by line: what cannot be read, and byes in
    rounds that the section has not."""
    wrong = [(problem.line, trouble_of(problem)) for problem in file.problems]
    requestable = Requestable(section, [])
    for at, entry in enumerate(file.entries, 1):
        wrong += [(entry.line, each) for each in requestable.wrong_rounds(entry.byes, position(at, entry))]
    if wrong:
        raise refused_with([trouble for _line, trouble in sorted(wrong, key=itemgetter(0))])


def _request_byes(change: SectionChange, new: Sequence[RosterEntry], report: Imported) -> list[str]:
    """Give the players the byes of the list. Returns what is past the posted limit or deadline."""
    requests = Requests(change, report.byes)
    troubles = [trouble for player, byes in report.byes.items() for trouble in requests.wrong(player, byes)]
    if troubles:
        raise Refused(_("Nobody was added."), troubles)
    taken = {player: halves(requests.set(player, byes).new) for player, byes in report.byes.items()}
    added = list(zip(report.added, new, strict=True))
    asking = {player: entry.byes for player, entry in added}
    where = {player: position(at, entry) for at, (player, entry) in enumerate(added, 1)}
    past = request_new(change, asking, where=where, anyway=True)
    return [*past_posted(change.section, taken), *past]


def import_team_rosters(
    section: Section, file: RosterFile, *, by: User, by_rating: bool = False, reason: str = ""
) -> Imported:
    """Give teams their players, and add the teams that are new.

    A team's new list replaces its old one. ``by_rating`` numbers new teams by the average of their boards.
    Raises :class:`.RatingFixed` for other ratings without a ``reason`` (:func:`.check_ratings`).
    """
    refuse(file.problems)
    with section_change(section.pk, by=by, verb=Verb.IMPORT, reason=reason) as change:
        section = change.section
        # Of a team that entered again, the entry that plays.
        entered = Player.objects.filter(section=section).order_by("number")
        teams = {name_key(team.name): team for team in entered.filter(reentries=None)}
        players, filled, _known = completed(file.entries, _listed_ids(section))
        lists: dict[str, list[RosterEntry]] = {}
        for player in players:
            lists.setdefault(name_key(player.team), []).append(player)
        _check_one_team_each(section, players, [teams[name] for name in lists if name in teams])
        new = [name for name in lists if name not in teams]
        entries = [RosterEntry(None, lists[name][0].team, line=lists[name][0].line) for name in new]

        def average(team: RosterEntry) -> Fraction:
            return average_rating(lists[name_key(team.name)], section.boards)

        made = add_entries(change, entries, rating=average if by_rating else None)
        teams |= {name_key(team.name): team for team in made}
        _replace_lists(change, {teams[name]: listed for name, listed in lists.items()}, reason)
        change.say(Summary.TEAMS_LISTED, count=len(lists))
    return Imported(made, here=len(lists) - len(new), notes=list(filter(None, [filled])))


def import_team_roster(team: Player, file: RosterFile, *, by: User, reason: str = "") -> list[str]:
    """Replace a team's list, with a ``reason`` as in :func:`import_team_rosters`; what a director is told.
    Raises :class:`Refused` if the new one lacks a player who sat on a board. A final section takes IDs."""
    refuse(file.problems)
    with section_change(team.section_id, by=by, verb=Verb.ROSTER, reason=reason, final_too=True) as change:
        team = entry_under_lock(team)
        if not change.section.boards:
            raise Refused(_("This section is for players. Only a team has a list of players."))
        players, filled, _known = completed(file.entries, _listed_ids(change.section))
        _check_one_team_each(change.section, players, [team])
        _replace_lists(change, {team: players}, reason)
        refuse_final_on_chart(change)
        change.say(Summary.TEAM_LISTED, name=team.name)
    return list(filter(None, [filled]))


def _listed_ids(section: Section) -> set[str]:
    """The IDs on the lists of the teams of a section."""
    return set(TeamMember.objects.filter(team__section=section).values_list("uscf_id", flat=True))


def _check_one_team_each(
    section: Section, players: Sequence[RosterEntry], replaced: Sequence[Player]
) -> None:
    """Nobody plays for two teams. Two players with one name are two people if both have an ID.

    The lists of ``replaced`` teams do not count: the new ones take their place. Nor do those of their other
    entries, which have the same players (34H).
    """
    first = {team.reentry_of_id for team in replaced}
    of_replaced = Q(team__in=replaced) | Q(team__in=first) | Q(team__reentry_of__in=replaced)
    others = TeamMember.objects.filter(team__section=section).exclude(of_replaced).select_related("team")
    ids = {member.uscf_id: member for member in others if member.uscf_id}
    names = {player_name_key(member.name): member for member in others}
    troubles = []
    for player in players:
        if holder := ids.get(player.uscf_id):
            read = player.uscf_id
            expected = _("a player of one team. %(name)s of %(team)s has this ID")
        elif (holder := names.get(player_name_key(player.name))) and not (holder.uscf_id and player.uscf_id):
            read = player.name
            expected = _("another name, or the IDs of both. %(name)s plays for %(team)s")
        else:
            continue
        named = {"name": holder.name, "team": holder.team.name}
        troubles.append(Trouble(_("line %(line)d") % {"line": player.line}, read, expected % named))
    for player in players:
        most = TeamMember._meta.get_field("name").max_length or 0
        if len(player.name) > most:
            expected = _("at most %(most)d characters") % {"most": most}
            troubles.append(Trouble(_("line %(line)d") % {"line": player.line}, player.name, expected))
    if troubles:
        raise Refused(_("No list was changed."), troubles)


def _replace_lists(change: SectionChange, lists: Mapping[Player, Sequence[RosterEntry]], reason: str) -> None:
    """Write the lists of teams. A player on both lists of a team keeps the row, and so the boards played."""
    kept = {team: _kept(team, players) for team, players in lists.items()}
    gone = {
        team: [row for row in team.members.all() if row not in rows.values()] for team, rows in kept.items()
    }
    for team, rows in gone.items():
        _refuse_seated(team, rows)
    on_both = [(row, lists[team][index]) for team, rows in kept.items() for index, row in rows.items()]
    check_ratings([(row, {"rating": player.rating}) for row, player in on_both], reason)
    for team, players in lists.items():
        for row in gone[team]:
            change.delete(row)
        _write_list(change, team, players, kept[team])


def _kept(team: Player, players: Sequence[RosterEntry]) -> dict[int, TeamMember]:
    """Who of a team is on its new list too, by the position there."""
    before = list(team.members.all())
    kept: dict[int, TeamMember] = {}
    for index, player in enumerate(players):
        left = [row for row in before if row not in kept.values()]
        same = [row for row in left if player.uscf_id and row.uscf_id == player.uscf_id]
        same += [row for row in left if same_player_name(row.name, player.name)]
        if same:
            kept[index] = same[0]
    return kept


def _refuse_seated(team: Player, gone: Sequence[TeamMember]) -> None:
    sat = MatchBoard.objects.filter(Q(home__in=gone) | Q(away__in=gone)).select_related("home", "away")
    if board := sat.first():
        name = next(row.name for row in gone if row in (board.home, board.away))
        message = _("%(name)s plays in a match of %(team)s. Keep the player on the list.")
        raise Refused(message % {"name": name, "team": team.name})


def _write_list(
    change: SectionChange, team: Player, players: Sequence[RosterEntry], kept: Mapping[int, TeamMember]
) -> None:
    # A board number is unique in its team: players who move give up theirs first.
    for index, row in kept.items():
        if row.board != players[index].board:
            change.update(row, board=row.board + LAST_BOARD)
    new = []
    for index, player in enumerate(players):
        fields = {name: getattr(player, name) for name in ("board", "name", "uscf_id", "rating")}
        if index in kept:
            change.update(kept[index], **fields)
        else:
            new.append(TeamMember(team=team, **fields))
    change.create_all(new)
