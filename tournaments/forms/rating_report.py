"""What the rating report says of an event and of each section."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.forms import model_to_dict
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tiebreaks.fields import LineField

from ..formats.fields import MEMBER_ID
from ..formats.rating_report import time_control
from ..formats.states import LETTERS, city_and_state, letters_of
from ..models import MOST_GRAND_PRIX, Event, Player, Section
from ..selectors.files.filing import ids
from ..selectors.files.levels import Proposed, proposed_levels
from ..selectors.files.preflight import (
    AFFILIATE_ID,
    ZIP_CODE,
    field_of,
    in_the_states,
)
from ..text.wording import problem
from .players import DifferentForm

_OF_NONE = _(
    "Such as G/60;d5. Each section without a time control gets it. A section with its own keeps its own."
)
_OF_SHARED = _(
    "Such as G/60;d5. If you change it, each section that has it changes, and each section without a time"
    " control gets it. A section with another one keeps its own."
)
EVERY = "every_time_control"
LEVELS = "levels"
OF_SECTION = ("rated", "time_control", "starts_on", "ends_on", "level", "grand_prix", "fide")


class Day(forms.DateInput):
    def __init__(self) -> None:
        super().__init__(attrs={"type": "date"}, format="%Y-%m-%d")


class TypedField(LineField):
    """A line that is read, and kept as the report has it."""

    def clean(self, value: Any) -> str:
        text = super().clean(value)
        return self.read(text) if text else ""

    def read(self, text: str) -> str:
        raise TypeError(type(self))


class UpperField(TypedField):
    def to_python(self, value: Any) -> str:
        return super().to_python(value).upper()

    def read(self, text: str) -> str:
        return text


class IDField(UpperField):
    """An ID, also as cards and pages have it: with blanks or hyphens."""

    def to_python(self, value: Any) -> str:
        return re.sub(r"[\s\-]", "", super().to_python(value))


class StateField(UpperField):
    """The two letters of a state, or its name."""

    def to_python(self, value: Any) -> str:
        return letters_of(super().to_python(value))


class TimeControlField(TypedField):
    def read(self, text: str) -> str:
        try:
            return time_control.read(text).text
        except ValueError as error:
            raise ValidationError(problem(text, str(error))) from None


class IDsField(TypedField):
    def read(self, text: str) -> str:
        found = ids(text)
        if wrong := next((each for each in found if not MEMBER_ID.fullmatch(each)), None):
            raise ValidationError(problem(wrong, str(_("US Chess IDs of 8 digits, separated by commas"))))
        return ", ".join(found)


def _member_id(label: Any, **more: Any) -> IDField:
    message = _("A US Chess ID has 8 digits.")
    return IDField(
        label=label, required=False, validators=[RegexValidator(_whole(MEMBER_ID), message)], **more
    )


def _whole(pattern: Any) -> str:
    return rf"^{pattern.pattern}\Z"


class RatingReportForm(DifferentForm, forms.ModelForm):
    # Whether all but the IDs that are wrong was saved.
    rest_is_saved = False
    affiliate = IDField(
        label=_("Affiliate ID"),
        required=False,
        validators=[RegexValidator(_whole(AFFILIATE_ID), _("An affiliate ID is the letter A and 7 digits."))],
    )
    chief_td = _member_id(_("Chief TD's ID"))
    assistant_td = _member_id(_("Assistant TD's ID"), help_text=_("Leave empty if there was none."))
    other_tds = IDsField(
        label=_("Other TDs' IDs"),
        max_length=254,
        required=False,
        help_text=_("Separated by commas. Leave empty if there were none."),
    )
    state = StateField(
        label=_("State"),
        required=False,
        validators=[RegexValidator(_whole(LETTERS), _("A state has two letters, such as OR."))],
    )

    class Meta:
        model = Event
        fields = [
            *("affiliate", "chief_td", "assistant_td", "other_tds", "starts_on", "ends_on"),
            *("city", "state", "zip_code", "country"),
        ]
        widgets = {"starts_on": Day(), "ends_on": Day()}
        help_texts = {"ends_on": _("Leave empty for a one-day event.")}

    def __init__(
        self,
        *args: Any,
        sections: Iterable[Section],
        players: Mapping[str, Iterable[Player]],
        first: bool = False,
        **kwargs: Any,
    ) -> None:
        """``players`` are by field those of whom it is asked: the US Chess ID, and how long a membership that
        expired runs. ``first``: nobody has saved the form yet."""
        super().__init__(*args, **kwargs)
        self.sections = list(sections)
        self.asked = [(player, name) for name in OF_PLAYER for player in players[name]]
        self.shared = _shared(section.time_control for section in self.sections)
        # One for the evening: most events have the same time control in every section.
        if len(self.sections) > 1:
            self.fields[EVERY] = TimeControlField(
                label=_("Time control of all sections"),
                max_length=40,
                required=False,
                initial=self.shared,
                help_text=_OF_SHARED if self.shared else _OF_NONE,
            )
        self.proposed = proposed_levels(self.sections)
        lacking = [
            each for each in self.sections if each.level == each.Levels.NONE and each.pk in self.proposed
        ]
        if lacking:
            levels = "; ".join(f"{each.name}: {self.proposed[each.pk].level.label}" for each in lacking)
            self.fields[LEVELS] = forms.BooleanField(
                label=_("Set the scholastic levels by the grades of the sections"),
                required=False,
                # Where nobody above the highest grade plays; who unchecks it is not asked again.
                initial=first and all(self.proposed[each.pk].clear for each in lacking),
                help_text=levels,
            )
        for section in self.sections:
            for name, made in _fields_of(section, self.proposed.get(section.pk)).items():
                if name != "rated":
                    made.of_section = section.name  # type: ignore[attr-defined]
                self.fields[field_of(section, name)] = made
        for player, name in self.asked:
            self.fields[_of_player(player, name)] = OF_PLAYER[name](player)

    @staticmethod
    def values(
        event: Event, sections: Iterable[Section], players: Mapping[str, Iterable[Player]]
    ) -> dict[str, Any]:
        return {
            **model_to_dict(event, RatingReportForm.Meta.fields),
            "state": city_and_state(event.city, event.state)[1],
            **{field_of(each, name): getattr(each, name) for each in sections for name in OF_SECTION},
            **{
                _of_player(player, name): getattr(player, name)
                for name, those in players.items()
                for player in those
            },
        }

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if zip_code := cleaned.get("zip_code"):
            nine = re.fullmatch(r"(\d{5})[\s\-–]*(\d{4})", zip_code)
            cleaned["zip_code"] = "-".join(nine.groups()) if nine else zip_code
            if in_the_states(cleaned.get("country") or "") and not ZIP_CODE.fullmatch(cleaned["zip_code"]):
                said = _("A ZIP code has 5 digits, or 5 and 4 such as 97301-1234.")
                self.add_error("zip_code", said)
        last_first = _("The last day is before the first day.")
        for suffix in ("", *(field_of(section, "") for section in self.sections)):
            begins, ends = (cleaned.get(f"{name}{suffix}") for name in ("starts_on", "ends_on"))
            if begins and ends and ends < begins:
                self.add_error(f"ends_on{suffix}", last_first)
        return cleaned

    def of_event(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in self.Meta.fields}

    def of_sections(self) -> dict[str, dict[str, Any]]:
        """What was typed of each section, by its address."""
        found = {
            section.slug: {name: self.cleaned_data[field_of(section, name)] for name in OF_SECTION}
            for section in self.sections
        }
        every = self.cleaned_data.get(EVERY, "")
        for section in self.sections:
            fields = found[section.slug]
            typed = fields["time_control"]
            if every and (not typed or typed == section.time_control == self.shared):
                fields["time_control"] = every
            if self.cleaned_data.get(LEVELS) and fields["level"] == Section.Levels.NONE:
                proposed = self.proposed.get(section.pk)
                fields["level"] = proposed.level.value if proposed else fields["level"]
        return found

    def of_players(self) -> list[tuple[Player, dict[str, Any]]]:
        """What was typed of players, with whom it is of."""
        found: dict[Player, dict[str, Any]] = {}
        for player, name in self.asked:
            typed = self.cleaned_data.get(_of_player(player, name))
            if typed and typed != getattr(player, name):
                found.setdefault(player, {})[name] = typed
        return list(found.items())

    @property
    def saves(self) -> bool:
        """Whether nothing is wrong but what is asked of players: all else is saved then."""
        return self.is_bound and self.errors.keys() <= {_of_player(*each) for each in self.asked}

    def with_the_rest_saved(
        self, stored: Mapping[str, Any], sections: Iterable[Section]
    ) -> "RatingReportForm":
        """The form again: what is stored now, and what was typed where it is wrong."""
        sent: Any = self.data
        data = sent.copy()
        for name, value in stored.items():
            if name not in self.errors:
                data[name] = value
        data.pop(LEVELS, None)
        asked = {name: [player for player, its in self.asked if its == name] for name in OF_PLAYER}
        made = RatingReportForm(data, initial=dict(stored), sections=sections, players=asked)
        data[EVERY] = made.shared
        made.rest_is_saved = True
        return made

    def refuse_players(self, not_saved: Mapping[int, str]) -> None:
        for player, name in self.asked:
            if player.pk in not_saved:
                self.add_error(_of_player(player, name), not_saved[player.pk])

    def event_fields(self) -> Iterator[forms.BoundField]:
        return (self[name] for name in self.Meta.fields)

    def section_fields(self, section: Section) -> dict[str, forms.BoundField]:
        return {name: self[field_of(section, name)] for name in OF_SECTION}

    def player_fields(self, section: Section) -> list[forms.BoundField]:
        return [self[_of_player(*each)] for each in self.asked if each[0].section_id == section.pk]


def _shared(controls: Iterable[str]) -> str:
    """The time control that most sections have, if it is that of more than one, or of all that have one."""
    counted = Counter(filter(None, controls)).most_common()
    return counted[0][0] if counted and (counted[0][1] > 1 or len(counted) == 1) else ""


def _of_player(player: Player, name: str) -> str:
    return field_of(player.section, name, player.number)


def _id_of(player: Player) -> forms.Field:
    return _member_id(format_lazy(_("US Chess ID of {name}"), name=player.called))


def _expires_of(player: Player) -> forms.Field:
    return forms.DateField(
        label=format_lazy(_("Membership of {name} expires"), name=player.called),
        required=False,
        widget=Day(),
        help_text=_("The new date, if it was renewed."),
    )


OF_PLAYER: dict[str, Callable[[Player], forms.Field]] = {"uscf_id": _id_of, "expires_on": _expires_of}


def _fields_of(section: Section, proposed: Proposed | None) -> dict[str, forms.Field]:
    level = forms.ChoiceField(label=_("Scholastic level"), choices=Section.Levels.choices)
    if proposed:
        level.help_text = proposed.why
        if proposed.level != section.level:
            said = _("Proposed: {level}. {why}")
            level.help_text = format_lazy(said, level=proposed.level.label, why=proposed.why)
    return {
        "rated": forms.BooleanField(label=section.name, required=False),
        "time_control": TimeControlField(
            label=_("Time control"),
            max_length=40,
            required=False,
            help_text=_("Such as G/60;d5 or 40/90,SD/30;+30."),
        ),
        "starts_on": forms.DateField(label=_("First day, if different"), required=False, widget=Day()),
        "ends_on": forms.DateField(label=_("Last day, if different"), required=False, widget=Day()),
        "level": level,
        "grand_prix": forms.IntegerField(
            label=_("Grand Prix points"), min_value=1, max_value=MOST_GRAND_PRIX, required=False
        ),
        "fide": forms.BooleanField(label=_("FIDE rated too"), required=False),
    }
