"""Which lines of the log to show."""

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from tiebreaks.fields import LineField

from ..models import Section, Verb
from ..selectors.history.log import Wanted, people, verbs


class LogForm(forms.Form):
    """Sent with the address, so that a narrowed log can be kept. What cannot be read asks for nothing."""

    round = forms.IntegerField(label=_("Round"), min_value=1, max_value=999, required=False)
    board = forms.IntegerField(label=_("Board"), min_value=1, max_value=9999, required=False)
    player = LineField(label=_("Player"), max_length=80, required=False)
    who = forms.ModelChoiceField(
        label=_("Entered by"), queryset=User.objects.none(), required=False, empty_label=_("anybody")
    )
    kind = forms.ChoiceField(label=_("Kind"), required=False)

    def __init__(self, section: Section, data: Any) -> None:
        super().__init__(data)
        if section.boards:
            self.fields["player"].label = _("Team")
            self.fields["board"].label = _("Match")
        who, kind = self.fields["who"], self.fields["kind"]
        who.queryset = people(section)  # type: ignore[attr-defined]
        who.label_from_instance = lambda user: user.get_full_name() or user.get_username()  # type: ignore[attr-defined]
        kind.choices = [("", _("all")), *((verb, Verb(verb).label) for verb in verbs(section))]  # type: ignore[attr-defined]

    @property
    def wanted(self) -> Wanted:
        self.is_valid()
        return Wanted(**{name: value for name, value in self.cleaned_data.items() if value})
