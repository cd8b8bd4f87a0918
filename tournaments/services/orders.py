"""Posting tiebreak orders, for players and for teams. Play locks them (34B: post before the first round).

Extra columns rank nobody, so play does not lock them.
"""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from tiebreaks.engine.ranking import columns, sequence
from tiebreaks.engine.ranking.editions import EDITIONS
from tiebreaks.engine.systems import SYSTEMS
from tiebreaks.engine.terms.system import TiebreakSystem
from tiebreaks.lines import clean_line
from tiebreaks.models import PostedOrder
from tiebreaks.selectors import postings

from .. import wallcharts
from ..changes import Change, SectionChange, section_change, standings_change
from ..errors import Conflict, Refused
from ..models import HasStandings, Section, Verb
from ..pairing.options import Options, written
from ..selectors.event.orders import is_locked, is_posted, order_in
from ..text import wording
from ..text.log import Summary

MOST_COLUMNS = 4  # with an order of usual length these still fit on a screen and on the wall


def post_order(
    owner: HasStandings, text: str, *, by: User, reason: str = "", pairing: Options | None = None
) -> None:
    """Post the order written as ``modified_median,solkoff,…``, of players or of teams.

    The options of the pairing are posted with it, as they are or as given. Posting the current order again
    changes nothing. After play begins a change needs a reason, which is public. Raises :class:`Conflict`
    without one, and :class:`Refused` for an order with an error.
    """
    order = read_order(text, owner.systems)
    with standings_change(owner, by=by, verb=Verb.ORDER, reason=reason) as change:
        owner = change.owner
        chosen = pairing is not None and _choose(change, pairing)
        if is_posted(owner) and order_in(owner) == EDITIONS[owner.edition].read(order) and not chosen:
            return
        post_in(change, order, by=by, reason=_reason(is_locked(owner), reason))


def post_options(section: Section, chosen: Options, *, by: User, reason: str = "") -> None:
    """Choose the options of the pairing, which are posted with the tiebreak order.

    Before an order is posted they wait for it. Afterwards, and after play begins, they are posted at once
    with the order that holds. Once play has begun a change needs a reason, as that of the order does.
    """
    with section_change(section.pk, by=by, verb=Verb.ORDER, reason=reason) as change:
        section = change.section
        locked, posted = is_locked(section), postings(section.standings_id)
        # Options that waited for an order are still to be posted once play has begun without one.
        if not _choose(change, chosen) and (posted or not locked):
            return
        public = _reason(locked, reason)
        if posted or locked:
            post_in(change, section.order(posted), by=by, reason=public)
            change.say(Summary.OPTIONS_POSTED, options=section.pairing_options)
        else:
            change.say(Summary.OPTIONS_CHOSEN, options=section.pairing_options)


def post_waiting(change: SectionChange, *, by: User) -> None:
    """Post the options that wait for an order, with the order that holds, before play locks them both."""
    section = change.section
    if section.pairing_options and not is_posted(section) and not is_locked(section):
        post_in(change, section.default_order, by=by)


def _choose(change: Change[Any], chosen: Options) -> bool:
    """Keep the options of a section; whether they are other than before."""
    before = change.owner.pairing_options
    change.update(change.owner, pairing_options=written(chosen))
    return bool(change.owner.pairing_options != before)


def _reason(locked: bool, reason: str) -> str:
    """The reason to post with the order. Only an order posted or changed during play has one."""
    reason = clean_line(reason)
    if locked and not reason:
        raise Conflict(_("Play has begun, so a change needs a reason that everyone can read."))
    return reason if locked else ""


def read_order(text: str, systems: Mapping[str, TiebreakSystem] = SYSTEMS) -> sequence.Sequence:
    """Read an order. Raises :class:`Refused` with what is allowed."""
    try:
        order = sequence.parse(text, systems)
    except sequence.OrderError as error:
        raise Refused(wording.message(error.message)) from error
    if len(str(order)) > (PostedOrder._meta.get_field("order").max_length or 0):
        raise Refused(_("This order is too long. Leave out some systems or variations."))
    return order


def show_columns(section: Section, text: str, *, by: User) -> None:
    """Show these systems as extra columns; an empty text shows none. Raises :class:`Refused` for an error."""
    with section_change(section.pk, by=by, verb=Verb.COLUMNS) as change:
        shown = _read_columns(text, change.section)
        change.update(change.section, columns=str(shown))
        if shown.steps:
            change.say(Summary.COLUMNS_SHOWN, columns=str(shown))
        else:
            change.say(Summary.COLUMNS_REMOVED)


def _read_columns(text: str, section: Section) -> sequence.Sequence:
    try:
        shown = columns.parse_columns(text, section.systems)
        columns.check_beside(EDITIONS[section.edition].read(shown), order_in(section))
    except sequence.OrderError as error:
        raise Refused(wording.message(error.message)) from error
    if len(shown.steps) > MOST_COLUMNS:
        raise Refused(
            _("%(count)d extra columns are chosen. At most %(most)d fit.")
            % {"count": len(shown.steps), "most": MOST_COLUMNS}
        )
    return shown


def post_in(change: Change[Any], order: sequence.Sequence, *, by: User, reason: str = "") -> None:
    """Post an order within a change, with the options of the pairing as they are."""
    owner: HasStandings = change.owner
    through = max(wallcharts.load(each).chart.through for each in owner.counted_sections)
    change.create(
        PostedOrder(
            standings=owner.standings,
            order=str(order),
            pairing=owner.pairing_options if isinstance(owner, Section) else "",
            posted_at=timezone.now(),
            posted_by=by.get_full_name() or by.get_username(),
            after_round=through,
            reason=reason,
        )
    )
    change.say(owner.order_posted, table=owner.name, order=str(order))
