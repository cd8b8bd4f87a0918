"""A result follows from the document that was published last, as if every row were read again."""

import random
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.factories import (
    UserFactory,
    a_section,
    as_it_stands,
    director_of,
    enter,
    games_of,
    paired,
    played,
    undone,
)
from tiebreaks.engine.chart.reading import live
from tiebreaks.engine.ranking.fold import rank
from tiebreaks.published import write
from tiebreaks.services import computed
from tournaments import demo, wallcharts
from tournaments.models import Game, Section, TeamTable
from tournaments.schools import tables
from tournaments.selectors.results import boards, next_step
from tournaments.services import orders, prizes, teams
from tournaments.services.rebuilding import check
from tournaments.services.results import record_result
from tournaments.services.rulings import LOST, WON_AS_A_DRAW, record_ruling
from tournaments.text.results import RESULTS

Followed = list[bool]


@pytest.fixture
def followed(monkeypatch: pytest.MonkeyPatch) -> Followed:
    """Whether each entry followed the document. Where one does, the rows must say the same."""
    asked: Followed = []
    original = wallcharts.following

    def following(section: Section, results: Any) -> Any:
        source = original(section, results)
        asked.append(source is not None)
        if source is not None:
            loaded = wallcharts.load(section)
            assert source.posted is not None
            assert replace(source, follows=None) == loaded
            order = section.order(list(source.posted))
            quick, whole = source.ranked(order), loaded.ranked(order)
            assert (quick.standings, quick.values, quick.groups) == (
                whole.standings,
                whole.values,
                whole.groups,
            )
            assert quick == rank(live(loaded.chart), whole.sequence)
            document = source.document(quick, source.posted)
            assert write(document) == computed(section.standings_id, loaded, section.order)[1]
        return source

    monkeypatch.setattr(wallcharts, "following", following)
    return asked


def entries(section: Section, count: int, seed: float, by: User | None = None) -> None:
    """Results of all kinds, on boards of all published rounds."""
    chance = random.Random(seed)
    games = list(Game.objects.filter(round__section=section, round__published_at__isnull=False))
    for game in chance.choices(games, k=count):
        enter(game, chance.choice([*RESULTS, "??"]), by=by)


@pytest.mark.parametrize(
    "name", ["K-3 Championship", pytest.param("K-8 Championship", marks=pytest.mark.slow)]
)
def test_every_entry_of_a_played_section_says_what_its_rows_say(name: str, followed: Followed) -> None:
    demo.load(by=UserFactory.create())
    entries(Section.objects.get(name=name), 25, seed=9)
    assert followed.count(True) > 15


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.long) for seed in (2, 3))])
def test_tables_and_prizes_follow_entries_corrections_and_undone_ones_as_the_rows_say(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sections of one table: a result in one changes its teams, and no player of the other."""
    followed: list[bool] = []
    original = tables.following

    def following(*asked: Any) -> Any:
        source = original(*asked)
        followed.append(source is not None)
        return source

    monkeypatch.setattr(tables, "following", following)
    by = UserFactory.create()
    event = demo.load(by=by)
    sections = list(event.sections.order_by("pk"))
    table = teams.make_table(event, name="All", sections=sections, minimum=1, place_trophies=3, by=by)
    orders.post_order(table, "sum:solkoff,team_cumulative,sum:opposition_performance", by=by, reason="Agreed")
    chance = random.Random(seed)
    for section in chance.choices(sections, k=8):
        entries(section, 3, seed=chance.random(), by=by)
        if chance.random() < 0.5:
            undone(section, by=by)
        found = [check(Section, each.pk) for each in sections]
        found += [check(TeamTable, each.pk) for each in event.team_tables.all()]
        assert [each.difference for each in found] == [""] * len(found)
    assert followed.count(True) > 12


def test_an_entry_follows_the_one_before_and_a_correction_follows_a_ruling(followed: Followed) -> None:
    section = a_section(players=6)
    orders.post_order(section, "solkoff,cumulative,opposition_cumulative", by=director_of(section))
    one, two, three = paired(section, 1, "1 2\n3 4\n5 6", publish=True)
    enter(one, "WL")
    enter(two, "DD")
    record_ruling(three, WON_AS_A_DRAW, LOST, revision=0, by=director_of(section), reason="Canceled bye")
    enter(three, "LW")
    enter(three, "??")
    assert followed == [True] * 5


def test_the_result_that_publishes_its_round_reads_every_row(followed: Followed) -> None:
    section = a_section(players=4)
    one, two = paired(section, 1, "1 2\n3 4")
    enter(one, "WL")
    assert followed == []
    enter(two, "WL")
    assert followed == [True]


def test_a_game_across_rounds_reads_every_row(followed: Followed) -> None:
    section = a_section(players=4)
    played(section, 1, "1 2 WL\n3 4 DD")
    (game,) = [g for g in paired(section, 2, "1 3@3", publish=True) if g.board == 1]
    followed.clear()
    enter(game, "WL")
    assert followed == [False]


def test_prizes_by_age_read_every_row_since_no_document_has_an_age(followed: Followed) -> None:
    section = a_section(players=4)
    prizes.announce(section, "Best age 9", by=director_of(section))
    paired(section, 1, "1 2\n3 4", publish=True)
    enter(games_of(section, 1)[0], "WL")
    assert followed == [False]


def test_the_answer_to_a_key_is_the_row_of_the_page(followed: Followed) -> None:
    """The row and the counters are made from the document; the page makes them from the rows."""
    section = a_section(players=6)
    played(section, 1, "1 2 WL\n3 4 DD\n5 6 FX")
    second = paired(section, 2, "1 3\n5 2\n4 6", publish=True)
    for game, result in zip(second, ["DD", "XF", "WL"], strict=True):
        recorded = record_result(game, result, revision=0, by=director_of(section))
        assert recorded.document is not None
        row = boards.board_of(recorded.document, recorded.game, recorded.seats, section)
        assert row == boards.board(as_on_the_page(game), section)
        counted = next_step.counters_of(recorded.document, recorded.section, 2, recorded.entry)
        assert counted == next_step.counters(as_it_stands(section), 2, director_of(section))


def as_on_the_page(game: Game) -> Game:
    return Game.objects.select_related("round", "entered_by").get(pk=game.pk)
