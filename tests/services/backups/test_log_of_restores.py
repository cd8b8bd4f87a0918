"""What the log of a section says of the restores of its event."""

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command

from tests.factories import director_of, enter, games_of, played
from tests.services.backups.files import forged, refused
from tests.services.backups.test_moving import removed, written
from tests.services.backups.test_restoring import in_a_folder, section
from tournaments.errors import Refused
from tournaments.models import Event, LogEntry, Section, Verb
from tournaments.services import backups
from tournaments.services.undoing import undo_entry

__all__ = ["in_a_folder", "section"]


def restores(event: Event) -> list[tuple[User | None, str]]:
    """Who restored the event, and from what, as the log of each of its sections has it."""
    logs = [
        [
            (entry.who, entry.summary)
            for entry in LogEntry.objects.filter(
                standings__section=section, verb=Verb.RESTORE, restored=False
            ).order_by("pk")
        ]
        for section in event.sections.all()
    ]
    assert all(log == logs[0] for log in logs)
    return logs[0]


def test_the_log_says_who_restored_an_event_and_from_which_file(full_event: Event) -> None:
    kim = full_event.staff.get().user
    file = written(full_event)
    removed(full_event)
    [restored] = backups.restore(file, backups.Source("open.wallchart", kim), by=kim)
    assert full_event.sections.model.objects.count() > 1
    assert restores(restored.event) == [(kim, "Restored from open.wallchart")]
    call_command("check_standings")


def test_what_is_restored_at_the_terminal_is_said_so_unless_a_director_is_named(section: Section) -> None:
    file, kim = written(section.event), director_of(section)
    removed(section.event)
    [restored] = backups.restore(file, backups.Source("open.wallchart"), by=None)
    assert restores(restored.event) == [(None, "Restored at the terminal from open.wallchart")]
    removed(Event.objects.get())
    [restored] = backups.restore(file, backups.Source("open.wallchart", kim), by=None)
    assert restores(restored.event) == [(kim, "Restored from open.wallchart")]


def test_the_log_names_the_file_that_keeps_what_was_replaced_of_every_restore(section: Section) -> None:
    file, kim = written(section.event), director_of(section)
    enter(games_of(section, 1)[0], "DD")
    [first] = backups.restore(file, backups.Source("one.wallchart"), by=None, replace=True)
    [second] = backups.restore(file, backups.Source("two.wallchart", kim), by=kim, replace=True)
    assert first.replaced
    assert second.replaced
    kept = "replaced the event as it stood, kept as"
    told = [
        (
            None,
            f"Restored at the terminal from one.wallchart; {kept} {first.replaced.name}",
        ),
        (kim, f"Restored from two.wallchart; {kept} {second.replaced.name}"),
    ]
    assert restores(second.event) == told
    with second.replaced.open("rb") as replaced:
        [third] = backups.restore(replaced, backups.Source("three.wallchart"), by=None, replace=True)
    assert restores(third.event)[:2] == told
    entries = LogEntry.objects.filter(standings__section__event=third.event, verb=Verb.RESTORE)
    assert entries.count() == 3


def test_of_an_event_of_several_sections_each_log_has_each_restore_once(full_event: Event) -> None:
    file, kim = written(full_event), full_event.staff.get().user
    removed(full_event)
    for name in ("one", "two", "three"):
        [restored] = backups.restore(file, backups.Source(name, kim), by=None, replace=True)
    assert [said.split(";")[0] for _who, said in restores(restored.event)] == [
        f"Restored from {name}" for name in ("one", "two", "three")
    ]
    kept = restored.replaced
    assert kept
    with kept.open("rb") as replaced:
        [restored] = backups.restore(replaced, backups.Source("four", kim), by=None, replace=True)
    told = [said.split(";")[0].split()[-1] for _who, said in restores(restored.event)]
    assert told == ["one", "two", "three", "four"]


def test_a_restore_cannot_be_undone_and_is_no_change_that_another_file_lacks(section: Section) -> None:
    file = written(section.event)
    removed(section.event)
    [restored] = backups.restore(file, backups.Source("x.wallchart"), by=None)
    assert "as it is in the file" in refused(file)
    entry = LogEntry.objects.get(verb=Verb.RESTORE)
    with pytest.raises(Refused, match="restore another file"):
        undo_entry(entry.standings.section.pk, by=director_of(restored.event), entry_id=entry.pk)


def test_the_log_says_which_entries_came_from_a_file(section: Section) -> None:
    [restored] = backups.restore(forged(section, lambda lines: None), backups.Source("x.wallchart"), by=None)
    (back,) = restored.event.sections.all()
    played(back, 2, "1 3 WL\n2 4 WL")
    assert set(back.standings.log.filter(version__lte=section.standings.version).values_list("restored")) == {
        (True,)
    }
    assert not back.standings.log.filter(version__gt=section.standings.version, restored=True).exists()
