"""What a stored line of text holds: all that people read, and nothing that hides or turns it."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tiebreaks.lines import clean_line, clean_lines, visible

CONTROLS_OF_DIRECTION = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
ZERO_WIDTH = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u034f\u180e\ufe0f\U000e0041\U000e0100\u17b5"
NOT_ASSIGNED = "\ue000\uf8ff\U000f0000\ufdd0\uffff\ud800"
# What hypothesis rarely draws side by side.
tricky = st.text(
    st.sampled_from(
        f"{CONTROLS_OF_DIRECTION}{ZERO_WIDTH}{NOT_ASSIGNED} \t\n\x00\x85\u2028\u3000\u3164aé'-=e"
        "\u0301\u0338\u0327\u093c\u094d\u0915\u0937\u09c7\u09be\u0645\u06cc\u0650\u1100\u1161한"
    ),
    max_size=12,
)
texts = st.text(max_size=20) | tricky


@pytest.mark.parametrize(
    "name",
    [
        "José García-López",
        "D’Arcy O'Brien Jr.",
        "Nguyễn Thị Ánh",
        "Zoë Ł. Søndergård",
        "Владимир Крамник",
        "יהודה גרינפלד",
        "محمد بن راشد",
        "王皓",
        "𠮷田",
        "김민수",
        "วิศวนาถัน อานันท์",
        "ᠮᠣᠩᠭᠣᠯ",
        "Team ♞ 🏆",
        "No. 4 (A–Z) “½”",
    ],
)
def test_a_name_stays_as_it_is_written_in_any_script(name: str) -> None:
    assert clean_line(name) == unicodedata.normalize("NFC", name) == name


@pytest.mark.parametrize("odd", [*CONTROLS_OF_DIRECTION, *ZERO_WIDTH, *NOT_ASSIGNED])
def test_what_shows_nothing_is_left_out_wherever_it_stands(odd: str) -> None:
    assert clean_line(f"{odd}Ann{odd} Al{odd}der{odd}") == "Ann Alder"
    assert clean_line(odd) == ""


@pytest.mark.parametrize(
    "blank",
    ["  ", "\t", "\n", "\r\n", "\x00", "\x1f", "\x85", "\u2028", "\u00a0", "\u3000", "\u3164", "\u2800"],
)
def test_blanks_of_any_kind_are_one_blank_between_words_and_none_around(blank: str) -> None:
    assert clean_line(f"{blank}Ann{blank}Alder{blank}") == "Ann Alder"
    assert clean_line(blank) == ""


def test_an_accent_typed_apart_is_the_same_letter_as_one_typed_with_it() -> None:
    assert clean_line("Zoe\u0308") == clean_line("Zoë") == "Zoë"
    assert clean_line("Zoe\u200b\u0308") == "Zoë"


@pytest.mark.parametrize(
    "name", ["علی\u200cرضا", "شاه\u200cرخ", "ක්\u200dෂය", "क्\u200dष", "ന്\u200dറ", "ර\u200d්ය"]
)
def test_a_joiner_between_letters_that_join_is_spelling(name: str) -> None:
    assert clean_line(name) == name


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("An\u200dn", "Ann"),
        ("علی\u200c", "علی"),
        ("\u200dක", "ක"),
        ("علی\u200c Ann", "علی Ann"),
        ("علی\u200cAnn", "علیAnn"),
        ("علی\u200c\u200c\u200dرضا", "علی\u200cرضا"),
        ("👩\u200d🎓", "👩🎓"),
    ],
)
def test_a_joiner_is_left_out_where_no_letter_needs_it(typed: str, stored: str) -> None:
    assert clean_line(typed) == stored


def test_a_longer_text_keeps_its_lines() -> None:
    assert clean_lines("one\u202e  two\r\n\r\n three\u200b") == "one two\n\nthree"


@given(texts)
@example("\u0645\u0301\u200c\u0650\u06cc")
@example("\u09c7\u200da\u200d\u09be")
def test_a_clean_line_is_clean(text: str) -> None:
    line = clean_line(text)
    assert clean_line(line) == clean_lines(line) == visible(line) == line
    assert unicodedata.is_normalized("NFC", line)
    assert line.isprintable() or "\u200c" in line or "\u200d" in line or _newer(line)


@given(texts)
def test_clean_lines_are_clean(text: str) -> None:
    assert clean_lines(clean_lines(text)) == clean_lines(text)


@given(texts)
def test_no_control_of_direction_is_left(text: str) -> None:
    assert not set(clean_line(text)).intersection(CONTROLS_OF_DIRECTION)


@given(texts, st.integers(0, 20), st.sampled_from(CONTROLS_OF_DIRECTION + "\u200b\u2060\ufeff\u00ad"))
def test_two_texts_that_differ_by_what_shows_nothing_are_one(text: str, at: int, odd: str) -> None:
    assert clean_line(text[:at] + odd + text[at:]) == clean_line(text)


def _newer(line: str) -> bool:
    """Whether it has an ideograph that this Python does not know."""
    return any(unicodedata.category(each) == "Cn" and ord(each) >= 0x20000 for each in line)
