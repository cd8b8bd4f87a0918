"""What a list says of players that is never stored: it is dropped by the name of its column."""

from datetime import date

import pytest

from tournaments.formats.carried_table import packed
from tournaments.formats.registration import Table, guessed, read_players, read_table

FIRST_DAY = date(2026, 11, 21)


def table_of(heading: str, *fields: str) -> Table:
    lines = "".join(f'Ann Elm{"abc"[at]},K-3,"{field}"\n' for at, field in enumerate(fields))
    return read_table(f"Name,Section,{heading}\n{lines}", FIRST_DAY)


@pytest.mark.parametrize(
    "heading",
    [
        *("YOB", "BYEAR", "B. Year", "Birth Yr", "Birthyear", "Born", "Year Born", "DOB", "Bday"),
        *("Home Addr", "Addr1", "Mail", "Apt #", "Zip", "Zipcode", "ZIP/Postal", "Post code", "Home"),
        *("Billing", "Bill to", "Billing City", "Payer", "Paid by", "Purchaser", "Buyer Name", "Ordered by"),
        *("Mom", "Dad's Name", "Caregiver", "Grandma", "Contact", "Contact #", "Em. Contact", "ICE"),
        *(
            "Relationship",
            "Registered by",
            "Ph",
            "Ph.",
            "Cell #",
            "Home #",
            "Text #",
            "Fax",
            "WhatsApp",
            "SMS",
        ),
        *(
            "Doctor",
            "Physician",
            "Insurance",
            "Health notes",
            "Medications",
            "Dietary",
            "Special needs",
            "SSN",
        ),
        *("Ethnicity", "Race", "Passport No"),
    ],
)
def test_a_column_about_persons_is_named_and_dropped(heading: str) -> None:
    table = table_of(heading, "2016", "Elm")
    assert table.dropped == [heading]
    assert [row.fields[2:] for row in table.rows] == [[""], [""]]
    assert guessed(table)[2] == ""


@pytest.mark.parametrize(
    "heading",
    [
        *(
            "Home School",
            "School",
            "Section",
            "State",
            "Byes",
            "Grade",
            "Team",
            "Type",
            "Paid",
            "Family Name",
        ),
        *("Section (contact us for help)", "Registered", "Coach", "City", "T-shirt", "Racecourse", "Price"),
    ],
)
def test_a_column_about_the_tournament_is_not_dropped(heading: str) -> None:
    assert table_of(heading, "Elm").dropped == []


def test_dates_in_a_column_of_ages_become_ages() -> None:
    table = table_of("Age", "3/4/2018", "9", "2016-11-22")
    assert table.dropped == ["Age (dates)"]
    assert [row.field(2) for row in table.rows] == ["8", "9", "9"]
    assert not table.problems
    assert [each.entry.age for each in read_players(table, guessed(table))[0]] == [8, 9, 9]
    assert "2018" not in str(table)


def test_years_in_a_column_of_ages_are_no_ages_and_not_shown() -> None:
    table = table_of("Player age", "2018", "9", "13/45/2018")
    assert [row.field(2) for row in table.rows] == ["", "9", ""]
    assert [(each.line, each.column, each.read) for each in table.problems] == [(2, 3, ""), (4, 3, "")]
    assert "2018" not in str(table)


def test_a_column_of_ages_stays_as_it_is() -> None:
    table = table_of("Age", "8.0", "nine", "8-9")
    assert (table.dropped, table.born) == ([], "")
    assert [row.field(2) for row in table.rows] == ["8.0", "nine", "8-9"]


def test_nothing_of_a_dropped_column_is_carried_to_the_next_step() -> None:
    assert packed(table_of("BYEAR", "2016")) == packed(table_of("BYEAR", "2009"))
