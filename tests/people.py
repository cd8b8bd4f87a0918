"""Whom many tests are about: Kim, who directs an event."""

import pytest
from django.contrib.auth.models import User

from tests.factories import EventFactory, UserFactory
from tournaments.models import Event


@pytest.fixture
def kim() -> User:
    return UserFactory.create(username="kim", first_name="Kim", last_name="Okafor")


@pytest.fixture
def event(kim: User) -> Event:
    return EventFactory.create(by=kim)
