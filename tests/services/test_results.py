"""A result is entered once, by the first person, and can be taken back."""

import pytest
from django.utils import timezone

from tests.factories import (
    UserFactory,
    a_section,
    as_it_stands,
    director_of,
    enter,
    games_of,
    paired,
    played,
    swap_colors,
    undone,
)
from tiebreaks.selectors import players_document
from tournaments.errors import Conflict, Refused, ResultConflict
from tournaments.models import Game, LogEntry, Player, Round, Seat, Section
from tournaments.selectors.history import log
from tournaments.services import pairings
from tournaments.services.results import record_result
from tournaments.services.undoing import undo
from tournaments.text import results as result_words


@pytest.fixture
def section() -> Section:
    return a_section(players=4)


def stands(game: Game) -> str:
    """Both sides' letters, White's first."""
    return "".join(game.seats.order_by("-side").values_list("kind", flat=True))


def version(section: Section) -> int:
    return as_it_stands(section).version


def scores(section: Section) -> dict[int, int]:
    body = players_document(section.standings_id)
    return {standing.number: standing.score_q for standing in body.standings}


# --- entering -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("result", "white", "black"),
    [
        ("WL", 4, 0),
        ("LW", 0, 4),
        ("DD", 2, 2),
        ("XF", 4, 0),
        ("FX", 0, 4),
        ("FF", 0, 0),
        ("ZZ", 2, 2),
    ],
)
def test_a_result_gives_both_sides_their_points(
    section: Section, result: str, white: int, black: int
) -> None:
    (game,) = paired(section, 1, "1 2")
    enter(game, result)
    assert scores(section) == {1: white, 2: black, 3: 0, 4: 0}


def test_a_result_moves_the_version_by_one_and_counts_the_boards_revision(section: Section) -> None:
    (game,) = paired(section, 1, "1 2")
    before = version(section)
    game = enter(game, "WL")
    assert (version(section), game.revision, game.entered_by) == (before + 1, 1, director_of(section))
    assert as_it_stands(section).standings.published.version == before + 1


def test_a_page_that_shows_another_board_under_this_key_enters_nothing(section: Section) -> None:
    """As after a restore into another database, or of a copy from before the round was paired anew."""
    one, other = paired(section, 1, "1 2\n3 4")
    shows = other.shown_as(section, 1, [3, 4])
    for result in ("WL", "??"):
        with pytest.raises(Conflict, match="is not the one here now"):
            record_result(one, result, revision=0, shows=shows, by=director_of(section))
    assert stands(one) == "??"
    swap_colors(other, by=director_of(section))
    other.refresh_from_db()
    record_result(other, "WL", revision=other.revision, shows=shows, by=director_of(section))
    assert stands(other) == "WL"


def test_the_same_result_again_changes_nothing_even_from_a_stale_screen(section: Section) -> None:
    (game,) = paired(section, 1, "1 2")
    enter(game, "WL")
    before = as_it_stands(section)
    again = record_result(game, "WL", revision=0, by=UserFactory.create())
    assert again.game.revision == 1
    assert as_it_stands(section).version == before.version
    assert LogEntry.objects.filter(standings__section=section).count() == before.version


def test_a_board_has_the_time_of_its_entry_and_after_an_undo_that_of_the_one_before(section: Section) -> None:
    [board, *_] = paired(section, 1, "1 2\n3 4")
    assert Game.objects.get(pk=board.pk).entered_at is None
    begun = timezone.now()
    enter(board, "WL")
    first = Game.objects.get(pk=board.pk).entered_at
    assert first is not None
    assert begun <= first <= timezone.now()
    enter(board, "DD")
    second = Game.objects.get(pk=board.pk).entered_at
    assert second is not None
    assert second > first
    undone(section, by=director_of(section))
    assert Game.objects.get(pk=board.pk).entered_at == first


def test_a_stale_screen_gets_both_values_and_the_name_of_who_was_faster(section: Section) -> None:
    (game,) = paired(section, 1, "1 2")
    faster = UserFactory.create(first_name="Rosa", last_name="Quick")
    record_result(game, "WL", revision=0, by=faster)
    before = version(section)
    with pytest.raises(ResultConflict) as told:
        record_result(game, "DD", revision=0, by=director_of(section))
    assert (told.value.current, told.value.typed, told.value.name) == ("WL", "DD", "Rosa Quick")
    assert told.value.message == "Rosa Quick entered 1–0 first. You typed ½–½."
    assert (version(section), stands(game)) == (before, "WL")


def test_a_conflict_with_somebody_who_gave_no_name_says_the_user_name(section: Section) -> None:
    (game,) = paired(section, 1, "1 2")
    record_result(game, "WL", revision=0, by=UserFactory.create(username="td7", first_name="", last_name=""))
    with pytest.raises(ResultConflict, match="td7"):
        record_result(game, "LW", revision=0, by=director_of(section))


def test_a_result_is_corrected_from_a_screen_that_shows_it(section: Section) -> None:
    (game,) = paired(section, 1, "1 2")
    enter(game, "WL")
    assert record_result(game, "LW", revision=1, by=director_of(section)).game.revision == 2
    assert scores(section)[2] == 4


def test_the_log_keeps_a_result_apart_from_a_right_to_left_name(section: Section) -> None:
    (game,) = paired(section, 1, "1 2")
    Player.objects.filter(number=2).update(name="שרה כהן")
    enter(game, "WL")
    assert section.standings.log.latest("pk").summary.endswith(" – \u2068שרה כהן\u2069 1–0")


def test_a_result_is_cleared(section: Section) -> None:
    (game,) = paired(section, 1, "1 2")
    enter(game, "WL")
    enter(game, result_words.OPEN)
    assert (stands(game), scores(section)[1]) == ("??", 0)


def test_what_is_no_result_is_refused(section: Section) -> None:
    (game,) = paired(section, 1, "1 2")
    before = version(section)
    for read in ("", "W", "WW", "1-0", "WLX"):
        with pytest.raises(Refused, match=r"is not a result|is a ruling, which needs a reason"):
            record_result(game, read, revision=0, by=director_of(section))
    assert version(section) == before


def test_a_result_for_a_board_that_was_taken_off_is_a_conflict(section: Section) -> None:
    (game,) = paired(section, 1, "1 2")
    pairings.remove_pairing(Game.objects.get(pk=game.pk), by=director_of(section))
    with pytest.raises(Conflict, match="removed this board"):
        record_result(game, "WL", revision=0, by=director_of(section))


def test_the_first_result_publishes_the_round(section: Section) -> None:
    first, _second = paired(section, 1, "1 2\n3 4")
    assert not as_it_stands(section).round_set.get().published_at
    enter(first, "WL")
    assert as_it_stands(section).round_set.get().published_at
    assert [board for board, *_ in players_document(section.standings_id).boards[1]] == [
        1,
        2,
    ]


def test_awarded_points_are_cleared_by_another_result_and_outlast_the_same_one(section: Section) -> None:
    (game,) = played(section, 1, "1 2 WL")
    Seat.objects.filter(game=game, player__number=1).update(points_q=2)
    enter(game, "WL")
    assert Seat.objects.filter(game=game, points_q=2).count() == 1
    enter(game, "DD")
    assert not Seat.objects.filter(game=game, points_q__isnull=False).exists()


# --- undoing ------------------------------------------------------------------------------------


def test_undo_takes_back_ones_own_last_entry_and_then_the_one_before(section: Section) -> None:
    director = director_of(section)
    first, second = paired(section, 1, "1 2\n3 4", publish=True)
    enter(first, "WL")
    enter(second, "DD")
    assert undo(section.pk, by=director).summary.endswith("½–½")
    assert (stands(first), stands(second)) == ("WL", "??")
    undo(section.pk, by=director)
    assert stands(first) == "??"
    undo(section.pk, by=director)
    assert as_it_stands(section).round_set.get().published_at is None
    undo(section.pk, by=director)
    assert not Seat.objects.exists()
    assert not Round.objects.exists()
    with pytest.raises(Refused, match="no entry to undo"):
        undo(section.pk, by=director)


def test_undo_takes_back_nothing_but_the_entry_the_screen_named(section: Section) -> None:
    (game,) = paired(section, 1, "1 2")
    enter(game, "WL")
    named = log.last_entry(section, director_of(section))
    enter(game, "LW")
    assert named
    with pytest.raises(Conflict, match="a newer entry"):
        undo(section.pk, by=director_of(section), entry_id=named.pk)
    assert stands(game) == "LW"


def test_each_undo_is_a_change_of_its_own_that_names_what_it_undid(section: Section) -> None:
    (game,) = paired(section, 1, "1 2")
    enter(game, "WL")
    before = version(section)
    undone = undo(section.pk, by=director_of(section))
    entry = LogEntry.objects.filter(standings__section=section).first()
    assert entry
    assert (entry.version, entry.verb, entry.undoes) == (before + 1, "undo", undone)


def test_two_entries_on_one_board_are_undone_one_after_the_other(section: Section) -> None:
    (game,) = paired(section, 1, "1 2", publish=True)
    enter(game, "WL")
    enter(game, "LW")
    undo(section.pk, by=director_of(section))
    assert stands(game) == "WL"
    undo(section.pk, by=director_of(section))
    assert stands(game) == "??"


def test_a_revision_never_comes_back_so_a_screen_with_the_undone_result_is_told(section: Section) -> None:
    (game,) = paired(section, 1, "1 2")
    shown = enter(game, "WL").revision
    undo(section.pk, by=director_of(section))
    assert Game.objects.get().revision not in (0, shown)
    with pytest.raises(ResultConflict):
        record_result(game, "LW", revision=shown, by=director_of(section))


def test_undo_takes_back_nobody_elses_entry(section: Section) -> None:
    first, second = paired(section, 1, "1 2\n3 4")
    other = UserFactory.create()
    enter(first, "WL")
    enter(second, "WL", by=other)
    undo(section.pk, by=director_of(section))
    assert (stands(first), stands(second)) == ("??", "WL")


def test_undo_refuses_when_somebody_changed_the_same_board_since(section: Section) -> None:
    (game,) = paired(section, 1, "1 2")
    enter(game, "WL")
    enter(game, "DD", by=UserFactory.create())
    before = version(section)
    with pytest.raises(Conflict, match="Later changes build on this one"):
        undo(section.pk, by=director_of(section))
    assert (version(section), stands(game)) == (before, "DD")


def test_undo_refuses_when_others_changed_the_board_to_and_fro(section: Section) -> None:
    (game,) = paired(section, 1, "1 2")
    other = UserFactory.create()
    enter(game, "WL")
    enter(game, "DD", by=other)
    enter(game, "WL", by=other)
    with pytest.raises(Conflict):
        undo(section.pk, by=director_of(section))


def test_undoing_the_first_result_leaves_the_round_public_for_the_others_results(section: Section) -> None:
    first, second = paired(section, 1, "1 2\n3 4")
    enter(first, "WL")
    enter(second, "WL", by=UserFactory.create())
    undo(section.pk, by=director_of(section))
    assert scores(section) == {1: 0, 2: 0, 3: 4, 4: 0}


def test_publishing_is_not_undone_once_somebody_has_a_result(section: Section) -> None:
    first, _second = paired(section, 1, "1 2\n3 4", publish=True)
    enter(first, "WL", by=UserFactory.create())
    with pytest.raises(Conflict):
        undo(section.pk, by=director_of(section))
    assert scores(section)[1] == 4


def test_pairings_with_somebody_elses_result_are_not_undone(section: Section) -> None:
    (game,) = paired(section, 1, "1 2")
    enter(game, "WL", by=UserFactory.create())
    with pytest.raises(Conflict):
        undo(section.pk, by=director_of(section))
    assert stands(game) == "WL"


def test_undoing_pairings_leaves_the_boards_that_others_paired_in_the_same_round(section: Section) -> None:
    paired(section, 1, "1 2")
    paired(section, 1, "3 4", by=UserFactory.create())
    undo(section.pk, by=director_of(section))
    assert [game.board for game in games_of(section, 1)] == [2]


def test_a_removed_bye_does_not_come_back_when_the_player_was_seated_since(section: Section) -> None:
    director = director_of(section)
    paired(section, 1, "1 H")
    pairings.remove_bye(Seat.objects.get(), by=director)
    paired(section, 1, "1 2", by=UserFactory.create())
    with pytest.raises(Conflict):
        undo(section.pk, by=director)
    assert {seat.kind for seat in Seat.objects.all()} == {"?"}


def test_swapped_colors_are_swapped_back_and_an_older_result_is_undone_after_that(section: Section) -> None:
    (game,) = paired(section, 1, "1 2", publish=True)
    enter(game, "WL")
    swap_colors(game, by=director_of(section))
    assert stands(game) == "LW"
    undo(section.pk, by=director_of(section))
    assert stands(game) == "WL"
    undo(section.pk, by=director_of(section))
    assert stands(game) == "??"


def test_a_removed_board_comes_back_as_it_was(section: Section) -> None:
    first, second = paired(section, 1, "1 2\n3 4", publish=True)
    pairings.remove_pairing(second, by=director_of(section), reason="paired by mistake")
    assert len(games_of(section, 1)) == 1
    undo(section.pk, by=director_of(section))
    assert [game.pk for game in games_of(section, 1)] == [first.pk, second.pk]
    assert [set(game.seats.values_list("player__number", flat=True)) for game in games_of(section, 1)] == [
        {1, 2},
        {3, 4},
    ]


def test_what_set_up_changed_is_not_undone_at_the_desk() -> None:
    section = a_section(players=4, order="solkoff")
    with pytest.raises(Refused, match="no entry to undo"):
        undo(section.pk, by=director_of(section))
