"""The options of the pairing as a form, and the pairs who are kept apart."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext_lazy as _

from tiebreaks.fields import LineField

from ..models import KeptApart, Section
from ..pairing import options
from ..pairing.options import OptionError, Options, value_of
from ..selectors.entries.apart import kept_apart, typed
from ..text.pairing_options import BESIDE, LISTS, NUMBERS, RARE, Text, Told, Value, every
from .orders import ReasonForm

OTHER = "other"


class Choice(NamedTuple):
    """A value of an option as a radio button."""

    value: str
    told: Value
    chosen: bool


class Card(NamedTuple):
    """An option on its page: its words, its values, and what is typed of it."""

    name: str
    told: Told
    field: forms.BoundField
    choices: list[Choice]
    typed: forms.BoundField | None
    beside: list[forms.BoundField]


class Group(NamedTuple):
    """Options that few events change; ``changed`` are not as the rules have them. ``open`` is in sight."""

    name: Text
    cards: list[Card]
    changed: int
    open: bool


class KeepApartForm(forms.Form):
    """Pairs by their numbers."""

    never = LineField(
        label=_("Never paired with each other"),
        max_length=4000,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("Wall-chart numbers, such as 3-8, 4-9."),
    )
    asked = LineField(
        label=_("Kept apart if possible"),
        max_length=4000,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("Families and players who asked for it (28T). They meet if nothing else is possible."),
    )

    def __init__(self, *args: Any, of_teams: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if of_teams:
            told = _("Teams that asked for it (28T). They meet if nothing else is possible.")
            self.fields["asked"].help_text = told

    @property
    def leads_to(self) -> str:
        """The field of pairs that is wrong: the reader is led to it, far down the page as it is."""
        return next((name for name in KeepApartForm.base_fields if name in self.errors), "")

    def lead_to_the_error(self) -> None:
        if name := self.leads_to:
            self.fields[name].widget.attrs["autofocus"] = True

    @property
    def pairs(self) -> dict[str, str]:
        """The pairs of a form that is right and has the fields for them."""
        return {name: self.cleaned_data[name] for name in KeepApartForm.base_fields if name in self.data}

    @property
    def pairs_changed(self) -> bool:
        return any(name in self.changed_data for name in self.pairs)

    @staticmethod
    def pairs_of(section: Section) -> dict[str, Any]:
        pairs: dict[bool, list[KeptApart]] = {False: [], True: []}
        for row in kept_apart(section):
            pairs[row.asked].append(row)
        return {"never": typed(pairs[False]), "asked": typed(pairs[True])}


class PairingOptionsForm(ReasonForm, KeepApartForm):
    """Every option that the pairing obeys, and the pairs. Once play has begun a change of an option needs a
    reason."""

    limits_other = LineField(
        label=_("Other limits"),
        max_length=9,
        required=False,
        help_text=_("Two limits in points, such as 60/150: for alternation, and for equalization."),
    )

    def __init__(self, *args: Any, locked: bool = False, of_teams: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, of_teams=of_teams, **kwargs)
        self.of_teams = of_teams
        if not locked:
            del self.fields["reason"], self.fields["again"]
        for option, told in every(of_teams=of_teams):
            if option.name in NUMBERS:
                self.fields[option.name] = forms.IntegerField(
                    label=told.name,
                    min_value=1,
                    max_value=30,
                    required=False,
                    help_text=told.summary,
                )
                continue
            if option.name in LISTS:
                self.fields[option.name] = LineField(
                    label=told.name, max_length=50, required=False, help_text=told.summary
                )
                continue
            choices: list[tuple[str, Any]] = [(value, each.words) for value, each in told.values.items()]
            if told.other is not None:
                choices.append((OTHER, told.other.words))
            self.fields[option.name] = forms.ChoiceField(
                label=told.name, choices=choices, widget=forms.RadioSelect
            )

    @property
    def options_changed(self) -> bool:
        return bool(set(self.changed_data) - {*KeepApartForm.base_fields, *ReasonForm.base_fields})

    @staticmethod
    def values(chosen: Options) -> dict[str, Any]:
        """The values of the fields for these options."""
        found: dict[str, Any] = {}
        for option, told in every(of_teams=False):
            value = value_of(chosen, option)
            if option.name in NUMBERS:
                found[option.name] = None if value == "none" else int(value)
            elif option.name in LISTS:
                found[option.name] = "" if value == "none" else value.replace(",", ", ")
            elif value in told.values:
                found[option.name] = value
            elif told.other is not None:
                found |= {option.name: OTHER, f"{option.name}_other": value}
            else:
                found[option.name] = option.values[0]  # of another release
        return {"limits_other": "", **found}

    def clean(self) -> None:
        self.ask_again()
        limits, typed_limits = (self.cleaned_data.get(name, "") for name in ("limits", "limits_other"))
        if limits and limits != OTHER and typed_limits:
            self.add_error(
                "limits", _("Choose other limits to use %(limits)s, or clear it.") % {"limits": typed_limits}
            )
        if limits == OTHER:
            try:
                options.parse([f"limits={typed_limits}"])
            except OptionError:
                self.add_error("limits_other", _("Type two limits in points, the lower first: 60/150."))

        classes = self.cleaned_data.get("class_limits", "").replace(" ", "")
        if self.cleaned_data.get("class_pools", "off") != "off" or classes:
            try:
                options.parse([f"class_limits={classes}"])
            except OptionError:
                self.add_error("class_limits", _("Type ratings, the lowest first: 1400, 1800."))

    def chosen(self) -> Options:
        """The options of a form that is right."""
        settings = []
        for option, _told in every(of_teams=self.of_teams):
            value = self.cleaned_data[option.name]
            if value == OTHER:
                value = self.cleaned_data[f"{option.name}_other"]
            if option.name in LISTS:
                value = value.replace(" ", "") or None
            settings.append(f"{option.name}={option.values[0] if value is None else value}")
        return options.parse(settings)

    def often(self) -> list[Card]:
        """The options that many events choose."""
        rare = {name for names in RARE.values() for name in names}
        return [card for card in self._cards() if card.name not in rare]

    def rare(self) -> Iterator[Group]:
        cards = {card.name: card for card in self._cards()}
        usual = self.values(Options())
        for name, names in RARE.items():
            group = [cards[each] for each in names]
            fields = [[card.field, *card.beside] for card in group]
            changed = sum(any(_typed(f) != str(usual[f.name] or "") for f in each) for each in fields)
            wrong = any(field.errors for each in fields for field in each)
            yield Group(name, group, changed, bool(changed or wrong))

    def _cards(self) -> Iterator[Card]:
        """What is typed stands with the option that it belongs to."""
        for option, told in every(of_teams=self.of_teams):
            if option.name in NUMBERS + LISTS:
                continue
            field = self[option.name]
            now = field.value()
            choices = [Choice(value, each, value == now) for value, each in told.values.items()]
            if told.other is not None:
                choices.append(Choice(OTHER, told.other, now == OTHER))
            other = f"{option.name}_other"
            typed = self[other] if other in self.fields else None
            beside = [self[name] for name in BESIDE.get(option.name, ())]
            yield Card(option.name, told, field, choices, typed, beside)


def _typed(field: forms.BoundField) -> str:
    return str(field.value() or "")
