"""Figures for Prometheus at /metrics, if METRICS is on: requests by route, and how the machine is.

Routes have names, not addresses, so nothing here tells of a player. Several processes of gunicorn add theirs
up in the folder PROMETHEUS_MULTIPROC_DIR.
"""

import hmac
import ipaddress
import os
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tiebreaks.policies import anybody
from tournaments.selectors.event import status

if SHARED := os.environ.get("PROMETHEUS_MULTIPROC_DIR", ""):
    Path(SHARED).mkdir(parents=True, exist_ok=True)  # before the package looks for it

try:
    from prometheus_client import (
        CONTENT_TYPE_LATEST,
        REGISTRY,
        CollectorRegistry,
        Histogram,
        generate_latest,
        multiprocess,
    )
    from prometheus_client.core import GaugeMetricFamily
    from prometheus_client.registry import Collector
except ImportError:
    raise ImproperlyConfigured(
        "METRICS is on, but the package prometheus-client is not installed. "
        "Install requirements-server.txt, or take METRICS away."
    ) from None

# Another method or status than these is one of somebody's invention.
METHODS = {"GET", "HEAD", "POST"}
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
requests = Histogram(
    "wallchart_request_seconds", "Requests by route", ["method", "route", "status"], buckets=SECONDS
)


def observe(method: str | None, route: str, status: int, seconds: float) -> None:
    """Count one request."""
    requests.labels(method if method in METHODS else "other", route, status).observe(seconds)


class Machine(Collector):
    """How the machine is, at the time of asking."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        line, made = status.status_line(), status.last_backup()
        backup = made.timestamp() if made else None
        figures: dict[str, tuple[str, float | None]] = {
            "wallchart_disk_free_bytes": ("Room on the disk", line.disk_free),
            "wallchart_last_backup_seconds": ("When the last backup was made", backup),
            "wallchart_phones": ("About how many phones asked in the last minute", line.phones),
        }
        for name, (what, value) in figures.items():
            if value is not None:
                yield GaugeMetricFamily(name, what, value=value)


MACHINE = CollectorRegistry()
MACHINE.register(Machine())


@anybody(why="from a private address or with a token only; it tells how the machine is, and nothing entered")
@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """404 to everybody else, as for an address of nothing."""
    if not may_read(request):
        raise Http404
    figures = generate_latest(_processes()) + generate_latest(MACHINE)
    return HttpResponse(figures, content_type=CONTENT_TYPE_LATEST)


def _processes() -> CollectorRegistry:
    """What this process counted; with a folder to share it in, what every process did."""
    if not SHARED:
        return REGISTRY
    shared = CollectorRegistry()
    multiprocess.MultiProcessCollector(shared)  # type: ignore[no-untyped-call]
    return shared


def may_read(request: HttpRequest) -> bool:
    """With a token set, who knows it; without one, who asks from a private address and through no proxy."""
    if token := settings.METRICS_TOKEN:
        given = request.headers.get("Authorization", "")
        return hmac.compare_digest(given.encode(), f"Bearer {token}".encode())
    if any(name in request.headers for name in ("X-Forwarded-For", "Forwarded", "X-Real-Ip", "Via")):
        return False
    try:
        return ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_private
    except ValueError:  # a socket of the machine's own has no address
        return False
