"""One entry of a roster: added, changed, withdrawn, re-entered (34H)."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from ...errors import Irrevocable, Refused, Stale
from ...formats import team_roster
from ...forms import shown
from ...forms.players import (
    ByesForm,
    EditedPlayerForm,
    LatePlayerForm,
    ReentryForm,
    ReinstateForm,
    UnpairForm,
    WithdrawForm,
)
from ...forms.teams import MembersForm
from ...models import Player, Section
from ...permissions import DeskRequest, desk, player_of, section_of
from ...selectors.entries.byes import entered
from ...selectors.entries.numbering import is_paired
from ...selectors.event.endings import finished_since
from ...selectors.files.rating_list import held
from ...selectors.results.next_step import Tab
from ...selectors.setup import pages as selectors
from ...services import attendance, byes, importing, pairings, rosters
from ..shared import (
    Contract,
    about,
    carry_out,
    done,
    refuse,
    say_id_of_another,
    say_left_out,
    say_no_team,
    say_what_to_forfeit,
    status,
    way_back,
)


@desk
def add_player(request: DeskRequest, event: str, section: str) -> HttpResponse:
    """Add one player, after round 1 is published with the byes for missed rounds (28K)."""
    found = section_of(request.user, event, section)
    form = LatePlayerForm(
        request.POST or None, teams=bool(found.boards), rounds=selectors.published_rounds(found)
    )

    def add() -> HttpResponse:
        confirmed = {name: form.cleaned_data[name] for name in ("different", "anyway")}
        added = attendance.add_player(found, form.entry(), form.missed(), by=request.user, **confirmed)
        messages.success(
            request, _("%(name)s was added.") % {"name": found.called(form.cleaned_data["name"])}
        )
        say_id_of_another(request, added)
        say_no_team(request, found.event, form.cleaned_data.get("team", ""))
        return redirect("add-player" if "another" in request.POST else "roster", event, section)

    if answer := done(request, form, add, event=found.event):
        return answer
    context = about(found) | {"form": form, "knows_players": _knows_players(found)}
    return render(request, "setup/add_player.html", context, status=status(form))


def _knows_players(section: Section) -> bool:
    """Whether a form of this section completes what is typed from the rating list."""
    return not section.boards and held() is not None


@desk
def edit_player(request: DeskRequest, event: str, section: str, number: int) -> HttpResponse:
    player = player_of(request.user, event, section, number)
    form = _form_of(player, request.POST or None)

    def edit() -> HttpResponse:
        fields = dict(form.cleaned_data)
        if "number" in fields:
            fields["number"] = fields["number"] or number
        rosters.edit_player(player, by=request.user, **fields)
        called = player.section.called(fields.get("name", player.name))
        messages.success(request, _("%(name)s was saved.") % {"name": called})
        if {"uscf_id", "name"} & set(form.changed_data):
            say_id_of_another(request, Player.objects.get(pk=player.pk))
        if "team" in form.changed_data:
            say_no_team(request, player.section.event, fields.get("team", ""))
        return redirect(way_back(request, player.section).address)

    answer = done(request, form, edit, event=player.section.event, shows=lambda: shown.player(player))
    return answer or _player_page(request, player, form)


def _form_of(player: Player, posted: Any = None) -> EditedPlayerForm:
    section = player.section
    return EditedPlayerForm(
        posted,
        initial=shown.player(player),
        teams=bool(section.boards),
        paired=is_paired(section),
        final=finished_since(section) is not None,
    )


def _player_page(
    request: DeskRequest,
    player: Player,
    form: EditedPlayerForm | None = None,
    leaving: WithdrawForm | None = None,
    again: ReentryForm | None = None,
    asking: ByesForm | None = None,
    returning: ReinstateForm | None = None,
) -> HttpResponse:
    section = player.section
    form = form or _form_of(player)
    rounds = selectors.published_rounds(section)
    after = {"after_round": selectors.last_round_of(player)}
    paired = selectors.paired_ahead(player)
    context = about(section) | {
        "player": selectors.roster(section).get(pk=player.pk),
        "shown": shown.entry(player),
        "final": finished_since(section) is not None,
        "way_back": way_back(request, section),
        "kept": selectors.why_kept(player),
        "form": form,
        "knows_players": _knows_players(section),
        "leaving": leaving or WithdrawForm(initial=after, paired=paired),
        "paired": paired,
        "again": again
        or ReentryForm(
            initial=after, rounds=rounds, paired=paired, loses_bye=selectors.has_posted_bye(player)
        ),
        "reentry": player.reentries.first(),
        "returning": returning or ReinstateForm(initial=_next_round(player, rounds)),
        "asking": asking or ByesForm(initial=shown.byes(player)),
        "asked": shown.byes(player),
        "entered": entered(player),
        "stays": [] if player.withdrawn_after is not None else selectors.left_to_forfeit(player, 0),
        "half": selectors.half_of_the_games(section, player.number),
    }
    wrong = max(status(form), status(leaving), status(again), status(asking), status(returning))
    return render(request, "setup/player.html", context, status=wrong)


def _next_round(player: Player, published: Sequence[Tab]) -> dict[str, int]:
    """Where a player who withdrew can play again: in the first round that is not published."""
    number = published[-1].number + 1 if published else 1
    left = player.withdrawn_after
    return {"plays_again": number} if left is not None and left < number <= player.section.rounds else {}


@desk
def team_members(request: DeskRequest, event: str, section: str, number: int) -> HttpResponse:
    """The players of a team, one per line, in board order."""
    team = player_of(request.user, event, section, number)
    if not team.section.boards:
        raise Http404
    form = MembersForm(request.POST or None, initial=shown.members(team), paired=is_paired(team.section))
    if not form.is_valid():
        return _members_page(request, team, form)

    def replace() -> HttpResponse:
        file = team_roster.read(form.cleaned_data["text"], team.name)
        notes = importing.import_team_roster(team, file, by=request.user, reason=form.cleaned_data["reason"])
        messages.success(request, _("The players of %(name)s were saved.") % {"name": team.name})
        for note in notes:
            messages.info(request, note)
        return redirect(way_back(request, team.section).address)

    try:
        return carry_out(request, replace, event=team.section.event, shows=lambda: shown.members(team))
    except Stale as stale:
        refuse(form, stale)
        return _members_page(request, team, form)
    except Refused as refusal:
        return _members_page(request, team, form, refusal)


def _members_page(
    request: DeskRequest, team: Player, form: MembersForm, refused: Refused | None = None
) -> HttpResponse:
    context = about(team.section) | {
        "team": team,
        "form": form,
        "refused": refused,
        "way_back": way_back(request, team.section),
        "final": finished_since(team.section) is not None,
        "knows_players": held() is not None,
    }
    answered = refused.status if refused else status(form)
    return render(request, "setup/members.html", context, status=answered)


@desk
@require_POST
def remove_player(request: DeskRequest, event: str, section: str, number: int) -> HttpResponse:
    player = player_of(request.user, event, section, number)

    def remove() -> HttpResponse:
        rosters.remove_player(player, by=request.user)
        messages.success(request, _("%(name)s was removed.") % {"name": player.called})
        return redirect("roster", event, section)

    return carry_out(request, remove, event=player.section.event, shows=lambda: shown.entry(player))


@desk
@require_POST
def request_byes(request: DeskRequest, event: str, section: str, number: int) -> HttpResponse:
    """The byes that a player asks for in rounds to come, all of them at once."""
    player = player_of(request.user, event, section, number)
    form = ByesForm(request.POST, initial=shown.byes(player))

    def ask() -> HttpResponse:
        try:
            byes.request_byes(player, **form.cleaned_data, by=request.user)
        except Irrevocable as stays:
            raise Irrevocable(*stays.of, below=True) from stays
        messages.success(request, _("The byes of %(name)s were saved.") % {"name": player.called})
        return redirect("edit-player", event, section, number)

    answer = done(request, form, ask, event=player.section.event, shows=lambda: shown.byes(player))
    return answer or _player_page(request, player, asking=form)


@desk
@require_POST
def withdraw_player(request: DeskRequest, event: str, section: str, number: int) -> HttpResponse:
    """Withdraw a player after a round, or reinstate one who is ``back``."""
    player = player_of(request.user, event, section, number)
    contract: Contract = {"event": player.section.event, "shows": lambda: shown.entry(player)}

    returning = ReinstateForm(request.POST)

    def reinstate() -> HttpResponse:
        if back := returning.cleaned_data["plays_again"]:
            attendance.come_back(player, back, by=request.user)
        else:
            pairings.reinstate(player, by=request.user)
        messages.success(request, _("%(name)s was reinstated.") % {"name": player.called})
        say_left_out(request, player)
        return redirect("roster", event, section)

    if "back" in request.POST:
        return done(request, returning, reinstate, **contract) or _player_page(
            request, player, returning=returning
        )
    form = WithdrawForm(request.POST, paired=selectors.paired_ahead(player))

    def withdraw() -> HttpResponse:
        after, reason = form.cleaned_data["after_round"], form.why
        if back := form.cleaned_data["plays_again"]:
            with pairings.off_the_board(form.off, by=request.user, reason=reason):
                attendance.out_until(player, after, back, reason=reason, by=request.user)
            said = _("%(name)s is out until round %(back)d.")
        else:
            unpairing = form.off is not None
            pairings.withdraw(player, after, reason=reason, by=request.user, unpairing=unpairing)
            said = _("%(name)s was withdrawn.")
        messages.success(request, said % {"name": player.called, "back": back})
        say_what_to_forfeit(request, player, selectors.left_to_forfeit(player, after, back))
        return redirect(_where_the_opponent_waits(player, form) or reverse("roster", args=[event, section]))

    return done(request, form, withdraw, **contract) or _player_page(request, player, leaving=form)


@desk
@require_POST
def re_enter_player(request: DeskRequest, event: str, section: str, number: int) -> HttpResponse:
    """Withdraw this entry and re-enter the player (34H)."""
    player = player_of(request.user, event, section, number)
    rounds, paired = selectors.published_rounds(player.section), selectors.paired_ahead(player)
    loses = selectors.has_posted_bye(player)
    form = ReentryForm(request.POST, rounds=rounds, paired=paired, loses_bye=loses)

    def re_enter() -> HttpResponse:
        after = form.cleaned_data["after_round"]
        with pairings.off_the_board(form.off, by=request.user, reason=form.why):
            attendance.re_enter(player, after, form.missed(), by=request.user, reason=form.why)
        messages.success(request, _("%(name)s re-entered.") % {"name": player.called})
        say_what_to_forfeit(request, player, selectors.left_to_forfeit(player, after))
        return redirect(_where_the_opponent_waits(player, form) or reverse("roster", args=[event, section]))

    answer = done(request, form, re_enter, event=player.section.event, shows=lambda: shown.entry(player))
    return answer or _player_page(request, player, again=form)


def _where_the_opponent_waits(player: Player, form: UnpairForm) -> str:
    """The pairing page of the round whose board was removed, with the ways to go on (29G); empty for none."""
    if form.off is None:
        return ""
    return reverse("pairing", args=[player.section.event.slug, player.section.slug, form.off.round.number])
