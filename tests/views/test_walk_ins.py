"""Walk-ins at the registration desk: in one line or field by field, with what is asked first."""

from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import director_of, paired, section_of
from tests.html import Element, read, visit
from tests.rating_lists import a_list, as_text
from tests.views.check_in_page import door, helper, listed, section
from tournaments.models import Event, Section
from tournaments.services import rosters

__all__ = ["helper", "section"]


def test_a_walk_in_in_one_line_is_told_as_it_was_read(helper: Client, event: Event, section: Section) -> None:
    where = reverse("walk-in", args=[event.slug])
    typed = {"line": "Ngo, Amy 1234 Sabin 87654321", "section": section.slug}
    page = read(helper.post(where, typed, follow=True))
    assert "Amy Ngo was added to Open as number 5, and is here: 1234, Sabin, 87654321." in page
    assert listed(page, "here") == ["Ngo, Amy"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Ngo, Amy 1234 Sabin 3120 9999", "1234, Sabin, 31209999"),
        ("Ngo, Amy 3120 9999, 1234, Sabin", "1234, Sabin, 31209999"),
        ("Ngo, Amy 1234 3120 9999 Sabin", "1234, Sabin, 31209999"),
        ("Ngo, Amy 3120 1999 1234 Sabin", "1234, Sabin, 31201999"),
        ("Ngo, Amy 3120 9999", "unrated, 31209999"),
        ("Ngo, Amy 1234 Sabin 5th grade 31209999", "1234, Sabin, grade 5, 31209999"),
        ("Amy Ngo 31209999 1234 1300 Sabin", "1234, 1300 Sabin, 31209999"),
        ("Amy Ngo, Gr. 5, 1234, Sabin", "1234, Sabin, grade 5"),
        ("Amy Ngo 1234 grade K, Sabin", "1234, Sabin, grade K"),
        ("Amy Ngo 1234 PS 13 grade 13", "1234, PS 13 grade 13"),
        ("Amy Ngo 3rd", "unrated, grade 3"),
        ("Ngo, Amy, 5th 980/7 Sabin", "980P7, Sabin, grade 5"),
        ("Ngo, Amy 980/7 Lincoln MS 7th", "980P7, Lincoln MS, grade 7"),
        ("Ngo, Amy 1234, Sabin, 11th, 31209999", "1234, Sabin, grade 11, 31209999"),
        ("Amy Ngo 1234 Sabin K", "1234, Sabin, grade K"),
        ("Amy Ngo 1234 13th", "1234, 13th"),
        ("Amy Ngo 1234 7th Street School", "1234, 7th Street School"),
        ("Ngo, Amy unr gr 2 Birch Hill 12 345 680", "unrated, Birch Hill, grade 2, 12345680"),
        ("Ngo, Amy unr 2nd grade, Birch Hill", "unrated, Birch Hill, grade 2"),
        ("Ngo, Amy unr grade K Birch Hill", "unrated, Birch Hill, grade K"),
        ("Amy Ngo 1044 6th Harbor Middle School 12345691", "1044, Harbor Middle School, grade 6, 12345691"),
        ("Amy Ngo 31209999 kindergarten Sabin", "unrated, Sabin, grade K, 31209999"),
        ("Amy Ngo 1234 K, Sabin", "1234, Sabin, grade K"),
        ("Amy Ngo 1234 Sabin 2nd 31209999", "1234, Sabin, grade 2, 31209999"),
        ("Amy Ngo 1234 PS 13 grade 5", "1234, PS 13, grade 5"),
        ("Amy Ngo 1234 3rd 7th Street School", "1234, 7th Street School, grade 3"),
        ("Amy Ngo 1234 Martin K Hall", "1234, Martin K Hall"),
    ],
)
def test_an_id_in_two_halves_and_a_grade_are_no_part_of_the_school(
    helper: Client, event: Event, section: Section, line: str, told: str
) -> None:
    typed = {"line": line, "section": section.slug}
    page = read(helper.post(reverse("walk-in", args=[event.slug]), typed, follow=True))
    assert f"Amy Ngo was added to Open as number 5, and is here: {told}." in page


@pytest.fixture
def lincoln(event: Event, section: Section) -> Section:
    """Two players of a school, and a third whose school has a slip in it."""
    section.players.filter(number__in=(1, 2)).update(team="Lincoln Elementary")
    section.players.filter(number=3).update(team="Lincoln Elementry")
    return section


def added(client: Client, section: Section, line: str) -> Element:
    where = reverse("walk-in", args=[section.event.slug])
    page = read(client.post(where, {"line": line, "section": section.slug}, follow=True))
    assert "was added to Open" in page, "it never blocks"
    return page


def test_a_school_that_is_spelled_otherwise_here_is_named_and_everybody_at_the_door_may_write_it_so(
    desk: Client, helper: Client, event: Event, lincoln: Section
) -> None:
    said = "“Lincoln Elem” may be Lincoln Elementary, the school of {} players here."
    for client, number, name, there in ((helper, 5, "Bea", 2), (desk, 6, "Amy", 3)):
        page = added(client, lincoln, f"Ngo, {name} 1234 Lincoln Elem")
        assert said.format(there) in page
        at_player = page.link("Write Lincoln Elementary")
        pk = lincoln.players.get(number=number).pk
        assert at_player == reverse("change-section", args=[event.slug, pk]) + "#school"
        page = visit(client, at_player)
        assert said.format(there) in page
        answer = read(page.form(reverse("write-school", args=[event.slug, pk])).send(client, follow=True))
        assert f"{name} Ngo is of Lincoln Elementary now." in answer
        assert listed(answer, "here") == [f"Ngo, {name}"]
        assert "may be" not in visit(client, at_player)
    teams = lincoln.players.order_by("number").values_list("team", flat=True)
    assert list(teams) == [
        *["Lincoln Elementary"] * 2,
        "Lincoln Elementry",
        "Fig",
        *["Lincoln Elementary"] * 2,
    ]


def test_a_school_that_looks_like_another_one_is_named_at_the_row_until_it_is_written_so(
    desk: Client, helper: Client, event: Event, lincoln: Section
) -> None:
    """It was said once, as the walk-in was added, and was gone when the row was looked up again."""
    added(helper, lincoln, "Ngo, Bea 1234 Lincoln Elem")
    bea = lincoln.players.get(number=5)
    where = reverse("change-section", args=[event.slug, bea.pk]) + "#school"
    for client in (helper, desk):
        page = door(client, event, q="Bea Ngo")
        assert page.one(f"#p{bea.pk}").link("Write Lincoln Elementary · Ngo, Bea") == where
    assert not page.one(f"#p{lincoln.players.get(number=1).pk}").all("a[href$='#school']")
    state = page.one(f"#p{bea.pk}")["data-state"]
    paired(lincoln, 1, "1 2\n3 4\n5 bye", publish=True)
    assert not door(helper, event).all("a[href$='#school']"), "a director corrects it now"
    assert where in door(desk, event).links
    rosters.edit_player(bea, team="Lincoln Elementary", by=director_of(event))
    row = door(desk, event).one(f"#p{bea.pk}")
    assert (row.all("a[href$='#school']"), row["data-state"] == state) == ([], False)


def test_a_school_that_may_be_no_other_one_here_is_not_asked_about(desk: Client, lincoln: Section) -> None:
    for line in ("Ngo, Cy 1234 lincoln  elementary", "Ngo, Di 1234 Sabin", "Ngo, Eve 1234 Homeschool"):
        assert "may be" not in added(desk, lincoln, line)


def test_a_helper_writes_no_other_school_than_the_one_that_is_offered(
    helper: Client, event: Event, lincoln: Section
) -> None:
    added(helper, lincoln, "Ngo, Bea 1234 Lincoln Elem")
    bea = lincoln.players.get(number=5)
    where = reverse("change-section", args=[event.slug, bea.pk])
    form = visit(helper, where).form(reverse("write-school", args=[event.slug, bea.pk]))
    for team in ("Sabin", "Fig", ""):
        answer = form.send(helper, {"team": team})
        assert answer.status_code == 409
        assert "No school here that may be “Lincoln Elem” is spelled so. Nothing was saved." in read(answer)
    bea.refresh_from_db()
    assert bea.team == "Lincoln Elem"


def test_once_round_1_is_published_a_chief_or_an_assistant_writes_the_school(
    desk: Client, helper: Client, event: Event, lincoln: Section
) -> None:
    added(helper, lincoln, "Ngo, Bea 1234 Lincoln Elem")
    bea = lincoln.players.get(number=5)
    where, writes = (reverse(name, args=[event.slug, bea.pk]) for name in ("change-section", "write-school"))
    form = visit(helper, where).form(writes)
    paired(lincoln, 1, "1 2\n3 4\n5 bye", publish=True)
    assert writes not in visit(helper, where).actions
    answer = form.send(helper)
    said = "Round 1 of Open is published: a chief or an assistant corrects the school. Nothing was saved."
    assert (answer.status_code, said in read(answer)) == (422, True)
    assert visit(desk, where).form(writes).send(desk).status_code == 302
    bea.refresh_from_db()
    assert bea.team == "Lincoln Elementary"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Amy Ngo, 1st, Lincoln Elementary", "unrated, Lincoln Elementary, grade 1"),
        ("Ngo, Amy, K, Sabin", "unrated, Sabin, grade K"),
        ("Amy Ngo, gr 3, Sabin", "unrated, Sabin, grade 3"),
        ("Amy Ngo, kindergarten", "unrated, grade K"),
        ("Amy Ngo Lincoln Elementary", "unrated, Lincoln Elementary"),
        ("Ngo, Amy lincoln elementary", "unrated, Lincoln Elementary"),
        ("Amy Ngo K Lincoln Elementary 1234", "1234, Lincoln Elementary, grade K"),
        ("Amy Ngo 2nd Sabin", "unrated, Sabin, grade 2"),
        ("Ngo, Amy 31209999 655 4 Lincoln Elementary", "655, Lincoln Elementary, grade 4, 31209999"),
        ("Ngo, Amy 1234 12, Oak Academy", "1234, Oak Academy, grade 12"),
        ("Ngo, Amy 4 Lincoln Elementary 1234", "1234, Lincoln Elementary, grade 4"),
        ("Amy Ngo, 4, Lincoln Elementary", "unrated, Lincoln Elementary, grade 4"),
        ("Ngo, Amy 1234 PS 4 Oak School", "1234, PS 4 Oak School"),
        ("Ngo, Amy 1234 13 Oak School", "1234, 13 Oak School"),
    ],
)
def test_grades_and_schools_behind_a_name_are_no_part_of_it(
    helper: Client, event: Event, section: Section, line: str, told: str
) -> None:
    section.players.filter(number=1).update(team="Lincoln Elementary")
    typed = {"line": line, "section": section.slug}
    page = read(helper.post(reverse("walk-in", args=[event.slug]), typed, follow=True))
    assert f"Amy Ngo was added to Open as number 5, and is here: {told}." in page


@pytest.mark.parametrize(
    ("line", "words", "name", "team"),
    [
        ("Bo Ash, Lincoln", "apart", "Bo Ash", "Lincoln"),
        ("Lopez Ash, Bo", "whole", "Lopez Ash, Bo", ""),
        ("Bo Ash Riverside School", "apart", "Bo Ash", "Riverside School"),
        ("Ana Maria Lopez Ash", "whole", "Ana Maria Lopez Ash", ""),
    ],
)
def test_what_may_be_a_name_or_a_school_is_asked_about(
    helper: Client, event: Event, section: Section, line: str, words: str, name: str, team: str
) -> None:
    where = reverse("walk-in", args=[event.slug])
    answer = helper.post(where, {"line": line, "section": section.slug})
    assert answer.status_code == 422
    page = read(answer)
    assert f"“{line}” may have more in it than a name. Nobody was added." in page
    assert section.players.count() == 4
    page.form(where).send(helper, {"words": words})
    added = section.players.get(number=5)
    assert (added.name, added.team) == (name, team)


@pytest.mark.parametrize(
    ("line", "told", "cents"),
    [
        ("Pat Oxley 3rd grade Birch Hill School $40", "unrated, Birch Hill School, grade 3, paid $40", 4000),
        ("Oxley, Pat, 1234, Sabin, $40.50, 31209999", "1234, Sabin, 31209999, paid $40.50", 4050),
        ("Pat Oxley 1234 paid $40, Sabin", "1234, Sabin, paid $40", 4000),
        ("Pat Oxley $40 1234", "1234, paid $40", 4000),
        ("Pat Oxley 1234 $0", "1234, $0", 0),
    ],
)
def test_an_amount_in_dollars_is_the_fee_and_no_school(
    helper: Client, event: Event, section: Section, line: str, told: str, cents: int
) -> None:
    where = reverse("walk-in", args=[event.slug])
    typed = {"line": line, "section": section.slug, "words": "apart"}
    page = read(helper.post(where, typed, follow=True))
    assert f"Pat Oxley was added to Open as number 5, and is here: {told}." in page
    assert section.players.get(number=5).fee_cents == cents


def test_the_field_of_the_fee_counts_more_and_a_second_amount_is_asked_about(
    helper: Client, event: Event, section: Section
) -> None:
    where = reverse("walk-in", args=[event.slug])
    typed = {"section": section.slug, "fee_cents": "35"}
    helper.post(where, {**typed, "line": "Pat Oxley 1234 Sabin $40"})
    assert section.players.get(number=5).fee_cents == 3500
    page = read(helper.post(where, {**typed, "line": "Bea Oxley 1234 Sabin $40 $10"}))
    assert "“Sabin $10” is no school’s name. Nobody was added. Type the fee paid below" in page


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Van der Berg, Tess 1500/12 12345681 Open", "1500P12, 12345681"),
        ("Van der Berg, Tess Open 1500, Sabin", "1500, Sabin"),
        ("Van der Berg, Tess 1500 Sabin, open", "1500, Sabin"),
        ("Van der Berg, Tess 1500 Open Window School", "1500, Open Window School"),
        ("Van der Berg, Tess 1500 Fig", "1500, Fig"),
        ("Van der Berg, Tess 1500 grade 4", "1500, grade 4"),
    ],
)
def test_the_name_of_the_chosen_section_is_no_school(
    helper: Client, event: Event, section: Section, line: str, told: str
) -> None:
    section_of(event, "Fig", "Flo Gus")
    section_of(event, "Grade 4", "Hal Ida")
    typed = {"line": line, "section": "fig" if line.endswith("Fig") else section.slug}
    page = read(helper.post(reverse("walk-in", args=[event.slug]), typed, follow=True))
    assert f", and is here: {told}." in page
    assert "Tess Van der Berg was added to" in page


def test_the_name_of_another_section_in_the_line_is_asked_about(
    helper: Client, event: Event, section: Section
) -> None:
    reserve = section_of(event, "Reserve", "Flo Gus")
    where = reverse("walk-in", args=[event.slug])
    typed = {"line": "Berg, Tess 1500 Reserve", "section": section.slug}
    page = read(helper.post(where, typed))
    said = (
        "The line has “Reserve”, which is a section, and Open is chosen. Nobody was added. Choose one"
        " section, or type the school in its own field."
    )
    assert said in page
    page.form(where).send(helper, {"section": reserve.slug})
    assert reserve.players.get(name="Berg, Tess").team == ""
    page = read(helper.post(where, {**typed, "line": "Elm, Di 1500 Reserve"}))
    page.form(where).send(helper, {"team": "Reserve"})
    assert section.players.get(name="Elm, Di").team == "Reserve"


@pytest.mark.parametrize(("words", "name", "grade"), [("apart", "Ash, Cy", "K"), ("whole", "Ash, Cy K", "")])
def test_a_single_k_behind_a_name_may_be_kindergarten_or_an_initial(
    helper: Client, event: Event, section: Section, words: str, name: str, grade: str
) -> None:
    where = reverse("walk-in", args=[event.slug])
    page = read(helper.post(where, {"line": "Ash, Cy K 31209999", "section": section.slug}))
    assert "“Ash, Cy K 31209999” may have more in it than a name. Nobody was added." in page
    asked = page.form(where)
    assert "Read it as Ash, Cy · ID 31209999 · grade K" in page
    assert "The name is all of it: Ash, Cy K · ID 31209999" in page
    asked.send(helper, {"words": words})
    added = section.players.get(number=5)
    assert (added.name, added.grade) == (name, grade)


def test_no_k_is_asked_about_that_the_rating_list_has_in_the_name_or_before_a_school(
    helper: Client, event: Event, section: Section, settings: Any, tmp_path: Path
) -> None:
    settings.RATING_LIST = tmp_path / "rating-list.sqlite3"
    a_list(as_text([("ASH,CY K", "31209999", "OR", "01/31/2027", "812")]))
    where = reverse("walk-in", args=[event.slug])
    for line, told in [
        ("Ash, Cy K 31209999", "Cy K Ash was added to Open as number 5, and is here: 812, 31209999."),
        (
            "Elm, Di K Oak Academy",
            "Di Elm was added to Open as number 6, and is here: unrated, Oak Academy, g",
        ),
        ("Ivy, Jo K 1234 2nd", "Jo K Ivy was added to Open as number 7, and is here: 1234, grade 2."),
    ]:
        assert told in read(helper.post(where, {"line": line, "section": section.slug}, follow=True))


def test_two_ratings_without_an_id_are_asked_about(helper: Client, event: Event, section: Section) -> None:
    where = reverse("walk-in", args=[event.slug])
    typed = {"line": "Amy Ngo 1234 1450 Sabin", "section": section.slug}
    page = read(helper.post(where, typed))
    assert "“1234 1450” may be a US Chess ID or two ratings. Nobody was added." in page
    form = page.form(where)
    answer = read(form.send(helper, {"numbers": "ratings"}, follow=True))
    assert "Amy Ngo was added to Open as number 5, and is here: 1234, Sabin." in answer
    typed = {"line": "Bea Ngo 1234 1451", "numbers": "id", "section": section.slug}
    answer = read(helper.post(where, typed, follow=True))
    assert "Bea Ngo was added to Open as number 6, and is here: unrated, 12341451." in answer


def test_an_id_that_the_rating_list_has_under_another_name_is_asked_about(
    helper: Client, event: Event, section: Section, settings: Any, tmp_path: Path
) -> None:
    settings.RATING_LIST = tmp_path / "rating-list.sqlite3"
    a_list()
    where = reverse("walk-in", args=[event.slug])
    page = read(helper.post(where, {"line": "Zoe Quill 1234 30000002", "section": section.slug}))
    assert "The rating list has 30000002 as Ben McKay Birch. Nobody was added." in page
    answer = read(page.form(where).send(helper, {"own_id": "on"}, follow=True))
    assert "Zoe Quill was added to Open as number 5" in answer
    typed = {"line": "Ada Alder 30000001", "section": section.slug}
    assert "Ada Alder was added to Open as number 6, and is here: 1450, 30000001." in read(
        helper.post(where, typed, follow=True)
    )


def test_a_field_counts_more_than_the_line(helper: Client, event: Event, section: Section) -> None:
    typed = {"line": "Ngo, Amy 1234 Sabin", "team": "Sabin School", "section": section.slug}
    helper.post(reverse("walk-in", args=[event.slug]), typed)
    added = section.players.get(number=5)
    assert (added.name, added.rating, added.team) == ("Ngo, Amy", 1234, "Sabin School")


def test_a_name_that_is_entered_already_is_asked_about_and_kept(
    helper: Client, event: Event, section: Section
) -> None:
    where = reverse("walk-in", args=[event.slug])
    answer = helper.post(where, {"line": "Jose Garcia Lopez", "section": section.slug})
    assert answer.status_code == 422
    page = read(answer)
    assert "4 García-López, José in Open" in page
    form = page.form(where)
    assert form.fields["line"] == ["Jose Garcia Lopez"]
    assert form.send(helper, {"different": "on"}).status_code == 302
    assert section.players.count() == 5


def test_a_walk_in_with_the_id_of_another_player_is_offered_no_box(
    helper: Client, event: Event, section: Section
) -> None:
    where = reverse("walk-in", args=[event.slug])
    answer = helper.post(where, {"line": "Zoe Quill 12345678", "section": section.slug})
    assert answer.status_code == 422
    page = read(answer)
    assert "12345678 is the US Chess ID of 4 García-López, José in Open. Nobody was added." in page
    assert not page.all("[name=different][type=checkbox]")
    assert page.form(where).fields["line"] == ["Zoe Quill 12345678"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "a first and a last name"),
        ("Amy", "a first and a last name"),
        ("1234 12345678", "a first and a last name"),
        ("Amy Ngo 555-123-4567", "Expected: a name without a phone number, which Wallchart never stores."),
        ("Amy Ngo 555 1234", "Expected: a name without a phone number, which Wallchart never stores."),
    ],
)
def test_a_line_that_is_no_player_says_what_is_expected(
    helper: Client, event: Event, section: Section, line: str, said: str
) -> None:
    answer = helper.post(reverse("walk-in", args=[event.slug]), {"line": line, "section": section.slug})
    assert answer.status_code == 422
    assert said in read(answer)
    assert section.players.count() == 4


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Amy Ngo 1234 Sabin 1234567", "“1234567” has 7 digits. A US Chess ID has 8."),
        ("Amy Ngo 123456, Sabin", "“123456” has 6 digits. A US Chess ID has 8."),
        ("Amy Ngo 123456789", "“123456789” has 9 digits. A US Chess ID has 8."),
    ],
)
def test_an_id_of_wrong_length_in_the_line_is_told_as_one_and_how_to_mend_it(
    helper: Client, event: Event, section: Section, line: str, said: str
) -> None:
    answer = helper.post(reverse("walk-in", args=[event.slug]), {"line": line, "section": section.slug})
    assert answer.status_code == 422
    page = read(answer)
    assert f"{said} Correct it, or leave it out and enter it on the roster later." in page
    assert "phone" not in page.one(".errorlist").text
    assert page.form(reverse("walk-in", args=[event.slug])).fields["line"] == [line]


@pytest.mark.parametrize(
    "line",
    [
        "O'Neil Sean 1500 12345678 12345679",
        "O'Neil, Sean 12345678, 1500, Sabin, 12345679",
        "Sean O'Neil 12345678/12345679",
    ],
)
def test_two_numbers_that_may_be_the_id_are_named_and_nobody_is_added(
    helper: Client, event: Event, section: Section, line: str
) -> None:
    where = reverse("walk-in", args=[event.slug])
    page = read(answer := helper.post(where, {"line": line, "section": section.slug}))
    assert answer.status_code == 422
    said = "The line has 2 numbers of 8 digits: 12345678; 12345679. A player has one US Chess ID."
    assert f"{said} Nobody was added. Leave only the right one in the line." in page
    assert page.form(where).fields["line"] == [line]
    typed = {"line": line, "uscf_id": "12345678", "section": section.slug}
    assert helper.post(where, typed).status_code == 422
    assert section.players.count() == 4


def test_an_id_that_is_typed_twice_is_one(helper: Client, event: Event, section: Section) -> None:
    typed = {"line": "Ngo, Amy 87654321 1234 Sabin 87654321", "section": section.slug}
    page = read(helper.post(reverse("walk-in", args=[event.slug]), typed, follow=True))
    assert "Amy Ngo was added to Open as number 5, and is here: 1234, Sabin, 87654321." in page


def test_a_number_of_five_digits_may_be_a_rating_with_one_too_many(
    helper: Client, event: Event, section: Section
) -> None:
    where, rating = reverse("walk-in", args=[event.slug]), "A rating has 3 or 4 digits, such as 1234."
    page = read(helper.post(where, {"line": "Amy Ngo 99999", "section": section.slug}))
    assert "“99999” has 5 digits. A US Chess ID has 8." in page
    assert rating in page
    assert rating not in read(helper.post(where, {"line": "Amy Ngo 1234567", "section": section.slug}))


@pytest.mark.parametrize(
    ("typed", "said"),
    [("1234567", "“1234567” has 7 digits."), ("1234567A", "“1234567A” is not digits alone.")],
)
def test_an_id_of_wrong_length_in_its_field_is_told_with_what_was_read(
    helper: Client, event: Event, section: Section, typed: str, said: str
) -> None:
    sent = {"name": "Amy Ngo", "uscf_id": typed, "section": section.slug}
    page = read(helper.post(reverse("walk-in", args=[event.slug]), sent))
    assert (
        f"{said} A US Chess ID has 8. Correct it, or leave it out and enter it on the roster later." in page
    )


def test_a_walk_in_field_by_field_has_a_grade_and_an_expiration(
    helper: Client, event: Event, section: Section
) -> None:
    typed = {"name": "Ngo, Amy", "uscf_id": "3120 9999", "grade": "5th", "expires_on": "2027-01-31"}
    page = read(
        helper.post(reverse("walk-in", args=[event.slug]), {**typed, "section": section.slug}, follow=True)
    )
    assert "Amy Ngo was added to Open as number 5, and is here: unrated, grade 5, 31209999." in page
    added = section.players.get(number=5)
    assert (added.uscf_id, added.grade, str(added.expires_on)) == ("31209999", "5", "2027-01-31")


def test_a_helper_is_told_which_sections_take_late_players_at_the_head_table(
    helper: Client, desk: Client, event: Event, section: Section
) -> None:
    where, sentence = reverse("walk-in", args=[event.slug]), "send a late player to the head table"
    section_of(event, "Novice", "Flo Gus")
    assert sentence not in visit(helper, where)
    paired(section, 1, "1 2\n3 4", publish=True)
    page = visit(helper, where)
    assert "Round 1 of Open is published: send a late player to the head table." in page
    assert list(page.form(where).choices("section").values()) == ["Novice"]
    assert sentence not in visit(desk, where)
