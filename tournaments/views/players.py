"""One entry of a roster: added, changed, withdrawn, re-entered (34H)."""

from django.contrib import messages
from django.forms import model_to_dict
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from ..errors import Refused
from ..formats import team_roster
from ..forms.players import LatePlayerForm, PlayerForm, ReentryForm, WithdrawForm
from ..forms.teams import MembersForm
from ..models import Player
from ..permissions import DeskRequest, desk, player_of, section_of
from ..selectors import setup as selectors
from ..services import attendance, importing, pairings, rosters
from .shared import about, done, status


@desk
def add_player(request: DeskRequest, event: str, section: str) -> HttpResponse:
    """Add one player, after round 1 is published with the byes for missed rounds (28K)."""
    found = section_of(request.user, event, section)
    form = LatePlayerForm(
        request.POST or None, teams=bool(found.boards), rounds=selectors.published_rounds(found)
    )

    def add() -> object:
        different = form.cleaned_data["different"]
        if missed := form.missed():
            return attendance.add_late(found, form.entry(), missed, by=request.user, different=different)
        return rosters.add_players(found, [form.entry()], by=request.user, different=different)

    if done(form, add):
        messages.success(request, _("%(name)s was added.") % form.cleaned_data)
        return redirect("add-player" if "another" in request.POST else "roster", event, section)
    return render(request, "setup/add_player.html", about(found) | {"form": form}, status=status(form))


@desk
def edit_player(request: DeskRequest, event: str, section: str, number: int) -> HttpResponse:
    player = player_of(request.user, event, section, number)
    form = PlayerForm(request.POST or None, initial=model_to_dict(player), teams=bool(player.section.boards))
    if form.is_valid():
        fields = form.cleaned_data | {"number": form.cleaned_data["number"] or number}
        if done(form, lambda: rosters.edit_player(player, by=request.user, **fields)):
            messages.success(request, _("%(name)s was saved.") % fields)
            return redirect("roster", event, section)
    return _player_page(request, player, form)


def _player_page(
    request: DeskRequest,
    player: Player,
    form: PlayerForm | None = None,
    leaving: WithdrawForm | None = None,
    again: ReentryForm | None = None,
) -> HttpResponse:
    section = player.section
    form = form or PlayerForm(initial=model_to_dict(player), teams=bool(section.boards))
    form.fields["number"].help_text = ""
    rounds = selectors.published_rounds(section)
    after = {"after_round": rounds[-1].number if rounds else 0}
    context = about(section) | {
        "player": selectors.roster(section).get(pk=player.pk),
        "form": form,
        "leaving": leaving or WithdrawForm(initial=after),
        "again": again or ReentryForm(initial=after, rounds=rounds),
        "reentry": player.reentries.first(),
        "half": selectors.half_of_the_games(section, player.number),
    }
    wrong = max(status(form), status(leaving), status(again))
    return render(request, "setup/player.html", context, status=wrong)


@desk
def team_members(request: DeskRequest, event: str, section: str, number: int) -> HttpResponse:
    """The players of a team, one per line, in board order."""
    team = player_of(request.user, event, section, number)
    if not team.section.boards:
        raise Http404
    if request.method != "POST":
        return _members_page(request, team, MembersForm(initial={"text": selectors.member_lines(team)}))
    form = MembersForm(request.POST)
    if not form.is_valid():
        return _members_page(request, team, form)
    file = team_roster.read(form.cleaned_data["text"], team.name)
    try:
        importing.import_team_roster(team, file, by=request.user)
    except Refused as refusal:
        return _members_page(request, team, form, refusal)
    messages.success(request, _("The players of %(name)s were saved.") % {"name": team.name})
    return redirect("roster", event, section)


def _members_page(
    request: DeskRequest, team: Player, form: MembersForm, refused: Refused | None = None
) -> HttpResponse:
    context = about(team.section) | {"team": team, "form": form, "refused": refused}
    answered = refused.status if refused else status(form)
    return render(request, "setup/members.html", context, status=answered)


@desk
@require_POST
def remove_player(request: DeskRequest, event: str, section: str, number: int) -> HttpResponse:
    player = player_of(request.user, event, section, number)
    rosters.remove_player(player, by=request.user)
    messages.success(request, _("%(name)s was removed.") % {"name": player.name})
    return redirect("roster", event, section)


@desk
@require_POST
def withdraw_player(request: DeskRequest, event: str, section: str, number: int) -> HttpResponse:
    """Withdraw a player after a round, or reinstate one who is ``back``."""
    player = player_of(request.user, event, section, number)
    if "back" in request.POST:
        pairings.reinstate(player, by=request.user)
        messages.success(request, _("%(name)s was reinstated.") % {"name": player.name})
        return redirect("roster", event, section)
    form = WithdrawForm(request.POST)
    if done(form, lambda: pairings.withdraw(player, **form.cleaned_data, by=request.user)):
        messages.success(request, _("%(name)s was withdrawn.") % {"name": player.name})
        return redirect("roster", event, section)
    return _player_page(request, player, leaving=form)


@desk
@require_POST
def re_enter_player(request: DeskRequest, event: str, section: str, number: int) -> HttpResponse:
    """Withdraw this entry and re-enter the player (34H)."""
    player = player_of(request.user, event, section, number)
    form = ReentryForm(request.POST, rounds=selectors.published_rounds(player.section))
    if done(
        form,
        lambda: attendance.re_enter(player, form.cleaned_data["after_round"], form.missed(), by=request.user),
    ):
        messages.success(request, _("%(name)s re-entered.") % {"name": player.name})
        return redirect("roster", event, section)
    return _player_page(request, player, again=form)
