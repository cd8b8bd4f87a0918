"""The options of the pairing, posted with the tiebreak order; and the pairs who are kept apart."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from ...errors import Refused
from ...forms import shown
from ...forms.pairing_options import KeepApartForm, PairingOptionsForm
from ...models import CHIEFS, MANAGERS, Section
from ...permissions import DeskRequest, desk, desk_of, section_of
from ...selectors.entries.apart import kept_apart
from ...selectors.event.orders import is_locked, is_posted
from ...services import apart, orders
from ...text.pairing_options import PostedOptions
from ..shared import about, done, status


@desk_of(MANAGERS, change=CHIEFS)
def pairing_options(request: DeskRequest, event: str, section: str) -> HttpResponse:
    """Choose the options. Once play has begun, with a reason typed twice. Typed pairs are saved too."""
    found = section_of(request.user, event, section)
    if request.method == "POST":
        return _save_options(request, found, _form(found, request.POST))
    pairs_alone = KeepApartForm(initial=shown.apart(found), of_teams=bool(found.boards))
    return _page(request, found, _form(found) if _chooses(request, found) else pairs_alone)


@desk
@require_POST
def keep_apart(request: DeskRequest, event: str, section: str) -> HttpResponse:
    """Keep these pairs apart. Options that were changed in the same form are saved too."""
    found = section_of(request.user, event, section)
    if not _chooses(request, found):
        pairs = KeepApartForm(request.POST, initial=shown.apart(found), of_teams=bool(found.boards))
        return _save_pairs(request, found, pairs, shown.apart)
    form = _form(found, request.POST)
    if form.is_valid() and not form.options_changed:
        return _save_pairs(request, found, form, shown.pairing_options)
    return _save_options(request, found, form)


def _chooses(request: DeskRequest, section: Section) -> bool:
    """Whether this person is asked for options: in a round robin only if some were chosen as a Swiss."""
    is_asked = section.format == Section.Formats.SWISS or section.pairing_options
    return bool(is_asked and request.user.role.leads)  # type: ignore[attr-defined]


def _form(section: Section, typed: QueryDict | None = None) -> PairingOptionsForm:
    return PairingOptionsForm(
        typed,
        initial=shown.pairing_options(section),
        locked=is_locked(section),
        of_teams=bool(section.boards),
    )


def _save_options(request: DeskRequest, section: Section, form: PairingOptionsForm) -> HttpResponse:
    only_pairs = form.is_valid() and form.pairs_changed and not form.options_changed
    if only_pairs and is_locked(section) and not form.cleaned_data["reason"]:
        return _save_pairs(request, section, form, shown.pairing_options)

    def post() -> HttpResponse:
        reason = form.cleaned_data.get("reason", "")
        orders.post_options(section, form.chosen(), by=request.user, reason=reason)
        if is_posted(section):
            messages.success(request, _("The options are posted."))
        else:
            messages.success(request, _("Saved. They are posted with the tiebreak order."))
        if form.pairs_changed:
            _keep(request, section, form)
        return redirect("pairing-options", section.event.slug, section.slug)

    answer = done(request, form, post, event=section.event, shows=lambda: shown.pairing_options(section))
    return answer or _page(request, section, form)


def _save_pairs(
    request: DeskRequest, section: Section, form: KeepApartForm, shows: Callable[[Section], dict[str, Any]]
) -> HttpResponse:
    def keep() -> HttpResponse:
        _keep(request, section, form)
        return redirect(reverse("pairing-options", args=[section.event.slug, section.slug]) + "#apart")

    answer = done(request, form, keep, event=section.event, shows=lambda: shows(section))
    return answer or _page(request, section, form)


def _keep(request: DeskRequest, section: Section, form: KeepApartForm) -> None:
    pairs = form.pairs
    for name, field in KeepApartForm.base_fields.items():
        if name not in pairs:
            told = _("Nothing was saved. The form came without its field “%(field)s”. Reload the page.")
            raise Refused(told % {"field": field.label})
    apart.keep_apart(section, **pairs, by=request.user)
    told = _("The teams kept apart are saved.") if section.boards else _("The players kept apart are saved.")
    messages.success(request, told)


def _page(request: DeskRequest, section: Section, form: KeepApartForm) -> HttpResponse:
    form.lead_to_the_error()
    context = about(section) | {
        "form": form,
        "chosen": PostedOptions(section.pairing_options, of_teams=bool(section.boards)),
        "locked": is_locked(section),
        "posted": is_posted(section),
        "apart": kept_apart(section),
        "of_swiss": section.format == Section.Formats.SWISS,
        "chooses": isinstance(form, PairingOptionsForm),
    }
    return render(request, "setup/pairing_options.html", context, status=status(form))
