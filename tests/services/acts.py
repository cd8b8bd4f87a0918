"""What a director does at an event: every kind of act that the log has a code for, but a restore."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.factories import TEAMS, as_it_stands, enter, games_of, swap_colors, undone
from tests.rating_lists import a_list, as_text
from tests.swisssys_file import states
from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.models import Decision, Published
from tournaments.errors import Asked, ReadOtherwise
from tournaments.formats import registration, team_roster, wallchart_csv
from tournaments.formats.byes import Bye, read_byes
from tournaments.formats.programs.reading import read as read_program
from tournaments.formats.records import RosterEntry, RosterFile
from tournaments.models import CheckIn, Event, ExtraGame, MatchBoard, Player, Seat, Section, TeamMember
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
from tournaments.text.log import Summary

# The codes that no act here has: of an event that is restored (tests/services/backups).
RESTORES = {Summary.RESTORED, Summary.RESTORED_THERE, Summary.REPLACED, Summary.REPLACED_THERE}
CHART = "number,name,r1\n1,Ann,W2w\n2,Ben,L1b\n"


def every_act(event: Event, kim: User) -> None:
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
    check_in.pay(event, ida.pk, 45_00, by=kim)
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
    for withdraw in (False, True):
        byes.request_byes(fay, (), by=kim)
        check_in.no_shows(section.event, [fay.pk], withdraw=withdraw, by=kim)
    pairings.reinstate(fay, by=kim)
    byes.request_byes(fay, [Bye(2, half)], by=kim)
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
    late_change.change_section(player(large, 1), small, by=kim, outside=True)
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
    setup.number_boards(event, by=kim)
    visibility.delete_section(setup.create_section(event, name="Mistake", rounds=1, by=kim), by=kim)


def import_charts(event: Event, kim: User) -> None:
    players = setup.create_section(event, name="Imported", rounds=1, by=kim)
    importing.import_wallchart(players, wallchart_csv.read(CHART.encode()), order="solkoff", by=kim)
    listed = RosterFile((RosterEntry(None, "Ann", rating=1200), RosterEntry(None, "Cy")))
    with pytest.raises(Asked) as asked:
        importing.import_roster(players, listed, by=kim)
    answers = importing.Answers(differing=asked.value.key, take=True)
    importing.import_roster(players, listed, by=kim, answers=answers, reason="Typed wrong")
    # So many that the lots hardly leave each where it is, which changes nothing.
    table = setup.create_section(event, name="Table", rounds=9, format="round robin", by=kim)
    rosters.add_players(table, [RosterEntry(None, name) for name in "RSTUVWXYZ"], by=kim)
    numbering.number_by_lot(table, by=kim)
    for data in states()[1:3]:
        companion.take(event, read_program(data), by=kim, order="solkoff")
    teams_section = setup.create_section(event, name="Imported teams", rounds=1, boards=4, by=kim)
    chart = "# entrants: teams\nnumber,name,r1\n1,Alder,W2(3)\n2,Birch,L1(1)\n"
    importing.import_wallchart(teams_section, wallchart_csv.read(chart.encode()), order="game_points", by=kim)
