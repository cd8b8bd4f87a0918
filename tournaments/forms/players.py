"""A player: added, edited, late, withdrawn, re-entered."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.engine.prizes.prize import MOST_AGE
from tiebreaks.fields import LineField

from ..formats.fields import read_rating
from ..formats.records import RosterEntry
from ..models import Player
from ..selectors.desk import Tab
from ..text.results import bye_name
from ..text.wording import problem


class DifferentForm(forms.Form):
    """Asks whether players of the same name in a team table are different people, once there are some."""

    different = forms.BooleanField(
        label=_("Players with the same name are different people"),
        required=False,
        widget=forms.HiddenInput,
        help_text=_("Check this to save them. Wallchart will not ask again."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.is_bound and self["different"].data:
            self.ask()

    def ask(self) -> None:
        self.fields["different"].widget = forms.CheckboxInput()


# The fields of a player that a team does not have.
OF_PEOPLE = ("uscf_id", "team", "grade", "age")


class PlayerForm(DifferentForm, forms.ModelForm):
    number = forms.IntegerField(
        label=_("Wall-chart number"),
        min_value=1,
        max_value=999_999,
        required=False,
        help_text=_("Leave empty for the next free number."),
    )
    uscf_id = LineField(
        label=_("US Chess ID"),
        required=False,
        validators=[RegexValidator("^[0-9]{8}$", _("A US Chess ID has 8 digits."))],
    )
    rating = LineField(
        label=_("Rating"), required=False, help_text=_("For example 1432 or 987/5. Leave empty for unrated.")
    )
    age = forms.IntegerField(
        label=_("Age"),
        min_value=1,
        max_value=MOST_AGE,
        required=False,
        help_text=_("In years, for age prizes. Public pages and wall chart files never show it."),
    )

    class Meta:
        model = Player
        fields = ["name", "number", "uscf_id", "rating", "team", "grade", "age", "state", "house"]
        labels = {"house": _("House player (fills in, not ranked)")}

    def __init__(self, *args: Any, teams: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if teams:
            for name in OF_PEOPLE:
                del self.fields[name]
            self.fields["house"].label = _("House team (fills in, not ranked)")

    def clean_rating(self) -> int | None:
        try:
            return read_rating(self.cleaned_data["rating"])
        except ValueError as error:
            raise ValidationError(problem(self.cleaned_data["rating"], str(error))) from None

    def entry(self) -> RosterEntry:
        return RosterEntry(
            **{name: self.cleaned_data[name] for name in self.Meta.fields if name in self.fields}
        )


class MissedRounds(forms.Form):
    """A choice for each published round of a late entry (28K) or a re-entry (34H)."""

    def __init__(self, *args: Any, rounds: Iterable[Tab] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rounds = {f"missed-{tab.number}": tab for tab in rounds}
        choices = [
            (Kind.UNPAIRED.letter, bye_name(Kind.UNPAIRED)),
            (Kind.HALF_BYE.letter, bye_name(Kind.HALF_BYE)),
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
        """The byes of the missed rounds. A round still to be paired has none."""
        chosen = {tab.number: self.cleaned_data.get(name) for name, tab in self.rounds.items()}
        return {number: Kind.of(letter) for number, letter in chosen.items() if letter}

    def missed_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.rounds]


class LatePlayerForm(MissedRounds, PlayerForm):
    """A player who may be added after rounds are published."""


class WithdrawForm(forms.Form):
    after_round = forms.IntegerField(label=_("Withdraws after round"), min_value=0, max_value=30)
    reason = LineField(label=_("Reason"), max_length=300, required=False)


class ReentryForm(MissedRounds):
    after_round = forms.IntegerField(label=_("First entry withdraws after round"), min_value=0, max_value=30)
