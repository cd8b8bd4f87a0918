"""Matches of teams: line-ups in the teams' order, results board by board, what follows from them (34G)."""

from typing import Any

import pytest

from tests.factories import a_section, as_it_stands, director_of, paired
from tiebreaks.engine.wallchart import Kind
from tiebreaks.sheets import SheetBody
from tournaments.errors import Conflict, Refused
from tournaments.formats import team_roster
from tournaments.management.commands.check_standings import first_difference
from tournaments.models import Game, LogEntry, MatchBoard, Player, Round, Seat, Section, TeamMember
from tournaments.services import matches, members, pairings, results, rosters, rulings
from tournaments.services.rulings import Outcome, record_board_ruling
from tournaments.services.settling import outcome

pytestmark = pytest.mark.django_db

TEAMS = """
Alder Lane,1,Ada Ames,10000001,2100
Alder Lane,2,Ben Ames,,1900
Alder Lane,3,Cy Ames,,1700
Alder Lane,4,Di Ames,,1500
Alder Lane,5,Ed Ames,,1300
Birch Bishops,1,Flo Birk,,2000
Birch Bishops,2,Gil Birk,,1800
Birch Bishops,3,Hal Birk,,1600
Cedar Castles,1,Ida Case,,1900
Cedar Castles,2,Jo Case,,1700
Cedar Castles,3,Kay Case,,1500
Cedar Castles,4,Lee Case,,1300
"""


@pytest.fixture
def section() -> Section:
    """Alder Lane (1) has an alternate, Birch Bishops (2) is one short, Cedar Castles (3) is complete."""
    section = a_section(players=0, rounds=3, boards=4)
    members.bring_in(section, team_roster.read(TEAMS).members, by=director_of(section))
    return as_it_stands(section)


@pytest.fixture
def match(section: Section) -> Game:
    return paired(section, 1, "1 3", publish=True)[0]


def board(game: Game, number: int) -> MatchBoard:
    return MatchBoard.objects.select_related("game__round__section").get(game=game, board=number)


def enter(game: Game, letters: str, **more: Any) -> None:
    """``WL DD`` on boards 1 and 2; a dot leaves a board as it is."""
    for number, result in enumerate(letters.split(), 1):
        if result != ".":
            row = board(game, number)
            by = director_of(game.round.section)
            matches.record_board(row, result, revision=row.revision, by=by, **more)


def seats(game: Game) -> list[tuple[str, int | None]]:
    return list(Seat.objects.filter(game=game).order_by("-side").values_list("kind", "board_points_q"))


def sitting(game: Game) -> list[tuple[str | None, str | None]]:
    return list(
        MatchBoard.objects.filter(game=game).order_by("board").values_list("home__name", "away__name")
    )


def keys(*names: str | None) -> list[int | None]:
    return [None if name is None else TeamMember.objects.get(name=name).pk for name in names]


def line_up(game: Game, home: list[int | None], away: list[int | None]) -> Game:
    game = Game.objects.get(pk=game.pk)
    by = director_of(game.round.section)
    return matches.set_line_up(game, home, away, revision=game.revision, by=by)


ALDER = ("Ada Ames", "Ben Ames", "Cy Ames", "Di Ames")
CEDAR = ("Ida Case", "Jo Case", "Kay Case", "Lee Case")


# --- who sits -------------------------------------------------------------------------------------


def test_the_first_of_each_list_sit_down_and_the_alternate_does_not(match: Game) -> None:
    assert sitting(match) == list(zip(ALDER, CEDAR, strict=True))
    assert seats(match) == [("?", None), ("?", None)]


def test_a_team_that_is_short_forfeits_its_last_boards(section: Section) -> None:
    game = paired(section, 1, "1 2")[0]
    assert sitting(game)[3] == ("Di Ames", None)
    assert [board(game, n).result for n in (3, 4)] == ["??", "XF"]
    assert seats(game) == [("?", 4), ("?", 0)]


def test_teams_without_a_list_play_without_names() -> None:
    section = a_section(players=2, boards=4)
    game = paired(section, 1, "1 2")[0]
    assert sitting(game) == [(None, None)] * 4
    enter(game, "WL WL DD LW")
    assert seats(game) == [("W", 10), ("L", 6)]


def test_an_alternate_takes_a_place_and_the_others_move_up(match: Game) -> None:
    enter(match, "WL")
    line_up(match, keys("Ben Ames", "Cy Ames", "Di Ames", "Ed Ames"), keys(*CEDAR))
    assert [home for home, _away in sitting(match)] == ["Ben Ames", "Cy Ames", "Di Ames", "Ed Ames"]
    assert board(match, 1).result == "WL"


def test_a_board_left_empty_is_forfeited_and_open_again_once_somebody_sits_there(match: Game) -> None:
    line_up(match, keys("Ada Ames", "Ben Ames", "Cy Ames", None), keys(*CEDAR))
    assert board(match, 4).result == "FX"
    assert seats(match) == [("?", 0), ("?", 4)]
    line_up(match, keys(*ALDER), keys(*CEDAR))
    assert board(match, 4).result == "??"


@pytest.mark.parametrize(
    ("home", "told"),
    [
        (("Ida Case", "Ben Ames", "Cy Ames", "Di Ames"), ("Ida Case", "a player of Alder Lane")),
        (("Ada Ames", "Ada Ames", "Cy Ames", "Di Ames"), ("Ada Ames", "each player once")),
        (("Ben Ames", "Ada Ames", "Cy Ames", "Di Ames"), ("Ada Ames", "stands above Ben Ames")),
        (("Ada Ames", None, "Cy Ames", "Di Ames"), ("Cy Ames", "a board above is empty")),
    ],
)
def test_a_line_up_that_cannot_be_is_named_and_nothing_stored(
    match: Game, home: tuple[str | None, ...], told: tuple[str, str]
) -> None:
    version = as_it_stands(match.round.section).version
    with pytest.raises(Refused, match="not stored") as refused:
        line_up(match, keys(*home), keys(*CEDAR))
    trouble = refused.value.troubles[0]
    assert (trouble.read, told[1] in trouble.expected) == (told[0], True)
    assert trouble.where.startswith("Alder Lane, board")
    assert as_it_stands(match.round.section).version == version
    assert sitting(match) == list(zip(ALDER, CEDAR, strict=True))


def test_a_line_up_from_a_stale_page_is_refused(match: Game) -> None:
    enter(match, "WL")
    with pytest.raises(Conflict, match="Somebody changed this match"):
        matches.set_line_up(match, [], [], revision=0, by=director_of(match.round.section))


# --- results --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("boards", "made"),
    [
        ("WL WL DD LW", [("W", 10), ("L", 6)]),
        ("DD DD DD DD", [("D", 8), ("D", 8)]),
        ("LW FX DD .", [("?", 2), ("?", 10)]),
        ("XF XF XF XF", [("X", 16), ("F", 0)]),
        ("FF FF FF FF", [("F", 0), ("F", 0)]),
        ("ZZ ZZ ZZ ZZ", [("Z", 8), ("Z", 8)]),
        ("WL FF FF FF", [("W", 4), ("L", 0)]),
        ("WL FX FF FF", [("D", 4), ("D", 4)]),
        ("XF XF XF DD", [("W", 14), ("L", 2)]),
    ],
)
def test_the_match_follows_from_its_boards(match: Game, boards: str, made: list[tuple[str, int]]) -> None:
    enter(match, boards)
    assert seats(match) == made
    assert not first_difference(as_it_stands(match.round.section))


def test_the_running_score_counts_for_nobody_until_the_match_is_over(match: Game) -> None:
    enter(match, "WL WL DD")
    body = SheetBody(as_it_stands(match.round.section).sheet.body)
    assert (body.through, body.live) == (0, True)
    assert [cell.kind for cell in body.chart.by_number[1].cells] == [Kind.OPEN]
    assert [cell.board_points_q for cell in body.chart.by_number[1].cells] == [10]


def test_the_first_board_publishes_the_round(section: Section) -> None:
    game = paired(section, 1, "1 3")[0]
    enter(game, "DD")
    assert Round.objects.get().published_at is not None


def test_two_scorers_at_one_match_are_asked_only_about_the_same_board(match: Game) -> None:
    first, second = board(match, 1), board(match, 2)
    by = director_of(match.round.section)
    matches.record_board(first, "WL", revision=0, by=by)
    matches.record_board(second, "DD", revision=0, by=by)
    with pytest.raises(results.ResultConflict) as clash:
        matches.record_board(first, "LW", revision=0, by=by)
    assert (clash.value.stands, clash.value.wanted) == ("WL", "LW")
    assert seats(match) == [("?", 6), ("?", 2)]


def test_the_same_result_again_changes_nothing(match: Game) -> None:
    enter(match, "WL")
    version = as_it_stands(match.round.section).version
    matches.record_board(board(match, 1), "WL", revision=0, by=director_of(match.round.section))
    assert as_it_stands(match.round.section).version == version


def test_a_match_is_not_entered_or_ruled_over_its_boards(match: Game) -> None:
    by = director_of(match.round.section)
    with pytest.raises(Refused, match="follows from its boards"):
        results.record_result(match, "WL", revision=0, by=by)
    with pytest.raises(Refused, match="follows from its boards"):
        rulings.record_ruling(match, rulings.WON, rulings.LOST, revision=0, by=by, reason="so")
    with pytest.raises(Refused, match="follows from its boards"):
        matches.record_match(match, "WL", revision=0, by=by)


def test_a_team_that_did_not_come_loses_every_board_and_may_come_after_all(match: Game) -> None:
    by = director_of(match.round.section)
    game = matches.record_match(match, "FX", revision=match.revision, by=by)
    assert seats(game) == [("F", 0), ("X", 16)]
    matches.record_match(game, "??", revision=game.revision, by=by)
    assert seats(game) == [("?", 0), ("?", 0)]


def test_a_bye_is_worth_on_every_board_what_it_is_worth_as_a_match(section: Section) -> None:
    paired(section, 1, "1 B\n2 H\n3 U", publish=False)
    found = Seat.objects.order_by("player__number").values_list("kind", "board_points_q")
    assert list(found) == [("B", 16), ("H", 8), ("U", 0)]


# --- undo, colours, taking off --------------------------------------------------------------------


def test_undo_takes_one_board_back_though_another_was_entered_since(match: Game) -> None:
    section = match.round.section
    other = a_section(players=0).event.staff.get().user
    enter(match, "WL")
    row = board(match, 2)
    matches.record_board(row, "DD", revision=row.revision, by=other)
    results.undo(section.pk, by=director_of(section))
    assert [board(match, n).result for n in (1, 2)] == ["??", "DD"]
    assert seats(match) == [("?", 2), ("?", 2)]
    assert not first_difference(as_it_stands(section))


def test_undo_brings_the_former_line_up_back(match: Game) -> None:
    section = match.round.section
    line_up(match, keys("Ben Ames", "Cy Ames", "Di Ames", "Ed Ames"), keys(*CEDAR))
    results.undo(section.pk, by=director_of(section))
    assert sitting(match) == list(zip(ALDER, CEDAR, strict=True))


def test_undo_takes_the_pairing_with_its_boards_back(match: Game) -> None:
    section = match.round.section
    by = director_of(section)
    results.undo(section.pk, by=by)  # the publishing
    results.undo(section.pk, by=by)
    assert not MatchBoard.objects.exists()
    assert not Game.objects.exists()


def test_teams_that_swap_colours_take_their_boards_along(match: Game) -> None:
    enter(match, "WL DD")
    pairings.swap_colours(match, by=director_of(match.round.section))
    assert sitting(match) == list(zip(CEDAR, ALDER, strict=True))
    assert [board(match, n).result for n in (1, 2)] == ["LW", "DD"]
    assert seats(match) == [("?", 2), ("?", 6)]


def test_a_match_with_a_board_entered_is_not_taken_off(match: Game) -> None:
    enter(match, "WL")
    by = director_of(match.round.section)
    with pytest.raises(Refused, match="has a result"):
        pairings.remove_pairing(match, by=by)
    results.undo(match.round.section_id, by=by)
    pairings.remove_pairing(match, by=by)
    assert not MatchBoard.objects.exists()


def test_check_standings_tells_of_a_match_that_is_not_what_its_boards_make(match: Game) -> None:
    enter(match, "WL WL DD LW")
    section = as_it_stands(match.round.section)
    assert not first_difference(section)
    MatchBoard.objects.filter(game=match, board=4).update(home_kind="W", away_kind="L")
    assert first_difference(section) == "round 1, match 1: the result is not what its boards make"


def test_check_standings_tells_of_a_player_who_sits_for_another_team(match: Game) -> None:
    stranger = TeamMember.objects.get(name="Flo Birk")
    MatchBoard.objects.filter(game=match, board=1).update(home=stranger)
    told = first_difference(as_it_stands(match.round.section))
    assert told == "round 1, match 1: Flo Birk sits there for another team"


# --- lists of players -----------------------------------------------------------------------------


def listed(team: int) -> list[tuple[int, str]]:
    return list(TeamMember.objects.filter(team__number=team).values_list("board", "name"))


def test_a_team_s_list_is_replaced_and_reordered(section: Section, match: Game) -> None:
    team = Player.objects.get(number=1)
    text = "2,Ada Ames,,2110\n1,Ben Ames,,\n3,Cy Ames,,\n4,Di Ames,,\n5,Zoe New,,1200"
    members.list_members(team, team_roster.read(text, team.name).members, by=director_of(section))
    assert listed(1) == [(1, "Ben Ames"), (2, "Ada Ames"), (3, "Cy Ames"), (4, "Di Ames"), (5, "Zoe New")]
    assert sitting(match)[0] == ("Ada Ames", "Ida Case")


def test_who_sat_on_a_board_stays_on_the_list(section: Section, match: Game) -> None:
    team = Player.objects.get(number=1)
    with pytest.raises(Refused, match="Ada Ames sits in a match of Alder Lane"):
        members.list_members(
            team, team_roster.read("Ben Ames\nCy Ames", team.name).members, by=director_of(section)
        )
    assert len(listed(1)) == 5


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Elm,1,Max Elm\nElmm,2,Nan Elm\nElm,3,Oz Elm", "two players of the team at least"),
        ("Elm,1,Max Elm\nElm,1,Nan Elm", "line 1 has it too"),
        ("Elm,0,Max Elm\nElm,1,Nan Elm", "a place in the team's order"),
        ("Elm,1,\nElm,2,Nan Elm", "a name"),
        (",1,Max Elm\nElm,2,Nan Elm\nElm,3,Oz Elm", "the team's name"),
        ("name,rating\nMax Elm,1500", "a column with the heading “team”"),
        ("", "a line for each player"),
        ("Elm,1,Max\nElm,2,Nan\nFir,1,Oz\nFir,2,MAX,10000001", "the IDs of both: Max of Elm is on line 1"),
        ("Elm,1,Max\nElm,2,Max", "the IDs of both: Max of Elm is on line 1"),
    ],
)
def test_a_list_that_cannot_be_is_told_by_line(text: str, expected: str) -> None:
    problems = team_roster.read(text).problems
    assert any(expected in problem.expected for problem in problems), problems


def test_headings_may_stand_in_any_order_and_the_rest_is_not_taken() -> None:
    file = team_roster.read("Rating,Name,Bd.,School,Phone\n1500,Max,2,Elm,5\n1400,Nan,1,Elm,6")
    assert [(m.team, m.board, m.name, m.rating) for m in file.members] == [
        ("Elm", 2, "Max", 1500),
        ("Elm", 1, "Nan", 1400),
    ]
    assert file.notes == ("Not taken from the file: Phone",)


def test_nobody_plays_for_two_teams(section: Section) -> None:
    text = "Elm,1,Max Elm,10000001\nElm,2,Nan Elm"
    with pytest.raises(Refused, match="Nobody was listed") as refused:
        members.bring_in(section, team_roster.read(text).members, by=director_of(section))
    assert "Ada Ames of Alder Lane" in refused.value.troubles[0].expected
    assert not Player.objects.filter(name="Elm").exists()


def test_a_namesake_in_another_team_is_somebody_else_only_by_the_ids_of_both(section: Section) -> None:
    by = director_of(section)
    lines = team_roster.read("Elm,1,ada ames\nElm,2,Nan Elm").members
    with pytest.raises(Refused, match="Nobody was listed") as refused:
        members.bring_in(section, lines, by=by)
    trouble = refused.value.troubles[0]
    told = "another name, or the IDs of both: Ada Ames plays for Alder Lane"
    assert (trouble.where, trouble.read, trouble.expected) == ("line 1", "ada ames", told)
    assert not Player.objects.filter(name="Elm").exists()
    members.bring_in(section, team_roster.read("Elm,1,Ada Ames,10000002\nElm,2,Nan Elm").members, by=by)
    assert TeamMember.objects.filter(name="Ada Ames").count() == 2


def test_new_teams_are_numbered_by_the_average_of_their_boards() -> None:
    section = a_section(players=0, boards=4)
    lines = team_roster.read("Elm,1,A\nElm,2,B,,1500\nFir,1,C,,1600\nFir,2,D,,1500").members
    members.bring_in(section, lines, by=director_of(section), by_rating=True)
    assert [(team.number, team.name) for team in Player.objects.order_by("number")] == [
        (1, "Fir"),
        (2, "Elm"),
    ]


def test_a_team_struck_off_takes_its_list_along(section: Section) -> None:
    rosters.remove_player(Player.objects.get(number=2), by=director_of(section))
    assert not TeamMember.objects.filter(name="Flo Birk").exists()
    tables = {row[0] for row in LogEntry.objects.filter(section=section)[0].rows}
    assert tables == {"player", "teammember"}


def test_players_have_no_list_of_players() -> None:
    section = a_section(players=2)
    player = Player.objects.get(number=1)
    with pytest.raises(Refused, match="In this section players meet"):
        members.list_members(player, team_roster.read("A\nB", "x").members, by=director_of(section))


# --- the sheet ------------------------------------------------------------------------------------


def test_a_sheet_has_names_and_ratings_of_those_who_sat_and_no_id(match: Game) -> None:
    enter(match, "WL DD LW XF")
    section = as_it_stands(match.round.section)
    body = SheetBody(section.sheet.body)
    assert body.matches[1, 1, 1][0][:7] == (
        *(1, "W", "L"),
        *("Ada Ames", 2100, "Ida Case", 1900),
    )
    assert "10000001" not in section.sheet.body


def test_boards_of_a_draft_are_not_public(section: Section) -> None:
    paired(section, 1, "1 3")
    assert SheetBody(as_it_stands(section).sheet.body).matches == {}


def test_outcome_needs_every_board() -> None:
    boards = [MatchBoard(home_kind=kind[0], away_kind=kind[1]) for kind in ("WL", "WL", "WL", "??")]
    assert [kind.letter for kind in outcome(boards)[:2]] == ["?", "?"]


# --- rulings on a board -----------------------------------------------------------------------------

BOTH_LOSE = (Outcome(Kind.LONE_LOSS), Outcome(Kind.LONE_LOSS))
SPLIT = (Outcome(Kind.WIN, 2), Outcome(Kind.LOSS, 2))


def rule(game: Game, number: int, outcomes: tuple[Outcome, Outcome], **more: Any) -> MatchBoard:
    row, by = board(game, number), director_of(game.round.section)
    told: dict[str, Any] = {"revision": row.revision, "reason": "a phone rang", "by": by} | more
    return record_board_ruling(row, *outcomes, **told)


def test_the_score_of_a_match_takes_the_points_of_a_ruling(match: Game) -> None:
    enter(match, "WL DD DD DD")
    assert seats(match) == [("W", 10), ("L", 6)]
    rule(match, 1, SPLIT)
    assert seats(match) == [("D", 8), ("D", 8)]
    rule(match, 2, BOTH_LOSE)
    assert seats(match) == [("D", 6), ("D", 6)]
    assert not first_difference(as_it_stands(match.round.section))
    entry = LogEntry.objects.filter(section=match.round.section)[0]
    assert (entry.verb, entry.reason) == ("ruling", "a phone rang")
    assert entry.summary == "Round 1, match 1, board 2: S–S"


def test_the_same_result_takes_no_ruling_back_and_another_does(match: Game) -> None:
    rule(match, 1, SPLIT)
    enter(match, "WL")
    assert board(match, 1).points_q == (2, 2)
    enter(match, "DD")
    assert (board(match, 1).result, board(match, 1).points_q) == ("DD", (None, None))


def test_swapped_colours_take_each_sides_points_along(match: Game) -> None:
    rule(match, 1, (Outcome(Kind.WIN, 2), Outcome(Kind.LOSS)))
    pairings.swap_colours(match, by=director_of(match.round.section))
    assert (board(match, 1).result, board(match, 1).points_q) == ("LW", (None, 2))


def test_a_board_that_nobody_sits_at_any_more_has_no_ruling(match: Game) -> None:
    rule(match, 4, SPLIT)
    line_up(match, keys(*ALDER), keys("Ida Case", "Jo Case", "Kay Case", None))
    assert (board(match, 4).result, board(match, 4).points_q) == ("XF", (None, None))


def test_undo_takes_a_boards_ruling_back_with_the_score(match: Game) -> None:
    enter(match, "WL DD DD DD")
    rule(match, 1, SPLIT)
    results.undo(match.round.section_id, by=director_of(match.round.section))
    assert board(match, 1).points_q == (None, None)
    assert seats(match) == [("W", 10), ("L", 6)]


def test_a_ruling_from_a_stale_screen_is_told_what_stands(match: Game) -> None:
    enter(match, "WL")
    with pytest.raises(results.ResultConflict, match="you typed 1–0\\*, awarded ½–½"):
        rule(match, 1, SPLIT, revision=0)


@pytest.mark.parametrize(
    ("outcomes", "reason"),
    [
        ((Outcome(Kind.WIN), Outcome(Kind.WIN)), "why"),
        ((Outcome(Kind.OPEN), Outcome(Kind.OPEN)), "why"),
        ((Outcome(Kind.WIN, 8), Outcome(Kind.LOSS)), "why"),
        (SPLIT, " "),
    ],
)
def test_what_cannot_be_ruled_on_a_board_is_named_and_nothing_stored(
    match: Game, outcomes: tuple[Outcome, Outcome], reason: str
) -> None:
    version = as_it_stands(match.round.section).version
    with pytest.raises(Refused, match="Nothing was ruled"):
        rule(match, 1, outcomes, reason=reason)
    assert as_it_stands(match.round.section).version == version
