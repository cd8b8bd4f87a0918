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
SHARED, FOR_EVER, OTHER = (
    Promise(
        *(re.findall(r"`(/[^`]*)`", part) for part in row[1].partition("; also after ")[::2]),
        header=row[2],
    )
    for row in re.finditer(r"^\| ([^|]*`/[^|]*) \| `([^`]*)`[^|]* \|", README.read_text(), re.MULTILINE)
    if "store" in row[2] or "max-age" in row[2]
)
