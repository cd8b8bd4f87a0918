"""Undoing any entry of the log: every kind is undone, or refused with a sentence; nothing is half undone."""

from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import transaction

from tests.factories import a_section, as_it_stands, director_of, enter, games_of, paired, played, three_teams
from tests.services import acts
from tests.test_changes import Day, image, images
from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.frozen import Differences
from tiebreaks.models import Published
from tiebreaks.moves import moves
from tiebreaks.published import read_players
from tiebreaks.selectors import players_document
from tournaments.errors import Conflict, NoReason, Refused, Unseen
from tournaments.models import Event, LogEntry, MatchBoard, Section
from tournaments.selectors.awards.announced import announced
from tournaments.selectors.history.later import MAKES_SECTIONS
from tournaments.selectors.results.consequences import consequences
from tournaments.selectors.results.undoing import undo_of
from tournaments.services import ceremony, corrections, drafts, matches, prizes, visibility
from tournaments.services.check_in import move
from tournaments.services.decisions import toss_coin
from tournaments.services.extra_games import add_extra_game
from tournaments.services.pairings import pair, reinstate, withdraw
from tournaments.services.rulings import Outcome, record_board_ruling, ruled_on_board
from tournaments.services.undoing import undo_entry, undo_with_later
from tournaments.text.log import Summary
from tournaments.text.undoing import NOT_UNDONE, ON_FINISH_PAGE

pytestmark = pytest.mark.django_db


def entry(section: Section, code: Summary) -> LogEntry:
    return LogEntry.objects.filter(standings=section.standings_id, code=code).latest("pk")


def undo(section: Section, of: LogEntry, by: User | None = None) -> LogEntry:
    """Undo an entry as somebody who has seen what it moves; the entry of the undoing."""
    by = by or director_of(section)
    with transaction.atomic():
        try:
            with transaction.atomic():
                undo_entry(section.pk, by=by, entry_id=of.pk, reason="entered by mistake")
        except Unseen:
            seen = consequences(corrections.of_entry(section, of))
            undo_entry(section.pk, by=by, entry_id=of.pk, reason="entered by mistake", seen=seen)
    # That of quads goes with the sections that they made.
    return of if of.code == Summary.QUADS_MADE else LogEntry.objects.get(undoes=of)


class _Enough(Exception):  # noqa: N818 (it ends a trial)
    """Ends a trial, whose transaction is rolled back."""


def attempt(section: Section, of: LogEntry, *, stays: bool) -> str:
    """Undo an entry, and leave it all as it was unless the undoing stays."""
    try:
        with transaction.atomic():
            undo(section, of)
            if not stays:
                raise _Enough
            return "undone"
    except (Conflict, Refused) as refused:
        return refused.message
    except _Enough:
        return "undone"


def trial(section: Section, of: LogEntry, *, recompute: bool = True) -> str:
    """Undo an entry and undo that again, looking at everything, and leave it all as it was."""
    before, document = rows(section), documents()
    try:
        with transaction.atomic():
            try:
                undoing = undo(section, of)
            except (Conflict, Refused) as refused:
                assert rows(section) == before
                return refused.message
            if recompute:
                agrees()
            if of.code in MAKES_SECTIONS:
                raise _Enough  # These sections are to be brought back first, or their log went with them.
            assert rows(section) != before
            undo(section, undoing)
            assert documents() == document
            assert rows(section) == before
            raise _Enough
    except _Enough:
        return "undone"


def rows(section: Section) -> dict[Any, Any]:
    """The sections of the event and every row of one, without its counter of entries, which only grows, and
    their time: a match is computed anew."""
    beside: dict[Any, Any] = {("section", each.pk): image(each) for each in section.event.sections.all()}
    return beside | {
        key: {name: value for name, value in image.items() if name not in ("revision", "entered_at")}
        for key, image in images(section).items()
    }


def documents() -> dict[int, str]:
    return dict(Published.objects.order_by("pk").values_list("pk", "body"))


def agrees() -> None:
    call_command("check_standings", stdout=StringIO())


# --- every kind -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "looked_at",
    [
        pytest.param("each", marks=pytest.mark.long),
        pytest.param("every twelfth", marks=pytest.mark.slow),
    ],
)
def test_an_event_of_every_kind_is_undone_from_its_end_or_refused_with_a_sentence(
    kim: User, looked_at: str
) -> None:
    event = Event.objects.get(pk=a_section(0, by=kim).event_id)
    acts.every_act(event, kim)
    outcomes: dict[str, set[str]] = {}
    for nth, of in enumerate(LogEntry.objects.select_related("standings__section").order_by("-pk")):
        owner = getattr(of.standings, "section", None)
        if owner is None:
            continue  # An order of a team table is in the log of the table.
        if not LogEntry.objects.filter(pk=of.pk).exists():
            outcomes.setdefault(of.code, set()).add("undone")  # with the quad in whose log it stood
            continue
        if LogEntry.objects.filter(undoes=of).exists() and of.undoes is None:
            outcomes.setdefault(of.code, set()).add("undone")  # by an act of the day
            continue
        stays = of.undoes is None
        if looked_at == "each" or nth % 12 == 0:
            said = trial(owner, of, recompute=of.code not in outcomes)
            if said == "undone" and stays:
                undo(owner, of)
        else:
            said = attempt(owner, of, stays=stays)
        outcomes.setdefault(of.code, set()).add(said)
    assert set(outcomes) == set(Summary) - {Summary.TEAM_ORDER_POSTED} - acts.RESTORES
    for code, told in outcomes.items():
        if Summary(code) in NOT_UNDONE:
            assert told == {str(NOT_UNDONE[Summary(code)])}, code
    blocked = {code for code, told in outcomes.items() if "undone" not in told and code not in NOT_UNDONE}
    # Its log goes with the section: the page asks whether to delete it. Another page reopens and finishes.
    blocked -= {Summary.SECTION_CREATED, *ON_FINISH_PAGE}
    assert not blocked, {code: outcomes[code] for code in blocked}


def test_no_undoing_seats_a_player_who_has_withdrawn(kim: User) -> None:
    section = a_section(4, by=kim)
    pair(section, 1, "1 2\n3 4", by=kim)
    undoing = undo(section, entry(section, Summary.PAIRED))
    four = section.players.get(number=4)
    withdraw(four, 0, by=kim)
    with pytest.raises(Refused, match="withdrew before round 1, so nothing was undone"):
        undo(section, undoing)
    assert not four.seats.exists()
    reinstate(four, by=kim)
    undo(section, undoing)
    assert four.seats.exists()


def test_no_undoing_withdraws_a_player_who_has_been_paired(kim: User) -> None:
    section = a_section(4, by=kim)
    four = section.players.get(number=4)
    withdraw(four, 0, by=kim)
    reinstate(four, by=kim)
    back = entry(section, Summary.REINSTATED)
    pair(section, 1, "1 2\n3 4", by=kim)
    with pytest.raises(Refused, match="withdrew before round 1"):
        undo(section, back)
    four.refresh_from_db()
    assert four.withdrawn_after is None


def test_no_game_comes_back_for_a_player_who_plays_elsewhere_now(kim: User) -> None:
    section = a_section(4, by=kim)
    other = a_section(2, event=section.event, by=kim)
    four = section.players.get(number=4)
    add_extra_game(section, 1, 4, Kind.WIN, Kind.LOSS, by=kim)
    undoing = undo(section, entry(section, Summary.EXTRA_GAME_ADDED))
    move(four, other, by=kim)
    (first,) = undo_of(section, undoing).first
    assert four.called in first.summary
    with pytest.raises(Conflict, match="Later changes build on this one"):
        undo(section, undoing)


def test_no_undoing_is_offered_of_what_is_archived(kim: User) -> None:
    section = a_section(4, 2, by=kim)
    played(section, 1, "1 2 WL\n3 4 DD", by=kim)
    visibility.archive(section, hide=False, by=kim)
    section = as_it_stands(section)
    assert undo_of(section, entry(section, Summary.RESULT)).refused == (
        f"{section.name} is archived. To undo this, bring it back first."
    )


def three_rounds(by: User) -> tuple[Section, list[LogEntry]]:
    """A Swiss in which rounds 1 and 2 are played and round 3 is published; the entries that paired them."""
    section = a_section(6, 4, by=by)
    entries = []
    for number in (1, 2, 3):
        now = as_it_stands(section)
        drafts.keep(now, number, drafts.propose(now, number), by=by)
        drafts.publish(now, number, by=by)
        entries.append(LogEntry.objects.filter(standings=section.standings_id).latest("pk"))
        for game in games_of(section, number) if number < 3 else ():
            enter(game, "WL", by=by)
    return as_it_stands(section), entries


def of_results(section: Section, number: int) -> list[LogEntry]:
    found = LogEntry.objects.filter(standings=section.standings_id, verb="result", undone_by=None)
    return [each for each in found.order_by("-pk") if each.values["round"] == number]


def test_a_round_is_not_taken_back_while_a_later_one_is_paired_on_it(kim: User) -> None:
    section, (_first, second, third) = three_rounds(kim)
    first = "Round 3 is paired on round 2. Undo round 3 first."
    page = undo_of(section, second)
    assert page.round_first is not None
    assert f"{page.round_first.why} {page.round_first.what}" == first
    assert page.round_first.entry == third
    assert not page.goes_with_first
    for result in of_results(section, 2):
        undo(section, result)
    for act in (undo_entry, undo_with_later):
        with pytest.raises(Conflict, match=first):
            act(section.pk, by=kim, entry_id=second.pk, reason="wrong round")
    assert not undo_of(section, second).possible
    assert len(games_of(section, 2)) == 3
    undo(section, third)
    undo(section, second)
    assert not games_of(section, 2)
    agrees()


def test_a_round_does_not_come_back_while_the_one_it_was_paired_on_is_taken_back(kim: User) -> None:
    section, (_first, second, third) = three_rounds(kim)
    without_third = undo(section, third)
    for result in of_results(section, 2):
        undo(section, result)
    without_second = undo(section, second)
    assert without_second in undo_of(section, without_third).first
    with pytest.raises(Conflict, match="Later changes build on this one"):
        undo_entry(section.pk, by=kim, entry_id=without_third.pk, reason="it was right")
    again = undo(section, without_second)
    third_again = undo(section, without_third)
    assert len(games_of(section, 3)) == 3
    # What brought round 2 back takes it away again, and so does not while round 3 is there.
    assert undo_of(section, again).round_first is not None
    assert undo_of(section, again).round_first.entry == third_again  # type: ignore[union-attr]
    with pytest.raises(Conflict, match="Undo round 3 first"):
        undo_entry(section.pk, by=kim, entry_id=again.pk, reason="wrong round")


def test_a_round_that_was_paired_after_a_later_one_goes_before_it_as_the_log_has_them(kim: User) -> None:
    section = a_section(4, 3, by=kim)
    paired(section, 2, "1 3\n2 4", publish=False, by=kim)
    paired(section, 1, "1 2\n3 4", publish=True, by=kim)
    pairing, posted = (entry(section, code) for code in (Summary.PAIRED, Summary.PAIRINGS_PUBLISHED))
    undo(section, posted)
    undo(section, pairing)
    assert not games_of(section, 1)
    assert len(games_of(section, 2)) == 2


def test_a_round_stays_published_where_a_later_one_is_though_its_one_result_is_undone(kim: User) -> None:
    section = a_section(3, 3, by=kim, format=Section.Formats.ROUND_ROBIN)
    (game,) = paired(section, 1, "1 2\n3 B", publish=False)
    enter(game, "WL", by=kim)
    result = entry(section, Summary.RESULT)
    paired(section, 2, "2 3\n1 B", publish=True)
    before = Published.objects.get(pk=section.standings_id).body
    foreseen = consequences(corrections.of_entry(as_it_stands(section), result)).moved
    undo(as_it_stands(section), result)
    after = Published.objects.get(pk=section.standings_id).body
    assert not section.round_set.filter(published_at=None).exists()
    assert [each.plain for each in foreseen.values()] == [
        moves(read_players(before), read_players(after)).plain
    ]
    agrees()


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(n, marks=pytest.mark.long) for n in range(2, 6))])
def test_any_entry_of_a_day_drawn_at_random_is_undone_and_redone_or_nothing_changes(seed: int) -> None:
    day = Day(seed)
    for nth, _accepted in enumerate(day.live(60)):
        if nth % 12 == 11:
            entries = list(LogEntry.objects.filter(standings=day.section.standings_id).order_by("pk"))
            trial(as_it_stands(day.section), day.chance.choice(entries))


# --- prizes, and rulings on boards of matches -----------------------------------------------------


def since_the_freeze(section: Section) -> Differences:
    found = announced(players_document(section.standings_id))
    assert found is not None
    return found.since


def test_prizes_replaced_after_the_freeze_come_back_with_a_reason_and_the_awards_with_them(kim: User) -> None:
    section = a_section(2, 1, by=kim, order="solkoff")
    played(section, 1, "1 2 WL", by=kim)
    prizes.announce(section, "1st place trophy\n1st place $100", by=kim)
    before = as_it_stands(section).prizes
    ceremony.freeze(as_it_stands(section), by=kim)
    prizes.announce(section, "1st place $300", by=kim)
    replaced = entry(section, Summary.PRIZES_ANNOUNCED)
    for reason in ("", "  ", "1"):
        with pytest.raises(NoReason):
            undo_entry(section.pk, by=kim, entry_id=replaced.pk, reason=reason)
    assert as_it_stands(section).prizes == "1st place $300"
    undoing = undo(section, replaced)
    assert as_it_stands(section).prizes == before
    assert not since_the_freeze(section)
    agrees()
    undo(section, undoing)
    assert [(each.gains, each.loses, each.cents) for each in since_the_freeze(section).players] == [
        ([], ["1st place trophy"], 200_00)
    ]


def test_a_decision_that_frozen_awards_stand_on_is_undone_with_a_reason(kim: User) -> None:
    section = a_section(2, 1, by=kim, order="solkoff")
    played(section, 1, "1 2 DD", by=kim)
    prizes.announce(section, "1st place trophy", by=kim)
    toss_coin(section, [1, 2], by=kim)
    ceremony.freeze(as_it_stands(section), by=kim)
    toss = entry(section, Summary.DECIDED)
    with pytest.raises(NoReason):
        undo_entry(section.pk, by=kim, entry_id=toss.pk, reason="")
    assert undo_of(section, toss).needs_reason
    undo(section, toss)
    assert since_the_freeze(section)


def test_undoing_prizes_of_the_events_fund_pays_the_other_section_as_before(kim: User) -> None:
    """32C4: with the other's $500 the fund is above $500, and half is due at least."""
    paid = a_section(4, 1, by=kim)
    other = a_section(2, 1, event=paid.event, by=kim)
    played(paid, 1, "1 2 WL\n3 4 DD", by=kim)
    prizes.announce(paid, "1st place $400", by=kim)
    prizes.set_terms(paid, fund_based_on=20, fund_entries=5, by=kim)
    cents = []
    prizes.announce(other, "1st place $500", by=kim)
    cents.append(players_document(paid.standings_id).awards.cents(1))
    undo(other, entry(other, Summary.PRIZES_ANNOUNCED))
    cents.append(players_document(paid.standings_id).awards.cents(1))
    assert cents == [200_00, 100_00]
    assert LogEntry.objects.filter(standings=paid.standings_id).latest("pk").code == Summary.EVENT_FUND
    agrees()


def test_a_ruling_on_a_board_of_a_match_is_undone_from_the_log_with_the_score_of_the_match() -> None:
    section = three_teams()
    by = director_of(section)
    (match,) = paired(section, 1, "1 3", publish=True)
    boards = MatchBoard.objects.filter(game=match).select_related("game__round__section").order_by("board")
    for board, result in zip(boards, ("WL", "DD", "DD", "DD"), strict=True):
        board.refresh_from_db()
        matches.record_board(board, result, revision=board.revision, by=by)
    paired(section, 2, "1 2", publish=True)  # so the ruling is a correction, and its undoing too

    def scores() -> list[int | None]:
        return list(match.seats.order_by("-side").values_list("board_points_q", flat=True))

    stood = scores()
    first = boards.get(board=1)
    split = (Outcome(Kind.WIN, 2), Outcome(Kind.LOSS, 2))
    why = "a phone rang"
    seen = consequences(matches.correction_of_board(first, *ruled_on_board(*split, why)))
    record_board_ruling(first, *split, revision=first.revision, by=by, reason=why, seen=seen)
    assert scores() != stood
    ruling = LogEntry.objects.filter(standings=section.standings_id, verb="ruling").latest("pk")
    with pytest.raises(Unseen):
        undo_entry(section.pk, by=by, entry_id=ruling.pk, reason="the wrong match")
    undoing = undo(section, ruling)
    first.refresh_from_db()
    assert (first.result, first.points_q, scores()) == ("WL", (None, None), stood)
    agrees()
    undo(section, undoing)
    first.refresh_from_db()
    assert first.points_q == (2, 2)
    agrees()
