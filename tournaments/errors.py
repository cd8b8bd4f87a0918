"""Refusals: translated messages for a director."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from .text.results import THE_RESULTS_OWN, Points, show_second, tell_result


class Trouble(NamedTuple):
    """One fault in a refused change: where it is (a line, a board), what was read, what was expected.

    A ``Problem`` of the engine is a fault in a wall chart, a ``FileProblem`` of the formats a fault in a
    file. A refusal lists both as troubles, in words.
    """

    where: str
    read: str
    expected: str


# Nobody reads more, and a page of a hundred thousand helps nobody. (A command lists all.)
LISTED = 200
# Letters of what was read. A line may be a megabyte long.
QUOTED = 500


def shortened(read: str) -> str:
    return read if len(read) <= QUOTED else f"{read[: QUOTED - 1]}…"


class Refused(Exception):  # noqa: N818 (a message for a director, not an error)
    """The change is refused and nothing is stored. ``troubles`` lists what is wrong, ``rest`` says how much
    more there is."""

    status = 422

    def __init__(self, message: str, troubles: list[Trouble] | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.troubles = [
            trouble._replace(read=shortened(trouble.read)) for trouble in (troubles or [])[:LISTED]
        ]
        more = len(troubles or []) - len(self.troubles)
        rest = _("and %(count)d more. Correct these to see the rest.")
        self.rest = rest % {"count": more} if more else ""

    @property
    def lines(self) -> list[str]:
        """What the director may need to know beside the message, a line each."""
        return []


class InFields(Refused):
    """Each trouble is of a field of the form, which the director typed it in."""

    def __init__(self, message: str, troubles: dict[str, list[Trouble]]) -> None:
        super().__init__(message, [each for found in troubles.values() for each in found])
        self.fields = {name: Refused("", found) for name, found in troubles.items() if found}


class Unpairable(Refused):
    """The rules have no pairing for the round. ``choices`` are what the director may do, in the engine's
    words."""

    def __init__(self, message: str, choices: tuple[str, ...]) -> None:
        super().__init__(message)
        self.choices = choices


class Namesakes(Refused):
    """A question. Nothing is stored until a director confirms that these are different people."""


class OutsideLimits(Refused):
    """A question about a player outside a section's limits of grade or rating. Nothing is stored until a
    director confirms the entry."""

    def __init__(self, name: str, section: str, why: list[str]) -> None:
        message = _("%(name)s, %(section)s: %(why)s. Nothing was saved yet.")
        super().__init__(message % {"name": name, "section": section, "why": "; ".join(why)})


class PastPosted(Refused):
    """A question about byes past the posted limit or deadline. Nothing is stored until a director confirms
    them."""

    # A long list has many.
    SAID = 10

    def __init__(self, sentences: list[str]) -> None:
        said = sentences[: self.SAID]
        if more := len(sentences) - len(said):
            said.append(_("And %(count)d more.") % {"count": more})
        super().__init__(" ".join([_("Nothing was saved yet."), *said]))


class Irrevocable(Refused):
    """A half-point bye of the last round is canceled without a reason (22C). On the player's own page the
    field for it stands ``below``."""

    def __init__(self, name: str, round: int, *, below: bool = False) -> None:
        self.of = name, round
        message = _(
            "Nothing was saved. The half-point bye of %(name)s in round %(round)d is irrevocable (22C). To"
            " cancel it, enter the reason on the player’s page. If the player then wins, the game counts as a"
            " draw for prizes (22C5)."
        )
        if below:
            message = _(
                "Nothing was saved. The half-point bye of %(name)s in round %(round)d is irrevocable (22C)."
                " To cancel it, enter the reason below. If the player then wins, the game counts as a draw"
                " for prizes (22C5)."
            )
        super().__init__(message % {"name": name, "round": round})


class Differs(NamedTuple):
    """A value of a player who is here already, and what a list says instead."""

    player: str
    number: int
    what: str
    here: str
    listed: str

    @property
    def said(self) -> str:
        said = _("%(number)d %(player)s: %(what)s %(here)s on the roster, %(listed)s on the list")
        return said % self._asdict()


class Candidate(NamedTuple):
    """A player who may be meant: ``pk`` answers the question."""

    pk: int
    said: str


class WhoIsMeant(NamedTuple):
    """A question about one line of a list, answered under ``key``. ``otherwise`` is the answer that it is
    none of the candidates."""

    key: str
    where: str
    said: str
    candidates: list[Candidate]
    otherwise: str


class Asked(Refused):
    """Questions about a list. Nothing is stored until each of them is answered.

    ``differing`` are values that a director may take from the list, all or none: ``key`` is of these.
    """

    def __init__(self, message: str, questions: list[WhoIsMeant], differing: list[Differs], key: str) -> None:
        super().__init__(message)
        self.questions = questions
        self.differing = differing
        self.key = key


class Conflict(Refused):
    """Somebody else changed the same thing first, or it is locked. Nothing is stored."""

    status = 409


class Forbidden(Refused):
    """The person's role does not allow it. Nothing is stored."""

    status = 403


class Interrupted(Refused):
    """The form came when its director was signed out. It is shown again, and saved when it is sent again."""

    status = 200

    def __init__(self) -> None:
        super().__init__(_("Nothing was saved yet. Check what is here, then save."))


class Stale(Conflict):
    """What a form showed has changed since.

    ``now`` has the present values that differ, by field or label; ``showed`` tells whether a value is the one
    that the form showed under such a name.
    """

    def __init__(
        self, now: Mapping[str, object], showed: Callable[[str, object], bool] = lambda _name, _value: False
    ) -> None:
        message = _(
            "Somebody changed this after you opened the page. Nothing was saved. Check what it is now, then"
            " try again."
        )
        super().__init__(message)
        self.now = now
        self.showed = showed
        # What was sent, in a sentence, where the form comes back without it.
        self.sent = ""

    @property
    def lines(self) -> list[str]:
        return [*map(self.line, self.now), *filter(None, [self.sent])]

    def line(self, what: str) -> str:
        now = self.now[what]
        return _("%(what)s now: %(now)s") % {"what": what, "now": _("none") if now in (None, "") else now}


class ResultConflict(Conflict):
    """Somebody changed the board after the page loaded: its result now, by whom, and the result typed."""

    # Whether only one press more is asked for, since the screen showed the result that stands.
    asks = False

    def __init__(
        self,
        current: str,
        typed: str,
        by: User | None,
        points_q: Points,
        typed_q: Points,
        reason: str,
    ) -> None:
        name = (by.get_full_name() or by.get_username()) if by else _("somebody")
        values = {
            "name": name,
            "current": tell_result(current, points_q),
            "typed": tell_result(typed, typed_q),
        }
        super().__init__(_("%(name)s entered %(current)s first. You typed %(typed)s.") % values)
        self.current = current
        self.typed = typed
        self.name = name
        # The typed reason of a correction, so that a conflict does not lose it.
        self.reason = reason


class Finished(ResultConflict):
    """A question: the board has a result, and another was pressed. It is stored once it is confirmed."""

    asks = True

    def __init__(
        self, current: str, typed: str, by: User | None, points_q: Points, typed_q: Points, reason: str
    ) -> None:
        super().__init__(current, typed, by, points_q, typed_q, reason)
        self.message = _("This board has a result: %(current)s. Nothing was changed yet.") % {
            "current": tell_result(current, points_q)
        }


class ReadOtherwise(ResultConflict):
    """A second reading of a slip that differs from the result that stands. The result is not changed.

    ``reader`` is who read it, if not the one who is told.
    """

    def __init__(
        self,
        current: str,
        typed: str,
        by: User | None,
        points_q: Points,
        *,
        reader: str = "",
        of_match: bool = False,
    ) -> None:
        super().__init__(current, typed, by, points_q, THE_RESULTS_OWN, "")
        values = {"name": self.name, "current": tell_result(current, points_q), "reader": reader}
        # The key that was pressed, beside what it means: the board as it is written.
        values |= {"key": show_second(typed), "typed": tell_result(typed)}
        if of_match and reader:
            read = _("%(reader)s read %(key)s for the right team, so %(typed)s.")
        elif of_match:
            read = _("You read %(key)s for the right team, so %(typed)s.")
        elif reader:
            read = _("%(reader)s read %(key)s for Black, so %(typed)s.")
        else:
            read = _("You read %(key)s for Black, so %(typed)s.")
        # Imported, or its author is gone.
        entered = _("%(name)s entered %(current)s.") if by else _("%(current)s is entered.")
        self.message = " ".join([entered % values, read % values, _("Check the slip.")])


class Unseen(Conflict):
    """A correction whose consequences nobody has seen, or not as they are now."""

    def __init__(self) -> None:
        super().__init__(
            _("Nothing was saved. Later pairings or awards depend on this result. See what it changes.")
        )


class NoReason(Refused):
    """A correction without a reason, or with one ``typed`` that says nothing."""

    def __init__(self, typed: str = "") -> None:
        message = _("Nothing was saved. Enter the reason: the log keeps it with the change.")
        if typed:
            message = _(
                "Nothing was saved. “%(read)s” is not a reason. Expected a few words: the log keeps"
                " them with the change."
            ) % {"read": shortened(typed)}
        super().__init__(message)


class RatingFixed(Refused):
    """A rating is changed after round 1 was paired, without a reason (28H)."""

    # A long list has many.
    SAID = 10

    def __init__(self, names: list[str]) -> None:
        message = _(
            "Nothing was saved. Ratings are fixed once round 1 is paired (28H). This changes the rating of"
            " %(names)s. Enter the reason: the log keeps it with the change."
        )
        said = names[: self.SAID] + ["…"] * (len(names) > self.SAID)
        super().__init__(message % {"names": "; ".join(said)})


class OlderList(Refused):
    """A rating list is older than the one that it would replace: memberships of ``both`` end ``earlier``."""

    def __init__(self, file: str, earlier: int, both: int) -> None:
        message = ngettext(
            "This list looks older than %(file)s, which is here: %(both)d player is on both lists, and"
            " %(earlier)d membership ends earlier on this one. %(file)s is kept.",
            "This list looks older than %(file)s, which is here: %(both)d players are on both lists, and"
            " %(earlier)d memberships end earlier on this one. %(file)s is kept.",
            both,
        )
        super().__init__(message % {"file": file, "earlier": earlier, "both": both})


def refused_with(troubles: list[Trouble]) -> Refused:
    """A refusal of a text or a file, with everything wrong in it."""
    message = ngettext(
        "Nothing was saved: there is %(count)d problem.",
        "Nothing was saved: there are %(count)d problems.",
        len(troubles),
    )
    return Refused(message % {"count": len(troubles)}, troubles)
