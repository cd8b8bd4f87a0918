"""A parent who saw another result reads on the page of the round that it was corrected, and when."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import EventFactory, a_section, as_it_stands, corrected, enter, games_of, paired, undone
from tests.html import visit
from tests.swisssys_file import player, swisssys
from tests.swisssys_file import section as of_file
from tiebreaks.engine.ranking.sequence import RULEBOOK_SWISS
from tournaments.formats.programs.reading import read
from tournaments.models import LogEntry, Section
from tournaments.services import companion
from tournaments.text.wording import clock


@pytest.fixture
def section(kim: User) -> Section:
    """Round 1 is being played."""
    section = a_section(4, 2, by=kim)
    paired(section, 1, "1 2\n3 4")
    return as_it_stands(section)


def results(section: Section) -> list[str]:
    return visit(Client(), at("round", section, 1)).texts("td.result")


def test_a_result_that_was_corrected_says_so_with_the_time(section: Section) -> None:
    one, two = games_of(section, 1)
    enter(one, "WL")
    enter(two, "DD")
    assert results(section) == ["1–0", "½–½"]
    corrected(one, "LW")
    when = LogEntry.objects.latest("pk").at
    assert results(section) == [f"0–1 corrected {clock(when)}", "½–½"]


def test_a_correction_that_was_undone_is_none(section: Section, kim: User) -> None:
    one, _two = games_of(section, 1)
    enter(one, "WL")
    corrected(one, "LW", by=kim)
    undone(section, by=kim)
    assert results(section)[0] == "1–0"


def test_a_result_that_another_program_corrected_says_so_too(kim: User) -> None:
    event = EventFactory.create(by=kim)
    for one, other in (("+", "-"), ("-", "+")):
        players = [player(1, f"{one};2;W;1"), player(2, f"{other};1;B;1")]
        companion.take(event, read(swisssys(of_file(players))), by=kim, order=str(RULEBOOK_SWISS))
    assert "corrected" in results(event.sections.get())[0]
