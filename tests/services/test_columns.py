"""What is shown beside the posted order: chosen at any time, logged, and it ranks nobody."""

import json

import pytest

from tests.factories import UserFactory, a_section, as_it_stands, director_of, played
from tiebreaks.engine.ranking.columns import allowed
from tiebreaks.published import PlayersDocument
from tiebreaks.selectors import players_document
from tournaments.errors import Refused
from tournaments.models import LogEntry, Section
from tournaments.services.orders import MOST_COLUMNS, post_order, show_columns
from tournaments.services.rebuilding import check
from tournaments.services.undoing import undo


@pytest.fixture
def section() -> Section:
    """Round one held, so the order is locked; who is shown what in Cumulative is not level."""
    section = a_section(4, order="modified_median,solkoff", place_trophies=2)
    played(section, 1, "1 2 WL\n3 4 DD")
    played(section, 2, "1 3 LW\n2 4 WL")
    return as_it_stands(section)


def body(section: Section) -> PlayersDocument:
    return players_document(section.standings_id)


def show(section: Section, text: str) -> None:
    show_columns(section, text, by=director_of(section))


def test_a_column_is_on_the_document_with_everybodys_value(section: Section) -> None:
    show(section, " cumulative ")
    assert str(body(section).columns) == "cumulative"
    # 34E3: 1+1, 0+1, ½+1½, ½+½ points, in quarters.
    assert body(section).shown == [{1: 8, 2: 4, 3: 8, 4: 4}]


def test_ranks_reasons_and_trophies_are_those_without_it(section: Section) -> None:
    before = json.loads(section.standings.published.body)
    show(section, "cumulative,kashdan,win_count")
    after = json.loads(as_it_stands(section).standings.published.body)
    assert (after.pop("columns_text"), len(after.pop("columns_shown"))) == ("cumulative,kashdan,win_count", 3)
    assert after == before


def test_without_columns_the_document_says_nothing_of_them(section: Section) -> None:
    before = section.standings.published.body
    show(section, "cumulative")
    show(section, "")
    assert as_it_stands(section).standings.published.body == before
    assert body(section).columns.steps == ()


def test_columns_are_not_locked_by_play_and_need_no_reason(section: Section) -> None:
    show(section, "kashdan")
    assert as_it_stands(section).columns == "kashdan"


def test_a_change_counts_the_version_up_and_is_logged_once(section: Section) -> None:
    show(section, "cumulative,kashdan")
    show(section, "cumulative,kashdan")
    after = as_it_stands(section)
    assert after.version == section.version + 1 == after.standings.published.version
    entry = LogEntry.objects.filter(standings__section=section).order_by("-version")[0]
    assert entry.summary == "Extra columns: Cumulative, Kashdan"
    assert entry.rows == [["section", section.pk, {"columns": ""}, {"columns": "cumulative,kashdan"}]]
    show(section, "")
    assert LogEntry.objects.order_by("-version")[0].summary == "No extra columns"


def test_a_change_can_be_undone(section: Section) -> None:
    show(section, "cumulative")
    undo(section.pk, by=director_of(section))
    after = as_it_stands(section)
    assert (after.columns, after.standings.published.body) == ("", section.standings.published.body)
    assert after.version == section.version + 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("head_to_head", "tied players only. Choose from modified_median, solkoff"),
        ("coin_toss", "tied players only"),
        ("solkoff", "solkoff is already in the order"),
        ("by height", "There is no tiebreak system"),
        (",".join(system.code for system in allowed()[2:][: MOST_COLUMNS + 1]), "At most 4 fit"),
    ],
)
def test_what_cannot_be_shown_is_refused_and_nothing_stored(section: Section, text: str, told: str) -> None:
    with pytest.raises(Refused, match=told):
        show(section, text)
    after = as_it_stands(section)
    assert (after.columns, after.version) == ("", section.version)


def test_a_column_that_is_posted_later_ranks_and_is_not_shown_twice(section: Section) -> None:
    show(section, "cumulative,kashdan")
    post_order(section, "cumulative", by=UserFactory.create(), reason="misprint")
    assert str(body(section).columns) == "kashdan"
    assert check(Section, as_it_stands(section).pk).difference == ""
    post_order(section, "solkoff", by=UserFactory.create(), reason="misprint after all")
    assert str(body(section).columns) == "cumulative,kashdan"


def test_check_standings_tells_a_shown_value_that_is_not_what_the_rows_give(section: Section) -> None:
    show(section, "kashdan")
    document = as_it_stands(section).standings.published
    assert check(Section, as_it_stands(section).pk).difference == ""
    document.body = document.body.replace(
        '"columns_shown":[[6,', '"columns_shown":[[7,'
    )  # a draw and a win are 2 + 4 (34E7)
    document.save()
    assert check(Section, as_it_stands(section).pk).difference.startswith("kashdan of 3 ")
