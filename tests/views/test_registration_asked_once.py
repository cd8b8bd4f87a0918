"""What directors write into a registration file by hand, and what is asked about one line: each once."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.factories import PlayerFactory, paired
from tests.views.registration_page import SOLE, event, preview
from tournaments.models import Event, Player, Section

__all__ = ["event"]

pytestmark = pytest.mark.django_db

HEAD = "Name,USCF ID,Rating,Grade,School,Section,Byes,Notes\n"


def names(event: Event) -> list[str]:
    rows = Player.objects.filter(section__event=event)
    return sorted(rows.values_list("name", flat=True))


@pytest.mark.parametrize(
    ("line", "word"),
    [
        (f"Bo Birch,,700,4,Elm,{SOLE},,CANCEL", "CANCEL"),
        (f"Bo Birch,,700,4,Elm,{SOLE},,Mom wrote: he cancelled", "Mom wrote: he cancelled"),
        (f"Bo Birch,,700,4,Elm,{SOLE},Withdrawn,", "Withdrawn"),
        (f"Bo Birch (cancelled),,700,4,Elm,{SOLE},,", "cancelled"),
        ("Bo Birch,,700,4,Elm,CANCELLED,,", "CANCELLED"),
    ],
)
def test_a_child_who_cancels_in_any_column_is_asked_about(
    desk: Client, event: Event, line: str, word: str
) -> None:
    shown = preview(desk, event, f"{HEAD}Ada Alder,,800,4,Elm,{SOLE},,brings a clock\n{line}\n")
    assert shown.questions == [f"1 line says “{word}”: line 3, Bo Birch"]
    shown.answer("1 line says", "Leave out")
    shown.look().done()
    assert names(event) == ["Ada Alder"]


def test_a_line_without_a_name_is_asked_about_before_anything_is_imported(desk: Client, event: Event) -> None:
    rows = f"Ada Alder,,800,4,Elm,{SOLE},,\n555-010-0123,12345678,900,4,Elm,{SOLE},,\n"
    shown = preview(desk, event, HEAD + rows)
    asked = "1 line has no name that can be read, and enters nobody: line 3 (12345678, 900, Elm"
    assert [each[: len(asked)] for each in shown.questions if "no name" in each] == [asked]
    shown.answer("1 problem", "Import the rest")
    assert shown.send("import").status_code == 422
    shown.answer("no name", "Leave them out")
    shown.done()
    assert names(event) == ["Ada Alder"]


def test_a_name_with_an_address_beside_it_is_offered_without_it(desk: Client, event: Event) -> None:
    rows = f'"Birch, Bo bo@example.com",12345678,900,4,Elm,{SOLE},,\n'
    shown = preview(desk, event, HEAD + rows)
    shown.answer("beside the name", "Enter Birch, Bo, without it")
    shown.answer("1 problem", "Import the rest")
    shown = shown.look()
    assert "to answer" not in shown.page
    shown.done()
    assert names(event) == ["Birch, Bo"]


def test_one_address_in_a_column_is_dropped_and_the_column_can_be_chosen(desk: Client, event: Event) -> None:
    head = "Name,Section,Attends\n"
    rows = "".join(f"{name},{SOLE},Elm\n" for name in ("Ada Alder", "Bo Birch", "Cy Cedar"))
    shown = preview(desk, event, f"{head}{rows}Di Dogwood,{SOLE},ask di@example.com\n")
    assert "Dropped and not stored: Attends in line 5" in shown.page
    assert "di@example.com" not in shown.page.outside
    shown.choose("Attends", "team")
    shown.look().done()
    teams = Player.objects.filter(section__event=event).order_by("name").values_list("team", flat=True)
    assert list(teams) == ["Elm", "Elm", "Elm", ""]


def test_questions_about_one_line_are_answered_at_once(desk: Client, event: Event) -> None:
    """The school is spelled two ways, the ID is on two lines, and the grade is beyond the limits."""
    school = "Lakeview Elementary"
    rows = [f"Ada Alder,12345671,800,4,{school},{SOLE},,", f"Bo Birch,12345672,700,4,{school},{SOLE},,"]
    rows += [f"Cy Cedar,12345672,700,7,Lakeveiw Elementary,{SOLE},,"]
    shown = preview(desk, event, HEAD + "\n".join(rows))
    assert len(shown.questions) == 3
    shown.answer("spelled two ways", f"Write {school} for both")
    shown.answer("is on two lines", "Enter only line 4")
    shown.answer("grade 7 is", f"Enter in {SOLE} anyway")
    shown = shown.look()
    assert "to answer" not in shown.page
    shown.done()
    assert [
        (each.name, each.team) for each in Player.objects.filter(section__event=event).order_by("name")
    ] == [
        ("Ada Alder", school),
        ("Cy Cedar", school),
    ]


@pytest.mark.parametrize(
    ("other", "said", "answers"),
    [
        # An ID with a slip, another school and a grade beyond the limits of the other section.
        (
            "Bo Birch,1234567,300,7,Lakeveiw Elementary,K-3 Under 500,2,",
            f"One name is on two lines: line 4, Bo Birch ({SOLE}, 12345672, 700, grade 4, Lakeview"
            " Elementary, no byes) and line 5, Bo Birch (K-3 Under 500, 1234567, 300, grade 7, Lakeveiw"
            " Elementary, byes 2).",
            ["These are different people: enter both", "Enter only line 4", "Enter only line 5"],
        ),
        # One ID in two sections, and a rating beyond the limits of one.
        (
            "Bo Birch,12345672,900,4,Lakeveiw Elementary,K-3 Under 500,,",
            f"US Chess ID 12345672 is on two lines: line 4, Bo Birch ({SOLE}, 700, Lakeview Elementary)"
            " and line 5, Bo Birch (K-3 Under 500, 900, Lakeveiw Elementary).",
            ["Enter only line 4", "Enter only line 5", "The player plays in both sections"],
        ),
    ],
)
def test_one_child_on_two_lines_is_asked_about_once(
    desk: Client, event: Event, other: str, said: str, answers: list[str]
) -> None:
    school = "Lakeview Elementary"
    rows = [f"Ada Alder,12345671,800,4,{school},{SOLE},,", f"Cy Cedar,12345673,800,4,{school},{SOLE},,"]
    rows += [f"Bo Birch,12345672,700,4,{school},{SOLE},,", other]
    shown = preview(desk, event, HEAD + "\n".join(rows))
    assert (shown.questions, shown.page.texts("fieldset.asked label")) == ([said], answers)
    # Whichever line counts, only that one may be asked about further.
    shown.answer("is on two lines", "Enter only line 5")
    further = shown.look().questions[1:]
    assert further
    assert not [each for each in further if "two lines" in each or "line 4" in each]
    shown.answer("is on two lines", "Enter only line 4")
    shown = shown.look()
    assert (len(shown.questions), "to answer" in shown.page) == (1, False)
    shown.done()
    assert names(event) == ["Ada Alder", "Bo Birch", "Cy Cedar"]


def test_an_id_that_is_typed_for_one_of_two_namesakes_is_asked_about_if_it_is_the_others(
    desk: Client, event: Event
) -> None:
    rows = [f"Bo Birch,12345672,700,4,Elm,{SOLE},,", f"Bo Birch,1234567,300,4,Elm,{SOLE},,"]
    shown = preview(desk, event, HEAD + "\n".join(rows))
    shown.answer("One name", "These are different people")
    shown = shown.look()
    [box] = shown.page.all("fieldset.asked input[type=text]")
    shown.typed[box["name"]] = "12345672"
    shown = shown.look()
    assert "US Chess ID 12345672 is on two lines" in shown.page
    shown.typed[box["name"]] = "12345679"
    shown = shown.look()
    assert "to answer" not in shown.page
    shown.done()
    assert names(event) == ["Bo Birch", "Bo Birch"]


@pytest.mark.parametrize(("without", "ids"), [(3, ["", "12345672"]), (4, ["12345672", ""])])
def test_two_players_with_one_id_are_both_entered_and_one_of_them_without_it(
    desk: Client, event: Event, without: int, ids: list[str]
) -> None:
    rows = [f"Ada Alder,12345671,800,4,Elm,{SOLE},,", f"Bo Birch,12345672,700,4,Elm,{SOLE},,"]
    file = HEAD + "\n".join([*rows, f"Cy Cedar,12345672,600,3,Oak,{SOLE},,"])
    shown = preview(desk, event, file)
    shown.answer("is on two lines", f"They are two players: enter line {without} without the ID")
    shown = shown.look()
    assert "to answer" not in shown.page
    shown.done()
    rows_here = Player.objects.filter(section__event=event).order_by("name")
    assert list(rows_here.values_list("uscf_id", flat=True)) == ["12345671", *ids]
    assert "to answer" not in preview(desk, event, file).page


def test_one_player_on_two_lines_is_not_offered_as_two(desk: Client, event: Event) -> None:
    line = f"Bo Birch,12345672,700,4,Elm,{SOLE},,\n"
    page = preview(desk, event, HEAD + line + line).page
    assert "is on two lines" in page
    assert "They are two players" not in page


@pytest.mark.parametrize(
    ("answer", "team"),
    [("Write St. Mary's for both", "St. Mary's"), ("These are two teams", "Saint Marys")],
)
def test_a_walk_in_from_a_school_whose_spelling_was_answered_is_of_that_school(
    desk: Client, event: Event, answer: str, team: str
) -> None:
    rows = [f"Ada Alder,,800,4,St. Mary's,{SOLE},,", f"Bo Birch,,700,4,St. Mary's,{SOLE},,"]
    shown = preview(desk, event, HEAD + "\n".join([*rows, f"Cy Cedar,,600,3,Saint Marys,{SOLE},,"]))
    shown.answer("spelled two ways", answer)
    shown.look().done()
    section = Section.objects.get(event=event, name=SOLE)
    typed = {"line": "Ngo, Amy 650 saint  marys", "section": section.slug}
    assert desk.post(reverse("walk-in", args=[event.slug]), typed).status_code == 302
    assert section.players.get(name="Ngo, Amy").team.casefold() == team.casefold()


def test_sixty_lines_without_a_name_are_one_question(desk: Client, event: Event) -> None:
    rows = f"0,,1001,4,Elm,{SOLE},,\n" * 60
    shown = preview(desk, event, f"{HEAD}Ada Alder,,800,4,Elm,{SOLE},,\n{rows}")
    assert len(shown.questions) == 2
    assert any(each.startswith("60 lines have no name that can be read") for each in shown.questions)
    assert any(each.startswith("60 problems in the file") for each in shown.questions)


def test_who_stays_in_a_section_that_plays_is_not_asked_about_for_the_limits_of_another(
    desk: Client, event: Event, kim: User
) -> None:
    row = "Bo Birch,12345672,900,5,Elm,{},,\n"
    others = "".join(f"Ada {each},1234568{at},800,4,Elm,{SOLE},,\n" for at, each in enumerate("ABC"))
    preview(desk, event, HEAD + row.format(SOLE) + others).done()
    paired(Section.objects.get(event=event, name=SOLE), 1, "1 2\n3 4", publish=True)
    shown = preview(desk, event, HEAD + row.format("K-3 Under 500") + others)
    [question] = shown.questions
    assert "the file does not move this player" in question


def test_a_fee_of_nothing_is_not_said_again_with_each_file(desk: Client, event: Event) -> None:
    file = f"Name,Section,Fee paid\nAda Alder,{SOLE},0\nBo Birch,{SOLE},$0.00\n"
    preview(desk, event, file).done()
    assert "Kept from here" not in preview(desk, event, file).page


# --- by what the lines say, wherever they stand -----------------------------------------------------

TWINS = f"Cy Cedar,,300,2,Elm,{SOLE},,\nCy Cedar,12345671,700,5,Oak,{SOLE},,\n"


def test_an_answer_about_one_name_on_two_lines_holds_when_a_line_above_goes(
    desk: Client, event: Event
) -> None:
    above = f"Ada Alder,12345672,800,4,Elm,{SOLE},,\n"
    shown = preview(desk, event, HEAD + above + TWINS)
    shown.answer("One name is on two lines", "These are different people")
    shown.look().done()
    assert "to answer" not in preview(desk, event, HEAD + TWINS).page


ALL = "These are different people: enter all three"


@pytest.mark.parametrize(
    ("lines", "said", "choices"),
    [
        (
            [f",300,2,Elm,{SOLE}"] * 3,
            f"One name is on three lines: line 2, Cy Cedar ({SOLE}); line 3, Cy Cedar ({SOLE}); and line 4,"
            f" Cy Cedar ({SOLE}).",
            [ALL, *(f"Enter only {each}" for each in ("line 2", "line 3", "line 4"))]
            + [f"Enter only lines {each}" for each in ("2 and 3", "2 and 4", "3 and 4")],
        ),
        # One ID is left out of one of its lines.
        (
            [f"12345671,300,2,Elm,{SOLE}", f",300,2,Elm,{SOLE}", "12345671,400,2,Elm,K-3 Under 500"],
            f"One name is on three lines: line 2, Cy Cedar ({SOLE}, 12345671, 300); line 3, Cy Cedar ({SOLE},"
            " no ID, 300); and line 4, Cy Cedar (K-3 Under 500, 12345671, 400).",
            ["Enter all three lines", *(f"Enter only {each}" for each in ("line 2", "line 3", "line 4"))]
            + [f"Enter only lines {each}" for each in ("2 and 3", "2 and 4", "3 and 4")],
        ),
        (
            [f"12345671,300,2,Elm,{SOLE}"] * 2 + ["12345671,300,2,Elm,K-3 Under 500"],
            f"US Chess ID 12345671 is on three lines: line 2, Cy Cedar ({SOLE}); line 3, Cy Cedar ({SOLE});"
            " and line 4, Cy Cedar (K-3 Under 500).",
            [
                f"Enter only {each}"
                for each in ("line 2", "line 3", "line 4", "lines 2 and 4", "lines 3 and 4")
            ],
        ),
        # One of two IDs may have a slip.
        (
            [f"12345671,300,2,Elm,{SOLE}", f"12345672,300,2,Elm,{SOLE}", f",300,2,Elm,{SOLE}"],
            f"One name is on three lines: line 2, Cy Cedar ({SOLE}, 12345671); line 3, Cy Cedar ({SOLE},"
            f" 12345672); and line 4, Cy Cedar ({SOLE}, no ID).",
            [ALL, *(f"Enter only {each}" for each in ("line 2", "line 3", "line 4"))]
            + [f"Enter only lines {each}" for each in ("2 and 3", "2 and 4", "3 and 4")],
        ),
        # In two sections, two IDs are two children.
        (
            [f"12345671,300,2,Elm,{SOLE}", "12345672,300,2,Elm,K-3 Championship", f",300,2,Elm,{SOLE}"],
            f"One name is on three lines: line 2, Cy Cedar ({SOLE}, 12345671); line 3, Cy Cedar"
            f" (K-3 Championship, 12345672); and line 4, Cy Cedar ({SOLE}, no ID).",
            [ALL, *(f"Enter only lines {each}" for each in ("2 and 3", "2 and 4", "3 and 4"))],
        ),
    ],
)
def test_three_lines_of_one_name_are_asked_about_once(
    desk: Client, event: Event, lines: list[str], said: str, choices: list[str]
) -> None:
    rows = HEAD + "".join(f"Cy Cedar,{each},,\n" for each in lines)
    shown = preview(desk, event, rows)
    assert (shown.questions, shown.page.texts("fieldset.asked label")) == ([said], choices)
    shown.answer("three lines", choices[-1])
    shown = shown.look()
    assert "to answer" not in shown.page
    shown.done()
    assert names(event) == ["Cy Cedar"] * 2
    assert "to answer" not in preview(desk, event, rows).page, "the answer holds for the same file"


TWO_IDS = f"Lee Bo,12345674,700,4,Elm,{SOLE},,\nLEE BO,12345675,750,4,Elm,{SOLE},,\n"


@pytest.mark.parametrize(
    ("answer", "ids"),
    [
        ("These are different people: enter both", ["12345674", "12345675"]),
        ("Enter only line 2", ["12345674"]),
        ("Enter only line 3", ["12345675"]),
    ],
)
def test_one_name_with_two_ids_in_one_section_is_asked_about_once(
    desk: Client, event: Event, answer: str, ids: list[str]
) -> None:
    shown = preview(desk, event, HEAD + TWO_IDS)
    assert shown.questions == [
        f"One name is on two lines: line 2, Lee Bo ({SOLE}, 12345674, 700) and line 3, LEE BO ({SOLE},"
        " 12345675, 750)."
    ]
    shown.answer("One name", answer)
    shown = shown.look()
    assert "to answer" not in shown.page
    shown.done()
    assert sorted(Player.objects.values_list("uscf_id", flat=True)) == ids
    assert "to answer" not in preview(desk, event, HEAD + TWO_IDS).page, "the answer holds for the same file"


def test_two_of_one_name_who_are_both_here_are_not_asked_about_when_one_changes_schools(
    desk: Client, event: Event
) -> None:
    shown = preview(desk, event, HEAD + TWO_IDS)
    shown.answer("One name", "These are different people")
    shown.look().done()
    later = preview(desk, event, HEAD + TWO_IDS.replace("700,4,Elm", "710,5,Oak"))
    assert not later.questions
    assert "1 to change" in later.page


def test_one_name_with_two_ids_in_two_sections_asks_nothing(desk: Client, event: Event) -> None:
    later = TWO_IDS.replace(f"750,4,Elm,{SOLE}", "750,3,Elm,K-3 Championship")
    assert not preview(desk, event, HEAD + later).questions


def test_one_of_three_lines_of_a_child_enters_alone(desk: Client, event: Event) -> None:
    rows = "".join(f"Cy Cedar,,{rating},2,Elm,{SOLE},,\n" for rating in (300, 400, 500))
    shown = preview(desk, event, HEAD + rows)
    shown.answer("three lines", "Enter only line 3")
    shown.look().done()
    assert Player.objects.get(section__event=event).rating == 400


def test_answers_about_lines_without_a_name_and_without_a_value_hold_when_a_line_above_goes(
    desk: Client, event: Event
) -> None:
    above = f"Ada Alder,12345672,800,4,Elm,{SOLE},,\n"
    rows = (
        f",12345678,900,4,Elm,{SOLE},,\nBo Birch,,700,4,Elm,{SOLE},,\nCy Cedar,12345673,12x0,4,Elm,{SOLE},,\n"
    )
    shown = preview(desk, event, HEAD + above + rows)
    shown.answer("problem", "Import the rest")
    shown.answer("no name", "Leave them out")
    shown.look().done()
    assert "to answer" not in preview(desk, event, HEAD + rows).page


# --- a school spelled several ways ------------------------------------------------------------------


def of_schools(*schools: str) -> str:
    names = ("Ada Alder", "Bo Birch", "Cy Cedar", "Di Dogwood", "Ed Elm", "Fay Fir")
    return HEAD + "".join(
        f"{name},,800,4,{school},{SOLE},,\n" for name, school in zip(names, schools, strict=False)
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Oakhill", "Oak Hill"),
        ("Oakhill", "Oak Hill School"),
        ("Oak Hill Elem.", "Oakhill Elementary School"),
        ("Saint Marys", "St. Mary's"),
        ("Lincoln Middle Sch", "Lincoln Middle School"),
        ("Lincoln MS", "Lincoln Mid. Schl."),
        ("Maple Grove El", "Maple Grove Elementary School"),
        ("Barre Acad.", "Barre Academy"),
        ("St. Clair Prep", "Saint Clair Preparatory"),
        ("Rutland Jr. HS", "Rutland Junior High School"),
        ("Stowe Int", "Stowe Intermediate"),
        ("Barre Learning Ctr", "Barre Learning Center"),
        ("Maple Grove", "Maple Grove Elem."),
    ],
)
def test_a_school_written_in_two_ways_is_asked_about(
    desk: Client, event: Event, one: str, other: str
) -> None:
    [question] = preview(desk, event, of_schools(one, other)).questions
    both = " and ".join(f"{each} (1)" for each in sorted((one, other), key=str.casefold))
    assert question == f"A team is spelled two ways: {both}."


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Lincoln Middle", "Lincoln Elementary"),
        ("Lincoln MS", "Lincoln HS"),
        ("Lincoln Junior High", "Lincoln Senior High"),
        ("Montpelier North Elem", "Montpelier South Elem"),
        ("PS 12", "PS 14"),
    ],
)
def test_two_schools_of_one_place_are_not_asked_about(
    desk: Client, event: Event, one: str, other: str
) -> None:
    assert not preview(desk, event, of_schools(one, other)).questions


def test_a_name_that_may_be_one_of_two_schools_is_not_asked_about(desk: Client, event: Event) -> None:
    assert not preview(desk, event, of_schools("Lincoln", "Lincoln MS", "Lincoln HS")).questions


def test_three_spellings_of_one_school_are_one_question(desk: Client, event: Event) -> None:
    file = of_schools("Oak Hill", "Oakhill", "Oak Hill", "Oak Hil", "Elm", "Elm")
    shown = preview(desk, event, file)
    assert shown.questions == ["A team is spelled 3 ways: Oak Hill (2), Oak Hil (1) and Oakhill (1)."]
    shown.answer("3 ways", "Write Oak Hill for all")
    shown = shown.look()
    assert "to answer" not in shown.page
    shown.done()
    teams = Player.objects.filter(section__event=event).order_by("name").values_list("team", flat=True)
    assert list(teams) == ["Oak Hill"] * 4 + ["Elm"] * 2
    # One spelling less was answered with the others, one more was not.
    assert "to answer" not in preview(desk, event, file.replace("Oak Hil,", "Oak Hill,")).page
    added = f"{file}Guy Gale,,800,4,Oak Hilll,{SOLE},,\n"
    [question] = preview(desk, event, added).page.texts("fieldset.asked.open legend")
    assert question.startswith("A team is spelled 4 ways")


def test_a_spelling_for_all_is_that_of_those_here_too_who_are_not_in_the_file(
    desk: Client, event: Event
) -> None:
    file = of_schools("Maple Grove Elementary", "Maple Grove Elem.")
    shown = preview(desk, event, file)
    shown.answer("two ways", "Write Maple Grove Elementary for both")
    shown.look().done()
    section = Section.objects.get(event=event, name=SOLE)
    PlayerFactory.create(section=section, name="Ngo, Amy", team="Maple Grove Elem", number=9)
    shown = preview(desk, event, file)
    assert "Maple Grove Elem (1 here)" in shown.questions[-1]
    shown.answer("3 ways", "Write Maple Grove Elementary for all")
    shown = shown.look()
    assert "spelled as you answered Amy Ngo: Maple Grove Elem → Maple Grove Elementary" in shown.page
    shown.done()
    assert section.players.get(number=9).team == "Maple Grove Elementary"
    # Spelled by hand since, it stays.
    section.players.filter(number=9).update(team="Maple Grove Elem")
    preview(desk, event, file).done()
    assert section.players.get(number=9).team == "Maple Grove Elem"


def test_several_spellings_can_be_several_teams(desk: Client, event: Event) -> None:
    file = of_schools("Oak Hill", "Oakhill", "Oak Hil")
    shown = preview(desk, event, file)
    shown.answer("3 ways", "These are different teams")
    shown.look().done()
    assert Player.objects.filter(section__event=event).values("team").distinct().count() == 3
    assert "to answer" not in preview(desk, event, file).page
