"""The file of another pairing program, and what is taken of it."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tiebreaks.engine.chart.wallchart import Format
from tiebreaks.engine.ranking.editions import current
from tiebreaks.engine.ranking.presets import PRESETS
from tiebreaks.engine.ranking.sequence import parse

from ..formats.records import PlayedSection
from ..formats.sizes import LIST, megabytes
from ..models import Event
from ..selectors.event.orders import is_posted, order_in
from ..services.companion import OF_FILE
from ..text import wording


class CompanionForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("File of the other program"),
        help_text=format_lazy(gettext_lazy("At most {most}."), most=megabytes(LIST)),
        widget=forms.FileInput(attrs={"accept": ".sjson,.json,.bk,.ptoz,.txt,.trf,.dbf,.zip,.csv"}),
    )

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > LIST:
            raise forms.ValidationError(too_large())
        return file


def too_large() -> str:
    return _("This file is larger than %(most)s. Nothing was read.") % {"most": megabytes(LIST)}


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
