"""Every case is entered by hand, through the pages' own forms, and what comes out is what the file says."""

import csv
import io
import json
from typing import Any

import pytest
from django.core.management import call_command
from django.urls import reverse

from tests.cases import ODD, case, path
from tests.director import Director
from tests.factories import as_it_stands
from tiebreaks.engine.ranking.sequence import Sequence
from tiebreaks.selectors import players_document
from tournaments.formats.standings_json import rows
from tournaments.models import Section

pytestmark = pytest.mark.django_db


def table(text: str) -> dict[str, dict[str, str]]:
    """Each number's fields, directives and comments left out; nothing held back is a round not paired."""
    lines = [line for line in text.lstrip("\ufeff").splitlines() if not line.startswith("#")]
    return {row["number"]: row for row in csv.DictReader(io.StringIO("\n".join(lines)))}


def exported(director: Director, section: Section) -> str:
    director.publish()
    return director.client.get(reverse("wall-chart-file", args=director.at(section))).text


def printed(name: str, order: Sequence) -> list[dict[str, Any]]:
    """The rows of `manage.py standings` for a case's file."""
    out = io.StringIO()
    call_command("standings", str(path(name)), order=order, format="json", stdout=out)
    rows: list[dict[str, Any]] = json.loads(out.getvalue())[0]["rows"]
    return rows


# The longest of them: the pages that enter them are those of the others too.
LONGEST = ("double_round_robin", "withdrew_before_half", "two_games", "reentry")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name in LONGEST)) for name in ODD]
)
def test_an_odd_event_entered_by_hand_is_the_one_in_the_file(name: str) -> None:
    director = Director()
    section = as_it_stands(director.enter(case(name)))
    assert table(exported(director, section)) == table(path(name).read_text(encoding="utf-8"))
    body = players_document(section.standings_id)
    assert body.postings
    assert rows(body.ranking()) == printed(name, body.order)
