"""Merging two sections, splitting one at a rating, and cutting one into quads."""

from typing import Any

from django import forms
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ..models import Section
from ..pairing.quads import QUAD, ROUNDS
from ..pairing.round_robin import table
from ..selectors.entries.quads import groups
from ..selectors.setup.regrouping import RATING, TOP, Cut, told_of_tables
from .players import DifferentForm
from .titles import TitleField


class EmptyingForm(forms.Form):
    """A form after which a section is empty. It is deleted at once, but where team tables count it: those
    stand beside the box."""

    # An empty section is public as one that nobody entered.
    delete = forms.BooleanField(required=False, initial=True)

    def about(self, section: Section) -> None:
        """``section`` is the one that will be empty."""
        self.empty, self.tables = section, list(section.team_tables.order_by("pk"))
        delete, named = self.fields["delete"], {"section": section.name}
        delete.label = _("Delete %(section)s, which will be empty") % named
        if self.tables:
            delete.initial = False
            counts = gettext("{tables} counts players of {section}, so it can’t be deleted now.")
            delete.help_text = format_html(counts, tables=self._links(), section=section.name)

    def clean_delete(self) -> bool:
        if self.cleaned_data["delete"] and self.tables:
            way = gettext(
                "Take {section} out of {tables} first, or keep the section: uncheck the box."
                " Nothing was saved."
            )
            raise forms.ValidationError(format_html(way, section=self.empty.name, tables=self._links()))
        return bool(self.cleaned_data["delete"])

    def _links(self) -> SafeString:
        """The team tables, each a link to where its sections are chosen."""
        links = ((reverse("edit-table", args=[self.empty.event.slug, t.slug]), t.name) for t in self.tables)
        return format_html_join("; ", '<a href="{}">{}</a>', links)


class MergeForm(EmptyingForm, DifferentForm):
    def __init__(self, *args: Any, section: Section, may_delete: bool, **kwargs: Any) -> None:
        """``section`` is the one that will be empty."""
        super().__init__(*args, **kwargs)
        self.about(section)
        if not may_delete:
            del self.fields["delete"]
            return
        # Everybody counts where the other section does, so no team table keeps this one.
        self.tables, delete = [], self.fields["delete"]
        delete.initial = True
        delete.help_text = " ".join(told_of_tables(section))


class CutForm(forms.Form):
    """Where to split: at a rating, or after so many players."""

    rating = forms.IntegerField(
        label=_("Split at rating"),
        min_value=1,
        max_value=9999,
        required=False,
        help_text=_("1000 puts 1000 and higher in the upper section, 999 and lower in the lower one."),
    )
    top = forms.IntegerField(
        label=_("Or players at the top"),
        min_value=1,
        max_value=9999,
        required=False,
        help_text=_("This many of the highest rated go in the upper section."),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not self.errors and (cleaned.get("rating") is None) == (cleaned.get("top") is None):
            self.add_error(None, _("Type a rating, or a number of players. Not both."))
        return cleaned

    def cut(self) -> Cut:
        typed = self.cleaned_data
        return Cut(RATING, typed["rating"]) if typed["rating"] else Cut(TOP, typed["top"])


class SplitForm(forms.Form):
    UPPER, LOWER = "upper", "lower"
    PARTS = ((LOWER, _("the lower part")), (UPPER, _("the upper part")))

    name = TitleField(label=_("Name of the new section"), max_length=80)
    new = forms.ChoiceField(
        label=_("The new section gets"), choices=PARTS, initial=LOWER, widget=forms.RadioSelect
    )
    unrated = forms.ChoiceField(
        label=_("Unrated players go to"), choices=PARTS, initial=LOWER, widget=forms.RadioSelect
    )

    def __init__(self, *args: Any, has_unrated: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["unrated"].required = has_unrated
        if not has_unrated:
            self.fields["unrated"].widget = forms.HiddenInput()

    def split(self) -> dict[str, Any]:
        typed = self.cleaned_data
        return {
            "name": typed["name"],
            "unrated_up": typed["unrated"] == self.UPPER,
            "new_is_upper": typed["new"] == self.UPPER,
        }


class QuadsForm(EmptyingForm):
    field_order = ("name", "rest", "delete")
    SWISS, ROUND_ROBIN = "swiss", "round-robin"

    name = TitleField(
        label=_("Name"),
        # " 12 (Swiss)" follows.
        max_length=60,
        initial=_("Quad"),
        help_text=_("The groups get this name and a number."),
    )
    rest = forms.ChoiceField(label=_("The last group plays"), initial=SWISS, widget=forms.RadioSelect)

    def __init__(self, *args: Any, section: Section, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rest = len(groups(section, name="")[-1].players)
        self.fields["rest"].choices = (  # type: ignore[attr-defined]
            (self.SWISS, _("a Swiss of %(n)d rounds") % {"n": ROUNDS}),
            (self.ROUND_ROBIN, _("a round robin of %(n)d rounds") % {"n": len(table(rest))}),
        )
        if rest <= QUAD:
            del self.fields["rest"]
        self.about(section)
        if section.players.filter(house=True).exists():
            del self.fields["delete"]

    @property
    def cut(self) -> dict[str, Any]:
        """The groups as they stand in the form, right or not."""
        rest = self["rest"].value() if "rest" in self.fields else self.SWISS
        return {
            "name": self["name"].value() or self.fields["name"].initial,
            "all_play_all": rest == self.ROUND_ROBIN,
        }
