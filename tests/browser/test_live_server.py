from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer


def test_each_request_has_a_database_connection_of_its_own(live_server: LiveServer, page: Page) -> None:
    page.goto(live_server.url)

    assert not live_server.thread.connections_override
