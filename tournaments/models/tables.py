"""Team tables over one section or several, and the names of their schools."""

from collections.abc import Iterable

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tiebreaks.engine.prizes import Prize
from tiebreaks.engine.prizes.prize import BY_SIZE
from tiebreaks.engine.ranking.sequence import default_team_order
from tiebreaks.engine.systems import TEAM_SYSTEMS
from tiebreaks.fields import Line

from ..text.log import Summary
from .events import Event, HasStandings, Section


class TeamTable(HasStandings):
    """The teams of one section or several: the scores of each school's best players are added (RULES §11.2).

    A change of its sections moves it too, in the same transaction.
    """

    kind = "table"
    prefix = "team-"
    order_posted = Summary.TEAM_ORDER_POSTED
    systems = TEAM_SYSTEMS
    # Our own: the rulebook names none (RULES §11.3).
    default_order = default_team_order()
    # A table shows the columns of its order only.
    columns = ""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="team_tables")
    name = Line(_("name"), max_length=80)
    slug = models.SlugField(_("address"), max_length=80)
    sections: "models.ManyToManyField[Section, TableSection]" = models.ManyToManyField(
        Section, through="TableSection", related_name="team_tables"
    )
    best = models.PositiveSmallIntegerField(_("members who count"), default=4)
    # One player is a team only if a director says so (RULES §11.2: "minimum often 2").
    minimum = models.PositiveSmallIntegerField(_("members needed for a place"), default=2)
    lowest_number = models.BooleanField(
        _("of members with equal scores, those with the lowest numbers count"), default=False
    )
    place_trophies = models.PositiveSmallIntegerField(_("place trophies"), default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "slug"], name="team_table_address_once_an_event"),
            models.CheckConstraint(condition=Q(best__gte=1), name="somebody_counts_for_a_team"),
            models.CheckConstraint(condition=Q(minimum__gte=1), name="a_team_has_a_member"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def edition(self) -> str:
        """Of the first section: the values of players are read as they are there."""
        return self.counted_sections[0].edition

    @property
    def trophies(self) -> int:
        """How many it gives."""
        sections = sorted(self.sections.all(), key=lambda section: section.pk)
        return self.place_trophies + sum(self.by_size(label, sections) is not None for label in BY_SIZE)

    def by_size(self, label: str, sections: Iterable[Section]) -> Prize | None:
        """The trophy for the team with the fewest players, or the most, as the first of its sections
        announces it.

        Where several tables draw on a section, the first of them gives it: it is announced once.
        """
        for section in sections:
            if (prize := section.by_size(label)) and section.team_tables.order_by("pk").first() == self:
                return prize
        return None

    @property
    def counted_sections(self) -> list[Section]:
        """The sections whose rounds count for its standings: those it draws on."""
        return list(self.sections.select_related("standings").order_by("pk"))


class TableSection(models.Model):
    """A section that a table of teams draws its members from."""

    table = models.ForeignKey(TeamTable, on_delete=models.CASCADE, related_name="draws_on")
    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="drawn_on_by")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "section"], name="section_once_a_team_table")]

    def __str__(self) -> str:
        return f"{self.table} · {self.section}"


def visible_tables() -> "models.QuerySet[TeamTable]":
    """The tables that may be public. One that draws on a section that is not would tell its results."""
    on_hidden = TableSection.objects.filter(section__hidden=True).values("table")
    return TeamTable.objects.filter(hidden=False).exclude(pk__in=on_hidden)


# The name of what stands where a school does and is none, such as *Homeschool*.
NO_TEAM = "(no team)"


class School(models.Model):
    """A school's name on team tables, and its other spellings on rosters. The one called :data:`NO_TEAM` has
    the words that are no school.

    The rosters' own text does not change. ``spellings`` mean this school beside its name and code. Apart from
    blanks and capital letters, a spelling belongs to one school of an event.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="schools")
    name = Line(_("name"), max_length=80)
    code = Line(_("short code"), max_length=12, blank=True)
    spellings = models.JSONField(default=list)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "name"], name="school_once_an_event")]

    def __str__(self) -> str:
        return self.name
