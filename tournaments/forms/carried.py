"""What a form carries unseen: a token and a stamp (:mod:`tournaments.services.acts` says why)."""

from typing import Any

from django.template import Library
from django.utils.html import format_html
from django.utils.safestring import SafeString

from ..services.acts import Shown, fresh_token, same_values, stamp

register = Library()


@register.simple_tag(takes_context=True)
def carried(context: Any, shown: Shown | None = None) -> SafeString:
    """The hidden fields of a form.

    A form that is shown again after a fault keeps the stamp it came with: it shows what was typed, and nobody
    has seen what changed meanwhile.
    """
    request = context["request"]
    token = format_html('<input type="hidden" name="token" value="{}">', fresh_token(request.user))
    if getattr(request, "again", False):
        token += format_html('<input type="hidden" name="again" value="{}">', "on")
    if shown is None:
        return token
    fresh, came = stamp(shown), request.POST.get("stamp", "")
    kept = same_values(came, fresh) and not getattr(request, "stale", False)
    return format_html('{}<input type="hidden" name="stamp" value="{}">', token, came if kept else fresh)
