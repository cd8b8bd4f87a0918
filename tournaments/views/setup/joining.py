"""Joining an event with an invitation, and one's own account: its password and its devices.

An invitation's address is its secret. The page tells no other page where it was opened from, and no cache
keeps it.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tiebreaks.policies import View, anybody

from ...errors import Conflict, Refused
from ...forms.people import CodeForm, JoinForm, PasswordForm
from ...known_browsers import remember
from ...models import EVERYBODY, Invitation, Role
from ...permissions import DeskRequest, desk_of
from ...selectors.event.people import name_of
from ...services import people, sessions, sign_ins
from ..shared import status

FOR_WHO_JOINS = "Who joins with an invitation has no account yet."


def kept_secret(view: Callable[..., HttpResponse]) -> View:
    """For pages whose address is a secret. A form's origin is still told: CSRF protection asks for it."""

    @wraps(view)
    @never_cache
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        answer = view(request, *args, **kwargs)
        answer.headers["Referrer-Policy"] = "strict-origin"
        return answer

    return answered


@anybody(why=FOR_WHO_JOINS)
@kept_secret
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    """Where a code is typed that a camera could not read."""
    form = CodeForm(request.POST or None)
    if form.is_valid() and (code := people.plain(form.cleaned_data["code"])):
        return redirect("join-with", code)
    return render(request, "setup/join.html", {"form": form}, status=status(form))


@anybody(why=FOR_WHO_JOINS)
@kept_secret
@require_http_methods(["GET", "HEAD", "POST"])
def join_with(request: HttpRequest, code: str) -> HttpResponse:
    try:
        if request.method != "POST":
            return _page(request, people.invitation_for(code), JoinForm(request, code))
        if "as-me" in request.POST and request.user.is_authenticated:
            return _as_oneself(request, request.user, code)
        return _with_password(request, code)
    except people.NotValid as refused:
        # A code that was typed may be wrong in one letter.
        context = {"refused": refused, "form": CodeForm(initial={"code": code})}
        return render(request, "setup/join.html", context, status=refused.status)


def _as_oneself(request: HttpRequest, user: User, code: str) -> HttpResponse:
    try:
        return _joined(request, people.Joined(user, people.join(code, user)))
    except Conflict as conflict:
        answer = _page(request, people.invitation_for(code), JoinForm(request, code), conflict)
        answer.status_code = conflict.status
        return answer


def _with_password(request: HttpRequest, code: str) -> HttpResponse:
    """Join with a name and a password, in an account of this name that is here, or in a new one."""
    people.check_known(code)
    form = JoinForm(request, code, request.POST)
    if form.is_valid():
        name, password = form.cleaned_data["name"], form.cleaned_data["password"]
        try:
            if form.user is not None:
                return _joined(request, people.Joined(form.user, people.join(code, form.user)))
            with sign_ins.hashing():
                joined = people.join_as_new(code, name, password)
            sign_in_name = joined.user.get_username()
            if sign_in_name.casefold() != name.casefold():
                said = _("To sign in here again, type this name: %(name)s.")
                messages.info(request, said % {"name": sign_in_name})
            return _joined(request, joined)
        except people.NotValid:
            raise
        except Refused as refused:
            form.add_error(None, refused.message)
    answer = _page(request, people.invitation_for(code), form)
    if form.seconds:
        answer.status_code = 429
        answer.headers["Retry-After"] = str(form.seconds)
    return answer


def _joined(request: HttpRequest, joined: people.Joined) -> HttpResponse:
    user, event, role = joined.user, joined.invitation.event, Role(joined.invitation.role)
    if request.user != user:
        login(request, user)
    said = _("You have joined %(event)s. Your role: %(role)s.") % {"event": event.name, "role": role.label}
    if joined.before is not None and joined.before != role:
        said += " " + _("In the backup it was %(role)s.") % {"role": joined.before.label}
    messages.success(request, said)
    page = "check-in" if role is Role.CHECK_IN else "desk-event"
    return remember(redirect(page, event.slug), user.get_username())


def _page(
    request: HttpRequest, invitation: Invitation, form: JoinForm, conflict: Conflict | None = None
) -> HttpResponse:
    context = {
        "invitation": invitation,
        "role": Role(invitation.role),
        "chief": name_of(invitation.by),
        "me": name_of(request.user) if isinstance(request.user, User) else "",
        "form": form,
        "conflict": conflict,
    }
    return render(request, "setup/join.html", context, status=status(form))


# --- one's own account ------------------------------------------------------------------------------


@desk_of(EVERYBODY)
def account(request: DeskRequest) -> HttpResponse:
    """A new password, which ends the account's other sessions."""
    posted = request.POST if request.method == "POST" else None
    form = PasswordForm(request, request.user, posted)
    if form.is_valid():
        update_session_auth_hash(request, form.save())
        sessions.end(request.user, but=request.session.session_key)
        messages.success(request, _("The password is changed. Your other devices are signed out."))
        return redirect("account")
    answered = 429 if form.seconds else status(form)
    context = {"form": form, "others": sessions.count(request.user) - 1}
    return render(request, "setup/account.html", context, status=answered)


@desk_of(EVERYBODY)
@require_POST
def sign_out_elsewhere(request: DeskRequest) -> HttpResponse:
    ended = sessions.end(request.user, but=request.session.session_key)
    said = ngettext("%(count)d other device is signed out.", "%(count)d other devices are signed out.", ended)
    messages.success(request, said % {"count": ended} if ended else _("No other device was signed in."))
    return redirect("account")
