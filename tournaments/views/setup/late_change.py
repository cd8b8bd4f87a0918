"""A player who changes sections: before round 1 a move, later what happens to every game is said first."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ...forms import shown
from ...forms.players import LateChangeForm
from ...models import Player, Section
from ...permissions import DeskRequest, desk, player_of
from ...refusals import Gone
from ...selectors.setup import late_change as selectors
from ...selectors.setup.pages import left_to_forfeit, published_rounds
from ...services import late_change as services
from ...services.acts import Shown
from ..shared import about, done, say_what_to_forfeit, status


@desk
@require_safe
def other_sections(request: DeskRequest, event: str, section: str, number: int) -> HttpResponse:
    """Choose the section in which a player goes on."""
    player = player_of(request.user, event, section, number)
    begun = selectors.has_begun(player.section)
    targets = [(each, begun or selectors.has_begun(each)) for each in selectors.targets(player)]
    context = {"player": player, "targets": targets, "why_not": selectors.refusal(player)}
    return render(request, "setup/other_sections.html", about(player.section) | context)


@desk
def late_change(request: DeskRequest, event: str, section: str, number: int, source: int) -> HttpResponse:
    """What becomes of each game and bye; then the change."""
    player = player_of(request.user, event, section, number)
    target = _target(player, source)
    told = selectors.late_change(player, target)
    form = LateChangeForm(
        request.POST or None,
        rounds=published_rounds(target),
        home=player.section.name,
        target=target.name,
        asks_tables=bool(told.tables),
        paired=told.off,
    )

    def change() -> HttpResponse:
        confirmed = {name: form.cleaned_data[name] for name in ("different", "outside", "anyway")}
        confirmed["counts_here"] = form.counts_here
        confirmed |= {"off": form.off, "reason": form.why}
        made = services.change_section(player, target, form.missed(), by=request.user, **confirmed)
        said = _("%(name)s is in %(section)s now, number %(number)d. Its log can undo this.")
        values = {"name": made.called, "section": target.name, "number": made.number}
        messages.success(request, said % values)
        say_what_to_forfeit(request, player, left_to_forfeit(player, told.after))
        if form.off is not None:
            return redirect("pairing", event, section, form.off.round.number)
        return redirect("edit-player", event, target.slug, made.number)

    def shows() -> Shown:
        return shown.late_change(player, target)

    if answer := done(request, form, change, event=player.section.event, shows=shows):
        return answer
    context = {"player": player, "target": target, "told": told, "form": form, "shown": shows()}
    context["why_not"] = selectors.refusal(player)
    return render(request, "setup/late_change.html", about(player.section) | context, status=status(form))


def _target(player: Player, pk: int) -> Section:
    """A section in which the player can go on, or 404."""
    if (found := selectors.targets(player).filter(pk=pk).first()) is None:
        raise Gone(_("No player can enter this section now, or it is no longer here."))
    return found
