"""What a restore replaced, as files: which of them stay."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.services.backups.test_moving import written
from tests.services.backups.test_restoring import in_a_folder, section
from tournaments.models import Section
from tournaments.services import backups
from tournaments.services.backups import ages, replaced

__all__ = ["in_a_folder", "section"]
NEWEST = datetime(2026, 5, 31, 15, 30)


@pytest.fixture
def folder(settings: Any) -> Path:
    folder = replaced.folder()
    folder.mkdir()
    return folder


def left(event: str, ages_of_files: list[timedelta], folder: Path) -> list[Path]:
    """The newest first."""
    files = [folder / f"{event}-{NEWEST - age:%Y-%m-%d-%H%M%S-%f}.wallchart" for age in ages_of_files]
    for file in files:
        file.touch()
    return files


def test_of_each_event_the_last_files_stay_and_older_ones_thin_out(in_a_folder: Path, folder: Path) -> None:
    every_minute = [timedelta(minutes=minute) for minute in range(30)]
    often = left("spring-open", [*every_minute, timedelta(days=3), timedelta(days=40)], folder)
    rarely = left("spring-open-2", [timedelta(days=400), timedelta(days=500)], folder)
    others = [folder / "spring-open-by-hand.wallchart", folder / "notes.txt"]
    for file in others:
        file.touch()
    replaced.remove_old()
    stay = [*often[: ages.KEPT_LAST], often[30]]
    assert set(folder.iterdir()) == {*stay, *rarely, *others}


def test_a_restore_removes_old_files_only_once_it_is_done(
    section: Section, in_a_folder: Path, folder: Path, django_capture_on_commit_callbacks: Any
) -> None:
    files = left(section.event.slug, [timedelta(minutes=minute) for minute in range(12)], folder)
    file = written(section.event)
    with django_capture_on_commit_callbacks(execute=True):
        [restored] = backups.restore(file, backups.Source("x"), by=None, replace=True)
        assert files[-1].exists()
    assert restored.replaced
    assert restored.replaced.exists()
    assert not files[-1].exists()
    assert files[0].exists()
