"""The file of another pairing program, and what is taken of it."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tiebreaks.engine.chart.wallchart import Format
from tiebreaks.engine.ranking.editions import current

from ..models import Event
from ..selectors.event.orders import is_posted, order_in
from ..text import wording

LARGEST = 5_000_000


class CompanionForm(forms.Form):
    file = forms.FileField(
        label=_("File of the other program"),
        widget=forms.FileInput(attrs={"accept": ".sjson,.json,.bk,.txt,.trf,.dbf,.zip,.csv"}),
    )

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > LARGEST:
            raise forms.ValidationError(_("This file is larger than 5 MB. Nothing was read."))
        return file


def orders(event: Event) -> list[tuple[str, str]]:
    """The tiebreak orders that new sections can have: the rulebook's, and those posted in this event."""
    rulebook = current().default_order(Format.SWISS)
    found = {str(rulebook): wording.order(rulebook)}
    for section in event.sections.filter(boards=0).select_related("standings").order_by("position", "pk"):
        if is_posted(section):
            order = order_in(section)
            found.setdefault(str(order), f"{section.name}: {wording.order(order)}")
    return list(found.items())
