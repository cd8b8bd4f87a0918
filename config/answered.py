"""Every answer is accounted for, wherever it was made: a line in the log and, with METRICS, a figure.

Django's answers come here through a middleware; what is refused before Django comes from where it is refused.
"""

from django.conf import settings

from .logs import log_access


def account_for(
    method: str | None, route: str, status: int, seconds: float, size: int, user: int | None = None
) -> None:
    """The line and the figure of a request that was answered."""
    log_access(method, route, status, seconds, size, user)
    if settings.METRICS:
        from . import metrics  # its package is there only where it was asked for

        metrics.observe(method, route, status, seconds)
