"""A later state of a registration file: who is meant, what is asked, and what stays as it is here."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.html import read, visit
from tests.views.registration_page import SOLE, event, preview, section
from tournaments.models import Event, Player, Section
from tournaments.selectors.entries.byes import requested
from tournaments.services.visitors import visitor_entry

__all__ = ["event", "section"]

pytestmark = pytest.mark.django_db

OTHER = "K-3 Championship"
HEAD = "Name,ID,Rating,School,Section\n"


def told(event: Event) -> list[tuple[str, str, int | None, str, str]]:
    rows = Player.objects.filter(section__event=event).order_by("name")
    return list(rows.values_list("name", "uscf_id", "rating", "team", "section__name"))


# --- one ID under another name -----------------------------------------------------------------------


@pytest.mark.parametrize("answer", ["No", "Yes: update", "Yes, and write", "Leave"])
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
    if answer.startswith("Yes"):
        assert f"Cedar, Cy: section {OTHER} → {SOLE}; rating 300 → 900" in shown.page
    shown.done()
    cy = ("Cy Cedar", "12345672", 300, "Elm", OTHER)
    zoe = ("Zoe Quill", "", 900, "Oak", SOLE)
    moved = ("Cy Cedar", "12345672", 900, "Oak", SOLE)
    assert (
        told(event)
        == {
            "No": [cy, zoe],
            "Yes: update": [moved],
            "Yes, and write": [("Zoe Quill", *moved[1:])],
            "Leave": [cy],
        }[answer]
    )


def test_a_corrected_name_is_taken_where_a_director_says_so(desk: Client, event: Event) -> None:
    row = f'{HEAD}"{{}}",12345672,300,Elm,{SOLE}\n'
    preview(desk, event, row.format("Quist, Uma")).done()
    shown = preview(desk, event, row.format("Quise, Uma"))
    answers = [each.text for each in shown.page.all("fieldset.asked label")]
    assert answers == [
        "No: read this line without the ID",
        "Yes: update Uma Quist, and keep the name Uma Quist",
        "Yes, and write Uma Quise",
        "Leave this line out",
    ]
    shown.answer("Uma Quise", "Yes, and write")
    shown = shown.look()
    assert "Quist, Uma: name Uma Quist → Uma Quise" in shown.page
    assert "in the file Uma Quise" not in shown.page
    shown.done()
    assert [each[0] for each in told(event)] == ["Quise, Uma"]
    again = preview(desk, event, row.format("Quise, Uma"))
    assert not again.questions
    assert "1 unchanged" in again.page


def test_a_corrected_name_is_written_wherever_the_player_visits(
    desk: Client, event: Event, section: Section, kim: User
) -> None:
    row = f"{HEAD}{{}},12345672,300,Elm,{SOLE}\n"
    preview(desk, event, row.format("Uma Quist")).done()
    other = event.sections.get(name=OTHER)
    visit = visitor_entry(other, section.players.get(), 1)
    visit.save()
    shown = preview(desk, event, row.format("Uma Quise"))
    shown.answer("Uma Quise", "Yes, and write")
    shown.look().done()
    visit.refresh_from_db()
    assert visit.name == "Uma Quise"


def test_a_nickname_with_the_same_id_is_asked_about_once(desk: Client, event: Event) -> None:
    preview(desk, event, f"{HEAD}Robert Cedar,12345672,300,Elm,{SOLE}\n").done()
    row = f"{HEAD}{{}},12345672,{{}},Elm,{SOLE}\n"
    shown = preview(desk, event, row.format("Bob Cedar", 310))
    shown.answer("Bob Cedar", "Yes: update")
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


def test_a_namesake_of_who_is_here_is_asked_about_by_the_lines_alone(desk: Client, event: Event) -> None:
    first = f"Bo Birch,12345679,700,Oak,{SOLE}\n"
    preview(desk, event, HEAD + first).done()
    shown = preview(desk, event, f"{HEAD}{first}Bo Birch,12345699,720,Elm,{SOLE}\n")
    shown.answer("One name is on two lines", "These are different people: enter both")
    shown = shown.look()
    assert len(shown.questions) == 1
    assert "to answer" not in shown.page
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
    for kept in ("team Oak; grade 3", "rating 500, none in the file", "byes 2, 3, none in the file"):
        assert f"Alder, Ada: {kept}" in shown.page
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


# --- what was answered about an earlier state of the file -------------------------------------------


def test_what_was_answered_is_not_asked_again_of_a_later_state_of_the_file(
    desk: Client, event: Event
) -> None:
    rows = [
        f"Ann Able 900,,,Oak,{SOLE}",
        f"Bo Birch,9876,,Elm Street,{SOLE}",
        f"Cy Cedar,12345671,300,Elm Stret,{SOLE}",
        f"Di Dale,12345672,300,Elm Street,{SOLE}",
        f"Di Dale,12345672,300,Elm Street,{OTHER}",
        "Ed Elm,12345673,300,Elm Street,K-5 Chmpionship",
    ]
    shown = preview(desk, event, HEAD + "\n".join(rows) + "\n")
    shown.answer("Ann Able", "Read it as")
    shown.answer("9876", "Enter the player without an ID")
    shown.answer("spelled two ways", "Write Elm Street for both")
    shown.answer("12345672", "Enter only line 5")
    shown.choose("K-5 Chmpionship", str(event.sections.get(name=SOLE).pk))
    shown.look().done()
    before = told(event)
    assert len(before) == 5

    rows.append(f"Fay Fir,12345674,300,Elm Street,{SOLE}")
    again = preview(desk, event, HEAD + "\n".join(rows) + "\n")

    assert "1 to add" in again.page
    assert "0 to change" in again.page
    assert "to answer" not in again.page
    assert again.page.one("details.questions summary").text == "Answered before 4"
    again.done()
    assert [each for each in told(event) if each[0] != "Fay Fir"] == before


def test_what_was_answered_before_can_be_answered_otherwise(desk: Client, event: Event) -> None:
    file = f"{HEAD}Bo Birch,1234,,Elm,{SOLE}\nCy Cedar,12345671,300,Elm,{SOLE}\n"
    shown = preview(desk, event, file)
    shown.answer("1234", "Leave this line out")
    shown.look().done()
    again = preview(desk, event, file)
    assert "1 unchanged" in again.page
    again.answer("1234", "Enter the player without an ID")
    again = again.look()
    assert not again.page.all("details.questions")
    again.done()
    assert [name for name, *_rest in told(event)] == ["Bo Birch", "Cy Cedar"]


def test_lines_of_one_player_the_other_way_around_are_asked_about_again(desk: Client, event: Event) -> None:
    one, other = f"Di Dale,12345672,300,Elm,{SOLE}\n", f"Di Dale,12345672,300,Elm,{OTHER}\n"
    shown = preview(desk, event, HEAD + one + other)
    shown.answer("12345672", "Enter only line 2")
    shown.look().done()
    assert "to answer" not in preview(desk, event, HEAD + one + other).page
    assert "1 to answer" in preview(desk, event, HEAD + other + one).page


def test_a_player_who_was_put_elsewhere_stays_there(desk: Client, event: Event) -> None:
    for name, highest in ((OTHER, 1000), (SOLE, 1500)):
        event.sections.filter(name=name).update(highest_rating=highest)
    file = f"{HEAD}Di Dale,12345672,1350,Elm,{OTHER}\n"
    shown = preview(desk, event, file)
    shown.answer("Di Dale", f"Enter in {SOLE}")
    shown.look().done()
    again = preview(desk, event, file)
    assert "to answer" not in again.page
    assert "1 unchanged" in again.page


@pytest.mark.parametrize("schools", [("Oak", "Oak"), ("Oak", "Elm")], ids=["near names", "another school"])
def test_a_player_of_nearly_the_same_name_is_asked_about_once(
    desk: Client, event: Event, schools: tuple[str, str]
) -> None:
    one, other = schools
    preview(desk, event, f"{HEAD}Dana M Lee,,300,{one},{SOLE}\n").done()
    later = f"{HEAD}Dana Lee,,{{}},{other},{SOLE}\n"
    shown = preview(desk, event, later.format(310))
    shown.answer("Lee", "Yes")
    shown.look().done()
    again = preview(desk, event, later.format(320))
    assert "to answer" not in again.page
    assert "Lee, Dana M: rating 310 → 320" in again.page
    again.answer("Lee", "No: add as a new player")
    assert "1 to add" in again.look().page, "an answer that was wrong can be changed"
    assert "1 to answer" in preview(desk, event, later.format(320).replace(other, "Ash")).page


def test_the_id_here_that_is_right_is_asked_about_once(desk: Client, event: Event) -> None:
    row = "Bo Birch,{},{},Oak," + SOLE + "\n"
    preview(desk, event, HEAD + row.format("12345679", 700)).done()
    shown = preview(desk, event, HEAD + row.format("12345699", 720))
    shown.answer("Bo Birch", "Yes, with the ID here")
    shown.look().done()
    again = preview(desk, event, HEAD + row.format("12345699", 730))
    assert "to answer" not in again.page
    assert "Birch, Bo: rating 720 → 730" in again.page


STATUS = "Name,Section,Status\n"


def test_each_child_who_cancels_in_a_later_file_is_asked_about_by_name(desk: Client, event: Event) -> None:
    rows = {"Ann Able": "Cancelled", "Bo Birch": "Paid", "Cy Cedar": "Paid"}

    def file() -> str:
        return STATUS + "".join(f"{name},{SOLE},{said}\n" for name, said in rows.items())

    shown = preview(desk, event, file())
    shown.answer("1 line says “Cancelled”: line 2, Ann Able", "Leave out")
    shown.look().done()
    rows["Bo Birch"] = "Cancelled"
    again = preview(desk, event, file())
    assert "1 to answer" in again.page
    again.answer("1 line says “Cancelled”: line 3, Bo Birch", "Leave out")
    again = again.look()
    assert "to answer" not in again.page
    assert "1 here, not coming" in again.page
    assert "Here, but not coming by the file Bo Birch: Cancelled" in again.page
    assert "not in the file" not in again.page
    again.done()
    assert "to answer" not in preview(desk, event, file()).page, "both were answered, each in its file"
    rows["Ann Able"] = "Paid"
    assert "1 to add" in preview(desk, event, file()).page


def test_who_is_here_and_not_coming_is_led_to_by_the_preview_and_by_what_is_said_of_the_import(
    desk: Client, event: Event, section: Section
) -> None:
    file = f"Name,Section,Status\nAnn Able,{SOLE},{{}}\nBo Birch,{SOLE},\nDi Dogwood,{SOLE},{{}}\n"
    preview(desk, event, file.format("", "")).done()
    shown = preview(desk, event, file.format("WITHDRAWN", "Withdrawn") + f"Aba Ash,{SOLE},\n")
    shown.answer("2 lines say “WITHDRAWN”", "Leave out who is not coming")
    looked = shown.look()
    ann, di = section.players.filter(name__in=["Ann Able", "Di Dogwood"]).order_by("name")
    pages = [reverse("edit-player", args=[event.slug, section.slug, each.number]) for each in (ann, di)]
    assert looked.page.link("Ann Able") == f"{pages[0]}#withdraw"
    # Also where the import is pressed at once.
    done = read(shown.send("import", follow=True))
    assert "Here, but not coming by the file, and still entered: Ann Able; Di Dogwood. Withdraw" in done
    assert [done.link(each) for each in ("Ann Able", "Di Dogwood")] == [f"{page}#withdraw" for page in pages]
    assert visit(desk, pages[0]).all("#withdraw")
    address = reverse("withdraw-player", args=[event.slug, section.slug, ann.number])
    visit(desk, pages[0]).form(address).send(desk, {"after_round": "0"})
    again = preview(desk, event, file.format("WITHDRAWN", "Withdrawn") + f"Aba Ash,{SOLE},\n")
    assert "still entered: Di Dogwood. Withdraw" in read(again.send("import", follow=True))


def test_a_player_of_two_sections_who_cancels_one_and_later_the_other_is_asked_about_both(
    desk: Client, event: Event
) -> None:
    file = STATUS + f"Ann Able,{SOLE},Cancelled\nAnn Able,{OTHER},{{}}\nBo Birch,{SOLE},Paid\n"
    shown = preview(desk, event, file.format("Paid"))
    shown.answer("“Cancelled”: line 2, Ann Able", "Leave out")
    shown.look().done()
    again = preview(desk, event, file.format("Cancelled"))
    again.answer("1 line says “Cancelled”: line 3, Ann Able", "Leave out")
    again = again.look()
    assert "Here, but not coming by the file Ann Able: Cancelled" in again.page
    assert OTHER in again.page.texts("details.of-section summary b")


def test_who_was_entered_though_the_file_says_cancelled_is_not_asked_about_again(
    desk: Client, event: Event
) -> None:
    file = STATUS + f"Ann Able,{SOLE},Waitlist\nBo Birch,{SOLE},{{}}\n"
    shown = preview(desk, event, file.format("Paid"))
    shown.answer("line 2, Ann Able", "Enter the player")
    shown.look().done()
    again = preview(desk, event, file.format("Waitlist"))
    again.answer("1 line says “Waitlist”: line 3, Bo Birch", "Leave out")
    again.look().done()
    assert [name for name, *_rest in told(event)] == ["Ann Able", "Bo Birch"]


EXPIRED = "Name,ID,Section,Exp\n"


def test_of_expired_memberships_those_that_were_seen_are_not_asked_about_again(
    desk: Client, event: Event
) -> None:
    rows = [f"Ann Able 900,12345671,{SOLE},1/31/2026", f"Bo Birch,12345672,{SOLE},2/28/2026"]
    shown = preview(desk, event, EXPIRED + "\n".join(rows) + "\n")
    shown.answer("Ann Able 900”", "Read it as")
    shown.answer("2 memberships expire", "Enter them")
    shown = shown.look()
    assert "to answer" not in shown.page, "the name that was read is the same player"
    shown.done()
    assert "memberships" not in preview(desk, event, EXPIRED + "\n".join(rows) + "\n").page
    rows.append(f"Cy Cedar,12345673,{SOLE},3/31/2026")
    again = preview(desk, event, EXPIRED + "\n".join(rows) + "\n")
    [asked] = [each for each in again.questions if "expire" in each]
    assert asked == "1 membership expires before Nov 21, 2026: line 4, Cy Cedar (Mar 31, 2026)"


def test_a_membership_that_the_file_calls_expired_is_asked_about_once(desk: Client, event: Event) -> None:
    rows = [f"Ann Able,12345671,{SOLE},expired", f"Bo Birch,12345672,{SOLE},2/28/2026"]
    shown = preview(desk, event, EXPIRED + "\n".join(rows) + "\n")
    [asked] = shown.questions
    assert asked.endswith(": line 2, Ann Able (expired); line 3, Bo Birch (Feb 28, 2026)")
    shown.answer("2 memberships expire", "Enter them")
    shown.look().done()
    assert "memberships" not in preview(desk, event, EXPIRED + "\n".join(rows) + "\n").page


def test_problems_that_were_seen_are_not_asked_about_again_in_another_order(
    desk: Client, event: Event
) -> None:
    rows = [f"Ann Able,12345671,12x0,Elm,{SOLE}", f"Bo Birch,12345672,13x0,Elm,{SOLE}"]
    shown = preview(desk, event, HEAD + "\n".join(rows) + "\n")
    shown.answer("2 problems", "Import the rest")
    shown.look().done()
    assert "to answer" not in preview(desk, event, HEAD + "\n".join(reversed(rows)) + "\n").page
    rows.append(f"Cy Cedar,12345673,14x0,Elm,{SOLE}")
    assert "1 to answer" in preview(desk, event, HEAD + "\n".join(rows) + "\n").page


# --- who is not in the file --------------------------------------------------------------------------


def test_a_section_that_the_file_does_not_name_is_told_with_its_players(desk: Client, event: Event) -> None:
    ada, bo = f"Ada Alder,12345671,300,Elm,{SOLE}\n", f"Bo Birch,12345672,300,Elm,{OTHER}\n"
    cy, di = f"Cy Cedar,12345673,300,Elm,{OTHER}\n", "Di Dale,12345674,300,Elm,K-1 Championship\n"
    preview(desk, event, HEAD + ada + bo + cy + di).done()

    shown = preview(desk, event, HEAD + ada)

    said = (
        "Not in this file: K-1 Championship (1 player); K-3 Championship (2 players). They stay as they are."
    )
    assert said in shown.page.texts(".notice")
    shown.done()
    assert len(told(event)) == 4
    assert "Not in this file" not in preview(desk, event, HEAD + ada + bo + di).page, "Cy Cedar is listed"
    without_sections = preview(desk, event, "Name,ID\nAda Alder,12345671\n")
    assert "Not in this file" not in without_sections.page


def test_a_section_of_which_the_file_has_only_who_is_not_coming_is_in_it(desk: Client, event: Event) -> None:
    file = STATUS + f"Ann Able,{SOLE},\nBo Birch,{OTHER},{{}}\nCy Cedar,{OTHER},\n"
    preview(desk, event, file.format("")).done()
    shown = preview(desk, event, STATUS + f"Ann Able,{SOLE},\nBo Birch,{OTHER},Cancelled\n")
    shown.answer("line 3, Bo Birch", "Leave out")
    shown = shown.look()
    assert "Not in this file" not in shown.page
    assert "Here, but not in the file Cy Cedar" in shown.page


@pytest.mark.parametrize(
    ("line", "no"),
    [
        ("Cy Cedar,12345699,300,Elm", "No: add as a new player"),
        ("Cy R Cedar,,300,Oak", "No: add as a new player"),
        ("Zoe Quill,12345673,300,Oak", "No"),
        ("Cy Cedar 300,12345699,,Elm", "This is the whole name"),
        ("Cy Cedar cy@example.org,12345699,300,Elm", "Leave this line out"),
    ],
    ids=["another ID", "nearly the name", "another name", "a whole line", "an address"],
)
def test_who_is_asked_about_is_not_missing_until_it_is_answered(
    desk: Client, event: Event, line: str, no: str
) -> None:
    bo = f"Bo Birch,12345672,300,Elm,{SOLE}\n"
    preview(desk, event, f"{HEAD}{bo}Cy Cedar,12345673,300,Elm,{SOLE}\n").done()
    shown = preview(desk, event, f"{HEAD}{bo}{line},{SOLE}\n")
    assert "Here, but not in the file" not in shown.page
    shown.answer("Line 3", no)
    assert "Here, but not in the file Cy Cedar" in shown.look().page
