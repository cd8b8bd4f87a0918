"""Who of the lines of a registration file is here already: by ID, then by name, then as a director says."""

from collections import defaultdict
from collections.abc import Callable, Container, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from django.utils.translation import gettext as _

from tiebreaks.engine.ranking.membership import name_key

from ...formats.names import first_last, name_parts, near_names, player_name_key
from ...formats.registration import ListedPlayer
from ...models import Player
from ...selectors.event.endings import finished_since
from .doubts import KEEP, NEW, OUT, Doubts, leave_out
from .matching import (
    are_two_people,
    by_name_alone,
    digest,
    is_the_id_of,
    pair_of_names,
    place_of,
    under_another_name,
    without_the_id,
)
from .plans import Target
from .since_last import registered

SAME, APART, RENAMED = "same", "apart", "renamed"

Place = TypeVar("Place")


def under_other_names(
    placed: Sequence[tuple[ListedPlayer, Place]],
    here: Iterable[Player],
    asked: Doubts,
    same: Container[str],
) -> list[tuple[ListedPlayer, Place]]:
    """The lines, without the IDs that belong to somebody of quite another name here, unless a director says
    that it is the same player, or said so before."""
    others = under_another_name([each.entry for each, _place in placed], here, same)
    found = []
    for at, (each, place) in enumerate(placed):
        answer = SAME
        if at in others:
            is_open = each.entry.line in asked.undecided
            answer = "" if is_open else _about_the_id_of(each, others[at], asked)
        if answer == RENAMED:
            asked.renamed.add(each.entry.line)
        if answer != OUT:
            found.append((each if answer in (SAME, RENAMED) else _without_id(each), place))
    return found


def _about_the_id_of(each: ListedPlayer, row: Player, asked: Doubts) -> str:
    keep = _("Yes: update %(name)s, and keep the name %(name)s") % {"name": row.called}
    write = _("Yes, and write %(name)s") % {"name": first_last(each.entry.name)}
    # The name of a player in a final section stays, as on the player's page.
    renamed = [] if finished_since(row.section) else [(RENAMED, write)]
    choices = [(APART, without_the_id()), (SAME, keep), *renamed, leave_out()]
    key = pair_of_names(each.entry, row)
    answer = asked.ask(("id of", key), is_the_id_of(each.entry, row), choices, lines=[each], of_whom=[row.pk])
    if answer == SAME:
        asked.same.append(key)
    return answer


def who_is_here(
    placed: Sequence[tuple[ListedPlayer, Target]],
    here: Sequence[Player],
    asked: Doubts,
) -> tuple[list[tuple[ListedPlayer, Target]], dict[int, Player]]:
    """Who of the lines is here: by ID, by name with section and team, then as a director says. Returns the
    lines too: an ID that a director finds wrong is no longer there."""
    listed = [each for each, _target in placed]
    targets = [target for _each, target in placed]
    left = list(here)
    known: dict[int, Player] = {}
    alike: list[tuple[Callable[[int], Hashable], Callable[[Player], Hashable]]] = [
        (lambda at: listed[at].entry.uscf_id or None, lambda row: row.uscf_id or None),
        # A name or an ID that was mended here is still what it was in the file.
        (lambda at: _as_registered(listed[at], asked), _registered_as),
        (
            lambda at: (_name(listed[at]), targets[at].key, name_key(listed[at].entry.team)),
            lambda row: (player_name_key(row.name), str(row.section_id), name_key(row.team)),
        ),
        (
            lambda at: (_name(listed[at]), name_key(listed[at].entry.team)),
            lambda row: (player_name_key(row.name), name_key(row.team)),
        ),
    ]
    for of_line, of_row in alike:
        rows: dict[Hashable, list[Player]] = defaultdict(list)
        for row in left:
            rows[of_row(row)].append(row)
        for at, each in enumerate(listed):
            key = of_line(at)
            if at in known or key is None:
                continue
            meant = [
                row for row in rows[key] if of_row is _registered_as or not are_two_people(each.entry, row)
            ]
            # Who plays in two sections has a line for each, and may have been moved from one of them here.
            listed_in = name_key(each.section) or None
            meant.sort(
                key=lambda row: (
                    row.registered.get("section") != listed_in,
                    str(row.section_id) != targets[at].key,
                )
            )
            if meant:
                known[at] = meant[0]
                rows[key].remove(meant[0])
        taken = {player.pk for player in known.values()}
        left = [row for row in left if row.pk not in taken]
    in_section: dict[Hashable, list[Player]] = defaultdict(list)
    for row in left:
        in_section[player_name_key(row.name), str(row.section_id)].append(row)
    lines = {at: ((_name(each), targets[at].key), each.entry) for at, each in enumerate(listed)}
    known |= by_name_alone(lines, in_section, known)
    left = [row for row in left if row not in known.values()]
    listed, corrected = _with_another_id(listed, known, left, asked)
    known |= corrected
    left = [row for row in left if row not in known.values()]
    known |= _said_to_be(listed, known, left, asked)
    return list(zip(listed, targets, strict=True)), known


# What a registration file says of a player, by which its next state finds the same one.
_WHOSE = ("name", "id", "team")


def _as_registered(each: ListedPlayer, asked: Doubts) -> Hashable:
    """A line by that, unless a director said who is meant, and may say otherwise."""
    if digest(*_who(each)) in asked.before:
        return None
    return tuple(map(registered(each).get, _WHOSE))


def _who(each: ListedPlayer) -> tuple[str, ...]:
    return "who", each.entry.name, *each.written


def _registered_as(row: Player) -> Hashable:
    return tuple(map(row.registered.get, _WHOSE)) if row.registered else None


def _name(listed: ListedPlayer) -> str:
    return player_name_key(listed.entry.name)


def _said_to_be(
    listed: Sequence[ListedPlayer],
    known: Mapping[int, Player],
    left: Sequence[Player],
    asked: Doubts,
) -> dict[int, Player]:
    """Of nearly the same name as somebody here: a director says whether it is the same player."""
    parts = {row.pk: name_parts(row.name) for row in left}
    rows: dict[str, list[Player]] = defaultdict(list)
    for row in left:
        for part in {*parts[row.pk], "".join(parts[row.pk])}:
            rows[part].append(row)
    found: dict[int, Player] = {}
    for at, each in enumerate(listed):
        if at in known or each.entry.line in asked.undecided:
            continue
        own = name_parts(each.entry.name)
        taken = {row.pk for row in found.values()}
        shared = {row.pk: row for part in {*own, "".join(own)} for row in rows[part]}
        meant = [
            row
            for row in shared.values()
            if row.pk not in taken and not are_two_people(each.entry, row) and near_names(own, parts[row.pk])
        ]
        if not meant:
            continue
        said = _("Line %(line)d: is %(name)s (%(team)s) a player who is on a roster already?")
        values = {"line": each.entry.line, "name": each.entry.name, "team": each.entry.team or _("no team")}
        yes = _("Yes: number %(number)d in %(section)s, %(name)s, %(team)s")
        by_value: dict[str, Player] = {}
        choices = []
        for row in sorted(meant, key=lambda row: (row.section_id, row.number)):
            # A number or a team may be another before the next file. Namesakes are told apart by their order.
            value = digest(row.name)
            while value in by_value:
                value += "+"
            by_value[value] = row
            here = {"number": row.number, "section": row.section.name, "name": row.called}
            choices.append((value, yes % {**here, "team": row.team or _("no team")}))
        choices.append((NEW, _("No: add as a new player")))
        about = ("who", each.entry.name, each)
        kept_as, of_whom = [digest(*_who(each))], [row.pk for row in meant]
        answer = asked.ask(about, said % values, choices, kept_as=kept_as, of_whom=of_whom)
        if answer not in ("", NEW):
            found[at] = by_value[answer]
    return found


def _with_another_id(
    listed: Sequence[ListedPlayer], known: Container[int], left: Iterable[Player], asked: Doubts
) -> tuple[list[ListedPlayer], dict[int, Player]]:
    """Of the lines not yet ``known``, those whose name somebody who is ``left`` has with another ID: a
    director says whether that is the same player, and which ID is right. Returns the lines, and who is
    meant."""
    rows: dict[str, list[Player]] = defaultdict(list)
    for row in left:
        rows[player_name_key(row.name)].append(row)
    lines, found = list(listed), {}
    for at, each in enumerate(listed):
        of_name = rows[player_name_key(each.entry.name)]
        other = next((row for row in of_name if are_two_people(each.entry, row)), None)
        if at in known or other is None or each.entry.line in asked.undecided:
            continue
        answer = _about_the_ids_of(each, other, asked)
        if answer in (SAME, KEEP):
            of_name.remove(other)
            found[at] = other
        if answer == KEEP:
            lines[at] = _without_id(each)
    return lines, found


def _about_the_ids_of(each: ListedPlayer, row: Player, asked: Doubts) -> str:
    said = _(
        "Line %(line)d: %(name)s has US Chess ID %(id)s. Here %(here)s has %(other)s. Are they the same"
        " player?"
    )
    entry = each.entry
    values = {"line": entry.line, "name": first_last(entry.name), "id": entry.uscf_id}
    values |= {"here": place_of(row), "other": row.uscf_id}
    choices = [
        (SAME, _("Yes, with the ID in the file: %(id)s") % {"id": entry.uscf_id}),
        (KEEP, _("Yes, with the ID here: %(id)s") % {"id": row.uscf_id}),
        (NEW, _("No: add as a new player")),
    ]
    about = ("ids of", entry.name, entry.uscf_id, row.uscf_id)
    return asked.ask(about, said % values, choices, lines=[each], of_whom=[row.pk])


def _without_id(each: ListedPlayer) -> ListedPlayer:
    return replace(each, entry=replace(each.entry, uscf_id=""))
