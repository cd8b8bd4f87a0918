"""WinTD's tournament file."""

from datetime import date
from typing import Any

import pytest

from tests.formats.programs.spring import only, ptoz, wintd, wintd_game
from tournaments.formats.byes import written
from tournaments.formats.programs.reading import read


def test_byes_and_results_without_a_game_are_read_from_wintd() -> None:
    players = [{"base": {"name": name}} for name in ("Elm, Iris", "Fir, Pia", "Gorse, Max", "Hazel, Jon")]
    games = [
        wintd_game(4, -1, 1, 3),
        wintd_game(5, -1, 1, 0),
        wintd_game(-1, 6, 1, 1),
        wintd_game(-1, 7, 1, -1),
        wintd_game(4, 5, 2, -98),
        wintd_game(6, 7, 2, 98),
        wintd_game(0, -1, 3, 0),
        wintd_game(1, -1, 4, -1),
    ]

    found = only(ptoz(wintd(games, players, maxRounds=4, TC="G/60 d5")))

    first = {number: found.sat[number, 1].kind for number in range(5, 9)}
    second = {number: found.sat[number, 2].kind for number in range(5, 9)}
    assert (first, second) == ({5: "B", 6: "H", 7: "U", 8: "B"}, {5: "F", 6: "F", 7: "Z", 8: "Z"})
    assert {each.number: written(each.byes) for each in found.entries if each.byes} == {1: "3", 2: "4z"}
    assert (found.rounds, found.time_control) == (4, "G/60;d5")


def test_who_somebody_is_and_who_left_is_read_from_wintd_and_what_is_personal_is_named() -> None:
    said = {"name": "Elm, Iris", "id": "90000005", "rating": 1432.4, "team": "OAKHIL", "group": "4"}
    said |= {"stateOrFed": "WI", "expiry": "0228", "phone": "555-0100", "birthdate": "2015", "email": ""}
    gone = {"base": said, "tnmt": {"status": 1, "pairno": -1}}
    deleted = {"base": {"name": "Fir, Pia"}, "tnmt": {"status": -1}}

    file = read(ptoz(wintd([], [gone, deleted])))

    iris = file.sections[0].entries[4]
    assert (iris.number, iris.name, iris.uscf_id, iris.rating) == (5, "Elm, Iris", "90000005", 1432)
    assert (iris.team, iris.grade, iris.state, iris.expires_on) == ("OAKHIL", "4", "WI", date(2028, 2, 29))
    assert len(file.sections[0].entries) == 5
    assert file.sections[0].withdrew == {5: 0}
    assert file.left_out == ("birthdate", "phone")
    assert (file.program, file.title) == ("WinTD", "Spring")


@pytest.mark.parametrize(
    "game",
    [
        wintd_game(0, 1, 3, 7),
        wintd_game(0, 9, 3, 1),
        wintd_game(0, 1, 3, 1, r2=2),
        wintd_game(0, 1, 3, 1, split=1),
        wintd_game(0, 1, 3, 1, type=2),
    ],
)
def test_a_game_of_wintd_that_is_not_read_is_told_with_its_player(game: dict[str, Any]) -> None:
    problems = read(ptoz(wintd([game], roundsPaired=3))).problems
    assert {problem.where for problem in problems} <= {"Open, number 1", "Open, number 2"}
    assert problems


def test_a_section_of_teams_of_wintd_is_refused_by_name() -> None:
    [problem, *_more] = read(ptoz(wintd([], [{"base": {"name": "Oak Hill", "type": "T"}}]))).problems
    assert (problem.where, "section of players" in problem.expected) == ("Open", True)
