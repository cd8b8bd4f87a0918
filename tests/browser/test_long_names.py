"""A name without a gap, as long as a form takes, widens no page of the director's."""

from collections.abc import Callable
from typing import Any

from django.urls import reverse
from pytest_django.live_server_helper import LiveServer

from tests.browser.looks import fits, open_all
from tests.factories import UserFactory, a_section, paired, played
from tests.sign_in import sign_in

LONG = "Wolfeschlegelsteinhausenbergerdorff" * 2


def test_a_name_without_a_gap_widens_no_page_of_the_director(
    new_context: Callable[..., Any], live_server: LiveServer
) -> None:
    kim = UserFactory.create(first_name="Kim", last_name="Okafor")
    section = a_section(6, rounds=3, by=kim, order="modified_median,head_to_head,coin_toss", place_trophies=3)
    played(section, 1, "1 2 DD\n3 4 DD\n5 6 DD")
    board = paired(section, 2, "1 3\n2 5", publish=True)[0]
    section.players.update(name=LONG, team=LONG, grade="12")
    type(section).objects.filter(pk=section.pk).update(name=LONG)
    type(section.event).objects.filter(pk=section.event_id).update(name=LONG)
    context = new_context(viewport={"width": 360, "height": 740})
    sign_in(context, live_server, kim)
    page = context.new_page()
    whole = [section.event.slug, section.slug]
    for path in [
        "/desk/",
        reverse("desk-event", args=[section.event.slug]),
        reverse("edit-event", args=[section.event.slug]),
        reverse("ruling", args=[board.pk]),
        reverse("edit-player", args=[*whole, 1]),
        reverse("desk-round", args=[*whole, 2]),
        *(
            reverse(name, args=whole)
            for name in (
                "ties",
                "ceremony",
                "awards",
                "ceremony-show",
                "extra-games",
                "edit-section",
                "roster",
                "import-roster",
                "order",
                "prizes",
                "section-log",
                "add-player",
            )
        ),
    ]:
        page.goto(live_server.url + path)
        open_all(page)
        fits(page)
