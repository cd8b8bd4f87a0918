"""What a registration file says otherwise than what stands here, where a director may have changed that.

Three values are compared: that of the file, that of the last file, and the one here. What a file says again
is no news: another value here was set by hand, and stays. News is taken where the last file's value still
stands here. Where both are new, what is here stays too. What stays is shown, with a box that takes the other.
"""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from tiebreaks.engine.ranking.membership import name_key

from ...formats.byes import written
from ...formats.fields import written_rating
from ...formats.names import player_name_key
from ...formats.records import RosterEntry
from ...formats.registration import ListedPlayer
from ...models import Player
from .matching import corrected_by, digest, told

# By the column of a file, the field of a player.
OF_COLUMNS = {
    "id": "uscf_id",
    "rating": "rating",
    "assigned": "assigned_rating",
    "team": "team",
    "grade": "grade",
    "state": "state",
    "age": "age",
    "expires": "expires_on",
    "fee": "fee_cents",
}
_COLUMNS = {field: column for column, field in OF_COLUMNS.items()} | {"provisional": "rating"}
# What is kept of a line that says *unrated*, or that there are no byes.
NONE = "none"


class Kept(NamedTuple):
    """A value that stands here, and what the file has instead; ``is_new`` if the last file did not say so.
    ``key`` is what a form calls it, and nothing where the file's value cannot be taken. ``shared`` is the
    same of all in a section of whom the same is said, as after a split. The box for all in a section leaves
    what is not ``of_all``: a value that the file has not."""

    key: str
    shared: str
    said: str
    column: str
    is_new: bool = False
    is_taken: bool = False
    of_all: bool = True


def registered(each: ListedPlayer) -> dict[str, str]:
    """What a line says, by column. Name and ID as they are written, whatever is answered about them."""
    name, uscf_id, _team = each.written
    said = {column: _text(each.entry, column) for column in OF_COLUMNS} | dict.fromkeys(each.none, NONE)
    said |= {"name": player_name_key(name), "id": uscf_id, "section": name_key(each.section)}
    if each.is_paid:
        said[Player.PAID] = Player.PAID
    if each.entry.byes:
        said["byes"] = written(each.entry.byes)
    return {column: text for column, text in said.items() if text}


def _text(person: RosterEntry | Player, column: str) -> str:
    if column == "rating":
        return written_rating(person.rating, person.provisional)
    value = getattr(person, OF_COLUMNS[column])
    return value.isoformat() if isinstance(value, date) else str(value or "")


@dataclass(frozen=True)
class SinceLast:
    """The comparison, for one file. ``taken`` are the boxes that are checked: of a value, or of all that
    stays in a section. Of a file that is ``older`` than the last one nothing is news."""

    taken: Container[str] = ()
    older: bool = False

    def is_news(self, last: str | None, here: str, listed: str) -> bool:
        """Whether the file's value is taken unasked."""
        if last is None:
            return not here
        last = "" if last == NONE else last
        return not self.older and not _same(last, listed) and _same(last, here)

    def kept(self, player: Player, column: str, listed: str, *shown: str) -> Kept:
        """The value of a column that stays here, unless its box is checked. ``shown`` are the name of the
        column, the value here and that of the file, which is compared as it is ``listed``."""
        last, key = player.registered.get(column), digest("take", player.pk, column)
        what, here, there = shown
        said = _("%(what)s %(here)s, in the file %(there)s")
        values = {"what": what, "here": here, "there": there}
        is_new = not self.older and (last is None or not _same(last, listed))
        shared = digest("take of all", player.section_id, said % values)
        boxes = {key, shared, all_of(player.section_id)}
        is_taken = any(box in self.taken for box in boxes)
        return Kept(key, shared, said % values, column, is_new, is_taken)

    def kept_of_none(self, player: Player, column: str, what: str, here: str) -> Kept:
        """The same of a value where the file has none: the box for all clears nothing."""
        said = _("%(what)s %(here)s, none in the file") % {"what": what, "here": here}
        key, shared = digest("take", player.pk, column), digest("take of all", player.section_id, said)
        is_taken = key in self.taken or shared in self.taken
        return Kept(key, shared, said, column, is_taken=is_taken, of_all=False)

    def fields(self, entry: RosterEntry, player: Player) -> tuple[dict[str, Any], list[Kept]]:
        """What a line changes of a player, and what stays."""
        fields, kept = corrected_by(entry, player), []
        for column in dict.fromkeys(_COLUMNS[name] for name in fields):
            listed = _text(entry, column)
            if self.is_news(player.registered.get(column), _text(player, column), listed):
                continue
            of_column = {name: value for name, value in fields.items() if _COLUMNS[name] == column}
            (shown,) = told(player, of_column)
            kept.append(self.kept(player, column, listed, *shown))
            if not kept[-1].is_taken:
                fields = {name: value for name, value in fields.items() if name not in of_column}
        return fields, kept

    def registered(self, each: ListedPlayer, player: Player, kept: Iterable[Kept]) -> Mapping[str, str]:
        """What is known of the file then. An older one leaves what the last one said of values that stay."""
        said = registered(each)
        stays = {each.column for each in kept if not each.is_taken} if self.older else set()
        return {**player.registered, **{column: said[column] for column in said if column not in stays}}


def column_of(field: str) -> str:
    """The column of a file that has a field of a player, if one has."""
    return _COLUMNS.get(field, "")


def all_of(section: int) -> str:
    """What a form calls the box of all that stays in a section."""
    return f"all-{section}"


def _same(one: str, other: str) -> bool:
    return " ".join(one.split()).casefold() == " ".join(other.split()).casefold()
