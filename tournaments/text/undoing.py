"""Why an entry of the log is not undone, and what to do instead."""

from django.utils.translation import gettext_lazy as _

from .log import Summary

# Of what was posted, once play has begun.
POSTED = _(
    "Play has begun, so what was posted stays. To go back, post the earlier order again, with a reason."
)

# What is posted for everybody: it can be undone until play begins.
OF_ORDERS = (
    *(Summary.ORDER_POSTED, Summary.TEAM_ORDER_POSTED),
    *(Summary.OPTIONS_CHOSEN, Summary.OPTIONS_POSTED),
)
# Changes of the whole event: every section shows them.
OF_EVENT = (
    *(Summary.EVENT_EDITED, Summary.RATING_REPORT, Summary.SECTIONS_ARRANGED, Summary.BOARDS_NUMBERED),
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
        *(Summary.SECTION_SPLIT, Summary.QUADS_MADE),
        Summary.RATING_REPORT,
    ),
    *(Summary.EVENT_PUBLISHED, Summary.EVENT_HIDDEN, Summary.EVENT_ARCHIVED, Summary.EVENT_BROUGHT_BACK),
    *(Summary.ARCHIVED, Summary.BROUGHT_BACK, Summary.SECTION_DELETED, Summary.TABLE_REMOVED),
    *(Summary.AWARDS_FROZEN, Summary.FINISHED, Summary.REOPENED),
)
# What a page of its own takes back, with its own rules: the log leads there.
ON_FINISH_PAGE = (Summary.FINISHED, Summary.REOPENED)
# They add players in one section and change them in others.
OF_SECTIONS = (Summary.REGISTRATION, Summary.SECTION_CHANGED, Summary.SECTION_CHANGED_BYES)
# Team tables and the names of schools: every section whose players count there shows them.
OF_TEAMS = (Summary.TABLE_EDITED, Summary.SCHOOL_NAMED, Summary.SCHOOL_NAMED_WITH_CODE)

# Every kind of entry that is not here can be undone.
NOT_UNDONE = {
    Summary.EVENT_FUND: _("This followed from the prizes of another section. Undo the change there."),
    Summary.VISITORS_RENAMED: _("This followed from a change in the player's home section. Undo it there."),
    **dict.fromkeys(
        (Summary.MIRRORED, Summary.NOT_MIRRORED),
        _("To change where the event is mirrored, open its Mirror page."),
    ),
    **dict.fromkeys(
        (Summary.RESTORED, Summary.RESTORED_THERE),
        _("To go back, restore another file, on the Backup page."),
    ),
    **dict.fromkeys(
        (Summary.REPLACED, Summary.REPLACED_THERE),
        _("To go back, restore the file that keeps what was replaced, on the Backup page."),
    ),
    Summary.DRAFT_DISCARDED: _("To bring a discarded draft back, open the pairing page of its round."),
    Summary.READ_OTHERWISE: _(
        "A reading changes no result. Decide which is right on the page Verify, or read the slip again."
    ),
    Summary.RECOMPUTED: _("Nobody changed anything here: Wallchart computed the standings again."),
}
