"""A bye of a posted round is given or removed: who was paired later on other points."""

from collections.abc import Collection
from dataclasses import replace

from django.utils.translation import gettext as _

from tiebreaks.engine import points
from tiebreaks.engine.chart.wallchart import Kind

from ...models import Section
from ..results.consequences import PairedOn, paired_on_byes
from .problems import Problem
from .typed_boards import TypedRound


def with_later(
    judged: TypedRound, section: Section, number: int, players: Collection[int], kind: Kind | None
) -> TypedRound:
    """What is ``judged`` of the round, and who was paired later on another score than with this bye of it, or
    without one."""
    found = paired_on_byes(section, number, players, kind)
    told = [Problem("score", _told(on, of_teams=judged.of_teams)) for on in found]
    return replace(judged, problems=[*judged.problems, *told])


def _told(on: PairedOn, *, of_teams: bool) -> str:
    told = _(
        "Round %(round)d, board %(label)s: %(name)s was paired on a score of %(before)s, now %(after)s,"
        " against %(opponent)s."
    )
    if of_teams:
        told = _(
            "Round %(round)d, match %(label)s: %(name)s was paired on a score of %(before)s, now %(after)s,"
            " against %(opponent)s."
        )
    values = {"round": on.round, "label": on.label, "name": on.name, "opponent": on.opponent}
    return told % {**values, "before": points.show(on.before_q), "after": points.show(on.after_q)}
