"""How public pages are made, of a section or of a table of teams: once per version, with an ETag of it."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import condition, require_safe

from tiebreaks.policies import View, public

from .. import changed_rows, fragments, zones
from ..numbers import whole_number
from ..polls import polls
from ..selectors import ceremony
from ..selectors.public import AtVersion
from .robots import unlisted

Context = dict[str, Any]

ON_THE_WALL = "what hangs on the wall of the playing hall: names, results, no ID, no address"


class Finder(NamedTuple):
    """How a page's subject is found at its version by this ``part`` of the address; 404 for none."""

    part: str
    find: Callable[..., AtVersion]


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


def live_views(
    finder: Finder, template: str, context: Callable[..., Context], *query: str
) -> tuple[View, View]:
    """A page that follows the play, and the fragment that its poll asks for.

    ``context`` gets the subject, what else the address names, and the numbers of these ``query`` fields.
    """

    def parts(request: HttpRequest, address: Mapping[str, object]) -> tuple[object, ...]:
        return (*address.values(), *(number_of(request, name) for name in query))

    @versioned(finder.find)
    def page(request: HttpRequest, subject: AtVersion, **address: object) -> HttpResponse:
        asked = parts(request, address)

        def whole() -> str:
            live = fragments.text(_fragment(subject, template, context, *asked))
            with zones.told_in(subject.event.time_zone):
                return render_to_string(template, {**subject.named, "parts": asked, "live": live})

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
        subject = finder.find(event, address.pop(finder.part))
        asked = parts(request, address)
        known = request.GET.get("v", "")
        if known == subject.stamp:
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
        return changed_rows.changes(fragments.text(before), fragments.text(whole))

    about = (f"{template}#changes", subject.standings, subject.stamp, known, *parts)
    found = fragments.rendered(changes, *about, for_many=True)
    return found if fragments.text(found) else None


def announced_version(subject: AtVersion, number: int) -> Context:
    """What the page of a frozen version shows; 404 for one that there is not."""
    found = ceremony.announced_version(subject.standings, number, subject.names)
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
