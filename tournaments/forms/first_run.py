"""The first form of a new Wallchart: who directs, what to begin with, and where copies go."""

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from ..services.first_run import Beginning
from .backups import FolderForm
from .people import LONGEST, account_name


class FirstRunForm(FolderForm):
    field_order = ("name", "password", "again", "beginning", "folder")

    name = forms.CharField(
        label=_("Your name"),
        max_length=LONGEST,
        help_text=_("You sign in with it. It appears beside every result you enter."),
        widget=forms.TextInput({"autocomplete": "username", "spellcheck": "false"}),
    )
    password = forms.CharField(
        label=_("Choose a password"),
        strip=False,
        max_length=200,
        help_text=_("8 characters or more, not only digits. Phones in the hall see the sign-in page too."),
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
    )
    again = forms.CharField(
        label=_("Password again"),
        strip=False,
        max_length=200,
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
    )
    beginning = forms.TypedChoiceField(
        label=_("Begin with"),
        choices=Beginning,
        coerce=Beginning,
        initial=Beginning.EVENT,
        widget=forms.RadioSelect,
    )

    def __init__(self, data: Any = None, *, copies: bool) -> None:
        super().__init__(data)
        if copies:
            self.fields["folder"].label = _("Folder for backup copies")
            self.fields["folder"].help_text = _(
                "On a USB stick, or one that a program copies to another machine. While results come"
                " in, a copy there is at most a minute old. Leave empty for no copies until you"
                " choose a folder on the Backup page."
            )
        else:
            del self.fields["folder"]

    def clean_name(self) -> str:
        return account_name(self.cleaned_data["name"])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        name, password, again = (cleaned.get(field) for field in ("name", "password", "again"))
        if password and again and password != again:
            self.add_error("again", _("The two passwords differ. Type the same one twice."))
        if name and password:
            try:
                validate_password(password, User(username=name))
            except ValidationError as error:
                self.add_error("password", error)
        return cleaned
