"""Events and sections: addresses of their own in any script, and nothing taken away that was entered."""

from datetime import date
from typing import Any

import pytest

from tests.factories import EventFactory, UserFactory, a_section, as_it_stands, director_of, paired, played
from tiebreaks.selectors import players_document
from tournaments.errors import Refused
from tournaments.models import Event, LogEntry, Section
from tournaments.services import addresses, setup
from tournaments.services.undoing import undo_entry


def edit(section: Section, **changes: Any) -> None:
    """Change a section, leaving what is not named."""
    names = ("name", "rounds", "format", "games")
    fields = {name: getattr(section, name) for name in names} | changes
    setup.edit_section(section, **fields, by=director_of(section))


# --- addresses ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Maple Grove Open", "maple-grove-open"),
        ("  K-5 / U1200!  ", "k-5-u1200"),
        ("Zoë's Cup", "zoes-cup"),
        ("שרה", "event"),
        ("🦄", "event"),
        ("=cmd()", "cmd"),
        ("a" * 120, "a" * 60),
    ],
)
def test_an_address_is_made_from_a_name_in_any_script(name: str, slug: str) -> None:
    assert EventFactory.create(name=name).slug == slug


def test_a_second_event_of_the_same_name_gets_the_next_address() -> None:
    assert [EventFactory.create(name="Open").slug for _event in range(3)] == ["open", "open-2", "open-3"]


def test_sections_of_one_event_have_addresses_of_their_own() -> None:
    event = EventFactory.create()
    slugs = [a_section(0, event=event, name=name).slug for name in ("K-5", "K 5", "🦄", "🦄🦄")]
    assert slugs == ["k-5", "k-5-2", "section", "section-2"]


def test_an_address_between_two_taken_ones_is_found() -> None:
    for name in ("Open", "Open 3", "Open 2"):
        EventFactory.create(name=name)
    assert EventFactory.create(name="Open").slug == "open-4"


# --- making and editing -------------------------------------------------------------------------


def test_the_maker_of_an_event_is_its_director() -> None:
    user = UserFactory.create()
    event = setup.create_event(name="Open", city="Elm", starts_on=date(2024, 5, 4), by=user)
    assert [staff.user for staff in event.staff.all()] == [user]


def test_a_new_section_has_its_first_document() -> None:
    section = a_section(players=0, place_trophies=3)
    assert section.version == 1
    assert section.standings.published.stamp == section.stamp
    assert [str(prize) for prize in players_document(section.standings_id).prizes] == [
        "1st place trophy",
        "2nd place trophy",
        "3rd place trophy",
    ]


def test_a_changed_event_changes_every_section_once() -> None:
    first = a_section(players=2)
    second = a_section(players=2, event=first.event)
    elsewhere = a_section(players=2)
    setup.edit_event(first.event, name="New", city="Elm", starts_on=None, by=director_of(first))
    assert as_it_stands(first).version == first.version + 1
    assert as_it_stands(second).version == second.version + 1
    assert as_it_stands(elsewhere).version == elsewhere.version
    assert as_it_stands(first).event.name == "New"
    assert as_it_stands(first).event.slug == first.event.slug


def test_an_event_edited_to_what_it_is_changes_nothing() -> None:
    section = a_section(players=2)
    event = section.event
    setup.edit_event(event, name=event.name, city="", starts_on=None, by=director_of(section))
    assert as_it_stands(section).version == section.version


def test_an_event_without_sections_can_be_edited() -> None:
    event = EventFactory.create()
    setup.edit_event(event, name="New", city="", starts_on=date(2024, 5, 4), by=director_of(event))
    assert Event.objects.get().name == "New"


def test_a_section_is_edited_in_one_change_and_keeps_its_address() -> None:
    section = a_section(players=2)
    edit(section, name="Reserve", rounds=6)
    after = as_it_stands(section)
    assert (after.name, after.rounds, after.slug) == ("Reserve", 6, section.slug)
    assert after.version == section.version + 1
    body = players_document(after.standings_id)
    assert body.rounds == 6
    edit(after)
    assert as_it_stands(section).version == after.version


def test_two_sections_of_an_event_have_two_names() -> None:
    section = a_section(0, name="K-5")
    other = a_section(0, event=section.event, name="K-8")
    with pytest.raises(Refused, match="has a section “K-5” already"):
        a_section(0, event=section.event, name="k-5")
    with pytest.raises(Refused, match="has a section “K-5” already"):
        edit(other, name="K-5")
    edit(other, name="K-6")
    edit(section, name="K-8")
    with pytest.raises(Refused, match="has a section “K-8” already"):
        undo_entry(other.pk, by=director_of(other), entry_id=last_of(other).pk)
    edit(section, name="k-8", rounds=9)
    assert as_it_stands(section).name == "k-8"
    a_section(0, name="K-8")


def last_of(section: Section) -> LogEntry:
    return LogEntry.objects.filter(standings__section=section).latest("pk")


def test_rounds_that_were_begun_are_not_taken_away() -> None:
    section = a_section(players=4, rounds=4)
    paired(section, 3, "1 H")
    with pytest.raises(Refused, match="Round 3"):
        edit(section, rounds=2)
    edit(section, rounds=3)


def test_games_a_round_do_not_change_once_somebody_is_seated() -> None:
    section = a_section(players=4)
    edit(section, games=2)
    played(as_it_stands(section), 1, "1 2")
    with pytest.raises(Refused, match="games per round"):
        edit(as_it_stands(section), games=1)


def test_every_change_of_an_event_is_in_a_log() -> None:
    section = a_section(players=2)
    setup.edit_event(section.event, name="New", city="", starts_on=date(2024, 5, 4), by=director_of(section))
    entry = LogEntry.objects.filter(standings__section=section).first()
    assert entry
    ((table, _pk, before, after),) = entry.rows
    assert (table, before["starts_on"], after["starts_on"], after["name"]) == (
        "event",
        None,
        "2024-05-04",
        "New",
    )


def test_two_events_of_one_name_made_at_the_same_moment_get_two_addresses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    director = director_of(a_section())
    setup.create_event(name="Maple Grove Open", by=director)
    look, looked = addresses.free_slug, []

    def too_early(*args: Any) -> str:
        """The first look comes before the other event is stored, and finds the address free."""
        looked.append(args)
        return "maple-grove-open" if len(looked) == 1 else look(*args)

    monkeypatch.setattr(setup, "free_slug", too_early)
    assert setup.create_event(name="Maple Grove Open", by=director).slug == "maple-grove-open-2"
