"""The template tag of error pages: ``{% reference %}`` finds the request in the log."""

from django.template import Library

from . import request_ids

register = Library()
register.simple_tag(request_ids.reference, name="reference")
