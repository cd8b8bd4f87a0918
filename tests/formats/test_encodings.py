"""In which encoding a file is, told by the letters that it gives."""

import pytest

from tournaments.formats.encodings import decode, encoding_of
from tournaments.formats.pasted import read
from tournaments.formats.registration import guessed, read_players, read_table

MAC, WINDOWS = "Mac Roman", "Windows-1252"


@pytest.mark.parametrize(
    "name",
    [
        "García, José",
        "Muñoz, Inés",
        "Núñez, Ángel",
        "Rodríguez, Ana",
        "MUÑOZ, JOSÉ",
        "Åberg, Zoë",
        "Özil, Jürgen",
        "Lefèvre, François",
        "Ramón, Jesús",
    ],
)
def test_names_that_an_old_excel_of_a_mac_saved_have_their_letters(name: str) -> None:
    data = f"Name,ID\n{name},12345671\n".encode("mac_roman")
    assert name in decode(data)
    assert encoding_of(data) == MAC


@pytest.mark.parametrize(
    "name",
    [
        "García, José",
        "MUÑOZ, INÉS",
        "Özil, Jürgen",
        "O’Brien, Zoë",
        "De’Andre Hill",
        "Ja’mal Hill",
        "Krešimir Žitko",
        "Garcia–Lopez, Ana",
        "Hill, Ann – St. Mary’s School",
        "The “Open” section…",
        "Jesús • José",
        "Œuvre School",
        "Fee €45, José",
    ],
)
def test_names_that_windows_saved_have_theirs(name: str) -> None:
    data = f"Name,ID\n{name},12345671\n".encode("cp1252")
    assert name in decode(data)
    assert encoding_of(data) == WINDOWS


def test_one_letter_that_windows_cannot_have_decides_for_the_others() -> None:
    data = "Name\nJosé Björn\nRenée Díaz\nFrançois\n".encode("mac_roman")
    assert decode(data).split("\n")[1:4] == ["José Björn", "Renée Díaz", "François"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_of_a_file_in_unicode_nothing_is_guessed(encoding: str) -> None:
    assert encoding_of("Name\nJosé García\n".encode(encoding)) == ""


def test_a_file_without_accents_is_in_no_encoding_to_speak_of() -> None:
    assert encoding_of(b"Name\nJo Ivy\n") == ""


def test_bytes_that_are_no_letters_in_either_are_refused_as_before() -> None:
    with pytest.raises(ValueError, match="UTF-8"):
        decode(b"Name\n\x81\xa0\xc2\xb9\xd7\xd6 \xf9\xd9\xad\xf0\xdd\n")


def test_the_table_of_a_registration_file_says_in_which_encoding_it_was() -> None:
    table = read_table("Name,Section\nJosé Núñez,Open\n".encode("mac_roman"))
    assert table.encoding == MAC
    assert [each.entry.name for each in read_players(table, guessed(table))[0]] == ["José Núñez"]


def test_a_list_that_was_no_unicode_says_so_among_its_notes() -> None:
    (note,) = read("Jane Núñez,12345678,1432\n".encode("mac_roman")).notes
    assert note == "Read as Mac Roman text, not as UTF-8. Check the letters with accents in names."
    assert read("Jane Núñez,12345678,1432\n").notes == ()
