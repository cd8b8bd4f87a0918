"""The log keeps codes and values: each kind of act has its sentence, in the language of who reads it."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import translation
from django.utils.translation import trans_real

from tests.factories import games_of, swap_colors, undone
from tests.services.acts import RESTORES, a_roster, every_act, player
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.formats.records import RosterEntry
from tournaments.models import Event, LogEntry
from tournaments.services import pairings, prizes, rosters, setup
from tournaments.text.log import (
    MOST_PAIRS_NAMED,
    MOST_PRIZES_NAMED,
    Difference,
    Summary,
    tell,
    tell_difference,
)

pytestmark = pytest.mark.django_db

TOLD = {
    Summary.RESULT: "Round 1, board 1: Ben – Ann 1–0",
    Summary.BOARD_RESULT: "Round 1, match 1, board 2: ½–½",
    Summary.MATCH_RESULT: "Round 1, match 1, all boards: Alder Lane – Cedar Castles F–X",
    Summary.RESULT_CORRECTED: "Round 1, board 1: Ann – Ben ½–½ → 1–0",
    Summary.BOARD_CORRECTED: "Round 1, match 1, board 2: F–X → ½–½",
    Summary.MATCH_CORRECTED: ("Round 1, match 1: Alder Lane – Cedar Castles was ½–3½, now all boards X–F"),
    Summary.READ_OTHERWISE: "Round 1, board 1: Ben – Ann entered as 1–0, slip read as ½–½",
    Summary.NO_SHOW: "Round 1, board 1: Ann – Ben F–X; no-show, withdrawn: Ann",
    Summary.TEAM_NO_SHOW: (
        "Round 3, match 1: Alder Lane – Dogwood X–F on all boards; no-show, withdrawn: Dogwood"
    ),
    Summary.LINE_UP: "Round 1, match 1: lineup of Alder Lane – Cedar Castles",
    Summary.EXTRA_GAME_ADDED: "Extra rated game: Ann – Ben 1–0",
    Summary.EXTRA_GAME_REMOVED: "Extra rated game removed: Ann – Ben 1–0",
    Summary.PAIRED: "Round 1: 1 board paired: Cy – Di",
    Summary.PAIRED_WITH_BYES: "Round 1: 1 board paired: Ann – Ben; Cy (half-point bye)",
    Summary.POSTED: "Round 1: 1 board paired and published",
    Summary.POSTED_WITH_BYES: "Round 1: 1 board paired and published; Max (full-point bye)",
    Summary.REPAIRED: "Round 1 paired again: 3 boards changed: P3 – P6; P7 – P4; P5 – P8",
    Summary.SEATED_TOGETHER: "Round 1, seated together: Ben – Max",
    Summary.MOVED_UP: "Round 1, players moved up: 2 boards changed: P3 – P5; P6 – P4",
    Summary.MOVED_UP_WITH_BYES: (
        "Round 1, players moved up: 1 board changed: P5 – P3; P5 plays and loses the full-point bye"
    ),
    Summary.REPAIRED_WITH_BYES: "Round 1 paired again: 0 boards changed; Max (full-point bye)",
    Summary.BYES_GIVEN: "Round 2: Cy (half-point bye); Di (half-point bye)",
    Summary.PAIRING_REMOVED: "Round 1, board 2: Cy – Di removed",
    Summary.BYES_REQUESTED: "Ann: half-point bye in rounds 2 and 4; zero-point bye in round 3",
    Summary.BYES_CHANGED: (
        "Ann: half-point bye in round 2; zero-point bye in round 3; canceled half-point bye in round 4"
    ),
    Summary.BYES_CANCELED: "Ann: canceled half-point bye in round 2",
    Summary.FOLLOWED: "SwissSys file read: players added 5, boards 0, results 0",
    Summary.BYE_REMOVED: "Round 1: bye of Cy removed",
    Summary.COLORS_SWAPPED: "Round 1, board 1: colors swapped, now Ben – Ann",
    Summary.TRADED_PLACES: "Round 1, boards 1 and 2: players traded places, now Ann – Di; Cy – Ben",
    Summary.DRAFT_DISCARDED: "Round 1: draft of the pairings discarded",
    Summary.PAIRINGS_PUBLISHED: "Round 1: pairings published",
    Summary.PUBLISHED_WITH_BYES: "Round 1: pairings published; Cy (zero-point bye); Di (zero-point bye)",
    Summary.PLAYER_ADDED: "Eve added",
    Summary.PLAYER_ADDED_WITH_BYES: "Flo added, half-point bye in round 2; zero-point bye in round 1",
    Summary.PLAYERS_ADDED: "4 players added",
    Summary.PLAYERS_CORRECTED: "1 player added, list values used for Ann",
    Summary.REGISTRATION: "Registration file: 2 added, 0 changed, 0 moved (Open and Door)",
    Summary.TEAMS_ADDED: "2 teams added",
    Summary.PLAYER_EDITED: "Eve edited",
    Summary.PLAYER_REMOVED: "Eve removed",
    Summary.LATE_WITH_BYES: "Fay added, half-point byes in rounds 1 and 2",
    Summary.REENTERED: "Di re-entered after round 1 as number 7",
    Summary.REENTERED_WITH_BYES: "Cy re-entered after round 1 as number 6, half-point bye in round 2",
    Summary.NUMBERED_BY_RATING: "5 entries numbered by rating",
    Summary.NUMBERED_BY_LOT: "9 entries numbered by lot",
    Summary.RATINGS_UPDATED: "1 player updated from the rating list november.txt",
    Summary.OUT_UNTIL: "Ben is out after round 1 and back in round 4: zero-point bye in rounds 2 and 3",
    Summary.BACK_IN: "Ben is back in round 4: zero-point bye in rounds 2 and 3",
    Summary.WITHDREW_BYES: "Max withdrew before round 1; canceled full-point bye in round 1",
    Summary.REENTERED_BYES_CANCELED: (
        "Max re-entered before round 1 as number 4; canceled full-point bye in round 1"
    ),
    Summary.WITHDREW: "Ben withdrew after round 1",
    Summary.WITHDREW_UNPAIRED: "Ben withdrew before round 1; round 1, board 1: Ann – Ben removed",
    Summary.WITHDREW_UNPAIRED_BYES: (
        "Cy withdrew before round 1; round 2, board 1: Cy – Ann removed; canceled full-point bye in round 1"
    ),
    Summary.REINSTATED: "Fay is back",
    Summary.PLAYER_MOVED: "Gil moved from Open to Door, number 1",
    Summary.SECTION_SPLIT: "Large split: 2 entries moved to Small",
    Summary.QUADS_MADE: "Eight cut into quads: 8 entries moved to Quad 1–Quad 2",
    Summary.SECTIONS_MERGED: "Small merged into Large: 2 entries moved",
    Summary.SECTION_CHANGED: "Gil from Large, withdrawn there before round 1, to Small as number 1",
    Summary.SECTION_CHANGED_BYES: (
        "Ida from Large, withdrawn there before round 1, to Small as number 2: half-point bye in round 1"
    ),
    Summary.NO_SHOWS_WITHDRAWN: "Not checked in, withdrawn before round 1: Gil and Ida",
    Summary.NO_SHOWS_BYES: "Not checked in, zero-point bye in round 1: Gil and Ida",
    Summary.NO_SHOWS_LEFT: "Not here, withdrawn after round 1: Fay",
    Summary.NO_SHOWS_SIT_OUT: "Not here, zero-point bye in round 2: Fay",
    Summary.CHECKED_IN: "Ida is here",
    Summary.NOT_HERE: "Ida is not here yet",
    Summary.FEE_RECORDED: "Ida: fee recorded",
    Summary.VISITORS_RENAMED: "Visitors renamed to match their home section",
    Summary.TEAM_LISTED: "Birch Bishops: players listed",
    Summary.TEAMS_LISTED: "Players of 3 teams listed",
    Summary.PLAYERS_IMPORTED: "Wall chart imported: 2 players, complete rounds: 1",
    Summary.TEAMS_IMPORTED: "Wall chart imported: 2 teams, complete rounds: 1",
    Summary.ORDER_POSTED: "Tiebreak order posted: Solkoff → Cumulative (omit last)",
    Summary.TEAM_ORDER_POSTED: "Schools, tiebreak order posted: Total Solkoff",
    Summary.OPTIONS_CHOSEN: ("Pairing options chosen: Paired by rules 27 to 29, without variations."),
    Summary.OPTIONS_POSTED: (
        "Pairing options posted: Teammates: avoided as plus-two, the standard of combined events (28N1)"
    ),
    Summary.KEPT_APART: "Not paired with each other: Ann – Cy; Ben – Di",
    Summary.NONE_KEPT_APART: "No players are kept apart in the pairing",
    Summary.COLUMNS_SHOWN: "Extra columns: Kashdan, Median",
    Summary.COLUMNS_REMOVED: "No extra columns",
    Summary.DECIDED: "Playoff: Ann, then Ben",
    Summary.DECISION_WITHDRAWN: "Withdrawn: Playoff: Ann, then Ben",
    Summary.PRIZES_ANNOUNCED: "2 prizes announced: 1st place trophy; Top under 1800",
    Summary.PRIZES_CLEARED: "No prizes",
    Summary.PRIZE_TERMS: "Prize rules changed",
    Summary.EVENT_FUND: "Event prize fund changed by the prizes of Other",
    Summary.CHOSEN: "Sportsmanship: Ann named",
    Summary.NOT_CHOSEN: "Sportsmanship: Ann no longer named",
    Summary.ABSENT: "Ann is not at the ceremony",
    Summary.PRESENT: "Ann is at the ceremony",
    Summary.AWARDS_FROZEN: "Awards list 1 frozen",
    Summary.FINISHED: "Finished: trophy order, version 1",
    Summary.REOPENED: "Reopened: version 1 of the trophy order no longer applies",
    Summary.EVENT_EDITED: "Event edited: Maple Grove Open",
    Summary.RATING_REPORT: "Rating report of Maple Grove Open edited",
    Summary.MIRRORED: "Maple Grove Open is mirrored on a server, and printed codes point there",
    Summary.NOT_MIRRORED: "Maple Grove Open is no longer mirrored",
    Summary.EVENT_PUBLISHED: "Event published: Maple Grove Open",
    Summary.EVENT_HIDDEN: "Event hidden from the public: Maple Grove Open",
    Summary.EVENT_ARCHIVED: "Event archived: Maple Grove Open",
    Summary.EVENT_BROUGHT_BACK: "Event brought back from the archive: Maple Grove Open",
    Summary.PUBLISHED: "Published: Final",
    Summary.HIDDEN: "Hidden from the public: Final",
    Summary.ARCHIVED: "Archived: Final",
    Summary.BROUGHT_BACK: "Brought back from the archive: Final",
    Summary.SECTIONS_ARRANGED: "Sections of Maple Grove Open arranged",
    Summary.BOARDS_NUMBERED: "Boards of Maple Grove Open numbered one section after another",
    Summary.SECTION_DELETED: "Section deleted: Mistake",
    Summary.SECTION_CREATED: "Section created: Open",
    Summary.SECTION_EDITED: "Section edited: Open",
    Summary.TABLE_CREATED: "Team table created: Schools (Final)",
    Summary.TABLE_EDITED: "Team table edited: Schools (Final and Open)",
    Summary.TABLE_REMOVED: "Team table removed: Clubs",
    Summary.SCHOOL_NAMED: "School: Elm Street (Elm and Elm St)",
    Summary.SCHOOL_NAMED_WITH_CODE: "School: Fir Road, code FIR (Fir)",
    Summary.UNDONE: "This was undone: Round 1, board 1: Ben – Ann 1–0",
    Summary.RECOMPUTED: "Recomputed: there was no document",
}


def test_every_code_is_the_act_of_a_service_and_has_its_sentence(event: Event, kim: User) -> None:
    every_act(event, kim)
    told: dict[str, str] = {}
    for entry in LogEntry.objects.order_by("pk"):
        told.setdefault(entry.code, entry.summary)
    assert told == {code.value: sentence for code, sentence in TOLD.items()}
    assert set(TOLD) == set(Summary) - RESTORES


@pytest.mark.parametrize("code", Difference)
def test_every_difference_of_a_document_has_its_sentence(code: Difference) -> None:
    values = {"where": "solkoff of 1 Ann", "stored": "3", "computed": "4"}
    told = tell(Summary.RECOMPUTED, {"difference": [code.value, values]})
    assert told == f"Recomputed: {tell_difference(code, values)}"
    assert "%" not in told


def test_an_entry_is_told_in_the_language_of_who_reads_it(
    event: Event, kim: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    german = {
        "This was undone: %(summary)s": "Zurückgenommen: %(summary)s",
        "Round %(round)d: %(byes)s": "Runde %(round)d: %(byes)s",
        "%(name)s (%(bye)s)": "%(name)s: %(bye)s",
        "half-point bye": "halber Punkt",
    }
    for message, translated in german.items():
        catalog: Any = trans_real.translation("de")
        monkeypatch.setitem(catalog._catalog._catalogs[0], message, translated)
    section = a_roster(event, kim)
    pairings.give_bye(section, 1, [4], Kind.HALF_BYE, by=kim)
    undone(section, by=kim)
    entry = LogEntry.objects.latest("pk")
    with translation.override("de"):
        assert entry.summary == "Zurückgenommen: Runde 1: Di: halber Punkt"
    assert entry.summary == "This was undone: Round 1: Di (half-point bye)"


def test_a_long_list_of_prizes_is_cut_short(event: Event, kim: User) -> None:
    section = a_roster(event, kim)
    lines = [f"Top under {1000 + 10 * nth}" for nth in range(MOST_PRIZES_NAMED + 1)]
    prizes.announce(section, "\n".join(lines), in_this_order=True, by=kim)
    told = LogEntry.objects.latest("pk").summary
    assert told == f"11 prizes announced: {'; '.join(lines[:-1])}; …"


def test_a_long_list_of_boards_is_cut_short() -> None:
    pairs = [[f"White {nth}", f"Black {nth}"] for nth in range(MOST_PAIRS_NAMED + 1)]
    told = tell(Summary.PAIRED, {"round": 1, "boards": len(pairs), "pairs": pairs})
    assert told.startswith("Round 1: 11 boards paired: White 0 – Black 0; White 1 – Black 1;")
    assert told.endswith("; White 9 – Black 9; …")


@pytest.mark.parametrize(
    ("code", "values", "told"),
    [
        (Summary.PAIRED, {"boards": 2}, "Round 1: 2 boards paired"),
        (
            Summary.PAIRED_WITH_BYES,
            {"boards": 1, "byes": [["Cy", "H"]]},
            "Round 1: 1 board paired; Cy (half-point bye)",
        ),
        (Summary.REPAIRED, {"boards": 1}, "Round 1 paired again: 1 board changed"),
        (
            Summary.REPAIRED_WITH_BYES,
            {"boards": 0, "byes": [["Max", "B"]]},
            "Round 1 paired again: 0 boards changed; Max (full-point bye)",
        ),
        (Summary.PAIRING_REMOVED, {"board": 2}, "Round 1: board 2 removed"),
        (Summary.COLORS_SWAPPED, {"board": 2}, "Round 1, board 2: colors swapped"),
        (
            Summary.WITHDREW_UNPAIRED,
            {"name": "Ben", "of": 2, "board": 3},
            "Ben withdrew after round 1; round 2: board 3 removed",
        ),
    ],
)
def test_an_entry_of_an_earlier_release_names_nobody(code: str, values: dict[str, Any], told: str) -> None:
    assert tell(code, {"round": 1, **values}) == told


def test_of_teams_the_log_names_teams(event: Event, kim: User) -> None:
    section = setup.create_section(event, name="Teams", rounds=3, boards=2, by=kim)
    rosters.add_players(section, [RosterEntry(None, name) for name in ("Oak Hill", "Elm Street")], by=kim)
    pairings.pair(section, 1, "1 2", by=kim)
    [match] = games_of(section, 1)
    pairings.remove_pairing(match, by=kim)
    assert [entry.summary for entry in LogEntry.objects.order_by("-pk")[:2]] == [
        "Round 1, match 1: Oak Hill – Elm Street removed",
        "Round 1: 1 match paired: Oak Hill – Elm Street",
    ]
    pairings.pair(section, 1, "1 2", by=kim)
    [match] = games_of(section, 1)
    swap_colors(match, by=kim)
    told = LogEntry.objects.latest("pk").summary
    assert told == "Round 1, match 1: colors swapped, now Elm Street – Oak Hill"
    pairings.withdraw(player(section, 1), 0, by=kim, unpairing=True)
    told = LogEntry.objects.latest("pk").summary
    assert told == "Oak Hill withdrew before round 1; round 1, match 1: Elm Street – Oak Hill removed"
    canceled = {"canceled": [[2, "B"]]}
    told = tell(Summary.WITHDREW_UNPAIRED_BYES, {**LogEntry.objects.latest("pk").values, **canceled})
    assert told == (
        "Oak Hill withdrew before round 1; round 1, match 1: Elm Street – Oak Hill removed; canceled"
        " full-point bye in round 2"
    )


def test_undoing_an_undoing_is_told_once_in_plain_words() -> None:
    code, values, told = "withdrew", {"name": "Ann", "round": 1}, []
    for _each in range(4):
        code, values = "undone", {"summary": [code, values]}
        told.append(tell(code, values).replace("\u2068", "").replace("\u2069", ""))
    assert told == [
        "This was undone: Ann withdrew after round 1",
        "Redone: Ann withdrew after round 1",
        "Undone again: Ann withdrew after round 1",
        "Redone again: Ann withdrew after round 1",
    ]
