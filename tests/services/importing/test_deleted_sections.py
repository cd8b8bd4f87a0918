"""A registration file of which a section is deleted since: another log has what it did, and undoes it."""

import pytest
from django.contrib.auth.models import User

from tests.factories import as_it_stands
from tournaments.errors import Conflict
from tournaments.formats.registration import read_table
from tournaments.models import Event, LogEntry, Player, Section
from tournaments.selectors.history.log import with_what_to_undo
from tournaments.services import importing, regrouping, replaying, rosters, setup
from tournaments.services.importing import Choices
from tournaments.services.undoing import undo_entry
from tournaments.services.visibility import delete_section
from tournaments.text.log import Summary

pytestmark = pytest.mark.django_db

FILE = """Name,Rating,Section
Ann Alder,500,Novice
Bo Birch,600,Novice
Cy Cedar,700,Reserve
Di Dale,800,Reserve
"""


@pytest.fixture
def sections(event: Event, kim: User) -> tuple[Section, Section]:
    """Novice, in whose log the rows of the file are, and Reserve."""
    made = [setup.create_section(event, name=name, rounds=3, by=kim) for name in ("Novice", "Reserve")]
    importing.register(event, importing.plan(event, read_table(FILE), Choices()), by=kim)
    return made[0], made[1]


def entry(section: Section, code: Summary) -> LogEntry:
    return LogEntry.objects.filter(standings=section.standings_id, code=code).latest("pk")


def test_the_file_is_undone_in_the_log_of_another_section_after_what_builds_on_it(
    sections: tuple[Section, Section], event: Event, kim: User
) -> None:
    novice, reserve = sections
    assert not entry(reserve, Summary.REGISTRATION).rows
    regrouping.merge(reserve, novice, by=kim, delete=True)
    imported = entry(reserve, Summary.REGISTRATION)
    [shown] = with_what_to_undo([imported])
    assert (shown.to_undo, len(imported.rows)) == (imported.pk, 4)  # type: ignore[attr-defined]
    assert not replaying.replay(event).differences
    with pytest.raises(Conflict, match=r"Undo them first: “.*Novice.*"):
        undo_entry(reserve.pk, by=kim, entry_id=imported.pk)
    for code in (Summary.SECTION_DELETED, Summary.SECTIONS_MERGED, Summary.REGISTRATION):
        undo_entry(reserve.pk, by=kim, entry_id=entry(reserve, code).pk)
        assert not replaying.replay(event).differences, code
    assert not Player.objects.exists()


def test_a_file_whose_players_were_deleted_with_their_section_says_what_to_undo_first(
    sections: tuple[Section, Section], event: Event, kim: User
) -> None:
    novice, reserve = sections
    delete_section(novice, by=kim)
    with pytest.raises(Conflict, match="Undo them first: “Section deleted: Novice”"):
        undo_entry(reserve.pk, by=kim, entry_id=entry(reserve, Summary.REGISTRATION).pk)
    assert not replaying.replay(event).differences


def test_a_file_that_was_undone_before_the_section_was_deleted_stays_undone(
    sections: tuple[Section, Section], event: Event, kim: User
) -> None:
    novice, reserve = sections
    undo_entry(novice.pk, by=kim, entry_id=entry(novice, Summary.REGISTRATION).pk)
    delete_section(as_it_stands(novice), by=kim)
    imported = entry(reserve, Summary.REGISTRATION)
    [shown] = with_what_to_undo([imported])
    assert shown.undone  # type: ignore[attr-defined]
    assert not replaying.replay(event).differences
    undone = entry(reserve, Summary.UNDONE)
    with pytest.raises(Conflict, match="Novice"):
        undo_entry(reserve.pk, by=kim, entry_id=undone.pk)


def test_the_log_replays_though_players_were_mended_and_removed_in_the_section_that_is_gone(
    sections: tuple[Section, Section], event: Event, kim: User
) -> None:
    novice, reserve = sections
    rosters.edit_player(novice.players.get(name="Ann Alder"), rating=520, by=kim)
    rosters.remove_player(novice.players.get(name="Bo Birch"), by=kim)
    regrouping.merge(reserve, novice, by=kim, delete=True)
    rosters.edit_player(reserve.players.get(name="Ann Alder"), rating=540, by=kim)
    assert not replaying.replay(event).differences
