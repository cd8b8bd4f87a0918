"""What README promises of the header Cache-Control: the lines of its table, read from there."""

import re
from pathlib import Path
from typing import NamedTuple


class Promise(NamedTuple):
    """A line of README's table: which addresses, after which languages too, and what they say."""

    addresses: list[str]
    languages: list[str]
    header: str

    def is_of(self, path: str) -> bool:
        return any(
            path.startswith(named.removesuffix("…")) if named.endswith("…") else path == named
            for root in ("", *self.languages)
            for named in (root + address for address in self.addresses)
        )


README = Path(__file__).parents[1] / "README.md"
LINE = re.compile(r"^\| ([^|]*`/[^|]*) \| `([^`]*(?:store|max-age)[^`]*)`[^|]* \|", re.MULTILINE)
ADDRESS = re.compile(r"`(/[^`]*)`")


def _promise(line: re.Match[str]) -> Promise:
    addresses, _also, languages = line[1].partition("; also after ")
    return Promise(ADDRESS.findall(addresses), ADDRESS.findall(languages), line[2])


SHARED, FOR_EVER, OTHER = map(_promise, LINE.finditer(README.read_text()))
