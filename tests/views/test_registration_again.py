"""A later state of a registration file: who is meant, what is asked, and what stays as it is here."""

import pytest
from django.test import Client

from tests.views.registration_page import SOLE, event, preview, section
from tournaments.models import Event, Player, Section
from tournaments.selectors.entries.byes import requested

__all__ = ["event", "section"]

pytestmark = pytest.mark.django_db

OTHER = "K-3 Championship"
HEAD = "Name,ID,Rating,School,Section\n"


def told(event: Event) -> list[tuple[str, str, int | None, str, str]]:
    rows = Player.objects.filter(section__event=event).order_by("name")
    return list(rows.values_list("name", "uscf_id", "rating", "team", "section__name"))


# --- one ID under another name -----------------------------------------------------------------------


@pytest.mark.parametrize("answer", ["No", "Yes", "Leave"])
def test_the_id_of_somebody_else_changes_nobody_unless_a_director_says_so(
    desk: Client, event: Event, answer: str
) -> None:
    preview(desk, event, f"{HEAD}Cy Cedar,12345672,300,Elm,{OTHER}\n").done()
    shown = preview(desk, event, f"{HEAD}Zoe Quill,12345672,900,Oak,{SOLE}\n")
    [asked] = shown.questions
    assert asked.startswith("Line 2: Zoe Quill has US Chess ID 12345672")
    assert "Cy Cedar (number 1 in K-3 Championship, Elm)" in asked
    assert "0 to change" in shown.page
    shown.answer("Zoe Quill", answer)
    shown = shown.look()
    if answer == "Yes":
        assert f"Cedar, Cy: section {OTHER} → {SOLE}; rating 300 → 900" in shown.page
    shown.done()
    cy = ("Cy Cedar", "12345672", 300, "Elm", OTHER)
    zoe = ("Zoe Quill", "", 900, "Oak", SOLE)
    moved = ("Cy Cedar", "12345672", 900, "Oak", SOLE)
    assert told(event) == {"No": [cy, zoe], "Yes": [moved], "Leave": [cy]}[answer]


def test_a_nickname_with_the_same_id_is_asked_about_once(desk: Client, event: Event) -> None:
    preview(desk, event, f"{HEAD}Robert Cedar,12345672,300,Elm,{SOLE}\n").done()
    row = f"{HEAD}{{}},12345672,{{}},Elm,{SOLE}\n"
    shown = preview(desk, event, row.format("Bob Cedar", 310))
    shown.answer("Bob Cedar", "Yes")
    shown.look().done()

    again = preview(desk, event, row.format("Bob Cedar", 320))

    assert not again.questions
    assert "Cedar, Robert: rating 310 → 320" in again.page
    assert len(preview(desk, event, row.format("Zoe Cedar", 320)).questions) == 1


def test_two_children_whose_ids_are_exchanged_in_the_file_keep_what_is_theirs(
    desk: Client, event: Event
) -> None:
    rows = f"{HEAD}Ada Alder,{{}},300,Elm,{SOLE}\nBo Birch,{{}},800,Oak,{SOLE}\n"
    preview(desk, event, rows.format("12345671", "12345672")).done()
    before = told(event)
    shown = preview(desk, event, rows.format("12345672", "12345671"))
    assert len(shown.questions) == 2
    for name in ("Ada Alder has", "Bo Birch has"):
        shown.answer(name, "No")
    shown = shown.look()
    assert "2 unchanged" in shown.page
    shown.done()
    assert told(event) == before


# --- one name with another ID ------------------------------------------------------------------------


BO = ("Bo Birch", "12345679", 700, "Oak", SOLE)
OF_THE_FILE = ("Bo Birch", "12345699", 720, "Oak", SOLE)


@pytest.mark.parametrize(
    ("answer", "then"),
    [
        ("No", [BO, OF_THE_FILE]),
        ("Yes, with the ID in the file", [OF_THE_FILE]),
        ("Yes, with the ID here", [("Bo Birch", "12345679", 720, "Oak", SOLE)]),
    ],
)
def test_a_name_that_is_here_with_another_id_is_asked_about(
    desk: Client, event: Event, answer: str, then: list[object]
) -> None:
    row = "Bo Birch,{},{},Oak," + SOLE + "\n"
    preview(desk, event, HEAD + row.format("12345679", 700)).done()
    shown = preview(desk, event, HEAD + row.format("12345699", 720))
    [asked] = shown.questions
    assert asked.startswith("Line 2: Bo Birch has US Chess ID 12345699")
    assert "Bo Birch (number 1 in K-5 Championship, Oak) has 12345679" in asked
    shown.answer("Bo Birch", answer)
    shown.look().done()
    assert sorted(told(event)) == then


def test_namesakes_whom_the_file_has_by_their_ids_are_not_asked_about(desk: Client, event: Event) -> None:
    first = f"Bo Birch,12345679,700,Oak,{SOLE}\n"
    preview(desk, event, HEAD + first).done()
    shown = preview(desk, event, f"{HEAD}{first}Bo Birch,12345699,720,Elm,{SOLE}\n")
    assert not shown.questions
    assert "1 to add" in shown.page


# --- what the file has no more -----------------------------------------------------------------------

FULL = "Name,ID,Rating,School,Section,Grade,Byes\n"
ADA = f"Ada Alder,12345671,{{}},{{}},{SOLE},{{}},{{}}\n"


def byes_of(section: Section) -> str:
    return " ".join(f"{bye.round}{bye.kind.letter}" for byes in requested(section).values() for bye in byes)


def test_what_the_file_leaves_empty_stays_and_is_told(desk: Client, event: Event, section: Section) -> None:
    preview(desk, event, FULL + ADA.format(500, "Oak", 3, '"2, 3"')).done()
    shown = preview(desk, event, FULL + ADA.format("", "", "", ""))
    assert not shown.questions
    assert "1 unchanged" in shown.page
    assert "Alder, Ada: rating 500; team Oak; grade 3; byes 2, 3" in shown.page
    shown.done()
    assert told(event) == [("Ada Alder", "12345671", 500, "Oak", SOLE)]
    assert byes_of(section) == "2H 3H"


def test_what_the_file_never_had_is_not_told_as_kept(desk: Client, event: Event) -> None:
    preview(desk, event, FULL + ADA.format(500, "Oak", 3, 2)).done()
    assert "Kept from here" not in preview(desk, event, f"Name,ID,Section\nAda Alder,12345671,{SOLE}\n").page


@pytest.mark.parametrize("answer", ["Keep", "Clear"])
def test_unrated_and_no_byes_in_the_file_are_asked_about_before_they_clear_what_is_here(
    desk: Client, event: Event, section: Section, answer: str
) -> None:
    preview(desk, event, FULL + ADA.format("500P4", "Oak", 3, '"2, 3"')).done()
    shown = preview(desk, event, FULL + ADA.format("unr", "Oak", 3, "none"))
    assert len(shown.questions) == 2
    assert "0 to change" in shown.page
    shown.answer("line 2, Ada Alder (rating 500P4)", answer)
    shown.answer("line 2, Ada Alder (byes 2, 3)", answer)
    shown = shown.look()
    line = {"Keep": "Alder, Ada: rating 500P4; byes 2, 3", "Clear": "rating 500P4 → –; byes 2, 3 → –"}[answer]
    assert line in shown.page
    shown.done()
    player = section.players.get()
    kept = answer == "Keep"
    assert (player.rating, player.provisional) == ((500, 4) if kept else (None, None))
    assert byes_of(section) == ("2H 3H" if kept else "")


def test_a_last_round_bye_that_stays_as_posted_is_not_cleared(
    desk: Client, event: Event, section: Section
) -> None:
    Section.objects.filter(pk=section.pk).update(last_bye_irrevocable=True)
    preview(desk, event, FULL + ADA.format(500, "Oak", 3, '"2, 5"')).done()
    shown = preview(desk, event, FULL + ADA.format(500, "Oak", 3, "none"))
    shown.answer("Ada Alder (byes 2)", "Clear")
    shown.look().done()
    assert byes_of(section) == "5H"
    assert not preview(desk, event, FULL + ADA.format(500, "Oak", 3, "none")).questions


# --- another name ------------------------------------------------------------------------------------


def test_a_name_that_the_file_writes_otherwise_stays_and_is_told(desk: Client, event: Event) -> None:
    row = "{},12345671,{},Oak," + SOLE + "\n"
    preview(desk, event, HEAD + row.format("Ada Alder", 500)).done()
    for rating, counted in ((500, "1 unchanged"), (510, "1 to change")):
        shown = preview(desk, event, HEAD + row.format("Ada Alder-Jones", rating))
        assert not shown.questions
        assert counted in shown.page
        assert "Alder, Ada: name Ada Alder, in the file Ada Alder-Jones" in shown.page
    shown.done()
    assert told(event) == [("Ada Alder", "12345671", 510, "Oak", SOLE)]
    assert "in the file" not in preview(desk, event, HEAD + row.format('"ALDER, ada"', 510)).page
