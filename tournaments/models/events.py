"""An event and its sections."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tiebreaks.engine.chart.wallchart import Format
from tiebreaks.engine.prizes import Prize, Terms
from tiebreaks.engine.prizes.notation import parse as parse_prizes
from tiebreaks.engine.ranking.editions import EDITIONS, current
from tiebreaks.engine.ranking.sequence import Sequence, default_match_order, parse
from tiebreaks.engine.terms.system import TiebreakSystem
from tiebreaks.fields import Line, Lines
from tiebreaks.models import Standings
from tiebreaks.published import Posting, systems_of

from .. import zones
from ..formats.limits import Limits, limits_in
from ..formats.names import first_last
from ..numbers import MOST_BOARD
from ..text import byes
from ..text.log import Summary

MOST_BOARDS = 20
# The rating report has three digits for them.
MOST_GRAND_PRIX = 999


def current_edition() -> str:
    return current().code


class Visibility(models.Model):
    """What the public sees or does not see, and what is over.

    ``hidden`` is what nobody but its directors sees: a draft, or what was archived without its pages.
    ``archived`` is read only and not on the desk's lists. Rows of before drafts, and of older backups, are
    neither; what the desk creates begins as a draft.
    """

    hidden = models.BooleanField(default=False, editable=False)
    archived = models.BooleanField(default=False, editable=False)

    class Meta:
        abstract = True

    @property
    def is_draft(self) -> bool:
        return self.hidden and not self.archived

    @property
    def visibility(self) -> str:
        """One word or two, beside the name."""
        if self.archived:
            return gettext("archived, hidden") if self.hidden else gettext("archived, public")
        return gettext("draft") if self.hidden else gettext("public")


class Event(Visibility):
    """A tournament: one name, one address, one or more sections."""

    name = Line(_("name"), max_length=120)
    slug = models.SlugField(_("address"), max_length=80, unique=True)
    city = Line(_("city"), max_length=80, blank=True)
    starts_on = models.DateField(_("first day"), null=True, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, default=zones.default)
    # Most players are children: what is public of their names, and whether search engines may list them.
    short_names = models.BooleanField(_("first name and initial on public pages"), default=False)
    listed = models.BooleanField(_("search engines may list this event's pages"), default=False)
    # The server that shows its pages too, such as https://chess.example: printed codes lead there.
    mirror = Line(_("address of the server"), max_length=200, blank=True, editable=False)
    # For the rating report alone, on no public page. An event of one day has no last day.
    ends_on = models.DateField(_("last day"), null=True, blank=True)
    state = Line(_("state"), max_length=2, blank=True)
    zip_code = Line(_("ZIP code"), max_length=10, blank=True)
    country = Line(_("country"), max_length=21, blank=True, default="USA")
    affiliate = Line(_("affiliate ID"), max_length=8, blank=True)
    chief_td = Line(_("chief TD's US Chess ID"), max_length=8, blank=True)
    assistant_td = Line(_("assistant TD's US Chess ID"), max_length=8, blank=True)
    # Of registration files: what their columns were taken for, which were imported when, and which
    # pairs of names are one player's.
    registration = models.JSONField(default=dict, blank=True, editable=False)
    other_tds = Line(_("other TDs' US Chess IDs"), max_length=254, blank=True)

    def __str__(self) -> str:
        return self.name


class HasStandings(Visibility):
    """What is ranked and has its own pages: it owns one :class:`~tiebreaks.models.Standings`.

    ``kind`` names it in one word; the names of its desk's addresses begin with ``prefix``. The
    log says ``order_posted`` of a new order.
    """

    kind: str
    prefix: str
    order_posted: Summary
    event: "models.ForeignKey[Event, Event]"
    slug: "models.SlugField[str, str]"
    name: "models.CharField[str, str]"
    # The line of the extra columns, and the code of the rulebook's edition.
    columns: Any
    edition: Any
    # Whether its event is archived, where it is read under the lock.
    event_archived: bool

    standings = models.OneToOneField(
        Standings, on_delete=models.CASCADE, related_name="%(class)s", editable=False
    )

    class Meta:
        abstract = True

    @property
    def stamp(self) -> str:
        """Epoch and version in one: what pages, fragments and polls carry; compare with ``!=`` only."""
        return self.standings.stamp

    @property
    def version(self) -> int:
        return self.standings.version

    def called(self, name: str) -> str:
        """What is ranked, as people say it: a team's name as it is."""
        return name

    @property
    def counted_sections(self) -> "list[Section]":
        """The sections whose rounds count for its standings."""
        raise TypeError(type(self))

    @property
    def systems(self) -> Mapping[str, TiebreakSystem]:
        """The systems that an order can have here."""
        raise TypeError(type(self))

    @property
    def default_order(self) -> Sequence:
        """The order that holds until one is posted."""
        raise TypeError(type(self))

    def order(self, posted: list[Posting]) -> Sequence:
        """The order that holds: the last one posted, or the default. The edition reads it in its own way."""
        return parse(posted[-1].order, self.systems) if posted else self.default_order


class Section(HasStandings):
    """A field of players, or of teams, who are paired and ranked together."""

    kind = "section"
    prefix = ""
    # Whether a director has finished it, where it is read under the lock.
    is_final: bool
    # When that was, where a page of the desk reads it; None where it is not final.
    finished_at: datetime | None
    order_posted = Summary.ORDER_POSTED

    class Formats(models.TextChoices):
        SWISS = Format.SWISS.value, _("Swiss")
        ROUND_ROBIN = Format.ROUND_ROBIN.value, _("Round robin")

    class Levels(models.TextChoices):
        """The scholastic level, by its letter in the rating report."""

        NONE = "N", _("not scholastic")
        PRIMARY = "P", _("primary")
        JUNIOR = "J", _("junior high")
        SENIOR = "S", _("senior high")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="sections")
    name = Line(_("name"), max_length=80)
    slug = models.SlugField(_("address"), max_length=80)
    rounds = models.PositiveSmallIntegerField(_("rounds"))
    games = models.PositiveSmallIntegerField(_("games per round"), default=1)
    format = models.CharField(_("format"), max_length=12, choices=Formats, default=Formats.SWISS)
    # Of a match between teams; 0 where players meet. A team is an entry like any other.
    boards = models.PositiveSmallIntegerField(_("boards per match"), default=0)
    # RULES §11.1: teams rank by match points, or by what they scored on the boards.
    by_game_points = models.BooleanField(_("ranked by game points"), default=False)
    # Kept for good: a later edition does not change a finished event.
    edition = models.CharField(_("rulebook"), max_length=24, default=current_edition)
    # The extra columns of the standings, as one line like an order.
    columns = models.CharField(max_length=400, blank=True, editable=False)
    # How its rounds are paired where it differs from the rules' own way: "teams=plus_two limits=none".
    pairing_options = Line(blank=True, max_length=400, editable=False)
    # Requested byes as posted (22C): how many half-point byes a player may have, before which round they are
    # requested, and whether one in the last round stays.
    half_byes = models.PositiveSmallIntegerField(_("half-point byes per player"), null=True, blank=True)
    byes_before = models.PositiveSmallIntegerField(_("requested before round"), null=True, blank=True)
    last_bye_irrevocable = models.BooleanField(
        _("a half-point bye in the last round is irrevocable (22C)"), default=False
    )
    first_board = models.PositiveSmallIntegerField(_("number of the first board"), default=1)
    # Who may enter. Kindergarten is grade 0, and what is before it -1. Empty: as the name says.
    lowest_grade = models.SmallIntegerField(_("lowest grade"), null=True, blank=True)
    highest_grade = models.SmallIntegerField(_("highest grade"), null=True, blank=True)
    lowest_rating = models.PositiveSmallIntegerField(_("lowest rating"), null=True, blank=True)
    highest_rating = models.PositiveSmallIntegerField(_("highest rating"), null=True, blank=True)
    # On the event's pages; those with the same one stand in the order in which they were created.
    position = models.PositiveSmallIntegerField(default=0, editable=False)
    # The announcement as typed and printed, its lines in the order of value.
    prizes = Lines(blank=True, editable=False)
    fund_based_on = models.PositiveIntegerField(_("prize fund based on entries"), default=0)
    # 32C4: whether half is due at least goes by the fund of the whole event, or by the section's own.
    fund_alone = models.BooleanField(_("the fund of this section stands alone"), default=False)
    fund_entries = models.PositiveIntegerField(_("actual entries"), null=True, blank=True)
    unrated_limit = models.PositiveIntegerField(_("limit for unrated players"), null=True, blank=True)
    cash_playoff = models.BooleanField(_("a playoff also decides cash"), default=False)
    follow_money = models.BooleanField(_("trophies follow the money"), default=False)
    withdrawn_too = models.BooleanField(_("players who withdrew can win"), default=False)
    no_shows_too = models.BooleanField(_("entries that played no game can win"), default=False)
    # For the rating report alone. Without days of its own a section has those of the event.
    rated = models.BooleanField(_("in the rating report"), default=True)
    time_control = Line(_("time control"), max_length=40, blank=True)
    starts_on = models.DateField(_("first day"), null=True, blank=True)
    ends_on = models.DateField(_("last day"), null=True, blank=True)
    level = models.CharField(_("scholastic level"), max_length=1, choices=Levels, default=Levels.NONE)
    grand_prix = models.PositiveSmallIntegerField(_("Grand Prix points"), null=True, blank=True)
    fide = models.BooleanField(_("FIDE rated too"), default=False)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(level__in=["N", "P", "J", "S"]), name="level_is_known"),
            models.CheckConstraint(
                condition=Q(grand_prix__isnull=True) | Q(grand_prix__range=(1, MOST_GRAND_PRIX)),
                name="grand_prix_points_are_sane",
            ),
            models.UniqueConstraint(fields=["event", "slug"], name="section_address_once_an_event"),
            models.CheckConstraint(condition=Q(rounds__range=(1, 30)), name="section_has_1_to_30_rounds"),
            models.CheckConstraint(condition=Q(games__in=(1, 2)), name="section_has_1_or_2_games_a_round"),
            models.CheckConstraint(
                condition=Q(format__in=[f.value for f in Format]), name="section_format_is_known"
            ),
            models.CheckConstraint(
                condition=Q(first_board__range=(1, MOST_BOARD)), name="first_board_is_sane"
            ),
            models.CheckConstraint(
                condition=Q(boards__range=(0, MOST_BOARDS)), name="match_has_1_to_20_boards"
            ),
            models.CheckConstraint(
                condition=Q(half_byes__isnull=True) | Q(half_byes__range=(0, 30)), name="half_byes_are_sane"
            ),
            models.CheckConstraint(
                condition=Q(byes_before__isnull=True) | Q(byes_before__range=(1, 30)),
                name="byes_are_requested_before_a_round",
            ),
            models.CheckConstraint(
                condition=(Q(lowest_grade__isnull=True) | Q(lowest_grade__range=(-1, 12)))
                & (Q(highest_grade__isnull=True) | Q(highest_grade__range=(-1, 12))),
                name="grades_of_a_section_are_sane",
            ),
            models.CheckConstraint(
                condition=Q(by_game_points=False) | Q(boards__gte=1), name="only_teams_have_game_points"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def called(self, name: str) -> str:
        """An entry as people say it: First Last, however it was typed; a team's name as it is."""
        return name if self.boards else first_last(name)

    @property
    def limits(self) -> Limits:
        """Who may enter: what was set, and what the name says of the rest."""
        return Limits(self.lowest_grade, self.highest_grade, self.lowest_rating, self.highest_rating).or_else(
            limits_in(self.name)
        )

    @property
    def prizes_announced(self) -> int:
        """How many prizes there are: a line may announce several."""
        return len(parse_prizes(self.prizes))

    def by_size(self, label: str) -> Prize | None:
        """The trophy for the team with the fewest players, or the most, which a team table gives."""
        return next((each for each in parse_prizes(self.prizes) if each.label == label), None)

    @property
    def posted_byes(self) -> list[str]:
        """What is posted of requested byes, a sentence each."""
        return byes.posted(self.half_byes, self.byes_before, irrevocable=self.last_bye_irrevocable)

    @property
    def shares_event_fund(self) -> bool:
        """Whether the prizes of other sections count for what is paid here (32C4)."""
        return self.fund_based_on > 0 and not self.fund_alone

    def prize_terms(
        self,
        *,
        entries: int,
        event_fund: int | None,
        absent: frozenset[int],
        chosen: tuple[tuple[str, int], ...],
    ) -> Terms:
        """The rules for all prizes; ``entries`` is their number unless another was typed."""
        actual = entries if self.fund_entries is None else self.fund_entries
        return Terms(
            based_on=self.fund_based_on,
            entries=actual if self.fund_based_on else 0,
            event_fund=event_fund,
            unrated_limit=self.unrated_limit,
            cash_playoff=self.cash_playoff,
            follow_money=self.follow_money,
            withdrawn_too=self.withdrawn_too,
            no_shows_too=self.no_shows_too,
            absent=absent,
            chosen=chosen,
        )

    @property
    def entrants(self) -> str:
        """Who plays here: ``players`` or ``teams``."""
        return "teams" if self.boards else "players"

    @property
    def counted_sections(self) -> "list[Section]":
        """The sections whose rounds count for its standings: itself."""
        return [self]

    @property
    def systems(self) -> Mapping[str, TiebreakSystem]:
        return systems_of(self.boards)

    @property
    def default_order(self) -> Sequence:
        """The rulebook's (34E, 34F; 34G for teams in matches)."""
        if self.boards:
            return default_match_order(self.by_game_points)
        return EDITIONS[self.edition].default_order(Format(self.format))
