"""The log keeps codes and values: each kind of act has its sentence, in the language of who reads it."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import translation
from django.utils.translation import trans_real

from tests.factories import TEAMS, as_it_stands, enter, games_of, swap_colors, undone
from tests.rating_lists import a_list, as_text
from tests.swisssys_file import states
from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.models import Decision, Published
from tournaments.errors import Asked, ReadOtherwise
from tournaments.formats import registration, team_roster, wallchart_csv
from tournaments.formats.byes import read_byes
from tournaments.formats.programs.reading import read as read_program
from tournaments.formats.records import RosterEntry, RosterFile
from tournaments.models import (
    CheckIn,
    Event,
    ExtraGame,
    LogEntry,
    MatchBoard,
    Player,
    Seat,
    Section,
    TeamMember,
)
from tournaments.pairing.draft import Draft, DraftBoard
from tournaments.pairing.options import Options
from tournaments.selectors.files.rating_updates import updates
from tournaments.selectors.results.consequences import consequences
from tournaments.selectors.setup.regrouping import Cut
from tournaments.services import (
    apart,
    attendance,
    byes,
    ceremony,
    check_in,
    companion,
    decisions,
    drafts,
    extra_games,
    finishing,
    importing,
    late_change,
    matches,
    numbering,
    orders,
    pairings,
    prizes,
    rating_report,
    rating_updates,
    rebuilding,
    regrouping,
    repairing,
    rosters,
    setup,
    teams,
    visibility,
)
from tournaments.services.mirroring import joining
from tournaments.services.trading import trade_places
from tournaments.services.verifying import verify
from tournaments.text.log import (
    MOST_PAIRS_NAMED,
    MOST_PRIZES_NAMED,
    Difference,
    Summary,
    tell,
    tell_difference,
)

pytestmark = pytest.mark.django_db

CHART = "number,name,r1\n1,Ann,W2w\n2,Ben,L1b\n"

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
    Summary.NUMBERED_BY_LOT: "5 entries numbered by lot",
    Summary.RATINGS_UPDATED: "1 player updated from the rating list november.txt",
    Summary.OUT_UNTIL: "Ben is out after round 1 and back in round 4: zero-point bye in rounds 2 and 3",
    Summary.BACK_IN: "Ben is back in round 4: zero-point bye in rounds 2 and 3",
    Summary.WITHDREW_BYES: "Max withdrew after round 0; canceled full-point bye in round 1",
    Summary.REENTERED_BYES_CANCELED: (
        "Max re-entered after round 0 as number 4; canceled full-point bye in round 1"
    ),
    Summary.WITHDREW: "Ben withdrew after round 1",
    Summary.WITHDREW_UNPAIRED: "Ben withdrew after round 0; round 1, board 1: Ann – Ben removed",
    Summary.WITHDREW_UNPAIRED_BYES: (
        "Cy withdrew after round 0; round 2, board 1: Cy – Ann removed; canceled full-point bye in round 1"
    ),
    Summary.REINSTATED: "Fay is back",
    Summary.PLAYER_MOVED: "Gil moved from Open to Door, number 1",
    Summary.SECTION_SPLIT: "Large split: 2 entries moved to Small",
    Summary.QUADS_MADE: "Eight cut into quads: 8 entries moved to Quad 1–Quad 2",
    Summary.SECTIONS_MERGED: "Small merged into Large: 2 entries moved",
    Summary.SECTION_CHANGED: "Gil from Large, withdrawn there after round 0, to Small as number 1",
    Summary.SECTION_CHANGED_BYES: (
        "Ida from Large, withdrawn there after round 0, to Small as number 2: half-point bye in round 1"
    ),
    Summary.NO_SHOWS_WITHDRAWN: "Not checked in, withdrawn before round 1: Gil and Ida",
    Summary.NO_SHOWS_BYES: "Not checked in, zero-point bye in round 1: Gil and Ida",
    Summary.CHECKED_IN: "Ida is here",
    Summary.NOT_HERE: "Ida is not here yet",
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
    Summary.AWARDS_FROZEN: "Awards frozen, version 1",
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
# An event that is restored: tests/services/backups has their sentences.
RESTORES = {Summary.RESTORED, Summary.RESTORED_THERE, Summary.REPLACED, Summary.REPLACED_THERE}


def test_every_code_is_the_act_of_a_service_and_has_its_sentence(event: Event, kim: User) -> None:
    section = a_roster(event, kim)
    play(section, kim)
    post(event, kim)
    pair_again(event, kim)
    announce(section, kim)
    visit(section, kim)
    regroup(event, kim)
    decide(event, section, kim)
    meet(event, kim)
    import_charts(event, kim)
    end(event, kim)
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
    assert told == "Oak Hill withdrew after round 0; round 1, match 1: Elm Street – Oak Hill removed"
    canceled = {"canceled": [[2, "B"]]}
    told = tell(Summary.WITHDREW_UNPAIRED_BYES, {**LogEntry.objects.latest("pk").values, **canceled})
    assert told == (
        "Oak Hill withdrew after round 0; round 1, match 1: Elm Street – Oak Hill removed; canceled"
        " full-point bye in round 2"
    )


# --- the acts -------------------------------------------------------------------------------------


def player(section: Section, number: int) -> Player:
    return Player.objects.get(section=section, number=number)


def a_roster(event: Event, kim: User) -> Section:
    """Ann, Ben, Cy and Di in a section of four rounds; Eve was added by mistake."""
    section = setup.create_section(event, name="Open", rounds=3, by=kim)
    setup.edit_event(event, name="Maple Grove Open", city="", starts_on=None, by=kim)
    rating_report.edit(event, {}, by=kim, affiliate="A6000001")
    joining.join(event, "https://chess.example", "A" * 40, by=kim)
    joining.stop(event, by=kim)
    setup.edit_section(section, name="Open", rounds=4, format=section.format, games=1, by=kim)
    names = ["Ann", "Ben", "Cy", "Di"]
    rated = [RosterEntry(None, name, rating=1900 - at) for at, name in enumerate(names)]
    rosters.add_players(section, rated, by=kim)
    (eve,) = rosters.add_players(section, [RosterEntry(None, "Eve")], by=kim)
    rosters.edit_player(eve, rating=1200, number=9, uscf_id="39999998", by=kim)
    numbering.number_by_rating(section, by=kim)
    a_list(as_text([("EVE,EVE", "39999998", "OR", "12/31/99", "1300")]))
    [listed] = [update for of_section in updates(event) for update in of_section.updates]
    rating_updates.update_ratings(event, [listed.key], by=kim)
    rosters.remove_player(eve, by=kim)
    late = [RosterEntry(None, name) for name in ("Gil", "Ida")]
    gil, ida = rosters.add_players(section, late, by=kim)
    door = setup.create_section(event, name="Door", rounds=3, by=kim)
    for one in (gil, ida):
        check_in.move(one, door, by=kim)
    check_in.check_in(event, ida.pk, by=kim)
    check_in.take_back(event, CheckIn.objects.get().pk, by=kim)
    for withdraw in (False, True):
        check_in.no_shows(event, [gil.pk, ida.pk], withdraw=withdraw, by=kim)
    for number in (1, 2):
        rosters.remove_player(player(door, number), by=kim)
    file = registration.read_table("Name,Section\nJan Ash,Open\nKai Elm,Door\n")
    importing.register(event, importing.plan(event, file, importing.Choices()), by=kim)
    for one in Player.objects.filter(name__in=["Jan Ash", "Kai Elm"]):
        rosters.remove_player(one, by=kim)
    orders.post_options(section, Options(), by=kim)
    flo = RosterEntry(None, "Flo", byes=read_byes("2, 1z"))
    rosters.remove_player(attendance.add_player(section, flo, by=kim), by=kim)
    ann = player(section, 1)
    for asked in ("2, 3z, 4", "2, 3z", "2", ""):
        byes.request_byes(ann, read_byes(asked), by=kim)
    ben = player(section, 2)
    attendance.out_until(ben, 1, 4, by=kim)
    byes.request_byes(ben, (), by=kim)
    pairings.withdraw(ben, 1, by=kim)
    attendance.come_back(ben, 4, by=kim)
    byes.request_byes(ben, (), by=kim)
    orders.post_order(section, "solkoff,cumulative:omit_last", by=kim)
    orders.post_options(section, Options(teams="plus_two"), by=kim)
    apart.keep_apart(section, "1-3", "4-2", by=kim)
    apart.keep_apart(section, "", "", by=kim)
    orders.show_columns(section, "kashdan,median", by=kim)
    orders.show_columns(section, "", by=kim)
    return as_it_stands(section)


def play(section: Section, kim: User) -> None:
    """Two rounds; of the second nothing is played."""
    pairings.pair(section, 1, "1 2\n3 H", by=kim)
    pairings.remove_bye(Seat.objects.get(player=player(section, 3)), by=kim)
    pairings.pair(section, 1, "3 4", by=kim)
    first, second = games_of(section, 1)
    for leaves, comes in ((2, 4), (4, 2)):
        trade_places(first, leaves, comes, by=kim)
    pairings.remove_pairing(second, by=kim)
    swap_colors(first, by=kim)
    pairings.publish(section, 1, by=kim)
    enter(first, "WL", by=kim)
    undone(section, by=kim)
    enter(first, "WL", by=kim)
    with pytest.raises(ReadOtherwise):
        verify(first, "DD", by=kim)
    pairings.give_bye(section, 2, [3, 4], Kind.HALF_BYE, by=kim)
    half = Kind.HALF_BYE
    fay = attendance.add_player(section, RosterEntry(None, "Fay"), {1: half, 2: half}, by=kim)
    pairings.withdraw(fay, 2, by=kim)
    pairings.reinstate(fay, by=kim)
    attendance.re_enter(player(section, 3), 1, {1: Kind.UNPAIRED, 2: half}, by=kim)
    attendance.re_enter(player(section, 4), 1, {1: Kind.UNPAIRED}, by=kim)
    extra_games.add_extra_game(section, 1, 2, Kind.WIN, Kind.LOSS, by=kim)
    extra_games.remove_extra_game(ExtraGame.objects.get(), by=kim)


def announce(section: Section, kim: User) -> None:
    prizes.announce(section, "1st place trophy\nTop under 1800", by=kim)
    prizes.announce(section, "", by=kim)
    prizes.set_terms(
        section,
        fund_based_on=50,
        fund_entries=None,
        unrated_limit=None,
        cash_playoff=False,
        follow_money=False,
        withdrawn_too=False,
        by=kim,
    )
    prizes.announce(
        setup.create_section(section.event, name="Other", rounds=1, by=kim), "1st place $5", by=kim
    )
    prizes.set_absent(section, 1, True, by=kim)
    prizes.set_absent(section, 1, False, by=kim)
    prizes.announce(section, "Sportsmanship", by=kim)
    for number in (1, None):
        prizes.choose(section, "sportsmanship", number, by=kim)
    prizes.announce(section, "", by=kim)


def post(event: Event, kim: User) -> None:
    """Two players, and three, as the rules pair them."""
    for names in (["Ann", "Ben"], ["Ann", "Ben", "Max"]):
        section = setup.create_section(event, name=f"Paired {len(names)}", rounds=1, by=kim)
        rosters.add_players(section, [RosterEntry(None, name) for name in names], by=kim)
        drafts.keep(section, 1, drafts.propose(section, 1, lot="w"), by=kim)
        drafts.discard(section, 1, by=kim)
        drafts.keep(section, 1, drafts.propose(section, 1, lot="w"), by=kim)
        if len(names) == 3:
            drafts.edit(section, 1, Draft((DraftBoard(1, 2),), 3), by=kim)
        drafts.publish(section, 1, by=kim)
        if len(names) == 3:
            (game,) = games_of(section, 1)
            attendance.no_show(game, "white", revision=game.revision, by=kim)
            resting = section.players.get(name="Max")
            attendance.re_enter(resting, 0, {1: Kind.UNPAIRED}, by=kim, reason="he is ill")
            undone(section, by=kim)
            pairings.withdraw(resting, 0, by=kim, reason="he is ill")


def pair_again(event: Event, kim: User) -> None:
    """Ann leaves a published round alone, and with Moe; Max is left without an opponent, and Ben too."""
    for leaving in ((1, 4), (1,)):
        section = setup.create_section(event, name=f"{len(leaving)} left", rounds=2, by=kim)
        names = ("Ann", "Ben", "Max", "Moe")
        rosters.add_players(section, [RosterEntry(None, name) for name in names], by=kim)
        drafts.keep(section, 1, drafts.propose(section, 1, lot="w"), by=kim)
        drafts.edit(section, 1, Draft((DraftBoard(1, 3), DraftBoard(2, 4))), by=kim)
        drafts.publish(section, 1, by=kim)
        for number in leaving:
            pairings.remove_pairing(games_of(section, 1)[0], by=kim, reason="Ann is ill")
            pairings.withdraw(player(section, number), 0, by=kim)
        repairing.repair(section, 1, repairing.ask(section, 1, "ladder"), by=kim, reason="Ann is ill")
    both = setup.create_section(event, name="Again 2", rounds=2, by=kim)
    rosters.add_players(both, [RosterEntry(None, name) for name in ("Ann", "Ben")], by=kim)
    pairings.pair(both, 1, "1 2", by=kim)
    pairings.publish(both, 1, by=kim)
    pairings.withdraw(player(both, 2), 0, by=kim, reason="Ben is ill", unpairing=True)
    rests = setup.create_section(event, name="Rests", rounds=2, by=kim)
    rosters.add_players(rests, [RosterEntry(None, name) for name in ("Ann", "Ben", "Cy")], by=kim)
    pairings.pair(rests, 1, "1 2\n3 B", by=kim)
    pairings.publish(rests, 1, by=kim)
    pairings.pair(rests, 2, "3 1", by=kim)
    pairings.withdraw(player(rests, 3), 0, by=kim, reason="Cy is ill", unpairing=True)
    for lines, gone, how, never in (
        ("1 3\n2 4\n5 B", [1], "ladder", ""),
        ("1 3\n2 4\n5 6", [1, 2], "ladder", "3-4"),
        ("1 5\n2 6\n3 7\n4 8", [1, 2], "again", ""),
    ):
        section = setup.create_section(event, name=f"Left {lines[-3:]}", rounds=2, by=kim)
        numbers = range(1, 1 + len(set(lines) - set(" \nB")))
        rosters.add_players(section, [RosterEntry(None, f"P{number}") for number in numbers], by=kim)
        pairings.pair(section, 1, lines, by=kim)
        pairings.publish(section, 1, by=kim)
        if never:
            apart.keep_apart(section, never, "", by=kim)
        for number in gone:
            pairings.withdraw(player(section, number), 0, by=kim, reason="a fever", unpairing=True)
        repairing.repair(section, 1, repairing.ask(section, 1, how), by=kim, reason="a fever")


def visit(section: Section, kim: User) -> None:
    """Ben of the Open plays in the Reserve, and is spelled otherwise afterwards."""
    reserve = setup.create_section(section.event, name="Reserve", rounds=1, by=kim)
    rosters.add_players(reserve, [RosterEntry(None, "Max")], by=kim)
    pairings.pair(reserve, 1, "1 2@Open", by=kim)
    rosters.edit_player(player(section, 2), name="Benjamin", by=kim)


def regroup(event: Event, kim: User) -> None:
    """One section becomes two and one again; two of its players go on in the other. One becomes quads."""
    large = setup.create_section(event, name="Large", rounds=3, by=kim)
    rated = {"Gil": 1200, "Hal": 1100, "Ida": 900, "Jo": 800}
    rosters.add_players(large, [RosterEntry(None, name, rating=rated[name]) for name in rated], by=kim)
    small, _count = regrouping.split(large, Cut("rating", 1000), name="Small", by=kim)
    regrouping.merge(large, small, by=kim)
    late_change.change_section(player(large, 1), small, by=kim)
    late_change.change_section(player(large, 3), small, {1: Kind.HALF_BYE}, by=kim)
    eight = setup.create_section(event, name="Eight", rounds=3, by=kim)
    rosters.add_players(eight, [RosterEntry(None, f"Player {n}") for n in range(8)], by=kim)
    regrouping.make_quads(eight, by=kim)


def decide(event: Event, section: Section, kim: User) -> None:
    """A tie of two players, the trophy that hangs on it, and the table of their schools."""
    final = setup.create_section(event, name="Final", rounds=1, by=kim)
    entries = [RosterEntry(None, "Ann", team="Elm"), RosterEntry(None, "Ben", team="Fir")]
    rosters.add_players(final, entries, by=kim)
    pairings.pair(final, 1, "1 2", by=kim)
    (game,) = games_of(final, 1)
    enter(game, "DD", by=kim)
    decisions.record_decision(decisions.PLAYOFF, final, [[1], [2]], by=kim)
    decisions.withdraw_decision(final, Decision.objects.get(), by=kim)
    decisions.record_decision(decisions.PLAYOFF, final, [[1], [2]], by=kim)
    prizes.announce(final, "1st place trophy", by=kim)
    ceremony.freeze(final, by=kim)
    finishing.finish(as_it_stands(final), by=kim)
    finishing.reopen(as_it_stands(final), by=kim, reason="A slip was read wrong")
    enter(game, "WL", by=kim)
    table = teams.make_table(event, name="Schools", sections=[final], by=kim)
    teams.name_school(event, ["Elm", "Elm St"], name="Elm Street", by=kim)
    teams.name_school(event, ["Fir"], name="Fir Road", code="FIR", by=kim)
    orders.post_order(table, "sum:solkoff", by=kim, reason="announced so")
    teams.edit_table(table, name="Schools", sections=[final, section], by=kim)
    clubs = teams.make_table(event, name="Clubs", sections=[final], by=kim)
    teams.remove_table(clubs, by=kim)
    Published.objects.filter(standings__section=final).delete()
    rebuilding.rebuild(Section, final.pk)


def meet(event: Event, kim: User) -> None:
    """A match of teams whose players are listed."""
    section = setup.create_section(event, name="Teams", rounds=3, boards=4, by=kim)
    importing.import_team_rosters(section, team_roster.read(TEAMS), by=kim)
    rosters.add_players(section, [RosterEntry(None, "Dogwood"), RosterEntry(None, "Elder")], by=kim)
    birch = player(section, 2)
    importing.import_team_roster(birch, team_roster.read("Gil Birk\nHal Birk", birch.name), by=kim)
    pairings.pair(section, 1, "1 3", by=kim)
    (match,) = games_of(section, 1)
    board = MatchBoard.objects.select_related("game__round").get(game=match, board=2)
    matches.record_board(board, "DD", revision=board.revision, by=kim)
    undone(section, by=kim)
    match.refresh_from_db()
    home, away = (
        list(
            TeamMember.objects.filter(team__section=section, team__number=number).values_list("pk", flat=True)
        )
        for number in (1, 3)
    )
    matches.set_line_up(match, home[1:5], away[:4], revision=match.revision, by=kim)
    match.refresh_from_db()
    matches.record_match(match, "FX", revision=match.revision, by=kim)
    pairings.pair(section, 2, "1 2", by=kim)
    pairings.publish(section, 2, by=kim)
    board.refresh_from_db()
    seen = consequences(matches.correction_of_board(board, "DD"))
    said: dict[str, Any] = {"by": kim, "reason": "slips were swapped"}
    matches.record_board(board, "DD", revision=board.revision, seen=seen, **said)
    match.refresh_from_db()
    seen = consequences(matches.correction_of_match(match, "XF"))
    matches.record_match(match, "XF", revision=match.revision, seen=seen, **said)
    pairings.pair(section, 3, "1 4", by=kim)
    (last,) = games_of(section, 3)
    attendance.no_show(last, "black", revision=last.revision, by=kim)


def end(event: Event, kim: User) -> None:
    final = event.sections.get(name="Final")
    visibility.set_hidden(final, False, by=kim)
    visibility.set_hidden(final, True, by=kim)
    visibility.archive(final, hide=False, by=kim)
    visibility.bring_back(final, by=kim)
    visibility.hide_event(event, by=kim)
    visibility.publish_event(event, [], by=kim)
    visibility.archive_event(event, hide=False, by=kim)
    visibility.bring_event_back(event, by=kim)
    visibility.arrange_sections(event, [final.pk], by=kim)
    visibility.delete_section(setup.create_section(event, name="Mistake", rounds=1, by=kim), by=kim)


def import_charts(event: Event, kim: User) -> None:
    players = setup.create_section(event, name="Imported", rounds=1, by=kim)
    importing.import_wallchart(players, wallchart_csv.read(CHART.encode()), order="solkoff", by=kim)
    listed = RosterFile((RosterEntry(None, "Ann", rating=1200), RosterEntry(None, "Cy")))
    with pytest.raises(Asked) as asked:
        importing.import_roster(players, listed, by=kim)
    answers = importing.Answers(differing=asked.value.key, take=True)
    importing.import_roster(players, listed, by=kim, answers=answers, reason="Typed wrong")
    table = setup.create_section(event, name="Table", rounds=5, format="round robin", by=kim)
    rosters.add_players(table, [RosterEntry(None, name) for name in "VWXYZ"], by=kim)
    numbering.number_by_lot(table, by=kim)
    for data in states()[1:3]:
        companion.take(event, read_program(data), by=kim, order="solkoff")
    teams_section = setup.create_section(event, name="Imported teams", rounds=1, boards=4, by=kim)
    chart = "# entrants: teams\nnumber,name,r1\n1,Alder,W2(3)\n2,Birch,L1(1)\n"
    importing.import_wallchart(teams_section, wallchart_csv.read(chart.encode()), order="game_points", by=kim)


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
