"""`manage.py awards`: a wall chart file and a list of prizes in, awards out, and no database in between."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import ManagementUtility, call_command

from tests.cases import path
from tests.engine.prizes.sections import as_file
from tests.engine.prizes.test_goldens import CASH, PLACES_AND_A, Golden
from tournaments.management.commands.awards import Command

File = Callable[..., str]


@pytest.fixture
def file(tmp_path: Path) -> File:
    """Write a file and answer its path."""

    def write(text: str, name: str = "section.csv") -> str:
        (tmp_path / name).write_text(text, encoding="utf-8")
        return str(tmp_path / name)

    return write


def printed(*arguments: str) -> str:
    out = io.StringIO()
    call_command("awards", *arguments, stdout=out)
    return out.getvalue()


def as_json(*arguments: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(printed(*arguments, "--format", "json"))
    return answer


def exit_code(*arguments: str) -> int:
    """What a shell would get."""
    with pytest.raises(SystemExit) as end:
        Command().run_from_argv(["manage.py", "awards", *arguments])
    assert isinstance(end.value.code, int)
    return end.value.code


@pytest.mark.parametrize("golden", CASH, ids=[golden.source for golden in CASH])
def test_money_is_awarded_as_published(golden: Golden, file: File) -> None:
    chart, prizes = file(as_file(*golden.groups)), file(golden.prizes, "prizes.txt")
    limit = [] if golden.unrated_limit is None else ["--term", f"unrated_limit={golden.unrated_limit}"]
    found = as_json(chart, "--prizes", prizes, *limit)
    assert {n: f"{cents / 100:.2f}".removesuffix(".00") for n, cents in found["paid"].items()} == {
        str(number): dollars for number, dollars in golden.pays.items()
    }
    assert_adds_up(found)


def assert_adds_up(found: dict[str, Any]) -> None:
    """Every cent that is offered is paid once or said to be unawarded; no prize is paid twice."""
    offered = {prize["index"]: prize["cents"] for prize in found["prizes"]}
    unawarded = sum(each["cents"] for each in found["unawarded"])
    assert sum(found["paid"].values()) + unawarded == sum(offered.values())
    kept = dict.fromkeys(offered, 0)
    for pool in found["pools"]:
        brought, left = (sum(cents for _prize, cents in pool[name]) for name in ("brought", "left"))
        assert sum(cents for _number, cents in pool["payments"]) == brought - left
        assert pool["reasons"]
        for prize, cents in pool["brought"]:
            kept[prize] += cents
        for prize, cents in pool["left"]:
            kept[prize] -= cents
    for each in found["unawarded"]:
        kept[each["prize"]] += each["cents"]
        assert each["reason"]
    assert kept == offered


def test_json_is_one_object_whose_fields_are_a_contract(file: File) -> None:
    chart = file("# section: Open\n" + as_file((1900,), (None, 1800), (1500,)))
    prizes = file("U1600 $20\n1st place trophy and $100\n2nd place $50\n3rd place $25\nTeam $5", "prizes.txt")
    found = as_json(chart, "--prizes", prizes, "--order", "solkoff", "--term", "unrated_limit=$10")
    assert found == {
        "section": "Open",
        "through": 3,
        "standing": [[1, "3", 1], [2, "2", 2], [3, "2", 2], [4, "1", 4]],
        "prizes": [
            {"index": 0, "title": "U1600", "scope": "band", "cents": 2000, "item": ""},
            {"index": 1, "title": "1st place", "scope": "place", "cents": 10000, "item": "trophy"},
            {"index": 2, "title": "2nd place", "scope": "place", "cents": 5000, "item": ""},
            {"index": 3, "title": "3rd place", "scope": "place", "cents": 2500, "item": ""},
            {"index": 4, "title": "Team", "scope": "team", "cents": 500, "item": ""},
        ],
        "paid": {"1": 10000, "2": 1000, "3": 5000, "4": 2000},
        "pools": [
            {
                "players": [1],
                "brought": [[1, 10000]],
                "payments": [[1, 10000]],
                "left": [],
                "reasons": ["Wins the largest cash prize still available: 1st place $100 (32B1)."],
            },
            {
                "players": [2, 3],
                "brought": [[2, 5000], [3, 2500]],
                "payments": [[2, 1000], [3, 5000]],
                "left": [[2, 1500]],
                "reasons": [
                    "The two who can win it share $75 equally (32B2).",
                    "Entry 2 is unrated and can win at most $10. The rest is for others who can win the prize"
                    " (32C6).",
                ],
            },
            {
                "players": [4],
                "brought": [[0, 2000]],
                "payments": [[4, 2000]],
                "left": [],
                "reasons": ["Wins the largest cash prize still available: U1600 $20 (32B1)."],
            },
        ],
        "unawarded": [
            {"prize": 4, "cents": 500, "reason": "The team standings decide it."},
            {
                "prize": 2,
                "cents": 1500,
                "reason": "The limit for unrated players holds it back, and no one else is left to win"
                " it (32C6).",
            },
        ],
        "trophies": [
            {
                "prize": 1,
                "winners": [1],
                "contested": [],
                "reason": "The best placed of those who qualify (32F).",
            }
        ],
        "problems": [],
    }
    assert_adds_up(found)


def test_a_contested_trophy_names_all_who_may_take_it_until_a_playoff_is_given(file: File) -> None:
    chart, prizes = file(as_file((1900, 1800, 1700), (1500,))), file("1st place trophy and $60", "prizes.txt")
    (trophy,) = as_json(chart, "--prizes", prizes)["trophies"]
    assert (trophy["winners"], trophy["contested"]) == ([], [1, 2, 3])
    playoff = ["--playoff", "3 1 2"]
    found = as_json(chart, "--prizes", prizes, *playoff)
    assert found["trophies"][0]["winners"] == [3]
    assert found["standing"][:3] == [[3, "2", 1], [1, "2", 2], [2, "2", 3]]
    assert found["paid"] == {"1": 2000, "2": 2000, "3": 2000}
    assert as_json(chart, "--prizes", prizes, *playoff, "--term", "cash_playoff=yes")["paid"] == {"3": 6000}


def test_terms_stand_in_the_list_and_an_option_overrides_them(file: File) -> None:
    chart = file(as_file((1500,), (1400,)))
    prizes = file(
        "1st place $400\n2nd place $80, guaranteed\n# ours\nTerms: Based on 20, entries 5\n", "p.txt"
    )
    assert as_json(chart, "--prizes", prizes)["paid"] == {"1": 10000, "2": 8000}
    found = as_json(chart, "--prizes", prizes, "--term", "event_fund=80000")
    assert (found["paid"], found["prizes"][0]["cents"]) == ({"1": 20000, "2": 8000}, 20000)
    assert_adds_up(found)
    assert as_json(chart, "--prizes", prizes, "--term", "entries=20")["paid"]["1"] == 40000
    counted = file("1st place $400\nterms: based on 4", "counted.txt")
    assert as_json(chart, "--prizes", counted)["paid"] == {"1": 20000}


def test_who_played_no_game_wins_nothing_unless_a_term_says_so(file: File) -> None:
    chart = file("number,name,r1,r2\n1,Ann,W2,D3\n2,Bob,L1,X4\n3,Cy,B,D1\n4,Di,U,F2\n")
    prizes = file("1st–4th $10\n4th place trophy", "prizes.txt")
    found = as_json(chart, "--prizes", prizes)
    assert set(found["paid"]) == {"1", "2", "3"}
    assert [trophy["winners"] for trophy in found["trophies"]] == [[]]
    too = as_json(chart, "--prizes", prizes, "--term", "no_shows_too=yes")
    assert set(too["paid"]) == {"1", "2", "3", "4"}
    assert [trophy["winners"] for trophy in too["trophies"]] == [[4]]


def test_a_prize_that_asks_for_presence_passes_the_absent(file: File) -> None:
    chart, prizes = file(as_file((1900,), (1800,))), file("1st place $60, must be present", "prizes.txt")
    assert as_json(chart, "--prizes", prizes, "--term", "absent=1")["paid"] == {"2": 6000}


def test_a_trophy_may_follow_the_money_and_who_withdrew_may_win(file: File) -> None:
    chart = file("number,name,rating,withdrew,r1,r2\n1,Ann,1900,1,W2,U\n2,Bob,1500,,L1,B\n3,Cy,1400,,B,U\n")
    prizes = file("1st place trophy and $60", "prizes.txt")
    assert as_json(chart, "--prizes", prizes)["paid"] == {"3": 6000}
    terms = ["--term", "withdrawn_too=yes", "--term", "trophy_follows_money=yes"]
    found = as_json(chart, "--prizes", prizes, *terms)
    assert found["paid"] == {"1": 3000, "3": 3000}
    assert found["trophies"][0]["reason"] == "The trophy follows the money (33D2a)."


def test_the_table_says_who_gets_what_and_why(file: File) -> None:
    text = printed(
        file(as_file((2250,), (2225, 1940), (1865, 1990))), "--prizes", file(PLACES_AND_A, "p.txt")
    )
    assert text.splitlines()[0].endswith("section.csv · After all 3 rounds")
    for line in (
        "  1st place trophy: 1 Entry 1  The best placed of those who qualify (32F).",
        "  2nd place trophy: 2 Entry 2 or 3 Entry 3  The posted tiebreaks leave a tie.",
        "          $200  1 Entry 1",
        "           $75  3 Entry 3",
        "          $390  paid",
        "2nd place $100 + 3rd place $50",
        "  The two who can win it share $150 equally (32B2).",
    ):
        assert line in text


@pytest.mark.parametrize(
    ("prizes", "problems"),
    [
        ("1st place $100\nTop 800\n", [("p.txt", 2, "Top 800")]),
        ("1st place $100\nterms: unrated limit fifty", [("p.txt", 2, "unrated limit fifty")]),
        ("1st place $100\nterms: cash playoff, on time", [("p.txt", 2, "on time")]),
        ("1st place $100\nterms: " + "cash playoff, " * 50 + "on, time", [("p.txt", 2, "on, time")]),
        ("Top U800, value 1\nTop U800, value 2", [("p.txt", 1, "Top under 800")]),
        ("", [("p.txt", 1, "")]),
        ("Best grade 2\n" * 5_001, [("p.txt", 5_001, "")]),
    ],
)  # fmt: skip
def test_a_list_that_cannot_be_read_awards_nothing(
    file: File, capsys: pytest.CaptureFixture[str], prizes: str, problems: list[tuple[str, int, str]]
) -> None:
    assert exit_code(file(as_file((1500,))), "--prizes", file(prizes, "p.txt"), "--format", "json") == 1
    told = capsys.readouterr()
    found = json.loads(told.out)
    assert (found["paid"], found["standing"], found["prizes"]) == ({}, [], [])
    assert [(Path(p["file"]).name, p["line"], p["read"]) for p in found["problems"]] == problems
    assert f"p.txt:{problems[0][1]}:1: " in told.err


def test_an_absent_number_of_the_list_that_nobody_has_is_a_problem_with_its_line(
    file: File, capsys: pytest.CaptureFixture[str]
) -> None:
    prizes = file("1st place $100\nterms: based on 4, absent 1 9", "p.txt")
    assert exit_code(file(as_file((1500,))), "--prizes", prizes, "--format", "json") == 1
    told = capsys.readouterr()
    [problem] = json.loads(told.out)["problems"]
    assert (problem["line"], problem["read"]) == (2, "absent 1 9")
    assert "p.txt:2:1: " in told.err
    assert "a number on this wall chart: no one has 9" in told.err


def test_a_chart_that_cannot_be_read_awards_nothing(file: File, capsys: pytest.CaptureFixture[str]) -> None:
    chart, prizes = file("number,name,r1\n1,Ann,W9\n"), file("1st place $100", "p.txt")
    assert exit_code(chart, "--prizes", prizes) == 1
    told = capsys.readouterr()
    assert "section.csv:2:3: “W9” is not right." in told.err
    assert told.out == ""


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--term", "limit=50"], "Expected: one of: unrated limit, based on"),
        (["--term", "based_on=many"], "Expected: a number from 0 to 100000"),
        (["--term", "absent=9"], "No player has number 9."),
        (["--playoff", "1"], "Expected: two wall-chart numbers or more"),
        (["--playoff", "1 3"], "--playoff “1 3”: no tie remains of exactly these players."),
        (["--order", "game_points"], "only for a file with the line “# entrants: teams”"),
        (["--prizes", "nowhere.txt"], "nowhere.txt"),
    ],
)
def test_wrong_arguments_end_with_2(
    file: File, capsys: pytest.CaptureFixture[str], arguments: list[str], told: str
) -> None:
    chart, prizes = file(as_file((1500, 1400), (1300,))), file("1st place $100", "p.txt")
    assert exit_code(chart, "--prizes", prizes, *arguments) == 2
    assert told in capsys.readouterr().err


def test_a_real_section_is_awarded_by_the_rulebooks_order(file: File) -> None:
    """The Vermont page: Dan takes the 4th place trophy; four players share 2nd to 5th."""
    prizes = file("1st–5th trophies\n1st place $100\n2nd–5th $20", "p.txt")
    found = as_json(str(path("vermont")), "--prizes", prizes)
    assert [trophy["winners"] for trophy in found["trophies"]] == [[1], [3], [5], [4], [2]]
    assert found["paid"] == {"1": 10000, "2": 2000, "3": 2000, "4": 2000, "5": 2000}


@pytest.mark.parametrize("command", ["awards", "standings"])
def test_the_help_says_what_a_wall_chart_file_may_have(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        ManagementUtility(["manage.py", command, "--help"]).execute()
    told = capsys.readouterr().out
    for word in ("# score: game points", "# boards: 4", "withdrew", "extra", "reentry of"):
        assert word in told
