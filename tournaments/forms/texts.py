"""Lists and wall charts, pasted or uploaded."""

from hashlib import sha256
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ..formats.encodings import ENCODINGS, decode, encoding_of
from ..formats.sizes import TEXT, megabytes
from ..services.importing import Answers
from .pasted import Pasted
from .players import AnywayForm, DifferentForm, ReasonForm

# The names of the answers to who is meant, and the answer for nobody on the roster.
WHO, NEW = "who-", "new"


class TextForm(DifferentForm):
    """A table, pasted or uploaded. An upload is shown as pasted text, so that it can be corrected."""

    text = forms.CharField(
        label=_("Paste here"),
        required=False,
        strip=False,
        widget=Pasted(rows=12),
    )
    file = forms.FileField(
        label=_("or choose a file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,text/*"}),
    )

    # Which text an earlier upload put into the box: a corrected file may be chosen over it.
    shown = forms.CharField(required=False, widget=forms.HiddenInput)
    # In which encoding that was, where it was not in Unicode.
    encoding = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """``data`` is the file if one was chosen, else the text; ``encoding`` is that of the file that either
        came from."""
        cleaned = super().clean() or {}
        upload, text = cleaned.get("file"), cleaned.get("text") or ""
        typed = bool(text.strip()) and cleaned.get("shown") != _digest(text)
        encoding = "" if typed or cleaned.get("encoding") not in ENCODINGS else cleaned["encoding"]
        if upload is not None and typed:
            message = _(
                "You pasted a list and chose the file “%(file)s”. Nothing was saved. Keep one: empty the"
                " box, or send the form without the file."
            )
            self.add_error("file", message % {"file": upload.name})
        elif upload is not None and upload.size > TEXT:
            message = _("This file is larger than %(most)s. Choose the list of one section.")
            self.add_error("file", message % {"most": megabytes(TEXT)})
        elif upload is not None:
            cleaned["data"] = upload.read()
            shown, encoding = _shown(cleaned["data"]), encoding_of(cleaned["data"])
            fields = {name: self.data[name] for name in self.data}
            self.data = fields | {"text": shown, "shown": _digest(shown), "encoding": encoding}
        elif text.strip():
            cleaned["data"] = text
        elif not self.errors:
            self.add_error("text", _("Paste the list here, or choose a file."))
        return cleaned | {"encoding": encoding}


def _digest(text: str) -> str:
    """The same for the text that a browser sends back, whose lines end otherwise."""
    return sha256("\n".join(text.splitlines()).strip().encode()).hexdigest()


def _shown(data: bytes) -> str:
    try:
        return decode(data)
    except ValueError:
        return ""


class RosterForm(AnywayForm, ReasonForm, TextForm):
    by_rating = forms.BooleanField(
        label=_("Number new entries by rating, highest first"),
        required=False,
        initial=True,
        help_text=_(
            "If unchecked, numbers follow the order of the list. Existing numbers stay."
            " Until round 1 is paired, Number by rating on the Roster page numbers all entries."
        ),
    )

    @property
    def answered(self) -> dict[str, str]:
        """The answers given so far, which the form keeps while it asks more."""
        return {name: value for name, value in self.data.items() if name.startswith(WHO)}

    @property
    def taken(self) -> dict[str, str]:
        """The answer to whether the list has the better values, kept as :attr:`answered`."""
        return {name: self.data[name] for name in ("differing", "take") if name in self.data}

    def answers(self) -> Answers:
        """What the director answered to the questions about this list."""
        who = {
            name.removeprefix(WHO): int(value) if value.isdecimal() else None
            for name, value in self.data.items()
            if name.startswith(WHO) and (value == NEW or value.isdecimal())
        }
        return Answers(
            who, self.data.get("differing", ""), "take" in self.data, self.cleaned_data["different"]
        )
