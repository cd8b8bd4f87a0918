"""Why the two of a board of a posted round meet, for a phone: plainly, and in the words of the rules."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import pgettext

from tiebreaks.published import PlayersDocument

from ...models import PairingReasons
from ...pairing import plain as plain_words
from ...pairing import sentences
from ...pairing.meetings import second_meeting
from ...pairing.plain_colors import Sitter, of_colors
from ...pairing.request import PairingInput
from ...text import wording
from ..public.changed_pairings import NONE, Changed
from ..public.public_names import PublicNames
from ..public.rounds import BoardLine, round_page
from .corrected_reasons import corrected_colors, corrected_points
from .posted_groups import is_of_then
from .reasons import before_colors, colors_before, messages, without_colors
from .repaired_reasons import was_paired_before
from .worded_reasons import PRIVATE, at_table, sentences_of, worded


@dataclass(frozen=True)
class WhyThisBoard:
    """A board of a posted round: why the two meet in ``plain`` words, empty where no reasons of the
    round are there, why they have their ``colors``, and both in the ``sentences`` of the rules. What of it is
    ``more`` than three sentences is read below a fold (PAIRING §7). ``group`` is the line of the score group,
    and ``is_group_of_then`` says that something of it was corrected since. ``is_imported``: another program
    paired the round. Of two games per round ``line`` is the first one of ``games``."""

    number: int
    line: BoardLine
    colored: bool
    games: list[BoardLine] = field(default_factory=list)
    plain: str = ""
    colors: list[str] = field(default_factory=list)
    more: list[str] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)
    group_points: str = ""
    group: str = ""
    is_group_of_then: bool = False
    is_imported: bool = False


def was_imported(document: PlayersDocument, number: int) -> bool:
    """Whether another program paired a round that has no reasons here. The order of an imported section is
    posted with its chart, after the rounds that this has."""
    return bool(document.postings) and number <= document.postings[0].after_round


def why_this_board(
    document: PlayersDocument,
    number: int,
    board: int,
    row: PairingReasons | None,
    names: PublicNames | None = None,
    changed: Changed = NONE,
) -> WhyThisBoard | None:
    """None for a board that the round does not have. ``names`` are the public's, where these are short."""
    shown = round_page(document, number, changed)
    here = [each for each in shown.boards if each.board == board]
    if not here:
        return None
    line, games = here[0], here if document.chart.games > 1 else []
    colored = shown.colors_known and not document.of_teams
    if row is None:
        return WhyThisBoard(number, line, colored, games, is_imported=was_imported(document, number))
    again = messages(
        second_meeting(PairingInput(document.chart, number), line.white.number, line.black.number)
    )
    by_director = wording.message(plain_words.plainly([(sentences.LOCK, {}), *again]))
    found = WhyThisBoard(number, line, colored, games, by_director, sentences=sentences_of(again, {}))
    tables = {frozenset((each.white.number, each.black.number)): each.board for each in shown.boards}
    for white, black, texts, group in row.boards:
        if {white, black} == {line.white.number, line.black.number}:
            if white != line.white.number:
                texts = _swapped(texts, line, document.chart.games)
            texts = [text for text in texts if text[0] not in PRIVATE]
            if was_paired_before([white, black, texts, group], row.boards, tables.keys()):
                texts += messages([sentences.say(sentences.PAIRED_BEFORE)])
            asked = document.chart, number, (white, black), texts, group
            caveats = [*corrected_colors(*asked)]
            texts = [*texts, *messages(corrected_points(*asked))]
            texts = before_colors(texts, messages(caveats))
            now = [at_table(id, values, tables) for id, values in texts]
            rows = [(text.id, text.values) for text in now]
            first = worded(plain_words.plainly(rows), names)
            # One sentence for the pairing, one for the colors, one more (§7).
            beside = [worded(text, names) for text in plain_words.beside(rows)]
            plain = " ".join([first, *beside[:1]])
            had = dict(zip((white, black), *group[3:4], strict=True)) if group[3:4] else {}
            of_both = _why_colors(document, number, line, rows, had) if shown.colors_known else []
            # What a correction made untrue is read after that, or not at once.
            of_both = [*(worded(text, names) for text in caveats), *of_both]
            # That the director or another program set it is said plainly already.
            said = (sentences.LOCK, sentences.ELSEWHERE)
            of_rules = [text for text in texts if text[0] not in said]
            at_once = 1 if beside else 2
            found = replace(
                found,
                plain=plain,
                colors=of_both[:at_once],
                more=[*beside[1:], *of_both[at_once:]],
                sentences=sentences_of(of_rules, tables, names),
            )
            if group:
                about = " ".join(sentences_of(group[1], tables, names))
                found = replace(
                    found,
                    group_points=wording.score(group[0]),
                    group=about,
                    is_group_of_then=is_of_then(document, number, row, group),
                )
    return found


def _why_colors(
    document: PlayersDocument,
    number: int,
    line: BoardLine,
    told: Iterable[tuple[str, Mapping[str, Any]]],
    had: Mapping[int, str],
) -> list[str]:
    """Why White and Black of a board have their colors, where anything is told of it: by those that they
    ``had`` when they were paired, where these are kept."""
    white, black = [
        Sitter(side.name, had.get(side.number) or colors_before(document.chart, number, side.number))
        for side in (line.white, line.black)
    ]
    return [wording.message(text) for text in of_colors(told, white, black, _words(document))]


def _words(document: PlayersDocument) -> dict[str, str]:
    """White and Black as somebody has them; a team on its first board, and on every other one after it."""
    if document.of_teams:
        return {
            "w": pgettext("somebody has", "White on board 1"),
            "b": pgettext("somebody has", "Black on board 1"),
        }
    return {"w": pgettext("somebody has", "White"), "b": pgettext("somebody has", "Black")}


def _swapped(texts: Iterable[Any], line: BoardLine, games: int) -> list[Any]:
    """The reasons of a board whose colors are no longer those that it was posted with."""
    told = sentences.FIRST_GAME_SWAPPED if games > 1 else sentences.SWAPPED
    return [*without_colors(texts), *messages([sentences.say(told, one=line.white.name)])]
