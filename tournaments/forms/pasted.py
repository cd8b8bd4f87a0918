"""The box of a long text."""

from typing import Any

from django import forms
from django.utils.safestring import SafeString


class Pasted(forms.Textarea):
    """A long text. Only what a browser would read as something else is escaped: quotes are six letters each
    otherwise, and two megabytes of them are twelve."""

    def __init__(self, rows: int) -> None:
        super().__init__({"rows": rows, "spellcheck": "false", "autocomplete": "off"})

    def format_value(self, value: Any) -> str | None:
        text = super().format_value(value)
        return text and SafeString(text.replace("&", "&amp;").replace("<", "&lt;"))
