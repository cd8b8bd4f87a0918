"""What SwissSys publishes for web pages: JSON, with lists of results, opponents and colors a player."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from ...errors import Trouble
from ..fields import read_rating
from ..records import EventDetails, PlayedSection, ProgramFile, RosterEntry, Sat
from .cells import read_cell, read_color
from .checking import MOST_PLAYERS, MOST_ROUNDS, MOST_SECTIONS, place, whole, with_both_sides
from .details import event_details
from .entries import asked_byes, expiration, is_unread_day
from .json_text import number, objects, text
from .orders import SWISSSYS, order_of

PROGRAM = "SwissSys"
_EXPIRATION = "exp1"


def is_one(found: Mapping[str, Any]) -> bool:
    """Whether this JSON is such a report."""
    sections = objects(found.get("sections"))
    return bool(sections) and "players" in sections[0]


def read(found: Mapping[str, Any]) -> ProgramFile:
    """Read it, with all its problems."""
    problems: list[Trouble] = []
    event = event_details(
        text(found.get("date")), city=text(found.get("city")), state=text(found.get("state"))
    )
    sections = [_section(each, event, problems) for each in objects(found["sections"])[: MOST_SECTIONS + 1]]
    everybody = [player for each in objects(found["sections"]) for player in objects(each.get("players"))]
    unread = any(is_unread_day(text(player.get(_EXPIRATION))) for player in everybody)
    left_out = (_EXPIRATION,) if unread else ()
    return whole(PROGRAM, text(found.get("tournament")), sections, problems, left_out)


def _section(found: Mapping[str, Any], event: EventDetails, problems: list[Trouble]) -> PlayedSection:
    name = text(found.get("section")) or _("Section without a name")
    entries: list[RosterEntry] = []
    sat: dict[tuple[int, int], Sat] = {}
    for own, player in enumerate(objects(found.get("players"))[: MOST_PLAYERS + 1], 1):
        rating = text(player.get("rating"))
        try:
            read = read_rating(rating)
        except ValueError as error:
            problems.append(Trouble(place(name, own), rating, str(error)))
            read = None
        entries.append(
            RosterEntry(
                number=own,
                name=text(player.get("name")),
                uscf_id=text(player.get("id1")),
                rating=read,
                team=text(player.get("team")) or text(player.get("club")),
                state=text(player.get("state")),
                byes=asked_byes(place(name, own), text(player.get("byes")), problems),
                expires_on=expiration(text(player.get(_EXPIRATION))),
            )
        )
        lists = [_list(player.get(field)) for field in ("results", "ops", "colors", "boards")]
        for at, letter in enumerate(lists[0], 1):
            opponent, color, board = (each[at - 1] if at <= len(each) else "" for each in lists[1:])
            if not letter.strip():
                # Paired and not played, or nothing yet.
                mine = Sat("?", number(opponent), read_color(color)) if number(opponent) else None
                if mine is None:
                    continue
            elif (mine := read_cell(letter + (opponent if number(opponent) else ""), color)) is None:
                expected = _("one of W L D X F B H U, and an opponent where there is one")
                problems.append(Trouble(place(name, own, at), f"{letter} {opponent}", expected))
                continue
            sat[own, at] = mine._replace(board=max(number(board) or 0, 0))
    paired = max((at for _own, at in sat), default=0)
    rounds = max(number(found.get("rounds_paired")) or 0, paired) or 1
    return PlayedSection(
        name,
        rounds,
        tuple(entries),
        with_both_sides(sat),
        event=event,
        order=order_of(_list(found.get("tiebreaks")), SWISSSYS),
    )


def _list(value: object) -> list[str]:
    return [text(each) for each in value[: MOST_ROUNDS + 1]] if isinstance(value, list) else []
