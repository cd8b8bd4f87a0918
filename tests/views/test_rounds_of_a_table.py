"""A round robin whose section has other rounds than its table is questioned before round 1 (30A)."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import a_section, as_it_stands
from tests.html import visit
from tournaments.models import Section
from tournaments.services import drafts


def a_table(rounds: int, kim: User) -> Section:
    section = a_section(6, rounds, by=kim)
    section.format = Section.Formats.ROUND_ROBIN
    section.save()
    return as_it_stands(section)


QUESTION = "A round robin of 6 players needs 5 rounds, and this section has 4 (30A). Change the rounds"


def test_too_few_rounds_are_told_before_round_one_is_paired_and_published(desk: Client, kim: User) -> None:
    section = a_table(4, kim)
    assert QUESTION in visit(desk, at("desk-round", section, 1))
    assert QUESTION in visit(desk, at("pairing", section, 1))
    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
    assert QUESTION in visit(desk, at("publish-pairing", section, 1))


@pytest.mark.parametrize("rounds", [5, 10])
def test_a_whole_table_and_a_double_one_are_no_question(desk: Client, kim: User, rounds: int) -> None:
    section = a_table(rounds, kim)
    assert "needs 5 rounds" not in visit(desk, at("pairing", section, 1))
