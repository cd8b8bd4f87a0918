"""What a board of a draft tells of the director who set or locked it."""

import json
from collections.abc import Mapping
from datetime import datetime

from django.utils.translation import gettext as _

from ...pairing import hands
from ...pairing.draft import TOGETHER, DraftBoard, Hand
from ...text.wording import moment


def set_said(hand: Hand | None, names: Mapping[int, str]) -> str:
    """Who set a board, when, and what changed on it; empty for a board that nobody set."""
    if hand is None:
        return ""
    told = {
        hands.COLORS: _("Set by %(who)s at %(at)s: colors swapped."),
        hands.TRADED: _("Set by %(who)s at %(at)s: %(one)s and %(other)s changed places."),
        hands.TOOK: _("Set by %(who)s at %(at)s: %(one)s took the seat of %(other)s."),
        TOGETHER: _("Set by %(who)s at %(at)s: %(one)s and %(other)s were seated together."),
        hands.SEATED: _("Set by %(who)s at %(at)s: %(one)s was seated."),
        hands.OUT: _("Set by %(who)s at %(at)s: %(one)s left the seat."),
        hands.ANOTHER: _("Set by %(who)s at %(at)s."),
    }
    called = [names.get(player, "") for player in hand.players]
    did = hand.did if all(called) else hands.ANOTHER
    values = {"who": hand.who, "at": moment(datetime.fromisoformat(hand.at))}
    return told[did] % {**values, **dict(zip(("one", "other"), called, strict=False))}


def hands_listed(board: DraftBoard) -> str:
    """Who set it and who locked it, each with when and the time in words, as JSON for a script."""
    both = [hand for hand in (board.set_by, board.locked_by) if hand]
    return json.dumps([[hand.who, hand.at, moment(datetime.fromisoformat(hand.at))] for hand in both])
