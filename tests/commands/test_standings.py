"""`manage.py standings`: files in, standings out, and no database in between."""

import csv
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command

from tests.cases import path
from tiebreaks.engine.ranking.sequence import RULEBOOK_ROUND_ROBIN, RULEBOOK_SWISS, SCHOLASTIC_TEAMS
from tiebreaks.engine.systems import SYSTEMS, TEAM_SYSTEMS
from tournaments.management.commands.standings import Command

HOUSE = """number,name,house,r1,r2
1,=cmd(),no,W2w,?3w
2,Bob,,L1b,X4
3,Helper,yes,B,?1b
4,Di,,D7b@Open,F2
"""
BAD = "number,name,r1\n1,Ann,W9\n2,Bob,Q\n"


@pytest.fixture
def file(tmp_path: Path) -> Any:
    """Write a wall chart and answer its path."""

    def write(text: str, name: str = "section.csv") -> str:
        (tmp_path / name).write_text(text, encoding="utf-8")
        return str(tmp_path / name)

    return write


def printed(*arguments: str) -> str:
    out = io.StringIO()
    call_command("standings", *arguments, stdout=out)
    return out.getvalue()


def as_json(*arguments: str) -> list[dict[str, Any]]:
    objects: list[dict[str, Any]] = json.loads(printed(*arguments, "--format", "json"))
    return objects


def exit_code(*arguments: str) -> int:
    """What a shell would get."""
    with pytest.raises(SystemExit) as end:
        Command().run_from_argv(["manage.py", "standings", *arguments])
    assert isinstance(end.value.code, int)
    return end.value.code


# --- JSON: the contract ---------------------------------------------------------------------------


def test_json_is_an_array_of_one_object_a_file_in_the_order_given() -> None:
    first, second = as_json(str(path("vermont")), str(path("example_b")))
    assert first["file"] == str(path("vermont"))
    assert (first["section"], second["section"]) == (
        "Example Tournament (Vermont page, seeds/001)",
        "RULES example B",
    )
    assert list(first) == [
        *("file", "section", "rounds", "through", "live", "edition", "order"),
        *("rows", "teams", "why", "problems"),
    ]
    assert (first["rounds"], first["through"], first["live"]) == (4, 4, False)
    assert (first["edition"], first["teams"], first["why"], first["problems"]) == ("us-chess-7", [], {}, [])
    assert first["order"] == RULEBOOK_SWISS.split(",")


def test_json_rows_hold_strings_of_points_and_the_steps_that_decided() -> None:
    rows = as_json(str(path("vermont")))[0]["rows"]
    assert [row["name"] for row in rows[:5]] == ["Ann", "Chip", "Ed", "Dan", "Bill"]
    assert [row["decided_by"] for row in rows[:5]] == [None, None, "modified_median", "solkoff", "cumulative"]
    assert rows[3] == {
        "number": 4,
        "name": "Dan",
        "score": "3",
        "place": "2-5",
        "rank": 4,
        "tied": 1,
        "tiebreaks": {
            "modified_median": "7",
            "solkoff": "8",
            "cumulative": "8",
            "opposition_cumulative": "17",
        },
        "decided_by": "solkoff",
        "ahead_by": "cumulative",
    }


def test_json_is_by_rank_then_number_with_house_players_last_and_no_visitors(file: Any) -> None:
    rows = as_json(file(HOUSE), "--live")[0]["rows"]
    # Both have 1 point, the first an opponent to finish with, Bob a forfeit.
    assert [(row["number"], row["place"], row["rank"]) for row in rows] == [
        (1, "1-2", 1), (2, "1-2", 2), (4, "3", 3), (3, None, None),
    ]  # fmt: skip
    helper = rows[-1]
    assert (helper["tied"], helper["decided_by"], helper["ahead_by"]) == (None, None, None)
    assert (helper["score"], helper["tiebreaks"]["solkoff"]) == ("1", "1")


def test_who_is_not_ranked_has_no_value_that_depends_on_a_tied_group(file: Any) -> None:
    text = "number,name,rating,house,r1\n1,A,1500,,D2\n2,B,1400,,D1\n3,C,1300,yes,D4\n4,D,1200,,D3\n"
    order = "opposition_performance:tied_group,head_to_head:score_group,average_opposition"
    rows = as_json(file(text), "--order", order)[0]["rows"]
    values = {row["number"]: list(row["tiebreaks"].values()) for row in rows}
    assert values[3] == [None, None, "1200"]


def test_shared_ranks_count_on(file: Any) -> None:
    text = "number,name,r1\n1,A,W4\n2,B,D3\n3,C,D2\n4,D,L1\n"
    rows = as_json(file(text), "--order", "win_count")[0]["rows"]
    assert [(row["rank"], row["tied"], row["place"]) for row in rows] == [
        (1, 1, "1"), (2, 2, "2-3"), (2, 2, "2-3"), (4, 1, "4"),
    ]  # fmt: skip


def test_keys_of_tiebreaks_are_the_strings_of_the_order(file: Any) -> None:
    order = "cumulative:omit_last+full_only,average_opposition,head_to_head"
    (section,) = as_json(file("number,name,rating,r1\n1,A,1500,D2\n2,B,1400,D1\n3,C,,B\n"), "--order", order)
    assert section["order"] == order.split(",")
    tiebreaks = {row["number"]: list(row["tiebreaks"].values()) for row in section["rows"]}
    # Nobody was still tied when head_to_head was reached; who met nobody has no average.
    assert tiebreaks == {1: ["0", "1400", None], 2: ["0", "1500", None], 3: ["-1", None, None]}


def test_a_value_that_no_decimal_can_say_is_a_fraction() -> None:
    rows = as_json(str(path("example_a")), "--order", "opposition_performance")[0]["rows"]
    assert {row["number"]: row["tiebreaks"]["opposition_performance"] for row in rows}[3] == "4750/3"


def test_a_round_robin_has_the_rulebooks_order_for_it(file: Any) -> None:
    text = "# format: round robin\nnumber,name,r1\n1,A,D2\n2,B,D1\n"
    assert as_json(file(text))[0]["order"] == RULEBOOK_ROUND_ROBIN.split(",")


def test_live_is_said_only_where_the_open_round_was_counted() -> None:
    def reading(name: str, *arguments: str) -> tuple[bool, int, str]:
        (section,) = as_json(str(path(name)), *arguments)
        score = next(row["score"] for row in section["rows"] if row["number"] == 3)
        return section["live"], section["through"], score

    assert reading("midevent") == (False, 3, "1")
    assert reading("midevent", "--live") == (True, 3, "2")
    assert reading("midevent", "--after", "1")[0::2] == (False, "0")
    assert reading("vermont", "--live") == (False, 4, "3")


def test_why_lists_terms_whose_undropped_points_add_up_to_the_value() -> None:
    (section,) = as_json(str(path("example_a")), "--why", "5")
    (row,) = [row for row in section["rows"] if row["number"] == 5]
    assert list(section["why"]) == section["order"]
    for code, terms in section["why"].items():
        kept = sum(float(term["points"]) for term in terms if term["dropped"] is None)
        assert kept == float(row["tiebreaks"][code])
    terms = section["why"]["modified_median"]
    assert [list(term) for term in terms] == [
        ["round", "opponent", "points", "dropped", "reason", "rule"]
    ] * 5
    assert [(t["round"], t["opponent"], t["points"], t["dropped"], t["rule"]) for t in terms] == [
        (1, 1, "3", None, "34E1"),
        (2, 6, "1", None, "34E1"),
        (3, 3, "3", None, "34E1"),
        (4, None, "0", "lowest", "34E1"),
        (5, 2, "4", "highest", "34E1"),
    ]


def test_why_names_a_visitor_as_the_file_does(file: Any) -> None:
    (section,) = as_json(file(HOUSE), "--why", "4")
    assert [term["opponent"] for term in section["why"]["solkoff"]] == ["7@Open"]


def test_a_file_with_problems_has_no_rows_and_does_not_stop_the_others(
    file: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code(file(BAD), str(path("vermont")), "--format", "json") == 1
    told = capsys.readouterr()
    bad, good = json.loads(told.out)
    assert bad["rows"] == []
    assert [(p["line"], p["column"], p["read"]) for p in bad["problems"]] == [(2, 3, "W9"), (3, 3, "Q")]
    assert set(bad["problems"][0]) == {"line", "column", "read", "expected"}
    assert len(good["rows"]) == 16
    assert "section.csv:2:3: “W9” is not right. Expected: an opponent in this section" in told.err


# --- teams --------------------------------------------------------------------------------------

# RULES §11.2: four of five count; 19 by the team of each round, 18 by that of the end.
SCHOOLS = """# section: K-5
number,name,team,r1,r2,r3
1,Ann,Elm,W6,W6,W6
2,Bea,Elm,W7,L7,W7
3,Cy,elm,L8,W8,W8
4,Di,Elm,W9,W9,L9
5,Ed,Elm,W10,L10,L10
6,Fay,Oak,L1,L1,L1
7,Gus,Oak,L2,W2,L2
8,Hal,=Ash,W3,L3,L3
9,Ida,,L4,L4,W4
10,Joe,,L5,W5,W5
"""


def test_teams_stand_beside_the_players_who_do_not_move(file: Any) -> None:
    schools = file(SCHOOLS)
    (alone,) = as_json(schools)
    (both,) = as_json(schools, "--teams", "4", "--team-order", "team_cumulative,cumulative_of_team")
    assert alone["teams"] == []
    assert {**both, "teams": []} == alone
    assert both["teams"][0] == {
        "team": "Elm",
        "score": "9",
        "place": "1",
        "rank": 1,
        "tied": 1,
        "tiebreaks": {"team_cumulative": "19", "cumulative_of_team": "18"},
        "decided_by": None,
        "ahead_by": None,
        "counting": [1, 4, 2, 3],
    }
    rest = [(row["team"], row["place"], row["rank"], row["decided_by"]) for row in both["teams"][1:]]
    assert rest == [("=Ash", "2-3", 2, None), ("Oak", "2-3", 3, "team_cumulative")]


def test_teams_have_a_default_order_and_may_have_variations(file: Any) -> None:
    (section,) = as_json(file(SCHOOLS), "--teams", "1")
    assert list(section["teams"][0]["tiebreaks"]) == SCHOLASTIC_TEAMS.split(",")
    (section,) = as_json(file(SCHOOLS), "--teams", "1", "--team-order", "sum:cumulative:omit_last")
    assert section["teams"][0]["tiebreaks"] == {"sum:cumulative:omit_last": "3"}


def test_a_team_that_is_too_small_is_listed_last_without_a_place(file: Any) -> None:
    (section,) = as_json(file(SCHOOLS), "--teams", "4", "--team-minimum", "2")
    assert [(row["team"], row["place"], row["rank"], row["tied"]) for row in section["teams"]] == [
        ("Elm", "1", 1, 1),
        ("Oak", "2", 2, 1),
        ("=Ash", None, None, None),
    ]


def test_the_lowest_number_counts_where_that_is_posted(file: Any) -> None:
    (better,) = as_json(file(SCHOOLS), "--teams", "2")
    (lowest,) = as_json(file(SCHOOLS), "--teams", "2", "--team-lowest-number")
    assert (better["teams"][0]["counting"], lowest["teams"][0]["counting"]) == ([1, 4], [1, 2])


def test_the_table_of_teams_stands_below_the_players(file: Any) -> None:
    table = printed(file(SCHOOLS), "--teams", "4", "--team-order", "sum:solkoff", "--team-minimum", "2")
    below = table[table.index("Teams · A school’s score") :].splitlines()
    assert below[1] == "Tiebreaks: Total Solkoff"
    assert below[3].split() == ["#", "Nos.", "Team", "Pts", "Σ", "Solk", "Decided", "by"]
    assert below[6].split() == ["1", "1", "4", "2", "3", "Elm", "9", "9"]
    assert "Too small · not ranked: fewer than 2 players" in below
    assert "No player of this section has a team." in printed(str(path("vermont")), "--teams", "4")


def test_a_player_who_entered_again_for_another_team_is_named(
    file: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    wall = "number,name,team,reentry of,r1,r2\n1,Ann,Elm,,L2,U\n2,Bob,Oak,,W1,B\n3,Ann,{},1,U,B\n"
    assert exit_code(file(wall.format("Oak")), "--teams", "4") == 1
    told = capsys.readouterr().err
    assert ":4:3: “Oak” is not right. Expected: one team per player. The earlier entry of Ann" in told
    assert "Ann" in printed(file(wall.format("Oak")))
    for same in ("elm", ""):
        assert "Teams · A school’s score is the sum of its best 4 players’ scores." in printed(
            file(wall.format(same)), "--teams", "4"
        )


def test_csv_has_the_teams_after_an_empty_line(file: Any) -> None:
    out = printed(file(SCHOOLS), "--teams", "4", "--team-order", "team_cumulative", "--format", "csv")
    _players, teams = out.split("\n\n")
    first, second, *_ = csv.DictReader(io.StringIO(teams))
    assert list(first) == [
        "team", "score", "place", "rank", "tied", "team_cumulative", "decided_by", "ahead_by", "counting",
    ]  # fmt: skip
    assert first["counting"] == "1 4 2 3"
    assert second["team"] == "'=Ash"


def test_options_of_teams_alone_are_answered_with_the_one_they_need(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert exit_code(str(path("vermont")), "--team-order", "team_cumulative") == 2
    assert "--teams N" in capsys.readouterr().err


def test_an_unknown_system_of_teams_is_answered_with_those_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert exit_code(str(path("vermont")), "--teams", "4", "--team-order", "solkoff") == 2
    assert ", ".join(TEAM_SYSTEMS) in capsys.readouterr().err


MATCHES = """# section: Teams
# entrants: teams
number,name,r1,r2
1,Elm,W2(2.5),L3(0)
2,Oak,L1(1.5),B
3,Ash,B,W1(4)
"""


def test_teams_that_meet_each_other_are_rows_and_have_systems_of_their_own(file: Any) -> None:
    (section,) = as_json(file(MATCHES), "--order", "match_points,us_amateur:doubled,solkoff")
    assert [
        (row["name"], row["score"], row["tiebreaks"]["us_amateur:doubled"]) for row in section["rows"]
    ] == [
        ("Ash", "2", "8"),
        ("Elm", "1", "5"),
        ("Oak", "1", "3"),
    ]
    assert section["teams"] == []


def test_the_default_of_teams_that_meet_is_the_rulebooks_for_teams_where_boards_are_known(file: Any) -> None:
    assert as_json(file(MATCHES))[0]["order"] == ["game_points", "us_amateur"]
    by_game = as_json(file("# score: game points\n" + MATCHES))[0]
    assert by_game["order"] == ["match_points", "us_amateur"]
    assert [(row["name"], row["score"]) for row in by_game["rows"]] == [
        ("Ash", "4"), ("Elm", "2.5"), ("Oak", "1.5"),
    ]  # fmt: skip
    without = re.sub(r"\(.*?\)", "", MATCHES)
    assert as_json(file(without))[0]["order"] == RULEBOOK_SWISS.split(",")


def test_the_table_of_teams_that_meet_speaks_of_teams(file: Any) -> None:
    assert "1 point · 2 teams tied for 2nd–3rd" in printed(file(MATCHES))


@pytest.mark.parametrize("code", ["game_points", "match_points", "us_amateur:doubled"])
def test_systems_of_matches_are_refused_for_players(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(str(path("vermont")), "--order", f"solkoff,{code}") == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert f"{code.partition(':')[0]}: only for a file with the line “# entrants: teams”" in told.err
    assert ", ".join(SYSTEMS) in told.err


def test_teams_have_no_teams_of_players(file: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(file(MATCHES), "--teams", "4") == 2
    assert "This file lists teams." in capsys.readouterr().err


# --- table and CSV --------------------------------------------------------------------------------


def test_the_table_is_what_a_director_reads() -> None:
    lines = printed(str(path("example_a"))).splitlines()
    assert lines[0] == "RULES example A · After all 5 rounds"
    assert lines[1] == ("Tiebreaks: Modified Median → Solkoff → Cumulative → Cumulative of opposition")
    assert lines[3].split() == ["#", "No.", "Name", "Pts", "MMed", "Solk", "Cumul", "OppCum", "Decided", "by"]
    group = lines.index("3 points · 3 players tied for 2nd–4th")
    assert lines[group + 1].split() == ["2", "1", "Entry", "1", "3", "12", "13½", "10½", "41"]
    assert lines[group + 2].split()[-2:] == ["42½", "Cumulative"]
    assert "0 points" in lines
    # Aligned: the points of all players stand under their head.
    column = lines[3].index("Pts") + 2
    assert [line[column] for line in lines[group + 1 : group + 4]] == ["3", "3", "3"]


def test_the_table_shows_a_rank_that_nothing_separates_and_who_is_not_ranked(file: Any) -> None:
    table = printed(file(HOUSE), "--live", "--order", "win_count:with_forfeits")
    assert "Live · round 2 · 1 of 2 games still playing" in table
    assert [line[:2] for line in table.splitlines() if "Bob" in line or "cmd" in line] == ["1=", "1="]
    assert table.splitlines()[table.splitlines().index("    level so far") - 1].startswith("1=")
    assert table.index("House players · not ranked") < table.index("Helper")
    assert "7@Open" not in table


def test_the_table_explains_the_values_of_a_player() -> None:
    table = printed(str(path("vermont")), "--why", "5")
    explained = table[table.index("Ed · Modified Median 7\n") :].splitlines()
    assert explained[1] == "  Plus score (more than half of the possible points), so the lowest is left out."
    assert "round 3  Kirk  1½  the opponent's adjusted score (34E1)  left out: the weakest" in table


def test_names_of_two_cells_a_character_do_not_push_the_columns(file: Any) -> None:
    text = "number,name,r1\n1,王小明,D2\n2,Ann,D1\n"
    first, second = [line for line in printed(file(text), "--order", "solkoff").splitlines() if "=" in line][
        :2
    ]
    assert len(first) == len(second) - 3


def test_notes_of_columns_that_were_not_taken_are_for_people(
    file: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    noted = file("number,name,r1,Total\n1,A,D2,½\n2,B,D1,½\n")
    printed(noted)
    assert "Not imported: Total" in capsys.readouterr().err
    printed(noted, "--format", "json")
    assert capsys.readouterr().err == ""


def test_csv_has_the_columns_of_the_json_and_nothing_a_spreadsheet_runs(file: Any) -> None:
    rows = list(csv.DictReader(io.StringIO(printed(file(HOUSE), "--format", "csv", "--order", "solkoff"))))
    assert list(rows[0]) == [
        "number", "name", "score", "place", "rank", "tied", "solkoff", "decided_by", "ahead_by",
    ]  # fmt: skip
    assert rows[0]["name"] == "'=cmd()"
    assert [rows[-1][field] for field in ("number", "place", "rank")] == ["3", "", ""]


# --- arguments --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["nowhere.csv"],
        [str(path("midevent")), "--after", "4"],
        [str(path("midevent")), "--after", "-1"],
        [str(path("midevent")), "--after", "three"],
        [str(path("midevent")), "--after", "3", "--live"],
        [str(path("vermont")), "--why", "99"],
        [str(path("vermont")), "--format", "xml"],
        [str(path("vermont")), "--teams", "0"],
        [str(path("vermont")), "--teams", "four"],
        [str(path("vermont")), "--teams", "4", "--team-minimum", "0"],
        [str(path("vermont")), "--teams", "4", "--team-order", "sum:solkof"],
        [str(path("vermont")), "--team-order", "team_cumulative"],
        [str(path("vermont")), "--team-minimum", "2"],
        [str(path("vermont")), "--team-lowest-number"],
        [str(path("vermont")), "--order", "team_cumulative"],
    ],
)
def test_wrong_arguments_end_with_2_and_print_no_standings(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code(*arguments) == 2
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("order", "told"),
    [
        ("solkof", f"There is no tiebreak system 'solkof'. Choose from {', '.join(SYSTEMS)}"),
        (
            "solkoff:omit_last",
            "solkoff has no variation 'omit_last'. Choose from keep_own_zero, no_own_item, ",
        ),
        ("solkoff,solkoff", "solkoff is in the order twice. List each system once."),
        ("", "An order needs at least one tiebreak system."),
    ],
)
def test_an_order_that_cannot_be_ends_with_2_and_says_what_is_allowed(
    order: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code(str(path("vermont")), "--order", order) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert told in said.err


def test_a_dash_reads_standard_input_and_no_database_is_touched(tmp_path: Path) -> None:
    """A process of its own: the database it is told of does not exist, and still does not afterwards."""
    database = tmp_path / "none.sqlite3"
    ended = subprocess.run(
        [sys.executable, "manage.py", "standings", "-", "--format", "json"],
        input=path("vermont").read_bytes(),
        capture_output=True,
        cwd=settings.BASE_DIR,
        env=os.environ
        | {"DATABASE_URL": f"sqlite:///{database}", "DJANGO_SETTINGS_MODULE": "tests.settings"},
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert json.loads(ended.stdout)[0]["file"] == "-"
    assert not database.exists()
