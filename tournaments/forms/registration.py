"""A registration file: first the file, then what a director chooses and answers about it."""

from datetime import date
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tiebreaks.lines import clean_line

from ..formats.carried_table import unpacked
from ..formats.registration import MOST_COLUMNS, Table, read_table
from ..formats.registration_columns import FIELDS
from ..formats.sizes import LIST, TEXT, megabytes
from ..services.importing import Choices
from .pasted import Pasted
from .players import AnywayForm, ReasonForm

# Of the answers to questions, the menus of columns and of sections, and the boxes that take a file's values.
ANSWER, COLUMN, SECTION, TAKE = "answer-", "column-", "section-", "take-"


class FileForm(forms.Form):
    """The file, uploaded or pasted."""

    file = forms.FileField(
        label=gettext_lazy("The file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx,.ods,text/*"}),
        help_text=format_lazy(gettext_lazy("XLSX, ODS, CSV or text, at most {most}."), most=megabytes(LIST)),
    )
    text = forms.CharField(
        label=gettext_lazy("or paste it from a spreadsheet"),
        required=False,
        strip=False,
        max_length=TEXT,
        widget=Pasted(rows=6),
    )

    def __init__(self, *args: Any, first_day: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.first_day = first_day

    def clean(self) -> dict[str, Any]:
        """``table`` is what was read."""
        cleaned = super().clean() or {}
        upload, text = cleaned.get("file"), cleaned.get("text") or ""
        if upload is not None and text.strip():
            self.add_error(
                "file", _("You pasted a list and chose a file. Nothing was saved. Keep one of them.")
            )
        elif upload is not None and upload.size > LIST:
            message = _(
                "“%(file)s” is larger than %(most)s. Nothing was saved. Choose a file with only the list"
                " of players."
            )
            self.add_error("file", message % {"file": upload.name, "most": megabytes(LIST)})
        elif upload is not None:
            cleaned["table"] = read_table(upload.read(), self.first_day)
        elif text.strip():
            cleaned["table"] = read_table(text, self.first_day)
        elif not self.errors:
            self.add_error("file", _("Choose the file, or paste the list below."))
        return cleaned


class RegistrationForm(AnywayForm, ReasonForm):
    """What is chosen about a file that the form carries."""

    carried = forms.CharField(widget=forms.HiddenInput, max_length=TEXT)
    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=40)
    rounds = forms.IntegerField(
        label=gettext_lazy("Rounds of new sections"), min_value=1, max_value=30, initial=5, required=False
    )
    by_rating = forms.BooleanField(
        label=gettext_lazy("Number new players by rating, highest first"), required=False, initial=True
    )

    girls = forms.BooleanField(required=False)

    def clean_carried(self) -> str:
        text: str = self.cleaned_data["carried"]
        try:
            self.table: Table = unpacked(text)
        except ValueError as error:
            message = _("Nothing was saved. Expected %(expected)s.")
            raise forms.ValidationError(message % {"expected": error}) from None
        return text

    @property
    def rounds_of_new_sections(self) -> int:
        """As it was sent, if it is a number of rounds, even where another field is refused."""
        typed: int | None = getattr(self, "cleaned_data", {}).get("rounds")
        return typed or self.fields["rounds"].initial

    def choices(self) -> Choices:
        """The menus and answers as they were sent. What is not among the choices counts as no answer."""
        sent = {name: clean_line(value)[:400] for name, value in self.data.items() if isinstance(value, str)}
        count = min(len(self.table.headings), MOST_COLUMNS)
        columns = [sent.get(f"{COLUMN}{at}", "") for at in range(count)]
        known = [field if field in FIELDS else "" for field in columns]
        has_menus = any(f"{COLUMN}{at}" in sent for at in range(count))
        return Choices(
            columns=known if has_menus else (),
            sections=_under(SECTION, sent),
            only=sent.get("section", ""),
            rounds=self.rounds_of_new_sections,
            girls="girls" in sent,
            answers=_under(ANSWER, sent),
            taken=set(_under(TAKE, sent)),
        )


def _under(prefix: str, sent: dict[str, str]) -> dict[str, str]:
    return {name.removeprefix(prefix): value for name, value in sent.items() if name.startswith(prefix)}
