"""Which language a page is in: at the desk English, elsewhere what its address names, or else the phone's.

``/es/e/…`` is ``/e/…`` in Spanish. To the views it is the same page below another root, as of a site that is
installed in a folder. So each link that a page makes keeps the choice, without a cookie and without a script.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import get_script_prefix, set_script_prefix
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.encoding import escape_uri_path
from django.utils.translation.trans_real import parse_accept_lang_header

from tournaments.languages import CODES, here

ENGLISH = "en"
_NAMED = re.compile(rf"/({'|'.join(CODES)})(?=/)")
# What directors use, and what programs read.
_DESK = re.compile(r"/(desk|setup|preview|static|healthz|metrics)(/|$)")
# What makes another page of an address: numbers, as in `?after=2`.
_ASKED = ("after", "against")


def language_of_page(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """A middleware: the rest of the request is answered in the page's language."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path_info.removeprefix("/") in CODES:
            return HttpResponseRedirect(f"{request.path}/")
        named, path = parted(request.path_info)
        if _DESK.match(path):
            return _at_the_desk(request, path) if named else get_response(request)
        request.path_info = path
        code = named or of_phone(request.headers.get("Accept-Language", ""))
        with speaking(code, named=bool(named), at=escape_uri_path(path) + _asked(request)):
            response = get_response(request)
        response.headers["Content-Language"] = code
        if not named:
            patch_vary_headers(response, ["Accept-Language"])
        return response

    return middleware


def parted(path: str) -> tuple[str, str]:
    """The language that an address names, if it does, and the address without it.

    >>> parted("/es/e/open/"), parted("/e/open/"), parted("/escape/")
    (('es', '/e/open/'), ('', '/e/open/'), ('', '/escape/'))
    """
    found = _NAMED.match(path)
    return (found[1], path[found.end() :]) if found else ("", path)


def of_phone(accepted: str) -> str:
    """The first of our languages in a phone's list, else English. nginx's ``$language`` is the same.

    >>> of_phone("es-US,es;q=0.9,en;q=0.8"), of_phone("en-US,es;q=0.5"), of_phone("fr,*"), of_phone("")
    ('es', 'en', 'en', 'en')
    """
    listed = (language.partition("-")[0] for language, _weight in parse_accept_lang_header(accepted))
    return next((code for code in listed if code in CODES), ENGLISH)


@contextmanager
def of_request(path: str, accepted: str) -> Iterator[None]:
    """The same for an answer that is given in Django's stead. Such a page is kept, and names no address."""
    named, path = parted(path)
    if _DESK.match(path):
        yield
        return
    with speaking(named or of_phone(accepted), named=bool(named)):
        yield


@contextmanager
def speaking(code: str, *, named: bool, at: str | None = None) -> Iterator[None]:
    """Within the block pages are in this language, and their links name it if ``named``.

    ``at`` is the address of the page, for its links to other languages.
    """
    root, token = get_script_prefix(), here.set(at)
    if named:
        set_script_prefix(f"{root}{code}/")
    try:
        with translation.override(CODES[code]):
            yield
    finally:
        set_script_prefix(root)
        here.reset(token)


def _asked(request: HttpRequest) -> str:
    asked = {name: request.GET[name] for name in _ASKED if request.GET.get(name, "").isdecimal()}
    return f"?{urlencode(asked)}" if asked else ""


def _at_the_desk(request: HttpRequest, path: str) -> HttpResponse:
    """To the page in English, the language of the desk."""
    query = request.META.get("QUERY_STRING", "")
    return HttpResponseRedirect(escape_uri_path(path) + (f"?{query}" if query else ""))
