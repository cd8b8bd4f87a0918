"""Mirrors: in the hall where an event is sent to, on a server what was given out, and what arrives there."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from tiebreaks.policies import anybody

from ...formats.mirror import COUNTER, MOST_BYTES, MOST_DIGITS, SIGNATURE
from ...forms import shown
from ...forms.mirroring import GiveOutForm, MirrorForm
from ...models import CHIEFS, Event
from ...permissions import DeskRequest, desk_of, directors, event_of, mirror_of
from ...selectors.files import mirroring as selectors
from ...services.mirroring import granting, joining, receiving, sending
from ..codes import phone_address
from ..shared import carry_out, done, status

# --- in the hall ------------------------------------------------------------------------------------


@desk_of(CHIEFS)
def mirror(request: DeskRequest, event: str) -> HttpResponse:
    """Where the event is mirrored, how far that is, and the form for address and key."""
    found = event_of(request.user, event)
    form = MirrorForm(request.POST or None, initial={"mirror": found.mirror})

    def join() -> HttpResponse:
        typed = form.cleaned_data
        joining.join(found, typed["mirror"], typed["key"], by=request.user)
        messages.success(request, _("Saved. The event is sent from now on."))
        return redirect("mirror", event)

    if answer := done(request, form, join, event=found, shows=lambda: shown.mirroring(found)):
        return answer
    context = {"event": found, "form": form, "shown": shown.mirroring(found), **_state(found)}
    return render(request, "setup/mirror.html", context, status=status(form))


@desk_of(CHIEFS)
@require_safe
def mirror_state(request: DeskRequest, event: str) -> HttpResponse:
    """How far it is, for the page that shows it."""
    found = event_of(request.user, event)
    return render(request, "setup/mirror.html#state", {"event": found, **_state(found)})


def _state(event: Event) -> dict[str, object]:
    state = sending.state_of(event)
    return {
        "state": state,
        "waiting": state.waiting(selectors.versions(event.pk)) if state else 0,
        "is_joined": selectors.is_joined(event.pk),
        "is_running": sending.is_running(),
    }


@desk_of(CHIEFS)
@require_POST
def try_mirror(request: DeskRequest, event: str) -> HttpResponse:
    """Try at once, and not only after the pause."""
    sending.try_now(event_of(request.user, event).pk)
    return redirect("mirror", event)


@desk_of(CHIEFS)
@require_POST
def stop_mirror(request: DeskRequest, event: str) -> HttpResponse:
    found = event_of(request.user, event)

    def stop() -> HttpResponse:
        joining.stop(found, by=request.user)
        messages.success(request, _("Nothing more will be sent. The server still shows what it has."))
        return redirect("mirror", event)

    return carry_out(request, stop, event=found, shows=lambda: shown.mirroring(found))


# --- on a server ------------------------------------------------------------------------------------


@directors
def mirrors(request: DeskRequest) -> HttpResponse:
    """What this person gave out, and when each hall was last heard from."""
    form = GiveOutForm(request.POST or None)

    def give_out() -> HttpResponse:
        granting.give_out(form.cleaned_data["address"], by=request.user)
        return redirect("mirrors")

    if answer := done(request, form, give_out):
        return answer
    given = [(row, shown.given_out(row)) for row in selectors.given_out(request.user)]
    keys = {row.pk: granting.key_of(row) for row, _shown in given if row.key_is_unused}
    rows = [(row, seen, keys.get(row.pk, "")) for row, seen in given]
    context = {"form": form, "mirrors": rows, "here": phone_address(request, "/").rstrip("/")}
    return render(request, "setup/mirrors.html", context, status=status(form))


@directors
@require_POST
def renew_mirror(request: DeskRequest, given: int) -> HttpResponse:
    found = mirror_of(request.user, given)

    def renew() -> HttpResponse:
        granting.renew(found)
        return redirect("mirrors")

    return carry_out(request, renew, event=found.event, shows=lambda: shown.given_out(found))


@directors
@require_POST
def take_back_mirror(request: DeskRequest, given: int) -> HttpResponse:
    found = mirror_of(request.user, given)

    def take_back() -> HttpResponse:
        granting.take_back(found)
        messages.success(request, _("The key no longer works. The pages stay."))
        return redirect("mirrors")

    return carry_out(request, take_back, event=found.event, shows=lambda: shown.given_out(found))


@directors
@require_POST
def remove_mirror(request: DeskRequest, given: int) -> HttpResponse:
    found = mirror_of(request.user, given)

    def remove() -> HttpResponse:
        granting.remove(found)
        messages.success(request, _("The mirror and its pages are removed."))
        return redirect("mirrors")

    return carry_out(request, remove, event=found.event, shows=lambda: shown.given_out(found))


# --- what arrives -----------------------------------------------------------------------------------


@csrf_exempt
@anybody(why="a hall has no account here: it signs what it sends with the key of its event")
@require_POST
def take_push(request: HttpRequest, event: str) -> HttpResponse:
    """Take a push of the event's hall, or refuse it with one line."""
    given = request.headers.get(COUNTER, "")
    counter = int(given) if given.isascii() and given.isdecimal() and len(given) <= MOST_DIGITS else 0
    signature = request.headers.get(SIGNATURE, "")
    try:
        body = request.read(MOST_BYTES + 1)
        receiving.receive(event, counter=counter, signature=signature, body=body)
    except receiving.NotTaken as refused:
        answer = HttpResponse(refused.message, status=refused.status, content_type=sending.SAID)
        counter = refused.counter
    else:
        answer = HttpResponse(status=204)
    answer.headers[COUNTER] = str(counter)
    return answer


take_push.takes_uploads = MOST_BYTES  # type: ignore[attr-defined]  # the first push has the whole event
