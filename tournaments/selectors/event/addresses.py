"""The addresses at which this machine can be reached now, found without a packet sent.

A laptop's address changes with the Wi-Fi it joins, so each answer is what holds at this moment.
"""

import ipaddress
import socket
from pathlib import Path

import psutil
from django.conf import settings
from django.http.request import validate_host

# What only this machine can open.
THIS_MACHINE = ("localhost", "127.0.0.1", "[::1]")
# Phones in the hall must reach it.
EVERY_ADDRESS = "0.0.0.0"  # noqa: S104


def lan_addresses() -> list[str]:
    """This machine's IPv4 addresses. The one that phones most likely reach comes first."""
    up = {name for name, stats in psutil.net_if_stats().items() if stats.isup}
    usable = dict.fromkeys(
        address.address
        for name, interface in psutil.net_if_addrs().items()
        for address in interface
        if name in up and address.family == socket.AF_INET
        if not (ip := ipaddress.ip_address(address.address)).is_loopback and not ip.is_link_local
    )
    routed = _routed_address()
    return sorted(usable, key=lambda address: address != routed)


def _routed_address() -> str | None:
    """The address of the default route. Connecting UDP asks the routing table and sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # RFC 5737: an address that nobody has
        except OSError:
            return None
        return str(probe.getsockname()[0])


def _own_names() -> list[str]:
    name = socket.gethostname().lower()
    return [name] if name.endswith(".local") else [name, f"{name}.local"]


# --- as `manage.py serve` listens ---------------------------------------------------------------------


def runs_in_a_hall() -> bool:
    """Whether `serve` runs, not a server of a site."""
    return settings.LISTENS_AT is not None


def phone_addresses() -> list[str]:
    """Where `serve` answers phones now, as ``http://192.168.1.5:8000``; nothing on a server."""
    if settings.LISTENS_AT is None:
        return []
    _host, port = settings.LISTENS_AT
    given, allowed = settings.ALLOWED_HOSTS_GIVEN, settings.ALLOWED_HOSTS
    reached = [address for address in _reached() if not given or validate_host(address, allowed)]
    return [f"http://{address}:{port}" for address in reached]


def answer_to_own_names() -> None:
    """Let Django answer to this machine's names and present addresses, unless ALLOWED_HOSTS was given."""
    if settings.LISTENS_AT is not None and not settings.ALLOWED_HOSTS_GIVEN:
        own = [*THIS_MACHINE, *_own_names(), *_reached()]
        settings.ALLOWED_HOSTS = list(dict.fromkeys(own))


def _reached() -> list[str]:
    """The addresses of this machine that `serve` listens at."""
    host, _port = settings.LISTENS_AT or ("", 0)
    return [address for address in lan_addresses() if host in {EVERY_ADDRESS, address}]


# --- what was printed ---------------------------------------------------------------------------------


def file_of_printed() -> Path:
    """A file in var/ has it, not the database: an address belongs to the machine."""
    return Path(settings.VAR_DIR) / "printed-address"


def printed_address() -> str:
    """The address of this machine that the codes on the last printed sheet have; nothing if none has one."""
    try:
        return file_of_printed().read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError):
        return ""


def printed_for_elsewhere() -> str:
    """The printed address, if phones do not find this machine there any more."""
    printed = printed_address()
    return printed if runs_in_a_hall() and printed and printed not in phone_addresses() else ""
