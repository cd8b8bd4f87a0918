"""Why an entry of the log is not undone, and what to do instead."""

from django.utils.translation import gettext_lazy as _

from .log import Summary

_POSTED = _("A posted order stays on the page for everybody. To go back, post the earlier order again.")
_OF_EVENT = _("This changed the whole event. Change it back on the event's Setup page.")
_SEEN_BY = _("To change who sees a page, or what is archived, use the buttons under Publish and archive.")
_OF_TABLE = _("This changed a team table. Change it back on the Setup page of the table.")
_OF_SCHOOLS = _("This named schools for the whole event. Name them again on the Schools page.")

# Every kind of entry that is not here can be undone.
NOT_UNDONE = {
    Summary.ORDER_POSTED: _POSTED,
    Summary.TEAM_ORDER_POSTED: _POSTED,
    **dict.fromkeys(
        (Summary.OPTIONS_CHOSEN, Summary.OPTIONS_POSTED),
        _("Options are posted for everybody. Choose the earlier ones again on the Pairing options page."),
    ),
    Summary.AWARDS_FROZEN: _(
        "Frozen awards were announced, so they stay. After a correction, freeze the next version."
    ),
    Summary.FINISHED: _("The final sheet is public, so it stays. To change the section, reopen it."),
    Summary.REOPENED: _("The public was told why. When the section is right, finish it again."),
    Summary.EVENT_FUND: _("This followed from the prizes of another section. Undo the change there."),
    Summary.VISITORS_RENAMED: _("This followed from a change in the player's home section. Undo it there."),
    Summary.SECTION_CREATED: _("To undo a new section, delete it on its Setup page."),
    Summary.SECTION_DELETED: _(
        "A deleted section is not in the log. To have it back, restore the event from a backup."
    ),
    **dict.fromkeys((Summary.EVENT_EDITED, Summary.SECTIONS_ARRANGED), _OF_EVENT),
    Summary.RATING_REPORT: _(
        "This was for the report of the whole event. Change it back on the Rating report page."
    ),
    **dict.fromkeys(
        (
            *(Summary.EVENT_PUBLISHED, Summary.EVENT_HIDDEN, Summary.EVENT_ARCHIVED),
            *(Summary.EVENT_BROUGHT_BACK, Summary.PUBLISHED, Summary.HIDDEN, Summary.ARCHIVED),
            Summary.BROUGHT_BACK,
        ),
        _SEEN_BY,
    ),
    **dict.fromkeys((Summary.TABLE_CREATED, Summary.TABLE_EDITED, Summary.TABLE_REMOVED), _OF_TABLE),
    **dict.fromkeys((Summary.SCHOOL_NAMED, Summary.SCHOOL_NAMED_WITH_CODE), _OF_SCHOOLS),
    Summary.RECOMPUTED: _("Nobody changed anything here: Wallchart computed the standings again."),
}
