"""The policies of pages that ask for no account. The desk's policy is in :mod:`tournaments.permissions`."""

from collections.abc import Callable

from django.http import HttpResponse

View = Callable[..., HttpResponse]


def public(why: str) -> Callable[[View], View]:
    """Anybody can see this view, and sees the same: caches may share it. ``why`` says why that is right.
    Public views set no cookie."""
    return _marked(f"public: {why}")


def anybody(why: str) -> Callable[[View], View]:
    """Anybody may ask this view, and who asks makes a difference: no cache shares what it answers."""
    return _marked(f"anybody: {why}")


def _marked(policy: str) -> Callable[[View], View]:
    def mark(view: View) -> View:
        view.policy = policy  # type: ignore[attr-defined]
        return view

    return mark
