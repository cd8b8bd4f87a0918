"""The time zone of an event: every time on its pages, notices and files is told in it.

A page's times are told by the zone that is active while it is made. Lookups of the desk activate their
event's; public pages are rendered in :func:`told_in`.
"""

from contextlib import AbstractContextManager
from datetime import tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

# As directors call them, from east to west; US Chess plays in all of them.
AMERICAN = {
    "America/Puerto_Rico": _("Atlantic, no daylight time (Puerto Rico)"),
    "America/New_York": _("Eastern (New York)"),
    "America/Chicago": _("Central (Chicago)"),
    "America/Denver": _("Mountain (Denver)"),
    "America/Phoenix": _("Mountain, no daylight time (Phoenix)"),
    "America/Los_Angeles": _("Pacific (Los Angeles)"),
    "America/Anchorage": _("Alaska (Anchorage)"),
    "Pacific/Honolulu": _("Hawaii (Honolulu)"),
    "Pacific/Guam": _("Chamorro (Guam)"),
}
REGIONS = ("Africa/", "America/", "Asia/", "Atlantic/", "Australia/", "Europe/", "Indian/", "Pacific/")

# A server that is set to it has not been told where it is.
NOWHERE = "UTC"

Choices = list[tuple[object, object]]


def default() -> str:
    """The zone of the machine that serves: an event's until a director says otherwise."""
    return str(settings.TIME_ZONE)


# Bounded: a request can name any.
@lru_cache(600)
def zone(name: str) -> tzinfo:
    """The zone of this name; the server's where this machine does not know it."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return timezone.get_default_timezone()


def choices() -> Choices:
    """What a form offers: the American ones by their names, then all others by place."""
    others = sorted(name for name in available_timezones() - AMERICAN.keys() if name.startswith(REGIONS))
    named = [(name, called(name)) for name in [NOWHERE, *others]]
    return [(_("United States"), list(AMERICAN.items())), (_("Elsewhere"), named)]


def called(name: str) -> str:
    """A zone as directors call it."""
    return str(AMERICAN.get(name, name.replace("_", " ")))


def told_in(name: str) -> AbstractContextManager[None]:
    """Times are told in this zone within the block."""
    return timezone.override(zone(name))


def tell_in(name: str) -> None:
    """Times are told in this zone from here on; what answers requests ends it."""
    timezone.activate(zone(name))


def told_by_the_server() -> AbstractContextManager[None]:
    """Whatever zone a lookup turns to within the block, none of it outlasts the request."""
    return timezone.override(None)
