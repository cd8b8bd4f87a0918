"""`manage.py check_final` ranks again from a file alone: without a database, years later, anywhere."""

import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.factories import a_section, as_it_stands, director_of, played
from tiebreaks import final
from tiebreaks.published import ENGINE
from tournaments.services import prizes
from tournaments.services.finishing import finish

# A sheet as the first release with final sheets wrote it. It must be readable for good.
KEPT = Path(__file__).parents[1] / "cases" / "final_sheet_1.json"
# In the last round 3 wins against 1, on both of their cards.
THE_UPSET = [
    ('[2,"W",3,"w",4,2,null]', '[2,"L",3,"w",0,2,null]'),
    ('[2,"L",1,"b",0,2,null]', '[2,"W",1,"b",4,2,null]'),
]
HASH = final.digest(KEPT.read_bytes())
# And as the first release wrote it whose sheets have the prizes.
WITH_PRIZES = KEPT.with_name("final_sheet_2.json")


def checked(file: Path, *options: str) -> str:
    out = StringIO()
    call_command("check_final", str(file), *options, stdout=out, no_color=True)
    return out.getvalue()


def refused(file: Path, *options: str) -> tuple[int, str]:
    out = StringIO()
    with pytest.raises(CommandError) as error:
        call_command("check_final", str(file), *options, stdout=out, no_color=True)
    return error.value.returncode, out.getvalue() + str(error.value)


def changed(folder: Path, before: str, after: str) -> Path:
    text = KEPT.read_text()
    assert before in text
    file = folder / "sheet.json"
    file.write_text(text.replace(before, after, 1))
    return file


def test_a_sheet_agrees_with_itself_and_its_hash_is_told() -> None:
    told = checked(KEPT, "--sha256", HASH.upper())
    assert "trophy order, version 1" in told
    assert HASH in told
    assert "The awards were not checked" in told
    assert "The hash is the one given: the file was not changed." in told


def test_a_name_that_was_changed_moves_nobody_so_the_hash_is_to_be_compared_with_the_page(
    tmp_path: Path,
) -> None:
    file = changed(tmp_path, '"name":"Ada Alder 1"', '"name":"Ida Alder 1"')
    told = checked(file)
    assert f"SHA-256 {final.digest(file.read_bytes())}" in told
    assert "A changed name moves nobody. Compare this SHA-256 with the one on the sheet’s page." in told
    assert "was not changed" not in told
    code, told = refused(file, "--sha256", HASH)
    assert (code, "The hash differs from the one given" in told) == (1, True)


def test_the_awards_are_made_again_from_the_file(tmp_path: Path) -> None:
    told = checked(WITH_PRIZES)
    assert "gives exactly this order and these awards." in told
    assert "not checked" not in told
    file = tmp_path / "sheet.json"
    winner = '"winners":[{"name":"Ada Alder 1","number":1'
    text = WITH_PRIZES.read_text()
    assert winner in text
    file.write_text(text.replace(winner, '"winners":[{"name":"Ben Birch 2","number":2', 1))
    code, told = refused(file)
    assert code == 1
    assert "1st place trophy: Ben Birch 2 in the file, Ada Alder 1 by the wall chart." in told
    file.write_text(text.replace('"cents":6000', '"cents":7000', 1))
    assert "Ada Alder 1: $70 in the file, $60 by the wall chart." in refused(file)[1]


@pytest.mark.django_db
def test_of_each_award_by_age_or_mark_it_is_said_that_it_was_not_recomputed(tmp_path: Path) -> None:
    section = a_section(4, 2, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3 WL\n2 4 WL")
    section.players.filter(number=4).update(marks="girl")
    by = director_of(section)
    lines = "1st place trophy and $60\n2nd place $40\nTop girl trophy and $50\nTop age 9 and under"
    prizes.announce(as_it_stands(section), lines, in_this_order=False, by=by)
    text = finish(as_it_stands(section), by=by).sheet
    file = tmp_path / "sheet.json"
    file.write_text(text)
    told = checked(file)
    assert "Girl trophy and $50: not recomputed: the mark is not in the file." in told
    assert "Top age 9 and under: not recomputed: the ages are not in the file." in told
    assert "The wall chart in the file gives exactly this order and all other awards." in told
    assert "1st place" not in told
    assert "The money was not checked" not in told
    file.write_text(text.replace('"cents":2000', '"cents":3000', 1))
    code, told = refused(file)
    assert (code, "$30 in the file, $20 by the wall chart." in told) == (1, True)


def test_the_time_is_told_by_the_clock_of_the_event(tmp_path: Path) -> None:
    text = KEPT.read_text()
    at = re.search('"finished_at":"([^"]+)"', text)
    assert at is not None
    file = tmp_path / "sheet.json"
    file.write_text(text.replace(at[1], "2026-05-02T16:15:00-05:00"))
    assert "version 1, finished Sat, May 2, 2026, 4:15 PM (UTC-05:00)" in checked(file)


def test_a_result_that_was_changed_in_the_file_gives_another_order(tmp_path: Path) -> None:
    file = changed(tmp_path, *THE_UPSET[0])
    file.write_text(file.read_text().replace(*THE_UPSET[1]))
    code, told = refused(file)
    assert code == 1
    assert "Ada Alder 1: place 1 in the file, 2 by the wall chart." in told
    assert "Cora Cedar 3: place 2 in the file, 1 by the wall chart." in told


def test_a_tiebreak_that_was_changed_in_the_file_is_found(tmp_path: Path) -> None:
    code, told = refused(changed(tmp_path, '"columns_of_values":[[8,', '"columns_of_values":[[9,'))
    assert code == 1
    assert "Ada Alder 1: points or tiebreaks differ from what the wall chart gives." in told


def test_a_file_with_another_hash_is_said_to_be_another(tmp_path: Path) -> None:
    code, told = refused(changed(tmp_path, "Maple Grove Open", "Maple Grove Closed"), "--sha256", HASH)
    assert (code, "The hash differs from the one given" in told) == (1, True)


def test_a_file_that_was_written_again_is_not_canonical(tmp_path: Path) -> None:
    code, told = refused(changed(tmp_path, '{"awards"', '{ "awards"'))
    assert (code, "not in canonical form" in told) == (1, True)


def test_another_edition_of_the_engine_is_said(tmp_path: Path) -> None:
    older = changed(tmp_path, '"engine":2', '"engine":1')
    assert f"edition 1 of the engine; this one is edition {ENGINE}" in checked(older)
    older.write_text(older.read_text().replace(*THE_UPSET[0]))
    _code, told = refused(older)
    assert "A corrected rule may be the reason." in told


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"format":1}', "\xff", "null"])
def test_what_is_no_sheet_is_refused_in_words(tmp_path: Path, content: str) -> None:
    file = tmp_path / "x.json"
    file.write_text(content, encoding="latin-1")
    code, told = refused(file)
    assert code == 2
    assert "is not a final sheet that can be checked" in told


def test_a_sheet_that_contradicts_itself_is_refused(tmp_path: Path) -> None:
    for before, after in (
        ('"order_text":"solkoff"', '"order_text":"nonsense"'),
        ('"format":1', '"format":99'),
    ):
        code, told = refused(changed(tmp_path, before, after))
        assert (code, "is not a final sheet" in told) == (2, True), after


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    code, told = refused(tmp_path / "none.json")
    assert (code, "none.json" in told) == (2, True)
