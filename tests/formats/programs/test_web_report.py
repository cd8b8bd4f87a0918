"""SwissSys' report for web pages."""

import json
from datetime import date

from tests.formats.programs.spring import only, web_report
from tournaments.formats.byes import written
from tournaments.formats.programs.reading import read
from tournaments.formats.records import EventDetails, Sat


def test_a_color_of_a_web_report_that_is_none_is_left_out() -> None:
    found = only(web_report().replace(b'["W", "B"]', b'["W", "0"]', 1))

    assert found.sat[1, 2] == Sat("?", 2, "b")
    assert found.sat[2, 2] == Sat("?", 1, "w")


def test_a_report_for_web_pages_says_in_which_order_its_tiebreaks_are() -> None:
    report = json.loads(web_report())
    report["sections"][0]["tiebreaks"] = ["Mod. Med", "Solk", "Cumul.", "Op. cumul."]
    report |= {"date": "5/2/2026", "city": "Ely", "state": "MN"}
    found = only(json.dumps(report).encode())
    assert found.order == "modified_median,solkoff,cumulative,opposition_cumulative"
    assert found.event == EventDetails(date(2026, 5, 2), None, "Ely", "MN")


def test_a_report_for_web_pages_has_byes_asked_for_and_memberships() -> None:
    report = json.loads(web_report())
    report["sections"][0]["players"][0] |= {"byes": "3 4z", "exp1": "12/31/2027"}
    ada = only(json.dumps(report).encode()).entries[0]
    assert (written(ada.byes), ada.expires_on) == ("3, 4z", date(2027, 12, 31))

    report["sections"][0]["players"][0] |= {"byes": "late", "exp1": "12/99/2027"}
    file = read(json.dumps(report).encode())
    [problem] = file.problems
    assert (problem.where, problem.read) == ("Open, number 1", "late")
    assert file.left_out == ("exp1",)
