"""What changed since a draft was paired, by name: who left or came, and results of earlier rounds."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from ..models import LogEntry, PairingDraft, Section, Verb
from ..text.results import bye_name
from .pairing_basis import Basis

# More are counted.
NAMED = 3


def changed_since(section: Section, of: Basis, row: PairingDraft) -> str:
    """The changes in one line; empty where none is known by name, as of a draft of an older release.

    Results are those since the draft was changed last.
    """
    found = [*_left_or_came(of, row), *_results(section, row)]
    names = "; ".join(found[:NAMED])
    if len(found) <= NAMED:
        return names
    return _("%(names)s; and %(count)d more") % {"names": names, "count": len(found) - NAMED}


def _left_or_came(of: Basis, row: PairingDraft) -> Iterator[str]:
    """Who was paired and is not in the round now, and who is in it and was not paired."""
    if not row.reasons:
        return
    request = of.request
    paired = {number for white, black, *_why in row.reasons for number in (white, black)}
    paired |= {row.bye_reasons[0]} if row.bye_reasons else set()
    for card in request.chart.cards:
        values: dict[str, object] = {"name": request.name(card.number)}
        is_in = request.in_pool(card)
        if card.number in of.seated or is_in == (card.number in paired) or (is_in and card.house):
            continue
        if is_in and card.number in request.late:
            yield _("%(name)s entered late") % values
        elif is_in:
            yield _("%(name)s is in this round now") % values
        elif request.gone(card):
            yield _("%(name)s withdrew") % values
        elif resting := request.away(card):
            yield _("%(name)s has a %(bye)s") % {**values, "bye": bye_name(resting.kind)}
        elif card.number in paired:
            yield _("%(name)s is not in this round") % values


def _results(section: Section, row: PairingDraft) -> list[str]:
    """The boards of earlier rounds whose results are others, each once."""
    if section.format == Section.Formats.ROUND_ROBIN:
        return []
    entries = LogEntry.objects.filter(
        standings=section.standings_id, verb__in=(Verb.RESULT, Verb.RULING), at__gt=row.changed_at
    )
    # A second reading that differs changes no result, and makes no version.
    entries = entries.filter(version__isnull=False)
    found = []
    for values in entries.filter(undone_by=None).order_by("pk").values_list("values", flat=True):
        if values.get("round", row.round) >= row.round:
            continue
        if "match" in values:
            found.append(_("the result of round %(round)d, match %(match)d") % values)
        elif "board" in values:
            found.append(_("the result of round %(round)d, board %(board)d") % values)
    return [*dict.fromkeys(found)]
