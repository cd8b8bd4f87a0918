"""Rated games outside the rounds (28M4): listed, added and removed at the desk."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from ...forms.desk import ExtraGameForm
from ...permissions import DeskRequest, desk, extra_game_of, section_of
from ...selectors.results import extra_games as selectors
from ...services import extra_games as services
from ..shared import about, carry_out, done, status


@desk
def extra_games(request: DeskRequest, event: str, section: str) -> HttpResponse:
    found = section_of(request.user, event, section)
    form = ExtraGameForm(request.POST or None)

    def add() -> HttpResponse:
        white, black = form.cleaned_data["white"], form.cleaned_data["black"]
        services.add_extra_game(found, white, black, *form.kinds(), by=request.user)
        messages.success(request, _("The game was added. It counts only in the rating report."))
        return redirect("extra-games", event, section)

    if answer := done(request, form, add, event=found.event):
        return answer
    context = about(found) | {"form": form, "games": selectors.extra_games(found)}
    return render(request, "desk/extra_games.html", context, status=status(form))


@desk
@require_POST
def remove_extra_game(request: DeskRequest, game: int) -> HttpResponse:
    found = extra_game_of(request.user, game)

    def remove() -> HttpResponse:
        services.remove_extra_game(found, by=request.user)
        messages.success(request, _("The game was removed."))
        return redirect("extra-games", found.section.event.slug, found.section.slug)

    return carry_out(request, remove, event=found.section.event, again=True)
