"""How public pages are made, of a section or of a table of teams: once per version, with an ETag of it."""

from collections.abc import Callable, Mapping
from functools import lru_cache, wraps
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.html import escape
from django.views.decorators.http import condition, require_safe

from tiebreaks.policies import View, public
from tiebreaks.published import DOCUMENTS

from ... import changed_rows, fragments, languages, packing, zones
from ...numbers import whole_number
from ...polls import polls
from ...selectors.awards import announced as of_awards
from ...selectors.public.visible import AtVersion
from .robots import unlisted

Context = dict[str, Any]

# Where a page has its fragment. No stored line and no template has this character.
HERE = "\N{NULL}"
# The longest that anybody types to find a player or a team.
LONGEST = 60

ON_THE_WALL = "what hangs on the wall of the playing hall: names, results, no ID, no address"


class Finder(NamedTuple):
    """How a page's subject is found at its version by its event and this ``part`` of the address, if it has
    one; 404 for none."""

    part: str
    find: Callable[..., AtVersion]

    def at(self, event: str, address: dict[str, str]) -> AtVersion:
        """The subject; takes its part out of the rest of an address."""
        return self.find(event, *([address.pop(self.part)] if self.part else []))


# A field of the query: a number by its name, or what reads it.
Asked = str | Callable[[HttpRequest], object]


def versioned(
    find: Callable[..., Any], beside: Callable[[HttpRequest], str] | None = None
) -> Callable[[View], View]:
    """A public page: find what it is about, or 404; answer 304 to a phone that has this version.

    ``beside`` is what the page shows of no version: the address that phones reach at this moment.
    """

    def decorate(view: View) -> View:
        def etag(request: HttpRequest, found: Any, **rest: Any) -> str:
            return fragments.tag(found, *([beside(request)] if beside else []))

        unless_unchanged = condition(etag_func=etag)(view)

        @wraps(view)
        def found_first(request: HttpRequest, **address: Any) -> HttpResponse:
            where = [address.pop(part) for part in ("event", "section", "table") if part in address]
            return unless_unchanged(request, find(*where), **address)

        return public(why=ON_THE_WALL)(require_safe(found_first))

    return decorate


def page(
    request: HttpRequest, subject: AtVersion, template: str, context: Callable[..., Context], *parts: Any
) -> HttpResponse:
    def whole() -> str:
        with zones.told_in(subject.event.time_zone):
            return render_to_string(template, {**subject.about, **context(subject, *parts)})

    return fragments.answer(
        request, fragments.rendered(whole, template, subject.standings, subject.stamp, *parts)
    )


# What a frame has where title, body and address of each page come. No line of text holds these (lines.py).
_TITLE, _BODY, _ADDRESS = "\x01", "\x02", "\x03"


def framed_page(
    request: HttpRequest,
    subject: AtVersion,
    frame: str,
    context: Callable[..., Context],
    body: Callable[..., tuple[str, str]],
    *parts: Any,
    framed_by: tuple[Any, ...] = (),
) -> HttpResponse:
    """One of hundreds of pages of a version that differ in title and body: their frame is rendered once.

    ``context`` gets the subject and ``framed_by``, ``body`` the subject and ``parts``.
    """

    def around() -> str:
        with languages.shown_at(_ADDRESS):
            return render_to_string(
                frame, {**subject.about, **context(subject, *framed_by), "title": _TITLE, "body": _BODY}
            )

    def whole() -> str:
        with zones.told_in(subject.event.time_zone):
            title, content = body(subject, *parts)
            kept = fragments.rendered(around, f"{frame}#frame", subject.standings, subject.stamp, *framed_by)
            address = escape(languages.here.get() or "")
            before, between, after = (each.replace(_ADDRESS, address) for each in _around(kept))
            return f"{before}{escape(title)}{between}{content}{after}"

    piece = fragments.rendered(whole, frame, subject.standings, subject.stamp, *framed_by, *parts)
    return fragments.answer(request, piece)


@lru_cache(maxsize=DOCUMENTS)
def _around(frame: bytes) -> tuple[str, str, str]:
    """What stands before the title, between title and body, and after the body."""
    before, _mark, rest = packing.unpacked(frame).partition(_TITLE)
    between, _mark, after = rest.partition(_BODY)
    return before, between, after


def live_views(
    finder: Finder, template: str, context: Callable[..., Context], *query: Asked
) -> tuple[View, View]:
    """A page that follows the play, and the fragment that its poll asks for.

    ``context`` gets the subject, what else the address names, and what these fields of the ``query`` ask.
    """

    def parts(request: HttpRequest, address: Mapping[str, object]) -> tuple[object, ...]:
        asked = (each(request) if callable(each) else number_of(request, each) for each in query)
        return (*address.values(), *asked)

    @versioned(finder.find)
    def page(request: HttpRequest, subject: AtVersion, **address: object) -> HttpResponse:
        asked = parts(request, address)

        def whole() -> bytes:
            live = _fragment(subject, template, context, *asked)
            with zones.told_in(subject.event.time_zone):
                page = render_to_string(template, {**subject.named, "parts": asked, "live": HERE})
            before, _here, after = page.partition(HERE)
            return packing.around(before, live, after)

        piece = fragments.rendered(whole, template, subject.standings, subject.stamp, *asked)
        return fragments.answer(request, piece)

    @public(why=ON_THE_WALL)
    @require_safe
    def fragment(request: HttpRequest, event: str, **address: str) -> HttpResponse:
        """204 to a phone that has the version that holds; what changed since the one it has; or the whole.

        Each costs one indexed read, once it is rendered.

        No ETag here: a browser would hide its 304 and the page would swap for nothing.
        """
        polls.count()
        subject = finder.at(event, address)
        asked = parts(request, address)
        known = request.GET.get("v", "")
        if known in (subject.stamp, subject.stamp_of_news):
            return HttpResponse(status=204)
        whole = _fragment(subject, template, context, *asked)
        changes = _changes(subject, template, known, whole, *asked)
        response = unlisted(fragments.answer(request, changes or whole))
        if changes:
            # All of it is swapped out of band.
            response.headers["HX-Reswap"] = "none settle:0ms"
        return response

    return page, fragment


def _fragment(subject: AtVersion, template: str, context: Callable[..., Context], *parts: Any) -> bytes:
    def fragment() -> str:
        # A change between reading the stamp and this puts a newer document under the older stamp. The next
        # poll replaces it, and no one asks for the older stamp again.
        with zones.told_in(subject.event.time_zone):
            return render_to_string(f"{template}#live", {**subject.about, **context(subject, *parts)})

    about = (f"{template}#live", subject.standings, subject.stamp, *parts)
    return fragments.rendered(fragment, *about, for_many=True)


def _changes(subject: AtVersion, template: str, known: str, whole: bytes, *parts: Any) -> bytes | None:
    """What changed since a version that is kept still; None where a phone needs the whole."""
    before = fragments.kept(f"{template}#live", subject.standings, known, *parts)
    if before is None:
        return None

    def changes() -> str:
        return changed_rows.changes(packing.unpacked(before), packing.unpacked(whole))

    about = (f"{template}#changes", subject.standings, subject.stamp, known, *parts)
    found = fragments.rendered(changes, *about, for_many=True)
    return found if packing.unpacked(found) else None


def announced_version(subject: AtVersion, number: int) -> Context:
    """What the page of a frozen version shows; 404 for one that there is not."""
    found = of_awards.announced_version(subject.standings, number, subject.names)
    if found is None:
        raise Http404
    return {"version": found}


def number_of(request: HttpRequest, name: str) -> int | None:
    """A number from the address, None where it is not given; 404 for anything else."""
    given = request.GET.get(name)
    if given is None:
        return None
    found = whole_number(given)
    if found is None:
        raise Http404
    return found
