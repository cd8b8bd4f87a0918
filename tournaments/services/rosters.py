"""Add, edit and remove players, or teams."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import count
from typing import Any, TypeVar

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from tiebreaks.engine.ranking.membership import name_key

from ..changes import SectionChange, refuse_final_on_chart, section_change, under_lock
from ..errors import RatingFixed, Refused, Trouble
from ..formats.names import same_player_name
from ..formats.records import RosterEntry
from ..models import CheckIn, KeptApart, Player, Section, TeamMember, Verb
from ..selectors.entries.numbering import ASIDE, is_paired, ranked_by
from ..selectors.setup.pages import why_kept
from ..text.log import Summary
from .corrections import says_why
from .teams import follow_answers
from .visitors import renaming_visits

Entry = TypeVar("Entry", bound=Player | TeamMember)

# What a list says of a player beside the number.
LISTED = (
    *("name", "uscf_id", "rating", "provisional", "team", "grade", "age", "state", "house"),
    *("expires_on", "fee_cents", "marks", "assigned_rating", "registered"),
)

# Fixed once round 1 is paired.
_RATINGS = {"rating", "assigned_rating"}


def add_players(
    section: Section,
    entries: Sequence[RosterEntry],
    *,
    by: User,
    by_rating: bool = False,
    different: bool = False,
) -> list[Player]:
    """Add entries to a section. Entries without a number get the next free numbers, by rating if asked.

    Raises :class:`Refused` with every number or US Chess ID that is taken; then nobody is added. With
    ``different``, players with one name in a team table are different people and raise no question.
    """
    with section_change(section.pk, by=by, verb=Verb.ROSTER) as change:
        change.different = different
        made = add_entries(change, entries, rating=pairing_rating if by_rating else None)
        if len(made) == 1:
            change.say(Summary.PLAYER_ADDED, name=made[0].called)
        else:
            change.say(
                Summary.TEAMS_ADDED if change.section.boards else Summary.PLAYERS_ADDED, count=len(made)
            )
    return made


def add_entries(
    change: SectionChange,
    entries: Sequence[RosterEntry],
    *,
    rating: Callable[[RosterEntry], Fraction] | None = None,
    unasked: bool = False,
) -> list[Player]:
    """Add entries within a change; ``unasked`` as in :func:`.follow_answers`. With the ``rating`` of each,
    those without a number get the next free ones in the order of :func:`.by_rating`."""
    section = change.section
    existing = list(Player.objects.filter(section=section))
    refuse_too_many(len(existing) + len(entries))
    _check_entries(section, existing, entries)
    taken = {player.number for player in existing} | {e.number for e in entries if e.number}
    following = count(max((player.number for player in existing), default=0) + 1)
    free = (number for number in following if number not in taken)
    if not section.boards:
        follow_answers(change, [entry.team for entry in entries], unasked=unasked)
    if rating is None:
        return change.create_all(
            new_player(section, next(free) if entry.number is None else entry.number, entry)
            for entry in entries
        )
    drawn = [next(free) for entry in entries if entry.number is None]

    def draw(made: list[Player]) -> Sequence[str]:
        # The lots follow from the keys.
        pairs = zip(made, entries, strict=True)
        ratings = {player: rating(entry) for player, entry in pairs if entry.number is None}
        for number, player in zip(drawn, ranked_by(ratings), strict=True):
            player.number = number
        return ["number"]

    aside = count(ASIDE)
    rows = (
        new_player(section, next(aside) if entry.number is None else entry.number, entry) for entry in entries
    )
    return change.create_all(rows, draw)


def pairing_rating(entry: RosterEntry) -> Fraction:
    """The rating that pairs an entry; 0 for none."""
    return Fraction(entry.pairing_rating or 0)


def refuse_too_many(entries: int) -> None:
    """Raise :class:`Refused` for more entries than a section may have."""
    most = settings.SECTION_ENTRIES
    if entries > most:
        raise Refused(
            _("Nothing was saved. A section has at most %(most)d entries, and this would make %(entries)d.")
            % {"most": most, "entries": entries}
        )


def edit_player(
    player: Player, *, by: User, different: bool = False, reason: str = "", **fields: Any
) -> None:
    """Change the fields of a player, with a ``reason`` where one is needed (:func:`check_ratings`).

    ``different`` as in :func:`add_players`. A final section takes what its chart does not show.
    """
    moved = {name for name, value in fields.items() if getattr(player, name) != value}
    visits = player.visits.all() if moved - Player.OFF_THE_CHART else player.visits.none()
    with (
        renaming_visits(visits, player.section_id, by),
        section_change(player.section_id, by=by, verb=Verb.ROSTER, reason=reason, final_too=True) as change,
    ):
        row = entry_under_lock(player)
        check_edit(row, fields)
        check_ratings([(row, fields)], reason)
        change.different = different
        if not same_player_name(row.name, fields.get("name", row.name)):
            fields["namesakes"] = []
        if "team" in moved:
            follow_answers(change, [fields["team"]], unasked=True)
        change.update(row, **fields)
        refuse_final_on_chart(change)
        change.say(Summary.PLAYER_EDITED, name=row.called)


def check_edit(row: Player, fields: dict[str, Any]) -> None:
    """Raise :class:`Refused` for fields that another entry has, or that are edited elsewhere."""
    if row.visitor_of and any(getattr(row, name) != fields[name] for name in fields if name != "number"):
        raise Refused(
            _("%(name)s plays in section %(section)s. Make the change there.")
            % {"name": row.called, "section": row.visitor_of.section.name}
        )
    others = Player.objects.filter(section=row.section_id).exclude(pk=row.pk)
    number = fields.get("number", row.number)
    if holder := others.filter(number=number).first():
        raise Refused(
            _("%(name)s already has number %(number)d. Choose a free number.")
            % {"number": number, "name": holder.called}
        )
    name = name_key(fields.get("name", row.name))
    if row.section.boards and name != name_key(row.name) and name in {name_key(team.name) for team in others}:
        raise Refused(
            _("The section already has a team named %(name)s. Choose another name.")
            % {"name": fields["name"]}
        )
    if (board := fields.get("fixed_board")) and (
        holder := others.filter(fixed_board=board, withdrawn_after__isnull=True).first()
    ):
        raise Refused(
            _("Board %(board)d is reserved for %(name)s already. Choose another board.")
            % {"board": board, "name": holder.called}
        )
    # All entries of one player share an ID (34H).
    kin = Q(reentry_of=row.pk) | Q(pk=row.reentry_of_id) | Q(reentries=row.pk)
    if row.reentry_of_id:
        kin |= Q(reentry_of=row.reentry_of_id)
    if (uscf_id := fields.get("uscf_id")) and (holder := others.filter(uscf_id=uscf_id).exclude(kin).first()):
        raise Refused(
            _("%(name)s already has US Chess ID %(id)s. Check both IDs.")
            % {"id": uscf_id, "name": holder.called}
        )


def check_ratings(changes: Iterable[tuple[Player | TeamMember, Mapping[str, Any]]], reason: str) -> None:
    """Raise :class:`RatingFixed` for ratings that change in a paired section without a reason (28H), and for
    assigned ones."""
    if not says_why(reason) and (names := fixed_ratings(changes)):
        raise RatingFixed(names)


def fixed_ratings(changes: Iterable[tuple[Player | TeamMember, Mapping[str, Any]]]) -> list[str]:
    """The players whose ratings these change, though round 1 of their sections is paired (28H)."""
    moved = [
        row
        for row, fields in changes
        if any(fields[name] != getattr(row, name) for name in _RATINGS & fields.keys())
    ]
    fixed = {section: is_paired(section) for section in {row.section for row in moved}}
    return [row.called for row in moved if fixed[row.section]]


def remove_player(player: Player, *, by: User) -> None:
    """Remove an entry that no result names, with its byes. Raises :class:`Refused` with why not."""
    with section_change(player.section_id, by=by, verb=Verb.ROSTER) as change:
        player = entry_under_lock(player)
        if kept := why_kept(player):
            raise Refused(kept)
        change.say(Summary.PLAYER_REMOVED, name=player.called)
        for row in (*player.members.all(), *player.seats.all(), *apart_with(player), *check_ins_of(player)):
            change.delete(row)
        change.delete(player)


def apart_with(player: Player) -> QuerySet[KeptApart]:
    """The pairs of which an entry is one."""
    return KeptApart.objects.filter(Q(one=player) | Q(other=player))


def check_ins_of(player: Player) -> QuerySet[CheckIn]:
    """The check-in of an entry, if it has one."""
    return CheckIn.objects.filter(player=player)


def entry_under_lock(player: Entry) -> Entry:
    """An entry, or a player of a team, as it is now."""
    gone = _("Somebody removed %(name)s. Reload the page.") % {"name": player.called}
    rows: QuerySet[Any] = type(player)._default_manager.all()
    row: Entry = under_lock(rows, player.pk, gone)
    return row


def new_player(section: Section, number: int, entry: RosterEntry | Player) -> Player:
    """An unsaved player with the fields of an entry."""
    listed = {name: getattr(entry, name) for name in LISTED}
    if isinstance(entry, Player):
        # Who enters again paid the fee for the entry before.
        listed |= {"fee_cents": None, "registered": without_payment(entry)}
    return Player(section=section, number=number, **listed)


def without_payment(player: Player) -> dict[str, str]:
    """What a file said of a player, but that the fee was paid."""
    return {column: said for column, said in player.registered.items() if column != Player.PAID}


def same_list(team: Player, other: Player) -> Iterator[TeamMember]:
    """The players of a team, unsaved, for its ``other`` entry."""
    for row in team.members.all():
        listed = {name: getattr(row, name) for name in ("board", "name", "uscf_id", "rating")}
        yield TeamMember(team=other, **listed)


def _check_entries(section: Section, existing: list[Player], entries: Sequence[RosterEntry]) -> None:
    teams = {name_key(team.name) for team in existing}
    by_number = {player.number: section.called(player.name) for player in existing}
    by_id = {player.uscf_id: section.called(player.name) for player in existing if player.uscf_id}
    troubles = []
    for at, entry in enumerate(entries, 1):
        where = position(at, entry)
        troubles += too_long(where, entry)
        if entry.number in by_number:
            expected = _("a number that no one has. This is the number of %(name)s") % {
                "name": by_number[entry.number]
            }
            troubles.append(Trouble(where, str(entry.number), expected))
        if entry.uscf_id and entry.uscf_id in by_id:
            expected = _("someone who is not in this section. This is the ID of %(name)s") % {
                "name": by_id[entry.uscf_id]
            }
            troubles.append(Trouble(where, entry.uscf_id, expected))
        if section.boards and name_key(entry.name) in teams:
            troubles.append(Trouble(where, entry.name, _("a team new to this section")))
        teams.add(name_key(entry.name))
        if entry.number:
            by_number[entry.number] = section.called(entry.name)
        if entry.uscf_id:
            by_id[entry.uscf_id] = section.called(entry.name)
    if troubles:
        raise Refused(_("Nobody was added."), troubles)


def position(at: int, entry: RosterEntry) -> str:
    """Where a refusal points: the line of a file, or the position in the list."""
    return _("line %(line)d") % {"line": entry.line} if entry.line else _("entry %(entry)d") % {"entry": at}


def too_long(where: str, entry: RosterEntry) -> list[Trouble]:
    """The texts that are too long for the database."""
    troubles = []
    for column in Player._meta.concrete_fields:
        text, most = getattr(entry, column.name, None), column.max_length
        if isinstance(text, str) and most and len(text) > most:
            troubles.append(Trouble(where, text, _("at most %(most)d characters") % {"most": most}))
    return troubles
