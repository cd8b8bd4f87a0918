"""System checks: every URL's view has a policy, and the library of pairings is installed."""

from collections.abc import Iterator
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.urls import URLPattern, URLResolver, get_resolver

from .text import pairing_library


@register(Tags.security)
def every_view_has_a_policy(**kwargs: Any) -> list[CheckMessage]:
    return [
        Error(
            f"The view of '{pattern.pattern}' has no policy.",
            hint="Decorate it with @desk of permissions.py, or @public or @anybody of policies.py.",
            id="wallchart.E001",
        )
        for pattern in patterns()
        if not hasattr(pattern.callback, "policy")
    ]


@register
def the_pairing_library_is_installed(**kwargs: Any) -> list[CheckMessage]:
    """Told at the start of ``serve``, not in the middle of an event."""
    told = pairing_library.missing()
    return [Warning(told, hint="Install rustworkx.", id="wallchart.W001")] if told else []


def patterns(resolver: URLResolver | None = None) -> Iterator[URLPattern]:
    """Every address that there is."""
    for pattern in (resolver or get_resolver()).url_patterns:
        if isinstance(pattern, URLResolver):
            yield from patterns(pattern)
        else:
            yield pattern
