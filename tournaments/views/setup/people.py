"""The people of an event: the chief invites them, gives them roles, and removes them."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from ...forms import shown
from ...forms.people import InviteForm, RoleForm
from ...models import CHIEFS, Event, Role
from ...permissions import DUTIES, DeskRequest, desk_of, event_of, invitation_of, staff_of
from ...selectors.event import people as selectors
from ...services import people as services
from ..codes import phone_address, qr
from ..shared import carry_out, done, status


@desk_of(CHIEFS)
@require_safe
def people(request: DeskRequest, event: str) -> HttpResponse:
    return _page(request, event_of(request.user, event), InviteForm())


@desk_of(CHIEFS)
@require_POST
def invite(request: DeskRequest, event: str) -> HttpResponse:
    found = event_of(request.user, event)
    form = InviteForm(request.POST)

    def make() -> HttpResponse:
        made = services.invite(found, form.cleaned_data["role"], by=request.user)
        return redirect("invitation", event, made.pk)

    if not form.is_valid():
        return _page(request, found, form)
    # Two scorekeepers are invited with the same words: only the same page invites nobody twice.
    return carry_out(request, make, event=found, again=True)


@desk_of(CHIEFS)
@require_safe
def invitation(request: DeskRequest, event: str, invitation: int) -> HttpResponse:
    """The code on the screen, for a phone's camera; the script asks for the state alone."""
    found = invitation_of(request.user, event, invitation)
    context: dict[str, Any] = {"event": found.event, "invitation": found, "state": selectors.state_of(found)}
    if request.headers.get("HX-Request"):
        return render(request, "setup/invitation.html#state", context)
    code = services.code_of(found)
    address = phone_address(request, reverse("join-with", args=[code]))
    context |= {
        "address": address,
        "typed_at": phone_address(request, reverse("join")),
        "code": f"{code[:5]}-{code[5:]}",
        "qr": qr(address),
        "shown": shown.invitation(found),
    }
    return render(request, "setup/invitation.html", context)


@desk_of(CHIEFS)
@require_POST
def withdraw_invitation(request: DeskRequest, event: str, invitation: int) -> HttpResponse:
    found = invitation_of(request.user, event, invitation)

    def withdraw() -> HttpResponse:
        services.withdraw(found)
        messages.success(request, _("The invitation is withdrawn."))
        return redirect("people", event)

    return carry_out(request, withdraw, event=found.event, shows=lambda: shown.invitation(found))


@desk_of(CHIEFS)
@require_POST
def change_role(request: DeskRequest, event: str, person: int) -> HttpResponse:
    found = staff_of(request.user, event, person)
    form = RoleForm(request.POST)

    def change() -> HttpResponse:
        services.change_role(found, form.cleaned_data["role"], by=request.user)
        said = {"name": selectors.name_of(found.user), "role": form.cleaned_data["role"].label}
        messages.success(request, _("%(name)s: role changed to %(role)s.") % said)
        return redirect("people", event) if _leads(request, found.event) else redirect("desk-event", event)

    answer = done(request, form, change, event=found.event, shows=lambda: shown.person(found))
    return answer or _page(request, found.event, InviteForm(), form)


@desk_of(CHIEFS)
def remove_person(request: DeskRequest, event: str, person: int) -> HttpResponse:
    """Ask, then remove: without a script, too, nobody is removed by one slip."""
    found = staff_of(request.user, event, person)

    def remove() -> HttpResponse:
        services.remove(found, by=request.user)
        messages.success(request, _("%(name)s was removed.") % {"name": selectors.name_of(found.user)})
        return redirect("people", event) if _leads(request, found.event) else redirect("desk")

    if request.method == "POST":
        return carry_out(request, remove, event=found.event, shows=lambda: shown.person(found))
    context = {"event": found.event, "person": selectors.worker(found), "shown": shown.person(found)}
    context["only_chief"] = selectors.is_only_chief(found)
    return render(request, "setup/remove_person.html", context)


def _leads(request: DeskRequest, event: Event) -> bool:
    """Whether this person is a chief still: a chief may step down."""
    return event.staff.filter(user=request.user, role=Role.CHIEF).exists()


def _page(
    request: DeskRequest, event: Event, inviting: InviteForm, refused: RoleForm | None = None
) -> HttpResponse:
    staff = selectors.people(event)
    context = {
        "event": event,
        "people": [(worker, _shown(event, worker)) for worker in staff],
        "only_chief": sum(worker.role.leads for worker in staff) == 1,
        "roles": Role.choices,
        "inviting": inviting,
        "refused": refused,
        "duties": DUTIES,
        "invitations": [(each, shown.invitation(each)) for each in selectors.open_invitations(event)],
    }
    answered = max(status(inviting), status(refused))
    return render(request, "setup/people.html", context, status=answered)


def _shown(event: Event, worker: selectors.Worker) -> Any:
    return {_("Person"): worker.name, "role": worker.role.value}
