"""The one menu and the breadcrumb of every page at the desk, told from what the page is about.

A page is about a section, a table of teams, or an event: whichever its context names. The menu has
everything that belongs to it and that its reader's role may see, the same on all its pages. Making it asks
the database nothing; but on a page that found no section by its address, whether that is final.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.template import Library
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ..models import CHIEFS, EVERYBODY, MANAGERS, SCORERS, Event, HasStandings, Role, Section, TeamTable
from ..selectors.event.endings import finished_since, takes_results

register = Library()


class Entry(NamedTuple):
    """A line of a menu: its words, the name of its page, those of the pages under it, and who may see it."""

    words: str | Promise
    page: str
    under: Sequence[str] = ()
    roles: frozenset[Role] = MANAGERS


class Item(NamedTuple):
    words: str
    address: str
    current: bool


_CEREMONY = ("freeze-awards", "checklist", "receipts", "awards-version")

OF_SECTION = (
    Entry(
        _("Rounds"),
        "desk-section",
        (
            *(
                "desk-round",
                "pair-round",
                "pairing",
                "propose-pairing",
                "change-pairing",
                "publish-pairing",
                "give-bye",
                "publish-round",
                "ruling",
                "match",
                "board-ruling",
            ),
            *("enter-match", "enter-result", "enter-board", "correction", "undo", "undo-sheet"),
            *("verify", "verify-result", "verify-board", "what-if", "no-show"),
            *("correct-pairing", "swap-colors", "trade-places", "remove-pairing", "remove-bye"),
        ),
        SCORERS,
    ),
    Entry(
        _("Roster"),
        "roster",
        (
            *(
                "number-roster",
                "import-roster",
                "undo-import",
                "add-player",
                "edit-player",
                "team-members",
            ),
            *(
                "request-byes",
                "withdraw-player",
                "re-enter-player",
                "import-wallchart",
                "other-sections",
                "late-change",
            ),
        ),
    ),
    Entry(_("Tiebreak order"), "order", ("columns",)),
    Entry(_("Pairing options"), "pairing-options", ("keep-apart",)),
    Entry(_("Prizes"), "prizes", ("arrange-prizes", "prize-terms")),
    Entry(_("Awards"), "awards", ("presence", "choose-winner")),
    Entry(_("Ties"), "ties", ("decide-tie", "toss")),
    Entry(_("Ceremony"), "ceremony", _CEREMONY),
    Entry(_("Finish"), "finish", ("finish-section", "reopen-section")),
    Entry(_("Extra games"), "extra-games"),
    Entry(_("Print"), "print", ("slips", "pairings-by-name", "pairings-by-board")),
    Entry(_("Export"), "export"),
    Entry(_("Log"), "section-log", ("undo-entry",)),
    Entry(
        _("Setup"),
        "edit-section",
        (
            *("visibility", "delete-section", "copy-setup", "copy-from"),
            *("merge-sections", "merge-with", "split-section", "split-at", "make-quads"),
        ),
    ),
)
OF_TABLE = (
    Entry(_("Setup"), "edit-table"),
    Entry(_("Tiebreak order"), "team-order"),
    Entry(_("Ties"), "team-ties", ("team-decide-tie", "team-toss")),
    Entry(_("Ceremony"), "team-ceremony", [f"team-{name}" for name in _CEREMONY]),
)
OF_EVENT = (
    Entry(_("Sections"), "desk-event", (), EVERYBODY),
    Entry(
        _("Check-in"),
        "check-in",
        ("walk-in", "change-section", "check-in-list", "check-in-codes", "no-shows"),
        EVERYBODY,
    ),
    Entry(_("Setup"), "edit-event", ("new-section", "new-table", "copy-sections", "copy-sections-from")),
    Entry(_("Registration"), "registration-file"),
    Entry(_("Rating list"), "rating-list", ("update-ratings",)),
    Entry(_("Prizes"), "flyer"),
    Entry(_("Ceremony"), "event-ceremony", ("event-checklist",)),
    Entry(_("Hall screen"), "event-screen"),
    Entry(_("Schools"), "schools"),
    Entry(_("Rating report"), "rating-report", (), CHIEFS),
    Entry(_("People"), "people", ("invitation", "remove-person", "invite", "change-role"), CHIEFS),
    Entry(_("Other program"), "companion", ("take-companion",), CHIEFS),
    Entry(_("Mirror"), "mirror", (), CHIEFS),
    Entry(_("Publish and archive"), "event-visibility", ("delete-event",)),
)


# The pages whose forms change what is read only while it is archived or final. Others only look something up,
# or bring it back.
_CHANGES = {
    *("desk-round", "pair-round", "pairing", "publish-pairing", "ruling", "board-ruling", "match", "verify"),
    *("roster", "add-player", "edit-player", "import-roster", "import-wallchart", "team-members"),
    *("order", "pairing-options", "prizes", "ties", "toss", "extra-games", "edit-section", "copy-from"),
    *("merge-with", "split-at", "make-quads", "late-change", "registration-file", "walk-in"),
    *("change-section", "no-shows"),
    *("team-order", "team-ties", "team-toss", "edit-event", "new-section", "new-table", "schools"),
}

# Of these a final section takes what its chart does not show.
_OFF_THE_CHART = {"edit-player", "team-members"}


@register.simple_tag(takes_context=True)
def is_read_only(context: Any) -> bool:
    """Whether no form of this page can be saved: what it is about is archived or final."""
    about, event = _about(context)
    match = context["request"].resolver_match
    if about is None or event is None or match is None or match.url_name not in _CHANGES:
        return False
    if match.url_name in _OFF_THE_CHART:
        return event.archived or about.archived
    return not takes_results(about) if isinstance(about, Section) else event.archived or about.archived


@register.inclusion_tag("menu.html", takes_context=True)
def menu(context: Any) -> dict[str, Any]:
    """The menu; nothing on a page that is about no event, or for a reader without a role in it."""
    about, event = _about(context)
    role = getattr(context["request"].user, "role", None)
    if about is None or event is None or role is None:
        return {}
    page = context["request"].resolver_match.url_name
    items = [
        Item(str(entry.words), _address(entry.page, about), page == entry.page or page in entry.under)
        for entry in _entries(about)
        if role in entry.roles
    ]
    here = next((item.words for item in items if item.current), "")
    # The Finish page says more itself.
    finished = finished_since(about) if isinstance(about, Section) and page != "finish" else None
    archived = event if event.archived else about if about.archived else None
    return {
        "items": [*items, *_beside(about, event, role)],
        "here": here,
        "about": about,
        "archived": archived,
        "finished": finished,
        "trophy_order": as_seen("final", about) if finished else "",
        "reopen": _address("finish", about) if finished and role.leads else "",
        "way_back": _way_back(archived) if archived and role.leads else "",
    }


def _way_back(archived: Event | HasStandings) -> str:
    """The page that brings it back."""
    if isinstance(archived, Event):
        return reverse("event-visibility", args=[archived.slug])
    return _address("visibility" if isinstance(archived, Section) else "edit-table", archived)


@register.inclusion_tag("breadcrumb.html", takes_context=True)
def breadcrumb(context: Any) -> dict[str, Any]:
    """Where the page is: its event, and its section or table of teams."""
    about, event = _about(context)
    role = getattr(context["request"].user, "role", None)
    if event is None or event.pk is None or role is None:
        return {}
    crumbs = [(event.name, reverse("desk-event", args=[event.slug]))]
    if isinstance(about, HasStandings) and role.scores:
        page = "desk-section" if isinstance(about, Section) else "edit-table"
        crumbs.append((about.name, _address(page, about)))
    return {"crumbs": crumbs, "about": about, "event": event}


@register.simple_tag(takes_context=True)
def page_of_menu(context: Any) -> str:
    """The words of the menu for this page, for its heading."""
    return str(menu(context).get("here", ""))


@register.simple_tag
def as_seen(page: str, of: Event | HasStandings, *more: object) -> str:
    """The address of a public page; of a draft, its preview."""
    return _as_seen(of, _address(page, of, *more))


@register.simple_tag
def public_words(of: Event | HasStandings) -> str:
    """What :func:`as_seen` leads to. A table is a draft as long as one of its sections is."""
    sections = of.sections.all() if isinstance(of, TeamTable) else ()
    is_draft = any(each.hidden for each in (of, *sections)) or (
        isinstance(of, HasStandings) and of.event.hidden
    )
    return str(_("Preview") if is_draft else _("Public page"))


def _as_seen(of: Event | HasStandings, address: str) -> str:
    """A table may be hidden for its sections: its preview leads to the public page where there is one."""
    of_event = isinstance(of, HasStandings) and of.event.hidden
    return f"/preview{address}" if of.hidden or of_event or isinstance(of, TeamTable) else address


def _about(context: Any) -> tuple[Event | HasStandings | None, Event | None]:
    owner = context.get("owner") or context.get("section") or context.get("table")
    if isinstance(owner, HasStandings):
        return owner, owner.event
    event = context.get("event")
    return (event, event) if isinstance(event, Event) else (None, None)


def _entries(about: Event | HasStandings) -> Sequence[Entry]:
    if isinstance(about, Section):
        # An extra rated game is one of two players.
        return [entry for entry in OF_SECTION if not (about.boards and entry.page == "extra-games")]
    return OF_TABLE if isinstance(about, TeamTable) else OF_EVENT


def _beside(about: Event | HasStandings, event: Event, role: Role) -> list[Item]:
    """What belongs to it and is elsewhere: the tables of teams, and what the public sees."""
    found = []
    if role.manages and isinstance(about, Section) and not about.boards:
        found.append(Item(str(_("Team tables")), reverse("edit-event", args=[event.slug]) + "#teams", False))
    if role.manages and isinstance(about, TeamTable):
        found.append(Item(str(_("Schools")), reverse("schools", args=[event.slug]), False))
    public = _address(_public_page(about), about)
    found.append(Item(public_words(about), _as_seen(about, public), False))
    return found


def _public_page(about: Event | HasStandings) -> str:
    if isinstance(about, Event):
        return "event"
    return "standings" if isinstance(about, Section) else "teams"


def _address(page: str, about: Event | HasStandings, *more: object) -> str:
    args = [about.slug] if isinstance(about, Event) else [about.event.slug, about.slug]
    return reverse(page, args=[*args, *more])
