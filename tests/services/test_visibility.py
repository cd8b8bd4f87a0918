"""Drafts and endings as services: what the public finds, what is read only, what is deleted."""

from collections.abc import Callable
from io import BytesIO

import pytest
from django.contrib.auth.models import User
from django.http import Http404

from tests.factories import EntryFactory, a_section, as_it_stands, director_of, enter, games_of, played
from tests.people import kim
from tiebreaks.models import Standings
from tiebreaks.selectors import players_document
from tournaments.errors import Refused
from tournaments.models import Event, LogEntry, Player, Section, TeamTable
from tournaments.selectors.public import visible
from tournaments.services import backups, pairings, prizes, rosters, setup, teams, visibility

__all__ = ["kim"]
pytestmark = pytest.mark.django_db


def two(kim: User) -> tuple[Section, Section, TeamTable]:
    """Two sections whose players a table of teams counts."""
    first = a_section(2, 1, by=kim, name="Open")
    second = a_section(2, 1, event=first.event, by=kim, name="Reserve")
    table = teams.make_table(first.event, name="Schools", sections=[first, second], by=kim)
    return first, second, table


def found(event: Event, section: Section | None = None) -> bool:
    try:
        visible.event(event.slug) if section is None else visible.section(event.slug, section.slug)
    except Http404:
        return False
    return True


# --- what is public -----------------------------------------------------------------------------


def test_a_new_event_and_its_sections_are_drafts_until_they_are_published(kim: User) -> None:
    event = setup.create_event(name="Maple Grove Open", by=kim)
    section = setup.create_section(event, name="Open", rounds=3, by=kim)
    assert not found(event)
    assert not found(event, section)
    visibility.set_hidden(section, False, by=kim)
    assert not found(event, section)
    visibility.publish_event(event, [], by=kim)
    assert found(event)
    assert found(event, section)
    visibility.hide_event(event, by=kim)
    assert not found(event)
    assert not found(event, section)


def test_publishing_an_event_shows_the_chosen_sections_and_no_other(kim: User) -> None:
    event = setup.create_event(name="Maple Grove Open", by=kim)
    first = setup.create_section(event, name="Open", rounds=3, by=kim)
    second = setup.create_section(event, name="Reserve", rounds=3, by=kim)
    visibility.publish_event(event, [second], by=kim)
    assert not found(event, first)
    assert found(event, second)
    _event, sections = visible.event(event.slug)
    assert [each.name for each in sections] == ["Reserve"]


def test_a_table_of_teams_is_as_hidden_as_the_sections_it_counts(kim: User) -> None:
    first, second, table = two(kim)
    assert visible.section(first.event.slug, first.slug).tables == [("schools", "Schools")]
    before = as_it_stands(first).stamp
    visibility.set_hidden(second, True, by=kim)
    with pytest.raises(Http404):
        visible.table(first.event.slug, table.slug)
    shown = visible.section(first.event.slug, first.slug)
    # Its page named the table, and so it is another page now.
    assert shown.tables == []
    assert shown.stamp != before
    with visible.previewing():
        assert visible.section(first.event.slug, second.slug).tables == [("schools", "Schools")]


def test_a_preview_has_a_stamp_of_its_own(kim: User) -> None:
    section = a_section(2, by=kim)
    with visible.previewing():
        previewed = visible.section(section.event.slug, section.slug)
    assert previewed.stamp != visible.section(section.event.slug, section.slug).stamp


def test_sections_stand_in_the_order_in_which_they_were_arranged_and_a_new_one_is_last(kim: User) -> None:
    first, second, _table = two(kim)
    visibility.arrange_sections(first.event, [second.pk, first.pk], by=kim)
    a_section(0, event=first.event, by=kim, name="Novice")
    _event, sections = visible.event(first.event.slug)
    visible.describe(sections)
    assert [each.name for each in sections] == ["Reserve", "Open", "Novice"]


# --- archived -----------------------------------------------------------------------------------


def test_an_archived_section_is_read_only_and_its_page_stays(kim: User) -> None:
    section = a_section(2, 1, by=kim)
    visibility.archive(section, hide=False, by=kim)
    assert found(section.event, section)
    with pytest.raises(Refused, match="archived"):
        rosters.add_players(section, [EntryFactory.create()], by=kim)
    with pytest.raises(Refused, match="archived"):
        prizes.announce(section, "1st place trophy", by=kim)
    visibility.bring_back(section, by=kim)
    rosters.add_players(section, [EntryFactory.create()], by=kim)


def test_no_result_is_entered_in_an_archived_event(kim: User) -> None:
    section = a_section(2, 1, by=kim)
    pairings.pair(section, 1, "1 2", by=kim)
    visibility.archive_event(section.event, hide=True, by=kim)
    assert not found(section.event)
    with pytest.raises(Refused, match="archived"):
        enter(games_of(section, 1)[0], "WL", by=kim)
    visibility.bring_event_back(section.event, by=kim)
    enter(games_of(section, 1)[0], "WL", by=kim)


def test_nothing_of_an_archived_event_is_made_removed_hidden_or_put_in_another_order(kim: User) -> None:
    section, _second, table = two(kim)
    event = section.event
    other = a_section(2, 1, event=event, by=kim, name="Blitz")
    visibility.archive_event(event, hide=False, by=kim)
    entries = LogEntry.objects.count()
    acts: list[Callable[[], object]] = [
        lambda: teams.make_table(event, name="Clubs", sections=[section], by=kim),
        lambda: teams.remove_table(table, by=kim),
        lambda: visibility.set_hidden(section, True, by=kim),
        lambda: visibility.set_hidden(table, True, by=kim),
        lambda: visibility.archive(section, hide=False, by=kim),
        lambda: visibility.archive(table, hide=False, by=kim),
        lambda: visibility.delete_section(other, by=kim),
        lambda: visibility.arrange_sections(event, [other.pk, section.pk], by=kim),
        lambda: visibility.publish_event(event, [section], by=kim),
        lambda: visibility.hide_event(event, by=kim),
    ]
    for act in acts:
        with pytest.raises(Refused, match=r"is archived and read only\. Nothing was saved"):
            act()
    assert LogEntry.objects.count() == entries


def test_an_archived_table_of_teams_is_read_only(kim: User) -> None:
    first, _second, table = two(kim)
    visibility.archive(table, hide=False, by=kim)
    with pytest.raises(Refused, match="archived"):
        teams.edit_table(table, sections=[first], name="Clubs", by=kim)


# --- deleted ------------------------------------------------------------------------------------


def test_a_section_without_results_is_deleted_with_everything_in_it(kim: User) -> None:
    kept = a_section(2, 1, by=kim)
    section = a_section(2, 1, event=kept.event, by=kim, name="Mistake")
    pairings.pair(section, 1, "1 2", by=kim)
    visibility.delete_section(section, by=kim)
    assert list(Section.objects.values_list("pk", flat=True)) == [kept.pk]
    assert Standings.objects.count() == 1
    assert Player.objects.count() == 2
    assert LogEntry.objects.latest("pk").summary == "Section deleted: Mistake"


def test_the_deletion_of_a_draft_is_logged_in_a_draft_and_no_public_page_is_new(kim: User) -> None:
    public_one = a_section(2, 1, by=kim)
    event = public_one.event
    mistake, draft = (
        a_section(2, 1, event=event, by=kim, name=name, draft=True) for name in ("Mistake", "Next week")
    )
    prizes.announce(mistake, "1st place $300", by=kim)
    before = as_it_stands(public_one).stamp
    visibility.delete_section(mistake, by=kim)
    assert as_it_stands(public_one).stamp == before
    assert as_it_stands(draft).standings.log.latest("pk").summary == "Section deleted: Mistake"


def test_a_section_paid_by_the_fund_of_the_event_pays_without_the_part_of_a_deleted_draft(kim: User) -> None:
    """32C4: with the draft's $500 the fund is above $500, and half is due at least."""
    beside = a_section(2, 1, by=kim, name="Reserve")
    paid = a_section(4, 1, event=beside.event, by=kim)
    draft = a_section(2, 1, event=beside.event, by=kim, name="Mistake", draft=True)
    played(paid, 1, "1 2 WL\n3 4 DD")
    prizes.announce(paid, "1st place $400", by=kim)
    prizes.set_terms(paid, fund_based_on=20, fund_entries=5, by=kim)
    prizes.announce(draft, "1st place $500", by=kim)

    def cents() -> int:
        return players_document(paid.standings_id).awards.cents(1)

    before, stamp = cents(), as_it_stands(beside).stamp
    visibility.delete_section(draft, by=kim)
    assert (before, cents()) == (200_00, 100_00)
    assert as_it_stands(beside).stamp == stamp


def test_the_deletion_of_a_public_section_gives_the_pages_beside_it_a_new_version(kim: User) -> None:
    kept = a_section(2, 1, by=kim)
    section = a_section(2, 1, event=kept.event, by=kim, name="Mistake")
    before = as_it_stands(kept).stamp
    visibility.delete_section(section, by=kim)
    assert as_it_stands(kept).stamp != before


def test_what_has_results_is_never_deleted(kim: User) -> None:
    section = a_section(2, 1, by=kim)
    played(section, 1, "1 2 WL")
    with pytest.raises(Refused, match="has results"):
        visibility.delete_section(section, by=kim)
    with pytest.raises(Refused, match="has results"):
        visibility.delete_event(section.event, by=kim)
    assert Section.objects.filter(pk=section.pk).exists()


def test_a_section_that_a_table_of_teams_counts_is_not_deleted(kim: User) -> None:
    first, _second, _table = two(kim)
    with pytest.raises(Refused, match="team table"):
        visibility.delete_section(first, by=kim)


def test_an_event_without_results_is_deleted_with_its_sections_and_tables(kim: User) -> None:
    first, _second, _table = two(kim)
    visibility.delete_event(first.event, by=kim)
    assert not any(
        model.objects.exists() for model in (Event, Section, TeamTable, Standings, Player, LogEntry)
    )


# --- backups ------------------------------------------------------------------------------------


def test_a_restored_event_is_as_hidden_and_as_arranged_as_it_was(kim: User) -> None:
    first, second, _table = two(kim)
    event = first.event
    visibility.arrange_sections(event, [second.pk, first.pk], by=kim)
    visibility.set_hidden(second, True, by=kim)
    visibility.archive(first, hide=False, by=kim)
    visibility.hide_event(event, by=kim)
    file = BytesIO()
    backups.one_event(event, file)
    file.seek(0)
    Standings.objects.all().delete()
    event.delete()
    backups.restore(file, backups.Source("x.wallchart"), by=kim)
    restored = Event.objects.get()
    rows = restored.sections.order_by("position").values_list("name", "hidden", "archived")
    assert restored.hidden
    assert list(rows) == [("Reserve", True, False), ("Open", False, True)]
    assert director_of(restored) == kim
