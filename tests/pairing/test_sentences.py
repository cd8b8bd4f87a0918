"""The catalog of sentences is several modules and one list of names."""

from collections import Counter
from importlib import import_module
from pkgutil import iter_modules

from tournaments.pairing import sentences


def test_no_two_sentences_of_the_catalog_have_one_name() -> None:
    parts = [import_module(f"{sentences.__name__}.{part.name}") for part in iter_modules(sentences.__path__)]
    names = Counter(name for part in parts for name in vars(part) if name.isupper())
    assert [name for name, parts_with_it in names.items() if parts_with_it > 1] == []
    assert names.keys() == {name for name in vars(sentences) if name.isupper()}
