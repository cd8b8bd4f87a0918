"""A system check: every URL's view has a policy."""

from collections.abc import Iterator
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register
from django.urls import URLPattern, URLResolver, get_resolver


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


def patterns(resolver: URLResolver | None = None) -> Iterator[URLPattern]:
    """Every address that there is."""
    for pattern in (resolver or get_resolver()).url_patterns:
        if isinstance(pattern, URLResolver):
            yield from patterns(pattern)
        else:
            yield pattern
