"""What a director changed by hand stays through the next registration file, old, unchanged or new."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.html import visit
from tests.views.registration_page import SOLE, Preview, event, preview, section
from tournaments.formats.byes import read_byes
from tournaments.formats.records import RosterEntry
from tournaments.models import Event, LogEntry, Player, Section
from tournaments.selectors.entries.byes import requested
from tournaments.selectors.setup.regrouping import Cut
from tournaments.services import byes, check_in, regrouping, replaying, rosters, setup
from tournaments.services.undoing import undo_entry
from tournaments.services.visibility import delete_section

__all__ = ["event", "section"]

pytestmark = pytest.mark.django_db

OTHER, THIRD = "K-3 Championship", "K-3 Under 500"
HEAD = "Name,ID,Rating,School,Section,Grade,Byes,Fee\n"
ADA = f"Ada Alder,12345671,800,Elm,{SOLE},4,2,30\n"
BO = f"Bo Birch,12345672,700,Elm,{SOLE},3,,30\n"
CY = f"Cy Cedar,12345673,300,Oak,{OTHER},2,,30\n"
FILE = HEAD + ADA + BO + CY


@pytest.fixture
def file(desk: Client, event: Event) -> Callable[[str], Preview]:
    """A file is imported, and then this shows what the next one would do."""
    preview(desk, event, FILE).done()
    return lambda text: preview(desk, event, text)


def of(event: Event, name: str) -> Player:
    return Player.objects.select_related("section").get(section__event=event, name=name)


def mend(event: Event, who: str, by: User, **fields: object) -> None:
    rosters.edit_player(of(event, who), by=by, **fields)  # type: ignore[arg-type]


def told(event: Event) -> list[tuple[object, ...]]:
    rows = Player.objects.filter(section__event=event).order_by("name")
    return list(rows.values_list("name", "uscf_id", "rating", "team", "grade", "section__name", "fee_cents"))


# --- the unchanged file ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"rating": 850}, "rating 850, in the file 800"),
        ({"rating": None}, "rating –, in the file 800"),
        ({"team": "Oak"}, "team Oak, in the file Elm"),
        ({"grade": "5"}, "grade 5, in the file 4"),
        ({"fee_cents": 5000}, "fee paid $50, in the file $30"),
        ({"uscf_id": "12345679"}, "US Chess ID 12345679, in the file 12345671"),
    ],
)
def test_what_was_mended_by_hand_stays_and_is_told(
    file: Callable[[str], Preview], event: Event, kim: User, fields: dict[str, object], words: str
) -> None:
    mend(event, "Ada Alder", kim, **fields)
    before = told(event)
    shown = file(FILE)
    assert not shown.questions
    for each in (words, "0 to change", "3 unchanged", "1 kept from here", "Kept from here"):
        assert each in shown.page
    shown.done()
    assert told(event) == before
    assert words in file(FILE).page, "it stays another time too"


def test_a_name_that_was_mended_by_hand_is_the_same_player(
    file: Callable[[str], Preview], event: Event, kim: User
) -> None:
    mend(event, "Ada Alder", kim, name="Zoe Quill", uscf_id="")
    mend(event, "Bo Birch", kim, name="Beau Brook")
    shown = file(FILE)
    assert not shown.questions
    assert "0 to add" in shown.page
    assert "name Zoe Quill, in the file Ada Alder" in shown.page
    shown.done()
    assert [each[0] for each in told(event)] == ["Beau Brook", "Cy Cedar", "Zoe Quill"]


def test_a_change_of_section_stays_and_its_box_takes_it_back(
    file: Callable[[str], Preview], event: Event, kim: User
) -> None:
    check_in.move(of(event, "Bo Birch"), event.sections.get(name=OTHER), by=kim)
    shown = file(FILE)
    assert f"section {OTHER}, in the file {SOLE}" in shown.page
    assert "0 to change" in shown.page
    shown.done()
    assert of(event, "Bo Birch").section.name == OTHER
    shown = file(FILE)
    take(shown, "Birch, Bo")
    shown = shown.look()
    assert f"Birch, Bo: section {OTHER} → {SOLE}" in shown.page
    shown.done()
    assert of(event, "Bo Birch").section.name == SOLE
    assert "kept from here" not in file(FILE).page


def test_of_a_player_of_two_sections_the_entry_that_was_moved_stays_and_the_other_too(
    desk: Client, event: Event, kim: User
) -> None:
    both = f"{HEAD}{CY}{CY.replace(OTHER, THIRD)}"
    shown = preview(desk, event, both)
    shown.answer("12345673", "The player plays in both sections")
    shown.done()
    moved = Player.objects.get(section__name=THIRD)
    check_in.move(moved, event.sections.get(name="K-5 Under 800"), outside=True, by=kim)
    for text in (both, f"{HEAD}{CY.replace(OTHER, THIRD)}{CY}"):
        shown = preview(desk, event, text)
        if shown.questions:
            shown.answer("12345673", "The player plays in both sections")
            shown = shown.look()
        assert "2 unchanged" in shown.page
        assert f"Cedar, Cy: section K-5 Under 800, in the file {THIRD}" in shown.page


def test_byes_that_were_changed_by_hand_stay(
    file: Callable[[str], Preview], event: Event, section: Section, kim: User
) -> None:
    byes.request_byes(of(event, "Ada Alder"), read_byes("2, 4"), by=kim)
    shown = file(FILE)
    assert "byes 2, 4, in the file 2" in shown.page
    shown.done()
    assert [bye.round for bye in requested(section)[of(event, "Ada Alder").pk]] == [2, 4]
    later = FILE.replace(",4,2,", ',4,"2, 3",')
    shown = file(later)
    assert "Changed here and in the file Alder, Ada: byes 2, 4, in the file 2, 3" in shown.page
    take(shown, "Alder, Ada")
    shown.look().done()
    assert [bye.round for bye in requested(section)[of(event, "Ada Alder").pk]] == [2, 3]


def test_who_was_removed_here_is_entered_again_by_a_box_alone(
    file: Callable[[str], Preview], event: Event, kim: User
) -> None:
    rosters.remove_player(of(event, "Bo Birch"), by=kim)
    shown = file(FILE)
    assert "0 to add" in shown.page
    assert "Removed here, and still in the file Enter Birch, Bo again" in shown.page
    shown.done()
    assert not Player.objects.filter(name="Bo Birch").exists()
    shown = file(FILE)
    take(shown, "Birch, Bo")
    assert "1 to add" in shown.look().page
    shown.done()
    assert of(event, "Bo Birch").section.name == SOLE


# --- sections that were merged and split ------------------------------------------------------------


@pytest.mark.parametrize("delete", [True, False], ids=["deleted", "empty"])
def test_players_of_a_merged_section_stay_where_they_went_and_new_ones_go_there(
    file: Callable[[str], Preview], event: Event, section: Section, kim: User, delete: bool
) -> None:
    regrouping.merge(section, event.sections.get(name=OTHER), by=kim, delete=delete)
    sections = list(event.sections.values_list("name", flat=True))
    shown = file(FILE)
    assert not shown.questions
    assert "to answer" not in shown.page
    assert "0 to change" in shown.page
    assert f"{OTHER} was merged into {SOLE} here: the 1 player whom the file has there stays" in shown.page
    shown.done()
    assert of(event, "Cy Cedar").section == section
    shown = file(FILE + f"Di Dogwood,12345674,200,Oak,{OTHER},2,,30\n")
    assert f"It was merged into {SOLE} here." in shown.page
    shown.done()
    assert of(event, "Di Dogwood").section == section
    assert list(event.sections.values_list("name", flat=True)) == sections


def test_the_lines_of_a_section_that_was_renamed_go_there(
    file: Callable[[str], Preview], event: Event, kim: User
) -> None:
    renamed = event.sections.get(name=OTHER)
    for name in ("Rookies", "Novices"):
        setup.edit_section(renamed, name=name, rounds=5, format="swiss", games=1, half_byes=2, by=kim)
    shown = file(FILE + f"Di Dogwood,12345674,200,Oak,{OTHER},2,,30\n")
    for words in ("1 to add", "0 to change", "3 unchanged"):
        assert words in shown.page
    assert "kept from here" not in shown.page
    shown.done()
    assert of(event, "Di Dogwood").section == of(event, "Cy Cedar").section == renamed


def test_players_of_a_section_that_was_split_stay_where_they_went(
    file: Callable[[str], Preview], event: Event, section: Section, kim: User
) -> None:
    regrouping.split(section, Cut("rating", 750), name="K-5 Under 750", by=kim)
    shown = file(FILE)
    assert "section K-5 Under 750, in the file K-5 Championship" in shown.page
    shown.done()
    assert of(event, "Bo Birch").section.name == "K-5 Under 750"


@pytest.mark.parametrize(("cut", "rating"), [("rating-750", "410"), ("rating-750", "unr"), ("top-1", "800")])
def test_a_new_player_of_a_section_that_was_split_is_asked_about(
    file: Callable[[str], Preview], event: Event, section: Section, kim: User, cut: str, rating: str
) -> None:
    at = Cut.read(cut)
    assert at
    regrouping.split(section, at, name="K-5 Reserve", by=kim)
    shown = file(FILE + f"Joy Park,12345677,{rating},Oak,{SOLE},,,30\n")
    [question] = shown.page.texts("fieldset.asked.open legend")
    assert "Joy Park" in question
    shown.answer("Joy Park", "Enter in K-5 Reserve")
    shown.look().done()
    assert of(event, "Joy Park").section.name == "K-5 Reserve"


def test_a_new_player_whom_the_limits_of_one_part_fit_is_not_asked_about(
    file: Callable[[str], Preview], event: Event, section: Section, kim: User
) -> None:
    regrouping.split(section, Cut("rating", 750), name="K-5 Reserve", by=kim)
    shown = file(FILE + f"Joy Park,12345677,900,Oak,{SOLE},,,30\n")
    assert not shown.page.all("fieldset.asked.open")
    shown.done()
    assert of(event, "Joy Park").section == section


def test_a_section_that_a_file_created_and_a_director_deleted_is_asked_about(
    desk: Client, event: Event, section: Section, kim: User
) -> None:
    rows = "Di Dogwood,12345674,200,Oak,Rookies,2,,30\nEd Elm,12345675,200,Oak,Rookies,2,,30\n"
    shown = preview(desk, event, FILE + rows)
    shown.choose("Rookies", "new")
    shown.look().done()
    made = event.sections.get(name="Rookies")
    for name in ("Di Dogwood", "Ed Elm"):
        check_in.move(of(event, name), section, by=kim)
    event_sections = set(event.sections.exclude(pk=made.pk).values_list("pk", flat=True))
    delete_section(made, by=kim)
    shown = preview(desk, event, FILE + rows)
    assert "to answer" not in shown.page, "both stay where they went"
    shown.done()
    shown = preview(desk, event, FILE + rows + "Fay Fir,12345676,200,Oak,Rookies,2,,30\n")
    assert shown.send("import").status_code == 422, "nobody said where a new one goes"
    assert set(event.sections.values_list("pk", flat=True)) == event_sections


# --- a newer file ------------------------------------------------------------------------------------


def test_news_is_taken_where_nothing_was_changed_here_and_not_where_both_were(
    file: Callable[[str], Preview], event: Event, kim: User
) -> None:
    mend(event, "Ada Alder", kim, rating=850)
    later = FILE.replace(",800,", ",820,").replace(",700,", ",720,").replace(",Oak,", ",Ash,")
    shown = file(later)
    assert "Birch, Bo: rating 700 → 720" in shown.page
    assert "Cedar, Cy: team Oak → Ash" in shown.page
    assert "Changed here and in the file Alder, Ada: rating 850, in the file 820" in shown.page
    shown.done()
    assert [each[2] for each in told(event)] == [850, 720, 300]
    again = file(later)
    assert "Changed here and in the file" not in again.page, "it is no news any more"
    assert "rating 850, in the file 820" in again.page
    take(again, "Alder, Ada")
    again.done()
    assert of(event, "Ada Alder").rating == 820
    assert "Alder, Ada: rating 820 → 830" in file(later.replace(",820,", ",830,")).page


def test_what_is_said_of_several_players_alike_is_said_once_and_taken_by_one_box(
    desk: Client, event: Event, section: Section, kim: User
) -> None:
    rows = [(f"Child {word}", 1234567 * 10 + at) for at, word in enumerate("ABCDE")]
    text = HEAD + "".join(f"{name},{uscf_id},500,Elm,{SOLE},4,,\n" for name, uscf_id in rows)
    preview(desk, event, text).done()
    for name, _id in rows:
        mend(event, name, kim, rating=600)
    shown = preview(desk, event, text)
    assert "5 kept from here" in shown.page
    [row] = shown.page.all("ul.kept li")
    assert [each.text for each in row.all("bdi")] == [f"{word}, Child" for word in "ABCDE"]
    shown.typed[row.one("input")["name"]] = "on"
    shown = shown.look()
    assert "5 to change" in shown.page
    shown.done()
    assert {player.rating for player in section.players.all()} == {500}


def test_all_that_stays_in_a_section_is_taken_by_one_box(
    file: Callable[[str], Preview], event: Event, kim: User
) -> None:
    mend(event, "Ada Alder", kim, rating=850, grade="5")
    mend(event, "Bo Birch", kim, rating=750, grade="2")
    shown = file(FILE)
    [box] = shown.page.all("label.all input")
    shown.typed[box["name"]] = "on"
    shown = shown.look()
    assert [each.has("checked") for each in shown.page.all("ul.kept input")] == [True] * 4
    shown.done()
    assert [each[2] for each in told(event)] == [800, 700, 300]


def test_a_walk_in_who_is_in_the_next_file_stays_as_the_desk_wrote(
    file: Callable[[str], Preview], event: Event, section: Section, kim: User
) -> None:
    rosters.add_players(section, [RosterEntry(None, "Di Dogwood", "12345674", 400)], by=kim)
    shown = file(FILE + f"Di Dogwood,12345674,200,Oak,{OTHER},2,,\n")
    assert "Dogwood, Di: team – → Oak; grade – → 2" in shown.page
    assert f"section {SOLE}, in the file {OTHER}" in shown.page
    assert "rating 400, in the file 200" in shown.page
    shown.done()
    di = of(event, "Di Dogwood")
    assert (di.section, di.rating, di.team) == (section, 400, "Oak")


# --- an older file -----------------------------------------------------------------------------------


def test_an_older_file_changes_nobody_unasked(
    file: Callable[[str], Preview], event: Event, kim: User
) -> None:
    mend(event, "Ada Alder", kim, rating=820)
    later = FILE.replace(",800,", ",820,").replace(f"Oak,{OTHER}", f"Oak,{THIRD}")
    file(later).done()
    assert of(event, "Cy Cedar").section.name == THIRD
    before, entries = told(event), LogEntry.objects.count()
    shown = file(FILE)
    assert "This file was imported before" in shown.page
    assert "0 to change" in shown.page
    shown.done()
    assert told(event) == before
    assert LogEntry.objects.count() == entries, "and leaves no trace in the log"
    shown = file(FILE)
    take(shown, "Cedar, Cy")
    shown.done()
    assert of(event, "Cy Cedar").section.name == OTHER


def test_an_older_file_that_calls_somebody_unrated_asks_nothing(desk: Client, event: Event) -> None:
    older, later = FILE.replace(",800,", ",unr,"), FILE
    preview(desk, event, older).done()
    preview(desk, event, later).done()
    shown = preview(desk, event, older)
    assert not shown.questions
    shown.done()
    assert of(event, "Ada Alder").rating == 800


# --- what is known of the last file -----------------------------------------------------------------


def test_undoing_a_file_takes_back_what_is_known_of_it_and_the_log_replays(
    desk: Client, file: Callable[[str], Preview], event: Event, section: Section, kim: User
) -> None:
    later = FILE.replace(",800,", ",820,")
    file(later).done()
    entry = LogEntry.objects.filter(standings=section.standings_id).latest("pk")
    asked = visit(desk, at("undo-entry", section, entry.pk))
    assert "820" in asked
    assert "registered" not in asked
    undo_entry(section.pk, by=kim, entry_id=entry.pk)
    assert of(event, "Ada Alder").rating == 800
    assert "Alder, Ada: rating 800 → 820" in file(later).page
    assert not replaying.replay(event).differences


def test_the_next_file_finds_a_player_after_a_file_that_left_values_empty(
    file: Callable[[str], Preview], event: Event, kim: User
) -> None:
    mend(event, "Ada Alder", kim, rating=850)
    file(FILE.replace(",800,", ",,")).done()
    assert "rating 850, in the file 800" in file(FILE).page
    file(FILE).done()
    assert of(event, "Ada Alder").rating == 850


def take(shown: Preview, name: str) -> None:
    """Check every box of a player."""
    [*lines] = [each for each in shown.page.all("ul.kept li") if each.one("bdi").text == name]
    assert lines
    for line in lines:
        for box in line.all("input"):
            shown.typed[box["name"]] = "on"
