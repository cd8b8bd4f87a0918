"""Odd events, each a wall chart with its standings worked by hand in its head: engine, oracle and command.

Each case also says what must not matter: the same section without its oddity, or written otherwise.
"""

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tests.cases import MATCHES, ODD, case, expected, path
from tests.engine import oracle
from tiebreaks.engine.chart.notation import parse_cell
from tiebreaks.engine.chart.reading import after_round
from tiebreaks.engine.chart.withdrawals import OPPONENT_WITHDREW
from tiebreaks.engine.ranking.editions import current
from tiebreaks.engine.ranking.fold import rank
from tiebreaks.engine.ranking.sequence import parse
from tournaments.formats import standings_json, wallchart_csv

ALL = "sonneborn_berger,head_to_head,most_blacks,kashdan,win_count,average_opposition,opposition_performance"


def text(name: str) -> str:
    return path(name).read_text(encoding="utf-8")


def told(rows: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return [
        (r["rank"], r["place"], r["number"], r["score"], tuple(r["tiebreaks"].values()), r["decided_by"])
        for r in rows
    ]


def of(written: str, *arguments: str, order: str = "") -> list[dict[str, Any]]:
    """The rows that the engine gives for a text."""
    file = wallchart_csv.read(written)
    assert not file.problems
    steps = parse(order) if order else current().default_order(file.chart.format)
    return standings_json.rows(rank(after_round(file.chart), steps))


@pytest.mark.parametrize("name", [*ODD, *MATCHES])
def test_the_command_prints_what_the_head_promises(name: str) -> None:
    out = io.StringIO()
    call_command("standings", str(path(name)), "--format", "json", stdout=out)
    (found,) = json.loads(out.getvalue())
    assert found["problems"] == []
    assert found["through"] == found["rounds"]
    assert len(expected(name)) >= 3
    assert told(found["rows"]) == expected(name)


@pytest.mark.parametrize("name", ODD)
def test_the_oracle_reads_the_same_from_the_rules(name: str) -> None:
    order = [str(step) for step in current().default_order(case(name).chart.format).steps]
    assert told(oracle.standings(text(name), order)) == expected(name)


@pytest.mark.parametrize("name", ODD)
def test_the_cells_stand_as_our_own_writer_prints_them(name: str) -> None:
    lines = text(name).splitlines()
    directives = [line for line in lines if re.match("# (section|rounds|format|games): ", line)]
    below = [line for line in lines if not line.startswith("#")]
    assert wallchart_csv.write(case(name)).splitlines() == directives + below


# --- what must matter, and what must not ------------------------------------------------------------


def without_column(name: str, column: str) -> str:
    lines = text(name).splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("number,"))
    rows = list(csv.reader(lines[at:]))
    index = rows[0].index(column)
    below = [",".join(row[:index] + row[index + 1 :]) for row in rows]
    return "\n".join(lines[:at] + below)


def test_28m4_without_the_extra_games_the_output_is_the_same() -> None:
    for order in ("", ALL):
        assert of(without_column("extra_games", "extra"), order=order) == of(text("extra_games"), order=order)


def test_28m4_a_file_without_extra_games_prints_the_same_to_the_byte(tmp_path: Path) -> None:
    printed = []
    for written in (text("extra_games"), without_column("extra_games", "extra")):
        (tmp_path / "section.csv").write_text(written, encoding="utf-8")
        out = io.StringIO()
        call_command("standings", str(tmp_path / "section.csv"), "--why", "4", "--format", "json", stdout=out)
        printed.append(out.getvalue())
    assert printed[0] == printed[1]


def test_30b_without_the_withdrawal_the_forfeited_would_be_second() -> None:
    rows = of(without_column("withdrew_before_half", "withdrew"))
    assert [(row["number"], row["score"]) for row in rows][:2] == [(1, "2.5"), (3, "2")]


def test_30b_after_round_1_nobody_knows_of_the_withdrawal() -> None:
    ranking = rank(after_round(case("withdrew_before_half").chart, 1), parse("sonneborn_berger"))
    assert [(s.number, s.score_q) for s in ranking.standings] == [(5, 4), (3, 2), (4, 2), (1, 0), (2, 0)]


def test_30b_the_why_terms_say_so() -> None:
    ranking = rank(after_round(case("withdrew_before_half").chart), parse("sonneborn_berger"))
    terms = [(t.round, t.opponent, t.reason, t.rule) for t in ranking.evaluation(0, 3).terms]
    assert (2, 5, OPPONENT_WITHDREW, "30B") in terms
    assert [at for at, *_, rule in terms if rule == "30B"] == [2]


def test_30b_makes_no_difference_in_a_swiss() -> None:
    swiss = text("withdrew_before_half").replace("# format: round robin\n", "")
    plain = without_column("withdrew_before_half", "withdrew").replace("# format: round robin\n", "")
    assert of(swiss) == of(plain)


def test_34f_in_a_swiss_the_rulebooks_other_order_holds() -> None:
    swiss = text("round_robin").replace("# format: round robin\n", "")
    assert next(iter(of(swiss)[0]["tiebreaks"])) == "modified_median"


def test_34h_the_line_that_is_re_entered_is_ranked_like_any_other() -> None:
    assert of(without_column("reentry", "reentry of")) == of(text("reentry"))
    assert of(without_column("reentry", "withdrew")) == of(text("reentry"))


def test_28m1_a_house_player_who_is_none_is_ranked() -> None:
    rows = of(without_column("house_player", "house"))
    assert [(row["number"], row["rank"]) for row in rows if row["number"] == 6] == [(6, 5)]


def test_28m2_a_game_counts_in_the_round_that_each_side_has_it_in() -> None:
    """Were 5's game against 4 the one of round 2 for both, 5 would have the point a round later."""
    rows = of(text("cross_round"))
    written = text("cross_round").replace("W4w@2,L2b,W1w", "L2b@2,W4w,W1w")
    later = of(written.replace("L5b@1", "L5b").replace("L1b,W5w,D4w", "L1b,W5w@1,D4w"))
    assert [row["score"] for row in later] == [row["score"] for row in rows]
    cumulative = [{r["number"]: r["tiebreaks"]["cumulative"] for r in each}[5] for each in (rows, later)]
    assert cumulative == ["4", "3"]


def test_28m3_the_visitor_is_no_row_and_is_worth_1() -> None:
    assert {row["number"] for row in of(text("cross_section"))} == {1, 2, 3, 4, 5}
    ranking = rank(after_round(case("cross_section").chart), parse("solkoff"))
    assert [t.points_q for t in ranking.evaluation(0, 4).terms] == [6, 4, 8]


def test_22c5_the_result_follows_the_points() -> None:
    rows = {row["number"]: row["tiebreaks"] for row in of(text("ruled_points"), order="kashdan,win_count")}
    assert {number: tuple(values.values()) for number, values in rows.items()} == {
        1: ("10", "2"),
        2: ("5", "0"),
        3: ("5", "0"),
        4: ("7", "1"),
    }


def test_22c5_without_the_rulings_the_points_are_those_of_the_results() -> None:
    plain = re.sub("=0.5", "", text("ruled_points"))
    assert {row["number"]: row["score"] for row in of(plain)} == {1: "3", 2: "0.5", 3: "1", 4: "1.5"}


def test_n_r_s_are_a_win_a_draw_and_a_loss_of_one_side() -> None:
    for lone, usual in (("N", "W"), ("R", "D"), ("S", "L")):
        assert parse_cell(f"{lone}2w", 1).points_q == parse_cell(f"{usual}2w", 1).points_q
    rows = {row["number"]: row["tiebreaks"] for row in of(text("lone_results"), order="head_to_head,kashdan")}
    # 2 and 3 both lost their game; 4 lost to 3 and beat 2.
    assert [rows[number]["head_to_head"] for number in (2, 3, 4)] == ["-2", "0", "0"]
    assert rows[1]["kashdan"] == "10"
