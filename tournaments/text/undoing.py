"""Why an entry of the log is not undone, and what to do instead."""

from django.utils.translation import gettext_lazy as _

from .log import Summary

# Of what was posted, once play has begun.
POSTED = _(
    "Play has begun, so what was posted stays. To go back, post the earlier order anew, with a reason."
)
_OF_TABLE = _("This changed a team table. Change it back on the Setup page of the table.")
_OF_SCHOOLS = _("This named schools for the whole event. Name them again on the Schools page.")

# What is posted for everybody: it can be undone until play begins.
OF_ORDERS = (
    *(Summary.ORDER_POSTED, Summary.TEAM_ORDER_POSTED),
    *(Summary.OPTIONS_CHOSEN, Summary.OPTIONS_POSTED),
)
# Changes of the whole event: every section shows them.
OF_EVENT = (
    *(Summary.EVENT_EDITED, Summary.RATING_REPORT, Summary.SECTIONS_ARRANGED),
    *(Summary.EVENT_PUBLISHED, Summary.EVENT_HIDDEN, Summary.EVENT_ARCHIVED, Summary.EVENT_BROUGHT_BACK),
)
# Only a chief does these, so only a chief takes them back.
OF_CHIEFS = (
    *OF_ORDERS,
    *(
        Summary.PLAYERS_IMPORTED,
        Summary.TEAMS_IMPORTED,
        Summary.FOLLOWED,
        Summary.TABLE_CREATED,
        Summary.RATING_REPORT,
    ),
    *(Summary.EVENT_PUBLISHED, Summary.EVENT_HIDDEN, Summary.EVENT_ARCHIVED, Summary.EVENT_BROUGHT_BACK),
    *(Summary.ARCHIVED, Summary.BROUGHT_BACK),
)

# Every kind of entry that is not here can be undone.
NOT_UNDONE = {
    Summary.AWARDS_FROZEN: _(
        "Frozen awards were announced, so they stay. After a correction, freeze the next version."
    ),
    Summary.FINISHED: _("The final sheet is public, so it stays. To change the section, reopen it."),
    Summary.REOPENED: _("The public was told why. When the section is right, finish it again."),
    Summary.EVENT_FUND: _("This followed from the prizes of another section. Undo the change there."),
    Summary.VISITORS_RENAMED: _("This followed from a change in the player's home section. Undo it there."),
    Summary.SECTION_DELETED: _(
        "A deleted section is not in the log. To have it back, restore the event from a backup."
    ),
    **dict.fromkeys(
        (Summary.MIRRORED, Summary.NOT_MIRRORED),
        _("To change where the event is mirrored, open its Mirror page."),
    ),
    **dict.fromkeys((Summary.TABLE_EDITED, Summary.TABLE_REMOVED), _OF_TABLE),
    **dict.fromkeys((Summary.SCHOOL_NAMED, Summary.SCHOOL_NAMED_WITH_CODE), _OF_SCHOOLS),
    Summary.RECOMPUTED: _("Nobody changed anything here: Wallchart computed the standings again."),
}
