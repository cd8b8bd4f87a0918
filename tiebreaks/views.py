"""The glossary: every system the engine knows, printed from its own record."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from .engine.chart.wallchart import Format
from .engine.messages import Message
from .engine.ranking.editions import EDITIONS, Edition
from .engine.ranking.presets import PRESETS, TEAM_PRESETS
from .engine.ranking.sequence import Sequence, parse
from .engine.systems import MATCH_SYSTEMS, TEAM_SYSTEMS
from .engine.terms.system import TiebreakSystem
from .policies import public


@public(why="the rules, as anybody may read them")
@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    context = {
        "systems": MATCH_SYSTEMS.values(),
        "presets": [(preset, _steps(parse(preset.order))) for preset in PRESETS.values()],
        "editions": [_edition(edition) for edition in reversed(EDITIONS.values())],
        "of_teams": [system for code, system in TEAM_SYSTEMS.items() if not code.startswith("sum:")],
        "team_presets": [
            (preset, _steps(parse(preset.order, TEAM_SYSTEMS))) for preset in TEAM_PRESETS.values()
        ],
    }
    return HttpResponse(render_to_string("rules/index.html", context))


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
        (s.system.code.removeprefix("sum:"), _named(s.system), [_(each.summary) for each in s.chosen])
        for s in order.steps
    ]


def _named(system: TiebreakSystem) -> str:
    """A system's name; that of a sum has another's in it."""
    name = system.name
    if not isinstance(name, Message):
        return _(name)
    return _(name.id).format(**{key: _(str(value)) for key, value in name.values.items()})
