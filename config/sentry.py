"""Reports of failures to a Sentry server of the director's own choice, if SENTRY_DSN names one.

Most players are children. So a report is not an event with what must go taken out. It is made anew of the
little that may leave the machine: which exception, raised where in the code, on which route.
"""

from typing import Any

from django.core.exceptions import ImproperlyConfigured

from . import request_ids
from .logs import without_values

# Of an event, and of a frame of its stack: no request, no user, no local variable, no breadcrumb, no message.
KEPT = ("event_id", "timestamp", "level", "platform", "logger", "release", "environment", "transaction")
OF_A_FRAME = ("filename", "function", "module", "lineno", "in_app")


def start(dsn: str) -> None:
    """Report failures there. Raises :class:`ImproperlyConfigured` if the package is not installed."""
    try:
        import sentry_sdk
    except ImportError:
        raise ImproperlyConfigured(
            "SENTRY_DSN is set, but the package sentry-sdk is not installed. "
            "Install requirements-server.txt, or take SENTRY_DSN away."
        ) from None
    sentry_sdk.init(
        dsn=dsn,
        before_send=lambda event, hint: scrubbed(event),  # type: ignore[arg-type, return-value]
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        auto_session_tracking=False,
        send_client_reports=False,
        server_name="",
    )


def scrubbed(event: Any) -> dict[str, Any] | None:
    """What may be sent of an event; nothing of one without an exception, whose message is anybody's words."""
    raised = (event.get("exception") or {}).get("values", [])
    if not raised:
        return None
    kept = {name: event[name] for name in KEPT if name in event}
    kept["exception"] = {"values": [_exception(each) for each in raised]}
    kept["tags"] = {"request": request_ids.current.get()}
    return kept


def _exception(raised: dict[str, Any]) -> dict[str, Any]:
    frames = (raised.get("stacktrace") or {}).get("frames", [])
    return {
        "type": raised.get("type"),
        "module": raised.get("module"),
        "value": without_values(raised.get("value") or ""),
        "stacktrace": {
            "frames": [{name: frame[name] for name in OF_A_FRAME if name in frame} for frame in frames]
        },
    }
