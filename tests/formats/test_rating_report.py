"""The rating report, read back by a reader of its own: every cell, and every game twice."""

from collections import Counter
from dataclasses import replace
from datetime import date
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from hypothesis import given

from tests.cases import case
from tests.formats import dbase
from tests.strategies import wallcharts
from tiebreaks.engine.chart.notation import chart
from tiebreaks.engine.chart.wallchart import Card, Format, Kind, Wallchart, cell
from tournaments.formats.rating_report import FILES, Line, Report, ReportSection, time_control, write, zipped
from tournaments.formats.rating_report.crosstable import Crosstable, crosstable, extra_games
from tournaments.formats.rating_report.records import not_reciprocal

SATURDAY, SUNDAY = date(2026, 5, 2), date(2026, 5, 3)


def filed(made: Crosstable, **fields: Any) -> ReportSection:
    """A section of players without names."""
    lines = tuple(Line(at, f"Player {at}", "", "", None, made.cells[at]) for at in made.numbers.values())
    return replace(ReportSection("Open", lines, type=made.type), **fields)


def report_of(*sections: ReportSection, **fields: Any) -> Report:
    return replace(Report("Spring Open", sections, SATURDAY, SUNDAY), **fields)


def tables(report: Report) -> tuple[dict[str, str], list[dict[str, str]], list[dict[str, str]]]:
    """The event, the sections and the players, as the other reader has them."""
    files = write(report)
    assert tuple(files) == FILES
    (event,), sections, players = (dbase.read(files[name]).records for name in FILES)
    return event, sections, players


def cells(report: Report) -> list[str]:
    """The cells of each player, as one line."""
    rows = tables(report)[2]
    return [" ".join(text for name, text in row.items() if name.startswith("D_RND")) for row in rows]


def cells_of(name: str) -> list[str]:
    """Of a wall chart of tests/cases."""
    return cells(report_of(filed(crosstable(case(name).chart))))


# --- the cells --------------------------------------------------------------------------------------


def test_a_swiss_has_a_column_for_each_round_with_byes_forfeits_and_absences() -> None:
    wall = chart(
        ["W2w", "D3b", "X4w", "H"],
        ["L1b", "B", "F5", "W4w"],
        ["Z4", "D1w", "W5b", "B"],
        ["Z3", "U", "F1b", "L2b"],
        ["H", "U", "L3w", "U"],
    )
    assert cells(report_of(filed(crosstable(wall)))) == [
        "W2W D3B X0 H0",
        "L1B B0 F0 W4W",
        "Z0 D1W W5B B0",
        "Z0 U0 F0 L2B",
        "H0 U0 L3W U0",
    ]


def test_results_of_one_side_keep_their_own_letters() -> None:
    assert cells_of("lone_results") == ["N2W R3B W4W", "N1B L4B S3W", "W4W S1W S2B", "L3B W2W L1B"]


def test_a_late_entry_and_a_withdrawal_are_byes_and_rounds_not_paired() -> None:
    wall = chart(["W2w", "W3w", "B"], ["L1b", "U", "U"], ["H", "L1b", "U"], rounds=3)
    assert cells(report_of(filed(crosstable(wall)))) == ["W2W W3W", "L1B U0", "H0 L1B"]


def test_each_entry_of_a_player_who_entered_again_is_a_line() -> None:
    assert cells_of("reentry") == [
        "W3W W5B D4B L6W",
        "D4W W3B B0 D5W",
        "L1B L2W U0 U0",
        "D2B B0 D1W H0",
        "B0 L1W L6W D2B",
        "H0 H0 W5B W1B",
    ]


def test_a_house_player_has_a_line_like_everybody() -> None:
    assert cells_of("house_player")[5] == "L5B U0 W3B"


def test_both_games_of_a_double_round_have_a_column() -> None:
    assert cells_of("two_games") == [
        "W2W W2B D5B L5W L4B D4W",
        "L1B L1W L3W L3B U0 U0",
        "D4W W4B W2B W2W L5B D5W",
        "D3B L3W H0 H0 W1W D1B",
        "B0 B0 D1W W1B W3W D3B",
    ]


def test_a_game_of_two_rounds_stands_after_the_last_one_for_both_sides() -> None:
    assert cells_of("cross_round") == [
        "W2W W3B L5B U0",
        "L1B W5W D4W U0",
        "D4W L1W B0 U0",
        "D3B U0 D2B L5B",
        "U0 L2B W1W W4W",
    ]


def test_a_visitor_from_another_section_has_a_line_where_the_games_were() -> None:
    wall = Wallchart(
        (
            Card(1, "Ann", (cell(1, Kind.WIN, 2, "w"), cell(2, Kind.DRAW, 7, "b"))),
            Card(2, "Ben", (cell(1, Kind.LOSS, 1, "b"), cell(2, Kind.HALF_BYE))),
            Card(7, "Cy", (cell(2, Kind.DRAW, 1, "w"),), house=True, visitor="3@Reserve"),
        ),
        rounds=2,
    )
    made = crosstable(wall)
    assert made.numbers == {1: 1, 2: 2, 7: 3}
    assert cells(report_of(filed(made))) == ["W2W D3B", "L1B H0", "U0 D1W"]


def test_extra_games_are_a_section_of_their_own() -> None:
    wall = case("extra_games").chart
    assert cells_of("extra_games")[1] == "L1B W5B B0"
    made = extra_games(wall)
    assert made.numbers == {2: 1, 4: 2, 5: 3}
    assert cells(report_of(filed(made))) == ["D2W U0", "D1B L3W", "U0 W2B"]


def test_a_round_robin_has_a_column_for_each_opponent() -> None:
    wall = chart(
        ["B", "W2w", "D3b", "X4", "L5b"],
        ["W5w", "L1b", "B", "D3w", "W4b"],
        ["W4w", "L5b", "D1w", "D2b", "B"],
        ["L3b", "B", "W5w", "F1", "L2w"],
        ["L2b", "W3w", "L4b", "B", "W1w"],
    )
    wall = replace(wall, format=Format.ROUND_ROBIN)
    _event, sections, players = tables(report_of(filed(crosstable(wall))))
    assert (sections[0]["S_TRN_TYPE"], sections[0]["S_TOT_RNDS"]) == ("R", "5")
    assert cells(report_of(filed(crosstable(wall)))) == [
        "U0 W2W D3B X0 L5B",
        "L1B U0 D3W W4B W5W",
        "D1W D2B U0 W4W L5B",
        "F0 L2W L3B U0 W5W",
        "W1W L2B W3W L4B U0",
    ]
    assert len(dbase.games(sections, players)) == 9


@pytest.mark.parametrize(
    "rows",
    [
        (["W2w", "W3b", "W4w"], ["L1b", "W4b", "W3w"], ["W4w", "L1w", "L2b"], ["L3b", "L2w", "L1b"]),
    ],
)
def test_a_quad_goes_as_a_swiss_of_three_rounds(rows: tuple[list[str], ...]) -> None:
    made = crosstable(replace(chart(*rows), format=Format.ROUND_ROBIN))
    assert (made.type, cells(report_of(filed(made)))[0]) == ("S", "W2W W3B W4W")


def test_a_double_round_robin_goes_with_a_column_for_each_game() -> None:
    file = case("double_round_robin")
    made = crosstable(file.chart)
    assert made.type == "S"
    _event, sections, players = tables(report_of(filed(made)))
    played = sum(c.played for card in file.chart.cards for c in card.cells)
    assert 2 * len(dbase.games(sections, players)) == played


def test_who_was_never_paired_is_left_out_and_the_lines_count_on() -> None:
    wall = chart(["W3w", "B"], ["H", "U"], ["L1b", "X4"], ["U", "F3"], ["", ""])
    made = crosstable(wall)
    assert made.numbers == {1: 1, 3: 2, 4: 3}
    assert cells(report_of(filed(made))) == ["W2W B0", "L1B X0", "U0 F0"]


def test_a_game_without_known_colors_goes_without() -> None:
    assert cells(report_of(filed(crosstable(chart(["W2"], ["L1"]))))) == ["W2", "L1"]


def test_points_of_a_ruling_do_not_change_the_result_that_is_rated() -> None:
    assert cells(report_of(filed(crosstable(chart(["W2w=0.5"], ["L1b=0.5"]))))) == ["W2W", "L1B"]


def test_a_side_without_its_other_side_is_found_and_not_left_out() -> None:
    wall = chart(["W2w", "W3w"], ["L1b", "B"], ["H", "L1w"])
    found = filed(crosstable(wall))
    assert [(line.number, column) for line, column in not_reciprocal(found)] == [(1, 2), (3, 2)]


@given(wallcharts())
def test_every_played_game_stands_twice_and_no_other(wall: Wallchart) -> None:
    """Whatever was played: the other reader finds each game of the chart, and nothing else."""
    sections = [filed(crosstable(wall)), filed(extra_games(wall))]
    if not any(section.lines for section in sections):
        return
    _event, found, players = tables(report_of(*sections))
    read = Counter((number, letters) for number, _one, _other, letters in dbase.games(found, players))
    letters: Counter[str] = Counter()
    for number, pair in read:
        for letter in pair:
            letters[number + letter] += read[number, pair]
    played = Counter(
        "1" + c.kind.letter
        for card in wall.cards
        for c in card.cells
        if c.played and c.kind is not Kind.OPEN and c.opponent is not None
    )
    played.update("2" + kind.letter for game in wall.extra for kind in (game.white_kind, game.black_kind))
    assert letters == played
    assert not [each for section in sections for each in not_reciprocal(section)]


# --- the files --------------------------------------------------------------------------------------


WIDTHS = {
    "THEXPORT.DBF": "H_FORMAT 5, H_PROGRAM 10, H_EVENT_ID 12, H_NAME 35, H_TOT_SECT 2, H_BEG_DATE 8,"
    " H_END_DATE 8, H_AFF_ID 8, H_CITY 21, H_STATE 2, H_ZIPCODE 10, H_COUNTRY 21, H_SENDCROS 1, H_CTD_ID 8,"
    " H_ATD_ID 8, H_OTHER_TD 254",
    "TSEXPORT.DBF": "S_EVENT_ID 12, S_SEC_NUM 2, S_SEC_NAME 30, S_R_SYSTEM 1, S_TIMECTL 40, S_CTD_ID 8,"
    " S_ATD_ID 8, S_TRN_TYPE 1, S_TOT_RNDS 2, S_LST_PAIR 4, S_BEG_DATE 8, S_END_DATE 8, S_SCH_LVL 1,"
    " S_GR_PRIX 1, S_GP_PTS 3, S_FIDE 1",
    "TDEXPORT.DBF": "D_EVENT_ID 12, D_SEC_NUM 2, D_PAIR_NUM 4, D_MEM_ID 8, D_NAME 30, D_STATE 2, D_RATING 4,"
    " D_RND01 7, D_RND02 7",
}
TWO_ROUNDS = filed(crosstable(chart(["W2w", "D2b"], ["L1b", "D1w"])))


def test_the_files_have_the_fields_of_the_format_in_its_order() -> None:
    for name, data in write(report_of(TWO_ROUNDS)).items():
        table = dbase.read(data)
        assert (table.version, table.day) == (3, (2026, 5, 3))
        assert ", ".join(f"{field} {width}" for field, width in table.widths.items()) == WIDTHS[name]


def test_the_event_is_one_record() -> None:
    event, _sections, _players = tables(
        report_of(
            TWO_ROUNDS,
            affiliate="A6000001",
            chief="10000001",
            assistant="10000002",
            others=("10000003", "10000004"),
            city="Salem",
            state="OR",
            zip_code="97301",
            country="USA",
        )
    )
    assert event == {
        "H_FORMAT": "2C",
        "H_PROGRAM": "WALLCHART",
        "H_EVENT_ID": "",
        "H_NAME": "Spring Open",
        "H_TOT_SECT": "1",
        "H_BEG_DATE": "20260502",
        "H_END_DATE": "20260503",
        "H_AFF_ID": "A6000001",
        "H_CITY": "Salem",
        "H_STATE": "OR",
        "H_ZIPCODE": "97301",
        "H_COUNTRY": "USA",
        "H_SENDCROS": "N",
        "H_CTD_ID": "10000001",
        "H_ATD_ID": "10000002",
        "H_OTHER_TD": "10000003,10000004",
    }


def test_a_section_has_its_own_days_and_else_those_of_the_event() -> None:
    one = replace(TWO_ROUNDS, time_control="G/60;d5", rating_class="D")
    other = replace(TWO_ROUNDS, name="K-5", begins=SUNDAY, level="P", grand_prix=20, fide=True)
    _event, sections, _players = tables(report_of(one, other, chief="10000001", assistant="10000002"))
    assert sections[0] == {
        "S_EVENT_ID": "",
        "S_SEC_NUM": "1",
        "S_SEC_NAME": "Open",
        "S_R_SYSTEM": "D",
        "S_TIMECTL": "G/60;d5",
        "S_CTD_ID": "10000001",
        "S_ATD_ID": "10000002",
        "S_TRN_TYPE": "S",
        "S_TOT_RNDS": "2",
        "S_LST_PAIR": "2",
        "S_BEG_DATE": "20260502",
        "S_END_DATE": "20260503",
        "S_SCH_LVL": "N",
        "S_GR_PRIX": "N",
        "S_GP_PTS": "",
        "S_FIDE": "N",
    }
    differs = {"S_SEC_NUM": "2", "S_SEC_NAME": "K-5", "S_R_SYSTEM": "", "S_TIMECTL": ""}
    differs |= {"S_BEG_DATE": "20260503", "S_SCH_LVL": "P", "S_GR_PRIX": "Y", "S_GP_PTS": "20", "S_FIDE": "Y"}
    assert sections[1] == sections[0] | differs


def test_there_are_as_many_rounds_as_the_longest_section_has() -> None:
    longer = filed(crosstable(chart(["W2w", "D2b", "L2w"], ["L1b", "D1w", "W1b"])))
    found = cells(report_of(TWO_ROUNDS, longer))
    assert found == ["W2W D2B U0", "L1B D1W U0", "W2W D2B L2W", "L1B D1W W1B"]


def test_an_unrated_player_has_the_rating_0_and_a_name_fits_and_is_ascii() -> None:
    who = Line(1, "Łukasz García-López Bartholomew Quimby", "12345678", "OR", None, ())
    other = replace(who, number=2, name="Doe, Jane", rating=987, uscf_id="", state="")
    _event, _sections, players = tables(report_of(replace(TWO_ROUNDS, lines=(who, other))))
    assert players[0] == {
        "D_EVENT_ID": "",
        "D_SEC_NUM": "1",
        "D_PAIR_NUM": "1",
        "D_MEM_ID": "12345678",
        "D_NAME": "QUIMBY, LUKASZ GARCIA-LOPEZ BA",
        "D_STATE": "OR",
        "D_RATING": "0",
    }
    assert (players[1]["D_NAME"], players[1]["D_RATING"]) == ("DOE, JANE", "987")


def test_the_zip_has_the_three_files_and_the_same_bytes_each_time() -> None:
    files = write(report_of(TWO_ROUNDS))
    packed = zipped(files, SUNDAY)
    assert packed == zipped(files, SUNDAY)
    with ZipFile(BytesIO(packed)) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == files


# --- time controls ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "text", "total", "rating_class"),
    [
        ("G/60;d5", "G/60;d5", 65, "DUAL"),
        ("G/61;d5", "G/61;d5", 66, "REGULAR"),
        ("g/25 d5", "G/25;d5", 30, "DUAL"),
        ("G/24;d5", "G/24;d5", 29, "QUICK"),
        ("G/5;d5", "G/5;d5", 10, "BLITZ"),
        ("G/6; d5", "G/6;d5", 11, "QUICK"),
        ("G/3;+2", "G/3;+2", 5, "BLITZ"),
        ("G/90;+30", "G/90;+30", 120, "REGULAR"),
        ("40/90,SD/30;+30", "40/90,SD/30;+30", 150, "REGULAR"),
        ("40/90;d5, SD/30;d5", "40/90;d5,SD/30;d5", 125, "REGULAR"),
        ("G90 inc30", "G/90;+30", 120, "REGULAR"),
        ("G/30;d0", "G/30;d0", 30, "DUAL"),
        ("G/30;5 sec delay", "G/30;d5", 35, "DUAL"),
        ("G/30 with 5 second delay", "G/30;d5", 35, "DUAL"),
        ("G/25 with a 5-second time delay", "G/25;d5", 30, "DUAL"),
        ("G/61 (5 sec. delay)", "G/61;d5", 66, "REGULAR"),
        ("G/24 w/ 5 secs delay per move", "G/24;d5", 29, "QUICK"),
        ("G/60, 5 delay", "G/60;d5", 65, "DUAL"),
        ("G/90 +30 sec inc", "G/90;+30", 120, "REGULAR"),
        ("Game in 90 minutes plus 30 second increment", "G/90;+30", 120, "REGULAR"),
        ("G/5 no delay", "G/5;d0", 5, "BLITZ"),
        ("G/10; no delay or increment", "G/10;d0", 10, "BLITZ"),
        ("G/11 without delay", "G/11;d0", 11, "QUICK"),
        ("G/30; no increment", "G/30;d0", 30, "DUAL"),
        ("G/60 d/5", "G/60;d5", 65, "DUAL"),
        ("G/45 delay 5", "G/45;d5", 50, "DUAL"),
        ("SD 30 delay 5", "SD/30;d5", 35, "DUAL"),
        ("G/1h d5", "G/60;d5", 65, "DUAL"),
        ("Game in 1 hour, 5 sec delay", "G/60;d5", 65, "DUAL"),
        ("G/1hr 30 min; +30", "G/90;+30", 120, "REGULAR"),
        ("30/90,SD/1hr;d5", "30/90,SD/60;d5", 155, "REGULAR"),
        ("40/2hrs, SD/1 hr. with 10 sec delay", "40/120,SD/60;d10", 190, "REGULAR"),
    ],
)
def test_a_time_control_has_its_rating_class(typed: str, text: str, total: int, rating_class: str) -> None:
    read = time_control.read(typed)
    assert (read.text, read.total, read.rating_class.name) == (text, total, rating_class)


@pytest.mark.parametrize(
    "typed",
    [
        *(
            "G/60",
            "60",
            "d5",
            "G/60;d5 casual",
            "90+30",
            "G/0;d0",
            "G/",
            "",
            "9/9;d5," * 7,
            "game in an hour",
        ),
        *(
            "G/30 delay",
            "G/30; 5 sec",
            "no delay",
            "SD/1hr",
            "G/1h",
            "1 hour",
            "G/30 with delay",
            "G/99999h;d5",
        ),
    ],
)
def test_what_is_no_time_control_or_says_no_delay_is_refused(typed: str) -> None:
    with pytest.raises(ValueError, match="such as"):
        time_control.read(typed)
