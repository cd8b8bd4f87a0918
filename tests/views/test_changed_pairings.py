"""Phones and the hall say that a posted pairing changed, and when: of whom it changed, and of nobody else."""

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.addresses import at
from tests.factories import (
    a_section,
    as_it_stands,
    enter,
    game_between,
    games_of,
    paired,
    swap_colors,
    undone,
)
from tests.html import visit
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.models import LogEntry, Round, Seat, Section
from tournaments.services import drafts, pairings, repairing

POSTED = datetime(2026, 11, 21, 14, 45, tzinfo=UTC)
LATER = "Changed 9:02 AM"
AGAIN = "Changed 9:10 AM"


@pytest.fixture
def section(kim: User) -> Section:
    """Seven players. Round 1 is posted at 8:45: boards of 1 and 4, 2 and 5, 3 and 6; 7 has the bye."""
    section = a_section(7, 3, by=kim)
    section.event.time_zone = "America/Chicago"
    section.event.save()
    drafts.keep(section, 1, drafts.propose(section, 1, lot="w"), by=kim)
    drafts.publish(as_it_stands(section), 1, by=kim)
    Round.objects.update(published_at=POSTED)
    LogEntry.objects.update(at=POSTED)
    return as_it_stands(section)


@pytest.fixture(autouse=True)
def nine_past_two(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """What is done now is done at 9:02."""
    now = [POSTED + timedelta(minutes=17)]
    monkeypatch.setattr(LogEntry._meta.get_field("at"), "_get_default", lambda: now[0], raising=False)
    return now


def hers(client: Client, section: Section, number: int) -> list[str]:
    """What her page and the strip say of a change."""
    page = visit(client, at("player", section, number)).texts(".next .changed")
    assert visit(client, at("card", section, number)).texts(".changed") == page
    return page


def changed(client: Client, section: Section) -> set[int]:
    """Whose page says that the pairing changed at 9:02."""
    said = {number: hers(client, section, number) for number in range(1, 8)}
    assert {text for texts in said.values() for text in texts} <= {LATER}
    return {number for number, texts in said.items() if texts}


def of_round(client: Client, section: Section) -> dict[str, str]:
    """The boards of the round that changed, with where their line leads."""
    page = visit(client, at("round", section, 1))
    lines = [line for line in page.all("tbody tr") if line.all(".result .changed")]
    return {line.one(".bd").text: line.one(".bd a")["href"] for line in lines}


def on_the_screen(client: Client, section: Section) -> list[str]:
    screen = visit(client, reverse("screen", args=[section.event.slug]))
    return [line.one(".name").text for line in screen.all(".pairings li") if LATER in line]


def test_a_round_as_it_was_posted_says_of_nobody_that_it_changed(client: Client, section: Section) -> None:
    enter(games_of(section, 1)[0], "WL")
    assert changed(client, section) == set()
    assert of_round(client, section) == {}
    assert on_the_screen(client, section) == []


def test_swapped_colors_are_told_of_both_players_and_of_their_board(
    client: Client, section: Section, kim: User
) -> None:
    swap_colors(games_of(section, 1)[1], by=kim)
    assert changed(client, section) == {2, 5}
    assert of_round(client, section) == {"2": at("board", section, 1, 2)}
    assert len(on_the_screen(client, section)) == 2
    of_boards = [visit(client, at("board", section, 1, board)).texts(".changed") for board in (1, 2, 3)]
    assert of_boards == [[], [LATER], []]


def test_a_change_that_is_undone_is_a_change_again_and_the_log_says_that_it_was_undone(
    client: Client, section: Section, kim: User, nine_past_two: list[datetime]
) -> None:
    """Whose phone showed the swapped colors walks back to what was posted."""
    swap_colors(games_of(section, 1)[0], by=kim)
    nine_past_two[0] += timedelta(minutes=8)
    undone(section, by=kim)
    assert [hers(client, section, number) for number in (1, 2, 4)] == [[AGAIN], [], [AGAIN]]
    told = LogEntry.objects.latest("pk").summary
    assert told.startswith("This was undone: Round 1, board 1: colors swapped")


def test_colors_that_were_swapped_and_swapped_back_changed_twice(
    client: Client, section: Section, kim: User, nine_past_two: list[datetime]
) -> None:
    for _time in range(2):
        swap_colors(games_of(section, 1)[1], by=kim)
        nine_past_two[0] += timedelta(minutes=8)
    assert [hers(client, section, number) for number in (2, 5)] == [[AGAIN], [AGAIN]]


def test_a_board_that_was_removed_and_is_there_again_by_undo_changed(
    client: Client, section: Section, kim: User, nine_past_two: list[datetime]
) -> None:
    pairings.remove_pairing(games_of(section, 1)[2], by=kim, reason="6 is late")
    nine_past_two[0] += timedelta(minutes=8)
    undone(section, by=kim)
    assert [hers(client, section, number) for number in (3, 6)] == [[AGAIN], [AGAIN]]


def seated_after_posting(*, by: User) -> Section:
    """3 and 4 came late and were seated after round 1 was posted."""
    section = a_section(4, 3, by=by)
    paired(section, 1, "1 2", publish=True, by=by)
    Round.objects.update(published_at=POSTED)
    pairings.pair(as_it_stands(section), 1, "3 4", by=by, reason="they came late")
    return section


def test_who_is_seated_after_the_round_was_posted_and_loses_the_seat_by_undo_is_told(
    client: Client, kim: User
) -> None:
    section = seated_after_posting(by=kim)
    undone(section, by=kim)
    three, four = (section.players.get(number=number).called for number in (3, 4))
    (told,) = visit(client, at("round", section, 1)).texts(".absence")
    assert told.count("(changed ") == 2
    assert three in told
    assert four in told


def test_who_moved_up_after_a_withdrawal_is_told_and_nobody_else(
    client: Client, section: Section, kim: User
) -> None:
    """The one who had the bye plays now: her page went from a bye to a board without a word."""
    bye = Seat.objects.get(round__section=section, kind=Kind.FULL_BYE.letter)
    gone = section.players.get(number=6)
    pairings.withdraw(gone, 0, by=kim, reason="ill", unpairing=True)
    section = as_it_stands(section)
    repairing.repair(section, 1, repairing.ask(section, 1, "ladder"), by=kim, reason="6 is ill")
    assert bye.player.number == 7
    assert changed(client, section) == {3, 7}
    assert list(of_round(client, section)) == ["3"]


def test_a_bye_instead_of_a_board_is_told_beside_the_name(
    client: Client, section: Section, kim: User
) -> None:
    game = game_between(games_of(section, 1), 3, 6)
    pairings.remove_pairing(game, by=kim, reason="6 is late")
    pairings.pair(as_it_stands(section), 1, "3 H\n6 H", by=kim, reason="6 is late")
    assert changed(client, section) == {3, 6}
    page = visit(client, at("round", section, 1))
    three, six = (section.players.get(number=number).called for number in (3, 6))
    assert page.texts(".absence")[1] == f"Half-point bye: {three} (changed 9:02 AM); {six} (changed 9:02 AM)"
    listed = visit(client, at("round", section, 1), {"show": "names"})
    assert listed.texts(".by-name .changed") == [LATER, LATER]


def test_who_was_not_seated_when_the_round_was_posted_has_nothing_that_changed(
    client: Client, kim: User
) -> None:
    section = seated_after_posting(by=kim)
    assert [hers(client, section, number) for number in (1, 3)] == [[], []]
    swap_colors(games_of(section, 1)[1], by=kim)
    assert len(hers(client, section, 3)) == 1


def test_the_last_change_counts(
    client: Client, section: Section, kim: User, nine_past_two: list[datetime]
) -> None:
    swap_colors(games_of(section, 1)[0], by=kim)
    nine_past_two[0] += timedelta(minutes=8)
    for game in games_of(section, 1)[:2]:
        pairings.remove_pairing(game, by=kim, reason="mixed up")
    pairings.pair(as_it_stands(section), 1, "1 5\n2 4", by=kim, reason="mixed up")
    assert hers(client, section, 1) == [AGAIN]


def test_once_the_game_is_over_and_in_the_next_round_nothing_is_said_of_it(
    client: Client, section: Section, kim: User
) -> None:
    swap_colors(games_of(section, 1)[0], by=kim)
    enter(games_of(section, 1)[0], "WL", by=kim)
    assert hers(client, section, 1) == []
    assert of_round(client, section) == {}


def test_a_parent_reads_it_in_spanish(client: Client, section: Section, kim: User) -> None:
    swap_colors(games_of(section, 1)[0], by=kim)
    page = visit(client, "/es" + at("player", section, 1))
    assert page.one(".next .changed").text.startswith("Cambio: 9:02")


def test_a_change_before_the_round_was_posted_is_none(client: Client, kim: User) -> None:
    section = a_section(4, 3, by=kim)
    paired(section, 1, "1 2\n3 4", by=kim)
    swap_colors(games_of(section, 1)[0], by=kim)
    LogEntry.objects.update(at=timezone.now() - timedelta(hours=1))
    pairings.publish(as_it_stands(section), 1, by=kim)
    assert hers(client, section, 1) == []


def test_the_log_is_read_once_for_all_pages_of_a_version_and_by_no_poll(
    client: Client, section: Section, kim: User
) -> None:
    swap_colors(games_of(section, 1)[1], by=kim)
    pages = [at(name, section, 1) for name in ("round", "round-live")]
    pages += [at(name, section, number) for number in (2, 5) for name in ("player", "player-live", "card")]
    pages += [reverse(name, args=[section.event.slug]) for name in ("screen", "screen-live")]

    def asked() -> tuple[int, int]:
        """How often pages asked at all, and the log for rows."""
        with CaptureQueriesContext(connection) as queries:
            for page in pages:
                assert client.get(page).status_code == 200
        return len(queries), sum('"tournaments_logentry"."rows"' in each["sql"] for each in queries)

    assert asked()[1] == 1
    assert asked() == (len(pages), 0)
