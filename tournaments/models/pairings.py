"""A round that is being paired: the draft that all directors of a section see."""

from itertools import starmap
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q

from ..pairing.draft import Draft, DraftBoard, Hand
from .events import Section


class PairingDraft(models.Model):
    """The boards of a round before they are published: on no page of the public, counted by no version.

    Numbers are those of the wall chart, as on a pairing card. ``paired_at`` is a digest of the results
    and players that the rules went by: once it is another, the draft says so.
    """

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="pairing_drafts")
    round = models.PositiveSmallIntegerField()
    # [White, Black, locked] for each board, in their order; 0 is an empty seat. A fourth is the name of who
    # sat there and left the section, then who set the board and who locked it: [name, time, what, players].
    boards = models.JSONField(default=list)
    bye = models.PositiveIntegerField(default=0)
    # What each game without a result is paired on (28O), as [one, other, choice].
    assumed = models.JSONField(default=list)
    # Who has board 1 of round one: the color of the higher-ranked player, by lot (29E2).
    lot = models.CharField(max_length=1, default="w")
    # Who gets the color that two want in the last round, if lots decide that (29E4c): drawn once, by number.
    lots = models.JSONField(null=True, blank=True)
    # The states before, the latest last: [boards, bye], before another proposal also both reasons, paired_at.
    before = models.JSONField(default=list)
    # What Undo took back, as [boards, bye], while it is what was done last; the draft itself once a save
    # changed nothing.
    undone = models.JSONField(null=True, blank=True)
    revision = models.PositiveIntegerField(default=0)
    paired_at = models.CharField(max_length=32, blank=True)
    # Why the rules made each board of the last proposal, as PairingReasons keeps it, and when they did.
    reasons = models.JSONField(default=list)
    # The full-point bye of the last proposal, as PairingReasons keeps it; null without one.
    bye_reasons = models.JSONField(null=True, blank=True)
    changed_at = models.DateTimeField()
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["section", "round"], name="one_draft_of_a_round"),
            models.CheckConstraint(condition=Q(lot__in=["w", "b"]), name="lot_is_a_color"),
        ]

    def __str__(self) -> str:
        return f"{self.section} · {self.round}"

    @property
    def draft(self) -> Draft:
        return read(self.boards, self.bye)

    @property
    def previous(self) -> Draft | None:
        """What undo leads back to."""
        return read(*self.before[-1][:2]) if self.before else None

    @property
    def taken_back(self) -> Draft | None:
        """What the last Undo took back, or the draft itself where nothing is told of its last step; None once
        anything else is done."""
        return read(*self.undone) if self.undone else None

    @property
    def choices(self) -> dict[frozenset[int], str]:
        """What each game without a result is paired on, by its two players."""
        return {frozenset((one, other)): choice for one, other, choice in self.assumed}


class PairingReasons(models.Model):
    """Why each board of a round was paired as it was, as the rules' own words said it when it was posted.

    Results that are corrected afterwards do not change why. Sentences are kept as a message and its values,
    for the language of who reads them; one that names another board has its two players as ``of``.
    """

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="pairing_reasons")
    round = models.PositiveSmallIntegerField()
    # [White, Black, sentences, [points_q and sentences of the score group, scores of both]] of each board.
    boards = models.JSONField(default=list)
    # [who had the full-point bye, sentences, score group as a board has it]; null without one. Of earlier
    # releases without the group.
    bye = models.JSONField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["section", "round"], name="reasons_once_a_round"),
        ]

    def __str__(self) -> str:
        return f"{self.section} · {self.round}"


def written(draft: Draft) -> list[Any]:
    """A draft as its row keeps it: boards, and the bye."""
    return [[*map(_row, draft.boards)], draft.bye]


def _row(board: DraftBoard) -> list[Any]:
    more: list[Any] = [board.left]
    for hand in (board.set_by, board.locked_by):
        more.append(hand and [hand.who, hand.at, hand.did, [*hand.players]])
    more.append(board.moved)
    while more and not more[-1]:
        more.pop()
    return [board.white, board.black, board.locked, *more]


def read(boards: list[Any], bye: int) -> Draft:
    """The draft of such a row."""
    return Draft(tuple(starmap(_board, boards)), bye)


def _board(
    white: int,
    black: int,
    locked: bool,
    left: str = "",
    set_by: Any = None,
    locked_by: Any = None,
    moved: bool = False,
) -> DraftBoard:
    return DraftBoard(white, black, locked, left, _hand(set_by), _hand(locked_by), moved)


def _hand(written: Any) -> Hand | None:
    return Hand(written[0], written[1], written[2], tuple(written[3])) if written else None
