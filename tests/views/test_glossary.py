"""What the glossary says of systems, variations and published orders."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from tests.views.public_pages import body
from tiebreaks.engine.ranking.presets import PRESETS
from tiebreaks.engine.systems import SYSTEMS

pytestmark = pytest.mark.django_db


def test_the_glossary_warns_before_a_system_is_posted(client: Client) -> None:
    page = body(client.get(reverse("rules")))
    for code, system in SYSTEMS.items():
        section = page[page.index(f'id="{code}"') :]
        section = section[: section.index("</section>")]
        assert ("What to know before posting it" in section) == bool(system.cautions)
        for caution in system.cautions:
            assert escape(caution) in section
    assert "A beat B, B beat C, C beat A" in page


def test_the_glossary_explains_every_system_with_its_variations(client: Client) -> None:
    page = body(client.get(reverse("rules")))
    for system in SYSTEMS.values():
        assert f'id="{system.code}"' in page
        for variation in system.variations:
            assert variation.summary.replace("'", "&#x27;") in page


def test_the_glossary_lists_the_published_orders_with_their_sources(client: Client) -> None:
    page = body(client.get(reverse("rules")))
    listed = page[page.index('id="presets"') :]
    for preset in PRESETS.values():
        assert f"<dt>{preset.name}</dt>" in listed
        assert escape(preset.source) in listed
        assert escape(preset.note) in listed
    assert "One point is deducted for each full point" in listed
