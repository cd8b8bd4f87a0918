"""Public pages say everything in each language, with the same values, and Django reads what is translated."""

from pathlib import Path

import django
import polib
import pytest
from django import forms

from tests.catalog import catalogs
from tests.catalog.extraction import Words, in_jinja, in_python, in_template, public_modules, public_templates
from tests.servers import ROOT

EVERY = pytest.mark.parametrize("language", catalogs.TRANSLATED)
REMEDY = "Run `make words`, and translate what it lists."


@EVERY
def test_every_sentence_of_a_public_page_is_translated(language: str) -> None:
    found = catalogs.wanted()
    assert len(found) > 900
    assert dict(catalogs.missing(catalogs.read(language), found)) == {}, REMEDY


@EVERY
def test_a_catalog_has_what_pages_say_and_nothing_else(language: str) -> None:
    po = catalogs.read(language)
    assert {catalogs.words_of(entry) for entry in po} == set(catalogs.wanted()), REMEDY
    assert not po.obsolete_entries()


@EVERY
def test_a_translation_has_the_values_and_elements_of_its_sentence(language: str) -> None:
    assert list(catalogs.differing(catalogs.read(language))) == []


@EVERY
def test_django_reads_what_the_catalog_says(language: str) -> None:
    made = catalogs.catalog(language).with_suffix(".mo").read_bytes()
    assert made == catalogs.compiled(catalogs.read(language)), REMEDY


# What the glossary of each language says not to say, and marks that its pages do not use.
SAID_OTHERWISE = {
    "es": [
        "puntuación",
        "oponente",
        "pareo",
        "clasificación",
        "árbitro",
        "bye de un punto",
        "de las %(time)s",
        "«",
        # A time ends with the period of "a. m.".
        "%(time)s.",
        "%(at)s.",
        "{when}.",
        "</time>.",
    ]
}


@EVERY
def test_a_translation_keeps_to_its_glossary(language: str) -> None:
    found = [
        (entry.msgid, word)
        for entry in catalogs.read(language)
        for sentence in [entry.msgstr, *entry.msgstr_plural.values()]
        for word in SAID_OTHERWISE[language]
        if word in sentence
    ]
    assert found == []


def test_every_sentence_of_django_that_we_say_otherwise_is_one_that_it_says() -> None:
    django_s = [
        catalogs.words_of(entry)
        for folder in ("conf", "contrib/auth")
        for entry in polib.pofile(
            str(Path(django.__file__).parent / folder / "locale/en/LC_MESSAGES/django.po")
        )
    ]
    ours = catalogs.read("en")
    assert {catalogs.words_of(entry) for entry in ours} <= set(django_s)
    assert ours.percent_translated() == 100
    assert list(catalogs.differing(ours)) == []
    made = catalogs.catalog("en").with_suffix(".mo").read_bytes()
    assert made == catalogs.compiled(ours)


def test_forms_say_in_our_words_what_is_wrong() -> None:
    class Typed(forms.Form):
        name = forms.CharField()
        rounds = forms.IntegerField(min_value=1)
        best = forms.IntegerField()
        city = forms.CharField(max_length=3)

    assert {
        name: list(said) for name, said in Typed({"rounds": 0, "best": "x", "city": "Bend"}).errors.items()
    } == {
        "name": ["Nothing was typed or chosen here."],
        "rounds": ["Type 1 or more."],
        "best": ["Type a whole number, such as 4."],
        "city": ["At most 3 characters fit here. These are 4."],
    }


# --- and these tests would notice -----------------------------------------------------------------


def test_a_sentence_without_a_translation_is_noticed() -> None:
    po = catalogs.read("es")
    found = {**catalogs.wanted(), Words("A new sentence."): ["templates/public/event.html"]}
    assert list(catalogs.missing(po, found)) == [(Words("A new sentence."), "templates/public/event.html")]
    added = catalogs.brought_up_to_date(po, found)
    assert [entry.msgid for entry in added if not entry.translated()] == ["A new sentence."]


def test_a_lost_value_is_noticed() -> None:
    po = catalogs.read("es")
    entry = po.find("Round {round}: board {board}, White against {opponent}")
    entry.msgstr = "Ronda {round}: con blancas contra {opponent}"
    assert list(catalogs.differing(po)) == [(entry.msgid, entry.msgstr)]


def test_words_are_found_wherever_a_template_marks_them() -> None:
    source = """{% load i18n %}{% translate "One" %}{% translate "Two" as two %}{{ x|default:_("Three") }}
    {% if y == _("Four") %}{% endif %}
    {% blocktranslate with a=b|default:_("Five") %}Six {{ a }}{% endblocktranslate %}
    {% blocktranslate count n=m trimmed %}
        {{ n }} seven
    {% plural %}
        {{ n }} sevens
    {% endblocktranslate %}{% translate "50% of it" %}{% translate "May" context "month" %}"""
    assert set(in_template(source)) == {
        *(Words(one) for one in ("One", "Two", "Three", "Four", "Five", "Six %(a)s", "50%% of it")),
        Words("%(n)s seven", "%(n)s sevens"),
        Words("May", "", "month"),
    }


def test_words_are_found_in_rows_and_in_modules() -> None:
    assert set(in_jinja('{% set a = _("One") %}<b title="{{ _("Two") }}">{{ name }}</b>')) == {
        Words("One"),
        Words("Two"),
    }
    assert list(in_python('f = pgettext("where", "One"), ngettext("a" " cat", "cats", n), _(name)')) == [
        Words("One", "", "where"),
        Words("a cat", "cats"),
    ]


def test_what_a_page_reaches_is_public() -> None:
    modules = {str(path.relative_to(ROOT)) for path in public_modules()}
    assert {"tournaments/text/players.py", "tiebreaks/engine/systems/solkoff.py"} <= modules
    assert "tournaments/text/log.py" not in modules
    templates = {str(path.relative_to(ROOT)) for path in public_templates()}
    assert {"templates/base.html", "templates/language.html", "templates/public/games.jinja"} <= templates
    assert not any(name.startswith(("templates/desk/", "templates/setup/")) for name in templates)
