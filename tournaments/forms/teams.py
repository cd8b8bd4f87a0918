"""Team tables, schools and the members of a team."""

from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from tiebreaks.fields import LineField

from ..models import Event, TeamTable
from ..numbers import whole_number
from .pasted import Pasted
from .players import DifferentForm, ReasonForm
from .titles import TitleField


class SectionsField(forms.ModelMultipleChoiceField):
    """Refuses an id that no database can hold, instead of asking one for it."""

    def clean(self, value: Any) -> Any:
        for key in value if isinstance(value, list) else []:
            if whole_number(key) is None:
                message = self.error_messages["invalid_pk_value"]
                raise forms.ValidationError(message, code="invalid_pk_value", params={"pk": key})
        return super().clean(value)


class TeamTableForm(DifferentForm, forms.ModelForm):
    """A team table over sections of its event."""

    best = forms.IntegerField(
        label=_("Counting players"),
        min_value=1,
        max_value=100,
        initial=4,
        help_text=_(
            "The scores of this many best players of each school are added. A school can have fewer."
        ),
    )
    minimum = forms.IntegerField(
        label=_("Minimum players"),
        min_value=1,
        max_value=100,
        initial=2,
        help_text=_(
            "Smaller schools are listed but not ranked. A minimum of 1 also ranks schools with one player."
        ),
    )
    place_trophies = forms.IntegerField(
        label=_("Team trophies"),
        min_value=0,
        max_value=200,
        initial=3,
        help_text=_("How many places win a team trophy, 0 for none."),
    )

    class Meta:
        model = TeamTable
        fields = ["name", "sections", "best", "minimum", "place_trophies", "lowest_number"]
        field_classes = {"name": TitleField, "sections": SectionsField}
        widgets = {"sections": forms.CheckboxSelectMultiple}
        labels = {
            "sections": _("Sections"),
            "lowest_number": _("Among players with equal scores, count the lowest wall-chart numbers"),
        }
        help_texts = {"lowest_number": _("If unchecked, those with better individual tiebreaks count.")}

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        sections = cast(forms.ModelMultipleChoiceField, self.fields["sections"])
        sections.queryset = event.sections.filter(boards=0).order_by("pk")
        sections.error_messages["required"] = _("Choose at least one section.")


class SchoolForm(forms.Form):
    name = LineField(label=_("School name"), max_length=80)
    code = LineField(
        label=_("Short code"),
        max_length=12,
        required=False,
        help_text=_("For example LES. Rosters can use it instead of the name."),
    )


class MembersForm(ReasonForm):
    """The players of one team. An empty text empties the list. ``paired`` as of a player."""

    text = forms.CharField(
        label=_("Players in board order"),
        required=False,
        max_length=20_000,
        widget=Pasted(rows=8),
        help_text=_("One per line: board, name, ID, rating. Players after the last board are alternates."),
    )

    def __init__(self, *args: Any, paired: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.order_fields(["text", "reason"])
        if paired:
            self.ask_reason()
