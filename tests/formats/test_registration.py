"""Registration files: bytes of every kind become a table, or a sentence, soon and within little memory."""

import tracemalloc
from io import BytesIO
from random import Random
from time import thread_time
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZipFile

import pytest
from xlsxwriter import Workbook

from tests.registrations import HEADINGS, as_csv, as_ods, as_xlsx, children, zipped
from tournaments.formats.byes import written
from tournaments.formats.carried_table import packed, unpacked
from tournaments.formats.delimited import read_rows
from tournaments.formats.registration import (
    ListedPlayer,
    guessed,
    read_players,
    read_table,
)
from tournaments.formats.registration_columns import taken_for
from tournaments.formats.roster import from_rows
from tournaments.formats.spreadsheets import read_spreadsheet

ROWS = [HEADINGS, *children(40)]
CSV = as_csv(ROWS)
FORMS: dict[str, str | bytes] = {
    "csv": CSV,
    "tsv": as_csv(ROWS, "\t"),
    "semicolons": as_csv(ROWS, ";"),
    "utf-8": CSV.encode("utf-8-sig"),
    "utf-16": CSV.encode("utf-16"),
    "utf-16 without its mark": CSV.encode("utf-16-le"),
    "windows-1252": CSV.encode("cp1252"),
    "spaces after commas": CSV.replace(",", ", "),
    "xlsx": as_xlsx(ROWS),
    "ods": as_ods(ROWS),
}


@pytest.mark.parametrize("form", FORMS)
def test_however_the_file_is_saved_it_has_the_same_players(form: str) -> None:
    table = read_table(FORMS[form])
    players, problems = read_players(table, guessed(table))
    of_csv = read_table(CSV)
    assert not problems
    assert len(players) == 40
    assert players == read_players(of_csv, guessed(of_csv))[0]
    assert table.dropped == ["DOB", "Parent Email", "Phone"]
    assert unpacked(packed(table)) == table


def test_text_in_columns_and_names_with_a_comma_are_read() -> None:
    text = "Name            ID        Rating Section\nNgo, Amy        12345678  850/14 K-3\nLi, Bo"
    text += "                    unr    K-5 Open\nAlder, Christina 1234567812 1200   K-5 Open\n"
    table = read_table(text.replace("Christina 1234567812", "Chris   12345679  "))
    players, problems = read_players(table, guessed(table))
    assert not problems
    read = [(each.entry.name, each.entry.uscf_id, each.entry.rating, each.section) for each in players]
    assert read == [
        ("Ngo, Amy", "12345678", 850, "K-3"),
        ("Li, Bo", "", None, "K-5 Open"),
        ("Alder, Chris", "12345679", 1200, "K-5 Open"),
    ]
    table = read_table("Name,ID,Rating\nNgo, Amy,12345678,850\nLi, Bo,,unr\n")
    assert [each.entry.name for each in read_players(table, guessed(table))[0]] == ["Ngo, Amy", "Li, Bo"]


def players_of(text: str) -> list[ListedPlayer]:
    table = read_table(text)
    players, problems = read_players(table, guessed(table))
    assert not problems
    return players


@pytest.mark.parametrize("typed", ["Marlowe , Milo", "Marlowe  ,  Milo", "Marlowe ,Milo"])
def test_stray_spaces_beside_the_comma_of_a_name_are_not_kept(typed: str) -> None:
    listed = f'Name,Rating\n"{typed}",800\n'
    assert [each.entry.name for each in players_of(listed)] == ["Marlowe, Milo"]
    assert [each.name for each in from_rows(read_rows(listed)).entries] == ["Marlowe, Milo"]


@pytest.mark.parametrize(
    ("listed", "expected"),
    [
        ('Last Name,First Name,ID\n"Fir, Jr.",Eli,12345678\n', "Fir Jr., Eli"),
        ("Last Name,First Name,ID\nFir,Eli Jr.,12345678\n", "Fir Jr., Eli"),
        ('Name,ID\n"Nguyen, Jr., Al",12345678\n', "Nguyen Jr., Al"),
        ('Name,ID\n"Al Nguyen, Jr.",12345678\n', "Al Nguyen Jr."),
        ('Last Name,First Name,Suffix,ID\n"Fir, III",Eli,III,12345678\n', "Fir III, Eli"),
    ],
)
def test_a_suffix_behind_a_comma_belongs_to_the_last_name(listed: str, expected: str) -> None:
    assert [each.entry.name for each in players_of(listed)] == [expected]
    assert [each.name for each in from_rows(read_rows(listed)).entries] == [expected]


@pytest.mark.parametrize("heading", ["Paid", "Amount", "Amt Paid", "Paid $"])
def test_a_column_of_what_was_paid_is_the_fee_where_it_says_how_much_or_who(heading: str) -> None:
    players = players_of(f"Name,{heading},Section\nAmy Ngo,45,K-3\nBo Li,$30.00,K-3\nCy Elm,,K-3\n")
    assert [each.entry.fee_cents for each in players] == [4500, 3000, None]
    players = players_of(f"Name,{heading},Section\nAmy Ngo,yes,K-3\nBo Li,no,K-3\nCy Elm,45,K-3\n")
    assert [each.is_paid for each in players] == [True, False, False]
    assert players[2].entry.fee_cents == 4500
    table = read_table(f"Name,{heading},Section\nAmy Ngo,1,K-3\nBo Li,1,K-3\n")
    assert guessed(table) == ["name", "", "section"], "how many, not how much"


@pytest.mark.parametrize("heading", ["Membership Exp", "USCF Exp. Date", "Date membership expires", "Expiry"])
def test_days_on_which_memberships_end_are_no_birth_dates(heading: str) -> None:
    text = f"Name,{heading}\nAmy Ngo,12/31/2027\nBo Li,1/31/27\n"
    assert [str(each.entry.expires_on) for each in players_of(text)] == ["2027-12-31", "2027-01-31"]
    assert read_table("Name,Card Expiration\nAmy Ngo,12/31/2027\n").dropped == ["Card Expiration"]


@pytest.mark.parametrize(
    "footer",
    [
        "Paid,$120",
        '"Paid, $120"',
        "Paid:,120",
        "Amount due,$40.00,",
        "Unpaid 3",
        "Paid,2,,$75.00",
        "Count: 2",
    ],
)
def test_a_sum_below_the_players_is_no_player(footer: str) -> None:
    players = players_of(f"Name,Rating,Section,Paid\nAmy Ngo,850,K-3,45\nBo Li,unr,K-3,30\n{footer}\n")
    assert [each.entry.name for each in players] == ["Amy Ngo", "Bo Li"]


def test_a_player_whose_name_is_that_of_a_sum_is_a_player() -> None:
    players = players_of("Last,First,Rating\nNgo,Amy,850\nCash,Bo,900\nDue,Cy,700\n")
    assert [each.entry.name for each in players] == ["Ngo, Amy", "Cash, Bo", "Due, Cy"]


def test_middle_initials_and_suffixes_in_columns_are_part_of_the_name() -> None:
    players = players_of(
        "Last Name,First Name,MI,Suffix\nSmith,John,a.,Jr.\nNgo,Amy,,\nElm,Cy,Bob,iii\nFir,Di,N/A,none\n"
    )
    assert [each.entry.name for each in players] == [
        "Smith Jr., John A",
        "Ngo, Amy",
        "Elm III, Cy Bob",
        "Fir, Di",
    ]
    assert [each.entry.name for each in players_of("Name,M.I.\nAmy Ngo,B\nBo C Li,C\n")] == [
        "Amy B Ngo",
        "Bo C Li",
    ]


@pytest.mark.parametrize(
    ("headings", "first", "second"),
    [
        ("Bye R1,Bye R2,Bye R3", "Yes,No,no", ",x,0-point"),
        ("Rd 1 Bye,Rd 2 Bye,Rd 3 Bye", "0.5,0,0", ",½,Z"),
        ("R1,R2,R3", "bye,,", ",Half-point bye,zero"),
        ("1st Round Bye?,2nd Round Bye?,3rd Round Bye?", "TRUE,FALSE,FALSE", ",2,3z"),
    ],
)
def test_a_column_of_byes_for_each_round_is_read(headings: str, first: str, second: str) -> None:
    players = players_of(f"Name,{headings},Section\nAmy Ngo,{first},K-3\nBo Li,{second},K-3\n")
    assert [written(each.entry.byes) for each in players] == ["1", "2, 3z"]
    assert [each.section for each in players] == ["K-3", "K-3"]


def test_columns_of_results_are_no_byes() -> None:
    table = read_table("Name,R1,R2\nAmy Ngo,W2,H\nBo Li,L1,x\n")
    assert guessed(table) == ["name", "", ""]
    assert table.headings == ["Name", "R1", "R2"]


def test_a_formula_is_never_evaluated() -> None:
    sheet = (
        '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="B1" t="inlineStr"><is><t>Rating</t>'
        '</is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>=1+1</t></is></c>'
        '<c r="B2"><f>600+600</f><v>1100</v></c></row>'
    )
    assert [row.fields for row in read_table(as_xlsx([], sheet)).rows] == [["=1+1", "1100"]]


FORMULAS_OF_XLSX = (
    '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c>'
    '<c r="B1" t="inlineStr"><is><t>ID</t></is></c><c r="C1" t="inlineStr"><is><t>Rating</t></is></c>'
    '<c r="D1" t="inlineStr"><is><t>School</t></is></c></row>'
    '<row r="2"><c r="A2" t="inlineStr"><is><t>Bo Birch</t></is></c>'
    '<c r="B2" t="e"><f>VLOOKUP(A2,X1:Y9,2)</f><v>#N/A</v></c><c r="C2"><f>B2+1</f></c>'
    '<c r="D2" t="str"><f>IF(1,"")</f><v></v></c></row>'
    '<row r="3"><c r="A3"><f>X1</f><v/></c><c r="B3"><f>Y1</f></c></row>'
)
FORMULAS_OF_ODS = """
<table:table-row><table:table-cell office:value-type="string"><text:p>Name</text:p></table:table-cell>
<table:table-cell office:value-type="string"><text:p>ID</text:p></table:table-cell>
<table:table-cell office:value-type="string"><text:p>Rating</text:p></table:table-cell></table:table-row>
<table:table-row><table:table-cell office:value-type="string"><text:p>Bo Birch</text:p></table:table-cell>
<table:table-cell table:formula="of:=VLOOKUP([.A2];[.X1:.Y9];2)" office:value-type="string"
 office:string-value="" calcext:value-type="error"><text:p>#N/A</text:p></table:table-cell>
<table:table-cell table:formula="of:=[.B2]+1"/></table:table-row>
<table:table-row><table:table-cell table:formula="of:=[.X1]"/><table:table-cell table:formula="of:=[.Y1]"/>
</table:table-row>
""".replace("\n", "")


@pytest.mark.parametrize(
    ("data", "read"),
    [(as_xlsx([], FORMULAS_OF_XLSX), "#N/A"), (as_ods([], FORMULAS_OF_ODS), "#FORMULA!")],
    ids=["xlsx", "ods"],
)
def test_each_formula_without_a_value_is_a_problem_with_its_place(data: bytes, read: str) -> None:
    table = read_table(data)

    listed, problems = read_players(table, guessed(table))

    assert [(each.entry.name, each.entry.uscf_id, each.entry.rating) for each in listed] == [
        ("Bo Birch", "", None),
        ("", "", None),
    ]
    found = [each[:3] for each in problems if "formula" in each.expected]
    assert found == [(2, 2, read), *((2, 3, "#FORMULA!"), (3, 1, "#FORMULA!"), (3, 2, "#FORMULA!"))]


def test_a_formula_that_a_program_wrote_and_never_computed_has_no_value() -> None:
    """Such programs write 0 beside each formula, and that Excel computes them when it opens the file."""
    data = BytesIO()
    book = Workbook(data)
    sheet = book.add_worksheet()
    sheet.write_row(0, 0, ["Name", "ID", "Rating"])
    for row in range(1, 61):
        sheet.write_formula(row, 0, '=CONCATENATE("Kid", "A")')
        sheet.write_formula(row, 1, '=HYPERLINK("http://x", "31000001")')
        sheet.write_formula(row, 2, "=1000+1", value=1001)
    book.close()
    table = read_table(data.getvalue())
    listed, problems = read_players(table, guessed(table))
    assert {(each.entry.name, each.entry.uscf_id, each.entry.rating) for each in listed} == {("", "", 1001)}
    found = {each.column: each.read for each in problems if "formula" in each.expected}
    assert found == {1: "#FORMULA!", 2: "#FORMULA!"}


@pytest.mark.parametrize("name", ["0", "12", "???"])
def test_a_name_without_a_letter_is_no_name(name: str) -> None:
    table = read_table(f"Name,Rating\n{name},800\nBo Birch,700\n")
    listed, problems = read_players(table, guessed(table))
    assert [each.entry.name for each in listed] == ["", "Bo Birch"]
    assert [(each.line, each.column, each.read, each.expected) for each in problems] == [
        (2, 1, name, "a name, which has letters")
    ]


def test_a_failed_formula_that_was_saved_as_text_is_no_team() -> None:
    table = read_table("Name,ID,School\nBo Birch,#REF!,#N/A\nCy Cedar,12345678,Elm\n")

    listed, problems = read_players(table, guessed(table))

    assert [each.entry.team for each in listed] == ["", "Elm"]
    assert [each[:3] for each in problems] == [(2, 2, "#REF!"), (2, 3, "#N/A")]


LONG = {
    "a heading that is one line of columns": "Name," * 900_000,
    "a heading of brackets": f"Name,ID,{'(' * 120_000}\nAlder Ann,12345678,",
    "a quote that never ends": 'Name,ID\n"' + "a" * 4_000_000,
    "a long line among columns": "Name  Rating\n" + "a b  1200\n" * 900 + "x  " + "y" * 1_500_000,
}


@pytest.mark.parametrize("what", LONG)
def test_a_file_with_one_long_line_is_answered_in_time(what: str) -> None:
    """The first took 16 seconds, the second minutes."""
    began = thread_time()
    table = read_table(LONG[what])
    assert thread_time() - began < 3
    assert len(table.rows) < 1000


def test_a_long_heading_is_read_by_its_beginning() -> None:
    asked = "Parent's email address, " + "to which we write if anything changes " * 50
    table = read_table(f'Name,Rating,"{asked}"\nAlder Ann,1200,nobody\n')
    assert table.rows[0].fields == ["Alder Ann", "1200", ""]


def test_a_last_line_whose_last_fields_are_empty_is_whole() -> None:
    table = read_table(
        "Name,ID,Section,Byes\nAnn Able,12345671,K-3,2\nBo Birch,12345672,K-3,1\nCy Cedar,,,\n"
    )
    assert not read_players(table, guessed(table))[1]


def test_a_file_of_double_bytes_that_was_cut_off_is_said() -> None:
    [problem] = read_table(CSV.encode("utf-16")[:-1]).problems
    assert "was cut off" in problem.expected


def test_a_file_that_was_cut_off_is_said() -> None:
    text = as_csv([[*row[:8]] for row in ROWS])
    table = read_table(text[:-40])
    assert "cut off" in read_players(table, guessed(table))[1][-1].expected


FAR = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
REPEATED = (
    '<table:table-row table:number-rows-repeated="1000000"><table:table-cell office:value-type="string"'
    ' table:number-columns-repeated="1000"><text:p>a</text:p></table:table-cell></table:table-row>'
)
BOMBS = {
    "two cells far apart": lambda: as_xlsx([], FAR),
    "one cell repeated": lambda: as_ods([], REPEATED),
    "many cells": lambda: as_xlsx([], f"<row>{'<c><v>1</v></c>' * 300_000}</row>"),
    "many elements": lambda: as_xlsx([], "<x/>" * 1_000_000),
    "a part of 40 MB": lambda: zipped({"xl/worksheets/sheet1.xml": " " * 40_000_000}),
    "a thousand parts": lambda: zipped({f"xl/{n}.xml": "<a/>" for n in range(1000)}),
    "entities": lambda: zipped({"xl/workbook.xml": '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'}),
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_bomb_is_refused_before_it_is_unpacked(bomb: str) -> None:
    data = BOMBS[bomb]()
    began = thread_time()
    text = read_spreadsheet(data)
    assert thread_time() - began < 5
    assert not text.rows
    assert len(text.problems) == 1


@pytest.mark.parametrize("charset", ["no-such", "shift_jis"])
def test_a_spreadsheet_in_a_charset_that_is_not_read_is_refused_in_our_words(charset: str) -> None:
    text = read_spreadsheet(zipped({"content.xml": f'<?xml version="1.0" encoding="{charset}"?><a/>'}))
    assert ["a complete spreadsheet" in problem.expected for problem in text.problems] == [True]


def test_a_spreadsheet_with_two_parts_of_one_name_is_refused() -> None:
    file = BytesIO(as_xlsx(ROWS))
    with ZipFile(file, "a") as archive:
        del archive.NameToInfo["xl/workbook.xml"]  # the second one is written without a warning
        archive.writestr("xl/workbook.xml", "<workbook/>")
    text = read_spreadsheet(file.getvalue())
    assert ["a complete spreadsheet" in problem.expected for problem in text.problems] == [True]


@pytest.mark.parametrize("packing", [ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA])
def test_a_spreadsheet_whose_parts_cannot_be_unpacked_is_refused(packing: int) -> None:
    file = BytesIO()
    with ZipFile(file, "w", packing) as archive, ZipFile(BytesIO(as_xlsx(ROWS))) as whole:
        for name in whole.namelist():
            archive.writestr(name, whole.read(name))
        sheet = archive.getinfo("xl/worksheets/sheet1.xml")
    data, begins = bytearray(file.getvalue()), sheet.header_offset + 30 + len(sheet.filename)
    for at in range(begins, begins + sheet.compress_size):
        data[at] ^= 0xFF
    text = read_spreadsheet(bytes(data))
    assert ["a complete spreadsheet" in problem.expected for problem in text.problems] == [True]


@pytest.mark.parametrize("bomb", ["two cells far apart", "one cell repeated", "a part of 40 MB"])
def test_a_bomb_takes_no_memory(bomb: str) -> None:
    data = BOMBS[bomb]()
    tracemalloc.start()
    try:
        read_spreadsheet(data)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most < 20_000_000


def mangled(data: bytes, draw: Random) -> bytes:
    """The file as a broken stick, a wrong editor or a bored child leaves it."""
    changed = bytearray(data)
    for _ in range(draw.choice([1, 3, 30])):
        at = draw.randrange(len(changed))
        how = draw.randrange(4)
        if how == 0:
            changed[at] = draw.randrange(256)
        elif how == 1:
            del changed[at : at + draw.randrange(1, 200)]
        elif how == 2:
            changed[at:at] = bytes(draw.randrange(256) for _ in range(draw.randrange(1, 20)))
        else:
            del changed[draw.randrange(len(changed) // 2, len(changed)) :]
        if not changed:
            break
    return bytes(changed)


@pytest.mark.parametrize("form", ["csv", "xlsx", "ods", "utf-16"])
def test_a_mangled_file_is_read_or_refused_and_never_fails(form: str) -> None:
    sound = FORMS[form]
    data = sound.encode() if isinstance(sound, str) else sound
    draw = Random(11)
    for _ in range(60):
        table = read_table(mangled(data, draw))
        players, problems = read_players(table, guessed(table))
        assert players or problems or table.problems
        assert unpacked(packed(table)).rows == table.rows


@pytest.mark.parametrize("last", ["Total entries: 2", "Total,,1832", "TOTALS,2", "2 players", "\n,Total,"])
def test_a_line_that_counts_the_players_is_none(last: str) -> None:
    table = read_table(f"Name,ID,Rating\nAnn Alder,12345678,1432\nBill Birch,,987/5\n{last}\n")
    players, problems = read_players(table, guessed(table))
    assert [each.entry.name for each in players] == ["Ann Alder", "Bill Birch"]
    assert not problems


@pytest.mark.parametrize(
    ("headings", "taken"),
    [
        # As forms ask for it.
        ("Player's First Name,Player’s Last Name,US Chess ID #", "first last id"),
        ("Current US Chess Rating,Grade (as of Sept 2026),Which section?", "rating grade section"),
        ("Requested half-point byes (round #s),School Name,Child's Name", "byes team name"),
        ("Section/Division,Sect.,Sch. Grade,USCF #,Member #", "section section grade id id"),
        ("What is your child's first name?,What is the player's last name?", "first last"),
        ("First name of child?,What’s the name of the player?,Last name of the student", "first name last"),
        # What is meant by these nobody knows.
        ("Parent's Name,Coach,Grade/Age,School Phone,Comments", "    "),
        ("What is the name of the coach?,Is the child's school a club?,First name of parent?", "  "),
    ],
)
def test_headings_are_known_in_the_words_of_forms(headings: str, taken: str) -> None:
    assert [taken_for(each) for each in headings.split(",")] == taken.split(" ")


def test_a_column_of_ids_is_no_rating_whatever_it_is_called() -> None:
    table = read_table("Name,USCF,Rating\nAnn Alder,12345678,1432\nBill Birch,new,987/5\nCy Ash,12345679,\n")
    assert guessed(table) == ["name", "id", "rating"]
    table = read_table("Name,USCF\nAnn Alder,1432\nBill Birch,987/5\n")
    assert guessed(table) == ["name", "rating"]


def test_contact_data_in_the_column_of_sections_is_a_problem_of_its_line_and_becomes_no_section() -> None:
    table = read_table(
        "Name,ID,Section\nAda Alder,12345678,ask mom@example.org\nBo Birch,12345679,U1200 (800-1199)\n"
    )

    listed, problems = read_players(table, guessed(table))

    assert [each.section for each in listed] == ["", "U1200 (800-1199)"]
    assert [each[:3] for each in problems] == [(2, 3, "mom@example.org")]


@pytest.mark.parametrize(
    ("field", "headings"),
    [
        ("name", "Name; Last/First; MEM_NAME"),
        ("id", "ID; USCF ID; Membership ID; I. D.#; MEM_ID"),
        ("rating", "Rating; Rate; USCF; Rtng; Rtg; USCF rating; Regular rating; R_LPB_RAT"),
        ("expires", "Exp; Exp.; Exp1; EXPIRED"),
        ("team", "Team; School; Club; St code"),
        ("grade", "Grade; Gr"),
        ("section", "Section"),
        ("byes", "Byes"),
        ("state", "State; St"),
        # Nothing here has a second rating, a title or the type of a membership.
        ("", "Rating 2; Quick rating; Title; Ttl; Type; Ty; Sex; Gender; Email; Phone; Birth date"),
    ],
)
def test_the_headings_of_other_programs_are_taken_for_what_has_a_place_here(
    field: str, headings: str
) -> None:
    assert {each: taken_for(each) for each in headings.split("; ")} == dict.fromkeys(
        headings.split("; "), field
    )


def test_a_second_rating_takes_no_place_of_the_first() -> None:
    table = read_table("Name,Quick rating,Rating 2,Rating,Title,Type\nAmy Ngo,700,800,900,CM,Y\n")
    assert guessed(table) == ["name", "", "", "rating", "", ""]
    assert not table.dropped
    assert read_players(table, guessed(table))[0][0].entry.rating == 900


@pytest.mark.parametrize(
    ("field", "headings"),
    [
        (
            "name",
            "First/Last Name; First / Last; Last/First Name; First Name / Last Name",
        ),
        (
            "id",
            "Membership #; Membership No.; Membership Number; Member Number; USCF Member #",
        ),
        ("id", "USCF Membership Number; USCF Membership ID; US Chess Member #; US Chess Membership Number"),
        ("rating", "USCF Rtg; USCF Rtg.; US Chess Rtg"),
        ("byes", "Half Point Bye Rounds; Half-Point Bye Round(s); 1/2 Point Byes; ½ Point Byes"),
        ("grade", "Grade in School"),
        ("section", "Section Registered; Registered Section; Section Registered For; Chess Section"),
        ("section", "Event Section; Player Section; Section/Division; Section to play"),
        ("section", "Div; Div.; Divn; Sec; Sect.; Sctn; Sec Name; Sections; Divisions"),
        ("team", "Sch; Schl."),
        ("grade", "Gr.; Grd"),
        ("id", "Mbr ID; Memb. ID"),
        (
            "",
            "Membership; Membership Type; Phone Number; Parent Membership #; Order Number; Casino",
        ),
    ],
)
def test_headings_of_registration_sites_are_taken_for_what_they_name(field: str, headings: str) -> None:
    assert {each: taken_for(each) for each in headings.split("; ")} == dict.fromkeys(
        headings.split("; "), field
    )


def test_a_roster_knows_the_headings_of_a_registration_file() -> None:
    text = "First/Last Name,USCF Member #,USCF Rtg,Grade in School,Half Point Bye Rounds\n"
    [entry] = from_rows(read_rows(text + "Ada Alder,12345671,500,3,2\n")).entries
    assert (entry.name, entry.uscf_id, entry.rating, entry.grade) == ("Ada Alder", "12345671", 500, "3")
    assert [bye.round for bye in entry.byes] == [2]
