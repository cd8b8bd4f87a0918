"""Pairing numbers by rating, or by lot in a round robin, as long as nobody is paired (28A–28H, 30A).

Equal ratings, and the unrated among themselves, are drawn by lot, each entry by a lot of its own: numbering
again after a late entry leaves the others in their order.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from hashlib import blake2b
from itertools import pairwise
from math import floor

from django.db.models import Max, Q
from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Format

from ...formats.records import RosterEntry
from ...models import Player, Round, Section, TeamMember
from ...pairing.quads import QUAD, ROUNDS

# Above every number that can be typed. Nobody has a number twice, not for a moment.
ASIDE = 1_000_000


def is_paired(section: Section) -> bool:
    """Whether a round has boards, or is published: then the numbers stay."""
    begun = Q(games__isnull=False) | Q(published_at__isnull=False)
    return Round.objects.filter(begun, section=section).exists()


def by_rating(section: Section) -> list[Player]:
    """The entries in the order of their ratings, equal ones and the unrated by lot, house players at the
    end."""
    return ranked(with_members(section))


def with_members(section: Section) -> list[Player]:
    """The entries in the order of their numbers, teams with their players."""
    return list(section.players.select_related("section").prefetch_related("members").order_by("number"))


def ranked(players: Iterable[Player]) -> list[Player]:
    """Entries of one section, or of several that become one, in the order of :func:`by_rating`."""
    return ranked_by({player: rating_of(player) for player in players})


def ranked_by(ratings: Mapping[Player, Fraction]) -> list[Player]:
    """Entries in the order of :func:`by_rating`, by ratings that are known."""
    return sorted(
        ratings,
        key=lambda player: (player.house, not ratings[player], -ratings[player], lot(player)),
    )


def lot(player: Player) -> str:
    """Where an entry stands among those of its rating, or the unrated (28A): drawn from keys that say nothing
    of name or rating, and that it keeps, also in another section."""
    return blake2b(f"{player.section.event_id} {player.pk}".encode(), digest_size=8).hexdigest()


def differ_from_ratings(section: Section) -> bool:
    """Whether numbering by rating would change a number."""
    return any(player.number != at for at, player in enumerate(by_rating(section), 1))


def out_of_order(section: Section) -> str:
    """Before round 1 of a Swiss is paired, the sentence about a number that is not in the order of the
    ratings, as after late entries; empty where all are. Equal ratings stand in any order."""
    if section.format == Format.ROUND_ROBIN.value or is_paired(section):
        return ""
    players = [player for player in with_members(section) if not player.house]
    for before, after in pairwise(players):
        if rating_of(before) < rating_of(after):
            said = _(
                "Wall-chart numbers are not in the order of the ratings: %(name)s (%(rating)s) is number"
                " %(number)d, after number %(other)d, %(before)s (%(lower)s). From round 1 on numbers stay."
            )
            values = {"name": after.called, "rating": floor(rating_of(after)), "number": after.number}
            values |= {"before": before.called, "lower": floor(rating_of(before)) or _("unrated")}
            return said % {**values, "other": before.number}
    return ""


def drawn_by_lot(section: Section) -> bool:
    """Whether a director may draw the numbers by lot, as places in the table of a round robin (30A). A quad
    has them by rating (30G)."""
    if section.format != Format.ROUND_ROBIN.value or is_paired(section):
        return False
    playing = section.players.filter(house=False).count()
    is_quad = playing == QUAD and section.rounds == ROUNDS and section.games == 1
    return playing > 2 and not is_quad


def free_number(section: Section) -> int:
    """One more than the highest number."""
    return (section.players.aggregate(last=Max("number"))["last"] or 0) + 1


def rating_of(player: Player) -> Fraction:
    """The rating that pairs a player; of a team without one, the average of its boards. None counts 0."""
    if rating := player.pairing_rating:
        return Fraction(rating)
    return average_rating(player.members.all(), player.section.boards)


def average_rating(members: Iterable[TeamMember | RosterEntry], boards: int) -> Fraction:
    """Of a team's players at its first ``boards`` boards; the unrated do not count. 0 where all are."""
    ratings = _averaged(members, boards)
    return Fraction(sum(ratings), len(ratings)) if ratings else Fraction(0)


def _averaged(members: Iterable[TeamMember | RosterEntry], boards: int) -> list[int]:
    first = sorted(members, key=lambda member: member.board)[:boards]
    return [member.rating for member in first if member.rating]


def boards_averaged(team: Player) -> int:
    """How many ratings the average of a team's boards is of; none of a player's."""
    boards = team.section.boards
    return len(_averaged(team.members.all(), boards)) if boards else 0


def team_rating(team: Player) -> int | None:
    """The average of a team's boards in whole points; None if nobody there is rated, and for a player."""
    boards = team.section.boards
    average = average_rating(team.members.all(), boards) if boards else 0
    return floor(average + Fraction(1, 2)) or None


def rating_averages(section: Section) -> dict[int, int]:
    """By number, of each team of a section whose boards have a rating."""
    rated = ((team.number, team_rating(team)) for team in with_members(section)) if section.boards else ()
    return {number: rating for number, rating in rated if rating}
