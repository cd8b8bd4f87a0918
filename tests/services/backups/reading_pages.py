"""All public pages of an event, as phones get them."""

from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.views.public_pages import everything
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.models import Event, Seat, Section, TeamTable
from tournaments.selectors.public.visible import whole_event

TEAM_PAGES = ["teams", "teams-live", "posted-team-order"]


def public_pages(event: Event) -> dict[str, str]:
    """Each address with its page, in which epochs are left out."""
    client = Client()
    caches["fragments"].clear()
    pages = {address: client.get(address) for address in addresses(event)}
    assert {page.status_code for page in pages.values()} <= {200, 404}, pages
    stamps = {owner.stamp: f"{owner.slug} {owner.version}" for owner in owners(event)}
    stamps[whole_event(event.slug).stamp] = "all of them"
    texts = {address: page.text for address, page in pages.items() if page.status_code == 200}
    for stamp, name in stamps.items():
        texts = {address: text.replace(stamp, name) for address, text in texts.items()}
    return texts


def owners(event: Event) -> list[Section | TeamTable]:
    return [
        *Section.objects.filter(event__slug=event.slug).select_related("event", "standings").order_by("pk"),
        *TeamTable.objects.filter(event__slug=event.slug).select_related("event", "standings").order_by("pk"),
    ]


def addresses(event: Event) -> list[str]:
    found = [reverse("event", args=[event.slug])]
    for owner in owners(event):
        if isinstance(owner, TeamTable):
            found += [at(name, owner) for name in TEAM_PAGES]
            continue
        found += [address for address in everything(owner) if address.startswith(found[0])]
        found += [at("why", owner, number) for number in owner.players.values_list("number", flat=True)]
        found += [
            at("bye", owner, seat.round.number, seat.player.number)
            for seat in Seat.objects.filter(round__section=owner, kind=Kind.FULL_BYE.letter)
        ]
        found += [
            at("round", owner, number)
            for number in owner.round_set.exclude(published_at=None).values_list("number", flat=True)
        ]
    return found
