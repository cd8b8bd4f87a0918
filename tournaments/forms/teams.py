"""Team tables, schools and the members of a team."""

from typing import Any, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ..models import Event, TeamTable
from .players import DifferentForm


class TeamTableForm(DifferentForm, forms.ModelForm):
    """A table of teams; the sections are those of its event."""

    best = forms.IntegerField(
        label=gettext_lazy("Players who count"),
        min_value=1,
        max_value=100,
        initial=4,
        help_text=gettext_lazy("The best so many of each school add up; a school may have fewer."),
    )
    minimum = forms.IntegerField(
        label=gettext_lazy("Players needed for a place"),
        min_value=1,
        max_value=100,
        initial=2,
        help_text=gettext_lazy("A smaller school is listed and not ranked; 1 ranks a single player too."),
    )
    place_trophies = forms.IntegerField(
        label=gettext_lazy("Team trophies"),
        min_value=0,
        max_value=200,
        initial=3,
        help_text=gettext_lazy("How many places get a team trophy; 0 for none."),
    )

    class Meta:
        model = TeamTable
        fields = ["name", "sections", "best", "minimum", "place_trophies", "lowest_number"]
        widgets = {"sections": forms.CheckboxSelectMultiple}
        labels = {
            "sections": gettext_lazy("Players of these sections"),
            "lowest_number": gettext_lazy("Of players with equal scores, the lowest numbers count"),
        }
        help_texts = {"lowest_number": gettext_lazy("Otherwise those with the better individual tiebreaks.")}

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        sections = cast(forms.ModelMultipleChoiceField, self.fields["sections"])
        sections.queryset = event.sections.filter(boards=0).order_by("pk")
        sections.error_messages["required"] = _("Choose at least one section.")


class SchoolForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name of the school"), max_length=80)
    code = forms.CharField(
        label=gettext_lazy("Short code"),
        max_length=12,
        required=False,
        help_text=gettext_lazy("Such as LES; a roster may have it instead of the name."),
    )


class MembersForm(forms.Form):
    """The players of one team; nothing empties the list."""

    text = forms.CharField(
        label=gettext_lazy("Players, in the order of the boards"),
        required=False,
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocomplete": "off"}),
        help_text=gettext_lazy(
            "A line each: board, name, ID, rating. Those beyond the boards are alternates."
        ),
    )
