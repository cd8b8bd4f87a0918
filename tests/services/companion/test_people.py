"""Players of the file: who is who, and what is corrected of them."""

import json
from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.services.companion.conftest import Take, cells, compared
from tests.swisssys_file import player, section, states, swisssys
from tournaments.models import Companion, Event, Game, Player
from tournaments.services import rosters
from tournaments.services.finishing import finish, reopen

pytestmark = pytest.mark.django_db


def test_players_keep_their_games_when_the_program_renumbers(event: Event, take: Take) -> None:
    take(states()[2])
    late = [
        player(1, "=;5;B;2", name="Birch, Hugo", ID="90000002"),
        player(2, "+;4;W;1", name="Alder, Ada", ID="90000001"),
        player(3, "U;-1;-;0", name="Fir, Pia", ID="90000006"),
        player(4, "-;2;B;1", name="Cedar, Orla", ID="90000003"),
        player(5, "=;1;W;2", name="Dogwood, Ben", ID="90000004"),
        player(6, "B;-1;-;0", name="Elm, Iris", ID="90000005"),
    ]

    take(swisssys(section(late)))

    numbers = dict(Player.objects.filter(section__event=event).values_list("name", "number"))
    assert numbers["Alder, Ada"] == 2
    assert cells(event)["Alder, Ada"] == ["W4w"]
    assert numbers["Fir, Pia"] == 3
    assert Game.objects.count() == 2


def test_what_the_program_changed_of_a_player_is_taken_and_what_was_changed_here_stays(
    event: Event, take: Take, kim: User
) -> None:
    take(states()[0])
    ada, hugo = Player.objects.order_by("number")[:2]
    rosters.edit_player(ada, by=kim, rating=1777)
    changed = [player(1, Rating=1850), player(2, Rating=1555), *(player(n) for n in (3, 4, 5))]

    take(swisssys(section(changed)))

    ada.refresh_from_db()
    hugo.refresh_from_db()
    assert (ada.rating, hugo.rating) == (1777, 1555)
    [kept] = compared(event, swisssys(section(changed))).kept
    assert (kept.here, kept.there) == ("1777", "1850")


def test_a_player_who_left_the_file_is_named_and_stays(event: Event, take: Take) -> None:
    take(states()[0])
    four = swisssys(section([player(number) for number in range(1, 5)]))

    assert [gone.name for gone in compared(event, four).gone] == ["Elm, Iris"]
    take(four)
    assert Player.objects.filter(name="Elm, Iris").exists()


def test_a_withdrawal_and_a_return_follow_the_file(event: Event, take: Take) -> None:
    take(states()[2])
    players = json.loads(states()[2])["Sections"][0]["Players"]
    players[2]["Withdrew"] = "1"

    take(swisssys(section(players)))
    assert Player.objects.get(number=3).withdrawn_after == 1

    take(states()[2])
    assert Player.objects.get(number=3).withdrawn_after is None


def without_ids(data: bytes) -> list[dict[str, object]]:
    players: list[dict[str, object]] = json.loads(data)["Sections"][0]["Players"]
    return [each | {"ID": ""} for each in players]


def test_an_id_corrected_here_is_a_difference_and_no_new_player(event: Event, take: Take, kim: User) -> None:
    take(states()[2])
    rosters.edit_player(Player.objects.get(number=1), by=kim, uscf_id="12345678")

    found = compared(event, states()[2])

    assert not found.changes
    [kept] = found.kept
    assert (kept.said, kept.here, kept.there) == ("1 Ada Alder: US Chess ID", "12345678", "90000001")
    take(states()[2])
    assert Player.objects.count() == 5


def test_an_id_corrected_in_the_file_is_corrected_here(event: Event, take: Take) -> None:
    take(states()[2])
    players = json.loads(states()[3])["Sections"][0]["Players"]
    players[0]["ID"] = "12345678"

    take(swisssys(section(players)))

    assert Player.objects.get(name="Alder, Ada").uscf_id == "12345678"
    assert Player.objects.count() == 5
    assert cells(event)["Alder, Ada"] == ["W3w", "?5b"]


def test_a_final_section_takes_ids_from_the_file_and_nothing_that_its_chart_shows(
    event: Event, take: Take, kim: User
) -> None:
    one_round = json.loads(states()[2])["Sections"][0]["Players"]
    take(swisssys(section(one_round, rounds=1)))
    finish(event.sections.get(), by=kim)
    one_round[0]["ID"] = "12345678"
    take(swisssys(section(one_round, rounds=1)))
    assert Player.objects.get(name="Alder, Ada").uscf_id == "12345678"

    one_round[0]["Name"] = "Alder, Adelaide"
    [taken] = take(swisssys(section(one_round, rounds=1)))
    assert (taken.says, taken.held) == ([], ["1 Ada Alder: name Alder, Ada → Alder, Adelaide"])
    one_round[0]["Name"] = "Alder, Ada"
    one_round[1]["Results"], one_round[3]["Results"] = ["+;4;B;2;0"], ["-;2;W;2;0"]
    [taken] = take(swisssys(section(one_round, rounds=1)))
    assert taken.held == ["Round 1, Ben Dogwood – Hugo Birch: ½–½ → 0–1"]
    assert cells(event)["Birch, Hugo"] == ["D4b"]


def test_the_other_sections_of_a_file_are_taken_beside_a_final_one_that_follows_once_it_is_reopened(
    event: Event, take: Take, kim: User
) -> None:
    def file(ada: int, hugo: int) -> bytes:
        one = [player(1, "+;2;W;1", Rating=ada), player(2, "-;1;B;1")]
        two = [player(3, "+;4;W;1"), player(4, "-;3;B;1", Rating=hugo)]
        return swisssys(section(one, rounds=1), section(two, name="Reserve", rounds=1))

    take(file(1700, 1500))
    open_section = event.sections.get(name="Open")
    finish(open_section, by=kim)

    first, second = take(file(1750, 1550))

    assert first.held == ["1 Ada Alder: rating 1700 → 1750"]
    assert second.says == ["4 Ben Dogwood: rating 1500 → 1550"]
    assert list(Player.objects.filter(number__in=(1, 4)).values_list("rating", flat=True)) == [1700, 1550]

    reopen(open_section, reason="Late correction", by=kim)
    assert take(file(1750, 1550))[0].says == ["1 Ada Alder: rating 1700 → 1750"]


def test_a_player_without_an_id_who_is_renamed_here_is_no_new_player(
    event: Event, take: Take, kim: User
) -> None:
    file = swisssys(section(without_ids(states()[2])))
    take(file)
    rosters.edit_player(Player.objects.get(number=1), by=kim, name="Alder-Jones, Ada")

    found = compared(event, file)

    assert not found.changes
    assert [(kept.here, kept.there) for kept in found.kept] == [("Alder-Jones, Ada", "Alder, Ada")]


def test_a_player_without_an_id_who_is_renamed_in_the_file_keeps_the_games(event: Event, take: Take) -> None:
    take(swisssys(section(without_ids(states()[2]))))
    renamed = without_ids(states()[3])
    renamed[0]["Name"] = "Alder-Jones, Ada"

    take(swisssys(section(renamed)))

    assert Player.objects.count() == 5
    assert cells(event)["Alder-Jones, Ada"] == ["W3w", "?5b"]


def test_somebody_else_under_a_number_without_games_is_a_new_player(event: Event, take: Take) -> None:
    take(swisssys(section(without_ids(states()[0]))))
    other = without_ids(states()[0])
    other[4]["Name"] = "Fir, Pia"

    found = compared(event, swisssys(section(other)))

    assert [entry.name for entry in found.added] == ["Fir, Pia"]
    assert [player.name for player in found.gone] == ["Elm, Iris"]


def test_another_id_under_another_name_is_another_player(event: Event, take: Take) -> None:
    take(states()[2])
    players = json.loads(states()[2])["Sections"][0]["Players"]
    players[4] |= {"ID": "90000006", "Name": "Fir, Pia"}

    assert [entry.name for entry in compared(event, swisssys(section(players))).added] == ["Fir, Pia"]


def test_memberships_and_provisional_games_follow_the_file(event: Event, take: Take) -> None:
    def state(**more: Any) -> bytes:
        return swisssys(section([player(1, **more), player(2)]))

    def ada() -> tuple[object, ...]:
        return Player.objects.values_list("rating", "provisional", "expires_on").get(number=1)

    take(state(Rating="1234/12", Exp1="2027/01/31"))
    assert ada() == (1234, 12, date(2027, 1, 31))
    assert not compared(event, state(Rating="1234/12", Exp1="2027/01/31")).changes

    later = state(Rating="1260", Exp1="2028/01/31")
    assert "1 Ada Alder: membership expires Jan 31, 2027 → Jan 31, 2028" in compared(event, later).says
    take(later)
    assert ada() == (1260, None, date(2028, 1, 31))


def test_a_file_kept_before_memberships_were_read_is_still_compared(event: Event, take: Take) -> None:
    asked = swisssys(section([player(1, **{"Reserved byes": "2"}), player(2)]))
    take(asked)
    companion_row = Companion.objects.get()
    for row in companion_row.said["players"]:
        del row[7:-1]
    companion_row.save()

    assert not compared(event, asked).changes
