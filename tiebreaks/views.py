"""The glossary: a page for each tiebreak, in a parent's words, and one of published orders for directors.

Everything is printed from the systems' own records.
"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from .engine import points
from .engine.chart.wallchart import Card, Cell, Format, Kind
from .engine.evaluation import Dropped, Unit
from .engine.messages import Message, gettext_noop
from .engine.ranking.editions import EDITIONS, Edition
from .engine.ranking.presets import PRESETS, TEAM_PRESETS
from .engine.ranking.sequence import Sequence, parse
from .engine.systems import MATCH_SYSTEMS, SYSTEMS, TEAM_SYSTEMS
from .engine.systems.modified_median import opponents_own
from .examples import Example, Line, example
from .policies import public

OF_MATCHES = {code: system for code, system in MATCH_SYSTEMS.items() if code not in SYSTEMS}
OF_SCHOOLS = {code: system for code, system in TEAM_SYSTEMS.items() if not code.startswith("sum:")}
EXPLAINED = SYSTEMS | OF_MATCHES | OF_SCHOOLS

_MET = {
    Kind.WIN: gettext_noop("beat {name}"),
    Kind.DRAW: gettext_noop("drew with {name}"),
    Kind.LOSS: gettext_noop("lost to {name}"),
    Kind.UNPAIRED: gettext_noop("zero-point bye"),
}
_LEFT_OUT = {
    Dropped.LOWEST: gettext_noop("left out: the weakest"),
    Dropped.HIGHEST: gettext_noop("left out: the strongest"),
}


@public(why="the rules, as anybody may read them")
@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    context = {
        "groups": [
            (_("Players"), SYSTEMS.values()),
            (_("Teams that play each other"), OF_MATCHES.values()),
            (_("Schools whose players are paired one by one"), OF_SCHOOLS.values()),
        ]
    }
    return HttpResponse(render_to_string("rules/index.html", context))


@public(why="the rules, as anybody may read them")
@require_safe
def rule(request: HttpRequest, system: str) -> HttpResponse:
    if (record := EXPLAINED.get(system)) is None:
        raise Http404
    shown = example(system)
    context = {
        "system": record,
        "adjusted": record.opens is opponents_own,
        "example": shown and _worked(shown, record.unit),
    }
    return HttpResponse(render_to_string("rules/system.html", context))


@public(why="the orders and editions that any section may be played under")
@require_safe
def published_orders(request: HttpRequest) -> HttpResponse:
    context = {
        "presets": [(preset, _steps(parse(preset.order))) for preset in PRESETS.values()],
        "team_presets": [
            (preset, _steps(parse(preset.order, TEAM_SYSTEMS))) for preset in TEAM_PRESETS.values()
        ],
        "editions": [_edition(edition) for edition in reversed(EDITIONS.values())],
    }
    return HttpResponse(render_to_string("rules/published_orders.html", context))


# --- the example ----------------------------------------------------------------------------------


def _worked(shown: Example, unit: Unit) -> dict[str, Any]:
    names = {card.number: card.name for card in shown.cards}
    return {
        "of": shown,
        "score": points.show(shown.score_q),
        "lines": [_line(line, unit) for line in shown.lines],
        "sum": unit.written_sum(shown.evaluation),
        "value": unit.show(shown.evaluation.value),
        "verdict": _verdict(shown, unit),
        "rounds": range(1, 1 + max(cell.round for card in shown.cards for cell in card.cells)),
        "chart": [_chart_line(card, names) for card in shown.cards],
    }


def _verdict(shown: Example, unit: Unit) -> str:
    mine, theirs = unit.show(shown.evaluation.value), unit.show(shown.theirs.value)
    if not shown.ahead:
        sentence = _("{other} has {value} too, so the next tiebreak decides.")
        return sentence.format(other=shown.other, value=mine)
    sentence = _("{name} has {value}, {other} has {lower}: {ahead} is ahead.")
    return sentence.format(name=shown.name, value=mine, other=shown.other, lower=theirs, ahead=shown.ahead)


def _line(line: Line, unit: Unit) -> dict[str, Any]:
    return {
        "round": line.round,
        "what": _what(line, unit),
        "reason": _said(line.term.reason),
        "shown": unit.show(line.term.points_q),
        "dropped": _(_LEFT_OUT[line.term.dropped]) if line.term.dropped else "",
    }


def _what(line: Line, unit: Unit) -> str:
    if line.parts:
        return "; ".join(f"{who} {unit.show(term.points_q)}" for who, term in line.parts)
    return _met(line.kind, line.who) if line.kind else line.who


def _chart_line(card: Card, names: dict[int, str]) -> dict[str, Any]:
    return {
        "name": card.name,
        "team": card.team,
        "rating": card.rating,
        "cells": [_cell(cell, names) for cell in card.cells],
        "score": points.show(sum(cell.points_q for cell in card.cells)),
    }


def _cell(cell: Cell, names: dict[int, str]) -> str:
    met = _met(cell.kind, names.get(cell.opponent or 0, ""))
    return met if cell.board_points_q is None else f"{met} ({points.show(cell.board_points_q)})"


def _met(kind: Kind, name: str) -> str:
    return _(_MET[kind]).format(name=name) if kind in _MET else _(kind.label)


# --- orders ---------------------------------------------------------------------------------------


def _edition(edition: Edition) -> dict[str, Any]:
    return {
        "name": edition.name,
        "since": edition.since,
        "orders": [
            (_("Swiss"), _steps(parse(edition.orders[Format.SWISS]))),
            (_("Round robin"), _steps(parse(edition.orders[Format.ROUND_ROBIN]))),
        ],
        "differences": _steps(edition.readings),
    }


def _steps(order: Sequence) -> list[tuple[str, str, list[str]]]:
    return [
        (s.system.code.removeprefix("sum:"), _said(s.system.name), [_(each.summary) for each in s.chosen])
        for s in order.steps
    ]


def _said(words: str) -> str:
    """A message of the engine; one with values, as the name of a sum, has another's words in it."""
    if not isinstance(words, Message):
        return _(words)
    return _(words.id).format(**{key: _(str(value)) for key, value in words.values.items()})
