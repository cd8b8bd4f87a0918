"""What is answered where a page cannot do what is asked: the reason, on the page of the form, or the way to
the sign-in, which takes the form along.
"""

from copy import copy
from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render, resolve_url
from django.urls import Resolver404, resolve
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from . import interrupted
from .errors import Forbidden, Refused
from .services import acts
from .services.sessions import REMOVED_FROM

SAFE = ("GET", "HEAD")


class Gone(Http404):
    """What an address names is not there for this person.

    The message is the same for what was removed, what never was, and what is another director's. Only about
    an event of theirs are people told more.
    """

    def __init__(self, message: str, back: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.back = back or resolve_url("desk")


def refusal(request: HttpRequest, refused: Refused) -> HttpResponse:
    """The reason at the top of the page that the form is on, as a fragment for a script, else as a page."""
    if on_its_page := _page_of_form(request, refused):
        return on_its_page
    fragment = "#troubles" if request.headers.get("HX-Request") else ""
    context = {"refused": refused, "back": interrupted.sent_from(request) or resolve_url("desk")}
    return render(request, f"refused.html{fragment}", context, status=refused.status)


def _page_of_form(request: HttpRequest, refused: Refused) -> HttpResponse | None:
    """The page from which a form was sent, as it is now, with the reason; None if it is not there anymore."""
    page = urlsplit(interrupted.sent_from(request))
    if request.method != "POST" or request.headers.get("HX-Request") or not page.path:
        return None
    try:
        match = resolve(page.path)
    except Resolver404:
        return None
    if getattr(match.func, "policy", "") != "desk":
        return None
    asked = copy(request)
    asked.method, asked.path, asked.path_info = "GET", page.path, page.path
    asked.GET, asked.POST = QueryDict(page.query), QueryDict()
    asked.META = request.META | {"REQUEST_METHOD": "GET", "QUERY_STRING": page.query, "HTTP_REFERER": ""}
    asked.resolver_match = match
    asked.refused, asked.refused_at = refused, request.path  # type: ignore[attr-defined]
    answer: HttpResponse = match.func(asked, *match.args, **match.kwargs)
    if answer.status_code != 200:
        return None
    answer.status_code = refused.status
    return answer


def without_slash(request: HttpRequest) -> HttpResponse | None:
    """To a page whose address was typed with a slash at its end, where no section is called so."""
    address = request.path.rstrip("/")
    if request.method not in SAFE or address == request.path:
        return None
    try:
        there = resolve(address)
    except Resolver404:
        return None
    return None if there.func is request.resolver_match.func else redirect(address)  # type: ignore[union-attr]


def done_already(request: HttpRequest) -> HttpResponse | None:
    """The second click on what removes something leads where the first one did."""
    led = acts.led_to(request.user, request.POST.get("token", "")) if request.user.is_authenticated else ""
    if not led:
        return None
    messages.info(request, _("This was saved already."))
    return redirect(led)


def told_gone(request: HttpRequest, gone: Gone) -> HttpResponse:
    fragment = "#said" if request.headers.get("HX-Request") else ""
    return render(request, f"gone.html{fragment}", {"gone": gone}, status=404)


def not_a_page(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """A page for people who open an address that only forms use, instead of an empty window."""
    message = _("There is no page at this address. It only accepts forms.")
    page = refusal(request, Refused(message))
    page.status_code = answer.status_code
    page.headers["Allow"] = answer.headers["Allow"]
    return page


def was_removed(request: HttpRequest) -> HttpResponse | None:
    """What the script of a page is answered that a person left open who was removed from the event since: the
    session was ended, and has the reason."""
    event = removed_from(request)
    if not event or not request.headers.get("HX-Request"):
        return None
    return refusal(request, Forbidden(said_removed(event)))


def removed_from(request: HttpRequest) -> str:
    """The event from which the person of this browser was removed and so signed out; empty for others."""
    return str(request.session.get(REMOVED_FROM, ""))


def said_removed(event: str) -> str:
    message = _("You were removed from %(event)s. Ask its chief if that is a mistake.")
    return message % {"event": event}


def is_of_anothers_page(request: HttpRequest) -> bool:
    """Whether a script asks from a page that was made for another person, and in another tab somebody signed
    in since. A form without a script has a token that ended with the session."""
    made_for = request.headers.get("X-Made-For")
    return made_for is not None and made_for != str(request.user.pk)


def to_sign_in(request: HttpRequest) -> HttpResponse:
    """Redirect to the sign-in page, and from there back. A script gets a header that moves the whole window.

    A form that was sent goes to the sign-in with all that was typed. A result, or what is too long, is told
    as lost and can be sent again from its page. A script keeps what it sent.
    """
    here = request.headers.get("HX-Current-URL") or request.get_full_path()
    scripted = bool(request.headers.get("HX-Request"))
    sent = request.method not in ("GET", "HEAD") and not scripted
    answer = redirect_to_login((interrupted.sent_from(request) or resolve_url("desk")) if sent else here)
    if scripted:
        return HttpResponse(status=401, headers={"HX-Redirect": answer.headers["Location"]})
    if sent:
        answer.headers["Location"] += "&signed-out"
        if interrupted.can_be_carried(request):
            # The browser sends the same form to the sign-in, where its fields wait unseen.
            answer.headers["Location"] += "&" + urlencode({"form": request.path})
            answer.status_code = 307
    return answer


def say_signed_out(request: HttpRequest, *, files: bool) -> None:
    said = _("You were signed out. This is what you typed.")
    messages.warning(request, f"{said} {_('Choose the file again.')}" if files else said)
