"""Parts of rows are written once, and again as soon as anything that they show changes."""

from collections.abc import Iterator
from functools import partial

import pytest
from django.test import Client
from django.utils.translation import get_language, override
from jinja2 import DictLoader
from pytest_django import Settings

from tests.factories import director_of, enter, game_between, games_of
from tests.views.public_pages import address, everything
from tournaments import fragments, rows
from tournaments.models import Player, Section
from tournaments.services import orders, rosters

PAGE = "{% macro of(row) %}{{ row.pop() }}{% endmacro %}{{ part(of, shows, row) }}"


@pytest.fixture(autouse=True)
def nothing_is_written() -> Iterator[None]:
    rows._parts.clear()
    yield
    rows._parts.clear()


def written(shows: object, row: list[str]) -> str:
    environment = rows.environment(loader=DictLoader({"page": PAGE}), auto_reload=False)
    part = partial(rows.part, ("page", get_language()))
    return environment.get_template("page").render(shows=shows, row=row, part=part)


def test_a_part_is_written_once_for_all_that_it_shows() -> None:
    assert written((1, "Ada"), ["first"]) == "first"
    assert written((1, "Ada"), ["second"]) == "first"
    assert written((2, "Ada"), ["third"]) == "third"


def test_each_language_has_parts_of_its_own() -> None:
    assert written("a draw", ["draw"]) == "draw"
    with override("fr"):
        assert written("a draw", ["nulle"]) == "nulle"


def test_the_parts_that_were_not_asked_for_longest_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "PARTS", 2)
    for shows in ("a", "b", "a", "c"):
        written(shows, ["kept"])
    assert written("a", ["again"]) == "kept"
    assert written("b", ["again"]) == "again"


def test_who_writes_templates_sees_them_change(settings: Settings) -> None:
    settings.DEBUG = True
    assert written("a", ["before"]) == "before"
    assert written("a", ["after"]) == "after"


def test_after_each_change_pages_are_as_if_no_part_had_been_kept(
    client: Client, section: Section, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fragments, "_kept", lambda key: None)
    by, paths = director_of(section), everything(section)
    paths += [address(section, "why", number) for number in (2, 3, 4)]

    def changes() -> Iterator[None]:
        yield
        enter(game_between(games_of(section, 2), 2, 4), "WL")
        yield
        rosters.edit_player(Player.objects.get(section=section, number=3), by=by, name="Renamed, Rhea")
        yield
        orders.show_columns(section, "win_count", by=by)
        yield

    for _change in changes():
        with_parts = [client.get(path).text for path in paths]
        rows._parts.clear()
        assert with_parts == [client.get(path).text for path in paths]
