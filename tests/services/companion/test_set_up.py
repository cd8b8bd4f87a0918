"""Sections of the file, and what it says of the event: days, time controls, limits, rounds."""

from datetime import date

import pytest
from django.contrib.auth.models import User

from tests.services.companion.conftest import Take, compared
from tests.swisssys_file import player, section, swisssys
from tournaments.formats.programs.reading import read
from tournaments.models import Companion, Event, LogEntry, Player, Section
from tournaments.selectors.files.companion import missing_here
from tournaments.selectors.history.log import last_import
from tournaments.services.finishing import finish
from tournaments.services.prizes import announce
from tournaments.services.undoing import undo_entry

pytestmark = pytest.mark.django_db


def test_a_section_without_players_is_not_created(event: Event, take: Take) -> None:
    take(swisssys(section([], name="Under 400"), section([player(1)])))

    assert list(Section.objects.values_list("name", flat=True)) == ["Open"]


def test_a_section_of_the_same_name_is_the_one_that_is_here(event: Event, take: Take) -> None:
    take(swisssys(section([player(1)], name="Under_1000")))
    take(swisssys(section([player(1), player(2)], name="Under 1000")))

    assert event.sections.get().players.count() == 2
    assert Companion.objects.get().called == "Under 1000"


def test_the_days_and_the_time_control_of_the_file_are_taken_where_nobody_has_said_them(
    event: Event, take: Take
) -> None:
    event.starts_on, event.city, event.state, event.zip_code = None, "", "", ""
    event.save()
    days = {"Starting date": "2030/4/11", "Ending date": "2030/4/12", "Event city": "Ely"}
    file = swisssys(section([player(1)]) | {"Section time control": "G/45; d5"}, **days)

    says = [line for each in take(file) for line in each.says]

    [found] = Event.objects.all()
    assert (found.starts_on, found.ends_on, found.city) == (date(2030, 4, 11), date(2030, 4, 12), "Ely")
    assert event.sections.get().time_control == "G/45;d5"
    assert says == [
        "1 player.",
        "Time control: G/45;d5",
        "First day: Apr 11, 2030",
        "Last day: Apr 12, 2030",
        "City: Ely",
    ]
    assert [each.says for each in take(file)] == [[]]


def test_days_and_a_place_that_were_entered_here_stay(event: Event, take: Take) -> None:
    event.starts_on, event.city, event.state = date(2026, 5, 2), "Boulder Junction", ""
    event.save()

    take(swisssys(section([player(1)]), **{"Ending date": "2030/4/12", "Event state": "MN"}))

    event.refresh_from_db()
    assert (event.starts_on, event.ends_on, event.state) == (date(2026, 5, 2), None, "")


def test_a_time_control_that_was_entered_here_is_a_difference_until_somebody_takes_the_files(
    event: Event, take: Take
) -> None:
    file = swisssys(section([player(1)]) | {"Section time control": "G/45;d5"})
    take(swisssys(section([player(1)])))
    Section.objects.update(time_control="G/60;d5")

    [kept] = compared(event, file).kept
    assert (kept.said, kept.here, kept.there) == ("Time control", "G/60;d5", "G/45;d5")
    take(file)
    assert event.sections.get().time_control == "G/60;d5"

    take(file, f"Open:{kept.key}")
    assert event.sections.get().time_control == "G/45;d5"


def test_limits_of_rating_are_taken_where_the_name_says_none(event: Event, take: Take) -> None:
    limits = {"Lower rating limit": 0, "Upper rating limit": 999}
    take(swisssys(section([player(1)], "Reserve") | limits, section([player(2)], "Under 1000") | limits))

    reserve, under = event.sections.order_by("name")
    assert (reserve.lowest_rating, reserve.highest_rating) == (None, 999)
    assert (under.highest_rating, under.limits.highest_rating) == (None, 999)


def test_a_section_that_is_renamed_in_the_program_is_no_second_section(event: Event, take: Take) -> None:
    players = [player(number) for number in range(1, 5)]
    take(swisssys(section(players)))
    renamed = swisssys(section([*players, player(5)], "Championship"))

    [taken] = take(renamed)

    assert taken.says == [
        "Open is called Championship in the file now. It keeps its name here.",
        "5 Iris Elm is new.",
    ]
    assert Section.objects.get().name == "Open"
    assert Player.objects.count() == 5
    assert [each.says for each in take(renamed)] == [[]]


def test_a_second_section_of_the_same_players_is_a_section_of_its_own(event: Event, take: Take) -> None:
    players = [player(number) for number in range(1, 5)]
    take(swisssys(section(players)))
    take(swisssys(section(players), section(players, "Blitz")))
    assert list(Section.objects.order_by("pk").values_list("name", flat=True)) == ["Open", "Blitz"]

    take(swisssys(section([player(5), player(6)], "Reserve")))
    assert Section.objects.count() == 3, "nobody of it was in a section that is gone"


def test_a_round_more_in_the_program_is_a_round_more_here(event: Event, take: Take) -> None:
    players = [player(number) for number in range(1, 5)]
    take(swisssys(section(players, rounds=3)))

    [taken] = take(swisssys(section(players, rounds=4)))
    assert taken.says == ["Rounds: 3 → 4"]
    assert event.sections.get().rounds == 4

    Section.objects.update(rounds=6)
    take(swisssys(section(players, rounds=5)))
    assert event.sections.get().rounds == 6, "somebody said so here"


def test_the_days_of_the_file_are_no_import_that_the_roster_offers_to_take_back(
    event: Event, take: Take, kim: User
) -> None:
    Event.objects.update(starts_on=None)
    take(swisssys(section([player(1)]), **{"Starting date": "2030/4/11"}))

    found = last_import(event.sections.get(), kim)
    assert found is not None
    assert found.code == "followed"


def test_an_archived_event_keeps_its_days(event: Event) -> None:
    event.archived, event.starts_on = True, None
    file = read(swisssys(section([player(1)]), **{"Starting date": "2030/4/11"}))
    assert missing_here(event, file.sections) == {}


def test_undoing_what_was_taken_gives_the_section_its_time_control_and_rounds_back(
    event: Event, take: Take, kim: User
) -> None:
    players = [player(number) for number in range(1, 5)]
    take(swisssys(section(players) | {"Section time control": "G/45;d5"}))
    take(swisssys(section(players, rounds=4) | {"Section time control": "G/60;d5"}))
    open = event.sections.get()
    assert (open.rounds, open.time_control) == (4, "G/60;d5")

    entry = LogEntry.objects.filter(code="followed").latest("pk")
    undo_entry(open.pk, by=kim, entry_id=entry.pk)

    open.refresh_from_db()
    assert (open.rounds, open.time_control) == (3, "G/45;d5")


def with_places(*amounts: int) -> bytes:
    places = [{"Value": amount, "Description": ""} for amount in amounts]
    return swisssys(section([player(1), player(2)]) | {"Prizes": {"Place prizes": places}})


def test_prizes_of_the_file_are_announced_where_nobody_announced_any(event: Event, take: Take) -> None:
    [taken] = take(with_places(50, 30))
    assert taken.says == ["2 players.", "Prizes: 1st place $50; 2nd place $30"]
    assert event.sections.get().prizes == "1st place $50\n2nd place $30"
    assert [each.says for each in take(with_places(50, 30))] == [[]]

    [taken] = take(with_places(60, 30))
    assert taken.says == ["Prizes: 1st place $50; 2nd place $30 → 1st place $60; 2nd place $30"]


def test_prizes_that_were_announced_here_stay_until_somebody_takes_those_of_the_file(
    event: Event, take: Take, kim: User
) -> None:
    take(swisssys(section([player(1), player(2)])))
    announce(event.sections.get(), "1st place trophy", by=kim)

    [kept] = compared(event, with_places(50)).kept
    assert (kept.said, kept.here, kept.there) == ("Prizes", "1st place trophy", "1st place $50")
    take(with_places(50))
    assert event.sections.get().prizes == "1st place trophy"

    take(with_places(50), f"Open:{kept.key}")
    assert event.sections.get().prizes == "1st place $50"


def test_prizes_of_which_the_awards_stand_are_not_changed(event: Event, take: Take, kim: User) -> None:
    def played(amount: int) -> bytes:
        places = [{"Value": amount, "Description": ""}]
        games = [player(1, "+;2;W;1"), player(2, "-;1;B;1")]
        return swisssys(section(games, rounds=1) | {"Prizes": {"Place prizes": places}})

    take(played(50))
    finish(event.sections.get(), by=kim)
    found = compared(event, played(60))
    assert not found.changes
    assert not found.kept
