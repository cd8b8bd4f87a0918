"""The policy of pages that anybody may see. The desk's stands in :mod:`tournaments.permissions`."""

from collections.abc import Callable

from django.http import HttpResponse

View = Callable[..., HttpResponse]


def public(why: str) -> Callable[[View], View]:
    """Anybody may see this; ``why`` says what makes that right. Such a view sets no cookie."""

    def wear(view: View) -> View:
        view.policy = f"public: {why}"  # type: ignore[attr-defined]
        return view

    return wear
