"""What many tests begin with: Kim, who directs an event, and no piece of a page that another test left."""

import pytest
from django.contrib.auth.models import User
from django.core.cache import caches

from tests.factories import EventFactory, UserFactory
from tournaments.models import Event


@pytest.fixture(autouse=True)
def no_fragments() -> None:
    caches["fragments"].clear()


@pytest.fixture
def kim() -> User:
    return UserFactory.create(username="kim", first_name="Kim", last_name="Okafor")


@pytest.fixture
def event(kim: User) -> Event:
    return EventFactory.create(by=kim)
