"""A draft that is published by several clicks, or while another director changes it: one of them is first."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.contrib.auth.models import User

from tests.addresses import at
from tests.concurrency.test_sending_twice import CLICKS, Hall
from tests.factories import UserFactory, a_section, as_it_stands, games_of
from tournaments.models import LogEntry, PairingDraft, Role, Section, Staff
from tournaments.services import drafts

pytestmark = pytest.mark.slow


@pytest.fixture
def kim(transactional_db: None) -> User:
    return UserFactory.create(username="kim")


@pytest.fixture
def section(kim: User) -> Section:
    section = a_section(8, by=kim)
    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
    return as_it_stands(section)


def seats(section: Section) -> set[tuple[int, int]]:
    """White and Black of each board that stands."""
    both = [[seat.player.number for seat in game.seats.order_by("-side")] for game in games_of(section, 1)]
    return {(white, black) for white, black in both}


def test_several_clicks_publish_a_round_once(site: str, kim: User, section: Section) -> None:
    hall, address = Hall(site, kim), at("publish-pairing", section, 1)
    assert hall.send(*[(address, hall.form(address))] * CLICKS) == [302] * CLICKS
    assert len(games_of(section, 1)) == 4
    assert LogEntry.objects.filter(standings=section.standings_id, verb="pair").count() == 1


@pytest.mark.parametrize("time", range(2))
def test_what_is_published_is_the_draft_before_or_after_what_another_director_changed(
    site: str, kim: User, section: Section, time: int
) -> None:
    lee = UserFactory.create(username="lee")
    Staff.objects.create(event=section.event, user=lee, role=Role.CHIEF)
    before = {(board.white, board.black) for board in PairingDraft.objects.get().draft.boards}
    publishing, changing = at("publish-pairing", section, 1), at("change-pairing", section, 1)
    halls = Hall(site, kim), Hall(site, lee)
    published = publishing, halls[0].form(publishing)
    swapped = changing, {**halls[1].form(changing, at("pairing", section, 1)), "do": "swap-0"}
    together = Barrier(2)

    def send(hall: Hall, form: tuple[str, Mapping[str, object]]) -> int:
        together.wait()
        return hall.browser.post(form[0], scripted=False, **form[1])

    with ThreadPoolExecutor(2) as pool:
        codes = list(pool.map(send, halls, (published, swapped)))
    draft = {(board.white, board.black) for board in PairingDraft.objects.get().draft.boards}
    assert sorted(codes)[0] == 302, codes
    assert sorted(codes)[1] in (409, 422), "one of them is told"
    if codes[0] == 302:
        assert seats(section) == draft == before
    else:
        assert not seats(section)
        assert draft != before
