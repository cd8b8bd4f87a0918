"""The forms of announcing prizes."""

from itertools import chain
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from tiebreaks.engine.prizes import Prize
from tiebreaks.engine.prizes.notation import MOST_CENTS, parse, read, show
from tiebreaks.engine.prizes.prize import in_order_of_value
from tiebreaks.fields import LinesField

from ..formats.flyer import Reading, prize_lines, reading
from ..formats.flyer_terms import goes_without_saying, not_in_the_top, on_top_of_trophies
from ..formats.flyer_words import NOT_SAID
from ..models import Section
from .money import DollarsField
from .pasted import Pasted

MOST_TEXT = 20_000


class PrizesForm(forms.Form):
    text = LinesField(
        label=_("All prizes, one per line"),
        required=False,
        max_length=MOST_TEXT,
        widget=Pasted(rows=8),
    )
    in_this_order = forms.BooleanField(
        label=_("Keep these lines in my own order of value"),
        required=False,
        help_text=_(
            "If unchecked, the rulebook's order applies: places, classes from highest to lowest, unrated,"
            " grades, ages (32B4)."
        ),
    )

    none = forms.BooleanField(
        label=_("Remove all prizes"),
        required=False,
        widget=forms.HiddenInput,
        help_text=_("The box is empty. Check this if the section gives no prizes."),
    )

    # How teams count, if the text says it.
    counting = NOT_SAID
    # And how many entries the fund is based on (32C4).
    based_on: int | None = None

    def clean_text(self) -> str:
        """The lines of a flyer as announcements. Where one cannot be read, the others keep their numbers."""
        lines = self.cleaned_data["text"].splitlines()
        readings = list(map(reading, lines))
        for each in readings:
            self.counting = self.counting.with_(each.counting)
            self.based_on = each.based_on or self.based_on
        read_as = list(map(prize_lines, lines))
        text = "\n".join(chain.from_iterable(read_as))
        found, errors = read(text)
        if not errors:
            self._not_in_the_top(readings, found)
            return show(with_things) if (with_things := on_top_of_trophies(found)) != found else text
        alone = [each[0] if len(each) == 1 else line for line, each in zip(lines, read_as, strict=True)]
        return "\n".join(alone)

    def _not_in_the_top(self, readings: list[Reading], found: tuple[Prize, ...]) -> None:
        listed = found if self.data.get("in_this_order") else in_order_of_value(found)
        for at, each in enumerate(readings, 1):
            mine = parse("\n".join(each.announced)) if each.besides and each.whole else ()
            if each.besides and not goes_without_saying(each.besides, mine, listed):
                where = _("line %(line)d") % {"line": at}
                said = not_in_the_top(each.besides, capfirst(where))
                raise forms.ValidationError(_("Nothing was saved. %(said)s.") % {"said": said})

    def clean(self) -> dict[str, Any]:
        """An empty box takes every prize back, so it needs a second word."""
        cleaned = super().clean() or {}
        takes_back = not cleaned.get("text", "").strip() and bool(self.initial.get("text"))
        if takes_back or self["none"].data:
            self.fields["none"].widget = forms.CheckboxInput()
        if takes_back and not self.errors and not cleaned.get("none"):
            self.add_error("none", _("Nothing was saved. Check this to remove all prizes."))
        return cleaned

    @classmethod
    def of(cls, section: Section) -> "PrizesForm":
        prizes = list(parse(section.prizes))
        own = prizes != in_order_of_value(prizes)
        return cls(initial={"text": section.prizes, "in_this_order": own})


class FlyerForm(forms.Form):
    """The prizes of several sections."""

    text = LinesField(
        label=_("The flyer’s prizes"),
        max_length=MOST_TEXT,
        widget=Pasted(rows=14),
        help_text=_(
            "A section’s name with a colon, then its prizes, in lines or in sentences. “K-3 and K-5:” names"
            " both, “All sections:” applies to each."
        ),
    )
    add = forms.BooleanField(
        label=_("Keep the prizes announced already, and add these"),
        required=False,
        help_text=_("If unchecked, these replace the prizes of the sections named."),
    )
    leave_out = forms.BooleanField(
        label=_("Leave out lines of a section that are no prizes"),
        required=False,
        help_text=_(
            "Entry fees, times of rounds and the like above the first section are left out in any case. You"
            " see which before anything is saved."
        ),
    )
    make_tables = forms.BooleanField(
        label=_("Create the team tables that are missing"),
        required=False,
        help_text=_(
            "A section with team trophies and without a team table gets one, called after the section. Every"
            " school or club on its roster is a team."
        ),
    )


class TermsForm(forms.Form):
    withdrawn_too = forms.BooleanField(label=_("Players who withdrew can win (32C1)"), required=False)
    no_shows_too = forms.BooleanField(
        label=_("Entries that played no game can win (32C2)"),
        required=False,
        help_text=_("If unchecked, an entry with only forfeits and requested byes wins no trophy or money."),
    )
    follow_money = forms.BooleanField(
        label=_("A trophy follows the money of its prize (33D2a)"),
        required=False,
        help_text=_("If unchecked, trophies and cash are awarded separately (32F)."),
    )
    cash_playoff = forms.BooleanField(
        label=_("A playoff also decides cash prizes (34C)"),
        required=False,
        help_text=_("Only if all detailed publicity said so before the event."),
    )
    unrated_limit = DollarsField(
        label=_("Most an unrated player can win, in dollars"),
        required=False,
        most_cents=MOST_CENTS,
        help_text=_(
            "Applies to prizes that are not for unrated players (32C6). The rest goes to the next in line."
            " Leave empty for no limit."
        ),
    )
    fund_based_on = forms.IntegerField(
        label=_("Entries the prize fund is based on"),
        required=False,
        min_value=0,
        max_value=100_000,
        help_text=_(
            "With fewer entries, prizes are paid in proportion, at least half above $500 (32C4)."
            " Leave empty to pay in full."
        ),
    )
    fund_alone = forms.BooleanField(
        label=_("This section’s prize fund is separate (32C4)"),
        required=False,
        help_text=_("If unchecked, the funds of all sections of the event count together for the $500."),
    )
    fund_entries = forms.IntegerField(
        label=_("Actual entries"),
        required=False,
        min_value=0,
        max_value=100_000,
        help_text=_("Leave empty to count the ranked entries on the roster."),
    )

    @classmethod
    def of(cls, section: Section) -> "TermsForm":
        initial = forms.model_to_dict(section, cls.base_fields)
        return cls(initial=initial | {"fund_based_on": section.fund_based_on or None})

    def clean_fund_based_on(self) -> int:
        return self.cleaned_data["fund_based_on"] or 0
