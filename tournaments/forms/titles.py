"""The title of an event or a section, which public pages show."""

from django import forms

from tiebreaks.fields import LineField

from ..formats.names import contact_in_title
from ..text.wording import problem


class TitleField(LineField):
    """Refuses contact data, as names of players do."""

    def validate(self, value: str) -> None:
        super().validate(value)
        if contact := contact_in_title(value):
            raise forms.ValidationError(problem(*contact))
