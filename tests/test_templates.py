"""Templates and style sheets that a diff can show; the formatters of `make fmt` do the indentation."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TEMPLATES = sorted(path for end in ("html", "jinja") for path in (ROOT / "templates").rglob(f"*.{end}"))
SHEETS = sorted((ROOT / "static" / "css").glob("*.css"))
LONGEST = 120

# What takes a line of its own. Inline elements stand where their sentence stands.
BLOCK_LEVEL = re.compile(
    r"<(?:html|head|body|title|meta|link|script|main|header|footer|section|article|aside|nav|div|p|h[1-6]|hr"
    r"|ul|ol|li|dl|dt|dd|table|caption|thead|tbody|tfoot|tr|th|td|form|fieldset|legend|details|summary"
    r"|template|option|figure|progress|pre|textarea)\b"
)


def crowded(line: str) -> bool:
    return len(line) > LONGEST or len(BLOCK_LEVEL.findall(line)) > 1


@pytest.mark.parametrize(
    ("line", "too_much"),
    [
        ("<li><p>Two</p></li>", True),
        ("<td>1</td><td>2</td>", True),
        ("<p>" + "x" * LONGEST + "</p>", True),
        ('<p class="kicker"><b>One</b> of <a href="/">these</a></p>', False),
        ("<thead>", False),
    ],
)
def test_a_line_of_markup_holds_one_block(line: str, too_much: bool) -> None:
    assert crowded(line) is too_much


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_template_has_one_block_a_line_and_no_long_line(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if crowded(line)] == []


DJANGOS = [path for path in TEMPLATES if path.suffix == ".html"]


@pytest.mark.parametrize("path", DJANGOS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_comment_ends_on_its_line_or_readers_see_it(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.count("{#") != line.count("#}")] == []


FORM = re.compile(r"<form\b(?:[^>{]|\{[{%].*?[%}]\})*>", re.S)


@pytest.mark.parametrize("path", DJANGOS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_form_that_is_sent_says_where_to(path: Path) -> None:
    """A page that tells a refusal stands at the address of the form that was refused."""
    forms = FORM.findall(path.read_text(encoding="utf-8"))
    assert [form for form in forms if 'method="post"' in form and "action=" not in form] == []


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_a_style_sheet_has_no_long_line(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if len(line) > LONGEST] == []


# --- tables, and spreadsheets of what they show ---------------------------------------------------

INCLUDED = re.compile(r'{%\s*(?:include|extends)\s+"([^"#]+)"')
LEADS = re.compile(r"\bxlsx\b|spreadsheet\.html", re.IGNORECASE)
# Problems of a form that was sent: no address shows them again.
PROBLEMS = "setup/troubles.html"
WITHOUT = {
    "desk/check_in_list.html": "paper; the check-in page has the spreadsheet",
    "desk/checklist.html": "paper; the ceremony has the spreadsheet",
    "desk/correction.html": "asks before it is saved; the page after it has the spreadsheet",
    "desk/slips.html": "paper, to be filled in by hand",
    "desk/wall.html": "paper; the round has the spreadsheet",
}


def parts(name: str) -> set[str]:
    """A template with all that it extends or includes whole."""
    text = (ROOT / "templates" / name).read_text(encoding="utf-8")
    return {name}.union(*(parts(each) for each in INCLUDED.findall(text) if each != PROBLEMS))


def pages_with_a_table() -> dict[str, bool]:
    """The pages of the desk and of set-up that show a table, and whether each leads to a spreadsheet."""
    found = {}
    for path in (path for at in ("desk", "setup") for path in (ROOT / "templates" / at).rglob("*.html")):
        if "{% extends" in path.read_text(encoding="utf-8"):
            name = path.relative_to(ROOT / "templates").as_posix()
            texts = [(ROOT / "templates" / part).read_text(encoding="utf-8") for part in parts(name)]
            if any("<table" in text for text in texts):
                found[name] = any(LEADS.search(text) for text in texts)
    return found


def test_a_page_of_the_desk_that_shows_a_table_leads_to_a_spreadsheet_or_says_why_not() -> None:
    assert {name for name, leads in pages_with_a_table().items() if not leads} == set(WITHOUT)
