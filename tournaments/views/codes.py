"""Addresses as codes that a phone reads off a screen or a printed sheet."""

import segno
from django.http import HttpRequest
from django.utils.safestring import mark_safe

# What only this machine can open: no use to a phone.
THIS_MACHINE = ("localhost", "127.0.0.1", "[::1]")


def qr(request: HttpRequest, address: str) -> str:
    """The address as an SVG; nothing under a name that phones cannot reach."""
    if request.get_host().rsplit(":", 1)[0] in THIS_MACHINE:
        return ""
    drawn = segno.make(address, error="m").svg_inline(omitsize=True, border=2, svgclass="qr", lineclass=None)
    return mark_safe(drawn)  # noqa: S308 (segno draws squares; the address is not in it as text)
