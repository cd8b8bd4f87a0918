"""The options of the pairing, posted with the tiebreak order; and the pairs who are kept apart."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from ..forms import shown
from ..forms.pairing_options import KeepApartForm, PairingOptionsForm
from ..models import CHIEFS, MANAGERS, Section
from ..permissions import DeskRequest, desk, desk_of, section_of
from ..selectors.apart import kept_apart
from ..selectors.orders import is_locked, is_posted
from ..services import apart, orders
from ..text.pairing_options import PostedOptions
from .shared import about, done, status


@desk_of(MANAGERS, change=CHIEFS)
def pairing_options(request: DeskRequest, event: str, section: str) -> HttpResponse:
    """Choose the options. Once play has begun, with a reason typed twice."""
    found = section_of(request.user, event, section)
    form = PairingOptionsForm(
        request.POST or None, initial=shown.pairing_options(found), locked=is_locked(found)
    )

    def post() -> HttpResponse:
        reason = form.cleaned_data.get("reason", "")
        orders.post_options(found, form.chosen(), by=request.user, reason=reason)
        if is_posted(found):
            messages.success(request, _("The options are posted."))
        else:
            messages.success(request, _("Saved. They are posted with the tiebreak order."))
        return redirect("pairing-options", event, section)

    answer = done(request, form, post, event=found.event, shows=lambda: shown.pairing_options(found))
    return answer or _page(request, found, form)


@desk
@require_POST
def keep_apart(request: DeskRequest, event: str, section: str) -> HttpResponse:
    """Keep these pairs apart."""
    found = section_of(request.user, event, section)
    form = KeepApartForm(request.POST, initial=shown.apart(found))

    def keep() -> HttpResponse:
        apart.keep_apart(found, **form.cleaned_data, by=request.user)
        messages.success(request, _("Saved."))
        return redirect("pairing-options", event, section)

    answer = done(request, form, keep, event=found.event, shows=lambda: shown.apart(found))
    return answer or _page(request, found, keeping=form)


def _page(
    request: DeskRequest,
    section: Section,
    form: PairingOptionsForm | None = None,
    keeping: KeepApartForm | None = None,
) -> HttpResponse:
    locked = is_locked(section)
    form = form or PairingOptionsForm(initial=shown.pairing_options(section), locked=locked)
    keeping = keeping or KeepApartForm(initial=shown.apart(section))
    context = about(section) | {
        "form": form,
        "keeping": keeping,
        "chosen": PostedOptions(section.pairing_options),
        "locked": locked,
        "posted": is_posted(section),
        "apart": kept_apart(section),
        "of_swiss": section.format == Section.Formats.SWISS,
    }
    wrong = max(status(form), status(keeping))
    return render(request, "setup/pairing_options.html", context, status=wrong)
