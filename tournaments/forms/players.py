"""A player: added, edited, late, withdrawn, re-entered."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.engine.prizes.notation import mark_in
from tiebreaks.engine.prizes.prize import MOST_AGE
from tiebreaks.fields import LineField

from ..formats.byes import read_byes
from ..formats.fields import (
    LEAST_RATING,
    MEMBER_ID,
    MOST_FEE,
    MOST_RATING,
    read_games,
    read_rating,
    said_in,
    written_rating,
    wrong_id,
)
from ..formats.limits import plain_grade, read_grade
from ..formats.names import contact_in_field, with_suffix_beside_last
from ..formats.records import RosterEntry
from ..models import Game, Player
from ..numbers import MOST_BOARD
from ..selectors.files.rating_list import by_ids, held
from ..selectors.results.next_step import Tab
from ..text.results import bye_name
from ..text.wording import problem
from .money import DollarsField


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


class LimitsForm(forms.Form):
    """Asks whether somebody outside the section's limits is let in, once there is one."""

    outside = forms.BooleanField(
        label=_("Enter anyway"),
        required=False,
        widget=forms.HiddenInput,
        help_text=_("Check this to let the player in."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.is_bound and self["outside"].data:
            self.ask_outside()

    def ask_outside(self) -> None:
        self.fields["outside"].widget = forms.CheckboxInput()


class ReasonForm(forms.Form):
    """Asks why ratings change that were fixed when round 1 was paired (28H), once there are some."""

    reason = LineField(
        label=_("Reason for another rating"),
        max_length=300,
        required=False,
        widget=forms.HiddenInput,
        help_text=_("Ratings are fixed once round 1 is paired (28H). The log keeps the reason."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.is_bound and self["reason"].data:
            self.ask_reason()

    def ask_reason(self, *, refused: bool = False) -> None:
        """``refused`` leads to the field."""
        self.fields["reason"].widget = forms.TextInput({"maxlength": 300, "autofocus": refused})


# The fields of a player that a team does not have.
OF_PEOPLE = ("uscf_id", "team", "grade", "age", "expires_on", "marks")
# The fields that a list of players does not have.
OF_DIRECTORS = ("assigned_rating", "marks", "fixed_board")


class MemberIdField(LineField):
    """A US Chess ID, typed in one piece or as people read it out, in two. ``known`` is that of the roster."""

    known = ""

    def to_python(self, value: Any) -> str:
        return re.sub(r"(?<=[0-9])[ -](?=[0-9])", "", super().to_python(value))

    def validate(self, value: str) -> None:
        super().validate(value)
        if value and not MEMBER_ID.fullmatch(value):
            raise ValidationError(wrong_id(value, known=self.known))


class PlayerForm(DifferentForm, forms.ModelForm):
    # Of a provisional rating, typed with it.
    games: int | None = None

    number = forms.IntegerField(
        label=_("Wall-chart number"),
        min_value=1,
        max_value=999_999,
        required=False,
        help_text=_("Leave empty for the next free number."),
    )
    uscf_id = MemberIdField(label=_("US Chess ID"), required=False)
    rating = LineField(
        label=_("Rating"), required=False, help_text=_("For example 1432 or 987/5. Leave empty for unrated.")
    )
    assigned_rating = forms.IntegerField(
        label=_("Assigned rating"),
        min_value=LEAST_RATING,
        max_value=MOST_RATING,
        required=False,
        help_text=_("Pairs and numbers as this. Prizes go by the published rating (28D, 28E)."),
    )
    age = forms.IntegerField(
        label=_("Age"),
        min_value=1,
        max_value=MOST_AGE,
        required=False,
        help_text=_("In years, for age prizes. Public pages and wall chart files never show it."),
    )

    marks = LineField(
        label=_("Marks for prizes"),
        required=False,
        max_length=100,
        help_text=_(
            "For prizes such as “Top girl”: girl, or your own words, such as chess club. Put a comma between"
            " two. Only directors see them; the public sees the winner of the prize."
        ),
    )

    expires_on = forms.DateField(
        label=_("Membership expires"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_("For the check before the rating report. Public pages never show it."),
    )
    fee_cents = DollarsField(
        label=_("Fee paid, in dollars"),
        required=False,
        most_cents=MOST_FEE,
        help_text=_("The desk adds up the fees. Public pages never show them."),
    )
    fixed_board = forms.IntegerField(
        label=_("Reserved board"),
        min_value=1,
        max_value=MOST_BOARD,
        required=False,
        help_text=_(
            "A board in the hall that is always used here, such as one near the door. Only directors see that"
            " it is reserved."
        ),
    )

    class Meta:
        model = Player
        fields = [
            *("name", "number", "uscf_id", "rating", "team", "grade", "age", "state", "house"),
            *("expires_on", "fee_cents", "marks", "fixed_board", "assigned_rating"),
        ]
        labels = {"house": _("House player (fills in, not ranked)")}

    def __init__(self, *args: Any, teams: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if teams:
            for name in OF_PEOPLE:
                self.fields.pop(name, None)
            self.fields["house"].label = _("House team (fills in, not ranked)")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        for name in ("name", "team", "grade", "state"):
            if contact := contact_in_field(cleaned.get(name) or ""):
                self.add_error(name, problem(*contact))
        # A field that is not sent changes nothing, and neither do its games.
        if "rating" in cleaned:
            cleaned["provisional"] = self.games
        return cleaned

    def clean_rating(self) -> int | None:
        try:
            self.games = read_games(self.cleaned_data["rating"])
            return read_rating(self.cleaned_data["rating"])
        except ValueError as error:
            raise ValidationError(problem(self.cleaned_data["rating"], str(error))) from None

    def clean_name(self) -> str:
        # The name of a team is as it is typed.
        name: str = self.cleaned_data["name"]
        return with_suffix_beside_last(name) if "uscf_id" in self.fields else name

    def clean_grade(self) -> str:
        """A grade, or the word for who is in none; one that a file has otherwise may stay."""
        typed = said_in(self.cleaned_data["grade"])
        if typed == self.initial.get("grade"):
            return plain_grade(typed)
        try:
            return read_grade(typed)
        except ValueError as error:
            raise ValidationError(problem(typed, str(error))) from None

    def clean_team(self) -> str:
        return said_in(self.cleaned_data["team"])

    def clean_marks(self) -> str:
        """Each as a prize reads it: ``Girls; chess club`` is ``girl, chess club``."""
        said = [mark.strip() for mark in re.split("[,;]", self.cleaned_data["marks"]) if mark.strip()]
        marks = [mark_in(f"marked {mark}") for mark in said]
        if "" in marks:
            raise ValidationError(
                problem(
                    said[marks.index("")], gettext("words of up to 30 letters, without numbers or symbols")
                )
            )
        return ", ".join(dict.fromkeys(marks))

    def entry(self) -> RosterEntry:
        listed = [name for name in self.Meta.fields if name in self.fields and name not in OF_DIRECTORS]
        games = self.cleaned_data["provisional"]
        return RosterEntry(**{name: self.cleaned_data[name] for name in listed}, provisional=games)


class EditedPlayerForm(ReasonForm, PlayerForm):
    """A player who is here already; ``paired`` as :func:`~..selectors.numbering.is_paired`.

    Of a ``final`` section what its chart does not show, which stays open.
    """

    def __init__(self, *args: Any, paired: bool, final: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["number"].help_text = ""  # an entry keeps its own
        if uscf_id := self.fields.get("uscf_id"):
            uscf_id.known = self.initial.get("uscf_id", "")  # type: ignore[attr-defined]
        if final:
            for name in set(self.Meta.fields) - Player.OFF_THE_CHART:
                self.fields.pop(name, None)
            return
        if paired:
            self.ask_reason()


class MissedRounds(forms.Form):
    """A choice for each published round of a late entry (28K) or a re-entry (34H)."""

    def __init__(self, *args: Any, rounds: Iterable[Tab] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rounds = {f"missed-{tab.number}": tab for tab in rounds}
        # The first entry of a re-entry is in these rounds itself.
        through = self.initial.get("after_round", 0)
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
                initial="" if tab.state == "open" and tab.number > through else Kind.UNPAIRED.letter,
            )

    def missed(self) -> dict[int, Kind]:
        """The byes of the missed rounds. A round still to be paired has none."""
        chosen = {tab.number: self.cleaned_data.get(name) for name, tab in self.rounds.items()}
        return {number: Kind.of(letter) for number, letter in chosen.items() if letter}

    def missed_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.rounds]


class AnywayForm(forms.Form):
    """Asks whether byes past the posted limit or deadline are given anyway, once there are some."""

    anyway = forms.BooleanField(
        label=_("Save anyway"),
        required=False,
        widget=forms.HiddenInput,
        help_text=_("Check this to give the byes anyway."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.is_bound and self["anyway"].data:
            self.ask_anyway()

    def ask_anyway(self) -> None:
        self.fields["anyway"].widget = forms.CheckboxInput()


class RequestedByesField(LineField):
    """Rounds with a ``z`` for each zero-point bye: ``2, 4z``."""

    def __init__(self, **kwargs: Any) -> None:
        hint = _("Rounds such as 2, 4 or 1-3 for half-point byes, with a z for a zero-point bye: 1z, 4.")
        super().__init__(label=_("Requested byes"), max_length=200, required=False, help_text=hint, **kwargs)

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if text == "0":
            # In a list it is how many byes somebody asks for; typed here it may be a round that is none.
            raise ValidationError(problem(text, str(_("rounds from 1, or nothing for no bye"))))
        try:
            return read_byes(text)
        except ValueError as error:
            raise ValidationError(problem(text, str(error))) from None


def _completed(data: Any) -> Any:
    """What was typed, with what the rating list has for the ID in the fields that are empty."""
    uscf_id = data.get("uscf_id", "").strip()
    if (listed := by_ids([uscf_id]).get(uscf_id)) is None:
        return data
    known = {
        "name": listed.name,
        "rating": written_rating(listed.rating, None),
        "state": listed.state,
        "expires_on": listed.expires_on.isoformat() if listed.expires_on else "",
    }
    filled = data.copy()
    for name, value in known.items():
        if not data.get(name, "").strip():
            filled[name] = value
    return filled


class LatePlayerForm(AnywayForm, MissedRounds, PlayerForm):
    """A player who may be added after rounds are published. What only directors see is set on the player's
    own page."""

    byes = RequestedByesField()

    class Meta(PlayerForm.Meta):
        fields = [name for name in PlayerForm.Meta.fields if name not in OF_DIRECTORS]

    assigned_rating = None  # type: ignore[assignment]
    fixed_board = None  # type: ignore[assignment]
    marks = None  # type: ignore[assignment]

    def __init__(self, data: Any = None, *args: Any, **kwargs: Any) -> None:
        super().__init__(_completed(data) if data else data, *args, **kwargs)
        if "uscf_id" in self.fields and held():
            # The list has the name of an ID.
            self.fields["name"].required = False

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if not cleaned.get("name") and "name" not in self.errors:
            self.add_error("name", _("Type a name, or an ID on the rating list."))
        return cleaned

    def entry(self) -> RosterEntry:
        return replace(super().entry(), byes=self.cleaned_data["byes"])

    def missed(self) -> dict[int, Kind]:
        """The same without the rounds for which a bye is typed, where the menu is as it was shown."""
        typed = {bye.round for bye in self.cleaned_data["byes"]}
        untouched = {tab.number for name, tab in self.rounds.items() if name not in self.changed_data}
        chosen = super().missed()
        return {number: kind for number, kind in chosen.items() if number not in typed & untouched}


class ByesForm(AnywayForm):
    """The byes of a player in rounds to come."""

    byes = RequestedByesField()
    reason = LineField(
        label=_("Reason"), max_length=300, required=False, help_text=_("The log keeps it with the change.")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        # The form for withdrawing stands below it.
        super().__init__(*args, auto_id="byes_%s", **kwargs)


class UnpairForm(forms.Form):
    """Offers to take a player off the board on which no result is entered yet, before the player leaves."""

    def __init__(self, *args: Any, paired: Game | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.paired = paired
        if paired is not None:
            label = _("Leaves before round %(round)d is played: remove the pairing on board %(board)d")
            published = _("Needs a reason. Then give the opponent another one, or a bye.")
            only_paired = _("Then give the opponent another one, or a bye.")
            self.fields["unpair"] = forms.BooleanField(
                label=label % {"round": paired.round.number, "board": paired.board},
                required=False,
                help_text=published if paired.round.published_at else only_paired,
            )
            self.fields.setdefault("reason", LineField(label=_("Reason"), max_length=300, required=False))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.paired is not None and cleaned.get("unpair") and "after_round" in cleaned:
            cleaned["after_round"] = min(cleaned["after_round"], self.paired.round.number - 1)
        return cleaned

    @property
    def off(self) -> Game | None:
        """The board that goes first, if that was chosen."""
        return self.paired if self.cleaned_data.get("unpair") else None

    @property
    def why(self) -> str:
        reason: str = self.cleaned_data.get("reason", "")
        return reason


class WithdrawForm(UnpairForm):
    after_round = forms.IntegerField(label=_("Withdraws after round"), min_value=0, max_value=30)
    plays_again = forms.IntegerField(
        label=_("Plays again from round"),
        min_value=2,
        max_value=30,
        required=False,
        help_text=_(
            "Leave empty to withdraw for the rest of the event. The rounds between are zero-point byes."
        ),
    )
    reason = LineField(label=_("Reason"), max_length=300, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        # The form for the player's own fields stands above it.
        super().__init__(*args, auto_id="withdraw_%s", **kwargs)


class ReinstateForm(forms.Form):
    plays_again = forms.IntegerField(
        label=_("Plays again from round"),
        min_value=1,
        max_value=30,
        required=False,
        help_text=_("The missed rounds before it are zero-point byes."),
    )


class LateChangeForm(UnpairForm, AnywayForm, LimitsForm, MissedRounds, DifferentForm):
    """The missed rounds of a player who goes on in another section, and which entry team tables count."""

    NEW, OLD = "new", "old"

    def __init__(self, *args: Any, home: str, target: str, asks_tables: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.asks_tables = asks_tables
        if asks_tables:
            self.fields["counts"] = forms.ChoiceField(
                label=_("Team tables count the entry in"),
                choices=[(self.NEW, target), (self.OLD, home)],
                initial=self.NEW,
                widget=forms.RadioSelect,
                help_text=_("A player counts in one section. The other entry is left without a school."),
            )

    @property
    def counts_here(self) -> bool:
        return self.cleaned_data.get("counts") == self.OLD


class ReentryForm(UnpairForm, MissedRounds):
    after_round = forms.IntegerField(
        label=_("First entry withdraws after round"),
        min_value=0,
        max_value=30,
        help_text=_("Up to this round the new entry has byes."),
    )

    def __init__(self, *args: Any, loses_bye: bool = False, **kwargs: Any) -> None:
        # The form for withdrawing stands above it.
        super().__init__(*args, auto_id="again_%s", **kwargs)
        if loses_bye:
            self.fields.setdefault("reason", LineField(label=_("Reason"), max_length=300, required=False))
