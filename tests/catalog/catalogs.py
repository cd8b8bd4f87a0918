"""The catalogs of translations: what they must have, bringing them up to date, and what is wrong with one."""

import re
from collections.abc import Iterator
from pathlib import Path

import polib

from config.settings import LANGUAGE_CODE, LANGUAGES
from tests.servers import ROOT

from .extraction import Found, Words, messages

TRANSLATED = [code for code, _name in LANGUAGES if code != LANGUAGE_CODE]

# Django's own words that pages show. Its translation is not as we write, or of an app that is not installed.
_ORDINALS = {
    "ordinal 11, 12, 13": "{}th",
    **{f"ordinal {digit}": "{}th" for digit in (0, 4, 5, 6, 7, 8, 9)},
    "ordinal 1": "{}st",
    "ordinal 2": "{}nd",
    "ordinal 3": "{}rd",
}
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
OF_DJANGO: Found = {
    **{Words(one, "", context): ["django/contrib/humanize"] for context, one in _ORDINALS.items()},
    **{Words(one): ["django/contrib/humanize"] for one in _NUMBERS},
    **{Words(one): ["django/utils/dateformat.py"] for one in ("AM", "PM")},
}

_PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd%]|\{\w*\}|</?\w+[^>]*>")
# Letters of formats of times are words to Django, and differ.
_FORMATS = "format of "


def wanted() -> Found:
    """All messages that a catalog must have."""
    return messages() | OF_DJANGO


def catalog(language: str) -> Path:
    return ROOT / "locale" / language / "LC_MESSAGES" / "django.po"


def read(language: str) -> polib.POFile:
    return polib.pofile(str(catalog(language)), wrapwidth=110)


def compiled(po: polib.POFile) -> bytes:
    return bytes(po.to_binary())


def words_of(entry: polib.POEntry) -> Words:
    return Words(entry.msgid, entry.msgid_plural, entry.msgctxt or "")


def brought_up_to_date(po: polib.POFile, found: Found) -> polib.POFile:
    """The catalog with these messages in the order of their files; those that are said no more are gone."""
    known = {words_of(entry): entry for entry in po}
    made = polib.POFile(wrapwidth=110)
    made.header, made.metadata = po.header, po.metadata
    for words, places in sorted(found.items(), key=lambda each: (each[1][0], each[0])):
        entry = known.get(words) or _new(words)
        entry.occurrences = [(place, "") for place in places]
        made.append(entry)
    return made


def _new(words: Words) -> polib.POEntry:
    entry = polib.POEntry(msgid=words.one, msgctxt=words.context or None)
    if words.many:
        entry.msgid_plural, entry.msgstr_plural = words.many, {0: "", 1: ""}
    for text in (words.one, words.many):
        if re.search(r"%\(\w+\)[sd]", text) and "python-format" not in entry.flags:
            entry.flags.append("python-format")
    return entry


def write(po: polib.POFile, language: str) -> None:
    """The catalog, and the compiled one that Django reads: a laptop has no gettext."""
    path = catalog(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{po}\n", encoding="utf-8")
    path.with_suffix(".mo").write_bytes(compiled(po))


def missing(po: polib.POFile, found: Found) -> Iterator[tuple[Words, str]]:
    """Messages without a translation, each with a file that says it."""
    translated = {words_of(entry) for entry in po if entry.translated() and not entry.fuzzy}
    yield from ((words, places[0]) for words, places in found.items() if words not in translated)


def differing(po: polib.POFile) -> Iterator[tuple[str, str]]:
    """Messages whose translation has other placeholders or elements, each with that translation."""
    for entry in po:
        if (entry.msgctxt or "").startswith(_FORMATS):
            continue
        if not entry.msgid_plural:
            pairs = [(entry.msgid, entry.msgstr)]
        else:
            pairs = [(entry.msgid, entry.msgstr_plural[0]), (entry.msgid_plural, entry.msgstr_plural[1])]
        yield from ((said, text) for said, text in pairs if _placeholders(said) != _placeholders(text))


def _placeholders(text: str) -> list[str]:
    return sorted(_PLACEHOLDER.findall(text))
