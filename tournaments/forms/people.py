"""Joining an event, one's own password, and roles."""

from typing import Any

from django import forms
from django.contrib.auth import authenticate
from django.contrib.auth.forms import PasswordChangeForm
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from ..models import Role
from ..selectors.event.people import account_named
from ..services import sign_ins
from ..services.people import name_is_taken, who_used
from .sign_in import throttled

INVITABLE = [role for role in Role if role is not Role.CHIEF]
LONGEST = 60


class RoleForm(forms.Form):
    role = forms.TypedChoiceField(label=_("Role"), choices=Role, coerce=Role)


class InviteForm(forms.Form):
    role = forms.TypedChoiceField(
        label=_("They join as"),
        choices=[(role.value, role.label) for role in INVITABLE],
        coerce=Role,
        initial=Role.SCOREKEEPER,
        widget=forms.RadioSelect,
    )


class CodeForm(forms.Form):
    """The code of an invitation, typed where a camera could not read it."""

    code = forms.CharField(
        label=_("Invitation code"),
        max_length=40,
        error_messages={"required": _("Type the code that the chief’s screen shows under the picture.")},
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "characters"}),
    )


def account_name(typed: str) -> str:
    """The name of an account as it is stored. Raises :class:`ValidationError` for what cannot be read."""
    name = " ".join(User.normalize_username(typed).split())
    if not name.isprintable() or not any(letter.isalpha() for letter in name):
        raise ValidationError(_("A name needs a letter and can’t have invisible characters."))
    return name


class JoinForm(forms.Form):
    """Name and password: of an account that is here, or for a new one.

    ``user`` is the account that is here, None for a new one. ``seconds`` to wait, 0 if there is no wait.
    """

    name = forms.CharField(
        label=_("Your name"),
        max_length=LONGEST,
        help_text=_("Shown beside everything you enter."),
        error_messages={"required": _("Type your name.")},
        widget=forms.TextInput({"autocomplete": "username", "spellcheck": "false"}),
    )
    password = forms.CharField(
        label=_("Choose a password"),
        strip=False,
        max_length=200,
        help_text=_(
            "8 characters or more, not only digits. You need it to sign in again, or on a second device."
        ),
        error_messages={"required": _("Choose a password of 8 characters or more.")},
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
    )
    user: User | None = None
    seconds = 0

    def __init__(self, request: HttpRequest, code: str, data: Any = None) -> None:
        self.request, self.code = request, code
        super().__init__(data)

    def clean_name(self) -> str:
        return account_name(self.cleaned_data["name"])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        name, password = cleaned.get("name"), cleaned.get("password")
        if not password:
            return cleaned
        name = name or ""
        # A second click comes after the first has used the code, under the name that people know.
        account = (account_named(name) or who_used(self.code, name)) if name else None
        if account is None or not account.has_usable_password():
            try:
                validate_password(password, User(username=name))
            except ValidationError as error:
                self.add_error("password", error)
            return cleaned
        with throttled(self, self.request, account.get_username()) as tries:
            self.user = authenticate(self.request, username=account.get_username(), password=password)
            tries.succeeded = self.user is not None
        if self.user is None:
            self.add_error("name", name_is_taken(name))
        return cleaned


class PasswordForm(PasswordChangeForm):
    """A new password, for who knows the old one. Guesses of it count as tries to sign in."""

    seconds = 0

    def __init__(self, request: HttpRequest, user: User, data: Any = None) -> None:
        self.request = request
        super().__init__(user, data)
        self.fields["new_password1"].help_text = _("8 characters or more, not only digits.")
        self.fields["new_password2"].label = _("New password again")
        self.fields["new_password2"].help_text = ""

    def clean_old_password(self) -> str:
        with throttled(self, self.request, self.user.get_username()) as tries:
            old: str = super().clean_old_password()
            tries.succeeded = True
        return old

    def save(self, commit: bool = True) -> Any:
        with sign_ins.hashing():
            return super().save(commit)
