"""What a director types, before a service sees it. A form keeps what was typed when something is wrong."""

import math
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.http import HttpRequest, QueryDict
from django.utils.crypto import salted_hmac
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tiebreaks.engine import columns
from tiebreaks.engine.editions import EDITIONS, current
from tiebreaks.engine.presets import PRESETS, TEAM_PRESETS, Preset
from tiebreaks.engine.prizes.prize import MOST_AGE
from tiebreaks.engine.sequence import Sequence, Step, parse
from tiebreaks.engine.system import TiebreakSystem, Variation
from tiebreaks.engine.systems import MATCH_SYSTEMS, SYSTEMS, TEAM_SYSTEMS
from tiebreaks.engine.wallchart import Kind

from .errors import Refused
from .formats.entries import Entry, read_rating
from .formats.tables import decode
from .models import MOST_BOARDS, Event, Player, Section, TeamTable
from .selectors.desk import Tab

# --- signing in ---------------------------------------------------------------------------------

FAILURES = 5
WAIT = 5 * 60  # seconds


class SignInForm(AuthenticationForm):
    """Name and password; after a few wrong ones from one address, a pause for that name there."""

    def clean(self) -> dict[str, Any]:
        if left := self._seconds_left():
            minutes = math.ceil(left / 60)
            raise ValidationError(
                ngettext(
                    "Too many attempts. Try again in %(minutes)d minute.",
                    "Too many attempts. Try again in %(minutes)d minutes.",
                    minutes,
                )
                % {"minutes": minutes}
            )
        try:
            cleaned = super().clean()
        except ValidationError:
            self._failed()
            raise
        if self.get_user() is not None:  # an empty password is no attempt, and no success either
            cache.delete_many([self._key, f"{self._key}.until"])
        return cleaned

    @property
    def _key(self) -> str:
        name = self.cleaned_data.get("username", "").casefold()
        return f"sign-in.{salted_hmac('sign-in', f'{address_of(self.request)} {name}').hexdigest()}"

    def _seconds_left(self) -> float:
        return max(0.0, cache.get(f"{self._key}.until", 0) - time.time())

    def _failed(self) -> None:
        cache.add(self._key, 0, WAIT)
        try:
            failures = cache.incr(self._key)
        except ValueError:  # it expired just now
            return
        if failures >= FAILURES:
            cache.set(f"{self._key}.until", time.time() + WAIT, WAIT)


def address_of(request: HttpRequest | None) -> str:
    """Where a request comes from; behind a proxy, what the proxy itself says."""
    if request is None:
        return ""
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.SECURE_PROXY_SSL_HEADER else ""
    return forwarded.rpartition(",")[2].strip() or request.META.get("REMOTE_ADDR", "")


# --- events, sections, players ------------------------------------------------------------------


class EventForm(forms.ModelForm):
    class Meta:
        model = Event
        fields = ["name", "city", "starts_on"]
        widgets = {"starts_on": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")}


class SectionForm(forms.ModelForm):
    rounds = forms.IntegerField(label=gettext_lazy("Rounds"), min_value=1, max_value=30, initial=5)
    games = forms.TypedChoiceField(
        label=gettext_lazy("Games a round"),
        coerce=int,
        initial=1,
        choices=[
            (1, gettext_lazy("1 – the usual")),
            (2, gettext_lazy("2 – double rounds, colours reversed")),
        ],
    )
    boards = forms.TypedChoiceField(
        label=gettext_lazy("Who meets"),
        coerce=int,
        required=False,
        empty_value=None,
        initial=0,
        choices=[
            (0, gettext_lazy("Players")),
            *((n, format_lazy(gettext_lazy("Teams, on {n} boards"), n=n)) for n in range(2, MOST_BOARDS + 1)),
        ],
    )
    by_game_points = forms.TypedChoiceField(
        label=gettext_lazy("Teams rank by"),
        coerce=lambda value: value == "True",
        required=False,
        empty_value=None,
        initial=False,
        choices=[(False, gettext_lazy("match points")), (True, gettext_lazy("game points"))],
        help_text=gettext_lazy(
            "For sections of teams. The other breaks ties, unless you post another order."
        ),
    )

    class Meta:
        model = Section
        fields = ["name", "rounds", "format", "games", "boards", "by_game_points"]

    def __init__(self, *args: Any, locked: bool = False, settled: bool = False, **kwargs: Any) -> None:
        """``locked``: play has begun. ``settled``: it is decided whether players or teams meet."""
        super().__init__(*args, **kwargs)
        # A field that is locked is not sent, and one that is not sent leaves what it is about as it is.
        self.fields["boards"].disabled = settled
        self.fields["by_game_points"].disabled = locked
        if settled:
            self.fields["boards"].help_text = _("Settled with the first entry, order or team table.")
        self.fields["edition"] = forms.ChoiceField(
            label=_("Rulebook"),
            required=False,
            initial=current().code,
            choices=[(each.code, f"{_(each.short)} ({each.since})") for each in reversed(EDITIONS.values())],
            widget=forms.Select(attrs={"disabled": locked}),
            help_text=_("Play has begun, so the section stays with it.")
            if locked
            else _("An event of earlier years keeps the reading of its own rulebook. Play locks it."),
        )

    def clean_edition(self) -> str | None:
        return self.cleaned_data["edition"] or None


class NewSectionForm(SectionForm):
    """A new section's first prizes are said here; from then on they have a page of their own."""

    place_trophies = forms.IntegerField(
        label=gettext_lazy("Place trophies"),
        min_value=0,
        max_value=200,
        initial=3,
        help_text=gettext_lazy("How many places get a trophy; 0 for none. Other prizes come later."),
    )


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

    def entry(self) -> Entry:
        return Entry(**{name: self.cleaned_data[name] for name in self.Meta.fields if name in self.fields})


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


# --- pasted and uploaded texts --------------------------------------------------------------------

LONGEST_TEXT = 2_500_000  # characters; 5,000 players are some 300,000


class TextForm(DifferentForm):
    """A table, pasted or uploaded. What was uploaded is shown as if pasted, so that it can be mended."""

    text = forms.CharField(
        label=gettext_lazy("Paste here"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "autocomplete": "off"}),
    )
    file = forms.FileField(
        label=gettext_lazy("or choose a file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,text/*"}),
    )

    def clean(self) -> dict[str, Any]:
        """``data`` is what counts: the file where one was chosen, else the text."""
        cleaned = super().clean() or {}
        upload, text = cleaned.get("file"), cleaned.get("text") or ""
        if upload is not None and upload.size > LONGEST_TEXT:
            self.add_error("file", _("This file is too large. A section's list has less than 2 MB."))
        elif upload is not None:
            cleaned["data"] = upload.read()
            self.data = {name: self.data[name] for name in self.data} | {"text": _shown(cleaned["data"])}
        elif text.strip():
            cleaned["data"] = text
        elif not self.errors:
            self.add_error("text", _("Paste the list here, or choose a file."))
        return cleaned


def _shown(data: bytes) -> str:
    try:
        return decode(data)
    except ValueError:
        return ""


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


class RosterForm(TextForm):
    by_rating = forms.BooleanField(
        label=gettext_lazy("Number by rating, highest first"),
        required=False,
        initial=True,
        help_text=gettext_lazy("Otherwise in the order of the list. Numbers already given stay."),
    )


# --- the order of tiebreaks -----------------------------------------------------------------------


class Box(NamedTuple):
    """A variation as a check box."""

    variation: Variation
    value: str
    chosen: bool


class Line(NamedTuple):
    """One system of a draft, as the editor shows it."""

    system: TiebreakSystem
    boxes: list[Box]
    chosen: bool
    focus: str


@dataclass(frozen=True)
class Menu:
    """What an order can be made of: the systems, and published orders to start from."""

    systems: Mapping[str, TiebreakSystem]
    presets: Mapping[str, Preset]

    def read(self, preset: str) -> Sequence:
        return parse(self.presets[preset].order, self.systems)


PLAYERS = Menu(SYSTEMS, PRESETS)
TEAMS = Menu(TEAM_SYSTEMS, TEAM_PRESETS)
# Teams that meet each other have what players have, and more (34G).
MATCHES = Menu(MATCH_SYSTEMS, PRESETS)


def menu_of(section: Section) -> Menu:
    return MATCHES if section.boards else PLAYERS


@dataclass
class OrderDraft:
    """An order being arranged, posted by nobody yet. It travels in the page's own fields.

    ``focus`` is the button that the keyboard goes on from: what was moved stays under the fingers.
    """

    codes: list[str]
    variations: set[str] = field(default_factory=set)
    focus: tuple[str, str] = ("", "")
    menu: Menu = PLAYERS

    @classmethod
    def of(cls, order: Sequence, menu: Menu = PLAYERS) -> "OrderDraft":
        return cls([step.system.code for step in order.steps], _chosen(order.steps), menu=menu)

    @classmethod
    def posted(cls, data: QueryDict, menu: Menu = PLAYERS) -> "OrderDraft":
        return cls(data.getlist("step"), set(data.getlist("variation")), menu=menu)

    @property
    def text(self) -> str:
        """The order as one line. Whether it can be posted is for the reader of that line to say."""
        for variation in self.variations:
            if variation.rpartition(":")[0] not in self.codes:
                message = _("%(variation)s belongs to a system that was not chosen; its system comes first.")
                raise Refused(message % {"variation": variation})
        chosen = {
            code: sorted(v.rpartition(":")[2] for v in self.variations if v.rpartition(":")[0] == code)
            for code in self.codes
        }
        return ",".join(code + (f":{'+'.join(chosen[code])}" if chosen[code] else "") for code in self.codes)

    def arrange(self, act: str) -> None:
        """Do what a button says: ``up:solkoff``, ``down:…``, ``remove:…``, ``add:…``, ``preset:…``."""
        verb, _colon, code = act.partition(":")
        at = self.codes.index(code) if code in self.codes else None
        if verb == "preset" and code in self.menu.presets:
            preset = OrderDraft.of(self.menu.read(code), self.menu)
            self.codes, self.variations, self.focus = preset.codes, preset.variations, ("up", preset.codes[0])
        elif verb == "add" and at is None and code in self.menu.systems:
            self.codes.append(code)
            self.focus = ("up", code)
        elif at is None:
            return
        elif verb == "remove":
            self.codes.remove(code)
            self.variations = {v for v in self.variations if v.rpartition(":")[0] != code}
            if self.codes:
                self.focus = ("remove", self.codes[min(at, len(self.codes) - 1)])
        elif verb in ("up", "down"):
            to = max(0, at - 1) if verb == "up" else at + 1
            self.codes.insert(to, self.codes.pop(at))
            self.focus = (verb, code)

    def lines(self) -> list[Line]:
        known = [self.menu.systems[code] for code in self.codes if code in self.menu.systems]
        return [_line(system, system.offered, self) for system in known]

    def others(self) -> list[TiebreakSystem]:
        """The systems that could be added."""
        return [system for code, system in self.menu.systems.items() if code not in self.codes]

    def columns(self) -> list[tuple[Line, bool]]:
        """The systems that could be shown beside an order, and whether each is chosen here."""
        return [
            (_line(system, columns.offered(system), self), system.code in self.codes)
            for system in columns.allowed(self.menu.systems)
        ]

    def presets(self) -> list[tuple[Preset, Sequence]]:
        """The published orders to start from, each as it reads."""
        return [(preset, self.menu.read(code)) for code, preset in self.menu.presets.items()]


def _chosen(steps: tuple[Step, ...]) -> set[str]:
    return {f"{step.system.code}:{variation}" for step in steps for variation in step.variations}


def _line(system: TiebreakSystem, offered: Iterable[Variation], draft: OrderDraft) -> Line:
    boxes = [
        Box(variation, value, value in draft.variations)
        for variation in offered
        for value in [f"{system.code}:{variation.code}"]
    ]
    verb, code = draft.focus
    return Line(system, boxes, any(box.chosen for box in boxes), verb if code == system.code else "")


class ReasonForm(forms.Form):
    """Why a locked order changes; asked for twice, since everybody reads it."""

    reason = forms.CharField(
        label=gettext_lazy("Reason for the change"),
        max_length=300,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=gettext_lazy("Everyone will read it beside the order, with your name and the time."),
    )
    again = forms.CharField(
        label=gettext_lazy("Type the reason again"),
        max_length=300,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def twice(self) -> bool:
        """Whether it was typed twice alike; blanks and case aside."""
        first, second = (" ".join(self.cleaned_data.get(name, "").split()) for name in ("reason", "again"))
        return bool(first) and first.casefold() == second.casefold()
