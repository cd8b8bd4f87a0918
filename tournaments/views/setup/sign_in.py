"""Signing in and out."""

from http import HTTPStatus
from typing import Any, cast

from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from tiebreaks.policies import View, anybody

from ... import interrupted
from ...forms.sign_in import SignInForm
from ...known_browsers import remember
from ...refusals import removed_from
from ...selectors.event.people import checks_in_at, name_of
from ...services.acts import made_for
from ..at_this_machine import begins_here
from ..shared import status


class SignIn(LoginView):
    """Signing in; of a form that was sent to the desk without it, what was typed waits here unseen."""

    authentication_form = SignInForm
    template_name = "setup/sign_in.html"
    next_page = "desk"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        # A name and a password sign in, also where somebody else is signed in here.
        self.redirect_authenticated_user = "password" not in request.POST
        return super().dispatch(request, *args, **kwargs)

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return redirect("first-run") if begins_here(request) else super().get(request, *args, **kwargs)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if "password" not in request.POST:
            return self.get(request, *args, **kwargs)
        return super().post(request, *args, **kwargs)

    def get_form_kwargs(self) -> dict[str, Any]:
        kwargs = super().get_form_kwargs()
        if "password" not in self.request.POST:
            kwargs.pop("data", None)
            kwargs.pop("files", None)
        return kwargs

    def form_valid(self, form: SignInForm) -> HttpResponse:  # type: ignore[override]
        return remember(super().form_valid(form), form.get_user().get_username())

    def form_invalid(self, form: SignInForm) -> HttpResponse:  # type: ignore[override]
        response = super().form_invalid(form)
        response.status_code = status(form)
        if form.seconds:
            response.status_code = 429
            response.headers["Retry-After"] = str(form.seconds)
        return response

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | {
            "typed": self._typed(),
            "removed_from": removed_from(self.request),
            **_names(self.request, self._typed()),
        }

    def get_success_url(self) -> str:
        # Another's form is not sent under this name: its page may have been made to be signed in to.
        typed = self._typed()
        kept = interrupted.keep(self.request, typed) if _person_of(typed) == self.request.user else ""
        return kept or super().get_success_url()

    def get_default_redirect_url(self) -> str:
        user = self.request.user
        event = checks_in_at(user) if isinstance(user, User) else None
        return reverse("check-in", args=[event.slug]) if event else super().get_default_redirect_url()

    def _typed(self) -> str:
        form, sent = self.request.GET.get("form", ""), self.request.POST
        here = url_has_allowed_host_and_scheme(form, None)
        if "password" in sent or not here or not interrupted.can_be_carried(self.request):
            return sent.get("typed", "")
        return interrupted.seal(self.request, form)


def another_session(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The answer to a form of a page from before somebody signed in in this browser.

    What was typed is shown to the person for whom the page was made: at once, or after they have signed in. A
    sign-in may itself be of such a page: of several forms that waited, the first one was signed in to.
    """
    at_sign_in = request.path == reverse("sign-in")
    sealed = request.POST.get("typed", "") if at_sign_in else ""
    if not at_sign_in and interrupted.can_be_carried(request):
        sealed = interrupted.seal(request, request.path)
    person = _person_of(sealed)
    if person is not None and person == request.user:
        return redirect(interrupted.keep(request, sealed))
    # A script keeps what it sent, and says itself that somebody else is signed in.
    if person is not None and not request.headers.get("HX-Request"):
        return _sign_in_as(request, person, sealed)
    if at_sign_in:
        return redirect("sign-in")
    context = {"signed_in": name_of(request.user) if request.user.is_authenticated else ""}
    return render(request, "403_csrf.html", context, status=HTTPStatus.FORBIDDEN)


def _person_of(sealed: str) -> User | None:
    """For whom the page was made whose form waits."""
    kept = interrupted.opened(sealed) if sealed else None
    return made_for(next(iter(kept["typed"].get("token", [])), "")) if kept else None


def _names(request: HttpRequest, sealed: str) -> dict[str, str]:
    """Who is signed in, and whose form waits, where these are two."""
    person = _person_of(sealed)
    if person is None or not request.user.is_authenticated or person == request.user:
        return {}
    return {"person": name_of(person), "signed_in": name_of(request.user)}


def _sign_in_as(request: HttpRequest, person: User, sealed: str) -> HttpResponse:
    form = SignInForm(request, initial={"username": person.get_username()})
    form.fields["username"].widget.attrs.pop("autofocus", None)
    form.fields["password"].widget.attrs["autofocus"] = True
    context = {"form": form, "typed": sealed} | _names(request, sealed)
    return render(request, "setup/sign_in.html", context, status=HTTPStatus.CONFLICT)


sign_in = anybody(why="A director who signs in is not signed in yet.")(cast(View, SignIn.as_view()))
sign_out = anybody(why="It ends a session, if there is one.")(
    cast(View, LogoutView.as_view(next_page="home"))
)
