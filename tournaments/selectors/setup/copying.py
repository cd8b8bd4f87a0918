"""What copying the set-up of one section to another would change, seen before it is done."""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import models
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tiebreaks.engine.prizes.prize import dollars
from tiebreaks.engine.ranking import sequence
from tiebreaks.engine.ranking.editions import EDITIONS
from tiebreaks.models import FrozenAwards
from tiebreaks.selectors import postings

from ...models import MANAGERS, Event, Section
from ...text import wording
from ...text.pairing_options import PostedOptions
from ..event.orders import is_locked

# The terms of the prizes, beside their lines. How many entries there were belongs to the section.
_SAID = {
    "fund_alone": gettext_lazy("the fund of this section stands alone"),
    "cash_playoff": gettext_lazy("a playoff also decides cash"),
    "follow_money": gettext_lazy("trophies follow the money"),
    "withdrawn_too": gettext_lazy("players who withdrew can win"),
    "no_shows_too": gettext_lazy("entries that played no game can win"),
}
TERMS = ("fund_based_on", "unrated_limit", *_SAID)


class Part(models.TextChoices):
    """What can be copied, in the order in which it is."""

    OPTIONS = "options", gettext_lazy("Rounds and options")
    ORDER = "order", gettext_lazy("Tiebreak order")
    PAIRING = "pairing", gettext_lazy("Pairing options")
    PRIZES = "prizes", gettext_lazy("Prizes")


@dataclass(frozen=True)
class Copied:
    """One part: what is here, what is there, and what a director must know before it is replaced."""

    part: Part
    here: str
    there: str
    warnings: list[str]
    # Checked at first: it is what a copy is for, and replaces nothing that was posted or announced for good.
    chosen: bool = True

    @property
    def same(self) -> bool:
        return self.here == self.there


@dataclass(frozen=True)
class Preview:
    parts: list[Copied]
    # Play has begun here: another order, and other options of the pairing, need a reason.
    locked: bool

    @property
    def changes(self) -> bool:
        return any(not part.same for part in self.parts)

    @property
    def asks_reason(self) -> bool:
        posted = (Part.ORDER, Part.PAIRING)
        return self.locked and any(part.part in posted and not part.same for part in self.parts)


def events_to_copy(user: User) -> QuerySet[Event]:
    """The events whose set-up this person may see, the newest first."""
    theirs = Event.objects.filter(staff__user=user, staff__role__in=MANAGERS)
    return theirs.order_by(models.F("starts_on").desc(nulls_last=True), "-pk")


def sections_to_copy(user: User, but: Section) -> list[tuple[Event, list[Section]]]:
    """The other sections whose set-up this person may see, those of the same event first."""
    events = list(events_to_copy(user).prefetch_related("sections"))
    events.sort(key=lambda event: event.pk != but.event_id)
    found = []
    for event in events:
        sections = sorted(event.sections.all(), key=lambda each: (each.position, each.pk))
        if others := [each for each in sections if each.pk != but.pk]:
            found.append((event, others))
    return found


def posted_line(section: Section) -> str:
    """The order posted last, as it was posted; empty if none was."""
    posted = postings(section.standings_id)
    return posted[-1].order if posted else ""


def preview(section: Section, source: Section, *, chief: bool) -> Preview:
    """What each part is here and there. Only the chief posts an order and the options of the pairing."""
    locked = is_locked(section)
    parts = [Copied(Part.OPTIONS, _options(section), _options(source), [])]
    if chief and posted_line(source):
        warnings = []
        if posted_line(section):
            warnings.append(
                _("An order is posted here. The copied one replaces it, and the history keeps it.")
            )
        if locked:
            warnings.append(_("Play has begun, so a change needs a reason that everyone can read."))
        parts.append(Copied(Part.ORDER, _order(section), _order(source), warnings, not warnings))
    if chief and source.pairing_options:
        warnings = []
        if locked:
            warnings.append(_("Play has begun, so a change needs a reason that everyone can read."))
        parts.append(Copied(Part.PAIRING, _pairing(section), _pairing(source), warnings, not warnings))
    warnings = [_("The prizes announced here are replaced.")] if section.prizes else []
    frozen = FrozenAwards.objects.filter(standings=section.standings_id).exists()
    if frozen:
        warnings.append(_("The awards here are frozen. A new version will differ from what was announced."))
    # A new section has some already, as many trophies as were asked for when it was created.
    parts.append(Copied(Part.PRIZES, _prizes(section), _prizes(source), warnings, not frozen))
    return Preview(parts, locked)


def _options(section: Section) -> str:
    said = [
        section.get_format_display(),
        _("rounds: %(rounds)d") % {"rounds": section.rounds},
        _("games per round: %(games)d") % {"games": section.games},
        _("teams on %(boards)d boards") % {"boards": section.boards} if section.boards else _("players"),
    ]
    if section.by_game_points:
        said.append(_("ranked by game points"))
    if section.first_board > 1:
        said.append(_("boards from %(board)d") % {"board": section.first_board})
    return "; ".join([*map(str, said), _(EDITIONS[section.edition].short), *section.posted_byes])


def _order(section: Section) -> str:
    line = posted_line(section)
    return wording.order(sequence.parse(line, section.systems)) if line else _("not posted")


def _pairing(section: Section) -> str:
    return PostedOptions(section.pairing_options, of_teams=bool(section.boards)).said


def _prizes(section: Section) -> str:
    lines = section.prizes.splitlines()
    if section.fund_based_on:
        lines.append(_("prize fund based on entries: %(entries)d") % {"entries": section.fund_based_on})
    if section.unrated_limit is not None:
        lines.append(_("limit for unrated players: %(money)s") % {"money": dollars(section.unrated_limit)})
    lines += [str(said) for name, said in _SAID.items() if getattr(section, name)]
    return "; ".join(lines) or _("none")


def setup_of(section: Section) -> list[tuple[str, str]]:
    """Each part of a section's set-up, in words."""
    said = {
        Part.OPTIONS: _options,
        Part.ORDER: _order,
        Part.PAIRING: _pairing,
        Part.PRIZES: _prizes,
    }
    return [(str(part.label), tell(section)) for part, tell in said.items()]
