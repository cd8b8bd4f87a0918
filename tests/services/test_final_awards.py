"""The awards of a final sheet follow from its bytes, but for who is of an age or has a mark."""

from dataclasses import replace as replaced

import pytest
from msgspec.structs import replace

from tests.factories import a_section, as_it_stands, director_of, played
from tiebreaks import final, final_awards
from tiebreaks.final import FinalSheet
from tiebreaks.final_awards import AwardDifference
from tournaments.models import Player, Section
from tournaments.services import prizes
from tournaments.services.finishing import finish


@pytest.fixture
def section() -> Section:
    """1 has won both games, 2 and 3 one each and nothing separates them, 4 none."""
    section = a_section(4, 2, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3 WL\n2 4 WL")
    return as_it_stands(section)


def sheet(section: Section, lines: str, girls: tuple[int, ...] = ()) -> FinalSheet:
    Player.objects.filter(section=section, number__in=girls).update(marks="girl")
    by = director_of(section)
    prizes.announce(section, lines, in_this_order=False, by=by)
    return final.read(finish(as_it_stands(section), by=by).sheet)


def winners(found: FinalSheet) -> dict[str, list[int | str]]:
    return {each.line: [winner.number for winner in each.winners] for each in found.awards.awards}


def paid(found: FinalSheet) -> dict[int | str, int]:
    return {each.winner.number: each.cents // 100 for each in found.awards.cash}


def with_winner(found: FinalSheet, line: str, number: int) -> FinalSheet:
    awards = [
        replace(each, winners=(replace(each.winners[0], number=number),)) if each.line == line else each
        for each in found.awards.awards
    ]
    return replace(found, awards=replace(found.awards, awards=tuple(awards)))


def with_money(found: FinalSheet, dollars: dict[int, int]) -> FinalSheet:
    cash = [replace(each, cents=100 * dollars[int(each.winner.number)]) for each in found.awards.cash]
    return replace(found, awards=replace(found.awards, cash=tuple(cash)))


def differences(found: FinalSheet) -> list[AwardDifference]:
    again = final_awards.rechecked(found)
    assert again is not None
    return again.differences


def divides_money(found: FinalSheet) -> bool:
    again = final_awards.rechecked(found)
    assert again is not None
    return again.money


def test_the_sheet_awards_the_same_from_its_bytes_alone(section: Section) -> None:
    lines = "1st place trophy and $60\n2nd place $40\nTop girl\n2nd girl\nTop under 1850\nBest game trophy"
    found = sheet(section, lines, girls=(1, 2, 4))
    assert winners(found) == {
        "1st place trophy and $60": [1],
        "Top girl": [2],
        "2nd girl": [4],
        "Top under 1850": [],
        "Best game trophy": [],
    }
    assert differences(found) == []
    assert [str(prize) for prize in final_awards.private(found)] == ["Top girl", "2nd girl"]


def test_an_award_to_another_player_than_the_bytes_give_it_is_found(section: Section) -> None:
    found = with_winner(sheet(section, "1st place trophy"), "1st place trophy", 3)
    assert differences(found) == [("1st place trophy", "Cora Cedar 3", "Ada Alder 1")]


def test_who_has_a_place_trophy_takes_none_by_mark(section: Section) -> None:
    found = with_winner(sheet(section, "1st place trophy\nTop girl", girls=(4,)), "Top girl", 1)
    assert differences(found) == [("Top girl", "Ada Alder 1", "")]


def test_money_by_mark_that_one_takes_alone_leaves_all_other_money_to_be_divided_again(
    section: Section,
) -> None:
    found = sheet(section, "1st place $60\n2nd place $40\nTop girl $50", girls=(1, 4))
    assert paid(found) == {1: 60, 2: 20, 3: 20, 4: 50}
    assert differences(found) == []
    assert divides_money(found)
    wrong = with_money(found, {1: 60, 2: 30, 3: 10, 4: 50})
    assert differences(wrong) == [
        ("Ben Birch 2", "$30", "$20"),
        ("Cora Cedar 3", "$10", "$20"),
    ]
    assert differences(with_money(found, {1: 60, 2: 20, 3: 20, 4: 40})) == [("Dov Elm 4", "$40", "$50")]


def test_money_by_mark_that_a_tie_divides_may_be_that_of_any_of_them(section: Section) -> None:
    """2 alone can win the girl’s money, and takes it; or both could, and would share all."""
    found = sheet(section, "1st place $60\n2nd place $40\nTop girl $30", girls=(2, 3))
    assert paid(found) == {1: 60, 2: 35, 3: 35}
    assert found.pools == ((2, (2, 3)),)
    assert differences(found) == []
    assert len(differences(with_money(found, {1: 60, 2: 30, 3: 40}))) >= 2


def test_the_bytes_do_not_say_who_has_a_mark(section: Section) -> None:
    found = sheet(section, "1st place $60\n2nd place $40\nTop girl $30", girls=(2,))
    other = final.read(final.write(found))
    assert all(not card.marks for card in other.document.chart.cards)
    assert other.pools == ((2, (2, 3)),)


def test_money_by_mark_is_not_divided_again_from_a_sheet_that_does_not_say_who_divided_it(
    section: Section,
) -> None:
    found = replace(sheet(section, "1st place $60\nTop girl $30", girls=(2,)), format=2, pools=())
    assert differences(found) == []
    assert not divides_money(found)
    assert found.terms is not None
    followed = replace(found, terms=replaced(found.terms, follow_money=True))
    assert final_awards.rechecked(followed) is None
