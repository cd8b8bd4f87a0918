"""Restoring a file, and choosing the folder of the automatic copies."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

LARGEST = 10_000_000
QUESTIONS = ("replace", "with_people")


class RestoreForm(forms.Form):
    file = forms.FileField(
        label=_("Backup file"),
        error_messages={
            "required": _("Choose the backup file. One that was uploaded is kept for an hour."),
            "empty": _("Nothing was restored. This file is empty: download or copy it again."),
        },
        help_text=_(
            "At most 10 MB. A larger file is restored at the computer that runs Wallchart:"
            " python manage.py restore FILE"
        ),
        widget=forms.FileInput(attrs={"accept": ".wallchart"}),
    )
    replace = forms.BooleanField(
        label=_("Replace the event that is here"),
        required=False,
        widget=forms.HiddenInput,
        help_text=_("What is here now is kept in a file, which the Backup page lists."),
    )

    with_people = forms.BooleanField(
        label=_("Restore it, with these people"),
        required=False,
        widget=forms.HiddenInput,
    )

    # What the questions told when they were asked: it stands beside what they tell now, if that is another.
    told = forms.CharField(required=False, widget=forms.HiddenInput)

    # The file that was uploaded before the question, and its name.
    kept = forms.CharField(required=False, widget=forms.HiddenInput)
    kept_name = forms.CharField(required=False, max_length=255, widget=forms.HiddenInput)

    @property
    def confirmed(self) -> list[str]:
        """The questions that were answered with yes."""
        return [name for name in QUESTIONS if self.cleaned_data[name]]

    def forget(self) -> None:
        """Nothing is confirmed any more."""
        self.data = {name: value for name, value in self.data.items() if name not in QUESTIONS}

    def ask(self, name: str, told: str = "") -> None:
        """Ask whether to replace, or to let people in. Who has read what the question tells, and sends the
        form without the tick, hears what is missing."""
        self.fields[name].widget = forms.CheckboxInput()
        if told and told in self.cleaned_data["told"]:
            self.add_error(name, _("Nothing was restored yet. Tick this to restore, or go back."))

    def ask_again(self, told: Mapping[str, str]) -> None:
        """What was confirmed is not so any more."""
        self.forget()
        before, now = self.cleaned_data["told"] or _("nothing"), "\n".join(told.values())
        self.add_error("file", _("When you were asked: %(told)s") % {"told": before})
        self.add_error("file", _("Now: %(told)s") % {"told": now})
        for name in told:
            self.ask(name)

    def tell(self, told: Mapping[str, str]) -> None:
        """Carry what the questions tell now."""
        self.data = {**dict(self.data.items()), "told": "\n".join(told.values())}

    def carry(self, word: str, name: str) -> None:
        """Find the file again by this word."""
        self.data = {**dict(self.data.items()), "kept": word, "kept_name": name}

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > LARGEST:
            raise forms.ValidationError(
                _(
                    "This file is larger than 10 MB. At the computer that runs Wallchart, this takes any"
                    " size: python manage.py restore FILE"
                )
            )
        return file


class FolderForm(forms.Form):
    folder = forms.CharField(
        label=_("Folder"),
        max_length=400,
        required=False,
        help_text=_("On a USB stick, or one that a program copies to another machine."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )


class CopiesForm(FolderForm):
    """Where copies go from now on. A button of its own says that this computer makes none."""

    NONE = "none"

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.NONE in self.data:
            return {"folder": ""}
        if not cleaned.get("folder") and "folder" not in self.errors:
            self.add_error(
                "folder",
                _("Nothing was typed. Type the path of a folder, or press “No copies on this computer”."),
            )
        return cleaned
