"""Kim at a browser of her own."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.people import event, kim, no_fragments
from tests.sign_in import sign_in

__all__ = ["event", "kim", "no_fragments", "sit_down"]


@pytest.fixture
def sit_down(new_context: Any, live_server: LiveServer) -> Callable[..., Page]:
    """A signed-in person at a page, in a browser of their own."""

    def sit(user: User, path: str, **options: Any) -> Page:
        page = sign_in(new_context(**options), live_server, user).new_page()
        page.goto(live_server.url + path)
        return page

    return sit
