"""Log entries as sentences. An entry is stored as a code and values, in no language.

Values are plain JSON: numbers, names, letters of results, codes of systems. The key of a value decides how it
is shown (``_SHOWN``). Names keep their own direction in the sentence.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.db import models
from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.engine.ranking import sequence
from tiebreaks.engine.systems import MATCH_SYSTEMS, SYSTEMS, TEAM_SYSTEMS

from . import byes, log_of_boards, log_of_files, ties, wording
from .pairing_options import PostedOptions
from .results import bye_name, tell_result

Values = Mapping[str, Any]

# An entry names so many of the prizes announced; the page of prizes has them all.
MOST_PRIZES_NAMED = 10
# Instead of the letter of a bye: who had the full-point bye has a board.
LOST = "-B"
# And of the pairs kept apart.
MOST_PAIRS_NAMED = 10


class Summary(models.TextChoices):
    """What a change did, each kind with its message."""

    # Results.
    RESULT = "result", _("Round %(round)d, board %(board)d: %(white)s – %(black)s %(result)s")
    BOARD_RESULT = "board-result", _("Round %(round)d, match %(match)d, board %(board)d: %(result)s")
    MATCH_RESULT = (
        "match-result",
        _("Round %(round)d, match %(match)d, all boards: %(home)s – %(away)s %(result)s"),
    )
    RESULT_CORRECTED = (
        "result-corrected",
        _("Round %(round)d, board %(board)d: %(white)s – %(black)s %(was)s → %(result)s"),
    )
    BOARD_CORRECTED = (
        "board-corrected",
        _("Round %(round)d, match %(match)d, board %(board)d: %(was)s → %(result)s"),
    )
    MATCH_CORRECTED = (
        "match-corrected",
        _("Round %(round)d, match %(match)d: %(home)s – %(away)s was %(scored)s, now all boards %(result)s"),
    )
    READ_OTHERWISE = (
        "read-otherwise",
        _(
            "Round %(round)d, board %(board)d: %(white)s – %(black)s entered as %(was)s, slip read as"
            " %(result)s"
        ),
    )
    NO_SHOW = (
        "no-show",
        _(
            "Round %(round)d, board %(board)d: %(white)s – %(black)s %(result)s; no-show, withdrawn:"
            " %(players)s"
        ),
    )
    TEAM_NO_SHOW = (
        "team-no-show",
        _(
            "Round %(round)d, match %(match)d: %(home)s – %(away)s %(result)s on all boards; no-show,"
            " withdrawn: %(players)s"
        ),
    )
    LINE_UP = "line-up", _("Round %(round)d, match %(match)d: lineup of %(home)s – %(away)s")
    EXTRA_GAME_ADDED = "extra-game-added", _("Extra rated game: %(white)s – %(black)s %(result)s")
    EXTRA_GAME_REMOVED = (
        "extra-game-removed",
        _("Extra rated game removed: %(white)s – %(black)s %(result)s"),
    )
    # Pairings.
    PAIRED = (
        "paired",
        ngettext_lazy(
            "Round %(round)d: %(boards)d board paired: %(pairs)s",
            "Round %(round)d: %(boards)d boards paired: %(pairs)s",
            "boards",
        ),
    )
    PAIRED_WITH_BYES = (
        "paired-with-byes",
        ngettext_lazy(
            "Round %(round)d: %(boards)d board paired: %(pairs)s; %(byes)s",
            "Round %(round)d: %(boards)d boards paired: %(pairs)s; %(byes)s",
            "boards",
        ),
    )
    POSTED = (
        "posted",
        ngettext_lazy(
            "Round %(round)d: %(boards)d board paired and published",
            "Round %(round)d: %(boards)d boards paired and published",
            "boards",
        ),
    )
    POSTED_WITH_BYES = (
        "posted-with-byes",
        ngettext_lazy(
            "Round %(round)d: %(boards)d board paired and published; %(byes)s",
            "Round %(round)d: %(boards)d boards paired and published; %(byes)s",
            "boards",
        ),
    )
    REPAIRED = (
        "repaired",
        ngettext_lazy(
            "Round %(round)d paired again: %(boards)d board changed: %(pairs)s",
            "Round %(round)d paired again: %(boards)d boards changed: %(pairs)s",
            "boards",
        ),
    )
    REPAIRED_WITH_BYES = (
        "repaired-with-byes",
        ngettext_lazy(
            "Round %(round)d paired again: %(boards)d board changed: %(pairs)s; %(byes)s",
            "Round %(round)d paired again: %(boards)d boards changed: %(pairs)s; %(byes)s",
            "boards",
        ),
    )
    MOVED_UP = (
        "moved-up",
        ngettext_lazy(
            "Round %(round)d, players moved up: %(boards)d board changed: %(pairs)s",
            "Round %(round)d, players moved up: %(boards)d boards changed: %(pairs)s",
            "boards",
        ),
    )
    MOVED_UP_WITH_BYES = (
        "moved-up-with-byes",
        ngettext_lazy(
            "Round %(round)d, players moved up: %(boards)d board changed: %(pairs)s; %(byes)s",
            "Round %(round)d, players moved up: %(boards)d boards changed: %(pairs)s; %(byes)s",
            "boards",
        ),
    )
    SEATED_TOGETHER = "seated-together", _("Round %(round)d, seated together: %(pairs)s")
    BYES_GIVEN = "byes-given", _("Round %(round)d: %(byes)s")
    PAIRING_REMOVED = "pairing-removed", _("Round %(round)d, board %(board)d: %(pairs)s removed")
    BYES_REQUESTED = "byes-requested", _("%(name)s: %(asked)s")
    BYES_CANCELED = "byes-canceled", _("%(name)s: canceled %(canceled)s")
    BYES_CHANGED = "byes-changed", _("%(name)s: %(asked)s; canceled %(canceled)s")
    BYE_REMOVED = "bye-removed", _("Round %(round)d: bye of %(name)s removed")
    COLORS_SWAPPED = "colors-swapped", _("Round %(round)d, board %(board)d: colors swapped, now %(pairs)s")
    TRADED_PLACES = (
        "traded-places",
        _("Round %(round)d, boards %(board)d and %(other)d: players traded places, now %(pairs)s"),
    )
    DRAFT_DISCARDED = "draft-discarded", _("Round %(round)d: draft of the pairings discarded")
    PAIRINGS_PUBLISHED = "pairings-published", _("Round %(round)d: pairings published")
    PUBLISHED_WITH_BYES = "published-with-byes", _("Round %(round)d: pairings published; %(byes)s")
    # Who plays.
    PLAYER_ADDED = "player-added", _("%(name)s added")
    PLAYER_ADDED_WITH_BYES = "player-added-with-byes", _("%(name)s added, %(asked)s")
    PLAYERS_ADDED = (
        "players-added",
        ngettext_lazy("%(count)d player added", "%(count)d players added", "count"),
    )
    PLAYERS_CORRECTED = (
        "players-corrected",
        ngettext_lazy(
            "%(count)d player added, list values used for %(players)s",
            "%(count)d players added, list values used for %(players)s",
            "count",
        ),
    )
    REGISTRATION = (
        "registration",
        _("Registration file: %(added)d added, %(changed)d changed, %(moves)d moved (%(into)s)"),
    )
    TEAMS_ADDED = "teams-added", ngettext_lazy("%(count)d team added", "%(count)d teams added", "count")
    PLAYER_EDITED = "player-edited", _("%(name)s edited")
    PLAYER_REMOVED = "player-removed", _("%(name)s removed")
    LATE_WITH_BYES = (
        "late-with-byes",
        ngettext_lazy(
            "%(name)s added, half-point bye in round %(rounds)s",
            "%(name)s added, half-point byes in rounds %(rounds)s",
            "count",
        ),
    )
    REENTERED = "reentered", _("%(name)s re-entered %(after)s as number %(number)d")
    REENTERED_BYES_CANCELED = (
        "reentered-byes-canceled",
        _("%(name)s re-entered %(after)s as number %(number)d; canceled %(canceled)s"),
    )
    REENTERED_WITH_BYES = (
        "reentered-with-byes",
        ngettext_lazy(
            "%(name)s re-entered %(after)s as number %(number)d, half-point bye in round %(rounds)s",
            "%(name)s re-entered %(after)s as number %(number)d, half-point byes in rounds %(rounds)s",
            "count",
        ),
    )
    NUMBERED_BY_RATING = (
        "numbered-by-rating",
        ngettext_lazy("%(count)d entry numbered by rating", "%(count)d entries numbered by rating", "count"),
    )
    NUMBERED_BY_LOT = (
        "numbered-by-lot",
        ngettext_lazy("%(count)d entry numbered by lot", "%(count)d entries numbered by lot", "count"),
    )
    RATINGS_UPDATED = (
        "ratings-updated",
        ngettext_lazy(
            "%(count)d player updated from the rating list %(file)s",
            "%(count)d players updated from the rating list %(file)s",
            "count",
        ),
    )
    OUT_UNTIL = (
        "out-until",
        _("%(name)s is out %(after)s and back in round %(back)d: %(asked)s"),
    )
    BACK_IN = "back-in", _("%(name)s is back in round %(round)d: %(asked)s")
    WITHDREW_BYES = "withdrew-byes", _("%(name)s withdrew %(after)s; canceled %(canceled)s")
    WITHDREW = "withdrew", _("%(name)s withdrew %(after)s")
    WITHDREW_UNPAIRED = (
        "withdrew-unpaired",
        _("%(name)s withdrew %(after)s; round %(of)d, board %(board)d: %(pairs)s removed"),
    )
    WITHDREW_UNPAIRED_BYES = (
        "withdrew-unpaired-byes",
        _(
            "%(name)s withdrew %(after)s; round %(of)d, board %(board)d: %(pairs)s removed;"
            " canceled %(canceled)s"
        ),
    )
    REINSTATED = "reinstated", _("%(name)s is back")
    PLAYER_MOVED = "player-moved", _("%(name)s moved from %(section)s to %(target)s, number %(number)d")
    SECTION_CHANGED = (
        "section-changed",
        _("%(name)s from %(section)s, withdrawn there %(after)s, to %(target)s as number %(number)d"),
    )
    SECTION_CHANGED_BYES = (
        "section-changed-byes",
        _(
            "%(name)s from %(section)s, withdrawn there %(after)s, to %(target)s as number"
            " %(number)d: %(asked)s"
        ),
    )
    SECTIONS_MERGED = (
        "sections-merged",
        ngettext_lazy(
            "%(section)s merged into %(target)s: %(count)d entry moved",
            "%(section)s merged into %(target)s: %(count)d entries moved",
            "count",
        ),
    )
    SECTION_SPLIT = (
        "section-split",
        ngettext_lazy(
            "%(section)s split: %(count)d entry moved to %(target)s",
            "%(section)s split: %(count)d entries moved to %(target)s",
            "count",
        ),
    )
    QUADS_MADE = (
        "quads-made",
        ngettext_lazy(
            "%(section)s cut into quads: %(count)d entry moved to %(first)s–%(last)s",
            "%(section)s cut into quads: %(count)d entries moved to %(first)s–%(last)s",
            "count",
        ),
    )
    NO_SHOWS_WITHDRAWN = "no-shows-withdrawn", _("Not checked in, withdrawn before round 1: %(players)s")
    NO_SHOWS_BYES = "no-shows-byes", _("Not checked in, zero-point bye in round 1: %(players)s")
    NO_SHOWS_LEFT = "no-shows-left", _("Not here, withdrawn %(after)s: %(players)s")
    NO_SHOWS_SIT_OUT = "no-shows-sit-out", _("Not here, zero-point bye in round %(round)d: %(players)s")
    CHECKED_IN = "checked-in", _("%(name)s is here")
    NOT_HERE = "not-here", _("%(name)s is not here yet")
    FEE_RECORDED = "fee-recorded", _("%(name)s: fee recorded")
    VISITORS_RENAMED = "visitors-renamed", _("Visitors renamed to match their home section")
    TEAM_LISTED = "team-listed", _("%(name)s: players listed")
    TEAMS_LISTED = (
        "teams-listed",
        ngettext_lazy("Players of %(count)d team listed", "Players of %(count)d teams listed", "count"),
    )
    PLAYERS_IMPORTED = (
        "players-imported",
        ngettext_lazy(
            "Wall chart imported: %(count)d player, complete rounds: %(complete)d",
            "Wall chart imported: %(count)d players, complete rounds: %(complete)d",
            "count",
        ),
    )
    FOLLOWED = (
        "followed",
        _("%(program)s file read: players added %(players)d, boards %(boards)d, results %(results)d"),
    )
    TEAMS_IMPORTED = (
        "teams-imported",
        ngettext_lazy(
            "Wall chart imported: %(count)d team, complete rounds: %(complete)d",
            "Wall chart imported: %(count)d teams, complete rounds: %(complete)d",
            "count",
        ),
    )
    # Orders and ties.
    ORDER_POSTED = "order-posted", _("Tiebreak order posted: %(order)s")
    TEAM_ORDER_POSTED = "team-order-posted", _("%(table)s, tiebreak order posted: %(order)s")
    OPTIONS_CHOSEN = "options-chosen", _("Pairing options chosen: %(options)s")
    OPTIONS_POSTED = "options-posted", _("Pairing options posted: %(options)s")
    COLUMNS_SHOWN = "columns-shown", _("Extra columns: %(columns)s")
    COLUMNS_REMOVED = "columns-removed", _("No extra columns")
    DECIDED = "decided", _("%(system)s: %(levels)s")
    DECISION_WITHDRAWN = "decision-withdrawn", _("Withdrawn: %(summary)s")
    # Prizes and awards.
    PRIZES_ANNOUNCED = (
        "prizes-announced",
        ngettext_lazy(
            "%(count)d prize announced: %(prizes)s", "%(count)d prizes announced: %(prizes)s", "count"
        ),
    )
    PRIZES_CLEARED = "prizes-cleared", _("No prizes")
    PRIZE_TERMS = "prize-terms", _("Prize rules changed")
    EVENT_FUND = "event-fund", _("Event prize fund changed by the prizes of %(section)s")
    CHOSEN = "chosen", _("%(prize)s: %(name)s named")
    NOT_CHOSEN = "not-chosen", _("%(prize)s: %(name)s no longer named")
    ABSENT = "absent", _("%(name)s is not at the ceremony")
    PRESENT = "present", _("%(name)s is at the ceremony")
    AWARDS_FROZEN = "awards-frozen", _("Awards list %(version)d frozen")
    FINISHED = "finished", _("Finished: trophy order, version %(version)d")
    REOPENED = "reopened", _("Reopened: version %(version)d of the trophy order no longer applies")
    # Setup.
    EVENT_EDITED = "event-edited", _("Event edited: %(name)s")
    RATING_REPORT = "rating-report", _("Rating report of %(name)s edited")
    MIRRORED = "mirrored", _("%(name)s is mirrored on a server, and printed codes point there")
    NOT_MIRRORED = "not-mirrored", _("%(name)s is no longer mirrored")
    EVENT_PUBLISHED = "event-published", _("Event published: %(name)s")
    EVENT_HIDDEN = "event-hidden", _("Event hidden from the public: %(name)s")
    EVENT_ARCHIVED = "event-archived", _("Event archived: %(name)s")
    EVENT_BROUGHT_BACK = "event-brought-back", _("Event brought back from the archive: %(name)s")
    PUBLISHED = "published", _("Published: %(name)s")
    HIDDEN = "hidden", _("Hidden from the public: %(name)s")
    ARCHIVED = "archived", _("Archived: %(name)s")
    BROUGHT_BACK = "brought-back", _("Brought back from the archive: %(name)s")
    SECTIONS_ARRANGED = "sections-arranged", _("Sections of %(name)s arranged")
    BOARDS_NUMBERED = "boards-numbered", _("Boards of %(name)s numbered one section after another")
    SECTION_DELETED = "section-deleted", _("Section deleted: %(name)s")
    SECTION_CREATED = "section-created", _("Section created: %(name)s")
    KEPT_APART = "kept-apart", _("Not paired with each other: %(pairs)s")
    NONE_KEPT_APART = "none-kept-apart", _("No players are kept apart in the pairing")
    SECTION_EDITED = "section-edited", _("Section edited: %(name)s")
    TABLE_CREATED = "table-created", _("Team table created: %(table)s (%(sections)s)")
    TABLE_EDITED = "table-edited", _("Team table edited: %(table)s (%(sections)s)")
    TABLE_REMOVED = "table-removed", _("Team table removed: %(table)s")
    SCHOOL_NAMED = "school-named", _("School: %(name)s (%(spellings)s)")
    SCHOOL_NAMED_WITH_CODE = "school-named-with-code", _("School: %(name)s, code %(code)s (%(spellings)s)")
    # The log and the published document.
    UNDONE = "undone", _("This was undone: %(summary)s")
    RECOMPUTED = "recomputed", _("Recomputed: %(difference)s")
    RESTORED = "restored", _("Restored from %(file)s")
    RESTORED_THERE = "restored-there", _("Restored at the terminal from %(file)s")
    REPLACED = (
        "replaced",
        _("Restored from %(file)s; replaced the event as it stood, kept as %(kept)s"),
    )
    REPLACED_THERE = (
        "replaced-there",
        _("Restored at the terminal from %(file)s; replaced the event as it stood, kept as %(kept)s"),
    )


# Entries that give or remove byes, of whatever kind they are.
WITH_BYES = tuple(code for code in Summary if "bye" in code.split("-") or "byes" in code.split("-"))


class Difference(models.TextChoices):
    """How a published document differs from the rows, each kind with its message."""

    NO_DOCUMENT = "no-document", _("there was no document")
    UNREADABLE = "unreadable", _("the document cannot be read")
    NOT_CANONICAL = "not-canonical", _("the document is not in canonical form")
    OTHER_VALUE = "other-value", _("%(where)s: the document has %(stored)s, the rows give %(computed)s")


def root(code: str, values: Values) -> str:
    """The code of what was undone first, of an entry that undoes, or undoes an undoing; else its own.

    >>> root("undone", {"summary": ["undone", {"summary": ["paired", {"round": 3, "boards": 1}]}]})
    'paired'
    """
    while code == Summary.UNDONE:
        code, values = values["summary"]
    return code


def tell(code: str, values: Values) -> str:
    """The sentence of an entry, in the active language.

    >>> tell("result", {"round": 1, "board": 2, "white": "Ann", "black": "Ben", "result": ["WL", [2, None]]})
    'Round 1, board 2: Ann – Ben 1–0*, awarded ½–0'
    >>> tell("undone", {"summary": ["paired", {"round": 3, "boards": 1}]})
    'This was undone: Round 3: 1 board paired'
    """
    if code == Summary.UNDONE:
        return _tell_undone(*values["summary"])
    message = log_of_boards.message(code, values) or Summary(code).label
    shown = {key: _SHOWN.get(key, _plain)(value) for key, value in values.items()}
    if isinstance(values.get("round"), int):
        shown["after"] = wording.after_round(values["round"])
    said = message % shown
    said = log_of_boards.with_withdrawn(log_of_boards.with_forfeits(said, values), values)
    return log_of_files.with_people(said, values) if code == Summary.FOLLOWED else said


def _tell_undone(code: str, values: Values) -> str:
    """What an undoing undid: of one that undid another, what they are all about.

    >>> paired = ["paired", {"round": 3, "boards": 1}]
    >>> _tell_undone("undone", {"summary": paired})
    'Redone: Round 3: 1 board paired'
    >>> _tell_undone("undone", {"summary": ["undone", {"summary": paired}]})
    'Undone again: Round 3: 1 board paired'
    """
    depth = 1
    while code == Summary.UNDONE:
        depth += 1
        code, values = values["summary"]
    if depth == 1:
        said = str(Summary.UNDONE.label)
    elif depth % 2:
        said = gettext("Undone again: %(summary)s")
    elif depth == 2:
        said = gettext("Redone: %(summary)s")
    else:
        said = gettext("Redone again: %(summary)s")
    return said % {"summary": tell(code, values)}


def author(code: str, values: Values) -> str:
    """Who made an entry that names no account: somebody at the terminal, or nobody who is known."""
    if code not in (Summary.RESTORED_THERE, Summary.REPLACED_THERE):
        return "–"
    if not values.get("by"):
        return gettext("The terminal")
    return gettext("%(name)s at the terminal") % {"name": _plain(values["by"])}


def author_of_file(code: str, values: Values, name: str) -> str:
    """What another program's file did is not signed by who imported it; empty of anything else."""
    if code != Summary.FOLLOWED:
        return ""
    said = gettext("%(program)s file, imported by %(name)s")
    return said % {"program": _plain(values["program"]), "name": name}


def tell_difference(code: str, values: Values) -> str:
    """How a document differs from the rows, in the active language."""
    return Difference(code).label % values


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return get_text_list([_plain(each) for each in value], _("and"))
    return wording.isolated(value) if isinstance(value, str) else value


def _byes(byes: list[tuple[str, str]]) -> str:
    """Names with the letters of their byes; no letter where somebody sits out a round of a round robin.

    >>> _byes([["Ann", "B"], ["Ben", LOST], ["Cy", ""]])
    'Ann (full-point bye); Ben plays and loses the full-point bye; Cy (sits out)'
    """
    return "; ".join(_bye(wording.isolated(name), letter) for name, letter in byes)


def _bye(name: str, letter: str) -> str:
    if letter == LOST:
        return gettext("%(name)s plays and loses the full-point bye") % {"name": name}
    said = bye_name(Kind.of(letter)) if letter else bye_name(Kind.UNPAIRED, by_table=True)
    return gettext("%(name)s (%(bye)s)") % {"name": name, "bye": said}


def _order(written: str) -> sequence.Sequence:
    return sequence.parse(written, {**SYSTEMS, **MATCH_SYSTEMS, **TEAM_SYSTEMS})


def _pairs(pairs: list[list[str]]) -> str:
    """Names of two and two."""
    named = [" – ".join(map(wording.isolated, pair)) for pair in pairs[:MOST_PAIRS_NAMED]]
    return "; ".join(named if len(named) == len(pairs) else [*named, "…"])


def _prizes(lines: list[str]) -> str:
    """The lines as the director announced them."""
    named = [wording.isolated(line) for line in lines[:MOST_PRIZES_NAMED]]
    return "; ".join(named if len(named) == len(lines) else [*named, "…"])


_SHOWN: Mapping[str, Callable[[Any], Any]] = {
    "asked": byes.told,
    "canceled": byes.told,
    "byes": _byes,
    "columns": lambda written: wording.columns(_order(written)),
    "difference": lambda code_and_values: tell_difference(*code_and_values),
    "levels": ties.outcome,
    # A page of its own has what moved.
    "moved": lambda moved: "",
    "options": lambda written: PostedOptions(written).said,
    "order": lambda written: wording.order(_order(written)),
    "pairs": _pairs,
    "prizes": _prizes,
    "result": lambda letters_and_points: tell_result(*letters_and_points),
    "summary": lambda code_and_values: tell(*code_and_values),
    "was": lambda letters_and_points: tell_result(*letters_and_points),
    "system": lambda code: wording.message(SYSTEMS[code].name),
}
