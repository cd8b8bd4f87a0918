"""Restoring a file, and choosing the folder of the automatic copies."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

LARGEST = 10_000_000


class RestoreForm(forms.Form):
    file = forms.FileField(label=_("Backup file"), widget=forms.FileInput(attrs={"accept": ".wallchart"}))
    replace = forms.BooleanField(
        label=_("Replace the event that is here"),
        required=False,
        widget=forms.HiddenInput,
        help_text=_("A file in var/replaced keeps what is here now. Choose the backup file again."),
    )

    with_people = forms.BooleanField(
        label=_("Restore it, with these people"),
        required=False,
        widget=forms.HiddenInput,
        help_text=_("Choose the backup file again."),
    )

    def ask(self, name: str) -> None:
        """Ask whether to replace, or to let people in."""
        self.fields[name].widget = forms.CheckboxInput()

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > LARGEST:
            raise forms.ValidationError(
                _("This file is larger than 10 MB. Restore it on the server: python manage.py restore FILE")
            )
        return file


class FolderForm(forms.Form):
    folder = forms.CharField(
        label=_("Folder"),
        max_length=400,
        required=False,
        help_text=_("On a USB stick, or one that a program copies to another machine. Empty: no copies."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
