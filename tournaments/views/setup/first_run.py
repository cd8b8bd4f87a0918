"""Where a new Wallchart begins: on the machine itself, before anybody has an account, and never again."""

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tiebreaks.policies import anybody

from ... import demo
from ...errors import Refused
from ...forms.first_run import FirstRunForm
from ...known_browsers import remember
from ...selectors.event.addresses import phone_addresses
from ...services import first_run as services
from ...services import sign_ins
from ...services.backups import automatic
from ...services.first_run import Beginning
from ..at_this_machine import begins_here
from ..codes import qr
from ..shared import status


@anybody(
    why="Nobody has an account yet. It is for the machine itself alone, and closes with the first account."
)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def first_run(request: HttpRequest) -> HttpResponse:
    if not begins_here(request):
        return redirect("desk")
    form = FirstRunForm(request.POST or None, copies=automatic.is_running())
    if form.is_valid():
        try:
            return _begin(request, form)
        except Refused as refused:
            form.add_error("folder" if "folder" in form.fields else None, refused.message)
    address = next(iter(phone_addresses()), "")
    context = {"form": form, "address": address, "qr": qr(f"{address}/") if address else ""}
    return render(request, "setup/first_run.html", context, status=status(form))


def _begin(request: HttpRequest, form: FirstRunForm) -> HttpResponse:
    # First what can be refused, so that nothing is half done.
    if folder := form.cleaned_data.get("folder"):
        automatic.choose(folder)
    with sign_ins.hashing():
        user = services.begin(form.cleaned_data["name"], form.cleaned_data["password"])
    login(request, user)
    messages.success(request, _("You can sign in as %(name)s from now on.") % {"name": user.get_username()})
    return remember(_to(form.cleaned_data["beginning"], user), user.get_username())


def _to(beginning: Beginning, user: User) -> HttpResponse:
    if beginning is Beginning.BACKUP:
        return redirect("backup")
    if beginning is Beginning.EVENT:
        return redirect("new-event")
    if demo.is_loaded():
        return redirect("desk")
    return redirect("desk-event", demo.load(by=user).slug)
