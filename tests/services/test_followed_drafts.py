"""A draft names players by number: it follows a number that changes, and tells who left the section."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.contrib.auth.models import User

from tests.factories import EntryFactory, a_section, as_it_stands
from tournaments.models import LogEntry, PairingDraft, PairingReasons, Player, Section
from tournaments.pairing.draft import put
from tournaments.selectors.pairing.page import pairing_page
from tournaments.selectors.pairing.page_record import PairingPage
from tournaments.services import check_in, drafts, rosters
from tournaments.services.reasons import keep
from tournaments.services.undoing import undo_entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def section(kim: User) -> Section:
    section = a_section(0, 3, by=kim, order="solkoff")
    names = ("Ann Alder", "Bob Birch", "Cy Cedar", "Di Dogwood", "Eve Elm", "Fay Fir", "Gus Gum")
    entries = [EntryFactory.create(name=name, rating=1900 - 100 * at) for at, name in enumerate(names)]
    rosters.add_players(section, entries, by=kim)
    return as_it_stands(section)


def draft(section: Section, kim: User, number: int = 1) -> PairingDraft:
    drafts.keep(section, number, drafts.propose(section, number), by=kim)
    return PairingDraft.objects.get(section=section, round=number)


def seated(page: PairingPage) -> list[tuple[str, str]]:
    return [(board.white.name, board.black.name) for board in page.boards]


def test_the_seats_the_bye_locks_and_reasons_follow_players_who_trade_numbers(
    section: Section, kim: User
) -> None:
    first, *others = (made := draft(section, kim).draft).boards
    drafts.edit(section, 1, replace(made, boards=(replace(first, locked=True), *others)), by=kim)
    before = pairing_page(section, 1)
    for name, number in (("Ann Alder", 100), ("Bob Birch", 1), ("Ann Alder", 2), ("Gus Gum", 70)):
        rosters.edit_player(section.players.get(name=name), number=number, by=kim)
    page = pairing_page(section, 1)
    assert seated(page) == seated(before)
    assert [board.locked for board in page.boards] == [True, False, False]
    assert [board.sentences for board in page.boards] == [board.sentences for board in before.boards]
    assert page.bye is not None
    assert (page.bye.number, page.bye.name) == (70, "Gus Gum")
    assert page.bye_sentences == before.bye_sentences
    assert page.changed == "Ann Alder is number 2 now; Bob Birch is number 1 now; Gus Gum is number 70 now"
    drafts.undo(section, 1, by=kim)
    assert seated(pairing_page(section, 1)) == seated(before), "and so do the steps before"
    drafts.publish(section, 1, by=kim)
    keep(section.pk, 1)
    reasons = PairingReasons.objects.get()
    rosters.edit_player(section.players.get(name="Gus Gum"), number=7, by=kim)
    rosters.edit_player(section.players.get(name="Eve Elm"), number=50, by=kim)
    found = PairingReasons.objects.get()
    renumbered = [[50 if number == 5 else number for number in each[:2]] for each in reasons.boards]
    assert [each[:2] for each in found.boards] == renumbered
    assert found.bye is not None
    assert reasons.bye is not None
    assert found.bye == [7, *reasons.bye[1:]]
    assert found.bye[2], "with its score group"


def remove(player: Player, kim: User) -> None:
    rosters.remove_player(player, by=kim)


def move(player: Player, kim: User) -> None:
    target = a_section(0, 3, event=player.section.event, by=kim, name="Reserve")
    check_in.move(player, target, by=kim)


@pytest.mark.parametrize("leave", [remove, move])
def test_who_leaves_the_section_leaves_an_empty_seat_that_is_named(
    section: Section, kim: User, leave: Callable[[Player, User], None]
) -> None:
    draft(section, kim)
    leave(section.players.get(number=5), kim)
    page = pairing_page(section, 1)
    assert ("", "Bob Birch") in seated(page) or ("Bob Birch", "") in seated(page)
    (told,) = [problem.text for _board, problem in page.troubles]
    assert told == "Eve Elm left the section: a seat is empty."
    assert page.changed == "Eve Elm left the section"
    rosters.add_players(section, [EntryFactory.create(name="Hal Holly", rating=1000)], by=kim)
    assert "Hal Holly" not in {name for both in seated(pairing_page(section, 1)) for name in both}
    drafts.discard(section, 1, by=kim)


@pytest.mark.parametrize("leave", [remove, move])
def test_who_is_in_the_section_again_is_not_said_to_have_left(
    section: Section, kim: User, leave: Callable[[Player, User], None]
) -> None:
    draft(section, kim)
    leave(section.players.get(number=5), kim)
    entry = LogEntry.objects.filter(standings=section.standings_id).latest("pk")
    undo_entry(section.pk, by=kim, entry_id=entry.pk)
    page = pairing_page(section, 1)
    assert [each.name for each in page.unseated] == ["Eve Elm"]
    assert [problem.text for _board, problem in page.troubles] == ["A seat is empty."]


def test_a_seat_that_is_taken_again_is_not_told(section: Section, kim: User) -> None:
    draft(section, kim)
    rosters.remove_player(section.players.get(number=5), by=kim)
    (board,) = [board for board in pairing_page(section, 1).boards if not board.full]
    now = PairingDraft.objects.get().draft
    drafts.edit(section, 1, put(now, board.at, "white" if not board.white.number else "black", 7), by=kim)
    page = pairing_page(section, 1)
    assert not page.troubles
    drafts.publish(section, 1, by=kim)


def test_the_bye_of_who_leaves_is_nobodys(section: Section, kim: User) -> None:
    draft(section, kim)
    rosters.remove_player(section.players.get(number=7), by=kim)
    page = pairing_page(section, 1)
    assert page.bye is None
    assert not page.troubles
    assert page.changed == "Gus Gum left the section"
    drafts.publish(section, 1, by=kim)


def test_who_was_added_and_is_not_any_more_leaves_the_draft(section: Section, kim: User) -> None:
    rosters.add_players(section, [EntryFactory.create(name="Hal Holly", rating=1000)], by=kim)
    added = LogEntry.objects.latest("pk")
    draft(section, kim)
    undo_entry(section.pk, by=kim, entry_id=added.pk)
    page = pairing_page(section, 1)
    assert [problem.text for _board, problem in page.troubles] == [
        "Hal Holly left the section: a seat is empty."
    ]


def test_a_draft_of_an_older_release_that_names_who_is_gone_is_read(section: Section, kim: User) -> None:
    row = draft(section, kim)
    rosters.remove_player(section.players.get(number=5), by=kim)
    PairingDraft.objects.update(
        boards=row.boards, bye=99, reasons=row.reasons, bye_reasons=[99, []], assumed=[[5, 2, "draw"]]
    )
    page = pairing_page(section, 1)
    assert [problem.text for _board, problem in page.troubles] == ["A seat is empty."]
    assert page.bye is None
    drafts.discard(section, 1, by=kim)
