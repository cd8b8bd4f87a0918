"""The file of another pairing program, and what is taken of it."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tiebreaks.engine.chart.wallchart import Format
from tiebreaks.engine.ranking.editions import current
from tiebreaks.engine.ranking.presets import PRESETS
from tiebreaks.engine.ranking.sequence import parse

from ..formats.records import PlayedSection
from ..models import Event
from ..selectors.event.orders import is_posted, order_in
from ..services.companion import OF_FILE
from ..text import wording

LARGEST = 5_000_000


class CompanionForm(forms.Form):
    file = forms.FileField(
        label=_("File of the other program"),
        widget=forms.FileInput(attrs={"accept": ".sjson,.json,.bk,.ptoz,.txt,.trf,.dbf,.zip,.csv"}),
    )

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > LARGEST:
            raise forms.ValidationError(_("This file is larger than 5 MB. Nothing was read."))
        return file


def orders(event: Event, files: Iterable[PlayedSection] = ()) -> list[tuple[str, str]]:
    """The tiebreak orders that new sections can have: the file's, the rulebook's, those posted in this event,
    and those that others published."""
    of_file = {each.order for each in files if each.entries}
    found: dict[str, str] = {}
    if of_file != {""} and of_file:
        words = wording.order(parse(of_file.pop())) if len(of_file) == 1 else _("as it has them, by section")
        found[OF_FILE] = _("From the file: %(order)s") % {"order": words}
    rulebook = current().default_order(Format.SWISS)
    found[str(rulebook)] = wording.order(rulebook)
    for section in event.sections.filter(boards=0).select_related("standings").order_by("position", "pk"):
        if is_posted(section):
            order = order_in(section)
            found.setdefault(str(order), f"{section.name}: {wording.order(order)}")
    for preset in PRESETS.values():
        if preset.format is Format.SWISS:
            order = parse(preset.order)
            found.setdefault(str(order), f"{wording.message(preset.name)}: {wording.order(order)}")
    return list(found.items())
