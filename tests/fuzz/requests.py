"""Requests to everything that has an address: from the URL table, and from the forms that pages show.

``Site`` is a site with people, addresses and forms; ``requests(site, seed)`` draws from it without an end.
Each request is plain data that prints itself, so that a fault can be sent again.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random
from urllib.parse import quote, quote_from_bytes

from django.test import Client
from django.test.client import BOUNDARY, MULTIPART_CONTENT
from django.urls import URLPattern, URLResolver, get_resolver

from tests.html import read

from . import files, inputs
from .files import Kinds

ARGUMENT = re.compile(r"<(?:\w+:)?(\w+)>")
METHODS = ("GET", "GET", "GET", "POST", "POST", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "BREW")
FORM_ENCODED = "application/x-www-form-urlencoded"
FORM_TYPES = (
    *[FORM_ENCODED] * 6,
    *[
        f"{FORM_ENCODED}; charset={name}"
        for name in ("utf-16", "latin-1", "no-such-charset", "idna", "\u00e9")
    ],
    *("application/json", "text/plain", "", "multipart/form-data", "multipart/form-data; boundary="),
)
STAFF = ("assistant", "scorekeeper", "helper")
PEOPLE = (*["director"] * 7, *["owner"] * 2, *STAFF, *["stranger"] * 2, *["anonymous"] * 2)
# What a form asks about a file that was sent before.
BOXES = ("replace", "with_people", "anyway", "different")

Fields = list[tuple[str, str | bytes]]


@dataclass(frozen=True)
class Sent:
    """A request by one of ``PEOPLE``: of the staff by their roles, the owner of the machine, a stranger
    (signed in, with another event), or somebody who is not signed in."""

    by: str
    method: str
    path: str
    body: bytes = b""
    content_type: str = FORM_ENCODED
    headers: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        body = f" {self.content_type} {self.body[:600]!r}" if self.body else ""
        return f"{self.by}: {self.method} {self.path[:300]}{body} {self.headers or ''}"


@dataclass(frozen=True)
class Shown:
    """A form as a page showed it."""

    action: str
    method: str
    fields: dict[str, list[str]]
    names: list[str]
    files: list[str]


@dataclass
class Site:
    """What there is to ask for. ``places`` gives for each name of an address's argument what it may be;
    ``files`` are valid ones, by their kind."""

    places: list[dict[str, list[str]]]
    files: Kinds = field(default_factory=dict)
    forms: list[Shown] = field(default_factory=list)

    def address(self, route: str, draw: Random, *, right: bool = False) -> str:
        """An address of a route; sometimes of nothing, unless only the right will do."""
        names = ARGUMENT.findall(route)
        whole = [place for place in self.places if all(place.get(name) for name in names)]
        place = draw.choice((right and whole) or self.places)

        def argument(found: re.Match[str]) -> str:
            known = place.get(found[1], [])
            if known and (right or draw.random() < 0.85):
                return quote(draw.choice(known))
            if draw.random() < 0.1:
                return quote_from_bytes(draw.choice(inputs.BROKEN))
            return quote(inputs.value(draw)[:500], safe="")

        return "/" + ARGUMENT.sub(argument, route)


def routes() -> dict[str, str]:
    """The name of each route, and its pattern from the root."""
    return dict(_routes(get_resolver(), ""))


def _routes(resolver: URLResolver, above: str) -> Iterator[tuple[str, str]]:
    for pattern in resolver.url_patterns:
        below = above + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _routes(pattern, below)
        elif isinstance(pattern, URLPattern):
            yield str(pattern.name), below


def forms_at(client: Client, address: str) -> list[Shown]:
    """The forms of a page; none where there is no page."""
    answer = client.get(address)
    if answer.status_code != 200 or "html" not in answer.headers["Content-Type"] or not answer.content:
        return []
    return [
        Shown(
            action=form.action,
            method=form.element["method"].upper() if form.element.has("method") else "GET",
            fields=form.fields,
            names=sorted(form.names - {"csrfmiddlewaretoken"}),
            files=[one["name"] for one in form.controls if one.has("type") and one["type"] == "file"],
        )
        for form in read(answer).forms
    ]


def forms_of(site: Site, client: Client, draw: Random) -> list[Shown]:
    """Every form of every page, each once."""
    found: dict[tuple[str, ...], Shown] = {}
    tries = [route for route in routes().values() for _place in site.places]
    for address in dict.fromkeys(site.address(route, draw, right=True) for route in tries):
        for form in forms_at(client, address):
            found.setdefault((form.action, *form.names), form)
    return list(found.values())


# --- drawing ----------------------------------------------------------------------------------------


def requests(site: Site, seed: int) -> Iterator[Sent]:
    """Each route and each form once, right as far as anybody knows; each route with and without being signed
    in; then whatever comes up.

    Each request is drawn by a generator of its own: an id that another database made longer changes no other.
    """
    draws = (Random(f"{seed}:{number}") for number in count())
    for route in routes().values():
        yield _address(site, next(draws), route, right=True)
    for form in site.forms:
        yield _form(form, next(draws), changes=0)
    for by in ("director", "anonymous"):
        for route in routes().values():
            yield replace(_address(site, next(draws), route, right=True), by=by)
    for draw in draws:
        kind = draw.random()
        if kind < 0.3:
            yield _address(site, draw, draw.choice(list(routes().values())))
        elif kind < 0.55 and (readers := [form for form in site.forms if files.is_read_at(form.action)]):
            yield _file(site, draw.choice(readers), draw)
        else:
            yield _form(draw.choice(site.forms), draw, changes=draw.choice((0, 1, 1, 1, 2, 3, 9)))


def _address(site: Site, draw: Random, route: str, *, right: bool = False) -> Sent:
    method = "GET" if right else draw.choice(METHODS)
    path = site.address(route, draw, right=right)
    if not right and draw.random() < 0.5:
        path += "?" + _encoded(_any_fields(site, draw), draw).decode("ascii")
    body = b"" if method == "GET" or right else _encoded(_any_fields(site, draw), draw)
    return Sent(_person(draw), method, path, body, draw.choice(FORM_TYPES), _headers(draw))


def _any_fields(site: Site, draw: Random) -> Fields:
    names = ["v", "after", "against", "round", "page", "next", "find", "\0", "", "x" * 300]
    if site.forms:
        names += draw.choice(site.forms).names
    return [(draw.choice(names), _value(draw)) for _field in range(draw.randrange(5))]


def _form(form: Shown, draw: Random, changes: int) -> Sent:
    fields = _changed(form, draw, changes)
    path = form.action
    if form.method == "GET":
        return Sent(
            _person(draw), "GET", f"{path}?{_encoded(fields, draw).decode('ascii')}", headers=_headers(draw)
        )
    if form.files or draw.random() < 0.1:
        return Sent(_person(draw), "POST", path, _multipart(fields, {}), MULTIPART_CONTENT, _headers(draw))
    return Sent(_person(draw), "POST", path, _encoded(fields, draw), _type(draw), _headers(draw))


def _file(site: Site, form: Shown, draw: Random) -> Sent:
    """A file or a table, uploaded or pasted, to a form that reads one; its boxes are checked or not."""
    fields = _changed(form, draw, draw.choice((0, 0, 1)))
    fields += [(name, "on") for name in BOXES if name in form.names and draw.random() < 0.5]
    sent: dict[str, bytes] = {}
    if form.files and draw.random() < 0.8:
        sent = {name: _any_file(site, form.action, draw) for name in form.files}
    elif "text" in form.names:
        fields = [(name, value) for name, value in fields if name != "text"]
        fields.append(
            ("text", _any_file(site, form.action, draw) if draw.random() < 0.7 else inputs.table(draw))
        )
    return Sent(
        _person(draw), "POST", form.action, _multipart(fields, sent), MULTIPART_CONTENT, _headers(draw)
    )


def _any_file(site: Site, action: str, draw: Random) -> bytes:
    return inputs.file(draw) if draw.random() < 0.25 else files.one(site.files, action, draw)


def _changed(form: Shown, draw: Random, changes: int) -> Fields:
    fields: Fields = [(name, value) for name, values in form.fields.items() for value in values]
    for _change in range(changes):
        at = draw.randrange(len(fields)) if fields else 0
        name, value = fields[at] if fields else (draw.choice(form.names or ["x"]), "")
        change = draw.randrange(6)
        if change == 0 and fields:
            del fields[at]
        elif change == 1:
            fields.insert(at, (name, _value(draw)))
        elif change == 2:
            fields.append((draw.choice(form.names or ["x"]), _value(draw)))
        elif change == 3 and fields and isinstance(value, str):
            fields[at] = (name, inputs.mutated(value, draw))
        elif fields:
            fields[at] = (name, _value(draw))
    return fields


def _value(draw: Random) -> str | bytes:
    return draw.choice(inputs.BROKEN) if draw.random() < 0.05 else inputs.value(draw)


def _person(draw: Random) -> str:
    return draw.choice(PEOPLE)


def _type(draw: Random) -> str:
    return FORM_ENCODED if draw.random() < 0.9 else draw.choice(FORM_TYPES)


def _headers(draw: Random) -> dict[str, str]:
    if draw.random() < 0.7:
        return {}
    return draw.choice(
        (
            {"HX-Request": "true"},
            {"HX-Request": "true", "HX-Current-URL": "http://testserver/desk/"},
            {"HX-Current-URL": "http://[", "HX-Request": "true"},
            {"Referer": "javascript:alert(1)"},
            {"Referer": "http://[::1"},
            {"Accept-Language": "xx-" * 200},
            {"Accept-Encoding": "gzip;q=x, \x80"},
            {"Host": "elsewhere.example"},
            {"Host": "a b"},
            {"Cookie": "sessionid=\x80; messages=[[; csrftoken="},
            {"Cookie": "messages=W10:x:y; " + "a=b; " * 200},
            {"If-None-Match": '"'},
            {"If-Modified-Since": "yesterday"},
            {"If-None-Match": "*"},
            {"X-Request-ID": "\x1b[2J"},
            {"Range": "bytes=9-1"},
        )
    )


def _encoded(fields: Fields, draw: Random) -> bytes:
    """As a form sends it; sometimes with a percent sign too many."""
    parts = [f"{quote(name, safe='')}={_quoted(value)}" for name, value in fields]
    if draw.random() < 0.05:
        parts.insert(
            draw.randrange(len(parts) + 1), draw.choice(("%", "%zz=%u0041", "&&=;", "a[b][]=1", "x"))
        )
    return "&".join(parts).encode("ascii")


def _quoted(value: str | bytes) -> str:
    return (
        quote_from_bytes(value) if isinstance(value, bytes) else quote(value, safe="", errors="surrogatepass")
    )


def _multipart(fields: Fields, files: dict[str, bytes]) -> bytes:
    parts = []
    for name, value in fields:
        head = f'Content-Disposition: form-data; name="{quote(name)}"\r\n\r\n'
        parts.append(
            head.encode() + (value if isinstance(value, bytes) else value.encode("utf-8", "surrogatepass"))
        )
    for name, data in files.items():
        head = f'Content-Disposition: form-data; name="{name}"; filename="l\u00efst.csv"\r\n'
        parts.append(head.encode() + b"Content-Type: x/y\r\n\r\n" + data)
    mark = f"--{BOUNDARY}".encode()
    return b"".join(mark + b"\r\n" + part + b"\r\n" for part in parts) + mark + b"--\r\n"
