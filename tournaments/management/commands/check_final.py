"""Check a final sheet: its hash, and the trophy order and the awards made again from the file alone."""

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks import final, final_awards
from tiebreaks.engine.prizes import Prize, Scope
from tiebreaks.final import Difference, FinalSheet
from tiebreaks.final_awards import AwardDifference, Rechecked
from tiebreaks.published import ENGINE

from ...text.wording import date_and_clock
from ..files import WRONG_ARGUMENTS, contents, print_utf8


class Command(BaseCommand):
    help = (
        "Check a final sheet that was downloaded from its page: compute its hash, and rank the players and"
        " award the prizes again from what is in it. Reads FILE and no database. Exit code 0 if nothing"
        " differs, 1 if something does, 2 if FILE is no final sheet."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the file, or - for standard input")
        parser.add_argument(
            "--sha256", metavar="HASH", help="the hash that the page shows: only it tells of a changed name"
        )

    def handle(self, *args: Any, file: str, sha256: str | None, **options: Any) -> None:
        print_utf8()
        content = contents(file)
        digest = final.digest(content)
        try:
            sheet = final.read(content)
            differences, again = final.differences(sheet), final_awards.rechecked(sheet)
        except final.Unreadable as error:
            message = _("%(file)s is not a final sheet that can be checked: %(error)s")
            raise CommandError(
                message % {"file": file, "error": error}, returncode=WRONG_ARGUMENTS
            ) from error
        self._tell(sheet, digest)
        moved = again.differences if again else []
        wrong = [
            *self._wrong(content, sheet, digest, sha256),
            *map(_told, differences),
            *map(_told_of_award, moved),
        ]
        for line in wrong:
            self.stdout.write(self.style.ERROR(line))
        if (differences or moved) and sheet.engine != ENGINE:
            self.stdout.write(
                _("A different edition of the engine ranked it. A corrected rule may be the reason.")
            )
        private = final_awards.private(sheet) if again else []
        for line in _not_recomputed(private, sheet, again):
            self.stdout.write(line)
        if wrong:
            raise CommandError(
                ngettext("%(n)d difference.", "%(n)d differences.", len(wrong)) % {"n": len(wrong)}
            )
        if again is None:
            follows = _("The wall chart in the file gives exactly this order.")
        elif private:
            follows = _("The wall chart in the file gives exactly this order and all other awards.")
        else:
            follows = _("The wall chart in the file gives exactly this order and these awards.")
        self.stdout.write(follows)
        if sha256 is None:
            unseen = _("A changed name moves nobody. Compare this SHA-256 with the one on the sheet’s page.")
            self.stdout.write(unseen)
        else:
            self.stdout.write(_("The hash is the one given: the file was not changed."))

    def _tell(self, sheet: FinalSheet, digest: str) -> None:
        said = _("%(event)s, %(section)s: trophy order, version %(version)d, finished %(at)s")
        about = {"event": sheet.event, "section": sheet.section, "version": sheet.version}
        # By the clock of the event, which the sheet has.
        with timezone.override(sheet.finished_at.tzinfo):
            at = f"{date_and_clock(sheet.finished_at)} ({sheet.finished_at.tzname()})"
        self.stdout.write(said % (about | {"at": at}))
        self.stdout.write(f"SHA-256 {digest}")
        editions = {"then": sheet.engine, "now": ENGINE}
        if sheet.engine == ENGINE:
            self.stdout.write(_("Ranked by edition %(then)d of the engine, as this one is.") % editions)
        else:
            said = _("Ranked by edition %(then)d of the engine; this one is edition %(now)d.")
            self.stdout.write(said % editions)

    def _wrong(self, content: bytes, sheet: FinalSheet, digest: str, sha256: str | None) -> list[str]:
        """What is wrong with the bytes."""
        found = []
        if sha256 is not None and sha256.strip().lower() != digest:
            found.append(
                _("The hash differs from the one given: the file was changed, or it is a different file.")
            )
        if final.write(sheet).encode() != content:
            found.append(_("The file is not in canonical form: it was written by something else."))
        return found


def _not_recomputed(private: list[Prize], sheet: FinalSheet, again: Rechecked | None) -> Iterator[str]:
    """A line for each award that does not follow from the file alone, and for money that does not."""
    if again is None:
        if sheet.awards.awards or sheet.awards.cash:
            yield _("The awards were not checked: the file does not have everything that they follow from.")
        return
    for prize in private:
        if prize.scope is Scope.AGE:
            said = _("%(prize)s: not recomputed: the ages are not in the file.")
        else:
            said = _("%(prize)s: not recomputed: the mark is not in the file.")
        yield said % {"prize": prize}
    if not again.money:
        yield _("The money was not checked: the file does not say who divided the money by age or mark.")


def _told(difference: Difference) -> str:
    given = {"name": difference.name, "then": difference.rank or "–", "now": difference.recomputed or "–"}
    if difference.rank == difference.recomputed:
        return _("%(name)s: points or tiebreaks differ from what the wall chart gives.") % given
    return _("%(name)s: place %(then)s in the file, %(now)s by the wall chart.") % given


def _told_of_award(difference: AwardDifference) -> str:
    given = {
        "title": difference.title,
        "then": difference.then or _("nobody"),
        "now": difference.now or _("nobody"),
    }
    return _("%(title)s: %(then)s in the file, %(now)s by the wall chart.") % given
