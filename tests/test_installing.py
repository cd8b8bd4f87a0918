"""What a phone needs to install public pages as an app."""

import json
import re
from io import BytesIO

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from PIL import Image

from tests.html import visit


@pytest.mark.django_db
def test_a_public_page_names_the_app_and_the_desk_does_not(client: Client) -> None:
    assert visit(client, "/").one("link[rel=manifest]")["href"] == reverse("manifest")
    assert "manifest" not in client.get(reverse("sign-in")).text


def test_the_app_has_icons_of_the_sizes_that_it_names(client: Client) -> None:
    answer = client.get(reverse("manifest"))
    assert answer.headers["Content-Type"] == "application/manifest+json"
    about = json.loads(answer.content)
    assert {icon["purpose"] for icon in about["icons"]} == {"any", "maskable"}
    for icon in about["icons"]:
        path = finders.find(icon["src"].removeprefix("/static/"))
        assert isinstance(path, str), icon
        with open(path, "rb") as file:
            size = Image.open(BytesIO(file.read())).size
        assert icon["sizes"] == f"{size[0]}x{size[1]}"


def test_the_worker_acts_on_the_whole_site_under_its_policy(client: Client) -> None:
    answer = client.get("/worker.js")
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert "no-store" not in answer.headers["Cache-Control"]
    written = re.search(r'POLICY = (".*");', answer.text)
    assert written
    assert json.loads(written[1]) == answer.headers["Content-Security-Policy"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/following/away/", "This page was not kept on this phone."),
        ("/es/following/away/", "Esta página no se guardó en este teléfono."),
    ],
)
def test_what_a_phone_shows_in_the_place_of_a_page_that_it_has_not_kept_names_nobody(
    client: Client, path: str, says: str
) -> None:
    page = visit(client, path)
    assert says in page
    assert page.one("meta[name=robots]")["content"] == "noindex"
    # It stands at the address of another page, of which these would be the languages.
    assert page.all("a[hreflang]") == []
    # offline.js would keep it as that page.
    assert not [script for script in page.all("script[src]") if "offline" in script["src"]]
