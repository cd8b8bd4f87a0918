"""Pairings are typed as numbers: all lines or none, and every line that cannot be is told."""

import pytest

from tests.factories import (
    PlayerFactory,
    UserFactory,
    a_section,
    as_it_stands,
    director_of,
    enter,
    games_of,
    paired,
    played,
    swap_colors,
)
from tiebreaks.engine.chart.notation import show_round
from tiebreaks.engine.chart.problems import problems
from tiebreaks.engine.chart.reading import after_round
from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.engine.ranking.fold import rank
from tiebreaks.engine.ranking.sequence import parse
from tiebreaks.selectors import players_document
from tournaments import wallcharts
from tournaments.errors import Conflict, Refused
from tournaments.models import Game, Player, Round, Seat, Section
from tournaments.pairing.options import Options, written
from tournaments.selectors.pairing.typed_boards import remarks
from tournaments.services import drafts, pairings, rosters
from tournaments.services.results import record_result
from tournaments.services.teams import name_school


@pytest.fixture
def section() -> Section:
    return a_section(players=6)


def boards(section: Section, round: int = 1) -> list[tuple[int, int, int, int]]:
    """Board, slot, White's and Black's numbers."""
    return [
        (
            game.board,
            game.slot,
            game.seats.get(side="w").player.number,
            game.seats.get(side="b").player.number,
        )
        for game in games_of(section, round)
    ]


def sitting_out(round: int = 1) -> dict[int, str]:
    seats = Seat.objects.filter(round__number=round, game__isnull=True).order_by("player__number")
    return dict(seats.values_list("player__number", "kind"))


def player(number: int) -> Player:
    return Player.objects.get(number=number)


def cells(section: Section) -> dict[int, str]:
    """Each player's line of the wall chart; ``-`` where nothing is known yet."""
    chart = players_document(section.standings_id).chart
    return {
        card.number: " ".join(show_round(card.in_round(at)) or "-" for at in range(1, chart.rounds + 1))
        for card in chart.cards
    }


# --- pairing ------------------------------------------------------------------------------------


def test_a_line_pairs_white_with_black_and_seats_byes(section: Section) -> None:
    seated = pairings.pair(section, 1, "2 1\n\n#4-3\n5 h\n6,B", by=director_of(section))
    assert boards(section) == [(1, 1, 2, 1), (2, 1, 4, 3)]
    assert sitting_out() == {5: "H", 6: "B"}
    assert seated.told == []
    assert as_it_stands(section).version == section.version + 1
    one, two, three, four, five, six = (player(number).name for number in range(1, 7))
    assert section.standings.log.latest("version").summary == (
        f"Round 1: 2 boards paired: {two} – {one}; {four} – {three};"
        f" {five} (half-point bye); {six} (full-point bye)"
    )


def test_further_lines_go_on_at_the_next_board(section: Section) -> None:
    paired(section, 1, "1 2")
    paired(section, 1, "3 4")
    assert [board for board, *_ in boards(section)] == [1, 2]


def test_a_double_round_has_two_games_a_board_with_colors_reversed() -> None:
    section = a_section(players=3, games=2)
    paired(section, 1, "1 2\n3 B")
    assert boards(section) == [(1, 1, 1, 2), (1, 2, 2, 1)]
    assert Seat.objects.filter(player__number=3).count() == 2
    summary = section.standings.log.latest("version").summary
    one, two, three = (player(number).name for number in (1, 2, 3))
    assert summary == f"Round 1: 1 board paired: {one} – {two}; {three} (full-point bye)"


def test_every_line_that_cannot_be_read_is_told_and_nothing_stored(section: Section) -> None:
    with pytest.raises(Refused) as told:
        paired(section, 1, "1 2\n3\nx y\n4 Q\n5 6 1\n" + "9" * 5000 + " 1")
    assert [(t.where, t.read) for t in told.value.troubles[:4]] == [
        ("line 2", "3"),
        ("line 3", "x y"),
        ("line 4", "4 Q"),
        ("line 5", "5 6 1"),
    ]
    assert len(told.value.troubles) == 5
    assert not Round.objects.exists()
    assert as_it_stands(section).version == section.version


def test_every_line_that_cannot_be_paired_is_told_and_nothing_stored(section: Section) -> None:
    paired(section, 1, "1 2")
    pairings.withdraw(player(6), 0, by=director_of(section))
    before = as_it_stands(section).version
    with pytest.raises(Refused) as told:
        paired(section, 1, "1 3\n4 4\n5 99\n3 4\n4 H\n6 5")
    assert [(t.where, t.read) for t in told.value.troubles] == [
        ("line 1", "1"),
        ("line 2", "4"),
        ("line 3", "99"),
        ("line 4", "3"),
        ("line 5", "4"),
        ("line 6", "6"),
        ("line 6", "5"),
    ]
    assert all(t.expected for t in told.value.troubles)
    assert boards(section) == [(1, 1, 1, 2)]
    assert as_it_stands(section).version == before


def test_nothing_typed_is_refused(section: Section) -> None:
    with pytest.raises(Refused, match="one pairing per line"):
        paired(section, 1, " \n ")


@pytest.mark.parametrize("round", [0, 4, -1])
def test_rounds_that_are_not_planned_are_refused(section: Section, round: int) -> None:
    with pytest.raises(Refused, match="There is no round"):
        paired(section, round, "1 2")


def test_a_rematch_and_teammates_are_told_of_the_boards_that_were_seated(section: Section) -> None:
    by = director_of(section)
    Section.objects.update(pairing_options=written(Options(teams="plus_two")))
    for number in (3, 4):
        rosters.edit_player(player(number), team="Elm School", by=by)
    played(section, 1, "1 2 WL\n3 5 WL\n4 6 WL")
    pairings.pair(section, 2, "2 1\n3 4\n5 6", by=by)
    one, two, three, four = (player(number).called for number in (1, 2, 3, 4))
    (again, *_colors) = remarks(as_it_stands(section), 2, [(2, 1)])
    assert again.startswith(f"Board 1: {two} and {one} met in round 1")
    (mates, *_colors) = remarks(as_it_stands(section), 2, [(3, 4)])
    assert mates.startswith(f"Board 2: {three} and {four} are teammates")


def test_teammates_are_known_by_what_their_school_is_called(section: Section) -> None:
    by = director_of(section)
    Section.objects.update(pairing_options=written(Options(teams="plus_two")))
    for number, team in enumerate(["Elm", " ELM", "LES", "Elm Street", "", ""], 1):
        rosters.edit_player(player(number), team=team, by=by)
    name_school(section.event, ["Elm", "Elm Street"], name="Elm Street School", code="LES", by=by)
    pairings.pair(section, 1, "1 2\n3 4\n5 6", by=by)
    told = remarks(as_it_stands(section), 1, [(1, 2), (3, 4), (5, 6)])
    assert [line.partition(":")[0] for line in told if "teammates" in line] == ["Board 1", "Board 2"]


def test_a_draft_is_not_on_the_public_document_until_it_is_published(section: Section) -> None:
    paired(section, 1, "1 2\n3 4\n5 6")
    assert not players_document(section.standings_id).boards
    pairings.publish(section, 1, by=director_of(section))
    assert len(players_document(section.standings_id).boards[1]) == 3


def test_publishing_twice_is_one_change_and_an_empty_round_none(section: Section) -> None:
    paired(section, 1, "1 2", publish=True)
    before = as_it_stands(section).version
    pairings.publish(section, 1, by=director_of(section))
    assert as_it_stands(section).version == before
    for empty in (2, 9):
        with pytest.raises(Refused, match="no pairings"):
            pairings.publish(section, empty, by=director_of(section))


# --- byes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "score_q"), [(Kind.FULL_BYE, 4), (Kind.HALF_BYE, 2), (Kind.UNPAIRED, 0)])
def test_a_bye_scores_once_its_round_is_held(section: Section, kind: Kind, score_q: int) -> None:
    pairings.give_bye(section, 1, [5], kind, by=director_of(section))
    assert players_document(section.standings_id).standings[0].score_q == 0
    played(section, 1, "1 2 WL\n3 4 WL")
    scores = {s.number: s.score_q for s in players_document(section.standings_id).standings}
    assert scores[5] == score_q


def test_a_bye_can_be_given_to_several_and_taken_back_from_one(section: Section) -> None:
    pairings.give_bye(section, 2, [1, 2], Kind.HALF_BYE, by=director_of(section))
    assert sitting_out(2) == {1: "H", 2: "H"}
    pairings.remove_bye(Seat.objects.get(player__number=1), by=director_of(section))
    assert sitting_out(2) == {2: "H"}


def test_a_bye_of_a_double_round_is_taken_back_whole() -> None:
    section = a_section(players=2, games=2)
    pairings.give_bye(section, 1, [1], Kind.FULL_BYE, by=director_of(section))
    pairings.remove_bye(Seat.objects.filter(player__number=1)[0], by=director_of(section))
    assert sitting_out() == {}


def test_a_bye_that_is_gone_already_is_no_change(section: Section) -> None:
    pairings.give_bye(section, 1, [1], Kind.HALF_BYE, by=director_of(section))
    seat = Seat.objects.get()
    pairings.remove_bye(seat, by=director_of(section))
    before = as_it_stands(section).version
    pairings.remove_bye(seat, by=director_of(section))
    assert as_it_stands(section).version == before


def test_only_byes_are_given_and_to_somebody(section: Section) -> None:
    with pytest.raises(Refused, match="full-point"):
        pairings.give_bye(section, 1, [1], Kind.WIN, by=director_of(section))
    with pytest.raises(Refused, match="at least one"):
        pairings.give_bye(section, 1, [], Kind.HALF_BYE, by=director_of(section))
    with pytest.raises(Refused, match="Nothing was saved"):
        pairings.give_bye(section, 1, [1, 99], Kind.HALF_BYE, by=director_of(section))
    assert not Seat.objects.exists()


# --- boards -------------------------------------------------------------------------------------


def test_a_board_is_removed_both_sides_with_it(section: Section) -> None:
    first, _second = paired(section, 1, "1 2\n3 4")
    pairings.remove_pairing(first, by=director_of(section))
    assert boards(section) == [(1, 1, 3, 4)], "boards are consecutive"
    assert Seat.objects.count() == 2
    with pytest.raises(Conflict, match="removed this board"):
        pairings.remove_pairing(first, by=director_of(section))


def test_a_board_with_a_result_is_not_removed_before_it_is_cleared(section: Section) -> None:
    (game,) = played(section, 1, "1 2 DD")
    with pytest.raises(Refused, match="has a result"):
        pairings.remove_pairing(game, by=director_of(section))
    enter(game, "??")
    pairings.remove_pairing(game, by=director_of(section), reason="paired by mistake")
    assert not Game.objects.exists()


def test_a_double_rounds_board_is_removed_with_both_games() -> None:
    section = a_section(players=4, games=2)
    first, *_rest = paired(section, 1, "1 2\n3 4")
    pairings.remove_pairing(first, by=director_of(section))
    assert boards(section) == [(1, 1, 3, 4), (1, 2, 4, 3)]


def test_a_swap_turns_the_colors_and_leaves_the_result_with_its_players(section: Section) -> None:
    (game,) = played(section, 1, "1 2 WL")
    revision = Game.objects.get().revision
    swap_colors(game, by=director_of(section))
    assert boards(section) == [(1, 1, 2, 1)]
    chart = wallcharts.load(as_it_stands(section)).chart
    winner, loser = chart.by_number[1].cells[0], chart.by_number[2].cells[0]
    assert (winner.kind, winner.color, loser.kind, loser.color) == (Kind.WIN, "b", Kind.LOSS, "w")
    assert Game.objects.get().revision == revision + 1


def test_a_screen_from_before_a_swap_is_told(section: Section) -> None:
    (game,) = paired(section, 1, "1 2")
    swap_colors(game, by=director_of(section))
    with pytest.raises(Conflict):
        record_result(game, "WL", revision=game.revision, by=UserFactory.create())


# --- leaving and coming back ----------------------------------------------------------------------


def test_who_withdrew_is_not_paired_any_more_and_loses_later_byes(section: Section) -> None:
    director = director_of(section)
    pairings.give_bye(section, 3, [1], Kind.HALF_BYE, by=director)
    pairings.withdraw(player(1), 1, by=director, reason="ill")
    assert sitting_out(3) == {}
    with pytest.raises(Refused) as told:
        paired(section, 2, "1 2")
    assert "withdrew" in told.value.troubles[0].expected
    paired(section, 1, "1 2")
    assert players_document(section.standings_id).withdrawn == {1: 1}


def test_who_is_back_is_paired_again(section: Section) -> None:
    director = director_of(section)
    stale = player(1)
    pairings.withdraw(player(1), 1, by=director)
    pairings.reinstate(stale, by=director)
    assert player(1).withdrawn_after is None
    paired(section, 2, "1 2")


def test_who_is_paired_later_withdraws_after_that(section: Section) -> None:
    paired(section, 2, "1 2")
    with pytest.raises(Refused, match="paired in round 2"):
        pairings.withdraw(player(1), 1, by=director_of(section))
    pairings.withdraw(player(1), 2, by=director_of(section))


def test_in_a_swiss_a_forfeit_of_a_later_round_is_no_pairing_to_remove(section: Section) -> None:
    played(section, 2, "1 2 FX")
    pairings.withdraw(player(1), 1, by=director_of(section))
    assert cells(section)[1] == "- F2w -"


def test_who_played_later_did_not_leave_before(section: Section) -> None:
    played(section, 2, "1 2 WL")
    with pytest.raises(Refused, match="played in round 2"):
        pairings.withdraw(player(1), 1, by=director_of(section))


def test_30a_who_sits_out_a_round_of_a_round_robin_has_no_point_for_it() -> None:
    section = a_section(5, rounds=5, format="round robin")
    director = director_of(section)
    for number in range(1, 6):
        now = as_it_stands(section)
        drafts.keep(now, number, drafts.propose(now, number), by=director)
        drafts.publish(as_it_stands(section), number, by=director)
        for game in games_of(section, number):
            enter(game, "DD")
    rows = cells(section)
    assert sorted(row.split().count("U") for row in rows.values()) == [1] * 5
    assert not any("B" in row for row in rows.values())


@pytest.fixture
def round_robin() -> Section:
    """Four who meet once; every round was paired before the first."""
    section = a_section(4, rounds=3, format="round robin")
    for number, lines in enumerate(("1 4\n2 3", "4 3\n1 2", "2 4\n3 1"), 1):
        paired(section, number, lines)
    enter(games_of(section, 1)[0], "WL")
    enter(games_of(section, 1)[1], "DD")
    return as_it_stands(section)


def test_30b_in_a_round_robin_the_later_games_stay_and_are_forfeits(round_robin: Section) -> None:
    pairings.withdraw(player(4), 1, by=director_of(round_robin))
    body = players_document(round_robin.standings_id)
    assert (body.withdrawn, body.counted, problems(body.chart)) == ({4: 1}, 1, [])
    (third, other) = games_of(round_robin, 2)
    for impossible in ("WL", "LW", "DD", "XF", "ZZ"):
        with pytest.raises(Refused, match="withdrew after round 1, so only a forfeit loss"):
            enter(third, impossible)
    enter(third, "FX")
    enter(other, "WL")
    enter(games_of(round_robin, 3)[0], "XF")
    enter(games_of(round_robin, 3)[1], "DD")
    assert cells(round_robin)[4] == "L1b F3w F2b"
    # One game of three is less than half: what 2 and 3 were given counts for nobody.
    ranking = rank(after_round(wallcharts.load(round_robin).chart), parse("sonneborn_berger"))
    assert ranking.reading.score_q == {1: 6, 2: 2, 3: 4, 4: 0}


def test_30b_after_half_the_forfeits_count(round_robin: Section) -> None:
    (second, other) = games_of(round_robin, 2)
    enter(second, "WL")
    enter(other, "WL")
    pairings.withdraw(player(4), 2, by=director_of(round_robin))
    enter(games_of(round_robin, 3)[0], "XF")
    enter(games_of(round_robin, 3)[1], "DD")
    ranking = rank(after_round(wallcharts.load(round_robin).chart), parse("sonneborn_berger"))
    assert ranking.reading.score_q == {1: 10, 2: 6, 3: 4, 4: 4}


def test_who_left_a_round_robin_is_still_paired_for_the_forfeits_and_has_no_bye() -> None:
    section = a_section(4, rounds=3, format="round robin")
    played(section, 1, "1 4 WL\n2 3 DD")
    director = director_of(section)
    pairings.withdraw(player(4), 1, by=director)
    with pytest.raises(Refused):
        pairings.give_bye(section, 2, [4], Kind.HALF_BYE, by=director)
    pairings.pair(section, 2, "4 3\n1 2", by=director)
    told = remarks(as_it_stands(section), 2, [(4, 3), (1, 2)])
    assert sum("withdrew after round 1, so this game can only be a forfeit" in line for line in told) == 1
    pairings.publish(section, 2, by=director)
    assert cells(section)[4] == "L1b F3w -"


@pytest.mark.parametrize("after", [-1, 4])
def test_nobody_withdraws_after_a_round_that_is_not_planned(section: Section, after: int) -> None:
    with pytest.raises(Refused, match="There is no round"):
        pairings.withdraw(player(1), after, by=director_of(section))


def test_a_player_struck_off_meanwhile_is_a_conflict(section: Section) -> None:
    late = PlayerFactory.create(section=section)
    Player.objects.filter(pk=late.pk).delete()
    with pytest.raises(Conflict, match="Somebody removed"):
        pairings.withdraw(late, 1, by=director_of(section))
    with pytest.raises(Conflict, match="Somebody removed"):
        pairings.reinstate(late, by=director_of(section))
