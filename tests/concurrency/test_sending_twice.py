"""Forms that are sent several times at once, through a real server: one act, whichever comes first."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.contrib.auth.models import User

from tests.addresses import at
from tests.concurrency.scorer import Browser
from tests.factories import PASSWORD, UserFactory, a_section
from tests.html import read
from tournaments.models import Event, LogEntry, Section
from tournaments.services import teams

CLICKS = 4


@pytest.fixture
def kim(transactional_db: None) -> User:
    return UserFactory.create(username="kim")


@pytest.fixture
def section(kim: User) -> Section:
    return a_section(2, by=kim)


class Hall:
    """Kim at several tabs of one browser."""

    def __init__(self, site: str, kim: User) -> None:
        self.browser = Browser(site)
        self.browser.get("/setup/sign-in/")
        assert self.browser.post("/setup/sign-in/", username=kim.username, password=PASSWORD) == 302

    def form(self, address: str, page: str = "") -> dict[str, str]:
        """The unseen fields of the form that is sent to this address, from its page."""
        forms = read(self.browser.page(page or address)).forms
        return next(form.carried for form in forms if form.action in ("", address))

    def send(self, *forms: tuple[str, Mapping[str, object]]) -> list[int]:
        """Send all of these at the same moment; what each was answered."""
        together = Barrier(len(forms))

        def send(form: tuple[str, Mapping[str, object]]) -> int:
            together.wait()
            return self.browser.post(form[0], scripted=False, **form[1])

        with ThreadPoolExecutor(len(forms)) as pool:
            return list(pool.map(send, forms))


@pytest.fixture
def hall(site: str, kim: User) -> Hall:
    return Hall(site, kim)


NEW_EVENT = "/setup/events/new/"


@pytest.mark.slow
def test_an_event_that_is_created_by_several_clicks_is_one_event(hall: Hall) -> None:
    for number in range(5):
        form = {"name": f"Open {number}", **hall.form(NEW_EVENT)}
        assert hall.send(*[(NEW_EVENT, form)] * CLICKS) == [302] * CLICKS
    assert Event.objects.count() == 5


@pytest.mark.slow
def test_events_of_one_name_at_once_get_an_address_each(hall: Hall) -> None:
    typed = [
        {"name": "Harvest Open", "city": city} for city in ("Salem", "Bend", "Troy", "Avon", "York", "Mesa")
    ]
    forms = [(NEW_EVENT, {**each, **hall.form(NEW_EVENT)}) for each in typed]
    assert hall.send(*forms) == [302] * 6
    assert len(set(Event.objects.values_list("slug", flat=True))) == 6


@pytest.mark.slow
def test_a_player_who_is_added_by_several_clicks_is_one_player(hall: Hall, section: Section) -> None:
    address = at("add-player", section)
    for number in range(5):
        form = {"name": f"Ann {number}", **hall.form(address)}
        assert hall.send(*[(address, form)] * CLICKS) == [302] * CLICKS
    assert section.players.count() == 2 + 5


@pytest.mark.slow
def test_an_event_that_is_created_in_several_tabs_is_one_event(hall: Hall) -> None:
    forms = [(NEW_EVENT, {"name": "Open", **hall.form(NEW_EVENT)}) for _tab in range(CLICKS)]
    assert sorted(hall.send(*forms)) == [302] + [409] * (CLICKS - 1)
    assert Event.objects.count() == 1


@pytest.mark.slow
def test_a_list_that_is_imported_in_several_tabs_adds_everybody_once(hall: Hall, section: Section) -> None:
    address = at("import-roster", section)
    text = "Ann Alder\nBo Birch\nCy Cedar"
    forms = [(address, {"text": text, **hall.form(address)}) for _tab in range(CLICKS)]
    assert hall.send(*forms) == [302] * CLICKS
    assert section.players.count() == 2 + 3
    assert LogEntry.objects.filter(verb="import").count() == 1


@pytest.mark.slow
def test_of_two_tabs_that_edit_at_once_one_is_told_of_the_other(hall: Hall, section: Section) -> None:
    address = at("edit-player", section, 1)
    for number in range(5):
        typed = [{"name": f"{name} {number}", "number": 1} for name in ("Ann", "Bo")]
        forms = [(address, {**each, **hall.form(address)}) for each in typed]
        assert sorted(hall.send(*forms)) == [302, 409]


def test_a_table_that_is_edited_and_removed_at_once_makes_no_error(
    hall: Hall, section: Section, kim: User
) -> None:
    for number in range(5):
        table = teams.make_table(section.event, name=f"Schools {number}", sections=[section], by=kim)
        edit, remove = at("edit-table", table), at("remove-table", table)
        typed = {
            "name": f"Clubs {number}",
            "best": 4,
            "minimum": 2,
            "place_trophies": 0,
            "sections": section.pk,
        }
        editing = (edit, {**typed, **hall.form(edit)})
        removing = (remove, dict(hall.form(remove, page=edit)))
        first, second = hall.send(editing, removing)
        assert (first, second) in ((302, 409), (404, 302), (409, 302))
