"""Dates and times in templates: the filters have the names of the functions."""

from django import template

from ..text import wording

register = template.Library()

for _form in (wording.clock, wording.day_and_clock, wording.calendar_date, wording.date_and_clock):
    register.filter(_form)
