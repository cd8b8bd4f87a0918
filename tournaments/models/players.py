"""Entries: players, or teams with their members in board order; and who has come."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tiebreaks.engine.prizes.prize import MOST_AGE
from tiebreaks.fields import Line

from ..formats.fields import LEAST_RATING, MOST_FEE, MOST_RATING, written_rating
from ..formats.names import first_last
from ..numbers import MOST_BOARD
from .events import Section


class Player(models.Model):
    """An entry of a section. A re-entry is another entry that points at the first (34H).

    A visitor (28M3) is a house player here who points at the entry in the section where they play.
    """

    # The rating report and the desk alone read these: no document and no final sheet has them.
    OFF_THE_CHART: ClassVar = frozenset(["uscf_id", "expires_on", "state", "fee_cents"])
    # In ``registered``, where the file says that the fee was paid, not how much.
    PAID: ClassVar = "paid"

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="players")
    number = models.PositiveIntegerField(_("wall-chart number"))
    name = Line(_("name"), max_length=120)
    uscf_id = models.CharField(_("US Chess ID"), max_length=12, blank=True)
    rating = models.PositiveSmallIntegerField(_("rating"), null=True, blank=True)
    # The games of a provisional rating; 0 where nobody said how many. On no public page.
    provisional = models.PositiveSmallIntegerField(_("games of a provisional rating"), null=True, blank=True)
    # What a director set where the published rating is missing or plainly wrong (28D, 28E): it pairs and
    # numbers, and counts for no prize. In no published document and no file for US Chess.
    assigned_rating = models.PositiveSmallIntegerField(_("assigned rating"), null=True, blank=True)
    team = Line(_("team or school"), max_length=80, blank=True)
    grade = Line(_("grade"), max_length=12, blank=True)
    state = Line(_("state"), max_length=12, blank=True)
    house = models.BooleanField(_("house player"), default=False)
    reentry_of = models.ForeignKey(
        "self", on_delete=models.RESTRICT, null=True, blank=True, related_name="reentries"
    )
    visitor_of = models.ForeignKey(
        "self", on_delete=models.RESTRICT, null=True, blank=True, related_name="visits"
    )
    # Of the hall, near the door or without a step. On no public page: there it is the board of a pairing.
    fixed_board = models.PositiveSmallIntegerField(_("reserved board"), null=True, blank=True)
    withdrawn_after = models.PositiveSmallIntegerField(_("withdrew after round"), null=True, blank=True)
    absent = models.BooleanField(_("absent from the ceremony"), default=False)
    # Entries of the same name that a director declared to be other players.
    namesakes = models.JSONField(default=list, editable=False)
    # For age prizes; in no published document, and so on no public page. No prize needs a birth date.
    age = models.PositiveSmallIntegerField(_("age"), null=True, blank=True)
    # For prizes that name a mark, such as "girl"; in no published document but the award itself.
    marks = Line(_("marks for prizes"), max_length=100, blank=True)
    # The prizes for which the director named this player, each as ``Prize.choice`` has it.
    chosen_for = models.JSONField(default=list, editable=False)
    # In cents. Only directors see it, at the desk and the check-in.
    fee_cents = models.PositiveIntegerField(_("fee paid"), null=True, blank=True)
    # Of the membership, for the check before the rating report. On no public page and in no file.
    expires_on = models.DateField(_("membership expires"), null=True, blank=True)
    # What the last registration file said of this player, by column: what is otherwise here was changed by
    # hand since, and the next file keeps it. On no page.
    registered = models.JSONField(default=dict, blank=True, editable=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(age__isnull=True) | Q(age__range=(1, MOST_AGE)), name="player_has_a_sane_age"
            ),
            models.CheckConstraint(
                condition=Q(fee_cents__isnull=True) | Q(fee_cents__lte=MOST_FEE), name="fee_is_sane"
            ),
            models.CheckConstraint(
                condition=Q(fixed_board__isnull=True) | Q(fixed_board__range=(1, MOST_BOARD)),
                name="reserved_board_is_sane",
            ),
            models.CheckConstraint(
                condition=Q(assigned_rating__isnull=True)
                | Q(assigned_rating__range=(LEAST_RATING, MOST_RATING)),
                name="assigned_rating_is_sane",
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
    def called(self) -> str:
        return self.section.called(self.name)

    @property
    def rated(self) -> str:
        """The rating as directors type it, with its games; empty for unrated."""
        return written_rating(self.rating, self.provisional)

    @property
    def is_paid(self) -> bool:
        """Whether the fee was paid, whatever it was."""
        return self.fee_cents is not None or self.PAID in self.registered

    @property
    def pairing_rating(self) -> int | None:
        """What pairs and numbers the entry: an assigned rating before the published one (28D, 28E)."""
        return self.assigned_rating or self.rating

    @property
    def visitor(self) -> str:
        """A visitor's home section and number, ``7@Open``; empty for an entry of the section itself."""
        home = self.visitor_of
        return f"{home.number}@{home.section.name}" if home else ""


class CheckIn(models.Model):
    """An entry that is here: when somebody at the door said so, and who. Undoing a check-in removes the row.

    It changes no page of parents, so it makes no version; the log has it (``changes.unseen_change``).
    """

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="check_in")
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    def __str__(self) -> str:
        return str(self.player)


class KeptApart(models.Model):
    """Two entries of a section who are not paired with each other, for directors alone.

    ``asked``: they asked for it, as families do, and meet where nothing else is possible (28T).
    """

    one = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="kept_apart")
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="kept_apart_too")
    asked = models.BooleanField(default=False)

    class Meta:
        ordering = ["one__number", "other__number"]
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="kept_apart_once"),
            models.CheckConstraint(condition=~Q(one=models.F("other")), name="kept_apart_from_another"),
        ]

    def __str__(self) -> str:
        return f"{self.one} – {self.other}"


class TeamMember(models.Model):
    """A player of a team, in board order; those after the last board of a match are alternates."""

    OFF_THE_CHART: ClassVar = frozenset(["uscf_id"])

    team = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="members")
    board = models.PositiveSmallIntegerField()
    name = Line(max_length=120)
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

    @property
    def section(self) -> Section:
        return self.team.section

    @property
    def called(self) -> str:
        return first_last(self.name)
