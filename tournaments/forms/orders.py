"""The tiebreak order as a draft, and the reason for changing a locked one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tiebreaks.engine.ranking import columns
from tiebreaks.engine.ranking.presets import PRESETS, TEAM_PRESETS, Preset
from tiebreaks.engine.ranking.sequence import Sequence, parse
from tiebreaks.engine.systems import MATCH_SYSTEMS, SYSTEMS, TEAM_SYSTEMS
from tiebreaks.engine.terms.system import TiebreakSystem, Variation
from tiebreaks.fields import LineField

from ..errors import Refused
from ..models import Section


class Box(NamedTuple):
    """A variation as a check box."""

    variation: Variation
    value: str
    chosen: bool


class OrderLine(NamedTuple):
    """One system of a draft, as the editor shows it."""

    system: TiebreakSystem
    boxes: list[Box]
    chosen: bool
    focus: str


@dataclass(frozen=True)
class Menu:
    """The systems an order can contain, and published orders to start from."""

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
    """An order that is not posted yet. It travels in the page's own fields.

    ``focus`` is the button that keeps the keyboard focus, so that a moved system can be moved again.
    """

    codes: list[str]
    variations: set[str] = field(default_factory=set)
    focus: tuple[str, str] = ("", "")
    menu: Menu = PLAYERS

    @classmethod
    def of(cls, order: Sequence, menu: Menu = PLAYERS) -> "OrderDraft":
        chosen = {f"{step.system.code}:{each}" for step in order.steps for each in step.variations}
        return cls([step.system.code for step in order.steps], chosen, menu=menu)

    @classmethod
    def posted(cls, data: QueryDict, menu: Menu = PLAYERS) -> "OrderDraft":
        return cls(data.getlist("step"), set(data.getlist("variation")), menu=menu)

    @property
    def text(self) -> str:
        """The order as one line. Its parser says whether it can be posted."""
        chosen: dict[str, list[str]] = {code: [] for code in self.codes}
        for variation in sorted(self.variations):
            code, _colon, name = variation.rpartition(":")
            if code not in chosen:
                message = _("“%(variation)s” belongs to a system that is not chosen. Choose the system too.")
                raise Refused(message % {"variation": variation})
            chosen[code].append(name)
        return ",".join(code + (f":{'+'.join(chosen[code])}" if chosen[code] else "") for code in self.codes)

    def arrange(self, act: str) -> None:
        """Do the act of a button: ``up:solkoff``, ``down:…``, ``remove:…``, ``add:…``, ``preset:…``."""
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

    def lines(self) -> list[OrderLine]:
        known = [self.menu.systems[code] for code in self.codes if code in self.menu.systems]
        return [_line(system, system.offered, self) for system in known]

    def others(self) -> list[TiebreakSystem]:
        """The systems that could be added."""
        return [system for code, system in self.menu.systems.items() if code not in self.codes]

    def columns(self) -> list[tuple[OrderLine, bool]]:
        """The systems that can be extra columns, and whether each is chosen here."""
        return [
            (_line(system, columns.offered(system), self), system.code in self.codes)
            for system in columns.allowed(self.menu.systems)
        ]

    def presets(self) -> list[tuple[Preset, Sequence]]:
        """The published orders to start from, each with its steps."""
        return [(preset, self.menu.read(code)) for code, preset in self.menu.presets.items()]


def _line(system: TiebreakSystem, offered: Iterable[Variation], draft: OrderDraft) -> OrderLine:
    boxes = [
        Box(variation, value, value in draft.variations)
        for variation in offered
        for value in [f"{system.code}:{variation.code}"]
    ]
    verb, code = draft.focus
    return OrderLine(system, boxes, any(box.chosen for box in boxes), verb if code == system.code else "")


class ReasonForm(forms.Form):
    """The reason for changing a locked order, typed twice because everyone reads it."""

    reason = LineField(
        label=_("Reason for the change"),
        max_length=300,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("Everyone sees it with the order, your name, and the time."),
    )
    again = LineField(
        label=_("Type the reason again"),
        max_length=300,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def ask_again(self) -> None:
        """Refuse a reason that does not stand there twice, apart from blanks and case."""
        first, second = (self.cleaned_data.get(name, "") for name in ("reason", "again"))
        if not first or "again" in self.errors:
            return
        if not second:
            self.add_error("again", _("Type the same reason here too."))
        elif first.casefold() != second.casefold():
            self.add_error("again", _("The two reasons differ. Type the same reason again."))
