"""The largest files, each in a process of its own."""

from pathlib import Path

import pytest

from tests.largest_files import LARGEST
from tests.measured import can_be_measured, measured


@pytest.mark.slow
@can_be_measured
@pytest.mark.parametrize("kind", LARGEST)
def test_the_largest_file_is_shown_within_5_seconds_and_200_megabytes(kind: str, tmp_path: Path) -> None:
    measured(tmp_path, "manage.py", "migrate", "-v0")
    measured(tmp_path, "manage.py", "collectstatic", "--noinput", "-v0")
    seconds, _of_all, megabytes = measured(tmp_path, "-m", "tests.largest_files", kind)
    assert float(seconds) < 5
    assert megabytes < 200
