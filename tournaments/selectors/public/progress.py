"""How far a section is, or those of a table, in the words of its pages, and which reading they show."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import singledispatch

from django.http import Http404
from django.utils.translation import gettext as _

from tiebreaks.engine.chart.reading import Reading
from tiebreaks.engine.chart.wallchart import Format
from tiebreaks.playing import open_boards, progress
from tiebreaks.published import PlayersDocument, Progress, Reopened, SectionState, TeamsDocument

from ...text import not_ranked, wording
from ...text import progress as words
from .playing import begun, final_at


@dataclass(frozen=True)
class State:
    """How far a section is, or the sections of a table; every page of it says the same.

    ``reached`` changes with the round, ``text`` with every result. ``score`` says what ranks before the order
    does; it is empty where players rank by their points. ``playing`` are the games, or the matches, that are
    still being played. ``has_results``: anything counted has a result, as far as can be told.
    ``waits_for`` is the round that the standings are held at while a later one is played. ``final``: a
    director has finished it, ``final_at``; of a table, all its sections, and its trophies were announced.
    ``sheet`` is the version of the final sheet, which a section has; ``reopened`` says why none holds now,
    of a table for the section ``reopened_in``.
    """

    text: str
    reached: str
    score: str
    playing: int = 0
    current_round: int = 1
    has_results: bool = True
    waits_for: int = 0
    final: bool = False
    final_at: datetime | None = None
    sheet: int | None = None
    reopened: Reopened | None = None
    reopened_in: SectionState | None = None


@singledispatch
def state(document: PlayersDocument | TeamsDocument) -> State:
    raise TypeError(type(document))


@state.register
def _table_state(document: TeamsDocument) -> State:
    reopened = next((each for each in document.sections if each.reopened), None)
    at = final_at(document)
    return State(
        text=_of_sections(document, words.progress),
        reached=_of_sections(document, _reached),
        score=not_ranked.school_score(document.counting.best),
        has_results=document.through > 0,
        final=at is not None,
        final_at=at,
        reopened=reopened.reopened if reopened else None,
        reopened_in=reopened,
    )


@state.register
def _section_state(document: PlayersDocument) -> State:
    far = progress(document)
    playing, at = far.playing, final_at(document)
    if far.waits_for:
        playing = sum(len(open_boards(document, number)) for number in document.boards)
    return State(
        text=words.progress(far, matches=document.of_teams),
        reached=_reached(far, matches=document.of_teams),
        score=_score(document),
        playing=playing,
        current_round=far.current,
        has_results=begun(document),
        waits_for=far.counted if far.waits_for else 0,
        final=at is not None,
        final_at=at,
        sheet=document.final.version if document.final else None,
        reopened=document.reopened,
    )


def _of_sections(document: TeamsDocument, told: Callable[[Progress], str]) -> str:
    """One section's text as it is; of several, each with the section's name."""
    if len(document.sections) == 1:
        return told(document.sections[0].progress)
    return "; ".join(wording.of_section(each.name, told(each.progress)) for each in document.sections)


def _reached(far: Progress, *, matches: bool = False) -> str:
    if far.left:
        return words.progress(far, matches=matches)
    text = words.round_reached(live=far.live, counted=far.counted, rounds=far.rounds)
    return words.and_posted(text, far.current) if far.current > max(far.counted, 1) else text


def _score(document: PlayersDocument) -> str:
    if not document.of_teams:
        return ""
    return _("game points") if document.chart.by_game_points else _("match points")


def reading_of(document: PlayersDocument, after: int | None) -> Reading:
    """The document's own reading, or after a completed round; 404 for a round that is not complete."""
    try:
        return document.reading(after)
    except ValueError:
        raise Http404 from None


def reading_text(document: PlayersDocument, after: int | None) -> str:
    """Which standings are shown."""
    if after is None:
        return state(document).text
    return words.round_reached(live=False, counted=after, rounds=document.rounds)


def default_rule(document: PlayersDocument) -> str:
    """The rule with the order that holds where none was posted."""
    if document.of_teams:
        return "34G"
    return "34F" if document.chart.format is Format.ROUND_ROBIN else "34E"
