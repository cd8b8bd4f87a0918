"""Public pages in the language of the phone, or in the one that an address names; the desk in English."""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import get_script_prefix, reverse
from django.utils.translation import get_language

from config.admission import BODY, refusal
from config.language import of_phone, of_request
from config.troubles import BUSY
from tests.addresses import at
from tests.factories import director_of, enter, games_of
from tests.html import read, visit
from tests.sign_in import signed_in
from tests.views.public_pages import everything
from tests.views.test_shared_caches import DESK, EVERY, address
from tournaments.models import Section

SPANISH = {"accept-language": "es-US,es;q=0.9,en;q=0.8"}
PAGE = "text/html"


def pages(client: Client, section: Section, **asked: object) -> Iterator[tuple[str, str]]:
    """Every public page and fragment with its address."""
    for path in everything(section):
        response = client.get(path, **asked)  # type: ignore[arg-type]
        assert response.status_code == 200, path
        if response.headers["Content-Type"].startswith(PAGE):
            yield path, response.content.decode()


# --- which one ------------------------------------------------------------------------------------


def test_a_phone_reads_its_own_language(client: Client, section: Section) -> None:
    path = at("standings", section)
    spanish, english = client.get(path, headers=SPANISH), client.get(path)
    assert read(spanish).one("html")["lang"] == "es"
    assert read(spanish).one("#tab-standings").text == "Posiciones"
    assert read(english).one("html")["lang"] == "en-us"
    assert read(english).one("#tab-standings").text == "Standings"
    assert (spanish.headers["Content-Language"], english.headers["Content-Language"]) == ("es", "en")
    assert "Accept-Language" in spanish.headers["Vary"]
    assert spanish.headers["ETag"] != english.headers["ETag"]


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("es-MX,es;q=0.9,en-US;q=0.8,en;q=0.7", "es"),
        ("en-US,en;q=0.9,es;q=0.8", "en"),
        ("en-US,en;q=0.9", "en"),
        ("es", "es"),
        ("ES-419", "es"),
        ("fr-CA,fr;q=0.9,es;q=0.8,en;q=0.7", "es"),
        ("zh-CN,zh;q=0.9,en;q=0.8,es;q=0.7", "en"),
        ("vi", "en"),
        ("*", "en"),
        ("", "en"),
        ("est", "en"),
        ("espionage, \x00; q=", "en"),
        ("es" * 5000, "en"),
        ("vi," * 5000 + "es", "en"),
    ],
)
def test_the_first_of_our_languages_in_a_phones_list_counts(accepted: str, language: str) -> None:
    assert of_phone(accepted) == language


@pytest.mark.parametrize(("prefix", "accepted"), [("/es", "en-US"), ("/en", "es-US")])
def test_an_address_that_names_a_language_counts_more_than_the_phone(
    client: Client, section: Section, prefix: str, accepted: str
) -> None:
    response = client.get(prefix + at("standings", section), headers={"accept-language": accepted})
    assert response.headers["Content-Language"] == prefix[1:]
    assert read(response).one("html")["lang"][:2] == prefix[1:]
    assert "Accept-Language" not in response.headers["Vary"]


def test_a_request_leaves_its_language_to_none_after_it(client: Client, section: Section) -> None:
    for path in (at("standings", section), "/no/such/page/", at("why", section, 999)):
        client.get(f"/es{path}")
        assert (get_language(), get_script_prefix()) == ("en-us", "/")


# --- the choice goes along ------------------------------------------------------------------------


@pytest.mark.parametrize("prefix", ["", "/en", "/es"])
def test_every_link_of_a_page_keeps_the_choice(client: Client, section: Section, prefix: str) -> None:
    asked = re.compile(r'(?:href|action|hx-get|data-newer|data-players|data-follow)="([^"#?]+)')
    for path in everything(section):
        response = client.get(prefix + path, headers=SPANISH)
        if not response.headers["Content-Type"].startswith(PAGE):
            continue
        text = re.sub(r'<a class="language[^>]*>', "", response.content.decode())
        paths = [urlsplit(link).path for link in asked.findall(text)]
        links = [link for link in paths if link.startswith("/") and not link.startswith("/static/")]
        assert links or "rows/" in path, path
        for link in links:
            named = re.match("/(?:en|es)(?=/)", link)
            assert (named[0] if named else "") == prefix, (path, link)


def test_pieces_of_one_language_and_one_choice_are_kept_apart(client: Client, section: Section) -> None:
    path = at("standings-live", section)
    answers = {
        (prefix, accepted): client.get(prefix + path, headers={"accept-language": accepted}).content
        for _again in range(2)
        for prefix in ("", "/en", "/es")
        for accepted in ("en", "es")
    }
    assert answers["/es", "en"] == answers["/es", "es"]
    assert answers["/en", "en"] == answers["/en", "es"]
    apart = [answers["", "en"], answers["", "es"], answers["/en", "en"], answers["/es", "en"]]
    assert len(set(apart)) == 4


def test_changed_rows_travel_in_the_language_of_the_page(client: Client, section: Section) -> None:
    known = read(client.get("/es" + at("standings", section))).one("#live")
    asked = known["hx-get"]
    assert asked.startswith("/es/e/")
    assert client.get(asked).status_code == 204
    enter(games_of(section, 2)[1], "WL")
    news = client.get(asked)
    assert news.headers["Content-Language"] == "es"
    assert "Último resultado" in read(news)


def test_every_public_page_leads_to_itself_in_the_other_language(client: Client, section: Section) -> None:
    for language, other, name in [("es", "en", "English"), ("en", "es", "Español")]:
        for path, text in pages(client, section, headers={"accept-language": language}):
            if "<html" not in text or path.split("?")[0].endswith("/screen/"):
                continue
            link = read(text).one("a.language")
            assert (link.text, link["lang"], link["hreflang"]) == (name, other, other), path
            there, _mark, query = path.partition("?")
            assert link["href"] == f"/{other}{there}" + (f"?{query}" if query.startswith("a") else "")
            assert client.get(link["href"]).headers["Content-Language"] == other


def test_what_somebody_types_into_an_address_is_not_in_the_link(client: Client, section: Section) -> None:
    page = visit(client, at("standings", section) + '?after=1&utm="><b>&against=x')
    assert page.one("a.language")["href"] == f"/es{at('standings', section)}?after=1"


def test_a_preview_takes_no_link_from_the_public_page(section: Section) -> None:
    path = at("standings", section)
    director = signed_in(director_of(section))
    assert director.get(f"/preview{path}").headers["Location"] == path
    assert visit(director, path).one("a.language")["href"] == f"/es{path}"


@pytest.mark.parametrize("language", ["/es", "/en"])
def test_a_language_alone_is_the_list_of_events(client: Client, db: None, language: str) -> None:
    response = client.get(language, follow=True)
    assert response.redirect_chain == [(f"{language}/", 302)]
    assert read(response).one("html")["lang"].startswith(language[1:])


# --- what they say --------------------------------------------------------------------------------

# Words that an English sentence hardly does without, and no Spanish one has.
ENGLISH = re.compile(
    r"\b(the|of|and|with|is|are|was|by|for|from|this|not|here|still|after|round|points?|two|three|four)\b",
    re.I,
)
# Titles of books and programs, the names of our own invented people, addresses.
NAMES = re.compile(r"US Chess Official Rules of Chess|U\.S\. Chess Federation's Official Rules of Chess")


def test_a_page_in_spanish_has_no_english_sentence(client: Client, section: Section) -> None:
    for path, text in pages(client, section, headers=SPANISH):
        said = NAMES.sub("", read(text).text)
        assert ENGLISH.findall(said) == [], (path, said)


def test_a_translation_that_nobody_signed_says_so_on_each_page(client: Client, section: Section) -> None:
    for path, text in pages(client, section, headers=SPANISH):
        assert ("Borrador de traducción" in text) is ("<html" in text), path
    for path, text in pages(client, section):
        assert "Draft translation" not in text, path


def test_places_times_and_scores_are_written_as_spanish_writes_them(client: Client, section: Section) -> None:
    said = visit(client, "/es" + at("player", section, 1)).text
    assert re.search(r"\d\.º", said)
    assert re.search(r"\d punto", said)
    standings = visit(client, "/es" + at("standings", section)).text
    assert re.search(r"\d:\d\d [ap]\. m\.", standings)
    assert not re.search(r"\d(st|nd|rd|th)\b|\b[AP]M\b", said + standings)


# --- errors, and the desk -------------------------------------------------------------------------


def test_a_page_that_is_not_there_is_missing_in_the_phones_language(client: Client, section: Section) -> None:
    for path in ("/es/no/such/page/", "/es" + at("why", section, 999)):
        response = client.get(path)
        assert response.status_code == 404
        assert "No hay ninguna página en esta dirección." in read(response)
        assert read(response).one("main a")["href"] == "/es/"
    assert "There is no page at this address." in read(client.get("/no/such/page/"))


def test_a_server_that_is_full_says_so_in_the_phones_language() -> None:
    for path, accepted, said in [
        ("/e/open/", "es", "Muchas personas están consultando"),
        ("/es/e/open/", "en", "Muchas personas están consultando"),
        ("/e/open/", "en", "Many people are using Wallchart"),
        ("/desk/", "es", "Many people are using Wallchart"),
    ]:
        with of_request(path, accepted):
            response = refusal(BUSY, "GET", {}, is_script=False)
        assert said in response.content.decode()
        assert response.headers["Retry-After"]
    assert BODY


def test_the_desk_is_in_english_whatever_a_browser_asks_for(section: Section) -> None:
    director = signed_in(director_of(section))
    for name in DESK:
        response = director.get(address(name, section), headers=SPANISH)
        if response.status_code != 200 or not response.headers["Content-Type"].startswith(PAGE):
            continue
        text = response.content.decode()
        assert "Content-Language" not in response.headers, name
        assert '<html lang="es"' not in text, name
        assert 'class="language' not in text, name
    assert "desk" in EVERY


@pytest.mark.parametrize("path", ["/desk/", "/setup/sign-in/?next=/desk/", "/preview/e/open/"])
def test_an_address_of_the_desk_with_a_language_leads_to_the_desk(client: Client, path: str) -> None:
    response = client.get(f"/es{path}")
    assert (response.status_code, response.headers["Location"]) == (302, path)


def test_the_way_to_the_desk_works_from_a_page_in_spanish(client: Client, db: None) -> None:
    link = read(client.get("/es/")).one("footer a[href*=desk]")
    assert client.get(link["href"]).headers["Location"] == reverse("desk")
