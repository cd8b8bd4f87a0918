"""The demo: everything a director meets in a day, made through the services."""

from dataclasses import replace
from io import StringIO

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import TestCase

from tiebreaks.selectors import players_document
from tournaments import demo, wallcharts
from tournaments.formats import wallchart_csv
from tournaments.models import Event, Game, LogEntry, PairingReasons, Seat, Section
from tournaments.selectors.pairing.page import pairing_page
from tournaments.selectors.pairing.reasons import is_set


def load(**options: str) -> str:
    printed = StringIO()
    call_command("demo", stdout=printed, **options)
    return printed.getvalue()


def deciders(section: Section) -> dict[int, str | None]:
    """For each number, the system that separated it from the one above in its score group."""
    body = players_document(section.standings_id)
    steps = [str(step) for step in body.order.steps]
    return {s.number: None if s.decided_by is None else steps[s.decided_by] for s in body.standings}


def ranks(section: Section) -> list[tuple[int, int]]:
    return [(s.rank, s.number) for s in players_document(section.standings_id).standings]


def test_the_printed_password_signs_the_director_in() -> None:
    password = load().split()[-1]
    director = authenticate(username="director", password=password)
    assert director == Event.objects.get().staff.get().user


@pytest.mark.slow
def test_the_password_can_be_chosen_and_is_another_each_time_otherwise() -> None:
    assert load(password="rook to e8").rstrip().endswith("rook to e8")
    assert authenticate(username="director", password="rook to e8")
    User.objects.all().delete()
    Event.objects.all().delete()
    first = load().split()[-1]
    User.objects.all().delete()
    Event.objects.all().delete()
    assert load().split()[-1] != first


def test_a_second_load_says_so_and_changes_nothing() -> None:
    load()
    entries, password = LogEntry.objects.count(), User.objects.get().password
    assert "already" in load(password="another one")
    assert LogEntry.objects.count() == entries
    assert User.objects.get().password == password


def test_a_person_who_is_called_director_keeps_the_account() -> None:
    User.objects.create_user("director", password="my own")
    with pytest.raises(CommandError, match="director"):
        load()
    assert not Event.objects.exists()
    assert authenticate(username="director", password="my own")


class TestTheDemo(TestCase):
    """What is in it: loaded once, and only read."""

    k3: Section
    k8: Section
    reserve: Section

    @classmethod
    def setUpTestData(cls) -> None:
        with cls.captureOnCommitCallbacks(execute=True):
            load()
        sections = Section.objects.filter(event__name=demo.EVENT).select_related("standings__published")
        cls.k3 = sections.get(name="K-3 Championship")
        cls.k8 = sections.get(name="K-8 Championship")
        cls.reserve = sections.get(name="K-8 Reserve")

    def test_the_finished_section_needs_each_of_its_three_systems(self) -> None:
        body = players_document(self.k3.standings_id)
        names = [body.chart.by_number[number].name.split()[0] for _rank, number in ranks(self.k3)[:5]]
        assert names == ["Ann", "Chip", "Ed", "Dan", "Bill"]
        assert [deciders(self.k3)[number] for _rank, number in ranks(self.k3)[:5]] == [
            None,
            None,
            "modified_median",
            "solkoff",
            "cumulative",
        ]
        assert [len(trophy.winners) for trophy in body.awards.trophies[:5]] == [1, 1, 1, 1, 1]
        assert not body.live

    def test_in_the_section_being_played_every_system_of_the_rulebook_decides_a_place(self) -> None:
        assert players_document(self.k8.standings_id).live
        places = [(1, 2), (2, 12), (3, 5), (3, 6), (5, 4), (6, 9), (7, 3), (8, 11), (9, 1), (10, 8)]
        assert ranks(self.k8)[:10] == places
        decided = deciders(self.k8)
        assert [decided[number] for _rank, number in places] == [
            None,
            "solkoff",
            "solkoff",
            "solkoff",
            "modified_median",
            "modified_median",
            "cumulative",
            "opposition_cumulative",
            None,
            "modified_median",
        ]
        assert set(decided.values()) == {
            None,
            "modified_median",
            "solkoff",
            "cumulative",
            "opposition_cumulative",
        }

    def test_one_tie_stays_unresolved_and_its_trophies_contested(self) -> None:
        body = players_document(self.k8.standings_id)
        assert [s.number for s in body.standings if s.tied > 1] == [5, 6]
        contested = [(str(t.prize), t.winners) for t in body.awards.trophies if t.contest]
        assert contested == [("3rd place trophy and $60", (5, 6)), ("4th place trophy", (5, 6))]

    def test_byes_of_every_kind_a_forfeit_a_withdrawal_and_a_late_entry_are_there(self) -> None:
        kinds = set(
            Seat.objects.filter(player__section=self.k8, game__isnull=True).values_list("kind", flat=True)
        )
        assert kinds == {"B", "H", "U"}
        assert set(
            Seat.objects.filter(player__section=self.k8, kind__in="XF").values_list("kind", flat=True)
        ) == {
            "X",
            "F",
        }
        assert list(
            self.k8.players.filter(withdrawn_after__isnull=False).values_list("number", flat=True)
        ) == [27]
        assert self.k8.players.count() == 40
        added = self.k8.standings.log.filter(verb="roster").order_by("version")
        assert [entry.summary for entry in added] == ["39 players added", "Freya Dunmore added"]
        assert self.k8.players.filter(rating__isnull=True).count() == 5
        assert self.k8.players.exclude(team="").count() > 30
        assert not self.k8.players.filter(grade="").exists()

    def test_nine_of_nineteen_boards_are_still_to_enter(self) -> None:
        seats = Seat.objects.filter(round__section=self.k8, round__number=4, game__isnull=False)
        assert seats.count() == 2 * 19
        assert seats.filter(kind="?").count() == 2 * 9

    def test_the_order_was_posted_before_round_one(self) -> None:
        posted = self.k8.standings.posted_orders.get()
        assert (posted.after_round, posted.reason, posted.posted_by) == (0, "", "Robin Alderman")

    def test_the_third_section_is_paired_by_the_rules_and_its_last_round_waits_to_be_published(self) -> None:
        body = players_document(self.reserve.standings_id)
        assert (body.through, body.rounds, body.live) == (2, 3, False)
        page = pairing_page(self.reserve, 3)
        assert not page.published
        assert page.wrong == 0
        assert page.bye is not None
        assert all(board.sentences for board in page.boards)
        # Somebody meets another than the natural opponent, for the colors.
        assert [board for board in page.boards if board.natural]

    def test_every_board_of_the_section_being_played_was_paired_by_the_rules_and_has_its_reason(self) -> None:
        for number in range(1, demo.K8_OPEN + 1):
            kept = PairingReasons.objects.get(section=self.k8, round=number)
            assert (
                len(kept.boards) == Game.objects.filter(round__section=self.k8, round__number=number).count()
            )
            assert not [board for board in kept.boards if is_set(board)]
            assert all(messages for _white, _black, messages, _group in kept.boards)

    def test_what_was_played_is_what_the_chart_says(self) -> None:
        written = wallchart_csv.read(demo.K8).chart
        kept = wallcharts.load(self.k8).chart.cards
        assert tuple(replace(card, withdrew=None) for card in kept) == written.cards
        assert [card.number for card in kept if card.withdrew == demo.K8_WITHDREW_AFTER] == [demo.K8_WITHDREW]
