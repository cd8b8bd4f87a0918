"""What the glossary says of systems, variations and published orders."""

from django.test import Client
from django.urls import reverse

from tests.html import visit
from tiebreaks.engine.ranking.presets import PRESETS
from tiebreaks.engine.systems import SYSTEMS


def test_the_glossary_warns_before_a_system_is_posted(client: Client) -> None:
    page = visit(client, reverse("rules"))
    for code, system in SYSTEMS.items():
        section = page.one(f"section[id='{code}']")
        assert ("What to know before posting it" in section) == bool(system.cautions)
        for caution in system.cautions:
            assert caution in section
    assert "A beat B, B beat C, C beat A" in page


def test_the_glossary_explains_every_system_with_its_variations(client: Client) -> None:
    page = visit(client, reverse("rules"))
    for system in SYSTEMS.values():
        section = page.one(f"[id='{system.code}']")
        for variation in system.variations:
            assert variation.summary in section


def test_the_glossary_lists_the_published_orders_with_their_sources(client: Client) -> None:
    page = visit(client, reverse("rules"))
    listed = page.one("#presets")
    for preset in PRESETS.values():
        assert preset.name in listed.texts("dt")
        assert preset.source in listed
        assert preset.note in listed
    assert "One point is deducted for each full point" in listed
