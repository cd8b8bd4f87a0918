"""A rating list that is small enough to be uploaded."""

from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from ..formats.sizes import RATING_LIST, megabytes


class RatingListForm(forms.Form):
    file = forms.FileField(
        label=_("File of the list"),
        widget=forms.FileInput(attrs={"accept": ".dbf,.txt,.tsv,.csv,.zip"}),
        help_text=format_lazy(
            _("DBF, TSV or CSV, also in a ZIP file, at most {most}."), most=megabytes(RATING_LIST)
        ),
    )

    older = forms.BooleanField(
        label=_("Replace the newer list with this one"),
        required=False,
        widget=forms.HiddenInput,
        help_text=_("Check this and choose the file again."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.is_bound and self["older"].data:
            self.ask_older()

    def ask_older(self) -> None:
        self.fields["older"].widget = forms.CheckboxInput()

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > RATING_LIST:
            raise forms.ValidationError(
                format_lazy(
                    _("This file is larger than {most}. Nothing was read. Zip it, or use the command below."),
                    most=megabytes(RATING_LIST),
                )
            )
        return file
