"""A public event as plain files, for a club's own site: no server, no script, links that work from a folder.

It starts at the event's page and follows each link below it, to the rules and to what the pages need, and
asks the public views themselves. A copy does not change, so what asks a server goes: scripts, forms, links to
what was not copied.
"""

import posixpath
import re
import shutil
from collections import deque
from collections.abc import Callable, Iterator
from datetime import datetime
from html import escape
from html.parser import HTMLParser
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from urllib.parse import parse_qsl, unquote, urljoin, urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.exceptions import SuspiciousFileOperation
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone
from django.utils.text import get_valid_filename

from . import copied, zones
from .errors import Refused
from .models import Event

# The file by which a folder is known as an earlier copy, which a new one replaces.
MARK = "wallchart-copy.txt"
# What asks a server or runs in a browser.
WITHOUT = {"script", "noscript", "form", "button", "template"}
EMPTY = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
_IN_STYLE = re.compile(r"""url\(\s*["']?([^"')]+)["']?\s*\)""")

Told = Callable[[int, int], None]


def copy_event(event: Event, folder: Path, *, told: Told = lambda copied, known: None) -> int:
    """Write the public pages of an event into ``folder`` and return how many there are.

    A folder is replaced as a whole, once all is written. Raises :class:`Refused` if the event is not public,
    or if the folder has other files. ``told`` is called with the pages copied and those known so far.
    """
    if event.hidden:
        raise Refused(f"{event.name} is not public, so there is nothing to copy. Publish it first.")
    if folder.exists() and any(folder.iterdir()) and not (folder / MARK).exists():
        raise Refused(f"{folder} has other files. Name an empty folder, a new one, or an earlier copy.")
    folder.parent.mkdir(parents=True, exist_ok=True)
    making = Path(mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        now = timezone.now()
        with copied.copied(now):
            pages = _Copy(event, making, now).write(told)
        (making / MARK).write_text(f"A copy of {event.name}, made by Wallchart.\n", encoding="utf-8")
        making.chmod(0o755)
        _put_in_place(making, folder)
    finally:
        shutil.rmtree(making, ignore_errors=True)
    return pages


def _put_in_place(made: Path, folder: Path) -> None:
    """Until the new folder is there, the earlier one is kept beside it, whole."""
    before = made.with_name(f"{made.name}-before")
    if folder.exists():
        folder.rename(before)
    try:
        made.rename(folder)
    except OSError:
        if before.exists():
            before.rename(folder)
        raise
    shutil.rmtree(before, ignore_errors=True)


class _Copy:
    def __init__(self, event: Event, folder: Path, now: datetime) -> None:
        self.folder = folder
        self.home = reverse("event", args=[event.slug])
        with zones.told_in(event.time_zone):
            self.says = render_to_string("public/copied.html", {"at": now})
        self.files: dict[str, str | None] = {}  # each address that was met, and its file if it is copied
        self.waiting: deque[str] = deque()

    def write(self, told: Told) -> int:
        self.file_of(self.home)
        for pages in count():
            if not self.waiting:
                return pages
            address = self.waiting.popleft()
            told(pages, pages + 1 + len(self.waiting))
            answer = _answer(address)
            if answer is None:
                continue
            file = self.files[address] or ""
            if file.endswith(".html"):
                self.put(file, _Plain(address, file, self).rewritten(answer.content.decode()).encode())
            else:
                self.put(file, answer.content)
        raise AssertionError

    def put(self, file: str, content: bytes) -> None:
        path = self.folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    def file_of(self, address: str) -> str | None:
        """The file of an address without its fragment; None for what is not part of a copy."""
        if address not in self.files:
            self.files[address] = file = self._new_file(address)
            if file and not address.startswith(settings.STATIC_URL) and _answer(address) is not None:
                self.waiting.append(address)
            elif file and not address.startswith(settings.STATIC_URL):
                self.files[address] = None
        return self.files[address]

    def _new_file(self, address: str) -> str | None:
        where = urlsplit(address)
        path = unquote(where.path)
        if path.startswith(settings.STATIC_URL):
            return self._static(path)
        for root, below in ((self.home, ""), (reverse("rules"), "rules/")):
            if path.startswith(root):
                file = below + path.removeprefix(root)
                break
        else:
            return None
        asked = "-".join(f"{name}-{value}" for name, value in parse_qsl(where.query))
        if path.endswith("/"):
            return file + (f"{get_valid_filename(asked)}.html" if asked else "index.html")
        return file

    def _static(self, path: str) -> str | None:
        """Copy a static file, and what a style sheet draws in."""
        file = f"static/{path.removeprefix(settings.STATIC_URL)}"
        if (content := _static_content(path.removeprefix(settings.STATIC_URL))) is None:
            return None
        self.put(file, content)
        if path.endswith(".css"):
            for drawn in _IN_STYLE.findall(content.decode()):
                if not drawn.startswith("data:"):
                    self.file_of(urljoin(path, drawn))
        return file


def _answer(address: str) -> HttpResponse | None:
    """What a visitor gets who has no account; None for what is not there or not public."""
    where = urlsplit(address)
    try:
        found = resolve(where.path)
        if not getattr(found.func, "policy", "").startswith("public"):
            return None
        request = HttpRequest()
        request.method, request.path, request.path_info = "GET", where.path, where.path
        request.META = {"SERVER_NAME": "localhost", "SERVER_PORT": "80"}
        request.GET = QueryDict(where.query)
        answer: HttpResponse = found.func(request, *found.args, **found.kwargs)
    except (Resolver404, Http404):
        return None
    return answer if answer.status_code == 200 else None


def _static_content(name: str) -> bytes | None:
    try:
        if staticfiles_storage.exists(name):
            with staticfiles_storage.open(name) as file:
                return bytes(file.read())
        found = finders.find(name)
    except SuspiciousFileOperation:
        return None
    return Path(found).read_bytes() if isinstance(found, str) else None


class _Plain(HTMLParser):
    """A page with its links led to files, and without what asks a server."""

    def __init__(self, address: str, file: str, copy: _Copy) -> None:
        super().__init__(convert_charrefs=False)
        self.address, self.file, self.copy = address, file, copy
        self.written: list[str] = []
        self.inside = 0  # so many elements deep in one that goes

    def rewritten(self, page: str) -> str:
        self.feed(page)
        self.close()
        return "".join(self.written)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.inside or tag in WITHOUT or self._asks(tag, dict(attrs)):
            self.inside += tag not in EMPTY
            return
        if tag == "link" and dict(attrs).get("rel") in ("modulepreload", "manifest"):
            return
        if tag == "meta" and (dict(attrs).get("property") or "").startswith("og:image"):
            return  # it would need the address at which the copy will stand
        self.written.append(f"<{tag}{''.join(self._attributes(attrs))}>")
        if tag == "main" and self.address.startswith(self.copy.home):
            self.written.append(self.copy.says)

    def _asks(self, tag: str, attributes: dict[str, str | None]) -> bool:
        """Whether an element is for a script, says what one does, or leads to what was not copied."""
        if not {"hidden", "data-checked", "data-reloads"}.isdisjoint(attributes):
            return True
        link = attributes.get("href")
        return tag == "a" and link is not None and self._led(link) is None

    def handle_endtag(self, tag: str) -> None:
        if self.inside:
            self.inside -= tag not in EMPTY
        else:
            self.written.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        self._write(data)

    def handle_entityref(self, name: str) -> None:
        self._write(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self._write(f"&#{name};")

    def handle_decl(self, decl: str) -> None:
        self._write(f"<!{decl}>")

    def _write(self, text: str) -> None:
        if not self.inside:
            self.written.append(text)

    def _attributes(self, attrs: list[tuple[str, str | None]]) -> Iterator[str]:
        for name, value in attrs:
            if name.startswith(("hx-", "data-")):
                continue
            if name in ("href", "src") and value is not None:
                if (led := self._led(value)) is None:
                    continue
                value = led
            yield f" {name}" if value is None else f' {name}="{escape(value)}"'

    def _led(self, link: str) -> str | None:
        """A link from this file to another; None where there is nothing to lead to."""
        if urlsplit(link).scheme or link.startswith(("//", "#")):
            return link
        address, mark, fragment = urljoin(self.address, link).partition("#")
        file = self.copy.file_of(address)
        if file is None:
            return None
        return posixpath.relpath(file, posixpath.dirname(self.file) or ".") + mark + fragment
