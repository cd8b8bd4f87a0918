"""SwissSys' own file."""

from datetime import date
from typing import Any

import pytest

from tests.formats.programs.spring import only
from tests.swisssys_file import player, section, swisssys
from tournaments.formats.programs.reading import read
from tournaments.formats.records import RosterEntry, Sat


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


def test_notes_and_prizes_of_swisssys_are_named_and_not_read() -> None:
    prizes = {"Place prizes": [{"Value": 50, "Description": ""}], "Class prizes": []}
    assert read(swisssys(section([player(1, Note="Call home")]) | {"Prizes": prizes})).left_out == (
        "Note",
        "Prizes",
    )
    empty = {"Place prizes": [], "Class prizes": [], "Round up": 0}
    assert read(swisssys(section([player(1, Note="")]) | {"Prizes": empty})).left_out == ()
