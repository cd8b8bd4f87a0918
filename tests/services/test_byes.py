"""Byes that players ask for: for several rounds at once, as posted, canceled and undone (22C)."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.factories import a_section, as_it_stands, paired, three_teams
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.errors import Irrevocable, PastPosted, Refused
from tournaments.formats.byes import read_byes, written
from tournaments.formats.records import RosterEntry
from tournaments.models import LogEntry, Player, Seat, Section
from tournaments.selectors.entries.byes import entered, requested
from tournaments.selectors.pairing.basis import basis
from tournaments.services import attendance, byes, pairings, setup
from tournaments.services.undoing import undo, undo_entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def section(kim: User) -> Section:
    return a_section(4, 5, by=kim)


def player(section: Section, number: int = 1) -> Player:
    return section.players.select_related("section").get(number=number)


def ask(section: Section, text: str, kim: User, *, number: int = 1, **more: object) -> None:
    byes.request_byes(player(section, number), read_byes(text), by=kim, **more)  # type: ignore[arg-type]


def asked(section: Section, number: int = 1) -> str:
    return written(requested(section).get(player(section, number).pk, ()))


def said(section: Section) -> str:
    return LogEntry.objects.filter(standings=section.standings_id).latest("pk").summary


def post(section: Section, kim: User, **posted: Any) -> None:
    setup.edit_section(
        section, name=section.name, rounds=section.rounds, format=section.format, games=1, by=kim, **posted
    )


def test_byes_of_several_rounds_are_one_change_and_the_log_says_which(section: Section, kim: User) -> None:
    version = section.version
    ask(section, "2, 4, 5z", kim)
    assert asked(section) == "2, 4, 5z"
    assert as_it_stands(section).version == version + 1
    name = player(section).called
    assert said(section) == f"{name}: half-point bye in rounds 2 and 4; zero-point bye in round 5"
    undo(section.pk, by=kim)
    assert asked(section) == ""


def test_byes_can_be_changed_and_canceled_and_the_log_says_what_was_canceled(
    section: Section, kim: User
) -> None:
    ask(section, "2, 4", kim)
    ask(section, "2z, 3", kim)
    assert asked(section) == "2z, 3"
    name = player(section).called
    assert said(section) == (
        f"{name}: half-point bye in round 3; zero-point bye in round 2; canceled half-point bye in round 4"
    )
    undo(section.pk, by=kim)
    assert asked(section) == "2, 4"
    ask(section, "", kim)
    assert said(section) == f"{name}: canceled half-point bye in rounds 2 and 4"


def test_the_same_byes_again_change_nothing(section: Section, kim: User) -> None:
    ask(section, "2, 4", kim)
    version = as_it_stands(section).version
    ask(section, "4 2", kim)
    assert as_it_stands(section).version == version


def test_who_asked_is_not_paired_in_that_round(section: Section, kim: User) -> None:
    ask(section, "1, 2z", kim)
    for number in (1, 2):
        request = basis(as_it_stands(section), number).request
        assert [card.number for card in request.chart.cards if request.in_pool(card)] == [2, 3, 4]
    request = basis(as_it_stands(section), 3).request
    assert all(request.in_pool(card) for card in request.chart.cards)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("9", "a round of this section, from 1 to 5"),
        ("1", "a round still to be published. Correct round 1 on its own page"),
        ("3", "is paired there: remove that pairing first"),
        ("4z", "has a full-point bye there"),
    ],
)
def test_a_bye_that_cannot_be_says_why_and_nothing_is_stored(
    section: Section, kim: User, text: str, expected: str
) -> None:
    paired(section, 1, "1 2\n3 4", publish=True)
    paired(section, 3, "1 2")
    pairings.give_bye(section, 4, [1], Kind.FULL_BYE, by=kim)
    version = as_it_stands(section).version
    with pytest.raises(Refused) as refused:
        ask(section, f"2, {text}", kim)
    (trouble,) = refused.value.troubles
    assert expected in trouble.expected
    assert trouble.read == text.rstrip("z")
    assert as_it_stands(section).version == version


def test_a_bye_of_a_published_round_may_be_named_as_it_is(section: Section, kim: User) -> None:
    paired(section, 1, "1 H\n3 4", publish=True)
    ask(section, "1, 4", kim)
    assert asked(section) == "4"
    with pytest.raises(Refused):
        ask(section, "1z, 4", kim)
    ask(section, "", kim)
    assert Seat.objects.filter(player=player(section), round__number=1, kind="H").exists()


def test_who_withdrew_asks_for_nothing_later(section: Section, kim: User) -> None:
    pairings.withdraw(player(section), 2, by=kim)
    ask(section, "2", kim)
    with pytest.raises(Refused) as refused:
        ask(section, "2, 3", kim)
    assert "withdrew after round 2" in refused.value.troubles[0].expected


def test_the_byes_of_a_double_round_and_of_a_team_count_in_every_game(kim: User) -> None:
    double = a_section(2, 3, by=kim, games=2)
    ask(double, "2", kim)
    seats = Seat.objects.filter(player=player(double))
    assert list(seats.order_by("slot").values_list("slot", "kind")) == [(1, "H"), (2, "H")]
    ask(double, "", kim)
    assert not Seat.objects.filter(player=player(double)).exists()
    teams = three_teams()
    ask(teams, "2", kim)
    assert Seat.objects.get(player=player(teams)).board_points_q == 4 * Kind.HALF_BYE.points_q


# --- as posted --------------------------------------------------------------------------------------


def test_past_the_posted_limit_the_director_is_asked_once(section: Section, kim: User) -> None:
    post(section, kim, half_byes=2)
    ask(section, "1, 2, 3z", kim)
    with pytest.raises(PastPosted) as past:
        ask(section, "1, 2, 4", kim)
    assert "would have 3 half-point byes, and the posted limit is 2." in past.value.message
    assert asked(section) == "1, 2, 3z"
    ask(section, "1, 2, 4", kim, anyway=True)
    assert asked(section) == "1, 2, 4"
    # Fewer are no question, though they are still too many.
    post(section, kim, half_byes=1)
    ask(section, "1, 2", kim)


def test_byes_that_were_taken_count_for_the_limit(section: Section, kim: User) -> None:
    post(section, kim, half_byes=1)
    paired(section, 1, "1 H\n3 4", publish=True)
    with pytest.raises(PastPosted):
        ask(section, "3", kim)
    ask(section, "3z", kim)


def test_past_the_posted_deadline_the_director_is_asked_about_half_point_byes(
    section: Section, kim: User
) -> None:
    post(section, kim, byes_before=2)
    paired(section, 1, "1 2\n3 4", publish=True)
    ask(section, "4", kim)
    paired(section, 2, "1 3\n2 4", publish=True)
    ask(section, "4, 5z", kim)
    with pytest.raises(PastPosted) as past:
        ask(section, "3, 4", kim)
    assert "before round 2, and that round is published" in past.value.message


def test_the_page_of_a_round_says_what_is_past_the_posted_limit(section: Section, kim: User) -> None:
    post(section, kim, half_byes=0)
    (sentence,) = pairings.give_bye(section, 1, [1], Kind.HALF_BYE, by=kim)
    assert "the posted limit is 0" in sentence
    assert pairings.give_bye(section, 2, [1], Kind.UNPAIRED, by=kim) == []


def test_a_half_point_bye_of_the_last_round_is_canceled_with_a_reason(section: Section, kim: User) -> None:
    ask(section, "5", kim)
    ask(section, "", kim)
    post(section, kim, last_bye_irrevocable=True)
    ask(section, "4, 5", kim)
    for other in ("4", "4, 5z"):
        with pytest.raises(Irrevocable):
            ask(section, other, kim)
    ask(section, "5", kim)
    ask(section, "", kim, reason="flight canceled")
    entry = LogEntry.objects.filter(standings=section.standings_id).latest("pk")
    assert entry.reason == "flight canceled"


def test_nor_is_it_removed_on_the_page_of_the_round_without_one(section: Section, kim: User) -> None:
    post(section, kim, last_bye_irrevocable=True)
    ask(section, "4, 5", kim)
    pairings.remove_bye(Seat.objects.get(round__number=4), by=kim)
    with pytest.raises(Irrevocable):
        pairings.remove_bye(Seat.objects.get(round__number=5), by=kim)
    pairings.remove_bye(Seat.objects.get(round__number=5), by=kim, reason="flight canceled")
    assert not Seat.objects.exists()


def test_a_deadline_after_the_last_round_is_refused(section: Section, kim: User) -> None:
    with pytest.raises(Refused, match="before round 6: the section has 5 rounds"):
        post(section, kim, byes_before=6)


def test_who_entered_a_bye_and_when_is_known(section: Section, kim: User) -> None:
    pairings.give_bye(section, 2, [1, 2], Kind.HALF_BYE, by=kim)
    ask(section, "2, 4z", kim)
    first, second = entered(player(section))
    log = list(LogEntry.objects.filter(standings=section.standings_id).order_by("-pk")[:2])
    assert [(each.round, each.by, each.at) for each in (second, first)] == [
        (4, kim.get_full_name(), log[0].at),
        (2, kim.get_full_name(), log[1].at),
    ]


# --- with the entry ---------------------------------------------------------------------------------


def test_a_player_is_added_with_byes_in_one_change(section: Section, kim: User) -> None:
    entry = RosterEntry(None, "Lou Larch", byes=read_byes("2, 5z"))
    attendance.add_player(section, entry, by=kim)
    assert asked(section, 5) == "2, 5z"
    assert said(section) == "Lou Larch added, half-point bye in round 2; zero-point bye in round 5"
    added = LogEntry.objects.filter(standings=section.standings_id).latest("pk")
    undo_entry(section.pk, by=kim, entry_id=added.pk)
    assert section.players.count() == 4


def test_a_late_player_has_missed_rounds_and_asks_for_others(section: Section, kim: User) -> None:
    paired(section, 1, "1 2\n3 4", publish=True)
    entry = RosterEntry(None, "Lou Larch", byes=read_byes("3"))
    attendance.add_player(section, entry, {1: Kind.HALF_BYE}, by=kim)
    assert said(section) == "Lou Larch added, half-point bye in rounds 1 and 3"
    twice = RosterEntry(None, "Kit Larch", byes=read_byes("1"))
    with pytest.raises(Refused) as refused:
        attendance.add_player(section, twice, {1: Kind.UNPAIRED}, by=kim)
    assert "under Missed rounds" in refused.value.troubles[0].expected
