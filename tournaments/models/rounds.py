"""Rounds, boards and their results, byes, matches, extra games."""

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tiebreaks.engine.chart.problems import kinds_agree
from tiebreaks.engine.chart.wallchart import Kind

from .events import MOST_BOARDS, Section
from .players import Player, TeamMember

BYES = (Kind.FULL_BYE, Kind.HALF_BYE, Kind.UNPAIRED)
# Both sides' letters of a board of a match.
BOARD_RESULTS = [f"{one.letter}{other.letter}" for one in Kind for other in Kind if kinds_agree(one, other)]
RATED = tuple(kind for kind in Kind if kind.played and kind is not Kind.OPEN)


def _letters(kinds: Sequence[Kind]) -> list[str]:
    return [kind.letter for kind in kinds]


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


class Entered(models.Model):
    """What has a result that people enter: a board.

    ``revision`` counts its entries, so that an entry from a stale screen is a conflict. A second reading of
    the slips verifies one revision, and so the next entry is not verified. It changes no page of parents:
    no version, and no log entry unless it differs.
    """

    # No entry changes these; each begins or ends what they say.
    SECOND_READING = ("verified_revision", "verified_by_id", "verified_at")

    revision = models.PositiveIntegerField(default=0)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    entered_at = models.DateTimeField(null=True, blank=True)
    verified_revision = models.PositiveIntegerField(null=True, blank=True)
    verified_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    verified_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True

    def entry(self, by: User | None) -> dict[str, Any]:
        """What changes in the row with every entry."""
        return {"revision": self.revision + 1, "entered_by": by, "entered_at": timezone.now()}

    @property
    def verified(self) -> bool:
        """Whether a second reading agreed with the result that stands."""
        return self.verified_revision == self.revision


class Game(Entered):
    """A board of a round; in a double round ``slot`` tells its two games apart.

    In a section of matches a game is a match, and its result comes from its :class:`MatchBoard` rows.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="games")
    board = models.PositiveSmallIntegerField()
    slot = models.PositiveSmallIntegerField(default=1)
    # A wall chart from another program may not say who had White.
    colors_known = models.BooleanField(default=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "board", "slot"], name="board_number_once_a_round"),
            models.CheckConstraint(condition=Q(board__gte=1), name="board_number_is_positive"),
        ]

    def __str__(self) -> str:
        return f"{self.round} · {self.board}"

    def shown_as(self, section: Section, number: int, players: Iterable[int]) -> str:
        """Which board a page shows. In another copy of the event, or after an older one was put back, its key
        may be that of another board; this is not."""
        who = "-".join(map(str, sorted(players)))
        return f"{section.slug}/{number}/{self.board}.{self.slot}/{who}"


class Seat(models.Model):
    """Who sat where, in which round and slot, with which outcome: one side of a game, or a bye.

    The two sides of a game may differ in their round (28M2). ``points_q`` is set only where the points
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
    # A team's score on the boards, in quarter-points; none if unknown, and for players.
    board_points_q = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            # Nobody sits twice in a round; the lock of a change keeps two scorers from both trying.
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

    @property
    def awarded_q(self) -> int:
        """The awarded points, in quarter-points."""
        return Kind.of(self.kind).points_q if self.points_q is None else self.points_q


class MatchBoard(Entered):
    """A board of a match: who sat there for each team, and its result.

    ``home`` is the side of the team that has White on board 1, and so on all odd boards; ``away`` has White
    on the even ones. A board without a name: the team has no player list, or too few players.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="match_boards")
    board = models.PositiveSmallIntegerField()
    home = models.ForeignKey(TeamMember, on_delete=models.RESTRICT, null=True, blank=True, related_name="+")
    away = models.ForeignKey(TeamMember, on_delete=models.RESTRICT, null=True, blank=True, related_name="+")
    home_kind = models.CharField(max_length=1, default=Kind.OPEN.letter)
    away_kind = models.CharField(max_length=1, default=Kind.OPEN.letter)
    # As on a seat: only where a ruling awarded different points, in quarter-points.
    home_points_q = models.PositiveSmallIntegerField(null=True, blank=True)
    away_points_q = models.PositiveSmallIntegerField(null=True, blank=True)

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
        """The points a ruling awarded to both sides; None where the result's own count."""
        return self.home_points_q, self.away_points_q

    @property
    def scored_q(self) -> tuple[int, int]:
        """The points of both sides on this board, in quarter-points."""
        home, away = (
            Kind.of(letter).points_q if awarded is None else awarded
            for letter, awarded in zip(self.result, self.points_q, strict=True)
        )
        return home, away


class ExtraGame(models.Model):
    """A rated game outside the rounds (28M4): it goes into the rating report and not into the standings."""

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
