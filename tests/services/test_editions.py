"""A section keeps the edition it was made under; another reading is another edition."""

import json

import pytest

from tests.factories import a_section, as_it_stands, director_of, paired, played
from tiebreaks.engine.chart.wallchart import Format
from tiebreaks.engine.ranking.editions import EDITIONS, Edition
from tiebreaks.published import PlayersDocument
from tiebreaks.selectors import players_document
from tiebreaks.services import computed
from tournaments import wallcharts
from tournaments.errors import Refused
from tournaments.models import Section
from tournaments.services.orders import post_order, show_columns
from tournaments.services.rebuilding import check
from tournaments.services.setup import edit_section

OLD = (
    "modified_median:wins_losses,solkoff,cumulative:full_only,opposition_cumulative:full_only"  # 4th edition
)
PLANTED = Edition(
    "us-chess-99",
    "A rulebook of days to come",
    "99th edition",
    2099,
    {Format.SWISS: "cumulative,kashdan", Format.ROUND_ROBIN: "sonneborn_berger"},
    "cumulative:omit_last",
)


def body(section: Section) -> PlayersDocument:
    return players_document(section.standings_id)


def play(section: Section) -> Section:
    played(section, 1, "1 2 WL\n3 H\n4 B")
    played(section, 2, "1 3 LW\n2 4 DD")
    return as_it_stands(section)


def edit(section: Section, **changed: str) -> None:
    fields = ("name", "rounds", "format", "games")
    edit_section(
        section, by=director_of(section), **{name: getattr(section, name) for name in fields} | changed
    )


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> Edition:
    """An edition that was published after everything so far was played."""
    monkeypatch.setitem(EDITIONS, PLANTED.code, PLANTED)
    return PLANTED


def test_a_section_is_made_under_the_current_edition_and_its_document_says_so() -> None:
    section = a_section()
    assert (section.edition, body(section).edition) == ("us-chess-7", "us-chess-7")


def test_an_older_edition_has_its_own_default_order_and_values() -> None:
    section = play(a_section(4, edition="us-chess-4"))
    assert str(body(section).order) == OLD
    cumulative = body(section).values[2]
    # 34E3: number 3's half-point bye is left in, ½+1½; number 4's full point is taken off, 1+1½−1.
    assert (cumulative[3], cumulative[4]) == (8, 6)
    assert check(Section, section.pk).difference == ""


def test_an_older_edition_reads_what_is_posted_and_what_is_shown() -> None:
    section = play(a_section(4, edition="us-chess-4", order="cumulative"))
    assert (str(body(section).order), body(section).postings[0].order) == (
        "cumulative:full_only",
        "cumulative",
    )
    show_columns(section, "opposition_cumulative", by=director_of(section))
    assert str(body(section).columns) == "opposition_cumulative:full_only"
    with pytest.raises(Refused, match="is already in the order"):
        show_columns(section, "cumulative", by=director_of(section))


def test_the_same_order_spelt_out_is_not_posted_again() -> None:
    section = a_section(4, edition="us-chess-4", order="cumulative")
    post_order(section, "cumulative:full_only", by=director_of(section))
    assert as_it_stands(section).version == section.version


def test_the_edition_is_chosen_until_play_locks_it() -> None:
    section = a_section(4)
    edit(section, edition="us-chess-4")
    assert str(body(section).order) == OLD
    edit(as_it_stands(section))  # a form without it leaves it
    assert as_it_stands(section).edition == "us-chess-4"
    paired(section, 1, "1 2", publish=True)
    version = as_it_stands(section).version
    with pytest.raises(Refused, match=r"after play begins\. This section follows the 4th edition"):
        edit(section, edition="us-chess-7")
    assert as_it_stands(section).version == version


def test_a_later_edition_leaves_what_was_played_before_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Order, values and the bytes of the document; also once a change has computed it anew."""
    before = [play(a_section(4)), play(a_section(4, order="cumulative"))]
    monkeypatch.setitem(EDITIONS, PLANTED.code, PLANTED)
    for section in before:
        _ranking, body = computed(section.standings_id, wallcharts.load(section), section.order)
        assert body == section.standings.published.body
        edit(section, name="Renamed")
        assert as_it_stands(section).standings.published.body == section.standings.published.body
        assert check(Section, as_it_stands(section).pk).difference == ""


def test_a_section_made_after_it_has_its_order_and_its_reading(planted: Edition) -> None:
    after = play(a_section(4))
    assert (after.edition, body(after).edition) == (planted.code, planted.code)
    assert str(body(after).order) == "cumulative:omit_last,kashdan"
    assert check(Section, after.pk).difference == ""
    posted = play(a_section(4, order="cumulative"))
    assert str(body(posted).order) == "cumulative:omit_last"
    older = play(a_section(4, edition="us-chess-7", order="cumulative"))
    assert (
        json.loads(posted.standings.published.body)["columns_of_values"]
        != json.loads(older.standings.published.body)["columns_of_values"]
    )
