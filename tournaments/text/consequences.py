"""What a correction moves, in words: for the sheet before it is saved, and the pages after it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine import points
from tiebreaks.engine.prizes.notation import parse
from tiebreaks.engine.prizes.prize import dollars
from tiebreaks.engine.systems import MATCH_SYSTEMS, SYSTEMS, TEAM_SYSTEMS
from tiebreaks.moves import MovedPlace, MovedTrophy, Moves, Place, Tiebreak, read
from tiebreaks.published import read_value

from . import prizes, wording

# A medal for everybody at a score has dozens of winners, and a place of an early round is tied among as many:
# a result moves one or two of them.
MOST_NAMED = 3

_SYSTEMS = {**SYSTEMS, **MATCH_SYSTEMS, **TEAM_SYSTEMS}


class Turn(NamedTuple):
    """Something before and after, as text."""

    before: str
    after: str

    @property
    def differs(self) -> bool:
        return self.before != self.after


class PlaceLine(NamedTuple):
    """One who moves: the rank, the points, and the tiebreak that differs where the points do not.

    ``up`` is None for a score that moves nobody.
    """

    name: str
    rank: Turn
    points: Turn
    up: bool | None
    tiebreak: str = ""
    value: Turn = Turn("", "")


class AwardLine(NamedTuple):
    title: str
    before: SafeString
    after: SafeString


class Told(NamedTuple):
    """What moves in one of the standings. ``counts`` says it in short, and ``desk`` what to do about awards
    that were handed out."""

    name: str
    places: list[PlaceLine]
    trophies: list[AwardLine]
    money: list[AwardLine]
    place_count: str
    points_count: str
    trophy_count: str
    cash: str
    desk: list[SafeString]

    @property
    def counts(self) -> list[str]:
        return [text for text in (self.place_count, self.trophy_count, self.cash) if text]

    @property
    def place_caption(self) -> str:
        """The head of the table of those who move; what only points move is said above it."""
        if self.place_count == _only_points():
            return ""
        return ", ".join(filter(None, (self.place_count, self.points_count)))

    @property
    def only_points(self) -> bool:
        """Nothing but points, where several standings may say the same."""
        return self.counts == [_only_points()]


def tell(kind: str, name: str, moved: Moves) -> Told:
    """``kind`` is that of the owner: a section, or a table of teams."""
    trophies, cents = len(moved.trophies), moved.cents
    return Told(
        name=name,
        places=[_place(each) for each in moved.places],
        trophies=[_trophy(kind, each) for each in moved.trophies],
        money=[
            AwardLine(each.name, SafeString(dollars(each.before)), SafeString(dollars(each.after)))
            for each in moved.money
        ],
        place_count=_place_count(moved),
        points_count=_points_count(moved),
        trophy_count=ngettext("%(count)d trophy", "%(count)d trophies", trophies) % {"count": trophies}
        if trophies
        else "",
        cash=dollars(cents) if cents else "",
        desk=[
            _hand_over(kind, each)
            for each in moved.trophies
            if not (each.before.undecided and each.after.undecided)  # nobody has it
        ]
        + [
            format_html(
                _("{name}: {after} in all, not {before}."),
                name=wording.bdi(each.name),
                before=dollars(each.before),
                after=dollars(each.after),
            )
            for each in moved.money
        ],
    )


def _only_points() -> str:
    return _("no place, only points")


def _place_count(moved: Moves) -> str:
    if moved.places and not moved.ranks:
        return _only_points()
    return (
        ngettext("%(count)d place", "%(count)d places", moved.ranks) % {"count": moved.ranks}
        if moved.places
        else ""
    )


def _points_count(moved: Moves) -> str:
    """How many keep their place, beside those who do not."""
    count = len(moved.places) - moved.ranks if moved.ranks else 0
    return _("%(count)d more only in points") % {"count": count} if count else ""


def told(kept: Sequence[Sequence[Any]]) -> list[Told]:
    """The same from what the log keeps."""
    return [tell(kind, name, read(plain)) for kind, name, plain in kept]


def _place(moved: MovedPlace) -> PlaceLine:
    line = PlaceLine(
        name=moved.name,
        rank=Turn(_rank(moved.before), _rank(moved.after)),
        points=Turn(_points(moved.before), _points(moved.after)),
        up=moved.up,
    )
    if moved.tiebreak is None:
        return line
    system = _SYSTEMS[moved.tiebreak.code]
    head = wording.message(system.name) if system.by_people else system.head
    return line._replace(tiebreak=head, value=_values(moved.tiebreak))


def _values(tiebreak: Tiebreak) -> Turn:
    unit = _SYSTEMS[tiebreak.code].unit
    return Turn(*wording.values(unit, *(read_value(each) for each in (tiebreak.before, tiebreak.after))))


def _rank(place: Place | None) -> str:
    if place is None:
        return "–"
    return wording.ordinal(place.rank) + ("=" if place.shared else "")


def _points(place: Place | None) -> str:
    return "–" if place is None else points.show(place.score_q)


def _title(kind: str, moved: MovedTrophy) -> str:
    (prize,) = parse(moved.line)
    if kind == "section":
        return prizes.trophies([prize])
    return prizes.of_teams([prize])


def _trophy(kind: str, moved: MovedTrophy) -> AwardLine:
    had_many, has_many = (len(names) > MOST_NAMED for names in (moved.had, moved.has))
    before = _counted(moved.had) if had_many else _winners(moved.had)
    after = _with_and_without(moved) if has_many else _winners(moved.has)
    return AwardLine(
        _title(kind, moved),
        _decided_or_not(before, undecided=moved.before.undecided),
        _decided_or_not(after, undecided=moved.after.undecided),
    )


def _counted(names: tuple[str, ...]) -> SafeString:
    count = len(names)
    return SafeString(ngettext("%(count)d player", "%(count)d players", count) % {"count": count})


def _with_and_without(moved: MovedTrophy) -> SafeString:
    """Of many: how many they are now, and by name only those who were not or no longer are among them."""
    new = [name for name in moved.has if name not in moved.had]
    gone = [name for name in moved.had if name not in moved.has]
    if len(new) > MOST_NAMED or not (new or gone):
        return _counted(moved.has)
    said = {"count": _counted(moved.has), "new": wording.listed(new), "gone": wording.listed(gone)}
    if new and gone:
        return format_html(_("{count}: {new} too, not {gone}"), **said)
    return format_html(_("{count}: {new} too") if new else _("{count}: not {gone}"), **said)


def _winners(names: tuple[str, ...]) -> SafeString:
    return wording.listed(names) if names else SafeString(_("no winner"))


def _decided_or_not(winners: SafeString, *, undecided: bool) -> SafeString:
    return format_html(_("undecided: {names}"), names=winners) if undecided else winners


def _hand_over(kind: str, moved: MovedTrophy) -> SafeString:
    """What the ceremony desk does about a trophy that somebody has."""
    had = [name for name in moved.had if name not in moved.has] if not moved.before.undecided else []
    has = [name for name in moved.has if name not in moved.had or moved.before.undecided]
    if moved.after.undecided:
        had, text = list(moved.had), _("{title}: get it back from {had}. It is undecided now.")
    elif had and has:
        text = _("{title}: get it back from {had} and give it to {has}.")
    elif had:
        text = _("{title}: get it back from {had}. No one wins it now.")
    else:
        text = _("{title}: give it to {has}.")
    return format_html(text, title=_title(kind, moved), had=wording.listed(had), has=wording.listed(has))
