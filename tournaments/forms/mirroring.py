"""Where an event is mirrored, and which event's mirror is given out."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tiebreaks.fields import LineField

_TYPED = {"autocomplete": "off", "spellcheck": "false", "autocapitalize": "none"}


class MirrorForm(forms.Form):
    mirror = LineField(
        label=_("Address of the server"),
        max_length=200,
        help_text=_("Such as https://chess.example"),
        widget=forms.TextInput(attrs={**_TYPED, "inputmode": "url"}),
    )
    key = LineField(
        label=_("Key"),
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs=_TYPED),
    )


class GiveOutForm(forms.Form):
    address = LineField(
        label=_("Address of the event"),
        max_length=80,
        help_text=_("As it is in the hall: for /e/spring-open/, type spring-open."),
        widget=forms.TextInput(attrs=_TYPED),
    )
