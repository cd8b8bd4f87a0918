"""A cache of rendered pieces of pages, by the version they show, so that no piece is ever stale.

A process renders a piece once per key, even when many phones request it at once (single flight), one piece
after another (:mod:`.turns`), and keeps it compressed, as it is sent. A key has page, section, stamp,
reading, language and build. What a key names never changes, so nothing expires; the cache is bounded and
drops the least used pieces.
"""

import gzip
import hashlib
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from functools import cache
from pathlib import Path
from threading import Lock

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse

from . import copied, packing
from .languages import spoken
from .turns import PATIENCE, Busy, turns

# The first request for a piece renders it; the others wait for what it renders.
_flights: dict[str, Future[bytes]] = {}
_flights_lock = Lock()
logger = logging.getLogger(__name__)


def rendered(render: Callable[[], str | bytes], page: str, *parts: object, for_many: bool = False) -> bytes:
    """The piece of this page and these parts, compressed. Calls ``render`` only if it is missing.

    What it renders is text, or compressed already (:mod:`.packing`).

    ``for_many``: every phone that follows waits for it.
    """
    key = _key(page, parts)
    kept = _kept(key)
    if kept is not None:
        return kept
    if turns.is_mine:  # nobody who waits for this turn may be waited for
        return _render(key, render)
    with _flights_lock:
        flight = _flights.get(key)
        first = flight is None
        if flight is None:
            flight = _flights[key] = Future()
    if not first:
        return _of_another(flight)
    try:
        with turns.render(for_many=for_many):
            piece = _kept(key) or _render(key, render)
        flight.set_result(piece)
        return piece
    except BaseException as error:
        flight.set_exception(error)
        raise
    finally:
        with _flights_lock:
            del _flights[key]


def kept(page: str, *parts: object) -> bytes | None:
    """The piece of this page and these parts if it was rendered and is kept still."""
    return _kept(_key(page, parts))


def _key(page: str, parts: tuple[object, ...]) -> str:
    return f"{page}:{_digest((page, *parts, spoken(), copied.at.get(), build()))}"


def _of_another(flight: Future[bytes]) -> bytes:
    with turns.aside():
        try:
            return flight.result(PATIENCE + 1)
        except TimeoutError:
            raise Busy from None


def _render(key: str, render: Callable[[], str | bytes]) -> bytes:
    found = render()
    piece = packing.packed(found) if isinstance(found, str) else found
    _keep(key, piece)
    return piece


# A cache that is down costs time, not the page: pieces are rendered again.


def _kept(key: str) -> bytes | None:
    try:
        kept: bytes | None = caches["fragments"].get(key)
        return kept
    except Exception as error:  # each cache backend raises its own
        logger.warning("The cache of rendered pieces cannot be read: %s", error)
        return None


def _keep(key: str, piece: bytes) -> None:
    try:
        caches["fragments"].set(key, piece)
    except Exception as error:
        logger.warning("The cache of rendered pieces cannot be written: %s", error)


def answer(request: HttpRequest, piece: bytes) -> HttpResponse:
    """A piece as a response, compressed for clients that accept it."""
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        response = HttpResponse(piece, headers={"Content-Encoding": "gzip"})
    else:
        response = HttpResponse(gzip.decompress(piece))
    response.headers["Vary"] = "Accept-Encoding"
    return response


def tag(*stamps: object) -> str:
    """An ETag of the content and of the code that renders it. Weak: a page is sent compressed or not."""
    return f'W/"{_digest((*stamps, spoken(), build()))}"'


def build() -> str:
    """A name for the code, templates and static files. A deployment changes it."""
    return _build_of_files() if settings.DEBUG else _build()


@cache
def _build() -> str:
    return _build_of_files()


def _build_of_files() -> str:
    digest = hashlib.sha256(f"{settings.TIME_ZONE} {settings.STATIC_URL}".encode())
    for path in sorted(_files()):
        digest.update(f"{path.relative_to(settings.BASE_DIR)}".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def _files() -> Iterator[Path]:
    for folder, pattern in [
        (settings.FILES / "templates", "*.html"),
        (settings.FILES / "templates", "*.jinja"),
        (settings.FILES / "static", "*.css"),
        (settings.FILES / "static", "*.js"),
        (settings.BASE_DIR / "tournaments", "*.py"),
        (settings.BASE_DIR / "tiebreaks", "*.py"),
        (settings.FILES / "locale", "*.mo"),
    ]:
        yield from folder.rglob(pattern)


def _digest(parts: tuple[object, ...]) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:24]
