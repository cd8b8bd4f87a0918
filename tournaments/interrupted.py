"""Forms that came when nobody was signed in anymore: what was typed goes through the sign-in, and the form
shows it again. Nothing is saved before it is sent once more.

The page of the sign-in carries it signed, so that it cannot be made elsewhere. After the sign-in it waits in
the session for the form's own address to be asked for.
"""

from typing import Any

from django.core import signing
from django.http import HttpRequest, QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.http import url_has_allowed_host_and_scheme

_SALT = "what was typed"
_KEPT = "typed"
# A sign-in takes no more than other forms do, and what it carries is signed twice: as one text, compressed.
MOST = 900_000
LONGEST_WAIT = 14 * 24 * 3600


def sent_from(request: HttpRequest) -> str:
    """The page of ours from which a form was sent, as far as the browser tells."""
    page = request.META.get("HTTP_REFERER", "")
    ours = url_has_allowed_host_and_scheme(page, {request.get_host()}, require_https=request.is_secure())
    return page if ours else ""


def can_be_carried(request: HttpRequest) -> bool:
    """Whether this is a form that acts once (it has a token), and not a huge one."""
    size = request.META.get("CONTENT_LENGTH") or "0"
    return request.method == "POST" and int(size) < MOST and "token" in request.POST


def seal(request: HttpRequest, address: str) -> str:
    """What was typed into the form of this address, as one text."""
    typed = dict(request.POST.lists())
    typed.pop("csrfmiddlewaretoken", None)
    files = bool(request.FILES)
    sealed = {"address": address, "page": sent_from(request), "typed": typed, "files": files}
    return signing.dumps(sealed, salt=_SALT, compress=True)


def opened(sealed: str) -> dict[str, Any] | None:
    """What was sealed; None for what nobody here sealed."""
    try:
        found: dict[str, Any] = signing.loads(sealed, salt=_SALT, max_age=LONGEST_WAIT)
    except signing.BadSignature:
        return None
    return found


def keep(request: HttpRequest, sealed: str) -> str:
    """Keep it for who is signed in now. The address that shows the form; none for what nobody here sealed."""
    if (kept := opened(sealed)) is None:
        return ""
    request.session[_KEPT] = kept
    return str(kept["address"])


def bring_back(request: HttpRequest) -> dict[str, Any] | None:
    """Make a request for the form's address the one that was interrupted; None if none was."""
    kept = request.session.get(_KEPT)
    if request.method != "GET" or kept is None or kept["address"] != request.path:
        return None
    del request.session[_KEPT]
    typed = QueryDict(mutable=True)
    for name, values in kept["typed"].items():
        typed.setlist(name, values)
    request.method = "POST"
    request.POST = typed  # type: ignore[assignment]
    request._files = MultiValueDict()  # type: ignore[attr-defined]
    request.META["HTTP_REFERER"] = kept["page"]
    return kept  # type: ignore[no-any-return]
