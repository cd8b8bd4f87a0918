"""The tables: who is there, who sat where, what came of it, and who said so when.

Scores are not stored: they are computed from seats. Nothing here acts; every change that a public page could
show goes through :func:`tournaments.changes.section_change`. What must always hold is a constraint.
"""

import secrets
from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tiebreaks.engine import editions
from tiebreaks.engine.prizes import Terms
from tiebreaks.engine.prizes.prize import MOST_AGE
from tiebreaks.engine.problems import kinds_agree
from tiebreaks.engine.wallchart import Format, Kind

from .wording import unbroken

MOST_BOARDS = 20
BYES = (Kind.FULL_BYE, Kind.HALF_BYE, Kind.UNPAIRED)
# Both sides' letters of a board of a match.
BOARD_RESULTS = [f"{one.letter}{other.letter}" for one in Kind for other in Kind if kinds_agree(one, other)]
RATED = tuple(kind for kind in Kind if kind.played and kind is not Kind.OPEN)


def new_epoch() -> str:
    """A random name for one run of version numbers.

    A restored or rebuilt section counts its versions anew; under another epoch its version 42 is not
    taken for the old 42 by any phone or cache.
    """
    return secrets.token_hex(4)


def current_edition() -> str:
    return editions.current().code


def _letters(kinds: Sequence[Kind]) -> list[str]:
    return [kind.letter for kind in kinds]


class Event(models.Model):
    """A tournament: one name, one address, one or more sections."""

    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(_("address"), max_length=80, unique=True)
    city = models.CharField(_("place"), max_length=80, blank=True)
    starts_on = models.DateField(_("first day"), null=True, blank=True)

    def __str__(self) -> str:
        return self.name


class Staff(models.Model):
    """A person who may work on an event."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="staff")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="staff_of")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "user"], name="staff_once_an_event")]

    def __str__(self) -> str:
        return f"{self.user} · {self.event}"


class Section(models.Model):
    """A field of players who are paired and ranked together."""

    class Formats(models.TextChoices):
        SWISS = Format.SWISS.value, _("Swiss")
        ROUND_ROBIN = Format.ROUND_ROBIN.value, _("Round robin")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="sections")
    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(_("address"), max_length=80)
    rounds = models.PositiveSmallIntegerField(_("rounds"))
    games = models.PositiveSmallIntegerField(_("games a round"), default=1)
    format = models.CharField(_("format"), max_length=12, choices=Formats, default=Formats.SWISS)
    # Of a match between teams; 0 where players meet. A team is an entry like any other.
    boards = models.PositiveSmallIntegerField(_("boards a match"), default=0)
    # RULES §11.1: teams rank by match points, or by what they scored on the boards.
    by_game_points = models.BooleanField(_("game points rank"), default=False)
    # Kept for good: a finished event is not read anew by a later edition.
    edition = models.CharField(_("rulebook"), max_length=24, default=current_edition)
    # What is shown beside the posted order and ranks nobody, as one line like an order.
    columns = models.CharField(max_length=400, blank=True, editable=False)
    # The announcement, as it is typed and printed; its lines stand in the order of value.
    prizes = models.TextField(blank=True, editable=False)
    fund_based_on = models.PositiveIntegerField(_("prize fund based on entries"), default=0)
    fund_entries = models.PositiveIntegerField(_("entries that came"), null=True, blank=True)
    unrated_limit = models.PositiveIntegerField(_("limit of unrated players"), null=True, blank=True)
    cash_playoff = models.BooleanField(_("a playoff decides cash too"), default=False)
    follow_money = models.BooleanField(_("trophies follow the money"), default=False)
    withdrawn_too = models.BooleanField(_("players who withdrew can win"), default=False)
    # The last version of its awards that was frozen; with the lock, so that only then one is asked for.
    frozen = models.PositiveSmallIntegerField(default=0, editable=False)
    # Whether a table of teams draws on it. Read with the lock, so that an entry asks for none where none is.
    has_tables = models.BooleanField(default=False, editable=False)
    epoch = models.CharField(max_length=8, default=new_epoch, editable=False)
    version = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "slug"], name="section_address_once_an_event"),
            models.CheckConstraint(condition=Q(rounds__range=(1, 30)), name="section_has_1_to_30_rounds"),
            models.CheckConstraint(condition=Q(games__in=(1, 2)), name="section_has_1_or_2_games_a_round"),
            models.CheckConstraint(
                condition=Q(format__in=[f.value for f in Format]), name="section_format_is_known"
            ),
            models.CheckConstraint(
                condition=Q(boards__range=(0, MOST_BOARDS)), name="match_has_1_to_20_boards"
            ),
            models.CheckConstraint(
                condition=Q(by_game_points=False) | Q(boards__gte=1), name="only_teams_have_game_points"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def prize_terms(self, *, entries: int, absent: frozenset[int]) -> Terms:
        """What was announced for all prizes; ``entries`` came, unless another number was typed."""
        came = entries if self.fund_entries is None else self.fund_entries
        return Terms(
            based_on=self.fund_based_on,
            entries=came if self.fund_based_on else 0,
            unrated_limit=self.unrated_limit,
            cash_playoff=self.cash_playoff,
            follow_money=self.follow_money,
            withdrawn_too=self.withdrawn_too,
            absent=absent,
        )

    @property
    def entrants(self) -> str:
        """Who meets here: ``players`` or ``teams``."""
        return "teams" if self.boards else "players"

    @property
    def stamp(self) -> str:
        """Epoch and version in one: what pages, fragments and polls carry; compare with ``!=`` only."""
        return f"{self.epoch}.{self.version}"


class TeamTable(models.Model):
    """A table of the teams of one section or several: the best of each school's players add up (RULES §11.2).

    Its version counts the changes of its sections, and its sheet moves in the same transaction.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="team_tables")
    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(_("address"), max_length=80)
    sections: "models.ManyToManyField[Section, TableSection]" = models.ManyToManyField(
        Section, through="TableSection", related_name="team_tables"
    )
    best = models.PositiveSmallIntegerField(_("members who count"), default=4)
    # One player is no team unless a director says so (RULES §11.2: "minimum often 2").
    minimum = models.PositiveSmallIntegerField(_("members needed for a place"), default=2)
    lowest_number = models.BooleanField(
        _("of members with equal scores, those with the lowest numbers count"), default=False
    )
    place_trophies = models.PositiveSmallIntegerField(_("place trophies"), default=0)
    # Whether anything was ever recorded about its ties: with the lock, so that an entry asks only then.
    decided = models.BooleanField(default=False, editable=False)
    # The last version of its awards that was frozen.
    frozen = models.PositiveSmallIntegerField(default=0, editable=False)
    epoch = models.CharField(max_length=8, default=new_epoch, editable=False)
    version = models.PositiveIntegerField(default=0, editable=False)

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
        return self.sections.order_by("pk")[0].edition

    @property
    def stamp(self) -> str:
        return f"{self.epoch}.{self.version}"


class TableSection(models.Model):
    """A section that a table of teams draws its members from."""

    table = models.ForeignKey(TeamTable, on_delete=models.CASCADE, related_name="draws_on")
    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="drawn_on_by")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "section"], name="section_once_a_team_table")]

    def __str__(self) -> str:
        return f"{self.table} · {self.section}"


class School(models.Model):
    """What a school is called on its team's line, and what else rosters call it.

    A roster's own text stays as it is. ``spellings`` are those that mean this school beside its name and
    code; blanks and capital letters aside, a spelling belongs to one school of an event.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="schools")
    name = models.CharField(_("name"), max_length=80)
    code = models.CharField(_("short code"), max_length=12, blank=True)
    spellings = models.JSONField(default=list)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "name"], name="school_once_an_event")]

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """An entry of a section. A re-entry is another entry that points at the first (34H).

    A visitor (28M3) is a house player here who points at the entry in the section where they play.
    """

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="players")
    number = models.PositiveIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=120)
    uscf_id = models.CharField(_("US Chess ID"), max_length=12, blank=True)
    rating = models.PositiveSmallIntegerField(_("rating"), null=True, blank=True)
    team = models.CharField(_("team or school"), max_length=80, blank=True)
    grade = models.CharField(_("grade"), max_length=12, blank=True)
    state = models.CharField(_("state"), max_length=12, blank=True)
    house = models.BooleanField(_("house player"), default=False)
    reentry_of = models.ForeignKey(
        "self", on_delete=models.RESTRICT, null=True, blank=True, related_name="reentries"
    )
    visitor_of = models.ForeignKey(
        "self", on_delete=models.RESTRICT, null=True, blank=True, related_name="visits"
    )
    withdrawn_after = models.PositiveSmallIntegerField(_("withdrew after round"), null=True, blank=True)
    absent = models.BooleanField(_("not at the ceremony"), default=False)
    # Entries of the same name that are another player's, as a director said.
    namesakes = models.JSONField(default=list, editable=False)
    # For prizes of an age; in no sheet, and so on no public page. A birth date would be kept for nothing.
    age = models.PositiveSmallIntegerField(_("age"), null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(age__isnull=True) | Q(age__range=(1, MOST_AGE)), name="player_has_a_sane_age"
            ),
            models.UniqueConstraint(fields=["section", "number"], name="player_number_once_a_section"),
            models.CheckConstraint(condition=Q(number__gte=1), name="player_number_is_positive"),
            models.CheckConstraint(condition=~Q(name=""), name="player_has_a_name"),
            models.UniqueConstraint(fields=["section", "visitor_of"], name="visitor_once_a_section"),
            models.CheckConstraint(
                condition=Q(visitor_of__isnull=True) | Q(house=True), name="visitor_is_a_house_player"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"

    @property
    def visitor(self) -> str:
        """Where a visitor comes from, ``7@Open``; empty for an entry of the section itself."""
        home = self.visitor_of
        return f"{home.number}@{home.section.name}" if home else ""


class TeamMember(models.Model):
    """A player of a team, by its board order; who stands beyond the boards of a match is an alternate."""

    team = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="members")
    board = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=120)
    uscf_id = models.CharField(max_length=12, blank=True)
    rating = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["board"]
        constraints = [
            models.UniqueConstraint(fields=["team", "board"], name="board_order_is_strict"),
            models.CheckConstraint(condition=Q(board__gte=1), name="board_order_begins_at_1"),
            models.CheckConstraint(condition=~Q(name=""), name="member_has_a_name"),
        ]

    def __str__(self) -> str:
        return f"{self.board} {self.name}"


class Round(models.Model):
    """One round of a section. Until it is published its pairings are a draft that only the desk sees."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="round_set")
    number = models.PositiveSmallIntegerField()
    published_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["section", "number"], name="round_number_once_a_section"),
            models.CheckConstraint(condition=Q(number__gte=1), name="round_number_is_positive"),
        ]

    def __str__(self) -> str:
        return f"{self.section} · {self.number}"


class Game(models.Model):
    """A board of a round; in a double round ``slot`` tells its two games apart.

    ``revision`` counts what was entered on it, so that a stale screen is told so. Where teams meet it is a
    match, and what came of it follows from its :class:`MatchBoard` rows.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="games")
    board = models.PositiveSmallIntegerField()
    slot = models.PositiveSmallIntegerField(default=1)
    # A chart adopted from another program may not say who had White.
    colours_known = models.BooleanField(default=True)
    revision = models.PositiveIntegerField(default=0)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "board", "slot"], name="board_number_once_a_round"),
            models.CheckConstraint(condition=Q(board__gte=1), name="board_number_is_positive"),
        ]

    def __str__(self) -> str:
        return f"{self.round} · {self.board}"


class Seat(models.Model):
    """Who sat where, in which round and slot, with which outcome: one side of a game, or a bye.

    The two sides of a game may differ in their round (28M2). ``points_q`` stands only where the points
    awarded differ from the outcome's own (22C5, split rulings), in quarter-points.
    """

    class Side(models.TextChoices):
        WHITE = "w", _("White")
        BLACK = "b", _("Black")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="seats")
    slot = models.PositiveSmallIntegerField(default=1)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, blank=True, related_name="seats")
    side = models.CharField(max_length=1, choices=Side, blank=True)
    kind = models.CharField(max_length=1, choices=[(kind.letter, kind.label) for kind in Kind])
    points_q = models.SmallIntegerField(null=True, blank=True)
    # What a team scored on the boards, in quarter-points; none where nobody knows, and for players.
    board_points_q = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            # Nobody sits twice in a round; the doorway's lock keeps two scorers from both trying.
            models.UniqueConstraint(fields=["round", "player", "slot"], name="player_sits_once_a_slot"),
            models.UniqueConstraint(
                fields=["game", "side"], condition=Q(game__isnull=False), name="a_side_is_taken_once"
            ),
            models.CheckConstraint(
                condition=(
                    Q(game__isnull=False, side__in=["w", "b"])
                    & ~Q(kind__in=_letters(BYES))
                    & Q(kind__in=_letters(tuple(Kind)))
                )
                # A forfeit read from a chart may name nobody.
                | Q(
                    game__isnull=True,
                    side="",
                    kind__in=_letters([*BYES, Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS, Kind.FORFEIT_DRAW]),
                ),
                name="seat_is_a_game_or_a_bye",
            ),
            models.CheckConstraint(condition=Q(slot__in=(1, 2)), name="slot_is_1_or_2"),
            models.CheckConstraint(
                condition=Q(points_q__isnull=True) | Q(points_q__range=(0, 16)),
                name="awarded_points_are_sane",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round} · {self.player}"


class MatchBoard(models.Model):
    """A board of a match: who sat there for each team, and what came of it.

    ``home`` is the side of the team that has White on board 1, and so on all odd boards; ``away`` has White
    on the even ones. A board without a name: nobody listed the team's players, or it is short of them.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="match_boards")
    board = models.PositiveSmallIntegerField()
    home = models.ForeignKey(TeamMember, on_delete=models.RESTRICT, null=True, blank=True, related_name="+")
    away = models.ForeignKey(TeamMember, on_delete=models.RESTRICT, null=True, blank=True, related_name="+")
    home_kind = models.CharField(max_length=1, default=Kind.OPEN.letter)
    away_kind = models.CharField(max_length=1, default=Kind.OPEN.letter)
    # As a seat's: only where a ruling awarded other points than the result's own, in quarter-points.
    home_points_q = models.PositiveSmallIntegerField(null=True, blank=True)
    away_points_q = models.PositiveSmallIntegerField(null=True, blank=True)
    revision = models.PositiveIntegerField(default=0)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["board"]
        constraints = [
            models.UniqueConstraint(fields=["game", "board"], name="board_once_a_match"),
            models.UniqueConstraint(fields=["game", "home"], name="home_member_sits_once"),
            models.UniqueConstraint(fields=["game", "away"], name="away_member_sits_once"),
            models.CheckConstraint(condition=Q(board__range=(1, MOST_BOARDS)), name="board_of_a_match"),
            models.CheckConstraint(
                condition=reduce(or_, [Q(home_kind=each[0], away_kind=each[1]) for each in BOARD_RESULTS]),
                name="board_result_is_known",
            ),
            *(
                models.CheckConstraint(
                    condition=Q((f"{field}__isnull", True)) | Q((f"{field}__lte", Kind.WIN.points_q)),
                    name=f"{field}_are_sane",
                )
                for field in ("home_points_q", "away_points_q")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} · {self.board}"

    @property
    def result(self) -> str:
        return self.home_kind + self.away_kind

    @property
    def points_q(self) -> tuple[int | None, int | None]:
        """What both sides were awarded by a ruling; None where it is the result's own."""
        return self.home_points_q, self.away_points_q

    @property
    def scored_q(self) -> tuple[int, int]:
        """What both sides have on this board, in quarter-points."""
        home, away = (
            Kind.of(letter).points_q if awarded is None else awarded
            for letter, awarded in zip(self.result, self.points_q, strict=True)
        )
        return home, away


class ExtraGame(models.Model):
    """A rated game outside the rounds (28M4): it goes to the rating report and counts for nothing here."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="extra_games")
    white = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="+")
    black = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="+")
    white_kind = models.CharField(max_length=1)
    black_kind = models.CharField(max_length=1)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(white=models.F("black")), name="extra_game_has_two_players"),
            models.CheckConstraint(
                condition=Q(white_kind__in=_letters(RATED), black_kind__in=_letters(RATED)),
                name="extra_game_was_played",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.white} – {self.black}"


class Decided(models.Model):
    """A playoff or a coin toss as a director recorded it, for those who were tied after a round.

    ``order`` holds keys of the tied that outlive an edit, the best first, level ones together. ``seed`` is
    what the program drew from; a coin that was tossed by hand has none.
    """

    class Codes(models.TextChoices):
        PLAYOFF = "playoff", _("Playoff")
        COIN_TOSS = "coin_toss", _("Coin toss")

    code = models.CharField(max_length=12, choices=Codes)
    after_round = models.PositiveSmallIntegerField()
    order = models.JSONField()
    seed = models.CharField(max_length=32, blank=True)
    note = models.CharField(max_length=300, blank=True)
    recorded_at = models.DateTimeField()
    # As on a posted order: an account that is renamed later does not rewrite it.
    recorded_by = models.CharField(max_length=310, blank=True)
    # Not deleted: a coin that was tossed is never tossed again, so what came of it must be known.
    withdrawn = models.BooleanField(default=False)

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(
                condition=Q(code__in=["playoff", "coin_toss"]), name="%(class)s_is_a_playoff_or_a_toss"
            ),
            models.CheckConstraint(
                condition=Q(seed="") | Q(code="coin_toss"), name="%(class)s_has_a_seed_only_if_tossed"
            ),
        ]

    @property
    def members(self) -> set[Any]:
        """The keys of those whom it is for."""
        return {key for level in self.order for key in level}


class TieDecision(Decided):
    """About players of a section: their keys are those of their rows, for numbers can be edited."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="tie_decisions")

    def __str__(self) -> str:
        return f"{self.section} · {self.code}"


class TeamTieDecision(Decided):
    """About teams of a table: their keys are the names that they had.

    Sections may be at different rounds: ``rounds`` holds each one's key and how many of its rounds counted.
    ``after_round`` is that of the one that was furthest.
    """

    table = models.ForeignKey(TeamTable, on_delete=models.CASCADE, related_name="tie_decisions")
    rounds = models.JSONField()

    def __str__(self) -> str:
        return f"{self.table} · {self.code}"


class Frozen(models.Model):
    """Awards as they were frozen for a ceremony. Never changed: a correction makes the next version.

    ``awards`` is canonical JSON with the names as they were; ``sha256`` is of its bytes, and ``stamp`` names
    the sheet that they were read from.
    """

    number = models.PositiveSmallIntegerField()
    stamp = models.CharField(max_length=24)
    awards = models.TextField()
    sha256 = models.CharField(max_length=64)
    frozen_at = models.DateTimeField()
    # As on a posted order: an account that is renamed later does not rewrite it.
    frozen_by = models.CharField(max_length=310, blank=True)

    class Meta:
        abstract = True


class FinalAwards(Frozen):
    """Those of a section's players."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="final_awards")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["section", "number"], name="awards_version_once_a_section"),
            models.CheckConstraint(condition=Q(number__gte=1), name="awards_version_is_positive"),
        ]

    def __str__(self) -> str:
        return f"{self.section} · {self.number}"


class FinalTeamAwards(Frozen):
    """Those of a table's teams."""

    table = models.ForeignKey(TeamTable, on_delete=models.CASCADE, related_name="final_awards")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="awards_version_once_a_table"),
            models.CheckConstraint(condition=Q(number__gte=1), name="team_awards_version_is_positive"),
        ]

    def __str__(self) -> str:
        return f"{self.table} · {self.number}"


class LogEntry(models.Model):
    """One accepted change: who, when, what, why; each changed row before and after. Append-only."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="log")
    epoch = models.CharField(max_length=8)
    version = models.PositiveIntegerField()
    at = models.DateTimeField(auto_now_add=True)
    who = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    verb = models.CharField(max_length=24)
    summary = models.CharField(max_length=300)
    reason = models.CharField(max_length=300, blank=True)
    # [[table, id, before or null, after or null], …]: before and after hold the fields that changed.
    rows = models.JSONField()
    undoes = models.OneToOneField(
        "self", on_delete=models.CASCADE, null=True, blank=True, related_name="undone_by"
    )

    class Meta:
        ordering = ["-version"]
        constraints = [
            models.UniqueConstraint(fields=["section", "epoch", "version"], name="one_log_entry_a_version"),
        ]
        # The desk asks: what did I enter last here?
        indexes = [models.Index(fields=["section", "who", "-version"], name="log_of_a_person")]

    def __str__(self) -> str:
        return self.summary

    @property
    def said(self) -> str:
        """The summary as it is shown."""
        return unbroken(self.summary)
