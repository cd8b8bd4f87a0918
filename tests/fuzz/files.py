"""Valid files of every kind that pages and commands read, to be damaged (:mod:`.damage`)."""

import io
import zipfile
from functools import cache
from random import Random

from tests import cases, registrations
from tests.formats.programs import spring
from tests.rating_lists import as_table, as_text
from tests.swisssys_file import player, section, states, swisssys
from tournaments.demo import K3, K3_PRIZES, K8, K8_PRIZES
from tournaments.models import Event
from tournaments.services import backups

from .damage import damaged

ROSTER = (
    "number,name,id,rating,team,grade,byes\n"
    '1,"Alder, Ada",30000001,1450,Cedar Hill,4,1\n2,"Birch, Ben",30000002,812P11,Eastlake,K,\n'
    "3,Cora Cedar,,unr,Cedar Hill,2,2 3z\n"
)
TEAM_ROSTER = (
    "team,board,name,id,rating\nElm,1,Ann Alder,30000001,1450\nElm,2,Bo Birch,,\nFir,1,Cy Cole,,900\n"
)

PRIZES = {
    "Place prizes": [{"Value": 50, "Description": "Trophy"}, {"Value": "30.50", "Description": "Oak Cup"}],
    "Class prizes": [
        {
            "Name": "U1200",
            "Top": 1199,
            "Bottom": 0,
            "Details": [{"Value": 20, "Description": "", "Priority": 1}],
        }
    ],
    "Upset prizes": [{"Value": 10, "Description": ""}],
}
TERMS = "terms: unrated limit $50, based on 40, entries 31, trophy follows money\n"

Kinds = dict[str, list[bytes]]


@cache
def plain() -> Kinds:
    """Of each kind that needs no database."""
    rows = [registrations.HEADINGS, *registrations.with_oddities()[:45]]
    return {
        "program": [*spring.FILES, *states(), swisssys(section([player(1)], Prizes=PRIZES))],
        "rating list": [
            as_text(),
            as_table(),
            _zipped("list.txt", as_text()),
            _zipped("list.DBF", as_table()),
        ],
        "registration": [
            registrations.as_csv(rows).encode(),
            registrations.as_csv(rows, "\t").encode("utf-16"),
            registrations.as_xlsx(rows),
            registrations.as_ods(rows),
        ],
        "list": [
            *(ROSTER.encode(), TEAM_ROSTER.encode(), K3.encode(), K8.encode()),
            *(cases.path(name).read_bytes() for name in (*cases.NAMES, *cases.MATCHES)),
        ],
        "prizes": [f"{prizes}{TERMS}".encode() for prizes in (K3_PRIZES, K8_PRIZES)],
    }


def _zipped(name: str, data: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(name, data)
    return packed.getvalue()


def valid(events: list[Event]) -> Kinds:
    """By kind: also the backups of these events, and that of everything, as the database writes them."""
    written = []
    for event in events:
        backups.one_event(event, one := io.BytesIO())
        written.append(one.getvalue())
    backups.everything(everything := io.BytesIO())
    return {**plain(), "backup": [*written, everything.getvalue()]}


# The kind that a page takes, by the last part of its address.
READ_AT = {
    "companion": "program",
    "rating-list": "rating list",
    "restore": "backup",
    "registration-file": "registration",
    "import": "list",
    "players": "list",
    "prizes": "prizes",
}


def is_read_at(address: str) -> bool:
    return _last_part(address) in READ_AT


def one(kinds: Kinds, address: str, draw: Random) -> bytes:
    """A file for this page: most often of the kind that it takes, and damaged."""
    kind = READ_AT[_last_part(address)] if draw.random() < 0.9 else draw.choice(sorted(kinds))
    data = draw.choice(kinds[kind])
    return data if draw.random() < 0.1 else damaged(data, draw)


def _last_part(address: str) -> str:
    return address.rstrip("/").rpartition("/")[2]
