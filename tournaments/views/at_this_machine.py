"""Who sits at the computer that runs Wallchart, and whether the page of the first account is for them."""

import ipaddress

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port

from ..selectors.event.addresses import THIS_MACHINE, runs_in_a_hall
from ..services import first_run

# A proxy on this machine would make everybody look as if they sat here.
FORWARDED = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP")


def begins_here(request: HttpRequest) -> bool:
    """Whether the page is for who asks."""
    return is_at_this_machine(request) and first_run.is_open()


def is_at_this_machine(request: HttpRequest) -> bool:
    """Whether a browser of the machine on which `serve` runs asks; on a server nobody does."""
    if not runs_in_a_hall() or settings.HTTPS or settings.BEHIND_PROXY:
        return False
    if any(name in request.headers for name in FORWARDED):
        return False
    host, _port = split_domain_port(request.get_host())
    try:
        is_loopback = ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False
    return is_loopback and host in THIS_MACHINE
