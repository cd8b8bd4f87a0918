"""Posting orders of tiebreaks, of players and of teams, and the lock on them (34B: before the first round).

What is shown beside it ranks nobody, and so is never locked.
"""

from collections.abc import Mapping

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tiebreaks import services as tiebreaks
from tiebreaks.engine.ranking import columns, sequence
from tiebreaks.engine.ranking.editions import EDITIONS
from tiebreaks.engine.systems import SYSTEMS, TEAM_SYSTEMS
from tiebreaks.engine.terms.system import TiebreakSystem
from tiebreaks.models import PostedOrder
from tiebreaks.published import systems_of

from .. import wallcharts
from ..changes import SectionChange, section_change, table_change
from ..errors import Conflict, Refused
from ..models import Section, TeamTable, Verb
from ..selectors.orders import is_locked, is_posted, order_in, team_order_in
from ..text import wording

MOST_COLUMNS = 4  # beside an order of usual length they still have room on a screen and on the wall


def post_order(section: Section, text: str, *, by: User, reason: str = "") -> None:
    """Post the order written as ``modified_median,solkoff,…``.

    The order that is posted already is not posted again. Once play has begun a reason is needed, and
    everybody can read it: :class:`Conflict` without one. :class:`Refused` for an order that cannot be.
    """
    order = read_order(text, systems_of(section.boards))
    with section_change(section.pk, by=by, verb=Verb.ORDER, reason=reason) as change:
        if is_posted(change.section) and order_in(change.section) == EDITIONS[change.section.edition].read(
            order
        ):
            return
        post_in(change, order, by=by, reason=_reason(is_locked(change.section), reason))


def post_team_order(table: TeamTable, text: str, *, by: User, reason: str = "") -> None:
    """Post an order of teams written as ``cumulative_of_team,sum:solkoff,…``, as one of players is posted."""
    order = read_order(text, TEAM_SYSTEMS)
    with table_change(table.pk, by=by, verb=Verb.ORDER, reason=reason) as change:
        table = change.table
        if is_posted(table) and team_order_in(table) == EDITIONS[table.edition].read(order):
            return
        through = max(wallcharts.load(each).chart.through for each in table.counted_sections)
        reason = _reason(is_locked(table), reason)
        change.note(
            tiebreaks.post_order(table.standings_id, order, by=by, after_round=through, reason=reason)
        )
        change.summary = _("%(table)s, tiebreak order posted: %(order)s") % {
            "table": table.name,
            "order": wording.order(order),
        }


def _reason(locked: bool, reason: str) -> str:
    """What is posted with the order. Before play nobody is owed a reason; an order that has one was posted or
    changed during play."""
    if locked and not reason.strip():
        raise Conflict(
            _(
                "Play has begun, so the order is locked. It can still be changed with a reason, "
                "which everyone will see."
            )
        )
    return reason.strip() if locked else ""


def read_order(text: str, systems: Mapping[str, TiebreakSystem] = SYSTEMS) -> sequence.Sequence:
    """The order written as text, or :class:`Refused` with what is allowed."""
    try:
        order = sequence.parse(text, systems)
    except sequence.OrderError as error:
        raise Refused(wording.translated(error.message)) from error
    if len(str(order)) > (PostedOrder._meta.get_field("order").max_length or 0):
        raise Refused(_("This order is too long to be posted. Leave out some systems or variations."))
    return order


def show_columns(section: Section, text: str, *, by: User) -> None:
    """Show these systems beside the posted ones, or none; :class:`Refused` for what cannot be shown so."""
    with section_change(section.pk, by=by, verb=Verb.COLUMNS) as change:
        shown = _read_columns(text, change.section)
        change.update(change.section, columns=str(shown))
        if shown.steps:
            change.summary = _("Also shown, not ranking: %(columns)s") % {"columns": wording.columns(shown)}
        else:
            change.summary = _("Nothing is shown beside the order")


def _read_columns(text: str, section: Section) -> sequence.Sequence:
    try:
        shown = columns.parse_columns(text, systems_of(section.boards))
        columns.check_beside(EDITIONS[section.edition].read(shown), order_in(section))
    except sequence.OrderError as error:
        raise Refused(wording.translated(error.message)) from error
    if len(shown.steps) > MOST_COLUMNS:
        raise Refused(
            _("%(count)d systems were chosen; at most %(most)d fit beside the order.")
            % {"count": len(shown.steps), "most": MOST_COLUMNS}
        )
    return shown


def post_in(change: SectionChange, order: sequence.Sequence, *, by: User, reason: str = "") -> PostedOrder:
    """Post an order as part of a change under way."""
    section = change.section
    through = wallcharts.load(section).chart.through
    posted = tiebreaks.post_order(section.standings_id, order, by=by, after_round=through, reason=reason)
    change.note(posted)
    names = " → ".join(step.system.name for step in order.steps)
    change.summary = change.summary or _("Tiebreak order posted: %(order)s") % {"order": names}
    return posted
