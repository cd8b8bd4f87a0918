"""Brings the catalogs of translations up to date and lists what has no translation yet."""

import sys

from django.conf import settings


def main() -> int:
    import django

    if not settings.configured:
        django.setup()
    from . import catalogs

    found, left = catalogs.wanted(), 0
    for language in catalogs.TRANSLATED:
        po = catalogs.brought_up_to_date(catalogs.read(language), found)
        catalogs.write(po, language)
        for words, place in catalogs.missing(po, found):
            left += 1
            print(f"{catalogs.catalog(language)}: {place}: {words.one}")
        for said, text in catalogs.differing(po):
            left += 1
            print(f"{catalogs.catalog(language)}: other placeholders than “{said}”: {text}")
    print(f"{len(found)} messages; {left} to translate or mend.")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
