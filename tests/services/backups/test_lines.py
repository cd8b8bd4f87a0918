"""A file of an older release can hold any characters. Its lines are cleaned, and it is restored."""

from hashlib import sha256
from typing import Any

from django.contrib.auth.models import User

from tests.factories import a_section, director_of
from tests.services.backups.files import Lines, lines_of, packed
from tests.services.backups.reading_pages import public_pages
from tests.services.backups.test_moving import removed, written
from tests.test_lines import CONTROLS_OF_DIRECTION
from tests.views.test_lines import INVISIBLE, STORED, TYPED, stored
from tiebreaks.models import FrozenAwards
from tournaments.models import Event, Player, School, Section, TeamTable
from tournaments.selectors.awards.ceremony import ceremony
from tournaments.services import backups, teams
from tournaments.services.rebuilding import check

OLD = "\u202eA\u200bnn"


def restored(event: Event, lines: Lines) -> Event:
    removed(event)
    [found] = backups.restore(packed(lines), backups.Source("x.wallchart"), by=None)
    return found.event


def turned(value: Any) -> Any:
    """The value with the name Ann turned around wherever it stands, as an earlier release stored it."""
    if isinstance(value, str):
        return value if value.startswith("{") else value.replace("Ann", OLD)
    if isinstance(value, dict):
        return {name: turned(each) for name, each in value.items()}
    return [turned(each) for each in value] if isinstance(value, list) else value


def as_of_old(event: Event) -> Lines:
    """The file of an event in which every Ann is turned, those in frozen awards with their hash too."""
    header, *rows = lines_of(written(event))
    lines = [header]
    for table, row in rows:
        old = turned(row)
        if table == "frozenawards":
            old["awards"] = row["awards"].replace("Ann", OLD)
            old["sha256"] = sha256(old["awards"].encode()).hexdigest()
        if table == "published":
            old["body"] = row["body"].replace("Ann", OLD)
        lines.append([table, old])
    return lines


def test_every_line_of_an_older_file_is_cleaned(full_event: Event) -> None:
    names = set(Player.objects.values_list("section__name", "number", "name", "team"))
    event = restored(full_event, as_of_old(full_event))
    assert set(Player.objects.values_list("section__name", "number", "name", "team")) == names
    hashed = set(FrozenAwards.objects.values_list("awards", flat=True))
    assert not [
        text for text in stored() - hashed if set(text).intersection(CONTROLS_OF_DIRECTION + "\u200b")
    ]
    for model in (Section, TeamTable):
        for owner in model._default_manager.filter(event=event):
            assert check(model, owner.pk).difference == ""


def test_no_page_of_an_older_file_has_a_control_of_direction(full_event: Event) -> None:
    before = public_pages(full_event)
    pages = public_pages(restored(full_event, as_of_old(full_event)))
    assert pages.keys() == before.keys()
    assert any("Ann" in page for page in map(str, pages.values()))
    assert not [at for at, page in pages.items() if OLD in str(page) or "\u202e" in str(page)]


def test_frozen_awards_of_an_older_file_keep_their_bytes_and_show_clean_names(full_event: Event) -> None:
    frozen = FrozenAwards.objects.get().awards
    restored(full_event, as_of_old(full_event))
    row = FrozenAwards.objects.get()
    assert row.awards == frozen.replace("Ann", OLD) != frozen
    assert row.sha256 == sha256(row.awards.encode()).hexdigest()
    section = Section.objects.get(name="Open")
    shown = repr(ceremony(section))
    assert "Ann" in shown
    assert repr(OLD)[1:-1] not in shown


def test_two_schools_whose_names_are_one_are_merged() -> None:
    event = a_section(2).event
    for name in ("Elm", "Fir"):
        teams.name_school(event, [name], name=f"{name} School", code=name[:1], by=director_of(event))
    lines = lines_of(written(event))
    second = [row for table, row in lines[1:] if table == "school"][1]
    second["name"] = "\u202eElm \u200b School"
    restored(event, lines)
    [school] = School.objects.all()
    assert (school.name, school.code, school.spellings) == ("Elm School", "E", ["Elm", "F", "Fir"])


def test_a_player_whose_name_shows_nothing_gets_a_dash() -> None:
    event = a_section(2).event
    lines = lines_of(written(event))
    next(row for table, row in lines[1:] if table == "player")["name"] = INVISIBLE
    restored(event, lines)
    assert Player.objects.get(number=1).name == "–"


def test_the_people_of_a_file_are_named_by_what_shows(kim: User) -> None:
    event = a_section(2, by=kim).event
    lines = lines_of(written(event))
    person = next(row for table, row in lines[1:] if table == "user")
    person |= {"username": "\u202erobin\u200b", "first_name": TYPED}
    restored(event, lines)
    assert User.objects.get(username="robin").first_name == STORED
