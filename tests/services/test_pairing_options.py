"""Options of the pairing are posted with the tiebreak order and locked with it; pairs are kept apart."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User

from tests.factories import (
    EntryFactory,
    a_section,
    as_it_stands,
    director_of,
    enter,
    games_of,
    paired,
    played,
    three_teams,
)
from tiebreaks.models import PostedOrder
from tiebreaks.selectors import players_document
from tournaments.errors import Conflict, Refused
from tournaments.formats.records import RosterFile
from tournaments.models import KeptApart, LogEntry, Section
from tournaments.pairing.draft import Draft
from tournaments.pairing.options import Options, written
from tournaments.selectors.pairing.basis import basis
from tournaments.selectors.pairing.page import pairing_page
from tournaments.selectors.pairing.typed_boards import remarks
from tournaments.selectors.results.undoing import undo_of
from tournaments.selectors.setup.copying import Part
from tournaments.services import (
    apart,
    copying,
    drafts,
    importing,
    matches,
    orders,
    pairings,
    rosters,
    setup,
    teams,
    undoing,
)
from tournaments.services.undoing import undo_entry

TEAMS_APART = Options(teams="never")
DEFAULT_ORDER = "modified_median,solkoff,cumulative,opposition_cumulative"


@pytest.fixture
def section(kim: User) -> Section:
    """Eight players, 1900 to 1200, of two schools by turns."""
    section = a_section(0, 4, by=kim)
    entries = [EntryFactory.create(rating=1900 - 100 * at, team=("Elm", "Fir")[at % 2]) for at in range(8)]
    rosters.add_players(section, entries, by=kim)
    return as_it_stands(section)


def postings(section: Section) -> list[tuple[str, str, str]]:
    return [(p.order, p.pairing, p.reason) for p in players_document(section.standings_id).postings]


def pairs(draft: Draft) -> set[frozenset[int]]:
    return {frozenset((board.white, board.black)) for board in draft.boards}


def tables(section: Section, number: int) -> dict[int, set[int]]:
    """The players at each board that stands."""
    rows = section.players.filter(seats__round__number=number, seats__game__isnull=False)
    found: dict[int, set[int]] = {}
    for player, board in rows.values_list("number", "seats__game__board"):
        found.setdefault(board, set()).add(player)
    return found


# --- posted with the order ----------------------------------------------------------------------------


def test_options_wait_for_the_order_and_are_posted_with_it(section: Section, kim: User) -> None:
    orders.post_options(section, TEAMS_APART, by=kim)
    assert postings(section) == []
    orders.post_order(section, "solkoff", by=kim)
    assert postings(section) == [("solkoff", written(TEAMS_APART), "")]


def test_an_order_without_options_says_nothing_of_the_pairing(section: Section, kim: User) -> None:
    orders.post_order(section, "solkoff", by=kim)
    assert postings(section) == [("solkoff", "", "")]


def test_options_chosen_after_the_order_are_posted_at_once(section: Section, kim: User) -> None:
    orders.post_order(section, "solkoff", by=kim)
    orders.post_options(section, Options(), by=kim)
    orders.post_options(section, TEAMS_APART, by=kim)
    assert [pairing for _order, pairing, _reason in postings(section)] == [
        "",
        written(Options()),
        written(TEAMS_APART),
    ]


def test_the_same_options_are_not_posted_again(section: Section, kim: User) -> None:
    orders.post_order(section, "solkoff", by=kim)
    orders.post_options(section, TEAMS_APART, by=kim)
    before = as_it_stands(section).version
    orders.post_options(section, TEAMS_APART, by=kim)
    assert as_it_stands(section).version == before


def test_the_first_published_round_locks_them(section: Section, kim: User) -> None:
    orders.post_order(section, "solkoff", by=kim)
    paired(section, 1, "1 5", publish=True)
    with pytest.raises(Conflict, match="needs a reason"):
        orders.post_options(section, TEAMS_APART, by=kim)
    assert as_it_stands(section).pairing_options == ""
    orders.post_options(section, TEAMS_APART, by=kim, reason="the flyer says so")
    assert postings(section)[-1] == ("solkoff", written(TEAMS_APART), "the flyer says so")
    entry = LogEntry.objects.latest("pk")
    assert (entry.code, entry.reason) == ("options-posted", "the flyer says so")


def test_a_locked_change_without_an_order_posts_the_one_that_holds(section: Section, kim: User) -> None:
    paired(section, 1, "1 5", publish=True)
    orders.post_options(section, TEAMS_APART, by=kim, reason="the flyer says so")
    assert postings(section) == [(DEFAULT_ORDER, written(TEAMS_APART), "the flyer says so")]


def _by_draft(section: Section, by: User) -> None:
    drafts.keep(section, 1, drafts.propose(section, 1), by=by)
    drafts.publish(section, 1, by=by)


def _by_hand(section: Section, by: User) -> None:
    paired(section, 1, "1 5\n2 6", publish=True, by=by)


def _by_its_first_result(section: Section, by: User) -> None:
    enter(paired(section, 1, "1 5", by=by)[0], "WL", by=by)


@pytest.mark.parametrize("publish", [_by_draft, _by_hand, _by_its_first_result])
def test_publishing_round_one_posts_the_chosen_options_with_the_order_that_holds(
    section: Section, kim: User, publish: Callable[[Section, User], None]
) -> None:
    orders.post_options(section, TEAMS_APART, by=kim)
    publish(as_it_stands(section), kim)
    [posting] = players_document(section.standings_id).postings
    assert (posting.order, posting.pairing) == (DEFAULT_ORDER, written(TEAMS_APART))
    assert (posting.after_round, posting.reason) == (0, "")
    assert posting.by == (kim.get_full_name() or kim.get_username())


def test_the_first_result_of_a_match_posts_the_chosen_options(kim: User) -> None:
    section = three_teams()
    orders.post_options(section, TEAMS_APART, by=kim)
    [game] = paired(as_it_stands(section), 1, "1 2", by=kim)
    board = game.match_boards.order_by("board")[0]
    matches.record_board(board, "WL", revision=board.revision, by=kim)
    assert [pairing for _order, pairing, _reason in postings(section)] == [written(TEAMS_APART)]


def test_a_round_published_later_posts_nothing(section: Section, kim: User) -> None:
    played(section, 1, "1 5 WL\n2 6 WL\n3 7 WL\n4 8 WL")
    Section.objects.filter(pk=section.pk).update(pairing_options=written(TEAMS_APART))
    paired(as_it_stands(section), 2, "1 2", publish=True)
    assert postings(section) == []


def test_undoing_the_publication_takes_the_posting_back(section: Section, kim: User) -> None:
    orders.post_options(section, TEAMS_APART, by=kim)
    _by_draft(as_it_stands(section), kim)
    entry = LogEntry.objects.latest("pk")
    assert any("then nothing is posted" in told for told in undo_of(section, entry).goes)
    undo_entry(section.pk, by=kim, entry_id=entry.pk, reason="published too early")
    assert postings(section) == []
    _by_draft(as_it_stands(section), kim)
    assert len(postings(section)) == 1


def test_what_its_first_result_posted_stays_while_the_round_has_others(section: Section, kim: User) -> None:
    orders.post_options(section, TEAMS_APART, by=kim)
    first, second = paired(as_it_stands(section), 1, "1 5\n2 6", by=kim)
    enter(first, "WL", by=kim)
    entry = LogEntry.objects.latest("pk")
    enter(second, "WL", by=kim)
    undo_entry(section.pk, by=kim, entry_id=entry.pk)
    assert len(postings(section)) == 1


def test_options_that_an_older_release_left_unposted_are_posted_with_a_reason(
    section: Section, kim: User
) -> None:
    orders.post_options(section, TEAMS_APART, by=kim)
    _by_hand(section, kim)
    PostedOrder.objects.all().delete()
    orders.post_options(section, TEAMS_APART, by=kim, reason="forgotten before round 1")
    [(_order, pairing, reason)] = postings(section)
    assert (pairing, reason) == (written(TEAMS_APART), "forgotten before round 1")
    before = as_it_stands(section).version
    orders.post_options(section, TEAMS_APART, by=kim, reason="forgotten before round 1")
    assert as_it_stands(section).version == before


def test_a_draft_does_not_lock_them(section: Section, kim: User) -> None:
    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
    orders.post_options(section, TEAMS_APART, by=kim)
    assert as_it_stands(section).pairing_options == written(TEAMS_APART)


def test_posted_options_are_undone_by_the_log_until_play_begins(section: Section, kim: User) -> None:
    before = section.pairing_options
    orders.post_options(section, TEAMS_APART, by=kim)
    undo_entry(section.pk, by=kim, entry_id=LogEntry.objects.latest("pk").pk)
    assert as_it_stands(section).pairing_options == before
    orders.post_options(as_it_stands(section), TEAMS_APART, by=kim)
    posted = LogEntry.objects.latest("pk").pk
    played(section, 1, "1 4\n2 5\n3 6")
    with pytest.raises(Conflict, match="Play has begun"):
        undo_entry(section.pk, by=kim, entry_id=posted)


# --- obeyed -------------------------------------------------------------------------------------------


def test_the_pairing_goes_by_the_options(section: Section, kim: User) -> None:
    assert frozenset((1, 5)) in pairs(drafts.propose(section, 1).draft)
    orders.post_options(section, TEAMS_APART, by=kim)
    school = dict(section.players.values_list("number", "team"))
    made = pairs(drafts.propose(as_it_stands(section), 1).draft)
    assert all(len({school[number] for number in pair}) == 2 for pair in made)


def test_spellings_that_are_one_school_are_teammates(section: Section, kim: User) -> None:
    orders.post_options(section, TEAMS_APART, by=kim)
    for number, spelling in enumerate(["Elm", "Fir", "Oak", "Ash", "elm", "FMS", "Oak", "Ash"], 1):
        section.players.filter(number=number).update(team=spelling)
    teams.name_school(section.event, ["Fir", "FMS"], name="Fir Middle School", by=kim)
    made = pairs(drafts.propose(as_it_stands(section), 1).draft)
    assert not made & {frozenset((number, number + 4)) for number in range(1, 5)}


@pytest.mark.parametrize(("color", "first"), [("white", 1), ("black", 5)])
def test_the_color_of_round_one_may_be_announced_instead_of_drawn(
    section: Section, kim: User, color: str, first: int
) -> None:
    orders.post_options(section, Options(initial_color=color), by=kim)
    assert drafts.propose(as_it_stands(section), 1).draft.boards[0].white == first


# --- kept apart ---------------------------------------------------------------------------------------


def test_pairs_kept_apart_do_not_meet(section: Section, kim: User) -> None:
    apart.keep_apart(section, "5-1, #2 6", "3–7; 8-4", by=kim)
    assert not pairs(drafts.propose(section, 1).draft) & {frozenset({n, n + 4}) for n in range(1, 5)}


def test_who_never_meets_stays_apart_though_nothing_else_is_possible(kim: User) -> None:
    section = a_section(2, by=kim)
    apart.keep_apart(section, "", "1-2", by=kim)
    assert pairs(drafts.propose(section, 1).draft) == {frozenset((1, 2))}
    apart.keep_apart(section, "1-2", "", by=kim)
    with pytest.raises(Refused):
        drafts.propose(section, 1)


def test_who_is_seated_together_by_hand_is_told(section: Section, kim: User) -> None:
    apart.keep_apart(section, "1-5", "", by=kim)
    made = drafts.propose(section, 1)
    drafts.keep(section, 1, made, by=kim)
    drafts.seat_list(section, 1, made.draft, "1 5", by=kim)
    page = pairing_page(section, 1)
    assert "1 pair to keep apart" in page.counted
    drafts.discard(section, 1, by=kim)
    pairings.pair(section, 1, "1 5", by=kim)
    one, five = (section.players.get(number=number).called for number in (1, 5))
    assert any(f"{one} and {five}" in line for line in remarks(section, 1, [(1, 5)]))


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("1", "two wall-chart numbers"),
        ("1-x", "two wall-chart numbers"),
        ("1-2-3", "two wall-chart numbers"),
        ("1-99", "numbers of players"),
        ("0-1", "numbers of players"),
        (f"1-{'9' * 400}", "numbers of players"),
        ("3-3", "two different players"),
        ("1-2, 2-1", "each pair once"),
    ],
)
def test_a_pair_that_is_none_is_refused_with_what_was_typed(
    section: Section, kim: User, typed: str, expected: str
) -> None:
    with pytest.raises(Refused) as refused:
        apart.keep_apart(section, typed, "", by=kim)
    assert expected in refused.value.troubles[0].expected
    assert not KeptApart.objects.exists()


def test_a_pair_is_typed_in_one_of_the_two_fields(section: Section, kim: User) -> None:
    with pytest.raises(Refused):
        apart.keep_apart(section, "1-2", "2-1", by=kim)


def test_a_pair_stays_with_its_players_when_their_numbers_change(section: Section, kim: User) -> None:
    apart.keep_apart(section, "1-2", "", by=kim)
    rosters.edit_player(section.players.get(number=2), by=kim, number=22)
    assert basis(as_it_stands(section), 1).request.locks.apart == ((1, 22),)


def test_a_removed_player_is_kept_apart_from_nobody_and_comes_back_so(section: Section, kim: User) -> None:
    apart.keep_apart(section, "1-2, 2-3", "", by=kim)
    rosters.remove_player(section.players.get(number=2), by=kim)
    assert not KeptApart.objects.exists()
    undo_entry(section.pk, by=kim, entry_id=LogEntry.objects.latest("pk").pk)
    assert KeptApart.objects.count() == 2


def test_keeping_apart_can_be_undone(section: Section, kim: User) -> None:
    apart.keep_apart(section, "1-2", "3-4", by=kim)
    apart.keep_apart(section, "3-4", "5-6", by=kim)
    undo_entry(section.pk, by=kim, entry_id=LogEntry.objects.latest("pk").pk)
    found = {(row.one.number, row.other.number, row.asked) for row in KeptApart.objects.all()}
    assert found == {(1, 2, False), (3, 4, True)}


def test_an_imported_player_who_is_kept_apart_stays_when_the_import_is_undone(kim: User) -> None:
    section = a_section(0, by=kim)
    entries = tuple(EntryFactory.create() for _each in range(4))
    importing.import_roster(section, RosterFile(entries=entries), by=kim)
    apart.keep_apart(section, "1-2", "", by=kim)
    entry = LogEntry.objects.filter(standings=section.standings_id, verb="import").latest("pk")
    undoing.undo_import(section.pk, by=kim, entry_id=entry.pk)
    assert list(section.players.order_by("number").values_list("number", flat=True)) == [1, 2]


# --- reserved boards ----------------------------------------------------------------------------------


def reserve(section: Section, **boards: int) -> Section:
    for name, board in boards.items():
        player = section.players.get(number=int(name[1:]))
        rosters.edit_player(player, by=director_of(section), fixed_board=board)
    return as_it_stands(section)


def published(section: Section, number: int = 1) -> dict[int, set[int]]:
    by = director_of(section)
    drafts.keep(section, number, drafts.propose(section, number), by=by)
    shown = {
        board.number: {board.white.number, board.black.number} for board in pairing_page(section, 1).boards
    }
    drafts.publish(section, number, by=by)
    assert tables(section, number) == shown, "published as the draft showed it"
    return shown


def test_a_pairing_is_put_at_the_board_that_its_player_has_reserved(section: Section) -> None:
    section = reserve(section, n8=1)
    assert published(section) == {1: {4, 8}, 2: {1, 5}, 3: {2, 6}, 4: {3, 7}}


def test_boards_are_consecutive_from_the_first_board_but_for_a_far_one(section: Section, kim: User) -> None:
    setup.edit_section(section, name="Open", rounds=4, format="swiss", games=1, first_board=21, by=kim)
    section = reserve(as_it_stands(section), n1=90, n3=22)
    assert published(section) == {21: {2, 6}, 22: {3, 7}, 23: {4, 8}, 90: {1, 5}}


def test_two_with_reserved_boards_who_meet_have_the_lower_one_and_directors_are_told(
    section: Section, kim: User
) -> None:
    section = reserve(section, n1=3, n5=2)
    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
    page = pairing_page(section, 1)
    assert [(board.number, board.white.number + board.black.number) for board in page.boards][1] == (2, 6)
    [said] = page.moved
    assert "both have a reserved board" in said
    assert said.endswith("2.")


def test_boards_added_later_come_after_the_row_and_not_after_the_far_board(section: Section) -> None:
    section = reserve(section, n1=90)
    paired(section, 1, "1 5\n2 6")
    paired(section, 1, "3 7")
    assert tables(section, 1) == {90: {1, 5}, 1: {2, 6}, 2: {3, 7}}


def test_boards_of_a_typed_round_close_up_when_one_is_removed(section: Section, kim: User) -> None:
    section = reserve(section, n3=2)
    paired(section, 1, "1 5\n2 6\n3 7\n4 8")
    assert tables(section, 1) == {1: {1, 5}, 2: {3, 7}, 3: {2, 6}, 4: {4, 8}}
    pairings.remove_pairing(games_of(section, 1)[0], by=kim)
    assert tables(section, 1) == {1: {2, 6}, 2: {3, 7}, 3: {4, 8}}
    undo_entry(section.pk, by=kim, entry_id=LogEntry.objects.latest("pk").pk)
    assert tables(section, 1) == {1: {1, 5}, 2: {3, 7}, 3: {2, 6}, 4: {4, 8}}


def test_boards_of_a_published_round_keep_their_numbers_and_a_new_one_takes_the_free_number(
    section: Section, kim: User
) -> None:
    paired(section, 1, "1 5\n2 6\n3 7", publish=True)
    pairings.remove_pairing(games_of(section, 1)[0], by=kim, reason="paired by mistake")
    assert tables(section, 1) == {2: {2, 6}, 3: {3, 7}}
    pairings.pair(section, 1, "1 4", by=kim, reason="4 waited")
    assert tables(section, 1) == {1: {1, 4}, 2: {2, 6}, 3: {3, 7}}


def test_a_board_that_is_taken_is_told(section: Section, kim: User) -> None:
    paired(section, 1, "2 6")
    section = reserve(section, n1=1)
    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
    page = pairing_page(section, 1)
    assert page.moved == [f"Board 1 is taken, so {section.players.get(number=1).called} plays on board 2."]


def test_a_board_is_reserved_for_one_player(section: Section, kim: User) -> None:
    reserve(section, n1=5)
    with pytest.raises(Refused, match="Board 5 is reserved"):
        reserve(section, n2=5)
    pairings.withdraw(section.players.get(number=1), 0, by=kim)
    reserve(section, n2=5)


def test_no_public_document_says_that_a_board_is_reserved_or_who_is_kept_apart(
    section: Section, kim: User
) -> None:
    before = as_it_stands(section).standings.published.body
    apart.keep_apart(section, "1-2", "", by=kim)
    reserve(section, n1=77)
    assert as_it_stands(section).standings.published.body == before


# --- lots and classes of the last round ---------------------------------------------------------------


@pytest.mark.parametrize(("drawn", "white"), [(0, 1), (-1, 2)])
def test_a_lot_decides_the_color_that_two_want_in_the_last_round(
    kim: User, monkeypatch: pytest.MonkeyPatch, drawn: int, white: int
) -> None:
    """29E4c: 1 and 2 both had White and won. The lot is drawn once, and stays if round 2 is paired again."""
    section = a_section(4, 2, by=kim)
    orders.post_options(section, Options(rule5="lot_last_round"), by=kim)
    played(section, 1, "1 3 WL\n2 4 WL")
    section = as_it_stands(section)
    monkeypatch.setattr("secrets.choice", lambda of: of[drawn])
    drafts.keep(section, 2, drafts.propose(section, 2), by=kim)
    board = pairing_page(section, 2).boards[0]
    assert (board.white.number, {board.white.number, board.black.number}) == (white, {1, 2})
    assert any("by lot in the last round (29E4c)" in sentence for sentence in board.sentences)
    monkeypatch.setattr("secrets.choice", lambda of: of[-1 - drawn])
    drafts.keep(section, 2, drafts.propose(section, 2), by=kim)
    assert pairing_page(section, 2).boards[0].white.number == white


def test_no_lots_are_drawn_before_the_last_round_or_without_the_option(kim: User) -> None:
    section = a_section(4, 3, by=kim)
    orders.post_options(section, Options(rule5="lot_last_round"), by=kim)
    played(section, 1, "1 3 WL\n2 4 WL")
    assert drafts.propose(as_it_stands(section), 2).lots is None
    other = a_section(4, 1, by=kim)
    assert drafts.propose(other, 1).lots is None


# --- copied -------------------------------------------------------------------------------------------


def test_the_set_up_is_copied_with_options_and_first_board(section: Section, kim: User) -> None:
    setup.edit_section(section, name="Open", rounds=4, format="swiss", games=1, first_board=21, by=kim)
    orders.post_options(section, TEAMS_APART, by=kim)
    orders.post_order(section, "solkoff", by=kim)
    source = as_it_stands(section)
    [made] = copying.copy_sections(a_section(0, by=kim).event, [source], by=kim)
    made = as_it_stands(made)
    assert (made.first_board, made.pairing_options) == (21, written(TEAMS_APART))
    assert postings(made) == [("solkoff", written(TEAMS_APART), "")], "one posting, not two"


def test_options_are_copied_without_the_order(section: Section, kim: User) -> None:
    orders.post_options(section, TEAMS_APART, by=kim)
    other = a_section(2, event=section.event, by=kim, order="kashdan")
    copying.copy_setup(other, as_it_stands(section), {Part.PAIRING}, by=kim)
    assert postings(other)[-1] == ("kashdan", written(TEAMS_APART), "")
    assert PostedOrder.objects.filter(standings=section.standings_id).count() == 0


def test_which_entry_counts_is_in_the_document_once_it_is_posted(section: Section, kim: User) -> None:
    """28S5."""
    assert not players_document(section.standings_id).last_entry_counts
    orders.post_options(section, Options(reentry="last"), by=kim)
    assert players_document(section.standings_id).last_entry_counts
    assert players_document(section.standings_id).chart.last_entry_counts
