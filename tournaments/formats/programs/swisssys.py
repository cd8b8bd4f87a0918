"""SwissSys' own file (``.sjson``; its backups are the same): all sections of an event, with every round.

A result is ``result;opponent;color;board;…``, as in ``+;10;B;14;8;10;0``. Birth dates, phones and e-mail
addresses are in it too: they are named and not read.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Kind

from ...errors import Trouble
from ..fields import read_games, read_rating
from ..records import EventDetails, PlayedSection, ProgramFile, RosterEntry, Sat
from .cells import read_color
from .checking import MOST_PLAYERS, MOST_ROUNDS, MOST_SECTIONS, place, whole, with_both_sides
from .details import event_details, rating_limits, read_time_control
from .entries import asked_byes, expiration, is_unread_day
from .json_text import number, objects, text
from .prizes import announced

PROGRAM = "SwissSys"
_EXPIRATION = "Exp1"
_PERSONAL = ("Birth date", "Email", "Phone", "Address", "Sex", "Note")
_PRIZES = "Prizes"
# So many of a section are told.
_MOST_PRIZES_TOLD = 12
# The letters of outcomes; a game whose letter is empty is not over.
_KINDS = {"+": "W", "=": "D", "-": "L", **{letter: letter for letter in "WDLXFZBHU"}}
# SwissSys writes ~, or a character of no value, for a round in which nothing was entered.
_OPEN = {"", "?", "*", "~", "\0"}


def is_one(found: Mapping[str, Any]) -> bool:
    """Whether this JSON is a file of SwissSys."""
    return isinstance(found.get("Sections"), list) and isinstance(found.get("Overview"), dict)


def read(found: Mapping[str, Any]) -> ProgramFile:
    """Read it, with all its problems."""
    problems: list[Trouble] = []
    overview = found["Overview"]
    event = event_details(
        *(text(overview.get(f"{which} date")) for which in ("Starting", "Ending")),
        city=text(overview.get("Event city")),
        state=text(overview.get("Event state")),
        zip_code=text(overview.get("Event zip")),
    )
    sections = [_section(each, event, problems) for each in objects(found["Sections"])[: MOST_SECTIONS + 1]]
    if not sections:
        problems.append(Trouble(_("Sections"), "", _("at least one section")))
    everybody = [player for each in objects(found["Sections"]) for player in objects(each.get("Players"))]
    left_out = tuple(name for name in _PERSONAL if any(text(player.get(name)) for player in everybody))
    if any(is_unread_day(text(player.get(_EXPIRATION))) for player in everybody):
        left_out += (_EXPIRATION,)
    left_out += tuple(_prizes_left(objects(found["Sections"])[:MOST_SECTIONS]))
    return whole(PROGRAM, text(overview.get("Tournament title")), sections, problems, left_out)


def _section(found: Mapping[str, Any], event: EventDetails, problems: list[Trouble]) -> PlayedSection:
    name = _name(found)
    teams = {text(team.get("Team code")): text(team.get("Full name")) for team in objects(found.get("Teams"))}
    second = number(found.get("Rating to use")) == 1
    players = objects(found.get("Players"))[: MOST_PLAYERS + 1]
    entries: list[RosterEntry] = []
    sat: dict[tuple[int, int], Sat] = {}
    withdrew: dict[int, int] = {}
    for player in players:
        entry = _entry(name, player, teams, problems, second=second)
        entries.append(entry)
        mine = dict(_rounds(name, entry.number or 0, player.get("Results"), problems))
        sat |= mine
        if _is_set(player.get("Withdrew")):
            games = [at for (_number, at), each in mine.items() if each.opponent is not None]
            withdrew[entry.number or 0] = max(games, default=0)
    planned = number(found.get("Final round")) or number(found.get("Rounds paired")) or 0
    paired = max((at for _number, at in sat), default=0)
    limits = rating_limits(number(found.get("Lower rating limit")), number(found.get("Upper rating limit")))
    return PlayedSection(
        name,
        max(planned, paired) or 1,
        tuple(entries),
        with_both_sides(sat),
        withdrew,
        max(number(found.get("First board")) or 1, 1),
        read_time_control(text(found.get("Section time control"))),
        limits.lowest_rating,
        limits.highest_rating,
        event,
        prizes=announced(found.get(_PRIZES))[0],
    )


def _name(section: Mapping[str, Any]) -> str:
    return (
        text(section.get("Section title")) or text(section.get("Section name")) or _("Section without a name")
    )


def _entry(
    section: str,
    player: Mapping[str, Any],
    teams: Mapping[str, str],
    problems: list[Trouble],
    *,
    second: bool,
) -> RosterEntry:
    at = number(player.get("Pair number"))
    where = place(section, at)
    read = text(player.get("Rating2") if second else player.get("Rating"))
    try:
        rating = read_rating(read)
    except ValueError as error:
        problems.append(Trouble(where, read, str(error)))
        rating = None
    code = text(player.get("Team"))
    return RosterEntry(
        number=at,
        name=text(player.get("Name")),
        uscf_id=text(player.get("ID")),
        rating=rating,
        team=teams.get(code) or code or text(player.get("Club")),
        grade=text(player.get("Grade")),
        state=text(player.get("State")),
        byes=asked_byes(where, text(player.get("Reserved byes")), problems),
        expires_on=expiration(text(player.get(_EXPIRATION))),
        provisional=_provisional(player, read, second=second) if rating else None,
    )


def _provisional(player: Mapping[str, Any], rating: str, *, second: bool) -> int | None:
    """The games of a provisional rating, from their own field or from beside the rating."""
    games = None if second else number(player.get("Provisional"))
    return games if games and 0 < games < 1000 else read_games(rating)


def _rounds(
    section: str, own: int, results: object, problems: list[Trouble]
) -> Iterator[tuple[tuple[int, int], Sat]]:
    for at, line in enumerate(results[: MOST_ROUNDS + 1] if isinstance(results, list) else (), 1):
        fields = [field.strip() for field in str(line).split(";")]
        sat = _sat(fields)
        if sat is None:
            expected = _("a result such as +;10;B;14;… or H;-1;-;0;…")
            problems.append(Trouble(place(section, own, at), str(line), expected))
        elif sat is not _NOTHING:
            yield (own, at), sat


_NOTHING = Sat("")


def _sat(fields: list[str]) -> Sat | None:
    """One round of a player; None if it cannot be read."""
    letter, opponent, color, board = (*fields, "", "", "", "")[:4]
    against = number(opponent) or 0
    letter = letter.upper()
    if letter in _OPEN:
        kind = Kind.OPEN.letter if against > 0 else ""
    elif letter in _KINDS:
        kind = _KINDS[letter]
    else:
        return None
    if not kind:
        return _NOTHING
    if kind in "BHU":
        return Sat(kind)
    if against <= 0 and Kind.of(kind).played:
        return None
    return Sat(kind, against if against > 0 else None, read_color(color), max(number(board) or 0, 0))


def _is_set(value: object) -> bool:
    return bool(value) and text(value).casefold() not in ("", "0", "false", "no")


def _prizes_left(sections: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """What the sections say of prizes that is not announced here."""
    for section in sections:
        _lines, left = announced(section.get(_PRIZES))
        if left:
            told = left if len(left) <= _MOST_PRIZES_TOLD else [*left[:_MOST_PRIZES_TOLD], "…"]
            said = _("prizes of %(section)s (%(prizes)s)")
            yield said % {"section": place(_name(section)), "prizes": "; ".join(told)}
