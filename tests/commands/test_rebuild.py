"""`manage.py rebuild` writes every document as the rows have it, and says which changed and how."""

from io import StringIO

import pytest
from django.core.management import call_command

from tests.factories import a_section, as_it_stands, director_of, played
from tiebreaks import published
from tiebreaks.models import Published
from tournaments.models import Player, Section, TeamTable
from tournaments.services import rebuilding, teams

pytestmark = pytest.mark.django_db


@pytest.fixture
def section() -> Section:
    section = a_section(4, 1, order="modified_median,solkoff", place_trophies=2)
    played(section, 1, "1 2 WL\n3 4 DD")
    return as_it_stands(section)


@pytest.fixture
def table(section: Section) -> TeamTable:
    Player.objects.filter(section=section).update(team="Elm")
    return teams.make_table(section.event, name="Teams", sections=[section], by=director_of(section))


def rebuild(**options: object) -> list[str]:
    out = StringIO()
    call_command("rebuild", stdout=out, **options)
    return out.getvalue().splitlines()


def wrong(section: Section) -> None:
    """What a release with a mistake in Modified Median left behind."""
    row = Published.objects.get(pk=section.standings_id)
    body = row.body.replace('"columns_of_values":[[', '"columns_of_values":[[1')
    Published.objects.filter(pk=row.pk).update(body=body, engine=0)


def test_documents_that_agree_are_named_and_stay_at_their_version(table: TeamTable) -> None:
    before = {row.pk: (row.stamp, row.body) for row in Published.objects.all()}
    first, second, counted = rebuild()
    assert first.startswith("[1/2]")
    assert first.endswith("unchanged")
    assert second.startswith("[2/2]")
    assert counted == "2 documents recomputed, 0 changed."
    assert {row.pk: (row.stamp, row.body) for row in Published.objects.all()} == before


def test_a_document_that_a_mistake_left_is_mended_under_a_new_version(section: Section) -> None:
    wrong(section)
    (line, counted) = rebuild()
    assert "modified_median of 1" in line
    assert counted == "1 document recomputed, 1 changed."
    after = as_it_stands(section)
    assert after.version == section.version + 1
    assert after.standings.published.stamp == after.stamp
    assert rebuilding.check(Section, section.pk).difference == ""
    assert after.standings.log.latest("version").summary.startswith("Recomputed: modified_median of 1")


def test_only_what_an_older_release_wrote_is_stale(section: Section, table: TeamTable) -> None:
    assert rebuild(stale=True) == []
    wrong(section)
    assert [pk for _model, pk in rebuilding.owners(stale=True)] == [section.pk]
    assert len(rebuild(stale=True)) == 2
    assert rebuild(stale=True) == []


@pytest.mark.parametrize("number", ["SCHEMA", "ENGINE"])
def test_a_newer_schema_or_engine_makes_every_document_stale(
    section: Section, table: TeamTable, number: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rebuilding, number, getattr(published, number) + 1)
    assert rebuilding.owners(stale=True) == [(Section, section.pk), (TeamTable, table.pk)]


def test_a_document_of_another_shape_is_written_anew(section: Section) -> None:
    Published.objects.filter(pk=section.standings_id).update(body="{}", schema=0)
    rebuild(stale=True)
    assert rebuilding.check(Section, section.pk).difference == ""


def test_a_missing_document_is_made(section: Section) -> None:
    Published.objects.all().delete()
    assert "there was no document" in rebuild(stale=True)[0]
    assert rebuilding.check(Section, section.pk).difference == ""
