"""An event and its sections."""

from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tiebreaks.engine.ranking.editions import EDITIONS, current

from .. import zones
from ..formats.limits import BEFORE_KINDERGARTEN, LAST_GRADE, Limits, grade_name
from ..models import MOST_BOARDS, Event, Section
from ..numbers import MOST_BOARD
from .titles import TitleField


class EventForm(forms.ModelForm):
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        required=False,
        choices=zones.choices,
        initial=zones.default,
        help_text=_("Every time on the event's pages and printed sheets is shown in this time zone."),
    )

    short_names = forms.TypedChoiceField(
        label=_("Names on public pages"),
        coerce=lambda value: value == "True",
        required=False,
        empty_value=None,
        initial=False,
        choices=[(False, _("Full: Anna Kane")), (True, _("First name and initial: Anna K."))],
        help_text=_(
            "This applies to everything public: standings, pairings on phones and on the wall, the"
            " hall screen. The desk and the result slips have full names."
        ),
    )

    class Meta:
        model = Event
        fields = ["name", "city", "starts_on", "time_zone", "short_names", "listed"]
        field_classes = {"name": TitleField}
        help_texts = {"listed": _("Otherwise every page with names asks them not to.")}
        widgets = {"starts_on": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")}

    def clean_time_zone(self) -> str:
        # A field that is not sent changes nothing.
        there = self.get_initial_for_field(self.fields["time_zone"], "time_zone")
        return str(self.cleaned_data["time_zone"] or there)

    def clean_short_names(self) -> bool:
        chosen: bool | None = self.cleaned_data["short_names"]
        return (
            bool(self.get_initial_for_field(self.fields["short_names"], "short_names"))
            if chosen is None
            else chosen
        )


def _offered() -> zones.Choices:
    return [("", _("Choose the time zone")), *zones.choices()]


class NewEventForm(EventForm):
    """A new event is not in UTC because a browser or a server said so: its director chooses."""

    time_zone = forms.ChoiceField(
        label=EventForm.base_fields["time_zone"].label,
        required=False,
        choices=_offered,
        initial=lambda: "" if zones.default() == zones.NOWHERE else zones.default(),
        widget=forms.Select(attrs={"required": True}),
        help_text=EventForm.base_fields["time_zone"].help_text,
    )

    def clean_time_zone(self) -> str:
        if "time_zone" in self.data and not self.cleaned_data["time_zone"]:
            raise forms.ValidationError(_("Choose the time zone."))
        return super().clean_time_zone()


class GradeField(forms.TypedChoiceField):
    def __init__(self, **kwargs: Any) -> None:
        grades = range(BEFORE_KINDERGARTEN, LAST_GRADE + 1)
        choices = [("", _("no limit set")), *((grade, grade_name(grade)) for grade in grades)]
        super().__init__(choices=choices, coerce=int, empty_value=None, required=False, **kwargs)


class SectionForm(forms.ModelForm):
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=30, initial=5)
    games = forms.TypedChoiceField(
        label=_("Games per round"),
        coerce=int,
        initial=1,
        choices=[(1, _("1")), (2, _("2 (double rounds, colors reversed)"))],
    )
    boards = forms.TypedChoiceField(
        label=_("Who plays"),
        coerce=int,
        required=False,
        empty_value=None,
        initial=0,
        choices=[
            (0, _("Players")),
            *((n, format_lazy(_("Teams on {n} boards"), n=n)) for n in range(2, MOST_BOARDS + 1)),
        ],
    )
    by_game_points = forms.TypedChoiceField(
        label=_("Rank teams by"),
        coerce=lambda value: value == "True",
        required=False,
        empty_value=None,
        initial=False,
        choices=[(False, _("match points")), (True, _("game points"))],
        help_text=_("For team sections. The other score breaks ties unless you post a different order."),
    )

    half_byes = forms.IntegerField(
        label=_("Half-point byes allowed"),
        min_value=0,
        max_value=30,
        required=False,
        help_text=_("The most for one entry, as posted. Leave empty for no limit."),
    )
    byes_before = forms.IntegerField(
        label=_("Byes must be requested before round"),
        min_value=1,
        max_value=30,
        required=False,
        help_text=_("As posted. Leave empty for no deadline."),
    )
    last_bye_irrevocable = forms.BooleanField(
        label=_("A half-point bye in the last round is irrevocable (22C)"), required=False
    )
    first_board = forms.IntegerField(
        label=_("First board"),
        min_value=1,
        max_value=MOST_BOARD,
        required=False,
        initial=1,
        help_text=_(
            "The number of the section's first board in the hall. Rounds paired from now on start there."
        ),
    )

    lowest_grade = GradeField(label=_("Lowest grade"), help_text=_("Leave empty to use the section's name."))
    highest_grade = GradeField(
        label=_("Highest grade"),
        help_text=_("Wallchart asks about entries outside these. Leave empty to use the name, such as K-5."),
    )
    lowest_rating = forms.IntegerField(label=_("Lowest rating"), min_value=1, max_value=3999, required=False)
    highest_rating = forms.IntegerField(
        label=_("Highest rating"),
        min_value=1,
        max_value=3999,
        required=False,
        help_text=_("Leave empty to use the name: Under 1200 is 1199."),
    )

    class Meta:
        model = Section
        fields = [
            *("name", "rounds", "format", "games", "boards", "by_game_points", "first_board"),
            *("half_byes", "byes_before", "last_bye_irrevocable"),
            *Limits._fields,
        ]
        field_classes = {"name": TitleField}

    def __init__(self, *args: Any, locked: bool = False, settled: bool = False, **kwargs: Any) -> None:
        """``locked``: play has begun. ``settled``: players or teams can no longer change."""
        super().__init__(*args, **kwargs)
        # A locked field is not sent, and a field that is not sent changes nothing.
        self.fields["boards"].disabled = settled
        self.fields["by_game_points"].disabled = locked
        if locked:
            self.fields["by_game_points"].help_text = _(
                "You can't change the scoring basis after play begins."
            )
        if settled:
            self.fields["boards"].help_text = _(
                "You can't change this after the first entry, posted order, or team table."
            )
        self.fields["edition"] = forms.ChoiceField(
            label=_("Rulebook"),
            required=False,
            initial=current().code,
            choices=[(each.code, f"{_(each.short)} ({each.since})") for each in reversed(EDITIONS.values())],
            widget=forms.Select(attrs={"disabled": locked}),
            help_text=_("You can't change the rulebook after play begins.")
            if locked
            else _("Choose the edition that applied at the event. You can't change it after play begins."),
        )

    def clean_edition(self) -> str | None:
        return self.cleaned_data["edition"] or None


class NewSectionForm(SectionForm):
    """A new section with its place trophies. The Prizes page has all other prizes."""

    place_trophies = forms.IntegerField(
        label=_("Place trophies"),
        min_value=0,
        max_value=200,
        initial=3,
        help_text=_("How many places win a trophy, 0 for none. You can add other prizes later."),
    )
