"""A playoff or a toss is recorded for exactly the players still tied, and set aside when they change."""

import random
import re
from typing import Any

import pytest

from tests.factories import UserFactory, a_section, as_it_stands, director_of, enter, games_of, paired, played
from tiebreaks.models import Decision
from tiebreaks.published import PlayersDocument, Recording
from tiebreaks.selectors import players_document
from tournaments.errors import Conflict, Refused
from tournaments.models import LogEntry, Player, Section
from tournaments.services import orders, rosters
from tournaments.services.decisions import COIN_TOSS, PLAYOFF, record_decision, toss_coin, withdraw_decision
from tournaments.services.undoing import undo


@pytest.fixture
def section() -> Section:
    """One round of three: 1, 3 and 5 have won and nothing separates them; so have 2, 4 and 6 lost."""
    section = a_section(players=6, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL\n5 6 WL")
    return as_it_stands(section)


def body(section: Section) -> PlayersDocument:
    return players_document(section.standings_id)


def ladder(section: Section) -> list[tuple[int, int]]:
    """Number and rank, from first to last."""
    return [(standing.number, standing.rank) for standing in body(section).standings]


def by(section: Section) -> Any:
    return director_of(section)


TIED = [(1, 1), (3, 1), (5, 1), (2, 4), (4, 4), (6, 4)]


# --- recording -----------------------------------------------------------------------------------


def test_a_playoff_orders_the_tied_and_nobody_else(section: Section) -> None:
    row = record_decision(
        PLAYOFF, section, [[5], [1], [3]], by=by(section), note=" two games of five minutes "
    )
    assert ladder(section) == [(5, 1), (1, 2), (3, 3), (2, 4), (4, 4), (6, 4)]
    assert (row.after_round, row.seed, row.note) == (1, "", "two games of five minutes")
    assert row.recorded_by == by(section).get_full_name()
    entry = LogEntry.objects.filter(standings__section=section).latest("pk")
    assert entry.verb == "tie"
    assert entry.summary.startswith("Playoff: ")


def test_whom_the_playoff_left_level_a_coin_tossed_by_hand_may_separate(section: Section) -> None:
    record_decision(PLAYOFF, section, [[5], [1, 3]], by=by(section))
    assert ladder(section)[:3] == [(5, 1), (1, 2), (3, 2)]
    row = record_decision(COIN_TOSS, section, [[3], [1]], by=by(section))
    assert ladder(section)[:3] == [(5, 1), (3, 2), (1, 3)]
    assert (row.code, row.seed) == ("coin_toss", "")


def test_the_document_explains_itself_by_the_decision_stored_in_it(section: Section) -> None:
    record_decision(PLAYOFF, section, [[5], [1, 3]], by=by(section))
    record_decision(COIN_TOSS, section, [[3], [1]], by=by(section))
    stored = body(section)
    ranking = stored.ranking()
    assert ranking.standings == stored.standings
    assert ranking.steps == stored.steps
    assert [dict(column) for column in ranking.values] == [
        {number: value for number, value in column.items() if number in kept}
        for column, kept in zip(stored.values, ranking.values, strict=True)
    ]
    assert [step.system.code for step in stored.steps] == ["solkoff", "playoff", "coin_toss"]
    assert str(stored.order) == "solkoff"


def test_the_document_carries_when_and_by_whom_and_from_what_the_program_drew(section: Section) -> None:
    playoff = record_decision(PLAYOFF, section, [[5], [1, 3]], by=by(section), note="heard by nobody")
    Player.objects.filter(section=section, number=4).update(number=40)
    coin = toss_coin(section, [2, 40, 6], by=by(section))
    told = list(body(section).recordings)
    name = by(section).get_full_name()
    assert told == [
        Recording(playoff.recorded_at, name),
        Recording(coin.recorded_at, name, coin.seed, (2, 40, 6)),
    ]
    assert "heard by nobody" not in as_it_stands(section).standings.published.body


def test_a_trophy_is_no_longer_contested(section: Section) -> None:
    Section.objects.filter(pk=section.pk).update(prizes="1st–2nd trophies")
    record_decision(PLAYOFF, section, [[5], [3], [1]], by=by(section))
    assert [(trophy.winners, trophy.contest) for trophy in body(section).awards.trophies] == [
        ((5,), 0),
        ((3,), 0),
    ]


def test_a_section_without_decisions_has_no_word_of_them_in_its_document(section: Section) -> None:
    assert "decisions" not in as_it_stands(section).standings.published.body


def test_an_edited_number_keeps_the_decision_with_the_player(section: Section) -> None:
    record_decision(PLAYOFF, section, [[5], [1], [3]], by=by(section))
    Player.objects.filter(section=section, number=5).update(number=50)
    record_decision(COIN_TOSS, section, [[6], [4], [2]], by=by(section))
    assert [number for number, _rank in ladder(section)] == [50, 1, 3, 6, 4, 2]


# --- the program's coin ---------------------------------------------------------------------------


def test_a_coin_is_drawn_from_the_seed_that_is_stored_and_anybody_can_draw_it_again(section: Section) -> None:
    row = toss_coin(section, [1, 3, 5], by=by(section))
    keys = sorted(Player.objects.filter(number__in=[1, 3, 5]).values_list("pk", flat=True))
    random.Random(row.seed).shuffle(keys)
    assert row.order == [[key] for key in keys]
    numbers = [Player.objects.get(pk=key).number for key in keys]
    assert ladder(section)[:3] == [(number, at) for at, number in enumerate(numbers, 1)]


@pytest.mark.parametrize("take_back", ["withdraw", "undo"])
def test_a_coin_is_never_tossed_again_for_the_same_group(section: Section, take_back: str) -> None:
    first = toss_coin(section, [1, 3, 5], by=by(section))
    outcome = ladder(section)
    for _again in range(4):
        if take_back == "undo":
            undo(section.pk, by=by(section))
        else:
            withdraw_decision(section, first, by=by(section))
        assert ladder(section) == TIED
        again = toss_coin(section, [5, 3, 1], by=by(section))
        assert (again.pk, again.seed) == (first.pk, first.seed)
        assert ladder(section) == outcome
    assert Decision.objects.count() == 1


def test_other_groups_are_tossed_for_apart(section: Section) -> None:
    first = toss_coin(section, [1, 3, 5], by=by(section))
    second = toss_coin(section, [2, 4, 6], by=by(section))
    assert first.seed != second.seed
    assert [rank for _number, rank in ladder(section)] == [1, 2, 3, 4, 5, 6]


# --- set aside ------------------------------------------------------------------------------------


def test_a_corrected_result_sets_it_aside_and_the_correction_taken_back_brings_it_back(
    section: Section,
) -> None:
    toss_coin(section, [1, 3, 5], by=by(section))
    decided = ladder(section)
    second = games_of(section, 1)[1]
    enter(second, "DD")
    assert ladder(section) == [(1, 1), (5, 1), (3, 3), (4, 3), (2, 5), (6, 5)]
    assert [step.system.code for step in body(section).steps] == ["solkoff"]
    undo(section.pk, by=by(section))
    assert ladder(section) == decided


def test_a_decision_of_an_earlier_round_stays_with_that_round(section: Section) -> None:
    record_decision(PLAYOFF, section, [[5], [1], [3]], by=by(section))
    played(section, 2, "1 4 WL\n3 6 WL\n5 2 WL")
    assert [rank for _number, rank in ladder(section)][:3] == [1, 1, 1]
    before = body(section).ranking(1).standings
    assert [standing.number for standing in before][:3] == [5, 1, 3]


def test_while_a_game_is_open_nothing_recorded_holds_and_nothing_can_be_recorded(section: Section) -> None:
    record_decision(PLAYOFF, section, [[5], [1], [3]], by=by(section))
    paired(section, 2, "1 4", publish=True)
    version = as_it_stands(section).version
    with pytest.raises(Refused, match=r"Round 2 has games still playing"):
        toss_coin(section, [2, 4, 6], by=by(section))
    assert as_it_stands(section).version == version


def test_a_player_struck_off_the_roster_sets_it_aside() -> None:
    section = a_section(players=4, order="win_count")
    played(section, 1, "1 2 WL")
    record_decision(PLAYOFF, section, [[2], [3], [4]], by=by(section))
    assert ladder(section) == [(1, 1), (2, 2), (3, 3), (4, 4)]
    rosters.remove_player(Player.objects.get(number=4), by=by(section))
    assert ladder(section) == [(1, 1), (2, 2), (3, 2)]


def test_another_posted_order_that_separates_them_sets_it_aside(section: Section) -> None:
    record_decision(PLAYOFF, section, [[5], [1], [3]], by=by(section))
    enter(games_of(section, 1)[0], "XF")
    orders.post_order(section, "win_count", by=by(section), reason="asked for")
    assert [number for number, _rank in ladder(section)][:3] == [3, 5, 1]


# --- undo and withdrawal --------------------------------------------------------------------------


def test_undo_takes_a_decision_back(section: Section) -> None:
    record_decision(PLAYOFF, section, [[5], [1], [3]], by=by(section))
    undo(section.pk, by=by(section))
    assert ladder(section) == TIED
    record_decision(PLAYOFF, section, [[3], [1], [5]], by=by(section))
    assert [number for number, _rank in ladder(section)][:3] == [3, 1, 5]


def test_a_withdrawal_is_logged_once_and_undo_takes_it_back(section: Section) -> None:
    row = record_decision(PLAYOFF, section, [[5], [1], [3]], by=by(section))
    withdraw_decision(section, row, by=by(section))
    version = as_it_stands(section).version
    with pytest.raises(Conflict, match="was withdrawn already"):
        withdraw_decision(section, row, by=by(section))
    assert as_it_stands(section).version == version
    assert ladder(section) == TIED
    undo(section.pk, by=by(section))
    assert ladder(section)[:3] == [(5, 1), (1, 2), (3, 3)]


def test_another_directors_undo_leaves_it(section: Section) -> None:
    record_decision(PLAYOFF, section, [[5], [1], [3]], by=by(section))
    with pytest.raises(Refused):
        undo(section.pk, by=UserFactory.create())
    assert ladder(section)[0] == (5, 1)


# --- what is refused ------------------------------------------------------------------------------

REFUSED: dict[str, tuple[list[list[int]], str]] = {
    "a player outside": (
        [[1], [3], [5], [2]],
        "number 2: .* expected only those still tied: 1 .*3 .*5",
    ),
    "a number nobody has": (
        [[1], [3], [5], [99]],
        "number 99: an unknown number expected only those still tied",
    ),
    "a player left out": ([[1], [3]], "number 5: no place chosen expected a place for everyone"),
    "a player twice": ([[1], [3, 1], [5]], "number 1: listed 2 times expected each number once"),
    "all level": ([[1, 3, 5]], "expected at least two different places"),
    "nobody": ([], r"^Choose a place for everyone who is tied\."),
    "only strangers": ([[7], [8]], r"expected exactly one of the groups still tied: 1, 3, 5; 2, 4, 6"),
}


@pytest.mark.parametrize("code", [PLAYOFF, COIN_TOSS])
@pytest.mark.parametrize("case", REFUSED)
def test_what_is_not_exactly_a_tied_group_is_refused_and_nothing_stored(
    section: Section, code: str, case: str
) -> None:
    order, message = REFUSED[case]
    version = as_it_stands(section).version
    with pytest.raises(Refused) as refused:
        record_decision(code, section, order, by=by(section))
    troubles = [f"{t.where}: {t.read} expected {t.expected}" for t in refused.value.troubles]
    told = "\n".join([refused.value.message, *troubles])
    assert re.search(message, told), told
    assert as_it_stands(section).version == version
    assert not Decision.objects.exists()


def test_a_coin_is_not_tossed_for_part_of_a_group(section: Section) -> None:
    with pytest.raises(Refused):
        toss_coin(section, [1, 3], by=by(section))
    assert not Decision.objects.exists()


def test_a_group_that_waits_at_a_posted_playoff_is_not_tossed_for() -> None:
    """Solkoff separates 1, 2 and 3, but the playoff that is posted before it is still owed to them."""
    section = a_section(6, rounds=2, order="playoff,solkoff")
    played(section, 1, "1 4 WL\n2 5 WL\n3 6 WL")
    played(section, 2, "4 6 WL\n1 H\n2 H\n3 H\n5 H")
    with pytest.raises(Refused):
        toss_coin(section, [1, 2, 3], by=by(section))
    record_decision(PLAYOFF, section, [[3], [1, 2]], by=by(section))
    assert ladder(section)[:3] == [(3, 1), (1, 2), (2, 3)]


def test_what_is_decided_is_not_decided_again(section: Section) -> None:
    record_decision(PLAYOFF, section, [[5], [1], [3]], by=by(section))
    for code in (PLAYOFF, COIN_TOSS):
        with pytest.raises(Refused):
            record_decision(code, section, [[1], [3], [5]], by=by(section))
    record_decision(COIN_TOSS, section, [[2], [4], [6]], by=by(section))
    with pytest.raises(Refused, match=r"No ties remain"):
        record_decision(COIN_TOSS, section, [[2], [4], [6]], by=by(section))


def test_before_a_round_is_complete_there_is_no_tie_to_decide() -> None:
    section = a_section(players=2)
    with pytest.raises(Refused, match=r"No round is complete"):
        toss_coin(section, [1, 2], by=by(section))
    paired(section, 1, "1 2", publish=True)
    with pytest.raises(Refused, match=r"Round 1 has games still playing"):
        record_decision(PLAYOFF, section, [[1], [2]], by=by(section))
