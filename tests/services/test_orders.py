"""The order is posted before round one; later it changes only with a reason that everyone can read (34B)."""

from collections.abc import Callable

import pytest

from tests.factories import UserFactory, a_section, as_it_stands, director_of, enter, paired, played
from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.published import PlayersDocument
from tiebreaks.selectors import players_document
from tournaments.errors import Conflict, Refused
from tournaments.models import Section
from tournaments.selectors.event.orders import is_locked
from tournaments.services import pairings
from tournaments.services.orders import post_order
from tournaments.services.undoing import undo


@pytest.fixture
def section() -> Section:
    return a_section(players=4)


def document(section: Section) -> PlayersDocument:
    return players_document(section.standings_id)


def posted(section: Section) -> list[tuple[str, int, str]]:
    return [(p.order, p.after_round, p.reason) for p in document(section).postings]


@pytest.mark.parametrize(
    ("format", "order"),
    [
        ("swiss", "modified_median,solkoff,cumulative,opposition_cumulative"),
        ("round robin", "sonneborn_berger,head_to_head"),
    ],
)
def test_where_nothing_is_posted_the_rulebooks_default_holds(format: str, order: str) -> None:
    section = a_section(format=format)
    assert (str(document(section).order), posted(section)) == (order, [])


def test_a_posted_order_holds_at_once(section: Section) -> None:
    post_order(section, " cumulative:omit_last , solkoff", by=director_of(section))
    assert str(document(section).order) == "cumulative:omit_last,solkoff"
    assert posted(section) == [("cumulative:omit_last,solkoff", 0, "")]
    assert document(section).postings[0].by == director_of(section).get_full_name()


def test_the_rulebooks_default_can_be_posted_too(section: Section) -> None:
    order = str(document(section).order)
    post_order(section, order, by=director_of(section))
    assert posted(section) == [(order, 0, "")]


def test_the_order_that_holds_is_not_posted_again(section: Section) -> None:
    post_order(section, "solkoff", by=director_of(section))
    before = as_it_stands(section).version
    post_order(section, " solkoff ", by=UserFactory.create())
    assert as_it_stands(section).version == before


@pytest.mark.parametrize("text", ["", "by height", "solkoff,solkoff", "solkoff:omit_last"])
def test_an_order_that_cannot_be_is_refused_and_nothing_stored(section: Section, text: str) -> None:
    before = as_it_stands(section).version
    with pytest.raises(Refused):
        post_order(section, text, by=director_of(section))
    assert posted(section) == []
    assert as_it_stands(section).version == before


def publish(section: Section) -> None:
    paired(section, 1, "1 2", publish=True)


def first_result(section: Section) -> None:
    played(section, 1, "1 2 WL")


def result_of_round_two(section: Section) -> None:
    played(section, 2, "1 2 WL")


@pytest.mark.parametrize("begin", [publish, first_result, result_of_round_two])
def test_once_play_has_begun_the_order_changes_only_with_a_reason(
    section: Section, begin: Callable[[Section], None]
) -> None:
    director = director_of(section)
    post_order(section, "solkoff", by=director)
    assert not is_locked(section)
    begin(section)
    assert is_locked(section)
    before = as_it_stands(section).version
    for reason in ("", "  "):
        with pytest.raises(Conflict, match="needs a reason"):
            post_order(section, "cumulative", by=director, reason=reason)
    assert as_it_stands(section).version == before
    post_order(section, "cumulative", by=director, reason="misprint")
    assert [(order, reason) for order, _after, reason in posted(section)] == [
        ("solkoff", ""),
        ("cumulative", "misprint"),
    ]
    assert str(document(section).order) == "cumulative"


def test_drafts_and_byes_entered_ahead_do_not_lock(section: Section) -> None:
    paired(section, 1, "1 2")
    pairings.give_bye(section, 2, [1], Kind.HALF_BYE, by=director_of(section))
    paired(section, 2, "3 4", publish=True)
    assert not is_locked(section)
    post_order(section, "solkoff", by=director_of(section))


def test_a_result_that_was_taken_back_locks_no_more(section: Section) -> None:
    (game,) = paired(section, 1, "1 2")
    enter(game, "WL")
    assert is_locked(section)
    undo(section.pk, by=director_of(section))
    assert not is_locked(section)


def test_a_change_says_after_which_round_it_was_made(section: Section) -> None:
    played(section, 1, "1 2 WL\n3 4 DD")
    played(section, 2, "1 3 WL\n2 4")
    post_order(section, "solkoff", by=director_of(section), reason="misprint")
    assert posted(section) == [("solkoff", 1, "misprint")]


def test_ranks_and_trophies_follow_the_order_that_holds() -> None:
    section = a_section(players=4, place_trophies=1, order="most_blacks")
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "2 1 LW\n3 4 WL")
    assert document(section).awards.trophies[0].winners == (1,)
    post_order(section, "win_count", by=director_of(section), reason="misprint")
    assert document(section).awards.trophies[0].winners == (1, 3)
