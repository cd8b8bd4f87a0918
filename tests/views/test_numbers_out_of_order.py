"""Wall-chart numbers that are not in the order of the ratings: told before round 1 fixes them."""

from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import a_section, as_it_stands, paired, three_teams
from tests.html import visit
from tournaments.formats.records import RosterEntry
from tournaments.models import Section
from tournaments.selectors.entries.numbering import out_of_order
from tournaments.selectors.pairing.basis import draft_of
from tournaments.services import drafts, pairings, rosters
from tournaments.services.numbering import number_by_rating

pytestmark = pytest.mark.django_db

TOLD = (
    "Wall-chart numbers are not in the order of the ratings: Late Lund (1700) is number 4, after number 3,"
    " Cy Cedar (900). From round 1 on numbers stay."
)


@pytest.fixture
def section(kim: User) -> Section:
    section = a_section(0, 3, by=kim)
    people = [("Ann Alder", 1200), ("Bo Birch", 1000), ("Cy Cedar", 900), ("Late Lund", 1700)]
    people += [("Di Dale", 0), ("Ada Ash", 0)]
    rosters.add_players(
        section, [RosterEntry(None, name, rating=rating or None) for name, rating in people], by=kim
    )
    return as_it_stands(section)


def test_it_is_told_before_the_pairing_at_the_draft_and_at_the_gate_until_one_press_numbers_anew(
    desk: Client, section: Section, kim: User
) -> None:
    begin = at("pairing", section, 1)
    assert TOLD in visit(desk, begin)
    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
    for page in (begin, at("publish-pairing", section, 1)):
        shown = visit(desk, page)
        assert TOLD in shown
        number = shown.form(reverse("number-roster", args=[section.event.slug, section.slug]))
    answer = number.send(desk)
    assert answer.status_code == 302
    assert answer["Location"] == begin
    assert section.players.get(name="Late Lund").number == 1
    shown = visit(desk, begin)
    assert "not in the order" not in shown
    assert "Round 1 was paired again by the new numbers." in shown
    assert "after this was paired" not in shown


def test_a_draft_that_was_changed_by_hand_keeps_its_players_and_says_what_to_do(
    desk: Client, section: Section, kim: User
) -> None:
    begin = at("pairing", section, 1)
    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
    row = draft_of(section, 1)
    assert row is not None
    first, second, *rest = row.draft.boards
    crossed = replace(first, black=second.black), replace(second, black=first.black)
    drafts.edit(section, 1, replace(row.draft, boards=(*crossed, *rest)), by=kim)
    visit(desk, begin).form(reverse("number-roster", args=[section.event.slug, section.slug])).send(desk)
    told = "Only wall-chart numbers changed after this was paired, so the same players meet:"
    for page in (begin, at("publish-pairing", section, 1)):
        shown = visit(desk, page)
        assert told in shown
        assert "Something changed" not in shown
        assert not [each for each in shown.all(".notice.warning") if told in each]
    shown = visit(desk, begin)
    assert "By the rules another pairing comes first" in shown
    assert "1 thing to look at." in shown.one(".act")
    assert "No problems." not in shown.one(".act")
    assert "no problems." not in visit(desk, at("publish-pairing", section, 1))
    assert "You can publish it as it is" not in shown
    assert "Pair again for boards by the new numbers, or keep the boards and the notes beside them." in shown


def test_where_more_than_numbers_changed_a_draft_is_told_so(
    desk: Client, section: Section, kim: User
) -> None:
    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
    number_by_rating(section, by=kim)
    pairings.withdraw(section.players.get(name="Di Dale"), 0, by=kim)
    shown = visit(desk, at("pairing", section, 1))
    assert "Something changed after this was paired:" in shown


def test_equal_ratings_and_the_unrated_in_any_order_are_told_nothing(
    desk: Client, section: Section, kim: User
) -> None:
    section.players.filter(name="Late Lund").update(rating=900)
    assert "not in the order" not in visit(desk, at("pairing", section, 1))


def test_an_unrated_player_before_a_rated_one_is_told(desk: Client, section: Section) -> None:
    section.players.filter(name="Ann Alder").update(rating=None)
    section.players.filter(name="Late Lund").update(rating=None)
    said = "Bo Birch (1000) is number 2, after number 1, Ann Alder (unrated)."
    assert said in visit(desk, at("pairing", section, 1))


def test_an_assigned_rating_counts(desk: Client, section: Section) -> None:
    section.players.filter(name="Late Lund").update(assigned_rating=800)
    assert "not in the order" not in visit(desk, at("pairing", section, 1))


def test_once_a_round_has_boards_numbers_stay_and_nothing_is_told(
    desk: Client, section: Section, kim: User
) -> None:
    paired(section, 1, "1 2\n3 4\n5 6", publish=True)
    for page in (at("pairing", section, 1), at("pairing", section, 2)):
        assert "not in the order" not in visit(desk, page)


def test_the_numbers_of_a_round_robin_are_places_in_its_table(desk: Client, section: Section) -> None:
    Section.objects.filter(pk=section.pk).update(format=Section.Formats.ROUND_ROBIN)
    assert "not in the order" not in visit(desk, at("pairing", section, 1))


def test_teams_stand_by_the_average_of_their_boards(kim: User) -> None:
    section = three_teams()
    number_by_rating(section, by=kim)
    assert out_of_order(section) == ""
