"""A server gives out mirrors and takes them back; of a silent hall its pages say so."""

import time
from io import BytesIO, StringIO
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.urls import reverse

from tests.html import read
from tests.services.backups.reading_pages import addresses
from tests.services.mirroring.conftest import Mirrored, Send, pages, push, shown, stored
from tiebreaks.models import Published
from tournaments.errors import Refused
from tournaments.formats import mirror as formats
from tournaments.models import Event, Mirror, MirroredPart, Section, Staff
from tournaments.selectors.public import visible
from tournaments.services import backups, epochs, rebuilding
from tournaments.services.mirroring import granting


def test_pages_say_when_the_hall_was_last_heard_from_after_a_minute_of_silence(
    mirrored: Mirrored, send: Send, client: Any
) -> None:
    mirror, first, _second = mirrored
    page, live = (reverse(name, args=[mirror.event.slug, "open"]) for name in ("standings", "standings-live"))
    stamp = visible.section(mirror.event.slug, "open").stamp
    assert "Last heard from the hall" not in read(client.get(page))
    assert client.get(live, {"v": stamp}).status_code == 204
    tag = client.get(page).headers["ETag"]

    Mirror.objects.update(heard=1_700_000_000)

    for address in (page, reverse("event", args=[mirror.event.slug])):
        assert "Last heard from the hall Tue, Nov 14, 2023" in read(client.get(address))
    poll = client.get(live, {"v": stamp})
    assert (poll.status_code, "Last heard from the hall" in read(poll)) == (200, True)
    assert client.get(page, headers={"if-none-match": tag}).status_code == 200
    silent = visible.section(mirror.event.slug, "open").stamp
    assert client.get(live, {"v": silent}).status_code == 204
    # A page that only asks for what is newer is told of no news.
    news = visible.section(mirror.event.slug, "open").stamp_of_news
    assert client.get(live, {"v": news}).status_code == 204

    send(mirror, push(first, first), counter=1001)

    assert visible.section(mirror.event.slug, "open").stamp == stamp
    back = client.get(live, {"v": silent})
    assert (back.status_code, "Last heard from the hall" in read(back)) == (200, False)


def test_an_event_of_its_own_is_never_silent(section: Section, client: Any) -> None:
    with patch("time.time", return_value=time.time() + 100_000):
        assert not visible.section(section.event.slug, "open").quiet


def test_an_address_that_is_taken_is_not_given_out(section: Section, kim: User) -> None:
    for slug in (section.event.slug, "backup", "not an address", ""):
        with pytest.raises(Refused):
            granting.give_out(slug, by=kim)
    assert Event.objects.count() == 1


def test_the_database_has_no_key(kim: User) -> None:
    mirror = granting.give_out("spring-open", by=kim)
    key = granting.key_of(mirror)
    assert len(key.replace("-", "")) == 40
    assert key not in str(list(Mirror.objects.values()))
    with patch("django.conf.settings.SECRET_KEY", "another server's"):
        assert granting.key_of(mirror) != key


def test_a_removed_mirror_leaves_nothing(mirrored: Mirrored) -> None:
    granting.remove(mirrored[0])
    assert not any(stored())


def test_a_backup_of_the_server_brings_its_mirrors_back(mirrored: Mirrored, send: Send) -> None:
    mirror, first, second = mirrored
    before, file = pages(addresses(mirror.event)), BytesIO()
    backups.everything(file)
    granting.remove(mirror)
    backups.restore(file, backups.Source("x.wallchart"), by=None)
    assert pages(list(before)) == before
    assert not Staff.objects.exists()
    # It goes on where it was: the key is that of this server's secret.
    send(Mirror.objects.get(), push(second, first), counter=1001)
    assert shown(Event.objects.get())["s/open/document"] == second["s/open/document"]


def test_what_checks_and_computes_leaves_a_mirror_alone(mirrored: Mirrored) -> None:
    before = stored()
    assert not rebuilding.owners()
    Published.objects.update(schema=1)
    assert not rebuilding.owners(stale=True)
    call_command("check_standings", stdout=StringIO())
    call_command("replay", stdout=StringIO())
    epochs.renew_epochs()
    call_command("rebuild", stale=True, stdout=StringIO())
    assert stored() == before


def test_a_mirror_that_a_newer_release_cannot_read_is_hidden_until_its_hall_sends_it_again(
    mirrored: Mirrored, send: Send
) -> None:
    mirror, _first, second = mirrored
    MirroredPart.objects.filter(name="s/open/document").update(text="{}", digest=formats.digest("{}"))
    Published.objects.update(schema=1)
    told = StringIO()
    call_command("rebuild", stale=True, stdout=told)
    assert "hidden until its hall" in told.getvalue()
    assert not visible.events()
    send(mirror, push(second), counter=1001)
    assert [each.slug for each in visible.events()] == [mirror.event.slug]
