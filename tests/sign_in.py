"""Signing in without the form, which has tests of its own."""

from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext
from pytest_django.live_server_helper import LiveServer

from tests.directors_client import DirectorsClient


def signed_in(user: User) -> DirectorsClient:
    client = DirectorsClient()
    client.force_login(user)
    return client


def sign_in(context: BrowserContext, live_server: LiveServer, user: User) -> BrowserContext:
    """Give a browser the cookie of somebody who has signed in."""
    session = signed_in(user).cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    return context
