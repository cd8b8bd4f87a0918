"""Restoring a file, and choosing the folder of the automatic copies."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from ..formats.sizes import BACKUP, megabytes
from ..text.commands import as_started_lazy

QUESTIONS = ("replace", "with_people")


class RestoreForm(forms.Form):
    file = forms.FileField(
        label=_("Backup file"),
        error_messages={
            "required": _("Choose the backup file. One that was uploaded is kept for an hour."),
            "empty": _("Nothing was restored. This file is empty: download or copy it again."),
        },
        help_text=as_started_lazy(
            format_lazy(
                _(
                    "At most {most}. A larger file is restored at the computer that runs Wallchart:"
                    " python manage.py restore FILE"
                ),
                most=megabytes(BACKUP),
            )
        ),
        widget=forms.FileInput(attrs={"accept": ".wallchart"}),
    )

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > BACKUP:
            raise forms.ValidationError(
                as_started_lazy(
                    format_lazy(
                        _(
                            "This file is larger than {most}. At the computer that runs Wallchart, this takes"
                            " any size: python manage.py restore FILE"
                        ),
                        most=megabytes(BACKUP),
                    )
                )
            )
        return file


class AnswerForm(forms.Form):
    """Whether to replace, and to let people in: boxes for what is asked. ``told`` is what each question
    tells."""

    replace = forms.BooleanField(
        label=_("Replace the event that is here"),
        required=False,
        help_text=_("What is here now is kept in a file, listed on the Backup page."),
    )
    with_people = forms.BooleanField(label=_("Restore it, with these people"), required=False)
    # It stands beside what the questions tell later, if that is another.
    told = forms.CharField(required=False, widget=forms.HiddenInput)
    # The file that was uploaded before the question.
    kept = forms.CharField(required=False, widget=forms.HiddenInput)

    def asks(self, told: Mapping[str, str]) -> None:
        self.initial["told"] = "\n".join(told.values())
        for name in QUESTIONS:
            if name in told:
                # Not of the field: one that was asked of something else is not missed here.
                self.fields[name].widget.attrs["required"] = True
            else:
                del self.fields[name]

    @property
    def confirmed(self) -> list[str]:
        """The questions that were answered with yes."""
        return [name for name in QUESTIONS if self.cleaned_data[name]]


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
