"""The registration desk: walk-ins, who changes sections, and who did not come."""

from collections.abc import Collection
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.fields import LineField

from ..formats.fields import MOST_FEE, wrong_id
from ..formats.names import contact_in_field, first_last, may_be_one, name_parts
from ..formats.records import RosterEntry
from ..formats.walk_in import (
    id_of_wrong_length,
    ids_in,
    in_kindergarten,
    is_clear,
    may_be_two_ratings,
    read_walk_in,
    section_in,
)
from ..models import Player, Section
from ..numbers import whole_number
from ..schools.names import written_in
from ..selectors.entries.check_in import NoShows
from ..selectors.files.rating_list import by_ids
from ..text.results import bye_name
from ..text.wording import problem
from .money import DollarsField
from .players import DifferentForm, LimitsForm, PlayerForm


class SectionField(forms.ModelChoiceField):
    """A section by its address."""

    def __init__(self, sections: QuerySet[Section], **kwargs: Any) -> None:
        super().__init__(sections, to_field_name="slug", label=_("Section"), **kwargs)
        self.empty_label = None if sections.count() == 1 else ""


class WalkInForm(LimitsForm, DifferentForm):
    """A player in one line, or field by field. A field that is filled in counts more than the line."""

    games: int | None = None
    line = LineField(
        label=_("In one line"),
        max_length=200,
        required=False,
        help_text=_("Name, rating, school, US Chess ID: Ngo, Amy 1234 Sabin 12345678"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autofocus": True}),
    )
    name = LineField(label=_("Name"), max_length=120, required=False)
    rating = PlayerForm.base_fields["rating"]
    team = LineField(label=_("School or team"), max_length=80, required=False)
    grade = LineField(label=_("Grade"), max_length=12, required=False)
    uscf_id = PlayerForm.base_fields["uscf_id"]
    expires_on = PlayerForm.base_fields["expires_on"]
    fee_cents = PlayerForm.base_fields["fee_cents"]
    # Asked once there is a doubt.
    IS_ID, ARE_RATINGS = "id", "ratings"
    numbers = forms.ChoiceField(label=_("The two numbers"), required=False, widget=forms.HiddenInput)
    APART, WHOLE = "apart", "whole"
    words = forms.ChoiceField(label=_("The name"), required=False, widget=forms.HiddenInput)
    own_id = forms.BooleanField(
        label=_("The US Chess ID is this player’s"),
        required=False,
        widget=forms.HiddenInput,
        help_text=_("Check this if the rating list has another spelling or a former name."),
    )

    BY_FIELD = ("name", "rating", "team", "grade", "uscf_id", "expires_on")
    field_order = [
        *("line", "numbers", "words", "own_id", "section", "missed", "fee_cents"),
        *BY_FIELD,
        *("different", "outside"),
    ]

    def __init__(self, *args: Any, sections: QuerySet[Section], begun: bool = False, **kwargs: Any) -> None:
        """``begun``: some of the sections have played a round, which a walk-in there misses (28K)."""
        super().__init__(*args, **kwargs)
        self.fields["section"] = SectionField(sections)
        if begun:
            self.fields["missed"] = forms.ChoiceField(
                label=_("Rounds missed"),
                choices=[(kind.letter, bye_name(kind)) for kind in (Kind.UNPAIRED, Kind.HALF_BYE)],
                initial=Kind.UNPAIRED.letter,
                required=False,
                help_text=_(
                    "Of a section that has begun. A half-point bye only if the event’s rules give one."
                ),
            )
        self.order_fields(self.field_order)
        numbers: Any = self.fields["numbers"]
        numbers.choices = [(self.IS_ID, ""), (self.ARE_RATINGS, "")]
        words: Any = self.fields["words"]
        words.choices = [(self.APART, ""), (self.WHOLE, "")]
        self.event = next((section.event_id for section in sections[:1]), 0)
        if self.is_bound and self["own_id"].data:
            self.fields["own_id"].widget = forms.CheckboxInput()

    @property
    def one_by_one(self) -> bool:
        """Whether somebody fills in the fields."""
        return any(self[name].value() or self[name].errors for name in self.BY_FIELD)

    def one_by_one_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.BY_FIELD]

    def clean_rating(self) -> int | None:
        return PlayerForm.clean_rating(self)  # type: ignore[arg-type]

    def clean_grade(self) -> str:
        return PlayerForm.clean_grade(self)  # type: ignore[arg-type]

    def clean_team(self) -> str:
        return PlayerForm.clean_team(self)  # type: ignore[arg-type]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        self._leave_out_section()
        line = cleaned.get("line", "")
        if len(ids := ids_in(line)) > 1:
            said = gettext(
                "The line has %(count)d numbers of 8 digits: %(numbers)s. A player has one US Chess ID."
                " Nobody was added. Leave only the right one in the line."
            )
            self.add_error("line", said % {"count": len(ids), "numbers": "; ".join(ids)})
        elif wrong := "" if cleaned.get("uscf_id") else id_of_wrong_length(line):
            self.add_error("line", f"{wrong_id(wrong)} {_may_be_a_rating(wrong)}".strip())
        elif contact := contact_in_field(line):
            self.add_error("line", problem(*contact))
        for name in ("name", "team", "grade"):
            if contact := contact_in_field(cleaned.get(name) or ""):
                self.add_error(name, problem(*contact))
        if not self.errors and len(self.entry().name.split()) < 2 and not cleaned.get("name"):
            self.add_error(
                "line",
                problem(line, str(_("a first and a last name. Fill in the fields below for any other name"))),
            )
        if not self.errors and not cleaned["team"] and "$" in (team := self.entry().team):
            said = gettext(
                "“%(read)s” is no school’s name. Nobody was added. Type the fee paid below, and take the"
                " amount out of the line."
            )
            self.add_error("line", said % {"read": team})
        if not self.errors:
            self._ask_about_numbers()
        if not self.errors:
            self._ask_about_words()
        if not self.errors:
            self._ask_about_id()
        return cleaned

    def _leave_out_section(self) -> None:
        """The name of the chosen section is no school; of another one, the director tells."""
        typed = self.cleaned_data
        names = Section.objects.filter(event=self.event).values_list("name", flat=True)
        found = section_in(typed.get("line", ""), names, self.schools)
        if found is None or not (chosen := typed.get("section")):
            return
        if found.section == chosen.name or typed.get("team"):
            typed["line"] = found.line
            return
        said = gettext(
            "The line has “%(read)s”, which is a section, and %(chosen)s is chosen. Nobody was added. Choose"
            " one section, or type the school in its own field."
        )
        self.add_error("section", said % {"read": found.section, "chosen": chosen.name})

    def _ask_about_numbers(self) -> None:
        """Two numbers of four digits are an ID in two halves, or two ratings: a player of that ID and name
        tells, else the director."""
        typed = self.cleaned_data
        two = "" if typed["uscf_id"] or typed["rating"] else may_be_two_ratings(typed["line"])
        if not two or self._is_listed(read_walk_in(typed["line"])):
            return
        values = {"two": two, "first": two.split()[0]}
        numbers: Any = self.fields["numbers"]
        numbers.widget = forms.RadioSelect()
        numbers.choices = [
            (self.IS_ID, gettext("%(two)s is the US Chess ID") % values),
            (self.ARE_RATINGS, gettext("They are two ratings: enter %(first)s") % values),
        ]
        if not typed["numbers"]:
            said = gettext(
                "“%(two)s” may be a US Chess ID or two ratings. Nobody was added. Say which it is."
            )
            self.add_error("numbers", said % values)

    def _ask_about_words(self) -> None:
        """What is no number is the name and the school: where the line leaves open which, a player of that ID
        and name tells, else the director."""
        typed = self.cleaned_data
        read = self._line_read()
        is_told = is_clear(typed["line"], self.schools) or self._is_listed(self.entry())
        if typed["name"] or (is_told and self._in_kindergarten(read) is None):
            return
        apart, whole = self._read().in_parts, self._read(whole_name=True).in_parts
        words: Any = self.fields["words"]
        words.widget = forms.RadioSelect()
        words.choices = [
            *([(self.APART, gettext("Read it as %(parts)s") % {"parts": apart})] if apart != whole else []),
            (self.WHOLE, gettext("The name is all of it: %(parts)s") % {"parts": whole}),
        ]
        if typed["words"] not in dict(words.choices):
            said = gettext(
                "“%(line)s” may have more in it than a name. Nobody was added. Say how to read it, or fill in"
                " the fields below."
            )
            self.add_error("words", said % {"line": typed["line"]})

    @cached_property
    def schools(self) -> set[str]:
        """Those that are known at the event."""
        return written_in(self.event)

    def _read(self, *, whole_name: bool = False) -> RosterEntry:
        """What the line says."""
        read = self._line_read(whole_name=whole_name)
        return read if whole_name else self._in_kindergarten(read) or read

    def _line_read(self, *, whole_name: bool = False) -> RosterEntry:
        two_ratings = self.cleaned_data.get("numbers") == self.ARE_RATINGS
        return read_walk_in(
            self.cleaned_data["line"], two_ratings=two_ratings, schools=self.schools, whole_name=whole_name
        )

    def _in_kindergarten(self, read: RosterEntry) -> RosterEntry | None:
        """The entry with the K behind its name as the grade, unless another is typed or the rating list has
        that initial."""
        listed = by_ids([read.uscf_id]).get(read.uscf_id)
        is_initial = self.cleaned_data.get("grade") or (listed and "k" in name_parts(listed.name))
        return None if is_initial else in_kindergarten(read)

    def _is_listed(self, entry: RosterEntry) -> bool:
        """Whether the rating list has the ID under this name."""
        listed = by_ids([entry.uscf_id]).get(entry.uscf_id)
        return listed is not None and may_be_one(listed.name, entry.name)

    def _ask_about_id(self) -> None:
        entry = self.entry()
        listed = by_ids([entry.uscf_id]).get(entry.uscf_id)
        if listed is None or self._is_listed(entry):
            return
        self.fields["own_id"].widget = forms.CheckboxInput()
        if not self.cleaned_data["own_id"]:
            said = gettext(
                "The rating list has %(id)s as %(listed)s. Nobody was added. Correct the ID, or check this."
            )
            self.add_error("own_id", said % {"id": entry.uscf_id, "listed": first_last(listed.name)})

    def entry(self) -> RosterEntry:
        """What was typed, with what the rating list has for the ID where it says nothing."""
        typed = self.cleaned_data
        read = self._read(whole_name=typed.get("words") == self.WHOLE)
        entry = RosterEntry(
            None,
            typed["name"] or read.name,
            uscf_id=typed["uscf_id"] or read.uscf_id,
            rating=typed["rating"] or read.rating,
            team=typed["team"] or read.team,
            grade=typed["grade"] or read.grade,
            expires_on=typed["expires_on"],
            provisional=self.games if typed["rating"] else read.provisional,
            fee_cents=read.fee_cents if typed["fee_cents"] is None else typed["fee_cents"],
        )
        listed = by_ids([entry.uscf_id]).get(entry.uscf_id)
        return listed.completing(entry) if listed else entry


def _may_be_a_rating(number: str) -> str:
    """What a rating looks like, where a digit too many made one of five."""
    return gettext("A rating has 3 or 4 digits, such as 1234.") if len(number) == 5 else ""


class MoveForm(LimitsForm, DifferentForm):
    def __init__(self, *args: Any, sections: QuerySet[Section], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["section"] = SectionField(sections)
        self.order_fields(["section", "different", "outside"])


class PaymentForm(forms.Form):
    """What was paid for an entry."""

    amount = DollarsField(
        label=_("Fee paid, in dollars"),
        most_cents=MOST_FEE,
        required=False,
        help_text=_("Leave empty if nothing was paid."),
    )


class Players(forms.TypedMultipleChoiceField):
    """Keys of players. Who of them is still to be taken out, the service looks up under the lock."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(coerce=_key, **kwargs)

    def valid_value(self, value: Any) -> bool:
        return True


def _key(text: str) -> int:
    if (key := whole_number(text)) is None:
        raise ValueError(text)
    return key


class NoShowsForm(forms.Form):
    """Who is out: those who were asked for, or before round 1 everybody of a section whose check-in has
    begun, unless somebody unticks a name. A walk-in begins none."""

    WITHDRAW, BYE = "withdraw", "bye"
    how = forms.ChoiceField(
        label=_("Selected players"),
        choices=[(BYE, _("get a zero-point bye in the next round")), (WITHDRAW, _("are withdrawn"))],
        initial=BYE,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, missing: list[NoShows], out: Collection[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.missing = missing
        self.out = frozenset(out)
        if not any(each.after for each in missing):
            how: Any = self.fields["how"]
            how.choices = [(self.BYE, _("get a zero-point bye in round 1")), *how.choices[1:]]
        self.fields["player"] = Players(error_messages={"required": _("Select the players who are out.")})

    def lists(self) -> list[tuple[NoShows, list[tuple[Player, bool, str]]]]:
        """Of each section its players, whether each is ticked, and which byes were asked for."""
        chosen = set(self["player"].value() or ()) if self.is_bound else self.out or None
        return [
            (
                each,
                [
                    (
                        player,
                        each.likely if chosen is None else str(player.pk) in chosen,
                        each.asked(player),
                    )
                    for player in each.players
                ],
            )
            for each in self.missing
        ]

    def asks_of_byes(self) -> bool:
        """Whether what is pressed changes a bye that somebody asked for, or may."""
        return any(each.asked(player) for each in self.missing for player in each.players)
