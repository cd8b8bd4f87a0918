"""32C4: two sections of an event change at once, and what each pays depends on the other."""

from collections.abc import Callable
from threading import Event, Thread

from django.contrib.auth.models import User
from django.db import connection, transaction

from tests.factories import UserFactory, a_section
from tiebreaks.selectors import players_document
from tournaments.models import Section
from tournaments.services import prizes

LONG_ENOUGH = 0.5  # seconds for who does not wait for the other to be through


def just_before_it_is_saved(act: Callable[[], object], other: Callable[[], object]) -> None:
    """Do ``other`` while ``act`` is done but not yet committed. It may wait for that."""
    through = Event()

    def meanwhile() -> None:
        try:
            other()
        finally:
            connection.close()
            through.set()

    thread = Thread(target=meanwhile)
    with transaction.atomic():
        act()
        thread.start()
        through.wait(LONG_ENOUGH)
    thread.join()


def fund_of(section: Section) -> int | None:
    return players_document(section.standings_id).terms.event_fund


def test_a_section_that_begins_to_pay_by_the_fund_of_all_sees_what_another_announces_just_then(
    transactional_db: None,
) -> None:
    kim: User = UserFactory.create()
    section = a_section(2, by=kim)
    other = a_section(2, event=section.event, by=kim)
    prizes.announce(section, "1st place $400", by=kim)
    just_before_it_is_saved(
        lambda: prizes.announce(other, "1st place $300", by=kim),
        lambda: prizes.set_terms(section, fund_based_on=20, by=kim),
    )
    assert fund_of(section) == 700_00
    prizes.set_terms(section, fund_based_on=0, by=kim)
    just_before_it_is_saved(
        lambda: prizes.set_terms(section, fund_based_on=20, by=kim),
        lambda: prizes.announce(other, "1st place $200", by=kim),
    )
    assert fund_of(section) == 600_00


def test_two_sections_that_pay_by_the_fund_of_all_announce_at_once_and_both_pay_by_the_sum(
    transactional_db: None,
) -> None:
    kim: User = UserFactory.create()
    section = a_section(2, by=kim)
    other = a_section(2, event=section.event, by=kim)
    for one in (section, other):
        prizes.announce(one, "1st place $10", by=kim)
        prizes.set_terms(one, fund_based_on=20, by=kim)
    just_before_it_is_saved(
        lambda: prizes.announce(other, "1st place $300", by=kim),
        lambda: prizes.announce(section, "1st place $400", by=kim),
    )
    assert (fund_of(section), fund_of(other)) == (700_00, 700_00)
