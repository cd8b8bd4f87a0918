"""New epochs for a database whose past is in doubt; what was seen before is taken for nothing that is now."""

import os
import shutil
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings

from tests.addresses import at
from tests.factories import a_section, as_it_stands, enter, games_of, paired, played
from tiebreaks.models import Standings
from tournaments.models import LogEntry, Section
from tournaments.selectors.event.lives import another_life
from tournaments.selectors.results.boards import games_since
from tournaments.services import ceremony, teams
from tournaments.services.epochs import goes_on, leave_off, renew_epochs


@pytest.fixture
def section() -> Section:
    """With a result to come, and a table of teams."""
    section = a_section(4, 1, order="solkoff", place_trophies=1)
    played(section, 1, "1 2 WL\n3 4")
    director = section.event.staff.get().user
    teams.make_table(section.event, name="Teams", sections=[section], by=director)
    return as_it_stands(section)


@pytest.fixture(autouse=True)
def var(settings: Settings, tmp_path: Path) -> Path:
    settings.VAR_DIR = tmp_path / "var"
    settings.VAR_DIR.mkdir()
    return Path(settings.VAR_DIR)


# --- renewed ------------------------------------------------------------------------------------


def test_every_standings_and_its_document_get_one_new_epoch_at_the_same_version(section: Section) -> None:
    before = {row.pk: row for row in Standings.objects.all()}
    assert renew_epochs() == len(before) == 2
    for row in Standings.objects.select_related("published"):
        assert row.epoch != before[row.pk].epoch
        assert row.version == before[row.pk].version
        assert row.published.stamp == row.stamp
    call_command("check_standings")


def test_log_and_frozen_awards_keep_the_stamps_of_their_time_and_play_goes_on(section: Section) -> None:
    enter(games_of(section, 1)[1], "DD")
    frozen, _is_new = ceremony.freeze(section, by=section.event.staff.get().user)
    logged = list(LogEntry.objects.order_by("pk").values_list("epoch", "version"))
    renew_epochs()
    enter(games_of(section, 1)[1], "WL")
    frozen_stamp = frozen.stamp
    frozen.refresh_from_db()
    assert frozen.stamp == frozen_stamp
    assert list(LogEntry.objects.order_by("pk").values_list("epoch", "version"))[: len(logged)] == logged
    last = LogEntry.objects.filter(standings=section.standings_id).latest("pk")
    now = as_it_stands(section)
    assert f"{last.epoch}.{last.version}" == now.stamp
    call_command("check_standings")


def test_a_phone_and_a_desk_that_saw_the_other_life_get_everything_anew(section: Section) -> None:
    phone = Client()
    page = phone.get(at("standings", section))
    seen = section.stamp
    assert phone.get(at("standings-live", section), {"v": seen}).status_code == 204
    renew_epochs()
    anew = phone.get(at("standings-live", section), {"v": seen})
    assert anew.status_code == 200
    assert as_it_stands(section).stamp in anew.text
    unchanged = {"If-None-Match": page.headers["ETag"]}
    assert phone.get(at("standings", section), headers=unchanged).status_code == 200
    assert games_since(as_it_stands(section), 1, seen) is None


def test_a_document_that_does_not_agree_with_its_standings_is_still_found_afterwards(
    section: Section,
) -> None:
    Standings.objects.update(version=99)
    renew_epochs()
    section = as_it_stands(section)
    assert section.standings.published.stamp != section.stamp


# --- noticed ------------------------------------------------------------------------------------


def test_a_database_goes_on_once_from_where_a_server_left_it(section: Section) -> None:
    assert not goes_on()  # no server has left it
    leave_off()
    assert goes_on()
    assert not goes_on()  # the server since then was killed


def test_a_database_that_stands_elsewhere_does_not_go_on(section: Section) -> None:
    leave_off()
    enter(games_of(section, 1)[1], "DD")
    assert not goes_on()
    leave_off()
    renew_epochs()
    assert not goes_on()


def test_a_copy_of_the_whole_folder_does_not_go_on_and_the_first_one_does(
    section: Section, var: Path, settings: Settings
) -> None:
    leave_off()
    settings.VAR_DIR = var.with_name("other machine")
    shutil.copytree(var, settings.VAR_DIR)
    assert not goes_on()
    settings.VAR_DIR = var
    assert goes_on()


def test_an_older_folder_put_back_over_this_one_does_not_go_on(section: Section, var: Path) -> None:
    leave_off()
    kept = shutil.copytree(var, var.with_name("friday"))
    noted = kept / "left_off"
    place, at_time, stamps = noted.read_text().split()
    assert int(place) == (var / "left_off").stat().st_ino
    # Written over in place hours later: the note is older than its file.
    (var / "left_off").write_text(f"{place} {int(at_time) - 3600 * 10**9} {stamps}")
    assert not goes_on()


@pytest.mark.parametrize("note", ["", "what?", "1 2 3", "x y z"])
def test_a_note_that_cannot_be_read_counts_for_nothing(section: Section, var: Path, note: str) -> None:
    (var / "left_off").write_text(note)
    assert not goes_on()
    assert os.listdir(var) in ([], ["left_off"])


def test_what_was_entered_after_a_copy_was_put_back_is_not_called_its_newest_entry(kim: User) -> None:
    """A result that had waited for a sign-in was sent before the page was told."""
    section = a_section(4, by=kim)
    first, second = paired(section, 1, "1 2\n3 4", publish=True)
    enter(first, "WL", by=kim)
    page = as_it_stands(section).stamp
    newest = LogEntry.objects.latest("pk")
    renew_epochs()
    enter(second, "WL", by=kim)
    life = another_life(as_it_stands(section), page)
    assert life is not None
    assert (life.newest, life.since) == (newest, 1)
    of_no_life_that_is_left = another_life(as_it_stands(section), "elsewhere.9")
    assert of_no_life_that_is_left is not None
    assert of_no_life_that_is_left.newest == newest
