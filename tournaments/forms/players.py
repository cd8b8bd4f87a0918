"""A player: entered, edited, late, gone, back."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.engine.prizes.prize import MOST_AGE

from ..formats.fields import read_rating
from ..formats.records import RosterEntry
from ..models import Player
from ..selectors.desk import Tab


class DifferentForm(forms.Form):
    """Where players of one name come into a team table: asks, once there are some, whether they are two."""

    different = forms.BooleanField(
        label=gettext_lazy("The players of one name are different people"),
        required=False,
        widget=forms.HiddenInput,
        help_text=gettext_lazy("Then they are stored as they stand, and you are not asked again."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.is_bound and self["different"].data:
            self.ask()

    def ask(self) -> None:
        self.fields["different"].widget = forms.CheckboxInput()


# What is asked of a player and not of a team.
OF_PEOPLE = ("uscf_id", "team", "grade", "age")


class PlayerForm(DifferentForm, forms.ModelForm):
    number = forms.IntegerField(
        label=gettext_lazy("Number"),
        min_value=1,
        max_value=999_999,
        required=False,
        help_text=gettext_lazy("Empty: the next free one."),
    )
    uscf_id = forms.RegexField(
        "^[0-9]{8}$",
        label=gettext_lazy("US Chess ID"),
        required=False,
        error_messages={"invalid": gettext_lazy("A US Chess ID has 8 digits.")},
    )
    rating = forms.CharField(
        label=gettext_lazy("Rating"),
        required=False,
        help_text=gettext_lazy("Such as 1432 or 987/5; empty for unrated."),
    )
    age = forms.IntegerField(
        label=gettext_lazy("Age"),
        min_value=1,
        max_value=MOST_AGE,
        required=False,
        help_text=gettext_lazy(
            "In years, for prizes of an age. On no public page and in no wall chart file."
        ),
    )

    class Meta:
        model = Player
        fields = ["name", "number", "uscf_id", "rating", "team", "grade", "age", "state", "house"]
        labels = {"house": gettext_lazy("House player: fills in, is not ranked")}

    def __init__(self, *args: Any, teams: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if teams:
            for name in OF_PEOPLE:
                del self.fields[name]
            self.fields["house"].label = _("House team: fills in, is not ranked")

    def clean_rating(self) -> int | None:
        try:
            return read_rating(self.cleaned_data["rating"])
        except ValueError as error:
            expected = _("Expected %(expected)s.") % {"expected": error}
            raise ValidationError(expected) from None

    def entry(self) -> RosterEntry:
        return RosterEntry(
            **{name: self.cleaned_data[name] for name in self.Meta.fields if name in self.fields}
        )


class MissedRounds(forms.Form):
    """A choice for each published round: what it is for who comes late (28K) or enters again (34H)."""

    def __init__(self, *args: Any, rounds: Iterable[Tab] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rounds = {f"missed-{tab.number}": tab for tab in rounds}
        choices = [
            (Kind.UNPAIRED.letter, _("no point")),
            (Kind.HALF_BYE.letter, _(Kind.HALF_BYE.label)),
            ("", _("still to be paired")),
        ]
        for name, tab in self.rounds.items():
            self.fields[name] = forms.ChoiceField(
                label=_("Round %d") % tab.number,
                choices=choices,
                required=False,
                initial="" if tab.state == "open" else Kind.UNPAIRED.letter,
            )

    def missed(self) -> dict[int, Kind]:
        """The rounds that are a bye or an absence; one still to be paired is neither."""
        chosen = {tab.number: self.cleaned_data.get(name) for name, tab in self.rounds.items()}
        return {number: Kind.of(letter) for number, letter in chosen.items() if letter}

    def missed_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.rounds]


class LatePlayerForm(MissedRounds, PlayerForm):
    """A player who is added when rounds may have been published already."""


class WithdrawForm(forms.Form):
    after_round = forms.IntegerField(label=gettext_lazy("After round"), min_value=0, max_value=30)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=300, required=False)


class ReentryForm(MissedRounds):
    after_round = forms.IntegerField(
        label=gettext_lazy("The first entry left after round"), min_value=0, max_value=30
    )
