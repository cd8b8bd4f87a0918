"""What was changed, by whom and why."""

from typing import Any, NamedTuple

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tiebreaks.fields import Line
from tiebreaks.models import Standings

from ..text import log
from ..text.undoing import NOT_UNDONE, OF_CHIEFS
from ..text.wording import unbroken


class Verb(models.TextChoices):
    """The kind of a change, in one word. The desk uses it to decide what it can undo."""

    RESULT = "result", _("result")
    RULING = "ruling", _("ruling")
    LINE_UP = "line-up", _("lineup")
    PAIR = "pair", _("pairing")
    BYE = "bye", _("bye")
    REMOVE = "remove", _("removal")
    SWAP = "swap", _("colors")
    PUBLISH = "publish", _("publication")
    WITHDRAW = "withdraw", _("withdrawal")
    CHECK_IN = "check-in", _("check-in")
    LATE = "late", _("late entry")
    REENTRY = "reentry", _("re-entry")
    ROSTER = "roster", _("roster")
    IMPORT = "import", _("import")
    EXTRA = "extra", _("extra rated game")
    TIE = "tie", _("tie")
    ORDER = "order", _("tiebreak order")
    COLUMNS = "columns", _("columns")
    PRIZES = "prizes", _("prizes")
    FREEZE = "freeze", _("awards")
    FINISH = "finish", _("final sheet")
    SETUP = "setup", _("setup")
    VISIBILITY = "visibility", _("visibility")
    TEAMS = "teams", _("team table")
    SCHOOLS = "schools", _("schools")
    UNDO = "undo", _("undo")
    REBUILD = "rebuild", _("recomputed")
    RESTORE = "restore", _("restore")


# What happens in the rounds, from pairings to ties.
OF_PLAY = (
    Verb.RESULT,
    Verb.RULING,
    Verb.LINE_UP,
    Verb.PAIR,
    Verb.BYE,
    Verb.REMOVE,
    Verb.SWAP,
    Verb.PUBLISH,
    Verb.WITHDRAW,
    Verb.LATE,
    Verb.REENTRY,
    Verb.EXTRA,
    Verb.TIE,
)


class RowChange(NamedTuple):
    """One changed row of a log entry: before and after hold the fields that changed; None is no row."""

    table: str
    pk: int
    before: dict[str, Any] | None
    after: dict[str, Any] | None


class LogEntry(models.Model):
    """One accepted change: who, when, what, why; each changed row before and after. Append-only.

    ``code`` and ``values`` say what was done (:class:`~tournaments.text.log.Summary`), in no language.
    """

    standings = models.ForeignKey(Standings, on_delete=models.CASCADE, related_name="log")
    epoch = models.CharField(max_length=8)
    # A check-in makes no version, nor does a restore or a slip that was read otherwise: no public page shows
    # them.
    version = models.PositiveIntegerField(null=True)
    at = models.DateTimeField(default=timezone.now)
    who = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    verb = models.CharField(max_length=24, choices=Verb)
    code = models.CharField(max_length=24)
    values = models.JSONField()
    reason = Line(max_length=300, blank=True)
    rows = models.JSONField()
    undoes = models.OneToOneField(
        "self", on_delete=models.CASCADE, null=True, blank=True, related_name="undone_by"
    )
    # It came from a file, which can name anybody as its author.
    restored = models.BooleanField(default=False)

    class Meta:
        ordering = ["-version"]
        constraints = [
            models.UniqueConstraint(fields=["standings", "epoch", "version"], name="one_log_entry_a_version"),
        ]
        indexes = [
            # The desk asks: what did I enter last here?
            models.Index(fields=["standings", "who", "-version"], name="log_of_a_person"),
            # Who came when is asked of a log that is nearly all results.
            models.Index(fields=["standings", "verb"], name="log_of_a_verb"),
        ]

    def __str__(self) -> str:
        return self.summary

    @property
    def changes(self) -> list[RowChange]:
        return [RowChange(*row) for row in self.rows]

    @property
    def summary(self) -> str:
        """What was done, in the reader's language."""
        return log.tell(self.code, self.values)

    @property
    def author(self) -> str:
        """Who did it, by the name that a reader knows."""
        if self.who is None:
            return log.author(self.code, self.values)
        name = self.who.get_full_name() or self.who.get_username()
        return log.author_of_file(self.code, self.values, name) or name

    @property
    def undoing(self) -> str:
        """What undoing it did, in the reader's language."""
        return log.tell(log.Summary.UNDONE, {"summary": [self.code, self.values]})

    @property
    def moved(self) -> list[Any]:
        """What a correction moved in each of the standings, as its director saw it before."""
        found: list[Any] = self.values.get("moved", [])
        return found

    @property
    def instead(self) -> str:
        """Why entries of its kind are not undone, and what to do instead; empty where they can be."""
        return str(NOT_UNDONE.get(log.Summary(self.code), ""))

    @property
    def of_chiefs(self) -> bool:
        """Whether only a chief did this, so that only a chief takes it back."""
        return log.root(self.code, self.values) in OF_CHIEFS

    @property
    def unbroken_summary(self) -> str:
        """The same for a page: no line ends inside a result."""
        return unbroken(self.summary)
