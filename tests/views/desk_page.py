"""What tests of the desk begin with: a round whose boards are out, and entries as its script sends them."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import (
    UserFactory,
    a_section,
    as_it_stands,
    paired,
)
from tests.html import Form, visit
from tournaments.models import Game, Section, Staff

HTMX = {"HX-Request": "true", "HX-Current-URL": "http://testserver/desk/here/"}


@pytest.fixture
def section(kim: User) -> Section:
    """Six players, round one published: boards 1 2, 3 4, 5 6, all out."""
    section = a_section(6, by=kim, order="modified_median,solkoff")
    paired(section, 1, "1 2\n3 4\n5 6", publish=True)
    return as_it_stands(section)


def send(client: Client, game: Game, result: str, revision: int | str | None = None, **more: Any) -> Any:
    """Enter a result as the desk's script does."""
    fields = {"result": result, "revision": game.revision if revision is None else revision, **more}
    return client.post(reverse("enter-result", args=[game.pk]), fields, headers=HTMX)


def stands(game: Game) -> str:
    return "".join(game.seats.order_by("-side").values_list("kind", flat=True))


def undo_form(client: Client, section: Section, number: int = 1) -> Form:
    """Undo as the page offers it: for the entry that its label names."""
    return visit(client, at("desk-round", section, number)).form(at("undo", section))


def a_deputy(section: Section) -> Client:
    """Another director of the same event, at another machine."""
    lee = UserFactory.create(first_name="Lee", last_name="Moss")
    Staff.objects.create(event=section.event, user=lee)
    client = Client()
    client.force_login(lee)
    return client
