"""What directors read of a flyer: why a line announces nothing, and how teams will count."""

import re
from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.prizes.notation import PrizeError

from ..formats.flyer import NO_AMOUNT, Reading, reading
from ..formats.flyer_words import Counting, by_their_words, names_a_prize
from ..models import TeamTable
from ..text import wording

_EACH_GRADE = re.compile(r"\b(?:each|every)\s+grade\b|\bper\s+grade\b", re.IGNORECASE)
_OF_MEMBERS = re.compile(
    r"\b(?:medals?|trophies|plaques?|ribbons?)\s+(?:for|to)\s+"
    r"(?:(?:all|both|each|every|the|its|their|top|team|winning)\s+|\d+\s+)*"
    r"(?:members?\b|players\s+(?:of|on)\s+.*\bteams?\b)",
    re.IGNORECASE,
)
# "1st place: handshake": whatever it is, it is no entry fee.
_THING = re.compile(r"(?P<who>[^:$]+?)\s*(?::|\s[-–—])\s*(?:an?\s+|the\s+)?(?P<thing>[^\W\d][^:$;]*)")
# "Best costume": no result decides it.
_BY_HAND = re.compile(
    r"((?:best|top|most|longest|shortest|fastest|youngest|oldest|coach\S*)\s[^\d$:;,]*?)(?:\s+troph(?:y|ies))?\.?",
    re.IGNORECASE,
)
# "Medals to all players with 3 points": the score itself or more is not said.
_AT_A_SCORE = re.compile(
    r"\b(?P<item>medals?|troph(?:y|ies))\b.{0,60}\b(?:all|every\w*|each|any\w*|players?)\b.{0,60}"
    r"(?<![\d.])(?P<points>\d{1,2}(?:\.5|½)?|½)\s*(?:points?|pts)\b(?!\s*(?:or|and|\+))",
    re.IGNORECASE,
)
_EACH_BOARD = re.compile(r"\b(?:each|every|per)\s+board\b|\bboard\s+(?:prizes|awards)\b", re.IGNORECASE)
_WHICH = "(trophies or medals?)"
# The engine lists every form there is: a flyer has many lines that are no prizes.
_ONE_OF = "one of these forms"
_ITEM_ALONE = re.compile(r"(?:troph(?:y|ies)|medals?)", re.IGNORECASE)


def left_out_of(line: str, found: Reading) -> str:
    """What of a line is left out."""
    said = _("Left out of “%(line)s”: %(parts)s")
    return said % {"line": line.strip(), "parts": "; ".join(found.unread)}


def said_again(line: str) -> str:
    """That a line for more sections says what a section of them has in a line of its own."""
    said = _("“%(line)s”: a section with a line of its own for this awards it once, as that line says.")
    return said % {"line": line.strip()}


def may_be_a_prize(line: str, found: Reading) -> bool:
    """Whether what of a line was not read speaks of a prize: no box leaves it out."""
    return names_a_prize("; ".join(found.unread) if found.announced else line)


def expected_of_a_line(line: str, found: Reading, error: PrizeError | None) -> str:
    """What was expected instead of a line that cannot be read whole."""
    unread = "; ".join(found.unread)
    if _EACH_GRADE.search(unread):
        return _("a line for each grade, such as Top 3 grade 2")
    if _EACH_BOARD.search(unread):
        return _("a line for each board, such as Best score on board 1, or Best score on boards 1–4")
    if not by_their_words(line):
        return _(
            "each award on a line of its own, such as Medals to 1st–3rd and below it Ribbons to 4th–6th: the"
            " line does not say what each of them wins"
        )
    if _OF_MEMBERS.search(line):
        return _(
            "the team trophies without the medals of their members: no prize here is for the members of a"
            " team. Give these by hand: the ceremony names each team’s counting players"
        )
    if score := _AT_A_SCORE.search(line):
        said = _(
            "medals from a score up: write “%(score)s points or more: %(item)s”. Wallchart has no prize for"
            " exactly that score"
        )
        item = "medal" if score["item"].casefold().startswith("m") else "trophy"
        return said % {"score": score["points"], "item": item}
    unpaid = [each.removesuffix(NO_AMOUNT) for each in found.unread if each.endswith(NO_AMOUNT)]
    if unpaid and len(unpaid) == len(found.unread) and reading(f"{unpaid[0]} trophy").whole:
        said = _(
            "what %(names)s win: no amount is named. Write “%(name)s trophy” or “%(name)s $20”. Read here:"
            " %(read)s"
        )
        read = "; ".join(found.announced)
        return said % {"names": "; ".join(unpaid), "name": unpaid[0], "read": read}
    if _WHICH in unread:
        return _(
            "trophies or medals for each: behind medals and trophies of one sentence the line does not say"
            " which. Read here: %(read)s. Not read: %(unread)s"
        ) % {"read": "; ".join(found.announced), "unread": unread}
    if alone := next((each for each in found.unread if _ITEM_ALONE.fullmatch(each.strip())), ""):
        said = _(
            "who wins each: “%(item)s” does not say it. Such as %(item)s to 1st–3rd, or %(item)s to all other"
            " players"
        )
        return said % {"item": alone.strip()}
    if found.announced:
        said = _("each award on a line of its own. Read here: %(read)s. Not read: “%(unread)s”")
        return said % {"read": "; ".join(found.announced), "unread": "”, “".join(found.unread)}
    if (thing := _THING.fullmatch(unread)) and reading(thing["who"]).whole:
        said = _(
            "a trophy, a medal or a sum behind “%(who)s”. Of another thing, put its name in quotes: %(who)s"
            " prize “%(thing)s”"
        )
        return said % {"who": thing["who"], "thing": thing["thing"]}
    by_hand = _BY_HAND.fullmatch(unread)
    if by_hand and may_be_a_prize(line, found):
        return _(
            "a prize, such as Top 5, Top girl or 2nd U800 $40; where you name the winner by hand, Director’s"
            " choice “%(award)s”"
        ) % {"award": by_hand[1]}
    if by_hand:
        said = _(
            "a prize, such as Top 5, Top girl or 2nd U800 $40; where you name the winner by hand, Director’s"
            " choice “%(award)s”. If it is none, check “Leave out lines of a section that are no prizes”"
        )
        return said % {"award": by_hand[1]}
    if may_be_a_prize(line, found) and (error is None or str(error.allowed).startswith(_ONE_OF)):
        return _(
            "a prize, such as Top 5, Top girl or 2nd U800 $40. A line that speaks of money, a trophy or a"
            " medal is not left out: if it is no prize, delete it here. “Prize formats” on a section’s Prizes"
            " page has them all"
        )
    if error is None or str(error.allowed).startswith(_ONE_OF):
        return _(
            "a prize, such as Top 5, Top girl or 2nd U800 $40. If it is none, check “Leave out lines that are"
            " no prizes”. “Prize formats” on a section’s Prizes page has them all"
        )
    return wording.message(error.allowed)


def said_of_counting(table: TeamTable, counting: Counting) -> list[str]:
    """How many players of a team would count in the table, where that changes."""
    return list(_said_of_counting(table, counting))


def _said_of_counting(table: TeamTable, counting: Counting) -> Iterator[str]:
    if counting.best not in (None, table.best):
        said = _("%(table)s: the best %(best)d players of a team count (now %(now)d).")
        yield said % {"table": table.name, "best": counting.best, "now": table.best}
    minimum = counting.minimum
    if minimum is not None and minimum != table.minimum:
        said = ngettext(
            "%(table)s: a team needs %(minimum)d player (now %(now)d).",
            "%(table)s: a team needs %(minimum)d players (now %(now)d).",
            minimum,
        )
        yield said % {"table": table.name, "minimum": minimum, "now": table.minimum}


def said_of_entries(based_on: int | None, now: int = 0) -> str:
    """How many entries the fund would be based on, where that changes (32C4)."""
    if based_on is None or based_on == now:
        return ""
    said = _("The fund is based on %(based)d entries (32C4).")
    if now:
        said = _("The fund is based on %(based)d entries (32C4), now on %(now)d.")
    return said % {"based": based_on, "now": now}
