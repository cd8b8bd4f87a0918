"""The file of another pairing program is read again and again: what changed there is taken, what was entered
here stays until somebody says otherwise."""

import json
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.factories import EventFactory, enter, swap_colors
from tests.swisssys_file import player, section, states, swisssys
from tiebreaks.engine.chart.notation import show_cell
from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.engine.ranking.sequence import RULEBOOK_SWISS
from tournaments import wallcharts
from tournaments.errors import Refused
from tournaments.formats.byes import Bye
from tournaments.formats.programs.reading import read
from tournaments.models import Companion, Event, Game, LogEntry, Player, Seat, Section
from tournaments.selectors.event.orders import is_posted
from tournaments.selectors.files.companion import Comparison, compare, missing_here
from tournaments.selectors.history.log import last_import
from tournaments.services import companion, rosters
from tournaments.services.byes import request_byes
from tournaments.services.undoing import undo_entry

pytestmark = pytest.mark.django_db

Take = Callable[..., list[companion.Taken]]


@pytest.fixture
def event() -> Event:
    return EventFactory.create()


@pytest.fixture
def take(event: Event, kim: User) -> Take:
    def take(data: bytes, *chosen: str) -> list[companion.Taken]:
        return companion.take(event, read(data), by=kim, order=str(RULEBOOK_SWISS), chosen=chosen)

    return take


def compared(event: Event, data: bytes) -> Comparison:
    return compare(event, read(data).sections[0])


def cells(event: Event) -> dict[str, list[str]]:
    section = event.sections.get()
    names = dict(Player.objects.filter(section=section).values_list("number", "name"))
    chart = wallcharts.load(section).chart
    return {names[card.number]: [show_cell(cell) for cell in card.cells] for card in chart.cards}


def board(event: Event, at: int, number: int) -> Game:
    return Game.objects.get(round__section__event=event, round__number=at, board=number)


def test_a_section_follows_the_file_through_its_states(event: Event, take: Take) -> None:
    nobody_played, paired, played, second = states()

    take(nobody_played)
    assert list(cells(event).values()) == [[]] * 5
    assert is_posted(event.sections.get())

    take(paired)
    assert cells(event)["Alder, Ada"] == ["?3w"]
    assert cells(event)["Elm, Iris"] == ["B"]

    take(played)
    assert [each[0] for each in cells(event).values()] == ["W3w", "D4b", "L1b", "D2w", "B"]

    take(second)
    assert [each[1] for each in cells(event).values()] == ["?5b", "?3w", "?2b", "H", "?1w"]
    assert board(event, 2, 1).round.published_at is not None


def test_the_same_file_again_changes_nothing(event: Event, take: Take) -> None:
    take(states()[2])
    version = event.sections.get().standings.version

    assert not compared(event, states()[2]).changes
    take(states()[2])

    assert event.sections.get().standings.version == version


def test_a_round_that_the_file_lost_with_one_of_its_players_stays(event: Event, take: Take) -> None:
    take(states()[3])
    before = cells(event)["Alder, Ada"]
    older = swisssys(section(json.loads(states()[2])["Sections"][0]["Players"][:4]))
    for _again in range(2):
        take(older)
        assert compared(event, older).left == [2]
        assert cells(event)["Alder, Ada"] == before

    assert not compared(event, states()[3]).kept


def test_a_file_is_one_entry_of_the_log(event: Event, take: Take) -> None:
    take(states()[1])
    take(states()[2])

    entry = LogEntry.objects.latest("pk")
    assert entry.code == "followed"
    assert entry.values == {"program": "SwissSys", "players": 0, "boards": 0, "results": 2}


def test_a_result_entered_here_that_the_file_lacks_is_no_difference(
    event: Event, take: Take, kim: User
) -> None:
    take(states()[1])
    enter(board(event, 1, 1), "LW", by=kim)

    found = compared(event, states()[1])

    assert not found.changes
    assert not found.kept


def test_a_result_entered_here_is_never_overwritten_in_silence(event: Event, take: Take, kim: User) -> None:
    take(states()[1])
    enter(board(event, 1, 1), "LW", by=kim)

    found = compared(event, states()[2])
    [kept] = found.kept
    assert (kept.said, kept.here, kept.there) == ("Round 1, Ada Alder – Orla Cedar", "0–1", "1–0")

    take(states()[2])
    assert cells(event)["Alder, Ada"] == ["L3w"]
    assert cells(event)["Birch, Hugo"] == ["D4b"]

    # The file says it still, and so does the page.
    assert compared(event, states()[2]).kept == [kept]


def test_a_director_takes_the_value_of_the_file(event: Event, take: Take, kim: User) -> None:
    take(states()[1])
    enter(board(event, 1, 1), "LW", by=kim)

    take(states()[2], f"Open:{compared(event, states()[2]).kept[0].key}")

    assert cells(event)["Alder, Ada"] == ["W3w"]
    assert not compared(event, states()[2]).kept


def test_a_result_that_the_program_corrected_is_corrected_here(event: Event, take: Take) -> None:
    take(states()[2])
    corrected = swisssys(
        section(
            [
                player(1, "-;3;W;1"),
                player(2, "=;4;B;2"),
                player(3, "+;1;B;1"),
                player(4, "=;2;W;2"),
                player(5, "B;-1;-;0"),
            ]
        )
    )

    take(corrected)

    assert cells(event)["Alder, Ada"] == ["L3w"]


def test_a_round_that_the_program_paired_anew_is_paired_anew_here(event: Event, take: Take) -> None:
    take(states()[1])
    anew = swisssys(
        section(
            [
                player(1, ";4;W;1"),
                player(2, ";3;B;2"),
                player(3, ";2;W;2"),
                player(4, ";1;B;1"),
                player(5, "B;-1;-;0"),
            ]
        )
    )

    take(anew)

    assert [each[0] for each in cells(event).values()] == ["?4w", "?3b", "?2w", "?1b", "B"]


def test_a_round_with_a_result_from_here_is_not_paired_anew_without_a_word(
    event: Event, take: Take, kim: User
) -> None:
    take(states()[1])
    enter(board(event, 1, 1), "WL", by=kim)
    anew = swisssys(
        section(
            [
                player(1, ";4;W;1"),
                player(2, ";3;B;2"),
                player(3, ";2;W;2"),
                player(4, ";1;B;1"),
                player(5, "B;-1;-;0"),
            ]
        )
    )

    take(anew)
    assert cells(event)["Alder, Ada"] == ["W3w"]

    take(anew, "Open:r1")
    assert cells(event)["Alder, Ada"] == ["?4w"]


def test_colors_and_board_numbers_follow_the_file(event: Event, take: Take) -> None:
    take(states()[1])
    other = swisssys(
        section(
            [
                player(1, ";3;B;7"),
                player(2, ";4;B;2"),
                player(3, ";1;W;7"),
                player(4, ";2;W;2"),
                player(5, "B;-1;-;0"),
            ]
        )
    )

    take(other)

    assert cells(event)["Alder, Ada"] == ["?3b"]
    assert board(event, 1, 7).pk
    assert not compared(event, other).changes


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


def test_byes_asked_for_are_kept_for_their_rounds(event: Event, take: Take) -> None:
    asked = [player(1, **{"Reserved byes": "2 3z"}), *(player(number) for number in (2, 3))]

    take(swisssys(section(asked)))
    asked_for = Seat.objects.order_by("round__number").values_list("round__number", "kind")
    assert list(asked_for) == [(2, "H"), (3, "U")]

    take(swisssys(section([player(number) for number in (1, 2, 3)])))
    assert not Seat.objects.exists()


def test_a_section_without_players_is_not_created(event: Event, take: Take) -> None:
    take(swisssys(section([], name="Under 400"), section([player(1)])))

    assert list(Section.objects.values_list("name", flat=True)) == ["Open"]


def test_a_section_of_the_same_name_is_the_one_that_is_here(event: Event, take: Take) -> None:
    take(swisssys(section([player(1)], name="Under_1000")))
    take(swisssys(section([player(1), player(2)], name="Under 1000")))

    assert event.sections.get().players.count() == 2
    assert Companion.objects.get().called == "Under 1000"


def test_a_file_with_problems_changes_nothing(event: Event, take: Take) -> None:
    broken = swisssys(section([player(1, "+;2;W;1"), player(2, "+;1;B;1")]))

    with pytest.raises(Refused) as refused:
        take(broken)

    assert not Section.objects.exists()
    assert refused.value.troubles[0].where == "Open, number 1, round 1"


def test_one_section_that_is_refused_stops_all(event: Event, take: Take) -> None:
    long = player(1, name="x" * 200)

    with pytest.raises(Refused):
        take(swisssys(section([player(1)], name="Open"), section([long], name="Reserve")))

    assert not Section.objects.exists()


@pytest.mark.parametrize("kind", [Kind.HALF_BYE, Kind.UNPAIRED])
def test_a_bye_entered_here_is_not_replaced_by_a_pairing_in_silence(
    event: Event, take: Take, kim: User, kind: Kind
) -> None:
    take(states()[2])
    orla = Player.objects.get(name="Cedar, Orla")
    request_byes(orla, [Bye(2, kind)], by=kim)

    [kept] = compared(event, states()[3]).kept
    assert kept.said == "Round 2 is paired differently here"
    assert (kept.here, kept.there) == ("0 boards, and a bye for Orla Cedar", "2 boards")

    take(states()[3])
    assert cells(event)["Cedar, Orla"] == ["L1b", kind.letter]
    take(states()[3], f"Open:{kept.key}")
    assert cells(event)["Cedar, Orla"] == ["L1b", "?2b"]


def test_a_bye_that_the_file_had_too_is_replaced_by_its_pairing(event: Event, take: Take) -> None:
    asked = json.loads(states()[2])["Sections"][0]["Players"]
    asked[2]["Reserved byes"] = "2"
    take(swisssys(section(asked)))
    assert cells(event)["Cedar, Orla"] == ["L1b", "H"]

    take(states()[3])

    assert cells(event)["Cedar, Orla"] == ["L1b", "?2b"]


def test_colors_that_were_changed_here_stay_when_the_file_has_results(
    event: Event, take: Take, kim: User
) -> None:
    take(states()[1])
    swap_colors(board(event, 1, 1), by=kim)

    [kept] = compared(event, states()[2]).kept
    assert (kept.here, kept.there) == ("White: Orla Cedar", "White: Ada Alder")

    take(states()[2])
    assert cells(event)["Alder, Ada"] == ["W3b"]
    take(states()[2], f"Open:{kept.key}")
    assert cells(event)["Alder, Ada"] == ["W3w"]


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


def test_results_that_come_with_a_new_round_or_a_new_section_are_told(event: Event, take: Take) -> None:
    assert compared(event, states()[2]).says == ["5 players.", "Round 1 is paired.", "2 results."]

    take(states()[0])
    assert compared(event, states()[1]).says == ["Round 1: 2 boards."]
    assert compared(event, states()[2]).says == ["Round 1: 2 boards, 2 with results."]


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


def test_boards_that_were_moved_here_stay_until_the_files_numbers_are_taken(event: Event, take: Take) -> None:
    take(states()[1])
    for game, number in zip(Game.objects.order_by("board"), (7, 8), strict=True):
        Game.objects.filter(pk=game.pk).update(board=number)

    found = compared(event, states()[2])
    [kept] = found.kept
    assert (kept.said, kept.here, kept.there) == ("Boards of round 1", "7, 8", "1, 2")
    take(states()[2])
    assert sorted(Game.objects.values_list("board", flat=True)) == [7, 8]

    take(states()[2], f"Open:{kept.key}")
    assert sorted(Game.objects.values_list("board", flat=True)) == [1, 2]


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
