"""What the rating list of this machine would change: ratings and ends of memberships, player by player.

A player is found by US Chess ID. One without an ID is only suggested, by exactly the same name. A rating that
the list does not have is taken away only where a director says so, and so is any of a section that plays. Of
teams, their players have the ratings.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext as _

from tiebreaks.models import FinalSheet

from ...formats.fields import written_rating
from ...formats.names import first_last
from ...formats.rating_list import Listed
from ...models import Event, Player, Section, TeamMember
from ...text import wording
from ..entries.numbering import is_paired
from .rating_list import by_ids, by_names

# A name that more have says nothing.
MOST_NAMESAKES = 3


class Kind(StrEnum):
    """How a change was found; those that are not ``LISTED`` are never checked by themselves."""

    LISTED = "listed"
    UNRATED = "unrated"
    NAMED = "named"


@dataclass(frozen=True)
class Value:
    """One value of a player: what it is, here and in the list."""

    what: str
    here: str
    listed: str


@dataclass(frozen=True)
class Update:
    """What the list would change of a player. ``outside``: why the new rating is outside the section."""

    player: Player | TeamMember
    listed: Listed
    kind: Kind
    fields: dict[str, Any]
    values: tuple[Value, ...]
    outside: tuple[str, ...] = ()
    checked: bool = False

    @property
    def other_name(self) -> str:
        """What the list calls the player of this ID, where that is somebody else; else empty."""
        return first_last(self.listed.name) if self.listed.is_somebody_else(self.player.name) else ""

    @property
    def key(self) -> str:
        team = f"{self.player.team_id}-" if isinstance(self.player, TeamMember) else ""
        return f"{team}{self.player.pk}-{self.kind}-{self.listed.uscf_id}"

    @property
    def team(self) -> str:
        """For which team the player is listed; empty for an entry of its own."""
        return self.player.team.name if isinstance(self.player, TeamMember) else ""

    @property
    def assigned(self) -> int | None:
        """A rating that a director assigned (28D, 28E), where the published one changes: it stays."""
        found = getattr(self.player, "assigned_rating", None)
        return found if "rating" in self.fields else None

    @property
    def said(self) -> str:
        values = "; ".join(f"{each.what} {each.here} → {each.listed}" for each in self.values)
        return f"{self.player.called} ({self.listed.uscf_id}): {values}"


@dataclass
class OfSection:
    """The changes of a section; ``missing`` have an ID that the list has not, ``ambiguous`` a name that
    too many have."""

    section: Section
    is_paired: bool
    is_final: bool
    updates: list[Update] = field(default_factory=list)
    missing: list[Player | TeamMember] = field(default_factory=list)
    ambiguous: list[Player | TeamMember] = field(default_factory=list)

    def of(self, kind: Kind) -> list[Update]:
        return [each for each in self.updates if each.kind is kind]

    @property
    def listed(self) -> list[Update]:
        return self.of(Kind.LISTED)

    @property
    def unrated(self) -> list[Update]:
        return self.of(Kind.UNRATED)

    @property
    def named(self) -> list[Update]:
        return self.of(Kind.NAMED)


def updates(event: Event) -> list[OfSection]:
    """What the list would change in each section that can change; no ratings of one that is final."""
    final = set(FinalSheet.objects.filter(reopened_at=None).values_list("standings", flat=True))
    sections = event.sections.filter(archived=False)
    entries = Player.objects.filter(section__in=sections, section__boards=0, visitor_of=None)
    members = TeamMember.objects.filter(team__section__in=sections)
    players: list[Player | TeamMember] = [
        *entries.select_related("section").order_by("number"),
        *members.select_related("team__section").order_by("team__number", "board"),
    ]
    known = by_ids({player.uscf_id for player in players if player.uscf_id})
    called = by_names({player.name for player in players if not player.uscf_id})
    found = []
    for section in sections.order_by("position", "pk"):
        here = [player for player in players if player.section == section]
        made = OfSection(section, is_paired(section), section.standings_id in final)
        taken = {player.uscf_id for player in here}
        for player in here:
            if player.uscf_id and (listed := known.get(player.uscf_id)):
                made.updates += _by_id(player, listed, made)
            elif player.uscf_id:
                made.missing.append(player)
            elif same := [each for each in called.get(player.name, ()) if each.uscf_id not in taken]:
                if len(same) > MOST_NAMESAKES:
                    made.ambiguous.append(player)
                else:
                    made.updates += _by_name(player, same, made)
        found.append(made)
    return found


def _by_id(player: Player | TeamMember, listed: Listed, of: OfSection) -> Iterator[Update]:
    if fields := _rating(player, listed, of) | _expiration(player, listed):
        is_own = not listed.is_somebody_else(player.name)
        yield _update(player, listed, Kind.LISTED, fields, checked=not of.is_paired and is_own)
    if listed.rating is None and player.rating is not None and not of.is_final:
        yield _update(player, listed, Kind.UNRATED, _rated(player, listed))


def _by_name(player: Player | TeamMember, same: Iterable[Listed], of: OfSection) -> Iterator[Update]:
    for listed in same:
        fields = {"uscf_id": listed.uscf_id} | _rating(player, listed, of) | _expiration(player, listed)
        yield _update(player, listed, Kind.NAMED, fields)


def _rating(player: Player | TeamMember, listed: Listed, of: OfSection) -> dict[str, Any]:
    return {} if of.is_final or listed.rating in (None, player.rating) else _rated(player, listed)


def _rated(player: Player | TeamMember, listed: Listed) -> dict[str, Any]:
    if isinstance(player, TeamMember):
        return {"rating": listed.rating}
    return {"rating": listed.rating, "provisional": listed.games(player.rating, player.provisional)}


def _expiration(player: Player | TeamMember, listed: Listed) -> dict[str, Any]:
    if isinstance(player, TeamMember) or listed.expires_on in (None, player.expires_on):
        return {}
    return {"expires_on": listed.expires_on}


def _update(
    player: Player | TeamMember, listed: Listed, kind: Kind, fields: dict[str, Any], *, checked: bool = False
) -> Update:
    values = []
    if "uscf_id" in fields:
        values.append(Value(_("US Chess ID"), _("none"), listed.uscf_id))
    if "rating" in fields:
        here = _written(player.rating, getattr(player, "provisional", None))
        values.append(Value(_("Rating"), here, _written(fields["rating"], fields.get("provisional"))))
    if "expires_on" in fields and isinstance(player, Player):
        values.append(Value(_("Expires"), _day(player.expires_on), _day(listed.expires_on)))
    limits = () if isinstance(player, TeamMember) else player.section.limits.outside("", fields.get("rating"))
    return Update(player, listed, kind, fields, tuple(values), tuple(limits), checked)


def _written(rating: int | None, games: int | None) -> str:
    return written_rating(rating, games) or _("unrated")


def _day(day: date | None) -> str:
    return wording.calendar_date(day) if day else _("none")
