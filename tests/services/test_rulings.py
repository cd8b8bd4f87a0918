"""What a director rules on a board stands beside its result, with a reason, and can be taken back."""

from typing import Any

import pytest

from tests.factories import UserFactory, a_section, as_it_stands, director_of, enter, paired
from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.selectors import players_document
from tournaments.errors import Refused, ResultConflict
from tournaments.models import Game, LogEntry, Section, Staff
from tournaments.services.results import record_result
from tournaments.services.rulings import LOST, RULED, WON, WON_AS_A_DRAW, Outcome, record_ruling
from tournaments.services.undoing import undo

REASON = "the bye was irrevocable"


@pytest.fixture
def section() -> Section:
    return a_section(players=2, rounds=2, order="kashdan,most_blacks")


@pytest.fixture
def game(section: Section) -> Game:
    (game,) = paired(section, 1, "1 2", publish=True)
    return game


def rule(game: Game, white: Outcome, black: Outcome, reason: str = REASON, **more: Any) -> Game:
    stands = Game.objects.get(pk=game.pk)
    known: dict[str, Any] = {"revision": stands.revision, "by": director_of(game.round.section)} | more
    return record_ruling(game, white, black, reason=reason, **known)


def on_the_document(section: Section) -> list[str]:
    """Each number's score in quarter-points, and its cell's letter."""
    body = players_document(section.standings_id)
    score_q = {standing.number: standing.score_q for standing in body.standings}
    return [f"{score_q[card.number]} {card.cells[0].kind.letter}" for card in body.chart.cards]


def test_a_game_won_after_an_irrevocable_bye_is_a_win_worth_a_draw(section: Section, game: Game) -> None:
    rule(game, WON_AS_A_DRAW, LOST)  # 22C5
    assert on_the_document(section) == ["2 W", "0 L"]
    entry = LogEntry.objects.filter(standings__section=section)[0]
    assert (entry.verb, entry.reason) == ("ruling", REASON)
    assert "1–0*, awarded ½–0" in entry.summary


def test_a_split_ruling_awards_each_side_on_its_own(section: Section, game: Game) -> None:
    rule(game, Outcome(Kind.WIN, 2), Outcome(Kind.LOSS, 2))
    assert on_the_document(section) == ["2 W", "2 L"]


def test_results_for_one_side_only_need_not_agree(section: Section, game: Game) -> None:
    rule(game, Outcome(Kind.LONE_WIN), Outcome(Kind.LONE_DRAW))
    assert on_the_document(section) == ["4 N", "2 R"]


def test_points_that_are_the_results_own_are_no_ruling(game: Game) -> None:
    rule(game, Outcome(Kind.WIN, 4), Outcome(Kind.LOSS, 0))
    assert not game.seats.filter(points_q__isnull=False).exists()


def test_clearing_the_board_takes_the_ruling_with_it(section: Section, game: Game) -> None:
    rule(game, WON_AS_A_DRAW, LOST)
    enter(game, "??")
    assert on_the_document(section) == ["0 ?", "0 ?"]


def test_undo_brings_back_what_stood_before_the_ruling(section: Section, game: Game) -> None:
    enter(game, "DD")
    rule(game, WON_AS_A_DRAW, LOST)
    undo(section.pk, by=director_of(section))
    assert on_the_document(section) == ["2 D", "2 D"]
    undo(section.pk, by=director_of(section))
    assert on_the_document(section) == ["0 ?", "0 ?"]


def test_the_same_ruling_again_changes_nothing_whatever_the_screen_knew(section: Section, game: Game) -> None:
    rule(game, WON_AS_A_DRAW, LOST)
    version = as_it_stands(section).version
    rule(game, WON_AS_A_DRAW, LOST, revision=0)
    assert as_it_stands(section).version == version


def test_a_ruling_over_what_was_not_seen_is_told_both_values(section: Section, game: Game) -> None:
    lee = UserFactory.create(first_name="Lee", last_name="Moss")
    Staff.objects.create(event=section.event, user=lee)
    record_result(game, "DD", revision=0, by=lee)
    with pytest.raises(ResultConflict, match=r"Lee Moss entered ½–½ first. You typed 1–0\*, awarded ½–0"):
        rule(game, WON_AS_A_DRAW, LOST, revision=0)
    rule(game, WON_AS_A_DRAW, LOST)
    with pytest.raises(ResultConflict, match=r"entered 1–0\*, awarded ½–0 first. You typed 0–1"):
        record_result(game, "LW", revision=1, by=lee)


@pytest.mark.parametrize(
    ("white", "black", "reason", "told"),
    [
        (WON, WON, REASON, ["results"]),
        (Outcome(Kind.FORFEIT_WIN), LOST, REASON, ["results"]),
        (Outcome(Kind.LONE_WIN), Outcome(Kind.FORFEIT_LOSS), REASON, ["results"]),
        (Outcome(Kind.WIN, 5), Outcome(Kind.LOSS, -1), REASON, ["White", "Black"]),
        (Outcome(Kind.OPEN), Outcome(Kind.HALF_BYE), REASON, ["White", "Black"]),
        (WON, LOST, "  ", ["reason"]),
        (WON, WON, "", ["results", "reason"]),
    ],
)
def test_what_cannot_be_ruled_is_told_at_once_and_nothing_is_stored(
    section: Section, game: Game, white: Outcome, black: Outcome, reason: str, told: list[str]
) -> None:
    version = as_it_stands(section).version
    with pytest.raises(Refused) as refused:
        rule(game, white, black, reason)
    assert [trouble.where for trouble in refused.value.troubles] == told
    assert as_it_stands(section).version == version


def test_everything_that_can_be_ruled_has_a_side_that_agrees(section: Section, game: Game) -> None:
    assert "".join(kind.letter for kind in RULED) == "WLDNRSXFZ"
    for result in ["WL", "DD", "LW", "NN", "NR", "SS", "WR", "SW", "XF", "FX", "FF", "ZZ"]:
        white, black = (Outcome(Kind.of(letter)) for letter in result)
        rule(game, white, black)
        assert [line[-1] for line in on_the_document(section)] == list(result)


def test_a_ruling_publishes_a_draft_as_a_result_does(section: Section) -> None:
    (later,) = paired(section, 2, "2 1")
    rule(later, WON, LOST)
    assert section.round_set.get(number=2).published_at


def test_a_ruling_in_a_double_round_is_on_one_of_its_games() -> None:
    section = a_section(players=2, rounds=1, games=2)
    first, second = paired(section, 1, "1 2", publish=True)
    rule(first, WON_AS_A_DRAW, LOST)
    enter(second, "WL")
    cells = players_document(section.standings_id).chart.by_number[1].cells
    assert [cell.points_q for cell in cells] == [2, 0]
