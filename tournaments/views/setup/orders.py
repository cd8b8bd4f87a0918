"""Arranging an order of tiebreaks and posting it: of the players of a section, or of the teams of a table."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from ...errors import Conflict, Refused
from ...forms import shown
from ...forms.orders import TEAMS, Menu, OrderDraft, ReasonForm, menu_of
from ...models import CHIEFS, MANAGERS, Event, Section, TeamTable
from ...permissions import DeskRequest, desk, desk_of, section_of, table_of
from ...selectors.event import orders as selectors
from ...services import orders
from ...services.acts import Shown
from ...text.pairing_options import PostedOptions
from ..shared import about, carry_out, status


@dataclass(frozen=True)
class Notice:
    """An order's page: its address, its menu, the orders so far, and how another is posted."""

    here: str
    event: Event
    shows: Callable[[], Shown]
    template: str
    context: dict[str, Any]
    menu: Menu
    orders: selectors.Orders
    post: Callable[..., None]


def _of_section(section: Section) -> Notice:
    found = selectors.orders(section)
    return Notice(
        here=reverse("order", args=[section.event.slug, section.slug]),
        event=section.event,
        shows=lambda: shown.order(section),
        template="setup/order",
        context=about(section)
        | {
            "pairing": PostedOptions(section.pairing_options, of_teams=bool(section.boards)),
            "columns": OrderDraft.of(found.columns, menu_of(section)),
            "columns_open": bool(found.columns.steps),
            "shown_columns": shown.columns(section),
        },
        menu=menu_of(section),
        orders=found,
        post=lambda text, **more: orders.post_order(section, text, **more),
    )


def _of_table(table: TeamTable) -> Notice:
    return Notice(
        here=reverse("team-order", args=[table.event.slug, table.slug]),
        event=table.event,
        shows=lambda: shown.order(table),
        template="setup/team_order",
        context=about(table),
        menu=TEAMS,
        orders=selectors.orders(table),
        post=lambda text, **more: orders.post_order(table, text, **more),
    )


@desk_of(MANAGERS, change=CHIEFS)
def order(request: DeskRequest, event: str, section: str) -> HttpResponse:
    return _order(request, _of_section(section_of(request.user, event, section)))


@desk_of(MANAGERS, change=CHIEFS)
def team_order(request: DeskRequest, event: str, table: str) -> HttpResponse:
    return _order(request, _of_table(table_of(request.user, event, table)))


def _order(request: DeskRequest, notice: Notice) -> HttpResponse:
    """Arrange the order and post it. After play begins, with a reason typed twice."""
    if request.method != "POST":
        return _page(request, notice)
    draft, form = OrderDraft.posted(request.POST, notice.menu), ReasonForm(request.POST)
    try:
        if act := request.POST.get("do", ""):
            draft.arrange(act)
            return _page(request, notice, draft, form)
        text = str(orders.read_order(draft.text, notice.menu.systems))
        reason = form.cleaned_data["reason"] if form.is_valid() else ""
        if "again" in request.POST or not (reason and notice.orders.locked):
            return _post(request, notice, text, form)
    except Conflict as conflict:
        return _page(request, notice, draft, form, refused=conflict)
    except Refused as refused:
        # A text that is no order cannot be shown as a draft.
        return _page(request, notice, form=form, refused=refused)
    return _confirm_page(request, notice, text, ReasonForm(initial={"reason": reason}))


def _post(request: DeskRequest, notice: Notice, text: str, form: ReasonForm) -> HttpResponse:
    """Post the order; a locked one with a reason typed twice."""
    if form.is_valid() and notice.orders.locked:
        form.ask_again()
    if not form.is_valid():
        return _confirm_page(request, notice, text, form)

    def post() -> HttpResponse:
        notice.post(text, by=request.user, reason=form.cleaned_data["reason"])
        messages.success(request, _("The order is posted."))
        return redirect(notice.here)

    return carry_out(request, post, event=notice.event, shows=notice.shows)


@desk
@require_POST
def columns(request: DeskRequest, event: str, section: str) -> HttpResponse:
    """Choose the extra columns."""
    found = section_of(request.user, event, section)
    chosen = OrderDraft.posted(request.POST, menu_of(found))

    def show() -> HttpResponse:
        orders.show_columns(found, chosen.text, by=request.user)
        messages.success(request, _("Saved."))
        return redirect("order", event, section)

    try:
        return carry_out(request, show, event=found.event, shows=lambda: shown.columns(found))
    except Refused as refused:
        more: dict[str, Any] = {"columns": chosen, "columns_open": True, "refused_columns": True}
        return _page(request, _of_section(found), refused=refused, **more)


def _page(
    request: HttpRequest,
    notice: Notice,
    draft: OrderDraft | None = None,
    form: ReasonForm | None = None,
    *,
    refused: Refused | None = None,
    **more: Any,
) -> HttpResponse:
    context = notice.context | {
        "here": notice.here,
        "orders": notice.orders,
        "shown": notice.shows(),
        "draft": draft or OrderDraft.of(notice.orders.holds, notice.menu),
        "form": form or ReasonForm(),
        "refused": refused,
        **more,
    }
    return render(request, f"{notice.template}.html", context, status=refused.status if refused else 200)


def _confirm_page(request: HttpRequest, notice: Notice, text: str, form: ReasonForm) -> HttpResponse:
    order = orders.read_order(text, notice.menu.systems)
    context = notice.context | {
        "here": notice.here,
        "orders": notice.orders,
        "shown": notice.shows(),
        "order": order,
        "draft": OrderDraft.of(order, notice.menu),
        "form": form,
    }
    return render(request, f"{notice.template}_confirm.html", context, status=status(form))
