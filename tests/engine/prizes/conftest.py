"""What is kept of ties that were divided before would hide a change of how they are."""

import pytest

from tiebreaks.engine.prizes.cash import divide_tie


@pytest.fixture(autouse=True)
def nothing_is_kept() -> None:
    divide_tie.cache_clear()
