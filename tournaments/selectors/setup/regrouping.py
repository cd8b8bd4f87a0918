"""Two sections that become one, and one that becomes two, before round 1 is paired: what would come of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db.models import Count
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.chart.wallchart import Kind

from ...models import Player, Round, Seat, Section, TeamTable
from ..entries.apart import kept_apart
from ..entries.byes import past_posted
from ..entries.moving import hindrances
from ..entries.numbering import is_paired, ranked, rating_of, with_members
from ..event.endings import has_results
from .copying import setup_of

RATING, TOP = "rating", "top"


class Cut(NamedTuple):
    """Where a section is split: at a rating, which the upper part begins with, or after so many at the top.

    >>> Cut.read("rating-1000"), Cut.read("top-12").slug, Cut.read("middle"), Cut.read("top-0")
    (Cut(by='rating', number=1000), 'top-12', None, None)
    """

    by: str
    number: int

    @classmethod
    def read(cls, slug: str) -> "Cut | None":
        by, _dash, number = slug.partition("-")
        if by not in (RATING, TOP) or not (number.isascii() and number.isdecimal() and len(number) < 5):
            return None
        return cls(by, int(number)) if int(number) else None

    @property
    def slug(self) -> str:
        return f"{self.by}-{self.number}"


class Placed(NamedTuple):
    """An entry, its number afterwards, and why the section's limits do not fit it."""

    number: int
    player: Player
    outside: str


@dataclass(frozen=True)
class Merged:
    stays: Section
    goes: Section
    roster: list[Placed]
    # Why it can't be done now, a sentence each.
    refused: list[str]
    # What a director must know before.
    told: list[str]

    @property
    def moving(self) -> int:
        return sum(each.player.section_id == self.goes.pk for each in self.roster)

    @property
    def set_up(self) -> list[tuple[str, str]]:
        return setup_of(self.stays)


@dataclass(frozen=True)
class Parts:
    """The entries of a section above and below a cut, those without a rating apart. A house player plays
    where an opponent is missing, and stays where it is."""

    upper: list[Player] = field(default_factory=list)
    lower: list[Player] = field(default_factory=list)
    unrated: list[Player] = field(default_factory=list)

    @property
    def lists(self) -> tuple[list[Player], ...]:
        return self.upper, self.lower, self.unrated

    def moving(self, *, unrated_up: bool, new_is_upper: bool) -> list[Player]:
        """Those who go to the new section."""
        upper = [*self.upper, *(self.unrated if unrated_up else ())]
        lower = [*self.lower, *(() if unrated_up else self.unrated)]
        return upper if new_is_upper else lower


def closed(section: Section) -> str:
    """Why the roster of a section is neither merged nor split; empty where it can be."""
    named = {"section": section.name}
    if has_results(section) and section.boards:
        return (
            _(
                "%(section)s has results, so it can’t be merged or split. To move a team to another"
                " section, use “Change of section” on the team’s page."
            )
            % named
        )
    if has_results(section):
        return (
            _(
                "%(section)s has results, so it can’t be merged or split. To move a player to another"
                " section, use “Change of section” on the player’s page."
            )
            % named
        )
    if not is_paired(section):
        return ""
    paired = Round.objects.filter(section=section, games__isnull=False) | Round.objects.filter(
        section=section, published_at__isnull=False
    )
    first = paired.order_by("number", "pk")[0]
    if first.published_at is not None:
        told = _("Round %(round)d of %(section)s is published. Undo its pairings in the section’s log first.")
    else:
        told = _("Round %(round)d of %(section)s is paired. Remove its pairings first.")
    return told % {**named, "round": first.number}


def mergeable(section: Section) -> list[tuple[Section, int, str]]:
    """The other sections of the event with entries of the same kind: how many, and why not."""
    others = section.event.sections.filter(archived=False, boards=section.boards).exclude(pk=section.pk)
    counted = others.annotate(entries=Count("players")).filter(entries__gt=0)
    return [(each, each.entries, closed(each)) for each in counted.order_by("position", "pk")]


def merged(stays: Section, goes: Section) -> Merged:
    """What one section would be with the players of another."""
    moving = with_members(goes)
    roster = [
        Placed(number, player, "" if player.section == stays else _outside(stays, player))
        for number, player in enumerate(ranked([*with_members(stays), *moving]), 1)
    ]
    refused = [why for why in map(closed, (stays, goes)) if why]
    if not moving:
        told = _("%(section)s has no entries. Open its Setup page to delete it.")
        refused.append(told % {"section": goes.name})
    return Merged(
        stays,
        goes,
        roster,
        refused or hindrances(moving, stays),
        [
            *_of_draft(stays, goes),
            *past_posted(stays, _half_byes(moving)),
            *_of_tables(stays, goes),
            *_of_awards(goes),
        ],
    )


def _of_draft(stays: Section, goes: Section) -> Iterator[str]:
    if stays.hidden and not goes.hidden:
        told = _("%(section)s is a draft: the public doesn’t see those who move until you publish it.")
        yield told % {"section": stays.name}


def _outside(section: Section, player: Player) -> str:
    return "" if section.boards else "; ".join(section.limits.outside(player.grade, player.rating))


def _half_byes(players: list[Player]) -> dict[Player, list[int]]:
    seats = Seat.objects.filter(player__in=players, slot=1, game=None, kind=Kind.HALF_BYE.letter)
    rounds: dict[int, list[int]] = {}
    for pk, number in seats.values_list("player", "round__number"):
        rounds.setdefault(pk, []).append(number)
    return {player: rounds[player.pk] for player in players if player.pk in rounds}


def _of_tables(stays: Section, goes: Section) -> Iterator[str]:
    """In which team tables those who move count afterwards, where that differs."""
    before = dict(goes.team_tables.order_by("pk").values_list("pk", "name"))
    after = dict(stays.team_tables.order_by("pk").values_list("pk", "name"))
    for pk in before.keys() - after.keys():
        told = _("The team table %(table)s does not count %(section)s. Those who move no longer count there.")
        yield told % {"table": before[pk], "section": stays.name}
    for pk in after.keys() - before.keys():
        told = _("The team table %(table)s counts %(section)s. Those who move count there from now on.")
        yield told % {"table": after[pk], "section": stays.name}


def told_of_tables(goes: Section) -> list[str]:
    """What becomes of the team tables of a section that is deleted after a merge, a sentence each."""
    alone = _("The team table %(table)s counts no other section: it is deleted with it.")
    shared = _("It is taken out of the team table %(table)s.")
    return [(shared if counts > 1 else alone) % {"table": table.name} for table, counts in _tables_of(goes)]


def _tables_of(section: Section) -> list[tuple[TeamTable, int]]:
    """Each team table that counts a section, with how many it counts."""
    return [(table, table.draws_on.count()) for table in section.team_tables.order_by("pk")]


def _of_awards(goes: Section) -> Iterator[str]:
    """What was announced in the section that goes, and is not in the one that stays."""
    if prizes := goes.prizes.splitlines():
        told = _("Prizes of %(section)s that are not carried over: %(prizes)s.")
        yield told % {"section": goes.name, "prizes": "; ".join(prizes)}
    for table, counts in _tables_of(goes):
        if table.trophies and counts == 1:
            told = ngettext(
                "%(count)d trophy of %(table)s is not carried over.",
                "%(count)d trophies of %(table)s are not carried over.",
                table.trophies,
            )
            yield told % {"count": table.trophies, "table": table.name}


def parts(section: Section, cut: Cut) -> Parts:
    """The entries of a section by rating, on either side of a cut."""
    entries = [each for each in ranked(with_members(section)) if not each.house]
    rated = [each for each in entries if rating_of(each)]
    above = sum(rating_of(each) >= cut.number for each in rated) if cut.by == RATING else cut.number
    return Parts(rated[:above], rated[above:], [each for each in entries if not rating_of(each)])


def told_of_split(section: Section, lists: Sequence[Sequence[Player]], new: int = 1) -> list[str]:
    """What a director must know before some of these lists go to so many sections of their own."""
    said = []
    if section.prizes:
        said.append(_("The prizes are announced in each section. Correct them on each Prizes page."))
    for table in section.team_tables.order_by("pk"):
        told = ngettext(
            "The team table %(table)s counts %(section)s. Add the new section there if its players count.",
            "The team table %(table)s counts %(section)s. Add the new sections there if their players count.",
            new,
        )
        said.append(told % {"table": table.name, "section": section.name})
    part_of = {player.pk: at for at, players in enumerate(lists) for player in players}
    for pair in kept_apart(section):
        if part_of.get(pair.one_id) != part_of.get(pair.other_id):
            told = _(
                "%(one)s and %(other)s are to be kept apart. In separate sections, that no longer applies."
            )
            said.append(told % {"one": pair.one.called, "other": pair.other.called})
    return said
