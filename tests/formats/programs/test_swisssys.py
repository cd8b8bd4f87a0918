"""SwissSys' own file."""

from datetime import date
from typing import Any

import pytest

from tests.formats.programs.spring import only
from tests.swisssys_file import player, section, swisssys
from tournaments.formats.programs.reading import read
from tournaments.formats.records import ProgramFile, RosterEntry, Sat


def one_of_swisssys(**more: Any) -> RosterEntry:
    [entry] = only(swisssys(section([player(1, **more)]))).entries
    return entry


def test_swisssys_says_when_a_membership_expires_and_how_many_games_a_rating_has() -> None:
    ada = one_of_swisssys(Exp1="2020/01/31", Provisional=12, Rating=1234)
    assert (ada.expires_on, ada.rating, ada.provisional) == (date(2020, 1, 31), 1234, 12)
    assert one_of_swisssys(Rating="1234/12").provisional == 12
    assert one_of_swisssys(Rating="1234", Provisional=0).provisional is None
    assert one_of_swisssys(Rating="", Provisional="3").provisional is None
    assert one_of_swisssys(Exp1="Life").expires_on is None


def test_a_membership_whose_end_is_no_day_is_named_and_not_read() -> None:
    file = read(swisssys(section([player(1, Exp1="2020/13/77")])))
    assert file.left_out == ("Exp1",)
    assert not file.problems


@pytest.mark.parametrize("nothing", ["~", "\0", " ", "?"])
def test_a_round_in_which_swisssys_has_nothing_is_none(nothing: str) -> None:
    players = [player(1, "+;2;W;1", f"{nothing};0;-;0"), player(2, "-;1;B;1", f"{nothing};0;-;0")]
    found = only(swisssys(section(players)))
    assert found.sat == {(1, 1): Sat("W", 2, "w", 1), (2, 1): Sat("L", 1, "b", 1)}


def test_notes_of_swisssys_are_named_and_not_read() -> None:
    assert read(swisssys(section([player(1, Note="Call home")]))).left_out == ("Note",)
    assert read(swisssys(section([player(1, Note="")]))).left_out == ()


def with_prizes(**lists: object) -> ProgramFile:
    prizes = {name.replace("_", " "): each for name, each in lists.items()}
    return read(swisssys(section([player(1)]) | {"Prizes": prizes}))


def worth(*amounts: object, description: str = "") -> list[dict[str, object]]:
    return [{"Value": amount, "Description": description} for amount in amounts]


def of_class(name: str, bottom: object, top: object, *amounts: object) -> dict[str, object]:
    return {"Name": name, "Top": top, "Bottom": bottom, "Details": worth(*amounts)}


def test_prizes_of_swisssys_are_announced_with_their_places_and_classes() -> None:
    classes = [
        of_class("Class B", 1600, 1799, 60, "40.50"),
        of_class("U1400", 0, 1399, 30),
        of_class("U1200", 0, 1200, 20),
        of_class("Middle", 1200, 1499, 25),
        of_class("Unrated", 0, 0, 10),
        of_class("Nobody", 0, 0),
    ]
    file = with_prizes(Place_prizes=worth(100, 75, 50), Class_prizes=classes)

    assert file.left_out == ()
    assert file.sections[0].prizes.splitlines() == [
        "1st place $100",
        "2nd place $75",
        "3rd place $50",
        "Class B $60",
        "2nd Class B $40.50",
        "1200–1499 $25",
        "U1400 $30",
        "U1200 $20",
        "Unrated $10",
    ]


def test_trophies_and_named_prizes_of_swisssys_are_announced_as_they_are_described() -> None:
    places = worth(0, description="Trophy") + worth(20, description="medal") + worth(5, description="Oak Cup")
    assert with_prizes(Place_prizes=places).sections[0].prizes.splitlines() == [
        "1st place trophy",
        "2nd place medal and $20",
        "3rd place $5 “Oak Cup”",
    ]


@pytest.mark.parametrize(
    ("lists", "said"),
    [
        ({"Place_prizes": worth("", description="Free entry")}, "place 1: Free entry"),
        ({"Place_prizes": worth("a book")}, "place 1: $a book"),
        ({"Place_prizes": worth(-5)}, "place 1: $-5"),
        ({"Place_prizes": worth(5, description="ask mom@example.org")}, "a description with contact data"),
        ({"Class_prizes": [of_class("Best hat", 0, 0, 10)]}, "Best hat: $10"),
        ({"Class_prizes": [of_class("U1200", 0, 1499, 10)]}, "U1200: $10"),
        ({"Class_prizes": [of_class("U1200", 0, 1199, 10)] * 2}, "U1200: $10"),
        ({"Upset_prizes": worth(25)}, "Upset prizes"),
        ({"Round_up": True}, "Round up"),
    ],
)
def test_prizes_of_swisssys_that_cannot_be_announced_are_said(lists: dict[str, object], said: str) -> None:
    assert with_prizes(**lists).left_out == (f"prizes of Open ({said})",)


def test_lists_of_prizes_that_are_empty_are_none() -> None:
    empty = with_prizes(Place_prizes=worth(0, ""), Class_prizes=[], Upset_prizes=worth(0), Round_up=0)
    assert (empty.left_out, empty.sections[0].prizes) == ((), "")
    no_lists = {"Place prizes": 3, "Class prizes": [{"Details": {}}]}
    oddities: list[object] = [3, [], no_lists, {"Place prizes": [[]]}]
    for odd in oddities:
        assert not read(swisssys(section([player(1)]) | {"Prizes": odd})).problems


def test_of_lists_of_prizes_without_end_as_many_are_announced_as_a_section_can_have() -> None:
    group = of_class("U1200", 0, 1199, *range(1, 5_000))
    file = with_prizes(Place_prizes=worth(*range(1, 5_000)), Class_prizes=[group] * 20)
    assert len(file.sections[0].prizes.splitlines()) == 300
