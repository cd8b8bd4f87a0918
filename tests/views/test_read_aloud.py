"""What a screen reader makes of public pages, and a phone in Spanish: words apart, numbers with names."""

import re
from collections.abc import Iterator
from itertools import pairwise

import lxml.html
import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import a_section, as_it_stands, played
from tests.html import visit
from tests.views.public_pages import everything
from tournaments.models import Section
from tournaments.services import prizes
from tournaments.services.finishing import finish

INLINE = {"a", "b", "bdi", "code", "data", "em", "i", "q", "s", "small", "span", "time"}
UNSEEN = {"script", "style", "svg", "template", "title"}


@pytest.fixture
def section(kim: User) -> Section:
    """1 has won both games, 2 and 3 one each and nothing separates them, 4 none."""
    section = a_section(4, 2, by=kim, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3 WL\n2 4 WL")
    prizes.announce(section, "1st place trophy\n1+ points: medal", in_this_order=False, by=kim)
    return as_it_stands(section)


def glued(page: str) -> list[str]:
    """Words of different elements with nothing between them: they are read, copied and searched as one."""

    def walk(element: lxml.html.HtmlElement) -> Iterator[str]:
        if not isinstance(element.tag, str) or element.tag in UNSEEN or element.get("aria-hidden"):
            return
        yield "" if element.tag in INLINE else " "
        yield element.text or ""
        for child in element:
            yield from walk(child)
            yield child.tail or ""
        yield "" if element.tag in INLINE else " "

    parts = [part for part in walk(lxml.html.document_fromstring(page)) if part]
    return [
        f"{one[-20:]}|{other[:20]}" for one, other in pairwise(parts) if re.match(r"\w\w", one[-1] + other[0])
    ]


def test_no_words_of_a_public_page_are_glued_together(client: Client, section: Section, kim: User) -> None:
    found: dict[str, list[str]] = {}
    for final in (False, True):
        if final:
            finish(as_it_stands(section), by=kim)
        for path in everything(section):
            answer = client.get(path)
            if answer.headers["Content-Type"].startswith("text/html") and answer.text.strip():
                found |= {path: wrong} if (wrong := glued(answer.text)) else {}
    assert found == {}


def test_a_row_is_read_with_its_points(client: Client, section: Section) -> None:
    page = visit(client, at("standings", section))
    assert [row.one(".points").spoken for row in page.all(".entry")] == [
        "2 points",
        "1 point",
        "1 point",
        "0 points",
    ]


def test_a_final_sheet_has_titles_as_announced_and_its_page_has_them_in_the_language_of_the_reader(
    client: Client, section: Section, kim: User
) -> None:
    finish(as_it_stands(section), by=kim)
    page = visit(client, f"/es{at('final', section)}")
    assert "1st place trophy" not in page
    assert page.all(".won b")[0].text == "Trofeo de 1.er lugar"
    assert page.one(".trophy-order").texts(".pill")[0] == "1.er trofeo"
    assert '"title":"1st place trophy"' in client.get(f"/es{at('final-sheet', section, 1)}").text


def test_what_is_announced_and_not_awarded_is_in_the_language_of_the_reader(
    client: Client, section: Section, kim: User
) -> None:
    text = "1st–3rd trophies, must be present\nTop unrated\nU1200 $40 and trophy “Kim Cup”, on top"
    prizes.announce(section, text, in_this_order=False, by=kim)
    coming = a_section(2, 2, event=section.event, by=kim)
    prizes.announce(coming, text, in_this_order=False, by=kim)
    before = visit(client, f"/es{at('trophies', coming)}")
    assert "Trofeos de los lugares 1.º–3.º, con presencia obligatoria" in before
    assert "Top unrated" in visit(client, at("trophies", coming))
    for page in (
        before,
        visit(client, f"/es{at('trophies', section)}"),
        visit(client, f"/es{at('cash', coming)}"),
    ):
        assert not any(word in page for word in ("Top unrated", "trophies", "must be", "on top"))
        assert "Kim Cup" in page
