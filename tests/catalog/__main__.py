"""Brings the catalogs of translations up to date and lists what has no translation yet."""

import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from tests.catalog import catalogs  # noqa: E402 (templates are read with Django’s settings)
from tests.servers import ROOT  # noqa: E402


def main() -> int:
    found, left = catalogs.wanted(), 0
    for language in catalogs.TRANSLATED:
        po = catalogs.brought_up_to_date(catalogs.read(language), found)
        catalogs.write(po, language)
        where = catalogs.catalog(language).relative_to(ROOT)
        for words, place in catalogs.missing(po, found):
            left += 1
            print(f"{where}: {place}: {words.one}")
        for said, text in catalogs.differing(po):
            left += 1
            print(f"{where}: other values than “{said}”: {text}")
    print(f"{len(found)} messages; {left} to translate or mend.")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
