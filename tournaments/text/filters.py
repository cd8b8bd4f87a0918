"""Template filters: times in the one form that every page has."""

from django.template import Library

from . import wording

register = Library()
register.filter("clock", wording.clock)
register.filter("calendar_date", wording.calendar_date)
register.filter("day_and_clock", wording.day_and_clock)
register.filter("date_and_clock", wording.date_and_clock)
