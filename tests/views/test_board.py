"""Why two players meet, on a phone: the sentences of the round as it was posted, and nothing private."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import a_section, as_it_stands, enter, games_of, paired, played, swap_colors
from tests.html import visit
from tiebreaks.engine.messages import Message
from tournaments.models import PairingReasons, Section
from tournaments.pairing import sentences
from tournaments.services import drafts, pairings
from tournaments.services.reasons import keep


@pytest.fixture
def section(kim: User) -> Section:
    """Eight players; round 1 held, round 2 proposed."""
    section = a_section(8, 3, by=kim)
    played(section, 1, "1 5 WL\n6 2 LW\n3 7 WL\n8 4 LW")
    drafts.keep(as_it_stands(section), 2, drafts.propose(as_it_stands(section), 2), by=kim)
    return as_it_stands(section)


def post(section: Section, kim: User, on_commit: Any) -> None:
    with on_commit(execute=True):
        drafts.publish(section, 2, by=kim)


def test_a_posted_board_tells_the_reason_and_the_line_of_its_score_group(
    client: Client, section: Section, kim: User, django_capture_on_commit_callbacks: Any
) -> None:
    post(section, kim, django_capture_on_commit_callbacks)
    page = visit(client, at("board", section, 2, 1))
    (row,) = PairingReasons.objects.all()
    _white, _black, told, group = row.boards[0]
    assert told
    assert [each.text for each in page.all(".reason")] == [Message(id, **values) for id, values in told]
    ((id, values),) = group[1]
    assert f"The group with 1 point: {Message(id, **values)}" in page
    assert at("board", section, 2, 1) in visit(client, at("round", section, 2)).links


def test_a_corrected_result_changes_nothing_of_why_a_round_was_paired(
    client: Client, section: Section, kim: User, django_capture_on_commit_callbacks: Any
) -> None:
    post(section, kim, django_capture_on_commit_callbacks)
    before = [each.text for each in visit(client, at("board", section, 2, 1)).all(".reason")]
    with django_capture_on_commit_callbacks(execute=True):
        enter(games_of(section, 2)[0], "WL", by=kim)
    assert [each.text for each in visit(client, at("board", section, 2, 1)).all(".reason")] == before


def test_reasons_that_come_a_moment_later_are_read_without_a_new_version(
    client: Client, section: Section, kim: User
) -> None:
    drafts.publish(section, 2, by=kim)
    assert "There is no record here" in visit(client, at("board", section, 2, 1))
    keep(section.pk, 2)
    assert "There is no record here" not in visit(client, at("board", section, 2, 1))


def test_a_board_whose_colors_were_swapped_says_so_and_still_why_the_two_meet(
    client: Client, section: Section, kim: User
) -> None:
    drafts.publish(section, 2, by=kim)
    keep(section.pk, 2)

    def reasons() -> list[str]:
        return [each.text for each in visit(client, at("board", section, 2, 1)).all(".reason")]

    *meet, colors = reasons()
    swap_colors(games_of(section, 2)[0], by=kim)
    now = games_of(section, 2)[0].seats.get(side="w").player.name
    swapped = f"The director swapped the colors after the round was posted: {now} has white."
    assert reasons() == [*meet, swapped]
    swap_colors(games_of(section, 2)[0], by=kim)
    assert reasons() == [*meet, colors]


def test_a_board_that_changed_after_the_round_was_posted_is_the_directors(
    client: Client, section: Section, kim: User
) -> None:
    drafts.publish(section, 2, by=kim)
    keep(section.pk, 2)
    for game in games_of(section, 2):
        pairings.remove_pairing(game, by=kim, reason="paired by mistake")
    pairings.pair(as_it_stands(section), 2, "1 8", by=kim, reason="paired by mistake")
    assert "The director arranged this board." in visit(client, at("board", section, 2, 1))


def test_a_round_that_was_typed_is_explained_too(
    client: Client, kim: User, django_capture_on_commit_callbacks: Any
) -> None:
    section = a_section(4, 2, by=kim)
    with django_capture_on_commit_callbacks(execute=True):
        paired(section, 1, "1 4\n2 3", publish=True)
    page = visit(client, at("board", section, 1, 1))
    assert page.all(".reason")
    assert "There is no record here" not in page


def test_who_is_kept_apart_is_not_told(client: Client, section: Section, kim: User) -> None:
    drafts.publish(section, 2, by=kim)
    keep(section.pk, 2)
    (row,) = PairingReasons.objects.all()
    apart = [sentences.APART, {"one": "A", "other": "B", "ideal": "Somebody"}]
    row.boards = [[white, black, [apart], group] for white, black, _told, group in row.boards]
    row.save()
    page = visit(client, at("board", section, 2, 1))
    assert "Somebody" not in page
    assert "The director arranged this board." in page


def test_a_draft_and_a_board_that_is_not_there_have_no_page(client: Client, section: Section) -> None:
    for number, board in ((2, 1), (1, 9), (9, 1)):
        assert client.get(at("board", section, number, board)).status_code == 404


def test_a_round_that_cannot_be_explained_has_no_reasons(section: Section) -> None:
    keep(section.pk, 3)
    keep(0, 1)
    assert not PairingReasons.objects.exists()
