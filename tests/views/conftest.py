"""A director and her browser's sign-in, for the tests of what pages answer."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.factories import UserFactory
from tests.sign_in import signed_in


@pytest.fixture
def kim() -> User:
    return UserFactory.create(username="kim", first_name="Kim", last_name="Okafor")


@pytest.fixture
def desk(kim: User) -> Client:
    """Kim, signed in."""
    return signed_in(kim)
