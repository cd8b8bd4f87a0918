"""The file of another pairing program is read again and again: what changed there is taken, what was entered
here stays until somebody says otherwise."""

import json
from datetime import datetime
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.factories import enter, swap_colors
from tests.services.companion.conftest import Take, board, cells, compared
from tests.swisssys_file import player, section, states, swisssys
from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.playing import left_at_the_end
from tiebreaks.selectors import players_document
from tournaments.errors import Refused
from tournaments.formats.byes import Bye
from tournaments.models import Event, Game, LogEntry, Player, Seat, Section, Verb
from tournaments.selectors.event.orders import is_posted
from tournaments.selectors.history.log import Wanted, log
from tournaments.selectors.public.visible import section as public_section
from tournaments.services.byes import request_byes
from tournaments.services.undoing import undo_import
from tournaments.text.log import tell

pytestmark = pytest.mark.django_db


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


def test_the_log_counts_what_came_with_a_file(event: Event, take: Take) -> None:
    def counted() -> tuple[object, ...]:
        values = LogEntry.objects.filter(code="followed").latest("pk").values
        return tuple(values[name] for name in ("players", "boards", "results"))

    take(states()[2])
    assert counted() == (5, 2, 2), "results came with the pairing"
    take(late_entry())
    assert counted() == (1, 0, 0), "a bye is no board"


def test_the_log_names_the_results_that_a_file_changed_and_finds_them_by_round_board_and_player(
    event: Event, take: Take
) -> None:
    def changing(section: Section, **wanted: Any) -> list[str]:
        found = [tell(each.code, each.values) for each in log(section, Wanted(**wanted))]
        return [each.translate({0x2068: None, 0x2069: None}) for each in found if "from the" in each]

    take(states()[2])
    corrected = json.loads(states()[2])["Sections"][0]["Players"]
    corrected[0]["Results"], corrected[2]["Results"] = ["=;3;W;1;1;0"], ["=;1;B;1;3;0"]
    take(swisssys(section(corrected)))

    here = event.sections.get()
    [line] = changing(here)
    assert line.endswith("results 1; Round 1, board 1: 1–0 → ½–½, from the SwissSys file")
    for wanted in ({"round": 1}, {"board": 1}, {"round": 1, "board": 1}, {"player": "cedar"}):
        assert changing(here, **wanted) == [line], wanted
    for other in ({"round": 2}, {"board": 2}, {"round": 1, "board": 2}, {"player": "birch"}):
        assert changing(here, **other) == [], other


def test_the_log_names_whose_rating_changed_and_who_withdrew_and_returned(event: Event, take: Take) -> None:
    def told() -> str:
        entry = LogEntry.objects.filter(code="followed").latest("pk")
        return tell(entry.code, entry.values).translate({0x2068: None, 0x2069: None})

    players = json.loads(states()[0])["Sections"][0]["Players"]
    take(states()[0])
    assert told() == "SwissSys file read: players added 5, boards 0, results 0"
    players[0]["Rating"], players[1]["Withdrew"], players[2]["Rating"] = 1950, True, 1650
    take(swisssys(section(players)))
    assert told() == (
        "SwissSys file read: players added 0, boards 0, results 0; ratings: Ada Alder 1800 → 1950, Orla Cedar"
        " 1600 → 1650; withdrew: Hugo Birch"
    )
    players[1]["Withdrew"] = False
    take(swisssys(section(players)))
    assert told().endswith("results 0; returned: Hugo Birch")


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


def paired_anew() -> bytes:
    """Round 1 with other opponents than before."""
    players = [";4;W;1", ";3;B;2", ";2;W;2", ";1;B;1", "B;-1;-;0"]
    return swisssys(section([player(number, round_1) for number, round_1 in enumerate(players, 1)]))


def test_a_round_that_the_program_paired_anew_is_paired_anew_here(event: Event, take: Take) -> None:
    take(states()[1])
    take(paired_anew())

    assert [each[0] for each in cells(event).values()] == ["?4w", "?3b", "?2w", "?1b", "B"]


def test_a_round_with_a_result_from_here_is_not_paired_anew_without_a_word(
    event: Event, take: Take, kim: User
) -> None:
    take(states()[1])
    enter(board(event, 1, 1), "WL", by=kim)
    take(paired_anew())
    assert cells(event)["Alder, Ada"] == ["W3w"]

    take(paired_anew(), "Open:r1")
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


def test_byes_asked_for_are_kept_for_their_rounds(event: Event, take: Take) -> None:
    asked = [player(1, **{"Reserved byes": "2 3z"}), *(player(number) for number in (2, 3))]

    take(swisssys(section(asked)))
    asked_for = Seat.objects.order_by("round__number").values_list("round__number", "kind")
    assert list(asked_for) == [(2, "H"), (3, "U")]

    take(swisssys(section([player(number) for number in (1, 2, 3)])))
    assert not Seat.objects.exists()


@pytest.mark.parametrize(("asked", "letter"), [("2z", "U"), ("2", "H")])
def test_a_bye_that_was_asked_for_stays_when_the_cell_of_its_round_is_empty(
    event: Event, take: Take, asked: str, letter: str
) -> None:
    """It was taken away with the pairing, and the last round said *1 player not paired yet*."""
    for round in ((";2;W;1", ";1;B;1"), ("+;2;W;1", "-;1;B;1")):
        first = ("+;3;W;1", "B;-1;-;0", "-;1;B;1")
        players = [player(number, first[number - 1], round[number - 1]) for number in (1, 2)]
        players.append(player(3, first[2], **{"Reserved byes": asked}))
        take(swisssys(section(players, rounds=2)))
        assert cells(event)["Cedar, Orla"] == ["L1b", letter]
    document = players_document(event.sections.get().standings_id)
    assert document.finished
    assert not left_at_the_end(document)


def test_the_last_result_is_that_which_a_file_brought_since_one_was_entered_here(
    event: Event, take: Take
) -> None:
    """The line kept the time of the last entry at the desk, all day."""

    def last_result() -> datetime:
        return public_section(event.slug, event.sections.get().slug).as_of

    take(states()[1])
    enter(board(event, 1, 2), "DD")
    entered = LogEntry.objects.get(verb=Verb.RESULT).at
    assert last_result() == entered
    take(states()[2])
    brought = last_result()
    assert brought == LogEntry.objects.filter(verb=Verb.IMPORT).latest("at").at > entered
    take(states()[3])  # a pairing, and no result
    assert last_result() == brought


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


def test_results_that_come_with_a_new_round_or_a_new_section_are_told(event: Event, take: Take) -> None:
    assert compared(event, states()[2]).says == ["5 players.", "Round 1 is paired.", "2 results."]

    take(states()[0])
    assert compared(event, states()[1]).says == ["Round 1: 2 boards."]
    assert compared(event, states()[2]).says == ["Round 1: 2 boards, 2 with results."]


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


def four(*results: str) -> bytes:
    """Round 1 of four players with these lines."""
    return swisssys(section([player(number, result) for number, result in enumerate(results, 1)]))


def test_a_game_that_the_file_has_no_more_keeps_its_result_until_somebody_says_otherwise(
    event: Event, take: Take
) -> None:
    take(four("+;2;W;1", "-;1;B;1", ";4;W;2", ";3;B;2"))
    other = four(";3;W;1", ";4;B;2", ";1;B;1", ";2;W;2")

    [kept] = compared(event, other).kept
    assert (kept.said, kept.here, kept.there) == (
        "Round 1 is paired differently here",
        "2 boards, 1 with a result",
        "2 boards",
    )
    take(other)
    assert cells(event)["Alder, Ada"] == ["W2w"]

    take(other, f"Open:{kept.key}")
    assert cells(event)["Alder, Ada"] == ["?3w"]


def test_results_that_the_file_moves_to_other_opponents_are_taken(event: Event, take: Take) -> None:
    take(four("+;2;W;1", "-;1;B;1", "=;4;W;2", "=;3;B;2"))
    take(four("+;3;W;1", "=;4;W;2", "-;1;B;1", "=;2;B;2"))

    assert [each[0] for each in cells(event).values()] == ["W3w", "D4w", "L1b", "D2b"]


def test_white_is_named_first_where_the_lower_number_has_black(event: Event, take: Take, kim: User) -> None:
    take(four(";2;B;1", ";1;W;1", ";4;W;2", ";3;B;2"))
    played = four("-;2;B;1", "+;1;W;1", ";4;W;2", ";3;B;2")
    assert compared(event, played).says == ["Round 1, Hugo Birch – Ada Alder: ·–· → 1–0"]

    enter(board(event, 1, 1), "DD", by=kim)
    [kept] = compared(event, played).kept
    assert (kept.said, kept.here, kept.there) == ("Round 1, Hugo Birch – Ada Alder", "½–½", "1–0")


def test_results_that_an_undo_took_away_come_back_with_the_same_file(
    event: Event, take: Take, kim: User
) -> None:
    take(states()[1])
    take(states()[2])
    undo_import(event.sections.get().pk, by=kim, entry_id=LogEntry.objects.latest("pk").pk)
    assert cells(event)["Alder, Ada"] == ["?3w"]

    assert not compared(event, states()[2]).kept
    take(states()[2])

    assert cells(event)["Alder, Ada"] == ["W3w"]


def late_entry(*, round_1: str = "H;-1;-;0") -> bytes:
    """Round 1 as in the third state, with a sixth player who came late."""
    players = json.loads(states()[2])["Sections"][0]["Players"]
    return swisssys(section([*players, player(6, round_1)]))


def test_the_bye_of_a_late_entry_is_told_as_that_and_nothing_is_paired_again(
    event: Event, take: Take
) -> None:
    take(states()[2])

    assert compared(event, late_entry()).says == [
        "6 Pia Fir is new.",
        "Round 1, Pia Fir: – → half-point bye",
    ]
    take(late_entry())

    assert cells(event)["Fir, Pia"] == ["H"]
    found = compared(event, states()[2])
    assert not found.kept, "nothing but a late player is lacking"
    assert not found.says


def test_a_bye_that_was_changed_here_is_a_difference_with_its_player(event: Event, take: Take) -> None:
    take(late_entry())
    Seat.objects.filter(player__number=6).update(kind="B")

    [kept] = compared(event, late_entry()).kept

    assert (kept.said, kept.here, kept.there) == (
        "Round 1, Pia Fir",
        "full-point bye",
        "half-point bye",
    )
    take(late_entry(), f"Open:{kept.key}")
    assert cells(event)["Fir, Pia"] == ["H"]


def test_a_late_player_whom_the_file_lacks_keeps_the_bye_of_a_round_that_is_paired_again(
    event: Event, take: Take
) -> None:
    take(states()[1])
    late = json.loads(states()[1])["Sections"][0]["Players"]
    take(swisssys(section([*late, player(6, "H;-1;-;0")])))
    take(paired_anew())
    assert cells(event)["Alder, Ada"] == ["?4w"]
    assert cells(event)["Fir, Pia"] == ["H"]


def test_a_round_that_loses_a_game_is_not_paired_again_with_no_boards(event: Event, take: Take) -> None:
    take(four(";2;W;1", ";1;B;1", ";4;W;2", ";3;B;2"))
    assert compared(event, four(";2;W;1", ";1;B;1", "U;-1;-;0", "U;-1;-;0")).says == [
        "Round 1 is paired again: without Orla Cedar – Ben Dogwood."
    ]
