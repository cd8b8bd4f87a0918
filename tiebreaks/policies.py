"""The policy of public pages. The desk's policy is in :mod:`tournaments.permissions`."""

from collections.abc import Callable

from django.http import HttpResponse

View = Callable[..., HttpResponse]


def public(why: str) -> Callable[[View], View]:
    """Anybody can see this view; ``why`` says why that is right. Public views set no cookie."""

    def mark(view: View) -> View:
        view.policy = f"public: {why}"  # type: ignore[attr-defined]
        return view

    return mark
