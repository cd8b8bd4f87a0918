"""Addresses as codes that a phone reads off a screen or a printed sheet."""

from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.http import HttpRequest
from django.utils.safestring import mark_safe

from ..selectors.event.addresses import THIS_MACHINE, phone_addresses
from ..services import printed_codes


def public_address(request: HttpRequest, mirror: str, path: str) -> str:
    """A public page's address for phones: on the server that mirrors its event, where there is one."""
    return f"{mirror}{path}" if mirror else phone_address(request, path)


def phone_address(request: HttpRequest, path: str) -> str:
    """The page's address here for phones.

    A desk at the machine itself asks by a name that is no use to them: they get its address of this moment.
    """
    address = request.build_absolute_uri(path)
    if _only_here(address) and (reachable := phone_addresses()):
        return f"{reachable[0]}{path}"
    return address


def phone_root(request: HttpRequest) -> str:
    """Where phones reach this machine now: of a page kept in another Wi-Fi, the address is old."""
    return phone_address(request, "/")


def note_printed(request: HttpRequest) -> None:
    """The page that is asked for has codes, and is made to be printed."""
    printed_codes.note_printed(phone_root(request).rstrip("/"))


def printed_address(request: HttpRequest, mirror: str, path: str) -> str:
    """What is printed beside a code: the mirror's address, or the one that phones in the hall reach."""
    # A phone that looks at the sheet prints nothing.
    if not mirror and (is_asked_at_this_machine(request) or _is_of_staff(request)):
        note_printed(request)
    return public_address(request, mirror, path)


def is_asked_at_this_machine(request: HttpRequest) -> bool:
    return _only_here(request.build_absolute_uri())


def _is_of_staff(request: HttpRequest) -> bool:
    """Who is signed in may print at another laptop. Without a session's cookie nobody is asked for."""
    return settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated


def lasting_address(request: HttpRequest, mirror: str, path: str) -> str:
    """What a page that stays has on paper; nothing for a name that only this machine knows."""
    address = public_address(request, mirror, path)
    return "" if _only_here(address) else address


def qr(address: str) -> str:
    """The address as an SVG; nothing for a name that phones cannot reach."""
    if _only_here(address):
        return ""
    drawn = segno.make(address, error="m").svg_inline(omitsize=True, border=2, svgclass="qr", lineclass=None)
    return mark_safe(drawn)  # noqa: S308 (segno draws squares; the address is not in it as text)


def _only_here(address: str) -> bool:
    return urlsplit(address).netloc.rsplit(":", 1)[0] in THIS_MACHINE
