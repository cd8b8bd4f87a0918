"""Where two met who would meet again: their board, its result, and how far apart their scores are now."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from tiebreaks.engine import points
from tiebreaks.engine.chart.wallchart import Kind

from ...models import Game, Section
from ...pairing.draft import Draft
from ...pairing.reading import met
from ...pairing.request import PairingInput
from ...text import wording
from .draft_boards import Sitter
from .problems import Problem


def with_where_met(
    section: Section,
    request: PairingInput,
    draft: Draft,
    sitters: Mapping[int, Sitter],
    found: Mapping[int | None, list[Problem]],
) -> dict[int | None, list[Problem]]:
    """The problems of boards, each rematch with where they met."""

    def told(at: int | None, problem: Problem) -> Problem:
        if at is None or problem.kind != "rematch":
            return problem
        board = draft.boards[at]
        said = where_met(section, request, sitters[board.white], sitters[board.black])
        return problem._replace(text=" ".join([problem.text, *said]))

    return {at: [told(at, problem) for problem in problems] for at, problems in found.items()}


def where_met(section: Section, request: PairingInput, one: Sitter, other: Sitter) -> list[str]:
    """The board on which two met last, with its result, and their scores, if these differ."""
    said: list[str] = []
    number = met(request.chart, request.round)[one.number].get(other.number)
    if number is None:
        return said
    games = Game.objects.filter(round__section=section, round__number=number)
    game = games.filter(seats__player__number=one.number).filter(seats__player__number=other.number).first()
    cells = {
        each.number: cell
        for each in (one, other)
        for cell in request.chart.by_number[each.number].cells
        if cell.round == number
    }
    # Of a game across rounds (28M2) one has it in another round.
    if game is not None and len(cells) == 2:
        white, black = (one, other) if cells[one.number].color == "w" else (other, one)
        result = "–".join(points.show(cells[each.number].points_q) for each in (white, black))
        told = _("Then on board %(board)d: %(white)s %(result)s %(black)s.")
        if request.of_teams:
            told = _("Then in match %(board)d: %(white)s %(result)s %(black)s.")
        if cells[one.number].kind is Kind.OPEN:
            told = _("That was on board %(board)d.")
            if request.of_teams:
                told = _("That was in match %(board)d.")
        values = {"board": game.board, "white": white.name, "result": result, "black": black.name}
        said.append(told % values)
    if one.score_q != other.score_q:
        scores = {"one": wording.score(one.score_q), "other": wording.score(other.score_q)}
        if other.score_q > one.score_q:
            scores = {"one": scores["other"], "other": scores["one"]}
        said.append(_("Now %(one)s meets %(other)s.") % scores)
    return said
