"""The languages of public pages. The desk speaks English.

A language stands before an address, ``/es/e/…``, and every link of such a page has it too. An address without
one is answered in the language of the phone. :mod:`config.language` reads both and sets what is asked here.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

from django.conf import settings
from django.template import Library
from django.urls import get_script_prefix
from django.utils.translation import get_language

register = Library()

# What addresses and phones call a language, and what Django does.
CODES = {"en": settings.LANGUAGE_CODE, "es": "es"}
NAMES = dict(settings.LANGUAGES)
# Those whose translation no director has signed; locale/es/GLOSSARY.md says what a signature is.
DRAFTS = {"es"}

# The address that a public page is shown at, without a language; None at the desk.
here: ContextVar[str | None] = ContextVar("here", default=None)


class Language(NamedTuple):
    code: str
    name: str
    address: str


def spoken() -> tuple[str | None, str, bool]:
    """What tells kept pieces of pages apart: the language, the prefix of their links, and whether there are
    links to other languages. A preview or a plain copy has none."""
    return get_language(), get_script_prefix(), here.get() is not None


@contextmanager
def shown_at(address: str) -> Iterator[None]:
    """Within the block links to other languages lead to this address, if there are such links."""
    token = here.set(None if here.get() is None else address)
    try:
        yield
    finally:
        here.reset(token)


@register.simple_tag
def other_languages() -> list[Language]:
    """This page in the other languages; at the desk there are none."""
    address = here.get()
    return [] if address is None else translations(address)


def translations(address: str) -> list[Language]:
    """A public page in the languages that are not spoken here."""
    return [
        Language(code, NAMES[django], f"/{code}{address}")
        for code, django in CODES.items()
        if django != get_language()
    ]


@register.simple_tag
def is_draft() -> bool:
    """Whether this page is in a translation that no director has signed."""
    return here.get() is not None and get_language() in DRAFTS
