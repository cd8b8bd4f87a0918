"""A draft that is discarded: the round is as before it was paired, and the log tells it."""

import pytest
from django.contrib.auth.models import User

from tests.factories import a_section, as_it_stands, enter, games_of, played, undone
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.errors import Conflict, Refused
from tournaments.formats.records import RosterEntry
from tournaments.models import LogEntry, PairingDraft, Section
from tournaments.pairing.draft import swapped
from tournaments.pairing.options import Options
from tournaments.selectors.history.log import last_entry
from tournaments.selectors.pairing.page import pairing_page
from tournaments.services import drafts, orders, pairings, replaying, rosters
from tournaments.services.undoing import undo_entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def section(kim: User) -> Section:
    section = a_section(7, 3, by=kim, order="solkoff")
    played(section, 1, "1 4 WL\n5 2 LW\n3 6 WL\n7 B")
    pairings.give_bye(section, 2, [5], Kind.HALF_BYE, by=kim)
    return as_it_stands(section)


def paired(section: Section, kim: User, number: int = 2, **how: str) -> PairingDraft:
    drafts.keep(section, number, drafts.propose(section, number, **how), by=kim)  # type: ignore[arg-type]
    return PairingDraft.objects.get(section=section, round=number)


def test_a_discarded_draft_leaves_the_round_as_it_was_and_keeps_the_byes(section: Section, kim: User) -> None:
    def left() -> list[object]:
        page = pairing_page(section, 2)
        return [page.draft, page.away, page.boards, as_it_stands(section).stamp]

    before = left()
    paired(section, kim)
    drafts.discard(section, 2, by=kim)
    assert left() == before
    assert [each.sitter.number for each in pairing_page(section, 2).away] == [5]
    entry = LogEntry.objects.latest("pk")
    assert entry.summary == "Round 2: draft of the pairings discarded"
    assert entry.version is None
    assert not replaying.replay(section.event).differences
    discarded = pairing_page(section, 2).discarded
    assert discarded is not None
    assert discarded.author == entry.author
    paired(section, kim)
    assert pairing_page(section, 2).discarded is None


def test_what_is_changed_on_a_draft_that_was_discarded_is_refused(section: Section, kim: User) -> None:
    draft = paired(section, kim).draft
    drafts.discard(section, 2, by=kim)
    with pytest.raises(Conflict, match="not paired yet"):
        drafts.edit(section, 2, swapped(draft, 0), by=kim)
    with pytest.raises(Conflict, match="not paired yet"):
        drafts.discard(section, 2, by=kim)
    assert not PairingDraft.objects.exists()


def test_a_discarded_draft_comes_back_with_what_was_done_by_hand_and_its_steps(
    section: Section, kim: User
) -> None:
    by_hand = swapped(paired(section, kim).draft, 0)
    drafts.edit(section, 2, by_hand, by=kim)
    before = PairingDraft.objects.get()
    drafts.discard(section, 2, by=kim)
    assert pairing_page(section, 2).comes_back
    drafts.bring_back(section, 2, by=kim)
    back = PairingDraft.objects.get()
    assert (back.draft, back.before, back.lot) == (by_hand, before.before, before.lot)
    assert (back.reasons, back.paired_at) == (before.reasons, before.paired_at)
    assert pairing_page(section, 2).shown == by_hand
    drafts.undo(section, 2, by=kim)
    assert PairingDraft.objects.get().draft != by_hand
    with pytest.raises(Conflict, match="has a draft again"):
        drafts.bring_back(section, 2, by=kim)
    drafts.discard(section, 2, by=kim)
    drafts.bring_back(section, 2, by=kim)
    assert not replaying.replay(section.event).differences


def test_a_draft_whose_results_changed_meanwhile_comes_back_and_says_so(section: Section, kim: User) -> None:
    paired(section, kim)
    drafts.discard(section, 2, by=kim)
    enter(games_of(section, 1)[0], "DD", by=kim)
    drafts.bring_back(section, 2, by=kim)
    assert pairing_page(section, 2).outdated


def test_a_draft_does_not_come_back_once_its_numbers_are_other_players(section: Section, kim: User) -> None:
    paired(section, kim)
    drafts.discard(section, 2, by=kim)
    rosters.add_players(section, [RosterEntry(None, "Newcomer")], by=kim)
    assert pairing_page(section, 2).comes_back, "nobody had that number"
    rosters.edit_player(section.players.get(number=3), number=30, by=kim)
    assert not pairing_page(section, 2).comes_back
    with pytest.raises(Refused, match="does not fit the roster any more"):
        drafts.bring_back(section, 2, by=kim)
    assert not PairingDraft.objects.exists()


def test_a_draft_that_was_never_discarded_does_not_come_back(section: Section, kim: User) -> None:
    with pytest.raises(Refused, match="does not fit"):
        drafts.bring_back(section, 2, by=kim)


def test_a_published_round_has_no_draft_to_discard(section: Section, kim: User) -> None:
    paired(section, kim)
    drafts.publish(section, 2, by=kim)
    with pytest.raises(Refused, match="published already"):
        drafts.discard(section, 2, by=kim)
    assert len(games_of(section, 2)) == 3


def test_lots_are_drawn_once_whatever_is_discarded(kim: User) -> None:
    section = a_section(6, 3, by=kim)
    for drawn in ("w", "b", "w"):
        assert paired(section, kim, 1, lot=drawn).lot == "w"
        drafts.discard(section, 1, by=kim)
    last = a_section(6, 1, by=kim, event=section.event)
    assert paired(last, kim, 1, lot="b").lot == "w"


def test_the_colors_that_lots_decide_in_the_last_round_stay_drawn(kim: User) -> None:
    section = a_section(6, 1, by=kim)
    orders.post_options(section, Options(rule5="lot_last_round"), by=kim)
    section = as_it_stands(section)
    lots = [paired(section, kim, 1).lots]
    for _again in range(4):
        drafts.discard(section, 1, by=kim)
        lots.append(paired(section, kim, 1).lots)
    assert lots[0] is not None
    assert all(each == lots[0] for each in lots)


def test_the_desks_undo_passes_a_discarded_draft_by_and_the_log_says_why(section: Section, kim: User) -> None:
    paired(section, kim)
    drafts.discard(section, 2, by=kim)
    entry = LogEntry.objects.latest("pk")
    with pytest.raises(Refused, match="bring a discarded draft back, open the pairing page"):
        undo_entry(section.pk, by=kim, entry_id=entry.pk)
    assert last_entry(section, kim) != entry
    assert undone(section, by=kim).code == "byes-given"
